package vk

import (
	"errors"
	"fmt"
)

// Errors to match with errors.Is.
var (
	ErrNoLoader     = errors.New("no Vulkan loader is installed (libvulkan.so.1)")
	ErrNoDevice     = errors.New("no usable Vulkan device")
	ErrNoValidation = errors.New("the Khronos validation layer is not installed")
	ErrDeviceLost   = errors.New("the Vulkan device was lost")
	ErrOutOfMemory  = errors.New("out of memory")
	ErrTooLarge     = errors.New("larger than the device allows")
	ErrTimeout      = errors.New("the GPU did not finish in time")
)

// Error is a VkResult that is not a success.
type Error int32

// VkResult values, by their names in the Vulkan specification.
var resultNames = map[Error]string{
	1: "VK_NOT_READY", 2: "VK_TIMEOUT", 5: "VK_INCOMPLETE",
	-1: "VK_ERROR_OUT_OF_HOST_MEMORY", -2: "VK_ERROR_OUT_OF_DEVICE_MEMORY", -3: "VK_ERROR_INITIALIZATION_FAILED",
	-4: "VK_ERROR_DEVICE_LOST", -5: "VK_ERROR_MEMORY_MAP_FAILED", -6: "VK_ERROR_LAYER_NOT_PRESENT",
	-7: "VK_ERROR_EXTENSION_NOT_PRESENT", -8: "VK_ERROR_FEATURE_NOT_PRESENT", -9: "VK_ERROR_INCOMPATIBLE_DRIVER",
	-10: "VK_ERROR_TOO_MANY_OBJECTS", -11: "VK_ERROR_FORMAT_NOT_SUPPORTED", -12: "VK_ERROR_FRAGMENTED_POOL",
	-13: "VK_ERROR_UNKNOWN", -1000069000: "VK_ERROR_OUT_OF_POOL_MEMORY", -1000012000: "VK_ERROR_INVALID_SHADER_NV",
	-1000161000: "VK_ERROR_FRAGMENTATION", -1000174001: "VK_ERROR_NOT_PERMITTED",
}

const (
	resultTimeout            Error = 2
	resultOutOfHostMemory    Error = -1
	resultOutOfDeviceMemory  Error = -2
	resultDeviceLost         Error = -4
	resultIncompatibleDriver Error = -9
	resultFragmentedPool     Error = -12
	resultOutOfPoolMemory    Error = -1000069000
)

// Error returns the name of the result as the Vulkan specification has it.
func (e Error) Error() string {
	if name, ok := resultNames[e]; ok {
		return name
	}
	return fmt.Sprintf("VkResult %d", int32(e))
}

// Is makes errors.Is match the sentinel that a result stands for.
func (e Error) Is(target error) bool {
	switch e {
	case resultTimeout:
		return target == ErrTimeout
	case resultOutOfHostMemory, resultOutOfDeviceMemory:
		return target == ErrOutOfMemory
	case resultDeviceLost:
		return target == ErrDeviceLost
	}
	return false
}

// check turns a VkResult into nil or an Error.
func check[R ~int32](r R) error {
	if r == 0 {
		return nil
	}
	return Error(r)
}

// size prints bytes as people read them.
func size(n int) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}
	v, i := float64(n), 0
	for v >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	if i == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", v, units[i])
}
