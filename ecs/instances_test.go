package ecs

import (
	"math"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// instanced makes a node's mesh stand where columns say.
func instanced(doc *gltf.Document, n *gltf.Node, columns dict) {
	attributes := map[string]int{}
	for name, data := range columns {
		attributes[name] = modeler.WriteAccessor(doc, gltf.TargetNone, data)
		switch data.(type) {
		case [][4]int8, [][4]int16:
			doc.Accessors[attributes[name]].Normalized = true
		}
	}
	n.Extensions = gltf.Extensions{instancing: dict{"attributes": attributes}}
	doc.ExtensionsRequired = []string{instancing}
}

// A node turned by 90° about y (x to −z) and moved to x = 10, its corner (1, 0, 0)
// at each instance by hand: node · T · R · S.
func TestInstances(t *testing.T) {
	half := float32(math.Sqrt2 / 2)
	for name, c := range map[string]struct {
		columns dict
		want    [][3]float64 // where the instance's corner (1, 0, 0) comes to be
	}{
		"translations": {dict{"TRANSLATION": [][3]float32{{}, {0, 2, 0}, {3, 0, 5}}},
			[][3]float64{{10, 0, -1}, {10, 2, -1}, {15, 0, -4}}},
		"scales":           {dict{"SCALE": [][3]float32{{2, 1, 1}, {-1, 1, 1}}}, [][3]float64{{10, 0, -2}, {10, 0, 1}}},
		"rotations":        {dict{"ROTATION": [][4]float32{{0, 0, 0, 1}, {0, half, 0, half}}}, [][3]float64{{10, 0, -1}, {9, 0, 0}}},
		"rotations, int8":  {dict{"ROTATION": [][4]int8{{0, 0, 0, 127}, {0, 90, 0, 90}, {0, 127, 0, 0}}}, [][3]float64{{10, 0, -1}, {9, 0, 0}, {10, 0, 1}}},
		"rotations, int16": {dict{"ROTATION": [][4]int16{{0, 0, 0, 32767}, {0, -23170, 0, -23170}}}, [][3]float64{{10, 0, -1}, {9, 0, 0}}},
		"all three, and one of another program": {dict{
			"TRANSLATION": [][3]float32{{1, 2, 3}}, "ROTATION": [][4]float32{{0, half, 0, half}}, "SCALE": [][3]float32{{4, 1, 1}}, "_ID": []uint16{7},
		}, [][3]float64{{9, 2, -1}}}, // S (4,0,0), R (0,0,−4), T (1,2,−1), node (9,2,−1)
	} {
		t.Run(name, func(t *testing.T) {
			doc := newDoc()
			n := addNode(doc, "n", throng(dict{"role": "obstacle"}))
			n.Translation, n.Rotation = [3]float64{10, 0, 0}, [4]float64{0, math.Sqrt2 / 2, 0, math.Sqrt2 / 2}
			instanced(doc, n, c.columns)
			built := mustScene(t, doc)
			filed, err := ReadSceneFS(fstest.MapFS{"f.glb": {Data: encode(t, doc, true)}}, "f.glb", 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []*Scene{built, filed} {
				if len(s.Entities) != len(c.want) || len(s.Notes) != 0 {
					t.Fatalf("%d entities, want %d; notes %q", len(s.Entities), len(c.want), s.Notes)
				}
				for i, e := range s.Entities {
					if got := apply(&e.Transform, [3]float64{1, 0, 0}); !near(got, c.want[i], 1e-4) {
						t.Errorf("instance %d takes (1,0,0) to %v, want %v", i, got, c.want[i])
					}
					if e.Instance != i || e.Node != 0 || e.Role != RoleObstacle || e.Count != 2 || e.Name != "n" {
						t.Errorf("instance %d is %+v", i, e)
					}
					if n := s.Of(&e)[0].Normal(); !near(n, [3]float64{0, 1, 0}, 1e-6) {
						t.Errorf("instance %d faces %v, want up", i, n)
					}
				}
			}
		})
	}
}

func TestInstancesAreClosedEach(t *testing.T) {
	doc := gltf.NewDocument()
	addMesh(doc, pointsOf(unitBox()), nil)
	n := addNode(doc, "boxes", nil)
	// Side by side they share a face; one is hidden by a scale of zero, as engines do.
	instanced(doc, n, dict{"TRANSLATION": [][3]float32{{}, {1, 0, 0}, {5, 0, 0}}, "SCALE": [][3]float32{{1, 1, 1}, {1, 1, 1}, {}}})
	s := mustScene(t, doc)
	if len(s.Closed) != 24 || slices.Contains(s.Closed, false) {
		t.Errorf("closed %v, want 24 times true", s.Closed)
	}
	if len(s.Notes) != 1 || s.Notes[0] != "dropped 12 triangles of zero area" {
		t.Errorf("notes %q", s.Notes)
	}
}

func TestBadInstances(t *testing.T) {
	at := `node 0 "n": EXT_mesh_gpu_instancing: `
	three := [][3]float32{{}, {1, 0, 0}, {2, 0, 0}}
	for name, c := range map[string]struct {
		columns dict
		harm    func(d *gltf.Document, n *gltf.Node)
		want    string
	}{
		"columns of two lengths":    {dict{"SCALE": three[:2], "TRANSLATION": three}, nil, "TRANSLATION: accessor "},
		"lengths that differ by ID": {dict{"TRANSLATION": three, "_ID": []uint16{1}}, nil, "_ID: accessor "},
		"no columns":                {dict{}, nil, "no attributes; expected TRANSLATION, ROTATION or SCALE"},
		"translation of four":       {dict{"TRANSLATION": [][4]float32{{}}}, nil, "TRANSLATION: accessor 2: type VEC4; expected VEC3"},
		"rotation of three":         {dict{"ROTATION": three}, nil, "ROTATION: accessor 2: type VEC3; expected VEC4"},
		"translation of integers":   {dict{"TRANSLATION": [][3]int16{{1, 2, 3}}}, nil, "TRANSLATION: accessor 2: expected floats"},
		"rotation of unsigned":      {dict{"ROTATION": [][4]uint8{{0, 0, 0, 255}}}, nil, "ROTATION: accessor 2: expected floats, or normalized integers"},
		"rotation not normalized": {dict{"ROTATION": [][4]int8{{0, 0, 0, 1}}}, func(d *gltf.Document, n *gltf.Node) {
			d.Accessors[2].Normalized = false
		}, "ROTATION: accessor 2: expected floats, or normalized integers"},
		"rotation of no length": {dict{"ROTATION": [][4]float32{{0, 0, 0, 1}, {}}}, nil, "instance 1: translation [0 0 0], rotation [0 0 0 0]"},
		"translation of NaN":    {dict{"TRANSLATION": [][3]float32{{float32(math.NaN()), 0, 0}}}, nil, "instance 0: translation [NaN 0 0]"},
		"absurd count": {dict{"TRANSLATION": three}, func(d *gltf.Document, n *gltf.Node) {
			d.Accessors[2].Count = math.MaxInt
		}, "TRANSLATION: accessor 2: 9223372036854775807 elements"},
		"no such accessor": {dict{}, func(d *gltf.Document, n *gltf.Node) {
			n.Extensions[instancing] = dict{"attributes": dict{"SCALE": 9}}
		}, "SCALE: accessor 9: expected one of its 2 accessors"},
		"attributes of a list": {dict{}, func(d *gltf.Document, n *gltf.Node) {
			n.Extensions[instancing] = dict{"attributes": []int{1}}
		}, "cannot unmarshal array"},
		"extension that is no JSON": {dict{}, func(d *gltf.Document, n *gltf.Node) { n.Extensions[instancing] = math.NaN() }, "NaN"},
		"null":                      {dict{}, func(d *gltf.Document, n *gltf.Node) { n.Extensions[instancing] = nil }, "no attributes"},
	} {
		t.Run(name, func(t *testing.T) {
			doc := newDoc()
			n := addNode(doc, "n", nil)
			instanced(doc, n, c.columns)
			if c.harm != nil {
				c.harm(doc, n)
			}
			_, err := FromDocument(doc, "bad.glb", 1)
			refused(t, err, `ecs: scene "bad.glb": `, at, c.want)
		})
	}
}

// A million instances of a primitive cost a file a few bytes.
func TestInstancesWithoutBoundAreRefused(t *testing.T) {
	doc := gltf.NewDocument()
	p := addMesh(doc, squarePoints, []uint16{0, 0, 1})
	doc.Meshes[0].Primitives = slices.Repeat([]*gltf.Primitive{p}, 4)
	n := addNode(doc, "n", nil)
	doc.Accessors = append(doc.Accessors, &gltf.Accessor{ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3, Count: maxImplied})
	n.Extensions = gltf.Extensions{instancing: dict{"attributes": dict{"TRANSLATION": len(doc.Accessors) - 1}}}
	began := time.Now()
	_, err := FromDocument(doc, "bad.glb", 1)
	refused(t, err, `node 0 "n": mesh 0 "mesh": primitive`, "more than 1073741824 vertices to read, every instance counted")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("refused after %v", took)
	}
}
