package vk

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// The validation layer watches the threads here: it reports Vulkan objects that two of them use at once.
func TestGoroutines(t *testing.T) {
	d := open(t)
	var group sync.WaitGroup
	failures := make(chan error, 4)
	for g := range cap(failures) {
		group.Add(1)
		go func() {
			defer group.Done()
			for step := range 25 {
				if err := roundTrip(d, byte(g), step); err != nil {
					failures <- fmt.Errorf("goroutine %d, step %d: %w", g, step, err)
					return
				}
			}
		}()
	}
	group.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
}

var errChanged = errors.New("the data came back changed")

func roundTrip(d *Device, value byte, step int) error {
	const n = 1 << 12
	a, err := d.NewBuffer("a", n, DeviceLocal)
	if err != nil {
		return err
	}
	defer a.Destroy()
	b, err := d.NewBuffer("b", n, Memory(step%3))
	if err != nil {
		return err
	}
	defer b.Destroy()
	want := bytes.Repeat([]byte{value, byte(step)}, n/2)
	if err := d.Upload(a, 0, want); err != nil {
		return err
	}
	if err := d.Run("copy", func(l *List) { l.Copy(b, a, 0, 0, n) }); err != nil {
		return err
	}
	got := make([]byte, n)
	if err := d.Download(b, 0, got); err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errChanged
	}
	return nil
}

// More sets than one pool holds, some freed in between.
func TestManySets(t *testing.T) {
	d := open(t)
	b := buffer(t, d, "b", 4, DeviceLocal)
	p, _ := compute(t, d, ComputeDesc{Label: "count", SPIRV: spirv(t, "count.comp"), Bindings: []BindingKind{StorageBuffer}}, b)
	var sets []*Set
	for i := range 3 * poolSets {
		s, err := d.NewSet(p, []Resource{b})
		must(t, err)
		if i%3 == 0 {
			s.Destroy()
			continue
		}
		sets = append(sets, s)
	}
	l := list(t, d, func(l *List) {
		for _, s := range sets {
			l.Bind(p, s)
			l.Dispatch(1, 1, 1)
			l.Barrier(ComputeWrite, ComputeRead|ComputeWrite)
		}
	})
	submit(t, d, l)
	if got := uintAt(download(t, d, b), 0); got != uint32(32*len(sets)) {
		t.Errorf("%d sets counted %d invocations", len(sets), got)
	}
	for _, s := range sets {
		s.Destroy()
	}
}
