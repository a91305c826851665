package bake

import "throng/passes"

// Reach gathers the walls within reach of every cell: the pieces of the cells around it that its floor connects to, and
// the faces where that floor ends without any, joined where they continue each other. Without Store it counts into "wallStart", for [Shelve];
// with it, it also takes the clearance.
type Reach struct{ Store bool }

// Decl declares the pass.
func (Reach) Decl() passes.Decl {
	return passes.Decl{
		Name: "reach",
		Bindings: passes.Bindings(passes.Reads("pages", "floorLinks", "links", "cellFlag", "pieceStart", "pieces"),
			passes.Updates("wallStart"), passes.Reads("pageWalls"), passes.Writes("walls", "clearance")),
		Push:  4,
		Group: 64,
	}
}

// Push tells whether to store.
func (r Reach) Push(*passes.Frame) [4]uint32 { return store(r.Store) }

// Invocations is a thread per cell.
func (Reach) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU gathers.
func (r Reach) CPU(f *passes.Frame, b *passes.Buffers) {
	flags, start, first := b.U32("cellFlag"), b.U32("wallStart"), b.U32("pageWalls")
	pages, walls := b.UVec4("pages"), passes.As[[2]uint32](b, "walls")
	for c := range f.Cells {
		var near []passes.Segment
		nearest := f.Reach
		if flags[c]&CellWalkable != 0 {
			near, nearest = around(f, b, c)
		}
		if !r.Store {
			start[c] = uint32(len(near))
			continue
		}
		at := first[c/passes.PageCells] + start[c]>>passes.WallBits
		for i, s := range near {
			walls[at+uint32(i)] = passes.PackWall(f, passes.Centre(f, pages, c), s)
		}
		switch {
		case flags[c]&CellWalkable == 0:
			nearest = passes.NoFloor
		case flags[c]&CellCovered != 0, b.U32("links")[c] == passes.NoLinks && nearest < 2*crack*f.Cell:
			// A centre that touches a wall has lost its links to it: nobody can come there.
			nearest = passes.Covered
		case f.Exact == 0 && closedSide(b.U32("links")[c]):
			nearest = 0 // with ML's views: one row beside every missing neighbour (ML §4.4)
		}
		b.F32("clearance")[c] = nearest
	}
}

// closedSide reports whether a cell's links lack a direction.
func closedSide(word uint32) bool {
	for ; word != 0; word >>= 8 {
		if word&0xff == passes.LinkNone {
			return true
		}
	}
	return false
}

// around gives the walls within reach of cell c and the distance of the nearest from its centre.
func around(f *passes.Frame, b *passes.Buffers, c uint32) (near []passes.Segment, nearest float32) {
	floor, pages, flags := b.UVec4("floorLinks"), b.UVec4("pages"), b.U32("cellFlag")
	start, pieces, centre := b.U32("pieceStart"), b.Vec4("pieces"), passes.Centre(f, pages, c)
	nearest = f.Reach
	var walls merger
	take := func(s passes.Segment) {
		d := passes.Distance(s, centre[0], centre[1])
		if d <= f.Reach+0.7072*f.Cell {
			walls.take(s)
			nearest = min(nearest, d)
		}
	}
	m := int(f.Rings)
	for dz := -m; dz <= m; dz++ {
		row := walk(floor, c, dz, 0)
		for dx := -m; dx <= m; dx++ {
			q := walk(floor, row, dx, 1)
			if q >= Inside {
				q = walk(floor, walk(floor, c, dx, 1), dz, 0)
			}
			if q >= Inside {
				continue
			}
			for _, s := range pieces[start[q]:start[q+1]] {
				take(s)
			}
			for d := range 4 {
				if flags[q]&(CellBare<<d) != 0 {
					take(face(f, pages, q, d))
				}
			}
		}
	}
	return walls.all(), nearest
}

// walk follows links n cells along the positive direction, or against it where n is negative.
func walk(links [][4]uint32, c uint32, n, positive int) uint32 {
	if n < 0 {
		n, positive = -n, positive^2
	}
	for ; n > 0 && c < Inside; n-- {
		c = links[c][positive]
	}
	return c
}

// face is the face on side d of a cell.
func face(f *passes.Frame, pages [][4]uint32, q uint32, d int) passes.Segment {
	centre := passes.Centre(f, pages, q)
	ox, oz := float32(directions[d][0]), float32(directions[d][1])
	half := 0.5 * f.Cell
	x, z := centre[0]+ox*half, centre[1]+oz*half
	return passes.Segment{x - half*oz, z - half*ox, x + half*oz, z + half*ox}
}
