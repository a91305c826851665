package engine

import (
	"time"

	"throng/passes"
	"throng/vk"
)

// stepLists are the recorded commands of a step, once per step in flight: each has its own memory shared with the host,
// so that the host can prepare one step while the device works on another. They are recorded once and submitted again.
type stepLists struct {
	x     *gpu
	slots []*listSlot
}

// listSlot is the lists and the shared memory of one step in flight.
type listSlot struct {
	ring                  ringSlot
	commands, reset, step *vk.List
	shared                []*vk.Buffer
	recorders             []*recorder
	queries               *vk.Queries
	names                 []string // of the intervals between the timestamps
	ticks                 []uint64
	last                  vk.Ticket
	timed                 bool
}

func (x *gpu) record(f *passes.Frame, s schedule) error {
	x.steps.destroy()
	x.steps = &stepLists{x: x}
	if err := x.send(f); err != nil {
		return err
	}
	for range x.inFlight {
		slot := &listSlot{}
		x.steps.slots = append(x.steps.slots, slot)
		if err := slot.record(x, f, s); err != nil {
			return err
		}
	}
	return nil
}

// share makes a buffer that host and device both see, in place of a slot or as a copy of one.
func (t *listSlot) share(x *gpu, slot string, m vk.Memory) (*vk.Buffer, error) {
	b, err := x.dev.NewBuffer("shared "+slot, passes.Find(slot).Bytes(&x.sent), m)
	if err == nil {
		t.shared = append(t.shared, b)
	}
	return b, err
}

func (t *listSlot) record(x *gpu, f *passes.Frame, s schedule) error {
	var buffers [4]*vk.Buffer
	for i, slot := range []string{"step", "commands", "tally", "events"} {
		m := vk.Upload
		if i >= 2 {
			m = vk.Readback
		}
		b, err := t.share(x, slot, m)
		if err != nil {
			return err
		}
		buffers[i] = b
	}
	t.ring = ringSlot{
		step: &records[passes.StepData](buffers[0].Bytes())[0], commands: records[passes.Command](buffers[1].Bytes()),
		tally: &records[passes.Tally](buffers[2].Bytes())[0], events: records[uint32](buffers[3].Bytes()),
	}
	bound := map[string]vk.Resource{"step": buffers[0], "commands": buffers[1]}

	var err error
	if t.commands, err = t.list(x, f, bound, "commands", s.commands, nil); err != nil {
		return err
	}
	if t.reset, err = t.list(x, f, bound, "reset", s.reset, nil); err != nil {
		return err
	}
	if t.queries, err = x.dev.NewQueries(len(s.step) + 2); err != nil {
		return err
	}
	t.step, err = t.list(x, f, bound, "step", s.step, func(r *recorder) error {
		r.sync([]access{{"tally", vk.TransferRead, false}, {"events", vk.TransferRead, false}})
		r.list.Copy(buffers[2], x.buffer("tally"), 0, 0, buffers[2].Size())
		r.list.Copy(buffers[3], x.buffer("events"), 0, 0, buffers[3].Size())
		r.list.Barrier(vk.TransferWrite, vk.HostRead)
		return r.pass(f, s.close)
	})
	return err
}

// list records passes; a step's list (with a tail) also takes timestamps, one for each run of passes of one name.
func (t *listSlot) list(x *gpu, f *passes.Frame, bound map[string]vk.Resource, label string, ps []passes.Pass, tail func(*recorder) error) (*vk.List, error) {
	l, r := x.dev.NewList(label), newRecorder(x, bound)
	t.recorders = append(t.recorders, r)
	if tail != nil {
		l.ResetQueries(t.queries)
		l.Timestamp(t.queries, 0)
	}
	r.begin(l)
	for i, p := range ps {
		if err := r.pass(f, p); err != nil {
			return l, err
		}
		name := p.Decl().Name
		if tail != nil && (i+1 == len(ps) || ps[i+1].Decl().Name != name) {
			t.names = append(t.names, name)
			l.Timestamp(t.queries, len(t.names))
		}
	}
	if tail != nil {
		if err := tail(r); err != nil {
			return l, err
		}
	}
	return l, l.Record()
}

func (x *gpu) ring(n int) (*ringSlot, error) {
	t := x.steps.slots[n%len(x.steps.slots)]
	if err := x.dev.Wait(t.last, vk.Forever); err != nil {
		return nil, err
	}
	if t.timed {
		t.timed = false
		x.time(t)
	}
	return &t.ring, nil
}

// time takes the timestamps of a finished step.
func (x *gpu) time(t *listSlot) {
	ticks, err := t.queries.Read(t.ticks[:0])
	t.ticks = ticks
	if err != nil || len(ticks) <= len(t.names) {
		return
	}
	for i, name := range t.names {
		if ticks[i+1] >= ticks[i] && ticks[i] != 0 {
			x.clock.add(name, time.Duration(float64(ticks[i+1]-ticks[i])*x.dev.Info().Limits.TimestampPeriod))
		}
	}
	x.clock.lap()
}

func (x *gpu) submit(n int, what submission) error {
	t := x.steps.slots[n%len(x.steps.slots)]
	var lists [3]*vk.List
	k := 0
	for _, part := range [...]struct {
		wanted bool
		list   *vk.List
	}{{what.commands, t.commands}, {what.reset, t.reset}, {what.step, t.step}} {
		if part.wanted {
			lists[k] = part.list
			k++
		}
	}
	ticket, err := x.dev.Submit(lists[:k]...)
	if err != nil {
		return err
	}
	t.last, t.timed = ticket, what.step
	return nil
}

func (x *gpu) wait() error {
	if x.steps == nil {
		return nil
	}
	for _, t := range x.steps.slots {
		if err := x.dev.Wait(t.last, vk.Forever); err != nil {
			return err
		}
	}
	return nil
}

func (s *stepLists) destroy() {
	if s == nil {
		return
	}
	for _, t := range s.slots {
		for _, l := range []*vk.List{t.commands, t.reset, t.step} {
			l.Destroy()
		}
		for _, r := range t.recorders {
			r.destroySets()
		}
		for _, b := range t.shared {
			b.Destroy()
		}
		t.queries.Destroy()
	}
	s.slots = nil
}
