package bake

import (
	"math"
	"slices"

	"throng/passes"
)

// rowCells is the length of a run of cells that one thread of the wall stages looks at.
const rowCells = 32

// rowMargin widens the plan box of a triangle [cells]: pieces may extend to a neighbour's centre.
const rowMargin = 0.501

// shape gives the corners of a triangle, or the ends of a rim: those are numbered after the triangles.
func shape(f *passes.Frame, b *passes.Buffers, t uint32) (v [3][3]float32) {
	if t < f.Triangles {
		return corners(b, t)
	}
	r := passes.As[Rim](b, "rims")[t-f.Triangles]
	for k, d := range r.To {
		v[0][k], v[1][k] = r.From[k]+r.T0*(d-r.From[k]), r.From[k]+r.T1*(d-r.From[k])
	}
	v[2] = v[1]
	return v
}

// cellBox gives the first and last column and row, in the block, of the cells whose pieces a shape can touch.
func cellBox(f *passes.Frame, v [3][3]float32) (lo, hi [2]int) {
	first := Top.origin(f)
	for axis, size := range [2]uint32{f.Width, f.Height} {
		a, b, c := v[0][2*axis], v[1][2*axis], v[2][2*axis]
		at := func(x float64) int { return min(max(int(math.Floor(x))-first[axis], 0), int(size)-1) }
		lo[axis] = at(float64(min(a, b, c)*f.PerCell - rowMargin))
		hi[axis] = at(float64(max(a, b, c)*f.PerCell + rowMargin))
	}
	return lo, hi
}

// Rows counts the work items of every triangle and rim in the wall stages: a thread per row of cells and run of its plan box.
type Rows struct{ passes.Plain }

// Decl declares the pass.
func (Rows) Decl() passes.Decl {
	return passes.Decl{Name: "rows", Bindings: passes.Bindings(passes.Reads("triangles", "attributes", "facets", "rims"), passes.Writes("rowStart")), Group: 256}
}

// Invocations is a thread per triangle and rim, and one for the end.
func (Rows) Invocations(f *passes.Frame) int { return int(f.Triangles+f.Rims) + 1 }

// CPU counts.
func (Rows) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes, facets, rows := passes.As[Attribute](b, "attributes"), passes.As[Facet](b, "facets"), b.U32("rowStart")
	rows[f.Triangles+f.Rims] = 0
	for t := range f.Triangles + f.Rims {
		rows[t] = 0
		if t >= f.Triangles || attributes[facets[t].entity()].Role != RoleWalkable {
			lo, hi := cellBox(f, shape(f, b, t))
			rows[t] = uint32((hi[1] - lo[1] + 1) * ((hi[0]-lo[0])/rowCells + 1))
		}
	}
}

// Pieces finds the outline of obstructions inside each cell: the matter between step and head height above the cell's
// floor plane, cut to the cell and projected into the plan; and the border of the floor inside it, which obstructs as well.
// Without Store it counts into "pieceStart".
type Pieces struct{ Store bool }

// Decl declares the pass.
func (Pieces) Decl() passes.Decl {
	return passes.Decl{
		Name: "pieces",
		Bindings: passes.Bindings(passes.Reads("triangles", "rims", "rowStart", "pageTable", "height", "slope", "floorLinks"),
			passes.Updates("cellFlag", "pieceStart", "cursor"), passes.Writes("pieces")),
		Push:  4,
		Group: 64,
	}
}

// Push tells whether to store.
func (p Pieces) Push(*passes.Frame) [4]uint32 { return store(p.Store) }

func store(yes bool) [4]uint32 {
	if yes {
		return [4]uint32{1}
	}
	return [4]uint32{}
}

// Invocations is a thread per work item.
func (Pieces) Invocations(f *passes.Frame) int { return int(f.Rows) }

// CPU finds the pieces, shape by shape.
func (p Pieces) CPU(f *passes.Frame, b *passes.Buffers) {
	rows, flags, rims := b.U32("rowStart"), b.U32("cellFlag"), passes.As[Rim](b, "rims")
	for t := range f.Triangles + f.Rims {
		if rows[t+1] == rows[t] {
			continue
		}
		v := shape(f, b, t)
		lo, hi := cellBox(f, v)
		for j := lo[1]; j <= hi[1]; j++ {
			for i := lo[0]; i <= hi[0]; i++ {
				for k := range int(f.Sheets) {
					c := passes.CellAt(f, b.U32("pageTable"), i, j, k)
					if c == passes.None || flags[c]&CellWalkable == 0 {
						continue
					}
					if t >= f.Triangles {
						p.keep(b, c, border(f, b, c, &rims[t-f.Triangles]))
						continue
					}
					pieces, covered := outline(f, b, c, v)
					p.keep(b, c, pieces)
					if covered && !p.Store {
						flags[c] |= CellCovered
					}
				}
			}
		}
	}
}

func (p Pieces) keep(b *passes.Buffers, c uint32, pieces []passes.Segment) {
	start := b.U32("pieceStart")
	if !p.Store {
		start[c] += uint32(len(pieces))
		return
	}
	cursor := b.U32("cursor")
	copy(b.Vec4("pieces")[start[c]+cursor[c]:], pieces)
	cursor[c] += uint32(len(pieces))
}

