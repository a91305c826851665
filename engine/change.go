package engine

import (
	"slices"
	"time"

	"throng/ecs"
	"throng/passes"
	"throng/passes/move"
	"throng/passes/plan"
)

// Change is what the last change of the scene took.
type Change struct {
	Entities int     // of the scene that have changed
	Cells    int     // cells baked again
	Fresh    int     // cells whose floor came, went or moved
	Cut      bool    // a way was cut: some potential is solved anew beyond it; or a goal's floor came or went: from the goal
	BakeMS   float64 // time of baking, the host's share included [ms]
	MS       float64 // time of all [ms]
}

// LastChange tells about the last change of the scene since Load; all is zero before the first.
func (e *Engine) LastChange() Change { return e.changed }

// changeDue applies the scenario's events of the coming dt seconds and what the host has changed in the world.
func (e *Engine) changeDue(dt float64) error {
	c := &e.crowd
	c.changes = c.schedule.Between(c.changes[:0], c.time, c.time+dt)
	e.world.Change(c.changes...)
	c.changes = e.world.DrainScene(c.changes[:0])
	return e.changeScene(c.changes)
}

// changeScene bakes the scene again where entities have come, gone or moved, between two steps. Everything that the bake
// makes is then as if the scene had been baked so from the start. Fields keep their values where there still is the same
// floor; agents whose floor is gone are moved to floor nearby, or stay alive and stranded, see [move.Relocate].
//
// A change that cannot be baked is taken back in the world, and everything stays as it was. Such errors wrap
// [ecs.ErrInput]: an entity beyond the grid or its height, with stair speeds in a scene that had none, too many layers or walls.
func (e *Engine) changeScene(deltas []ecs.SceneDelta) error {
	if len(deltas) == 0 {
		return nil
	}
	start := time.Now()
	if err := e.flush(); err != nil {
		return err
	}
	was, areas, err := e.reshape(deltas)
	var patches []*patch
	if err == nil {
		patches, err = e.rebake(areas)
	}
	if err != nil {
		e.undo(was)
		return e.fail(err)
	}
	e.scene = e.world.Scene()
	e.changed = Change{Entities: len(was), BakeMS: milliseconds(start)}
	if len(areas) > 0 {
		if err := e.put(areas, patches); err != nil {
			return e.fail(err)
		}
	}
	e.changed.MS = milliseconds(start)
	return nil
}

func milliseconds(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }

// flush waits for all steps, and hands the queued agents to the device: they stand on cells of the scene as it still is.
func (e *Engine) flush() error {
	if err := e.Wait(); err != nil {
		return err
	}
	slot, err := e.claim()
	if err != nil {
		return err
	}
	if slot, err = e.sendCommands(slot); err != nil || slot.step.Commands == 0 {
		return err
	}
	if err := e.x.submit(e.crowd.number, submission{commands: true}); err != nil {
		return err
	}
	return e.x.wait()
}

// rebake bakes areas of the scene as the geometry now has it.
func (e *Engine) rebake(areas []area) (patches []*patch, err error) {
	k := e.baker()
	for _, a := range areas {
		if err = k.each(a, func(p *patch) { patches = append(patches, p) }); err != nil {
			break
		}
	}
	e.stages = k.x.spent()
	if closing := k.x.close(); err == nil {
		err = closing
	}
	return patches, err
}

// influence is the area whose cells a change in a box can alter: walls are known as far as they reach, and where the
// floors of a tile are parted anew, the links of the tiles around it name other sheets.
func influence(b box, f *passes.Frame) area {
	return tilesAround(b, float32(dependence(f))*f.Cell, f).join(tilesAround(b, 2*f.Cell, f).widen(1, f))
}

// joinArea adds an area to areas that do not overlap, joined with those it overlaps.
func joinArea(areas []area, a area) []area {
	for i, b := range areas {
		if a.x0 < b.x1 && b.x0 < a.x1 && a.z0 < b.z1 && b.z0 < a.z1 {
			return joinArea(append(areas[:i:i], areas[i+1:]...), a.join(b))
		}
	}
	return append(areas, a)
}

// put takes all patches of the areas over: the cells, the fields, the solver's work, the agents.
func (e *Engine) put(areas []area, patches []*patch) error {
	f, b := &e.frame, &e.building
	was, radii := *f, e.radii()
	before := b.regions(areas, radii)
	t := b.replace(patches)
	if err := e.resolve(&t, t.compare(before, b.regions(areas, radii), len(radii)), areas); err != nil {
		return err
	}
	if err := e.hand(&t, was); err != nil {
		return err
	}
	e.changed.Cells, e.changed.Fresh = len(t.pages)*passes.PageCells, len(t.fresh)
	e.host.refresh(f, b)
	e.respawn(&t)
	return e.x.run(f, append(plan.Survey(f), move.Relocate{})...)
}

// radii are those of the groups, each once.
func (e *Engine) radii() (radii []float32) {
	for _, g := range e.scenario.Groups {
		if r := float32(g.Radius); !slices.Contains(radii, r) {
			radii = append(radii, r)
		}
	}
	return radii
}

// hand gives the device what has changed.
func (e *Engine) hand(t *turnover, was passes.Frame) error {
	if t.grown {
		if err := e.building.upload(e.x, &e.frame); err != nil {
			return err
		}
		if err := e.regrow(was); err != nil {
			return err
		}
		return e.carry(t.fresh)
	}
	moved, err := e.building.uploadPages(e.x, &e.frame, t.pages)
	if err == nil && moved {
		err = e.x.record(&e.frame, e.schedule())
	}
	if err != nil {
		return err
	}
	return e.carry(t.fresh)
}

// respawn brings the cells of the spawners up to date. One whose floor is all gone waits.
func (e *Engine) respawn(t *turnover) {
	touched := map[uint32]bool{}
	for _, page := range t.pages {
		touched[page] = true
	}
	for i := range e.crowd.spawners {
		s := &e.crowd.spawners[i]
		s.Cells = slices.DeleteFunc(s.Cells, func(c uint32) bool { return touched[c/passes.PageCells] })
		radius := float32(e.scenario.Groups[s.group].Radius)
		s.inside = e.within(&s.spec.Region)
		for _, page := range t.pages {
			for c := page * passes.PageCells; c < (page+1)*passes.PageCells; c++ {
				if e.host.walkable(c) && e.host.clearance[c] >= radius && s.inside(c) {
					s.Cells = append(s.Cells, c)
				}
			}
		}
	}
}
