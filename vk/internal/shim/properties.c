#include <stdlib.h>
#include <string.h>

#include "internal.h"

static void copy_limits(vkx_properties *out, const VkPhysicalDeviceLimits *l) {
	memcpy(out->max_groups, l->maxComputeWorkGroupCount, sizeof out->max_groups);
	memcpy(out->max_group_dims, l->maxComputeWorkGroupSize, sizeof out->max_group_dims);
	out->max_group_size = l->maxComputeWorkGroupInvocations;
	out->max_shared = l->maxComputeSharedMemorySize;
	out->max_push = l->maxPushConstantsSize;
	out->max_bindings = l->maxPerStageDescriptorStorageBuffers;
	out->max_image_dim = l->maxImageDimension2D;
	if (l->maxFramebufferWidth < out->max_image_dim) {
		out->max_image_dim = l->maxFramebufferWidth;
	}
	out->max_image_layers = l->maxImageArrayLayers;
	out->max_colors = l->maxColorAttachments < VKX_MAX_COLORS ? l->maxColorAttachments : VKX_MAX_COLORS;
	out->max_storage_range = l->maxStorageBufferRange;
	out->max_texels = l->maxTexelBufferElements;
	out->min_storage_align = l->minStorageBufferOffsetAlignment;
	out->timestamp_period = l->timestampPeriod;
}

static void copy_core(vkx_properties *out, const VkPhysicalDeviceProperties *p) {
	memcpy(out->name, p->deviceName, sizeof out->name);
	memcpy(out->cache_uuid, p->pipelineCacheUUID, sizeof out->cache_uuid);
	out->api = p->apiVersion;
	out->driver_version = p->driverVersion;
	out->vendor = p->vendorID;
	out->device = p->deviceID;
	out->type = p->deviceType;
	copy_limits(out, &p->limits);
}

// Only a device of Vulkan 1.3 knows all structs of this chain.
static void copy_versions(vkx_properties *out, VkInstance instance, VkPhysicalDevice physical) {
	VkPhysicalDeviceVulkan13Properties v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
	VkPhysicalDeviceVulkan12Properties v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES,
	                                          .pNext = &v13};
	VkPhysicalDeviceVulkan11Properties v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES,
	                                          .pNext = &v12};
	VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &v11};
	VKX_INSTANCE_FN(instance, vkGetPhysicalDeviceProperties2)(physical, &all);
	memcpy(out->driver, v12.driverName, sizeof out->driver);
	memcpy(out->driver_info, v12.driverInfo, sizeof out->driver_info);
	memcpy(out->uuid, v11.deviceUUID, sizeof out->uuid);
	out->subgroup = v11.subgroupSize;
	out->subgroup_ops = v11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT ? v11.subgroupSupportedOperations : 0;
	out->min_subgroup = v13.minSubgroupSize;
	out->max_subgroup = v13.maxSubgroupSize;
	out->max_allocation = v11.maxMemoryAllocationSize;
	out->max_buffer = v13.maxBufferSize;
}

static void copy_family(vkx_properties *out, VkInstance instance, VkPhysicalDevice physical) {
	PFN_vkGetPhysicalDeviceQueueFamilyProperties list =
	    VKX_INSTANCE_FN(instance, vkGetPhysicalDeviceQueueFamilyProperties);
	const VkQueueFlags both = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
	VkQueueFamilyProperties families[32];
	uint32_t n = 32;
	list(physical, &n, families);
	out->family = UINT32_MAX;
	for (uint32_t i = 0; i < n; i++) {
		if ((families[i].queueFlags & both) == both) {
			out->family = i;
			out->timestamp_bits = families[i].timestampValidBits;
			return;
		}
	}
}

void vkx_get_properties(uint64_t instance_handle, uint64_t physical_handle, vkx_properties *out) {
	VkInstance instance = VKX_HANDLE(VkInstance, instance_handle);
	VkPhysicalDevice physical = VKX_HANDLE(VkPhysicalDevice, physical_handle);
	VkPhysicalDeviceProperties core;
	VkPhysicalDeviceFeatures features;
	memset(out, 0, sizeof *out);
	VKX_INSTANCE_FN(instance, vkGetPhysicalDeviceProperties)(physical, &core);
	VKX_INSTANCE_FN(instance, vkGetPhysicalDeviceFeatures)(physical, &features);
	copy_core(out, &core);
	copy_family(out, instance, physical);
	out->int64 = features.shaderInt64;
	out->fragment_stores = features.fragmentStoresAndAtomics;
	out->vertex_stores = features.vertexPipelineStoresAndAtomics;
	if (core.apiVersion >= VK_API_VERSION_1_3) {
		copy_versions(out, instance, physical);
	}
}
