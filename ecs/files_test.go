package ecs

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// Quantized points as exporters write them: rows of four bytes, a node that scales
// them back, through a file.
func TestQuantizedFile(t *testing.T) {
	for _, c := range []struct {
		points     any
		normalized bool
		scale      float64
		want       Triangle
	}{
		{[][3]int8{{-128, 0, 0}, {0, 0, 127}, {127, 0, 0}}, false, 0.5, Triangle{{-64, 0, 0}, {0, 0, 63.5}, {63.5, 0, 0}}},
		{[][3]int8{{-128, 0, 0}, {0, 0, 127}, {127, 0, 0}}, true, 8, Triangle{{-8, 0, 0}, {0, 0, 8}, {8, 0, 0}}},
		{[][3]uint8{{0, 0, 0}, {0, 0, 255}, {51, 0, 0}}, false, 0.1, Triangle{{0, 0, 0}, {0, 0, 25.5}, {5.1, 0, 0}}},
		{[][3]int16{{-32768, 0, 0}, {0, 0, 32767}, {32767, 0, 0}}, true, 10, Triangle{{-10, 0, 0}, {0, 0, 10}, {10, 0, 0}}},
		{[][3]uint16{{0, 0, 0}, {0, 0, 65535}, {13107, 0, 0}}, true, 10, Triangle{{0, 0, 0}, {0, 0, 10}, {2, 0, 0}}},
	} {
		doc := gltf.NewDocument()
		doc.ExtensionsRequired = []string{"KHR_mesh_quantization"}
		a := modeler.WriteAccessor(doc, gltf.TargetArrayBuffer, c.points)
		doc.Accessors[a].Normalized = c.normalized
		if stride := doc.BufferViews[*doc.Accessors[a].BufferView].ByteStride; stride%4 != 0 {
			t.Errorf("%T: the file has rows of %d bytes", c.points, stride)
		}
		doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: a}}}}}
		addNode(doc, "n", nil).Scale = [3]float64{c.scale, c.scale, c.scale}
		s, err := ReadSceneFS(fstest.MapFS{"q.glb": {Data: encode(t, doc, true)}}, "q.glb", 1)
		if err != nil {
			t.Errorf("%T: %v", c.points, err)
			continue
		}
		if !nearTriangle(s.Triangles[0], c.want, 1e-12) {
			t.Errorf("%T, normalized %v: triangle %v, want %v", c.points, c.normalized, s.Triangles[0], c.want)
		}
	}
}

// sparse makes an accessor take values at indices. Without a base it has no view,
// and what is not listed is zero.
func sparse(doc *gltf.Document, a int, base bool, indices []uint16, values any) {
	i, v := modeler.WriteIndices(doc, indices), modeler.WriteAccessor(doc, gltf.TargetNone, values)
	at := func(a int) (view, offset int) { return *doc.Accessors[a].BufferView, doc.Accessors[a].ByteOffset }
	s := &gltf.Sparse{Count: len(indices)}
	s.Indices.ComponentType = gltf.ComponentUshort
	s.Indices.BufferView, s.Indices.ByteOffset = at(i)
	s.Values.BufferView, s.Values.ByteOffset = at(v)
	doc.Accessors[a].Sparse = s
	if !base {
		doc.Accessors[a].BufferView, doc.Accessors[a].ByteOffset = nil, 0
	}
}

func TestSparseForms(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(doc *gltf.Document, points, indices int)
		want Triangle
	}{
		"points over others": {func(doc *gltf.Document, points, indices int) {
			sparse(doc, points, true, []uint16{1, 2}, [][3]float32{{0, 0, 4}, {4, 0, 4}})
		}, Triangle{{0, 0, 0}, {0, 0, 4}, {4, 0, 4}}},
		"points over nothing": {func(doc *gltf.Document, points, indices int) {
			sparse(doc, points, false, []uint16{1, 2}, [][3]float32{{0, 0, 4}, {4, 0, 4}})
		}, Triangle{{0, 0, 0}, {0, 0, 4}, {4, 0, 4}}},
		"quantized points over nothing": {func(doc *gltf.Document, points, indices int) {
			doc.Accessors[points].ComponentType = gltf.ComponentShort
			sparse(doc, points, false, []uint16{1, 2}, []int16{0, 0, 5, 5, 0, 5})
		}, Triangle{{0, 0, 0}, {0, 0, 5}, {5, 0, 5}}},
		"indices over nothing": {func(doc *gltf.Document, points, indices int) {
			sparse(doc, indices, false, []uint16{1, 2}, []uint16{1, 2})
		}, Triangle{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			doc := newDoc()
			addNode(doc, "n", nil)
			p := doc.Meshes[0].Primitives[0]
			c.harm(doc, p.Attributes[gltf.POSITION], *p.Indices)
			for range 3 { // a reader that reuses memory would see the last round's
				s := mustScene(t, doc)
				if s.Triangles[0] != c.want {
					t.Errorf("triangle %v, want %v", s.Triangles[0], c.want)
				}
			}
		})
	}
}

