#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Enough to see what went wrong; a loop that repeats one mistake must not eat the memory.
#define VKX_LOG_MAX 512

// Messages arrive on driver threads. They are copied here, in C, so that no driver thread ever enters Go.
struct vkx_log {
	pthread_mutex_t lock;
	char *text[VKX_LOG_MAX];
	uint32_t count;
	VkInstance instance;
	VkDebugUtilsMessengerEXT messenger;
	VkDebugUtilsMessengerCreateInfoEXT info;
	VkValidationFeaturesEXT features;
	VkValidationFeatureEnableEXT enabled[1];
};

static VKAPI_ATTR VkBool32 VKAPI_CALL vkx_log_add(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                  VkDebugUtilsMessageTypeFlagsEXT types,
                                                  const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
	vkx_log *log = user;
	(void)types;
	const char *level = severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT ? "error" : "warning";
	size_t size = strlen(data->pMessage) + 16;
	char *text = malloc(size);
	if (text == NULL) {
		return VK_FALSE;
	}
	snprintf(text, size, "%s: %s", level, data->pMessage);
	pthread_mutex_lock(&log->lock);
	if (log->count < VKX_LOG_MAX) {
		log->text[log->count++] = text;
		text = NULL;
	}
	pthread_mutex_unlock(&log->lock);
	free(text);
	return VK_FALSE;
}

vkx_log *vkx_log_new(void) {
	vkx_log *log = calloc(1, sizeof *log);
	if (log == NULL) {
		return NULL;
	}
	pthread_mutex_init(&log->lock, NULL);
	log->enabled[0] = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
	log->features = (VkValidationFeaturesEXT){
	    .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
	    .enabledValidationFeatureCount = 1,
	    .pEnabledValidationFeatures = log->enabled,
	};
	// Left out are GENERAL, by which the loader talks about other drivers of the machine, and PERFORMANCE, which advises
	// against the one image layout that lets passes share images without transitions.
	log->info = (VkDebugUtilsMessengerCreateInfoEXT){
	    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
	    .pNext = &log->features,
	    .messageSeverity =
	        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
	    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
	    .pfnUserCallback = vkx_log_add,
	    .pUserData = log,
	};
	return log;
}

// The pNext chain for VkInstanceCreateInfo: it turns synchronization validation on and hears the creation itself.
void *vkx_log_chain(vkx_log *log) { return &log->info; }

int32_t vkx_log_attach(vkx_log *log, uint64_t instance) {
	log->instance = VKX_HANDLE(VkInstance, instance);
	PFN_vkCreateDebugUtilsMessengerEXT create = VKX_INSTANCE_FN(log->instance, vkCreateDebugUtilsMessengerEXT);
	if (create == NULL) {
		return VK_ERROR_EXTENSION_NOT_PRESENT;
	}
	log->info.pNext = NULL; // only an instance takes the validation features
	return create(log->instance, &log->info, NULL, &log->messenger);
}

void vkx_log_detach(vkx_log *log) {
	PFN_vkDestroyDebugUtilsMessengerEXT destroy = VKX_INSTANCE_FN(log->instance, vkDestroyDebugUtilsMessengerEXT);
	if (destroy != NULL && log->messenger != VK_NULL_HANDLE) {
		destroy(log->instance, log->messenger, NULL);
	}
}

uint32_t vkx_log_count(vkx_log *log) {
	pthread_mutex_lock(&log->lock);
	uint32_t n = log->count;
	pthread_mutex_unlock(&log->lock);
	return n;
}

// Texts below the count never change or move until vkx_log_free.
const char *vkx_log_text(vkx_log *log, uint32_t i) { return log->text[i]; }

void vkx_log_free(vkx_log *log) {
	for (uint32_t i = 0; i < log->count; i++) {
		free(log->text[i]);
	}
	pthread_mutex_destroy(&log->lock);
	free(log);
}
