package move

import (
	"throng/passes"
	"throng/passes/bake"
)

// Bins sorts the agents at the beginning of a step: those that walk or wait on a cell by bin and, within a bin, by slot.
// Afterwards "binStart" has the first of each bin in "bodySlot" and in all that is about bodies, then the number of
// bodies, then that of all who are alive: those who are no bodies come last. A counting sort: count, running sum, scatter;
// and as threads come in any order, every agent then counts who of its bin has a lower slot.
//
// A bin is a square of 2^BinBits cells in a page, so that bins take memory where floor is, and a body touches nobody beyond
// the few bins around it. lavapipe ends the loops of a thread after 65,535 iterations: so many agents may be in the bins
// around one.
func Bins(f *passes.Frame) []passes.Pass {
	return append(append([]passes.Pass{Empty{}, Count{}}, bake.Scan("binStart", passes.Bins(f)+2)...), Scatter{}, Rank{})
}

// bins finds bins and the bodies in them: the form of lib/bins.glsl and lib/near.glsl.
type bins struct {
	f            *passes.Frame
	table, start []uint32
}

func newBins(f *passes.Frame, b *passes.Buffers) bins {
	return bins{f, b.U32("pageTable"), b.U32("binStart")}
}

// pageBits is log₂ of the bins along the edge of a page.
func (n *bins) pageBits() uint32 { return 4 - n.f.BinBits }

func (n *bins) of(c uint32) uint32 {
	x, z := c%passes.Tile>>n.f.BinBits, c/passes.Tile%passes.Tile>>n.f.BinBits
	return (c/passes.PageCells<<n.pageBits()+z)<<n.pageBits() + x
}

// bodies is the number of all bodies, alive that of them and all others.
func (n *bins) bodies() uint32 { return n.start[len(n.start)-2] }
func (n *bins) alive() uint32  { return n.start[len(n.start)-1] }

// widest is the radius of the widest body [m]: cells know their walls a little further than it reaches.
func widest(f *passes.Frame) float32 { return f.Reach - reachMargin }

// over visits the bodies of the bins that a rectangle meets, in the order of the device: everybody who stood in it when
// bins were made.
func (n *bins) over(from, to vec) func(yield func(uint32) bool) {
	f, up := n.f, n.pageBits()
	bin := func(x float32, cells uint32) uint32 {
		return uint32(min(max(x*f.PerCell, 0), float32(cells-1))) >> f.BinBits
	}
	x0, x1 := bin(from[0], f.Width), bin(to[0], f.Width)
	z0, z1 := bin(from[1], f.Height), bin(to[1], f.Height)
	last := uint32(1)<<up - 1
	return func(yield func(uint32) bool) {
		for z := z0; z <= z1; z++ {
			for tile := x0 >> up; tile <= x1>>up; tile++ {
				for sheet := range f.Sheets {
					page := n.table[(sheet*f.TilesZ+z>>up)*f.TilesX+tile]
					if page == passes.None {
						continue
					}
					row, x := (page<<up+z&last)<<up, tile<<up
					for m := n.start[row+max(x0, x)&last]; m < n.start[row+min(x1, x+last)&last+1]; m++ {
						if !yield(m) {
							return
						}
					}
				}
			}
		}
	}
}

// Empty clears the counts of the bins.
type Empty struct{ passes.Plain }

// Decl declares the pass, which has no shader.
func (Empty) Decl() passes.Decl {
	return passes.Decl{Name: "empty", Fill: true, Bindings: passes.Writes("binStart")}
}

// Invocations is not used: a fill is no dispatch.
func (Empty) Invocations(*passes.Frame) int { return 0 }

// CPU clears the slot.
func (Empty) CPU(_ *passes.Frame, b *passes.Buffers) { clear(b.U32("binStart")) }

// perAgent gives a pass a thread for each agent slot: as many as there can be bodies.
type perAgent struct{ passes.Plain }

func (perAgent) Invocations(f *passes.Frame) int { return int(f.Capacity) }

