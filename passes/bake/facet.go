package bake

import "math"

// Facet is what the host works out of a triangle in float64, so that every device sees the same: two rows of the slot
// "facets". Layout as in lib/facet.glsl.
type Facet struct {
	Slope  [2]float32 // ∂y/∂x, ∂y/∂z, for the view from the top
	Up     float32    // upward part of the unit normal; 0 where the triangle is vertical or has no area
	Entity uint32     // row of attributes, with [Closed]
	Front  [2]float32 // ∂z/∂x, ∂z/∂y, for the view from the front
	Side   [2]float32 // ∂x/∂z, ∂x/∂y, for the view from the side
}

// Closed marks the facets of closed solids.
const Closed = 1 << 31

const (
	flip = 0.005 // undersides count as this much deeper: where two faces meet, the upper side of a floor wins [m]
	skin = 0.01  // what lies less than this above a floor does not enclose it [m]
)

// NewFacet works out the facet of a triangle. The upper side of an open sheet that is two-sided is whichever is up.
func NewFacet(p [3][3]float32, entity int, closed, twoSided bool) Facet {
	n := normal(p)
	g := Facet{Up: float32(n[1]), Entity: uint32(entity)}
	if closed {
		g.Entity |= Closed
	} else if twoSided {
		g.Up = abs(g.Up)
	}
	g.Slope, g.Front, g.Side = slopes(n[0], n[2], n[1]), slopes(n[0], n[1], n[2]), slopes(n[2], n[1], n[0])
	return g
}

// slopes gives the changes of a plane's coordinate along its normal's part c over the axes of a and b.
func slopes(a, b, c float64) [2]float32 {
	if c == 0 {
		return [2]float32{}
	}
	return [2]float32{float32(-a / c), float32(-b / c)}
}

// normal is the unit normal of a triangle, zero where it has no area.
func normal(p [3][3]float32) (n [3]float64) {
	var u, v [3]float64
	for i := range 3 {
		u[i], v[i] = float64(p[1][i])-float64(p[0][i]), float64(p[2][i])-float64(p[0][i])
	}
	n = [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	if l := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2]); l > 0 {
		return [3]float64{n[0] / l, n[1] / l, n[2] / l}
	}
	return [3]float64{}
}

func (g *Facet) entity() uint32 { return g.Entity &^ Closed }

func (g *Facet) closed() bool { return g.Entity&Closed != 0 }

func abs(v float32) float32 { return max(v, -v) }
