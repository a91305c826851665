package vk

import (
	"fmt"
	"strings"
	"sync"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// A machine with only the run-time package of the loader has the name with the version; vulkan-go alone would look for
// the other one, which comes with the headers.
var loaderNames = []string{"libvulkan.so.1", "libvulkan.so"}

// vulkan-go keeps the loaded functions in globals, so loading and each instance's second loading are serialised.
var loader struct {
	sync.Mutex
	ready bool
}

// load opens the first loader library of names and hands it to vulkan-go, once per process.
func load(names []string) error {
	loader.Lock()
	defer loader.Unlock()
	if loader.ready {
		return nil
	}
	entry := shim.OpenLoader(names...)
	if entry == nil {
		return fmt.Errorf("vk: open %s: %w", strings.Join(names, " or "), ErrNoLoader)
	}
	vulkan.SetGetInstanceProcAddr(entry)
	if err := vulkan.Init(); err != nil {
		return fmt.Errorf("vk: load Vulkan: %w: %w", ErrNoLoader, err)
	}
	loader.ready = true
	return nil
}

// loadInstance fetches the functions that need an instance; without it the first call of one jumps to address 0.
func loadInstance(i vulkan.Instance) error {
	loader.Lock()
	defer loader.Unlock()
	return vulkan.InitInstance(i)
}
