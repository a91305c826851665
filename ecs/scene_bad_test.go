package ecs

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// refused checks that an error blames the input and says each of the words.
func refused(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Error("accepted; want an error")
		return
	}
	if !errors.Is(err, ErrInput) {
		t.Errorf("%v: does not match ErrInput", err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
	if strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), "runtime error") {
		t.Errorf("error %q is not one clear sentence", err)
	}
}

func TestBadDocuments(t *testing.T) {
	at := `ecs: scene "bad.glb": node 1 "stair": `
	prim := at + `mesh 0 "mesh": primitive 0: `
	position := func(d *gltf.Document) *gltf.Accessor {
		return d.Accessors[d.Meshes[0].Primitives[0].Attributes[gltf.POSITION]]
	}
	indices := func(d *gltf.Document) *gltf.Accessor { return d.Accessors[*d.Meshes[0].Primitives[0].Indices] }
	view := func(d *gltf.Document) *gltf.BufferView { return d.BufferViews[*position(d).BufferView] }
	poke := func(d *gltf.Document, v float32) {
		binary.LittleEndian.PutUint32(d.Buffers[0].Data[view(d).ByteOffset+16:], math.Float32bits(v))
	}
	cases := []struct {
		name string
		harm func(d *gltf.Document, n *gltf.Node)
		want []string
	}{
		{"NaN vertex", func(d *gltf.Document, n *gltf.Node) { poke(d, float32(math.NaN())) },
			[]string{prim + "positions: accessor 0: vertex 1 is [0 NaN 1]; expected finite numbers"}},
		{"infinite vertex", func(d *gltf.Document, n *gltf.Node) { poke(d, float32(math.Inf(-1))) },
			[]string{prim, "vertex 1 is [0 -Inf 1]"}},
		{"far vertex", func(d *gltf.Document, n *gltf.Node) { poke(d, 1e30) }, []string{prim, "vertex 1", "1e+07 m"}},
		{"index out of range", func(d *gltf.Document, n *gltf.Node) {
			v := d.BufferViews[*indices(d).BufferView]
			d.Buffers[0].Data[v.ByteOffset+4] = 4
		}, []string{prim + "indices: accessor 1: index 2 is 4; expected less than 4"}},
		{"two corners", func(d *gltf.Document, n *gltf.Node) { indices(d).Count = 5 },
			[]string{prim + "triangles of 5 corners; expected a multiple of 3"}},
		{"no positions", func(d *gltf.Document, n *gltf.Node) {
			d.Meshes[0].Primitives[0].Attributes = gltf.PrimitiveAttributes{}
		}, []string{prim + "no POSITION attribute"}},
		{"no such accessor", func(d *gltf.Document, n *gltf.Node) {
			d.Meshes[0].Primitives[0].Attributes[gltf.POSITION] = 9
		}, []string{prim + "positions: accessor 9: expected one of its 2 accessors"}},
		{"negative accessor", func(d *gltf.Document, n *gltf.Node) {
			d.Meshes[0].Primitives[0].Indices = gltf.Index(-1)
		}, []string{prim + "indices: accessor -1"}},
		{"count beyond the view", func(d *gltf.Document, n *gltf.Node) { position(d).Count = 5 },
			[]string{prim + "positions: accessor 0: 5 elements of 12 bytes from 0; expected at least 1, ending within the 48 bytes of buffer view 0"}},
		{"offset beyond the view", func(d *gltf.Document, n *gltf.Node) { position(d).ByteOffset = 1000 },
			[]string{prim, "from 1000"}},
		{"negative offset", func(d *gltf.Document, n *gltf.Node) { position(d).ByteOffset = -12 }, []string{prim, "from -12"}},
		{"absurd count", func(d *gltf.Document, n *gltf.Node) { position(d).Count = math.MaxInt },
			[]string{prim, fmt.Sprint(math.MaxInt)}},
		{"absurd offset", func(d *gltf.Document, n *gltf.Node) { position(d).ByteOffset = math.MaxInt }, []string{prim}},
		{"negative count", func(d *gltf.Document, n *gltf.Node) { position(d).Count = -3 }, []string{prim, "-3 elements"}},
		{"absurd count without a view", func(d *gltf.Document, n *gltf.Node) {
			position(d).Count, position(d).BufferView = 1<<40, nil
		}, []string{prim, "no buffer view; expected 1 to 1048576"}},
		{"stride below the element", func(d *gltf.Document, n *gltf.Node) { view(d).ByteStride = 8 },
			[]string{prim, "buffer view 0: byteStride 8; expected 12 to 252"}},
		{"negative stride", func(d *gltf.Document, n *gltf.Node) { view(d).ByteStride = -12 }, []string{prim, "byteStride -12"}},
		{"view beyond the buffer", func(d *gltf.Document, n *gltf.Node) { view(d).ByteLength = 1 << 30 },
			[]string{prim, "buffer view 0: 1073741824 bytes from 0; expected to end within the 60 of buffer 0"}},
		{"view that wraps", func(d *gltf.Document, n *gltf.Node) {
			view(d).ByteOffset, view(d).ByteLength = 8, math.MaxInt
		}, []string{prim, "buffer view 0"}},
		{"negative view", func(d *gltf.Document, n *gltf.Node) { view(d).ByteOffset = -4 }, []string{prim, "bytes from -4"}},
		{"no such view", func(d *gltf.Document, n *gltf.Node) { position(d).BufferView = gltf.Index(7) },
			[]string{prim, "buffer view 7; expected one of its 2 views"}},
		{"no such buffer", func(d *gltf.Document, n *gltf.Node) { view(d).Buffer = 3 },
			[]string{prim, "buffer 3; expected one of its 1 buffers"}},
		{"unloaded buffer", func(d *gltf.Document, n *gltf.Node) { d.Buffers[0].Data = nil },
			[]string{prim, "within the 0 of buffer 0"}},
		{"positions of two numbers", func(d *gltf.Document, n *gltf.Node) { position(d).Type = gltf.AccessorVec2 },
			[]string{prim, "type VEC2; expected VEC3"}},
		{"positions of integers", func(d *gltf.Document, n *gltf.Node) { position(d).ComponentType = gltf.ComponentUint },
			[]string{prim, "32-bit integers"}},
		{"indices of floats", func(d *gltf.Document, n *gltf.Node) {
			indices(d).ComponentType, indices(d).Count = gltf.ComponentFloat, 3
		}, []string{prim, "expected whole scalars"}},
		{"signed indices", func(d *gltf.Document, n *gltf.Node) { indices(d).ComponentType = gltf.ComponentShort },
			[]string{prim, "indices: accessor 1"}},
		{"indices apart", func(d *gltf.Document, n *gltf.Node) {
			indices(d).Count = 3
			d.BufferViews[*indices(d).BufferView].ByteStride = 4
		}, []string{prim, "indices: accessor 1: buffer view 1: byteStride 4; expected none for indices"}},
		{"sparse index out of range", func(d *gltf.Document, n *gltf.Node) {
			i := modeler.WriteIndices(d, []uint16{4})
			a := position(d)
			a.Sparse = &gltf.Sparse{Count: 1,
				Indices: gltf.SparseIndices{BufferView: *d.Accessors[i].BufferView, ComponentType: gltf.ComponentUshort},
				Values:  gltf.SparseValues{BufferView: *a.BufferView}}
		}, []string{prim, "index 0 is 4; expected less than 4"}},
		{"sparse beyond its view", func(d *gltf.Document, n *gltf.Node) {
			a := position(d)
			a.Sparse = &gltf.Sparse{Count: 5, Indices: gltf.SparseIndices{BufferView: 1, ComponentType: gltf.ComponentUshort},
				Values: gltf.SparseValues{BufferView: *a.BufferView}}
		}, []string{prim, "sparse values: 5 elements"}},
		{"no such mesh", func(d *gltf.Document, n *gltf.Node) { n.Mesh = gltf.Index(5) },
			[]string{at + "mesh 5; expected one of its 1 meshes"}},
		{"no such material", func(d *gltf.Document, n *gltf.Node) {
			d.Meshes[0].Primitives[0].Material = gltf.Index(0)
		}, []string{prim + "material 0; expected one of its 0 materials"}},
		{"no such child", func(d *gltf.Document, n *gltf.Node) { n.Children = []int{2} },
			[]string{"node 2; expected one of its 2 nodes"}},
		{"own child", func(d *gltf.Document, n *gltf.Node) { n.Children = []int{1} }, []string{at + "it is its own ancestor"}},
		{"cycle of two", func(d *gltf.Document, n *gltf.Node) {
			n.Children = []int{0}
			d.Nodes[0].Children = []int{1}
		}, []string{"cycle; expected a tree"}},
		{"two parents", func(d *gltf.Document, n *gltf.Node) { n.Children = []int{0} }, []string{"it has two parents; expected a tree"}},
		{"cycle without a scene", func(d *gltf.Document, n *gltf.Node) {
			d.Scenes, d.Scene = nil, nil
			n.Children, d.Nodes[0].Children = []int{0}, []int{1}
		}, []string{"cycle; expected a tree"}},
		{"no such scene", func(d *gltf.Document, n *gltf.Node) { d.Scene = gltf.Index(4) },
			[]string{"default scene 4; expected one of its 1 scenes"}},
		{"NaN matrix", func(d *gltf.Document, n *gltf.Node) { n.Matrix[5] = math.NaN() }, []string{at + "its matrix holds a NaN"}},
		{"perspective matrix", func(d *gltf.Document, n *gltf.Node) { n.Matrix, n.Matrix[3] = gltf.DefaultMatrix, 1 },
			[]string{at + "its matrix has the last row 1 0 0 1; expected 0 0 0 1"}},
		{"NaN translation", func(d *gltf.Document, n *gltf.Node) { n.Translation[2] = math.NaN() }, []string{at, "translation [0 0 NaN]"}},
		{"long quaternion", func(d *gltf.Document, n *gltf.Node) { n.Rotation = [4]float64{0, 0, 0, 2} }, []string{at, "a unit quaternion"}},
		{"no triangles", func(d *gltf.Document, n *gltf.Node) { d.Scenes[0].Nodes = nil }, []string{"no triangles; expected at least one node"}},
		{"all ignored", func(d *gltf.Document, n *gltf.Node) {
			for _, n := range d.Nodes {
				n.Extras = throng(dict{"role": "ignore"})
			}
		}, []string{"no triangles", "whose role is not ignore"}},
		{"no document at all", func(d *gltf.Document, n *gltf.Node) { *d = gltf.Document{} }, []string{"no triangles"}},
		{"draco", func(d *gltf.Document, n *gltf.Node) { d.ExtensionsRequired = []string{"KHR_draco_mesh_compression"} },
			[]string{"compressed by KHR_draco_mesh_compression, which is not supported; export the scene without compression"}},
		{"meshopt", func(d *gltf.Document, n *gltf.Node) { d.ExtensionsRequired = []string{"EXT_meshopt_compression"} },
			[]string{"compressed by EXT_meshopt_compression"}},
		{"unknown extension", func(d *gltf.Document, n *gltf.Node) {
			d.ExtensionsRequired = []string{"KHR_materials_unlit", "ACME_teleport"}
		}, []string{"it requires the extension ACME_teleport"}},
		{"null mesh", func(d *gltf.Document, n *gltf.Node) { d.Meshes = append(d.Meshes, nil) }, []string{"meshes[1]: null; expected an object"}},
		{"null primitive", func(d *gltf.Document, n *gltf.Node) { d.Meshes[0].Primitives[0] = nil }, []string{"meshes[0].primitives[0]: null"}},
		{"null node", func(d *gltf.Document, n *gltf.Node) { d.Nodes[0] = nil }, []string{"nodes[0]: null"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			doc := newDoc()
			addNode(doc, "floor", nil)
			c.harm(doc, addNode(doc, "stair", nil))
			if strings.HasPrefix(strings.Join(c.want, ""), prim) || strings.HasPrefix(c.want[0], at) {
				doc.Scenes[0].Nodes = []int{1} // so that the stair is read first
			}
			_, err := FromDocument(doc, "bad.glb", 1)
			refused(t, err, append(c.want, `ecs: scene "bad.glb": `)...)
		})
	}
}

