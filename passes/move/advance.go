package move

import (
	"math"

	"throng/passes"
)

// Advance moves every agent for one step (ML §5.3): at the velocity that its local model has found, else along its group's
// velocity field, bilinear between cells that are connected, at field speed × own speed / class speed, by Euler strides of
// at most half a cell and half a radius. It is held off walls by its radius (which counts up to Frame.Reach - 0.1 m) and goes
// from cell to cell over links only. Where walls hold it, it makes for its cell's centre, from where the field is free.
//
// What it moves is the agent's body; the agent follows when it lands. Agents that the host drives stay where they are. Those that
// it moves on advice are advanced like all others, for [Takeback] to put back, and arrive only from where they truly are.
//
// Agents wait until their start time, stop when their cell belongs to the group's goal, and leave there if they have no route, see
// [Route]; they are stranded while no way leads from their cell to the goal or they have none, and are lost, which is a defect, when their position is not finite or their cell or group does not exist.
//
// The tally's Alive and Stranded are counted anew; the pass expects them to be zero.
type Advance struct{ perAgent }

// Decl declares the pass.
func (Advance) Decl() passes.Decl {
	return passes.Decl{Name: "advance", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step"), passes.Fetches("pages", "pageTable", "links", "clearance", "cellZone", "wallStart", "pageWalls", "walls"),
		passes.Reads("classes", "groups"), passes.Fetches("models"), passes.Reads("potential", "velocity"),
		passes.Fetches("bodyAgent", "agentHeight", "agentStage", "agentPace"),
		passes.Writes("agentState"), passes.Fetches("binStart", "bodySlot", "bodyWish"),
		passes.Writes("body", "bodyHeading", "bodyCell"), passes.Updates("events", "tally"))}
}

// CPU moves the bodies one after the other.
func (Advance) CPU(f *passes.Frame, b *passes.Buffers) {
	a := advance{
		steering: newSteering(f, b), tally: tally(b), events: b.U32("events"), models: b.U32("models"),
		clearance: b.F32("clearance"), zone: b.U32("cellZone"),
		own: passes.As[own](b, "bodyAgent"), height: b.F32("agentHeight"), state: b.U32("agentState"), stage: b.U32("agentStage"),
		slot: b.U32("bodySlot"), wish: b.Vec2("bodyWish"), body: b.Vec4("body"), heading: b.Vec4("bodyHeading"), bodyCell: b.U32("bodyCell"),
	}
	n := newBins(f, b)
	a.bodies = n.bodies()
	for k := range n.alive() {
		a.embody(k)
	}
}

type advance struct {
	*steering
	tally     *passes.Tally
	events    []uint32
	models    []uint32
	clearance []float32
	zone      []uint32

	own          []own
	height       []float32
	state, stage []uint32

	bodies         uint32
	slot, bodyCell []uint32
	wish           []vec
	body, heading  [][4]float32
}

// embody moves the body of an agent.
func (a *advance) embody(k uint32) {
	i, its := a.slot[k], &a.own[k]
	state, group, c, p, r := its.State&0xff, its.State>>8, its.Cell, its.At, float32(gone)
	switch {
	case c == passes.None: // the scene has changed and left no floor
		if state == passes.StateWalking {
			a.state[i] = passes.StateStranded | group<<8
		}
		a.tally.Alive++
		a.tally.Stranded++
	case c >= a.f.Cells || group >= a.f.Groups || !finite(p):
		a.leave(i, &a.tally.Lost)
	default:
		c, p, r = a.walk(k, i, group, its.rests(a.step.Time))
	}
	a.body[k], a.bodyCell[k] = [4]float32{p[0], p[1], r, a.height[i]}, c
	way := sub(p, its.At)
	if l := length(way); l > 0 {
		way = scale(way, 1/l)
	}
	a.heading[k] = [4]float32{way[0], way[1], its.Radius, its.Speed}
}

// walk moves an agent that has a cell, and gives where its body is and its radius.
func (a *advance) walk(k, i, group uint32, waits bool) (c uint32, p vec, r float32) {
	its := &a.own[k]
	w, advised := a.walker(k, i, group), its.State&0xff == passes.StateAdvised
	free := true
	if !waits {
		there := w.arrived()
		free = there || w.walk()
		if (there || w.arrived() && !advised) && (a.f.Stages == 0 || a.stage[i] == passes.None) {
			a.leave(i, &a.tally.Arrived)
			return w.cell, w.at, gone
		}
		if !advised {
			a.state[i] = passes.StateWalking | group<<8
		}
	}
	a.tally.Alive++
	if !free {
		if a.tally.Stranded++; !advised {
			a.state[i] = passes.StateStranded | group<<8
		}
	}
	a.tally.Push = max(a.tally.Push, SeparationRounds*haste*its.Speed*a.step.Dt)
	a.tally.Drift = max(a.tally.Drift, length(sub(w.at, its.At)))
	return w.cell, w.at, a.room(w.radius+spare, w.cell, w.at)
}

// room is the radius of a body at p: no wider than the nearest wall lets it, so that no wall parts bodies that overlap.
func (m *maze) room(r float32, c uint32, p vec) float32 {
	for w := range m.Around(c) {
		r = min(r, passes.Distance(w, p[0], p[1]))
	}
	return r
}

func (a *advance) walker(k, i, group uint32) walker {
	its := &a.own[k]
	w := walker{
		follower:  a.follower(group, a.speed(i, its.Speed)),
		body:      body{a.maze, its.Cell, its.At, min(its.Radius, widest(a.f))},
		clearance: a.clearance, zone: a.zone, goal: a.groups[group].Goal, dt: a.step.Dt,
	}
	if a.models[group] != passes.ModelContinuum && k < a.bodies {
		w.wish = &a.wish[k]
	}
	return w
}

// leave frees the agent's slot and counts why.
func (a *advance) leave(i uint32, reason *uint32) {
	a.state[i] = passes.StateFree
	flagged(a.events, int(i))
	*reason++
	a.tally.Events++
}

func finite(p vec) bool {
	const exponent = 0x7f800000
	return math.Float32bits(p[0])&exponent != exponent && math.Float32bits(p[1])&exponent != exponent
}
