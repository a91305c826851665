package plan

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

func TestRelaxMatchesFastMarching(t *testing.T) { inBothForms(t, relaxMatchesFastMarching) }

func relaxMatchesFastMarching(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for seed := range uint64(6) {
		w := planned(room(r, 17+r.IntN(40), 17+r.IntN(40)), 0)
		w.Run(Seed{})
		settle(t, w, rough(seed))
		agrees(t, w, 0, 1e-4)
	}
}

// Three storeys, ways within a tile, two goals, costs that differ by direction.
func TestRelaxMatchesFastMarchingOnStoreys(t *testing.T) {
	inBothForms(t, relaxMatchesFastMarchingOnStoreys)
}

func relaxMatchesFastMarchingOnStoreys(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	for seed := range uint64(4) {
		w := planned(tower(r), 0, 1)
		w.Run(Seed{})
		settle(t, w, rough(seed))
		agrees(t, w, 0, 1e-4)
		agrees(t, w, 1, 1e-4)
	}
}

// Warm fields follow costs that rise and fall, closed ways and reopened ones, to the field that a cold solve gives.
func TestWarmEqualsCold(t *testing.T) { inBothForms(t, warmEqualsCold) }

func warmEqualsCold(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	warm := planned(tower(r), 0, 1)
	warm.Run(Seed{})
	door := func(closed bool, base func(uint32, int) float32, by float32) func(uint32, int) float32 {
		return func(c uint32, d int) float32 {
			x, _ := passes.Column(warm.B.UVec4("pages"), c)
			if closed && (x == 14 && d == 1 || x == 15 && d == 3) && warm.Layer(c) == 1 {
				return passes.Inf
			}
			return by * base(c, d)
		}
	}
	for n, cost := range []func(uint32, int) float32{
		rough(1), rough(2), door(false, rough(2), 3), door(true, rough(2), 3), door(false, rough(3), 0.5), flat(0.25), flat(1), rough(4),
	} {
		settle(t, warm, cost)
		agrees(t, warm, 0, 1e-4)
		agrees(t, warm, 1, 1e-4)
		cold := slices.Clone(warm.B.F32("potential"))
		for g := range passes.As[passes.Group](warm.B, "groups") {
			passes.As[passes.Group](warm.B, "groups")[g].Reset = passes.ResetPlace
		}
		warm.Run(Seed{})
		settle(t, warm, nil)
		for c, phi := range warm.B.F32("potential") {
			if math.Abs(float64(phi-cold[c])) > 1e-5*float64(phi) {
				t.Fatalf("change %d: cell %d has potential %g warm and %g cold", n, c, cold[c], phi)
			}
		}
	}
}

// Once settled, nothing moves by a bit, and nothing is worked on.
func TestSettledStaysSettled(t *testing.T) { inBothForms(t, settledStaysSettled) }

func settledStaysSettled(t *testing.T) {
	w := planned(tower(rand.New(rand.NewPCG(6, 4))), 0, 1)
	w.Run(Seed{})
	settle(t, w, rough(9))
	before := slices.Clone(w.B.U32("potential"))
	for range 3 {
		step(t, w, nil)
		if w.Tally().Updates != 0 || !slices.Equal(before, w.B.U32("potential")) {
			t.Fatal("a settled field is worked on")
		}
	}
}

func TestScaledCostsScaleThePotential(t *testing.T) {
	w := planned(room(rand.New(rand.NewPCG(6, 5)), 40, 30), 0)
	w.Run(Seed{})
	settle(t, w, rough(5))
	one := slices.Clone(w.B.F32("potential"))
	for _, k := range []float32{0.25, 3, 16} {
		settle(t, w, func(c uint32, d int) float32 { return k * rough(5)(c, d) })
		for c, phi := range w.B.F32("potential") {
			if one[c] < passes.Inf && math.Abs(float64(phi-k*one[c])) > 2e-5*float64(phi) {
				t.Fatalf("costs %g times as large turn %g into %g", k, one[c], phi)
			}
		}
	}
}

// The budget of a step decides when the field is done, not what it is: leftovers carry over to the bit.
func TestLeftoversCarryOver(t *testing.T) { inBothForms(t, leftoversCarryOver) }

