package vk

import (
	"encoding/binary"
	"errors"
	"testing"
	"time"
)

const saxpyGroup = 64

func saxpy(t testing.TB, d *Device, x, y Resource) (*Pipeline, *Set) {
	return compute(t, d, ComputeDesc{
		Label: "saxpy", SPIRV: spirv(t, "saxpy.comp"), Bindings: []BindingKind{StorageBuffer, StorageBuffer},
		Push: 8, Specialization: []uint32{saxpyGroup},
	}, x, y)
}

func saxpyPush(a float32, n uint32) []byte { return append(floats(a), uints(n)...) }

func TestSaxpy(t *testing.T) {
	d := open(t)
	for _, n := range []int{1, saxpyGroup - 1, saxpyGroup, saxpyGroup + 1, 2049, 100003} {
		x, y := buffer(t, d, "x", 4*n, DeviceLocal), buffer(t, d, "y", 4*n, DeviceLocal)
		xs, ys := make([]float32, n), make([]float32, n)
		for i := range xs {
			xs[i], ys[i] = float32(i), float32(2*i+1)
		}
		must(t, d.Upload(x, 0, floats(xs...)))
		must(t, d.Upload(y, 0, floats(ys...)))
		p, s := saxpy(t, d, x, y)
		submit(t, d, list(t, d, func(l *List) {
			l.Label("saxpy")
			l.Bind(p, s)
			l.Push(saxpyPush(3, uint32(n)))
			l.Dispatch(uint32(n+saxpyGroup-1)/saxpyGroup, 1, 1)
			l.EndLabel()
		}))
		got := download(t, d, y)
		for i := range ys {
			if want := ys[i] + 3*xs[i]; floatAt(got, i) != want {
				t.Fatalf("n=%d: y[%d] = %v, want %v", n, i, floatAt(got, i), want)
			}
		}
	}
}

func TestBufferSlice(t *testing.T) {
	d := open(t)
	align := d.Info().Limits.MinStorageAlign
	all := buffer(t, d, "all", 4*align, DeviceLocal)
	y := buffer(t, d, "y", align, DeviceLocal)
	must(t, d.Upload(all, 2*align, floats(7)))
	p, s := saxpy(t, d, BufferSlice{all, 2 * align, align}, y)
	submit(t, d, list(t, d, func(l *List) {
		l.Bind(p, s)
		l.Push(saxpyPush(1, 1))
		l.Dispatch(1, 1, 1)
	}))
	if got := floatAt(download(t, d, y), 0); got != 7 {
		t.Errorf("the slice's first element reads as %v, want 7", got)
	}
	panics(t, "multiple of", func() { d.NewSet(p, []Resource{BufferSlice{all, 1, 4}, y}) })
	panics(t, "touches bytes", func() { d.NewSet(p, []Resource{BufferSlice{all, 4 * align, 4}, y}) })
}

func TestDispatchIndirect(t *testing.T) {
	d := open(t)
	count, args := buffer(t, d, "count", 4, DeviceLocal), buffer(t, d, "args", 16, DeviceLocal)
	p, s := compute(t, d, ComputeDesc{Label: "count", SPIRV: spirv(t, "count.comp"), Bindings: []BindingKind{StorageBuffer}}, count)
	submit(t, d, list(t, d, func(l *List) {
		l.Fill(args, 4, 4, 3)
		l.Fill(args, 8, 4, 2)
		l.Fill(args, 12, 4, 5)
		l.Barrier(TransferWrite, IndirectRead)
		l.Bind(p, s)
		l.DispatchIndirect(args, 4)
	}))
	if got := uintAt(download(t, d, count), 0); got != 3*2*5*32 {
		t.Errorf("%d invocations ran, want %d", got, 3*2*5*32)
	}
}

