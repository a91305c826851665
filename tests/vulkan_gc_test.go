package tests

import (
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"throng/vk"
)

// vulkanDevice opens a device for tests of the binding itself, or skips where there is none.
func vulkanDevice(t *testing.T, validation bool) *vk.Device {
	t.Helper()
	d, err := vk.Open(vk.Options{Validation: validation, CacheFile: "off"})
	if errors.Is(err, vk.ErrNoLoader) || errors.Is(err, vk.ErrNoDevice) || errors.Is(err, vk.ErrNoValidation) {
		t.Skipf("needs a Vulkan device: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Destroy(); err != nil {
			t.Error(err)
		}
		for _, m := range d.Messages() {
			t.Errorf("validation: %s", m)
		}
	})
	return d
}

// vulkan-go's own pipeline creation lets the garbage collector free the create-info while the driver reads it, which
// crashes lavapipe within a few hundred pipelines. Ours must survive a thousand under the same load.
func TestPipelinesUnderGarbageCollection(t *testing.T) {
	d := vulkanDevice(t, true)
	spirv, err := os.ReadFile("../vk/testdata/saxpy.comp.spv")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var group sync.WaitGroup
	for range 2 {
		group.Add(1)
		go func() {
			defer group.Done()
			var kept [64][]byte
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					kept[i%len(kept)] = make([]byte, 16<<10)
				}
			}
		}()
	}
	defer group.Wait()
	defer close(stop)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range 1000 {
		p, err := d.NewCompute(vk.ComputeDesc{
			Label: "saxpy", SPIRV: spirv, Bindings: []vk.BindingKind{vk.StorageBuffer, vk.StorageBuffer},
			Push: 8, Specialization: []uint32{uint32(1 + i%256)},
		})
		if err != nil {
			t.Fatalf("pipeline %d: %v", i, err)
		}
		p.Destroy()
	}
	runtime.ReadMemStats(&after)
	if cycles := after.NumGC - before.NumGC; cycles < 50 {
		t.Errorf("only %d collections ran meanwhile; the test proves nothing", cycles)
	}
}

// vulkan-go allocates C memory for every struct that it is given and frees it only when told to.
func TestNoGrowthOutsideGo(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("needs /proc/self/statm")
	}
	d := vulkanDevice(t, false) // the validation layer's own books grow
	use := func(n int) {
		for range n {
			b, err := d.NewBuffer("passing", 64, vk.DeviceLocal)
			if err != nil {
				t.Fatal(err)
			}
			b.Destroy()
		}
		debug.FreeOSMemory()
	}
	// The heaps of Go and C find their sizes by jumps, so the quiet quarter of the rounds tells. One forgotten
	// create-info costs 64 bytes or more each time; without any a quiet round grows by some pages.
	const rounds, n = 12, 2000
	var grown [rounds]int
	for i := range grown {
		before := resident(t)
		use(n)
		grown[i] = resident(t) - before
	}
	slices.Sort(grown[:])
	if quiet := grown[rounds/4]; quiet > 20*n {
		t.Errorf("%d buffers, all destroyed, grow the process by %d bytes or more: %d", n, quiet, grown)
	}
}

// resident returns the process's resident memory in bytes.
func resident(t *testing.T) int {
	t.Helper()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(b))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
