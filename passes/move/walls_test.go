package move

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// A body may come nearer to a wall than its radius by this much [m].
const touch = 1e-3

// clearPoint finds a point at least r from all walls.
func clearPoint(w *passestest.World, r *rand.Rand, layer int, gap float64) vec {
	for {
		x, z := r.Float32()*float32(w.Width)*w.Frame.Cell, r.Float32()*float32(w.Frame.Height)*w.Frame.Cell
		if w.Gap(layer, float64(x), float64(z)) >= gap {
			return vec{x, z}
		}
	}
}

func heading(r *rand.Rand, speed float64) vec {
	a := 2 * math.Pi * r.Float64()
	return vec{float32(speed * math.Cos(a)), float32(speed * math.Sin(a))}
}

// A wall without thickness, at any angle, with any time step and speed: nobody gets to the other side, or nearer than
// the radius.
func TestThinWallsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	touched := 0
	for range 50 {
		w := passestest.New(32, 32, 0)
		a, x, z := math.Pi*r.Float64(), 3+2*r.Float64(), 3+2*r.Float64()
		cos, sin := math.Cos(a), math.Sin(a)
		w.Wall(0, x-20*cos, z-20*sin, x+20*cos, z+20*sin)
		w.Bake()
		uniform(w, heading(r, pace))
		w.Step().Dt = []float32{0.01, 0.05, 0.5, 5, 500}[r.IntN(5)]
		const n = 8
		w.Crowd(n)
		radius, sides := [n]float32{}, [n]bool{}
		beyond := func(p vec) bool { return (float64(p[0])-x)*sin > (float64(p[1])-z)*cos }
		for i := range n {
			radius[i] = 0.01 + 0.5*r.Float32()
			p := clearPoint(w, r, 0, float64(radius[i]))
			w.Agent(i, w.At(p[0], p[1], 0), p, vec{}, radius[i], 0.3+5*r.Float32())
			sides[i] = beyond(p)
		}
		for range 60 {
			advanceOnce(w)
			for i, p := range w.B.Vec2("agentPosition") {
				gap := w.Gap(0, float64(p[0]), float64(p[1]))
				if beyond(p) != sides[i] || gap < float64(radius[i])-touch {
					t.Fatalf("agent %d of radius %g at %v: gap %g, other side %v", i, radius[i], p, gap, beyond(p) != sides[i])
				}
				if gap < float64(radius[i])+0.01 {
					touched++
				}
				if c := w.B.U32("agentCell")[i]; length(sub(w.Centre(c), p)) > 0.7072*w.Frame.Cell {
					t.Fatalf("agent %d at %v is not in its cell at %v", i, p, w.Centre(c))
				}
			}
		}
	}
	if touched < 500 {
		t.Errorf("walls were touched %d times only: the test shows nothing", touched)
	}
}

// A shelf of short walls with gaps, corners and crossings: no straight way of a step crosses any of them.
func TestBrokenWallsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 23))
	for range 60 {
		w := passestest.New(24, 24, 0)
		x, z := 6*r.Float64(), 6*r.Float64()
		for range 8 {
			nx, nz := x+3*r.Float64()-1.5, z+3*r.Float64()-1.5
			w.Wall(0, x, z, nx, nz) // chained ends
			if r.IntN(3) == 0 {
				nx, nz = 6*r.Float64(), 6*r.Float64()
			}
			x, z = nx, nz
		}
		w.Bake()
		uniform(w, heading(r, pace))
		const n = 10
		w.Crowd(n)
		var before [n]vec
		for i := range n {
			before[i] = clearPoint(w, r, 0, 0.1)
			w.Agent(i, w.At(before[i][0], before[i][1], 0), before[i], vec{}, 0.1, 0.9) // a stride is a step
		}
		for range 80 {
			advanceOnce(w)
			for i, p := range w.B.Vec2("agentPosition") {
				q := before[i]
				way := passestest.Segment{float64(q[0]), float64(q[1]), float64(p[0]), float64(p[1])}
				if gap := w.Gap(0, way[2], way[3]); w.Crosses(0, way) || gap < 0.1-touch {
					t.Fatalf("agent %d goes from %v to %v: gap %g", i, q, p, gap)
				}
				before[i] = p
			}
		}
	}
}