func leftoversCarryOver(t *testing.T) {
	var first []uint32
	for _, cycles := range []uint32{40, 7, 1} {
		w := budget(planned(tower(rand.New(rand.NewPCG(6, 6)))), cycles, 0, 1)
		w.Run(Seed{})
		steps := settle(t, w, rough(7))
		if cycles == 1 && steps < 4 {
			t.Errorf("one cycle of rounds a step settles in %d steps: the test shows nothing", steps)
		}
		if first == nil {
			first = slices.Clone(w.B.U32("potential"))
		}
		if !slices.Equal(first, w.B.U32("potential")) {
			t.Errorf("%d cycles a step give another field", cycles)
		}
	}
}

// A visit of a warm page has few sweeps; what it leaves is taken up again.
func TestShortVisitsGetThere(t *testing.T) { inBothForms(t, shortVisitsGetThere) }

func shortVisitsGetThere(t *testing.T) {
	w := planned(room(rand.New(rand.NewPCG(6, 7)), 48, 48), 0)
	w.Run(Seed{})
	settle(t, w, flat(1))
	w.Sweeps = 4
	settle(t, w, rough(11))
	agrees(t, w, 0, 1e-4)
}

// The next round of a colour, by counting.
func TestNextRound(t *testing.T) {
	for colours := uint32(1); colours < 9; colours++ {
		f := &passes.Frame{Colours: colours}
		for round := range 3 * colours {
			for colour := range colours {
				want := round + 1
				for want%colours != colour {
					want++
				}
				if got := nextRound(f, round, colour); got != want {
					t.Errorf("after round %d the next of colour %d of %d is %d, want %d", round, colour, colours, got, want)
				}
			}
		}
	}
}

// E1: from a plane source the potential is the distance, up to rounding.
func TestPlaneSource(t *testing.T) { inBothForms(t, planeSource) }

func planeSource(t *testing.T) {
	w := passestest.New(64, 40, 0)
	for j := range 40 {
		w.Goal(w.Cell(0, j, 0), 0)
	}
	planned(w, 0)
	clearEdges(w)
	w.Run(Seed{})
	settle(t, w, flat(0.25))
	w.Each(func(c uint32, i, j, _ int) {
		got, want := float64(w.B.F32("potential")[c]), 0.25*float64(i)
		if math.Abs(got-want) > 4*64*want*0x1p-23 {
			t.Fatalf("the potential at (%d, %d) is %.9g, want %g", i, j, got, want)
		}
	})
}

// clearEdges lets cells beside the edge of the floor count as open, for tests of the equation alone.
func clearEdges(w *passestest.World) {
	for c := range w.B.F32("clearance") {
		w.B.F32("clearance")[c] = 1
	}
}

// E3: with the exact distance in a disk around a point, the error outside is of first order in the grid step h.
func TestDistanceFromADisk(t *testing.T) { inBothForms(t, distanceFromADisk) }

func distanceFromADisk(t *testing.T) {
	var last float64
	for _, n := range []int{32, 64, 128} {
		h := 2 / float64(n)
		w := passestest.New(n+1, n+1, 0, 3)
		planned(w, 0)
		clearEdges(w)
		radius := func(c uint32) float64 {
			i, j := passes.Column(w.B.UVec4("pages"), c)
			return math.Hypot(float64(i-n/2), float64(j-n/2)) * h
		}
		// A cell of the disk has one way only: to a goal on the floor above, at the cost of its distance.
		disk, links := map[uint32]bool{}, w.Links()
		w.Each(func(c uint32, i, j, layer int) {
			if layer == 0 && radius(c) <= 0.2 {
				disk[c] = true
				w.Goal(w.Cell(i+1, j, 1), 0)
				links.Set(c, 1, w.Cell(i+1, j, 1))
			}
		})
		w.Run(Seed{})
		settle(t, w, func(c uint32, d int) float32 {
			switch {
			case !disk[c]:
				return float32(h)
			case d == 1:
				return float32(max(radius(c), 1e-6))
			}
			return passes.Inf
		})
		worst, mean, cells := 0.0, 0.0, 0.0
		w.Each(func(c uint32, _, _, layer int) {
			if layer == 0 {
				off := math.Abs(float64(w.B.F32("potential")[c]) - radius(c))
				worst, mean, cells = max(worst, off), mean+off, cells+1
			}
		})
		if worst > 0.85*h || mean/cells > 0.5*h {
			t.Errorf("with %d cells the error is %g h at most and %g h in the mean, want 0.85 and 0.5", n, worst/h, mean/cells/h)
		}
		if order := math.Log2(last / worst); last > 0 && (order < 0.9 || order > 1.1) {
			t.Errorf("with %d cells the order is %g, want 1", n, order)
		}
		last = worst
	}
}
