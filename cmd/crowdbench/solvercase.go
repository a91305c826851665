package main

import (
	"math/rand/v2"
	"slices"

	"throng/engine"
	"throng/engine/marching"
)

// solverCase is a scene of the table solver at one size, with what the modes change in it.
type solverCase struct {
	scene   string
	size    int // cells a side
	plan    engine.GridPlan
	floors  bool  // the plan is the loaded scene
	ways    []int // cells that have a way to the first goal
	longest int   // steps of the longest way
	door    []int
	patch   change
	spots   change
}

// change is a slowness for some cells, and what they had before.
type change struct {
	cells       []int
	before, now []float32
}

// building loads the storeys with so many cells along an edge, and gives the goal of its first group.
func (b *bench) building(size int) (engine.GridPlan, error) {
	sc, scene, err := empty("rimea8")
	if err != nil {
		return engine.GridPlan{}, err
	}
	sc.Grid.Cell = (scene.Max[0] - scene.Min[0]) / float64(size)
	if err := b.gpu.Load(sc, scene); err != nil {
		return engine.GridPlan{}, err
	}
	source, err := sources(b.gpu, 0)
	if err != nil {
		return engine.GridPlan{}, err
	}
	var goal []int
	for i, is := range source {
		if is {
			goal = append(goal, i)
		}
	}
	return engine.GridPlan{Goals: [][]int{goal}}, nil
}

// grid lays a case out for so many groups.
func (b *bench) grid(c *solverCase, groups, stencil int) (*engine.Grid, error) {
	p := c.plan
	p.Goals, p.Stencil = p.Goals[:groups], stencil
	if c.floors {
		return b.gpu.Grid(p)
	}
	return b.gpu.OpenGrid(p)
}

// solverCase makes a case: it solves the scene once, to know which cells have a way.
func (b *bench) solverCase(scene string, size int) (c *solverCase, err error) {
	c = &solverCase{scene: scene, size: size, floors: scene == "building"}
	if c.floors {
		c.plan, err = b.building(size)
	} else {
		c.plan = makePlan(scene, size)
	}
	if err != nil {
		return nil, err
	}
	g, err := b.grid(c, 1, 4)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	if _, err := g.Solve(); err != nil {
		return nil, err
	}
	p, err := g.Problem(0)
	if err != nil {
		return nil, err
	}
	way := newWay(&p)
	c.ways, c.longest = way.reached, way.steps
	c.door = way.door(&p)
	c.goals(b.size.most())
	c.changes(&p)
	return c, nil
}

// goals adds goals of more groups, evenly over the cells that have a way.
func (c *solverCase) goals(groups int) {
	taken := map[int]bool{}
	for _, i := range c.plan.Goals[0] {
		taken[i] = true
	}
	for k := 1; len(c.plan.Goals) < groups; k++ {
		i := c.ways[(2*k+1)*len(c.ways)/(2*groups)%len(c.ways)]
		for taken[i] {
			i = c.ways[(slices.Index(c.ways, i)+1)%len(c.ways)]
		}
		taken[i] = true
		c.plan.Goals = append(c.plan.Goals, []int{i})
	}
}

// changes picks one cell in a hundred, all over the floor and in a square of it, to be up to a fifth slower or faster.
func (c *solverCase) changes(p *marching.Problem) {
	r := rand.New(rand.NewPCG(plotSeed, 9))
	pick := func(ch *change, i int) {
		was := float32(1)
		if !c.floors {
			was = c.plan.Slowness[i]
		}
		ch.cells, ch.before, ch.now = append(ch.cells, i), append(ch.before, was), append(ch.now, was*(0.8+0.4*r.Float32()))
	}
	for _, i := range c.ways {
		if r.IntN(100) == 0 {
			pick(&c.spots, i)
		}
		x, z := i%p.Width-p.Width/5, i/p.Width-p.Height/5 // of the lowest layer
		if min(x, z) >= 0 && x < p.Width/10 && z < p.Height/10 {
			pick(&c.patch, i)
		}
	}
}

// way is the breadth-first search of a problem from its goal.
type way struct {
	before  []int32 // the cell from which each was reached; -1: none
	reached []int
	steps   int // of the longest way
	last    int // where it begins
}

func newWay(p *marching.Problem) *way {
	w := &way{before: make([]int32, len(p.Cost))}
	for i := range w.before {
		w.before[i] = -1
	}
	var queue []uint32
	for _, i := range p.Source {
		w.before[i] = int32(i)
		queue = append(queue, i)
	}
	end := len(queue)
	for k := 0; k < len(queue); k++ {
		if k == end {
			w.steps, end = w.steps+1, len(queue)
		}
		for d := range 4 {
			if n := stepTo(p, queue[k], d); n != marching.None && w.before[n] < 0 {
				w.before[n] = int32(queue[k])
				queue = append(queue, n)
			}
		}
	}
	w.last = int(queue[len(queue)-1])
	for i, from := range w.before {
		if from >= 0 {
			w.reached = append(w.reached, i)
		}
	}
	return w
}

// stepTo is the neighbour of a cell in direction d, or none.
func stepTo(p *marching.Problem, c uint32, d int) uint32 {
	if p.Cost[c][d] >= marching.Closed {
		return marching.None
	}
	if to, ok := p.Across[c]; ok {
		return to[d]
	}
	return c + [4]uint32{uint32(p.Width), 1, ^uint32(p.Width) + 1, ^uint32(0)}[d]
}

// door is the cells from wall to wall across the longest way at its middle, at most a corridor to each side.
func (w *way) door(p *marching.Problem) []int {
	at := w.last
	for range w.steps / 2 {
		at = int(w.before[at])
	}
	across := 0 // north and south of a way that runs east or west
	if next := int(w.before[at]); (next-at)%p.Width == 0 {
		across = 1
	}
	cells := []int{at}
	for _, d := range []int{across, across + 2} {
		c := uint32(at)
		for range corridor {
			if c = stepTo(p, c, d); c == marching.None {
				break
			}
			cells = append(cells, int(c))
		}
	}
	return slices.DeleteFunc(cells, func(i int) bool { return slices.Contains(p.Source, uint32(i)) })
}
