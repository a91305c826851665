package oracle

import (
	"math"
	"math/rand/v2"
	"testing"
)

// flat is a w × h room of one layer with unit cells and the same cost everywhere, and its cells' indices.
func flat(w, h int, cost float32) (Problem, func(i, j int) int) {
	connection := make([]float32, 4*w*h)
	p := Problem{Links: Links(w, h, 1, connection), Cost: make([][4]float32, w*h), Source: make([]bool, w*h)}
	for c := range p.Cost {
		p.Cost[c] = [4]float32{cost, cost, cost, cost}
	}
	return p, func(i, j int) int { return j*w + i }
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g within %g", what, got, want, tolerance)
	}
}

func TestUpdateByHand(t *testing.T) {
	p, at := flat(3, 3, 2)
	p.Source[at(0, 0)] = true
	phi := Solve(p)
	near(t, "beside the source", phi[at(1, 0)], 2, 0)
	// a = b = 2, C = 2: 2(φ-2)² = 4.
	near(t, "on the diagonal", phi[at(1, 1)], 2+math.Sqrt2, 1e-15)
	near(t, "two along", phi[at(2, 0)], 4, 0)
}

// Scaling every cost scales the potential alike.
func TestCostScalesThePotential(t *testing.T) {
	for _, k := range []float32{0.25, 4} {
		one, at := flat(20, 20, 1)
		many, _ := flat(20, 20, k)
		one.Source[at(3, 7)], many.Source[at(3, 7)] = true, true
		a, b := Solve(one), Solve(many)
		for c := range a {
			near(t, "scaled potential", b[c], float64(k)*a[c], 1e-12*(1+b[c]))
		}
	}
}

// From a point source the scheme is first order: it lies above the distance, and by little.
func TestDistanceFromAPoint(t *testing.T) {
	const n = 101
	p, at := flat(n, n, 1)
	p.Source[at(50, 50)] = true
	phi := Solve(p)
	for j := range n {
		for i := range n {
			exact := math.Hypot(float64(i-50), float64(j-50))
			if got := phi[at(i, j)]; got < exact-1e-9 || got > exact+0.35*math.Log2(2+exact) {
				t.Fatalf("cell %d, %d at distance %.3f has potential %.3f", i, j, exact, got)
			}
		}
	}
}

// Costs that differ by direction: only the costs of the steps towards the source count.
func TestCostsAreDirected(t *testing.T) {
	p, at := flat(5, 1, 1)
	p.Source[at(0, 0)] = true
	for c := range p.Cost {
		p.Cost[c] = [4]float32{1, 100, 1, 3} // west costs 3
	}
	near(t, "four steps west", Solve(p)[at(4, 0)], 12, 0)
}

func TestClosedWays(t *testing.T) {
	for name, bar := range map[string]float32{"closed": Closed, "NaN": float32(math.NaN()), "infinite": float32(math.Inf(1))} {
		p, at := flat(5, 3, 1)
		p.Source[at(0, 1)] = true
		for j := range 3 { // a wall of faces between columns 2 and 3
			p.Cost[at(3, j)][3] = bar
			p.Cost[at(2, j)][1] = bar
		}
		phi := Solve(p)
		if !math.IsInf(phi[at(3, 1)], 1) || !math.IsInf(phi[at(4, 0)], 1) {
			t.Errorf("%s: the far side has a potential", name)
		}
		near(t, name+": near side", phi[at(2, 1)], 2, 0)
	}
}

// Two storeys joined by one step: the way leads through it, and nothing leaks between cells above each other.
func TestLayers(t *testing.T) {
	const w, h = 4, 1
	connection := []float32{
		// lower storey: column 3 leads east to nothing, column 2 up to layer 1
		-1, 0, -1, -1, -1, 0, -1, 0, -1, 1, -1, 0, -1, -1, -1, -1,
		// upper storey: only column 3, back west to layer 0
		-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0,
	}
	links := Links(w, h, 2, connection)
	p := Problem{Links: links, Cost: make([][4]float32, len(links)), Source: make([]bool, len(links))}
	for c := range p.Cost {
		p.Cost[c] = [4]float32{1, 1, 1, 1}
	}
	p.Source[0] = true
	phi := Solve(p)
	near(t, "upstairs", phi[w+3], 3, 0)
	if !math.IsInf(phi[3], 1) || !math.IsInf(phi[w], 1) {
		t.Errorf("cells without links have potentials %g and %g", phi[3], phi[w])
	}
}

// The solution satisfies its own equation at every cell, on random directed costs with random walls.
func TestFixedPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p, at := flat(60, 40, 1)
	for c := range p.Cost {
		for d := range p.Cost[c] {
			p.Cost[c][d] = float32(math.Exp(3 * r.Float64()))
			if r.IntN(5) == 0 {
				p.Cost[c][d] = Closed
			}
		}
	}
	p.Source[at(10, 10)], p.Source[at(50, 30)] = true, true
	m := newMarch(p)
	m.phi = Solve(p)
	for c, value := range m.phi {
		if again := m.update(uint32(c)); !p.Source[c] && value != again {
			t.Fatalf("cell %d has %.17g, its neighbours give %.17g", c, value, again)
		}
	}
}

func TestResidual(t *testing.T) {
	inf := math.Inf(1)
	nan := float32(math.NaN())
	cases := []struct {
		name string
		got  []float32
		want []float64
		is   float64
	}{
		{"equal", []float32{0, 2, 1e30, float32(inf), nan}, []float64{0, 2, inf, inf, inf}, 0},
		{"off by a tenth", []float32{1, 1.1}, []float64{1, 1}, 0.1},
		{"reached by one", []float32{3}, []float64{inf}, 1},
		{"reached by the other", []float32{1e30}, []float64{3}, 1},
		{"no cell but reached", []float32{nan}, []float64{3}, 1},
		{"source moved", []float32{0.5}, []float64{0}, 1},
	}
	for _, c := range cases {
		near(t, c.name, Residual(c.got, c.want), c.is, 1e-6)
	}
}

func TestSizesAreChecked(t *testing.T) {
	for name, f := range map[string]func(){
		"residual": func() { Residual(make([]float32, 2), make([]float64, 3)) },
		"links":    func() { Links(2, 2, 1, make([]float32, 4)) },
		"problem":  func() { Solve(Problem{Links: make([][4]uint32, 2)}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: sizes that do not fit were taken", name)
				}
			}()
			f()
		}()
	}
}

func TestQuads(t *testing.T) {
	if q := Quads([]float32{1, 2, 3, 4, 5, 6, 7, 8}); len(q) != 2 || q[1] != [4]float32{5, 6, 7, 8} {
		t.Errorf("quads are %v", q)
	}
}
