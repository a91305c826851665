package ecs

import (
	"bytes"
	"math"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// square is a unit square in the plan that faces up.
var (
	squarePoints  = [][3]float32{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}
	squareIndices = []uint16{0, 1, 2, 0, 2, 3}
)

type dict = map[string]any

// throng wraps keys as extras.throng.
func throng(keys dict) any { return dict{"throng": keys} }

// newDoc is a document with one scene and one mesh, the square, and no node.
func newDoc() *gltf.Document {
	doc := gltf.NewDocument()
	addMesh(doc, squarePoints, squareIndices)
	return doc
}

// addMesh appends a mesh of one primitive; indices may be nil.
func addMesh(doc *gltf.Document, points [][3]float32, indices any) *gltf.Primitive {
	p := &gltf.Primitive{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, points)}}
	if indices != nil {
		p.Indices = gltf.Index(modeler.WriteAccessor(doc, gltf.TargetElementArrayBuffer, indices))
	}
	doc.Meshes = append(doc.Meshes, &gltf.Mesh{Name: "mesh", Primitives: []*gltf.Primitive{p}})
	return p
}

// addNode appends a node with mesh 0 as a root.
func addNode(doc *gltf.Document, name string, extras any) *gltf.Node {
	n := &gltf.Node{Name: name, Mesh: gltf.Index(0), Extras: extras}
	doc.Nodes = append(doc.Nodes, n)
	doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, len(doc.Nodes)-1)
	return n
}

// addChild appends a node with mesh 0 below another.
func addChild(doc *gltf.Document, parent *gltf.Node, name string, extras any) *gltf.Node {
	n := &gltf.Node{Name: name, Mesh: gltf.Index(0), Extras: extras}
	doc.Nodes = append(doc.Nodes, n)
	parent.Children = append(parent.Children, len(doc.Nodes)-1)
	return n
}

// house is a floor, two goals and two spawns.
func house() *gltf.Document {
	doc := newDoc()
	addNode(doc, "floor", nil)
	addNode(doc, "exit", throng(dict{"role": "goal", "goal": 0}))
	addNode(doc, "roof", throng(dict{"role": "goal", "goal": 3}))
	addNode(doc, "hall", throng(dict{"role": "spawn"}))
	addNode(doc, "attic", throng(dict{"role": "spawn", "group": 1}))
	return doc
}

func mustScene(t testing.TB, doc *gltf.Document) *Scene {
	t.Helper()
	s, err := FromDocument(doc, "test.glb", 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func encode(t testing.TB, doc *gltf.Document, binary bool) []byte {
	t.Helper()
	var buf bytes.Buffer
	enc := gltf.NewEncoder(&buf)
	enc.AsBinary = binary
	if !binary {
		for _, b := range doc.Buffers {
			b.EmbeddedResource()
		}
	}
	if err := enc.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func near(a, b [3]float64, tol float64) bool {
	for k := range a {
		if !(math.Abs(a[k]-b[k]) <= tol) {
			return false
		}
	}
	return true
}

func nearTriangle(a, b Triangle, tol float64) bool {
	return near(a[0], b[0], tol) && near(a[1], b[1], tol) && near(a[2], b[2], tol)
}
