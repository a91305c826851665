// Package scenes makes the built-in scenes: glTF documents drawn by code, each with
// default groups and spawns. Floors are slabs with an underside, walls and railings
// are closed solids that stand on the floor, doors fill their openings, and faces run
// counterclockwise seen from outside. One wall, that of "switchback", has no thickness,
// so that ways round it are known exactly. Units are metres; y is up and the plan is (x, z).
//
// Goals and spawns are planes 5 cm over their floor, marked by extras.throng roles
// like those of any other scene, and they never reach into a wall.
package scenes

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"

	"throng/ecs"
)

// ErrUnknown says that no built-in scene has the name.
var ErrUnknown = errors.New("no such built-in scene")

// builtin is one scene: how to draw it and who is in it.
type builtin struct {
	name     string
	summary  string
	draw     func(*model)
	populate func(*ecs.Scenario)
}

// all lists the scenes in the order in which they are shown.
var all = []builtin{
	{"stairs", "two levels of 12 × 10 m, partly above each other, joined by a stair", drawStairs, populateStairs},
	{"maze", "50 × 50 m of corridors between walls, 2.3 m wide", drawMaze, populateMaze},
	{"villa", "three storeys of 20 × 14 m with rooms, doors and two stairs", drawVilla, populateVilla},
	{"plaza", "60 × 60 m, open and flat; four groups change sides", drawPlaza, populatePlaza},
	{"corridor", "a hall of 42 × 2 m with 40 m to walk (RiMEA 1)", drawCorridor, populateCorridor},
	{"ramp-hinge", "two floors joined by a 3-4-5 ramp: a strip that unfolds flat", drawRampHinge, populateRamp},
	{"ramp-slab", "the same with a slab over the lower floor that no way leads to", drawRampSlab, populateRamp},
	{"switchback", "the stair core of RiMEA 8 over three storeys", drawSwitchback, populateSwitchback},
	{"tower", "the same core over five storeys, with walls and rooms", drawTower, populateTower},
	{"spiral", "a spiral stair of three turns about a column", drawSpiral, populateSpiral},
	{"low-ceiling", "two halls with slabs 1.7 and 1.9 m over the floor", drawLowCeiling, populateLowCeiling},
	{"steps", "platforms of 0.2 and 0.6 m: one can be walked over", drawSteps, populateSteps},
	{"two-doors", "a room with two symmetric doors (NIST 4.1)", drawTwoDoors, populateTwoDoors},
	{"bridge-crossing", "a passage under a bridge: two streams that do not meet", drawBridgeCrossing, populateBridgeCrossing},
	{"rimea8", "three storeys with 112 rooms and a stair core (RiMEA 8)", drawRimea8, populateRimea8},
	{"rimea13", "a room, a corridor, a stair and its landing (RiMEA 13)", drawRimea13, populateRimea13},
}

func find(name string) (*builtin, error) {
	i := slices.IndexFunc(all, func(b builtin) bool { return b.name == name })
	if i < 0 {
		return nil, fmt.Errorf("scenes: %w: %q; expected one of %s", ErrUnknown, name, strings.Join(Names(), ", "))
	}
	return &all[i], nil
}

// Names lists the built-in scenes.
func Names() []string {
	names := make([]string, len(all))
	for i, b := range all {
		names[i] = b.name
	}
	return names
}

// Summary says in one line what a scene is, or nothing where there is none of that name.
func Summary(name string) string {
	if b, err := find(name); err == nil {
		return b.summary
	}
	return ""
}

// Build draws a scene. The document is new at every call and always the same.
// An unknown name gives an error that wraps [ErrUnknown].
func Build(name string) (*gltf.Document, error) {
	b, err := find(name)
	if err != nil {
		return nil, err
	}
	m := newModel(name)
	b.draw(m)
	return m.doc, nil
}

// Load draws a scene and reads it, with the given metres per unit.
func Load(name string, scale float64) (*ecs.Scene, error) {
	doc, err := Build(name)
	if err != nil {
		return nil, err
	}
	return ecs.FromDocument(doc, "builtin:"+name, scale)
}

// Defaults is a whole scenario for a scene: every default, and the groups and spawns
// that belong to it. It is nil where there is no scene of that name.
func Defaults(name string) *ecs.Scenario {
	b, err := find(name)
	if err != nil {
		return nil
	}
	s := ecs.NewScenario()
	s.Name = "builtin:" + name
	s.Scene = "builtin:" + name
	b.populate(s)
	return s
}

// Save writes a scene as binary glTF, or as glTF text with the data embedded where
// the path ends in ".gltf".
func Save(name, path string) error {
	doc, err := Build(name)
	if err != nil {
		return err
	}
	if strings.EqualFold(filepath.Ext(path), ".gltf") {
		for _, b := range doc.Buffers {
			b.EmbeddedResource()
		}
		err = gltf.Save(doc, path)
	} else {
		err = gltf.SaveBinary(doc, path)
	}
	if err != nil {
		return fmt.Errorf("scenes: save %q to %q: %w", name, path, err)
	}
	return nil
}

// people is a number of agents that appear at a spawn entity.
type people struct {
	region string
	count  int
}

// crowd adds a group and where it appears.
func crowd(s *ecs.Scenario, group string, goal int, from ...people) {
	s.Groups = append(s.Groups, ecs.NewGroup(group, goal))
	for _, p := range from {
		s.Spawns = append(s.Spawns, ecs.Spawn{Group: group, Region: ecs.Region{Name: p.region}, Count: p.count})
	}
}
