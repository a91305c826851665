package move

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// meadow is a floor on which nobody wants to go anywhere.
func meadow(w *passestest.World) *passestest.World {
	uniform(w, vec{})
	w.Bake()
	return w
}

// separate lets a crowd stand and keep apart for some steps.
func separate(w *passestest.World, steps int) {
	for range steps {
		walked(w)
		part(w)
	}
}

// walked takes a step up to where bodies are kept apart, and gives where those of the agents are.
func walked(w *passestest.World) []vec {
	w.Run(Close{})
	w.Run(append(Bins(w.Frame), Advance{})...)
	at := make([]vec, w.Capacity)
	for k, b := range w.B.Vec4("body") {
		at[w.B.U32("bodySlot")[k]] = vec{b[0], b[1]}
	}
	return at
}

// part keeps the bodies apart and ends the step.
func part(w *passestest.World) {
	w.Run(append(Separation(1), Land{Apart: true})...)
	w.Step().Number++
	w.Step().Time += w.Step().Dt
}

// Two bodies at walls may be narrower by this much together, because walls are held off to a rounding [m].
const narrow = 2 * wallSlack

// worst is the deepest overlap of two agents on one layer, and how many agents overlap another by more than a millimetre,
// by looking at all pairs: with those who just do, and without.
func worst(w *passestest.World) (depth float64, least, most uint32) {
	p, body, cell := w.B.Vec2("agentPosition"), w.B.Vec4("agentBody"), w.B.U32("agentCell")
	for i := range p {
		own := 0.0
		for j := range p {
			if i == j || state(w, i) == passes.StateFree || state(w, j) == passes.StateFree || w.Layer(cell[i]) != w.Layer(cell[j]) {
				continue
			}
			own = max(own, float64(body[i][0]+body[j][0])-math.Hypot(float64(p[i][0]-p[j][0]), float64(p[i][1]-p[j][1])))
		}
		if own > 1e-3+narrow {
			least++
		}
		if own > 1e-3-narrow {
			most++
		}
		depth = max(depth, own)
	}
	return depth, least, most
}

func pair(w *passestest.World, a, b vec) {
	w.Crowd(2)
	w.Agent(0, w.At(a[0], a[1], 0), a, vec{}, 0.2, pace)
	w.Agent(1, w.At(b[0], b[1], 0), b, vec{}, 0.2, pace)
}

// Two that stand give way alike; who walks into another gives way, and steps aside to the right if the other does not go the
// same way; who is walked into from behind hardly moves.
func TestWhoWalksIntoAnotherGivesWay(t *testing.T) {
	for name, c := range map[string]struct {
		a, b  vec     // headings; b stands east of a
		share float64 // of a in parting
		sides vec     // to which a and b step, along z: their right is +z for who walks east
	}{
		"both stand":          {vec{}, vec{}, 0.5, vec{}},
		"one behind":          {vec{1, 0}, vec{1, 0}, 1.1 / 1.2, vec{}},
		"one before":          {vec{-1, 0}, vec{-1, 0}, 0.1 / 1.2, vec{}},
		"side by side":        {vec{0, 1}, vec{0, 1}, 0.5, vec{}},
		"away from another":   {vec{-1, 0}, vec{1, 0}, 0.5, vec{}},
		"head-on":             {vec{1, 0}, vec{-1, 0}, 0.5, vec{1, -1}},
		"into one who stands": {vec{1, 0}, vec{}, 1.1 / 1.2, vec{1, 0}},
	} {
		w := meadow(passestest.New(16, 16, 0))
		pair(w, vec{2, 2}, vec{2.39, 2})
		walked(w)
		for k, i := range w.B.U32("bodySlot") {
			d := [2]vec{c.a, c.b}[i]
			copy(w.B.Vec4("bodyHeading")[k][:], d[:])
		}
		part(w)
		p := w.B.Vec2("agentPosition")
		if gap := length(sub(p[1], p[0])); gap < 0.4 || c.sides == (vec{}) && gap > 0.4+2*spare+slack {
			t.Errorf("%s: they are %g m apart, want 0.4 and some to spare", name, gap)
		}
		if got := float64((2 - p[0][0]) / (p[1][0] - p[0][0] - 0.39)); math.Abs(got-c.share) > 0.03 {
			t.Errorf("%s: the share of the western one is %.3f, at %v, want %.3f", name, got, p[0], c.share)
		}
		for i, side := range c.sides {
			if step := p[i][1] - 2; step*side < 0 || (step != 0) != (side != 0) {
				t.Errorf("%s: agent %d steps %g m to the side, want that way: %g", name, i, step, side)
			}
		}
	}
}

