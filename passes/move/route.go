package move

import (
	"math"

	"throng/passes"
)

// Routes are the passes that lead agents from one stop of their route to the next, before they are moved: [Turns], [Route] and
// [Call].
func Routes(f *passes.Frame) []passes.Pass {
	switch {
	case f.Stages == 0:
		return nil
	case f.Counters == 0:
		return []passes.Pass{Route{}}
	}
	return []passes.Pass{Turns{}, Route{}, Call{}}
}

// Turns opens the step of the counters: whose turn was called in the last step has it now, and lines are counted anew.
type Turns struct{ passes.Plain }

// Decl declares the pass.
func (Turns) Decl() passes.Decl {
	return passes.Decl{Name: "turns", Group: 64, Bindings: passes.Bindings(passes.Updates("counters"))}
}

// Invocations is one thread for each counter.
func (Turns) Invocations(f *passes.Frame) int { return int(f.Counters) }

// CPU opens the step.
func (Turns) CPU(f *passes.Frame, b *passes.Buffers) {
	counters := passes.As[passes.Counter](b, "counters")[:f.Counters]
	for i := range counters {
		k := &counters[i]
		k.Busy, k.Line, k.First, k.Now, k.Next = 0, 0, passes.None, k.Next, passes.None
	}
}

// Route brings every agent that has a route to its next phase: who has come to a goal stands in line or waits, whose turn it is is
// served, and whose time is over chooses where to go next: by weights, or to the goal of the least potential where it stands.
// Who has no more stops loses its route, and [Advance] absorbs it.
//
// Agents in line walk on the spot: pushed off the goal, they come back.
type Route struct{ perAgent }

// Decl declares the pass.
func (Route) Decl() passes.Decl {
	return passes.Decl{Name: "route", Group: 64, Bindings: passes.Bindings(
		passes.Reads("step", "stages", "choices", "waits", "groups", "potential"), passes.Fetches("cellZone", "agentCell"),
		passes.Updates("agentState", "agentBody", "agentStage", "agentSeed", "counters", "tally"))}
}

// CPU leads the agents one after the other.
func (Route) CPU(f *passes.Frame, b *passes.Buffers) {
	r := router{
		f: f, step: passes.As[passes.StepData](b, "step")[0], tally: tally(b), stages: passes.As[passes.Stage](b, "stages"),
		choices: passes.As[passes.Choice](b, "choices"), waits: b.F32("waits"), counters: passes.As[passes.Counter](b, "counters"),
		groups: passes.As[passes.Group](b, "groups"), potential: b.F32("potential"), zone: b.U32("cellZone"), cell: b.U32("agentCell"),
		state: b.U32("agentState"), body: b.Vec4("agentBody"), stage: b.U32("agentStage"), seed: b.U32("agentSeed"),
	}
	for i := range r.state {
		if s := r.state[i] & 0xff; s != passes.StateFree && s != passes.StateDriven && r.stage[i] != passes.None && r.cell[i] < f.Cells && r.state[i]>>8 < f.Groups {
			r.agent(uint32(i))
		}
	}
}

type router struct {
	f         *passes.Frame
	step      passes.StepData
	tally     *passes.Tally
	stages    []passes.Stage
	choices   []passes.Choice
	waits     []float32
	counters  []passes.Counter
	groups    []passes.Group
	potential []float32
	zone      []uint32
	cell      []uint32
	state     []uint32
	body      [][4]float32
	stage     []uint32
	seed      []uint32
}

