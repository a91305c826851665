package study

import (
	"throng/ecs"
	"throng/engine"
	"throng/engine/measure"
)

// Shortest gives the shortest ways of trips from where each was first seen to the goal of its group [m], by the potential of the
// empty scene: 0 where there is none. It loads the scene anew.
func Shortest(e *engine.Engine, sc *ecs.Scenario, scene *ecs.Scene, trips []measure.Trip) ([]float64, error) {
	empty := *sc
	empty.Spawns, empty.Events, empty.Weights = []ecs.Spawn{}, []ecs.Event{}, ecs.Weights{Alpha: 1}
	if err := e.Load(&empty, scene); err != nil {
		return nil, err
	}
	at := make([][3]float64, len(trips))
	for i := range trips {
		at[i] = trips[i].From
	}
	points, err := e.Probe(at)
	if err != nil {
		return nil, err
	}
	shortest := make([]float64, len(trips))
	for i := range points {
		if way := points[i].Potential[sc.Groups[trips[i].Group].Name]; way != nil {
			shortest[i] = *way
		}
	}
	return shortest, nil
}
