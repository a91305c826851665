package tests

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"throng/ecs"
	"throng/passes"
	"throng/passes/bake"
	"throng/passes/field"
	"throng/passes/move"
	"throng/passes/plan"
	"throng/spirv"
)

type scenario = ecs.Scenario

// allPasses is every pass that there is, in the order of the data.
func allPasses() []passes.Pass {
	ps := []passes.Pass{
		bake.Overdraw{}, bake.Peel{}, bake.Keep{}, bake.Enclose{}, bake.Gather{}, bake.Layers{},
		bake.Flags{}, bake.Vertical{View: bake.Front}, bake.Zones{}, bake.Connect{}, bake.Sheets{}, bake.Assign{}, bake.Blank{},
		bake.Pack{}, bake.Slope{}, bake.Rows{}, bake.Pieces{}, bake.Sort{}, bake.Block{}, bake.Reach{}, bake.Shelve{}, bake.Conflict{}, bake.Colour{},
	}
	ps = append(ps, bake.Scan("tileScan", 1)...)
	return append(ps,
		field.Clear{}, field.Splat{}, field.Flow{}, field.Cost{},
		plan.Diagonals{}, plan.Regions{}, plan.Borders{}, plan.Turn{}, plan.Forget{}, plan.Seed{}, plan.Exact{}, plan.Hops{}, plan.Guess{},
		plan.Begin{}, plan.Relax{Stencil: 8}, plan.Sweep{Stencil: 8}, plan.Trace{Stencil: 8}, plan.Jump{}, plan.Shift{}, plan.Publish{}, plan.Velocity{},
		move.Commands{}, move.Lead{}, move.Hold{}, move.Takeback{}, move.Watch{}, move.Turns{}, move.Route{}, move.Call{}, move.Parted{}, move.Party{}, move.Pace{},
		move.Advance{}, move.Empty{}, move.Count{}, move.Scatter{}, move.Rank{}, move.Avoid{Directions: 5}, move.ORCA{}, move.Meet{}, move.Separate{Each: 1},
		move.Land{}, move.Vacate{}, move.Occupy{},
		move.Relocate{}, move.Close{})
}

// shaderNames are the shaders of a pass. All raster passes share the vertex shader; fills have none.
func shaderNames(d passes.Decl) []string {
	switch {
	case d.Raster != nil:
		return []string{"scene.vert", d.Name + ".frag"}
	case d.Fill:
		return nil
	}
	return []string{d.Name}
}

func reflection(t *testing.T, name string) spirv.Reflection {
	t.Helper()
	code, err := spirv.Module(name)
	must(t, err)
	r, err := spirv.Reflect(code)
	must(t, err)
	return r
}

// Every pass declares what its shader says: bindings with their numbers, kinds, names and access, push constants, group.
func TestDeclarationsMatchShaders(t *testing.T) {
	for _, p := range allPasses() {
		d := p.Decl()
		access := make([]passes.Access, len(d.Bindings))
		for _, name := range shaderNames(d) {
			r := reflection(t, name)
			used, faults := checkBindings(d, r)
			for _, fault := range faults {
				t.Errorf("%s: %v", name, fault)
			}
			access = merge(access, used, len(d.Bindings))
			if r.Push > d.Push || r.Push != d.Push && d.Raster == nil {
				t.Errorf("%s: the shader has %d bytes of push constants, the pass %d", name, r.Push, d.Push)
			}
			if want := [3]int{d.Group, 1, 1}; d.Raster == nil && r.Local != want {
				t.Errorf("%s: the shader's group is %v, the pass's %v", name, r.Local, want)
			}
		}
		for i, b := range d.Bindings {
			switch {
			case access[i] == 0 && i > 0: // not every shader needs the frame
				t.Errorf("%s: binding %d, %q, is used by no shader", d.Name, i, b.Slot)
			case access[i] != 0 && access[i] != b.Access:
				t.Errorf("%s: binding %d, %q, is declared %v, the shader says %v", d.Name, i, b.Slot, b.Access, access[i])
			}
		}
	}
}

func merge(a, b []passes.Access, n int) []passes.Access {
	all := make([]passes.Access, n)
	copy(all, a)
	for i, v := range b {
		all[i] |= v
	}
	return all
}

// checkBindings compares the bindings that a shader uses; it gives the access to each by the qualifiers in the shader.
func checkBindings(d passes.Decl, r spirv.Reflection) (access []passes.Access, faults []error) {
	access = make([]passes.Access, len(d.Bindings))
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for _, b := range r.Bindings {
		if b.Set != 0 || b.Binding >= len(d.Bindings) {
			fault("the shader binds %q at set %d, binding %d; the pass has %d bindings", b.Name, b.Set, b.Binding, len(d.Bindings))
			continue
		}
		slot := d.Bindings[b.Binding].Slot
		if want := kind(d.Bindings[b.Binding]); b.Kind != want {
			fault("binding %d, %q, is a %v in the shader, expected a %v", b.Binding, slot, b.Kind, want)
		}
		if got := resourceName(b); !sameSlot(d.Name, got, slot) {
			fault("binding %d is %q in the shader, %q in the pass", b.Binding, got, slot)
		}
		access[b.Binding] = passes.ReadWrite
		if b.ReadOnly || b.Kind == spirv.UniformBuffer {
			access[b.Binding] &^= passes.Write
		}
		if b.WriteOnly {
			access[b.Binding] &^= passes.Read
		}
	}
	return access, faults
}

