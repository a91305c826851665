package ecs

import (
	"reflect"
	"testing"
)

func scenarioOf(t *testing.T, keys string) *Scenario {
	t.Helper()
	s, err := ParseScenario([]byte(`{"version":1,"scene":"house.glb"`+keys+`}`), "s.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCompleteFromTheScene(t *testing.T) {
	s := scenarioOf(t, "")
	if err := s.Complete(mustScene(t, house()), nil); err != nil {
		t.Fatal(err)
	}
	wantGroups := []Group{NewGroup("goal 0", 0), NewGroup("goal 3", 3)}
	if !reflect.DeepEqual(s.Groups, wantGroups) {
		t.Errorf("groups %+v, want %+v", s.Groups, wantGroups)
	}
	// The hall names no group and takes the first; the attic names number 1.
	wantSpawns := []Spawn{
		{Group: "goal 0", Region: Region{Name: "hall"}, Count: 100},
		{Group: "goal 3", Region: Region{Name: "attic"}, Count: 100},
	}
	if !reflect.DeepEqual(s.Spawns, wantSpawns) {
		t.Errorf("spawns %+v, want %+v", s.Spawns, wantSpawns)
	}
}

// A node of two materials is two entities, and still one place.
func TestCompleteTakesARegionOnce(t *testing.T) {
	doc := house()
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, doc.Meshes[0].Primitives[0])
	s := scenarioOf(t, "")
	if err := s.Complete(mustScene(t, doc), nil); err != nil {
		t.Fatal(err)
	}
	if len(s.Spawns) != 2 {
		t.Errorf("%d spawns, want 2: %+v", len(s.Spawns), s.Spawns)
	}
}

func TestCompleteKeepsWhatIsGiven(t *testing.T) {
	scene := mustScene(t, house())
	s := scenarioOf(t, `,"groups":[{"name":"1","goal":3,"speed":2}]`)
	if err := s.Complete(scene, nil); err != nil {
		t.Fatal(err)
	}
	if len(s.Groups) != 1 || s.Groups[0].Speed != 2 {
		t.Errorf("groups %+v", s.Groups)
	}
	if len(s.Spawns) != 2 || s.Spawns[0].Group != "1" || s.Spawns[1].Group != "1" {
		t.Errorf("spawns %+v; want both of group \"1\"", s.Spawns)
	}

	given := scenarioOf(t, `,"groups":[{"name":"a","goal":0}],"spawns":[{"group":"a","region":"1","count":3}]`)
	want := *given
	want.Time = DefaultTime
	if err := given.Complete(scene, nil); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*given, want) {
		t.Errorf("changed to %+v, want %+v", *given, want)
	}

	nobody := scenarioOf(t, `,"spawns":[]`)
	if err := nobody.Complete(scene, nil); err != nil {
		t.Fatal(err)
	}
	if len(nobody.Spawns) != 0 || len(nobody.Groups) != 2 {
		t.Errorf("an empty list of spawns became %+v", nobody.Spawns)
	}
}

func TestCompleteFromDefaults(t *testing.T) {
	defaults := NewScenario()
	defaults.Groups = []Group{NewGroup("in", 0), NewGroup("out", 3)}
	defaults.Groups[1].Radius = 0.3
	defaults.Spawns = []Spawn{
		{Group: "in", Region: Region{Name: "hall"}, Count: 7},
		{Group: "out", Region: Region{Name: "attic"}, Rate: 1},
	}
	scene := mustScene(t, house())

	s := scenarioOf(t, "")
	if err := s.Complete(scene, defaults); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s.Groups, defaults.Groups) || !reflect.DeepEqual(s.Spawns, defaults.Spawns) {
		t.Errorf("completed to %+v %+v", s.Groups, s.Spawns)
	}
	if s.Time != DefaultTime {
		t.Errorf("a run of %g s, want %d", s.Time, DefaultTime)
	}
	s.Groups[0].Speed = 9
	if defaults.Groups[0].Speed == 9 {
		t.Error("the defaults share memory with the scenario")
	}

	s = scenarioOf(t, `,"groups":[{"name":"out","goal":0}]`)
	if err := s.Complete(scene, defaults); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s.Spawns, defaults.Spawns[1:]) {
		t.Errorf("spawns %+v; want only those of group \"out\"", s.Spawns)
	}
}

