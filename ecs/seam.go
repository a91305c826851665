package ecs

import (
	"cmp"
	"math"
	"slices"
)

// seam is an edge of a mesh: how often triangles run along it one way, less the
// other way, and a triangle that has it.
type seam struct{ uses, first int32 }

// seams are the edges of a mesh by their welded ends, the lower number above the
// higher in the key. Triangles that share one are of one part.
type seams struct {
	edges  map[uint64]seam
	parts  union
	points [][3]float64
}

// add lets the triangle t run along an edge a number of times.
func (s *seams) add(a, b, times, t int32) {
	if a == b {
		return // the triangle has shrunk to an edge, whose two uses cancel
	}
	if a > b {
		a, b, times = b, a, -times
	}
	key := uint64(a)<<32 | uint64(b)
	e, met := s.edges[key]
	if !met {
		e.first = t
	}
	s.parts.join(t, e.first)
	s.edges[key] = seam{e.uses + times, e.first}
}

// split cuts the edges that are not used equally both ways where ends of others of
// them lie on them, so that a long edge meets the short ones on its other side.
func (s *seams) split() {
	var open []uint64
	for key, e := range s.edges {
		if e.uses != 0 {
			open = append(open, key)
		}
	}
	if len(open) == 0 {
		return
	}
	slices.Sort(open) // parts do not hang on the order, but the union's shape does
	ends := s.ends(open)
	for _, key := range open {
		a, b := int32(key>>32), int32(uint32(key))
		stops := ends.along(s.points, a, b)
		if len(stops) == 0 {
			continue
		}
		e := s.edges[key]
		s.edges[key] = seam{0, e.first}
		for _, n := range append(stops, b) {
			s.add(a, n, e.uses, e.first)
			a = n
		}
	}
}

// endGrid finds ends of edges near an edge.
type endGrid struct {
	size  float64
	cells map[[3]int64][]int32
}

// ends puts the ends of edges into cells about as long as an edge.
func (s *seams) ends(keys []uint64) endGrid {
	sum := 0.0
	numbers := make([]int32, 0, 2*len(keys))
	for _, key := range keys {
		a, b := int32(key>>32), int32(uint32(key))
		numbers = append(numbers, a, b)
		sum += length(sub(s.points[a], s.points[b]))
	}
	g := endGrid{max(sum/float64(len(keys)), 1e3*weld), map[[3]int64][]int32{}}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		c := g.cell(s.points[n], 0)
		g.cells[c] = append(g.cells[c], n)
	}
	return g
}

func (g *endGrid) cell(p [3]float64, shift float64) (c [3]int64) {
	for k, v := range p {
		c[k] = int64(math.Floor((v + shift) / g.size))
	}
	return c
}

// along lists the ends that lie within the weld distance of the edge from a to b,
// in their order, the edge's own ends left out.
func (g *endGrid) along(points [][3]float64, a, b int32) []int32 {
	from, way := points[a], sub(points[b], points[a])
	long := length(way)
	type stop struct {
		at float64
		n  int32
	}
	var stops []stop
	steps := int(long/g.size) + 1
	for i := range steps {
		var p, q [3]float64 // the ends of a stretch no longer than a cell
		for k := range p {
			u, v := from[k]+way[k]*float64(i)/float64(steps), from[k]+way[k]*float64(i+1)/float64(steps)
			p[k], q[k] = min(u, v), max(u, v)
		}
		lo, hi := g.cell(p, -weld), g.cell(q, weld)
		for x := lo[0]; x <= hi[0]; x++ {
			for y := lo[1]; y <= hi[1]; y++ {
				for z := lo[2]; z <= hi[2]; z++ {
					for _, n := range g.cells[[3]int64{x, y, z}] {
						d := sub(points[n], from)
						at := (d[0]*way[0] + d[1]*way[1] + d[2]*way[2]) / long
						off := length(cross(d, way)) / long
						if n != a && n != b && off <= weld && at > weld && at < long-weld {
							stops = append(stops, stop{at, n})
						}
					}
				}
			}
		}
	}
	slices.SortFunc(stops, func(a, b stop) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.n, b.n)) })
	stops = slices.Compact(stops)
	numbers := make([]int32, len(stops))
	for i, s := range stops {
		numbers[i] = s.n
	}
	return numbers
}
