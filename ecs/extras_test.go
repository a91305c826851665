package ecs

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"testing/fstest"
)

func TestBadExtras(t *testing.T) {
	for name, c := range map[string]struct {
		keys any
		want string
	}{
		"unknown key":         {dict{"rol": "goal"}, "extras.throng.rol: unknown key; expected one of absent, closed, discomfort, goal, group, name, role, speed"},
		"unknown speed key":   {dict{"speed": dict{"sideways": 0.5}}, "extras.throng.speed.sideways: unknown key; expected one of down, up"},
		"unknown role":        {dict{"role": "flor"}, `extras.throng.role: "flor"; expected one of solid, walkable, obstacle, goal, spawn, door, discomfort, ignore`},
		"role of a number":    {dict{"role": 3}, "extras.throng.role: found a number; expected a string"},
		"goal without n":      {dict{"role": "goal"}, "extras.throng.goal: missing; expected the goal's number"},
		"goal of minus one":   {dict{"role": "goal", "goal": -1}, "extras.throng.goal: -1; expected 0 to 255"},
		"goal of a half":      {dict{"role": "goal", "goal": 0.5}, "extras.throng.goal: 0.5; expected a whole number"},
		"goal of a name":      {dict{"role": "goal", "goal": "exit"}, "extras.throng.goal: found a string; expected a number"},
		"goal beyond":         {dict{"role": "goal", "goal": 256}, "extras.throng.goal: 256; expected 0 to 255"},
		"goal on a wall":      {dict{"role": "obstacle", "goal": 1}, "extras.throng.goal: given with role obstacle; expected role goal or spawn"},
		"group on a floor":    {dict{"group": "a"}, "extras.throng.group: given with role solid; expected role spawn"},
		"group of a list":     {dict{"role": "spawn", "group": []int{1}}, "extras.throng.group: found a list; expected a name or a number"},
		"negative group":      {dict{"role": "spawn", "group": -2}, "extras.throng.group: -2; expected a name, or a whole number from 0"},
		"no discomfort":       {dict{"role": "discomfort"}, "extras.throng.discomfort: missing"},
		"negative discomfort": {dict{"role": "discomfort", "discomfort": -1}, "extras.throng.discomfort: -1; expected more than 0"},
		"speed of zero":       {dict{"speed": dict{"up": 0}}, "extras.throng.speed.up: 0; expected a fraction"},
		"speed of two":        {dict{"speed": dict{"down": 2}}, "extras.throng.speed.down: 2; expected a fraction"},
		"speed of a number":   {dict{"speed": 0.5}, "extras.throng.speed: found a number; expected an object"},
		"absent goal":         {dict{"role": "goal", "goal": 1, "absent": true}, "extras.throng.absent: given with role goal; expected role solid, walkable or obstacle"},
		"absent door":         {dict{"role": "door", "absent": true}, "extras.throng.absent: given with role door; expected role solid, walkable or obstacle"},
		"closed wall":         {dict{"role": "obstacle", "closed": true}, "extras.throng.closed: given with role obstacle; expected role door"},
		"closed of a number":  {dict{"role": "door", "closed": 1}, "extras.throng.closed: found a number; expected true or false"},
		"not an object":       {"goal", "extras.throng: found a string; expected an object"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, onMesh := range []bool{false, true} {
				doc := newDoc()
				n := addNode(doc, "Stair", nil)
				if onMesh {
					doc.Meshes[0].Extras = dict{"throng": c.keys}
				} else {
					n.Extras = dict{"throng": c.keys}
				}
				_, err := FromDocument(doc, "x.glb", 1)
				refused(t, err, `ecs: scene "x.glb": node 0 "Stair": `, c.want)
			}
		})
	}
	doc := newDoc()
	addNode(doc, "n", dict{"throng": dict{"goal": math.NaN()}})
	_, err := FromDocument(doc, "x.glb", 1)
	refused(t, err, "extras")
}

// The library reads extras as generic JSON; what passes through a file must be
// judged as what is built in memory.
func TestExtrasSurviveAFile(t *testing.T) {
	doc := newDoc()
	addNode(doc, "n", throng(dict{"role": "spawn", "group": 7, "speed": dict{"up": 0.25}}))
	s, err := ReadSceneFS(fstest.MapFS{"f.gltf": {Data: encode(t, doc, false)}}, "f.gltf", 1)
	if err != nil {
		t.Fatal(err)
	}
	if e := s.Entities[0]; e.Role != RoleSpawn || e.Group != "7" || e.SpeedUp != 0.25 || e.SpeedDown != 1 || e.Goal != -1 {
		t.Errorf("read %+v", e)
	}
}

