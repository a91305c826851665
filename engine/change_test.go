package engine

import (
	"testing"

	"throng/passes"
)

// atOnce applies the changes that the world has queued.
func atOnce(t *testing.T, e *Engine) {
	t.Helper()
	must(t, e.changeScene(e.world.DrainScene(nil)))
}

// asNew bakes the scene as it now is from the start, and compares.
func asNew(t *testing.T, e *Engine) {
	t.Helper()
	got, err := e.bakeHash()
	must(t, err)
	k := e.baker()
	b := newBuilding(&e.frame)
	must(t, k.each(whole(&e.frame), b.add))
	must(t, k.x.close())
	fresh := &Engine{x: k.x, frame: e.frame}
	fresh.building = b
	want := b.hash(&e.frame)
	if got != want {
		t.Fatalf("the bake after a change has hash %.16s, a full bake %.16s", got, want)
	}
	if device := deviceHash(t, e); device != want {
		t.Fatalf("the device holds a bake with hash %.16s, expected %.16s", device, want)
	}
}

// Doors close and open, things move, come and go: what is baked again is to the bit what a full bake gives.
func TestChangesEqualAFullBake(t *testing.T) {
	for _, x := range []string{"cpu", "gpu"} {
		t.Run(x, func(t *testing.T) {
			sc, scene := builtin(t, "two-doors")
			e := open(t, Options{Executor: x})
			must(t, e.Load(sc, scene))
			must(t, e.world.CloseDoor("door A"))
			atOnce(t, e)
			asNew(t, e)
			must(t, e.world.CloseDoor("door B"))
			atOnce(t, e)
			must(t, e.world.OpenDoor("door A"))
			atOnce(t, e)
			asNew(t, e)
			must(t, e.world.OpenDoor("door B"))
			atOnce(t, e)
			asNew(t, e)
		})
	}
}

// deviceHash is the hash of what lies on the device.
func deviceHash(t *testing.T, e *Engine) string {
	t.Helper()
	f := &e.frame
	var err error
	d := newBuilding(f)
	d.sheets = int(f.Sheets)
	d.table, d.pages = fetch[uint32](e.x, f, "pageTable", &err), fetch[[4]uint32](e.x, f, "pages", &err)
	for _, slot := range d.slots {
		d.cells[slot] = fetch[uint32](e.x, f, slot, &err)
	}
	words, first, walls := d.cells["wallStart"], fetch[uint32](e.x, f, "pageWalls", &err), fetch[[2]uint32](e.x, f, "walls", &err)
	must(t, err)
	for page := range f.Pages {
		n := uint32(0) // the walls of a page end with those of one of its cells
		for _, w := range words[page*passes.PageCells : (page+1)*passes.PageCells] {
			n = max(n, w>>passes.WallBits+w&passes.MaxWalls)
		}
		d.walls = append(d.walls, walls[first[page]:first[page]+n])
	}
	return d.hash(f)
}
