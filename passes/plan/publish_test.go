package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
)

func TestSeedStartsAtTheGoal(t *testing.T) {
	w := planned(tower(rand.New(rand.NewPCG(7, 1))), 0, 1)
	groups := passes.As[passes.Group](w.B, "groups")
	groups[0].Reset = 0
	w.Run(Seed{})
	for c, phi := range w.B.F32("potential") {
		want := passes.Inf
		switch local := uint32(c) % w.Cells; {
		case uint32(c)/w.Cells != 1:
			want = 0 // not reset: as it was allocated
		case w.B.U32("cellZone")[local] == 2 && w.B.F32("clearance")[local] >= walker.Radius:
			want = 0
		}
		if goal := uint32(c)/w.Cells == 1 && want == 0; phi != want || passes.IsFixed(phi) != goal {
			t.Fatalf("cell %d starts at %g, want %g, fixed %v", c, phi, want, goal)
		}
	}
	if state := w.B.U32("solveState"); state[passes.SolvePending] != 0 || state[passes.SolvePending+1] == 0 {
		t.Errorf("pairs pending: %v", state[passes.SolvePending:])
	}
	// A page is woken once however many of its cells are goals.
	w.Run(Seed{})
	seen, state := map[uint32]bool{}, w.B.U32("solveState")
	for r, record := range w.B.UVec4("solveArgs") {
		for _, pair := range w.B.U32("solveList")[passes.ListStart(w.Frame, state[passes.SolveBase]+uint32(r)):][:record[0]] {
			if seen[pair] {
				t.Errorf("the pair %#x is on the lists twice", pair)
			}
			seen[pair] = true
		}
	}
	if int(state[passes.SolvePending+1]) != len(seen) {
		t.Errorf("%d pairs are pending, but %d are listed", state[passes.SolvePending+1], len(seen))
	}
}

// A goal that nobody can stand on settles at once: there is no way.
func TestGoalWithoutRoom(t *testing.T) {
	w := planned(room(rand.New(rand.NewPCG(7, 2)), 20, 20), 5)
	w.Run(Seed{})
	if n := settle(t, w, flat(1)); n != 1 {
		t.Errorf("it takes %d steps", n)
	}
	for c, phi := range w.B.F32("potential")[:w.Cells] {
		if phi != passes.Inf {
			t.Fatalf("cell %d has potential %g", c, phi)
		}
	}
}

// While a group is cold, agents keep the field they have; a warm group's changes show every step. The books say what is
// pending.
func TestColdGroupsKeepTheOldField(t *testing.T) {
	w := budget(planned(tower(rand.New(rand.NewPCG(7, 3)))), 1, 0, 1)
	w.Run(Seed{})
	settle(t, w, flat(1))
	groups, half := passes.As[passes.Group](w.B, "groups"), w.Cells
	old := slices.Clone(w.B.U32("potential"))
	groups[0].Reset, groups[0].Goal = passes.ResetBack, 1
	w.Run(Turn{}, Seed{})
	cost, warmMoved := rough(3), false
	for {
		step(t, w, cost)
		cost = nil
		now := w.B.U32("potential")
		if w.B.U32("solveState")[passes.SolvePending] == 0 {
			break
		}
		if !slices.Equal(now[:half], old[:half]) {
			t.Fatal("a half-solved field is published")
		}
		if groups[0].Cold != 1 || groups[0].Reset != 0 {
			t.Fatalf("after the reset the group is %+v", groups[0])
		}
		warmMoved = warmMoved || !slices.Equal(now[half:2*half], old[half:2*half])
		if tally := w.Tally(); tally.Pending != w.B.U32("solveState")[passes.SolvePending]+w.B.U32("solveState")[passes.SolvePending+1] {
			t.Fatalf("the tally says %+v", *tally)
		}
	}
	if !warmMoved {
		t.Error("the warm group's changes were not published")
	}
	settle(t, w, nil)
	agrees(t, w, 0, 1e-4)
	if step(t, w, nil); groups[0].Cold != 0 {
		t.Error("a settled group stays cold")
	}
}

// Groups that start anew at once share the back plane, one after the other: a field changes once, from the old one to the
// new one as a whole, and the books tell who waits.
func TestResetsTakeTurns(t *testing.T) {
	w := budget(planned(tower(rand.New(rand.NewPCG(7, 5)))), 1, 0, 1, 0)
	w.Run(Seed{})
	settle(t, w, flat(1))
	plane := func(g int) []uint32 { return slices.Clone(w.B.U32("potential")[g*int(w.Cells):][:w.Cells]) }
	groups := passes.As[passes.Group](w.B, "groups")
	var old [3][]uint32
	var changes [3]int
	for g := range groups {
		groups[g].Reset, groups[g].Goal = passes.ResetBack, 1-groups[g].Goal
		old[g] = plane(g)
	}
	w.Run(Turn{}, Seed{})
	most := uint32(0)
	for n := 0; n == 0 || w.Tally().Pending+w.Tally().Waiting > 0; n++ {
		step(t, w, nil)
		most = max(most, w.Tally().Waiting)
		for g := range groups {
			if now := plane(g); !slices.Equal(now, old[g]) {
				changes[g]++
				old[g] = now
				agrees(t, w, uint32(g), 1e-4)
			}
		}
		if n > 10000 {
			t.Fatal("they wait for ever")
		}
	}
	if changes != [3]int{1, 1, 1} || most != 2 {
		t.Errorf("the fields changed %v times, and up to %d groups waited, want 2", changes, most)
	}
}

// A reset in the middle of a solve leads to the new goal all the same.
func TestResetInTheMiddle(t *testing.T) {
	w := budget(planned(tower(rand.New(rand.NewPCG(7, 4)))), 1, 0, 1)
	w.Run(Seed{})
	cost := rough(8)
	for k := range 5 {
		step(t, w, cost)
		group := &passes.As[passes.Group](w.B, "groups")[k%2]
		cost, group.Reset, group.Goal = nil, passes.ResetBack, uint32(k/2%2)
		w.Run(Turn{}, Seed{})
	}
	settle(t, w, nil)
	agrees(t, w, 0, 1e-4)
	agrees(t, w, 1, 1e-4)
}

// Begin moves what is left to the front and starts the counters.
func TestBeginKeepsWhatIsLeft(t *testing.T) {
	for _, colours := range []uint32{1, 2, 6} {
		for _, cycles := range []uint32{1, 2, 5} {
			f := &passes.Frame{Colours: colours, Rounds: cycles * colours, Groups: 1, Pages: 9}
			b := passes.NewBuffers()
			b.Alloc(f, "solveArgs", "solveState", "groups")
			args := b.UVec4("solveArgs")
			for k := range args {
				args[k][0] = uint32(100 + k)
			}
			b.U32("solveState")[passes.SolveBase] = 40
			Begin{}.CPU(f, b)
			for k, record := range args {
				want := [4]uint32{0, 1, 1, 0}
				if k <= int(colours) {
					want[0] = 100 + f.Rounds + uint32(k)
				}
				if record != want {
					t.Errorf("%d colours, %d rounds: record %d is %v, want %v", colours, f.Rounds, k, record, want)
				}
			}
			if state := b.U32("solveState"); state[passes.SolveBase] != 40+f.Rounds {
				t.Errorf("the counters are %v", state)
			}
		}
	}
}
