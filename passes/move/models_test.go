package move

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// hall is a floor of w×h cells between walls at its long sides, with a goal at either end. Groups 0 and 1 walk east and
// west, at the velocity of the field without any plan, and have the given models.
func hall(w, h int, models ...uint32) *passestest.World {
	f := passestest.New(w, h, 0)
	for j := range h {
		f.Goal(f.Cell(w-2, j, 0), 0)
		f.Goal(f.Cell(1, j, 0), 1)
	}
	f.Bake()
	classes, groups := []passes.Class{class0}, []passes.Group{{Goal: 0}, {Goal: 1}}
	f.Groups(classes, groups)
	copy(f.B.U32("models"), models)
	field := f.B.U32("velocity")
	for c := range f.Cells {
		field[c], field[f.Cells+c] = passes.PackVelocity(vec{pace, 0}), passes.PackVelocity(vec{-pace, 0})
	}
	f.Step().Dt = 0.05
	return f
}

// walkerAt puts an agent of a group into a slot.
func walkerAt(w *passestest.World, slot int, group uint32, p vec, speed float32) {
	w.Agent(slot, w.At(p[0], p[1], 0), p, vec{}, 0.2, speed)
	w.B.U32("agentState")[slot] |= group << 8
}

// moveOnce takes a step, with separation or with nothing but local models to keep people apart.
func moveOnce(w *passestest.World, apart bool) {
	w.Run(Close{})
	w.Run(Motion(w.Frame, apart, 1, w.B.U32("models")...)...)
	w.Step().Number++
	w.Step().Time += w.Step().Dt
}

var bothModels = map[string]uint32{"avoid": passes.ModelAvoid, "orca": passes.ModelORCA}

// Two who walk at each other along the middle of a corridor of 2 m pass each other on their right without touching: orca by
// itself, avoid with some help, as it takes it that the other goes on as in the step before.
func TestTwoWhoMeetPass(t *testing.T) {
	for name, model := range bothModels {
		w := hall(60, 8, model, model)
		w.Crowd(2)
		walkerAt(w, 0, 0, vec{2, 1}, pace)
		walkerAt(w, 1, 1, vec{13, 1}, pace)
		p, passed := w.B.Vec2("agentPosition"), false
		for w.Step().Time < 20 && w.Tally().Arrived < 2 {
			moveOnce(w, model == passes.ModelAvoid)
			if w.Tally().Arrived > 0 {
				continue
			}
			if gap := length(sub(p[1], p[0])); gap < 0.4-1e-3 {
				t.Fatalf("%s: at %g s they are %g m apart", name, w.Step().Time, gap)
			}
			if !passed && p[0][0] > p[1][0] {
				passed = true
				if p[0][1] <= p[1][1] {
					t.Errorf("%s: they pass on their left, at %v and %v", name, p[0], p[1])
				}
			}
		}
		if tally := w.Tally(); !passed || tally.Arrived != 2 || w.Step().Time > 1.15*13/pace {
			t.Errorf("%s: after %g s the books are %+v", name, w.Step().Time, *tally)
		}
	}
}

// Who walks behind somebody slower, with no room to pass, comes to walk at his speed, without touching him and without jerks.
func TestWhoWalksBehindSlowsDown(t *testing.T) {
	for name, model := range bothModels {
		w := passestest.New(96, 8, 0)
		w.Wall(0, -1, 0.7, 25, 0.7)
		w.Wall(0, -1, 1.25, 25, 1.25) // 0.55 m
		w.Bake()
		uniform(w, vec{pace, 0})
		w.B.U32("models")[0] = model
		w.Crowd(2)
		walkerAt(w, 0, 0, vec{2, 0.975}, pace)
		walkerAt(w, 1, 0, vec{4, 0.975}, 0.5)
		p, v, before := w.B.Vec2("agentPosition"), w.B.Vec2("agentVelocity"), vec{pace, 0}
		for w.Step().Time < 20 {
			moveOnce(w, false)
			if gap := length(sub(p[1], p[0])); gap < 0.4-1e-3 {
				t.Fatalf("%s: at %g s they are %g m apart", name, w.Step().Time, gap)
			}
			if jerk := length(sub(v[0], before)); w.Step().Time > 0.1 && jerk > 0.25 {
				t.Errorf("%s: at %g s his velocity changes by %g m/s", name, w.Step().Time, jerk)
			}
			before = v[0]
		}
		if s := length(v[0]); abs(s-0.5) > 0.05 || p[0][0] > p[1][0] {
			t.Errorf("%s: he walks at %g m/s behind one at 0.5 m/s", name, s)
		}
	}
}

