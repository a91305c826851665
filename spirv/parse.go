package spirv

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Instructions, decorations and other numbers of the SPIR-V specification that the package reads.
const (
	magic = 0x07230203

	opName              = 5
	opMemberName        = 6
	opEntryPoint        = 15
	opExecutionMode     = 16
	opTypeInt           = 21
	opTypeFloat         = 22
	opTypeVector        = 23
	opTypeMatrix        = 24
	opTypeImage         = 25
	opTypeSampler       = 26
	opTypeSampledImage  = 27
	opTypeArray         = 28
	opTypeRuntimeArray  = 29
	opTypeStruct        = 30
	opTypePointer       = 32
	opConstant          = 43
	opComposite         = 44
	opSpecConstantTrue  = 48
	opSpecConstantFalse = 49
	opSpecConstant      = 50
	opSpecComposite     = 51
	opVariable          = 59
	opDecorate          = 71
	opMemberDecorate    = 72
	opExecutionModeID   = 331

	modeLocalSize   = 17
	modeLocalSizeID = 38

	specID        = 1
	bufferBlock   = 3
	rowMajor      = 4
	arrayStride   = 6
	matrixStride  = 7
	builtIn       = 11
	nonWritable   = 24
	nonReadable   = 25
	bindingNumber = 33
	descriptorSet = 34
	offset        = 35

	builtInWorkgroupSize = 25
)

// whole stands for the id itself where a member's index could stand.
const whole = ^uint32(0)

// slot names something that has a name or decorations: an id, or one member of a struct's id.
type slot struct{ id, member uint32 }

type decoration struct {
	slot
	kind uint32
}

// definition is a type, a constant or a variable: its instruction without the id it defines.
type definition struct {
	op   uint32
	args []uint32 // for constants and variables the type comes first
	at   int      // position in the module: a part must come before the whole, so that none is its own part
}

// module is the declaration part of a SPIR-V file, unresolved.
type module struct {
	names       map[slot]string
	decorations map[decoration]uint32 // first literal, or 0 where there is none
	definitions map[uint32]definition
	variables   []uint32
	constants   []uint32 // specialization constants
	stage       uint32   // execution model of the entry point
	entries     int
	local       []uint32 // group size, or the ids of the constants that give it
	localIDs    bool
	budget      int // members that layout may still expand
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("spirv: %w: %s", ErrMalformed, fmt.Sprintf(format, args...))
}

// parse splits code into instructions and keeps the declarations.
func parse(code []byte) (*module, error) {
	if len(code) < 20 || len(code)%4 != 0 || binary.LittleEndian.Uint32(code) != magic {
		return nil, malformed("%d bytes that do not start as a little-endian module", len(code))
	}
	words := make([]uint32, len(code)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(code[4*i:])
	}
	m := &module{
		names:       map[slot]string{},
		decorations: map[decoration]uint32{},
		definitions: map[uint32]definition{},
		budget:      maxMembers,
	}
	for at := 5; at < len(words); {
		op, count := words[at]&0xffff, int(words[at]>>16)
		if count == 0 || count > len(words)-at {
			return nil, malformed("instruction at word %d is cut short", at)
		}
		if err := m.keep(op, words[at+1:at+count], at); err != nil {
			return nil, err
		}
		at += count
	}
	if m.entries != 1 {
		return nil, malformed("%d entry points, expected one", m.entries)
	}
	return m, nil
}

// operands is the least number of operands of each instruction that keep reads.
var operands = map[uint32]int{
	opName: 2, opMemberName: 3, opEntryPoint: 3, opExecutionMode: 2, opExecutionModeID: 2,
	opDecorate: 2, opMemberDecorate: 3, opTypeInt: 3, opTypeFloat: 2, opTypeVector: 3, opTypeMatrix: 3,
	opTypeImage: 8, opTypeSampler: 1, opTypeSampledImage: 2, opTypeArray: 3, opTypeRuntimeArray: 2,
	opTypeStruct: 1, opTypePointer: 3, opConstant: 3, opComposite: 2, opSpecConstantTrue: 2,
	opSpecConstantFalse: 2, opSpecConstant: 3, opSpecComposite: 2, opVariable: 3,
}

// keep stores one instruction if it declares something.
func (m *module) keep(op uint32, args []uint32, at int) error {
	least, ok := operands[op]
	if !ok {
		return nil
	}
	if len(args) < least {
		return malformed("instruction %d at word %d has %d operands, expected %d", op, at, len(args), least)
	}
	switch op {
	case opName:
		return m.name(slot{args[0], whole}, args[1:])
	case opMemberName:
		return m.name(slot{args[0], args[1]}, args[2:])
	case opDecorate:
		m.decorate(slot{args[0], whole}, args[1], args[2:])
	case opMemberDecorate:
		m.decorate(slot{args[0], args[1]}, args[2], args[3:])
	case opEntryPoint:
		m.stage = args[0]
		m.entries++
	case opExecutionMode, opExecutionModeID:
		m.mode(args[1], args[2:])
	case opConstant, opComposite, opSpecConstantTrue, opSpecConstantFalse, opSpecConstant,
		opSpecComposite, opVariable:
		// The type precedes the id; the rest of the package wants the id first.
		return m.define(args[1], op, append([]uint32{args[0]}, args[2:]...), at)
	default:
		return m.define(args[0], op, args[1:], at)
	}
	return nil
}

func (m *module) name(s slot, words []uint32) error {
	text := make([]byte, 0, 4*len(words))
	for _, w := range words {
		text = binary.LittleEndian.AppendUint32(text, w)
	}
	end := bytes.IndexByte(text, 0)
	if end < 0 {
		return malformed("the name of id %d has no end", s.id)
	}
	m.names[s] = string(text[:end])
	return nil
}

func (m *module) decorate(s slot, kind uint32, literals []uint32) {
	var value uint32
	if len(literals) > 0 {
		value = literals[0]
	}
	m.decorations[decoration{s, kind}] = value
}

func (m *module) mode(mode uint32, args []uint32) {
	if (mode == modeLocalSize || mode == modeLocalSizeID) && len(args) == 3 {
		m.local, m.localIDs = args, mode == modeLocalSizeID
	}
}

func (m *module) define(id, op uint32, args []uint32, at int) error {
	if _, ok := m.definitions[id]; ok {
		return malformed("id %d is defined twice", id)
	}
	m.definitions[id] = definition{op, args, at}
	switch op {
	case opVariable:
		m.variables = append(m.variables, id)
	case opSpecConstant, opSpecConstantTrue, opSpecConstantFalse:
		m.constants = append(m.constants, id)
	}
	return nil
}

// decorated returns the first literal of a decoration, and whether there is one.
func (m *module) decorated(id, member, kind uint32) (uint32, bool) {
	v, ok := m.decorations[decoration{slot{id, member}, kind}]
	return v, ok
}

// constant is the value of a 32-bit constant, the default of a specialization constant.
func (m *module) constant(id uint32) (uint32, error) {
	switch d := m.definitions[id]; d.op {
	case opConstant, opSpecConstant:
		return d.args[1], nil
	case opSpecConstantTrue:
		return 1, nil
	case opSpecConstantFalse:
		return 0, nil
	}
	return 0, malformed("id %d is not a plain constant", id)
}
