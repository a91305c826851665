package audit

import (
	"math"

	"throng/ecs"
)

// side is the edge of a square of the plan index, in metres: a few agents wide, so that
// a look around one reads few squares and few triangles.
const side = 1.0

// maxSquares bounds the index; larger scenes get larger squares.
const maxSquares = 1 << 20

// plan lists triangles by the squares of the plan that their boxes meet.
type plan struct {
	triangles []ecs.Triangle
	origin    point
	side      float64
	nx, nz    int
	lists     [][]int32
}

func newPlan(scene *ecs.Scene, triangles []ecs.Triangle) *plan {
	p := &plan{triangles: triangles, origin: point{scene.Min[0], scene.Min[2]}, side: side}
	dx, dz := max(scene.Max[0]-scene.Min[0], side), max(scene.Max[2]-scene.Min[2], side)
	p.side = max(side, math.Sqrt(dx*dz/maxSquares), dx/maxSquares, dz/maxSquares)
	p.nx, p.nz = int(dx/p.side)+1, int(dz/p.side)+1
	p.lists = make([][]int32, p.nx*p.nz)
	for i := range triangles {
		p.squares(boxOf(&triangles[i]), func(list *[]int32) bool {
			*list = append(*list, int32(i))
			return false
		})
	}
	return p
}

// any calls f on the triangles whose squares a box meets, on some more than once, until
// f is true, and reports whether it was.
func (p *plan) any(b box, f func(*ecs.Triangle) bool) bool {
	return p.squares(b, func(list *[]int32) bool {
		for _, i := range *list {
			if f(&p.triangles[i]) {
				return true
			}
		}
		return false
	})
}

// squares calls f on the lists of the squares that a box meets, until f is true. A box
// with a coordinate that is not finite, or one outside the scene, meets none.
func (p *plan) squares(b box, f func(*[]int32) bool) bool {
	x0, x1, ok := p.columns(b.lo.x-p.origin.x, b.hi.x-p.origin.x, p.nx)
	z0, z1, ok2 := p.columns(b.lo.z-p.origin.z, b.hi.z-p.origin.z, p.nz)
	if !ok || !ok2 {
		return false
	}
	for x := x0; x <= x1; x++ {
		for z := z0; z <= z1; z++ {
			if f(&p.lists[x*p.nz+z]) {
				return true
			}
		}
	}
	return false
}

// columns gives the first and last of n squares that an interval meets.
func (p *plan) columns(lo, hi float64, n int) (first, last int, ok bool) {
	a, b := math.Floor((lo-edge)/p.side), math.Floor((hi+edge)/p.side)
	if !(a < float64(n) && b >= 0) { // false for NaN too
		return 0, 0, false
	}
	return int(max(a, 0)), int(min(b, float64(n-1))), true
}
