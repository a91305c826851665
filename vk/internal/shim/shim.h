// The part of Vulkan that vulkan-go cannot reach safely: Vulkan 1.1-1.3 entry points, calls that take arrays of
// structs, and the replay of whole command lists. Handles cross the border as uint64_t, so cgo has nothing to check.
#ifndef VKX_SHIM_H
#define VKX_SHIM_H

#include <stddef.h>
#include <stdint.h>

#define VKX_MAX_BINDINGS 64
#define VKX_MAX_CONSTANTS 32
#define VKX_MAX_COLORS 8
#define VKX_MAX_LISTS 256

typedef struct vkx_log vkx_log;
typedef struct vkx_device vkx_device;

// A created handle, or the VkResult that prevented it. Returned by value so that nothing escapes to the Go heap.
typedef struct {
	int32_t result;
	uint64_t handle;
} vkx_out;

// loader.c
void *vkx_open_loader(const char *name);
uint32_t vkx_loader_version(void);
int vkx_has_layer(const char *name);
int vkx_has_extension(const char *layer, const char *name);

// debug.c
vkx_log *vkx_log_new(void);
void *vkx_log_chain(vkx_log *log);
int32_t vkx_log_attach(vkx_log *log, uint64_t instance);
void vkx_log_detach(vkx_log *log);
uint32_t vkx_log_count(vkx_log *log);
const char *vkx_log_text(vkx_log *log, uint32_t i);
void vkx_log_free(vkx_log *log);

// properties.c
typedef struct {
	char name[256], driver[256], driver_info[256];
	uint8_t uuid[16], cache_uuid[16];
	uint32_t api, driver_version, vendor, device, type;
	uint32_t max_groups[3], max_group_dims[3], max_group_size, max_shared, max_push, max_bindings;
	uint32_t max_image_dim, max_image_layers, max_colors;
	uint32_t subgroup, min_subgroup, max_subgroup, subgroup_ops;
	uint64_t max_storage_range, max_texels, max_buffer, max_allocation, min_storage_align;
	float timestamp_period;
	uint32_t family, timestamp_bits; // family is UINT32_MAX when no queue does both graphics and compute
	uint32_t int64, fragment_stores, vertex_stores;
} vkx_properties;

void vkx_get_properties(uint64_t instance, uint64_t physical, vkx_properties *out);

// device.c
int32_t vkx_create_device(uint64_t instance, uint64_t physical, uint32_t family, vkx_device **out);
uint64_t vkx_device_handle(vkx_device *d);
void vkx_destroy_device(vkx_device *d);
int32_t vkx_wait_idle(vkx_device *d);
void vkx_name(vkx_device *d, uint32_t type, uint64_t handle, const char *name);

// submit.c
int32_t vkx_submit(vkx_device *d, const uint64_t *command_buffers, uint32_t n, uint64_t signal);
int32_t vkx_wait(vkx_device *d, uint64_t value, uint64_t timeout_ns);
vkx_out vkx_completed(vkx_device *d);
void vkx_reset_queries(vkx_device *d, uint64_t pool, uint32_t n);

// pipeline.c
typedef struct {
	uint64_t layout, vertex, fragment;
	uint32_t colors[VKX_MAX_COLORS], color_count; // VkFormat
	uint32_t depth, depth_test, cull;             // VkFormat or 0, bool, VkCullModeFlags
} vkx_raster;

vkx_out vkx_create_cache(vkx_device *d, const void *data, size_t size);
vkx_out vkx_create_layout(vkx_device *d, uint64_t set_layout, uint32_t push, uint32_t stages);
vkx_out vkx_create_compute(vkx_device *d, uint64_t cache, uint64_t layout, uint64_t module, const uint32_t *constants,
                           uint32_t n);
vkx_out vkx_create_raster(vkx_device *d, uint64_t cache, const vkx_raster *r, const uint32_t *constants, uint32_t n);

// descriptors.c
enum { VKX_STORAGE_BUFFER, VKX_STORAGE_IMAGE, VKX_UNIFORM_BUFFER, VKX_TEXEL_BUFFER };

typedef struct {
	uint64_t handle; // VkBuffer, VkImageView or VkBufferView
	uint64_t offset, size;
	uint32_t kind, unused;
} vkx_binding;

vkx_out vkx_create_set_layout(vkx_device *d, const uint8_t *kinds, uint32_t n, uint32_t stages);
vkx_out vkx_create_pool(vkx_device *d, uint32_t sets, uint32_t buffers, uint32_t images);
vkx_out vkx_allocate_set(vkx_device *d, uint64_t pool, uint64_t layout);
void vkx_free_set(vkx_device *d, uint64_t pool, uint64_t set);
void vkx_write_set(vkx_device *d, uint64_t set, const vkx_binding *bindings, uint32_t n);

// record.c: what touched or will touch memory, as bits of a barrier's scope.
enum {
	VKX_COMPUTE_READ = 1 << 0,
	VKX_COMPUTE_WRITE = 1 << 1,
	VKX_VERTEX_READ = 1 << 2,
	VKX_FRAGMENT_READ = 1 << 3,
	VKX_FRAGMENT_WRITE = 1 << 4,
	VKX_INDIRECT_READ = 1 << 5,
	VKX_TRANSFER_READ = 1 << 6,
	VKX_TRANSFER_WRITE = 1 << 7,
	VKX_COLOR_READ = 1 << 8,
	VKX_COLOR_WRITE = 1 << 9,
	VKX_DEPTH_READ = 1 << 10,
	VKX_DEPTH_WRITE = 1 << 11,
	VKX_HOST_READ = 1 << 12,
	VKX_HOST_WRITE = 1 << 13,
	VKX_SCOPES = 14,
};

// Commands are the same 64 bytes in Go and in C. Which field holds what stands beside each operation.
enum {
	VKX_BIND,          // a bind point, h0 pipeline, h1 layout, h2 set or 0
	VKX_PUSH,          // a stages, b bytes, h1 layout, x offset into data
	VKX_DISPATCH,      // a, b, c groups
	VKX_INDIRECT,      // h0 buffer, x offset
	VKX_BARRIER,       // a source scope, b destination scope
	VKX_COPY,          // h0 destination, h1 source, x and y their offsets, z bytes
	VKX_FILL,          // h0 buffer, a value, x offset, z bytes
	VKX_IMAGE_INIT,    // h0 image, a layers, b aspect: undefined to general
	VKX_IMAGE_COPY,    // h0 buffer, h1 image, a first layer, b layers, c aspect, x offset, y width | rows << 32, z first row
	VKX_IMAGE_CLEAR,   // h0 image, a layers, b aspect, x and y the value's 16 bytes
	VKX_ATTACH,        // h0 view, a clear, b aspect, x and y the value's 16 bytes
	VKX_RENDER,        // a width, b height: begins with the attachments given since the last one
	VKX_DRAW,          // a vertices, b first vertex
	VKX_RENDER_END,    //
	VKX_LABEL,         // x offset into data of a name that ends in 0
	VKX_LABEL_END,     //
	VKX_TIMESTAMP,     // h0 pool, a index
	VKX_RESET_QUERIES, // h0 pool, a count
};

typedef struct {
	uint32_t op, a, b, c;
	uint64_t h0, h1, h2;
	uint64_t x, y, z;
} vkx_cmd;

int32_t vkx_record(vkx_device *d, uint64_t command_buffer, const vkx_cmd *cmds, uint32_t n, const uint8_t *data);

#endif
