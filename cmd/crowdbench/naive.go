package main

import (
	"time"

	"throng/engine"
	"throng/engine/baseline"
)

// flatWorld is a baked scene of one storey and its crowd, as the original method knows them.
type flatWorld struct {
	world  baseline.Map
	params baseline.Params
	agents []baseline.Agent
}

// newFlatWorld flattens the layer on which most of the first group's way lies, with the agents as they stand.
func newFlatWorld(e *engine.Engine) (*flatWorld, error) {
	sc := e.Scenario()
	clearance, err := e.Field("clearance", 0)
	if err != nil {
		return nil, err
	}
	connection, err := e.Field("connection", 0)
	if err != nil {
		return nil, err
	}
	source, err := sources(e, 0)
	if err != nil {
		return nil, err
	}
	potential, err := e.Field("potential", 0)
	if err != nil {
		return nil, err
	}
	layer := busiest(potential)
	n := clearance.Width * clearance.Height
	m := baseline.Map{Width: clearance.Width, Height: clearance.Height, Cell: clearance.Cell, Open: make([][4]bool, n), Goal: source[layer*n : (layer+1)*n]}
	free := func(c int) bool { return clearance.Data[layer*n+c] >= float32(sc.Groups[0].Radius) } // false for NaN
	beside := [4]int{m.Width, 1, -m.Width, -1}
	for c := range n {
		for d, step := range beside {
			linked := connection.Data[4*(layer*n+c)+d] == float32(layer)
			m.Open[c][d] = linked && free(c) && free(c+step)
		}
	}
	w := &flatWorld{world: m, params: baseline.Params{
		Alpha: sc.Weights.Alpha, Beta: sc.Weights.Beta, Speed: sc.Groups[0].Speed, SpeedMin: sc.Params.SpeedMin,
		RhoMin: sc.Params.RhoMin, RhoMax: sc.Params.RhoMax, Footprint: sc.Params.Footprint, JiangA: sc.Params.JiangA,
	}}
	views, err := e.Agents(nil)
	for _, a := range views {
		w.agents = append(w.agents, baseline.Agent{X: a.Position[0] - clearance.Origin[0], Z: a.Position[2] - clearance.Origin[2]})
	}
	return w, err
}

// busiest is the layer with the most cells that have a way to the goal.
func busiest(potential *engine.Field) (layer int) {
	most, n := 0, potential.Width*potential.Height
	for k := range potential.Layers {
		count := 0
		for _, phi := range potential.Data[k*n : (k+1)*n] {
			if phi < closed {
				count++
			}
		}
		if count > most {
			layer, most = k, count
		}
	}
	return layer
}

// closed is the potential from which on a cell counts as not reached.
const closed = 1e30

// naive measures the original method from the same start.
func naive(w *flatWorld, dt float64, steps int, budget time.Duration) (fps float64, done int) {
	s := baseline.NewNaive(w.world, w.params, w.agents)
	fps, done, _ = repeat(steps, budget, func() error {
		s.Step(dt)
		return nil
	})
	return fps, done
}
