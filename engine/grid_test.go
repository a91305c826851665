package engine

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"throng/ecs"
	"throng/engine/marching"
	"throng/engine/oracle"
)

// openGrid opens a grid for a test as open does an engine.
func openGrid(t testing.TB, o Options, p GridPlan) *Grid {
	t.Helper()
	if o.Executor != "cpu" {
		open(t, o) // is there a device?
	}
	o.Validation = o.Executor != "cpu" && os.Getenv("THRONG_VALIDATION") != "0"
	g, err := OpenGrid(o, p)
	must(t, err)
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

// clutterPlan is a floor of random slownesses from 1 to 5, three cells in ten closed, with a goal for each group.
func clutterPlan(r *rand.Rand, w, h, groups int) GridPlan {
	p := GridPlan{Width: w, Height: h, Cell: 0.25, Stencil: 4, Slowness: make([]float32, w*h)}
	for i := range p.Slowness {
		if r.IntN(10) > 2 {
			p.Slowness[i] = 1 + 4*r.Float32()
		}
	}
	for range groups {
		i := r.IntN(w * h)
		p.Slowness[i] = 1
		p.Goals = append(p.Goals, []int{i})
	}
	return p
}

// gridOracle solves a plan in float64.
func gridOracle(p GridPlan, group int) []float64 {
	n := p.Width * p.Height
	o := oracle.Problem{Links: make([][4]uint32, n), Cost: make([][4]float32, n), Source: make([]bool, n)}
	for i := range n {
		for d, s := range [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			o.Links[i][d], o.Cost[i][d] = oracle.None, oracle.Closed
			x, z := i%p.Width+s[0], i/p.Width+s[1]
			if x < 0 || z < 0 || x >= p.Width || z >= p.Height {
				continue
			}
			if k := z*p.Width + x; isOpen(p.Slowness[i]) && isOpen(p.Slowness[k]) {
				o.Links[i][d], o.Cost[i][d] = uint32(k), float32(p.Cell)*p.Slowness[k]
			}
		}
	}
	for _, i := range p.Goals[group] {
		o.Source[i] = true
	}
	return oracle.Solve(o)
}

// gridAgrees fails where potentials differ from the oracle's by more than a share.
func gridAgrees(t *testing.T, g *Grid, p GridPlan, what string) {
	t.Helper()
	for group := range p.Goals {
		got, err := g.Potential(group)
		must(t, err)
		if worst := oracle.Residual(got, gridOracle(p, group)); worst > 2e-5 {
			t.Errorf("%s, group %d: residual %g", what, group, worst)
		}
	}
}

// Cold, warm and door solves of a plan end at the potential of the discrete equation, on both executors.
func TestGridEqualsOracle(t *testing.T) { inBothForms(t, gridEqualsOracle) }

func gridEqualsOracle(t *testing.T) {
	for _, executor := range []string{"cpu", "gpu"} {
		t.Run(executor, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 1))
			for _, size := range [][2]int{{1, 1}, {40, 33}, {70, 90}} {
				p := clutterPlan(r, size[0], size[1], min(3, size[0]))
				g := openGrid(t, Options{Executor: executor}, p)
				what := fmt.Sprintf("%d × %d", p.Width, p.Height)
				solve := func(how string) GridResult {
					res, err := g.Solve()
					must(t, err)
					gridAgrees(t, g, p, what+", "+how)
					return res
				}
				first := solve("cold")
				must(t, g.SetRounds(first.Rounds))
				g.Reset()
				if again := solve("again"); again.Submissions != 1 || again.Rounds > first.Rounds || again.Updates == 0 || again.Time <= 0 {
					t.Errorf("%s: with the rounds of %+v the solve takes %+v", what, first, again)
				}
				if idle := solve("idle"); idle.Updates != 0 || idle.Rounds != 0 {
					t.Errorf("%s: without a change a solve takes %+v", what, idle)
				}
				var cells []int
				var values []float32
				for i, s := range p.Slowness {
					if isOpen(s) && r.IntN(20) == 0 {
						p.Slowness[i] = s * (0.8 + 0.4*r.Float32())
						cells, values = append(cells, i), append(values, p.Slowness[i])
					}
				}
				must(t, g.SetSlowness(cells, values))
				solve("warm")
				var door []int
				was := append([]float32(nil), p.Slowness...)
				for j := range p.Height / 2 {
					if i := j*p.Width + p.Width/2; isOpen(p.Slowness[i]) && !isGoal(p, i) {
						door = append(door, i)
						p.Slowness[i] = 0
					}
				}
				must(t, g.CloseCells(door))
				solve("closed")
				p.Slowness = was
				must(t, g.OpenCells(door))
				solve("opened")
			}
		})
	}
}

