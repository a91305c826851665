package main

import (
	"math/rand/v2"
	"slices"

	"throng/engine"
)

// solverScenes are those of the table solver; building is the storeys of rimea8, the others are made here, cell by cell.
var solverScenes = []string{"open", "obstacles", "speeds", "maze", "building"}

// Seeds of what is drawn at random.
const (
	plotSeed = 17
	mazeSeed = 36 // its longest way at 1024 cells is about 33,000 cells
)

// makePlan is a floor of n × n cells with a goal.
func makePlan(scene string, n int) engine.GridPlan {
	p := engine.GridPlan{Width: n, Height: n, Cell: 1, Slowness: slices.Repeat([]float32{1}, n*n)}
	r := rand.New(rand.NewPCG(plotSeed, uint64(n)))
	goal := n/2*n + n/2
	switch scene {
	case "obstacles":
		for i := range p.Slowness {
			if r.IntN(10) < 3 {
				p.Slowness[i] = 0
			}
		}
		for _, i := range around(goal, n) { // the goal has a way out
			p.Slowness[i] = 1
		}
	case "speeds":
		for i := range p.Slowness {
			p.Slowness[i] = 1 / (1 + 4*r.Float32())
		}
	case "maze":
		goal = newMaze(n).carve(p.Slowness, n)
	}
	p.Goals = [][]int{{goal}}
	return p
}

// around lists the cells near one.
func around(i, n int) (near []int) {
	for dz := -3; dz <= 3; dz++ {
		for dx := -3; dx <= 3; dx++ {
			near = append(near, i+dz*n+dx)
		}
	}
	return near
}

// A maze of rooms a corridor wide, with walls of a cell between them.
const (
	corridor = 8
	room     = corridor + 1
)

// maze is a perfect one: from each room to each other there is one way.
type maze struct {
	n     int // rooms a side
	doors [][]int
}

// newMaze digs from room to room until it can go no further, and then goes back to the last that has another way.
func newMaze(cells int) *maze {
	m := &maze{n: (cells - 1) / room}
	m.doors = make([][]int, m.n*m.n)
	r := rand.New(rand.NewPCG(mazeSeed, 8))
	seen := make([]bool, len(m.doors))
	seen[0] = true
	for way := []int{0}; len(way) > 0; {
		at := way[len(way)-1]
		var ahead []int
		for _, next := range m.beside(at) {
			if !seen[next] {
				ahead = append(ahead, next)
			}
		}
		if len(ahead) == 0 {
			way = way[:len(way)-1]
			continue
		}
		next := ahead[r.IntN(len(ahead))]
		seen[next] = true
		m.doors[at], m.doors[next] = append(m.doors[at], next), append(m.doors[next], at)
		way = append(way, next)
	}
	return m
}

func (m *maze) beside(at int) (rooms []int) {
	x, z := at%m.n, at/m.n
	if x > 0 {
		rooms = append(rooms, at-1)
	}
	if x < m.n-1 {
		rooms = append(rooms, at+1)
	}
	if z > 0 {
		rooms = append(rooms, at-m.n)
	}
	if z < m.n-1 {
		rooms = append(rooms, at+m.n)
	}
	return rooms
}

// farthest is the room with the longest way from one.
func (m *maze) farthest(from int) int {
	seen := make([]bool, len(m.doors))
	seen[from] = true
	queue := []int{from}
	for k := 0; k < len(queue); k++ {
		for _, next := range m.doors[queue[k]] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return queue[len(queue)-1]
}

// carve closes all that is wall, and gives the middle of one end of the longest way.
func (m *maze) carve(slowness []float32, n int) (goal int) {
	for i := range slowness {
		x, z := i%n, i/n
		if x%room == 0 || z%room == 0 || x > m.n*room || z > m.n*room {
			slowness[i] = 0
		}
	}
	for at, doors := range m.doors {
		for _, next := range doors {
			x, z := max(at%m.n, next%m.n)*room, max(at/m.n, next/m.n)*room // the corner of the farther room, with its walls
			for k := 1; k <= corridor; k++ {
				if next == at+1 {
					slowness[(z+k)*n+x] = 1
				} else if next == at+m.n {
					slowness[z*n+x+k] = 1
				}
			}
		}
	}
	end := m.farthest(m.farthest(0))
	return (end/m.n*room+room/2)*n + end%m.n*room + room/2
}
