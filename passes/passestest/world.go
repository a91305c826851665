// Package passestest builds small paged worlds by hand, for tests of passes that need no bake and no device.
package passestest

import (
	"throng/passes"
)

// World is a scene of rectangular floors of W×H cells, one layer each, with the frame and buffers that passes run on.
// Edit it, then call Bake.
type World struct {
	*passes.Frame
	B       *passes.Buffers
	blocked map[uint32]bool
	joints  []joint
	walls   [][]Segment // of each layer, float64, without floor edges
	edges   [][]Segment
}

type joint struct {
	a, b uint32
	d    int
}

// New makes floors of w×h cells of 0.25 m at the given heights [m], with default parameters, no groups and no agents.
func New(w, h int, floors ...float32) *World {
	f := &passes.Frame{
		Width: uint32(w), Height: uint32(h), Layers: uint32(len(floors)), Sheets: uint32(len(floors)), Cell: 0.25, PerCell: 4, Reach: 0.7,
		Colours: 2 * uint32(len(floors)), Rounds: 8, Stencil: 8, Tolerance: 1e-5, Told: 1e-5, Wake: 0.01, Alpha: 1, Beta: 1, Gamma: 1,
		RhoMax: 5.4, SlopeMax: 2, SpeedMin: 0.05, SlopeSpeed: 1, Stairs: 1, Clearance: 1.8, BinBits: 1, Horizon: 2, Directions: 5,
	}
	f.TilesX, f.TilesZ = uint32(w+passes.Tile-1)/passes.Tile, uint32(h+passes.Tile-1)/passes.Tile
	f.Pages = f.TilesX * f.TilesZ * f.Layers
	f.Cells = f.Pages * passes.PageCells
	wd := &World{f, passes.NewBuffers(), map[uint32]bool{}, nil, make([][]Segment, len(floors)), make([][]Segment, len(floors))}
	wd.B.Alloc(f, "step", "pageTable", "pages", "height", "slope", "cellFlag", "cellZone", "cellDiscomfort", "cellStair",
		"links", "clearance", "wallStart", "pageWalls", "crowd", "tally")
	for p := range f.Pages {
		x, z, layer := p%f.TilesX, p/f.TilesX%f.TilesZ, p/(f.TilesX*f.TilesZ)
		wd.B.U32("pageTable")[p] = p
		wd.B.UVec4("pages")[p] = [4]uint32{x, z, layer, (x+z)%2 + 2*layer}
	}
	for k, y := range floors {
		wd.Raise(k, func(_, _ float64) float64 { return float64(y) })
	}
	return wd
}

// Cell is the cell in column i, row j of a layer.
func (w *World) Cell(i, j, layer int) uint32 {
	return passes.CellAt(w.Frame, w.B.U32("pageTable"), i, j, layer)
}

// At is the cell under a point.
func (w *World) At(x, z float32, layer int) uint32 {
	return w.Cell(int(x/w.Frame.Cell), int(z/w.Frame.Cell), layer)
}

// Layer is the layer of a cell.
func (w *World) Layer(c uint32) int { return int(w.B.UVec4("pages")[c/passes.PageCells][2]) }

// Centre is the plan position of a cell's centre [m].
func (w *World) Centre(c uint32) [2]float32 { return passes.Centre(w.Frame, w.B.UVec4("pages"), c) }

// Each calls do for every cell inside the floors.
func (w *World) Each(do func(c uint32, i, j, layer int)) {
	for k := range int(w.Layers) {
		for j := range int(w.Height) {
			for i := range int(w.Width) {
				do(w.Cell(i, j, k), i, j, k)
			}
		}
	}
}

// Block takes the floor out of a cell.
func (w *World) Block(i, j, layer int) { w.blocked[w.Cell(i, j, layer)] = true }

// Wall puts a thin wall on a layer.
func (w *World) Wall(layer int, x0, z0, x1, z1 float64) {
	w.walls[layer] = append(w.walls[layer], Segment{x0, z0, x1, z1})
}

// Raise gives a layer the heights y(x, z) and their slopes [m].
func (w *World) Raise(layer int, y func(x, z float64) float64) {
	const e = 1e-3
	w.Each(func(c uint32, _, _, k int) {
		if k != layer {
			return
		}
		p := w.Centre(c)
		x, z := float64(p[0]), float64(p[1])
		w.B.F32("height")[c] = float32(y(x, z))
		w.B.U32("slope")[c] = passes.PackSlope([2]float32{
			float32((y(x+e, z) - y(x-e, z)) / (2 * e)), float32((y(x, z+e) - y(x, z-e)) / (2 * e))})
	})
}

// Links are the ways between cells, as Bake left them.
func (w *World) Links() passes.Links { return passes.NewLinks(w.Frame, w.B) }

// Link is the neighbour of a cell in direction d.
func (w *World) Link(c uint32, d int) uint32 {
	links := w.Links()
	return links.To(c, d)
}

// Join links cell a to b in direction d, which lies one step away, both ways, in place of what was there: a way from one layer to
// another.
func (w *World) Join(a uint32, d int, b uint32) { w.joints = append(w.joints, joint{a, b, d}) }

// Goal makes a cell part of a goal.
func (w *World) Goal(c, goal uint32) { w.B.U32("cellZone")[c] = goal + 1 }

// Groups sets the classes and groups and gives their fields memory. Potentials are 0 and velocities 0.
func (w *World) Groups(classes []passes.Class, groups []passes.Group) {
	w.Frame.Classes, w.Frame.Groups = uint32(len(classes)), uint32(len(groups))
	w.B.Alloc(w.Frame, "classes", "groups", "models", "cost", "diagonals", "potential", "velocity",
		"solveArgs", "solveList", "solveStamp", "solveState", "stages", "choices", "waits", "counters", "partyGap")
	copy(passes.As[passes.Class](w.B, "classes"), classes)
	copy(passes.As[passes.Group](w.B, "groups"), groups)
}

// Crowd gives agents memory.
func (w *World) Crowd(capacity int) {
	w.Capacity = uint32(capacity)
	w.B.Alloc(w.Frame, "commands", "agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell",
		"agentState", "agentID", "events", "heldPlace", "heldCell", "watch", "watched",
		"agentStage", "agentSeed", "agentParty", "agentHeld", "taken", "partyLast", "agentPace",
		"scanBlocks", "binStart", "binAgents", "bodySlot", "bodyAgent", "place", "motion", "level", "bodyWish", "near", "body", "bodyNext", "bodyHeading", "bodyCell")
}

// Agent puts a walking agent into a slot, without a command.
func (w *World) Agent(slot int, cell uint32, at, velocity [2]float32, radius, speed float32) {
	w.B.Vec2("agentPosition")[slot] = at
	w.B.F32("agentHeight")[slot] = w.B.F32("height")[cell]
	w.B.Vec2("agentVelocity")[slot] = velocity
	w.B.Vec4("agentBody")[slot] = [4]float32{radius, speed, 0, 0}
	w.B.U32("agentCell")[slot] = cell
	w.B.U32("agentState")[slot] = passes.StateWalking
	w.B.U32("agentID")[slot] = uint32(slot)
	w.Tally().Spawned++
}

// Step is the step's data.
func (w *World) Step() *passes.StepData { return &passes.As[passes.StepData](w.B, "step")[0] }

// Tally is the account of the agents.
func (w *World) Tally() *passes.Tally { return &passes.As[passes.Tally](w.B, "tally")[0] }

// Run runs passes on the CPU.
func (w *World) Run(ps ...passes.Pass) {
	for _, p := range ps {
		p.CPU(w.Frame, w.B)
	}
}
