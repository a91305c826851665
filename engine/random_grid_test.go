package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"throng/ecs"
	"throng/engine/marching"
	"throng/engine/oracle"
	"throng/passes"
)

// randomPlan is a floor of any size up to 48 cells a side, with up to half of its cells closed, slownesses over a factor of up to
// 20, level, tilted or rough, with one to three goals. New starts are corrected along the ways in one of two.
func randomPlan(r *rand.Rand) GridPlan {
	p := GridPlan{Width: 1 + r.IntN(48), Height: 1 + r.IntN(48), Cell: 0.1 + r.Float64(), Stencil: 4 + 4*r.IntN(2)}
	p.LongWays = []string{ecs.Off, ecs.On}[r.IntN(2)]
	n := p.Width * p.Height
	p.Slowness = make([]float32, n)
	closed, spread := r.Float64()/2, 3*r.Float64()*float64(r.IntN(2))
	for i := range p.Slowness {
		if r.Float64() >= closed {
			p.Slowness[i] = float32(math.Exp(spread * r.Float64()))
		}
	}
	if kind := r.IntN(3); kind > 0 {
		dx, dz, rough := r.Float64()-0.5, r.Float64()-0.5, 0.4*r.Float64()*float64(kind-1)
		for i := range n {
			p.Elevation = append(p.Elevation, float32(p.Cell*(dx*float64(i%p.Width)+dz*float64(i/p.Width)+rough*r.Float64())))
		}
	}
	taken := map[int]bool{}
	for range 1 + r.IntN(3) {
		var goal []int
		for range 1 + r.IntN(4) {
			if i := r.IntN(n); !taken[i] {
				taken[i], p.Slowness[i] = true, 1
				goal = append(goal, i)
			}
		}
		if len(goal) > 0 {
			p.Goals = append(p.Goals, goal)
		}
	}
	return p
}

// randomGrid is a grid under test, with what its seed draws.
type randomGrid struct {
	*Grid
	r    *rand.Rand
	plan GridPlan
}

// fault says what is wrong with the potential of a group, or nothing: a cell has one if and only if there is a way to the goal,
// all but goals have a lower neighbour, and it is the solution of the equation.
func (g *randomGrid) fault(group int) (string, error) {
	phi, err := g.Potential(group)
	if err != nil {
		return "", err
	}
	p, err := g.Problem(group)
	if err != nil {
		return "", err
	}
	reached, goal := connected(&p), map[int]bool{}
	for _, i := range p.Source {
		goal[int(i)] = true
	}
	for i, v := range phi {
		switch {
		case v != v || v < 0:
			return fmt.Sprintf("cell %d has potential %g", i, v), nil
		case math.IsInf(float64(v), 1) == reached[i]:
			return fmt.Sprintf("cell %d has potential %g, and a way to the goal: %v", i, v, reached[i]), nil
		case goal[i] != (v == 0):
			return fmt.Sprintf("cell %d has potential %g, a goal: %v", i, v, goal[i]), nil
		case reached[i] && !goal[i] && !(lowest(&p, phi, i) < v):
			return fmt.Sprintf("cell %d has potential %g and no lower neighbour", i, v), nil
		}
	}
	s := marching.New[float64](p)
	if s.Heap(); p.Floor != nil {
		s.Eight()
	}
	if worst := oracle.Residual(phi, s.Potential()); worst > 2e-5 {
		return fmt.Sprintf("residual %g", worst), nil
	}
	return "", nil
}

// beside gives the cell that an open step in direction d leads to in a problem of one layer, or -1.
func beside(p *marching.Problem, i, d int) int {
	if p.Cost[i][d] >= marching.Closed {
		return -1
	}
	return i + [4]int{p.Width, 1, -p.Width, -1}[d]
}

// connected tells which cells have a way to a source; ways are open to both sides.
func connected(p *marching.Problem) []bool {
	reached := make([]bool, len(p.Cost))
	var front []int
	for _, i := range p.Source {
		reached[i] = true
		front = append(front, int(i))
	}
	for len(front) > 0 {
		i := front[0]
		front = front[1:]
		for d := range 4 {
			if n := beside(p, i, d); n >= 0 && !reached[n] {
				reached[n] = true
				front = append(front, n)
			}
		}
	}
	return reached
}

// lowest is the lowest potential of the neighbours of a cell, those across open diagonals included.
func lowest(p *marching.Problem, phi []float32, i int) float32 {
	best := float32(math.Inf(1))
	for d := range 4 {
		if n := beside(p, i, d); n >= 0 {
			best = min(best, phi[n])
		}
	}
	if p.Floor == nil {
		return best
	}
	for q, to := range [4]int{p.Width + 1, 1 - p.Width, -p.Width - 1, p.Width - 1} {
		if p.Floor.Diagonals[i]>>q&1 != 0 {
			best = min(best, phi[i+to])
		}
	}
	return best
}

// some picks about one open cell in so many that is no goal.
func (g *randomGrid) some(oneIn int) (cells []int) {
	for i := range g.plan.Slowness {
		if g.r.IntN(oneIn) == 0 && g.cells.of[i] != ^uint32(0) && g.cells.open(i) && !isGoal(g.plan, i) {
			cells = append(cells, i)
		}
	}
	return cells
}