// site is where the pieces of a cell lie: points relative to its centre in the plan, and to its floor plane in height.
type site struct {
	centre, tilt [2]float32
	floor        float32
	reach        [4]float32 // how far pieces extend to the N, E, S, W
}

// siteOf makes the pieces of a cell extend over half of it, and up to the neighbour's centre on sides where there is no
// neighbour with pieces of its own.
func siteOf(f *passes.Frame, b *passes.Buffers, c uint32) *site {
	l := &site{passes.Centre(f, b.UVec4("pages"), c), passes.UnpackSlope(b.U32("slope")[c]), b.F32("height")[c], [4]float32{}}
	for d, to := range b.UVec4("floorLinks")[c] {
		l.reach[d] = 0.5005 * f.Cell
		if to >= Inside {
			l.reach[d] = 1.0005 * f.Cell
		}
	}
	return l
}

func (l *site) put(p [3]float32) [3]float32 {
	x, z := p[0]-l.centre[0], p[2]-l.centre[1]
	return [3]float32{x, p[1] - l.floor - (l.tilt[0]*x + l.tilt[1]*z), z}
}

// segment is the piece between two points, the same either way round.
func (l *site) segment(a, b [3]float32) passes.Segment {
	from, to := [2]float32{a[0] + l.centre[0], a[2] + l.centre[1]}, [2]float32{b[0] + l.centre[0], b[2] + l.centre[1]}
	if from[0] > to[0] || from[0] == to[0] && from[1] > to[1] {
		from, to = to, from
	}
	return passes.Segment{from[0], from[1], to[0], to[1]}
}

// half is the half space n·p >= w.
type half struct {
	n [3]float32
	w float32
}

// beyond is how far a point lies within the half space, for a unit normal.
func (h *half) beyond(p [3]float32) float32 { return h.n[0]*p[0] + h.n[1]*p[1] + h.n[2]*p[2] - h.w }

// sides bound the pieces between two heights.
func (l *site) sides(low, high float32) [6]half {
	return [6]half{
		{[3]float32{0, 1, 0}, low}, {[3]float32{0, -1, 0}, -high}, {[3]float32{0, 0, -1}, -l.reach[0]},
		{[3]float32{-1, 0, 0}, -l.reach[1]}, {[3]float32{0, 0, 1}, -l.reach[2]}, {[3]float32{1, 0, 0}, -l.reach[3]},
	}
}

// border is the part of a rim on the floor of cell c.
func border(f *passes.Frame, b *passes.Buffers, c uint32, r *Rim) []passes.Segment {
	l := siteOf(f, b, c)
	p, q, from, to := l.put(r.From), l.put(r.To), r.T0, r.T1
	for _, s := range l.sides(-f.Step, f.Step) {
		dp, dq := s.beyond(p), s.beyond(q)
		switch {
		case dp < 0 && dq < 0:
			return nil
		case dp < 0:
			from = max(from, dp/(dp-dq))
		case dq < 0:
			to = min(to, dp/(dp-dq))
		}
	}
	if from >= to {
		return nil
	}
	at := func(t float32) [3]float32 { return [3]float32{p[0] + t*(q[0]-p[0]), 0, p[2] + t*(q[2]-p[2])} }
	return []passes.Segment{l.segment(at(from), at(to))}
}

// outline is the part of a triangle that obstructs cell c, as segments in the plan, and whether it covers its centre.
func outline(f *passes.Frame, b *passes.Buffers, c uint32, v [3][3]float32) (out []passes.Segment, covered bool) {
	l := siteOf(f, b, c)
	g := polygon{l.put(v[0]), l.put(v[1]), l.put(v[2])}
	sides := l.sides(f.Step, f.Clearance)
	for _, s := range sides {
		g = g.clip(s.n, s.w)
	}
	if len(g) < 2 {
		return nil, false
	}
	axis := 2
	if abs(v[1][0]-v[0][0])+abs(v[2][0]-v[0][0]) >= abs(v[1][2]-v[0][2])+abs(v[2][2]-v[0][2]) {
		axis = 0
	}
	area, left, right, lo, hi := float32(0), true, true, g[0], g[0]
	for i, p := range g {
		q := g[(i+1)%len(g)]
		w := p[0]*q[2] - p[2]*q[0]
		area, left, right = area+w, left && w >= 0, right && w <= 0
		if p[axis] < lo[axis] {
			lo = p
		}
		if p[axis] > hi[axis] {
			hi = p
		}
	}
	if abs(area) < 1e-5*f.Cell*f.Cell { // edge-on
		return append(out, l.segment(lo, hi)), false
	}
	cut := func(p, q [3]float32) bool { // by a side of the cell, beyond which the matter goes on
		return slices.ContainsFunc(sides[2:], func(s half) bool { return max(s.beyond(p), s.beyond(q)) < joint })
	}
	for i, p := range g {
		if q := g[(i+1)%len(g)]; !cut(p, q) {
			out = append(out, l.segment(p, q))
		}
	}
	return out, left || right
}
