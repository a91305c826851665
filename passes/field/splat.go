package field

import (
	"math"

	"throng/passes"
)

// Splat adds the footprint of every agent to the sums of density and momentum (ML §5.1.1). A cell is reached by links
// only: along the agent's column, and from there along the rows, so that nothing crosses to another storey or through a
// wall. Sums are integers: they do not depend on the order of the agents. The average velocity of a cell is exact within
// 2^-15/w m/s for a lone agent with share w there.
type Splat struct{ passes.Plain }

// Decl declares the pass.
func (Splat) Decl() passes.Decl {
	return passes.Decl{Name: "splat", Group: 64, Bindings: passes.Bindings(
		passes.Fetches("pages", "pageTable", "links", "agentPosition", "agentVelocity", "agentCell", "agentState"),
		passes.Updates("crowd"))}
}

// Invocations is one thread for each agent slot.
func (Splat) Invocations(f *passes.Frame) int { return int(f.Capacity) }

// CPU computes the sums.
func (Splat) CPU(f *passes.Frame, b *passes.Buffers) {
	s := splatter{footprint: footprintOf(f), plane: f.Cells, links: passes.NewLinks(f, b), sums: b.U32("crowd")}
	pages := b.UVec4("pages")
	position, velocity := b.Vec2("agentPosition"), b.Vec2("agentVelocity")
	cell, state := b.U32("agentCell"), b.U32("agentState")
	for i := range state {
		if state[i]&0xff == passes.StateFree || cell[i] >= f.Cells {
			continue
		}
		c := cell[i]
		s.momentum = momentum(velocity[i])
		centre := passes.Centre(f, pages, c)
		s.agent(c, (centre[0]-position[i][0])/f.Cell, (centre[1]-position[i][1])/f.Cell)
	}
}

// momentum of a whole footprint, in units for a unit of weight.
func momentum(v [2]float32) [2]float32 {
	scale := float32(momentumUnit) / weightUnit * min(1, splatSpeed/max(sqrt(v[0]*v[0]+v[1]*v[1]), 1e-6))
	return [2]float32{v[0] * scale, v[1] * scale}
}

// splatter adds one agent after the other. Offsets are in cells.
type splatter struct {
	footprint
	plane    uint32 // cells in a plane of sums
	links    passes.Links
	sums     []uint32
	momentum [2]float32
}

func (s *splatter) agent(c uint32, dx, dz float32) {
	s.row(c, dx, dz)
	for side := 0; side < 4; side += 2 {
		q, z := s.links.To(c, side), dz
		for k := uint32(0); k < s.cells && q != passes.None; k++ {
			z += float32(1 - side)
			if !s.row(q, dx, z) {
				break
			}
			q = s.links.To(q, side)
		}
	}
}

// row adds to a cell and to those that its row leads to; false if the cell has no share.
func (s *splatter) row(c uint32, dx, dz float32) bool {
	if !s.add(c, dx, dz) {
		return false
	}
	for side := 1; side < 4; side += 2 {
		q, x := s.links.To(c, side), dx
		for k := uint32(0); k < s.cells && q != passes.None; k++ {
			x += float32(2 - side)
			if !s.add(q, x, dz) {
				break
			}
			q = s.links.To(q, side)
		}
	}
	return true
}

// add adds the agent's share of a cell; false where there is none, then there is none further out either.
func (s *splatter) add(c uint32, dx, dz float32) bool {
	w := floor(s.share(dx, dz)*weightUnit + 0.5)
	if w <= 0 {
		return false
	}
	s.sums[c] += uint32(w)
	s.sums[s.plane+c] += uint32(int32(floor(w*s.momentum[0] + 0.5)))
	s.sums[2*s.plane+c] += uint32(int32(floor(w*s.momentum[1] + 0.5)))
	return true
}

func floor(x float32) float32 { return float32(math.Floor(float64(x))) }