// scale makes some cells slower or faster.
func (g *randomGrid) scale(oneIn int, by func() float32) error {
	cells := g.some(oneIn)
	values := make([]float32, len(cells))
	for k, i := range cells {
		values[k] = g.cells.slowness[g.cells.of[i]] * by()
	}
	return g.SetSlowness(cells, values)
}

// check solves a random plan, changes it in four ways, and compares each warm solve with a cold one.
func (g *randomGrid) check() (string, error) {
	var closed []int
	for _, c := range []struct {
		what   string
		change func() error
	}{
		{"cold", func() error { return nil }},
		{"raised", func() error { return g.scale(1+g.r.IntN(30), func() float32 { return 1 + 3*g.r.Float32() }) }},
		{"lowered", func() error { return g.scale(1+g.r.IntN(30), func() float32 { return 1 / (1 + 3*g.r.Float32()) }) }},
		{"closed", func() error { closed = g.some(2 + g.r.IntN(20)); return g.CloseCells(closed) }},
		{"opened", func() error { return g.OpenCells(closed) }},
	} {
		if err := c.change(); err != nil {
			return c.what, err
		}
		if _, err := g.Solve(); err != nil {
			return c.what, err
		}
		for group := range g.plan.Goals {
			if fault, err := g.fault(group); err != nil || fault != "" {
				return c.what + ": " + fault, err
			}
		}
		if fault, err := g.again(); err != nil || fault != "" {
			return c.what + ": " + fault, err
		}
	}
	return "", nil
}

// again compares the potentials as they are with those of a cold solve, which it leaves.
func (g *randomGrid) again() (string, error) {
	var warm [][]float32
	for group := range g.plan.Goals {
		phi, err := g.Potential(group)
		if err != nil {
			return "", err
		}
		warm = append(warm, phi)
	}
	g.Reset()
	if _, err := g.Solve(); err != nil {
		return "", err
	}
	for group := range warm {
		phi, err := g.Potential(group)
		if err != nil {
			return "", err
		}
		wide := make([]float64, len(phi))
		for i, v := range phi {
			wide[i] = float64(v)
		}
		if worst := oracle.Residual(warm[group], wide); worst > 2e-5 {
			return fmt.Sprintf("warm and cold differ by %g", worst), nil
		}
	}
	return "", nil
}

// In a thousand random plans, most of them solved by the reference and some by the device, potentials are as they should be,
// from the goals and after every kind of change.
func TestRandomGrids(t *testing.T) { inBothForms(t, randomGrids) }

func randomGrids(t *testing.T) {
	reference, device := open(t, Options{Executor: "cpu"}), open(t, Options{})
	seeds, share := uint64(1000), uint64(8)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		e := reference
		if seed%share == 0 {
			e = device
		}
		r := rand.New(rand.NewPCG(seed, 2026))
		p := randomPlan(r)
		grid, err := e.OpenGrid(p)
		must(t, err)
		fault, err := (&randomGrid{grid, r, p}).check()
		if err != nil || fault != "" {
			t.Errorf("seed %d, stencil %d, %d × %d cells, sloped %v, on the device %v: %s; %v", seed, p.Stencil, p.Width, p.Height, p.Elevation != nil, e == device, fault, err)
		}
		must(t, grid.Close())
	}
}

// The test of random plans notices potentials that are wrong in each of the ways that it looks for.
func TestRandomGridsCanFail(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	p := GridPlan{Width: 20, Height: 20, Cell: 1, Stencil: 4, Slowness: slices.Repeat([]float32{1}, 400), Goals: [][]int{{0}}}
	for k := range 20 {
		p.Slowness[15*20+k] = 0 // beyond it there is no way
	}
	grid, err := e.OpenGrid(p)
	must(t, err)
	_, err = grid.Solve()
	must(t, err)
	g := &randomGrid{grid, rand.New(rand.NewPCG(1, 1)), p}
	for _, c := range []struct {
		place int
		value float64
		want  string
	}{
		{0, math.NaN(), "NaN"}, {210, -3, ""}, {210, float64(passes.Inf), "a way to the goal: true"}, {390, 5, "a way to the goal: false"},
		{210, 0, "a goal: false"}, {0, 1, "a goal: true"}, {210, 0.5, "no lower neighbour"}, {210, 1.00003, "residual"},
	} {
		var was [1]float32
		at := 4 * int(g.cells.of[c.place])
		must(t, g.x.read("potential", at, wordBytes(was[:])))
		value := float32(c.value)
		if c.want == "residual" {
			value *= was[0]
		}
		must(t, g.x.write("potential", at, wordBytes([]float32{value})))
		if fault, err := g.fault(0); err != nil || !strings.Contains(fault, c.want) || fault == "" {
			t.Errorf("cell %d at %g passes: %q, %v", c.place, value, fault, err)
		}
		must(t, g.x.write("potential", at, wordBytes(was[:])))
	}
	if fault, err := g.fault(0); err != nil || fault != "" {
		t.Errorf("the right potential fails: %s, %v", fault, err)
	}
	must(t, grid.Close())
}
