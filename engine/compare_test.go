package engine

import (
	"fmt"
	"math"
	"testing"

	"throng/passes"
	"throng/passes/bake"
)

// snap is how near to an edge of a triangle a texel's centre may lie for a device to see it otherwise than the
// reference: devices snap corners to 1/256 of a texel or finer [texels].
const snap = 1.0 / 128

// edgy marks the columns that a texel's centre within snap of an edge of a triangle speaks for: in the plan, and in the
// side views where they are used.
func edgy(e *Engine) []bool {
	f := &e.frame
	marks := make([]bool, f.Texels())
	l := float64(f.Cell)
	mark := func(x, z float64, around int) {
		i, j := int(math.Floor(x)), int(math.Floor(z))
		for z := max(0, j-around); z <= min(int(f.Height)-1, j+around); z++ {
			for x := max(0, i-around); x <= min(int(f.Width)-1, i+around); x++ {
				marks[z*int(f.Width)+x] = true
			}
		}
	}
	for _, t := range e.scene.Triangles {
		for k := range t {
			var a, b [3]float64 // an edge, in cells
			for i := range 3 {
				a[i], b[i] = (t[k][i]-e.origin[i])/l, (t[(k+1)%3][i]-e.origin[i])/l
			}
			nearCentres(a, b, 0, 2, func(p [3]float64) { mark(p[0], p[2], 0) })
			if f.Views != 0 {
				nearCentres(a, b, 0, 1, func(p [3]float64) { mark(p[0], p[2], 1) })
				nearCentres(a, b, 2, 1, func(p [3]float64) { mark(p[0], p[2], 1) })
			}
		}
	}
	return marks
}

// nearCentres visits the points of an edge that are within snap of a texel's centre in the projection to two axes. Of
// an edge in the plan it gives the centre itself.
func nearCentres(a, b [3]float64, u, v int, visit func(p [3]float64)) {
	for y := math.Floor(min(a[v], b[v])-1) + 0.5; y < max(a[v], b[v])+1; y++ {
		for x := math.Floor(min(a[u], b[u])-1) + 0.5; x < max(a[u], b[u])+1; x++ {
			gap, t := apart(a[u], a[v], b[u], b[v], x, y)
			if gap > snap {
				continue
			}
			p := [3]float64{a[0] + t*(b[0]-a[0]), a[1] + t*(b[1]-a[1]), a[2] + t*(b[2]-a[2])}
			p[u], p[v] = x, y
			visit(p)
		}
	}
}

// apart is the distance of a point from a segment, and where on it the nearest point lies.
func apart(ax, ay, bx, by, x, y float64) (gap, t float64) {
	dx, dy := bx-ax, by-ay
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max(((x-ax)*dx+(y-ay)*dy)/l, 0), 1)
	}
	return math.Hypot(ax+t*dx-x, ay+t*dy-y), t
}

// comparison compares two bakes of a scene, column by column of the grid.
type comparison struct {
	want, got *Engine
	edgy      []bool
	out       []bool // columns where texels differ because they are edgy, and what is near enough to see that
	faults    []string
	worst     map[string]float64 // largest difference by slot
}

func (c *comparison) fault(format string, args ...any) {
	if len(c.faults) < 10 {
		c.faults = append(c.faults, fmt.Sprintf(format, args...))
	}
}

// Bounds of the differences between the references and a device; slots that are not listed are exact. Devices interpolate
// positions in float32 over triangles of up to 60 m, and keep normals and colours in 11 and 8 bits. Heights follow from
// positions, slopes from heights half a metre apart, and outlines from clipping by them, which a shallow angle between a
// triangle and the band makes worse.
var bakeBounds = map[string]float64{
	"position": 1e-4, "normal": 1e-3, "colour": 1e-3, "height": 1e-4, "slope": 4e-4,
	"clearance": 5e-4, "pieces": 5e-4, "walls": 5e-4,
}