// Groups that spawn entities name are made, with the goals that the extras say or the only goal that there is.
func TestCompleteTakesTheTime(t *testing.T) {
	defaults := NewScenario()
	defaults.Groups, defaults.Time = []Group{NewGroup("out", 3)}, 300
	scene := mustScene(t, house())
	for keys, want := range map[string]float64{"": 300, `,"time":60`: 60, `,"time":1`: 1} {
		s := scenarioOf(t, `,"spawns":[]`+keys)
		if err := s.Complete(scene, defaults); err != nil {
			t.Fatal(err)
		}
		if s.Time != want {
			t.Errorf("keys %q: a run of %g s, want %g", keys, s.Time, want)
		}
	}
}

func TestCompleteMakesNamedGroups(t *testing.T) {
	doc := newDoc()
	addNode(doc, "out", throng(dict{"role": "goal", "goal": 4}))
	addNode(doc, "den", throng(dict{"role": "spawn", "group": "bears"}))
	addNode(doc, "tree", throng(dict{"role": "spawn", "group": "owls"}))
	addNode(doc, "cave", throng(dict{"role": "spawn", "group": "bears"}))
	addNode(doc, "anywhere", throng(dict{"role": "spawn"}))
	s := scenarioOf(t, "")
	if err := s.Complete(mustScene(t, doc), nil); err != nil {
		t.Fatal(err)
	}
	if want := []Group{NewGroup("bears", 4), NewGroup("owls", 4)}; !reflect.DeepEqual(s.Groups, want) {
		t.Errorf("groups %+v, want %+v", s.Groups, want)
	}
	var of []string
	for _, p := range s.Spawns {
		of = append(of, p.Region.Name+" "+p.Group)
	}
	if want := []string{"den bears", "tree owls", "cave bears", "anywhere bears"}; !reflect.DeepEqual(of, want) {
		t.Errorf("spawns %v, want %v", of, want)
	}

	addNode(doc, "in", throng(dict{"role": "goal", "goal": 6}))
	addNode(doc, "air", throng(dict{"role": "spawn", "group": "bats", "goal": 6}))
	s = scenarioOf(t, "")
	refused(t, s.Complete(mustScene(t, doc), nil), `node 1 "den" spawns group "bears" without a goal; expected extras.throng.goal, one of [4 6]`)
}

func TestCompleteRefuses(t *testing.T) {
	floor := newDoc()
	addNode(floor, "floor", nil)
	noSpawn := newDoc()
	addNode(noSpawn, "exit", throng(dict{"role": "goal", "goal": 2}))
	strange := house()
	addNode(strange, "den", throng(dict{"role": "spawn", "group": "bears"}))
	for name, c := range map[string]struct {
		keys string
		doc  func() *Scene
		want string
	}{
		"no goals": {"", func() *Scene { return mustScene(t, floor) },
			`groups: missing, and scene "test.glb" has no goal; expected groups, or a node of role goal`},
		"no spawns": {"", func() *Scene { return mustScene(t, noSpawn) },
			`spawns: missing, and scene "test.glb" has none for groups "goal 2"; expected spawns, or a node of role spawn`},
		"goal that is not there": {`,"groups":[{"name":"a","goal":0},{"name":"b","goal":1}]`, func() *Scene { return mustScene(t, house()) },
			`groups[1].goal: no goal 1 in scene "test.glb"; it has goals [0 3]`},
		"region that is not there": {`,"spawns":[{"group":"goal 0","region":"cellar","count":1}]`, func() *Scene { return mustScene(t, house()) },
			`spawns[0].region: no spawn entity, spawn group or door "cellar" in scene "test.glb"; expected one of "hall", "attic"`},
		"group of a later completion": {`,"spawns":[{"group":"guests","region":"hall","count":1}]`, func() *Scene { return mustScene(t, house()) },
			`spawns[0].group: "guests" is no group; expected one of "goal 0", "goal 3"`},
		"scene's own strange group": {"", func() *Scene { return mustScene(t, strange) },
			`node 5 "den" spawns group "bears" without a goal; expected extras.throng.goal, one of [0 3]`},
	} {
		t.Run(name, func(t *testing.T) {
			s := scenarioOf(t, c.keys)
			before := *s
			err := s.Complete(c.doc(), nil)
			refused(t, err, `ecs: scenario "s.json": `, c.want)
			if !reflect.DeepEqual(*s, before) {
				t.Errorf("the refused scenario became %+v", *s)
			}
		})
	}
	s := scenarioOf(t, `,"groups":[{"name":"new","goal":0}]`)
	defaults := NewScenario()
	defaults.Groups = []Group{NewGroup("old", 0)}
	defaults.Spawns = []Spawn{{Group: "old", Region: Region{Name: "hall"}, Count: 1}}
	refused(t, s.Complete(mustScene(t, house()), defaults), `spawns: missing`, `"new"`)
}
