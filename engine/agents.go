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
	for i, s := range c.state {
		if s&0xff == passes.StateFree {
			continue
		}
		a := AgentView{
			Slot: uint32(i), Generation: c.id[i], Group: int(s >> 8), State: worldState(s),
			Radius: float64(c.body[i][0]), Speed: float64(c.body[i][1]), Walked: float64(c.body[i][3]),
			Cell: c.cell[i], Layer: e.host.layer(c.cell[i]),
		}
		a.Position, a.Velocity = e.motion(c.position[i], c.velocity[i], c.height[i], c.cell[i])
		dst = append(dst, a)
	}
	return dst, nil
}

// motion lifts a plan position and velocity onto the floor, in the world.
func (e *Engine) motion(p, v [2]float32, height float32, cell uint32) (position, velocity [3]float64) {
	h := e.host.tilt(cell)
	return [3]float64{float64(p[0]) + e.origin[0], float64(height) + e.origin[1], float64(p[1]) + e.origin[2]},
		[3]float64{float64(v[0]), float64(h[0]*v[0] + h[1]*v[1]), float64(v[1])}
}

func worldState(s uint32) ecs.State {
	return [...]ecs.State{passes.StateFree: ecs.StateArrived, passes.StateWaiting: ecs.StateWaiting,
		passes.StateWalking: ecs.StateWalking, passes.StateStranded: ecs.StateStranded}[s&0xff]
}

// apply copies columns of a finished step into the components of the world's agents.
func (e *Engine) apply(c *columns) {
	w := &e.crowd.columns
	n := len(c.state)
	if len(w.State) != n {
		*w = ecs.Columns{Position: make([][3]float64, n), Velocity: make([][3]float64, n), State: make([]ecs.State, n)}
	}
	w.Generation = c.id
	for i, s := range c.state {
		w.State[i] = worldState(s)
		if s&0xff != passes.StateFree {
			w.Position[i], w.Velocity[i] = e.motion(c.position[i], c.velocity[i], c.height[i], c.cell[i])
		}
	}
	e.world.Apply(*w)
}

// Spawn makes an agent of a group at a world position, on the floor within a step's height of it. Radius and speed 0 are
// the group's. It walks from the start time on.
//
// Errors: [ecs.ErrInput] where there is no floor or too little room between walls.
func (e *Engine) Spawn(group int, at ecs.SpawnAt) error {
	if err := e.ready(); err != nil {
		return err
	}
	if group < 0 || group >= len(e.scenario.Groups) {
		return fmt.Errorf("engine: spawn in group %d, expected 0 to %d: %w", group, len(e.scenario.Groups)-1, ecs.ErrInput)
	}
	p := at.Position
	for i := range p {
		p[i] -= e.origin[i]
	}
	c := e.host.search(&e.frame, p, e.scenario.Grid.Step+float64(e.frame.Cell))
	if c == passes.None || math.IsNaN(p[0]+p[1]+p[2]) {
		return fmt.Errorf("engine: spawn at (%g, %g, %g): there is no walkable floor: %w", at.Position[0], at.Position[1], at.Position[2], ecs.ErrInput)
	}
	radius := at.Radius
	if radius == 0 {
		radius = e.scenario.Groups[group].Radius
	}
	if most := float64(e.frame.Reach) - reachSlack + 1e-6; radius > most {
		return fmt.Errorf("engine: spawn with radius %g m, expected at most %g m, the widest group's: %w", radius, most, ecs.ErrInput)
	}
	if float64(e.host.clearance[c]) < radius {
		return fmt.Errorf("engine: spawn at (%g, %g, %g): a wall or edge is %.2f m away, nearer than the radius %g m: %w",
			at.Position[0], at.Position[1], at.Position[2], e.host.clearance[c], radius, ecs.ErrInput)
	}
	at.Cell = c
	return e.admit(group, []ecs.SpawnAt{at})
}

// SetGoal gives a group another goal. Its agents follow the way to the old goal until the way to the new one is solved.
func (e *Engine) SetGoal(group, goal int) error {
	if err := e.ready(); err != nil {
		return err
	}
	if group < 0 || group >= len(e.scenario.Groups) {
		return fmt.Errorf("engine: goal of group %d, expected 0 to %d: %w", group, len(e.scenario.Groups)-1, ecs.ErrInput)
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
