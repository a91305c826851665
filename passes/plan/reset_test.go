package plan

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// rises marks every group at the cells whose steps become dearer than they are stored, as those do that find out about it,
// and has it start above the mark.
func rises(w *passestest.World, cost func(uint32, int) float32) {
	links, clearance, stored, state := w.Links(), w.B.F32("clearance"), w.B.Vec4("cost"), w.B.U32("solveState")
	for c := range w.Cells {
		for d, n := range links.All(c) {
			if n == passes.None || clearance[c] < walker.Radius || clearance[n] < walker.Radius || cost(c, d) <= stored[c][d] {
				continue
			}
			for g := range w.Frame.Groups {
				if phi := w.B.F32("potential")[g*w.Cells+c]; phi < passes.Inf && !passes.IsFixed(phi) {
					mark := &state[passes.SolveMark(w.Frame, g)]
					*mark = max(*mark, passes.Mark(phi))
				}
			}
		}
	}
	reset(w, passes.ResetAbove)
}

func reset(w *passestest.World, how uint32) {
	for g := range passes.As[passes.Group](w.B, "groups") {
		passes.As[passes.Group](w.B, "groups")[g].Reset = how
	}
	w.Tally().Waiting = w.Frame.Groups
}

// spent settles with new costs and gives the pages relaxed and the steps taken.
func spent(t *testing.T, w *passestest.World, cost func(uint32, int) float32) (updates, steps int) {
	t.Helper()
	for {
		step(t, w, cost)
		cost, updates, steps = nil, updates+int(w.Tally().Updates), steps+1
		if w.Tally().Pending+w.Tally().Waiting == 0 {
			return updates, steps
		}
		if steps > 20000 {
			t.Fatal("the solver does not settle")
		}
	}
}

// barrier raises costs along a random line over a storey, so far that some of them close.
func barrier(w *passestest.World, r *rand.Rand, base func(uint32, int) float32) func(uint32, int) float32 {
	by := []float32{3, 30, passes.Inf}[r.IntN(3)]
	i, vertical, layer := 6+r.IntN(24), r.IntN(2) == 0, r.IntN(3)
	return func(c uint32, d int) float32 {
		x, z := passes.Column(w.B.UVec4("pages"), c)
		if at := map[bool]int{true: x, false: z}[vertical]; at == i && w.Layer(c) == layer {
			if by >= passes.Inf {
				return by
			}
			return min(base(c, d)*by, passes.Inf)
		}
		return base(c, d)
	}
}

// Above the mark of what has risen, a solve ends with the field of one from the goal, and below it nothing changes.
func TestResetAboveEqualsCold(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(12, seed))
		w := planned(tower(r), 0, 1)
		w.Run(Seed{})
		settle(t, w, rough(seed))
		before := slices.Clone(w.B.U32("potential"))
		cost := barrier(w, r, rough(seed))
		if seed%3 == 0 {
			cost = barrier(w, r, cost)
		}
		rises(w, cost)
		var marks [2]float32
		for g := range marks {
			marks[g] = passes.Marked(w.B.U32("solveState")[passes.SolveMark(w.Frame, uint32(g))])
		}
		spent(t, w, cost)
		for g := range uint32(2) {
			agrees(t, w, g, 1e-4)
			for c := range w.Cells {
				if was := math.Float32frombits(before[g*w.Cells+c]); was < marks[g] && math.Abs(float64(w.B.F32("potential")[g*w.Cells+c]/was-1)) > 2e-6 && !passes.IsFixed(was) {
					t.Fatalf("seed %d: cell %d at %g below the mark %g has changed to %g", seed, c, was, marks[g], w.B.F32("potential")[g*w.Cells+c])
				}
			}
		}
		from := slices.Clone(w.B.F32("potential"))
		reset(w, passes.ResetBack)
		spent(t, w, nil)
		for c, phi := range w.B.F32("potential")[:2*w.Cells] {
			if math.Abs(float64(phi-from[c])) > 1e-5*math.Abs(float64(phi)) {
				t.Fatalf("seed %d: cell %d has potential %g above the mark and %g from the goal", seed, c, from[c], phi)
			}
		}
	}
}

// Doors that close somewhere in a row of rooms: above the mark it takes fewer page visits than from the goal.
func TestResetAboveSparesVisits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes longer than the short tests may")
	}
	r, above, cold := rand.New(rand.NewPCG(12, 50)), 0, 0
	for range 12 {
		doors := [9]int{}
		w := passestest.New(160, 48, 0)
		for k := range doors {
			doors[k] = 4 + r.IntN(38)
			for j := range 48 {
				if j < doors[k] || j > doors[k]+3 && j < 44 { // and another one in the corner
					w.Block(16*(k+1), j, 0)
				}
			}
		}
		w.Goal(w.Cell(3, 20, 0), 0)
		planned(w, 0)
		w.Run(Seed{})
		settle(t, w, flat(0.25))
		door := r.IntN(len(doors))
		cost := func(c uint32, d int) float32 {
			x, z := passes.Column(w.B.UVec4("pages"), c)
			if at := 16 * (door + 1); z < 44 && (x == at || x == at-1 && d == 1 || x == at+1 && d == 3) {
				return passes.Inf
			}
			return 0.25
		}
		rises(w, cost)
		n, _ := spent(t, w, cost)
		agrees(t, w, 0, 1e-4)
		settle(t, w, flat(0.25))
		reset(w, passes.ResetBack)
		m, _ := spent(t, w, cost)
		agrees(t, w, 0, 1e-4)
		above, cold = above+n, cold+m
	}
	t.Logf("above a mark %d page visits, from the goal %d", above, cold)
	if 4*above > 3*cold {
		t.Errorf("above a mark it takes %d page visits, from the goal %d", above, cold)
	}
}

