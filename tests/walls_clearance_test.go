package tests

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// wallsLines are segments of the plan, an oracle for distances.
type wallsLines [][2][2]float64

// add takes the edges of a line of points of a frame.
func (l *wallsLines) add(f wallsFrame, line ...[2]float64) {
	for k := 1; k < len(line); k++ {
		x0, z0 := f.plan(line[k-1][0], line[k-1][1])
		x1, z1 := f.plan(line[k][0], line[k][1])
		*l = append(*l, [2][2]float64{{x0, z0}, {x1, z1}})
	}
}

// ring takes the edges of a rectangle.
func (l *wallsLines) ring(f wallsFrame, u0, v0, u1, v1 float64) {
	r := wallsRing(u0, v0, u1, v1)
	l.add(f, append(r, r[0])...)
}

// gap is the distance of a place from the nearest line.
func (l wallsLines) gap(x, z float64) float64 {
	nearest := math.Inf(1)
	for _, s := range l {
		dx, dz := s[1][0]-s[0][0], s[1][1]-s[0][1]
		t := min(max(((x-s[0][0])*dx+(z-s[0][1])*dz)/(dx*dx+dz*dz), 0), 1)
		nearest = min(nearest, math.Hypot(s[0][0]+t*dx-x, s[0][1]+t*dz-z))
	}
	return nearest
}

// wallsStorey is what a random storey has in the way.
type wallsStorey struct {
	y     float64
	lines wallsLines // outlines of what is in the way, and the edges of the floor
	boxes []struct {
		wallsFrame
		u, v float64
	}
}

// covered tells whether a place lies in a box.
func (s *wallsStorey) covered(x, z float64) bool {
	for _, b := range s.boxes {
		if u, v := b.local(x, z); math.Abs(u) <= b.u && math.Abs(v) <= b.v {
			return true
		}
	}
	return false
}

// furnish puts walls, sheets and boxes at random into a part of the storey.
func (s *wallsStorey) furnish(m *wallsModel, r *rand.Rand, x0, z0, x1, z1 float64) {
	for range 10 {
		f := wallsAt(x0+(x1-x0)*r.Float64(), z0+(z1-z0)*r.Float64(), 360*r.Float64())
		u, v := 0.05+0.8*r.Float64(), 0.02+0.3*r.Float64()
		switch r.IntN(4) {
		case 0: // a sheet
			s.lines.add(f, [2]float64{-u, 0}, [2]float64{u, 0})
			m.solid(f.fence(s.y, s.y+2, [2]float64{-u, 0}, [2]float64{u, 0}))
			continue
		case 1: // hung so low that it is in the way
			m.solid(f.box(-u, -v, u, v, s.y+0.5+r.Float64(), s.y+1.7))
		case 2: // something low
			m.part(ecs.Entity{Role: ecs.RoleObstacle}, f.box(-u, -v, u, v, s.y, s.y+0.4+r.Float64()))
		default: // a pillar
			m.solid(f.box(-u, -v, u, v, s.y, s.y+2.5))
		}
		s.lines.ring(f, -u, -v, u, v)
		s.boxes = append(s.boxes, struct {
			wallsFrame
			u, v float64
		}{f, u, v})
		// What hangs high or stands lower than a step is in nobody's way.
		m.solid(f.box(-u-0.3, -v-0.3, u+0.3, v+0.3, s.y+2, s.y+2.2))
	}
}

// wallsStoreys is a lower floor with a hole, and an upper floor over part of it; things are on both.
func wallsStoreys(seed uint64) (*wallsModel, []*wallsStorey) {
	m, plain, r := newWallsModel("storeys"), wallsAt(0, 0, 0), rand.New(rand.NewPCG(seed, 7))
	below, above := &wallsStorey{}, &wallsStorey{y: 3}
	m.solid(plain.prism(-0.2, 0, wallsRing(0, 0, 3, 8), wallsRing(3, 0, 5, 2.5), wallsRing(3, 4, 5, 8), wallsRing(5, 0, 10, 8)))
	below.lines.ring(plain, 0, 0, 10, 8)
	below.lines.ring(plain, 3, 2.5, 5, 4)
	m.solid(plain.box(2, 1, 8, 5, 2.8, 3))
	above.lines.ring(plain, 2, 1, 8, 5)
	below.furnish(m, r, 0, 0, 10, 8)
	above.furnish(m, r, 2, 1, 8, 5)
	m.goal(0, plain.sheet(0.2, 7, 9.8, 7.8, 0.05))
	m.Min, m.Max = [3]float64{-2, -0.2, -2}, [3]float64{12, 6, 10} // so that the edges of the floors are borders of cells
	return m, []*wallsStorey{below, above}
}

// Clearance is the distance to the nearest outline of what is in the way on the same storey, or to the edge of the floor,
// as far as the widest group needs it.
func TestClearanceAgainstOracle(t *testing.T) {
	e := open(t, engine.Options{})
	compared, tight := 0, 0
	for seed := range uint64(6) {
		m, storeys := wallsStoreys(seed)
		f := wallsBake(t, e, wallsScenario([]float64{0.25, 0.125}[seed%2], 0.15, 0.25, 0.4), m)
		const reach = 0.55 // the widest group's radius and 0.15 m
		f.each(func(c wallsCell) {
			for _, s := range storeys {
				if math.Abs(c.y-s.y) > 0.01 || s.covered(c.x, c.z) {
					continue
				}
				want, got := min(s.lines.gap(c.x, c.z), reach), float64(f.clearance.Data[c.at])
				if compared++; want < reach {
					tight++
				}
				if got == 0 && want < 0.04*f.clearance.Cell {
					continue // a centre that touches a wall is closed
				}
				if math.Abs(got-want) > 1e-3 {
					t.Errorf("seed %d: the clearance at (%.3f, %.3f, %.3f) is %.4f, expected %.4f", seed, c.x, c.y, c.z, got, want)
				}
			}
		})
	}
	if compared < 5000 || tight < 2000 {
		t.Errorf("%d cells compared, %d of them near something: too few", compared, tight)
	}
}

