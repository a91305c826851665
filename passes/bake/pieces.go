package bake

import (
	"math"

	"throng/passes"
)

// rowCells is the length of a run of cells that one thread of the wall stages looks at.
const rowCells = 32

// rowMargin widens the plan box of a triangle [cells]: pieces may extend to a neighbour's centre.
const rowMargin = 0.501

// corners are the corners of triangle t.
func corners(b *passes.Buffers, t uint32) [3][3]float32 {
	v := b.Vec4("triangles")[3*t : 3*t+3]
	return [3][3]float32{[3]float32(v[0][:3]), [3]float32(v[1][:3]), [3]float32(v[2][:3])}
}

// cellBox gives the first and last column and row of the cells whose pieces a triangle can touch.
func cellBox(f *passes.Frame, v [3][3]float32) (lo, hi [2]int) {
	for axis, size := range [2]uint32{f.Width, f.Height} {
		a, b, c := v[0][2*axis], v[1][2*axis], v[2][2*axis]
		at := func(x float64) int { return min(max(int(math.Floor(x)), 0), int(size)-1) }
		lo[axis] = at(float64(min(a, b, c)/f.Cell - rowMargin))
		hi[axis] = at(float64(max(a, b, c)/f.Cell + rowMargin))
	}
	return lo, hi
}

// Rows counts the work items of every triangle in the wall stages: a thread per row of cells and run of its plan box.
type Rows struct{ passes.Plain }

// Decl declares the pass.
func (Rows) Decl() passes.Decl {
	return passes.Decl{Name: "rows", Bindings: passes.Bindings(passes.Reads("triangles", "attributes"), passes.Writes("rowStart")), Group: 256}
}

// Invocations is a thread per triangle and one for the end.
func (Rows) Invocations(f *passes.Frame) int { return int(f.Triangles) + 1 }

// CPU counts.
func (Rows) CPU(f *passes.Frame, b *passes.Buffers) {
	attributes, rows := passes.As[Attribute](b, "attributes"), b.U32("rowStart")
	rows[f.Triangles] = 0
	for t := range f.Triangles {
		rows[t] = 0
		if attributes[uint32(b.Vec4("triangles")[3*t][3])].Role != RoleWalkable {
			lo, hi := cellBox(f, corners(b, t))
			rows[t] = uint32((hi[1] - lo[1] + 1) * ((hi[0]-lo[0])/rowCells + 1))
		}
	}
}

// Pieces finds the outline of obstructions inside each cell: the matter between step and head height above the cell's
// floor plane, cut to the cell and projected into the plan. Without Store it counts into "pieceStart".
type Pieces struct{ Store bool }

// Decl declares the pass.
func (Pieces) Decl() passes.Decl {
	return passes.Decl{
		Name: "pieces",
		Bindings: passes.Bindings(passes.Reads("triangles", "rowStart", "pageTable", "height", "slope", "floorLinks"),
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

// CPU finds the pieces, triangle by triangle.
func (p Pieces) CPU(f *passes.Frame, b *passes.Buffers) {
	rows, flags := b.U32("rowStart"), b.U32("cellFlag")
	for t := range f.Triangles {
		if rows[t+1] == rows[t] {
			continue
		}
		v := corners(b, t)
		lo, hi := cellBox(f, v)
		for j := lo[1]; j <= hi[1]; j++ {
			for i := lo[0]; i <= hi[0]; i++ {
				for k := range int(f.Layers) {
					c := passes.CellAt(f, b.U32("pageTable"), i, j, k)
					if c == passes.None || flags[c]&CellWalkable == 0 {
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

// outline is the part of a triangle that obstructs cell c, as segments in the plan, and whether it covers its centre.
func outline(f *passes.Frame, b *passes.Buffers, c uint32, v [3][3]float32) (out []passes.Segment, covered bool) {
	centre, tilt, floor := passes.Centre(f, b.UVec4("pages"), c), b.Vec2("slope")[c], b.F32("height")[c]
	g := make(polygon, 3)
	for i, p := range v {
		x, z := p[0]-centre[0], p[2]-centre[1]
		g[i] = [3]float32{x, p[1] - floor - (tilt[0]*x + tilt[1]*z), z}
	}
	// Half a cell, or all the way to a neighbour's centre that lies inside an obstacle and has no pieces of its own.
	var reach [4]float32
	for d, to := range b.UVec4("floorLinks")[c] {
		reach[d] = 0.5005 * f.Cell
		if to == Inside {
			reach[d] = f.Cell
		}
	}
	g = g.clip([3]float32{0, 1, 0}, f.Step).clip([3]float32{0, -1, 0}, -f.Clearance)
	g = g.clip([3]float32{0, 0, -1}, -reach[0]).clip([3]float32{-1, 0, 0}, -reach[1])
	g = g.clip([3]float32{0, 0, 1}, -reach[2]).clip([3]float32{1, 0, 0}, -reach[3])
	if len(g) < 2 {
		return nil, false
	}
	segment := func(a, b [3]float32) {
		if a[0] > b[0] || a[0] == b[0] && a[2] > b[2] {
			a, b = b, a
		}
		out = append(out, passes.Segment{a[0] + centre[0], a[2] + centre[1], b[0] + centre[0], b[2] + centre[1]})
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
		segment(lo, hi)
		return out, false
	}
	for i, p := range g {
		segment(p, g[(i+1)%len(g)])
	}
	return out, left || right
}
