package engine

import (
	"throng/passes"
	"throng/vk"
)

// executor runs passes on memory of its own: the GPU, or the CPU references.
type executor interface {
	// alloc gives the slots zeroed memory of the size that f asks for, in place of what they had.
	alloc(f *passes.Frame, slots ...string) error
	free(slots ...string)
	// write and read copy bytes of a buffer; they wait for the device.
	write(slot string, offset int, data []byte) error
	read(slot string, offset int, dst []byte) error
	// writeParts and readParts do so for many pieces, and wait once.
	writeParts(parts []part) error
	readParts(parts []part) error
	// readImage gives one layer of an image as words, a word per channel, floats as bits.
	readImage(slot string, layer int) ([]uint32, error)
	// run executes passes now and waits; script fixes passes that are run so again and again.
	run(f *passes.Frame, ps ...passes.Pass) error
	script(f *passes.Frame, ps ...passes.Pass) (script, error)

	// dispatchable says whether the solver's largest dispatch fits the device.
	dispatchable(f *passes.Frame) error

	// workshop gives an executor with memory of its own on the same device, for a bake; close gives the memory back.
	workshop() executor

	// record fixes the passes of a step: before is submitted only when there are commands, reset when groups start anew.
	record(f *passes.Frame, s schedule) error
	// ring gives the memory that the host shares with step number n, once the step that used it last is done.
	ring(n int) (*ringSlot, error)
	// submit starts the step whose data lie in the ring slot.
	submit(n int, what submission) error
	// wait returns when all submitted steps are done.
	wait() error

	// memory lists what is allocated; footprint sums it up, with the most since the last reset.
	memory() []Usage
	footprint(reset bool) (now, most vk.Footprint)
	device() (name, driver string)
	// effort is the solver's usual budget in a step: a GPU is idle between rounds, a CPU pays for every page.
	effort() effort
	timings(reset bool) []Timing
	// spent gives the time of every pass that run has run since the last step.
	spent() []PassTime
	messages() []string
	close() error
}

// script is passes recorded once: play executes them and waits.
type script interface {
	play() error
	destroy()
}

// part is a piece of a slot, and the host's memory that it comes from or goes to.
type part struct {
	slot   string
	offset int // [bytes]
	data   []byte
}

// schedule is the passes of a step by when they are submitted.
type schedule struct {
	commands, reset, plan, step []passes.Pass
	anew                        []passes.Pass // takes the place of plan after a new start, where ways are long
	close                       passes.Pass   // clears what the host has been handed
}

// submission says which parts of the schedule a step needs.
type submission struct {
	commands, reset, plan bool
	anew                  bool // with plan, while groups start anew
	step                  bool // without it, only what precedes a step
}

// ringSlot is what host and device exchange for one step: each step in flight has its own.
type ringSlot struct {
	step     *passes.StepData
	commands []passes.Command
	tally    *passes.Tally    // after the step
	events   []uint32         // bit per agent slot freed in the step
	taken    []uint32         // bit per cell that somebody is on after the step, where spawners need to know
	columns  *columns         // the agents after the step, where they are read back
	watch    [][2]uint32      // slots and identities of those that are watched
	watched  []passes.Watched // what the step gathered of them
	version  int              // of the list in watch
	end      float64          // simulated time after the step [s]
	queued   bool             // a step was submitted with it and its results were not taken yet
}

// effort is a solver budget: rounds of a plan, and sweeps of one visit of a page.
type effort struct {
	rounds, sweeps int
	every          int    // steps from one plan to the next
	wide           bool   // many pages at once take little longer than one: a workgroup relaxes each, else an invocation
	bodies         uint32 // that a thread looks after while they are kept apart
}

var (
	cpuEffort = effort{rounds: 2, sweeps: 4, every: 3, bodies: 16}
	gpuEffort = effort{rounds: 16, sweeps: 32, every: 1, wide: true, bodies: 1}
)

// Usage is one allocation.
type Usage struct {
	Name, Kind string
	Bytes      int
}
