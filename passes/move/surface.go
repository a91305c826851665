package move

import "throng/passes"

// ground is the floor: the form of lib/surface.glsl.
type ground struct {
	f      *passes.Frame
	pages  [][4]uint32
	links  passes.Links
	height []float32
	slope  []uint32
}

func newGround(f *passes.Frame, b *passes.Buffers) ground {
	return ground{f, b.UVec4("pages"), passes.NewLinks(f, b), b.F32("height"), b.U32("slope")}
}

// corners are the four cells whose centres surround a point, with bilinear weights: its own, the next along x, along z,
// and the diagonal one where both ways round lead to it; passes.None where there is no way.
type corners struct {
	cell   [4]uint32
	weight [4]float32
}

func (g *ground) corners(c uint32, p vec) corners {
	o := sub(p, passes.Centre(g.f, g.pages, c))
	wx, wz := min(abs(o[0]/g.f.Cell), 1), min(abs(o[1]/g.f.Cell), 1)
	dx, dz := 1, 0
	if o[0] < 0 {
		dx = 3
	}
	if o[1] < 0 {
		dz = 2
	}
	a, b := g.links.To(c, dx), g.links.To(c, dz)
	ab, ba := passes.None, passes.None
	if a != passes.None {
		ab = g.links.To(a, dz)
	}
	if b != passes.None {
		ba = g.links.To(b, dx)
	}
	if ab != ba {
		ab = passes.None
	}
	return corners{[4]uint32{c, a, b, ab}, [4]float32{(1 - wx) * (1 - wz), wx * (1 - wz), (1 - wx) * wz, wx * wz}}
}

// surface is the height of the floor [m]: bilinear between the four centres; along the cell's own slope where there is no
// way to the next, and without the twist where there is none to the diagonal one, so that it does not jump where ways end.
func (g *ground) surface(c uint32, p vec) float32 {
	q, o, s := g.corners(c, p), sub(p, passes.Centre(g.f, g.pages, c)), passes.UnpackSlope(g.slope[c])
	w := vec{min(abs(o[0])*g.f.PerCell, 1), min(abs(o[1])*g.f.PerCell, 1)}
	here, rise, twist := g.height[c], vec{s[0] * o[0], s[1] * o[1]}, float32(0)
	for axis, n := range q.cell[1:3] {
		if n != passes.None {
			rise[axis] = w[axis] * (g.height[n] - here)
		}
	}
	if d := q.cell[3]; d != passes.None {
		twist = w[0] * w[1] * (g.height[d] - g.height[q.cell[1]] - g.height[q.cell[2]] + here)
	}
	return here + rise[0] + rise[1] + twist
}