// Three groups share one bake, and each passes where it fits: a corridor of 0.5 m lets only the narrowest through, one of
// 0.7 m not the widest, and one of 1.1 m everybody, at any angle.
func TestCorridorsForRadii(t *testing.T) {
	radii := []float64{0.15, 0.25, 0.4}
	m := newWallsModel("corridors")
	type corridor struct {
		wallsFrame
		width, degrees float64
	}
	var corridors []corridor
	var goals []ecs.Triangle
	for i, width := range []float64{0.499, 0.7, 1.1} { // 0.5 m would just fit the second where a cell's centre is in its middle
		for k, degrees := range []float64{0, 20, 45, 60} {
			c := corridor{wallsAt(4+7*float64(k)+0.03, 4+7*float64(i)+0.05, degrees), width, degrees}
			m.solid(c.box(-3, -1.5, 3, 1.5, -0.2, 0))
			m.solid(c.box(-1, width/2, 1, 2, 0, 2.5), c.box(-1, -2, 1, -width/2, 0, 2.5))
			goals = append(goals, c.sheet(2, -1.2, 2.6, 1.2, 0.05)...)
			corridors = append(corridors, c)
		}
	}
	m.goal(0, goals)
	f := wallsBake(t, open(t, engine.Options{}), wallsScenario(0.125, radii...), m)
	for _, c := range corridors {
		for g, r := range radii {
			cells, found := 0, 0
			f.columns(c.wallsFrame, 2.4, func(u, v float64, column []wallsCell) {
				for _, cell := range column {
					if u < -1.6 && math.Abs(v) < 1 && cell.y < 0.1 && f.open(cell, r) {
						cells++
						if f.reached(cell, g) {
							found++
						}
					}
				}
			})
			want := 0
			if 2*r < c.width {
				want = cells
			}
			if cells < 20 || found != want {
				t.Errorf("radius %g m, corridor of %g m at %g°: %d of %d cells find the way through, expected %d", r, c.width, c.degrees, found, cells, want)
			}
		}
	}
}

// wallsGap is a gap in a wall across a piece of floor.
type wallsGap struct {
	wallsFrame
	width, thick float64
}

// wallsGaps puts up walls with gaps, of every width and thickness at many angles and places in the grid.
func wallsGaps(widths, thicks []float64) (m *wallsModel, gaps []wallsGap) {
	m = newWallsModel("gaps")
	var goals []ecs.Triangle
	for i, width := range widths {
		for j, thick := range thicks {
			for k := range 26 {
				f := wallsAt(4*float64(k)+0.03*float64(k%5), 4*float64(i*len(thicks)+j)+0.05*float64(k/6), 7.5*float64(k%13))
				m.solid(f.sheet(-1.3, -1.3, 1.3, 1.3, 0))
				if thick == 0 {
					m.solid(f.fence(0, 2.5, [2]float64{0, -1.5}, [2]float64{0, -width / 2}), f.fence(0, 2.5, [2]float64{0, width / 2}, [2]float64{0, 1.5}))
				} else {
					m.solid(f.box(-thick/2, -1.5, thick/2, -width/2, 0, 2.5), f.box(-thick/2, width/2, thick/2, 1.5, 0, 2.5))
				}
				goals = append(goals, f.sheet(0.3, -1, 0.9, 1, 0.05)...)
				gaps = append(gaps, wallsGap{f, width, thick})
			}
		}
	}
	m.goal(0, goals)
	return m, gaps
}

// A gap that is narrower than a body is closed, and one that leaves it two cells of play is open, in walls of any
// thickness. Clearance is that of the ends of a link, which lie at most half a cell from a gap in a wall without
// thickness: there a gap counts as closed up to 2 √(r² - l²/4), a little less than the body's width.
func TestGapsForBodies(t *testing.T) {
	longer(t)
	e := open(t, engine.Options{})
	for _, cell := range []float64{0.25, 0.125} {
		const radius = 0.2
		closed := 2 * math.Sqrt(radius*radius-cell*cell/4)
		m, gaps := wallsGaps([]float64{0.1, 0.2, closed - 0.005, 2*radius + 2*cell}, []float64{0, 0.1, 0.3})
		f := wallsBake(t, e, wallsScenario(cell, radius), m)
		for _, g := range gaps {
			found, cells := 0, 0
			f.columns(g.wallsFrame, 0.9, func(u, v float64, column []wallsCell) {
				for _, c := range column {
					if u < -0.4 && c.y < 0.1 && f.open(c, radius) {
						if cells++; f.reached(c, 0) {
							found++
						}
					}
				}
			})
			if open := g.width > 2*radius; cells < 4 || (found > 0) != open || open && found < cells {
				t.Errorf("cells of %g m, gap of %g m in a wall of %g m: %d of %d cells find the way through", cell, g.width, g.thick, found, cells)
			}
		}
	}
}