func isGoal(p GridPlan, i int) bool {
	for _, cells := range p.Goals {
		for _, c := range cells {
			if c == i {
				return true
			}
		}
	}
	return false
}

func TestBadGridPlans(t *testing.T) {
	good := func() GridPlan {
		return GridPlan{Width: 2, Height: 2, Slowness: []float32{1, 1, 1, 1}, Goals: [][]int{{0}}}
	}
	for name, spoil := range map[string]func(*GridPlan){
		"empty":      func(p *GridPlan) { p.Width = 0 },
		"slowness":   func(p *GridPlan) { p.Slowness = p.Slowness[1:] },
		"elevation":  func(p *GridPlan) { p.Elevation = p.Slowness[1:] },
		"no goal":    func(p *GridPlan) { p.Goals = nil },
		"goal":       func(p *GridPlan) { p.Goals[0][0] = 4 },
		"two goals":  func(p *GridPlan) { p.Goals = [][]int{{0, 1}, {1, 2}} },
		"stencil":    func(p *GridPlan) { p.Stencil = 5 },
		"cell":       func(p *GridPlan) { p.Cell = math.NaN() },
		"fixed":      func(p *GridPlan) { p.Fixed = map[int]float32{1: 1} },
		"fixed less": func(p *GridPlan) { p.Fixed = map[int]float32{0: -1} },
	} {
		p := good()
		spoil(&p)
		if _, err := OpenGrid(Options{Executor: "cpu"}, p); !errors.Is(err, ecs.ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
	g := openGrid(t, Options{Executor: "cpu"}, good())
	if err := g.SetSlowness([]int{7}, []float32{1}); !errors.Is(err, ecs.ErrInput) {
		t.Errorf("slowness outside the plan: %v", err)
	}
	if err := g.CloseCells([]int{-1}); !errors.Is(err, ecs.ErrInput) {
		t.Errorf("a door outside the plan: %v", err)
	}
	if _, err := g.Potential(1); !errors.Is(err, ecs.ErrInput) {
		t.Errorf("a group that is not there: %v", err)
	}
}

// The floors of a scene solve to the equation that is read back, in both stencils; so do the plans of one layer.
func TestGridProblem(t *testing.T) {
	e := open(t, Options{})
	sc, scene := builtin(t, "villa")
	sc.Spawns = nil
	must(t, e.Load(sc, scene))
	goal, err := e.Field("goal", 0)
	must(t, err)
	var cells []int
	for i, v := range goal.Data {
		if v == float32(sc.Groups[0].Goal) {
			cells = append(cells, i)
		}
	}
	for _, stencil := range []int{4, 8} {
		r := rand.New(rand.NewPCG(11, 2))
		flat := clutterPlan(r, 70, 50, 1)
		flat.Stencil = stencil
		sloped := flat
		for i := range flat.Slowness {
			sloped.Elevation = append(sloped.Elevation, 0.05*float32(i%flat.Width)+0.08*float32(i/flat.Width))
		}
		for what, make := range map[string]func() (*Grid, error){
			"floors": func() (*Grid, error) { return e.Grid(GridPlan{Goals: [][]int{cells}, Stencil: stencil}) },
			"plan":   func() (*Grid, error) { return e.OpenGrid(flat) },
			"slope":  func() (*Grid, error) { return e.OpenGrid(sloped) },
		} {
			g, err := make()
			must(t, err)
			_, err = g.Solve()
			must(t, err)
			p, err := g.Problem(0)
			must(t, err)
			got, err := g.Potential(0)
			must(t, err)
			s := marching.New[float64](p)
			if s.Queue(); stencil == 8 {
				s.Eight()
			}
			reached := 0
			for _, v := range got {
				if !math.IsInf(float64(v), 1) {
					reached++
				}
			}
			if worst := oracle.Residual(got, s.Potential()); worst > 2e-5 || reached < 1000 {
				t.Errorf("%s, stencil %d: residual %g over %d cells", what, stencil, worst, reached)
			}
			must(t, g.Close())
		}
	}
}
