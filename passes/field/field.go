// Package field holds the stages that turn the crowd and the floor into costs: clear, splat, flow, cost (ML §5.1). Each
// is a pass with a shader of the same name in shaders-glsl/field and the same computation in Go.
package field

import "math"

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// towards is the component of a plan vector in direction d = 0..3: N, E, S, W.
func towards(v [2]float32, d int) float32 {
	switch d {
	case 0:
		return v[1]
	case 1:
		return v[0]
	case 2:
		return -v[1]
	}
	return -v[0]
}
