package ecs

import (
	"errors"
	"math"
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/qmuntal/gltf"
)

// FuzzScenario: no text may panic the reader; what it accepts is within the
// limits and survives being written and read again.
func FuzzScenario(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"version":1,"scene":"builtin:villa"}`))
	f.Add([]byte(`{"version":1,"scene":"a","spawns":[],"groups":[{"name":"a","goal":0}]}`))
	for _, c := range badScenarios {
		if len(c.new) < 200 {
			f.Add([]byte(c.new))
		}
	}
	scene := mustScene(f, house())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseScenario(data, "fuzz")
		if err != nil {
			if !errors.Is(err, ErrInput) {
				t.Errorf("%v: does not match ErrInput", err)
			}
			return
		}
		if err := s.Validate(); err != nil {
			t.Errorf("the reader took what Validate refuses: %v", err)
		}
		text, err := s.JSON()
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseScenario(text, "fuzz")
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if !reflect.DeepEqual(s, back) {
			t.Errorf("wrote\n%+v\nread\n%+v", s, back)
		}
		if n := s.Agents(); n < 0 || n > MaxAgents {
			t.Errorf("%d agents", n)
		}
		if err := s.Complete(scene, nil); err == nil && len(s.Groups) == 0 {
			t.Error("completed without a group")
		}
	})
}

// FuzzScene: no file may panic the reader or make it allocate without bound;
// what it accepts is finite, and every entity's triangles are there.
func FuzzScene(f *testing.F) {
	f.Add(encode(f, house(), true))
	f.Add(encode(f, house(), false))
	doc := newDoc()
	parent := addNode(doc, "p", throng(dict{"role": "walkable", "speed": dict{"up": 0.5}}))
	parent.Scale = [3]float64{-1, 2, 1}
	addChild(doc, parent, "c", throng(dict{"role": "spawn", "group": 1}))
	f.Add(encode(f, doc, false))
	instanced(doc, parent, dict{"TRANSLATION": [][3]float32{{}, {1, 0, 0}}, "ROTATION": [][4]int8{{0, 0, 0, 127}, {0, 127, 0, 0}}})
	f.Add(encode(f, doc, false))
	thin := newDoc()
	addNode(thin, "n", throng(dict{"role": "door", "closed": true}))
	sparse(thin, thin.Meshes[0].Primitives[0].Attributes[gltf.POSITION], false, []uint16{1, 2}, [][3]float32{{0, 0, 4}, {4, 0, 4}})
	f.Add(encode(f, thin, false))
	f.Add([]byte(`{"asset":{"version":"2.0"},"nodes":[{"children":[0]}]}`))
	f.Add([]byte(`{"asset":{"version":"2.0"},"buffers":[null],"accessors":[null],"meshes":[{"primitives":[null]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadSceneFS(fstest.MapFS{"f": {Data: data}, "b.bin": {Data: make([]byte, 64)}}, "f", 1)
		if err != nil {
			if !errors.Is(err, ErrInput) {
				t.Errorf("%v: does not match ErrInput", err)
			}
			return
		}
		next := 0
		for i := range s.Entities {
			if e := &s.Entities[i]; e.First != next || e.Count < 1 || e.Role >= numRoles || e.SpeedUp <= 0 || e.Name == "" {
				t.Errorf("entity %+v", e)
			}
			next += s.Entities[i].Count
		}
		if next != len(s.Triangles) {
			t.Errorf("the entities have %d of %d triangles", next, len(s.Triangles))
		}
		if len(s.Closed) != next {
			t.Errorf("%d triangles have %d marks", next, len(s.Closed))
		}
		for i, tri := range s.Triangles {
			if n := tri.Normal(); !(math.Abs(length(n)-1) < 1e-9) {
				t.Errorf("triangle %d %v has normal %v", i, tri, n)
			}
		}
	})
}
