package ecs

import (
	"math"
	"slices"
)

// weld is the distance in metres within which corners count as one: below what a
// wall is ever thick, above what exporters lose in float32 a kilometre away.
const weld = 1e-4

// flatness is |volume| / area^1.5 below which a closed surface encloses nothing:
// a sheet doubled by its own underside. A cube has 0.07, and a wall of
// 100 m × 3 m × 1 mm has 2e-5.
const flatness = 1e-9

// MarkClosed fills s.Closed: which triangles belong to the surface of a solid,
// and which to open sheets. Readers call it; so should who builds a scene in
// code that has solids, as a scene without Closed is all sheets.
//
// Neighbouring entities of the same Node and Instance are one mesh. Its corners
// are welded within 0.1 mm, and it falls into pieces along shared edges. A piece
// is closed if each of its edges is used equally often in both directions and it
// encloses a volume; where the corners of others lie on an edge (T-junctions), each
// stretch between them counts. A single missing triangle makes the whole piece
// open. Marks and what is ignored stay open.
//
// A piece that faces in is a room without walls of its own and stays open, unless
// it is a hollow within the box of one that faces out. But where all of it is
// TwoSided, whoever made it could not see which way it faces, and it is turned to
// face out, in s.Triangles.
func MarkClosed(s *Scene) {
	s.Closed = make([]bool, len(s.Triangles))
	for i := 0; i < len(s.Entities); {
		e := &s.Entities[i]
		var twoSided []bool
		for ; i < len(s.Entities) && e.sameMesh(&s.Entities[i]) && s.Entities[i].First == e.First+len(twoSided); i++ {
			twoSided = append(twoSided, slices.Repeat([]bool{s.Entities[i].TwoSided}, s.Entities[i].Count)...)
		}
		if e.Role.Physical() || e.Role == RoleDoor {
			end := e.First + len(twoSided)
			markClosed(s.Triangles[e.First:end], twoSided, s.Closed[e.First:end])
		}
	}
}

func (e *Entity) sameMesh(o *Entity) bool {
	return e.Node == o.Node && e.Instance == o.Instance && e.Role == o.Role
}

// piece is what markClosed gathers of a connected piece of a mesh.
type piece struct {
	volume, area float64 // six times the one, twice the other
	min, max     [3]float64
	gaps, closed bool
	oneSided     bool // some of it
}

// markClosed sets closed for the triangles of the closed pieces of one mesh, and
// turns those that are twoSided and face in.
func markClosed(triangles []Triangle, twoSided, closed []bool) {
	corners, points := weldCorners(triangles)
	parts := newUnion(len(triangles))
	edges := seams{edges: make(map[uint64]seam, len(triangles)*3/2), parts: parts, points: points}
	for t, c := range corners {
		for k := range c {
			edges.add(c[k], c[(k+1)%3], 1, int32(t))
		}
	}
	edges.split()
	pieces := make([]piece, len(triangles)) // at the root of each
	for _, e := range edges.edges {
		if e.uses != 0 {
			pieces[parts.find(e.first)].gaps = true
		}
	}
	for t, c := range corners {
		p := &pieces[parts.find(int32(t))]
		p.add(points[c[0]], points[c[1]], points[c[2]], points[0])
		p.oneSided = p.oneSided || !twoSided[t]
	}
	var solids []piece
	for _, p := range pieces {
		if p.encloses() && (p.volume > 0 || p.turned()) {
			solids = append(solids, p)
		}
	}
	for i := range pieces {
		p := &pieces[i]
		p.closed = p.encloses() && (p.volume > 0 || p.turned() || slices.ContainsFunc(solids, p.within))
	}
	for t := range closed {
		p := &pieces[parts.find(int32(t))]
		closed[t] = p.closed
		if p.closed && p.turned() {
			triangles[t][1], triangles[t][2] = triangles[t][2], triangles[t][1]
		}
	}
}

// add adds a triangle and the tetrahedron that it makes with the origin. Welded
// corners make the two sides of a doubled sheet cancel.
func (p *piece) add(a, b, c, origin [3]float64) {
	normal := cross(sub(b, a), sub(c, a))
	if p.area == 0 {
		p.min, p.max = a, a
	}
	p.area += length(normal)
	for k := range a {
		p.min[k], p.max[k] = min(p.min[k], a[k], b[k], c[k]), max(p.max[k], a[k], b[k], c[k])
	}
	for k, v := range sub(a, origin) {
		p.volume += v * normal[k]
	}
}

// encloses reports whether the piece has an inside.
func (p *piece) encloses() bool {
	area := p.area / 2
	return !p.gaps && math.Abs(p.volume/6) > flatness*area*math.Sqrt(area)
}

// turned reports whether the piece faces in where nobody could see it.
func (p *piece) turned() bool { return p.volume < 0 && !p.oneSided }

// within reports whether the piece lies in the box of a solid.
func (p *piece) within(solid piece) bool {
	for k := range p.min {
		if p.min[k] < solid.min[k] || p.max[k] > solid.max[k] {
			return false
		}
	}
	return true
}