func TestStorageImage(t *testing.T) {
	d := open(t)
	const w, h, layers = 13, 9, 3
	img := image(t, d, "stamped", R32UI, w, h, layers)
	all := buffer(t, d, "all layers", 4*w*h*layers, Readback)
	p, s := compute(t, d, ComputeDesc{Label: "stamp", SPIRV: spirv(t, "stamp.comp"), Bindings: []BindingKind{StorageImage}}, img)
	submit(t, d, list(t, d, func(l *List) {
		l.ClearImage(img, ClearInts(40, 0, 0, 0))
		l.Barrier(TransferWrite, ComputeRead|ComputeWrite)
		l.Bind(p, s)
		l.Dispatch(2, 2, layers)
		l.Barrier(ComputeWrite, TransferRead)
		l.CopyImageToBuffer(img, 0, layers, all, 0)
		l.Barrier(TransferWrite, HostRead)
	}))
	one := make([]byte, 4*w*h)
	for layer := range layers {
		must(t, d.DownloadImage(img, layer, one))
		for i := range w * h {
			want := uint32(40 + layer + 1)
			if got := uintAt(one, i); got != want {
				t.Fatalf("DownloadImage: layer %d texel %d = %d, want %d", layer, i, got, want)
			}
			if got := uintAt(all.Bytes(), layer*w*h+i); got != want {
				t.Fatalf("CopyImageToBuffer: layer %d texel %d = %d, want %d", layer, i, got, want)
			}
		}
	}
}

// A list is recorded once and submitted a thousand times; after warm-up the step path allocates nothing.
func TestReplay(t *testing.T) {
	d := open(t)
	const n = 256
	x, y := buffer(t, d, "x", 4*n, DeviceLocal), buffer(t, d, "y", 4*n, DeviceLocal)
	must(t, d.Upload(x, 0, floats(make([]float32, n)...)))
	must(t, d.Run("ones", func(l *List) { l.Fill(x, 0, 4*n, 0x3f800000) }))
	p, s := saxpy(t, d, x, y)
	l := list(t, d, func(l *List) {
		l.Bind(p, s)
		l.Push(saxpyPush(1, n))
		l.Dispatch(n/saxpyGroup, 1, 1)
		l.Barrier(ComputeWrite, ComputeRead|ComputeWrite)
	})
	steps := 0
	var last Ticket
	allocs := testing.AllocsPerRun(1000, func() {
		steps++
		ticket, err := d.Submit(l)
		if err == nil && steps%2 == 0 { // two in flight
			err = d.Wait(last, Forever)
		}
		if last = ticket; err != nil {
			t.Fatal(err)
		}
		d.Completed()
	})
	if allocs != 0 {
		t.Errorf("%v allocations per submission, want 0", allocs)
	}
	must(t, d.Wait(last, Forever))
	if got := d.Completed(); got != last {
		t.Errorf("Completed() = %d after waiting for %d", got, last)
	}
	if got := floatAt(download(t, d, y), n-1); got != float32(steps) {
		t.Errorf("%d submissions added up to %v", steps, got)
	}
}

