package ecs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// tags is what extras.throng says of a node, its parents' words included.
type tags struct {
	name       string
	role       Role
	goal       int
	group      string
	discomfort float64
	up, down   float64
	absent     bool
	closed     bool // a door, at the start
}

var noTags = tags{goal: -1, up: 1, down: 1}

// ofRole lists the keys that mean something for some roles only, so that a
// misplaced one is told to its author instead of being lost.
var ofRole = []struct {
	key   string
	roles []Role
	names string
}{
	{"goal", []Role{RoleGoal, RoleSpawn}, "goal or spawn"},
	{"group", []Role{RoleSpawn}, "spawn"},
	{"discomfort", []Role{RoleDiscomfort}, "discomfort"},
	{"absent", []Role{RoleSolid, RoleWalkable, RoleObstacle}, "solid, walkable or obstacle"},
	{"closed", []Role{RoleDoor}, "door"},
}

// merge lays the "throng" key of a glTF extras value over what was inherited.
// Extras without that key, of other tools, change nothing.
func (t tags) merge(extras any) (tags, error) {
	if all, ok := extras.(map[string]any); ok {
		// The keys of other tools are none of our business.
		own, ok := all["throng"]
		if !ok {
			return t, nil
		}
		extras = map[string]any{"throng": own}
	}
	// Extras built in Go hold Go types and decoded ones hold JSON's; a trip
	// through text makes them alike.
	text, err := json.Marshal(extras)
	if err != nil {
		return t, fmt.Errorf("extras: %w", err)
	}
	v, err := decodeJSON(text)
	if err != nil {
		return t, fmt.Errorf("extras: %w", err)
	}
	all, _ := v.(map[string]any)
	own, ok := all["throng"]
	if !ok {
		return t, nil
	}
	o := asObject(own, "extras.throng", &err)
	t.read(o)
	o.done()
	return t, err
}

func (t *tags) read(o *object) {
	t.readRole(o)
	o.text("name", &t.name)
	o.integer("goal", &t.goal)
	if o.has("goal") && (t.goal < 0 || t.goal > MaxGoal) {
		o.fail("goal", "%d; expected 0 to %d", t.goal, MaxGoal)
	}
	if v, ok := o.get("group"); ok {
		t.readGroup(o, v)
	}
	o.float("discomfort", &t.discomfort)
	if o.has("discomfort") && !(t.discomfort > 0 && t.discomfort <= 1e6) {
		o.fail("discomfort", "%v; expected more than 0 and at most 1e6", t.discomfort)
	}
	if c := o.child("speed"); c != nil {
		c.fraction("up", &t.up)
		c.fraction("down", &t.down)
		c.done()
	}
	o.flag("absent", &t.absent)
	o.flag("closed", &t.closed)
	for _, k := range ofRole {
		if o.has(k.key) && !slices.Contains(k.roles, t.role) {
			o.fail(k.key, "given with role %s; expected role %s", t.role, k.names)
		}
	}
	if t.role == RoleGoal && t.goal < 0 {
		o.fail("goal", "missing; expected the goal's number, 0 to %d", MaxGoal)
	}
	if t.role == RoleDiscomfort && t.discomfort == 0 {
		o.fail("discomfort", "missing; expected more than 0")
	}
}

// readRole sets the role. A new role makes the inherited role's own keys void.
func (t *tags) readRole(o *object) {
	if !o.has("role") {
		o.get("role")
		return
	}
	var word string
	o.text("role", &word)
	i := slices.Index(roleNames[:], word)
	if i < 0 {
		o.fail("role", "%q; expected one of %s", word, strings.Join(roleNames[:], ", "))
		return
	}
	if Role(i) != t.role {
		t.role, t.goal, t.group, t.discomfort, t.closed = Role(i), -1, "", 0, false
		t.absent = t.absent && t.role.Physical()
	}
}

func (t *tags) readGroup(o *object, v any) {
	switch v := v.(type) {
	case string:
		t.group = v
	case json.Number:
		n := -1
		if toInt(v, join(o.path, "group"), &n, o.err); n < 0 {
			o.fail("group", "%s; expected a name, or a whole number from 0", v)
		}
		t.group = strconv.Itoa(n)
	default:
		o.fail("group", "found %s; expected a name or a number", kindOf(v))
	}
}

func (o *object) fraction(key string, dst *float64) {
	o.float(key, dst)
	if o.has(key) && !(*dst > 0 && *dst <= 1) {
		o.fail(key, "%v; expected a fraction of an agent's speed, more than 0 and at most 1", *dst)
	}
}
