package scenes

import (
	"fmt"
	"math"

	"throng/ecs"
)

const (
	stackEdge = 32.0 // of a floor, metres
	stackRise = 3.0
)

// Stack draws floors of 32 × 32 m above each other, 3 m apart [Limits: 1 to 64], as sheets of about so many triangles in
// all, with a scenario whose goal lies on the lowest. Nobody is in it.
//
// Errors wrap [ecs.ErrInput] where a number is out of range.
func Stack(floors, triangles int) (*ecs.Scenario, *ecs.Scene, error) {
	if floors < 1 || floors > 64 || triangles < 2*floors || triangles > 1<<24 {
		return nil, nil, fmt.Errorf("scenes: a stack of %d floors and %d triangles, expected 1 to 64 floors and at least 2 triangles each: %w", floors, triangles, ecs.ErrInput)
	}
	name := fmt.Sprintf("stack of %d", floors)
	d := newModel(name)
	n := max(1, int(math.Round(math.Sqrt(float64(triangles)/float64(2*floors)))))
	for level := range floors {
		d.add(fmt.Sprintf("Floor %d", level), floorPaint, nil, tiled(stackRise*float64(level), n))
	}
	d.goal("Goal", 0, 0, area{m(1, 3), m(1, 3)})
	scene, err := ecs.FromDocument(d.doc, name, 1)
	if err != nil {
		return nil, nil, err
	}
	sc := ecs.NewScenario()
	sc.Name, sc.Scene = name, name
	sc.Grid.Layers = max(sc.Grid.Layers, floors)
	crowd(sc, "people", 0)
	return sc, scene, nil
}

// tiled is a floor of n × n squares.
func tiled(height float64, n int) *mesh {
	var areas []area
	cut := func(i int) int { return millimetres(stackEdge * float64(i) / float64(n)) }
	for i := range n {
		for j := range n {
			areas = append(areas, area{span{cut(i), cut(i + 1)}, span{cut(j), cut(j + 1)}})
		}
	}
	return terrace(height, areas...)
}
