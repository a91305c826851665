package spirv

import (
	"cmp"
	"slices"
)

// Storage classes of the variables that face the outside.
const (
	classUniformConstant = 0
	classUniform         = 2
	classPushConstant    = 9
	classStorageBuffer   = 12
)

// formats are the GLSL names of image formats in the order of SPIR-V's numbers.
var formats = [...]string{"", "rgba32f", "rgba16f", "r32f", "rgba8", "rgba8_snorm", "rg32f", "rg16f",
	"r11f_g11f_b10f", "r16f", "rgba16", "rgb10_a2", "rg16", "rg8", "r16", "r8", "rgba16_snorm",
	"rg16_snorm", "rg8_snorm", "r16_snorm", "r8_snorm", "rgba32i", "rgba16i", "rgba8i", "r32i", "rg32i",
	"rg16i", "rg8i", "r16i", "r8i", "rgba32ui", "rgba16ui", "rgba8ui", "r32ui", "rgb10_a2ui", "rg32ui",
	"rg16ui", "rg8ui", "r16ui", "r8ui"}

func (m *module) reflect() (r Reflection, err error) {
	if r.Stage, err = m.pipelineStage(); err != nil {
		return Reflection{}, err
	}
	if r.Stage == Compute {
		if r.Local, err = m.groupSize(); err != nil {
			return Reflection{}, err
		}
	}
	r.Constants = m.specialization()
	for _, id := range m.variables {
		if err := m.resource(&r, id); err != nil {
			return Reflection{}, err
		}
	}
	slices.SortStableFunc(r.Bindings, func(a, b Binding) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Binding, b.Binding))
	})
	return r, nil
}

func (m *module) pipelineStage() (Stage, error) {
	switch m.stage {
	case 0:
		return Vertex, nil
	case 4:
		return Fragment, nil
	case 5:
		return Compute, nil
	}
	return 0, malformed("execution model %d, expected vertex, fragment or compute", m.stage)
}

// groupSize follows the three ways to state it; the built-in constant, where there is one, rules.
func (m *module) groupSize() (size [3]int, err error) {
	parts, ids := m.local, m.localIDs
	for id, d := range m.definitions {
		b, ok := m.decorated(id, whole, builtIn)
		composite := d.op == opComposite || d.op == opSpecComposite
		if ok && b == builtInWorkgroupSize && composite && len(d.args) == 4 {
			parts, ids = d.args[1:], true
		}
	}
	if len(parts) != 3 {
		return size, malformed("a compute shader with no group size")
	}
	for i, v := range parts {
		if ids {
			if v, err = m.constant(v); err != nil {
				return size, err
			}
		}
		size[i] = int(v)
	}
	return size, nil
}

func (m *module) specialization() []Constant {
	var all []Constant
	for _, id := range m.constants {
		number, ok := m.decorated(id, whole, specID)
		if !ok {
			continue
		}
		value, _ := m.constant(id) // m.constants holds plain constants only
		all = append(all, Constant{int(number), m.names[slot{id, whole}], value})
	}
	// glslc repeats the constant of a group size for gl_WorkGroupSize, with the same id.
	slices.SortStableFunc(all, func(a, b Constant) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b Constant) bool { return a.ID == b.ID })
}

// resource adds a variable to the reflection if it is a binding or the push constants.
func (m *module) resource(r *Reflection, id uint32) error {
	v := m.definitions[id]
	class := v.args[1]
	if class != classUniformConstant && class != classUniform && class != classStorageBuffer && class != classPushConstant {
		return nil
	}
	pointer := m.definitions[v.args[0]]
	if pointer.op != opTypePointer {
		return malformed("variable %d is no pointer", id)
	}
	target := pointer.args[1]
	if class == classPushConstant {
		var err error
		r.PushMembers, r.Push, err = m.members(target, 0)
		return err
	}
	b, err := m.binding(id, class, target)
	if err == nil {
		r.Bindings = append(r.Bindings, b)
	}
	return err
}

func (m *module) binding(id, class, target uint32) (Binding, error) {
	set, _ := m.decorated(id, whole, descriptorSet) // SPIR-V leaves no default, GLSL says 0
	number, ok := m.decorated(id, whole, bindingNumber)
	b := Binding{Set: int(set), Binding: int(number), Count: 1, Name: m.names[slot{id, whole}]}
	if !ok {
		return b, malformed("variable %d (%q) has no binding", id, b.Name)
	}
	switch t := m.definitions[target]; t.op {
	case opTypeArray:
		length, err := m.constant(t.args[1])
		if err != nil {
			return b, err
		}
		b.Count, target = int(length), t.args[0]
	case opTypeRuntimeArray:
		b.Count, target = 0, t.args[0]
	}
	_, b.ReadOnly = m.decorated(id, whole, nonWritable)
	_, b.WriteOnly = m.decorated(id, whole, nonReadable)
	return b, m.describe(&b, class, target)
}

// describe fills in what depends on the type of the resource.
func (m *module) describe(b *Binding, class, target uint32) (err error) {
	t := m.definitions[target]
	switch t.op {
	case opTypeStruct:
		b.Kind = StorageBuffer
		if _, old := m.decorated(target, whole, bufferBlock); class == classUniform && !old {
			b.Kind = UniformBuffer
		}
		b.Block = m.names[slot{target, whole}]
		if b.Name == "" {
			b.Name = b.Block
		}
		b.ReadOnly = b.ReadOnly || m.all(target, len(t.args), nonWritable)
		b.WriteOnly = b.WriteOnly || m.all(target, len(t.args), nonReadable)
		b.Members, _, err = m.members(target, 0)
	case opTypeImage:
		const (
			buffer           = 5 // operand "Dim"
			sampledElsewhere = 2 // operand "Sampled": used without a sampler, read and written
		)
		switch {
		case t.args[5] == sampledElsewhere:
			b.Kind = StorageImage
		case t.args[1] == buffer:
			b.Kind, b.ReadOnly = TexelBuffer, true
		default:
			b.Kind = SampledImage
		}
		b.Arrayed = t.args[3] == 1
		if f := t.args[6]; f < uint32(len(formats)) {
			b.Format = formats[f]
		}
	case opTypeSampledImage:
		b.Kind = SampledImage
		image := m.definitions[t.args[0]]
		b.Arrayed = image.op == opTypeImage && image.args[3] == 1
	case opTypeSampler:
		b.Kind = Sampler
	default:
		err = malformed("binding %d.%d (%q) has a type of instruction %d", b.Set, b.Binding, b.Name, t.op)
	}
	return err
}

// all tells whether every member of a struct has a decoration: so does glslc mark a whole block.
func (m *module) all(id uint32, members int, kind uint32) bool {
	for i := range members {
		if _, ok := m.decorated(id, uint32(i), kind); !ok {
			return false
		}
	}
	return members > 0
}
