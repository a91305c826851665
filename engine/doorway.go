package engine

import (
	"cmp"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// Door is a door leaf of the scene and the passage that it stands in.
type Door struct {
	Name   string     `json:"name"`
	State  string     `json:"state"`       // "open" or "closed"
	Middle [3]float64 `json:"middle"`      // of the leaf's foot, in the world [m]
	Width  *float64   `json:"clear_width"` // of the passage along the leaf [m]; null where the leaf stands on no walkable floor
}

// doors measures the passage of every door of the scene.
//
// The clear width is the free length of the baked outline along the leaf, through its middle: from the last wall before
// it to the first behind it, whichever of them lie in the strip that the leaf is thick.
func (e *Engine) doors() []Door {
	doors, walls := []Door{}, e.building.outline(&e.frame)
	for i := range e.scene.Entities {
		n := &e.scene.Entities[i]
		if n.Role != ecs.RoleDoor || n.Count == 0 {
			continue
		}
		state := "open"
		if e.world.Present(i) {
			state = "closed"
		}
		l := newLeaf(e.scene.Of(n))
		doors = append(doors, Door{Name: n.Name, State: state, Middle: l.middle, Width: e.clearWidth(l, walls)})
	}
	return doors
}

// leaf is the narrowest rectangle around a door leaf in the plan, and the height of its foot.
type leaf struct {
	middle      [3]float64 // world [m]
	along       [2]float64 // unit vector
	half, thick float64    // half the length along, half the thickness across [m]
}

// newLeaf lays the rectangle with the least thickness around the triangles: one of its sides lies along an edge of the
// convex hull.
func newLeaf(ts []ecs.Triangle) leaf {
	foot, points := math.Inf(1), make([][2]float64, 0, 3*len(ts))
	for _, t := range ts {
		for _, p := range t {
			foot = min(foot, p[1])
			points = append(points, [2]float64{p[0], p[2]})
		}
	}
	best := leaf{thick: math.Inf(1)}
	hull := convexHull(points)
	for i, p := range hull {
		q := hull[(i+1)%len(hull)]
		dx, dz := q[0]-p[0], q[1]-p[1]
		length := math.Hypot(dx, dz)
		if length == 0 {
			dx, length = 1, 1 // all of it over one point
		}
		u := [2]float64{dx / length, dz / length}
		lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for _, r := range hull {
			for k, v := range [2]float64{r[0]*u[0] + r[1]*u[1], r[1]*u[0] - r[0]*u[1]} {
				lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
			}
		}
		if thick := (hi[1] - lo[1]) / 2; thick < best.thick {
			a, b := (lo[0]+hi[0])/2, (lo[1]+hi[1])/2
			best = leaf{[3]float64{a*u[0] - b*u[1], foot, a*u[1] + b*u[0]}, u, (hi[0] - lo[0]) / 2, thick}
		}
	}
	return best
}

// convexHull gives the corners of the hull in order, by Andrew's monotone chain.
func convexHull(points [][2]float64) (hull [][2]float64) {
	slices.SortFunc(points, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	points = slices.Compact(points)
	if len(points) < 3 {
		return points
	}
	for range 2 { // the lower chain, then the upper one
		first := len(hull)
		for _, p := range points {
			for n := len(hull); n >= first+2; n = len(hull) {
				a, b := hull[n-2], hull[n-1]
				if (b[0]-a[0])*(p[1]-a[1])-(b[1]-a[1])*(p[0]-a[0]) > 0 {
					break
				}
				hull = hull[:n-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1]
		slices.Reverse(points)
	}
	return hull
}

// leastLeaf is the thickness that a leaf of paper counts as [m]: walls in its own plane must be seen.
const leastLeaf = 2e-3

// clearWidth casts from a leaf's middle both ways along it, over the floor at its foot.
func (e *Engine) clearWidth(l leaf, walls passes.Walls) *float64 {
	const ahead, behind = 0, 1
	free := [2]float64{math.Inf(1), math.Inf(1)}
	found := false
	for side, sign := range [2]float64{1, -1} {
		y := l.middle[1] - e.origin[1]
		// Beyond the leaf the floor goes on as long as steps of half a cell find it, or ends in walls or an edge.
		for t := 0.0; t < free[side]; t += float64(e.frame.Cell) / 2 {
			x, z := l.middle[0]-e.origin[0]+sign*t*l.along[0], l.middle[2]-e.origin[2]+sign*t*l.along[1]
			c := e.host.search(&e.frame, [3]float64{x, y, z}, e.scenario.Grid.Clearance)
			if c == passes.None {
				if t > l.half {
					break
				}
				continue
			}
			found = true
			y = float64(e.host.surface(&e.frame, c, float32(x), float32(z)))
			for s := range walls.Around(c) {
				lo, hi, hit := e.along(l, s)
				if hit && hi > 0 {
					free[ahead] = min(free[ahead], max(lo, 0))
				}
				if hit && lo < 0 {
					free[behind] = min(free[behind], max(-hi, 0))
				}
			}
		}
	}
	width := free[ahead] + free[behind]
	if !found || math.IsInf(width, 1) {
		return nil
	}
	return &width
}

// along gives the stretch of a leaf's axis, counted from its middle, that a wall takes in the strip of the leaf.
func (e *Engine) along(l leaf, s passes.Segment) (lo, hi float64, hit bool) {
	thick := max(l.thick, leastLeaf/2)
	var u, v [2]float64
	for k := range 2 {
		x, z := float64(s[2*k])+e.origin[0]-l.middle[0], float64(s[2*k+1])+e.origin[2]-l.middle[2]
		u[k], v[k] = x*l.along[0]+z*l.along[1], z*l.along[0]-x*l.along[1]
	}
	if min(v[0], v[1]) > thick || max(v[0], v[1]) < -thick {
		return 0, 0, false
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for k := range 2 {
		at := u[k]
		if edge := min(max(v[k], -thick), thick); edge != v[k] {
			at += (edge - v[k]) / (v[1-k] - v[k]) * (u[1-k] - u[k])
		}
		lo, hi = min(lo, at), max(hi, at)
	}
	return lo, hi, true
}
