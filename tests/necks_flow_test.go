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

// Everybody gets through a neck, whether or not its width is a multiple of a cell and wherever it lies in the grid, and one
// that is half as wide again lets more people through. Between neighbouring widths the flow need not rise yet: agents do
// not keep apart, and the density that slows them is that of the rows of cells in the neck, not of its width.
func TestFlowThroughNecks(t *testing.T) {
	longer(t)
	widths, shifts := []float64{0.8, 1.0, 1.2}, []float64{0, 0.125}
	m, necks := neckHalls(widths, shifts)
	sc := wallsScenario(0.25, 0.2)
	sc.Params.FundamentalDiagram, sc.Params.Density, sc.Params.Footprint = ecs.Weidmann, ecs.DensityTreuille, 0.25
	sc.Params.Capacity, sc.DT = neckPeople*len(necks), 0.1
	e := open(t, engine.Options{})
	ecs.MarkClosed(&m.Scene)
	must(t, e.Load(sc, &m.Scene))
	for _, n := range necks {
		for k := range neckPeople {
			wallsSpawn(t, e, 0, n.wallsFrame, [2]float64{0.4 + 0.46*float64(k%10), 0.5 + 0.64*float64(k/10)})
		}
	}
	through := map[uint32]bool{}
	s := wallsRun(t, e, 300, func(a *engine.AgentView) {
		n := necks[a.Slot/neckPeople]
		if u, _ := n.local(a.Position[0], a.Position[2]); u > 12 && !through[a.Slot] {
			through[a.Slot] = true
			n.out = append(n.out, e.Time())
		}
	})
	if s.Arrived != uint32(neckPeople*len(necks)) || s.Lost != 0 {
		t.Fatalf("after %.0f s: %+v, expected everybody to have arrived", e.Time(), s)
	}
	for _, n := range necks {
		t.Logf("neck of %g m, shifted by %g m: J = %.3f 1/s", n.width, n.shift, n.flow())
	}
	for k := 0; k < len(necks); k += len(widths) {
		if narrow, wide := necks[k], necks[k+len(widths)-1]; wide.flow() <= narrow.flow() {
			t.Errorf("shifted by %g m: a neck of %g m lets %.3f people a second through, one of %g m %.3f", wide.shift, wide.width, wide.flow(), narrow.width, narrow.flow())
		}
	}
}
