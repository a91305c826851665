package baseline

import (
	"math"
	"testing"
)

// room is an open room of w × h cells with the goal in its last column, cut by an optional full wall before column `wall`.
func room(w, h, wall int) Map {
	m := Map{Width: w, Height: h, Cell: 0.25, Open: make([][4]bool, w*h), Goal: make([]bool, w*h)}
	for c := range m.Open {
		i, j := c%w, c/w
		m.Open[c] = [4]bool{j < h-1, i < w-1 && i+1 != wall, j > 0, i > 0 && i != wall}
		m.Goal[c] = i == w-1
	}
	return m
}

var params = Params{Alpha: 1, Beta: 1, Speed: 1.34, SpeedMin: 0.05, RhoMin: 0.7, RhoMax: 5.4, Footprint: 0.7, JiangA: 0.3}

func TestAloneOnTheFlat(t *testing.T) {
	const w = 44 // 10 m from the start to the goal column
	p := params
	p.RhoMin = 3 // above what one agent brings by itself
	s := NewNaive(room(w, 9, 0), p, []Agent{{X: 0.75, Z: 1.125}})
	for range w { // the potential needs one frame per cell
		s.iterateOnly()
	}
	frames := 0
	for ; len(s.Agents()) > 0 && frames < 1000; frames++ {
		s.Step(0.05)
	}
	want := (10.75 - 0.75) / 1.34 / 0.05
	if s.Arrived() != 1 || math.Abs(float64(frames)-want) > 2 {
		t.Errorf("10 m took %d frames, want %.1f; %d arrived", frames, want, s.Arrived())
	}
}

// iterateOnly lets the potential advance while nobody moves.
func (s *Naive) iterateOnly() {
	s.splat()
	s.pace()
	s.iterate()
}

func TestPotentialAdvancesOneCellPerFrame(t *testing.T) {
	s := NewNaive(room(20, 3, 0), params, nil)
	for frame := 1; frame <= 5; frame++ {
		s.Step(0.05)
		reached := 0
		for i := range 20 {
			if !math.IsInf(s.Potential()[20+i], 1) {
				reached++
			}
		}
		if reached != frame+1 {
			t.Fatalf("after %d frames %d columns have a potential", frame, reached)
		}
	}
	// α f + β over f, per metre.
	cost := 0.25 * (1.34 + 1) / 1.34
	if got := s.Potential()[20+15]; math.Abs(got-4*cost) > 1e-12 {
		t.Errorf("four cells from the goal the potential is %g, want %g", got, 4*cost)
	}
}

// The kernel is divided by its integral: an agent brings one person, give or take the sampling by cells.
func TestDensityIsPerSquareMetre(t *testing.T) {
	for _, footprint := range []float64{0.7, 1.5} {
		p := params
		p.Footprint = footprint
		s := NewNaive(room(40, 40, 0), p, []Agent{{X: 5.03, Z: 4.91}})
		s.splat()
		sum := 0.0
		for _, rho := range s.Density() {
			sum += rho * s.Cell * s.Cell
		}
		if math.Abs(sum-1) > 0.05 {
			t.Errorf("with a footprint of %g m the density sums to %.3f persons", footprint, sum)
		}
	}
}

func TestCrowdSlowsDown(t *testing.T) {
	s := NewNaive(room(40, 5, 0), params, nil)
	for k := range 40 {
		s.agents = append(s.agents, Agent{X: 5 + 0.05*float64(k%8), Z: 0.5 + 0.02*float64(k)})
	}
	s.splat()
	s.pace()
	free, crowded := s.speed[2*40+5][east], s.speed[2*40+20][east]
	if free != 1.34 || math.Abs(crowded-0.05*1.34) > 1e-12 {
		t.Errorf("free speed is %g and the speed into a standing crowd %g", free, crowded)
	}
}

func TestNobodyCrossesAWall(t *testing.T) {
	s := NewNaive(room(20, 6, 10), params, []Agent{{X: 1, Z: 0.6}, {X: 2.4, Z: 1.3, VX: 9}})
	for c := range s.velocity { // drive them against the wall whatever the potential says
		s.velocity[c] = [2]float64{40, -40}
	}
	for range 50 {
		s.move(0.05)
	}
	for _, a := range s.Agents() {
		if a.X >= 10*s.Cell || a.X < 0 || a.Z < 0 {
			t.Errorf("an agent got to %g, %g", a.X, a.Z)
		}
	}
	if s.Arrived() != 0 || len(s.Agents()) != 2 {
		t.Errorf("%d arrived and %d are left", s.Arrived(), len(s.Agents()))
	}
	if phi := s.Potential()[3]; !math.IsInf(phi, 1) {
		t.Errorf("behind the wall the potential is %g", phi)
	}
}

func TestSizesAreChecked(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a map without cells was taken")
		}
	}()
	NewNaive(Map{Width: 2, Height: 2}, params, nil)
}