// agree reports whether two values of a slot agree, and remembers by how much they differ if they do.
func (c *comparison) agree(slot string, a, b uint32) bool {
	if a == b {
		return true
	}
	d := math.Abs(float64(math.Float32frombits(a)) - float64(math.Float32frombits(b)))
	if !(d <= bakeBounds[slot]) || bakeBounds[slot] == 0 {
		return false
	}
	c.worst[slot] = max(c.worst[slot], d)
	return true
}

var texelSlots = []string{"surface", "grid", "zone", "discomfort", "connection", "position", "normal", "colour"}

// texels compares the layered images; what differs is left out if it is edgy.
func (c *comparison) texels(t *testing.T) {
	f := &c.want.frame
	if g := &c.got.frame; *f != *g && (f.Layers != g.Layers || f.Width != g.Width || f.Height != g.Height) {
		c.fault("the grid is %d × %d × %d, expected %d × %d × %d", g.Width, g.Height, g.Layers, f.Width, f.Height, f.Layers)
		return
	}
	for _, slot := range texelSlots {
		n := passes.Find(slot).Elem.Channels()
		for k := range int(f.Layers) {
			want, err := c.want.x.readImage(slot, k)
			must(t, err)
			got, err := c.got.x.readImage(slot, k)
			must(t, err)
			for i := range want {
				column := i / n
				if c.agree(slot, want[i], got[i]) || c.out[column] {
					continue
				}
				if !c.nearEdge(column, slot) {
					c.fault("%s of column (%d, %d), layer %d, is %s, expected %s", slot, column%int(f.Width), column/int(f.Width), k,
						show(slot, got[i]), show(slot, want[i]))
					continue
				}
				c.out[column] = true
			}
		}
	}
}

// nearEdge reports whether a column, or for connections one beside it, may differ.
func (c *comparison) nearEdge(column int, slot string) bool {
	if c.edgy[column] {
		return true
	}
	w := int(c.want.frame.Width)
	for _, d := range []int{-w, -1, 1, w} {
		if n := column + d; slot == "connection" && n >= 0 && n < len(c.edgy) && c.edgy[n] {
			return true
		}
	}
	return false
}

func show(slot string, w uint32) string {
	if _, float := bakeBounds[slot]; float || slot == "discomfort" {
		return fmt.Sprint(math.Float32frombits(w))
	}
	return fmt.Sprint(int32(w))
}

// widen leaves out what lies within n columns of what is left out.
func (c *comparison) widen(n int) {
	w, h := int(c.want.frame.Width), int(c.want.frame.Height)
	wide := make([]bool, len(c.out))
	for at, out := range c.out {
		if !out {
			continue
		}
		for j := max(0, at/w-n); j <= min(h-1, at/w+n); j++ {
			for i := max(0, at%w-n); i <= min(w-1, at%w+n); i++ {
				wide[j*w+i] = true
			}
		}
	}
	c.out = wide
}

// cells compares the cells of pages: flags, heights, links and walls.
func (c *comparison) cells(t *testing.T) {
	a, b := newCells(t, c.want), newCells(t, c.got)
	f := &c.want.frame
	for k := range int(f.Layers) {
		for j := range int(f.Height) {
			for i := range int(f.Width) {
				if !c.out[j*int(f.Width)+i] {
					c.cell(a, b, i, j, k)
				}
			}
		}
	}
}

func (c *comparison) cell(a, b *cellView, i, j, k int) {
	p, q := a.at(i, j, k), b.at(i, j, k)
	walkable := func(v *cellView, c uint32) bool {
		return c != passes.None && v.words["cellFlag"][c]&bake.CellWalkable != 0
	}
	if walkable(a, p) != walkable(b, q) {
		c.fault("cell (%d, %d, %d) is walkable: %v, expected %v", i, j, k, walkable(b, q), walkable(a, p))
		return
	}
	if !walkable(a, p) {
		return
	}
	for slot, want := range a.words {
		n := passes.Find(slot).Elem.Channels()
		for d := range n {
			x, y := want[int(p)*n+d], b.words[slot][int(q)*n+d]
			if slot == "links" || slot == "floorLinks" {
				x, y = a.layerOf(x), b.layerOf(y)
			}
			if !c.agree(slot, x, y) {
				c.fault("%s[%d] of cell (%d, %d, %d) is %s, expected %s", slot, d, i, j, k, show(slot, y), show(slot, x))
			}
		}
	}
	for slot, start := range map[string]string{"pieces": "pieceStart", "walls": "wallStart"} {
		c.segments(slot, a.list(slot, start, p), b.list(slot, start, q), i, j, k)
	}
}

