package marching

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkSolvers runs all solvers on 1000 × 1000 cells with the source at the centre: open, and with random speeds.
func BenchmarkSolvers(b *testing.B) {
	const n = 1000
	for _, scene := range []string{"open", "obstacles", "speeds"} {
		r := rand.New(rand.NewPCG(1, 1))
		slow := make([]float32, n*n)
		for i := range slow {
			slow[i] = 1
			if scene == "speeds" {
				slow[i] = 1 / (1 + 4*r.Float32())
			}
			if scene == "obstacles" && r.IntN(10) < 3 {
				slow[i] = 0
			}
		}
		slow[n/2*n+n/2] = 1
		p := Problem{Width: n, Height: n, Layers: 1, Cost: make([][4]float32, n*n), Source: []uint32{n/2*n + n/2}}
		for i := range p.Cost {
			x, z := i%n, i/n
			p.Cost[i] = [4]float32{Closed, Closed, Closed, Closed}
			for d, to := range [4]int{n, 1, -n, -1} {
				if beside := [4]bool{z+1 < n, x+1 < n, z > 0, x > 0}[d]; beside && slow[i] > 0 && slow[i+to] > 0 {
					p.Cost[i][d] = slow[i+to]
				}
			}
		}
		s := New[float32](p)
		for name, solve := range map[string]func(){"heap": s.Heap, "queue": s.Queue, "sweep": s.Sweep} {
			b.Run(scene+"/"+name, func(b *testing.B) {
				for b.Loop() {
					solve()
				}
			})
		}
	}
}
