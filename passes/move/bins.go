package move

import (
	"throng/passes"
	"throng/passes/bake"
)

// Bins sorts the agents that walk or wait on a cell by bin and, within a bin, by slot: afterwards "binStart" has the first
// of each bin in "bodySlot", "body" and the rest, and at its end the number of all. A counting sort: count, running sum,
// scatter; and as threads come in any order, every agent then counts who of its bin has a lower slot.
//
// A bin is a square of 2^BinBits cells in a page, so that bins take memory where floor is, and a body touches nobody beyond
// the few bins around it. lavapipe ends the loops of a thread after 65,535 iterations: so many agents may be in the bins
// around one.
func Bins(f *passes.Frame) []passes.Pass {
	return append(append([]passes.Pass{Empty{}, Count{}}, bake.Scan("binStart", passes.Bins(f)+1)...), Scatter{}, Rank{})
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

// bodies is the number of all bodies.
func (n *bins) bodies() uint32 { return n.start[len(n.start)-1] }

// widest is the radius of the widest body [m]: cells know their walls a little further than it reaches.
func widest(f *passes.Frame) float32 { return f.Reach - reachMargin }

// near visits the bodies of the bins that a window meets, in the order of the device: the window in which a body of radius
// r at p finds everybody that it can touch.
func (n *bins) near(p vec, r float32) func(yield func(uint32) bool) {
	f, up, reach := n.f, n.pageBits(), r+widest(n.f)
	bin := func(x float32, cells uint32) uint32 {
		return uint32(min(max(x*f.PerCell, 0), float32(cells-1))) >> f.BinBits
	}
	x0, x1 := bin(p[0]-reach, f.Width), bin(p[0]+reach, f.Width)
	z0, z1 := bin(p[1]-reach, f.Height), bin(p[1]+reach, f.Height)
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

// binned reports whether an agent belongs in a bin.
func binned(f *passes.Frame, state, cell uint32, p vec) bool {
	state &= 0xff
	return (state == passes.StateWalking || state == passes.StateWaiting) && cell < f.Cells && finite(p)
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

// perAgent gives a pass a thread for each agent slot.
type perAgent struct{ passes.Plain }

func (perAgent) Invocations(f *passes.Frame) int { return int(f.Capacity) }

// Count counts the agents of every bin, one place further on in "binStart": where the scan then leaves the starts.
type Count struct{ perAgent }

// Decl declares the pass.
func (Count) Decl() passes.Decl {
	return passes.Decl{Name: "count", Group: 64, Bindings: passes.Bindings(
		passes.Reads("agentPosition", "agentCell", "agentState"), passes.Updates("binStart"))}
}

// CPU counts.
func (Count) CPU(f *passes.Frame, b *passes.Buffers) {
	eachBinned(f, b, func(n *bins, _, c uint32) { n.start[n.of(c)+1]++ })
}

// eachBinned calls do with the slots and cells of the agents that belong in bins.
func eachBinned(f *passes.Frame, b *passes.Buffers, do func(n *bins, slot, cell uint32)) {
	n, position, cell := newBins(f, b), b.Vec2("agentPosition"), b.U32("agentCell")
	for i, s := range b.U32("agentState") {
		if binned(f, s, cell[i], position[i]) {
			do(&n, uint32(i), cell[i])
		}
	}
}

// Scatter puts every agent into its bin, in any order. The start of a bin, one place further on, grows to its end, which is
// the start of the next: then every start is where it belongs.
type Scatter struct{ perAgent }

// Decl declares the pass.
func (Scatter) Decl() passes.Decl {
	return passes.Decl{Name: "scatter", Group: 64, Bindings: passes.Bindings(
		passes.Reads("agentPosition", "agentCell", "agentState"), passes.Updates("binStart"), passes.Writes("binAgents"))}
}

// CPU puts the agents into their bins.
func (Scatter) CPU(f *passes.Frame, b *passes.Buffers) {
	agents := b.U32("binAgents")
	eachBinned(f, b, func(n *bins, i, c uint32) {
		end := &n.start[n.of(c)+1]
		agents[*end] = i
		*end++
	})
}

// Rank makes the bodies: what separation needs of every agent in a bin, in order.
type Rank struct{ perAgent }

// Decl declares the pass.
func (Rank) Decl() passes.Decl {
	return passes.Decl{Name: "rank", Group: 64, Bindings: passes.Bindings(
		passes.Reads("agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell", "agentState", "binStart", "binAgents",
			"pages", "wallStart", "pageWalls", "walls"),
		passes.Writes("bodySlot", "body", "bodyHeading", "bodyCell"))}
}

// CPU makes the bodies.
func (Rank) CPU(f *passes.Frame, b *passes.Buffers) {
	agents, slot, out, heading, cell := b.U32("binAgents"), b.U32("bodySlot"), b.Vec4("body"), b.Vec2("bodyHeading"), b.U32("bodyCell")
	position, velocity, height, body := b.Vec2("agentPosition"), b.Vec2("agentVelocity"), b.F32("agentHeight"), b.Vec4("agentBody")
	walls := passes.NewWalls(f, b)
	eachBinned(f, b, func(n *bins, i, c uint32) {
		bin := n.of(c)
		k := n.start[bin]
		for _, other := range agents[k:n.start[bin+1]] {
			if other < i {
				k++
			}
		}
		p, r := position[i], min(body[i][0], widest(f))+spare
		for w := range walls.Around(c) { // no wider than the nearest wall lets it, so that no wall parts bodies that overlap
			r = min(r, passes.Distance(w, p[0], p[1]))
		}
		slot[k], cell[k], heading[k], out[k] = i, c, vec{}, [4]float32{p[0], p[1], r, height[i]}
		if speed := length(velocity[i]); speed > 0 {
			heading[k] = scale(velocity[i], 1/speed)
		}
	})
}
