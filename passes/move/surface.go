package move

import "throng/passes"

// ground is the floor: the form of lib/surface.glsl.
type ground struct {
	f            *passes.Frame
	pages, links [][4]uint32
	height       []float32
	slope        []vec
}

func newGround(f *passes.Frame, b *passes.Buffers) ground {
	return ground{f, b.UVec4("pages"), b.UVec4("links"), b.F32("height"), b.Vec2("slope")}
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
	dx, dz := uint32(1), uint32(0)
	if o[0] < 0 {
		dx = 3
	}
	if o[1] < 0 {
		dz = 2
	}
	a, b := g.links[c][dx], g.links[c][dz]
	ab, ba := passes.None, passes.None
	if a != passes.None {
		ab = g.links[a][dz]
	}
	if b != passes.None {
		ba = g.links[b][dx]
	}
	if ab != ba {
		ab = passes.None
	}
	return corners{[4]uint32{c, a, b, ab}, [4]float32{(1 - wx) * (1 - wz), wx * (1 - wz), (1 - wx) * wz, wx * wz}}
}

// surface is the height of the floor [m]: between the four centres where all are connected, along the cell's own slope
// elsewhere.
func (g *ground) surface(c uint32, p vec) float32 {
	q := g.corners(c, p)
	var y float32
	for k, n := range q.cell {
		if n == passes.None {
			o, s := sub(p, passes.Centre(g.f, g.pages, c)), g.slope[c]
			return g.height[c] + s[0]*o[0] + s[1]*o[1]
		}
		y += q.weight[k] * g.height[n]
	}
	return y
}
