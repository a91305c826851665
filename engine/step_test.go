package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"throng/engine/audit"
	"throng/passes"
)

// twin is a device and the references with the same memory.
type twin struct {
	t   *testing.T
	e   *Engine
	cpu *cpu
}

// newTwin gives the references a copy of all that the engine's device holds.
func newTwin(t *testing.T, e *Engine) *twin {
	w := &twin{t, e, newCPU(1)}
	for _, s := range passes.Slots {
		if s.Phase != passes.Bake && s.Name != "frame" {
			must(t, w.cpu.alloc(&e.frame, s.Name))
		}
	}
	must(t, e.x.alloc(&e.frame, "step", "commands"))
	for _, s := range passes.Slots {
		if s.Phase != passes.Bake && s.Name != "frame" {
			w.take(s.Name)
		}
	}
	return w
}

// take copies a slot from the device to the references and gives what they had.
func (w *twin) take(slot string) (device, reference []uint32) {
	w.t.Helper()
	var err error
	device = fetch[uint32](w.e.x, &w.e.frame, slot, &err)
	must(w.t, err)
	reference = slices.Clone(w.cpu.b.U32(slot))
	copy(w.cpu.b.U32(slot), device)
	return device, reference
}

// put writes a slot on both sides.
func (w *twin) put(slot string, data []byte) {
	w.t.Helper()
	must(w.t, w.e.x.write(slot, 0, data))
	must(w.t, w.cpu.write(slot, 0, data))
}

// bound is how far a slot may differ after one pass from the same memory: a relative and an absolute part, and the
// share of values that may differ by any amount, because a branch hangs on the last bit.
type bound struct {
	relative, absolute float64
	outliers           float64
	words              bool // values are integers: the absolute part counts in units
}

// stepBounds are the bounds of the slots that a step writes; slots that are not listed are exact.
var stepBounds = map[string]bound{
	// exp2 in the footprint has 2 ulp on devices, and every agent adds its own roundings to 2^-20 of a weight.
	"splat": {absolute: 64, words: true},
	// Quotients of splats.
	"density":      {relative: 1e-5, absolute: 1e-6},
	"meanVelocity": {relative: 1e-5, absolute: 1e-5},
	// Chains of a dozen float32 operations, contracted on devices.
	"speed": {relative: 1e-5, absolute: 1e-6},
	"cost":  {relative: 1e-5},
	// A root per sweep; the values of a page settle by themselves.
	"potentialBack": {relative: 1e-5},
	// The quadrant of descent changes where two are equal.
	"velocity": {relative: 1e-4, absolute: 1e-4, outliers: 2e-3},
	// Strides of a few centimetres; walls may be met in another order.
	"agentPosition": {absolute: 1e-4, outliers: 0.02},
	"agentHeight":   {absolute: 1e-4, outliers: 0.02},
	"agentVelocity": {absolute: 2e-3, outliers: 0.02},
	"agentBody":     {absolute: 1e-4, outliers: 0.02},
	"agentCell":     {outliers: 0.02},
}

// differences counts the values beyond the bound, and gives the largest difference within it.
func (b bound) differences(device, reference []uint32) (beyond int, worst float64) {
	for i, w := range device {
		v := reference[i]
		if v == w {
			continue
		}
		x, y := float64(math.Float32frombits(w)), float64(math.Float32frombits(v))
		if b.words {
			x, y = float64(int32(w)), float64(int32(v))
		}
		if d := math.Abs(x - y); !(d <= b.absolute+b.relative*math.Abs(y)) {
			beyond++
		} else {
			worst = max(worst, d)
		}
	}
	return beyond, worst
}

// compare holds what a pass wrote on the device against the reference, and goes on from the device's memory.
func (w *twin) compare(p passes.Pass) {
	w.t.Helper()
	d := p.Decl()
	for _, b := range d.Bindings {
		if b.Access&passes.Write == 0 {
			continue
		}
		device, reference := w.take(b.Slot)
		if b.Slot == "solveList" {
			w.lists(d.Name, device, reference)
			continue
		}
		limit := stepBounds[b.Slot]
		beyond, worst := limit.differences(device, reference)
		if beyond > int(limit.outliers*float64(len(device))) {
			i := slices.IndexFunc(device, func(uint32) bool { return true })
			for i < len(device) && device[i] == reference[i] {
				i++
			}
			w.t.Errorf("%s: %d of %d words of %q differ by more than %+v; the first at %d: device %#x (%g), reference %#x (%g)", d.Name, beyond, len(device), b.Slot, limit,
				i, device[i], math.Float32frombits(device[i]), reference[i], math.Float32frombits(reference[i]))
		} else if beyond > 0 || worst > 0 {
			w.t.Logf("%s: %q differs by up to %.2g, and more in %d of %d words", d.Name, b.Slot, worst, beyond, len(device))
		}
	}
}

// lists compares work lists, whose order is the device's own.
func (w *twin) lists(pass string, device, reference []uint32) {
	n := int(w.e.frame.Groups * w.e.frame.Pages)
	for from := 0; from < len(device); from += n {
		a, b := slices.Clone(device[from:from+n]), slices.Clone(reference[from:from+n])
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			w.t.Errorf("%s: work list %d differs", pass, from/n)
		}
	}
}

// run runs a pass on both sides.
func (w *twin) run(p passes.Pass) {
	w.t.Helper()
	must(w.t, w.e.x.run(&w.e.frame, p))
	p.CPU(&w.e.frame, w.cpu.b)
}
