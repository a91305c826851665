package ecs

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

var squareTriangles = []Triangle{
	{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}},
	{{0, 0, 0}, {1, 0, 1}, {1, 0, 0}},
}

func TestPrimitiveForms(t *testing.T) {
	unindexed := [][3]float32{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {0, 0, 0}, {1, 0, 1}, {1, 0, 0}}
	strip := [][3]float32{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}
	cases := []struct {
		name    string
		points  [][3]float32
		indices any
		mode    gltf.PrimitiveMode
		want    []Triangle
	}{
		{"unindexed", unindexed, nil, gltf.PrimitiveTriangles, squareTriangles},
		{"u8", squarePoints, []uint8{0, 1, 2, 0, 2, 3}, gltf.PrimitiveTriangles, squareTriangles},
		{"u16", squarePoints, []uint16{0, 1, 2, 0, 2, 3}, gltf.PrimitiveTriangles, squareTriangles},
		{"u32", squarePoints, []uint32{0, 1, 2, 0, 2, 3}, gltf.PrimitiveTriangles, squareTriangles},
		{"strip", strip, nil, gltf.PrimitiveTriangleStrip,
			[]Triangle{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 0, 1}, {1, 0, 1}, {1, 0, 0}}}},
		{"indexed strip", squarePoints, []uint8{0, 1, 3, 2}, gltf.PrimitiveTriangleStrip,
			[]Triangle{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 0, 1}, {1, 0, 1}, {1, 0, 0}}}},
		{"fan", squarePoints, nil, gltf.PrimitiveTriangleFan,
			[]Triangle{{{0, 0, 1}, {1, 0, 1}, {0, 0, 0}}, {{1, 0, 1}, {1, 0, 0}, {0, 0, 0}}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			doc := gltf.NewDocument()
			addMesh(doc, c.points, c.indices).Mode = c.mode
			addNode(doc, "n", nil)
			s := mustScene(t, doc)
			if len(s.Triangles) != len(c.want) {
				t.Fatalf("%d triangles, want %d", len(s.Triangles), len(c.want))
			}
			for i, tri := range s.Triangles {
				if tri != c.want[i] {
					t.Errorf("triangle %d is %v, want %v", i, tri, c.want[i])
				}
				if n := tri.Normal(); !near(n, [3]float64{0, 1, 0}, 0) {
					t.Errorf("triangle %d has normal %v, want up", i, n)
				}
			}
		})
	}
}

// A box turned inside out by a mirroring scale must come out with its front
// outside, however the mirroring is spread over the hierarchy.
func TestNegativeScaleKeepsFrontOutside(t *testing.T) {
	for _, scale := range [][3]float64{{1, 1, 1}, {-1, 1, 1}, {1, 1, -2}, {-1, -1, -1}, {-1, 1, -1}} {
		doc := newDoc()
		parent := addNode(doc, "parent", nil)
		parent.Mesh = nil
		parent.Scale = scale
		child := addChild(doc, parent, "child", nil)
		up := 1.0
		if scale[1] < 0 {
			up = -1 // the floor has become a ceiling
		}
		for i, tri := range mustScene(t, doc).Triangles {
			if n := tri.Normal(); !near(n, [3]float64{0, up, 0}, 1e-15) {
				t.Errorf("scale %v: triangle %d has normal %v, want y = %v", scale, i, n, up)
			}
		}
		// Mirroring twice is not mirroring.
		child.Scale = scale
		for i, tri := range mustScene(t, doc).Triangles {
			if n := tri.Normal(); !near(n, [3]float64{0, 1, 0}, 1e-15) {
				t.Errorf("scale %v twice: triangle %d has normal %v, want up", scale, i, n)
			}
		}
	}
}

