package ecs

import (
	"fmt"
	"math"
	"slices"
)

// Scene is the scene as it is now: the one that was loaded, and what AddMesh
// added behind. Triangles are where they were loaded; Motion says where they are.
// It is nil when the world was loaded without one, and must not be changed.
func (w *World) Scene() *Scene { return w.scene }

// SceneEntity gives the arche entity of a scene entity, by its index in
// Scene.Entities, which Presence.Entity holds.
func (w *World) SceneEntity(i int) Handle {
	if i < 0 || i >= len(w.entities) {
		panic(fmt.Sprintf("ecs: scene entity %d does not exist; the scene has %d of them.", i, len(w.entities)))
	}
	return w.entities[i]
}

// Present reports whether a scene entity takes part now: a door does while closed.
func (w *World) Present(i int) bool { return w.presence.Get(w.SceneEntity(i)).Present }

// Motion is the world motion of a scene entity since it was loaded.
func (w *World) Motion(i int) [16]float64 { return w.motion.Get(w.SceneEntity(i)).Matrix }

// AddEntity lets a physical scene entity take part from now on.
func (w *World) AddEntity(i int) { w.Change(SceneDelta{Entity: i, Kind: SceneAdd}) }

// RemoveEntity lets a physical scene entity take no part any more. It stays in
// the scene, for AddEntity.
func (w *World) RemoveEntity(i int) { w.Change(SceneDelta{Entity: i, Kind: SceneRemove}) }

// MoveEntity puts a physical scene entity elsewhere: motion takes its triangles
// as loaded to world metres, column-major, whatever earlier moves did.
func (w *World) MoveEntity(i int, motion [16]float64) {
	w.Change(SceneDelta{Entity: i, Kind: SceneMove, Transform: motion})
}

// OpenDoor opens all doors of a name. No such door is an error that matches
// ErrInput.
func (w *World) OpenDoor(name string) error { return w.door(SceneOpen, name) }

// CloseDoor closes all doors of a name. No such door is an error that matches
// ErrInput.
func (w *World) CloseDoor(name string) error { return w.door(SceneClose, name) }

func (w *World) door(kind SceneDeltaKind, name string) error {
	if w.scene == nil {
		return inputError{fmt.Errorf("ecs: %s door %q: the world has no scene", kind, name)}
	}
	leaves := w.scene.targets().doors[name]
	if len(leaves) == 0 {
		return inputError{fmt.Errorf("ecs: %s door %q: no such door in scene %q; expected %s", kind, name, w.scene.Name, w.scene.nameSome(kind))}
	}
	for _, i := range leaves {
		w.Change(SceneDelta{Entity: i, Kind: kind})
	}
	return nil
}

// Change applies deltas, such as a Schedule's, to the scene entities and queues
// those that change something for the engine, each with the entity's motion.
func (w *World) Change(deltas ...SceneDelta) {
	for _, d := range deltas {
		w.change(d)
	}
}

func (w *World) change(d SceneDelta) {
	h := w.SceneEntity(d.Entity)
	e := &w.scene.Entities[d.Entity]
	if !d.Kind.takes(e.Role) {
		panic(fmt.Sprintf("ecs: %s of scene entity %d %q does not fit its role, %s.", d.Kind, d.Entity, e.Name, e.Role))
	}
	presence, motion := w.presence.Get(h), w.motion.Get(h)
	if d.Kind == SceneMove {
		if err := checkMotion(&d.Transform); err != nil {
			panic(fmt.Sprintf("ecs: move of scene entity %d %q: %v.", d.Entity, e.Name, err))
		}
		if motion.Matrix == d.Transform {
			return
		}
		w.place(d.Entity, d.Transform)
	} else {
		present := d.Kind == SceneAdd || d.Kind == SceneClose
		if presence.Present == present {
			return
		}
		presence.Present = present
		d.Transform = motion.Matrix
	}
	w.changes = append(w.changes, d)
}

// place sets the motion of a scene entity and what follows from it.
func (w *World) place(i int, motion mat4) {
	h := w.entities[i]
	w.motion.Get(h).Matrix = motion
	w.transform.Get(h).Matrix = mul(motion, w.scene.Entities[i].Transform)
}

