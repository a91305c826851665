package engine

import (
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
	"throng/passes/field"
)

// setFrame fills the parameters of the bake and of the fields from the scenario.
func setFrame(sc *ecs.Scenario, f *passes.Frame) {
	g, p := sc.Grid, sc.Params
	f.Step, f.Clearance, f.Delta = float32(g.Step), float32(g.Clearance), float32(min(g.Delta, maxDelta))
	f.SlopeCos = float32(math.Cos(g.Slope * math.Pi / 180))
	f.Views, f.Exact = flag(g.Walls == ecs.WallsViews), flag(g.Walls == ecs.WallsExact)

	widest := 0.0
	for _, group := range sc.Groups {
		widest = max(widest, group.Radius)
	}
	f.Reach = float32(widest + reachSlack)
	f.BinBits = binBits(max(2*widest, leastBin), g.Cell)
	f.Horizon, f.Directions = float32(p.Horizon), uint32(p.Directions)
	f.Rings = uint32(math.Ceil(float64(f.Reach / f.Cell)))

	f.Alpha, f.Beta, f.Gamma = float32(sc.Weights.Alpha), float32(sc.Weights.Beta), float32(sc.Weights.Gamma)
	if f.Beta == 0 {
		f.Beta = leastBeta // speeds are read out of the costs, which without any weight of time do not hold them
	}
	f.Stencil = uint32(p.Stencil)
	f.Tolerance, f.Told, f.WarmTolerance, f.Wake = tolerance, tolerance, 2e-4, 1e-2
	f.RhoMax, f.SpeedMin = float32(p.RhoMax), float32(p.SpeedMin)
	f.SlopeMin, f.SlopeMax = float32(p.SlopeMin), float32(p.SlopeMax)
	f.SlopeSpeed, f.Diagram = flag(p.SlopeSpeed == ecs.On), flag(p.FundamentalDiagram == ecs.Weidmann)
	kernel := map[string]uint32{ecs.DensityJiang: passes.KernelJiang, ecs.DensityTreuille: passes.KernelTreuille, ecs.DensityBilinear: passes.KernelBilinear}[p.Density]
	field.SetKernel(f, kernel, float32(p.Footprint), float32(p.JiangA), float32(p.RhoBar))
}

// tolerance is the relative change of a potential that counts in the solver, a little more than rounding: what is left out
// adds up along the way.
const tolerance = 2e-7

// Where ways are long, pages are settled as well as rounding lets them, and tell others only of more than that: what is left out
// or passed on would go all the way.
const toleranceLong, toldLong = 1e-7, 1e-6

// leastBeta takes the place of a weight of time of 0, as a share of a weight of a metre of 1.
const leastBeta = 1e-3

// maxDelta bounds δ [m]: with more of it, peeling could take the upper side of a floor for the underside above it, which
// is told from it by 5 mm.
const maxDelta = 0.004

// reachSlack is how far beyond the widest agent a cell knows its walls: an agent's motion in a substep and a margin.
const reachSlack = 0.15

// leastBin is the least edge of a bin [m]: a row of bins costs as much as some bodies to look through.
const leastBin = 1

// binBits makes bins at least that wide, but no larger than a page.
func binBits(wide, cell float64) (bits uint32) {
	for bits < 4 && cell*float64(uint32(1)<<bits) < wide {
		bits++
	}
	return bits
}

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// classify gives groups of equal speed and radius one class: they share speed and cost.
func classify(sc *ecs.Scenario, plans []ecs.Group, f *passes.Frame) (classes []passes.Class, groups []passes.Group) {
	for _, g := range plans {
		class := passes.Class{Speed: float32(g.Speed), Radius: float32(g.Radius)}
		class.Sample = uint32(max(1, math.Round(g.Radius/sc.Grid.Cell)))
		class.RhoMin = max(float32(sc.Params.RhoMin), field.SelfDensity(f, class.Sample))
		k := slices.Index(classes, class)
		if k < 0 {
			k = len(classes)
			classes = append(classes, class)
		}
		groups = append(groups, passes.Group{Class: uint32(k), Goal: uint32(g.Goal), Reset: passes.ResetPlace})
	}
	f.Classes, f.Groups = uint32(len(classes)), uint32(len(groups))
	return classes, groups
}

// models are the local models of the groups, as in the slot "models".
func models(groups []ecs.Group) (all []uint32) {
	for _, g := range groups {
		all = append(all, map[string]uint32{ecs.ModelContinuum: passes.ModelContinuum, ecs.ModelAvoid: passes.ModelAvoid, ecs.ModelORCA: passes.ModelORCA}[g.Model])
	}
	return all
}

// setEffort sets the solver's budget, rounded up to whole cycles of the colours, and gives the steps from plan to plan.
func setEffort(sc *ecs.Scenario, f *passes.Frame, usual effort) (every int) {
	rounds, every := sc.Params.Rounds, sc.Params.PlanEvery
	if rounds == 0 {
		rounds = usual.rounds
	}
	if every == 0 {
		every = usual.every
	}
	cycles := (uint32(rounds) + f.Colours - 1) / f.Colours
	f.Rounds, f.Sweeps = cycles*f.Colours, uint32(usual.sweeps)
	return every
}