func TestHierarchyMultipliesParentFirst(t *testing.T) {
	doc := newDoc()
	parent := addNode(doc, "parent", nil)
	parent.Mesh = nil
	parent.Translation = [3]float64{10, 0, 0}
	parent.Rotation = [4]float64{0, math.Sqrt2 / 2, 0, math.Sqrt2 / 2} // +90° about y: +x to −z, +z to +x
	child := addChild(doc, parent, "child", nil)
	child.Translation = [3]float64{0, 3, 5}
	child.Scale = [3]float64{2, 1, 1}
	s, err := FromDocument(doc, "test", 0.5)
	if err != nil {
		t.Fatal(err)
	}
	// (0,0,1) → (0,3,6) → (6,3,0) → (16,3,0) → halved.
	want := Triangle{{7.5, 1.5, 0}, {8, 1.5, 0}, {8, 1.5, -1}}
	if !nearTriangle(s.Triangles[0], want, 1e-12) {
		t.Errorf("triangle is %v, want %v", s.Triangles[0], want)
	}
	if !near(s.Min, [3]float64{7.5, 1.5, -1}, 1e-12) || !near(s.Max, [3]float64{8, 1.5, 0}, 1e-12) {
		t.Errorf("box is %v to %v", s.Min, s.Max)
	}
	e := &s.Entities[0]
	if got := apply(&e.Transform, [3]float64{0, 0, 1}); !near(got, want[1], 1e-12) {
		t.Errorf("the transform takes (0,0,1) to %v, want %v", got, want[1])
	}
}

func TestMatrixEqualsItsTRS(t *testing.T) {
	trs := newDoc()
	n := addNode(trs, "n", nil)
	n.Translation, n.Scale = [3]float64{1, 2, 3}, [3]float64{2, 3, -4}
	n.Rotation = [4]float64{0.5, 0.5, 0.5, 0.5}
	matrix := newDoc()
	addNode(matrix, "n", nil).Matrix = compose(n.Translation, n.Rotation, n.Scale)
	a, b := mustScene(t, trs), mustScene(t, matrix)
	for i := range a.Triangles {
		if a.Triangles[i] != b.Triangles[i] {
			t.Errorf("triangle %d: TRS gives %v, matrix %v", i, a.Triangles[i], b.Triangles[i])
		}
	}
	// (0.5, 0.5, 0.5, 0.5) takes x to y to z to x: p = (0,0,1) → −4z → −4x.
	if want := [3]float64{-3, 2, 3}; !near(a.Triangles[0][2], want, 1e-12) && !near(a.Triangles[0][1], want, 1e-12) {
		t.Errorf("triangle 0 is %v, want a corner at %v", a.Triangles[0], want)
	}
}

// Rotations come in float32, whose norm is off by 1e-7: 100 m × 1e-7 is small,
// but a norm of 1.001 would be 20 cm.
func TestRotationIsNormalized(t *testing.T) {
	doc := newDoc()
	addNode(doc, "n", nil).Rotation = [4]float64{0, 0, 0, 1.001}
	if s := mustScene(t, doc); s.Triangles[0] != squareTriangles[0] {
		t.Errorf("triangle is %v, want %v", s.Triangles[0], squareTriangles[0])
	}
}

func TestMaterial(t *testing.T) {
	doc := newDoc()
	addNode(doc, "n", nil)
	p := doc.Meshes[0].Primitives[0]
	if e := mustScene(t, doc).Entities[0]; e.TwoSided || e.Colour != [4]uint8{255, 255, 255, 255} {
		t.Errorf("without a material: two-sided %v, colour %v", e.TwoSided, e.Colour)
	}
	doc.Materials = []*gltf.Material{{DoubleSided: true, PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{1, 0.5, 0, 2}}}}
	p.Material = gltf.Index(0)
	if e := mustScene(t, doc).Entities[0]; !e.TwoSided || e.Colour != [4]uint8{255, 128, 0, 255} {
		t.Errorf("two-sided %v, colour %v; want true, [255 128 0 255]", e.TwoSided, e.Colour)
	}
}

func TestEntitiesAreInstances(t *testing.T) {
	doc := newDoc()
	addNode(doc, "a", nil)
	addNode(doc, "b", throng(dict{"role": "ignore"})).Translation = [3]float64{100, 0, 0}
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, doc.Meshes[0].Primitives[0])
	s := mustScene(t, doc)
	if len(s.Entities) != 4 || len(s.Triangles) != 8 {
		t.Fatalf("%d entities and %d triangles, want 4 and 8", len(s.Entities), len(s.Triangles))
	}
	next := 0
	for i := range s.Entities {
		e := &s.Entities[i]
		if e.First != next || e.Count != 2 || len(s.Of(e)) != 2 {
			t.Errorf("entity %d has triangles %d+%d, want %d+2", i, e.First, e.Count, next)
		}
		next += e.Count
	}
	if s.Max[0] != 1 {
		t.Errorf("the box reaches x = %v; what is ignored at 100 must not count", s.Max[0])
	}
	if got, want := s.Summary().String(), "solid 2 (4 triangles), ignore 2 (4 triangles)"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
}

