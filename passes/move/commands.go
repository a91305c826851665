package move

import "throng/passes"

// Commands applies the first StepData.Commands records of the slot "commands": spawn, remove, change of group, teleport,
// and which groups are planned for.
//
// A batch has at most one command for a slot, because its order is not kept. A spawn into a slot that is taken, or with a
// slot, cell or group that does not exist, is counted as spawned and lost; the other commands are skipped when the agent
// with that identity has already left. A spawned agent waits if its start time lies ahead. A teleport keeps the velocity;
// the place must lie in the cell and clear of walls.
type Commands struct{ passes.Plain }

// Decl declares the pass.
func (Commands) Decl() passes.Decl {
	return passes.Decl{Name: "commands", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "commands", "pages", "pageTable", "links", "height", "slope"),
		passes.Writes("agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell"),
		passes.Updates("agentState", "agentID", "events", "tally", "solveState"))}
}

// Invocations is one thread for each command of a full batch.
func (Commands) Invocations(*passes.Frame) int { return passes.CommandBatch }

// CPU applies the commands.
func (Commands) CPU(f *passes.Frame, b *passes.Buffers) {
	step := passes.As[passes.StepData](b, "step")[0]
	c := commander{
		ground: newGround(f, b), b: b, time: step.Time, tally: tally(b), events: b.U32("events"),
		state: b.U32("agentState"), id: b.U32("agentID"),
	}
	for _, m := range passes.As[passes.Command](b, "commands")[:step.Commands] {
		c.apply(m)
	}
}

type commander struct {
	ground
	b         *passes.Buffers
	time      float32
	tally     *passes.Tally
	events    []uint32
	state, id []uint32
}

func (c *commander) apply(m passes.Command) {
	if m.Kind == passes.CommandSpawn {
		c.spawn(m)
		return
	}
	if m.Kind == passes.CommandRest || m.Kind == passes.CommandRouse {
		notes := &c.b.U32("solveState")[passes.SolveNotes(c.f, m.Group)]
		*notes &^= passes.NoteRest
		if m.Kind == passes.CommandRest {
			*notes |= passes.NoteRest
		}
		return
	}
	// The agent may have left since the command was given; then its slot is free or someone else's.
	if m.Slot >= c.f.Capacity || c.id[m.Slot] != m.ID || c.state[m.Slot]&0xff == passes.StateFree {
		return
	}
	switch {
	case m.Kind == passes.CommandRemove:
		c.state[m.Slot] = passes.StateFree
		flagged(c.events, int(m.Slot))
		c.tally.Removed++
		c.tally.Events++
	case m.Kind == passes.CommandGroup && m.Group < c.f.Groups:
		c.state[m.Slot] = c.state[m.Slot]&0xff | m.Group<<8
	case m.Kind == passes.CommandMove && m.Cell < c.f.Cells:
		c.place(m)
	}
}

// spawn counts a command that cannot be carried out as lost, so that the books balance and show it.
func (c *commander) spawn(m passes.Command) {
	c.tally.Spawned++
	if m.Slot >= c.f.Capacity || m.Cell >= c.f.Cells || m.Group >= c.f.Groups || c.state[m.Slot]&0xff != passes.StateFree {
		c.tally.Lost++
		return
	}
	c.place(m)
	c.b.Vec2("agentVelocity")[m.Slot] = vec{}
	c.b.Vec4("agentBody")[m.Slot] = [4]float32{m.Radius, m.Speed, m.Start, 0}
	c.id[m.Slot] = m.ID
	state := uint32(passes.StateWalking)
	if m.Start > c.time {
		state = passes.StateWaiting
	}
	c.state[m.Slot] = state | m.Group<<8
}

func (c *commander) place(m passes.Command) {
	p := vec{m.X, m.Z}
	c.b.Vec2("agentPosition")[m.Slot] = p
	c.b.F32("agentHeight")[m.Slot] = c.surface(m.Cell, p)
	c.b.U32("agentCell")[m.Slot] = m.Cell
}
