package field

import (
	"math"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// twoClasses is a floor of 3×1 pages with two classes; groups 0 and 2 are of class 0.
func twoClasses() *passestest.World {
	w := passestest.New(48, 16, 0)
	slow := walker
	slow.Speed = 0.5
	w.Groups([]passes.Class{walker, slow}, []passes.Group{{Class: 0}, {Class: 1}, {Class: 0}})
	w.Bake()
	return w
}

// woken gives the (group, page) pairs on the lists of the step's rounds, and takes them off.
func woken(w *passestest.World) (pairs [][2]uint32) {
	args, list := w.B.UVec4("solveArgs"), w.B.U32("solveList")
	for round := range args {
		first := passes.ListStart(w.Frame, uint32(round))
		for _, pair := range list[first:][:args[round][0]] {
			pairs = append(pairs, [2]uint32{pair >> 24, pair & 0xffffff})
		}
	}
	clear(args)
	clear(w.B.U32("solveStamp"))
	clear(w.B.U32("solveState"))
	slices.SortFunc(pairs, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

func TestCostByHand(t *testing.T) {
	w := oneClass(passes.Class{Speed: 2, Radius: 0.1, RhoMin: 1})
	w.Alpha, w.Beta, w.Gamma, w.SlopeSpeed = 0.5, 3, 2, 0
	w.Raise(0, func(x, _ float64) float64 { return 0.75 * x })
	c := w.Cell(5, 5, 0)
	w.B.F32("cellDiscomfort")[w.Cell(6, 5, 0)] = 4
	w.B.F32("cellDiscomfort")[c] = 100 // its own discomfort is no matter
	w.Run(Cost{})
	// East: 0.25 m of 3-4-5 slope, (0.5·2 + 3 + 2·4)/2. West without discomfort; north and south level.
	want := [4]float64{0.25 * 4 / 2, 0.3125 * 12 / 2, 0.25 * 4 / 2, 0.3125 * 4 / 2}
	got := w.B.Vec4("cost")[c]
	for d := range want {
		if math.Abs(float64(got[d])-want[d]) > 1e-5*want[d] {
			t.Errorf("cost is %v, want %v", got, want)
		}
	}
	if got := w.B.Vec4("cost")[w.Cell(0, 0, 0)]; got[2] != passes.Inf || got[3] != passes.Inf || got[0] >= passes.Inf {
		t.Errorf("cost in the corner is %v", got)
	}
}

func TestCostIsTimeWithoutOtherWeights(t *testing.T) {
	w := oneClass(walker)
	w.Alpha, w.Gamma = 0, 0
	w.Run(Cost{})
	if got := w.B.Vec4("cost")[w.Cell(5, 5, 0)][1]; abs(got-0.25/walk) > 1e-6 {
		t.Errorf("a step takes %g s, want %g", got, 0.25/walk)
	}
}

func TestFirstCostsWakeEverything(t *testing.T) {
	w := twoClasses()
	w.Run(Cost{})
	if pairs := woken(w); len(pairs) != 9 {
		t.Errorf("%d pairs are woken, want all 9: %v", len(pairs), pairs)
	}
	w.Run(Cost{})
	if pairs := woken(w); pairs != nil {
		t.Errorf("%v are woken though nothing changed", pairs)
	}
}

func TestSmallChangesLeaveCostsToTheBit(t *testing.T) {
	w := twoClasses()
	w.Run(Cost{})
	woken(w)
	before := slices.Clone(w.B.Vec4("cost"))
	density(w)[w.Cell(20, 5, 0)] = 0.1 // somebody is there, who slows nobody down
	g := &w.B.F32("cellDiscomfort")[w.Cell(20, 5, 0)]
	*g = 0.009 * (walk + 1) // under 1 % for class 0; the slow one's share is still smaller in α f + β
	w.Run(Cost{})
	pairs := woken(w)
	// Class 1: 0.009·2.34/1.5 = 1.4 % is over the limit.
	if !slices.Equal(pairs, [][2]uint32{{1, 1}}) {
		t.Errorf("%v are woken, want only group 1 in page 1", pairs)
	}
	if !slices.Equal(before[:w.Cells], w.B.Vec4("cost")[:w.Cells]) {
		t.Error("costs changed without a wake")
	}
	*g = 0.011 * (walk + 1)
	w.Run(Cost{})
	if pairs := woken(w); !slices.Equal(pairs, [][2]uint32{{0, 1}, {2, 1}}) {
		t.Errorf("%v are woken, want groups 0 and 2 in page 1", pairs)
	}
	if slices.Equal(before[:w.Cells], w.B.Vec4("cost")[:w.Cells]) {
		t.Error("costs did not change with the wake")
	}
}

// Once nobody is there, the least difference counts: a crowd leaves nothing behind.
func TestCrowdsLeaveNothingBehind(t *testing.T) {
	w := oneClass(walker)
	w.Run(Cost{})
	woken(w)
	before := slices.Clone(w.B.Vec4("cost"))
	somebody, g := &density(w)[w.Cell(6, 5, 0)], &w.B.F32("cellDiscomfort")[w.Cell(6, 5, 0)]
	*somebody, *g = 0.1, 1e-3
	w.Run(Cost{})
	if pairs := woken(w); pairs != nil || !slices.Equal(before, w.B.Vec4("cost")) {
		t.Errorf("with somebody there %v are woken for a thousandth of the cost", pairs)
	}
	*somebody = 0
	w.Run(Cost{})
	if pairs := woken(w); len(pairs) != 1 || slices.Equal(before, w.B.Vec4("cost")) {
		t.Errorf("once he has gone %v are woken, want the one page", pairs)
	}
	w.Run(Cost{})
	if pairs := woken(w); pairs != nil {
		t.Errorf("then %v are woken, want none", pairs)
	}
}

func TestDoorsWakeTheirPage(t *testing.T) {
	w := twoClasses()
	w.Wake = 5 // no change of a finite cost counts
	w.Run(Cost{})
	woken(w)
	room := &w.B.F32("clearance")[w.Cell(40, 8, 0)]
	for _, open := range []float32{0, *room} {
		*room = open
		w.Run(Cost{})
		if pairs := woken(w); !slices.Equal(pairs, [][2]uint32{{0, 2}, {1, 2}, {2, 2}}) {
			t.Errorf("clearance %v: %v are woken, want page 2 of all groups", open, pairs)
		}
	}
}

// Where the length of the path rules, costs hardly change with the speed; a crowd that stops is still noticed.
func TestSlowCrowdsChangeCostsOfLength(t *testing.T) {
	w := oneClass(walker)
	w.Beta, w.Gamma = 1e-3, 0
	w.Run(Cost{})
	woken(w)
	density(w)[w.Cell(6, 5, 0)] = 3
	w.Run(Cost{})
	if pairs := woken(w); len(pairs) != 1 {
		t.Errorf("%v are woken, want the one page", pairs)
	}
	if f := w.Frame.Speed(w.B.Vec4("cost")[w.Cell(5, 5, 0)][1], w.Frame.Cell, 0); abs(f-speeds(w, w.Cell(5, 5, 0))[1]) > 1e-3 {
		t.Errorf("the cost holds the speed %g, want %g", f, speeds(w, w.Cell(5, 5, 0))[1])
	}
}
