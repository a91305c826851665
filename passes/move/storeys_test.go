package move

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes/passestest"
)

func TestPeopleUpstairsChangeNothingDownstairs(t *testing.T) {
	run := func(upstairs bool) []vec {
		w := uniform(passestest.New(24, 24, 0, 3), vec{1, 0.3})
		w.Wall(1, 3, -1, 3, 7) // upstairs only
		w.Bake()
		w.Crowd(40)
		r := rand.New(rand.NewPCG(6, 6))
		for i := range 40 {
			layer := i / 20
			p := clearPoint(w, r, layer, 0.2)
			if layer == 0 || upstairs {
				w.Agent(i, w.At(p[0], p[1], layer), p, vec{}, 0.2, pace)
			}
		}
		for range 100 {
			advanceOnce(w)
		}
		for i := range w.Tally().Alive {
			if got := w.Layer(w.B.U32("agentCell")[i]); got != int(i)/20 {
				t.Fatalf("agent %d is on layer %d", i, got)
			}
		}
		return slices.Clone(w.B.Vec2("agentPosition")[:20])
	}
	if !slices.Equal(run(false), run(true)) {
		t.Error("positions downstairs depend on who is upstairs")
	}
}

// A 3-4-5 ramp leads from one layer to another, under the far end of which the lower floor goes on.
func TestStairsLeadToTheOtherLayer(t *testing.T) {
	w := uniform(passestest.New(48, 8, 0, 0), vec{pace, 0})
	ramp := func(x, _ float64) float64 { return 0.75 * min(max(x-4, 0), 4) }
	w.Raise(1, ramp) // from x = 4 m up to 3 m at x = 8 m
	for j := range 8 {
		w.Join(w.Cell(15, j, 0), 1, w.Cell(16, j, 1))
		for i := range 16 {
			w.Block(i, j, 1)
		}
	}
	w.Bake()
	w.Crowd(2)
	for i, z := range []float32{0.9, 1.04} {
		w.Agent(i, w.At(2, z, 0), vec{2, z}, vec{}, 0.2, pace)
	}
	w.Agent(1, w.At(5, 1.04, 0), vec{5, 1.04}, vec{}, 0.2, pace) // under the ramp
	for w.B.Vec2("agentPosition")[0][0] < 10 && w.Step().Time < 20 {
		advanceOnce(w)
		for i, layer := range []int{1, 0} {
			p, y, c := w.B.Vec2("agentPosition")[i], float64(w.B.F32("agentHeight")[i]), w.B.U32("agentCell")[i]
			want := 0.0
			if i == 0 {
				want = ramp(float64(p[0]), 0)
			}
			if math.Abs(y-want) > 0.75*0.25/4+1e-4 { // bilinear heights round the ramp's edges off by so much
				t.Fatalf("agent %d is at height %g at x = %g, want %g", i, y, p[0], want)
			}
			if p[0] > 4 && w.Layer(c) != layer {
				t.Fatalf("agent %d is on layer %d at x = %g", i, w.Layer(c), p[0])
			}
		}
	}
	if y := w.B.F32("agentHeight")[0]; y != 3 {
		t.Errorf("the agent ends at height %g, want 3", y)
	}
	// Heights are linear between centres: 3.75 m of the plan at slope 0.75, and a round edge of half that slope at each end.
	x, walked := float64(w.B.Vec2("agentPosition")[0][0]), float64(w.B.Vec4("agentBody")[0][3])
	if want := x - 2 + 0.25*3.75 + 2*(math.Hypot(0.25, 0.25*0.375)-0.25); math.Abs(walked-want) > 0.01 {
		t.Errorf("the agent counts %g m, want %g", walked, want)
	}
}