// Who starts too near a wall is not pushed nearer, let alone through it.
func TestNobodyIsPushedIntoAWall(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 4))
	for range 60 {
		w := passestest.New(16, 16, 0)
		w.Wall(0, 0.5, 2.02, 3.5, 2.02)
		w.Wall(0, 0.5, 2.12, 3.5, 2.12) // a slot narrower than anyone
		w.Bake()
		uniform(w, heading(r, pace))
		w.Crowd(1)
		p := vec{1 + 2*r.Float32(), 2.03 + 0.08*r.Float32()}
		w.Agent(0, w.At(p[0], p[1], 0), p, vec{}, 0.2, pace)
		for range 50 {
			gap := w.Gap(0, float64(p[0]), float64(p[1]))
			advanceOnce(w)
			q := w.B.Vec2("agentPosition")[0]
			if now := w.Gap(0, float64(q[0]), float64(q[1])); now < min(gap, 0.2)-touch {
				t.Fatalf("the agent came from %g to %g of a wall", gap, now)
			}
			if q[0] > 0.51 && q[0] < 3.49 && (q[1] < 2.02 || q[1] > 2.12) {
				t.Fatalf("the agent left the slot through its wall at %v", q)
			}
			p = q
		}
	}
}

// The field leads past the end of a wall, but the agent has come too low in its cell: pressing on would hold it there.
func TestTheEndOfAWallHoldsNobody(t *testing.T) {
	w := passestest.New(24, 24, 0)
	w.Wall(0, 2.33, -1, 2.33, 2.07) // the centre of the cell at 2.0–2.25 m is above its end
	w.Bake()
	uniform(w, vec{pace, 0})
	w.Crowd(1)
	w.Agent(0, w.At(2.1, 2.02, 0), vec{2.1, 2.02}, vec{}, 0.2, pace)
	for range 60 {
		advanceOnce(w)
	}
	if p := w.B.Vec2("agentPosition")[0]; p[0] < 3 {
		t.Errorf("the agent is still at %v", p)
	}
}

// Blocks, thin walls and their corners lie in the way; whoever the plan reaches gets to the goal.
func TestEveryoneFindsTheWay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for scene := range 12 {
		w := passestest.New(40, 40, 0)
		for range 60 {
			w.Block(r.IntN(38), r.IntN(40), 0)
		}
		for range 6 {
			x, z := 9*r.Float64(), 10*r.Float64()
			d := heading(r, 2)
			w.Wall(0, x, z, x+float64(d[0]), z+float64(d[1]))
		}
		for j := range 40 {
			w.Goal(w.Cell(38, j, 0), 0)
		}
		w.Bake()
		plan(w)
		const n = 60
		w.Crowd(n)
		for i := range n {
			for {
				p := clearPoint(w, r, 0, 0.2)
				c := w.At(p[0], p[1], 0)
				if w.B.U32("cellFlag")[c] == 1 && w.B.F32("potential")[c] < passes.Inf {
					w.Agent(i, c, p, vec{}, 0.2, pace)
					break
				}
			}
		}
		for w.Step().Time < 60 && w.Tally().Arrived < n {
			advanceOnce(w)
			for i, p := range w.B.Vec2("agentPosition") {
				if state(w, i) != passes.StateFree && w.Gap(0, float64(p[0]), float64(p[1])) < 0.2-touch {
					t.Fatalf("scene %d: agent %d stands in a wall at %v", scene, i, p)
				}
			}
			if !balanced(w.Tally()) {
				t.Fatalf("scene %d: the books do not balance: %+v", scene, *w.Tally())
			}
		}
		if tally := w.Tally(); tally.Arrived != n || tally.Lost != 0 {
			t.Errorf("scene %d: tally %+v after %g s", scene, *tally, w.Step().Time)
			for i, p := range w.B.Vec2("agentPosition") {
				if state(w, i) != passes.StateFree {
					t.Logf("agent %d is at %v", i, p)
				}
			}
		}
	}
}
