#include <string.h>

#include "internal.h"

typedef struct {
	VkPipelineStageFlags2 stage;
	VkAccessFlags2 access;
} scope;

// Indexed by the bit number of a VKX_* scope.
static const scope scopes[VKX_SCOPES] = {
    {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_SAMPLED_READ_BIT},
    {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
    {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT},
    {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT},
    {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
    {VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT},
    {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT},
    {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT},
    {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT},
    {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT},
    {VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
     VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT},
    {VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
     VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT},
    {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT},
    {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_WRITE_BIT},
};

static scope expand(uint32_t bits) {
	scope all = {0, 0};
	for (uint32_t i = 0; i < VKX_SCOPES; i++) {
		if (bits & 1u << i) {
			all.stage |= scopes[i].stage;
			all.access |= scopes[i].access;
		}
	}
	return all;
}

// What a command needs to know of the commands before it.
typedef struct {
	vkx_device *d;
	VkCommandBuffer cb;
	const uint8_t *data;
	VkRenderingAttachmentInfo colors[VKX_MAX_COLORS], depth;
	uint32_t color_count, has_depth;
} replay;

static void bind(replay *r, const vkx_cmd *c) {
	VkPipelineBindPoint point = (VkPipelineBindPoint)c->a;
	r->d->vkCmdBindPipeline(r->cb, point, VKX_HANDLE(VkPipeline, c->h0));
	if (c->h2 != 0) {
		VkDescriptorSet set = VKX_HANDLE(VkDescriptorSet, c->h2);
		r->d->vkCmdBindDescriptorSets(r->cb, point, VKX_HANDLE(VkPipelineLayout, c->h1), 0, 1, &set, 0, NULL);
	}
}

static void barrier(replay *r, const vkx_cmd *c) {
	scope before = expand(c->a), after = expand(c->b);
	VkMemoryBarrier2 memory = {
	    .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
	    .srcStageMask = before.stage,
	    .srcAccessMask = before.access,
	    .dstStageMask = after.stage,
	    .dstAccessMask = after.access,
	};
	VkDependencyInfo info = {
	    .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
	    .memoryBarrierCount = 1,
	    .pMemoryBarriers = &memory,
	};
	r->d->vkCmdPipelineBarrier2(r->cb, &info);
}

static VkImageSubresourceRange whole(uint32_t aspect, uint32_t layers) {
	return (VkImageSubresourceRange){aspect, 0, 1, 0, layers};
}

static void image_init(replay *r, const vkx_cmd *c) {
	VkImageMemoryBarrier2 change = {
	    .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
	    .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
	    .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
	    .newLayout = VK_IMAGE_LAYOUT_GENERAL,
	    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
	    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
	    .image = VKX_HANDLE(VkImage, c->h0),
	    .subresourceRange = whole(c->b, c->a),
	};
	VkDependencyInfo info = {
	    .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
	    .imageMemoryBarrierCount = 1,
	    .pImageMemoryBarriers = &change,
	};
	r->d->vkCmdPipelineBarrier2(r->cb, &info);
}

static void image_copy(replay *r, const vkx_cmd *c) {
	VkBufferImageCopy region = {
	    .bufferOffset = c->x,
	    .imageSubresource = {c->c, 0, c->a, c->b},
	    .imageOffset = {0, (int32_t)c->z, 0},
	    .imageExtent = {(uint32_t)c->y, (uint32_t)(c->y >> 32), 1},
	};
	r->d->vkCmdCopyImageToBuffer(r->cb, VKX_HANDLE(VkImage, c->h1), VK_IMAGE_LAYOUT_GENERAL, VKX_HANDLE(VkBuffer, c->h0), 1,
	                             &region);
}

static VkClearValue clear_value(const vkx_cmd *c) {
	VkClearValue value;
	const uint64_t bits[2] = {c->x, c->y};
	memcpy(&value, bits, sizeof bits);
	return value;
}

static void image_clear(replay *r, const vkx_cmd *c) {
	VkImage image = VKX_HANDLE(VkImage, c->h0);
	VkImageSubresourceRange range = whole(c->b, c->a);
	VkClearValue value = clear_value(c);
	if (c->b == VK_IMAGE_ASPECT_DEPTH_BIT) {
		r->d->vkCmdClearDepthStencilImage(r->cb, image, VK_IMAGE_LAYOUT_GENERAL, &value.depthStencil, 1, &range);
	} else {
		r->d->vkCmdClearColorImage(r->cb, image, VK_IMAGE_LAYOUT_GENERAL, &value.color, 1, &range);
	}
}

static void attach(replay *r, const vkx_cmd *c) {
	VkRenderingAttachmentInfo info = {
	    .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
	    .imageView = VKX_HANDLE(VkImageView, c->h0),
	    .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
	    .loadOp = c->a ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD,
	    .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
	    .clearValue = clear_value(c),
	};
	if (c->b == VK_IMAGE_ASPECT_DEPTH_BIT) {
		r->depth = info;
		r->has_depth = 1;
	} else {
		r->colors[r->color_count++] = info;
	}
}

static void render(replay *r, const vkx_cmd *c) {
	VkRect2D area = {{0, 0}, {c->a, c->b}};
	VkViewport viewport = {0, 0, (float)c->a, (float)c->b, 0, 1};
	VkRenderingInfo info = {
	    .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
	    .renderArea = area,
	    .layerCount = 1,
	    .colorAttachmentCount = r->color_count,
	    .pColorAttachments = r->colors,
	    .pDepthAttachment = r->has_depth ? &r->depth : NULL,
	};
	r->d->vkCmdBeginRendering(r->cb, &info);
	r->d->vkCmdSetViewport(r->cb, 0, 1, &viewport);
	r->d->vkCmdSetScissor(r->cb, 0, 1, &area);
	r->color_count = r->has_depth = 0;
}

static void copy(replay *r, const vkx_cmd *c) {
	VkBufferCopy region = {c->y, c->x, c->z};
	r->d->vkCmdCopyBuffer(r->cb, VKX_HANDLE(VkBuffer, c->h1), VKX_HANDLE(VkBuffer, c->h0), 1, &region);
}

static void label(replay *r, const vkx_cmd *c) {
	VkDebugUtilsLabelEXT info = {
	    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
	    .pLabelName = (const char *)r->data + c->x,
	};
	if (r->d->vkCmdBeginDebugUtilsLabelEXT != NULL) {
		r->d->vkCmdBeginDebugUtilsLabelEXT(r->cb, &info);
	}
}

static void label_end(replay *r) {
	if (r->d->vkCmdEndDebugUtilsLabelEXT != NULL) {
		r->d->vkCmdEndDebugUtilsLabelEXT(r->cb);
	}
}

static void one(replay *r, const vkx_cmd *c) {
	vkx_device *d = r->d;
	switch (c->op) {
	case VKX_BIND: bind(r, c); break;
	case VKX_PUSH:
		d->vkCmdPushConstants(r->cb, VKX_HANDLE(VkPipelineLayout, c->h1), c->a, 0, c->b, r->data + c->x);
		break;
	case VKX_DISPATCH: d->vkCmdDispatch(r->cb, c->a, c->b, c->c); break;
	case VKX_INDIRECT: d->vkCmdDispatchIndirect(r->cb, VKX_HANDLE(VkBuffer, c->h0), c->x); break;
	case VKX_BARRIER: barrier(r, c); break;
	case VKX_COPY: copy(r, c); break;
	case VKX_FILL: d->vkCmdFillBuffer(r->cb, VKX_HANDLE(VkBuffer, c->h0), c->x, c->z, c->a); break;
	case VKX_IMAGE_INIT: image_init(r, c); break;
	case VKX_IMAGE_COPY: image_copy(r, c); break;
	case VKX_IMAGE_CLEAR: image_clear(r, c); break;
	case VKX_ATTACH: attach(r, c); break;
	case VKX_RENDER: render(r, c); break;
	case VKX_DRAW: d->vkCmdDraw(r->cb, c->a, 1, c->b, 0); break;
	case VKX_RENDER_END: d->vkCmdEndRendering(r->cb); break;
	case VKX_LABEL: label(r, c); break;
	case VKX_LABEL_END: label_end(r); break;
	case VKX_TIMESTAMP:
		d->vkCmdWriteTimestamp2(r->cb, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VKX_HANDLE(VkQueryPool, c->h0), c->a);
		break;
	case VKX_RESET_QUERIES: d->vkCmdResetQueryPool(r->cb, VKX_HANDLE(VkQueryPool, c->h0), 0, c->a); break;
	}
}

// Records all commands so that the buffer may be submitted again while earlier submissions of it still run.
int32_t vkx_record(vkx_device *d, uint64_t command_buffer, const vkx_cmd *cmds, uint32_t n, const uint8_t *data) {
	replay r = {.d = d, .cb = VKX_HANDLE(VkCommandBuffer, command_buffer), .data = data};
	VkCommandBufferBeginInfo begin = {
	    .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
	    .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
	};
	VkResult result = d->vkBeginCommandBuffer(r.cb, &begin);
	if (result != VK_SUCCESS) {
		return result;
	}
	for (uint32_t i = 0; i < n; i++) {
		one(&r, &cmds[i]);
	}
	return d->vkEndCommandBuffer(r.cb);
}
