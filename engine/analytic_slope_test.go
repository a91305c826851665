package engine

import (
	"fmt"
	"math"
	"testing"
)

// tilt makes the floor of a plan a plane that rises towards an angle.
func (p *nodes) tilt(slope, angle float64) {
	p.Elevation = make([]float32, len(p.Slowness))
	for i := range p.Elevation {
		x, z := p.at(i)
		p.Elevation[i] = float32(slope * (x*math.Cos(angle) + z*math.Sin(angle)))
	}
}

// On a tilted plane potentials are lengths along it, whatever its angle to the grid. With four neighbours they are only where
// it is level, or runs along the grid.
func TestTiltedPlane(t *testing.T) {
	e := open(t, Options{})
	for _, slope := range []float64{0, 0.5, 0.625} {
		for _, degrees := range []float64{0, 15, 30, 45} {
			angle := degrees * math.Pi / 180
			mean := func(stencil, n int) float64 {
				p := square(-5, -5, 10, n)
				p.exact = func(x, z float64) float64 {
					return math.Hypot(math.Hypot(x, z), slope*(x*math.Cos(angle)+z*math.Sin(angle)))
				}
				p.tilt(slope, angle)
				p.source(true, func(x, z float64) bool { return p.exact(x, z) <= 1 })
				return p.deviation(t, p.solve(t, e, stencil), 1).meanShare
			}
			what := fmt.Sprintf("slope %g at %g°", slope, degrees)
			coarse, fine := mean(8, 80), mean(8, 160)
			t.Logf("%s: mean share %.4f, then %.4f", what, coarse, fine)
			if !(coarse <= 0.015 && fine <= 0.6*coarse) {
				t.Errorf("%s: the mean relative error is %g at 0.125 m and %g at half of it, expected at most 0.015 and 0.6 times that", what, coarse, fine)
			}
			if slope == 0.625 && degrees >= 30 && !(mean(4, 80) > 0.03) {
				t.Errorf("%s: the test does not notice that four neighbours measure wrong lengths", what)
			}
		}
	}
}

// A stair of 10 m along a 3-4-5 slope takes its length by its speed, whatever its angle to the grid.
func TestStairAtAnAngle(t *testing.T) {
	const slope, length, speed = 0.75, 10.0, 0.61
	e := open(t, Options{})
	for _, degrees := range []float64{0, 30, 45} {
		angle := degrees * math.Pi / 180
		along := func(x, z float64) float64 { return (x*math.Cos(angle) + z*math.Sin(angle)) * math.Hypot(1, slope) }
		p := square(-5, -5, 10, 80)
		p.exact = func(x, z float64) float64 { return math.Abs(along(x, z)+length/2) / speed }
		p.tilt(slope, angle)
		for i := range p.Slowness {
			p.Slowness[i] = 1 / speed
		}
		p.source(true, func(x, z float64) bool { return along(x, z) <= -length/2 })
		phi, looked := p.solve(t, e, 8), 0
		for i, v := range phi {
			x, z := p.at(i)
			// The way is 10 m long, and straight: it stays inside.
			if math.Abs(along(x, z)-length/2) > p.Cell/2 || math.Abs(x*math.Sin(angle)-z*math.Cos(angle)) > 0.5 {
				continue
			}
			looked++
			if want := p.exact(x, z); math.Abs(float64(v)-want) > 0.02*want {
				t.Errorf("at %g°: %g m take %g s, want %g s", degrees, along(x, z)+length/2, v, want)
			}
		}
		if looked < 3 {
			t.Errorf("at %g°: only %d nodes were looked at", degrees, looked)
		}
	}
}