func kind(b passes.Binding) spirv.Kind {
	s := passes.Find(b.Slot)
	switch {
	case b.Texels:
		return spirv.TexelBuffer
	case s.Elem.Image():
		return spirv.StorageImage
	case s.Uniform:
		return spirv.UniformBuffer
	}
	return spirv.StorageBuffer
}

// resourceName is the slot that a shader names: an image without its suffix, a buffer by its array.
func resourceName(b spirv.Binding) string {
	if b.Kind == spirv.StorageImage {
		return strings.TrimSuffix(b.Name, "Image")
	}
	if b.Kind == spirv.TexelBuffer {
		return b.Name
	}
	last := b.Members[len(b.Members)-1]
	if len(last.Dims) > 0 {
		return last.Name
	}
	return strings.ToLower(b.Block) // Frame and Step are records
}

// sameSlot allows for the shaders of the scan, which run on several slots.
func sameSlot(shader, got, slot string) bool {
	if slices.Contains([]string{"reduce", "apply"}, shader) && got == "values" {
		return slot != "scanBlocks"
	}
	return got == slot
}

// Every shader has a pass, and every pass has its shaders.
func TestEveryShaderHasAPass(t *testing.T) {
	used := map[string]bool{}
	for _, p := range allPasses() {
		for _, name := range shaderNames(p.Decl()) {
			used[name] = true
		}
	}
	for _, name := range spirv.Names() {
		if !used[name] {
			t.Errorf("the shader %q belongs to no pass", name)
		}
		delete(used, name)
	}
	for name := range used {
		t.Errorf("there is no shader %q", name)
	}
}

// The formats of images in shaders are those of the slots.
func TestImageFormats(t *testing.T) {
	formats := map[passes.Elem]string{passes.RGBA32F: "rgba32f", passes.RGBA8I: "rgba8i", passes.R32UI: "r32ui"}
	for _, p := range allPasses() {
		d := p.Decl()
		for _, name := range shaderNames(d) {
			for _, b := range reflection(t, name).Bindings {
				if b.Kind != spirv.StorageImage {
					continue
				}
				slot := passes.Find(d.Bindings[b.Binding].Slot)
				if want := formats[slot.Elem]; b.Format != want || !b.Arrayed {
					t.Errorf("%s: image %q is %q (array: %v), the slot %q is %q", name, b.Name, b.Format, b.Arrayed, slot.Name, want)
				}
			}
		}
	}
}

// Go records have the layout of the shaders' blocks.
func TestRecordsMatchShaders(t *testing.T) {
	blocks := map[string]any{"Frame": passes.Frame{}, "Step": passes.StepData{}}
	elements := map[string]any{"commands": passes.Command{}}
	seen := map[string]bool{}
	for _, name := range spirv.Names() {
		for _, b := range reflection(t, name).Bindings {
			if v, ok := blocks[b.Block]; ok {
				seen[b.Block] = true
				if err := spirv.Match(b.Members, v); err != nil {
					t.Errorf("%s: block %s: %v", name, b.Block, err)
				}
			}
			if b.Kind != spirv.StorageBuffer {
				continue
			}
			array := b.Members[len(b.Members)-1]
			if v, ok := elements[array.Name]; ok {
				seen[array.Name] = true
				if err := spirv.MatchElement(array, v); err != nil {
					t.Errorf("%s: array %s: %v", name, array.Name, err)
				}
			}
		}
	}
	for _, want := range []string{"Frame", "Step", "commands"} {
		if !seen[want] {
			t.Errorf("no shader has %s", want)
		}
	}
}

// Records that shaders read as words or quadruples of words: as many as the slot has, four bytes each.
func TestRecordsFillTheirSlots(t *testing.T) {
	f := &passes.Frame{Groups: 1, Classes: 1, Entities: 1, Triangles: 1}
	for slot, v := range map[string]any{
		"frame": passes.Frame{}, "step": passes.StepData{}, "tally": passes.Tally{}, "classes": passes.Class{},
		"groups": passes.Group{}, "attributes": bake.Attribute{}, "facets": bake.Facet{},
	} {
		r := reflect.TypeOf(v)
		if got := passes.Find(slot).Bytes(f); got != int(r.Size()) {
			t.Errorf("slot %q has %d bytes, %v %d", slot, got, r, r.Size())
		}
		if err := words(r); err != nil {
			t.Error(err)
		}
	}
}

// words checks that every field is a word or an array of words.
func words(r reflect.Type) error {
	for i := range r.NumField() {
		f := r.Field(i)
		e := f.Type
		if e.Kind() == reflect.Array {
			e = e.Elem()
		}
		if e.Kind() != reflect.Uint32 && e.Kind() != reflect.Float32 {
			return fmt.Errorf("%v.%s is a %v, expected words", r, f.Name, f.Type)
		}
	}
	return nil
}

// The comparison is worth nothing if it cannot fail.
func TestDeclarationTestsCanFail(t *testing.T) {
	r := reflection(t, "cost")
	d := field.Cost{}.Decl()
	d.Bindings[1], d.Bindings[2] = d.Bindings[2], d.Bindings[1]
	if _, faults := checkBindings(d, r); len(faults) == 0 {
		t.Error("swapped bindings were not noticed")
	}
	type wrong struct{ Width, Layers, Height uint32 }
	if spirv.Match(r.Bindings[0].Members, wrong{}) == nil {
		t.Error("a frame with swapped members was not noticed")
	}
}

// Every layer that a scenario may ask for has a name in links.
func TestLinksNameEveryLayer(t *testing.T) {
	if ecs.MaxLayers > passes.MaxLayers {
		t.Errorf("scenarios may have %d layers, links name %d", ecs.MaxLayers, passes.MaxLayers)
	}
}
