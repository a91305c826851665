package main

import (
	"errors"
	"fmt"

	"throng/ecs"
	"throng/engine"
)

// rebakeRow compares a full bake with what a change of one door takes.
type rebakeRow struct {
	Table   string  `json:"table"`
	Scene   string  `json:"scene"`
	Cell    float64 `json:"cell"` // [m]
	Cells   int     `json:"cells"`
	Touched int     `json:"cells_again"` // baked again with the door
	Bakes   int     `json:"bakes"`
	Changes int     `json:"changes"`
	Bake    spread  `json:"bake"`   // full [ms]
	Rebake  spread  `json:"rebake"` // of the door's surroundings [ms]
	Change  spread  `json:"change"` // with the fields, the potentials and the people that it touches [ms]
	Ratio   float64 `json:"ratio"`  // of the medians of bake and re-bake
	Gate    string  `json:"gate"`
}

// rebakeCell makes the table's cells as small as a study would have them.
const (
	rebakeScene = "rimea8"
	rebakeCell  = 0.125
)

// rebake closes and opens one door of the building again and again, beside full bakes; the scene with the door closed
// must then be what a bake of it from the start gives.
func (b *bench) rebake() (err error) {
	fmt.Fprintf(b.out, "\nrebake: %s at %g m, a full bake and the change of one door [ms]; gate: the changed scene has the hash of a fresh bake\n", rebakeScene, rebakeCell)
	sc, scene, err := empty(rebakeScene)
	if err != nil {
		return err
	}
	sc.Grid.Cell = rebakeCell
	e, err := b.another(b.options.Peeler)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	row := rebakeRow{Table: "rebake", Scene: sc.Scene, Cell: rebakeCell, Changes: b.size.changes, Bakes: b.size.bakes}
	var full []float64
	for n := range b.size.bakes + 1 { // the first warms up
		r, err := b.baked(e, sc, scene)
		if err != nil {
			return err
		}
		if row.Cells = r.WalkableCells; n > 0 {
			full = append(full, r.BakeMS)
		}
	}
	door := scene.Entities[firstDoor(scene)].Name
	if err := row.change(e, door, b.size.changes); err != nil {
		return err
	}
	if row.Gate, err = b.afresh(e, sc, scene, door); err != nil {
		return err
	}
	row.Bake = spreadOf(full)
	row.Ratio = row.Bake.Median / row.Rebake.Median
	b.report.Rows = append(b.report.Rows, row)
	row.print(b)
	return nil
}

func (row *rebakeRow) print(b *bench) {
	fmt.Fprintf(b.out, "what           times     cells      min  median     p95\n")
	for _, l := range []struct {
		what  string
		times int
		cells int
		ms    spread
	}{{"full bake", row.Bakes, row.Cells, row.Bake}, {"re-bake", row.Changes, row.Touched, row.Rebake}, {"whole change", row.Changes, row.Touched, row.Change}} {
		fmt.Fprintf(b.out, "%-13s  %5d  %8d  %7.2f %7.2f %7.2f\n", l.what, l.times, l.cells, l.ms.Min, l.ms.Median, l.ms.P95)
	}
	fmt.Fprintf(b.out, "full bake ÷ re-bake: %.1f  %s\n", row.Ratio, row.Gate)
}

// firstDoor finds a door to change.
func firstDoor(scene *ecs.Scene) int {
	for i := range scene.Entities {
		if scene.Entities[i].Role == ecs.RoleDoor {
			return i
		}
	}
	panic("crowdbench: the scene of the table rebake has no door.")
}

// change closes and opens the door by turns and leaves it closed. The first two changes warm up.
func (row *rebakeRow) change(e *engine.Engine, door string, times int) error {
	var bakes, all []float64
	for n := range times + 2 {
		turn := e.World().CloseDoor
		if (times+2-n)%2 == 0 {
			turn = e.World().OpenDoor
		}
		if err := turn(door); err != nil {
			return err
		}
		if err := warmUp(e, 1); err != nil {
			return err
		}
		c := e.LastChange()
		if row.Touched = c.Cells; n > 1 {
			bakes, all = append(bakes, c.BakeMS), append(all, c.MS)
		}
	}
	row.Rebake, row.Change = spreadOf(bakes), spreadOf(all)
	return nil
}

// afresh compares the engine's scene with a bake of it from the start.
func (b *bench) afresh(e *engine.Engine, sc *ecs.Scenario, scene *ecs.Scene, door string) (gate string, err error) {
	got, err := e.Report()
	if err != nil {
		return "", err
	}
	was := got.BakeHash
	open, err := b.baked(e, sc, scene)
	if err != nil {
		return "", err
	}
	closed := *scene
	closed.Entities = append([]ecs.Entity(nil), scene.Entities...)
	for i := range closed.Entities {
		if d := &closed.Entities[i]; d.Role == ecs.RoleDoor && d.Name == door {
			d.DoorClosed = true
		}
	}
	want, err := b.baked(e, sc, &closed)
	if err != nil {
		return "", err
	}
	if want.BakeHash == open.BakeHash {
		return "FAIL: the door changes nothing", nil
	}
	return same(want.BakeHash, was), nil
}
