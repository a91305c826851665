package vk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// BindingKind is what a shader finds at a binding of its set 0.
type BindingKind uint8

// The kinds of binding.
const (
	StorageBuffer BindingKind = shim.StorageBuffer // GLSL buffer
	StorageImage  BindingKind = shim.StorageImage  // GLSL image2DArray and its integer forms
	UniformBuffer BindingKind = shim.UniformBuffer // GLSL uniform block, of a whole small buffer
	TexelBuffer   BindingKind = shim.TexelBuffer   // GLSL samplerBuffer and usamplerBuffer
)

func (k BindingKind) String() string {
	return [...]string{"storage buffer", "storage image", "uniform buffer", "texel buffer"}[k]
}

// ComputeDesc describes a compute pipeline; its entry point is main.
type ComputeDesc struct {
	Label          string
	SPIRV          []byte
	Bindings       []BindingKind // set 0, bindings 0, 1, ...
	Push           int           // bytes of push constants, a multiple of 4
	Specialization []uint32      // the constants with ids 0, 1, ...
}

// RasterDesc describes a graphics pipeline: triangle lists whose vertex shader reads its vertices from storage buffers
// by gl_VertexIndex. It does not blend. Depth is kept where it is LESS. Clip coordinates x, y = (-1, -1) are the corner
// of texel (0, 0), and triangles that are counter-clockwise in an image drawn with y down are front faces.
type RasterDesc struct {
	Label            string
	Vertex, Fragment []byte // SPIR-V
	Bindings         []BindingKind
	Push             int      // seen by both stages
	Specialization   []uint32 // for both stages
	Colors           []Format
	Depth            Format // D32 or None
	DepthTest        bool   // test against and write Depth
	Cull             CullMode
}

// CullMode says which triangles are not drawn.
type CullMode uint8

// The cull modes.
const (
	CullNone CullMode = iota
	CullFront
	CullBack
)

// Pipeline is a compute or a graphics pipeline.
type Pipeline struct {
	d         *Device
	label     string
	kinds     []BindingKind
	push      int
	point     vulkan.PipelineBindPoint
	stages    uint32
	setLayout vulkan.DescriptorSetLayout
	layout    vulkan.PipelineLayout
	handle    vulkan.Pipeline
}

const (
	computeStage = uint32(vulkan.ShaderStageComputeBit)
	rasterStages = uint32(vulkan.ShaderStageVertexBit) | uint32(vulkan.ShaderStageFragmentBit)
)

// NewCompute makes a compute pipeline.
func (d *Device) NewCompute(c ComputeDesc) (*Pipeline, error) {
	p := &Pipeline{d: d, label: c.Label, kinds: slices.Clone(c.Bindings), push: c.Push,
		point: vulkan.PipelineBindPointCompute, stages: computeStage}
	err := p.build(c.Specialization, func(cache, layout uint64) (uint64, error) {
		m, err := d.newModule(c.SPIRV)
		if err != nil {
			return 0, err
		}
		defer vulkan.DestroyShaderModule(d.handle, m, nil)
		h, r := d.shim.CreateCompute(cache, layout, raw(m), c.Specialization)
		return h, check(r)
	})
	return p.finish(err)
}

// NewRaster makes a graphics pipeline.
func (d *Device) NewRaster(r RasterDesc) (*Pipeline, error) {
	if most := d.info.Limits.MaxColors; len(r.Colors) > most {
		return nil, fmt.Errorf("vk: create pipeline %q with %d colors, the device's limit is %d: %w",
			r.Label, len(r.Colors), most, ErrTooLarge)
	}
	p := &Pipeline{d: d, label: r.Label, kinds: slices.Clone(r.Bindings), push: r.Push,
		point: vulkan.PipelineBindPointGraphics, stages: rasterStages}
	err := p.build(r.Specialization, func(cache, layout uint64) (uint64, error) {
		vertex, err := d.newModule(r.Vertex)
		if err != nil {
			return 0, fmt.Errorf("vertex shader: %w", err)
		}
		defer vulkan.DestroyShaderModule(d.handle, vertex, nil)
		fragment, err := d.newModule(r.Fragment)
		if err != nil {
			return 0, fmt.Errorf("fragment shader: %w", err)
		}
		defer vulkan.DestroyShaderModule(d.handle, fragment, nil)
		s := shim.Raster{Layout: layout, Vertex: raw(vertex), Fragment: raw(fragment),
			Depth: uint32(formats[r.Depth].format), DepthTest: r.DepthTest, Cull: uint32(r.Cull)}
		for _, f := range r.Colors {
			s.Colors = append(s.Colors, uint32(formats[f].format))
		}
		h, result := d.shim.CreateRaster(cache, s, r.Specialization)
		return h, check(result)
	})
	return p.finish(err)
}

