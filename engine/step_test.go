package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"throng/ecs"
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
	w := &twin{t, e, newCPU(Options{InFlight: 1})}
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
	words              int // 1: values are integers, 2: pairs of 16 bits; the absolute part counts in units
}

// stepBounds are the bounds of the slots that a step writes; slots that are not listed are exact.
var stepBounds = map[string]bound{
	// exp2 in the footprint has 2 ulp on devices, and every agent adds its own roundings to 2^-20 of a weight.
	"splat crowd": {absolute: 64, words: 1},
	// Quotients of those sums.
	"crowd": {relative: 1e-5, absolute: 1e-6},
	// Chains of a dozen float32 operations, contracted on devices.
	"cost": {relative: 1e-5},
	// A root per sweep; the values of a page settle by themselves.
	"potential": {relative: 1e-5},
	// Rounded to 1/2048 m/s, to one side or the other; the quadrant of descent changes where two are equal.
	"velocity": {absolute: 1, words: 2, outliers: 2e-3},
	// Strides of a few centimetres; walls may be met in another order.
	"agentPosition": {absolute: 1e-4, outliers: 0.02},
	"agentHeight":   {absolute: 1e-4, outliers: 0.02},
	"agentVelocity": {absolute: 2e-3, outliers: 0.02},
	"agentBody":     {absolute: 1e-4, outliers: 0.02},
	"agentCell":     {outliers: 0.02},
	// A way of centimetres by its length, between places of tens of metres; those pass through some strides, and through sums of
	// shares of overlaps.
	"bodyHeading": {absolute: 1e-4},
	"body":        {absolute: 1e-4, outliers: 0.02},
	"bodyNext":    {absolute: 1e-4, outliers: 0.02},
	"bodyCell":    {outliers: 0.02},
	// A difference of potentials by a gap.
	"agentPace": {absolute: 1e-5},
	// The best of five directions, or of what lines leave, hangs on the last bit where two are as good; so does who is in whose way.
	"bodyWish": {absolute: 2e-4, outliers: 4e-3},
	// Whether somebody is near enough, likewise.
	"near": {outliers: 0.01},
	// Counts; and the longest way, and the worst overlap of a millimetre or more, differences of places of tens of metres.
	"advance tally": {relative: 1e-5},
	"land tally":    {relative: 1e-4},
}

