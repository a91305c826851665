// What the C files share among themselves: the function tables and handle conversions.
#ifndef VKX_INTERNAL_H
#define VKX_INTERNAL_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "shim.h"

extern PFN_vkGetInstanceProcAddr vkx_gipa;

#define VKX_INSTANCE_FN(instance, name) ((PFN_##name)vkx_gipa((instance), #name))

// Device-level pointers skip the loader's trampolines. Every one of these is core in Vulkan 1.3.
#define VKX_DEVICE_FUNCTIONS(F) \
	F(vkDestroyDevice) \
	F(vkDeviceWaitIdle) \
	F(vkGetDeviceQueue) \
	F(vkQueueSubmit2) \
	F(vkCreateSemaphore) \
	F(vkDestroySemaphore) \
	F(vkWaitSemaphores) \
	F(vkGetSemaphoreCounterValue) \
	F(vkResetQueryPool) \
	F(vkCreatePipelineCache) \
	F(vkCreateDescriptorSetLayout) \
	F(vkCreatePipelineLayout) \
	F(vkCreateComputePipelines) \
	F(vkCreateGraphicsPipelines) \
	F(vkCreateDescriptorPool) \
	F(vkAllocateDescriptorSets) \
	F(vkFreeDescriptorSets) \
	F(vkUpdateDescriptorSets) \
	F(vkBeginCommandBuffer) \
	F(vkEndCommandBuffer) \
	F(vkCmdBindPipeline) \
	F(vkCmdBindDescriptorSets) \
	F(vkCmdPushConstants) \
	F(vkCmdDispatch) \
	F(vkCmdDispatchIndirect) \
	F(vkCmdPipelineBarrier2) \
	F(vkCmdCopyBuffer) \
	F(vkCmdFillBuffer) \
	F(vkCmdCopyImageToBuffer) \
	F(vkCmdClearColorImage) \
	F(vkCmdClearDepthStencilImage) \
	F(vkCmdBeginRendering) \
	F(vkCmdEndRendering) \
	F(vkCmdSetViewport) \
	F(vkCmdSetScissor) \
	F(vkCmdDraw) \
	F(vkCmdWriteTimestamp2) \
	F(vkCmdResetQueryPool)

// These belong to VK_EXT_debug_utils and may be missing.
#define VKX_DEBUG_FUNCTIONS(F) \
	F(vkSetDebugUtilsObjectNameEXT) \
	F(vkCmdBeginDebugUtilsLabelEXT) \
	F(vkCmdEndDebugUtilsLabelEXT)

struct vkx_device {
	VkDevice handle;
	VkQueue queue;
	VkSemaphore timeline;
#define VKX_FIELD(name) PFN_##name name;
	VKX_DEVICE_FUNCTIONS(VKX_FIELD)
	VKX_DEBUG_FUNCTIONS(VKX_FIELD)
#undef VKX_FIELD
};

// Handles are pointers on every 64-bit platform; package vk does not compile on others.
#define VKX_HANDLE(type, value) ((type)(uintptr_t)(value))
#define VKX_VALUE(handle) ((uint64_t)(uintptr_t)(handle))

#endif