func (r *router) agent(i uint32) {
	state, group := r.state[i]&0xff, r.state[i]>>8
	stage, phase := r.stage[i]&0xffffff, r.stage[i]>>24
	rests := (state == passes.StateWaiting || state == passes.StateAdvised) && r.step.Time < r.body[i][2]
	s, counter := r.stages[stage], uint32(0)
	if phase == passes.PhaseWay || phase == passes.PhaseLine || phase == passes.PhaseWait {
		counter = r.counter(s, group)
	}
	if phase == passes.PhaseWay && !rests && r.zone[r.cell[i]]&0xffff == r.groups[group].Goal+1 {
		phase = passes.PhaseLine
		r.body[i][2] = r.step.Time
	}
	if phase == passes.PhaseLine {
		if counter > 0 && r.counters[counter-1].Now != i {
			k := &r.counters[counter-1]
			k.Line++
			k.First = min(k.First, math.Float32bits(r.body[i][2]))
			r.tally.InLine++
		} else {
			phase, rests = passes.PhaseWait, r.pause(i, s)
		}
	}
	if phase == passes.PhaseWait {
		if rests && counter > 0 {
			r.counters[counter-1].Busy++
		}
		if !rests {
			phase = passes.PhaseEnter
		}
	}
	if phase == passes.PhaseEnter && !rests {
		r.enter(i, s.Next)
		return
	}
	r.stage[i] = passes.StageWord(stage, phase)
}

// counter is that of the goal that a group's fields lead to plus one, 0 without.
func (r *router) counter(s passes.Stage, group uint32) uint32 {
	for _, c := range r.choices[s.First:][:s.Choices] {
		if c.Group == group {
			return c.Counter
		}
	}
	return 0
}

// pause has the agent wait for a time of the stage's law; false if it is none.
func (r *router) pause(i uint32, s passes.Stage) bool {
	if s.Wait == 0 {
		return false
	}
	t := r.waits[(s.Wait-1)*passes.LawSteps+passes.DrawBits(&r.seed[i])/(1<<32/passes.LawSteps)]
	if !(t > 0) {
		return false
	}
	r.body[i][2] = r.step.Time + t
	if r.state[i]&0xff != passes.StateAdvised {
		r.state[i] = r.state[i]&^0xff | passes.StateWaiting
	}
	return true
}

// enter sets out for a stage.
func (r *router) enter(i, next uint32) {
	switch next {
	case passes.StageLeave:
		r.stage[i] = passes.None
		return
	case passes.StageStay:
		r.stage[i] = passes.StageWord(0, passes.PhaseStay)
		return
	}
	s := r.stages[next]
	choices := r.choices[s.First:][:s.Choices]
	to := choices[0].Group
	if choices[s.Choices-1].Share == 0 {
		best := passes.Inf
		for _, c := range choices {
			if phi := passes.Potential(r.potential[c.Group*r.f.Cells+r.cell[i]]); phi < best {
				best, to = phi, c.Group
			}
		}
	} else {
		draw := passes.DrawBits(&r.seed[i])
		for k := len(choices) - 1; k >= 0; k-- {
			if draw <= choices[k].Share {
				to = choices[k].Group
			}
		}
	}
	r.state[i] = r.state[i]&0xff | to<<8
	r.stage[i] = passes.StageWord(next, passes.PhaseWay)
}

// Call calls, for every counter that serves fewer than it may, who came first of those in line, in its next step; of those who came at
// the same time the one with the lowest slot.
type Call struct{ perAgent }

// Decl declares the pass.
func (Call) Decl() passes.Decl {
	return passes.Decl{Name: "call", Group: 64, Bindings: passes.Bindings(
		passes.Reads("stages", "choices"), passes.Fetches("agentState", "agentCell", "agentBody", "agentStage"), passes.Updates("counters"))}
}

// CPU calls.
func (Call) CPU(f *passes.Frame, b *passes.Buffers) {
	r := router{stages: passes.As[passes.Stage](b, "stages"), choices: passes.As[passes.Choice](b, "choices")}
	state, cell, body, counters := b.U32("agentState"), b.U32("agentCell"), b.Vec4("agentBody"), passes.As[passes.Counter](b, "counters")
	for i, word := range b.U32("agentStage") {
		if state[i]&0xff == passes.StateFree || word == passes.None || word>>24 != passes.PhaseLine || cell[i] >= f.Cells {
			continue
		}
		counter := r.counter(r.stages[word&0xffffff], state[i]>>8)
		if counter == 0 {
			continue
		}
		if k := &counters[counter-1]; k.Busy < k.Capacity && math.Float32bits(body[i][2]) == k.First {
			k.Next = min(k.Next, uint32(i))
		}
	}
}