// build makes the layouts and then, by the given function, the pipeline.
func (p *Pipeline) build(constants []uint32, create func(cache, layout uint64) (uint64, error)) error {
	if err := p.fits(len(constants)); err != nil {
		return err
	}
	kinds := make([]uint8, len(p.kinds))
	for i, k := range p.kinds {
		kinds[i] = uint8(k)
	}
	set, r := p.d.shim.CreateSetLayout(kinds, p.stages)
	if err := check(r); err != nil {
		return fmt.Errorf("set layout: %w", err)
	}
	p.setLayout = cooked[vulkan.DescriptorSetLayout](set)
	layout, r := p.d.shim.CreateLayout(set, p.push, p.stages)
	if err := check(r); err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	p.layout = cooked[vulkan.PipelineLayout](layout)
	h, err := create(raw(p.d.cache.handle), layout)
	p.handle = cooked[vulkan.Pipeline](h)
	return err
}

func (p *Pipeline) fits(constants int) error {
	limits := &p.d.info.Limits
	if p.push < 0 || p.push%4 != 0 || constants > shim.MaxConstants {
		panic(fmt.Sprintf("vk: pipeline %q asks for %d bytes of push constants (a multiple of 4) and %d specialization constants (at most %d).",
			p.label, p.push, constants, shim.MaxConstants))
	}
	if p.push > limits.MaxPush {
		return fmt.Errorf("%d bytes of push constants, the device's limit is %d: %w", p.push, limits.MaxPush, ErrTooLarge)
	}
	if len(p.kinds) > limits.MaxBuffers {
		return fmt.Errorf("%d bindings, the device's limit is %d: %w", len(p.kinds), limits.MaxBuffers, ErrTooLarge)
	}
	return nil
}

// finish enters a complete pipeline in the books and undoes an incomplete one.
func (p *Pipeline) finish(err error) (*Pipeline, error) {
	if err != nil {
		p.free()
		return nil, fmt.Errorf("vk: create pipeline %q: %w", p.label, err)
	}
	p.d.adopt(p, vulkan.ObjectTypePipeline, raw(p.handle))
	return p, nil
}

var errNotSPIRV = errors.New("this is not SPIR-V")

func (d *Device) newModule(spirv []byte) (vulkan.ShaderModule, error) {
	const magic, header = 0x07230203, 20
	if len(spirv) < header || len(spirv)%4 != 0 || binary.LittleEndian.Uint32(spirv) != magic {
		return nil, errNotSPIRV
	}
	code := make([]uint32, len(spirv)/4)
	for i := range code {
		code[i] = binary.LittleEndian.Uint32(spirv[4*i:])
	}
	info := vulkan.ShaderModuleCreateInfo{
		SType: vulkan.StructureTypeShaderModuleCreateInfo, CodeSize: uint(len(spirv)), PCode: code,
	}
	defer info.Free()
	var m vulkan.ShaderModule
	err := check(vulkan.CreateShaderModule(d.handle, &info, nil, &m))
	runtime.KeepAlive(code) // the C struct holds its address where the collector does not look
	return m, err
}

// Label returns the name given in the description.
func (p *Pipeline) Label() string { return p.label }

// Destroy frees the pipeline when the GPU is done with it.
func (p *Pipeline) Destroy() {
	if p != nil {
		p.d.release(p)
	}
}

func (p *Pipeline) describe() Usage { return Usage{"pipeline", p.label, 0} }

func (p *Pipeline) free() {
	vulkan.DestroyPipeline(p.d.handle, p.handle, nil)
	vulkan.DestroyPipelineLayout(p.d.handle, p.layout, nil)
	vulkan.DestroyDescriptorSetLayout(p.d.handle, p.setLayout, nil)
}
