package vk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDevices(t *testing.T) {
	infos, err := Devices()
	skipWithout(t, err)
	for i, info := range infos {
		t.Logf("%d: %s, %s, Vulkan %s, driver %s, %s", info.Index, info.Name, info.Type, info.API, info.Driver, size(info.Limits.DeviceMemory))
		if info.Index != i || info.Name == "" || info.API == "" || info.Limits.MaxGroups[0] == 0 || info.Limits.DeviceMemory == 0 {
			t.Errorf("incomplete: %+v", info)
		}
		if info.Lacks == "" && (info.Driver == "" || info.Limits.SubgroupSize == 0 || info.Limits.MaxBufferSize == 0) {
			t.Errorf("incomplete for a device of Vulkan 1.3: %+v", info)
		}
	}
}

func TestPreference(t *testing.T) {
	devices := func(infos ...Info) (found []candidate) {
		for _, info := range infos {
			found = append(found, candidate{info: info})
		}
		return found
	}
	order := devices(Info{Type: "discrete"}, Info{Type: "integrated"}, Info{Type: "virtual"}, Info{Type: "cpu"}, Info{Type: "other"},
		Info{Type: "discrete", Lacks: "Vulkan 1.3"})
	for i := 1; i < len(order); i++ {
		if rank(&order[i-1]) >= rank(&order[i]) {
			t.Errorf("%+v is not preferred to %+v", order[i-1].info, order[i].info)
		}
	}
	found := devices(Info{Name: "Big GPU 2"}, Info{Name: "Small gpu"}, Info{Name: "old", Lacks: "Vulkan 1.3"})
	for name, want := range map[string]string{
		"": "Big GPU 2", "0": "Big GPU 2", "1": "Small gpu", "GPU": "Big GPU 2", "small": "Small gpu",
	} {
		if c, err := choose(found, name); err != nil || c.info.Name != want {
			t.Errorf("choose(%q) = %v, %v, want %s", name, c, err, want)
		}
	}
	for name, want := range map[string]string{"nonsense": `1 "Small gpu"`, "7": `"7"`, "-1": `"-1"`, "OLD": "lacks Vulkan 1.3"} {
		if _, err := choose(found, name); !errors.Is(err, ErrNoDevice) || !strings.Contains(err.Error(), want) {
			t.Errorf("choose(%q) gives %v, want ErrNoDevice with %s", name, err, want)
		}
	}
}

func TestDeviceByName(t *testing.T) {
	infos, err := Devices()
	skipWithout(t, err)
	t.Setenv("THRONG_DEVICE", "nonsense")
	_, err = Open(Options{})
	if !errors.Is(err, ErrNoDevice) || !strings.Contains(err.Error(), "nonsense") || !strings.Contains(err.Error(), infos[0].Name) {
		t.Errorf("THRONG_DEVICE=nonsense gives %v", err)
	}
	d, err := Open(Options{Device: strings.ToUpper(infos[0].Name), CacheFile: "off"})
	must(t, err)
	if got := d.Info().Name; got != infos[0].Name {
		t.Errorf("opened %q instead of %q", got, infos[0].Name)
	}
	must(t, d.Destroy())
}

// The loader reads its variables anew for each instance, so this needs no process of its own.
func TestNoDriver(t *testing.T) {
	_, err := Devices()
	skipWithout(t, err)
	for _, name := range []string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"} {
		t.Setenv(name, "/nonexistent")
	}
	if _, err := Open(Options{}); !errors.Is(err, ErrNoDevice) {
		t.Errorf("no driver gives %v, want ErrNoDevice", err)
	}
	if _, err := Devices(); !errors.Is(err, ErrNoDevice) {
		t.Errorf("no driver gives %v, want ErrNoDevice", err)
	}
}

func TestNoLoader(t *testing.T) {
	loader.Lock()
	ready := loader.ready
	loader.ready = false
	loader.Unlock()
	defer func() { loader.ready = ready }()
	err := load([]string{"libvulkan-of-nowhere.so.1", "libvulkan-of-nowhere.so"})
	if !errors.Is(err, ErrNoLoader) || !strings.Contains(err.Error(), "libvulkan-of-nowhere.so.1") {
		t.Errorf("a missing library gives %v, want ErrNoLoader", err)
	}
}

