package plan

import "throng/passes"

// Hops counts, for groups that start anew, the regions on the way from what [Seed] has left to each other, level by level.
// One workgroup does so for a group: where ways are long, few regions are on a level, and a level takes it far less time than a
// round of the solver. Where more than hopsWidth are on a level it stops: there the solver has plenty to do in a round.
type Hops struct{ passes.PerGroup }

const (
	hopsWidth = 1 << 11 // regions on a level
	hopsDepth = 1 << 14 // levels: lavapipe ends the loops of a thread after 65,535 iterations
)

// Decl declares the pass.
func (Hops) Decl() passes.Decl {
	return passes.Decl{
		Name:     "hops",
		Bindings: passes.Bindings(passes.Reads("groups", "solveState", "regionWays"), passes.Updates("hops")),
		Group:    256,
	}
}

// Invocations is one workgroup.
func (Hops) Invocations(*passes.Frame) int { return 256 }

// CPU counts.
func (Hops) CPU(f *passes.Frame, b *passes.Buffers) {
	for g := range f.Groups {
		if due(f, b, g) {
			hop(f, b, g)
		}
	}
}

// Forget clears what is known of the ways of the start before, ahead of [Seed].
type Forget struct{ passes.Plain }

// Decl declares the pass, which has no shader.
func (Forget) Decl() passes.Decl {
	return passes.Decl{Name: "forget", Fill: true, Bindings: passes.Writes("hops")}
}

// Invocations is not used: a fill is no dispatch.
func (Forget) Invocations(*passes.Frame) int { return 0 }

// CPU clears the slot.
func (Forget) CPU(_ *passes.Frame, b *passes.Buffers) { clear(b.U32("hops")) }

func hop(f *passes.Frame, b *passes.Buffers, g uint32) {
	n := f.Pages * passes.PageRegions
	hops := b.U32("hops")[g*(n+1):][:n+1]
	ways := b.U32("regionWays")[passes.As[passes.Group](b, "groups")[g].Class*n*passes.RegionWays:]
	var level []uint32
	for r := range n {
		if hops[r] == passes.HopsKept {
			level = append(level, r)
		}
	}
	deep := uint32(passes.HopsKept)
	for {
		var next []uint32
		for _, r := range level {
			for _, to := range ways[r*passes.RegionWays:][:passes.RegionWays] {
				if to != passes.None && hops[to] == 0 {
					hops[to] = deep + 1
					next = append(next, to)
				}
			}
		}
		if level = next; len(level) == 0 || len(level) > hopsWidth || deep+1 >= hopsDepth {
			break
		}
		deep++
	}
	hops[n] = deep
}
