package vk

import (
	"fmt"

	vulkan "github.com/vulkan-go/vulkan"
)

// Format is the type of texels. Every device of Vulkan 1.3 can store to, render to and copy images of all of them
// but those of two channels, and D32, which is for depth attachments and which every desktop driver has.
type Format uint8

// The formats; None stands for a missing attachment.
const (
	None     Format = iota
	RGBA32F         // vec4, GLSL rgba32f
	RGBA16F         // vec4, GLSL rgba16f
	RGBA8           // vec4 in 0..1, GLSL rgba8
	RGBA8I          // ivec4 in -128..127, GLSL rgba8i
	RGBA8UI         // uvec4 in 0..255, GLSL rgba8ui
	RGBA32I         // ivec4, GLSL rgba32i
	RGBA32UI        // uvec4, GLSL rgba32ui
	R32F            // float, GLSL r32f
	R32I            // int, GLSL r32i
	R32UI           // uint, GLSL r32ui
	RG32F           // vec2, of buffers only
	RG32UI          // uvec2, of buffers only
	D32             // depth, 32-bit float
)

var formats = [...]struct {
	name   string
	format vulkan.Format
	texel  int // bytes
}{
	None:     {"none", vulkan.FormatUndefined, 0},
	RGBA32F:  {"rgba32f", vulkan.FormatR32g32b32a32Sfloat, 16},
	RGBA16F:  {"rgba16f", vulkan.FormatR16g16b16a16Sfloat, 8},
	RGBA8:    {"rgba8", vulkan.FormatR8g8b8a8Unorm, 4},
	RGBA8I:   {"rgba8i", vulkan.FormatR8g8b8a8Sint, 4},
	RGBA8UI:  {"rgba8ui", vulkan.FormatR8g8b8a8Uint, 4},
	RGBA32I:  {"rgba32i", vulkan.FormatR32g32b32a32Sint, 16},
	RGBA32UI: {"rgba32ui", vulkan.FormatR32g32b32a32Uint, 16},
	R32F:     {"r32f", vulkan.FormatR32Sfloat, 4},
	R32I:     {"r32i", vulkan.FormatR32Sint, 4},
	R32UI:    {"r32ui", vulkan.FormatR32Uint, 4},
	RG32F:    {"rg32f", vulkan.FormatR32g32Sfloat, 8},
	RG32UI:   {"rg32ui", vulkan.FormatR32g32Uint, 8},
	D32:      {"d32", vulkan.FormatD32Sfloat, 4},
}

// String returns the name of the format in GLSL.
func (f Format) String() string {
	if int(f) < len(formats) {
		return formats[f].name
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// TexelSize returns the bytes of one texel.
func (f Format) TexelSize() int { return formats[f].texel }

func (f Format) aspect() uint32 {
	if f == D32 {
		return uint32(vulkan.ImageAspectDepthBit)
	}
	return uint32(vulkan.ImageAspectColorBit)
}

func (f Format) usage() vulkan.ImageUsageFlags {
	const common = vulkan.ImageUsageSampledBit | vulkan.ImageUsageTransferSrcBit | vulkan.ImageUsageTransferDstBit
	if f == D32 {
		return vulkan.ImageUsageFlags(common | vulkan.ImageUsageDepthStencilAttachmentBit)
	}
	return vulkan.ImageUsageFlags(common | vulkan.ImageUsageStorageBit | vulkan.ImageUsageColorAttachmentBit)
}
