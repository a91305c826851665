package move

import "throng/passes"

// Margins of moving among walls, as in lib/walls.glsl.
const (
	wallSlack  = 1e-4 // a body may come this much nearer than its radius, for rounding [m]
	wallSweeps = 4
	faceInset  = 1e-4 // distance kept from a closed face [cells]
)

// body is a disc that moves among walls.
//
// Every move goes through try, which accepts only ends that are as far from all walls as the radius demands, or no
// nearer than the start was, and straight ways that cross no wall and leave a cell only over a link. So a body that
// starts clear of the walls stays clear, step by step.
type body struct {
	*maze
	cell   uint32
	at     vec
	radius float32
}

// maze is the floor with its walls.
type maze struct {
	ground
	passes.Walls
}

func newMaze(f *passes.Frame, b *passes.Buffers) *maze {
	return &maze{newGround(f, b), passes.NewWalls(f, b)}
}

// pushed is p pushed out of the walls that are nearer than the radius.
func (o *body) pushed(p vec) vec {
	for sweep := 0; sweep < wallSweeps; sweep++ {
		moved := false
		for w := range o.Around(o.cell) {
			var n vec
			n[0], n[1] = passes.Nearest(w, p[0], p[1])
			gap := length(sub(n, p))
			if gap >= o.radius-0.5*wallSlack || gap <= 0 {
				continue
			}
			p = add(n, scale(sub(p, n), o.radius/gap))
			moved = true
		}
		if !moved {
			break
		}
	}
	return p
}

const noSide = -1

func (m *maze) linked(c uint32, d int) uint32 {
	if c == passes.None || d == noSide {
		return c
	}
	return m.links.To(c, d)
}

// side is the direction in which an offset leaves a cell of half-width h.
func side(offset, h float32, up, down int) int {
	switch {
	case offset > h:
		return up
	case offset < -h:
		return down
	}
	return noSide
}

// follow gives the cell that p lies in, at most one cell from c along each axis and along links, and p, which a closed
// face holds back.
func (m *maze) follow(c uint32, p vec) (uint32, vec) {
	centre, h := passes.Centre(m.f, m.pages, c), 0.5*m.f.Cell
	dx, dz := side(p[0]-centre[0], h, 1, 3), side(p[1]-centre[1], h, 0, 2)
	a, b := m.linked(c, dx), m.linked(c, dz)
	ab := m.linked(a, dz)
	if ab == passes.None {
		ab = m.linked(b, dx)
	}
	if ab != passes.None {
		return ab, p
	}
	inner := h - faceInset*m.f.Cell
	held := vec{centre[0] + min(max(p[0]-centre[0], -inner), inner), centre[1] + min(max(p[1]-centre[1], -inner), inner)}
	if a != passes.None {
		return a, vec{p[0], held[1]}
	}
	if b != passes.None {
		return b, vec{held[0], p[1]}
	}
	return c, held
}

// try moves the body to q, or not at all.
func (o *body) try(q vec) bool {
	n, q := o.follow(o.cell, q)
	way := passes.Segment{o.at[0], o.at[1], q[0], q[1]}
	before, after := passes.Inf, passes.Inf
	for w := range o.Around(n) {
		if passes.Cross(w, way) {
			return false
		}
		before, after = min(before, passes.Distance(w, o.at[0], o.at[1])), min(after, passes.Distance(w, q[0], q[1]))
	}
	if !(after >= min(o.radius-wallSlack, before)) {
		return false
	}
	if n != o.cell {
		for w := range o.Around(o.cell) {
			if passes.Cross(w, way) {
				return false
			}
		}
	}
	o.cell, o.at = n, q
	return true
}

// stride moves by d, at most half a cell, around walls if need be: pushed aside, else along x, else along z, else not.
func (o *body) stride(d vec) {
	e := sub(o.pushed(add(o.at, d)), o.at)
	e = scale(e, min(1, 0.5*o.f.Cell/max(length(e), 1e-9)))
	for k, way := range [3]vec{e, {d[0], 0}, {0, d[1]}} {
		if (k == 0 || way != vec{}) && o.try(add(o.at, way)) {
			return
		}
	}
}
