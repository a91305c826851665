package engine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"throng/engine"
)

// floor writes a scene of one level square without a goal.
func floor(t *testing.T) string {
	doc := gltf.NewDocument()
	position := modeler.WritePosition(doc, [][3]float32{{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0}})
	indices := modeler.WriteIndices(doc, []uint16{0, 1, 2, 0, 2, 3})
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Indices: &indices, Attributes: gltf.PrimitiveAttributes{gltf.POSITION: position}}}}}
	mesh := 0
	doc.Nodes = []*gltf.Node{{Name: "Floor", Mesh: &mesh}}
	doc.Scenes[0].Nodes = []int{0}
	name := filepath.Join(t.TempDir(), "floor.glb")
	if err := gltf.SaveBinary(doc, name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSceneWithoutGoalCanBeBaked(t *testing.T) {
	scenario, scene, err := engine.Open(floor(t))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Executor: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Load(scenario, scene); err != nil {
		t.Fatal(err)
	}
	if err := e.Step(0.05); err != nil {
		t.Fatal(err)
	}
	r, err := e.Report()
	if err != nil {
		t.Fatal(err)
	}
	if r.WalkableCells != 256 || r.Islands != 1 || r.WalkableArea != 16 {
		t.Errorf("a floor of 16 m² has %d cells of %g m² in %d islands", r.WalkableCells, r.WalkableArea, r.Islands)
	}
	if len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], "goal") {
		t.Errorf("the warnings %q do not say that there is no goal", r.Warnings)
	}
}
