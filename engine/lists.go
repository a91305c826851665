package engine

import (
	"fmt"

	"throng/passes"
	"throng/vk"
)

// stepLists are the recorded commands of a step, once per step in flight: each has its own memory shared with the host,
// so that the host can prepare one step while the device works on another. They are recorded once and submitted again.
type stepLists struct {
	slots []*listSlot
}

// The tracks of a step in the order of submission; the first two and the plan run only when they are needed.
const (
	trackCommands = iota
	trackReset
	trackPlan
	trackAnew
	trackStep
	trackCount
)

// listSlot is the tracks and the shared memory of one step in flight.
type listSlot struct {
	ring   ringSlot
	tracks [trackCount]*track
	shared []*vk.Buffer
	last   vk.Ticket
}

func (x *gpu) record(f *passes.Frame, s schedule) error {
	x.steps.destroy()
	x.steps = &stepLists{}
	if err := x.send(f); err != nil {
		return err
	}
	if err := x.dispatchable(f); err != nil {
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

func (x *gpu) dispatchable(f *passes.Frame) error {
	if most := x.dev.Info().Limits.MaxGroups[0]; int(f.Groups)*int(f.Pages) > most {
		return fmt.Errorf("engine: %d groups on %d pages of floor may need a dispatch of %d workgroups, but this device takes %d: a larger grid.cell or fewer groups would fit: %w",
			f.Groups, f.Pages, int(f.Groups)*int(f.Pages), most, vk.ErrTooLarge)
	}
	return nil
}

// share makes a buffer that host and device both see, of the size of a slot.
func (t *listSlot) share(x *gpu, slot string, m vk.Memory, err *error) *vk.Buffer {
	if *err != nil {
		return nil
	}
	var b *vk.Buffer
	if b, *err = x.dev.NewBuffer("shared "+slot, passes.Find(slot).Bytes(&x.sent), m); *err == nil {
		t.shared = append(t.shared, b)
	}
	return b
}

// columnSlots are the agents' columns that are read back on request.
var columnSlots = []string{"agentPosition", "agentVelocity", "agentHeight", "agentCell", "agentState", "agentID"}

func (t *listSlot) record(x *gpu, f *passes.Frame, s schedule) error {
	var err error
	step, commands := t.share(x, "step", vk.Upload, &err), t.share(x, "commands", vk.Upload, &err)
	results := []string{"tally", "events"}
	if x.readback {
		results = append(results, columnSlots...)
	}
	if f.Spawners > 0 {
		results = append(results, "taken")
	}
	back := make([]*vk.Buffer, len(results))
	for i, slot := range results {
		back[i] = t.share(x, slot, vk.Readback, &err)
	}
	watch, watched := t.share(x, "watch", vk.Upload, &err), t.share(x, "watched", vk.Readback, &err)
	if err != nil {
		return err
	}
	t.ring = ringSlot{
		step: &records[passes.StepData](step.Bytes())[0], commands: records[passes.Command](commands.Bytes()),
		tally: &records[passes.Tally](back[0].Bytes())[0], events: records[uint32](back[1].Bytes()),
		watch: records[[2]uint32](watch.Bytes()), watched: records[passes.Watched](watched.Bytes()),
	}
	if x.readback {
		t.ring.columns = &columns{
			position: records[[2]float32](back[2].Bytes()), velocity: records[[2]float32](back[3].Bytes()),
			height: records[float32](back[4].Bytes()), cell: records[uint32](back[5].Bytes()),
			state: records[uint32](back[6].Bytes()), id: records[uint32](back[7].Bytes()),
		}
	}
	if f.Spawners > 0 {
		t.ring.taken = records[uint32](back[len(back)-1].Bytes())
	}
	bound := map[string]vk.Resource{"step": step, "commands": commands, "watch": watch, "watched": watched}
	handBack := func(r *recorder) error {
		for i, slot := range results {
			r.sync([]access{{slot, vk.TransferRead, false}})
			r.list.Copy(back[i], x.buffer(slot), 0, 0, back[i].Size())
		}
		r.list.Barrier(vk.TransferWrite|vk.ComputeWrite, vk.HostRead)
		return r.pass(f, s.close)
	}
	for i, part := range [trackCount]struct {
		label string
		ps    []passes.Pass
		tail  func(*recorder) error
	}{{"commands", s.commands, nil}, {"reset", s.reset, nil}, {"plan", s.plan, nil}, {"anew", s.anew, nil}, {"step", s.step, handBack}} {
		if t.tracks[i], err = x.newTrack(f, bound, part.label, part.ps, part.tail); err != nil {
			return err
		}
	}
	return nil
}

func (x *gpu) ring(n int) (*ringSlot, error) {
	t := x.steps.slots[n%len(x.steps.slots)]
	if err := x.dev.Wait(t.last, vk.Forever); err != nil {
		return nil, err
	}
	if t.tracks[trackStep].due {
		for _, track := range t.tracks {
			track.read(x)
		}
		x.clock.lap()
	}
	return &t.ring, nil
}

func (x *gpu) submit(n int, what submission) error {
	t := x.steps.slots[n%len(x.steps.slots)]
	var lists [trackCount]*vk.List
	k := 0
	for i, wanted := range [trackCount]bool{what.commands, what.reset, what.plan && !what.anew, what.plan && what.anew, what.step} {
		if wanted {
			lists[k] = t.tracks[i].list
			t.tracks[i].due = true
			k++
		}
	}
	ticket, err := x.dev.Submit(lists[:k]...)
	if err != nil {
		return err
	}
	t.last = ticket
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
		for _, track := range t.tracks {
			track.destroy()
		}
		for _, b := range t.shared {
			b.Destroy()
		}
	}
	s.slots = nil
}