// segments compares outlines: each segment lies on one of the other list's.
func (c *comparison) segments(slot string, want, got []passes.Segment, i, j, k int) {
	for _, pair := range [2][2][]passes.Segment{{want, got}, {got, want}} {
		for _, s := range pair[0] {
			gap := float32(math.Inf(1))
			for _, o := range pair[1] {
				gap = min(gap, max(passes.Distance(o, s[0], s[1]), passes.Distance(o, s[2], s[3])))
			}
			if bound := bakeBounds[slot]; float64(gap) > bound && math.Hypot(float64(s[2]-s[0]), float64(s[3]-s[1])) > bound {
				c.fault("%s of cell (%d, %d, %d): %v has no counterpart nearer than %g m (%d segments, expected %d)", slot, i, j, k, s, gap, len(got), len(want))
			} else {
				c.worst[slot] = max(c.worst[slot], min(float64(gap), bound))
			}
		}
	}
}

// cellView reads cells of a bake by place.
type cellView struct {
	f     *passes.Frame
	table []uint32
	pages [][4]uint32
	words map[string][]uint32 // slots with values per cell
	start map[string][]uint32
	lists map[string][]passes.Segment
}

func newCells(t *testing.T, e *Engine) *cellView {
	v := &cellView{f: &e.frame, words: map[string][]uint32{}, start: map[string][]uint32{}, lists: map[string][]passes.Segment{}}
	var err error
	v.table, v.pages = fetch[uint32](e.x, v.f, "pageTable", &err), fetch[[4]uint32](e.x, v.f, "pages", &err)
	for _, slot := range []string{"height", "slope", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "floorLinks", "links", "clearance"} {
		v.words[slot] = fetch[uint32](e.x, v.f, slot, &err)
	}
	for _, slot := range []string{"pieceStart", "wallStart"} {
		v.start[slot] = fetch[uint32](e.x, v.f, slot, &err)
	}
	for _, slot := range []string{"pieces", "walls"} {
		v.lists[slot] = fetch[passes.Segment](e.x, v.f, slot, &err)
	}
	must(t, err)
	return v
}

func (v *cellView) at(i, j, k int) uint32 { return passes.CellAt(v.f, v.table, i, j, k) }

// layerOf makes a link comparable: the layer it leads to.
func (v *cellView) layerOf(to uint32) uint32 {
	if to >= bake.Inside {
		return to
	}
	return v.pages[to/passes.PageCells][2]
}

func (v *cellView) list(slot, start string, c uint32) []passes.Segment {
	return v.lists[slot][v.start[start][c]:v.start[start][c+1]]
}

// compareBakes compares two bakes of a scene.
func compareBakes(t *testing.T, want, got *Engine) *comparison {
	t.Helper()
	c := &comparison{want: want, got: got, edgy: edgy(want), worst: map[string]float64{}}
	c.out = make([]bool, len(c.edgy))
	if c.texels(t); len(c.faults) == 0 {
		c.widen(int(want.frame.Rings) + 1)
		c.cells(t)
	}
	return c
}

// check fails the test where the bakes differ, or where too much was left out.
func (c *comparison) check(t *testing.T) {
	t.Helper()
	for _, f := range c.faults {
		t.Error(f)
	}
	out := 0
	for _, o := range c.out {
		if o {
			out++
		}
	}
	t.Logf("%s: left out %d of %d columns beside edges; worst differences %v", c.want.scene.Name, out, len(c.out), c.worst)
	if out*20 > len(c.out) {
		t.Errorf("%d of %d columns were left out, expected at most one in 20", out, len(c.out))
	}
}
