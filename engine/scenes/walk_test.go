package scenes

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine/audit"
)

const (
	testRadius = 0.2
	testStep   = 0.25
	stride     = 0.25 // of the walkers, metres
)

// walker explores a scene on foot by the audit alone: from place to place, one stride
// at a time along x or z, as a disc of testRadius.
type walker struct {
	scene *ecs.Scene
	audit *audit.Audit
	seen  map[spot]float64 // height of the floor
}

// spot is a place counted in strides, and a storey-sized slice of its height, so that
// two floors at one place of the plan are two spots.
type spot struct{ i, j, k int }

func spotAt(p [3]float64) spot {
	return spot{int(math.Round(p[0] / stride)), int(math.Round(p[2] / stride)), int(math.Floor((p[1] + 0.1) / 1.5))}
}

func newWalker(t *testing.T, name string) *walker {
	t.Helper()
	scene, err := Load(name, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &walker{scene, audit.New(scene, testStep, 1.8, 50), map[spot]float64{}}
}

// explore visits everything that can be reached from a place.
func (w *walker) explore(from [3]float64) {
	queue := [][3]float64{w.snap(from)}
	w.seen[spotAt(queue[0])] = queue[0][1]
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, d := range [4][2]float64{{0, stride}, {stride, 0}, {0, -stride}, {-stride, 0}} {
			q := [3]float64{p[0] + d[0], p[1], p[2] + d[1]}
			if w.audit.Judge(p, q, testRadius, 0.001) != audit.None {
				continue
			}
			q[1], _ = w.audit.Floor(q)
			if _, ok := w.seen[spotAt(q)]; !ok {
				w.seen[spotAt(q)] = q[1]
				queue = append(queue, q)
			}
		}
	}
}

// snap moves a place to the strides' lattice, down to its floor.
func (w *walker) snap(p [3]float64) [3]float64 {
	q := [3]float64{math.Round(p[0]/stride) * stride, p[1], math.Round(p[2]/stride) * stride}
	q[1], _ = w.audit.Floor(q)
	return q
}

// share is the fraction of an entity's lattice places that were visited.
func (w *walker) share(e *ecs.Entity) float64 {
	reached, all := 0, 0
	for _, p := range w.places(e) {
		all++
		if y, ok := w.seen[spotAt(p)]; ok && math.Abs(y-p[1]) < testStep {
			reached++
		}
	}
	return float64(reached) / float64(max(all, 1))
}

// places are the lattice places over the triangles of an entity, at its height.
func (w *walker) places(e *ecs.Entity) [][3]float64 {
	var places [][3]float64
	taken := map[spot]bool{}
	for _, t := range w.scene.Of(e) {
		lo, hi := t[0], t[0]
		for _, p := range t[1:] {
			for axis := range 3 {
				lo[axis], hi[axis] = min(lo[axis], p[axis]), max(hi[axis], p[axis])
			}
		}
		for i := math.Ceil(lo[0] / stride); i*stride <= hi[0]; i++ {
			for j := math.Ceil(lo[2] / stride); j*stride <= hi[2]; j++ {
				p := [3]float64{i * stride, lo[1], j * stride}
				if !taken[spotAt(p)] {
					taken[spotAt(p)] = true
					places = append(places, p)
				}
			}
		}
	}
	return places
}

// of lists the entities of a role.
func (w *walker) of(role ecs.Role) []*ecs.Entity {
	var list []*ecs.Entity
	for i := range w.scene.Entities {
		if w.scene.Entities[i].Role == role {
			list = append(list, &w.scene.Entities[i])
		}
	}
	return list
}

