#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

PFN_vkGetInstanceProcAddr vkx_gipa;

// Opens the loader library and returns its vkGetInstanceProcAddr, or NULL. The library stays open for the process:
// drivers keep threads and exit handlers that must not lose their code.
void *vkx_open_loader(const char *name) {
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) {
		return NULL;
	}
	vkx_gipa = (PFN_vkGetInstanceProcAddr)dlsym(library, "vkGetInstanceProcAddr");
	return (void *)vkx_gipa;
}

// A loader without vkEnumerateInstanceVersion is a Vulkan 1.0 loader.
uint32_t vkx_loader_version(void) {
	PFN_vkEnumerateInstanceVersion version = VKX_INSTANCE_FN(NULL, vkEnumerateInstanceVersion);
	uint32_t v = VK_API_VERSION_1_0;
	if (version != NULL) {
		version(&v);
	}
	return v;
}

int vkx_has_layer(const char *name) {
	PFN_vkEnumerateInstanceLayerProperties list = VKX_INSTANCE_FN(NULL, vkEnumerateInstanceLayerProperties);
	uint32_t n = 0;
	int found = 0;
	if (list == NULL || list(&n, NULL) != VK_SUCCESS || n == 0) {
		return 0;
	}
	VkLayerProperties *layers = calloc(n, sizeof *layers);
	if (layers != NULL && list(&n, layers) >= 0) {
		for (uint32_t i = 0; i < n && !found; i++) {
			found = strcmp(layers[i].layerName, name) == 0;
		}
	}
	free(layers);
	return found;
}

// layer is NULL for the extensions of the loader and the drivers.
int vkx_has_extension(const char *layer, const char *name) {
	PFN_vkEnumerateInstanceExtensionProperties list = VKX_INSTANCE_FN(NULL, vkEnumerateInstanceExtensionProperties);
	uint32_t n = 0;
	int found = 0;
	if (list == NULL || list(layer, &n, NULL) != VK_SUCCESS || n == 0) {
		return 0;
	}
	VkExtensionProperties *extensions = calloc(n, sizeof *extensions);
	if (extensions != NULL && list(layer, &n, extensions) >= 0) {
		for (uint32_t i = 0; i < n && !found; i++) {
			found = strcmp(extensions[i].extensionName, name) == 0;
		}
	}
	free(extensions);
	return found;
}
