package tests

import (
	"fmt"
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// The measures of the scene "ramp-hinge" [m].
const (
	foot, head = 0.0, 4.0 // x of the ramp
	rampLong   = 5.0
	rampWide   = 4.0
)

// M1: unfolded, the ramp and its two floors are one strip, and ways are straight lines in it. Where the ramp leaves half the
// speed they break at both hinges (Snell). A goal is made of cells and not of exact values, and the error of a front grows
// with its curvature there, so that the goal is a disc of 1.75 m in place of one of 1 m.
func TestRampUnfolds(t *testing.T) {
	longer(t)
	e := open(t, engine.Options{})
	for _, c := range []struct {
		speed, most float64
		sizes       []float64
	}{{1, 0.5, []float64{0.5, 0.25, 0.125}}, {0.5, 1, []float64{0.5, 0.25, 0.125}}} {
		var worst []float64
		for _, size := range c.sizes {
			slow := func(s *ecs.Scene) {
				ramp := entity(t, s, "Ramp")
				ramp.SpeedUp, ramp.SpeedDown = c.speed, c.speed
			}
			changed(t, e, "ramp-hinge", slow, travel(size))
			list := cells(t, e, 0)
			h := goalHull(t, list, 0)
			var d deviation
			for _, at := range list {
				if want := refracted(h, at, c.speed); want > size { // nearer, the goal has the shape of its cells
					d.add(at, want)
				}
			}
			d.check(t, fmt.Sprintf("ramp at %g m/s", c.speed), size, c.most)
			worst = append(worst, d.worst)
		}
		last := len(worst) - 1
		if order := math.Log2(worst[0]/worst[last]) / float64(last); order < 0.7 {
			t.Errorf("ramp at %g m/s: the order is %.2f, expected at least 0.7", c.speed, order)
		}
	}
}

// refracted is the time from a cell to the goal on the lower floor: at 1 m/s off the ramp, and at the stair's speed on it.
func refracted(h hull, c cell, speed float64) float64 {
	fromFoot := func(p point) float64 { // p: along the ramp from its foot, and across
		return least(0, rampWide, func(v float64) float64 {
			q := point{0, v}
			return h.distance(point{foot, v}) + p.to(q)/speed
		})
	}
	switch {
	case c.x <= foot:
		return h.distance(point{c.x, c.z})
	case c.x <= head:
		return fromFoot(point{(c.x - foot) * rampLong / (head - foot), c.z})
	}
	return least(0, rampWide, func(v float64) float64 {
		return fromFoot(point{rampLong, v}) + point{c.x - head, c.z}.to(point{0, v})
	})
}

// M1b: no way leads to the slab over the lower floor, however large the cells and however low it hangs.
func TestSlabIsApart(t *testing.T) {
	e := open(t, engine.Options{})
	for _, size := range []float64{0.5, 0.25, 0.125} {
		for _, height := range []float64{3, 2.8, 2.05} { // of its top; it is 0.2 m thick, agents are 1.8 m tall
			lower := func(s *ecs.Scene) { shift(s, entity(t, s, "Slab"), height-3) }
			changed(t, e, "ramp-slab", lower, travel(size))
			onSlab, below := 0, 0
			for _, c := range cells(t, e, 0) {
				switch {
				case c.x < -1 && c.y > 1:
					if onSlab++; c.reached() {
						t.Fatalf("h %g m, slab at %g m: (%.3f, %.3f, %.3f) is reached in %g m", size, height, c.x, c.y, c.z, c.phi)
					}
				case !c.reached():
					t.Fatalf("h %g m, slab at %g m: (%.3f, %.3f, %.3f) is not reached", size, height, c.x, c.y, c.z)
				case c.x < -1:
					below++
				}
			}
			if want := int(math.Round(5 * rampWide / size / size)); onSlab != want || below != want {
				t.Errorf("h %g m, slab at %g m: %d cells on it and %d below, expected %d each", size, height, onSlab, below, want)
			}
		}
	}
}

// shift moves an entity upward.
func shift(s *ecs.Scene, e *ecs.Entity, up float64) {
	for i := range s.Of(e) {
		for k := range 3 {
			s.Triangles[e.First+i][k][1] += up
		}
	}
}

// M1b: a hundred people who stand on the slab change nothing below it, to the bit.
func TestCrowdOnTheSlab(t *testing.T) {
	e := open(t, engine.Options{})
	alone, crowded := underSlab(t, e, 0), underSlab(t, e, 100)
	for name, i := range differ(alone, crowded) {
		t.Errorf("%s: value %d below the slab changes with people on it", name, i)
	}
}

// underSlab lets thirty people walk from the upper floor and forty on the lower one, with more who stand on the slab, and
// gives the bits of the fields below.
func underSlab(t *testing.T, e *engine.Engine, more int) map[string][]uint64 {
	t.Helper()
	reload(t, e, "ramp-slab", func(s *scenario) {
		s.Spawns = s.Spawns[:0]
		s.Groups = append(s.Groups, ecs.NewGroup("below", 0))
		s.Groups[1].Speed = 0.3
		s.Params.Capacity = 256
	})
	for n := range 40 {
		must(t, e.Spawn(1, spawnAt(-1.9+0.2*float64(n%8), 0, 0.5+0.6*float64(n/8))))
		if n < 30 {
			must(t, e.Spawn(0, spawnAt(5+0.5*float64(n%6), 3, 0.5+0.6*float64(n/6))))
		}
	}
	for n := range more {
		must(t, e.Spawn(0, spawnAt(-5.7+0.45*float64(n%10), 3, 0.3+0.36*float64(n/10))))
	}
	step(t, e, 40)
	must(t, e.Wait())
	if s := e.Stats(); int(s.Stranded) != more || int(s.Alive+s.Arrived) != 70+more {
		t.Fatalf("%+v, expected %d stranded people on the slab", s, more)
	}
	bits := map[string][]uint64{}
	f, err := e.Field("height", 0)
	must(t, err)
	for _, name := range []string{"density", "meanVelocity", "cost", "potential"} {
		g, err := e.Field(name, 0)
		must(t, err)
		for i, y := range f.Data {
			if onSlab := float64(y) > 2.9 && f.Origin[0]+float64(i%f.Width)*f.Cell < -1; !onSlab && y == y {
				for _, v := range g.Data[i*g.Channels : (i+1)*g.Channels] {
					bits[name] = append(bits[name], uint64(math.Float32bits(v)))
				}
			}
		}
	}
	if dense := len(bits["density"]); dense != 1344-320 {
		t.Fatalf("%d cells off the slab, expected %d", dense, 1344-320)
	}
	return bits
}
