package tests

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"throng/engine"
)

// solidsStand is a cell as it is known whatever the layers are: its height, its clearance, and the heights of the cells
// that it is connected to, NaN where there is none.
type solidsStand struct {
	height, clearance float64
	to                [4]float64
}

func (a solidsStand) same(b solidsStand) bool {
	for d := range a.to {
		if math.IsNaN(a.to[d]) != math.IsNaN(b.to[d]) || math.Abs(a.to[d]-b.to[d]) > 1e-5 {
			return false
		}
	}
	return math.Abs(a.height-b.height) <= 1e-5 && math.Abs(a.clearance-b.clearance) <= 1e-4
}

// stands lists the cells on which somebody can stand, column by column, from top to bottom.
func (f *wallsFloor) stands() map[[2]int][]solidsStand {
	h, all := f.height, map[[2]int][]solidsStand{}
	f.each(func(c wallsCell) {
		s := solidsStand{height: c.y, clearance: float64(f.clearance.Data[c.at])}
		if s.clearance == 0 {
			return
		}
		for d, to := range f.connection.At(c.i, c.j, c.k) {
			s.to[d] = math.NaN()
			if way := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}[d]; to >= 0 {
				s.to[d] = float64(h.At(c.i+way[0], c.j+way[1], int(to))[0])
			}
		}
		key := [2]int{c.i, c.j}
		all[key] = append(all[key], s)
	})
	for _, column := range all {
		slices.SortFunc(column, func(a, b solidsStand) int { return cmp.Compare(b.height, a.height) })
	}
	return all
}

// solidsDiffer counts the columns that differ.
func solidsDiffer(a, b map[[2]int][]solidsStand) (n int) {
	for key := range a {
		if !slices.EqualFunc(a[key], b[key], solidsStand.same) {
			n++
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			n++
		}
	}
	return n
}

// The value of δ changes nothing that matters: cells, heights, clearance and connections are those of δ = 1 mm. The step
// height does change something, so the comparison sees changes.
func TestDeltaIsNotFelt(t *testing.T) {
	longer(t)
	e := open(t, engine.Options{})
	exhibits, _ := solidsHall()
	for _, name := range []string{"exhibits", "villa", "stairs"} {
		bake := func(delta, step float64) map[[2]int][]solidsStand {
			sc, m := wallsScenario(0.25, 0.2), exhibits
			if name != "exhibits" {
				builtin, scene, err := engine.Open("builtin:" + name)
				must(t, err)
				sc, m = builtin, &wallsModel{*scene}
			}
			sc.Spawns, sc.Grid.Delta, sc.Grid.Step = nil, delta, step
			return wallsBake(t, e, sc, m).stands()
		}
		want := bake(1e-3, 0.25)
		if n := solidsDiffer(bake(1e-3, 0.1), want); name == "stairs" && n == 0 {
			t.Errorf("%s: a lower step changes nothing: the comparison is blind", name)
		}
		for _, delta := range []float64{1e-4, 1e-2} {
			if n := solidsDiffer(bake(delta, 0.25), want); n > 0 {
				t.Errorf("%s: with δ = %g m %d of %d columns are not those of 1 mm", name, delta, n, len(want))
			}
		}
	}
}