// Recording again is free of allocations too, for lists that change their structure.
func TestRecordAgain(t *testing.T) {
	d := open(t)
	y := buffer(t, d, "y", 4, DeviceLocal)
	l := d.NewList("again")
	t.Cleanup(l.Destroy)
	value := uint32(0)
	allocs := testing.AllocsPerRun(100, func() {
		value++
		l.Reset()
		l.Barrier(TransferWrite, TransferWrite)
		l.Fill(y, 0, 4, value)
		err := l.Record()
		if err == nil {
			_, err = d.Submit(l)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations per recording, want 0", allocs)
	}
	if got := uintAt(download(t, d, y), 0); got != value {
		t.Errorf("the last of the recordings wrote %d, want %d", got, value)
	}
}

func TestTimestamps(t *testing.T) {
	d := open(t)
	const n = 1 << 16
	x, y := buffer(t, d, "x", 4*n, DeviceLocal), buffer(t, d, "y", 4*n, DeviceLocal)
	p, s := saxpy(t, d, x, y)
	q, err := d.NewQueries(3)
	must(t, err)
	t.Cleanup(q.Destroy)
	ticks, err := q.Read(nil)
	must(t, err)
	for i, v := range ticks {
		if v != 0 {
			t.Errorf("timestamp %d is %d before it was written", i, v)
		}
	}
	l := list(t, d, func(l *List) {
		l.ResetQueries(q)
		l.Timestamp(q, 0)
		l.Bind(p, s)
		l.Push(saxpyPush(1, n))
		for i := range 2 {
			l.Dispatch(n/saxpyGroup, 1, 1)
			l.Barrier(ComputeWrite, ComputeRead|ComputeWrite)
			l.Timestamp(q, i+1)
		}
	})
	submit(t, d, l)
	if allocs := testing.AllocsPerRun(10, func() { ticks, err = q.Read(ticks) }); allocs != 0 || err != nil {
		t.Errorf("reading timestamps allocates %v times (%v)", allocs, err)
	}
	if len(ticks) != q.Len() || ticks[0] == 0 || ticks[0] >= ticks[1] || ticks[1] >= ticks[2] {
		t.Errorf("timestamps %v do not increase", ticks)
	}
	if took := float64(ticks[2]-ticks[0]) * d.Info().Limits.TimestampPeriod; took > float64(time.Minute) {
		t.Errorf("two small dispatches took %v ns", took)
	}
}

func TestWaitAndLoss(t *testing.T) {
	d := open(t)
	const n = 1 << 22
	x, y := buffer(t, d, "x", 4*n, DeviceLocal), buffer(t, d, "y", 4*n, DeviceLocal)
	p, s := saxpy(t, d, x, y)
	l := list(t, d, func(l *List) {
		l.Bind(p, s)
		l.Push(saxpyPush(1, n))
		for range 100 {
			l.Dispatch(min(n/saxpyGroup, 65535), 1, 1)
			l.Barrier(ComputeWrite, ComputeRead|ComputeWrite)
		}
	})
	ticket, err := d.Submit(l)
	must(t, err)
	if err := d.Wait(ticket, 0); !errors.Is(err, ErrTimeout) {
		t.Errorf("waiting no time for a second of work gives %v, want ErrTimeout", err)
	}
	ran := false
	d.Defer(func() { ran = true })
	if ran {
		t.Error("a deferred function ran before the work that it waits for")
	}
	must(t, d.Wait(ticket, time.Minute))
	if !ran {
		t.Error("a deferred function did not run after the work that it waits for")
	}
	panics(t, "never issued", func() { d.Wait(ticket+1, 0) })

	d.Lose()
	if _, err := d.Submit(l); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("Submit on a lost device gives %v", err)
	}
	if err := d.Wait(ticket, 0); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("Wait on a lost device gives %v", err)
	}
}

func TestMisuse(t *testing.T) {
	d := open(t)
	x := buffer(t, d, "x", 16, DeviceLocal)
	p, s := saxpy(t, d, x, x)
	l := d.NewList("misused")
	panics(t, "takes", func() { l.Push([]byte{1}) })
	panics(t, "without a compute pipeline", func() { l.Dispatch(1, 1, 1) })
	panics(t, "does not match", func() { l.Bind(p, nil) })
	_, other := compute(t, d, ComputeDesc{Label: "count", SPIRV: spirv(t, "count.comp"), Bindings: []BindingKind{StorageBuffer}}, x)
	panics(t, "does not match", func() { l.Bind(p, other) })
	l.Bind(p, s)
	panics(t, "the device allows", func() { l.Dispatch(1, 1<<31, 1) })
	panics(t, "touches bytes", func() { l.Fill(x, 8, 12, 0) })
	panics(t, "multiples of 4", func() { l.Fill(x, 1, 4, 0) })
	panics(t, "outside a rendering", func() { l.Draw(3, 0) })
	panics(t, "without being recorded", func() { d.Submit(l) })
	panics(t, "2 bindings and was given 1", func() { d.NewSet(p, []Resource{x}) })
	img := image(t, d, "image", R32F, 1, 1, 1)
	panics(t, "is a storage buffer and was given a storage image", func() { d.NewSet(p, []Resource{x, img}) })
	if _, err := d.NewCompute(ComputeDesc{Label: "text", SPIRV: []byte("#version 450 and so on")}); !errors.Is(err, errNotSPIRV) {
		t.Errorf("a pipeline from GLSL text gives %v", err)
	}
	if _, err := d.NewCompute(ComputeDesc{Label: "pushy", SPIRV: spirv(t, "count.comp"), Push: 1 << 20}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a megabyte of push constants gives %v", err)
	}
}

