package vk

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestUploadDownload(t *testing.T) {
	d := open(t)
	random := rand.NewChaCha8([32]byte{1})
	for _, m := range []Memory{DeviceLocal, Upload, Readback} {
		for _, n := range []int{0, 1, 3, 4, 1000, slotSize - 1, slotSize, slotSize + 1, 3*slotSize + 5} {
			b := buffer(t, d, "round trip", n, m)
			if !bytes.Equal(download(t, d, b), make([]byte, n)) {
				t.Fatalf("a new %s buffer of %d bytes is not zero", m, n)
			}
			data := make([]byte, n)
			random.Read(data)
			must(t, d.Upload(b, 0, data))
			if !bytes.Equal(download(t, d, b), data) {
				t.Fatalf("%d bytes come back changed from %s memory", n, m)
			}
			if mapped := b.Bytes(); m != DeviceLocal && !bytes.Equal(mapped, data) {
				t.Fatalf("%d mapped bytes of %s memory differ from what was uploaded", n, m)
			}
			if n < 8 {
				continue
			}
			must(t, d.Upload(b, 5, []byte{1, 2, 3}))
			copy(data[5:], []byte{1, 2, 3})
			part := make([]byte, n-4)
			must(t, d.Download(b, 4, part))
			if !bytes.Equal(part, data[4:]) {
				t.Fatalf("a part of %d bytes comes back changed", n)
			}
		}
	}
	panics(t, "touches bytes", func() { d.Upload(buffer(t, d, "small", 4, DeviceLocal), 2, make([]byte, 3)) })
}

// An image larger than a staging slot comes back in bands of rows.
func TestDownloadLargeImage(t *testing.T) {
	d := open(t)
	const w, h = 700, 900 // rows do not divide a slot
	img := image(t, d, "large", RGBA32F, w, h, 2)
	out := bytes.Repeat([]byte{0xff}, 16*w*h)
	must(t, d.DownloadImage(img, 1, out))
	if !bytes.Equal(out, make([]byte, len(out))) {
		t.Error("a new image is not zero")
	}
	must(t, d.Run("clear", func(l *List) { l.ClearImage(img, ClearFloats(1, 2, 3, 4)) }))
	must(t, d.DownloadImage(img, 1, out))
	if !bytes.Equal(out, bytes.Repeat(floats(1, 2, 3, 4), w*h)) {
		t.Error("a cleared image comes back changed")
	}
}

// Every format can be cleared, bound as a storage image and read back.
func TestFormats(t *testing.T) {
	d := open(t)
	for f := RGBA32F; int(f) < len(formats); f++ {
		img := image(t, d, f.String(), f, 3, 2, 2)
		out := make([]byte, 6*f.TexelSize())
		must(t, d.DownloadImage(img, 1, out))
		if !bytes.Equal(out, make([]byte, len(out))) {
			t.Errorf("a new image of %s is not zero", f)
		}
	}
}

func TestFreeList(t *testing.T) {
	const whole = 1 << 12
	f := freeList{{0, whole}}
	random := rand.New(rand.NewPCG(1, 2))
	owner := make([]int, whole)
	var taken []span
	for step := 1; step < 5000; step++ {
		if random.IntN(2) == 0 && len(taken) > 0 {
			i := random.IntN(len(taken))
			s := taken[i]
			taken[i] = taken[len(taken)-1]
			taken = taken[:len(taken)-1]
			f.give(s.offset, s.size)
			clear(owner[s.offset : s.offset+s.size])
			continue
		}
		size, align := 1+random.IntN(200), 1<<random.IntN(8)
		at, ok := f.take(size, align)
		if !ok {
			continue
		}
		if at%align != 0 {
			t.Fatalf("offset %d is not a multiple of %d", at, align)
		}
		for k := at; k < at+size; k++ {
			if owner[k] != 0 {
				t.Fatalf("byte %d was given out twice", k)
			}
			owner[k] = step
		}
		taken = append(taken, span{at, size})
	}
	for _, s := range taken {
		f.give(s.offset, s.size)
	}
	if len(f) != 1 || f[0] != (span{0, whole}) {
		t.Errorf("all given back, yet the free list is %v", f)
	}
}

