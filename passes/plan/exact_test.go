package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// exactly walks a world whose first group has exact distances up to reach cells from its goal.
func exactly(t *testing.T, w *passestest.World, reach int) {
	t.Helper()
	w.Alpha, w.Beta, w.Gamma, w.Stairs = 0, 1, 0, 0
	w.Run(Seed{})
	if reach > 0 {
		w.Run(Exact{Reach: float32(reach) * w.Frame.Cell, Rate: 1 / walker.Speed})
	}
	settle(t, w, flat(w.Frame.Cell/walker.Speed))
	w.Run(Velocity{})
}

// With the exact distance up to five cells from a goal of one cell headings there are within 3° of the radial one; without
// it they are off by more. The goal lies at several places of its page, so that the disk takes several pages.
func TestExactHeadings(t *testing.T) {
	for _, at := range [][2]int{{24, 24}, {31, 33}, {16, 40}} {
		worst := map[int]float64{}
		beyond := map[int]float64{}
		for _, reach := range []int{0, 5} {
			w := passestest.New(64, 64, 0)
			w.Goal(w.Cell(at[0], at[1], 0), 0)
			planned(w, 0)
			exactly(t, w, reach)
			v := velocities(w)
			w.Each(func(c uint32, i, j, _ int) {
				dx, dz := float64(at[0]-i), float64(at[1]-j)
				r, n := math.Hypot(dx, dz), math.Hypot(float64(v[c][0]), float64(v[c][1]))
				if r <= 1 || r > 12 || w.B.F32("clearance")[c] < walker.Radius {
					return
				}
				off := math.Acos(min(1, (dx*float64(v[c][0])+dz*float64(v[c][1]))/(r*n))) * 180 / math.Pi
				if math.Abs(n-float64(walker.Speed)) > 2e-3 {
					t.Errorf("the speed at (%d, %d) is %g", i, j, n)
				}
				if r <= 5 {
					worst[reach] = max(worst[reach], off)
				} else {
					beyond[reach] = max(beyond[reach], off)
				}
			})
		}
		t.Logf("goal at %v: within 5 cells headings are off by %.1f°, with exact distances %.1f°; from 5 to 12 cells %.1f° and %.1f°", at, worst[0], worst[5], beyond[0], beyond[5])
		if worst[5] > 3 || worst[0] < 7 || beyond[5] > beyond[0]+0.5 {
			t.Errorf("goal at %v: headings are off by %v, beyond by %v", at, worst, beyond)
		}
	}
}

// Exact distances go only along straight lines over open floor: seen by sampling the lines. They are the distance to the
// nearest cell of the goal, and cells without a line are solved as ever.
func TestExactDistancesAreInSight(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	fixed, hidden := 0, 0
	for range 12 {
		const reach = 9
		w := passestest.New(48, 48, 0)
		clutter(w, r, 0)
		goals := [][2]int{{20 + r.IntN(8), 20 + r.IntN(8)}}
		goals = append(goals, [2]int{goals[0][0] + 1, goals[0][1]}, [2]int{goals[0][0], goals[0][1] + 1})
		for _, g := range goals {
			w.Goal(w.Cell(g[0], g[1], 0), 0)
		}
		planned(w, 0)
		exactly(t, w, reach)
		clearance, phi, links := w.B.F32("clearance"), w.B.F32("potential"), w.Links()
		// sees samples the line between two cells: every cell on it is open, and linked to the next.
		sees := func(i, j, k, l int) bool {
			const n = 997 // misses corners
			at := w.Cell(i, j, 0)
			for s := range n + 1 {
				x, z := float64(i)+float64(k-i)*float64(s)/n, float64(j)+float64(l-j)*float64(s)/n
				next := w.Cell(int(math.Round(x)), int(math.Round(z)), 0)
				if next == at {
					continue
				}
				ways := 0
				for _, a := range links.All(at) {
					if a == passes.None || clearance[a] < walker.Radius {
						continue
					}
					if a == next {
						ways = 2
					}
					for _, b := range links.All(a) { // through a corner: on both sides of it
						if b == next && clearance[b] >= walker.Radius {
							ways++
						}
					}
				}
				if ways < 2 {
					return false
				}
				at = next
			}
			return true
		}
		w.Each(func(c uint32, i, j, _ int) {
			best, nearest := math.Inf(1), math.Inf(1)
			for _, g := range goals {
				if clearance[w.Cell(g[0], g[1], 0)] < walker.Radius {
					continue
				}
				away := math.Hypot(float64(i-g[0]), float64(j-g[1]))
				nearest = min(nearest, away)
				if away <= reach && clearance[c] >= walker.Radius && sees(g[0], g[1], i, j) {
					best = min(best, away)
				}
			}
			want := best * float64(w.Frame.Cell) / float64(walker.Speed)
			switch {
			case passes.IsFixed(phi[c]):
				if fixed++; math.Abs(float64(passes.Potential(phi[c]))-want) > 1e-6+1e-5*want {
					t.Errorf("(%d, %d) is fixed at %g, want %g", i, j, phi[c], want)
				}
			case nearest <= reach && clearance[c] >= walker.Radius:
				if hidden++; nearest < 1.5 && best == 1 {
					t.Errorf("(%d, %d) beside the goal is not fixed", i, j)
				}
			}
		})
	}
	t.Logf("%d cells are fixed, %d within reach are not", fixed, hidden)
	if fixed < 500 || hidden < 100 {
		t.Errorf("%d cells are fixed, %d within reach are not", fixed, hidden)
	}
}

// Slopes, discomfort and stair speeds are not free walking.
func TestExactNeedsFreeFloor(t *testing.T) {
	for name, spoil := range map[string]func(*passestest.World, uint32){
		"slope":      func(w *passestest.World, c uint32) { w.B.F32("height")[c] += 0.01 },
		"discomfort": func(w *passestest.World, c uint32) { w.B.F32("cellDiscomfort")[c] = 0.5 },
		"stair":      func(w *passestest.World, c uint32) { w.B.U32("cellStair")[c] = 32768 | 32768<<16 },
	} {
		w := passestest.New(32, 32, 0)
		w.Goal(w.Cell(16, 16, 0), 0)
		planned(w, 0)
		spoil(w, w.Cell(18, 16, 0))
		w.Run(Seed{}, Exact{Reach: 1, Rate: 1})
		phi := w.B.F32("potential")
		for i, want := range map[int]bool{17: true, 18: false, 19: false, 15: true, 12: true, 11: false} {
			if got := passes.IsFixed(phi[w.Cell(i, 16, 0)]); got != want {
				t.Errorf("%s: column %d is fixed: %v, want %v", name, i, got, want)
			}
		}
	}
}
