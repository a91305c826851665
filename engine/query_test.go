package engine

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// answer is what a test compares: who was found, and how far away.
type answer struct {
	agent    ecs.Handle
	distance float64
}

func answers(found []Found) (all []answer) {
	for _, f := range found {
		all = append(all, answer{f.Agent, f.Distance})
	}
	return all
}

func bySlot(e *Engine, all []answer) []answer {
	slices.SortFunc(all, func(a, b answer) int {
		x, _ := e.World().Slot(a.agent)
		y, _ := e.World().Slot(b.agent)
		return cmp.Compare(x, y)
	})
	return all
}

// agree holds answers against those of a search through everybody; distances may differ by rounding.
func agree(t *testing.T, what string, got, want []answer) {
	t.Helper()
	same := slices.EqualFunc(got, want, func(a, b answer) bool { return a.agent == b.agent && math.Abs(a.distance-b.distance) < 1e-4 })
	if !same {
		t.Fatalf("%s: found %v, expected %v", what, got, want)
	}
}

// Questions find whom a search through everybody finds, on storeys above each other, for places on the floor, beside it and
// far away, for all groups and for some.
func TestQueriesAgainstBruteForce(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x, Readback: true})
		sc, scene := builtin(t, "villa")
		must(t, e.Load(sc, scene))
		r := rand.New(rand.NewPCG(6, 6))
		named := sc.Spawns[0].Region.Name
		found, total := []Found(nil), [4]int{}
		for range 8 {
			stepped(t, e, 25)
			views, err := e.Agents(nil)
			must(t, err)
			for range 50 {
				at := views[r.IntN(len(views))].Position
				far := []float64{0.2, 3, 200}[r.IntN(3)]
				at[0], at[2] = at[0]+far*(r.Float64()-0.5), at[2]+far*(r.Float64()-0.5)
				var groups []int
				if r.IntN(2) == 0 {
					groups = []int{r.IntN(3), 2}
				}
				radius := 6 * r.Float64()
				box := ecs.Region{Box: &[2][3]float64{at, {at[0] + radius, at[1] + 0.1, at[2] + 4}}}
				disc := ecs.Region{Disc: &ecs.Disc{Center: at, Radius: radius}}
				within := [4]func(v *AgentView) bool{
					func(v *AgentView) bool { return gap(v.Position, at) <= radius && math.Abs(v.Position[1]-at[1]) < 0.9 },
					func(v *AgentView) bool { return math.Abs(v.Position[1]-at[1]) < 0.9 },
					func(v *AgentView) bool {
						p, b := v.Position, box.Box
						return p[0] >= b[0][0] && p[0] <= b[1][0] && p[2] >= b[0][2] && p[2] <= b[1][2] && p[1] >= b[0][1]-0.25 && p[1] <= b[1][1]+0.25
					},
					func(v *AgentView) bool { return e.within(&ecs.Region{Name: named})(v.Cell) },
				}
				var want [4][]answer
				for k, in := range within {
					for i := range views {
						v := &views[i]
						if in(v) && (len(groups) == 0 || slices.Contains(groups, v.Group)) {
							want[k] = append(want[k], answer{v.Agent, gap(v.Position, at)})
						}
					}
					total[k] += len(want[k])
				}
				slices.SortFunc(want[1], func(a, b answer) int { return cmp.Compare(a.distance, b.distance) })
				n := r.IntN(12)
				want[1] = want[1][:min(n, len(want[1]))]
				found, err = e.Near(found[:0], at, radius, groups...)
				must(t, err)
				agree(t, "near", bySlot(e, answers(found)), want[0])
				found, err = e.Inside(found[:0], &disc, groups...)
				must(t, err)
				for i := range want[0] {
					want[0][i].distance = 0
				}
				agree(t, "in a disc", bySlot(e, answers(found)), want[0])
				found, err = e.Nearest(found[:0], at, n, groups...)
				must(t, err)
				agree(t, fmt.Sprintf("%d nearest to %v", n, at), answers(found), want[1])
				for k, region := range map[int]*ecs.Region{2: &box, 3: {Name: named}} {
					for i := range want[k] {
						want[k][i].distance = 0
					}
					found, err = e.Inside(found[:0], region, groups...)
					must(t, err)
					agree(t, "in a region", bySlot(e, answers(found)), want[k])
				}
			}
		}
		if slices.Min(total[:]) < 100 {
			t.Errorf("the questions had %v answers: the test shows too little", total)
		}
	})
}

// Who has left since the readback is not found, and what is told is of the step that it says.
func TestQueriesTellTheirAge(t *testing.T) {
	e := hosting(t, Options{Executor: "cpu", Readback: true, InFlight: 3}, "corridor")
	if found, err := e.Near(nil, [3]float64{2, 0, 1}, 100); err != nil || len(found) != 0 {
		t.Errorf("before the first step: %v, %v", found, err)
	}
	agents := people(t, e, 6)
	at := map[int][3]float64{} // of the first agent after each step
	for n := range 10 {
		must(t, e.Step(0.05))
		found, err := e.Nearest(nil, [3]float64{2, 0, 0.5}, 1)
		must(t, err)
		steps, seconds := e.Age()
		if want := min(n+1, 3); steps != want || math.Abs(seconds-0.05*float64(want)) > 1e-9 {
			t.Errorf("after %d steps the age is %d steps, %g s", n+1, steps, seconds)
		}
		if len(found) > 0 {
			at[n+1-steps] = found[0].Position
		}
	}
	if at[1] == at[7] || len(at) != 7 {
		t.Errorf("the places after each step are %v", at)
	}
	e.World().Despawn(agents[0])
	found, err := e.Near(nil, [3]float64{2, 0, 1}, 100)
	must(t, err)
	if len(found) != 5 {
		t.Errorf("%d are found after one of 6 was despawned", len(found))
	}
	must(t, e.Wait())
	if steps, seconds := e.Age(); steps != 0 || seconds != 0 {
		t.Errorf("after Wait the age is %d steps, %g s", steps, seconds)
	}
}

