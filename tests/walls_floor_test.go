package tests

import (
	"math"
	"testing"

	"throng/ecs"
	"throng/engine"
)

// wallsScenario has a group for each radius, all with the same goal unless goals names others.
func wallsScenario(cell float64, radii ...float64) *scenario {
	sc := ecs.NewScenario()
	sc.Scene, sc.Grid.Cell = "walls", cell
	for _, r := range radii {
		g := ecs.NewGroup("", 0)
		g.Name, g.Radius = "group "+string(rune('a'+len(sc.Groups))), r
		sc.Groups = append(sc.Groups, g)
	}
	sc.Spawns = []ecs.Spawn{}
	return sc
}

// wallsFloor is what a bake found: the walkable cells and what they say.
type wallsFloor struct {
	height, clearance, connection *engine.Field
	potential                     []*engine.Field // by group
}

// wallsCell is a walkable cell: the place of its centre, and its index in fields of one channel.
type wallsCell struct {
	x, y, z float64
	i, j, k int
	at      int
}

func wallsField(t testing.TB, e *engine.Engine, name string, group int) *engine.Field {
	t.Helper()
	f, err := e.Field(name, group)
	must(t, err)
	return f
}

// wallsBake bakes a scene and reads its floor.
func wallsBake(t testing.TB, e *engine.Engine, sc *scenario, m *wallsModel) *wallsFloor {
	t.Helper()
	ecs.MarkClosed(&m.Scene)
	must(t, e.Load(sc, &m.Scene))
	f := &wallsFloor{
		height: wallsField(t, e, "height", 0), clearance: wallsField(t, e, "clearance", 0),
		connection: wallsField(t, e, "connection", 0),
	}
	for g := range sc.Groups {
		f.potential = append(f.potential, wallsField(t, e, "potential", g))
	}
	return f
}

// each visits the walkable cells.
func (f *wallsFloor) each(visit func(c wallsCell)) {
	h := f.height
	for at, y := range h.Data {
		if y != y {
			continue
		}
		c := wallsCell{i: at % h.Width, j: at / h.Width % h.Height, k: at / (h.Width * h.Height), at: at, y: float64(y)}
		c.x, c.z = h.Origin[0]+(float64(c.i)+0.5)*h.Cell, h.Origin[2]+(float64(c.j)+0.5)*h.Cell
		visit(c)
	}
}

// column lists the walkable cells of the column that holds a place, from top to bottom.
func (f *wallsFloor) column(x, z float64) (cs []wallsCell) {
	h := f.height
	i, j := int(math.Floor((x-h.Origin[0])/h.Cell)), int(math.Floor((z-h.Origin[2])/h.Cell))
	for k := range h.Layers {
		at := (k*h.Height+j)*h.Width + i
		if y := h.Data[at]; y == y {
			cs = append(cs, wallsCell{h.Origin[0] + (float64(i)+0.5)*h.Cell, float64(y), h.Origin[2] + (float64(j)+0.5)*h.Cell, i, j, k, at})
		}
	}
	return cs
}

// reached tells whether a group finds its goal from a cell.
func (f *wallsFloor) reached(c wallsCell, group int) bool {
	return !math.IsInf(float64(f.potential[group].Data[c.at]), 1)
}

// open tells whether a cell is wide enough for a radius.
func (f *wallsFloor) open(c wallsCell, radius float64) bool {
	return float64(f.clearance.Data[c.at]) >= radius
}
