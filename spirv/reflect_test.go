package spirv

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// fixture reads a module that tools/glslc.sh made from testdata/glsl.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("testdata/spv", name+".spv"))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func reflected(t testing.TB, name string) Reflection {
	t.Helper()
	r, err := Reflect(fixture(t, name))
	if err != nil {
		t.Fatalf("Reflect(%s): %v", name, err)
	}
	return r
}

func TestReflectLayout(t *testing.T) {
	want := Reflection{
		Stage: Compute,
		Local: [3]int{8, 4, 1},
		Bindings: []Binding{
			{Set: 0, Binding: 0, Kind: StorageBuffer, Name: "Agents", Block: "Agents", Count: 1, ReadOnly: true, Members: []Member{
				{Name: "count", Type: "uint", Offset: 0, Size: 4},
				{Name: "agents", Type: "Agent", Dims: []int{0}, Offset: 16, Stride: 32, Members: []Member{
					{Name: "position", Type: "vec3", Offset: 0, Size: 12},
					{Name: "radius", Type: "float", Offset: 12, Size: 4},
					{Name: "group", Type: "uint", Offset: 16, Size: 4},
				}},
			}},
			{Set: 0, Binding: 1, Kind: StorageBuffer, Name: "field", Block: "Field", Count: 1, Members: []Member{
				{Name: "view", Type: "mat4", Offset: 0, Size: 64},
				{Name: "skew", Type: "mat3x2", Offset: 64, Size: 24},
				{Name: "cells", Type: "uvec2", Dims: []int{3, 2}, Offset: 88, Size: 48, Stride: 16},
				{Name: "corners", Type: "vec3", Dims: []int{2}, Offset: 144, Size: 32, Stride: 16},
				{Name: "density", Type: "float", Dims: []int{0}, Offset: 176, Stride: 4},
			}},
			{Set: 0, Binding: 2, Kind: StorageImage, Name: "position", Count: 2, ReadOnly: true, Format: "rgba32f"},
			{Set: 0, Binding: 3, Kind: StorageImage, Name: "flags", Count: 1, WriteOnly: true, Format: "r32ui", Arrayed: true},
			{Set: 1, Binding: 0, Kind: UniformBuffer, Name: "grid", Block: "Grid", Count: 1, ReadOnly: false, Members: []Member{
				{Name: "cell", Type: "float", Offset: 0, Size: 4},
				{Name: "size", Type: "ivec2", Offset: 8, Size: 8},
			}},
			{Set: 1, Binding: 1, Kind: TexelBuffer, Name: "order", Count: 1, ReadOnly: true},
		},
		Push: 16,
		PushMembers: []Member{
			{Name: "first", Type: "uint", Offset: 0, Size: 4},
			{Name: "dt", Type: "float", Offset: 4, Size: 4},
			{Name: "wind", Type: "vec2", Offset: 8, Size: 8},
		},
	}
	got := reflected(t, "layout")
	for i := range min(len(got.Bindings), len(want.Bindings)) {
		if !reflect.DeepEqual(got.Bindings[i], want.Bindings[i]) {
			t.Errorf("binding %d is\n%+v, want\n%+v", i, got.Bindings[i], want.Bindings[i])
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Reflect gives\n%+v, want\n%+v", got, want)
	}
}

func TestReflectSpecialization(t *testing.T) {
	got := reflected(t, "special")
	want := []Constant{{0, "", 1}, {1, "weight", math.Float32bits(1.5)}, {2, "warm", 1}, {3, "tile", 7}}
	if !reflect.DeepEqual(got.Constants, want) {
		t.Errorf("constants are %+v, want %+v", got.Constants, want)
	}
	if got.Local != [3]int{1, 2, 1} {
		t.Errorf("group size is %v, want the default of constant 0 and 2: [1 2 1]", got.Local)
	}
	if b := got.Bindings[0]; !b.WriteOnly || b.ReadOnly {
		t.Errorf("binding %+v is not write-only", b)
	}
}

func TestReflectRaster(t *testing.T) {
	vert, frag := reflected(t, "peel.vert"), reflected(t, "peel.frag")
	if vert.Stage != Vertex || frag.Stage != Fragment {
		t.Errorf("stages are %v and %v", vert.Stage, frag.Stage)
	}
	if want := []Member{{Name: "view", Type: "mat4", Size: 64}}; vert.Push != 64 || !reflect.DeepEqual(vert.PushMembers, want) {
		t.Errorf("push constants are %d bytes of %+v", vert.Push, vert.PushMembers)
	}
	want := []Binding{{Binding: 1, Kind: SampledImage, Name: "depth", Count: 1, Arrayed: true}}
	if !reflect.DeepEqual(frag.Bindings, want) {
		t.Errorf("bindings are %+v, want %+v", frag.Bindings, want)
	}
}

// assemble makes a module of instructions: the operation, then its operands.
func assemble(instructions ...[]uint32) []byte {
	words := []uint32{magic, 0x10600, 0, 1000, 0}
	for _, in := range instructions {
		words = append(words, uint32(len(in))<<16|in[0])
		words = append(words, in[1:]...)
	}
	var code []byte
	for _, w := range words {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return code
}

// block is a vertex shader with one storage buffer whose block is the struct of this id.
func block(id uint32, instructions ...[]uint32) []byte {
	return assemble(append(append([][]uint32{{opEntryPoint, 0, 1, 0}}, instructions...),
		[]uint32{opDecorate, 901, bindingNumber, 0},
		[]uint32{opTypePointer, 900, classStorageBuffer, id},
		[]uint32{opVariable, 900, 901, classStorageBuffer})...)
}

func TestReflectMalformed(t *testing.T) {
	u32 := []uint32{opTypeInt, 10, 32, 0}
	at := func(id uint32) []uint32 { return []uint32{opMemberDecorate, id, 0, offset, 0} }
	// Each struct holds the one before it twice: 2^20 members in all.
	bomb := [][]uint32{u32}
	for id := uint32(11); id < 31; id++ {
		bomb = append(bomb, at(id), []uint32{opMemberDecorate, id, 1, offset, 4}, []uint32{opTypeStruct, id, id - 1, id - 1})
	}
	deep := [][]uint32{u32, {opConstant, 10, 9, 1}, at(200)}
	for id := uint32(11); id < 111; id++ {
		deep = append(deep, []uint32{opDecorate, id, arrayStride, 4}, []uint32{opTypeArray, id, id - 1, 9})
	}
	deep = append(deep, []uint32{opTypeStruct, 200, 110})

	cases := []struct {
		name, want string
		code       []byte
	}{
		{"empty", "0 bytes", nil},
		{"text", "40 bytes", []byte(strings.Repeat("text", 10))},
		{"odd length", "bytes", append(assemble(), 1)},
		{"no entry point", "0 entry points", assemble()},
		{"two entry points", "2 entry points", assemble([]uint32{opEntryPoint, 0, 1, 0}, []uint32{opEntryPoint, 0, 2, 0})},
		{"kernel", "execution model 6", assemble([]uint32{opEntryPoint, 6, 1, 0})},
		{"no group size", "no group size", assemble([]uint32{opEntryPoint, 5, 1, 0})},
		{"endless name", "no end", assemble([]uint32{opName, 1, 0x61616161})},
		{"few operands", "expected 3", assemble([]uint32{opTypeArray, 1})},
		{"length past the end", "cut short", append(assemble(), 0, 0, 9, 0)},
		{"length zero", "cut short", append(assemble(), 0, 0, 0, 0)},
		{"defined twice", "defined twice", block(11, u32, u32)},
		{"part of itself", "before it is defined", block(11, at(11), []uint32{opTypeStruct, 11, 11})},
		{"no offset", "no offset", block(11, u32, []uint32{opTypeStruct, 11, 10})},
		{"unknown type", "instruction 0", block(11, at(11), []uint32{opTypeStruct, 11, 12})},
		{"not a block", "instruction 21", block(10, u32)},
		{"bomb", "members", block(30, bomb...)},
		{"deep", "deeper", block(200, deep...)},
		{"odd number", "33 bits", block(11, []uint32{opTypeInt, 10, 33, 0}, at(11), []uint32{opTypeStruct, 11, 10})},
		{"large vector", "9 components", block(12, u32, []uint32{opTypeVector, 11, 10, 9}, at(12), []uint32{opTypeStruct, 12, 11})},
		{"array without stride", "no stride", block(12, u32, []uint32{opTypeRuntimeArray, 11, 10}, at(12), []uint32{opTypeStruct, 12, 11})},
		{"array of no constant", "not a plain constant", block(12, u32, []uint32{opDecorate, 11, arrayStride, 4},
			[]uint32{opTypeArray, 11, 10, 10}, at(12), []uint32{opTypeStruct, 12, 11})},
		{"endless array", "elements", block(12, u32, []uint32{opConstant, 10, 9, 1 << 31}, []uint32{opDecorate, 11, arrayStride, 1 << 31},
			[]uint32{opTypeArray, 11, 10, 9}, at(12), []uint32{opTypeStruct, 12, 11})},
	}
	for _, c := range cases {
		r, err := Reflect(c.code)
		if !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want ErrMalformed with %q", c.name, err, c.want)
		}
		if !reflect.DeepEqual(r, Reflection{}) {
			t.Errorf("%s: half a result came with the error: %+v", c.name, r)
		}
	}
	sound := block(11, u32, at(11), []uint32{opTypeStruct, 11, 10})
	if _, err := Reflect(sound); err != nil {
		t.Errorf("the sound module beside the malformed ones: %v", err)
	}
}

// Every cut of a real module, and every word of it set to awkward values, must give an answer.
func TestReflectDamaged(t *testing.T) {
	for _, name := range []string{"layout", "special", "peel.vert", "peel.frag"} {
		code := fixture(t, name)
		for n := range code {
			if _, err := Reflect(code[:n]); err != nil && !errors.Is(err, ErrMalformed) {
				t.Fatalf("%s cut to %d bytes: %v", name, n, err)
			}
		}
		for at := 0; at < len(code); at += 4 {
			for _, v := range []uint32{0, 1, 7, 0x7fffffff, math.MaxUint32} {
				bad := append([]byte(nil), code...)
				binary.LittleEndian.PutUint32(bad[at:], v)
				if _, err := Reflect(bad); err != nil && !errors.Is(err, ErrMalformed) {
					t.Fatalf("%s with word %d set to %#x: %v", name, at/4, v, err)
				}
			}
		}
	}
}

func FuzzReflect(f *testing.F) {
	for _, name := range []string{"layout", "special", "peel.vert", "peel.frag"} {
		f.Add(fixture(f, name))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if _, err := Reflect(code); err != nil && !errors.Is(err, ErrMalformed) {
			t.Errorf("error is %v, want ErrMalformed", err)
		}
	})
}
