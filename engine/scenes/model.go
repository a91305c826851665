package scenes

import (
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// extras is the content of a node's extras.throng.
type extras map[string]any

var (
	obstacle = extras{"role": "obstacle"}
	door     = extras{"role": "door"}
)

// speedExtras are the fractions of an agent's speed that a stair leaves.
func speedExtras(up, down float64) extras {
	return extras{"speed": map[string]any{"up": up, "down": down}}
}

func goalExtras(goal int) extras { return extras{"role": "goal", "goal": float64(goal)} }

func spawnExtras(group string, goal int) extras {
	return extras{"role": "spawn", "group": group, "goal": float64(goal)}
}

// paint is a material that several parts share, as linear RGB.
type paint struct {
	name   string
	colour [3]float64
}

var (
	floorPaint   = paint{"floor", [3]float64{0.62, 0.62, 0.60}}
	wallPaint    = paint{"wall", [3]float64{0.78, 0.72, 0.62}}
	stairPaint   = paint{"stair", [3]float64{0.48, 0.44, 0.40}}
	railingPaint = paint{"railing", [3]float64{0.25, 0.30, 0.36}}
	sheetPaint   = paint{"sheet", [3]float64{0.78, 0.72, 0.62}} // the only double-sided one
	doorPaint    = paint{"door", [3]float64{0.45, 0.26, 0.12}}
	goalPaint    = paint{"goal", [3]float64{0.16, 0.62, 0.26}}
	spawnPaint   = paint{"spawn", [3]float64{0.20, 0.40, 0.80}}
)

// model collects the parts of a scene in a glTF document.
type model struct {
	doc       *gltf.Document
	materials map[string]int
}

func newModel(name string) *model {
	doc := gltf.NewDocument()
	doc.Scenes[0].Name = name
	doc.Asset.Generator = "throng"
	return &model{doc: doc, materials: map[string]int{}}
}

// add puts a mesh into the document as a node of its own.
func (m *model) add(name string, p paint, e extras, part *mesh) {
	primitive := &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(m.doc, part.positions)},
		Indices:    gltf.Index(modeler.WriteIndices(m.doc, part.indices)),
		Material:   gltf.Index(m.material(p)),
	}
	m.doc.Meshes = append(m.doc.Meshes, &gltf.Mesh{Name: name, Primitives: []*gltf.Primitive{primitive}})
	node := &gltf.Node{Name: name, Mesh: gltf.Index(len(m.doc.Meshes) - 1)}
	if e != nil {
		node.Extras = map[string]any{"throng": map[string]any(e)}
	}
	m.doc.Nodes = append(m.doc.Nodes, node)
	m.doc.Scenes[0].Nodes = append(m.doc.Scenes[0].Nodes, len(m.doc.Nodes)-1)
}

func (m *model) material(p paint) int {
	if i, ok := m.materials[p.name]; ok {
		return i
	}
	c := p.colour
	m.doc.Materials = append(m.doc.Materials, &gltf.Material{
		Name:        p.name,
		DoubleSided: p == sheetPaint,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{c[0], c[1], c[2], 1},
			MetallicFactor:  gltf.Float(0),
		},
	})
	m.materials[p.name] = len(m.doc.Materials) - 1
	return m.materials[p.name]
}

func (m *model) floor(name string, s *solid)            { m.add(name, floorPaint, nil, s.mesh()) }
func (m *model) wall(name string, s *solid)             { m.add(name, wallPaint, obstacle, s.mesh()) }
func (m *model) railing(name string, s *solid)          { m.add(name, railingPaint, obstacle, s.mesh()) }
func (m *model) stair(name string, f flight)            { m.add(name, stairPaint, nil, f.treads().mesh()) }
func (m *model) door(name string, s *solid)             { m.add(name, doorPaint, door, s.mesh()) }
func (m *model) ramp(name string, e extras, part *mesh) { m.add(name, stairPaint, e, part) }

func (m *model) goal(name string, goal int, floor float64, areas ...area) {
	m.add(name, goalPaint, goalExtras(goal), marker(floor, areas...))
}

// round adds a goal of a radius about a place on a floor.
func (m *model) round(name string, goal int, at place, radius float64) {
	m.add(name, goalPaint, goalExtras(goal), disc(at, radius))
}

func (m *model) spawn(name, group string, goal int, floor float64, areas ...area) {
	m.add(name, spawnPaint, spawnExtras(group, goal), marker(floor, areas...))
}
