package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/field"
	"throng/passes/passestest"
)

// walk runs speed and cost as a step does, with time as the cost, solves, and takes the velocities.
func walk(t *testing.T, w *passestest.World) {
	t.Helper()
	w.Alpha, w.Beta, w.Gamma = 0, 1, 0
	w.Run(Seed{})
	for n := 0; n == 0 || w.Tally().Pending > 0; n++ {
		w.Run(Begin{}, field.Cost{})
		rounds(t, w)
		w.Run(Publish{}, Velocity{})
		if n > 1000 {
			t.Fatal("the solver does not settle")
		}
	}
}

// gradient is ∇φ of a cell towards the lower neighbour of each axis, and whether opposite neighbours tie.
func gradient(w *passestest.World, phi []float32, c uint32) (g [2]float64, tie bool) {
	cost, l := w.B.Vec4("cost")[c], float64(w.Frame.Cell)
	at := func(d int) float64 {
		if cost[d] >= passes.Inf {
			return math.Inf(1)
		}
		return float64(phi[w.Link(c, d)])
	}
	for axis, d := range [2][2]int{{1, 3}, {0, 2}} {
		ahead, behind, here := at(d[0]), at(d[1]), float64(phi[c])
		tie = tie || ahead < here && math.Abs(ahead-behind) < 1e-5
		if ahead < min(behind, here) {
			g[axis] = (ahead - here) / l
		} else if behind < min(ahead, here) {
			g[axis] = (here - behind) / l
		}
	}
	return g, tie
}

// unit is the rounding of a stored velocity.
const unit = 0.5 / 2048

// velocities are those stored for all groups.
func velocities(w *passestest.World) (v [][2]float32) {
	for _, word := range w.B.U32("velocity") {
		v = append(v, passes.UnpackVelocity(word))
	}
	return v
}

// On the flat the velocity is -∇φ/|∇φ| · f.
func TestVelocityOnTheFlat(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	looked := 0
	for range 3 {
		w := planned(room(r, 40, 33), 0)
		walk(t, w)
		phi := w.B.F32("potential")
		for c, v := range velocities(w) {
			if phi[c] == 0 || phi[c] >= passes.Inf {
				if v != [2]float32{} {
					t.Fatalf("the velocity where φ = %g is %v", phi[c], v)
				}
				continue
			}
			g, tie := gradient(w, phi, uint32(c))
			if tie {
				continue
			}
			looked++
			n := math.Hypot(g[0], g[1])
			for axis := range 2 {
				if want := -g[axis] / n * float64(walker.Speed); math.Abs(float64(v[axis])-want) > 1e-4+unit {
					t.Fatalf("cell %d has velocity %v, gradient %v", c, v, g)
				}
			}
		}
	}
	if looked < 2000 {
		t.Errorf("only %d cells were looked at", looked)
	}
}

// Along a 3-4-5 stair the time walked, cell by cell at the velocity there, is φ, and φ is the stair's length by the speed
// on it: up and down, with speeds by slope and with those of a stair.
func TestStairTakesItsTime(t *testing.T) {
	const slope, length = 0.75, 0.3125 // of one cell
	falling := 1 + slope/2*(0.05-1)    // ML eq. 8 with a least share of 0.05 at slope 2
	for _, c := range []struct {
		name  string
		rise  float64
		stair uint32
		share float64
	}{
		{"up", slope, 0, falling}, {"down", -slope, 0, 1},
		{"upstairs", slope, 32768 | 42598<<16, 32768 / 65535.}, {"downstairs", -slope, 32768 | 42598<<16, 42598 / 65535.},
	} {
		w := passestest.New(48, 9, 0)
		w.Raise(0, func(x, _ float64) float64 { return 20 + c.rise*x })
		for j := range 9 {
			w.Goal(w.Cell(44, j, 0), 0)
		}
		for k := range w.B.U32("cellStair") {
			w.B.U32("cellStair")[k] = c.stair
		}
		planned(w, 0)
		clearEdges(w)
		walk(t, w)
		phi, time := w.B.F32("potential"), 0.0
		for i := 43; i >= 3; i-- {
			cell := w.Cell(i, 4, 0)
			v := velocities(w)[cell]
			time += 0.25 / float64(v[0])
			want := float64(44-i) * length / (c.share * float64(walker.Speed))
			if got := float64(phi[cell]); math.Abs(got-want) > 1e-4*want || math.Abs(time-want) > (1e-4+unit/float64(v[0]))*want || math.Abs(float64(v[1])) > 1e-3 {
				t.Fatalf("%s: %d cells from the goal φ is %g s and the way takes %g s, want %g s; velocity %v", c.name, 44-i, got, time, want, v)
			}
		}
	}
}

