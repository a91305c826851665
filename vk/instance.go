package vk

import (
	"errors"
	"fmt"
	"sync"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

const (
	version13       = 1<<22 | 3<<12
	validationLayer = "VK_LAYER_KHRONOS_validation"
	debugUtils      = "VK_EXT_debug_utils"
	validationKnobs = "VK_EXT_validation_features"
)

// instance is a VkInstance with its message log; log is nil without validation.
type instance struct {
	handle vulkan.Instance
	log    *shim.Log
}

func openInstance(validation bool) (*instance, error) {
	if err := load(loaderNames); err != nil {
		return nil, err
	}
	if v := shim.LoaderVersion(); v < version13 {
		return nil, fmt.Errorf("vk: the Vulkan loader is %s, 1.3 is needed: %w", version(v), ErrNoDevice)
	}
	if err := keepDrivers(); err != nil {
		return nil, err
	}
	if validation && !(shim.HasLayer(validationLayer) && shim.HasExtension(validationLayer, validationKnobs)) {
		return nil, fmt.Errorf("vk: open with validation: %w", ErrNoValidation)
	}
	i := &instance{}
	if validation {
		if i.log = shim.NewLog(); i.log == nil {
			return nil, fmt.Errorf("vk: create message log: %w", ErrOutOfMemory)
		}
	}
	if err := i.create(); err != nil {
		if i.log != nil {
			i.log.Free()
		}
		return nil, err
	}
	return i, nil
}

// kept is an instance that lives as long as the process. Without it the loader would unload the drivers with the last
// instance, and each loading of NVIDIA's (580) takes static thread-local storage for good: after some thirty devices,
// opened one after the other, it could not be loaded any more.
var kept struct {
	sync.Mutex
	instance
}

func keepDrivers() error {
	kept.Lock()
	defer kept.Unlock()
	if kept.handle != nil {
		return nil
	}
	return kept.create()
}

// create makes the VkInstance, fills vulkan-go's function table and starts the log.
func (i *instance) create() error {
	app := vulkan.ApplicationInfo{
		SType:            vulkan.StructureTypeApplicationInfo,
		PApplicationName: cstr("throng"),
		PEngineName:      cstr("throng"),
		ApiVersion:       version13,
	}
	info := vulkan.InstanceCreateInfo{SType: vulkan.StructureTypeInstanceCreateInfo, PApplicationInfo: &app}
	if shim.HasExtension("", debugUtils) || i.log != nil {
		info.PpEnabledExtensionNames = append(info.PpEnabledExtensionNames, cstr(debugUtils))
	}
	if i.log != nil {
		info.PNext = i.log.Chain()
		info.PpEnabledLayerNames = []string{cstr(validationLayer)}
		info.PpEnabledExtensionNames = append(info.PpEnabledExtensionNames, cstr(validationKnobs))
	}
	info.EnabledLayerCount = uint32(len(info.PpEnabledLayerNames))
	info.EnabledExtensionCount = uint32(len(info.PpEnabledExtensionNames))
	defer app.Free()
	defer info.Free()
	var handle vulkan.Instance
	if err := check(vulkan.CreateInstance(&info, nil, &handle)); err != nil {
		return instanceError(err)
	}
	i.handle = handle
	if err := loadInstance(handle); err != nil {
		return fmt.Errorf("vk: load instance functions: %w", err)
	}
	if i.log == nil {
		return nil
	}
	if err := check(i.log.Attach(raw(handle))); err != nil {
		vulkan.DestroyInstance(handle, nil)
		return fmt.Errorf("vk: listen to validation: %w", err)
	}
	return nil
}

// instanceError explains the result that a loader gives when it finds no driver at all.
func instanceError(err error) error {
	if errors.Is(err, resultIncompatibleDriver) {
		return fmt.Errorf("vk: no Vulkan driver is installed, or VK_DRIVER_FILES names none: %w", ErrNoDevice)
	}
	return fmt.Errorf("vk: create instance: %w", err)
}

// physical lists the physical devices in the loader's order.
func (i *instance) physical() ([]vulkan.PhysicalDevice, error) {
	var n uint32
	if err := check(vulkan.EnumeratePhysicalDevices(i.handle, &n, nil)); err != nil {
		return nil, instanceError(err)
	}
	devices := make([]vulkan.PhysicalDevice, n)
	if n == 0 {
		return nil, fmt.Errorf("vk: list devices: %w", ErrNoDevice)
	}
	if err := check(vulkan.EnumeratePhysicalDevices(i.handle, &n, devices)); err != nil {
		return nil, instanceError(err)
	}
	return devices[:n], nil
}

// destroy frees the instance and returns the messages it left.
func (i *instance) destroy() []string {
	if i.log == nil {
		vulkan.DestroyInstance(i.handle, nil)
		return nil
	}
	i.log.Detach()
	vulkan.DestroyInstance(i.handle, nil)
	messages := i.log.Messages()
	i.log.Free()
	return messages
}
