package ecs

import (
	"fmt"
	"math"
)

// SceneDeltaKind says what a SceneDelta or an Event does to an entity.
type SceneDeltaKind uint8

const (
	SceneAdd    SceneDeltaKind = iota // a physical entity takes part from now on
	SceneRemove                       // a physical entity takes no part any more
	SceneMove                         // a physical entity is elsewhere, present or not
	SceneOpen                         // a door takes no part any more
	SceneClose                        // a door is in the way from now on
	numSceneDeltas
)

var sceneDeltaNames = [numSceneDeltas]string{"add", "remove", "move", "open", "close"}

// String gives the kind's key in a scenario's events.
func (k SceneDeltaKind) String() string {
	if k < numSceneDeltas {
		return sceneDeltaNames[k]
	}
	return fmt.Sprintf("SceneDeltaKind(%d)", uint8(k))
}

// ofDoors reports whether the kind is one for doors.
func (k SceneDeltaKind) ofDoors() bool { return k == SceneOpen || k == SceneClose }

// takes reports whether an entity of a role can change in this way.
func (k SceneDeltaKind) takes(r Role) bool {
	if k.ofDoors() {
		return r == RoleDoor
	}
	return r.Physical()
}

// SceneDelta is one change of the scene for the engine to bake. It says how the
// entity is afterwards and not how it differs, so applying one twice does no harm.
type SceneDelta struct {
	Entity int // index in Scene.Entities
	Kind   SceneDeltaKind
	// Transform is the world motion that takes the entity's triangles as loaded
	// to where they are after the delta: column-major, affine.
	Transform [16]float64
}

// Apply appends to dst the entity's triangles, given as loaded, where they are
// after the delta. They keep their outside out under a mirroring.
func (d *SceneDelta) Apply(dst, triangles []Triangle) []Triangle {
	flip := mirrored(&d.Transform)
	for _, t := range triangles {
		for k := range t {
			t[k] = apply(&d.Transform, t[k])
		}
		if flip {
			t[1], t[2] = t[2], t[1]
		}
		dst = append(dst, t)
	}
	return dst
}

var identity = mat4{0: 1, 5: 1, 10: 1, 15: 1}

func translation(by [3]float64) mat4 {
	m := identity
	copy(m[12:], by[:])
	return m
}

// checkMotion wants a motion that leaves a triangle a triangle.
func checkMotion(m *mat4) error {
	x, y, z := [3]float64(m[0:3]), [3]float64(m[4:7]), [3]float64(m[8:11])
	volume := 0.0
	for k, v := range cross(x, y) {
		volume += v * z[k]
	}
	if !finite(m[:]...) || m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 || !(math.Abs(volume) > 0) {
		return fmt.Errorf("motion %v; expected an affine, invertible matrix of finite numbers", *m)
	}
	return nil
}
