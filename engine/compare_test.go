package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"throng/passes"
)

// comparison compares two bakes of a scene.
type comparison struct {
	t         *testing.T
	want, got *baking
	faults    []string
	worst     map[string]float64 // largest difference by slot
}

func (c *comparison) fault(format string, args ...any) {
	if len(c.faults) < 10 {
		c.faults = append(c.faults, fmt.Sprintf(format, args...))
	}
}

// imageSlots and bufferSlots have the same bits on every device and in the references: facets come from the host, coverage
// is decided in integers, and what follows rounds once per operation.
var (
	imageSlots  = []string{"position", "surface", "winding", "grid", "goal", "spawn", "discomfort", "connection", "sheet"}
	bufferSlots = []string{"fragmentStart", "tileScan", "pageTable", "pages", "floorLinks"}
)

// bakeBounds are the differences that devices may have where they divide, as Vulkan lets a quotient be 2.5 units in the
// last place off: outlines, which clipping cuts at quotients of heights above floors. A shallow angle between a triangle
// and the band from step to head height makes those worse.
var bakeBounds = map[string]float64{"clearance": 5e-4, "pieces": 5e-4, "walls": 5e-4}

// words compares the words of a slot.
func (c *comparison) words(slot string, want, got []uint32) {
	if len(want) != len(got) {
		c.fault("%s has %d words, expected %d", slot, len(got), len(want))
		return
	}
	for i := range want {
		if want[i] == got[i] {
			continue
		}
		a, b := float64(math.Float32frombits(want[i])), float64(math.Float32frombits(got[i]))
		if d := math.Abs(a - b); bakeBounds[slot] > 0 && d <= bakeBounds[slot] {
			c.worst[slot] = max(c.worst[slot], d)
			continue
		}
		c.fault("word %d of %s is %#x (%g), expected %#x (%g)", i, slot, got[i], b, want[i], a)
	}
}

// layers compares what the peelers find.
func (c *comparison) layers() {
	if a, b := &c.want.f, &c.got.f; a.Layers != b.Layers {
		c.fault("there are %d layers, expected %d", b.Layers, a.Layers)
		return
	}
	for _, slot := range imageSlots {
		c.words(slot, c.want.image(c.t, slot), c.got.image(c.t, slot))
	}
}

// cells compares pages and cells.
func (c *comparison) cells() {
	a, b := &c.want.f, &c.got.f
	if a.Pages != b.Pages || a.Sheets != b.Sheets || a.Colours != b.Colours {
		c.fault("%d pages of %d sheets in %d colours, expected %d, %d, %d", b.Pages, b.Sheets, b.Colours, a.Pages, a.Sheets, a.Colours)
		return
	}
	for _, slot := range append(slices.Clone(bufferSlots), cellSlots(a)...) {
		if slot == "wallStart" {
			continue // lists may be cut elsewhere
		}
		c.words(slot, c.want.buffer(c.t, slot), c.got.buffer(c.t, slot))
	}
	if a.Exact != 0 {
		c.segments("pieces", c.want.pieces(c.t), c.got.pieces(c.t))
	}
	c.segments("walls", c.want.walls(c.t), c.got.walls(c.t))
}

// segments compares outlines: every point of a segment lies on one of the other list's, which may be cut elsewhere.
func (c *comparison) segments(slot string, want, got [][]passes.Segment) {
	for cell := range want {
		for _, pair := range [2][2][]passes.Segment{{want[cell], got[cell]}, {got[cell], want[cell]}} {
			for _, s := range pair[0] {
				if slices.Contains(pair[1], s) {
					continue
				}
				gap := float32(0)
				for t := float32(0); t <= 1; t += 1.0 / 16 {
					here := float32(math.Inf(1))
					for _, o := range pair[1] {
						here = min(here, passes.Distance(o, s[0]+t*(s[2]-s[0]), s[1]+t*(s[3]-s[1])))
					}
					gap = max(gap, here)
				}
				if bound := bakeBounds[slot]; float64(gap) > bound && math.Hypot(float64(s[2]-s[0]), float64(s[3]-s[1])) > bound {
					c.fault("%s of cell %d: %v has no counterpart nearer than %g m (%d segments, expected %d)", slot, cell, s, gap, len(got[cell]), len(want[cell]))
				} else {
					c.worst[slot] = max(c.worst[slot], min(float64(gap), bound))
				}
			}
		}
	}
}

// compareBakes compares two bakes of a scene.
func compareBakes(t *testing.T, want, got *baking) *comparison {
	t.Helper()
	c := &comparison{t: t, want: want, got: got, worst: map[string]float64{}}
	if c.layers(); len(c.faults) == 0 {
		c.cells()
	}
	return c
}

// check fails the test where the bakes differ.
func (c *comparison) check(what string) {
	c.t.Helper()
	for _, f := range c.faults {
		c.t.Errorf("%s: %s", what, f)
	}
	if len(c.worst) > 0 {
		c.t.Logf("%s: worst differences %v", what, c.worst)
	}
}
