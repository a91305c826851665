package engine

import (
	"bytes"
	"errors"
	"testing"

	"throng/ecs"
)

// unrest changes the yard: pages come and go, things are added, turned and moved.
func unrest(t *testing.T, e *Engine) {
	t.Helper()
	_, err := e.world.AddMesh(ecs.Entity{Name: "shelf", Role: ecs.RoleSolid, SpeedUp: 1, SpeedDown: 1}, block(3, 5, 3, 3, 0.3, 2.5, 2.7))
	must(t, err)
	e.walkOn(t, 3)
	e.world.RemoveEntity(1)
	e.walkOn(t, 5)
	e.world.MoveEntity(3, [16]float64{0: 1, 5: 1, 10: 1, 12: 2, 13: 0.1, 14: 1, 15: 1})
	e.walkOn(t, 2)
	e.world.AddEntity(1)
	e.walkOn(t, 4)
}

// A snapshot of a scene that has changed goes on in an engine that has loaded the scene as it was: to the same bake, page
// for page, and the same crowd.
func TestSnapshotOfAChangedScene(t *testing.T) {
	eachExecutor(t, func(t *testing.T, x string) {
		e := inYard(t, x)
		unrest(t, e)
		e.world.MoveEntity(3, [16]float64{0: 1, 5: 1, 10: 1, 12: 1, 15: 1}) // still queued in the snapshot
		s, err := e.Snapshot()
		must(t, err)
		var file bytes.Buffer
		must(t, s.Write(&file))
		e.walkOn(t, 30)
		e.world.RemoveEntity(1)
		e.walkOn(t, 70)
		want, err := e.Hash()
		must(t, err)

		sc := emptyScenario("yard")
		sc.DT = 0.1
		fresh := open(t, Options{Executor: x})
		must(t, fresh.Load(sc, yard()))
		for _, other := range []*Engine{fresh, e} {
			s, err := ReadSnapshot(bytes.NewReader(file.Bytes()))
			must(t, err)
			must(t, other.Restore(s))
			other.walkOn(t, 30)
			asNew(t, other)
			other.world.RemoveEntity(1)
			other.walkOn(t, 70)
			if got, err := other.Hash(); err != nil || got != want {
				t.Errorf("the crowd that goes on has hash %.16s, expected %.16s: %v", got, want, err)
			}
			asNew(t, other)
		}
	})
}

// What is damaged or made up is refused, and changes nothing.
func TestSnapshotOfAChangedSceneThatDoesNotFit(t *testing.T) {
	e := inYard(t, "cpu")
	unrest(t, e)
	hash, err := e.Hash()
	must(t, err)
	for name, spoil := range map[string]func(s *Snapshot){
		"another page":    func(s *Snapshot) { s.Pages[0][2]++ },
		"a page twice":    func(s *Snapshot) { s.Pages[1] = s.Pages[0] },
		"a page far away": func(s *Snapshot) { s.Pages[0][0] = 1 << 31 },
		"fewer pages":     func(s *Snapshot) { s.Pages = s.Pages[1:] },
		"free pages":      func(s *Snapshot) { s.Free = append(s.Free, 1<<31) },
		"few colours":     func(s *Snapshot) { s.Colours = 0 },
		"many colours":    func(s *Snapshot) { s.Colours = 1 << 31 },
		"many sheets":     func(s *Snapshot) { s.Sheets = 1 << 40 },
		"other scene":     func(s *Snapshot) { s.Scene[1].Present = !s.Scene[1].Present },
		"moved away":      func(s *Snapshot) { s.Scene[3].Motion[12] = 100 },
		"no motion":       func(s *Snapshot) { s.World.Scene[3].Motion = [16]float64{} },
		"nothing added":   func(s *Snapshot) { s.World.Added = nil },
		"no scene":        func(s *Snapshot) { s.Scene = nil },
		"queue":           func(s *Snapshot) { s.World.SceneQueue = []ecs.SceneDelta{{Entity: 99}} },
	} {
		s, err := e.Snapshot()
		must(t, err)
		spoil(s)
		if err := e.Restore(s); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
		if again, err := e.Hash(); err != nil || again != hash {
			t.Errorf("%s: the crowd has changed: %v", name, err)
		}
		asNew(t, e)
	}
	s, err := e.Snapshot()
	must(t, err)
	var file bytes.Buffer
	must(t, s.Write(&file))
	for at := 0; at < file.Len(); at += 1 + file.Len()/50 {
		data := bytes.Clone(file.Bytes())
		data[at] ^= 0x10
		if _, err := ReadSnapshot(bytes.NewReader(data)); !errors.Is(err, ErrSnapshot) {
			t.Errorf("byte %d damaged: %v", at, err)
		}
		if _, err := ReadSnapshot(bytes.NewReader(data[:at])); !errors.Is(err, ErrSnapshot) {
			t.Errorf("cut after byte %d: %v", at, err)
		}
	}
}
