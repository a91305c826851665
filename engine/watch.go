package engine

import (
	"math/bits"

	"throng/ecs"
	"throng/passes"
)

// watching is what the host follows agent by agent.
type watching struct {
	list    [][2]uint32 // slot and identity
	version int         // counts the lists
	records []passes.Watched
}

// Watch names the agents that [Engine.Watched] tells about, in place of those named before: say, the few hundred around the
// camera. After every step a pass gathers them on the device, so that only they cross the bus, however large the crowd. It
// waits only when there are more of them than ever before.
//
// Errors: [ecs.ErrStale], naming the first handle whose agent is gone; all others are watched.
func (e *Engine) Watch(agents []ecs.Handle) error {
	if err := e.ready(); err != nil {
		return err
	}
	if n := len(agents); n > int(e.frame.Watched) {
		room := uint32(1) << bits.Len(uint(max(n, 256)-1))
		if err := e.restructure(func(f *passes.Frame) { f.Watched = room }); err != nil {
			return e.fail(err)
		}
	}
	w, b := &e.crowd.watch, batch{what: "watch"}
	w.list = w.list[:0]
	w.version++
	for i, a := range agents {
		slot, ok := e.world.Slot(a)
		if !ok {
			b.stale(i, a)
			continue
		}
		w.list = append(w.list, [2]uint32{slot, e.world.Generation(slot)})
	}
	return b.err(len(agents))
}

// Watched appends the watched agents to dst, in the order of [Engine.Watch], as they were [Engine.Age] steps ago. Those that
// have left are passed over, and so are those that have not been gathered yet. It waits for nothing and allocates nothing
// beyond dst.
func (e *Engine) Watched(dst []AgentView) []AgentView {
	for i := range e.crowd.watch.records {
		r := &e.crowd.watch.records[i]
		if _, there := e.world.Holder(r.Slot, r.ID); there && r.State&0xff != passes.StateFree {
			dst = append(dst, e.view(r))
		}
	}
	return dst
}

// tellWatched hands the list to the device with a step.
func (e *Engine) tellWatched(slot *ringSlot) {
	w := &e.crowd.watch
	if slot.version != w.version {
		copy(slot.watch, w.list)
		slot.version = w.version
	}
	slot.step.Watched = uint32(len(w.list))
}

// takeWatched takes what a finished step has gathered.
func (e *Engine) takeWatched(slot *ringSlot) {
	w := &e.crowd.watch
	w.records = append(w.records[:0], slot.watched[:slot.step.Watched]...)
}
