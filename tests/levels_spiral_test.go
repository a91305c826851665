package tests

import (
	"fmt"
	"math"
	"testing"

	"throng/engine"
)

// The measures of the scene "spiral" [m].
const (
	spiralInner, spiralOuter = 1.0, 2.5
	spiralPitch              = 3.0
	spiralTurns              = 3
	spiralRise               = spiralPitch / (2 * math.Pi) // per radian
)

// inward is the shortest way on the stair from a radius to the column, which it meets as a tangent, and the angle that it
// takes. The surface has the metric dr² + (r² + c²) dθ², c the rise per radian, so that (r² + c²) θ' is constant along
// a way (Clairaut): here a = √(rᵢ² + c²), its value along the column. With r² = rᵢ² + w² both integrals are smooth.
func inward(radius float64) (length, angle float64) {
	const n = 64 // of Simpson's rule
	a := math.Hypot(spiralInner, spiralRise)
	end := math.Sqrt(max(0, radius*radius-spiralInner*spiralInner))
	for k := range n + 1 {
		weight := []float64{2, 4}[k%2]
		if k == 0 || k == n {
			weight = 1
		}
		w := end * float64(k) / n
		r := math.Hypot(spiralInner, w)
		m := math.Hypot(r, spiralRise)
		length += weight * m / r
		angle += weight * a / (r * m)
	}
	return length * end / (3 * n), angle * end / (3 * n)
}

// unwound is the way from a place on the stair, at an angle that counts its turns, down to the line where it begins:
// towards the column, and along it.
func unwound(radius, angle float64) float64 {
	length, taken := inward(radius)
	return length + math.Hypot(spiralInner, spiralRise)*(angle-taken)
}

// The potential down a spiral stair is the length of the pull along its column, unwound: √(rᵢ² + c²) a radian. A ring that
// is free of the column's own cells lies at most a cell's diagonal outside it, so that a way along it is 2π·√2 h a turn
// longer, and the front may be off by 3.2 h where it leaves the column (M2); no way is shorter than the pull by more than that.
func TestSpiral(t *testing.T) {
	e := open(t, engine.Options{})
	for _, size := range []float64{0.25, 0.125} {
		reload(t, e, "spiral", travel(size))
		goal := -2 - size/2 // z of the last row of goal cells; the stair begins at z = 0
		turns := make([]deviation, spiralTurns+1)
		shorter := 0.0
		for _, c := range cells(t, e, 0) {
			radius, plan := math.Hypot(c.x, c.z), math.Atan2(c.z, c.x)
			angle := plan + 2*math.Pi*math.Round((2*math.Pi*c.y/spiralPitch-plan)/(2*math.Pi))
			onStair := c.y > 0.05 && c.y < spiralTurns*spiralPitch-0.05 && radius < spiralOuter && radius > spiralInner
			if _, taken := inward(radius); !onStair || angle < taken || c.clearance < size/4 {
				continue
			}
			want := unwound(radius, angle) - goal
			turns[int(angle/(2*math.Pi))].add(c, want)
			shorter = max(shorter, want-c.phi)
		}
		for n := range spiralTurns {
			turns[n].check(t, fmt.Sprintf("spiral, turn %d", n+1), size, 3.2+2*math.Pi*math.Sqrt2*float64(n+1))
		}
		if t.Logf("shorter by %.2f h", shorter/size); shorter > 3.2*size {
			t.Errorf("h %g m: a way is %.3f m shorter than the pull along the column", size, shorter)
		}
	}
}

// People come down the spiral, and none from one turn to another: they climb and fall by the slope of the way they walk,
// where they are crowded they go back a little, and they walk at least as far as the column's pull.
func TestDownTheSpiral(t *testing.T) {
	longer(t)
	e := load(t, engine.Options{}, "spiral", func(s *scenario) { s.DT, s.Params.Rounds, s.Params.PlanEvery = 0.1, 16, 1 })
	w := newWatch(e)
	height, lowest, walked := map[uint32]float64{}, map[uint32]float64{}, map[uint32]float64{}
	steepest := spiralRise / spiralInner
	for e.Time() < 90 && (e.Time() == 0 || e.Stats().Alive > 0) {
		w.step(t)
		w.balanced(t)
		for _, a := range w.views {
			y, last := a.Position[1], height[a.Slot]
			if _, ok := height[a.Slot]; !ok {
				last, lowest[a.Slot] = y, y
			}
			if math.Abs(y-last) > steepest*(a.Walked-walked[a.Slot])+0.01 || y > lowest[a.Slot]+0.1 {
				t.Fatalf("at %.1f s agent %d goes %.3f m from %.3f to %.3f m, and was at %.3f m", e.Time(), a.Slot, a.Walked-walked[a.Slot], last, y, lowest[a.Slot])
			}
			height[a.Slot], lowest[a.Slot], walked[a.Slot] = y, min(lowest[a.Slot], y), a.Walked
		}
	}
	if s := e.Stats(); s.Arrived != 20 || len(height) != 20 || w.inWall > 0 {
		t.Errorf("after %.1f s: %+v, in walls %d times (%s); expected all 20 to have arrived", e.Time(), s, w.inWall, w.first)
	}
	least := math.Hypot(spiralInner, spiralRise) * 2 * math.Pi * spiralTurns
	for slot, y := range height {
		if math.Abs(y) > 1e-3 || walked[slot] < least {
			t.Errorf("agent %d ends at %.3f m after %.2f m, expected 0 m after at least %.2f m", slot, y, walked[slot], least)
		}
	}
}
