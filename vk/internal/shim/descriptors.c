#include "internal.h"

static VkDescriptorType descriptor_type(uint32_t kind) {
	switch (kind) {
	case VKX_STORAGE_IMAGE:
		return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
	case VKX_UNIFORM_BUFFER:
		return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
	case VKX_TEXEL_BUFFER:
		return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
	}
	return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

vkx_out vkx_create_set_layout(vkx_device *d, const uint8_t *kinds, uint32_t n, uint32_t stages) {
	VkDescriptorSetLayoutBinding bindings[VKX_MAX_BINDINGS];
	for (uint32_t i = 0; i < n; i++) {
		bindings[i] = (VkDescriptorSetLayoutBinding){
		    .binding = i,
		    .descriptorType = descriptor_type(kinds[i]),
		    .descriptorCount = 1,
		    .stageFlags = stages,
		};
	}
	VkDescriptorSetLayoutCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
	    .bindingCount = n,
	    .pBindings = bindings,
	};
	VkDescriptorSetLayout layout = VK_NULL_HANDLE;
	VkResult r = d->vkCreateDescriptorSetLayout(d->handle, &info, NULL, &layout);
	return (vkx_out){r, VKX_VALUE(layout)};
}

vkx_out vkx_create_pool(vkx_device *d, uint32_t sets, uint32_t buffers, uint32_t images) {
	VkDescriptorPoolSize sizes[] = {
	    {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffers},
	    {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, images},
	    {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, buffers},
	    {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, buffers},
	};
	VkDescriptorPoolCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
	    .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
	    .maxSets = sets,
	    .poolSizeCount = 4,
	    .pPoolSizes = sizes,
	};
	VkDescriptorPool pool = VK_NULL_HANDLE;
	VkResult r = d->vkCreateDescriptorPool(d->handle, &info, NULL, &pool);
	return (vkx_out){r, VKX_VALUE(pool)};
}

vkx_out vkx_allocate_set(vkx_device *d, uint64_t pool, uint64_t layout_handle) {
	VkDescriptorSetLayout layout = VKX_HANDLE(VkDescriptorSetLayout, layout_handle);
	VkDescriptorSetAllocateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
	    .descriptorPool = VKX_HANDLE(VkDescriptorPool, pool),
	    .descriptorSetCount = 1,
	    .pSetLayouts = &layout,
	};
	VkDescriptorSet set = VK_NULL_HANDLE;
	VkResult r = d->vkAllocateDescriptorSets(d->handle, &info, &set);
	return (vkx_out){r, VKX_VALUE(set)};
}

void vkx_free_set(vkx_device *d, uint64_t pool, uint64_t set_handle) {
	VkDescriptorSet set = VKX_HANDLE(VkDescriptorSet, set_handle);
	d->vkFreeDescriptorSets(d->handle, VKX_HANDLE(VkDescriptorPool, pool), 1, &set);
}

void vkx_write_set(vkx_device *d, uint64_t set, const vkx_binding *bindings, uint32_t n) {
	VkWriteDescriptorSet writes[VKX_MAX_BINDINGS];
	VkDescriptorBufferInfo buffers[VKX_MAX_BINDINGS];
	VkDescriptorImageInfo images[VKX_MAX_BINDINGS];
	VkBufferView views[VKX_MAX_BINDINGS];
	for (uint32_t i = 0; i < n; i++) {
		const vkx_binding *b = &bindings[i];
		writes[i] = (VkWriteDescriptorSet){
		    .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
		    .dstSet = VKX_HANDLE(VkDescriptorSet, set),
		    .dstBinding = i,
		    .descriptorCount = 1,
		    .descriptorType = descriptor_type(b->kind),
		};
		if (b->kind == VKX_STORAGE_IMAGE) {
			images[i] = (VkDescriptorImageInfo){VK_NULL_HANDLE, VKX_HANDLE(VkImageView, b->handle), VK_IMAGE_LAYOUT_GENERAL};
			writes[i].pImageInfo = &images[i];
		} else if (b->kind == VKX_TEXEL_BUFFER) {
			views[i] = VKX_HANDLE(VkBufferView, b->handle);
			writes[i].pTexelBufferView = &views[i];
		} else {
			buffers[i] = (VkDescriptorBufferInfo){VKX_HANDLE(VkBuffer, b->handle), b->offset, b->size};
			writes[i].pBufferInfo = &buffers[i];
		}
	}
	d->vkUpdateDescriptorSets(d->handle, n, writes, 0, NULL);
}
