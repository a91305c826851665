// Package move holds the stages that act on agents: commands, advance (ML §5.3), separation, close. Each is a pass with a shader of
// the same name in shaders-glsl/move and the same computation in Go.
//
// The books of the slot "tally" balance after every step: spawned = alive + arrived + removed + lost. An agent that
// leaves sets its bit in "events"; its slot is free from then on.
package move

import (
	"math"
	"slices"

	"throng/passes"
)

// Motion is the passes that move the agents for a step: bins, the local models that the groups have (ModelAvoid, ModelORCA), advance,
// separation if bodies are kept apart, each thread looking after so many of them, and land.
func Motion(f *passes.Frame, apart bool, each uint32, models ...uint32) []passes.Pass {
	ps, storeys := Bins(f), f.Sheets > 1
	if slices.Contains(models, passes.ModelAvoid) {
		ps = append(ps, Avoid{Directions: f.Directions, Storeys: storeys})
	}
	if slices.Contains(models, passes.ModelORCA) {
		ps = append(ps, ORCA{Storeys: storeys})
	}
	ps = append(ps, Advance{})
	if apart {
		ps = append(ps, Separation(each)...)
	}
	return append(ps, Land{Apart: apart})
}

type vec = [2]float32

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

func dot(a, b vec) float32 { return a[0]*b[0] + a[1]*b[1] }

func cross(a, b vec) float32 { return a[0]*b[1] - a[1]*b[0] }

func length(v vec) float32 { return sqrt(v[0]*v[0] + v[1]*v[1]) }

func sub(a, b vec) vec { return vec{a[0] - b[0], a[1] - b[1]} }

func add(a, b vec) vec { return vec{a[0] + b[0], a[1] + b[1]} }

func scale(v vec, s float32) vec { return vec{v[0] * s, v[1] * s} }

func flagged(events []uint32, i int) { events[i>>5] |= 1 << (i & 31) }

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func tally(b *passes.Buffers) *passes.Tally { return &passes.As[passes.Tally](b, "tally")[0] }
