package engine

import (
	"fmt"
	"math"
	"testing"

	"throng/ecs"
)

// partition adds two walls of a thickness with an opening between them, in the plane of the angle through (x, z), and a
// door leaf in the opening.
func (p *parts) partition(x, z, opening, thickness, angle float64) {
	const length = 3
	c, s := math.Cos(angle), math.Sin(angle)
	for _, side := range []float64{-1, 1} {
		at := side * (opening + length) / 2
		p.add(solid(ecs.RoleObstacle), block(x+at*c, z+at*s, length, thickness, angle, 0, 2.5)...)
	}
	p.add(ecs.Entity{Role: ecs.RoleDoor, SpeedUp: 1, SpeedDown: 1}, block(x, z, opening-0.02, 0.04, angle, 0.01, 2.1)...)
}

// A door is as wide as its opening, at any angle, and whatever the leaf is.
func TestClearWidthOfDoors(t *testing.T) {
	for _, walls := range []float64{0.2, 0.05} {
		for _, cell := range []float64{0.25, 0.125} {
			p := newScene("doors")
			p.add(solid(ecs.RoleSolid), block(12, 12, 24, 24, 0, -0.2, 0)...)
			p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 1, 1, 1, 0, level(0.05))...)
			var widths []float64
			for i, width := range []float64{0.8, 0.9, 1} {
				for j, angle := range []float64{0, 30, 77} {
					p.partition(4.07+8*float64(i), 4.11+8*float64(j), width, walls, angle*math.Pi/180)
					widths = append(widths, width)
				}
			}
			sc := emptyScenario("doors")
			sc.Grid.Cell = cell
			e := open(t, Options{Executor: "cpu"})
			must(t, e.Load(sc, &p.Scene))
			r, err := e.Report()
			must(t, err)
			if len(r.Doors) != len(widths) {
				t.Fatalf("%d doors are reported, expected %d", len(r.Doors), len(widths))
			}
			for i, d := range r.Doors {
				if d.Width == nil || math.Abs(*d.Width-widths[i]) > 0.02 || d.State != "open" {
					t.Errorf("walls of %g m, cells of %g m: door %d of %g m is %s", walls, cell, i, widths[i], widthText(d))
				}
			}
		}
	}
}

func widthText(d Door) string {
	if d.Width == nil {
		return d.State + " without a width"
	}
	return fmt.Sprintf("%s and %.3f m wide", d.State, *d.Width)
}

// A leaf without jambs is as free as the floor along it; one in the air or in a wall has no width, or none to pass.
func TestClearWidthElsewhere(t *testing.T) {
	p := newScene("doors")
	p.add(solid(ecs.RoleSolid), block(5, 5, 10, 10, 0, -0.2, 0)...)
	p.add(ecs.Entity{Role: ecs.RoleGoal}, flat(1, 1, 1, 1, 0, level(0.05))...)
	p.add(solid(ecs.RoleObstacle), block(5, 8, 0.04, 0.5, 0, 0, 2)...)
	door := ecs.Entity{Role: ecs.RoleDoor, SpeedUp: 1, SpeedDown: 1}
	p.add(door, flat(5, 3, 1, 0.05, 0, level(0.1))...)                // in the open
	p.add(door, block(5, 3, 1, 0.05, 0, 5, 7)...)                     // above a ceiling that is not there
	p.add(door, block(5, 8, 1, 0.05, 0, 0, 2)...)                     // a post stands in its middle
	p.add(door, quadLeaf(5.5, 8, 1, math.Pi/2)...)                    // paper-thin, along the post's face
	p.add(door, []ecs.Triangle{{{3, 1, 3}, {3, 2, 3}, {3, 3, 3}}}...) // a line
	e := open(t, Options{Executor: "cpu"})
	must(t, e.Load(emptyScenario("doors"), &p.Scene))
	r, err := e.Report()
	must(t, err)
	for i, want := range []float64{10, math.NaN(), 0, 10, 10} {
		d := r.Doors[i]
		if math.IsNaN(want) != (d.Width == nil) || d.Width != nil && math.Abs(*d.Width-want) > 0.15 {
			t.Errorf("door %d is %s, expected %g m", i, widthText(d), want)
		}
	}
}

// quadLeaf is a leaf without thickness.
func quadLeaf(x, z, wide, angle float64) []ecs.Triangle {
	dx, dz := wide/2*math.Cos(angle), wide/2*math.Sin(angle)
	return quad([3]float64{x - dx, 0, z - dz}, [3]float64{x + dx, 0, z + dz}, [3]float64{x + dx, 2, z + dz}, [3]float64{x - dx, 2, z - dz})
}

// The rectangle of a leaf is found whichever way its triangles lie.
func TestLeaf(t *testing.T) {
	for _, degrees := range []float64{0, 17, 45, 90, 133} {
		angle := degrees * math.Pi / 180
		l := newLeaf(block(3, 4, 0.9, 0.04, angle, 0.02, 2))
		turned := l.along[0]*math.Sin(angle) - l.along[1]*math.Cos(angle)
		if math.Abs(turned) > 1e-9 || math.Abs(l.half-0.45) > 1e-9 || math.Abs(l.thick-0.02) > 1e-9 ||
			math.Hypot(l.middle[0]-3, l.middle[2]-4) > 1e-9 || l.middle[1] != 0.02 {
			t.Errorf("a leaf at %g° is taken as %+v", degrees, l)
		}
	}
}