// differences counts the values beyond the bound, and gives the largest difference within it.
func (b bound) differences(device, reference []uint32) (beyond int, worst float64) {
	for i, w := range device {
		v := reference[i]
		if v == w {
			continue
		}
		x, y := float64(math.Float32frombits(w)), float64(math.Float32frombits(v))
		d := math.Abs(x - y)
		switch b.words {
		case 1:
			x, y = float64(int32(w)), float64(int32(v))
			d = math.Abs(x - y)
		case 2:
			d = max(math.Abs(float64(int16(w))-float64(int16(v))), math.Abs(float64(int16(w>>16))-float64(int16(v>>16))))
		}
		if !(d <= b.absolute+b.relative*math.Abs(y)) {
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
		switch b.Slot {
		case "solveList":
			w.lists(d.Name, int(w.e.frame.Groups*w.e.frame.Pages), device, reference)
			continue
		case "binAgents":
			w.lists(d.Name, len(device), device, reference)
			continue
		}
		limit, ok := stepBounds[d.Name+" "+b.Slot]
		if !ok {
			limit = stepBounds[b.Slot]
		}
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

// lists compares lists of n words, whose order is the device's own.
func (w *twin) lists(pass string, n int, device, reference []uint32) {
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

// Every stage of a step does on the device what its reference does, from the same memory, with a crowd on the move: on
// the villa with its storeys and two groups, with both kinds of speed, and with a group that gets a new goal.
func TestStagesEqualReferences(t *testing.T) {
	e := open(t, Options{})
	sc, scene := builtin(t, "villa")
	sc.Params.FundamentalDiagram = "weidmann"
	must(t, e.Load(sc, scene))
	for range 60 {
		must(t, e.Step(sc.DT))
	}
	must(t, e.SetGoal(1, 0))
	views, err := e.Agents(nil)
	must(t, err)
	var some []ecs.Handle
	for _, a := range views[:80] {
		some = append(some, a.Agent)
	}
	must(t, e.SetControl(some[:40], ecs.ControlAdvised))
	must(t, e.SetControl(some[40:50], ecs.ControlDriven))
	must(t, e.Watch(some))
	must(t, e.Step(sc.DT))
	must(t, e.Wait())
	w := newTwin(t, e)
	var watch []uint32
	step := []passes.StepData{{Dt: float32(sc.DT), Time: float32(e.Time()), Number: 61, Commands: 6, Watched: 40}}
	for _, pair := range e.crowd.watch.list {
		watch = append(watch, pair[:]...)
	}
	watch[3]++ // another's identity
	w.put("watch", wordBytes(watch))
	w.put("step", wordBytes(step))
	w.put("commands", wordBytes(w.commands()))
	s := e.schedule()
	for _, list := range [][]passes.Pass{s.commands, s.reset, s.plan, s.step, {s.close}} {
		for _, p := range list {
			w.run(p)
			w.compare(p)
		}
	}
	for _, slot := range []string{"crowd", "velocity", "agentVelocity"} {
		if data := w.cpu.b.U32(slot); !slices.ContainsFunc(data, func(v uint32) bool { return v != 0 }) {
			t.Errorf("%q is all zero: the test shows nothing", slot)
		}
	}
}

// commands are one of each kind: spawns, of which one goes again, a removal, and settings under each control.
func (w *twin) commands() []passes.Command {
	state, id, cell := w.cpu.b.U32("agentState"), w.cpu.b.U32("agentID"), w.cpu.b.U32("agentCell")
	var free, alive []uint32
	for i, s := range state {
		if s&0xff == passes.StateFree {
			free = append(free, uint32(i))
		} else {
			alive = append(alive, uint32(i))
		}
	}
	at := func(k int) (uint32, [2]float32) {
		return cell[alive[k]], w.cpu.b.Vec2("agentPosition")[alive[k]]
	}
	var all []passes.Command
	everything := uint32(passes.SetGone - 1)
	for k, kind := range []uint32{passes.CommandSpawn, passes.CommandRemove, passes.CommandSet, passes.CommandSet, passes.CommandSet, passes.CommandSpawn} {
		c, p := at(k + 10)
		m := passes.Command{Kind: kind, Slot: alive[k], ID: id[alive[k]], Fields: everything, Cell: c, X: p[0], Z: p[1], Group: 1,
			Radius: 0.15, Speed: 1.1, Target: [2]float32{p[0] + 0.5, p[1] - 1}, Velocity: [2]float32{0.2, 0.3}, Control: uint32(k % 3)}
		if k == 5 {
			m.Slot, m.ID, m.Fields, m.Control = free[1], 78, passes.SetGone, passes.ControlEngine
		} else if kind == passes.CommandSpawn {
			m.Slot, m.ID, m.Radius, m.Speed = free[0], 77, 0.2, 1
		}
		all = append(all, m)
	}
	return all
}

// The comparison notices a cell of a field, an agent, an account and a work list that are off.
func TestStageComparisonCanFail(t *testing.T) {
	for slot, b := range map[string]bound{"density": stepBounds["crowd"], "sums": stepBounds["splat crowd"], "velocity": stepBounds["velocity"], "tally": {}} {
		a := make([]uint32, 256)
		for i := range a {
			a[i] = math.Float32bits(1)
		}
		c := slices.Clone(a)
		c[9] += 1000
		if beyond, _ := b.differences(c, a); beyond != 1 {
			t.Errorf("%q: %d values are beyond %+v, expected one", slot, beyond, b)
		}
		c[9] = math.Float32bits(float32(math.NaN()))
		if beyond, _ := b.differences(c, a); beyond != 1 && b.words == 0 {
			t.Errorf("%q: a NaN was not noticed", slot)
		}
	}
}

// A crowd of a hundred steps keeps its invariants on the device and on the references: nobody is lost, the books
// balance, nobody stands in a wall or went through one, and every number is finite.
func TestHundredSteps(t *testing.T) {
	longer(t)
	for _, c := range [][2]string{{"gpu", "villa"}, {"cpu", "villa"}, {"gpu", "maze"}} {
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			e := open(t, Options{Executor: c[0]})
			sc, scene := builtin(t, c[1])
			must(t, e.Load(sc, scene))
			w := newWitness(e)
			for range 100 {
				must(t, e.Step(sc.DT))
				w.look(t)
			}
			if w.moved == 0 {
				t.Error("nobody moved: the test shows nothing")
			}
		})
	}
}

// witness follows a crowd with the audit of the triangles.
type witness struct {
	e      *Engine
	audit  *audit.Audit
	before map[[2]uint32][3]float64 // places one step ago by slot and generation
	views  []AgentView
	moved  int
}

func newWitness(e *Engine) *witness {
	g := e.Scenario().Grid
	return &witness{e: e, audit: audit.New(e.Scene(), g.Step, g.Clearance, g.Slope), before: map[[2]uint32][3]float64{}}
}

// look checks the crowd after a step.
func (w *witness) look(t *testing.T) {
	t.Helper()
	var err error
	w.views, err = w.e.Agents(w.views[:0])
	must(t, err)
	if s := w.e.Stats(); !s.Balanced() || int(s.Alive) != len(w.views) {
		t.Fatalf("after %d steps the books are %+v, with %d agents", s.Step, s, len(w.views))
	}
	for _, a := range w.views {
		key := [2]uint32{a.Slot, a.Generation}
		prev, known := w.before[key]
		if !known {
			prev = a.Position
		}
		if sum := a.Position[0] + a.Position[1] + a.Position[2] + a.Velocity[0] + a.Velocity[2]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			t.Fatalf("agent %d is at %v with velocity %v", a.Slot, a.Position, a.Velocity)
		}
		if o := w.audit.Judge(prev, a.Position, a.Radius, 0.01); o != audit.None {
			t.Fatalf("after %d steps agent %d, from %s to %s: %v", w.e.Stats().Step, a.Slot, at(prev), at(a.Position), o)
		}
		if prev != a.Position {
			w.moved++
		}
		w.before[key] = a.Position
	}
}

func at(p [3]float64) string { return fmt.Sprintf("(%.3f, %.3f, %.3f)", p[0], p[1], p[2]) }
