package spirv

import (
	"fmt"
	"math"
)

// Limits that no shader of the engine comes near. Types of a garbage file may nest so that a few
// bytes stand for more members than memory holds.
const (
	maxMembers = 1 << 14
	maxDepth   = 32
)

// element is the type of one array element, with the arrays around it.
type element struct {
	name    string
	dims    []int
	size    int // of the whole member
	stride  int // of the outermost array
	members []Member
}

// members expands a struct and returns the bytes up to the end of its last member.
func (m *module) members(id uint32, depth int) (list []Member, size int, err error) {
	t := m.definitions[id]
	if t.op != opTypeStruct {
		return nil, 0, malformed("id %d is no block", id)
	}
	if depth > maxDepth {
		return nil, 0, malformed("structs nest deeper than %d", maxDepth)
	}
	if m.budget -= len(t.args); m.budget < 0 {
		return nil, 0, malformed("blocks have more than %d members", maxMembers)
	}
	for i, part := range t.args {
		at := uint32(i)
		start, ok := m.decorated(id, at, offset)
		if !ok || start > math.MaxInt32 {
			return nil, 0, malformed("member %d of block %q has no offset", i, m.names[slot{id, whole}])
		}
		e, err := m.measure(part, t.at, slot{id, at}, depth)
		if err != nil {
			return nil, 0, err
		}
		list = append(list, Member{Name: m.names[slot{id, at}], Type: e.name, Dims: e.dims,
			Offset: int(start), Size: e.size, Stride: e.stride, Members: e.members})
		size = max(size, int(start)+e.size)
	}
	return list, size, nil
}

// measure resolves the type id of a member; whoever uses the type stands at position user.
func (m *module) measure(id uint32, user int, member slot, depth int) (e element, err error) {
	t := m.definitions[id]
	if t.at >= user {
		return e, malformed("type %d is used before it is defined", id)
	}
	switch t.op {
	case opTypeInt, opTypeFloat:
		e.name, err = scalar(t)
		e.size = int(t.args[0] / 8)
	case opTypeVector:
		e, err = m.vector(t)
	case opTypeMatrix:
		e, err = m.matrix(t, member)
	case opTypeArray, opTypeRuntimeArray:
		e, err = m.array(id, t, member, depth)
	case opTypeStruct:
		e.name = m.names[slot{id, whole}]
		e.members, e.size, err = m.members(id, depth+1)
	default:
		err = malformed("a member of a block has a type of instruction %d", t.op)
	}
	return e, err
}

// scalar names a number in GLSL; 32 bits have the short name.
func scalar(t definition) (string, error) {
	width, name := t.args[0], "float"
	if t.op == opTypeInt {
		name = "int"
		if t.args[1] == 0 {
			name = "uint"
		}
	}
	switch {
	case width == 32:
		return name, nil
	case width == 64 && name == "float":
		return "double", nil
	case width == 8 || width == 16 || width == 64:
		return fmt.Sprintf("%s%d_t", name, width), nil
	}
	return "", malformed("a number of %d bits", width)
}

// prefixes of GLSL's vector and matrix types; types with other components keep their long name.
var prefixes = map[string]string{"float": "", "int": "i", "uint": "u", "double": "d"}

func (m *module) vector(t definition) (e element, err error) {
	part, n := m.definitions[t.args[0]], t.args[1]
	if part.at >= t.at || (part.op != opTypeInt && part.op != opTypeFloat) || n < 2 || n > 4 {
		return e, malformed("a vector of %d components of instruction %d", n, part.op)
	}
	name, err := scalar(part)
	prefix, short := prefixes[name]
	if !short {
		prefix = name
	}
	return element{name: fmt.Sprintf("%svec%d", prefix, n), size: int(n * part.args[0] / 8)}, err
}

func (m *module) matrix(t definition, member slot) (e element, err error) {
	column, columns := m.definitions[t.args[0]], t.args[1]
	if column.at >= t.at || column.op != opTypeVector || columns < 2 || columns > 4 {
		return e, malformed("a matrix of %d columns of instruction %d", columns, column.op)
	}
	v, err := m.vector(column)
	if err != nil {
		return e, err
	}
	rows := column.args[1]
	stride, ok := m.decorated(member.id, member.member, matrixStride)
	if !ok || stride > math.MaxInt32/4 {
		return e, malformed("matrix %q has no stride", m.names[member])
	}
	lines := columns
	if _, ok := m.decorated(member.id, member.member, rowMajor); ok {
		lines = rows
	}
	prefix := v.name[:len(v.name)-len("vec0")]
	name := fmt.Sprintf("%smat%dx%d", prefix, columns, rows)
	if columns == rows {
		name = fmt.Sprintf("%smat%d", prefix, columns)
	}
	return element{name: name, size: int(lines * stride)}, nil
}

func (m *module) array(id uint32, t definition, member slot, depth int) (e element, err error) {
	if depth > maxDepth {
		return e, malformed("arrays nest deeper than %d", maxDepth)
	}
	stride, ok := m.decorated(id, whole, arrayStride)
	if !ok {
		return e, malformed("array %q has no stride", m.names[member])
	}
	var length uint32
	if t.op == opTypeArray {
		if length, err = m.constant(t.args[1]); err != nil {
			return e, err
		}
	}
	size := uint64(length) * uint64(stride)
	if size > math.MaxInt32 || stride > math.MaxInt32 {
		return e, malformed("array %q has %d elements of %d bytes", m.names[member], length, stride)
	}
	if e, err = m.measure(t.args[0], t.at, member, depth+1); err != nil {
		return e, err
	}
	e.dims = append([]int{int(length)}, e.dims...)
	e.size, e.stride = int(size), int(stride)
	return e, nil
}
