package engine

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
	"throng/passes"
)

// wanderer changes a scene at random.
type wanderer struct {
	*rand.Rand
	e    *Engine
	side float64
}

// motion turns about the height axis, mirrors and shifts.
func (w *wanderer) motion() [16]float64 {
	a, flip := 2*math.Pi*w.Float64(), 1.0
	if w.IntN(4) == 0 {
		a = 0
	}
	if w.IntN(3) == 0 {
		flip = -1
	}
	s, c := math.Sincos(a)
	mid := w.side / 2
	x, z := mid+3*(w.Float64()-0.5), mid+3*(w.Float64()-0.5) // where the middle goes
	return [16]float64{flip * c, 0, flip * s, 0, 0, 1, 0, 0, -s, 0, c, 0, x - (flip*c*mid - s*mid), 0.6 * (w.Float64() - 0.5), z - (flip*s*mid + c*mid), 1}
}

// change changes an entity, or adds one.
func (w *wanderer) change(t *testing.T) {
	world := w.e.world
	scene := world.Scene()
	i := 1 + w.IntN(len(scene.Entities)-1) // the floor stays
	if !scene.Entities[i].Role.Physical() {
		return
	}
	switch w.IntN(8) {
	case 0, 1:
		world.RemoveEntity(i)
	case 2, 3:
		world.AddEntity(i)
	case 4:
		if len(scene.Entities) < 40 {
			at := func() float64 { return w.side * (0.1 + 0.8*w.Float64()) }
			roles := []ecs.Role{ecs.RoleObstacle, ecs.RoleSolid, ecs.RoleWalkable}
			low := 2 * w.Float64()
			_, err := world.AddMesh(ecs.Entity{Name: "new", Role: roles[w.IntN(3)], SpeedUp: 1, SpeedDown: 1},
				block(at(), at(), 1+w.Float64(), 1+w.Float64(), at(), low, low+0.2+w.Float64()))
			must(t, err)
		}
	default:
		world.MoveEntity(i, w.motion())
	}
}

// tidy checks that every page lies in one place of the table or is free, and that the walls have room.
func tidy(t *testing.T, b *building, f *passes.Frame) {
	t.Helper()
	used := make([]int, len(b.pages))
	for _, page := range b.table {
		if page != passes.None {
			used[page]++
		}
	}
	for _, page := range b.free {
		used[page]++
	}
	for page, n := range used {
		if n != 1 {
			t.Fatalf("page %d is in %d places", page, n)
		}
	}
	if b.wallEnd > int(f.Segments) || int(f.Pages) != len(b.pages) {
		t.Fatalf("the walls end at %d of %d, and there are %d pages, %d on the device", b.wallEnd, f.Segments, len(b.pages), f.Pages)
	}
}

// Things that come, go, turn, move and are new, on random scenes with people: what is baked again is to the bit what a
// full bake gives, nobody goes missing, what is refused changes nothing, and memory does not leak.
func TestRandomChangesEqualAFullBake(t *testing.T) {
	long, often := 8, 1
	if !testing.Short() {
		long, often = 200, 8
	}
	for seed := range uint64(4) {
		rounds := long // of one scene on each executor
		if seed >= 2 {
			rounds = 8
		}
		scene := randomScene(seed)
		sc := emptyScenario(scene.Name)
		e := open(t, Options{Executor: []string{"cpu", "gpu"}[seed%2]})
		must(t, e.Load(sc, scene))
		w := &wanderer{rand.New(rand.NewPCG(seed, 5)), e, scene.Max[0]}
		people := 0
		refused, most, peak := 0, 0, 0
		for n := range rounds {
			for range 4 { // they stand on the floor as it is before the change
				at := ecs.SpawnAt{Position: [3]float64{w.side * w.Float64(), 2.5 * float64(w.IntN(2)), w.side * w.Float64()}}
				if e.Spawn(0, at) == nil {
					people++
				}
			}
			for range 1 + w.IntN(2) {
				w.change(t)
			}
			err := e.changeScene(e.world.DrainScene(nil))
			if errors.Is(err, ecs.ErrInput) {
				refused++
			} else {
				must(t, err)
			}
			if n%often == 0 {
				asNew(t, e)
			}
			tidy(t, &e.building, &e.frame)
			for range 2 {
				must(t, e.Step(0.1))
			}
			must(t, e.Wait())
			if s := e.Stats(); !s.Balanced() || int(s.Spawned) != people {
				t.Fatalf("seed %d: %d people, %+v, and the books are %+v", seed, people, e.changed, s)
			}
			most, peak = max(most, len(e.building.pages)-len(e.building.free)), max(peak, int(e.frame.Segments))
		}
		if n := len(e.building.pages); n > 2*most {
			t.Errorf("seed %d: %d pages, of which at most %d were in use at a time", seed, n, most)
		}
		walls := 0
		for _, list := range e.building.walls {
			walls += len(list)
		}
		t.Logf("seed %d: %d people, %d changes refused, %d pages, %d in use at most, %d walls in room for %d, at most %d; %+v",
			seed, people, refused, len(e.building.pages), most, walls, e.frame.Segments, peak, e.Stats())
	}
}