func TestBadScale(t *testing.T) {
	for _, scale := range []float64{0, -1, math.NaN(), math.Inf(1), 1e9} {
		doc := newDoc()
		addNode(doc, "n", nil)
		_, err := FromDocument(doc, "s.glb", scale)
		refused(t, err, "scale")
	}
}

// Every cut of a valid file is an error, and never a panic.
func TestTruncatedFiles(t *testing.T) {
	for _, binary := range []bool{true, false} {
		whole := encode(t, house(), binary)
		for n := range whole {
			if !binary && strings.TrimSpace(string(whole[n:])) == "" {
				continue // only the last line break is missing
			}
			_, err := ReadSceneFS(fstest.MapFS{"cut.glb": {Data: whole[:n]}}, "cut.glb", 1)
			if err == nil {
				t.Fatalf("accepted the first %d of %d bytes", n, len(whole))
			}
			refused(t, err, `ecs: scene "cut.glb": `)
		}
	}
	whole := encode(t, house(), true)
	_, err := ReadSceneFS(fstest.MapFS{"cut.glb": {Data: whole[:len(whole)-1]}}, "cut.glb", 1)
	refused(t, err, fmt.Sprintf("truncated: %d bytes; expected the %d of its header", len(whole)-1, len(whole)))
}

func TestBadFiles(t *testing.T) {
	json := func(body string) []byte { return []byte(`{"asset":{"version":"2.0"},` + body + `}`) }
	hugeBin := encode(t, house(), true)
	binary.LittleEndian.PutUint32(hugeBin[12:], 1<<31)
	b64 := base64.StdEncoding.EncodeToString(make([]byte, 4))
	for name, c := range map[string]struct {
		data  []byte
		words []string
	}{
		"empty":                {nil, []string{"neither GLB nor glTF JSON"}},
		"text":                 {[]byte("v 0 0 0\nv 1 0 0\n"), []string{"neither GLB nor glTF JSON"}},
		"magic alone":          {[]byte("glTF"), []string{"truncated: 4 bytes"}},
		"huge JSON chunk":      {hugeBin, []string{"expected a JSON chunk of 2147483648"}},
		"glTF 1":               {[]byte(`{"asset":{"version":"1.0"}}`), []string{`glTF version "1.0"; expected 2.0`}},
		"no asset":             {[]byte(`{}`), []string{`glTF version ""`}},
		"missing buffer file":  {json(`"buffers":[{"uri":"walls.bin","byteLength":4}]`), []string{"buffer 0: ", "walls.bin"}},
		"buffer outside":       {json(`"buffers":[{"uri":"../../walls.bin","byteLength":4}]`), []string{"../../walls.bin"}},
		"buffer on the net":    {json(`"buffers":[{"uri":"http://example.com/w.bin","byteLength":4}]`), []string{"buffer 0: uri", "expected a file beside the scene"}},
		"short buffer file":    {json(`"buffers":[{"uri":"short.bin","byteLength":5}]`), []string{"buffer 0: 3 bytes; expected 5"}},
		"short data":           {json(`"buffers":[{"uri":"data:application/octet-stream;base64,` + b64 + `","byteLength":9}]`), []string{"buffer 0: 4 bytes; expected 9"}},
		"no data":              {json(`"buffers":[{"byteLength":4}]`), []string{"buffer 0: no uri"}},
		"absurd buffer":        {json(`"buffers":[{"byteLength":1099511627776}]`), []string{"buffer 0: byteLength 1.099511627776e+12"}},
		"negative buffer":      {json(`"buffers":[{"byteLength":-4}]`), []string{"buffer 0: byteLength -4"}},
		"wrong kind of buffer": {json(`"buffers":7`), []string{"neither GLB nor glTF JSON"}},
		"wrong kind of node":   {json(`"nodes":[7]`), []string{"not a readable glTF file"}},
		"null buffer":          {json(`"buffers":[null]`), []string{"buffer 0: byteLength 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"x/f.glb": {Data: c.data}, "x/short.bin": {Data: []byte("abc")}}
			_, err := ReadSceneFS(fsys, "x/f.glb", 1)
			refused(t, err, append(c.words, `ecs: scene "x/f.glb": `)...)
		})
	}
}

// What the checks do not foresee must still come out as an error.
func TestGuardCatchesPanics(t *testing.T) {
	read := func() (err error) {
		defer guard(&err)
		panic("out of range")
	}
	if err := read(); err == nil || err.Error() != "malformed glTF document: out of range" {
		t.Errorf("error %v", err)
	}
}

// A chain of nodes as deep as a file can make it must not exhaust anything.
func TestDeepHierarchy(t *testing.T) {
	const depth = 100_000
	nodes := make([]dict, depth)
	for i := range nodes {
		nodes[i] = dict{"children": []int{i + 1}, "translation": []float64{0, 0, 0.001}}
	}
	nodes[depth-1] = dict{"mesh": 0}
	doc := newDoc()
	text, err := json.Marshal(nodes)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &doc.Nodes); err != nil {
		t.Fatal(err)
	}
	doc.Scenes[0].Nodes = []int{0}
	if s := mustScene(t, doc); math.Abs(s.Min[2]-99.999) > 1e-6 {
		t.Errorf("the last node is at z = %v, want 99.999", s.Min[2])
	}
}
