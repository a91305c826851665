package marching

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"throng/engine/oracle"
)

// random is a grid of two layers with costs of their own for every direction, one way in five closed, and some ways from one
// layer to the other.
func random(r *rand.Rand, w, h int, spread float64) Problem {
	n := w * h
	p := Problem{Width: w, Height: h, Layers: 2, Cost: make([][4]float32, 2*n), Across: map[uint32][4]uint32{}}
	open := func(i int) float32 { return float32(math.Exp(spread * r.Float64())) }
	for i := range p.Cost {
		p.Cost[i] = [4]float32{Closed, Closed, Closed, Closed}
	}
	for i := range p.Cost {
		x, z := i%w, i%n/w
		for d, beside := range [2]bool{z+1 < h, x+1 < w} {
			if beside && r.IntN(5) > 0 {
				p.Cost[i][d], p.Cost[i+[2]int{w, 1}[d]][d+2] = open(i), open(i)
			}
		}
	}
	for z := range h / 3 { // at x = w/2 the layers change places
		a, b := uint32(z*w+w/2), uint32(n+z*w+w/2+1)
		p.turn(a, 1, b)
		p.turn(uint32(n+z*w+w/2), 1, uint32(z*w+w/2+1))
	}
	p.Source = []uint32{uint32(r.IntN(2 * n)), uint32(r.IntN(2 * n))}
	return p
}

// turn makes b the neighbour of a in direction d, both ways.
func (p *Problem) turn(a uint32, d int, b uint32) {
	for _, k := range [2]uint32{a, b} {
		if _, ok := p.Across[k]; !ok {
			p.Across[k] = p.beside(k)
		}
	}
	ways := p.Across[a]
	ways[d] = b
	p.Across[a] = ways
	ways = p.Across[b]
	ways[d^2] = a
	p.Across[b] = ways
	p.Cost[a][d], p.Cost[b][d^2] = 1, 1
}

func (p *Problem) beside(c uint32) (to [4]uint32) {
	w := uint32(p.Width)
	to = [4]uint32{c + w, c + 1, c - w, c - 1}
	for d := range to {
		if p.Cost[c][d] >= Closed {
			to[d] = None
		}
	}
	return to
}

func (p *Problem) oracle() []float64 {
	o := oracle.Problem{Cost: p.Cost, Links: make([][4]uint32, len(p.Cost)), Source: make([]bool, len(p.Cost))}
	for c := range o.Links {
		o.Links[c] = p.beside(uint32(c))
		if to, ok := p.Across[uint32(c)]; ok {
			o.Links[c] = to
		}
	}
	for _, c := range p.Source {
		o.Source[c] = true
	}
	return oracle.Solve(o)
}

func compare[T Float](t *testing.T, p Problem, bound float64) {
	t.Helper()
	s := New[T](p)
	want := p.oracle()
	for name, solve := range map[string]func(){"heap": s.Heap, "queue": s.Queue, "sweep": s.Sweep} {
		for range 2 { // the second finds what the first left
			solve()
			reached := 0
			for c, v := range s.Potential() {
				if math.IsInf(want[c], 1) != math.IsInf(float64(v), 1) || !math.IsInf(want[c], 1) && !(math.Abs(float64(v)-want[c]) <= bound*want[c]) {
					t.Fatalf("%s: cell %d has potential %.9g, want %.9g", name, c, v, want[c])
				}
				if want[c] > 0 && !math.IsInf(want[c], 1) {
					reached++
				}
			}
			if reached < len(p.Cost)/4 {
				t.Fatalf("only %d cells are reached", reached)
			}
		}
	}
}

// evenly is a grid of one layer where a step costs what the cell does that it leads to, three cells in ten closed.
func evenly(r *rand.Rand, w, h int, spread float64) Problem {
	p := Problem{Width: w, Height: h, Layers: 1, Cost: make([][4]float32, w*h), Source: []uint32{uint32(r.IntN(w * h))}}
	cost := make([]float32, w*h)
	for i := range cost {
		if cost[i] = float32(math.Exp(spread * r.Float64())); r.IntN(10) < 3 && uint32(i) != p.Source[0] {
			cost[i] = Closed
		}
	}
	for i := range p.Cost {
		p.Cost[i] = [4]float32{Closed, Closed, Closed, Closed}
		x, z := i%w, i/w
		for d, beside := range [4]bool{z+1 < h, x+1 < w, z > 0, x > 0} {
			if n := i + [4]int{w, 1, -w, -1}[d]; beside && cost[i] < Closed {
				p.Cost[i][d] = cost[n]
			}
		}
	}
	return p
}

