package engine

import (
	"fmt"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// pose is where an entity of the scene is, and whether it takes part.
type pose struct {
	entity  int
	present bool
	motion  [16]float64
}

// reshape brings the geometry up to the world. It gives the poses of the changed entities as they were, and the areas to
// bake again, apart from each other.
func (e *Engine) reshape(deltas []ecs.SceneDelta) (was []pose, areas []area, err error) {
	done := map[int]bool{}
	for _, d := range deltas {
		if done[d.Entity] {
			continue
		}
		done[d.Entity] = true
		e.geometry.know(e.world.Scene(), d.Entity)
		m := &e.geometry.meshes[d.Entity]
		was = append(was, pose{d.Entity, m.physical, m.motion})
		touched := e.geometry.move(e.world, d.Entity, e.origin)
		if err := e.geometry.fits(e.world.Scene(), d.Entity, e.origin, &e.frame); err != nil {
			return was, nil, err
		}
		if a := influence(touched, &e.frame); !touched.empty() && !a.empty() {
			areas = joinArea(areas, a)
		}
	}
	return was, areas, nil
}

// undo puts the entities back in the world and in the geometry.
func (e *Engine) undo(was []pose) {
	for _, p := range was {
		away, back := ecs.SceneRemove, ecs.SceneAdd
		if e.world.Scene().Entities[p.entity].Role == ecs.RoleDoor {
			away, back = ecs.SceneOpen, ecs.SceneClose
		} else {
			e.world.MoveEntity(p.entity, p.motion)
		}
		kind := away
		if p.present {
			kind = back
		}
		e.world.Change(ecs.SceneDelta{Entity: p.entity, Kind: kind})
		e.geometry.move(e.world, p.entity, e.origin)
	}
	e.crowd.changes = e.world.DrainScene(e.crowd.changes[:0])
}

// know takes up entities that were added to the scene at run time, up to one. They take no part yet.
func (g *geometry) know(scene *ecs.Scene, entity int) {
	for i := len(g.meshes); i <= entity; i++ {
		g.add(scene, i)
		g.meshes[i].physical, g.meshes[i].box = false, emptyBox()
	}
}

// poses gives the entities of a world as they are baked.
func (g *geometry) poses(world *ecs.Snapshot) []ecs.SnapshotEntity {
	all := slices.Clone(world.Scene)
	for i := range all {
		switch {
		case i >= len(g.meshes):
			all[i] = ecs.SnapshotEntity{Motion: still} // added, but not yet taken up
		case !g.meshes[i].zone:
			all[i] = ecs.SnapshotEntity{Present: g.meshes[i].physical, Motion: g.meshes[i].motion}
		}
	}
	return all
}

// move brings an entity's triangles to where the world has them, and gives the box of the plan that is touched.
func (g *geometry) move(w *ecs.World, entity int, origin [3]float64) (touched box) {
	scene, m := w.Scene(), &g.meshes[entity]
	touched = emptyBox()
	if m.physical {
		touched = m.box
	}
	m.physical, m.motion = w.Present(entity), w.Motion(entity)
	at := ecs.SceneDelta{Transform: m.motion}
	g.place(scene, entity, at.Apply(nil, scene.Of(&scene.Entities[entity])), origin)
	if m.physical {
		touched = touched.join(m.box)
	}
	return touched
}

// fits fails where an entity that takes part lies beyond the grid, higher or lower than the views of the bake see, or
// needs cells to hold what they have no room for.
func (g *geometry) fits(scene *ecs.Scene, entity int, origin [3]float64, f *passes.Frame) error {
	m, e := &g.meshes[entity], &scene.Entities[entity]
	if !m.physical {
		return nil
	}
	if f.Stairs == 0 && g.attributes[entity].Stair != 0 {
		return fmt.Errorf("engine: scene %q: entity %q has speed fractions of stairs, expected none: no entity had any when the scene was loaded: %w",
			scene.Name, e.Name, ecs.ErrInput)
	}
	wide, long := float32(f.Width)*f.Cell, float32(f.Height)*f.Cell
	if b := m.box; !(b.x0 >= 0 && b.z0 >= 0 && b.x1 <= wide && b.z1 <= long) {
		at := func(v float32, axis int) float64 { return float64(v) + origin[axis] }
		return fmt.Errorf("engine: scene %q: entity %q would reach from (%.2f, %.2f) to (%.2f, %.2f) m in the plan, expected within the grid from (%.2f, %.2f) to (%.2f, %.2f) m: %w",
			scene.Name, e.Name, at(b.x0, 0), at(b.z0, 2), at(b.x1, 0), at(b.z1, 2), origin[0], origin[2], at(wide, 0), at(long, 2), ecs.ErrInput)
	}
	for _, t := range g.corners[m.first : m.first+m.count] {
		for _, v := range t {
			if !(v[1] > -1 && v[1] < f.Top+1) {
				return fmt.Errorf("engine: scene %q: entity %q would reach a height of %.2f m, expected %.2f to %.2f m, a metre beyond the scene as it was loaded: %w",
					scene.Name, e.Name, float64(v[1])+origin[1], origin[1]-1, origin[1]+float64(f.Top)+1, ecs.ErrInput)
			}
		}
	}
	return nil
}
