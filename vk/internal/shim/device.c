#include <stdlib.h>

#include "internal.h"

// Everything here except the marked optional features is mandatory in Vulkan 1.3. maintenance4 and the two kinds of
// discard are what SPIR-V 1.6 is compiled to; robustBufferAccess stays off, for it costs a test at every access.
static VkResult open_device(VkInstance instance, VkPhysicalDevice physical, uint32_t family, VkDevice *out) {
	VkPhysicalDeviceFeatures have;
	VKX_INSTANCE_FN(instance, vkGetPhysicalDeviceFeatures)(physical, &have);
	VkPhysicalDeviceVulkan13Features v13 = {
	    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
	    .dynamicRendering = VK_TRUE,
	    .synchronization2 = VK_TRUE,
	    .maintenance4 = VK_TRUE,
	    .subgroupSizeControl = VK_TRUE,
	    .computeFullSubgroups = VK_TRUE,
	    .shaderDemoteToHelperInvocation = VK_TRUE,
	    .shaderTerminateInvocation = VK_TRUE,
	    .shaderZeroInitializeWorkgroupMemory = VK_TRUE,
	};
	VkPhysicalDeviceVulkan12Features v12 = {
	    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
	    .pNext = &v13,
	    .timelineSemaphore = VK_TRUE,
	    .hostQueryReset = VK_TRUE,
	};
	VkPhysicalDeviceFeatures2 features = {
	    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
	    .pNext = &v12,
	    .features =
	        {
	            .fragmentStoresAndAtomics = have.fragmentStoresAndAtomics,             // optional
	            .vertexPipelineStoresAndAtomics = have.vertexPipelineStoresAndAtomics, // optional
	            .shaderInt64 = have.shaderInt64,                                       // optional
	            .shaderStorageImageExtendedFormats = have.shaderStorageImageExtendedFormats,
	        },
	};
	const float priority = 1;
	VkDeviceQueueCreateInfo queue = {
	    .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
	    .queueFamilyIndex = family,
	    .queueCount = 1,
	    .pQueuePriorities = &priority,
	};
	VkDeviceCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
	    .pNext = &features,
	    .queueCreateInfoCount = 1,
	    .pQueueCreateInfos = &queue,
	};
	return VKX_INSTANCE_FN(instance, vkCreateDevice)(physical, &info, NULL, out);
}

// Returns 0 when the driver lacks a function that Vulkan 1.3 promises.
static int load_functions(VkInstance instance, vkx_device *d) {
	PFN_vkGetDeviceProcAddr get = VKX_INSTANCE_FN(instance, vkGetDeviceProcAddr);
	int complete = 1;
#define VKX_LOAD(name) d->name = (PFN_##name)get(d->handle, #name);
#define VKX_REQUIRE(name) VKX_LOAD(name) complete &= d->name != NULL;
	VKX_DEVICE_FUNCTIONS(VKX_REQUIRE)
	VKX_DEBUG_FUNCTIONS(VKX_LOAD)
#undef VKX_REQUIRE
#undef VKX_LOAD
	return complete;
}

static VkResult create_timeline(vkx_device *d) {
	VkSemaphoreTypeCreateInfo type = {
	    .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
	    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
	};
	VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
	return d->vkCreateSemaphore(d->handle, &info, NULL, &d->timeline);
}

int32_t vkx_create_device(uint64_t instance_handle, uint64_t physical, uint32_t family, vkx_device **out) {
	VkInstance instance = VKX_HANDLE(VkInstance, instance_handle);
	vkx_device *d = calloc(1, sizeof *d);
	if (d == NULL) {
		return VK_ERROR_OUT_OF_HOST_MEMORY;
	}
	VkResult r = open_device(instance, VKX_HANDLE(VkPhysicalDevice, physical), family, &d->handle);
	if (r != VK_SUCCESS) {
		free(d);
		return r;
	}
	r = load_functions(instance, d) ? create_timeline(d) : VK_ERROR_INCOMPATIBLE_DRIVER;
	if (r != VK_SUCCESS) {
		vkx_destroy_device(d);
		return r;
	}
	d->vkGetDeviceQueue(d->handle, family, 0, &d->queue);
	*out = d;
	return VK_SUCCESS;
}

uint64_t vkx_device_handle(vkx_device *d) { return VKX_VALUE(d->handle); }

void vkx_destroy_device(vkx_device *d) {
	if (d->timeline != VK_NULL_HANDLE) {
		d->vkDestroySemaphore(d->handle, d->timeline, NULL);
	}
	if (d->vkDestroyDevice != NULL) {
		d->vkDestroyDevice(d->handle, NULL);
	}
	free(d);
}

int32_t vkx_wait_idle(vkx_device *d) { return d->vkDeviceWaitIdle(d->handle); }

void vkx_name(vkx_device *d, uint32_t type, uint64_t handle, const char *name) {
	if (d->vkSetDebugUtilsObjectNameEXT == NULL) {
		return;
	}
	VkDebugUtilsObjectNameInfoEXT info = {
	    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
	    .objectType = (VkObjectType)type,
	    .objectHandle = handle,
	    .pObjectName = name,
	};
	d->vkSetDebugUtilsObjectNameEXT(d->handle, &info);
}
