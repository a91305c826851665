package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
	"throng/passes"
	"throng/passes/move"
	"throng/passes/plan"
)

// Bins, local models, advance, every round of separation and its end do on the device what the references do, for crowds around the sizes of
// workgroups and large ones, at 1 to 28 people to a square metre, of all models: the order of the bodies is the same to the bit.
func TestMotionEqualsReference(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 257, 2049, 100003} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			if n > 10000 {
				longer(t)
			}
			e := open(t, Options{})
			sc, scene := builtin(t, "plaza")
			sc.Spawns, sc.Params.Capacity = sc.Spawns[:0], n
			for i := range sc.Groups {
				sc.Groups[i].Model = []string{ecs.ModelAvoid, ecs.ModelORCA, ecs.ModelContinuum}[i%3]
			}
			must(t, e.Load(sc, scene))
			must(t, e.x.run(&e.frame, plan.Velocity{}))
			w := newTwin(t, e)
			w.put("step", wordBytes([]passes.StepData{{Dt: float32(sc.DT)}}))
			w.strew(n, rand.New(rand.NewPCG(uint64(n), 1)))
			for _, p := range move.Motion(&e.frame, true, e.x.effort().bodies, models(sc.Groups)...) {
				w.run(p)
				w.compare(p)
			}
			if got := w.cpu.b.U32("binStart")[passes.Bins(&e.frame)]; int(got) != n {
				t.Errorf("%d bodies, expected %d", got, n)
			}
			turned := 0
			for k, v := range w.cpu.b.Vec2("bodyWish")[:n] {
				if group := w.cpu.b.U32("agentState")[w.cpu.b.U32("bodySlot")[k]] >> 8; group%3 != 2 && v != ([2]float32{}) && v[0] < passes.Inf {
					turned++
				}
			}
			if turned < n/3 {
				t.Errorf("%d of %d bodies have a wish: the test shows too little", turned, n)
			}
			if tally := passes.As[passes.Tally](w.cpu.b, "tally")[0]; n > 1000 && tally.Overlapping == 0 {
				t.Error("nobody overlaps: the test shows too little")
			}
		})
	}
}

// strew puts n agents on a part of the floor, at random, on both sides.
func (w *twin) strew(n int, r *rand.Rand) {
	f, h := &w.e.frame, &w.e.host
	wide := min(float64(f.Width)*float64(f.Cell)-1, math.Sqrt(float64(n)))
	position, heading, body := make([][2]float32, f.Capacity), make([][2]float32, f.Capacity), make([][4]float32, f.Capacity)
	cell, state := make([]uint32, f.Capacity), make([]uint32, f.Capacity)
	for i := range n {
		x, z := float32(0.5+wide*r.Float64()), float32(0.5+wide*r.Float64())
		position[i] = [2]float32{x, z}
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		heading[i] = [2]float32{float32(cos), float32(sin)}
		body[i] = [4]float32{0.15 + 0.05*r.Float32(), 1.34}
		cell[i] = passes.CellAt(f, h.table, int(x*f.PerCell), int(z*f.PerCell), 0)
		state[i] = passes.StateWalking | uint32(i)%f.Groups<<8
	}
	w.put("agentPosition", wordBytes(position))
	w.put("agentVelocity", wordBytes(heading))
	w.put("agentBody", wordBytes(body))
	w.put("agentCell", wordBytes(cell))
	w.put("agentState", wordBytes(state))
}
