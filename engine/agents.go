package engine

import (
	"fmt"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// AgentView is an agent as it is after the last step.
type AgentView struct {
	Agent            ecs.Handle // zero once it is despawned, until the step that takes it away
	Slot, Generation uint32
	Group            int
	State            ecs.State
	Position         [3]float64 // world [m]
	Velocity         [3]float64 // [m/s]; the vertical part follows the floor
	Radius, Speed    float64    // [m], preferred [m/s]
	Walked           float64    // way so far [m]
	Cell             uint32
	Layer            int // peeled layer of the cell
}

// columns are the agents as the device keeps them.
type columns struct {
	position, velocity [][2]float32
	height             []float32
	body               [][4]float32
	cell, state, id    []uint32
}

func (e *Engine) fetchColumns() (c columns, err error) {
	x, f := e.x, &e.frame
	c.position, c.velocity = fetch[[2]float32](x, f, "agentPosition", &err), fetch[[2]float32](x, f, "agentVelocity", &err)
	c.height, c.body = fetch[float32](x, f, "agentHeight", &err), fetch[[4]float32](x, f, "agentBody", &err)
	c.cell, c.state = fetch[uint32](x, f, "agentCell", &err), fetch[uint32](x, f, "agentState", &err)
	c.id = fetch[uint32](x, f, "agentID", &err)
	return c, err
}

// Agents appends everybody alive to dst, in the order of their slots. It waits for the device.
func (e *Engine) Agents(dst []AgentView) ([]AgentView, error) {
	if err := e.Wait(); err != nil {
		return dst, err
	}
	c, err := e.fetchColumns()
	if err != nil {
		return dst, e.fail(err)
	}
	stages := []uint32{}
	if e.frame.Stages > 0 {
		if stages = fetch[uint32](e.x, &e.frame, "agentStage", &err); err != nil {
			return dst, e.fail(err)
		}
	}
	for i, s := range c.state {
		if s&0xff == passes.StateFree {
			continue
		}
		v := e.view(&passes.Watched{
			Slot: uint32(i), ID: c.id[i], State: s, Cell: c.cell[i], Position: c.position[i], Height: c.height[i],
			Walked: c.body[i][3], Velocity: c.velocity[i], Radius: c.body[i][0], Speed: c.body[i][1],
		})
		if i < len(stages) && stages[i] != passes.None && stages[i]>>24 == passes.PhaseStay && v.State == ecs.StateWalking {
			v.State = ecs.StateArrived
		}
		dst = append(dst, v)
	}
	return dst, nil
}

// view is an agent as the host sees it.
func (e *Engine) view(w *passes.Watched) AgentView {
	a := AgentView{
		Slot: w.Slot, Generation: w.ID, Group: e.home(w.Slot, w.State>>8), State: worldState(w.State),
		Radius: float64(w.Radius), Speed: float64(w.Speed), Walked: float64(w.Walked), Cell: w.Cell, Layer: e.host.layer(w.Cell),
	}
	a.Agent, _ = e.world.Holder(w.Slot, w.ID)
	a.Position, a.Velocity = e.motion(w.Position, w.Velocity, w.Height, w.Cell)
	return a
}

// home is the scenario's group of an agent: that by whose fields it goes, or, where those are of a goal of its route, the world's.
func (e *Engine) home(slot, group uint32) int {
	if int(group) < len(e.scenario.Groups) {
		return int(group)
	}
	if g := e.world.GroupAt(slot); g >= 0 {
		return g
	}
	return slices.IndexFunc(e.routes.uses, func(plans []int) bool { return slices.Contains(plans, int(group)) }) // it has been removed
}

// motion lifts a plan position and velocity onto the floor, in the world.
func (e *Engine) motion(p, v [2]float32, height float32, cell uint32) (position, velocity [3]float64) {
	h := e.host.tilt(cell)
	return [3]float64{float64(p[0]) + e.origin[0], float64(height) + e.origin[1], float64(p[1]) + e.origin[2]},
		[3]float64{float64(v[0]), float64(h[0]*v[0] + h[1]*v[1]), float64(v[1])}
}

func worldState(s uint32) ecs.State {
	return [...]ecs.State{passes.StateFree: ecs.StateArrived, passes.StateWaiting: ecs.StateWaiting,
		passes.StateWalking: ecs.StateWalking, passes.StateStranded: ecs.StateStranded,
		passes.StateAdvised: ecs.StateAdvised, passes.StateDriven: ecs.StateDriven}[s&0xff]
}

// Spawn makes an agent of a group at a world position, on the floor within a step's height of it. Radius and speed 0 are
// the group's. It walks from the start time on.
//
// Errors: [ecs.ErrInput] where there is no floor or too little room between walls.
func (e *Engine) Spawn(group int, at ecs.SpawnAt) error {
	_, err := e.SpawnAll(group, at)
	return err
}

// SpawnAll is [Engine.Spawn] for many agents at once, and gives their handles. Where one of them cannot be, none is made.
func (e *Engine) SpawnAll(group int, at ...ecs.SpawnAt) ([]ecs.Handle, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	if err := e.knows(group); err != nil {
		return nil, err
	}
	c := &e.crowd
	c.at = append(c.at[:0], at...)
	for i := range c.at {
		a := &c.at[i]
		radius := a.Radius
		if radius == 0 {
			radius = e.scenario.Groups[group].Radius
		}
		err := e.fits(radius, a.Speed)
		if err == nil {
			a.Cell, err = e.locate(a.Position, radius)
		}
		if err != nil {
			return nil, fmt.Errorf("engine: spawn [%d]: %w", i, err)
		}
		if a.Control == ecs.ControlEngine {
			a.Control = e.o.Control
		}
	}
	for i := range c.at {
		e.occupy(c.at[i].Cell)
	}
	return e.admit(group, c.at)
}

func (e *Engine) knows(group int) error {
	if group < 0 || group >= len(e.scenario.Groups) {
		return fmt.Errorf("engine: group %d, expected 0 to %d: %w", group, len(e.scenario.Groups)-1, ecs.ErrInput)
	}
	return nil
}

// fits checks a body; what is 0 is the group's.
func (e *Engine) fits(radius, speed float64) error {
	if most := float64(e.frame.Reach) - reachSlack + 1e-6; !(radius >= 0 && radius <= most) {
		return fmt.Errorf("radius %g m, expected at most %g m, the widest group's: %w", radius, most, ecs.ErrInput)
	}
	if !(speed >= 0 && speed <= maxSpeed) {
		return fmt.Errorf("speed %g m/s, expected 0 to %d m/s: %w", speed, maxSpeed, ecs.ErrInput)
	}
	return nil
}

// maxSpeed is the highest preferred speed [m/s], as for groups.
const maxSpeed = 10

// locate gives the cell in which a body has room at a world position: of all layers that whose floor is nearest in height.
func (e *Engine) locate(at [3]float64, radius float64) (uint32, error) {
	p := at
	for i := range p {
		p[i] -= e.origin[i]
	}
	c := uint32(passes.None)
	if finite(p) {
		c = e.host.search(&e.frame, p, e.scenario.Grid.Step+float64(e.frame.Cell))
	}
	if c == passes.None {
		return c, fmt.Errorf("at (%g, %g, %g) there is no walkable floor: %w", at[0], at[1], at[2], ecs.ErrInput)
	}
	if float64(e.host.clearance[c]) < radius {
		return c, fmt.Errorf("at (%g, %g, %g) a wall or edge is %.2f m away, nearer than the radius %g m: %w", at[0], at[1], at[2], e.host.clearance[c], radius, ecs.ErrInput)
	}
	return c, nil
}

func finite(p [3]float64) bool {
	return !math.IsNaN(p[0]-p[0]) && !math.IsNaN(p[1]-p[1]) && !math.IsNaN(p[2]-p[2])
}

// SetGoal gives a group another goal. Its agents follow the way to the old goal until the way to the new one is solved.
func (e *Engine) SetGoal(group, goal int) error {
	if err := e.ready(); err != nil {
		return err
	}
	if err := e.knows(group); err != nil {
		return err
	}
	if !slices.Contains(e.scene.Goals(), goal) {
		return fmt.Errorf("engine: goal %d for group %q: scene %q has the goals %v: %w", goal, e.scenario.Groups[group].Name, e.scene.Name, e.scene.Goals(), ecs.ErrInput)
	}
	var record [1]passes.Group
	if err := e.x.read("groups", 16*group, wordBytes(record[:])); err != nil {
		return e.fail(err)
	}
	record[0].Goal, record[0].Reset = uint32(goal), passes.ResetBack
	e.crowd.reset = true
	return e.fail(e.x.write("groups", 16*group, wordBytes(record[:])))
}
