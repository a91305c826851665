package spirv

import (
	"fmt"
	"reflect"
	"strings"
)

// Match compares a Go struct, given by any value of it, with the members of a block, so that its
// bytes can be copied to the GPU as they are. The fields, blank ones left out, must be the members in
// order: the same name but for case and underscores, the same offset, the same numbers. A vector
// is an array ([3]float32 for vec3), a matrix an array of its numbers ([16]float32 or [4][4]float32
// for mat4), a struct a struct. The error names the first member that differs. A member whose
// length is known at run time is compared by MatchElement instead, and must be last.
func Match(members []Member, v any) error {
	if n := len(members); n > 0 && members[n-1].unbounded() {
		members = members[:n-1]
	}
	return matchStruct("", members, reflect.TypeOf(v))
}

// MatchElement compares a Go value with one element of an array of a block, as Match does. The
// element's size must be the stride of the array.
func MatchElement(array Member, v any) error {
	t := reflect.TypeOf(v)
	if array.Dims == nil {
		return fmt.Errorf("spirv: %s is no array", array.Name)
	}
	if size := int(t.Size()); size != array.Stride {
		return fmt.Errorf("spirv: %s has %d bytes between elements, the Go type %v has %d", array.Name, array.Stride, t, size)
	}
	return matchType(array.Name, array.element(), t)
}

func (m Member) unbounded() bool { return len(m.Dims) > 0 && m.Dims[0] == 0 }

// element is the member that one element of the array m would be.
func (m Member) element() Member {
	m.Dims, m.Size = m.Dims[1:], m.Stride
	m.Stride = 0
	if len(m.Dims) > 0 && m.Dims[0] > 0 {
		m.Stride = m.Size / m.Dims[0] // glslc lays inner arrays without gaps between them
	}
	return m
}

func matchStruct(path string, members []Member, t reflect.Type) error {
	if t == nil || t.Kind() != reflect.Struct {
		return fmt.Errorf("spirv: %q is a struct, the Go type is %v", path, t)
	}
	var fields []reflect.StructField
	for i := range t.NumField() {
		if f := t.Field(i); f.Name != "_" {
			fields = append(fields, f)
		}
	}
	for i, m := range members {
		name := strings.TrimPrefix(path+"."+m.Name, ".")
		switch {
		case i == len(fields):
			return fmt.Errorf("spirv: %s has no field in %v", name, t)
		case plain(fields[i].Name) != plain(m.Name):
			return fmt.Errorf("spirv: %s stands where %v has the field %s", name, t, fields[i].Name)
		case int(fields[i].Offset) != m.Offset:
			return fmt.Errorf("spirv: %s is at byte %d, the field %s of %v at %d", name, m.Offset, fields[i].Name, t, fields[i].Offset)
		}
		if err := matchType(name, m, fields[i].Type); err != nil {
			return err
		}
	}
	if len(fields) > len(members) {
		return fmt.Errorf("spirv: the field %s of %v is no member of the block", fields[len(members)].Name, t)
	}
	return nil
}

func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func matchType(path string, m Member, t reflect.Type) error {
	if len(m.Dims) > 0 {
		if t.Kind() != reflect.Array || t.Len() != m.Dims[0] || int(t.Elem().Size()) != m.Stride {
			return fmt.Errorf("spirv: %s is an array of %d elements of %d bytes, the Go type is %v", path, m.Dims[0], m.Stride, t)
		}
		return matchType(path, m.element(), t.Elem())
	}
	if m.Members != nil {
		return matchStruct(path, m.Members, t)
	}
	number := t
	for number.Kind() == reflect.Array {
		number = number.Elem()
	}
	// As an element a vec3 has the size of its stride, 16: the Go array then must have the padding too.
	if number.Kind() != kinds[component(m.Type)] || int(t.Size()) != m.Size {
		return fmt.Errorf("spirv: %s is a %s of %d bytes, the Go type %v has %d", path, m.Type, m.Size, t, t.Size())
	}
	return nil
}

// kinds are the Go kinds of GLSL's numbers.
var kinds = map[string]reflect.Kind{
	"float": reflect.Float32, "double": reflect.Float64,
	"int": reflect.Int32, "int8_t": reflect.Int8, "int16_t": reflect.Int16, "int64_t": reflect.Int64,
	"uint": reflect.Uint32, "uint8_t": reflect.Uint8, "uint16_t": reflect.Uint16, "uint64_t": reflect.Uint64,
}

// component is the number that a scalar, vector or matrix type is made of.
func component(glsl string) string {
	at := max(strings.Index(glsl, "vec"), strings.Index(glsl, "mat"))
	if at < 0 {
		return glsl
	}
	for name, prefix := range prefixes {
		if prefix == glsl[:at] {
			return name
		}
	}
	return glsl[:at]
}
