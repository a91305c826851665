// Package passes describes every stage of Throng as data: what it reads and writes, how many invocations it needs, its
// push constants, and its reference implementation on the CPU. A pass takes the same binding list on both executors.
//
//   - A [Pass] is one stage; its [Decl] names the shader, the slots and the access to each.
//   - A [Slot] is a named buffer or layered image; [Slots] lists them all with shape, unit and meaning.
//   - A [Frame] holds the sizes and parameters that stay fixed while the structure of the scene does.
//   - [Buffers] is the memory of the CPU executor, laid out as on the GPU.
//
// The stages themselves live in the folders bake (scene to layers and pages), field (density to cost), plan (potential and
// velocity) and move (commands and agents), beside the shaders of the same names in shaders-glsl.
package passes

// Access says how a pass uses a slot. The engine derives barriers from it.
type Access uint8

// The kinds of access.
const (
	Read Access = 1 << iota
	Write
	ReadWrite = Read | Write
)

// String is the access as `crowd plan` prints it.
func (a Access) String() string {
	return [...]string{"-", "r", "w", "rw"}[a&ReadWrite]
}

// Binding is one entry of descriptor set 0; its index in [Decl.Bindings] is its binding number.
type Binding struct {
	Slot   string
	Access Access
	Texels bool // it is read through a samplerBuffer or usamplerBuffer
}

// Raster turns a pass into a draw over the triangles of the scene.
type Raster struct {
	Colours []string // attachment slots, written at the layer that [Drawer] names
	Depth   string   // depth attachment slot, or ""
}

// Decl declares a pass.
type Decl struct {
	Name      string    // shader, label and timestamp
	Bindings  []Binding // binding 0 is always the slot "frame"
	Push      int       // bytes of push constants [Limits: 0..16]
	Constants []uint32  // specialisation constants 0, 1, ...
	Group     int       // workgroup size along x
	Indirect  string    // slot of the dispatch arguments, or "" for a direct dispatch
	Raster    *Raster   // nil for a compute pass
	Fill      bool      // the pass fills the one slot it binds with zeros, without a shader
}

// Pass is one stage of the bake or of the step.
type Pass interface {
	Decl() Decl
	// Push gives the push constants; only the first Decl().Push bytes are used.
	Push(f *Frame) [4]uint32
	// Invocations is the number of threads of a direct dispatch.
	Invocations(f *Frame) int
	// CPU computes what the shader computes, on the same buffers.
	CPU(f *Frame, b *Buffers)
}

// Drawer is a raster pass: it adds the region and the triangles to draw.
type Drawer interface {
	Pass
	// Draw names the attachment layer, the size of the view in texels and the triangles [first, first+count).
	Draw(f *Frame) Draw
}

// Draw is one draw call of a raster pass.
type Draw struct {
	Layer, Width, Height int
	First, Count         int // triangles
}

// Indirect is implemented by passes with Decl().Indirect set.
type Indirect interface {
	Pass
	// Record is the index of the 16-byte dispatch record {x, y, z, 0} in the argument slot.
	Record(f *Frame) int
}

// Planar is implemented by passes over several planes of a slot, one per class or group: the dispatch is repeated along z.
// Shaders take the plane from there because dividing an index is dear.
type Planar interface {
	Pass
	Planes(f *Frame) int
}

// PerClass gives a pass a plane per class by embedding, PerGroup one per group.
type PerClass struct{ Plain }

// Planes is the number of classes.
func (PerClass) Planes(f *Frame) int { return int(f.Classes) }

// PerGroup gives a pass a plane per group.
type PerGroup struct{ Plain }

// Planes is the number of groups.
func (PerGroup) Planes(f *Frame) int { return int(f.Groups) }

// Plain gives a pass without push constants its Push method by embedding.
type Plain struct{}

// Push has nothing to push.
func (Plain) Push(*Frame) [4]uint32 { return [4]uint32{} }

// Reads and Writes shorten declarations.
func Reads(slots ...string) []Binding { return bind(Read, slots) }

// Fetches declares slots that a pass reads as texels. It is the same memory, but CPU devices that run shaders in vectors gather texels
// at once, whichever lanes are masked out, and storage buffers lane by lane with a branch for each.
func Fetches(slots ...string) []Binding {
	bs := bind(Read, slots)
	for i := range bs {
		bs[i].Texels = true
	}
	return bs
}

// Writes declares slots that a pass only writes.
func Writes(slots ...string) []Binding { return bind(Write, slots) }

// Updates declares slots that a pass reads and writes.
func Updates(slots ...string) []Binding { return bind(ReadWrite, slots) }

// Bindings joins parts of a declaration behind the frame, which is always binding 0.
func Bindings(parts ...[]Binding) []Binding {
	all := Reads("frame")
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func bind(a Access, slots []string) []Binding {
	bs := make([]Binding, len(slots))
	for i, s := range slots {
		bs[i] = Binding{Slot: s, Access: a}
	}
	return bs
}
