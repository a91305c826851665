package move

import "throng/passes"

// Occupancy are the passes that tell the host where people stand, for spawners that have to know whether there is room.
func Occupancy(f *passes.Frame) []passes.Pass {
	if f.Spawners == 0 {
		return nil
	}
	return []passes.Pass{Vacate{}, Occupy{}}
}

// Vacate clears the slot "taken".
type Vacate struct{ passes.Plain }

// Decl declares the pass, which has no shader.
func (Vacate) Decl() passes.Decl {
	return passes.Decl{Name: "vacate", Fill: true, Bindings: passes.Writes("taken")}
}

// Invocations is not used: a fill is no dispatch.
func (Vacate) Invocations(*passes.Frame) int { return 0 }

// CPU clears the slot.
func (Vacate) CPU(_ *passes.Frame, b *passes.Buffers) { clear(b.U32("taken")) }

// Occupy marks the cells that somebody is on.
type Occupy struct{ perAgent }

// Decl declares the pass.
func (Occupy) Decl() passes.Decl {
	return passes.Decl{Name: "occupy", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("agentCell", "agentState"), passes.Updates("taken"))}
}

// CPU marks the cells.
func (Occupy) CPU(f *passes.Frame, b *passes.Buffers) {
	cell, taken := b.U32("agentCell"), b.U32("taken")
	for i, s := range b.U32("agentState") {
		if c := cell[i]; s&0xff != passes.StateFree && c < f.Cells {
			taken[c>>5] |= 1 << (c & 31)
		}
	}
}