// Two streams that meet in a corridor of 2 m pass each other.
func TestStreamsPassEachOther(t *testing.T) {
	w := passestest.New(48, 8, 0)
	for j := range 8 {
		w.Goal(w.Cell(46, j, 0), 0)
		w.Goal(w.Cell(1, j, 0), 1)
	}
	w.Bake()
	w.Groups([]passes.Class{class0}, []passes.Group{{Goal: 0}, {Goal: 1}})
	field := w.B.U32("velocity")
	for c := range w.Cells {
		field[c], field[w.Cells+c] = passes.PackVelocity(vec{pace, 0}), passes.PackVelocity(vec{-pace, 0})
	}
	w.Step().Dt = 0.05
	const n = 32
	w.Crowd(n)
	for i := range n {
		p := vec{1.2 + 0.45*float32(i/2%8), 0.5 + 0.9*float32(i/16)}
		if i%2 == 1 {
			p[0] = 12 - p[0]
		}
		w.Agent(i, w.At(p[0], p[1], 0), p, vec{}, 0.2, pace)
		w.B.U32("agentState")[i] |= uint32(i%2) << 8
	}
	for w.Step().Time < 60 && w.Tally().Arrived < n {
		separate(w, 1)
	}
	if tally := w.Tally(); tally.Arrived != n || !balanced(tally) {
		t.Errorf("after %g s the books are %+v", w.Step().Time, *tally)
	}
}

// Who stands on the same spot comes apart, however many, and alike in every run.
func TestCoincidentAgentsComeApart(t *testing.T) {
	for _, n := range []int{2, 3, 30} {
		run := func() (*passestest.World, []vec) {
			w := meadow(passestest.New(32, 32, 0))
			w.Crowd(n)
			for i := range n {
				w.Agent(i, w.At(4.03, 3.9, 0), vec{4.03, 3.9}, vec{}, 0.2, pace)
			}
			separate(w, 150)
			return w, w.B.Vec2("agentPosition")
		}
		w, p := run()
		if depth, _, _ := worst(w); depth > 1e-3 || !balanced(w.Tally()) || w.Tally().Alive != uint32(n) {
			t.Errorf("%d agents on one spot still overlap by %g m: %+v", n, depth, *w.Tally())
		}
		if _, again := run(); !slices.Equal(p, again) {
			t.Errorf("%d agents on one spot come apart otherwise the second time", n)
		}
	}
}

// Nobody is in the way of people on another storey, whatever the sheets; a floor away from any other agent nothing changes to the bit.
func TestStoreysDoNotTouch(t *testing.T) {
	w := meadow(passestest.New(32, 32, 0, 2.2, 4.4))
	w.Crowd(3)
	for i := range 3 {
		w.Agent(i, w.At(4, 4, i), vec{4, 4}, vec{}, 0.3, pace)
	}
	separate(w, 5)
	for i, p := range w.B.Vec2("agentPosition") {
		if p != (vec{4, 4}) {
			t.Errorf("the agent on storey %d has moved to %v", i, p)
		}
	}
	if w.Tally().Overlapping != 0 {
		t.Errorf("%d agents overlap across storeys", w.Tally().Overlapping)
	}
	w.Agent(1, w.At(4, 4, 0), vec{4.1, 4}, vec{}, 0.3, pace) // come down
	separate(w, 1)
	if p := w.B.Vec2("agentPosition"); p[0] == (vec{4, 4}) || p[2] != (vec{4, 4}) {
		t.Errorf("with two on the ground floor the agents are at %v", p)
	}
}

// A wall without thickness parts two that stand at it, even where they stand nearer than they should.
func TestAWallBetweenTwoKeepsThemFromTouching(t *testing.T) {
	for _, between := range []bool{true, false} {
		w := passestest.New(16, 16, 0)
		if between {
			w.Wall(0, 2.03, -1, 2.03, 5)
		}
		meadow(w)
		a, b := vec{1.9, 2}, vec{2.16, 2.05}
		pair(w, a, b)
		separate(w, 3)
		p := w.B.Vec2("agentPosition")
		if stayed := p[0] == a && p[1] == b; stayed != between {
			t.Errorf("wall %v: the agents are at %v", between, p)
		}
	}
}

