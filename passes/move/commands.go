package move

import "throng/passes"

// Commands applies the first StepData.Commands records of the slot "commands": spawn, remove, settings of an agent, and
// which groups are planned for.
//
// A batch has at most one command for a slot, because its order is not kept. A spawn into a slot that is taken, or with a
// slot, cell or group that does not exist, is counted as spawned and lost; the other commands are skipped when the agent
// with that identity has already left. A spawned agent waits if its start time lies ahead. A new place keeps the velocity.
// Targets are for [Lead], which comes after.
// Who is spawned or changes its group begins that group's route.
type Commands struct{ passes.Plain }

// Decl declares the pass.
func (Commands) Decl() passes.Decl {
	return passes.Decl{Name: "commands", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "commands"), passes.Fetches("pages", "pageTable", "links", "height", "slope"),
		passes.Writes("agentPosition", "agentHeight", "agentVelocity"), passes.Updates("agentBody"), passes.Writes("agentCell", "agentStage", "agentSeed", "agentParty", "agentHeld"),
		passes.Updates("agentState", "agentID", "events", "tally", "solveState"))}
}

// Invocations is one thread for each command of a full batch.
func (Commands) Invocations(f *passes.Frame) int { return passes.CommandBatch(f) }

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
	if m.Kind == passes.CommandRemove {
		c.remove(m.Slot)
	}
	if m.Kind == passes.CommandSet {
		c.set(m)
	}
}

func (c *commander) remove(slot uint32) {
	c.state[slot] = passes.StateFree
	flagged(c.events, int(slot))
	c.tally.Removed++
	c.tally.Events++
}

func (c *commander) set(m passes.Command) {
	body, state := &c.b.Vec4("agentBody")[m.Slot], &c.state[m.Slot]
	has := func(field uint32) bool { return m.Fields&field != 0 }
	if has(passes.SetGroup) && m.Group < c.f.Groups {
		*state = *state&0xff | m.Group<<8
		c.begin(m)
	}
	if has(passes.SetPlace) && m.Cell < c.f.Cells {
		c.place(m)
	}
	if has(passes.SetRadius) {
		body[0] = m.Radius
	}
	if has(passes.SetSpeed) {
		body[1] = m.Speed
	}
	if has(passes.SetControl) {
		*state = stateFor(m.Control, *state&0xff, body[2] > c.time) | *state&^0xff
	}
	if has(passes.SetVelocity) {
		c.b.Vec2("agentVelocity")[m.Slot] = m.Velocity
		if *state&0xff == passes.StateDriven {
			body[2] = c.time // it has moved in this step
		}
	}
	c.hold(m.Slot)
}

// hold takes the speed of a driven agent: nothing in a step moves it then, and nobody pushes it.
func (c *commander) hold(slot uint32) {
	if c.state[slot]&0xff == passes.StateDriven {
		c.b.Vec4("agentBody")[slot][1] = 0
	}
}

// stateFor is the state of an agent under a control; early: its start time lies ahead.
func stateFor(control, state uint32, early bool) uint32 {
	switch {
	case control == passes.ControlAdvised:
		return passes.StateAdvised
	case control == passes.ControlDriven:
		return passes.StateDriven
	case state == passes.StateStranded:
		return state
	case early:
		return passes.StateWaiting
	}
	return passes.StateWalking
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
	if m.Fields&passes.SetVelocity != 0 {
		c.b.Vec2("agentVelocity")[m.Slot] = m.Velocity
	}
	c.b.Vec4("agentBody")[m.Slot] = [4]float32{m.Radius, m.Speed, m.Start, 0}
	c.b.F32("agentHeld")[m.Slot] = 0
	c.id[m.Slot] = m.ID
	c.state[m.Slot] = stateFor(m.Control, passes.StateWalking, m.Start > c.time) | m.Group<<8
	c.hold(m.Slot)
	c.begin(m)
	if c.f.Stages > 0 {
		c.b.U32("agentSeed")[m.Slot] = m.Seed
	}
	if c.f.Parties > 0 {
		c.b.U32("agentParty")[m.Slot] = min(m.Party, c.f.Capacity)
	}
	if m.Fields&passes.SetGone != 0 {
		c.remove(m.Slot)
	}
}

// begin puts an agent at the start of its group's route.
func (c *commander) begin(m passes.Command) {
	if c.f.Stages > 0 {
		c.b.U32("agentStage")[m.Slot] = passes.StageWord(m.Group, passes.PhaseEnter)
	}
}

func (c *commander) place(m passes.Command) {
	p := vec{m.X, m.Z}
	c.b.Vec2("agentPosition")[m.Slot] = p
	c.b.F32("agentHeight")[m.Slot] = c.surface(m.Cell, p)
	c.b.U32("agentCell")[m.Slot] = m.Cell
}
