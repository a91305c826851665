package scenes

import (
	"math/rand/v2"

	"throng/ecs"
)

const (
	mazeSize  = 50.0 // metres
	mazeCells = 20   // corridor squares per side
	mazeWall  = 2.5  // height of the walls, metres
	mazeSeed  = 2025
	mazeLoops = 0.08 // chance that a wall between corridors is left out, to make loops

	mazePitch = (mazeSize - wallThickness) / mazeCells // square to square, metres
)

// maze says which walls stand between the squares (i, j), i along x and j along z.
type maze struct {
	east  [mazeCells][mazeCells]bool // a wall between (i, j) and (i+1, j)
	north [mazeCells][mazeCells]bool // a wall between (i, j) and (i, j+1)
}

// newMaze joins all squares by a random spanning tree (Kruskal), then takes away a few
// more walls. The squares about the far corner are one room, the goal.
func newMaze(seed uint64) *maze {
	z := &maze{}
	type wall struct {
		stands *bool
		a, b   int
	}
	var walls []wall
	for i := range mazeCells {
		for j := range mazeCells {
			here := i*mazeCells + j
			z.east[i][j], z.north[i][j] = true, true // those on the border never fall
			if i+1 < mazeCells {
				walls = append(walls, wall{&z.east[i][j], here, here + mazeCells})
			}
			if j+1 < mazeCells {
				walls = append(walls, wall{&z.north[i][j], here, here + 1})
			}
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(walls), func(i, j int) { walls[i], walls[j] = walls[j], walls[i] })

	joined := newForest(mazeCells * mazeCells)
	for _, w := range walls {
		if joined.join(w.a, w.b) || random.Float64() < mazeLoops {
			*w.stands = false
		}
	}
	const last = mazeCells - 1
	z.east[last-1][last-1], z.east[last-1][last] = false, false
	z.north[last-1][last-1], z.north[last][last-1] = false, false
	return z
}

// solid is the walls, the outer ones included.
func (z *maze) solid() *solid {
	s := &solid{}
	y := m(0, mazeWall)
	square := m(0, mazeSize)
	for i := range mazeCells {
		for j := range mazeCells {
			if z.east[i][j] {
				s.fill(mazeLine(i+1), y, mazeReach(j))
			}
			if z.north[i][j] {
				s.fill(mazeReach(i), y, mazeLine(j+1))
			}
		}
	}
	s.frame(area{square, square}, y, wallThickness) // the western and southern border
	return s
}

// mazeLine is the thickness of the walls on grid line k.
func mazeLine(k int) span {
	return m(float64(k)*mazePitch, float64(k)*mazePitch+wallThickness)
}

// mazeReach is the length of a wall along square k, the posts at both ends included.
func mazeReach(k int) span { return span{mazeLine(k).lo, mazeLine(k + 1).hi} }

// mazeSquare is the open floor of square (i, j).
func mazeSquare(i, j int) area {
	return area{span{mazeLine(i).hi, mazeLine(i + 1).lo}, span{mazeLine(j).hi, mazeLine(j + 1).lo}}
}

func drawMaze(d *model) {
	z := newMaze(mazeSeed)
	square := m(0, mazeSize)
	d.floor("Floor", slab(square, square, 0))
	d.wall("Walls", z.solid())

	const first, last = mazeCells - 2, mazeCells - 1
	near, far := mazeSquare(first, first), mazeSquare(last, last)
	room := span{near.x.lo, far.x.hi}
	d.goal("Goal", 0, 0, area{room, room})
	d.spawn("Everywhere", "walkers", 0, 0, z.open()...)
}

// open is the floor of the squares and of the gaps between them, a little way off the
// walls and without the goal's room.
func (z *maze) open() []area {
	const margin = 0.25
	var areas []area
	for i := range mazeCells {
		for j := range mazeCells {
			if i >= mazeCells-2 && j >= mazeCells-2 {
				continue
			}
			a := mazeSquare(i, j).inset(margin)
			areas = append(areas, a)
			if !z.east[i][j] {
				areas = append(areas, area{span{a.x.hi, mazeSquare(i+1, j).inset(margin).x.lo}, a.z})
			}
			if !z.north[i][j] {
				areas = append(areas, area{a.x, span{a.z.hi, mazeSquare(i, j+1).inset(margin).z.lo}})
			}
		}
	}
	return areas
}

func populateMaze(s *ecs.Scenario) {
	crowd(s, "walkers", 0, people{"Everywhere", 2000})
	s.Time = 120
}

// forest is a union-find structure.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join makes one tree of two and reports whether they were two.
func (f forest) join(a, b int) bool {
	a, b = f.root(a), f.root(b)
	f[a] = b
	return a != b
}
