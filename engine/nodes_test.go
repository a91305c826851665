package engine

import (
	"math"
	"testing"
)

// nodes is a plan whose cells are the nodes of a grid: node (i, j) lies at (x0 + i h, z0 + j h), and its exact potential is T.
type nodes struct {
	GridPlan
	x0, z0 float64
	exact  func(x, z float64) float64
}

// square is a grid of n steps a side from a corner.
func square(x0, z0, edge float64, n int) *nodes {
	p := &nodes{GridPlan: GridPlan{Width: n + 1, Height: n + 1, Cell: edge / float64(n)}, x0: x0, z0: z0}
	p.Slowness = make([]float32, (n+1)*(n+1))
	for i := range p.Slowness {
		p.Slowness[i] = 1
	}
	return p
}

func (p *nodes) at(i int) (x, z float64) {
	return p.x0 + float64(i%p.Width)*p.Cell, p.z0 + float64(i/p.Width)*p.Cell
}

// source makes the goal of the nodes for which in is true; with seeded, they keep their exact potentials.
func (p *nodes) source(seeded bool, in func(x, z float64) bool) {
	p.Goals, p.Fixed = [][]int{nil}, map[int]float32{}
	for i := range p.Slowness {
		if x, z := p.at(i); in(x, z) {
			p.Goals[0] = append(p.Goals[0], i)
			if seeded {
				p.Fixed[i] = float32(p.exact(x, z))
			}
		}
	}
}

// near tells whether a node is the one at a point.
func (p *nodes) near(x0, z0 float64) func(x, z float64) bool {
	return func(x, z float64) bool { return max(math.Abs(x-x0), math.Abs(z-z0)) < p.Cell/4 }
}

func within(x0, z0, r float64) func(x, z float64) bool {
	return func(x, z float64) bool { return math.Hypot(x-x0, z-z0) <= r }
}

// solve gives the potential on the device.
func (p *nodes) solve(t *testing.T, e *Engine, stencil int) []float32 {
	t.Helper()
	plan := p.GridPlan
	plan.Stencil = stencil
	g, err := e.OpenGrid(plan)
	must(t, err)
	_, err = g.Solve()
	must(t, err)
	phi, err := g.Potential(0)
	must(t, err)
	must(t, g.Close())
	return phi
}

// deviation of a potential from the exact one: the largest, the mean, and both as shares where the exact one is at least
// some length.
type deviation struct{ most, mean, share, meanShare float64 }

func (p *nodes) deviation(t *testing.T, phi []float32, least float64) (d deviation) {
	t.Helper()
	n, far := 0.0, 0.0
	for i, v := range phi {
		if !isOpen(p.Slowness[i]) {
			continue
		}
		want := p.exact(p.at(i))
		gap := math.Abs(float64(v) - want)
		if !(gap < math.Inf(1)) {
			t.Fatalf("node %d has potential %g, want %g", i, v, want)
		}
		n++
		d.most, d.mean = max(d.most, gap), d.mean+gap
		if want > 0 && want >= least {
			far++
			d.share, d.meanShare = max(d.share, gap/want), d.meanShare+gap/want
		}
	}
	d.mean, d.meanShare = d.mean/n, d.meanShare/far
	return d
}

// between fails where a value is outside bounds; the lower one is that of the four-neighbour update alone.
func between(t *testing.T, stencil int, what string, got, lo, hi float64) {
	t.Helper()
	t.Logf("stencil %d: %s %.4g", stencil, what, got)
	if !(got <= hi) || stencil == 4 && !(got >= lo) {
		t.Errorf("stencil %d: %s %g, expected %g to %g", stencil, what, got, lo, hi)
	}
}

// order fails where errors do not fall with the edge of a cell, here halved, as fast as they should; the upper bound is that
// of the four-neighbour update alone.
func order(t *testing.T, stencil int, what string, coarse, fine, lo, hi float64) {
	t.Helper()
	got := math.Log2(coarse / fine)
	t.Logf("stencil %d: %s: order %.3f", stencil, what, got)
	if !(got >= lo) || stencil == 4 && !(got <= hi) {
		t.Errorf("stencil %d: %s: order %g, expected %g to %g", stencil, what, got, lo, hi)
	}
}

func eachStencil(t *testing.T, do func(t *testing.T, e *Engine, stencil int)) {
	t.Helper()
	e := open(t, Options{})
	for _, stencil := range []int{4, 8} {
		do(t, e, stencil)
	}
}