// Closing ways that leave a long detour, or none, takes a warm field many steps, and for ever; from above the mark it takes
// about as many as from the goal. It shows the fields as they were until then.
func TestResetAboveIsQuick(t *testing.T) {
	for _, sealed := range []bool{false, true} {
		hall := func() *passestest.World {
			w := passestest.New(40, 40, 0)
			for j := range 40 { // a wall with two doors, the nearer one at the bottom
				if door := j >= 2 && j < 6 || j >= 34 && j < 38 && !sealed; !door {
					w.Block(20, j, 0)
				}
			}
			w.Goal(w.Cell(3, 3, 0), 0)
			w = budget(planned(w, 0), 1, 0)
			w.Run(Seed{})
			settle(t, w, flat(0.25))
			return w
		}
		closed := func(w *passestest.World) func(uint32, int) float32 {
			return func(c uint32, d int) float32 {
				if x, z := passes.Column(w.B.UVec4("pages"), c); z < 20 && (x == 20 || x == 19 && d == 1 || x == 21 && d == 3) {
					return passes.Inf
				}
				return 0.25
			}
		}
		warm, above, cold := hall(), hall(), hall()
		limit := 200
		step(t, warm, closed(warm))
		slow := 1
		for ; warm.Tally().Pending > 0 && slow < limit; slow++ {
			step(t, warm, nil)
		}
		rises(above, closed(above))
		old, shown := slices.Clone(above.B.U32("potential")[:above.Cells]), 0
		cost := closed(above)
		steps := 0
		for ; steps == 0 || above.Tally().Pending+above.Tally().Waiting > 0; steps++ {
			if now := above.B.U32("potential")[:above.Cells]; !slices.Equal(now, old) {
				old = slices.Clone(now)
				shown++
			}
			step(t, above, cost)
			cost = nil
		}
		if !slices.Equal(above.B.U32("potential")[:above.Cells], old) {
			shown++
		}
		agrees(t, above, 0, 1e-4)
		cost = closed(cold)
		reset(cold, passes.ResetBack)
		_, most := spent(t, cold, cost)
		t.Logf("sealed %v: warm %d steps, above the mark %d, from the goal %d", sealed, slow, steps, most)
		if shown != 1 || steps > most+2 || slow < 2*steps || sealed && slow < limit {
			t.Errorf("sealed %v: warm %d steps, above the mark %d, from the goal %d; the field changed %d times", sealed, slow, steps, most, shown)
		}
	}
}

// While a group is being solved in the back plane another way is cut, behind the front and ahead of it: the solve goes on
// from what it has below the new mark.
func TestResetAboveInTheMiddle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes longer than the short tests may")
	}
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(12, 200+seed))
		w := budget(planned(tower(r)), 1, 0, 1)
		w.Run(Seed{})
		settle(t, w, rough(seed))
		cost := rough(seed)
		for k := range 6 {
			cost = barrier(w, r, cost)
			state, groups := w.B.U32("solveState"), passes.As[passes.Group](w.B, "groups")
			for g := range w.Frame.Groups { // marked where they are being solved
				phi := w.B.F32("potential")[passes.SolvePlane(w.Frame, g, groups[g].Cold):]
				for c := range w.Cells {
					for d, n := range w.B.Vec4("cost")[c] {
						if n < cost(c, d) && phi[c] < passes.Inf && !passes.IsFixed(phi[c]) {
							state[passes.SolveMark(w.Frame, g)] = max(state[passes.SolveMark(w.Frame, g)], passes.Mark(phi[c]))
						}
					}
				}
				if groups[g].Reset != passes.ResetBack {
					groups[g].Reset = passes.ResetAbove
				}
			}
			w.Tally().Waiting = 1
			step(t, w, cost)
			for range k % 3 {
				step(t, w, nil)
			}
		}
		settle(t, w, nil)
		agrees(t, w, 0, 1e-4)
		agrees(t, w, 1, 1e-4)
	}
}

// The back plane goes on to the next group though the one before has work in place again at every step.
func TestBusyGroupsKeepNobodyWaiting(t *testing.T) {
	w := budget(planned(tower(rand.New(rand.NewPCG(12, 300)))), 1, 0, 1)
	w.Run(Seed{})
	settle(t, w, flat(1))
	groups := passes.As[passes.Group](w.B, "groups")
	for g := range groups {
		groups[g].Reset, groups[g].Goal = passes.ResetBack, 1-groups[g].Goal
	}
	w.Tally().Waiting = 2
	for n := range 400 {
		k := float32(1 + n%2)
		step(t, w, func(c uint32, d int) float32 {
			if x, _ := passes.Column(w.B.UVec4("pages"), c); x < 12 && groups[0].Cold == 0 {
				return k
			}
			return 1
		})
		if groups[1].Cold|groups[1].Reset == 0 && n > 4 {
			return
		}
	}
	t.Error("the second group waits for ever")
}
