package main

import (
	"fmt"

	"throng/engine"
	"throng/engine/oracle"
)

// Settling: steps so short that nobody moves, until the solver has nothing left to do.
const (
	frozen       = 1e-9 // [s]
	frozenAtOnce = 8    // steps between looks at the solver
	mostFrozen   = 4000
)

// residual freezes the crowd, lets the potentials settle, and compares those of all groups that are planned for with a
// float64 fast-marching solution of the same discrete equation on the costs and connections read back.
func residual(e *engine.Engine) (worst float64, err error) {
	if err := settle(e); err != nil {
		return 0, err
	}
	connection, err := e.Field("connection", 0)
	if err != nil {
		return 0, err
	}
	p := oracle.Problem{Links: oracle.Links(connection.Width, connection.Height, connection.Layers, connection.Data)}
	for g := range e.Scenario().Groups {
		if e.Resting(g) {
			continue // its field is of when it last had agents
		}
		if p.Source, err = sources(e, g); err != nil {
			return 0, err
		}
		cost, err := e.Field("cost", g)
		if err != nil {
			return 0, err
		}
		p.Cost = oracle.Quads(cost.Data)
		if err := diagonals(e, g, &p); err != nil {
			return 0, err
		}
		potential, err := e.Field("potential", g)
		if err != nil {
			return 0, err
		}
		worst = max(worst, oracle.Residual(potential.Data, oracle.Solve(p)))
	}
	return worst, nil
}

// diagonals gives the problem those of a group, where its potential uses them.
func diagonals(e *engine.Engine, group int, p *oracle.Problem) error {
	if e.Scenario().Params.Stencil != 8 {
		return nil
	}
	open, err := e.Field("diagonals", group)
	if err != nil {
		return err
	}
	slope, err := e.Field("slope", group)
	if err != nil {
		return err
	}
	p.Diagonals, p.Slope = make([]uint8, len(open.Data)), make([][2]float32, len(open.Data))
	for c, bits := range open.Data {
		if bits > 0 { // NaN where no floor is
			p.Diagonals[c] = uint8(bits)
		}
		p.Slope[c] = [2]float32(slope.Data[2*c:])
	}
	return nil
}

func settle(e *engine.Engine) error {
	for range mostFrozen / frozenAtOnce {
		for range frozenAtOnce {
			if err := e.Step(frozen); err != nil {
				return err
			}
		}
		if err := e.Wait(); err != nil {
			return err
		}
		if e.Stats().Pending == 0 {
			return nil
		}
	}
	return fmt.Errorf("the potential of a frozen crowd has not settled after %d steps", mostFrozen)
}

// sources are the cells of a group's goal that its agents fit on.
func sources(e *engine.Engine, group int) ([]bool, error) {
	goal, err := e.Field("goal", group)
	if err != nil {
		return nil, err
	}
	clearance, err := e.Field("clearance", group)
	if err != nil {
		return nil, err
	}
	g := e.Scenario().Groups[group]
	source := make([]bool, len(goal.Data))
	for c := range source {
		source[c] = goal.Data[c] == float32(g.Goal) && clearance.Data[c] >= float32(g.Radius)
	}
	return source, nil
}