func TestNamesFallBack(t *testing.T) {
	doc := newDoc()
	addNode(doc, "node", throng(dict{"name": "extras"}))
	addNode(doc, "node", nil)
	addNode(doc, "", nil)
	s := mustScene(t, doc)
	doc.Meshes[0].Name = ""
	nameless := mustScene(t, doc)
	for i, want := range []string{"extras", "node", "mesh"} {
		if got := s.Entities[i].Name; got != want {
			t.Errorf("entity %d is called %q, want %q", i, got, want)
		}
	}
	if got := nameless.Entities[2].Name; got != "node 2" {
		t.Errorf("a nameless entity is called %q, want %q", got, "node 2")
	}
}

func TestDegenerateTrianglesAreDropped(t *testing.T) {
	doc := gltf.NewDocument()
	addMesh(doc, [][3]float32{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {2, 0, 2}}, []uint16{0, 1, 2, 0, 0, 1, 0, 2, 3})
	addMesh(doc, [][3]float32{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, nil)
	addNode(doc, "some", nil)
	addNode(doc, "all", nil).Mesh = gltf.Index(1)
	s := mustScene(t, doc)
	if len(s.Triangles) != 1 || len(s.Entities) != 1 {
		t.Errorf("%d triangles in %d entities, want 1 in 1", len(s.Triangles), len(s.Entities))
	}
	if len(s.Notes) != 1 || s.Notes[0] != "dropped 3 triangles of zero area" {
		t.Errorf("notes %q", s.Notes)
	}
}

// A sliver that is thin but real must stay: a 100 m kerb face 1 cm high.
func TestThinTrianglesStay(t *testing.T) {
	doc := gltf.NewDocument()
	addMesh(doc, [][3]float32{{0, 0, 0}, {100, 0, 0}, {0, 0.01, 0}}, nil)
	addNode(doc, "kerb", nil)
	if s := mustScene(t, doc); len(s.Triangles) != 1 {
		t.Errorf("%d triangles, want 1", len(s.Triangles))
	}
}

func TestNotesTellWhatIsSkipped(t *testing.T) {
	doc := newDoc()
	addMesh(doc, squarePoints, nil).Mode = gltf.PrimitiveLines
	addMesh(doc, squarePoints, nil).Mode = gltf.PrimitivePoints
	addNode(doc, "floor", nil)
	addNode(doc, "lines", nil).Mesh = gltf.Index(1)
	addNode(doc, "points", nil).Mesh = gltf.Index(2)
	addNode(doc, "skinned", nil).Skin = gltf.Index(0)
	s := mustScene(t, doc)
	notes := strings.Join(s.Notes, "; ")
	want := "skipped 1 skins (the mesh is read in its rest pose); skipped 2 primitives of points or lines"
	if notes != want {
		t.Errorf("notes %q, want %q", notes, want)
	}
}

func TestQuantizedPositions(t *testing.T) {
	for _, c := range []struct {
		points     any
		normalized bool
		want       Triangle
	}{
		{[][3]int16{{0, 0, 0}, {0, 0, 3}, {3, 0, 3}}, false, Triangle{{0, 0, 0}, {0, 0, 3}, {3, 0, 3}}},
		{[][3]uint16{{0, 0, 0}, {0, 0, 65535}, {65535, 0, 0}}, true, Triangle{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}},
		{[][3]int8{{0, 0, 0}, {0, 0, 127}, {-128, 0, 0}}, true, Triangle{{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}}},
		{[][3]uint8{{0, 0, 0}, {0, 0, 255}, {51, 0, 0}}, true, Triangle{{0, 0, 0}, {0, 0, 1}, {0.2, 0, 0}}},
	} {
		doc := gltf.NewDocument()
		doc.ExtensionsRequired = []string{"KHR_mesh_quantization"}
		a := modeler.WriteAccessor(doc, gltf.TargetArrayBuffer, c.points)
		doc.Accessors[a].Normalized = c.normalized
		doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: a}}}}}
		addNode(doc, "n", nil)
		if s := mustScene(t, doc); !nearTriangle(s.Triangles[0], c.want, 1e-15) {
			t.Errorf("%T: triangle %v, want %v", c.points, s.Triangles[0], c.want)
		}
	}
}

