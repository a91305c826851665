package engine

import (
	"math"

	"throng/passes"
)

// ProbePoint is what is known of a place. JSON has no infinity: an unreachable potential is null.
type ProbePoint struct {
	At        [3]float64          `json:"at"`        // world [m]
	Layer     int                 `json:"layer"`     // of cells above each other in its tile, -1 where there is no walkable cell
	Height    *float64            `json:"height"`    // world height of the floor there [m]
	Walkable  bool                `json:"walkable"`  // a cell that agents can stand on
	Potential map[string]*float64 `json:"potential"` // by group
	Density   float64             `json:"density"`   // [1/m²]
	Speed     [4]float64          `json:"speed"`     // first group's, N E S W [m/s], -1 closed
	Velocity  [3]float64          `json:"velocity"`  // first group's [m/s]
}

// Probe answers what is at world points: the walkable floor nearest in height, up to the clearance away. It waits.
func (e *Engine) Probe(at [][3]float64) ([]ProbePoint, error) {
	if err := e.Wait(); err != nil {
		return nil, err
	}
	var err error
	density, cost, velocity := e.plane("crowd", 0, &err), e.plane("cost", int(e.classOf[0]), &err), e.plane("velocity", 0, &err)
	potentials := make([][]float32, len(e.classOf))
	for g := range potentials {
		potentials[g] = e.potential(g, &err)
	}
	if err != nil {
		return nil, e.fail(err)
	}
	points := make([]ProbePoint, len(at))
	for i, p := range at {
		q := ProbePoint{At: p, Layer: -1, Potential: map[string]*float64{}, Speed: [4]float64{-1, -1, -1, -1}}
		local := [3]float64{p[0] - e.origin[0], p[1] - e.origin[1], p[2] - e.origin[2]}
		c := e.host.search(&e.frame, local, e.scenario.Grid.Clearance)
		for g := range potentials {
			q.Potential[e.scenario.Groups[g].Name] = nil
			if c != passes.None && potentials[g][c] < passes.Inf {
				v := float64(potentials[g][c])
				q.Potential[e.scenario.Groups[g].Name] = &v
			}
		}
		if c != passes.None {
			height := float64(e.host.surface(&e.frame, c, float32(local[0]), float32(local[2]))) + e.origin[1]
			q.Layer, q.Height, q.Walkable, q.Density = e.host.layer(c), &height, true, float64(density[c])
			speeds(e, c, cost[4*c:4*c+4])
			for d := range q.Speed {
				q.Speed[d] = float64(cost[4*c+uint32(d)])
			}
			v, h := passes.UnpackVelocity(math.Float32bits(velocity[c])), e.host.tilt(c)
			q.Velocity = [3]float64{float64(v[0]), float64(h[0]*v[0] + h[1]*v[1]), float64(v[1])}
		}
		points[i] = q
	}
	return points, nil
}

// TravelTime reports whether the potential is the travel time in seconds: with α = 0, β = 1, γ = 0.
func (e *Engine) TravelTime() bool {
	w := e.scenario.Weights
	return w.Alpha == 0 && math.Abs(w.Beta-1) < 1e-12 && w.Gamma == 0
}
