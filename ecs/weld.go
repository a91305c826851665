package ecs

import "math"

// welder gives corners that lie together one number. Of each cluster it keeps the
// first corner, so that a cell of the grid holds a few at most, however many
// corners fall into it.
type welder struct {
	cells  map[[3]int64]int32 // last kept corner of a cell, plus one
	before []int32            // the one kept before it in its cell, plus one
	points [][3]float64       // the kept corners
	same   union              // kept corners that a later one lies close to
}

// weldCorners numbers the corners of triangles, equal numbers for those welded,
// and gives a point for each number.
func weldCorners(triangles []Triangle) (corners [][3]int32, points [][3]float64) {
	w := welder{cells: make(map[[3]int64]int32, len(triangles)/2+4)}
	corners = make([][3]int32, len(triangles))
	for i := range triangles {
		for k, p := range triangles[i] {
			corners[i][k] = w.number(p)
		}
	}
	for i := range corners {
		for k, n := range corners[i] {
			corners[i][k] = w.same.find(n)
		}
	}
	return corners, w.points
}

// number looks into its own cell first, where a shared corner is found at once,
// then into those that the weld distance reaches, eight at most.
func (w *welder) number(p [3]float64) int32 {
	home, _, _ := reach(p, 0)
	for i := w.cells[home]; i > 0; i = w.before[i-1] {
		if w.points[i-1] == p {
			return i - 1
		}
	}
	found := int32(-1)
	_, lo, hi := reach(p, weld)
	for x := lo[0]; x <= hi[0]; x++ {
		for y := lo[1]; y <= hi[1]; y++ {
			for z := lo[2]; z <= hi[2]; z++ {
				for i := w.cells[[3]int64{x, y, z}]; i > 0; i = w.before[i-1] {
					if length(sub(w.points[i-1], p)) > weld {
						continue
					}
					if found >= 0 {
						w.same.join(i-1, found)
					}
					found = i - 1
				}
			}
		}
	}
	if found < 0 {
		found = int32(len(w.points))
		w.before = append(w.before, w.cells[home])
		w.points = append(w.points, p)
		w.same = append(w.same, found)
		w.cells[home] = found + 1
	}
	return found
}

// reach gives the cell of a point, and the range of cells within a distance.
func reach(p [3]float64, distance float64) (home, lo, hi [3]int64) {
	const cell = 4 * weld
	for k, v := range p {
		home[k] = int64(math.Floor(v / cell))
		lo[k] = int64(math.Floor((v - distance) / cell))
		hi[k] = int64(math.Floor((v + distance) / cell))
	}
	return home, lo, hi
}

// union is a forest of disjoint sets; the root stands for its set.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u union) find(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]] // halves the path for the next one
		i = u[i]
	}
	return i
}

func (u union) join(a, b int32) {
	// The lower number wins, so that the result does not hang on the order.
	a, b = u.find(a), u.find(b)
	u[max(a, b)] = min(a, b)
}