func TestSparsePositions(t *testing.T) {
	doc := newDoc()
	addNode(doc, "n", nil)
	indices := modeler.WriteIndices(doc, []uint16{2})
	values := modeler.WritePosition(doc, [][3]float32{{7, 0, 7}})
	a := doc.Accessors[doc.Meshes[0].Primitives[0].Attributes[gltf.POSITION]]
	a.Sparse = &gltf.Sparse{
		Count:   1,
		Indices: gltf.SparseIndices{BufferView: *doc.Accessors[indices].BufferView, ComponentType: gltf.ComponentUshort, ByteOffset: doc.Accessors[indices].ByteOffset},
		Values:  gltf.SparseValues{BufferView: *doc.Accessors[values].BufferView, ByteOffset: doc.Accessors[values].ByteOffset},
	}
	s := mustScene(t, doc)
	if want := (Triangle{{0, 0, 0}, {0, 0, 1}, {7, 0, 7}}); s.Triangles[0] != want {
		t.Errorf("triangle %v, want %v", s.Triangles[0], want)
	}
}

func TestInterleavedPositions(t *testing.T) {
	doc := gltf.NewDocument()
	attrs, err := modeler.WritePrimitiveAttributes(doc,
		modeler.PrimitiveAttribute{Name: gltf.POSITION, Data: squarePoints},
		modeler.PrimitiveAttribute{Name: gltf.NORMAL, Data: [][3]float32{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	p := &gltf.Primitive{Attributes: attrs, Indices: gltf.Index(modeler.WriteIndices(doc, squareIndices))}
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{p}}}
	addNode(doc, "n", nil)
	s := mustScene(t, doc)
	for i, want := range squareTriangles {
		if s.Triangles[i] != want {
			t.Errorf("triangle %d is %v, want %v", i, s.Triangles[i], want)
		}
	}
}

// The same scene as .glb, as .gltf with embedded data, and as .gltf with a file
// beside it in a folder, by path and by file system.
func TestContainers(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.glb", encode(t, house(), true))
	write("b.gltf", encode(t, house(), false))
	outside := house()
	data := outside.Buffers[0].Data
	outside.Buffers[0].URI, outside.Buffers[0].Data = "big%20data.bin", nil
	write("c.gltf", encode(t, outside, true)[20:])
	write("big data.bin", data)

	want := mustScene(t, house())
	for _, name := range []string{"a.glb", "b.gltf", "c.gltf"} {
		path := filepath.Join(dir, name)
		s, err := ReadScene(path, 1)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(s.Triangles) != len(want.Triangles) || s.Triangles[1] != want.Triangles[1] || s.Name != path {
			t.Errorf("%s: %d triangles in %q", name, len(s.Triangles), s.Name)
		}
		if _, err := ReadSceneFS(os.DirFS(filepath.Dir(dir)), filepath.Base(dir)+"/"+name, 1); err != nil {
			t.Errorf("%s by file system: %v", name, err)
		}
	}
	if _, err := ReadSceneFS(fstest.MapFS{}, "none.glb", 1); !errors.Is(err, ErrInput) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

func TestSceneQueries(t *testing.T) {
	s := mustScene(t, house())
	if g := s.Goals(); len(g) != 2 || g[0] != 0 || g[1] != 3 {
		t.Errorf("goals %v, want [0 3]", g)
	}
	for name, want := range map[string]int{"hall": 3, "attic": 4, "1": 4} {
		if r := s.Region(name); len(r) != 1 || r[0] != want {
			t.Errorf("region %q is entities %v, want [%d]", name, r, want)
		}
	}
	// The hall has no group, which must not make it the region of no name.
	for _, name := range []string{"", "floor", "exit", "cellar"} {
		if r := s.Region(name); len(r) != 0 {
			t.Errorf("region %q is entities %v, want none", name, r)
		}
	}
}

func TestDefaultSceneAndRoots(t *testing.T) {
	doc := newDoc()
	addNode(doc, "in scene 0", nil)
	doc.Nodes = append(doc.Nodes, &gltf.Node{Name: "in scene 1", Mesh: gltf.Index(0)})
	doc.Scenes = append(doc.Scenes, &gltf.Scene{Nodes: []int{1}})
	doc.Scene = gltf.Index(1)
	if s := mustScene(t, doc); len(s.Entities) != 1 || s.Entities[0].Node != 1 {
		t.Errorf("default scene 1 gives %v", s.Entities)
	}
	doc.Scenes, doc.Scene = nil, nil
	if s := mustScene(t, doc); len(s.Entities) != 2 {
		t.Errorf("without scenes there are %d entities, want both roots", len(s.Entities))
	}
}
