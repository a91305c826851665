package move

import (
	"math"

	"throng/passes"
)

// Advance moves every agent for one step (ML §5.3): along its group's velocity field, bilinear between cells that are
// connected, at field speed × own speed / class speed, by Euler strides of at most half a cell and half a radius. It is
// held off walls by its radius (which counts up to Frame.Reach - 0.1 m), goes from cell to cell over links only, and
// takes its height from the floor. Where walls hold it, it makes for its cell's centre, from where the field is free.
//
// The velocity written is the way made in the plan divided by Dt. Agents wait until their start time, leave when their
// cell belongs to the group's goal, are stranded while no way leads from their cell to the goal or they have none, and are lost, which is a
// defect, when their position is not finite or their cell or group does not exist.
//
// The tally's Alive and Stranded are counted anew; the pass expects them to be zero.
type Advance struct{ passes.Plain }

// Decl declares the pass.
func (Advance) Decl() passes.Decl {
	return passes.Decl{Name: "advance", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "pages", "pageTable", "links", "height", "slope", "clearance", "cellZone", "wallStart", "pageWalls", "walls",
			"classes", "groups", "potential", "velocity"),
		passes.Updates("agentPosition", "agentHeight"), passes.Writes("agentVelocity"),
		passes.Updates("agentBody", "agentCell", "agentState", "events", "tally"))}
}

// Invocations is one thread for each agent slot.
func (Advance) Invocations(f *passes.Frame) int { return int(f.Capacity) }

// CPU moves the agents one after the other.
func (Advance) CPU(f *passes.Frame, b *passes.Buffers) {
	a := advance{
		maze: newMaze(f, b), step: passes.As[passes.StepData](b, "step")[0], tally: tally(b), events: b.U32("events"),
		classes: passes.As[passes.Class](b, "classes"), groups: passes.As[passes.Group](b, "groups"),
		potential: b.F32("potential"), field: b.U32("velocity"), clearance: b.F32("clearance"), zone: b.U32("cellZone"),
		position: b.Vec2("agentPosition"), velocity: b.Vec2("agentVelocity"), height: b.F32("agentHeight"),
		body: b.Vec4("agentBody"), cell: b.U32("agentCell"), state: b.U32("agentState"),
	}
	for i := range a.state {
		if a.state[i]&0xff != passes.StateFree {
			a.agent(i)
		}
	}
}

type advance struct {
	*maze
	step      passes.StepData
	tally     *passes.Tally
	events    []uint32
	classes   []passes.Class
	groups    []passes.Group
	potential []float32
	field     []uint32
	clearance []float32
	zone      []uint32

	position, velocity []vec
	height             []float32
	body               [][4]float32
	cell, state        []uint32
}

func (a *advance) agent(i int) {
	state, group := a.state[i]&0xff, a.state[i]>>8
	if a.cell[i] == passes.None { // the scene has changed and left no floor
		if state == passes.StateWalking {
			a.state[i] = passes.StateStranded | group<<8
		}
		a.tally.Alive++
		a.tally.Stranded++
		return
	}
	if a.cell[i] >= a.f.Cells || group >= a.f.Groups || !finite(a.position[i]) {
		a.leave(i, &a.tally.Lost)
		return
	}
	if state == passes.StateWaiting && a.step.Time < a.body[i][2] {
		a.velocity[i] = vec{}
		a.tally.Alive++
		return
	}
	w := a.walker(i, group)
	free := w.arrived() || w.walk()
	a.place(i, &w)
	if w.arrived() {
		a.leave(i, &a.tally.Arrived)
		return
	}
	a.state[i] = passes.StateWalking | group<<8
	a.tally.Alive++
	if !free {
		a.state[i] = passes.StateStranded | group<<8
		a.tally.Stranded++
	}
}

func (a *advance) walker(i int, group uint32) walker {
	g := a.groups[group]
	first, end := group*a.f.Cells, (group+1)*a.f.Cells
	return walker{
		body:      body{a.maze, a.cell[i], a.position[i], min(a.body[i][0], widest(a.f))},
		potential: a.potential[first:end], velocity: a.field[first:end], clearance: a.clearance, zone: a.zone,
		class: a.classes[g.Class], goal: g.Goal, speed: a.body[i][1], dt: a.step.Dt,
	}
}

// place stores where the walker got to.
func (a *advance) place(i int, w *walker) {
	d, y := sub(w.at, a.position[i]), a.surface(w.cell, w.at)
	rise := y - a.height[i]
	a.velocity[i] = vec{}
	if a.step.Dt > 0 {
		a.velocity[i] = vec{d[0] / a.step.Dt, d[1] / a.step.Dt}
	}
	a.body[i][3] += sqrt(d[0]*d[0] + rise*rise + d[1]*d[1])
	a.position[i], a.cell[i], a.height[i] = w.at, w.cell, y
}

// leave frees the agent's slot and counts why.
func (a *advance) leave(i int, reason *uint32) {
	a.state[i] = passes.StateFree
	flagged(a.events, i)
	*reason++
	a.tally.Events++
}

func finite(p vec) bool {
	const exponent = 0x7f800000
	return math.Float32bits(p[0])&exponent != exponent && math.Float32bits(p[1])&exponent != exponent
}
