package ecs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Complete fills groups, spawns, events and the time that the scenario left out, and
// checks the rest against the scene. It changes s only when it gives no error.
//
// For a built-in scene, defaults is its own scenario, and groups, spawns, events
// and the time come from there; a time that it has not is DefaultTime.
// For a file defaults is nil: the groups are those that the spawn
// entities name, with the goals in their extras, which a scene with one goal may
// leave out; where none names a group, each goal number n of the scene gives a
// group "goal n". Each spawn entity gives DefaultCount agents, of the group its
// extras name (or the group of that index, where they hold a number), else of the
// first one. Groups that the scenario names itself are kept; of the default
// spawns only those of known groups are taken.
func (s *Scenario) Complete(scene *Scene, defaults *Scenario) error {
	c := *s
	if c.Groups == nil {
		groups, err := defaultGroups(scene, defaults)
		if err != nil {
			return s.wrap(err)
		}
		c.Groups = groups
	}
	if len(c.Groups) == 0 {
		return s.wrap(keyError("groups", "missing, and scene %q has no goal; expected groups, or a node of role goal", scene.Name))
	}
	if c.Spawns == nil {
		spawns, err := c.defaultSpawns(scene, defaults)
		if err != nil {
			return s.wrap(err)
		}
		c.Spawns = spawns
	}
	if c.Events == nil && defaults != nil {
		c.Events = slices.Clone(defaults.Events)
	}
	if c.Time == 0 && defaults != nil {
		c.Time = defaults.Time
	}
	c.Time = cmp.Or(c.Time, DefaultTime)
	if err := c.Validate(); err != nil {
		return err
	}
	if err := c.against(scene); err != nil {
		return s.wrap(err)
	}
	*s = c
	return nil
}

func defaultGroups(scene *Scene, defaults *Scenario) ([]Group, error) {
	if defaults != nil {
		return slices.Clone(defaults.Groups), nil
	}
	groups, err := namedGroups(scene)
	if err != nil || len(groups) > 0 {
		return groups, err
	}
	for _, goal := range scene.Goals() {
		groups = append(groups, NewGroup(fmt.Sprintf("goal %d", goal), goal))
	}
	return groups, nil
}

// namedGroups are the groups that spawn entities name by a word, in their order.
func namedGroups(scene *Scene) ([]Group, error) {
	var groups []Group
	goals := scene.Goals()
	for i := range scene.Entities {
		e := &scene.Entities[i]
		_, err := strconv.Atoi(e.Group)
		named := func(g Group) bool { return g.Name == e.Group }
		if e.Role != RoleSpawn || e.Group == "" || err == nil || slices.ContainsFunc(groups, named) {
			continue
		}
		goal := e.Goal
		if goal < 0 && len(goals) == 1 {
			goal = goals[0]
		}
		if goal < 0 {
			return nil, keyError("groups", "scene %q: node %d %q spawns group %q without a goal; expected extras.throng.goal, one of %v, or groups in the scenario",
				scene.Name, e.Node, e.Name, e.Group, goals)
		}
		groups = append(groups, NewGroup(e.Group, goal))
	}
	return groups, nil
}

func (s *Scenario) defaultSpawns(scene *Scene, defaults *Scenario) ([]Spawn, error) {
	var spawns []Spawn
	if defaults != nil {
		for _, p := range defaults.Spawns {
			if s.groupIndex(p.Group) >= 0 {
				spawns = append(spawns, p)
			}
		}
	} else {
		var err error
		if spawns, err = s.sceneSpawns(scene); err != nil {
			return nil, err
		}
	}
	if len(spawns) == 0 {
		return nil, keyError("spawns", "missing, and scene %q has none for groups %s; expected spawns, or a node of role spawn",
			scene.Name, quoteAll(s.groupNames()))
	}
	return spawns, nil
}

// sceneSpawns makes one spawn for each region name, which may cover several
// entities: a node with two materials is two entities but one place.
func (s *Scenario) sceneSpawns(scene *Scene) ([]Spawn, error) {
	var spawns []Spawn
	for i := range scene.Entities {
		e := &scene.Entities[i]
		taken := func(p Spawn) bool { return p.Region.Name == e.Name }
		if e.Role != RoleSpawn || slices.ContainsFunc(spawns, taken) {
			continue
		}
		group, ok := s.groupOf(e.Group)
		if !ok {
			return nil, keyError("groups", "scene %q: node %d %q spawns group %q; expected one of %s",
				scene.Name, e.Node, e.Name, e.Group, quoteAll(s.groupNames()))
		}
		spawns = append(spawns, Spawn{Group: group, Region: Region{Name: e.Name}, Count: DefaultCount})
	}
	return spawns, nil
}

// groupOf resolves the group of a spawn entity: a name, an index, or nothing.
func (s *Scenario) groupOf(name string) (string, bool) {
	if name == "" {
		return s.Groups[0].Name, true
	}
	if s.groupIndex(name) >= 0 {
		return name, true
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(s.Groups) {
		return s.Groups[i].Name, true
	}
	return "", false
}

// against checks the names that only the scene can resolve.
func (s *Scenario) against(scene *Scene) error {
	goals := scene.Goals()
	for i, g := range s.Groups {
		if !slices.Contains(goals, g.Goal) {
			return keyError(fmt.Sprintf("groups[%d].goal", i), "no goal %d in scene %q; it has goals %v", g.Goal, scene.Name, goals)
		}
	}
	for i, g := range s.Groups {
		for k, stop := range g.Route {
			for _, goal := range stop.Goals {
				if !slices.Contains(goals, goal) {
					return keyError(fmt.Sprintf("groups[%d].route[%d].goals", i, k), "no goal %d in scene %q; it has goals %v", goal, scene.Name, goals)
				}
			}
		}
	}
	for i, p := range s.Spawns {
		if name := p.Region.Name; name != "" && len(scene.Region(name)) == 0 && len(scene.Doors(name)) == 0 {
			return keyError(fmt.Sprintf("spawns[%d].region", i), "no spawn entity, spawn group or door %q in scene %q; expected one of %s",
				name, scene.Name, quoteAll(scene.spawnNames()))
		}
	}
	return s.eventsAgainst(scene)
}

func (s *Scene) spawnNames() []string {
	var names []string
	for i := range s.Entities {
		if e := &s.Entities[i]; (e.Role == RoleSpawn || e.Role == RoleDoor) && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}
