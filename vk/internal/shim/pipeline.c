#include "internal.h"

vkx_out vkx_create_cache(vkx_device *d, const void *data, size_t size) {
	VkPipelineCacheCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
	    .initialDataSize = size,
	    .pInitialData = data,
	};
	VkPipelineCache cache = VK_NULL_HANDLE;
	VkResult r = d->vkCreatePipelineCache(d->handle, &info, NULL, &cache);
	return (vkx_out){r, VKX_VALUE(cache)};
}

vkx_out vkx_create_layout(vkx_device *d, uint64_t set_layout, uint32_t push, uint32_t stages) {
	VkDescriptorSetLayout set = VKX_HANDLE(VkDescriptorSetLayout, set_layout);
	VkPushConstantRange range = {stages, 0, push};
	VkPipelineLayoutCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
	    .setLayoutCount = 1,
	    .pSetLayouts = &set,
	    .pushConstantRangeCount = push > 0,
	    .pPushConstantRanges = &range,
	};
	VkPipelineLayout layout = VK_NULL_HANDLE;
	VkResult r = d->vkCreatePipelineLayout(d->handle, &info, NULL, &layout);
	return (vkx_out){r, VKX_VALUE(layout)};
}

// Constant i has id i and takes 4 bytes.
static VkSpecializationInfo specialize(const uint32_t *constants, uint32_t n, VkSpecializationMapEntry *entries) {
	for (uint32_t i = 0; i < n; i++) {
		entries[i] = (VkSpecializationMapEntry){i, i * 4, 4};
	}
	return (VkSpecializationInfo){n, entries, n * 4, constants};
}

static VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, uint64_t module,
                                             const VkSpecializationInfo *constants) {
	return (VkPipelineShaderStageCreateInfo){
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
	    .stage = bit,
	    .module = VKX_HANDLE(VkShaderModule, module),
	    .pName = "main",
	    .pSpecializationInfo = constants,
	};
}

vkx_out vkx_create_compute(vkx_device *d, uint64_t cache, uint64_t layout, uint64_t module, const uint32_t *constants,
                           uint32_t n) {
	VkSpecializationMapEntry entries[VKX_MAX_CONSTANTS];
	VkSpecializationInfo special = specialize(constants, n, entries);
	VkComputePipelineCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
	    .stage = stage(VK_SHADER_STAGE_COMPUTE_BIT, module, &special),
	    .layout = VKX_HANDLE(VkPipelineLayout, layout),
	};
	VkPipeline pipeline = VK_NULL_HANDLE;
	VkResult r = d->vkCreateComputePipelines(d->handle, VKX_HANDLE(VkPipelineCache, cache), 1, &info, NULL, &pipeline);
	return (vkx_out){r, VKX_VALUE(pipeline)};
}

// The parts of the fixed function that never differ: triangle lists without vertex input, one sample, no blending,
// viewport and scissor set while recording.
static const VkPipelineVertexInputStateCreateInfo no_vertices = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
static const VkPipelineInputAssemblyStateCreateInfo triangles = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
static const VkPipelineViewportStateCreateInfo one_viewport = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
static const VkPipelineMultisampleStateCreateInfo one_sample = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
static const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
static const VkPipelineDynamicStateCreateInfo dynamic = {
    .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
    .dynamicStateCount = 2,
    .pDynamicStates = dynamic_states};

vkx_out vkx_create_raster(vkx_device *d, uint64_t cache, const vkx_raster *r, const uint32_t *constants, uint32_t n) {
	VkSpecializationMapEntry entries[VKX_MAX_CONSTANTS];
	VkSpecializationInfo special = specialize(constants, n, entries);
	VkPipelineShaderStageCreateInfo stages[] = {
	    stage(VK_SHADER_STAGE_VERTEX_BIT, r->vertex, &special),
	    stage(VK_SHADER_STAGE_FRAGMENT_BIT, r->fragment, &special),
	};
	VkPipelineRasterizationStateCreateInfo raster = {
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
	    .cullMode = r->cull,
	    .frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE,
	    .lineWidth = 1,
	};
	VkPipelineDepthStencilStateCreateInfo depth = {
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
	    .depthTestEnable = r->depth_test,
	    .depthWriteEnable = r->depth_test,
	    .depthCompareOp = VK_COMPARE_OP_LESS,
	};
	VkPipelineColorBlendAttachmentState attachments[VKX_MAX_COLORS];
	VkFormat colors[VKX_MAX_COLORS];
	for (uint32_t i = 0; i < r->color_count; i++) {
		attachments[i] = (VkPipelineColorBlendAttachmentState){.colorWriteMask = 0xf};
		colors[i] = (VkFormat)r->colors[i];
	}
	VkPipelineColorBlendStateCreateInfo blend = {
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
	    .attachmentCount = r->color_count,
	    .pAttachments = attachments,
	};
	VkPipelineRenderingCreateInfo targets = {
	    .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
	    .colorAttachmentCount = r->color_count,
	    .pColorAttachmentFormats = colors,
	    .depthAttachmentFormat = (VkFormat)r->depth,
	};
	VkGraphicsPipelineCreateInfo info = {
	    .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
	    .pNext = &targets,
	    .stageCount = 2,
	    .pStages = stages,
	    .pVertexInputState = &no_vertices,
	    .pInputAssemblyState = &triangles,
	    .pViewportState = &one_viewport,
	    .pRasterizationState = &raster,
	    .pMultisampleState = &one_sample,
	    .pDepthStencilState = &depth,
	    .pColorBlendState = &blend,
	    .pDynamicState = &dynamic,
	    .layout = VKX_HANDLE(VkPipelineLayout, r->layout),
	};
	VkPipeline pipeline = VK_NULL_HANDLE;
	VkResult result = d->vkCreateGraphicsPipelines(d->handle, VKX_HANDLE(VkPipelineCache, cache), 1, &info, NULL, &pipeline);
	return (vkx_out){result, VKX_VALUE(pipeline)};
}