// Compressed files come in shapes of which each must give the one clear sentence.
func TestCompressedFiles(t *testing.T) {
	file := func(body string) []byte { return []byte(`{"asset":{"version":"2.0"},` + body + `}`) }
	for by, data := range map[string][]byte{
		"KHR_draco_mesh_compression": file(`"extensionsRequired":["KHR_draco_mesh_compression"],"buffers":[{"uri":"gone.bin","byteLength":9}]`),
		"EXT_meshopt_compression":    file(`"extensionsRequired":["KHR_mesh_quantization","EXT_meshopt_compression"],"buffers":[{"byteLength":9,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}]`),
		"KHR_meshopt_compression":    file(`"extensionsRequired":["KHR_meshopt_compression"]`),
	} {
		_, err := ReadSceneFS(fstest.MapFS{"f.gltf": {Data: data}}, "f.gltf", 1)
		refused(t, err, `ecs: scene "f.gltf": its meshes are compressed by `+by+`, which is not supported; export the scene without compression`)
	}

	doc := newDoc()
	addNode(doc, "n", nil)
	p := doc.Meshes[0].Primitives[0]
	p.Extensions = gltf.Extensions{draco: json.RawMessage(`{"bufferView":0,"attributes":{"POSITION":0}}`)}
	if s := mustScene(t, doc); len(s.Triangles) != 2 {
		t.Errorf("%d triangles of a mesh that is there uncompressed too, want 2", len(s.Triangles))
	}
	doc.Accessors[p.Attributes[gltf.POSITION]].BufferView = nil
	_, err := FromDocument(doc, "f.glb", 1)
	refused(t, err, `node 0 "n": mesh 0 "mesh": primitive 0: its meshes are compressed by KHR_draco_mesh_compression`)
}

func TestEmbeddedMediaTypes(t *testing.T) {
	doc := house()
	data := base64.StdEncoding.EncodeToString(doc.Buffers[0].Data)
	for _, media := range []string{"application/octet-stream", "application/gltf-buffer", ""} {
		text := strings.Replace(string(encode(t, house(), false)), "data:application/octet-stream;base64,"+data, "data:"+media+";base64,"+data, 1)
		s, err := ReadSceneFS(fstest.MapFS{"f.gltf": {Data: []byte(text)}}, "f.gltf", 1)
		if err != nil || len(s.Triangles) != 10 {
			t.Errorf("media type %q: %v", media, err)
		}
		_, err = ReadSceneFS(fstest.MapFS{"f.gltf": {Data: []byte(strings.Replace(text, data, "%%%%", 1))}}, "f.gltf", 1)
		refused(t, err, `ecs: scene "f.gltf": `, "illegal base64")
	}
}

func TestScaleOfZero(t *testing.T) {
	doc := newDoc()
	addNode(doc, "floor", nil)
	addNode(doc, "hidden", nil).Scale = [3]float64{7, 7, 7}
	addNode(doc, "edgewise", nil).Scale = [3]float64{0, 1, 1}
	text := regexp.MustCompile(`7,\s*7,\s*7`).ReplaceAll(encode(t, doc, false), []byte("0, 0, 0"))
	s, err := ReadSceneFS(fstest.MapFS{"f.gltf": {Data: text}}, "f.gltf", 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Entities) != 1 || len(s.Notes) != 1 || s.Notes[0] != "dropped 4 triangles of zero area" {
		t.Errorf("%d entities, notes %q", len(s.Entities), s.Notes)
	}
}

// A pair of nodes whose transforms turn the mesh inside out twice, with a shear
// between, must leave it as it is; one of them alone must not.
func TestMatrixOfNegativeVolume(t *testing.T) {
	doc := newDoc()
	parent := addNode(doc, "parent", nil)
	parent.Mesh = nil
	parent.Matrix = mat4{-1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	addChild(doc, parent, "once", nil)
	addChild(doc, parent, "twice", nil).Matrix = mat4{1, 0, 0, 0, 0, 1, 0, 0, 0, 0.25, -3, 0, 0, 0, 0, 1}
	for _, tri := range mustScene(t, doc).Triangles {
		if n := tri.Normal(); n[1] < 0.9 {
			t.Errorf("triangle %v faces %v, want up", tri, n)
		}
	}
}

func TestNestingHasALimit(t *testing.T) {
	doc := newDoc()
	for i := range maxNesting + 2 {
		doc.Nodes = append(doc.Nodes, &gltf.Node{Children: []int{i + 1}})
	}
	doc.Nodes = append(doc.Nodes, &gltf.Node{Mesh: gltf.Index(0)})
	doc.Scenes[0].Nodes = []int{0}
	_, err := FromDocument(doc, "deep.glb", 1)
	refused(t, err, `ecs: scene "deep.glb": node 131073 "": 131073 nodes lie above it; expected at most 131072`)
}

// Primitives may share an accessor, out of order and between meshes.
func TestSharedAccessors(t *testing.T) {
	doc := newDoc()
	addMesh(doc, [][3]float32{{5, 0, 0}, {5, 0, 1}, {6, 0, 1}}, nil)
	a, b := doc.Meshes[0].Primitives[0], doc.Meshes[1].Primitives[0]
	doc.Meshes[0].Primitives = []*gltf.Primitive{a, a, b, a, b}
	addNode(doc, "n", nil).Translation = [3]float64{0, 1, 0}
	addNode(doc, "m", nil).Scale = [3]float64{2, 2, 2}
	s := mustScene(t, doc)
	var first []float64
	for i := range s.Entities {
		first = append(first, s.Of(&s.Entities[i])[0][1][2], s.Of(&s.Entities[i])[0][0][0])
	}
	if want := []float64{1, 0, 1, 0, 1, 5, 1, 0, 1, 5, 2, 0, 2, 0, 2, 10, 2, 0, 2, 10}; !slices.Equal(first, want) {
		t.Errorf("first corners %v, want %v", first, want)
	}
	if math.Abs(s.Max[0]-12) > 1e-12 {
		t.Errorf("the box reaches x = %v, want 12", s.Max[0])
	}
}
