package engine

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine/oracle"
	"throng/passes"
)

// potentialsOf gives the potentials of all groups of the scene as it is loaded.
func potentialsOf(t *testing.T, e *Engine) (all [][]float32) {
	t.Helper()
	for g := range e.scenario.Groups {
		var err error
		all = append(all, e.potential(g, &err))
		must(t, err)
	}
	return all
}

// Potentials that are guessed and corrected along the ways are those of plain rounds, on both executors.
func TestLongWaysAgree(t *testing.T) { inBothForms(t, longWaysAgree) }

func longWaysAgree(t *testing.T) {
	for _, name := range []string{"maze", "villa", "stairs"} {
		for _, executor := range []string{"cpu", "gpu"} {
			if executor == "cpu" && name == "maze" {
				continue // takes long
			}
			t.Run(name+" "+executor, func(t *testing.T) {
				if name == "maze" {
					longer(t)
				}
				var got [2][][]float32
				for i, choice := range []string{ecs.Off, ecs.On} {
					sc, scene := builtin(t, name)
					sc.Params.LongWays, sc.Spawns = choice, []ecs.Spawn{}
					e := open(t, Options{Executor: executor})
					must(t, e.Load(sc, scene))
					if long := e.frame.Long != 0; long != (choice == ecs.On) {
						t.Fatalf("long_ways %q: %v", choice, long)
					}
					got[i] = potentialsOf(t, e)
				}
				for g, want := range got[0] {
					wide := make([]float64, len(want))
					for c, phi := range want {
						if wide[c] = float64(phi); phi >= passes.Inf {
							wide[c], got[1][g][c] = math.Inf(1), got[1][g][c]*float32(math.Inf(1))
						}
					}
					if worst := oracle.Residual(got[1][g], wide); worst > 2e-5 {
						t.Errorf("group %d: potentials differ by %g of their value", g, worst)
					}
				}
			})
		}
	}
}

// While the scene changes under people who walk, everybody gets there, fields with corrections settle to what a new load
// gives, and steps repeat to the bit from a snapshot.
func TestLongWaysChange(t *testing.T) {
	sc, scene := builtin(t, "two-doors")
	sc.Params.LongWays = ecs.On
	e := open(t, Options{})
	must(t, e.Load(sc, scene))
	for n := range 60 {
		if n == 20 {
			must(t, e.world.CloseDoor("door A"))
		}
		must(t, e.Step(sc.DT))
	}
	must(t, e.Wait())
	s, err := e.Snapshot()
	must(t, err)
	ahead := func() string {
		for range 40 {
			must(t, e.Step(sc.DT))
		}
		must(t, e.Wait())
		if st := e.Stats(); !st.Balanced() {
			t.Errorf("%+v", st)
		}
		h, err := e.Hash()
		must(t, err)
		return h
	}
	first := ahead()
	must(t, e.Restore(s))
	if second := ahead(); second != first {
		t.Errorf("hash %s after the snapshot, %s before", second, first)
	}
	sc.Spawns = []ecs.Spawn{}
	must(t, e.Load(sc, scene))
	sameWay(t, e, "as loaded", 1e-5)
	must(t, e.world.CloseDoor("door A"))
	sameWay(t, e, "A closed", 1e-5)
	must(t, e.world.CloseDoor("door B"))
	if sameWay(t, e, "both closed", 1e-5) == 0 {
		t.Error("no cell is closed with both doors")
	}
	must(t, e.world.OpenDoor("door B"))
	sameWay(t, e, "B open", 1e-5)
}