func BenchmarkSubmit(b *testing.B) {
	d := open(b)
	y := buffer(b, d, "y", 4, DeviceLocal)
	l := list(b, d, func(l *List) { l.Fill(y, 0, 4, 1); l.Barrier(TransferWrite, TransferWrite) })
	b.ReportAllocs()
	for b.Loop() {
		submit(b, d, l)
	}
}

// BenchmarkRecord is a frame of thirty passes.
func BenchmarkRecord(b *testing.B) {
	d, err := Open(Options{CacheFile: "off"})
	skipWithout(b, err)
	b.Cleanup(func() { d.Destroy() })
	y := buffer(b, d, "y", 256, DeviceLocal)
	p, s := saxpy(b, d, y, y)
	l := d.NewList("frame")
	b.Cleanup(l.Destroy)
	push := saxpyPush(1, 1)
	b.ReportAllocs()
	for b.Loop() {
		l.Reset()
		for i := range 30 {
			binary.LittleEndian.PutUint32(push[4:], uint32(i))
			l.Bind(p, s)
			l.Push(push)
			l.Dispatch(1, 1, 1)
			l.Barrier(ComputeWrite, ComputeRead|ComputeWrite)
		}
		if err := l.Record(); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTexels(t *testing.T) {
	d := open(t)
	const n = 1000
	order, pairs, sums := buffer(t, d, "order", 4*n, DeviceLocal), buffer(t, d, "pairs", 8*n, DeviceLocal), buffer(t, d, "sums", 4*n, DeviceLocal)
	back, two := make([]uint32, n), make([]float32, 2*n)
	for i := range back {
		back[i], two[2*i], two[2*i+1] = uint32(n-1-i), float32(i), float32(3*i)
	}
	must(t, d.Upload(order, 0, uints(back...)))
	must(t, d.Upload(pairs, 0, floats(two...)))
	index, err := order.Texels(R32UI)
	must(t, err)
	pair, err := pairs.Texels(RG32F)
	must(t, err)
	p, s := compute(t, d, ComputeDesc{Label: "gather", SPIRV: spirv(t, "gather.comp"), Bindings: []BindingKind{TexelBuffer, TexelBuffer, StorageBuffer}, Push: 4},
		index, pair, sums)
	submit(t, d, list(t, d, func(l *List) {
		l.Bind(p, s)
		l.Push(uints(n))
		l.Dispatch((n+63)/64, 1, 1)
	}))
	got := download(t, d, sums)
	for i := range n {
		if want := float32(4 * (n - 1 - i)); floatAt(got, i) != want {
			t.Fatalf("sum %d is %v, want %v", i, floatAt(got, i), want)
		}
	}
	if again, err := order.Texels(R32UI); err != nil || again != index {
		t.Errorf("a second look at the texels gives %v, %v", again, err)
	}
	panics(t, "has a view of", func() { order.Texels(R32F) })
	panics(t, "is a texel buffer", func() { d.NewSet(p, []Resource{order, pair, sums}) })

	most := &d.info.Limits.MaxTexels
	defer func(n int) { *most = n }(*most)
	*most = n - 1
	if _, err := sums.Texels(R32F); !errors.Is(err, ErrTooLarge) {
		t.Errorf("more texels than the device takes give %v, want ErrTooLarge", err)
	}
}
