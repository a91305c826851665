package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"throng/engine"
	"throng/vk"
)

// Bounds of the table.
const (
	mostSingle  = 2e-5 // residual against the same update in float32 on the CPU
	perPathCell = 1e-8 // and per cell of the longest way in float64
)

// asked is how much of a plan the CPU solves again: all groups of small ones, the first of larger ones, and of the largest
// with diagonals, which take it long, only from the goals.
const (
	askAll   = 1 << 20 // cells times groups
	askFirst = 1 << 22 // cells
)

// solver measures the solver of the potential on plans of its own.
func (b *bench) solver() error {
	fmt.Fprintf(b.out, "\nsolver: all potentials of a plan of n × n cells; ms is the median device time of all passes of a solve but cost;\n")
	fmt.Fprintf(b.out, "cost is the pass that finds changed costs, wall both seen from the host. fmm is our best solver on one core of this host, × its time by ours\n")
	fmt.Fprintf(b.out, "gate: residual ≤ %.0e against float32 on the CPU, ≤ %.0e + %.0e · cells of the longest way against float64\n", mostSingle, mostSingle, perPathCell)
	var err error
	if b.python, err = findPython(); err != nil {
		fmt.Fprintf(b.out, "skfmm: %v\n", err)
	}
	fmt.Fprintf(b.out, "size  scene      mode  changed    groups  stencil |     ms median    cost    wall  rounds  updates/tile  Mcells/s  residual  residual64 |  fmm ms       ×  skfmm ms       ×  gate\n")
	for _, work := range b.size.solver {
		if err := b.ctx.Err(); err != nil {
			return fmt.Errorf("interrupted: %w", err)
		}
		if err := b.solverScene(work); err != nil {
			return fmt.Errorf("%s at %d: %w", work.scene, work.size, err)
		}
	}
	b.updates()
	return nil
}

