package tests

import (
	"slices"
	"testing"
	"time"

	"throng/engine"
	"throng/engine/scenes"
)

const (
	sparseCells  = 400       // along an edge
	sparseEdge   = 0.25      // of a cell [m]
	blockRoom    = 256 << 20 // a bake may take for the block at work [bytes]
	perColumn    = 201       // 1 GiB less a block for 2000 × 2000 columns [bytes]
	perCell      = 96        // bytes
	stepsAtOnce  = 6
	sparseBlocks = 12
)

// sparse loads the scene of ten layers, one and a half of them occupied, into an engine of its own.
func sparse(t *testing.T, far bool) (*engine.Engine, engine.Report) {
	t.Helper()
	sc, scene, err := scenes.Sparse(sparseCells*sparseEdge, far)
	must(t, err)
	sc.Grid.Cell = sparseEdge
	e := open(t, engine.Options{})
	must(t, e.Load(sc, scene))
	r, err := e.Report()
	must(t, err)
	return e, r
}

// Memory follows the floor and not its box, while baking and after, and so does a step. A scene of 2000 × 2000 columns
// is to fit in 1 GiB: a block at work and, what grows with the scene, 201 bytes a column.
func TestSparse(t *testing.T) {
	longer(t)
	small, in := sparse(t, false)
	large, beyond := sparse(t, true)
	if in.Layers != 10 || in.WalkableCells < 1.45*sparseCells*sparseCells || beyond.WalkableCells != in.WalkableCells+16*16 {
		t.Errorf("%d layers with %d and %d cells: the scene is not what is to be measured", in.Layers, in.WalkableCells, beyond.WalkableCells)
	}
	step(t, small, 10)
	step(t, large, 10)
	for i, e := range []*engine.Engine{small, large} {
		m, r := e.Memory(), []engine.Report{in, beyond}[i]
		t.Logf("%.1f MiB while baking, %.1f MiB at most, %.1f MiB now; %.1f bytes per cell", mib(m.Bake.Used), mib(m.Most.Used), mib(m.Now.Used), r.BytesPerCell)
		if bound := blockRoom + perColumn*sparseCells*sparseCells; m.Most.Used > bound || m.Bake.Used > blockRoom || m.Bake.Used < m.Now.Used/4 {
			t.Errorf("%.1f MiB are taken while baking and %.1f MiB at most, expected %.1f and %.1f MiB", mib(m.Bake.Used), mib(m.Most.Used), mib(blockRoom), mib(bound))
		}
		if r.BytesPerCell > perCell {
			t.Errorf("a cell takes %.1f bytes, expected at most %d", r.BytesPerCell, perCell)
		}
	}
	if a, b := small.Memory().Now.Used, large.Memory().Now.Used; b-a > 1<<20 {
		t.Errorf("in a box four times as large %.1f MiB stay, in the other %.1f MiB", mib(b), mib(a))
	}
	if ratio := sparseRatio(t, small, large); ratio > 1.3 {
		t.Errorf("in a box four times as large a step takes %.2f times as long", ratio)
	}
}

func mib(bytes int) float64 { return float64(bytes) / (1 << 20) }

// sparseRatio is the median step of the second engine by that of the first, both stepped by turns.
func sparseRatio(t *testing.T, engines ...*engine.Engine) float64 {
	var laps [2][]time.Duration
	for range sparseBlocks {
		for i, e := range engines {
			must(t, e.Wait())
			start := time.Now()
			step(t, e, stepsAtOnce)
			must(t, e.Wait())
			laps[i] = append(laps[i], time.Since(start))
		}
	}
	for i := range laps {
		slices.Sort(laps[i])
	}
	a, b := laps[0][sparseBlocks/2], laps[1][sparseBlocks/2]
	t.Logf("%d steps take %v, in the larger box %v", stepsAtOnce, a, b)
	return b.Seconds() / a.Seconds()
}

// A cell of the maze takes as little, walls within reach included.
func TestMazeBytesPerCell(t *testing.T) {
	e := load(t, engine.Options{}, "maze", func(s *scenario) { s.Spawns = nil })
	r, err := e.Report()
	must(t, err)
	if r.BytesPerCell > perCell || r.BytesPerCell < perCell/4 {
		t.Errorf("a cell of the maze takes %.1f bytes, expected at most %d", r.BytesPerCell, perCell)
	}
}

// A load gives back what the scene before it took.
func TestLoadGivesBack(t *testing.T) {
	e := load(t, engine.Options{}, "stairs")
	once := e.Memory()
	reload(t, e, "stairs")
	if again := e.Memory(); again.Bake.Used > once.Bake.Used+once.Now.Used/2 || again.Now.Used > once.Now.Used {
		t.Errorf("the second bake takes %.2f MiB and leaves %.2f, the first %.2f and %.2f", mib(again.Bake.Used), mib(again.Now.Used), mib(once.Bake.Used), mib(once.Now.Used))
	}
}