// Alone, people of all models walk alike, to a lean of a few degrees.
func TestWhoIsAloneFollowsTheField(t *testing.T) {
	for name, model := range bothModels {
		w := hall(60, 8, model, model)
		w.Crowd(1)
		walkerAt(w, 0, 0, vec{2, 1}, 1)
		moveOnce(w, false)
		if v := w.B.Vec2("agentVelocity")[0]; abs(length(v)-1) > 1e-3 || abs(v[1]) > 0.05 {
			t.Errorf("%s: the velocity is %v", name, v)
		}
	}
}

// Nobody heeds people on another storey.
func TestModelsHeedOneStorey(t *testing.T) {
	for name, model := range bothModels {
		run := func(floor int) vec {
			w := passestest.New(32, 16, 0, 2.4)
			w.Bake()
			uniform(w, vec{pace, 0})
			w.B.U32("models")[0] = model
			w.Crowd(2)
			w.Agent(0, w.At(2, 2, 0), vec{2, 2}, vec{pace, 0}, 0.2, pace)
			w.Agent(1, w.At(2.7, 2.05, floor), vec{2.7, 2.05}, vec{}, 0.2, 0.1)
			moveOnce(w, false)
			return w.B.Vec2("agentVelocity")[0]
		}
		if above, beside := run(1), run(0); length(above) < 0.999*pace || length(sub(above, beside)) < 0.1 {
			t.Errorf("%s: the velocity is %v with somebody above, %v with him before one", name, above, beside)
		}
	}
}

// The time to touch is that of a walk in small steps.
func TestTimeToTouchIsThatOfAWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	touched := 0
	for range 2000 {
		to, v, sum := vec{4*r.Float32() - 2, 4*r.Float32() - 2}, vec{4*r.Float32() - 2, 4*r.Float32() - 2}, 0.3+0.4*r.Float32()
		got := timeToTouch(to, dot(to, to)-sum*sum, v)
		want := passes.Inf
		if length(to) < sum && dot(to, v) > 0 {
			want = 0
		}
		for s := float32(0); s < 8 && want == passes.Inf && length(to) > sum; s += 1e-3 {
			if length(sub(to, scale(v, s))) <= sum {
				want = s
			}
		}
		if want < passes.Inf {
			touched++
		}
		grazes := want == passes.Inf && got < passes.Inf && length(sub(to, scale(v, got))) > sum-1e-3
		if got > 8 || grazes {
			got = passes.Inf
		}
		if abs(min(got, 9)-min(want, 9)) > 2e-3 && !(want < passes.Inf && got == passes.Inf && length(sub(to, scale(v, want))) > sum-1e-5) {
			t.Fatalf("two %v apart, with radii of %g m, closing in at %v, touch after %g s, want %g", to, sum, v, got, want)
		}
	}
	if touched < 300 {
		t.Errorf("%d touched: the test shows too little", touched)
	}
}

// depthOf is how deep a velocity lies on the wrong side of the worst of some lines.
func depthOf(lines []line, v vec) (depth float32) {
	for _, l := range lines {
		depth = max(depth, l.depth(v))
	}
	return depth
}