func TestLeakReport(t *testing.T) {
	d := bare(t)
	_, err := d.NewBuffer("forgotten buffer", 100, DeviceLocal)
	must(t, err)
	_, err = d.NewImage("forgotten image", R32F, 4, 4, 1)
	must(t, err)
	p, err := d.NewCompute(ComputeDesc{Label: "forgotten pipeline", SPIRV: spirv(t, "count.comp"), Bindings: []BindingKind{StorageBuffer}})
	must(t, err)
	b, err := d.NewBuffer("remembered", 100, Upload)
	must(t, err)
	_, err = d.NewSet(p, []Resource{b})
	must(t, err)
	l := d.NewList("forgotten list")
	must(t, l.Record())
	b.Destroy()
	err = d.Destroy()
	if err == nil {
		t.Fatal("Destroy reports no leak")
	}
	for _, want := range []string{"5 objects", `buffer "forgotten buffer"`, `image "forgotten image"`,
		`pipeline "forgotten pipeline"`, `set "forgotten pipeline"`, `list "forgotten list"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the report: %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "remembered") {
		t.Errorf("a destroyed buffer is in the report: %v", err)
	}
	must(t, d.Destroy()) // the second time does nothing
	// What leaked was destroyed all the same, so Vulkan has nothing to complain about.
	for _, m := range d.Messages() {
		t.Errorf("validation: %s", m)
	}
}

func TestValidationCatchesErrors(t *testing.T) {
	d := bare(t)
	l := d.NewList("wrong")
	y, err := d.NewBuffer("y", 64, DeviceLocal)
	must(t, err)
	l.Fill(y, 0, 4, 0)
	l.cmds[0].X = 2 // behind the back of the list's own checks
	must(t, l.Record())
	l.Destroy()
	y.Destroy()
	must(t, d.Destroy())
	if m := strings.Join(d.Messages(), "\n"); !strings.Contains(m, "vkCmdFillBuffer") {
		t.Errorf("an offset that is no multiple of 4 gives the messages %q", m)
	}
}

func TestValidationCatchesHazards(t *testing.T) {
	for _, barrier := range []bool{false, true} {
		d := bare(t)
		y, err := d.NewBuffer("y", 256, DeviceLocal)
		must(t, err)
		p, err := d.NewCompute(ComputeDesc{Label: "saxpy", SPIRV: spirv(t, "saxpy.comp"),
			Bindings: []BindingKind{StorageBuffer, StorageBuffer}, Push: 8, Specialization: []uint32{saxpyGroup}})
		must(t, err)
		s, err := d.NewSet(p, []Resource{y, y})
		must(t, err)
		must(t, d.Run("two writers", func(l *List) {
			l.Bind(p, s)
			l.Push(saxpyPush(1, 64))
			l.Dispatch(1, 1, 1)
			if barrier {
				l.Barrier(ComputeWrite, ComputeRead|ComputeWrite)
			}
			l.Dispatch(1, 1, 1)
		}))
		s.Destroy()
		p.Destroy()
		y.Destroy()
		must(t, d.Destroy())
		found := strings.Contains(strings.Join(d.Messages(), "\n"), "SYNC-HAZARD")
		if found == barrier || barrier && len(d.Messages()) > 0 {
			t.Errorf("with a barrier: %v; messages: %q", barrier, d.Messages())
		}
	}
}

// A damaged, foreign or missing cache file is as good as none, and is replaced.
func TestCacheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "cache.bin")
	use := func() (loaded bool) {
		t.Helper()
		d, err := Open(Options{Validation: true, CacheFile: path})
		skipWithout(t, err)
		loaded = d.cache.loaded != nil
		p, err := d.NewCompute(ComputeDesc{Label: "count", SPIRV: spirv(t, "count.comp"), Bindings: []BindingKind{StorageBuffer}})
		must(t, err)
		p.Destroy()
		must(t, d.Destroy())
		if m := d.Messages(); len(m) > 0 {
			t.Errorf("validation: %q", m)
		}
		return loaded
	}
	if use() {
		t.Error("a cache was loaded from a file that does not exist")
	}
	good, err := os.ReadFile(path)
	must(t, err)
	if !use() {
		t.Error("the file of the first run was not loaded by the second")
	}
	flipped := append([]byte(nil), good...)
	flipped[len(flipped)-1] ^= 1
	foreign := append([]byte(nil), good...)
	foreign[cacheHead+16] ^= 1 // another driver's UUID; also fails the checksum
	for name, damaged := range map[string][]byte{
		"empty": {}, "short": good[:cacheHead+3], "text": []byte(strings.Repeat("no cache at all ", 10)),
		"flipped": flipped, "foreign": foreign,
	} {
		must(t, os.WriteFile(path, damaged, 0o644))
		if use() {
			t.Errorf("a cache was loaded from the %s file", name)
		}
		if now, err := os.ReadFile(path); err != nil || len(now) < cacheHead+32 {
			t.Errorf("the %s file was not replaced: %v", name, err)
		}
	}
	d, err := Open(Options{CacheFile: filepath.Join(os.DevNull, "cache.bin")})
	must(t, err)
	if err := d.Destroy(); err == nil {
		t.Error("a named cache file that cannot be written is no error")
	}
}

func TestErrors(t *testing.T) {
	for e, want := range map[Error]error{-1: ErrOutOfMemory, -2: ErrOutOfMemory, -4: ErrDeviceLost, 2: ErrTimeout} {
		if !errors.Is(e, want) {
			t.Errorf("%v does not match %v", e, want)
		}
	}
	if errors.Is(Error(-3), ErrOutOfMemory) || Error(-3).Error() != "VK_ERROR_INITIALIZATION_FAILED" || Error(-77).Error() != "VkResult -77" {
		t.Errorf("%v, %v", Error(-3), Error(-77))
	}
}