// On a ramp along an axis, with costs and speeds of every direction apart, who walks at the velocity gains one second of
// the potential every second: ∇φ · v = -1.
func TestVelocityGainsThePotential(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for range 4 {
		slope := 1.6*r.Float64() - 0.8
		w := passestest.New(40, 30, 0)
		w.Raise(0, func(_, z float64) float64 { return 20 + slope*z })
		w.Goal(w.Cell(20, 15, 0), 0)
		planned(w, 0)
		clearEdges(w)
		var f [4]float32
		for d := range f {
			f[d] = 0.4 + r.Float32()
		}
		w.Run(Seed{})
		w.Alpha, w.Gamma = 0, 0
		settle(t, w, func(c uint32, d int) float32 {
			if d%2 == 0 {
				return float32(0.25 * math.Hypot(1, slope) / float64(f[d]))
			}
			return 0.25 / f[d]
		})
		w.Run(Velocity{})
		phi := w.B.F32("potential")
		w.Each(func(c uint32, i, j, _ int) {
			if i == 20 || j == 15 || min(i, j) == 0 {
				return // beside the goal's axes the two sides of an axis do not simply compare
			}
			v, u := velocities(w)[c], float64(phi[c])
			gain := 0.0
			for axis, d := range [2][2]int{{1, 3}, {0, 2}} {
				side := d[0]
				if v[axis] < 0 {
					side = d[1]
				}
				if n := w.Link(c, side); n != passes.None {
					gain += max(0, u-float64(phi[n])) / 0.25 * math.Abs(float64(v[axis]))
				}
			}
			if math.Abs(gain-1) > 2e-3 {
				t.Fatalf("slope %g, speeds %v: at (%d, %d) with velocity %v a second gains %g s", slope, f, i, j, v, gain)
			}
		})
	}
}

// In rough towers with slanted floors velocities are finite, no faster than the fastest way, and never point at a closed side.
func TestVelocityKeepsToOpenWays(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	for seed := range uint64(3) {
		w := tower(r)
		for k := range 3 {
			a, b := r.Float64()-0.5, r.Float64()-0.5
			w.Raise(k, func(x, z float64) float64 { return 9*float64(k) + 9 + a*x + b*z })
		}
		planned(w, 0, 1)
		w.Run(Seed{})
		w.Gamma = 0
		links, height := w.Links(), w.B.F32("height")
		settle(t, w, func(c uint32, d int) float32 { // with speeds of 0.2 to 1.4 m/s
			r, rise := rand.New(rand.NewPCG(seed, uint64(c)*4+uint64(d))), float64(height[links.To(c, d)]-height[c])
			return float32(math.Hypot(0.25, rise)) * (1 + 1/(0.2+1.2*r.Float32()))
		})
		w.Run(Velocity{})
		for i, v := range velocities(w) {
			c, n := uint32(i)%w.Cells, math.Hypot(float64(v[0]), float64(v[1]))
			if !(n <= 1.4) {
				t.Fatalf("cell %d has velocity %v", c, v)
			}
			to := links.All(c)
			for axis, d := range [2][2]int{{1, 3}, {0, 2}} {
				if v[axis] > 1e-6 && to[d[0]] == passes.None || v[axis] < -1e-6 && to[d[1]] == passes.None {
					t.Fatalf("cell %d with links %v has velocity %v", c, to, v)
				}
			}
			if phi := w.B.F32("potential")[i]; (n > 0) != (phi > 0 && phi < passes.Inf) {
				t.Fatalf("cell %d has potential %g and velocity %v", c, phi, v)
			}
		}
	}
}