// From every start the goal of those who start there can be reached on foot, with the
// default radius, step and headroom: over stairs and through doors. Goals on the same
// island as a start are reached from it too.
func TestEverythingIsReachable(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			w := newWalker(t, name)
			for _, e := range w.of(ecs.RoleSpawn) {
				from := w.places(e)[0]
				if _, ok := w.seen[spotAt(from)]; !ok {
					w.explore(from)
				}
				if s := w.share(e); s < 1 {
					t.Errorf("%s: only %.1f %% of it can be reached", e.Name, 100*s)
				}
			}
			for _, e := range w.of(ecs.RoleGoal) {
				// A goal may touch its walls, where no centre can come.
				if s := w.share(e); s < 0.5 {
					t.Errorf("%s: only %.1f %% of it can be reached", e.Name, 100*s)
				}
			}
		})
	}
}

// The negative control of the test above: without the stair the upper level is cut off.
func TestNoStairNoWay(t *testing.T) {
	w := newWalker(t, "stairs")
	for i := range w.scene.Entities {
		if e := &w.scene.Entities[i]; e.Name == "Stair" {
			e.Role = ecs.RoleIgnore
		}
	}
	w.audit = audit.New(w.scene, testStep, 1.8, 50)
	w.explore([3]float64{10, 0, 5})
	for s, y := range w.seen {
		if y > 1 {
			t.Fatalf("the upper level is reached at %v", s)
		}
	}
}

// Every flight is walkable over its whole width: no step above one tread, and room for
// shoulders and head all the way.
func TestFlightsAreWalkable(t *testing.T) {
	flights := map[string][]flight{
		"stairs": {{foot: millimetres(upperEdge) - run, dir: +1, z: m(4, 6), base: 0}},
	}
	for _, c := range villaCores {
		flights["villa"] = append(flights["villa"], c.flight(0), c.flight(1))
	}
	for name, list := range flights {
		w := newWalker(t, name)
		for _, f := range list {
			for z := float64(f.z.lo)/1000 + 0.21; z < float64(f.z.hi)/1000-0.2; z += 0.2 {
				w.climb(t, f, z)
			}
		}
	}
}

// climb walks up a flight, from half a metre before it to half a metre beyond it.
func (w *walker) climb(t *testing.T, f flight, z float64) {
	t.Helper()
	const pace = 20 // millimetres
	p := [3]float64{float64(f.foot-f.dir*500) / 1000, f.base, z}
	for at := -500; at <= run+500; at += pace {
		q := [3]float64{float64(f.foot+f.dir*at) / 1000, p[1], z}
		v := w.audit.Check(q)
		switch {
		case !v.OverFloor || math.Abs(v.Floor-p[1]) > 0.17+1e-6:
			t.Fatalf("%v towards %+d: no floor within one rise at %v: %+v", f.z, f.dir, q, v)
		case v.Wall < testRadius:
			t.Fatalf("%v towards %+d: an obstruction %.3f m from %v", f.z, f.dir, v.Wall, q)
		case w.audit.Crossed(p, q):
			t.Fatalf("%v towards %+d: a wall before %v", f.z, f.dir, q)
		}
		q[1] = v.Floor
		p = q
	}
	if top := f.base + storey; math.Abs(p[1]-top) > 1e-6 {
		t.Fatalf("%v towards %+d: the way ends at %g m; want %g m", f.z, f.dir, p[1], top)
	}
}

// Planes hover 5 cm over a floor, and starts keep clear of walls, with room for the body.
func TestMarkersLieOnFloors(t *testing.T) {
	for _, name := range Names() {
		w := newWalker(t, name)
		for _, role := range []ecs.Role{ecs.RoleSpawn, ecs.RoleGoal} {
			for _, e := range w.of(role) {
				for _, p := range w.places(e) {
					y, ok := w.audit.Floor(p)
					if !ok || math.Abs(p[1]-y-hover) > 1e-5 {
						t.Fatalf("%s: %s: no floor %g m below %v, but one at %g m: %v", name, e.Name, hover, p, y, ok)
					}
					if o := w.audit.Judge(p, p, testRadius, 0); role == ecs.RoleSpawn && o != audit.None {
						t.Fatalf("%s: %s: at %v there is no room: %v", name, e.Name, p, o)
					}
				}
			}
		}
	}
}