func TestSolversEqualOracleOnEvenCosts(t *testing.T) {
	solved := 0
	for seed := range uint64(12) {
		p := evenly(rand.New(rand.NewPCG(seed, 4)), 60, 50+int(seed), float64(seed%4)*2)
		if New[float32](p).places == nil {
			t.Fatalf("seed %d: costs that depend on one cell only are not seen as such", seed)
		}
		if reaches(p) {
			solved++
			compare[float32](t, p, 5e-6)
			compare[float64](t, p, 1e-12)
		}
	}
	if solved < 8 {
		t.Errorf("only %d grids have ways", solved)
	}
}

// reaches reports whether the source is not walled in.
func reaches(p Problem) bool {
	n := 0
	for _, v := range p.oracle() {
		if !math.IsInf(v, 1) {
			n++
		}
	}
	return n > len(p.Cost)/3
}

func TestSolversEqualOracle(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			p := random(rand.New(rand.NewPCG(seed, 3)), 37+int(seed), 50, float64(seed%4)*2)
			compare[float32](t, p, 5e-6)
			compare[float64](t, p, 1e-12)
		})
	}
}

func TestNoWayAtAll(t *testing.T) {
	p := Problem{Width: 1, Height: 1, Layers: 1, Cost: [][4]float32{{Closed, Closed, Closed, Closed}}, Source: []uint32{0}}
	s := New[float32](p)
	for _, solve := range []func(){s.Heap, s.Queue, s.Sweep} {
		if solve(); s.Potential()[0] != 0 {
			t.Error("the only cell is its goal")
		}
	}
}

// tilted gives a problem a floor: random slopes up to a grade, and the diagonals whose squares are open all round.
func (p *Problem) tilted(r *rand.Rand, grade float32) {
	f := &Floor{Diagonals: make([]uint8, len(p.Cost))}
	if grade > 0 {
		f.Slope = make([][2]float32, len(p.Cost))
	}
	for c := range p.Cost {
		if grade > 0 {
			f.Slope[c] = [2]float32{grade * (2*r.Float32() - 1), grade * (2*r.Float32() - 1)}
		}
		to := p.beside(uint32(c))
		for q, side := range quadrants {
			if a, b := to[side[0]], to[side[1]]; a != None && b != None {
				if d := p.beside(a)[side[1]]; d != None && d == p.beside(b)[side[0]] {
					f.Diagonals[c] |= 1 << q
				}
			}
		}
	}
	p.Floor = f
}

func TestEightEqualsOracle(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := evenly(r, 50, 40+int(seed), float64(seed%3))
		p.tilted(r, float32(seed%2)/2)
		if !reaches(p) {
			continue
		}
		o := oracle.Problem{Cost: p.Cost, Links: make([][4]uint32, len(p.Cost)), Source: make([]bool, len(p.Cost)), Diagonals: p.Floor.Diagonals, Slope: make([][2]float32, len(p.Cost))}
		copy(o.Slope, p.Floor.Slope)
		for c := range o.Links {
			o.Links[c] = p.beside(uint32(c))
		}
		o.Source[p.Source[0]] = true
		want := oracle.Solve(o)
		near, far := New[float32](p), New[float64](p)
		near.Eight()
		far.Eight()
		single := near.Potential()
		for c, v := range far.Potential() {
			if u := single[c]; math.IsInf(want[c], 1) != math.IsInf(v, 1) || !math.IsInf(v, 1) &&
				!(math.Abs(v-want[c]) <= 1e-12*want[c] && math.Abs(float64(u)-want[c]) <= 1e-5*want[c]) {
				t.Fatalf("seed %d: cell %d has potential %.15g and %.9g, want %.15g", seed, c, v, u, want[c])
			}
		}
	}
}
