package ecs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Event changes the scene at a time of the run. Events of one time happen in
// their order in the scenario.
type Event struct {
	At   float64        // seconds
	Kind SceneDeltaKind // what happens
	Name string         // to the entities of that name, all together: doors that open or close, physical ones otherwise
	By   [3]float64     // metres along each axis, for SceneMove
	Over float64        // seconds that the move takes, at constant speed; 0: at once
}

// MarshalJSON writes the event with its kind as the key of its name.
func (e Event) MarshalJSON() ([]byte, error) {
	m := map[string]any{"at": e.At, e.Kind.String(): e.Name}
	if e.Kind == SceneMove {
		m["by"], m["over"] = e.By, e.Over
	}
	return json.Marshal(m)
}

func (o *object) event() Event {
	var e Event
	o.require("at", "seconds")
	o.float("at", &e.At)
	found := 0
	for kind, key := range sceneDeltaNames {
		if o.has(key) {
			e.Kind = SceneDeltaKind(kind)
			found++
		}
		o.text(key, &e.Name)
	}
	if found != 1 {
		o.fail("", "found %d of add, remove, move, open, close; expected exactly one of them", found)
	}
	if e.Kind == SceneMove {
		o.require("by", "[dx,dy,dz] in metres")
	}
	for _, key := range []string{"by", "over"} {
		if o.has(key) && e.Kind != SceneMove {
			o.fail(key, "given with %s; expected it beside a move only", e.Kind)
		}
	}
	if v, ok := o.get("by"); ok {
		e.By = point(v, join(o.path, "by"), o.err)
	}
	o.float("over", &e.Over)
	o.done()
	return e
}

// events checks what can be told without the scene.
func (c *checker) events(events []Event) {
	for i := range events {
		e := &events[i]
		at := fmt.Sprintf("events[%d]", i)
		if e.Kind >= numSceneDeltas {
			c.fail(at, "kind %d; expected one of SceneAdd to SceneClose", e.Kind)
			return
		}
		c.within(at+".at", e.At, 0, 1e6)
		if e.Name == "" {
			c.fail(at+"."+e.Kind.String(), "empty; expected the name of an entity")
		}
		if e.Kind == SceneMove {
			c.finite(at+".by", e.By)
			c.within(at+".over", e.Over, 0, 1e6)
		} else if e.By != [3]float64{} || e.Over != 0 {
			c.fail(at+".by", "given with %s; expected it beside a move only", e.Kind)
		}
	}
	byName := movesByName(events)
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		moves := byName[name]
		for k := range moves[1:] {
			a, b := &events[moves[k]], &events[moves[k+1]]
			if b.At < a.At+a.Over {
				c.fail(fmt.Sprintf("events[%d].at", moves[k+1]), "%v, while events[%d] moves %q from %v to %v; expected moves of one name after one another",
					b.At, moves[k], a.Name, a.At, a.At+a.Over)
			}
		}
	}
}

// movesByName gives the indices of the moves of each name, in the order in which
// they happen.
func movesByName(events []Event) map[string][]int {
	moves := map[string][]int{}
	for i := range events {
		if e := &events[i]; e.Kind == SceneMove {
			moves[e.Name] = append(moves[e.Name], i)
		}
	}
	for _, list := range moves {
		slices.SortStableFunc(list, func(i, j int) int {
			a, b := &events[i], &events[j]
			return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Over, b.Over))
		})
	}
	return moves
}

// eventsAgainst checks the names of the events, which only the scene knows.
func (s *Scenario) eventsAgainst(scene *Scene) error {
	known := scene.targets()
	for i, e := range s.Events {
		if len(known.of(e.Kind, e.Name)) > 0 {
			continue
		}
		what := "solid, walkable or obstacle"
		if e.Kind.ofDoors() {
			what = "door"
		}
		return keyError(fmt.Sprintf("events[%d].%s", i, e.Kind), "no node of role %s called %q in scene %q; expected %s",
			what, e.Name, scene.Name, scene.nameSome(e.Kind))
	}
	return nil
}

// targets are the scene's entities that an event can mean, by name.
type targets struct{ doors, physical map[string][]int }

func (s *Scene) targets() targets {
	t := targets{map[string][]int{}, map[string][]int{}}
	for i := range s.Entities {
		switch e := &s.Entities[i]; {
		case e.Role == RoleDoor:
			t.doors[e.Name] = append(t.doors[e.Name], i)
		case e.Role.Physical():
			t.physical[e.Name] = append(t.physical[e.Name], i)
		}
	}
	return t
}

func (t targets) of(kind SceneDeltaKind, name string) []int {
	if kind.ofDoors() {
		return t.doors[name]
	}
	return t.physical[name]
}

// nameSome lists names that events of a kind may use. A real building has
// hundreds; a few show what they look like.
func (s *Scene) nameSome(kind SceneDeltaKind) string {
	const few = 8
	var names []string
	for i := range s.Entities {
		if e := &s.Entities[i]; kind.takes(e.Role) && !slices.Contains(names, e.Name) {
			if len(names) == few {
				return "one of " + quoteAll(names) + " and others"
			}
			names = append(names, e.Name)
		}
	}
	if len(names) == 0 {
		return "a scene that has some"
	}
	return "one of " + quoteAll(names)
}