// Count counts the agents of every bin, one place further on in "binStart": where the scan then leaves the starts.
type Count struct{ perAgent }

// Decl declares the pass.
func (Count) Decl() passes.Decl {
	return passes.Decl{Name: "count", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("agentPosition", "agentCell", "agentState"), passes.Updates("binStart"))}
}

// CPU counts.
func (Count) CPU(f *passes.Frame, b *passes.Buffers) {
	eachAlive(f, b, func(n *bins, _, bin uint32) { n.start[bin+1]++ })
}

// eachAlive calls do with the slots and bins of the agents. Who is alive but no body has the last.
func eachAlive(f *passes.Frame, b *passes.Buffers, do func(n *bins, slot, bin uint32)) {
	n, position, cell := newBins(f, b), b.Vec2("agentPosition"), b.U32("agentCell")
	for i, s := range b.U32("agentState") {
		switch s &= 0xff; {
		case s == passes.StateFree:
		case s != passes.StateStranded && cell[i] < f.Cells && finite(position[i]):
			do(&n, uint32(i), n.of(cell[i]))
		default:
			do(&n, uint32(i), uint32(passes.Bins(f)))
		}
	}
}

// Scatter puts every agent into its bin, in any order. The start of a bin, one place further on, grows to its end, which is
// the start of the next: then every start is where it belongs.
type Scatter struct{ perAgent }

// Decl declares the pass.
func (Scatter) Decl() passes.Decl {
	return passes.Decl{Name: "scatter", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("agentPosition", "agentCell", "agentState"), passes.Updates("binStart"), passes.Writes("binAgents"))}
}

// CPU puts the agents into their bins.
func (Scatter) CPU(f *passes.Frame, b *passes.Buffers) {
	agents := b.U32("binAgents")
	eachAlive(f, b, func(n *bins, i, bin uint32) {
		end := &n.start[bin+1]
		agents[*end] = i
		*end++
	})
}

// own is what the passes that move a body know of its agent, as in lib/own.glsl: in the order of bodies, as reading agents by slot goes
// all over memory.
type own struct {
	At                   vec
	Cell, State          uint32
	Radius, Speed, Start float32
	ID                   uint32
}

// rests reports whether the engine does not move it in this step: it has not started yet, or the host moves it.
func (o *own) rests(now float32) bool {
	state := o.State & 0xff
	return state == passes.StateDriven || (state == passes.StateWaiting || state == passes.StateAdvised) && now < o.Start
}

// Rank orders the agents of each bin by slot, and writes down what others see of them.
type Rank struct{ perAgent }

// Decl declares the pass.
func (Rank) Decl() passes.Decl {
	return passes.Decl{Name: "rank", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell", "agentState", "agentID", "binStart", "binAgents"),
		passes.Writes("bodySlot", "bodyAgent", "place", "motion", "level"))}
}

// CPU orders the agents.
func (Rank) CPU(f *passes.Frame, b *passes.Buffers) {
	n, agents, cell, slot := newBins(f, b), b.U32("binAgents"), b.U32("agentCell"), b.U32("bodySlot")
	position, velocity, height, body := b.Vec2("agentPosition"), b.Vec2("agentVelocity"), b.F32("agentHeight"), b.Vec4("agentBody")
	state, id, all := b.U32("agentState"), b.U32("agentID"), passes.As[own](b, "bodyAgent")
	place, motion, level := b.U32("place"), b.U32("motion"), b.U32("level")
	for m, i := range agents[:n.alive()] {
		k := uint32(m)
		if k < n.bodies() {
			bin := n.of(cell[i])
			k = n.start[bin]
			for _, other := range agents[k:n.start[bin+1]] {
				if other < i {
					k++
				}
			}
		}
		all[k] = own{position[i], cell[i], state[i], body[i][0], body[i][1], body[i][2], id[i]}
		slot[k], place[k], level[k] = i, packPlace(position[i]), packLevel(height[i])
		motion[k] = packMotion(velocity[i], min(body[i][0], widest(f)))
	}
}