func TestAllocatorReuse(t *testing.T) {
	d := open(t)
	keep := buffer(t, d, "keep", 1<<10, DeviceLocal)
	before := taken(d)
	for range 300 { // ten times as much as a block holds, one after the other
		b, err := d.NewBuffer("passing", 2<<20, DeviceLocal)
		must(t, err)
		b.Destroy()
	}
	if after := taken(d); after != before {
		t.Errorf("buffers that were destroyed grew the memory from %d to %d bytes", before, after)
	}
	big, err := d.NewBuffer("big", 100<<20, DeviceLocal)
	must(t, err)
	if grown := taken(d) - before; grown != 100<<20 {
		t.Errorf("a buffer above the block size took %d bytes", grown)
	}
	uses := d.Memory()
	if len(uses) != 2 || uses[0].Label != "big" || uses[0].Bytes != 100<<20 || uses[1].Label != keep.Label() {
		t.Errorf("Memory() = %v", uses)
	}
	big.Destroy()
	big.Destroy() // twice is harmless
	d.idle()      // the GPU may still be clearing it
	if after := taken(d); after != before {
		t.Errorf("the block of a large buffer outlives it: %d bytes, %d before", after, before)
	}
	var none *Buffer
	none.Destroy()
}

func TestTooMuch(t *testing.T) {
	d := open(t)
	limits := d.Info().Limits
	_, err := d.NewBuffer("terabyte", 1<<40, DeviceLocal)
	if !errors.Is(err, ErrOutOfMemory) || !strings.Contains(err.Error(), `"terabyte"`) || !strings.Contains(err.Error(), "1.0 TiB") {
		t.Errorf("a buffer of 1 TiB gives %v", err)
	}
	_, err = d.NewImage("wide", R32F, limits.MaxImageDim+1, 1, 1)
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "texels a side") {
		t.Errorf("an image wider than the limit gives %v", err)
	}
	_, err = d.NewImage("deep", R32F, 1, 1, limits.MaxImageLayers+1)
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "layers") {
		t.Errorf("an image with more layers than the limit gives %v", err)
	}
	_, err = d.NewImage("vast", RGBA32F, limits.MaxImageDim, limits.MaxImageDim, limits.MaxImageLayers)
	if !errors.Is(err, ErrOutOfMemory) {
		t.Errorf("an image of terabytes gives %v", err)
	}
	panics(t, "negative", func() { d.NewBuffer("negative", -1, DeviceLocal) })
	// None of the refusals is left in the books.
	if uses := d.Memory(); len(uses) != 0 {
		t.Errorf("refused resources are alive: %v", uses)
	}
}

// The sum of all resources is bounded too, and freeing makes room again.
func TestHeapExhausted(t *testing.T) {
	d := open(t)
	d.memory.types.sizes[0] = 8 << 20 // a small device
	var kept []*Buffer
	var err error
	for range 100 {
		var b *Buffer
		if b, err = d.NewBuffer("part", 1<<20, DeviceLocal); err != nil {
			break
		}
		kept = append(kept, b)
	}
	if !errors.Is(err, ErrOutOfMemory) || len(kept) < 6 || len(kept) > 8 {
		t.Errorf("%d MiB fit a heap of 8 MiB, then %v", len(kept), err)
	}
	for _, b := range kept {
		b.Destroy()
	}
	b, err := d.NewBuffer("again", 4<<20, DeviceLocal)
	must(t, err)
	b.Destroy()
}

// taken is what a device has taken from Vulkan.
func taken(d *Device) int {
	now, _ := d.Footprint(false)
	return now.Taken
}

// The books of memory know the most that was in use at a time, until they are reset.
func TestFootprint(t *testing.T) {
	d := open(t)
	before, _ := d.Footprint(true)
	b, err := d.NewBuffer("large", 1<<20, DeviceLocal)
	must(t, err)
	during, _ := d.Footprint(false)
	b.Destroy()
	d.idle()
	after, most := d.Footprint(true)
	if during.Used < before.Used+1<<20 || after != (Footprint{before.Used, after.Taken}) || most.Used != during.Used || most.Taken < most.Used {
		t.Errorf("with 1 MiB more for a while there are %+v, %+v, %+v and %+v at most", before, during, after, most)
	}
	if _, again := d.Footprint(false); again != after {
		t.Errorf("after a reset the most is %+v, expected %+v", again, after)
	}
}
