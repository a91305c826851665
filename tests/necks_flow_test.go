package tests

import (
	"testing"

	"throng/ecs"
	"throng/engine"
)

// neck is a hall of 10 × 10 m that people leave by a neck of 2 m; its middle is shifted across the grid.
type neck struct {
	wallsFrame
	width, shift float64
	out          []float64 // times at which people left the neck
}

// People in each hall, and the share of them between which the flow is steady.
const (
	neckPeople = 150
	neckFirst  = neckPeople / 5
	neckLast   = neckPeople * 4 / 5
)

// flow is the steady flow through the neck [1/s].
func (n *neck) flow() float64 {
	return (neckLast - neckFirst) / (n.out[neckLast-1] - n.out[neckFirst-1])
}

// neckHalls puts up halls with necks of some widths, shifted by parts of a cell.
func neckHalls(widths, shifts []float64) (*wallsModel, []*neck) {
	m := newWallsModel("necks")
	var goals []ecs.Triangle
	var necks []*neck
	for i, shift := range shifts {
		for k, w := range widths {
			n := &neck{wallsFrame: wallsAt(17*float64(i), 11*float64(k), 0), width: w, shift: shift}
			a, b := 5+shift-w/2, 5+shift+w/2
			m.solid(n.sheet(-0.5, -0.5, 16.5, 10.5, 0))
			m.solid(n.fence(0, 2.5, [][2]float64{{0, 0}, {0, 10}, {10, 10}, {10, b}, {12, b}, {12, 10}, {16, 10}, {16, 0}, {12, 0}, {12, a}, {10, a}, {10, 0}, {0, 0}}...))
			goals = append(goals, n.sheet(14.5, 0.5, 15.5, 9.5, 0.05)...)
			necks = append(necks, n)
		}
	}
	m.goal(0, goals)
	return m, necks
}

// Everybody gets through a neck, whether or not its width is a multiple of a cell and wherever it lies in the grid, without
// a clog, and nobody sinks half into another. The flow is that of experiments, 1 to 2 people a second to a metre, and with the
// default footprint it rises with the width.
//
// With a footprint no wider than a cell, the widest neck lets more people through than the narrowest, a little more to a
// metre than in experiments, but between the two the flow may fall: such a density counts who walks in the same row of cells,
// the walker included, so that the speed in a neck hangs on where the rows lie.
func TestFlowThroughNecks(t *testing.T) {
	longer(t)
	for name, c := range map[string]struct {
		density   string
		footprint float64
		most      float64  // flow to a metre [1/(m s)]
		steps     [][2]int // widths between which the flow rises
	}{
		"default": {ecs.DensityJiang, 0.7, 2, [][2]int{{0, 1}, {1, 2}}},
		"narrow":  {ecs.DensityTreuille, 0.25, 2.5, [][2]int{{0, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			widths, shifts := []float64{0.8, 1.0, 1.2}, []float64{0, 0.125}
			m, necks := neckHalls(widths, shifts)
			sc := wallsScenario(0.25, 0.2)
			sc.Params.FundamentalDiagram, sc.Params.Density, sc.Params.Footprint = ecs.Weidmann, c.density, c.footprint
			sc.Params.Capacity, sc.DT = neckPeople*len(necks), 0.1
			neckRun(t, m, necks, sc)
			for k := 0; k < len(necks); k += len(widths) {
				for _, s := range c.steps {
					if narrow, wide := necks[k+s[0]], necks[k+s[1]]; wide.flow() <= narrow.flow() {
						t.Errorf("shifted by %g m: a neck of %g m lets %.3f people a second through, one of %g m %.3f", wide.shift, wide.width, wide.flow(), narrow.width, narrow.flow())
					}
				}
			}
			for _, n := range necks {
				t.Logf("neck of %g m, shifted by %g m: J = %.3f 1/s, %.2f 1/(m s)", n.width, n.shift, n.flow(), n.flow()/n.width)
				if j := n.flow() / n.width; j < 1 || j > c.most {
					t.Errorf("a neck of %g m, shifted by %g m, lets %.2f people a second through to a metre", n.width, n.shift, j)
				}
			}
		})
	}
}

// neckRun lets everybody out of the halls and writes down when.
func neckRun(t *testing.T, m *wallsModel, necks []*neck, sc *scenario) {
	e := open(t, engine.Options{})
	ecs.MarkClosed(&m.Scene)
	must(t, e.Load(sc, &m.Scene))
	for _, n := range necks {
		for k := range neckPeople {
			wallsSpawn(t, e, 0, n.wallsFrame, [2]float64{0.4 + 0.46*float64(k%10), 0.5 + 0.64*float64(k/10)})
		}
	}
	through, deepest := map[uint32]bool{}, 0.0
	s := wallsRun(t, e, 300, func(a *engine.AgentView) {
		n := necks[a.Slot/neckPeople]
		if u, _ := n.local(a.Position[0], a.Position[2]); u > 12 && !through[a.Slot] {
			through[a.Slot] = true
			n.out = append(n.out, e.Time())
		}
		deepest = max(deepest, e.Stats().Overlap)
	})
	if s.Arrived != uint32(neckPeople*len(necks)) || s.Lost != 0 {
		t.Fatalf("after %.0f s: %+v, expected everybody to have arrived", e.Time(), s)
	}
	if deepest > 200 {
		t.Errorf("somebody overlaps another by %.0f mm", deepest)
	}
	for _, n := range necks {
		for k := 1; k < len(n.out); k++ {
			if gap := n.out[k] - n.out[k-1]; gap > 10 {
				t.Errorf("the neck of %g m, shifted by %g m, is clogged for %.1f s", n.width, n.shift, gap)
			}
		}
	}
}