// The velocity that lines leave is the nearest to the wanted one, or, where they leave none, that of the least violation, as
// trying all velocities shows; what walls leave is kept in any case.
func TestBestVelocityIsThatOfBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	kept, violated := 0, 0
	for range 400 {
		h := halves{radius: 1.4, bodies: 1 + r.IntN(10)}
		for n := range h.bodies + r.IntN(3) {
			sin, cos := math.Sincos(2 * math.Pi * r.Float64())
			way := vec{float32(cos), float32(sin)}
			least := 0.9*r.Float32() - 0.45 // the middle lies right of the line by as much
			if n >= h.bodies {
				least = -0.5 * r.Float32()
			}
			h.lines = append(h.lines, line{way, least})
		}
		want := vec{2*r.Float32() - 1, 2*r.Float32() - 1}
		_, left := h.nearestLeft(0, want)
		v := h.solve(want)
		others, walls := h.lines[:h.bodies], h.lines[h.bodies:]
		if length(v) > 1.4+1e-4 || depthOf(walls, v) > 1e-4 {
			t.Fatalf("%v is too fast, or goes %g m/s into a wall", v, depthOf(walls, v))
		}
		near, least := passes.Inf, passes.Inf
		for x := float32(-1.4); x <= 1.4; x += 0.02 {
			for z := float32(-1.4); z <= 1.4; z += 0.02 {
				u := vec{x, z}
				if length(u) > 1.4 || depthOf(walls, u) > 0 {
					continue
				}
				depth := depthOf(others, u)
				if least = min(least, depth); depth == 0 {
					near = min(near, length(sub(u, want)))
				}
			}
		}
		if left {
			kept++
			if depth := depthOf(h.lines, v); depth > 1e-4 || length(sub(v, want)) > near+1e-4 {
				t.Fatalf("%v violates by %g m/s and is %g m/s from %v, brute force %g", v, depth, length(sub(v, want)), want, near)
			}
			continue
		}
		violated++
		if depth := depthOf(others, v); depth > least+0.45/64 { // the sixth halving of at most 0.45 m/s
			t.Fatalf("the worst violation is %g m/s, with brute force %g", depth, least)
		}
	}
	if kept < 50 || violated < 50 {
		t.Errorf("lines left something %d times and nothing %d times: the test shows too little", kept, violated)
	}
}

// The half-plane of another body holds the velocities with which, if he keeps to his, the two do not touch within the horizon;
// and some beyond it do.
func TestLinesKeepClear(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 23))
	n := &neighbours{bins: bins{f: &passes.Frame{Horizon: 2}}, steering: &steering{step: passes.StepData{Dt: 0.05}}}
	beyond := 0
	for range 2000 {
		to, sum := vec{4*r.Float32() - 2, 4*r.Float32() - 2}, float32(0.4)
		if length(to) < 0.45 {
			continue
		}
		v, his := vec{2*r.Float32() - 1, 2*r.Float32() - 1}, vec{2*r.Float32() - 1, 2*r.Float32() - 1}
		side := scale(to, 1/length(to))
		part := reciprocal(v, his, side)
		mine, other := n.line(to, sum, v, his, part, 2), n.line(scale(to, -1), sum, his, v, 1-part, 2)
		for range 20 {
			u, w := vec{3*r.Float32() - 1.5, 3*r.Float32() - 1.5}, vec{3*r.Float32() - 1.5, 3*r.Float32() - 1.5}
			time := timeToTouch(to, dot(to, to)-sum*sum, sub(u, w))
			if depthOf([]line{mine}, u) == 0 && depthOf([]line{other}, w) == 0 {
				if time < 2-1e-3 {
					t.Fatalf("two %v apart who keep to their lines touch after %g s", to, time)
				}
			} else if time < 2 {
				beyond++
			}
		}
	}
	if beyond < 1000 {
		t.Errorf("%d who do not keep to them touch: the test shows too little", beyond)
	}
}
