package ecs

import (
	"reflect"
	"strings"
	"testing"
)

// yard is a floor, a gate of two leaves, a cart of two nodes, an absent crate and
// an exit that is called like the cart.
func yard(t testing.TB) *Scene {
	doc := newDoc()
	addNode(doc, "floor", nil)
	gate := addNode(doc, "gate", throng(dict{"role": "door", "name": "gate"}))
	addChild(doc, gate, "second leaf", nil)
	addNode(doc, "fire door", throng(dict{"role": "door", "closed": true}))
	addNode(doc, "cart", throng(dict{"role": "obstacle"})).Translation = [3]float64{0, 0, 5}
	addNode(doc, "wheel", throng(dict{"name": "cart"}))
	addNode(doc, "crate", throng(dict{"absent": true}))
	addNode(doc, "cart", throng(dict{"role": "goal", "goal": 0}))
	addNode(doc, "hall", throng(dict{"role": "spawn"}))
	return mustScene(t, doc)
}

const (
	yardFloor = iota
	yardGate
	yardLeaf
	yardFireDoor
	yardCart
	yardWheel
	yardCrate
	yardGoal
)

func TestEventsAgainstTheScene(t *testing.T) {
	for keys, want := range map[string]string{
		`"close": "gate"`:                    "",
		`"open": "fire door"`:                "",
		`"add": "crate"`:                     "",
		`"move": "cart", "by": [1,0,0]`:      "",
		`"close": "portal"`:                  `events[0].close: no node of role door called "portal" in scene "test.glb"; expected one of "gate", "fire door"`,
		`"open": "cart"`:                     `events[0].open: no node of role door called "cart"`,
		`"remove": "fire door"`:              `events[0].remove: no node of role solid, walkable or obstacle called "fire door" in scene "test.glb"; expected one of "floor", "cart", "crate"`,
		`"move": "hall", "by": [1,0,0]`:      `events[0].move: no node of role solid, walkable or obstacle called "hall"`,
		`"add": "second leaf"`:               `events[0].add: no node`,
		`"move": "nothing", "by": [1, 0, 0]`: `called "nothing"`,
	} {
		s := scenarioOf(t, `,"events":[{"at":1,`+keys+`}]`)
		err := s.Complete(yard(t), nil)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", keys, err)
			}
			continue
		}
		refused(t, err, `ecs: scenario "s.json": `, want)
	}
}

func TestEventsNameFewOfManyNodes(t *testing.T) {
	doc := house()
	for _, name := range strings.Split("abcdefghijkl", "") {
		addNode(doc, name, nil)
	}
	s := scenarioOf(t, `,"events":[{"at":1,"add":"z"}]`)
	refused(t, s.Complete(mustScene(t, doc), nil), `expected one of "floor", "a", "b", "c", "d", "e", "f", "g" and others`)
	s = scenarioOf(t, `,"events":[{"at":1,"open":"z"}]`)
	refused(t, s.Complete(mustScene(t, doc), nil), `events[0].open: no node of role door called "z" in scene "test.glb"; expected a scene that has some`)
}

func TestCompleteTakesTheDefaultEvents(t *testing.T) {
	defaults := NewScenario()
	defaults.Groups = []Group{NewGroup("in", 0)}
	defaults.Spawns = []Spawn{{Group: "in", Region: Region{Name: "hall"}, Count: 7}}
	defaults.Events = []Event{{At: 3, Kind: SceneClose, Name: "gate"}}
	for keys, want := range map[string][]Event{
		``:                                      defaults.Events,
		`,"events":[]`:                          {},
		`,"events":[{"at":1,"open":"gate"}]`:    {{At: 1, Kind: SceneOpen, Name: "gate"}},
		`,"groups":[{"name":"in","goal":0}]`:    defaults.Events,
		`,"events":[{"at":1,"remove":"crate"}]`: {{At: 1, Kind: SceneRemove, Name: "crate"}},
	} {
		s := scenarioOf(t, keys)
		if err := s.Complete(yard(t), defaults); err != nil {
			t.Error(err)
			continue
		}
		if !reflect.DeepEqual(s.Events, want) {
			t.Errorf("%s: events %+v, want %+v", keys, s.Events, want)
		}
		if len(s.Events) > 0 {
			s.Events[0].At = 99
		}
		if defaults.Events[0].At != 3 {
			t.Error("the defaults share memory with the scenario")
		}
	}
	defaults.Events[0].Name = "portal"
	refused(t, scenarioOf(t, "").Complete(yard(t), defaults), `events[0].close: no node of role door called "portal"`)
}
