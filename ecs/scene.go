package ecs

import (
	"fmt"
	"slices"
	"strings"
)

// Role says what a piece of the scene is to the crowd.
type Role uint8

const (
	RoleSolid      Role = iota // the default: floor where it is flat enough, obstruction elsewhere
	RoleWalkable               // floor only, never an obstruction
	RoleObstacle               // obstruction only, never a floor
	RoleGoal                   // marks the floor below it as a goal; not physical
	RoleSpawn                  // marks the floor below it as a place to appear; not physical
	RoleDoor                   // a door leaf: obstruction only while closed, nothing while open
	RoleDiscomfort             // adds discomfort to the floor below it; not physical
	RoleIgnore                 // takes no part at all, not even in the scene's box
	numRoles
)

var roleNames = [numRoles]string{
	"solid", "walkable", "obstacle", "goal", "spawn", "door", "discomfort", "ignore",
}

// String gives the role's name as it is written in glTF extras.
func (r Role) String() string {
	if r < numRoles {
		return roleNames[r]
	}
	return fmt.Sprintf("Role(%d)", uint8(r))
}

// Physical reports whether the role's triangles are floors or obstructions, as
// opposed to marks that hover over a floor.
func (r Role) Physical() bool { return r <= RoleObstacle }

// Triangle holds three corners in world metres. They run counterclockwise when
// seen from outside, so the normal (b−a)×(c−a) points out of the solid.
type Triangle [3][3]float64

// Normal is the triangle's outward unit normal. Every triangle of a Scene has
// one; of a triangle without area it is NaN.
func (t Triangle) Normal() [3]float64 {
	n := t.cross()
	l := length(n)
	return [3]float64{n[0] / l, n[1] / l, n[2] / l}
}

func (t Triangle) cross() [3]float64 {
	return cross(sub(t[1], t[0]), sub(t[2], t[0]))
}

// Entity is one primitive of one node: a mesh, its transform, role and goal.
type Entity struct {
	Node       int         // index of the glTF node
	Instance   int         // which of the node's instances by EXT_mesh_gpu_instancing; 0 without
	Name       string      // name in the extras, else the node's, else the mesh's
	Role       Role        // what it is to the crowd
	Goal       int         // goal number of a goal, or of those who appear at a spawn; −1 where unset
	Group      string      // group that appears here, for a spawn; may be empty
	Discomfort float64     // g of the cost in ML §5.2, dimensionless; 0 where unset
	SpeedUp    float64     // fraction of an agent's speed kept uphill, 1 where unset
	SpeedDown  float64     // fraction of an agent's speed kept downhill, 1 where unset
	Absent     bool        // takes no part until it is added; of physical roles
	DoorClosed bool        // a door that is closed at the start
	Colour     [4]uint8    // base colour factor of the material, linear RGBA
	TwoSided   bool        // the material is doubleSided: the underside counts too
	Transform  [16]float64 // mesh to world, column-major, the scene's scale included
	First      int         // first triangle of the entity in Scene.Triangles
	Count      int         // number of its triangles
}

// Scene is a glTF file flattened into world triangles.
type Scene struct {
	Name      string
	Entities  []Entity
	Triangles []Triangle
	Closed    []bool     // by triangle: on the surface of a solid, see MarkClosed; nil: all are open sheets
	Min, Max  [3]float64 // box over everything but RoleIgnore, in metres
	Notes     []string   // what was skipped or dropped while reading, one sentence each
}

// PresentAtStart reports whether the entity takes part before any event; a door
// does while it is closed.
func (e *Entity) PresentAtStart() bool {
	switch e.Role {
	case RoleDoor:
		return e.DoorClosed
	case RoleIgnore:
		return false
	}
	return !e.Absent
}

// Of gives the triangles of an entity.
func (s *Scene) Of(e *Entity) []Triangle { return s.Triangles[e.First : e.First+e.Count] }

// Goals lists the goal numbers of the scene in rising order, each once.
func (s *Scene) Goals() []int {
	var goals []int
	for i := range s.Entities {
		if e := &s.Entities[i]; e.Role == RoleGoal && !slices.Contains(goals, e.Goal) {
			goals = append(goals, e.Goal)
		}
	}
	slices.Sort(goals)
	return goals
}

// Region lists the spawn entities that a scenario's region name means: those with
// that name, or else those whose group has it.
func (s *Scene) Region(name string) []int {
	var named, grouped []int
	for i := range s.Entities {
		e := &s.Entities[i]
		if e.Role != RoleSpawn {
			continue
		}
		if e.Name == name {
			named = append(named, i)
		}
		if e.Group == name && name != "" {
			grouped = append(grouped, i)
		}
	}
	if len(named) > 0 {
		return named
	}
	return grouped
}

// Doors gives the door leaves of a name.
func (s *Scene) Doors(name string) []int { return s.targets().doors[name] }

// RoleCount counts the entities and triangles of one role.
type RoleCount struct{ Entities, Triangles int }

// Summary counts what a scene holds, by role.
type Summary [numRoles]RoleCount

// Summary counts the scene's entities and triangles by role.
func (s *Scene) Summary() Summary {
	var sum Summary
	for i := range s.Entities {
		e := &s.Entities[i]
		sum[e.Role].Entities++
		sum[e.Role].Triangles += e.Count
	}
	return sum
}

// String lists the roles that occur, as "solid 3 (36 triangles), goal 1 (2 triangles)".
func (m Summary) String() string {
	var parts []string
	for r, c := range m {
		if c.Entities > 0 {
			parts = append(parts, fmt.Sprintf("%s %d (%d triangles)", Role(r), c.Entities, c.Triangles))
		}
	}
	return strings.Join(parts, ", ")
}
