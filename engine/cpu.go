package engine

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"throng/passes"
	"throng/vk"
)

// cpu runs the reference implementations, one after the other.
type cpu struct {
	b     *passes.Buffers
	frame *passes.Frame
	plan  schedule
	slots []*ringSlot
	clock stopwatch

	readback bool
}

func newCPU(o Options) *cpu {
	return &cpu{b: passes.NewBuffers(), slots: make([]*ringSlot, o.InFlight), readback: o.Readback}
}

func (x *cpu) alloc(f *passes.Frame, slots ...string) error {
	for _, s := range slots {
		if n := passes.Find(s).Bytes(f); n > 1<<36 {
			return fmt.Errorf("engine: slot %q needs %d bytes, more than 64 GiB", s, n)
		}
	}
	x.b.Alloc(f, slots...)
	return nil
}

func (x *cpu) workshop() executor { return newCPU(Options{}) }

func (x *cpu) free(slots ...string) { x.b.Free(slots...) }

func (x *cpu) write(slot string, offset int, data []byte) error {
	copy(wordBytes(x.b.U32(slot))[offset:], data)
	return nil
}

func (x *cpu) read(slot string, offset int, dst []byte) error {
	copy(dst, wordBytes(x.b.U32(slot))[offset:])
	return nil
}

func (x *cpu) writeParts(parts []part) (err error) {
	for _, p := range parts {
		err = errors.Join(err, x.write(p.slot, p.offset, p.data))
	}
	return err
}

func (x *cpu) readParts(parts []part) (err error) {
	for _, p := range parts {
		err = errors.Join(err, x.read(p.slot, p.offset, p.data))
	}
	return err
}

func (x *cpu) readImage(slot string, layer int) ([]uint32, error) {
	m := x.b.Image(slot)
	n := m.W * m.H * m.C
	return append([]uint32(nil), m.Words[layer*n:][:n]...), nil
}

func (x *cpu) run(f *passes.Frame, ps ...passes.Pass) error {
	for _, p := range ps {
		start := time.Now()
		p.CPU(f, x.b)
		x.clock.add(p.Decl().Name, time.Since(start))
	}
	return nil
}

func (x *cpu) script(f *passes.Frame, ps ...passes.Pass) (script, error) {
	return &cpuScript{x, f, ps}, nil
}

func (x *cpu) dispatchable(*passes.Frame) error { return nil }

type cpuScript struct {
	x  *cpu
	f  *passes.Frame
	ps []passes.Pass
}

func (s *cpuScript) play() error { return s.x.run(s.f, s.ps...) }

func (s *cpuScript) destroy() {}

func (x *cpu) record(f *passes.Frame, s schedule) error {
	x.frame, x.plan = f, s
	x.b.Alloc(f, "step", "commands", "watch", "watched")
	for i := range x.slots {
		x.slots[i] = &ringSlot{
			step: &passes.StepData{}, commands: make([]passes.Command, passes.CommandBatch(f)),
			tally: &passes.Tally{}, events: make([]uint32, len(x.b.U32("events"))),
			watch: make([][2]uint32, max(1, f.Watched)), watched: make([]passes.Watched, max(1, f.Watched)),
		}
		if f.Spawners > 0 {
			x.slots[i].taken = make([]uint32, len(x.b.U32("taken")))
		}
		if x.readback {
			x.slots[i].columns = &columns{}
		}
	}
	return nil
}

func (x *cpu) ring(n int) (*ringSlot, error) { return x.slots[n%len(x.slots)], nil }

func (x *cpu) submit(n int, what submission) error {
	slot := x.slots[n%len(x.slots)]
	passes.As[passes.StepData](x.b, "step")[0] = *slot.step
	if what.commands {
		copy(passes.As[passes.Command](x.b, "commands"), slot.commands[:slot.step.Commands])
		x.run(x.frame, x.plan.commands...)
	}
	if what.reset {
		x.run(x.frame, x.plan.reset...)
	}
	switch {
	case what.plan && what.anew:
		x.run(x.frame, x.plan.anew...)
	case what.plan:
		x.run(x.frame, x.plan.plan...)
	}
	if what.step {
		copy(passes.As[[2]uint32](x.b, "watch"), slot.watch)
		x.run(x.frame, x.plan.step...)
		*slot.tally = passes.As[passes.Tally](x.b, "tally")[0]
		copy(slot.events, x.b.U32("events"))
		copy(slot.watched, passes.As[passes.Watched](x.b, "watched"))
		if slot.taken != nil {
			copy(slot.taken, x.b.U32("taken"))
		}
		if slot.columns != nil {
			x.handBack(slot.columns)
		}
		x.run(x.frame, x.plan.close)
		x.clock.lap()
	}
	return nil
}

// handBack copies the agents' columns.
func (x *cpu) handBack(c *columns) {
	c.position = append(c.position[:0], x.b.Vec2("agentPosition")...)
	c.velocity = append(c.velocity[:0], x.b.Vec2("agentVelocity")...)
	c.height = append(c.height[:0], x.b.F32("agentHeight")...)
	c.cell = append(c.cell[:0], x.b.U32("agentCell")...)
	c.state = append(c.state[:0], x.b.U32("agentState")...)
	c.id = append(c.id[:0], x.b.U32("agentID")...)
}

func (x *cpu) wait() error { return nil }

func (x *cpu) memory() []Usage {
	var all []Usage
	for _, s := range passes.Slots {
		if x.b.Has(s.Name) {
			kind := "buffer"
			if s.Elem.Image() {
				kind = "image"
			}
			all = append(all, Usage{s.Name, kind, 4 * len(x.b.U32(s.Name))})
		}
	}
	return all
}

// footprint knows of no time but now.
func (x *cpu) footprint(bool) (now, most vk.Footprint) {
	for _, u := range x.memory() {
		now.Used += u.Bytes
	}
	now.Taken = now.Used
	return now, now
}

func (x *cpu) device() (string, string) {
	return "cpu", "reference passes, " + runtime.Version()
}

func (x *cpu) effort() effort { return cpuEffort }

func (x *cpu) timings(reset bool) []Timing { return x.clock.timings(reset) }

func (x *cpu) spent() []PassTime { return x.clock.spent() }

func (x *cpu) messages() []string { return nil }

func (x *cpu) close() error { return nil }