func (b *bench) solverScene(w solverWork) error {
	c, err := b.solverCase(w.scene, w.size)
	if err != nil {
		return err
	}
	m := &solverMeter{b: b, c: c, peers: map[peerKey]*peer{}}
	if m.skfmm, err = m.python(); err != nil {
		return err
	}
	for _, groups := range w.groups {
		for _, stencil := range w.stencils {
			if err := m.measure(groups, stencil, w.modes); errors.Is(err, vk.ErrTooLarge) || errors.Is(err, vk.ErrOutOfMemory) {
				b.addSolver(solverRow{Size: c.size, Scene: c.scene, Mode: "cold", Groups: groups, Stencil: stencil, Gate: notRun + err.Error()})
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// solverMeter measures one case.
type solverMeter struct {
	b     *bench
	c     *solverCase
	skfmm *float64
	peers map[peerKey]*peer
	fmm   float64 // of one group from its goal [ms]
	best  string  // the solver that took that
}

// peerKey names a state of a group.
type peerKey struct {
	mode, changed  string
	group, stencil int
}

// mostForPython bounds the plans that scikit-fmm is asked for [cells a side].
const mostForPython = 2048

func (m *solverMeter) python() (*float64, error) {
	if m.b.python == "" || m.c.floors || m.c.size > mostForPython {
		return nil, nil
	}
	ms, err := m.b.skfmm(&m.c.plan)
	return &ms, err
}

// measure takes the rows of one number of groups and one stencil.
func (m *solverMeter) measure(groups, stencil int, modes []string) error {
	g, err := m.b.grid(m.c, groups, stencil)
	if err != nil {
		return err
	}
	defer g.Close()
	if _, err := g.Solve(); err != nil {
		return err
	}
	if m.fmm == 0 {
		if m.fmm, m.best, err = bestPeer(g, m.c.scene, m.c.size); err != nil {
			return err
		}
	}
	none := func() error { return nil }
	for _, mode := range modes {
		row := solverRow{Size: m.c.size, Scene: m.c.scene, Mode: mode, Groups: groups, Stencil: stencil}
		switch mode {
		case "cold":
			err = m.row(g, row, func() error { g.Reset(); return nil }, none)
		case "warm":
			for _, ch := range []struct {
				name string
				change
			}{{"patch", m.c.patch}, {"scattered", m.c.spots}} {
				row.Changed = ch.name
				err = errors.Join(err, m.row(g, row, func() error { return g.SetSlowness(ch.cells, ch.now) },
					func() error { return g.SetSlowness(ch.cells, ch.before) }))
			}
		case "door":
			err = m.row(g, row, func() error { return g.CloseCells(m.c.door) }, func() error { return g.OpenCells(m.c.door) })
		}
		if err != nil {
			return fmt.Errorf("%s: %w", mode, err)
		}
	}
	return nil
}

// row measures the solve after do, and takes it back with undo.
func (m *solverMeter) row(g *engine.Grid, row solverRow, do, undo func() error) error {
	solve := func(change func() error) (engine.GridResult, error) {
		if err := change(); err != nil {
			return engine.GridResult{}, err
		}
		return g.Solve()
	}
	r, err := solve(do) // to learn the rounds
	if err != nil {
		return err
	}
	for start := time.Now(); time.Since(start) < m.b.size.warm/2; { // a GPU takes a while to raise its clock
		if _, err := solve(undo); err != nil {
			return err
		}
		if _, err := solve(do); err != nil {
			return err
		}
	}
	runtime.GC() // not while the device is timed: it may be this CPU
	rounds := r.Longest
	var took, cost, wall []float64
	for n, deadline := 0, time.Now().Add(m.b.size.row/4); n <= m.b.size.solves && (n < 3 || time.Now().Before(deadline)); n++ {
		if _, err := solve(undo); err != nil {
			return err
		}
		if err := g.SetRounds(rounds); err != nil {
			return err
		}
		if r, err = solve(do); err != nil {
			return err
		}
		if n > 0 { // the first with these rounds warms up
			c := passTime(r.Passes, "cost")
			took, cost, wall = append(took, ms(r.Time-c)), append(cost, ms(c)), append(wall, ms(r.Wall))
		}
	}
	if err := m.compare(g, &row); err != nil {
		return err
	}
	row.Cells, row.Path, row.Runs = len(m.c.ways), m.c.longest, len(took)
	row.MS, row.MSMin, row.CostMS, row.WallMS = spreadOf(took).Median, spreadOf(took).Min, spreadOf(cost).Median, spreadOf(wall).Median
	row.Rounds, row.PerTile = r.Rounds, float64(r.Updates)/float64(r.Pages)
	row.CellsPerS = float64(row.Cells*row.Groups) / row.MS * 1000
	row.FMM, row.Best = m.fmm*float64(row.Groups), m.best
	row.Ratio = row.FMM / row.MS
	if m.skfmm != nil {
		all := *m.skfmm * float64(row.Groups)
		row.SKFMM = &all
	}
	row.judge()
	m.b.addSolver(row)
	_, err = solve(undo)
	return err
}

// passTime is the time of one pass.
func passTime(all []engine.PassTime, name string) time.Duration {
	for _, p := range all {
		if p.Pass == name {
			return p.Time
		}
	}
	return 0
}

// compare asks the CPU for the state of the groups.
func (m *solverMeter) compare(g *engine.Grid, row *solverRow) error {
	cells, groups := m.c.size*m.c.size, row.Groups
	if cells*groups > askAll {
		groups = 1
	}
	if cells > askFirst && (row.Stencil == 8 && row.Mode != "cold") {
		return nil
	}
	single, double := 0.0, 0.0
	for group := range groups {
		key := peerKey{row.Mode, row.Changed, group, row.Stencil}
		p := m.peers[key]
		if p == nil {
			var err error
			if p, err = solvePeers(g, group, row.Stencil); err != nil {
				return err
			}
			m.peers[key] = p
		}
		phi, err := g.Potential(group)
		if err != nil {
			return err
		}
		s, d := p.residuals(phi)
		single, double = math.Max(single, s), math.Max(double, d)
	}
	row.Residual, row.Double = &single, &double
	return nil
}
