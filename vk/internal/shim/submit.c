#include "internal.h"

// One submission of n <= VKX_MAX_LISTS command buffers that raises the timeline to signal when all of them are done.
int32_t vkx_submit(vkx_device *d, const uint64_t *command_buffers, uint32_t n, uint64_t signal) {
	VkCommandBufferSubmitInfo buffers[VKX_MAX_LISTS];
	for (uint32_t i = 0; i < n; i++) {
		buffers[i] = (VkCommandBufferSubmitInfo){
		    .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
		    .commandBuffer = VKX_HANDLE(VkCommandBuffer, command_buffers[i]),
		};
	}
	VkSemaphoreSubmitInfo done = {
	    .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
	    .semaphore = d->timeline,
	    .value = signal,
	    .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
	};
	VkSubmitInfo2 info = {
	    .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
	    .commandBufferInfoCount = n,
	    .pCommandBufferInfos = buffers,
	    .signalSemaphoreInfoCount = 1,
	    .pSignalSemaphoreInfos = &done,
	};
	return d->vkQueueSubmit2(d->queue, 1, &info, VK_NULL_HANDLE);
}

int32_t vkx_wait(vkx_device *d, uint64_t value, uint64_t timeout_ns) {
	VkSemaphoreWaitInfo info = {
	    .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
	    .semaphoreCount = 1,
	    .pSemaphores = &d->timeline,
	    .pValues = &value,
	};
	return d->vkWaitSemaphores(d->handle, &info, timeout_ns);
}

vkx_out vkx_completed(vkx_device *d) {
	vkx_out out = {0};
	out.result = d->vkGetSemaphoreCounterValue(d->handle, d->timeline, &out.handle);
	return out;
}

void vkx_reset_queries(vkx_device *d, uint64_t pool, uint32_t n) {
	d->vkResetQueryPool(d->handle, VKX_HANDLE(VkQueryPool, pool), 0, n);
}