func TestExtrasAreInheritedByKey(t *testing.T) {
	doc := newDoc()
	root := addNode(doc, "building", throng(dict{"role": "walkable", "speed": dict{"up": 0.5, "down": 0.6}}))
	stair := addChild(doc, root, "stair", throng(dict{"speed": dict{"up": 0.3}}))
	addChild(doc, stair, "tread", nil)
	exits := addChild(doc, root, "exits", throng(dict{"role": "goal", "goal": 4}))
	addChild(doc, exits, "east", nil)
	addChild(doc, exits, "west", throng(dict{"goal": 5}))
	addChild(doc, exits, "frame", throng(dict{"role": "obstacle"}))
	addChild(doc, root, "others' extras", dict{"blender": dict{"role": "goal"}})
	addChild(doc, root, "no object", "hello")
	s := mustScene(t, doc)
	want := []tags{
		{role: RoleWalkable, goal: -1, up: 0.5, down: 0.6},
		{role: RoleWalkable, goal: -1, up: 0.3, down: 0.6},
		{role: RoleWalkable, goal: -1, up: 0.3, down: 0.6},
		{role: RoleGoal, goal: 4, up: 0.5, down: 0.6},
		{role: RoleGoal, goal: 4, up: 0.5, down: 0.6},
		{role: RoleGoal, goal: 5, up: 0.5, down: 0.6},
		{role: RoleObstacle, goal: -1, up: 0.5, down: 0.6},
		{role: RoleWalkable, goal: -1, up: 0.5, down: 0.6},
		{role: RoleWalkable, goal: -1, up: 0.5, down: 0.6},
	}
	for i, w := range want {
		e := s.Entities[i]
		if got := (tags{"", e.Role, e.Goal, e.Group, e.Discomfort, e.SpeedUp, e.SpeedDown, e.Absent, e.DoorClosed}); got != w {
			t.Errorf("%s: %+v, want %+v", e.Name, got, w)
		}
	}
}

// A host that builds its scene in Go need not spell it out in map[string]any.
func TestExtrasOfAnyGoType(t *testing.T) {
	type keys struct {
		Role string `json:"role"`
		Goal uint8  `json:"goal"`
	}
	doc := newDoc()
	addNode(doc, "a", map[string]keys{"throng": {"goal", 5}})
	addNode(doc, "b", struct {
		Throng keys `json:"throng"`
	}{keys{"goal", 6}})
	addNode(doc, "c", json.RawMessage(`{"throng":{"role":"goal","goal":7}}`))
	addNode(doc, "d", map[string]any{"throng": keys{"goal", 8}, "others": math.NaN()})
	for i, e := range mustScene(t, doc).Entities {
		if e.Role != RoleGoal || e.Goal != 5+i {
			t.Errorf("%s: %v %d, want goal %d", e.Name, e.Role, e.Goal, 5+i)
		}
	}
}

func TestPresenceIsInherited(t *testing.T) {
	doc := newDoc()
	crates := addNode(doc, "crates", throng(dict{"absent": true}))
	addChild(doc, crates, "crate", nil)
	addChild(doc, crates, "shelf", throng(dict{"role": "obstacle"}))
	addChild(doc, crates, "stays", throng(dict{"absent": false}))
	addChild(doc, crates, "hatch", throng(dict{"role": "door"}))
	gates := addNode(doc, "gates", throng(dict{"role": "door", "closed": true}))
	addChild(doc, gates, "leaf", nil)
	addChild(doc, gates, "frame", throng(dict{"role": "obstacle"}))
	addNode(doc, "exit", throng(dict{"role": "goal", "goal": 0}))
	addNode(doc, "note", throng(dict{"role": "ignore"}))
	absent := []string{"crates", "crate", "shelf"}
	shut := []string{"gates", "leaf"}
	out := append([]string{"hatch", "note"}, absent...)
	for _, e := range mustScene(t, doc).Entities {
		if e.Absent != slices.Contains(absent, e.Name) || e.DoorClosed != slices.Contains(shut, e.Name) {
			t.Errorf("%s: absent %v, closed %v", e.Name, e.Absent, e.DoorClosed)
		}
		if e.PresentAtStart() == slices.Contains(out, e.Name) {
			t.Errorf("%s: present at the start is %v", e.Name, e.PresentAtStart())
		}
	}
}

func TestMeshExtrasYieldToTheNodes(t *testing.T) {
	doc := newDoc()
	doc.Meshes[0].Extras = throng(dict{"role": "discomfort", "discomfort": 2})
	addNode(doc, "as the mesh", nil)
	addNode(doc, "as the node", throng(dict{"role": "obstacle"}))
	addNode(doc, "both", throng(dict{"discomfort": 3}))
	s := mustScene(t, doc)
	for i, want := range []struct {
		role Role
		g    float64
	}{{RoleDiscomfort, 2}, {RoleObstacle, 0}, {RoleDiscomfort, 3}} {
		if e := s.Entities[i]; e.Role != want.role || e.Discomfort != want.g {
			t.Errorf("%s: %v %v, want %v %v", e.Name, e.Role, e.Discomfort, want.role, want.g)
		}
	}
}

func TestRoleNames(t *testing.T) {
	for r := range numRoles {
		doc := newDoc()
		keys := dict{"role": r.String()}
		switch r {
		case RoleGoal:
			keys["goal"] = 0
		case RoleDiscomfort:
			keys["discomfort"] = 1
		case RoleIgnore:
			addNode(doc, "floor", nil)
		}
		addNode(doc, "n", throng(keys))
		s := mustScene(t, doc)
		if got := s.Entities[len(s.Entities)-1].Role; got != r {
			t.Errorf("role %q is read as %v", r, got)
		}
	}
	if got := Role(99).String(); got != "Role(99)" {
		t.Errorf("an unknown role is written %q", got)
	}
	if !RoleSolid.Physical() || !RoleObstacle.Physical() || RoleGoal.Physical() || RoleDoor.Physical() {
		t.Error("solid, walkable and obstacle are physical, and nothing else is")
	}
}