// A ring of people packed into a room comes apart as far as there is room, and nobody comes into a wall; with more than
// there is room for, the account says so as brute force does.
func TestAPackedRoom(t *testing.T) {
	for _, c := range []struct {
		agents int
		fits   bool
	}{{16, true}, {45, false}} {
		t.Run(fmt.Sprint(c.agents), func(t *testing.T) {
			w := passestest.New(24, 24, 0)
			room := [][2]float64{{1.93, 1.9}, {4.11, 2.02}, {4.05, 4.13}, {1.9, 4.01}} // by walls at odd angles
			for i, a := range room {
				b := room[(i+1)%4]
				w.Wall(0, a[0], a[1], b[0], b[1])
			}
			meadow(w)
			w.Crowd(c.agents)
			for i := range c.agents {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(c.agents))
				p := vec{3 + 0.4*float32(cos), 3 + 0.4*float32(sin)}
				w.Agent(i, w.At(p[0], p[1], 0), p, vec{}, 0.2, pace)
			}
			for range 200 {
				separate(w, 1)
				depth, least, most := worst(w)
				if got := w.Tally(); math.Abs(float64(got.Overlap)-depth) > narrow && depth > 1e-3+narrow || got.Overlapping < least || got.Overlapping > most {
					t.Fatalf("the account has %d agents that overlap by up to %g m, brute force %d to %d and %g", got.Overlapping, got.Overlap, least, most, depth)
				}
				for i, p := range w.B.Vec2("agentPosition") {
					if gap := w.Gap(0, float64(p[0]), float64(p[1])); gap < 0.2-touch || p[0] < 1.8 || p[0] > 4.2 || p[1] < 1.8 || p[1] > 4.2 {
						t.Fatalf("agent %d is at %v, %g m from a wall", i, p, gap)
					}
				}
			}
			if depth, _, agents := worst(w); (depth <= 1e-3) != c.fits {
				t.Errorf("%d of %d agents overlap by up to %g m", agents, c.agents, depth)
			}
			if tally := w.Tally(); tally.Alive != uint32(c.agents) || !balanced(tally) {
				t.Errorf("the books are %+v", *tally)
			}
		})
	}
}

// A crowd on a plank and its surroundings is pushed nowhere where there is no floor, and through no wall.
func TestNobodyIsPushedOffTheFloor(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	w := passestest.New(40, 24, 0)
	for i := 12; i < 28; i++ {
		for j := range 24 {
			if j < 10 || j > 13 {
				w.Block(i, j, 0)
			}
		}
	}
	w.Wall(0, 8.2, 0.5, 8.9, 5.5)
	w.Bake()
	uniform(w, vec{pace, 0})
	const n = 120
	w.Crowd(n)
	for i := range n {
		p := clearPoint(w, r, 0, 0.2)
		for p[0] > 8 || w.B.U32("cellFlag")[w.At(p[0], p[1], 0)] == 0 {
			p = clearPoint(w, r, 0, 0.2)
		}
		w.Agent(i, w.At(p[0], p[1], 0), p, vec{}, 0.2, pace)
	}
	moved := 0
	before := slices.Clone(w.B.Vec2("agentPosition"))
	for range 200 {
		walked := walked(w)
		part(w)
		for i, p := range w.B.Vec2("agentPosition") {
			c := w.B.U32("agentCell")[i]
			if o := sub(p, w.Centre(c)); abs(o[0]) > 0.1251 || abs(o[1]) > 0.1251 || w.B.U32("cellFlag")[c] == 0 {
				t.Fatalf("agent %d at %v is not on the floor of its cell at %v", i, p, w.Centre(c))
			}
			if gap := w.Gap(0, float64(p[0]), float64(p[1])); gap < 0.2-touch {
				t.Fatalf("agent %d at %v is %g m from a wall", i, p, gap)
			}
			if w.Crosses(0, passestest.Segment{float64(walked[i][0]), float64(walked[i][1]), float64(p[0]), float64(p[1])}) {
				t.Fatalf("agent %d is pushed from %v to %v through a wall", i, walked[i], p)
			}
			if p != walked[i] {
				moved++
			}
			want := scale(sub(p, before[i]), 1/w.Step().Dt)
			if v := w.B.Vec2("agentVelocity")[i]; length(sub(v, want)) > 1e-3 {
				t.Fatalf("the velocity of agent %d is %v, it moved at %v", i, v, want)
			}
			before[i] = p
		}
	}
	if moved < 1000 {
		t.Errorf("there were %d pushes only: the test shows nothing", moved)
	}
}

// The distance walked is that of the way made, on a slope as well: who is held counts nothing.
func TestWhoIsHeldWalksNoWay(t *testing.T) {
	w := uniform(passestest.New(32, 16, 0), vec{pace, 0})
	w.Raise(0, func(x, _ float64) float64 { return 0.75 * x })
	w.Wall(0, 5.02, -1, 5.02, 5)
	w.Bake()
	pair(w, vec{4, 2}, vec{4.7, 2})
	w.B.Vec4("agentBody")[1][1] = 0.01 // hardly walks
	separate(w, 40)
	p, body := w.B.Vec2("agentPosition"), w.B.Vec4("agentBody")
	if want := (p[0][0] - 4) * 1.25; abs(body[0][3]-want) > 0.01 || want < 0.2 {
		t.Errorf("the agent that came to %v counts %g m, want %g", p[0], body[0][3], want)
	}
}

// A step without time moves nobody, however close they stand.
func TestAStepOfNoTimeSeparatesNobody(t *testing.T) {
	w := meadow(passestest.New(16, 16, 0))
	pair(w, vec{2, 2}, vec{2.1, 2})
	w.Step().Dt = 0
	separate(w, 3)
	if p := w.B.Vec2("agentPosition"); p[0] != (vec{2, 2}) || p[1] != (vec{2.1, 2}) {
		t.Errorf("the agents are at %v", p)
	}
}
