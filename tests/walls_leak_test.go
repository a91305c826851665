package tests

import (
	"slices"
	"testing"

	"throng/engine"
)

// wallsTally counts the cells of one side of a room by whether they find a goal.
type wallsTally struct{ found, not int }

// wallsVerdict is what the potentials say about the rooms of a town.
type wallsVerdict struct {
	in, out []wallsTally // by room: cells inside to the goal outside, cells inside to the goal inside
	around  wallsTally   // cells outside to a goal inside
	outside wallsTally   // cells outside to the goal outside
	within  int          // cells in the matter of a wall, or on it, that find any goal
}

// wallsJudge sorts the cells that are wide enough for a radius; group 0 makes for the goals inside, group 1 for the one outside.
func wallsJudge(f *wallsFloor, w *wallsTown, radius float64) *wallsVerdict {
	v := &wallsVerdict{in: make([]wallsTally, len(w.rooms)), out: make([]wallsTally, len(w.rooms))}
	count := func(t *wallsTally, found bool) {
		if found {
			t.found++
		} else {
			t.not++
		}
	}
	f.each(func(c wallsCell) {
		r, side := w.room(c.x, c.z), -1
		if r != nil {
			side = r.inside(c.x, c.z)
		}
		switch {
		case side == 0 || c.y > 1:
			if f.reached(c, 0) || f.reached(c, 1) {
				v.within++
			}
		case !f.open(c, radius):
		case side < 0:
			count(&v.around, f.reached(c, 0))
			count(&v.outside, f.reached(c, 1))
		default:
			at := w.index(c.x, c.z)
			count(&v.in[at], f.reached(c, 1))
			count(&v.out[at], f.reached(c, 0))
		}
	})
	return v
}

// wallsTownScenario has agents that make for the goals inside, and others that make for the one outside.
func wallsTownScenario(cell, radius float64) *scenario {
	sc := wallsScenario(cell, radius, radius)
	sc.Groups[1].Goal = 1
	return sc
}

// wallsThread is the radius of the thinnest agents that can stand anywhere [cells]: links end this near to a wall.
const wallsThread = 0.0201

// wallsEachTown bakes the rooms, some builds at a time, and hands over what the potentials say.
func wallsEachTown(t *testing.T, cell, radius float64, door bool, look func(w *wallsTown, v *wallsVerdict)) {
	t.Helper()
	e := open(t, engine.Options{})
	for builds := range slices.Chunk(wallsBuilds, 4) { // buffers of some devices hold no more
		w := newWallsTown(cell, door, builds...)
		look(w, wallsJudge(wallsBake(t, e, wallsTownScenario(cell, radius), w.wallsModel), w, radius))
	}
}

// Nothing leaks out of a closed room, and nothing in: whatever its walls, its angle, its place in the grid and the size of
// the cells. The agents are as thin as threads, so that nothing but the walls themselves keeps them: a cell that is too
// narrow for them has lost all its links.
func TestClosedRoomsHold(t *testing.T) {
	longer(t)
	for _, cell := range []float64{0.5, 0.25, 0.125} {
		wallsEachTown(t, cell, wallsThread*cell, false, func(w *wallsTown, v *wallsVerdict) {
			for i := range w.rooms {
				if v.in[i].found > 0 || v.in[i].not < 4 {
					t.Errorf("cells of %g m, %v: %d cells of %d inside find the way out", cell, &w.rooms[i], v.in[i].found, v.in[i].found+v.in[i].not)
				}
				if v.out[i].not > 0 {
					t.Errorf("cells of %g m, %v: %d cells inside do not find the goal beside them", cell, &w.rooms[i], v.out[i].not)
				}
			}
			if v.around.found > 0 || v.outside.not > 0 || v.within > 0 || v.outside.found < 1000 {
				t.Errorf("cells of %g m: of those outside %d find a way in and %d do not find the goal outside; %d inside the walls find a way",
					cell, v.around.found, v.outside.not, v.within)
			}
		})
	}
}

// A door of 0.9 m lets in and out whoever fits, at any angle and place: people of radius 0.2 m where cells are 0.25 m or
// smaller, threads where they are 0.5 m. So the rooms of TestClosedRoomsHold are closed by their walls and by nothing else.
func TestDoorsOfRoomsStayOpen(t *testing.T) {
	longer(t)
	for _, c := range []struct{ cell, radius float64 }{{0.5, 0.5 * wallsThread}, {0.25, 0.2}, {0.125, 0.2}} {
		wallsEachTown(t, c.cell, c.radius, true, func(w *wallsTown, v *wallsVerdict) {
			for i := range w.rooms {
				if v.in[i].not > 0 || v.in[i].found < 4 {
					t.Errorf("cells of %g m, %v: %d cells of %d inside do not find the door", c.cell, &w.rooms[i], v.in[i].not, v.in[i].found+v.in[i].not)
				}
			}
			if v.around.not > 0 || v.around.found < 1000 {
				t.Errorf("cells of %g m: %d cells of %d outside find no way in", c.cell, v.around.not, v.around.found+v.around.not)
			}
		})
	}
}