func TestQueriesSayWhyNot(t *testing.T) {
	e := hosting(t, Options{Executor: "cpu"}, "corridor")
	if _, err := e.Near(nil, [3]float64{}, 1); !errors.Is(err, ErrNoReadback) {
		t.Errorf("error %v", err)
	}
	e = hosting(t, Options{Executor: "cpu", Readback: true}, "corridor")
	if _, err := e.Inside(nil, &ecs.Region{Name: "nowhere"}); !errors.Is(err, ecs.ErrInput) || !strings.Contains(err.Error(), `region "nowhere"`) {
		t.Errorf("error %v", err)
	}
	nan := [3]float64{math.NaN(), 0, 0}
	for _, at := range [][3]float64{nan, {0, math.Inf(1), 0}, {1e300, 0, -1e300}} {
		if found, err := e.Near(nil, at, math.Inf(1)); len(found) != 0 || err != nil {
			t.Errorf("at %v: %v, %v", at, found, err)
		}
	}
}

// Watched agents come back with what everybody's readback says, in the order asked for, a fixed number of steps late; those
// that leave drop out, and slots that are taken again bring nobody else.
func TestWatchedAgents(t *testing.T) {
	executors(t, func(t *testing.T, x string) {
		e := open(t, Options{Executor: x, InFlight: 2})
		sc, scene := builtin(t, "stairs")
		must(t, e.Load(sc, scene))
		stepped(t, e, 1)
		views, err := e.Agents(nil)
		must(t, err)
		var watched []ecs.Handle
		for i := len(views) - 1; i >= 0; i -= 3 {
			watched = append(watched, views[i].Agent)
		}
		must(t, e.Watch(watched))
		left := 0
		var now []AgentView
		for n := range 480 {
			must(t, e.Step(sc.DT))
			now = e.Watched(now[:0])
			if n%20 < 19 && n > 2 {
				continue // the device runs ahead
			}
			must(t, e.Wait())
			now = e.Watched(now[:0])
			views, err = e.Agents(views[:0])
			must(t, err)
			var want []AgentView
			for _, a := range watched {
				for _, v := range views {
					if v.Agent == a {
						want = append(want, v)
					}
				}
			}
			if !slices.Equal(now, want) {
				t.Fatalf("after %d steps %d are told of: %+v, expected %d: %+v", n+1, len(now), now, len(want), want)
			}
			left = len(watched) - len(want)
		}
		if left == 0 || left == len(watched) {
			t.Errorf("%d of %d left: the test shows too little", left, len(watched))
		}
		must(t, e.Watch(nil))
		stepped(t, e, 1)
		if now = e.Watched(nil); len(now) != 0 {
			t.Errorf("%d are told of although nobody is watched", len(now))
		}
		views, err = e.Agents(views[:0])
		must(t, err)
		many := make([]ecs.Handle, 0, 1000) // more than there was room for
		for len(many) < 1000 {
			many = append(many, views[len(many)%len(views)].Agent)
		}
		must(t, e.Watch(many))
		stepped(t, e, 1)
		if now = e.Watched(nil); len(now) < 900 || len(now) > 1000 {
			t.Errorf("%d of 1000 are told of", len(now))
		}
	})
}

// BenchmarkQueries is what a game asks in a step of 100,000 people at one to a square metre: the index is sorted once, then
// come 1,000 questions who is within 3 m, or who are the 8 nearest.
func BenchmarkQueries(b *testing.B) {
	const n, side = 100000, 316.0
	e := hosting(b, Options{Executor: "cpu", Readback: true}, "corridor")
	e.frame.Width, e.frame.Height = uint32(side/float64(e.frame.Cell)), uint32(side/float64(e.frame.Cell))
	e.world.SetLimit(n)
	_, err := e.world.Spawn(0, make([]ecs.SpawnAt, n))
	must(b, err)
	s, r := &e.crowd.seen, rand.New(rand.NewPCG(2, 2))
	s.columns = ecs.Columns{Position: make([][3]float64, n), Velocity: make([][3]float64, n), State: make([]ecs.State, n)}
	place := func() [3]float64 {
		return [3]float64{e.origin[0] + side*r.Float64(), e.origin[1], e.origin[2] + side*r.Float64()}
	}
	for i := range n {
		s.columns.Position[i] = place()
		s.id, s.cell, s.state = append(s.id, 1), append(s.cell, 0), append(s.state, passes.StateWalking)
	}
	var places [1000][3]float64
	for i := range places {
		places[i] = place()
	}
	found, total := []Found(nil), 0
	for name, ask := range map[string]func(at [3]float64) ([]Found, error){
		"index":   nil,
		"near":    func(at [3]float64) ([]Found, error) { return e.Near(found[:0], at, 3) },
		"nearest": func(at [3]float64) ([]Found, error) { return e.Nearest(found[:0], at, 8) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.indexed = ask != nil && s.indexed
				_, err := e.indexed()
				must(b, err)
				for _, at := range places {
					if ask == nil {
						break
					}
					found, err = ask(at)
					must(b, err)
					total += len(found)
				}
			}
		})
	}
	if total == 0 {
		b.Error("nobody was found")
	}
}