// AddMesh appends an entity with triangles in world metres to the scene, lets it
// take part and queues that. A door is added as e.DoorClosed says. It returns the
// entity's index. Node, Instance, First and Count of e are set here; triangles
// without area are left out.
//
// An entity that is neither physical nor a door, and triangles that are none, too
// many or too far away, are errors that match ErrInput. The scene that the world
// was loaded with stays as it is.
func (w *World) AddMesh(e Entity, triangles []Triangle) (int, error) {
	next := Scene{}
	if w.scene != nil {
		next = *w.scene
	}
	good, err := meshOf(&e, triangles, MaxTriangles-len(next.Triangles))
	if err != nil {
		return 0, inputError{fmt.Errorf("ecs: add mesh %q: %w", e.Name, err)}
	}
	i := len(next.Entities)
	e.Node, e.Instance, e.First, e.Count = -1, i, len(next.Triangles), len(good)
	if next.Closed == nil {
		next.Closed = make([]bool, e.First)
	}
	closed := make([]bool, e.Count)
	markClosed(good, slices.Repeat([]bool{e.TwoSided}, e.Count), closed)
	next.Entities = append(next.Entities, e)
	next.Triangles = append(next.Triangles, good...)
	next.Closed = append(next.Closed, closed...)
	if i == 0 {
		next.emptyBox()
	}
	next.grow(good)
	w.scene = &next
	w.addPart(&next.Entities[i])
	if w.Present(i) {
		w.changes = append(w.changes, SceneDelta{Entity: i, Kind: e.arrival(), Transform: identity})
	}
	return i, nil
}

// arrival is the kind of the delta with which the entity begins to take part.
func (e *Entity) arrival() SceneDeltaKind {
	if e.Role == RoleDoor {
		return SceneClose
	}
	return SceneAdd
}

func meshOf(e *Entity, triangles []Triangle, room int) ([]Triangle, error) {
	if !e.Role.Physical() && e.Role != RoleDoor {
		return nil, fmt.Errorf("role %s; expected solid, walkable, obstacle or door", e.Role)
	}
	good := make([]Triangle, 0, len(triangles))
	for i, t := range triangles {
		for _, p := range t {
			for _, v := range p {
				if !(math.Abs(v) <= maxCoordinate) {
					return nil, fmt.Errorf("triangle %d is %v; expected at most %g m from the origin", i, t, maxCoordinate)
				}
			}
		}
		if !t.degenerate() {
			good = append(good, t)
		}
	}
	if len(good) == 0 || len(good) > room {
		return nil, fmt.Errorf("%d triangles that have an area; expected 1 to %d", len(good), room)
	}
	return good, nil
}

// DrainScene appends the queued changes of the scene to dst, oldest first, and
// empties the queue.
func (w *World) DrainScene(dst []SceneDelta) []SceneDelta {
	dst = append(dst, w.changes...)
	w.changes = w.changes[:0]
	return dst
}

// own takes a scene without sharing the spare room behind its slices, in which
// two worlds would write over one another.
func (w *World) own(scene *Scene) {
	w.parts.RemoveEntities(false)
	w.scene, w.entities, w.changes = nil, w.entities[:0], w.changes[:0]
	if scene == nil {
		return
	}
	s := *scene
	s.Entities, s.Triangles, s.Closed = slices.Clip(s.Entities), slices.Clip(s.Triangles), slices.Clip(s.Closed)
	w.scene = &s
	for i := range s.Entities {
		w.addPart(&s.Entities[i])
	}
}

// addPart makes the arche entity of the next scene entity.
func (w *World) addPart(e *Entity) {
	i := len(w.entities)
	w.entities = append(w.entities, w.parts.NewWith(
		&Node{e.Node, e.Name}, &Mesh{e.First, e.Count}, &Transform{e.Transform}, &RoleOf{e.Role}, &GoalOf{e.Goal},
		&Presence{i, e.PresentAtStart()}, &Motion{identity}))
}
