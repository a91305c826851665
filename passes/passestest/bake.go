package passestest

import (
	"math"

	"throng/passes"
)

// Segment is x0, z0, x1, z1 [m].
type Segment [4]float64

// Gap is the distance from a point to the segment [m].
func (s Segment) Gap(x, z float64) float64 {
	dx, dz := s[2]-s[0], s[3]-s[1]
	t := 0.0
	if l := dx*dx + dz*dz; l > 0 {
		t = min(max(((x-s[0])*dx+(z-s[1])*dz)/l, 0), 1)
	}
	return math.Hypot(s[0]+t*dx-x, s[1]+t*dz-z)
}

// Crosses reports whether the segments have a point in common.
func (s Segment) Crosses(t Segment) bool {
	side := func(s Segment, x, z float64) float64 { return (s[2]-s[0])*(z-s[1]) - (s[3]-s[1])*(x-s[0]) }
	return side(s, t[0], t[1])*side(s, t[2], t[3]) <= 0 && side(t, s[0], s[1])*side(t, s[2], s[3]) <= 0
}

// Gap is the distance from a point of a layer to its nearest wall or floor edge, by looking at all of them [m].
func (w *World) Gap(layer int, x, z float64) float64 {
	gap := math.Inf(1)
	for _, s := range w.segments(layer) {
		gap = min(gap, s.Gap(x, z))
	}
	return gap
}

// Crosses reports whether a straight way on a layer meets a wall or floor edge.
func (w *World) Crosses(layer int, way Segment) bool {
	for _, s := range w.segments(layer) {
		if s.Crosses(way) {
			return true
		}
	}
	return false
}

func (w *World) segments(layer int) []Segment {
	return append(w.edges[layer][:len(w.edges[layer]):len(w.edges[layer])], w.walls[layer]...)
}

var steps = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// Bake derives links, clearance and the lists of walls from the floors and walls, by brute force.
func (w *World) Bake() {
	flag, links := w.B.U32("cellFlag"), w.Links()
	words := w.B.U32("links")
	for c := range words {
		words[c] = passes.NoLinks
	}
	w.Each(func(c uint32, _, _, _ int) {
		flag[c] = 1
		if w.blocked[c] {
			flag[c] = 0
		}
	})
	for _, j := range w.joints {
		links.Set(j.a, j.d, j.b)
		links.Set(j.b, j.d^2, j.a)
	}
	clear(w.edges)
	w.Each(func(c uint32, i, j, layer int) {
		for d, s := range steps {
			if flag[c] == 1 && links.To(c, d) == passes.None {
				w.link(c, i+s[0], j+s[1], layer, d)
			}
		}
	})
	w.surround()
}

// link connects a cell to the neighbour at (i, j), or puts a floor edge there.
func (w *World) link(c uint32, i, j, layer, d int) {
	p, l := w.Centre(c), float64(w.Frame.Cell)
	x, z := float64(p[0]), float64(p[1])
	sx, sz := l*float64(steps[d][0]), l*float64(steps[d][1])
	inside := i >= 0 && j >= 0 && i < int(w.Width) && j < int(w.Height)
	if !inside || w.blocked[w.Cell(i, j, layer)] {
		w.edges[layer] = append(w.edges[layer], Segment{x + (sx-sz)/2, z + (sz-sx)/2, x + (sx+sz)/2, z + (sz+sx)/2})
		return
	}
	for _, s := range w.walls[layer] {
		if s.Crosses(Segment{x, z, x + sx, z + sz}) {
			return
		}
	}
	links := w.Links()
	links.Set(c, d, w.Cell(i, j, layer))
}

// surround lists the walls within reach of every cell and takes its clearance.
func (w *World) surround() {
	starts, first, clearance := w.B.U32("wallStart"), w.B.U32("pageWalls"), w.B.F32("clearance")
	reach := float64(w.Reach + w.Frame.Cell*math.Sqrt2/2)
	var flat [][2]uint32
	for c := range w.Cells {
		if c%passes.PageCells == 0 {
			first[c/passes.PageCells] = uint32(len(flat))
		}
		from := uint32(len(flat))
		nearest := float64(w.Reach)
		p := w.Centre(c)
		for _, s := range w.segments(w.Layer(c)) {
			gap := s.Gap(float64(p[0]), float64(p[1]))
			nearest = min(nearest, gap)
			if gap <= reach {
				flat = append(flat, passes.PackWall(w.Frame, p, passes.Segment{float32(s[0]), float32(s[1]), float32(s[2]), float32(s[3])}))
			}
		}
		starts[c] = passes.WallRange(from-first[c/passes.PageCells], uint32(len(flat))-from)
		clearance[c] = float32(nearest)
	}
	w.Segments = uint32(len(flat))
	w.B.Alloc(w.Frame, "walls")
	copy(passes.As[[2]uint32](w.B, "walls"), flat)
}
