package spirv

import "errors"

// ErrMalformed is the error, wrapped, for bytes that are not a SPIR-V module as glslc makes them.
var ErrMalformed = errors.New("malformed SPIR-V")

// Reflection is what a shader declares to the outside.
type Reflection struct {
	Stage       Stage
	Local       [3]int     // invocations of a workgroup along x, y, z; of a compute shader only
	Bindings    []Binding  // those the shader uses, by set, then by binding
	Push        int        // bytes of push constants, from offset 0 to the end of the last member
	PushMembers []Member   // of the push constant block
	Constants   []Constant // specialization constants, by id
}

// Stage is the pipeline stage of a shader.
type Stage uint8

// The stages the engine uses.
const (
	Vertex Stage = iota + 1
	Fragment
	Compute
)

func (s Stage) String() string {
	return [...]string{"unknown stage", "vertex", "fragment", "compute"}[min(s, 4)%4]
}

// Kind is the kind of resource behind a binding.
type Kind uint8

// The kinds of resource that Vulkan binds and a GLSL shader of the engine may name.
const (
	StorageBuffer Kind = iota + 1
	StorageImage
	UniformBuffer
	SampledImage // an image with or without its sampler
	Sampler
	TexelBuffer // samplerBuffer and its integer forms
)

func (k Kind) String() string {
	return [...]string{"unknown kind", "storage buffer", "storage image", "uniform buffer", "sampled image", "sampler", "texel buffer"}[min(k, 7)%7]
}

// Binding is one resource of a shader.
type Binding struct {
	Set, Binding int
	Kind         Kind
	Name         string // of the variable; of the block when the block has no instance name
	Block        string // type name of a buffer's block, otherwise empty
	Count        int    // descriptors: 1, the length of an array of resources, or 0 for one of no fixed length
	ReadOnly     bool   // declared readonly (NonWritable), on the variable or on all members
	WriteOnly    bool   // declared writeonly (NonReadable)
	Format       string // of a storage image, as in GLSL: "rgba32f"; empty when unknown
	Arrayed      bool   // an image of layers, such as image2DArray
	Members      []Member
}

// Member is one member of a block or of a struct in it, in the order of declaration.
type Member struct {
	Name    string
	Type    string   // GLSL type of one element: "float", "uvec4", "mat4", or the name of a struct
	Dims    []int    // array lengths, outermost first, 0 for a length known at run time; nil if no array
	Offset  int      // bytes from the start of the block or struct that holds the member
	Size    int      // bytes; 0 when the length is known at run time
	Stride  int      // bytes between elements of the outermost array; 0 if no array
	Members []Member // of a struct; their offsets count from the start of an element
}

// Constant is a specialization constant.
type Constant struct {
	ID      int
	Name    string // empty for a component of the group size
	Default uint32 // the bits: of a float its IEEE 754 bits, of a bool 0 or 1
}

// Reflect reads a module's declarations. It checks only what it reads, and never panics: the error
// wraps ErrMalformed for bytes that are no SPIR-V, are cut short, or nest types beyond reason.
// Resources that the optimiser removed because the shader does not use them are not reported.
func Reflect(code []byte) (Reflection, error) {
	m, err := parse(code)
	if err != nil {
		return Reflection{}, err
	}
	return m.reflect()
}
