package engine

import (
	"math"

	"throng/ecs"
	"throng/passes"
	"throng/passes/plan"
)

// Ways are long where more than so many regions lie on one: a new start takes a round of the solver for each, or about as long
// as two to four hundred rounds with corrections. Over open floor ways are up to twice as many pages as there are along an edge, and
// a round has much to do.
func longHops(f *passes.Frame) uint32 {
	return max(256, uint32(6*math.Sqrt(float64(f.Pages))))
}

// lengthen finds out whether ways are long, for groups about to start from their goals.
func (e *Engine) lengthen() error {
	return lengthen(e.x, &e.frame, e.scenario.Params.LongWays, e.starts)
}

// lengthen makes ready for long ways if they are; starts: the passes of a new start.
func lengthen(x executor, f *passes.Frame, choice string, starts func() []passes.Pass) error {
	long, err := long(x, f, choice, starts)
	if err == nil && long != (f.Long != 0) {
		err = setLong(x, f, long)
	}
	return err
}

func long(x executor, f *passes.Frame, choice string, starts func() []passes.Pass) (bool, error) {
	if choice != ecs.Auto || !x.effort().wide || f.Pages*passes.PageRegions < longHops(f) {
		return choice == ecs.On, nil
	}
	if err := setLong(x, f, true); err != nil {
		return false, err
	}
	if err := x.run(f, append(plan.Survey(f), starts()...)...); err != nil {
		return false, err
	}
	var err error
	hops, n := fetch[uint32](x, f, "hops", &err), int(f.Pages*passes.PageRegions+1)
	deepest := uint32(0)
	for g := range int(f.Groups) {
		deepest = max(deepest, hops[(g+1)*n-1])
	}
	return deepest >= longHops(f), err
}

// longSlots are those that are small where ways are short.
var longSlots = []string{"regions", "regionWays", "hops", "ways", "ends", "endsNext"}

// setLong makes room for what new starts need where ways are long, or gives it back.
func setLong(x executor, f *passes.Frame, long bool) error {
	f.Long, f.Tolerance, f.Told = flag(long), tolerance, tolerance
	if long {
		f.Tolerance, f.Told = toleranceLong, toldLong
	}
	return x.alloc(f, longSlots...)
}
