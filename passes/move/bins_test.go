package move

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// scattered puts n agents anywhere on the floors of a world, every tenth where bins do not take it: free, stranded, without
// a cell, or at no place at all. It gives the slots that belong in bins.
func scattered(w *passestest.World, n int, r *rand.Rand) (in []uint32) {
	w.Crowd(n)
	nan := float32(math.NaN())
	for i := range n {
		p := vec{r.Float32() * float32(w.Width) * w.Frame.Cell, r.Float32() * float32(w.Frame.Height) * w.Frame.Cell}
		w.Agent(i, w.At(p[0], p[1], r.IntN(int(w.Layers))), p, heading(r, 1), 0.1+0.4*r.Float32(), pace)
		out := []func(){
			func() { w.B.U32("agentState")[i] = passes.StateFree },
			func() { w.B.U32("agentState")[i] = passes.StateStranded },
			func() { w.B.U32("agentCell")[i] = passes.None },
			func() { w.B.Vec2("agentPosition")[i][i%2] = nan },
		}
		if i%10 == 9 {
			out[i/10%4]()
			continue
		}
		if i%10 == 5 {
			w.B.U32("agentState")[i] = passes.StateWaiting | 3<<8
		}
		in = append(in, uint32(i))
	}
	return in
}

// Bins hold who brute force finds in them, by slots, for any number of agents and any size of bins.
func TestBinsAreThoseOfBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	for _, n := range []int{0, 1, 255, 256, 257, 2049, 100003} {
		for _, bits := range []uint32{0, 1, 2, 4} {
			w := passestest.New(70, 37, 0, 3)
			w.Bake()
			w.BinBits = bits
			in := scattered(w, n, r)
			edge := 1 << bits
			bin := func(i uint32) (id int) {
				c := w.B.U32("agentCell")[i]
				return int(c/passes.PageCells)*(16/edge)*(16/edge) + int(c%passes.PageCells)/16/edge*(16/edge) + int(c%16)/edge
			}
			want := slices.Clone(in)
			slices.SortStableFunc(want, func(a, b uint32) int { return bin(a) - bin(b) })
			w.Run(Bins(w.Frame)...)
			slots, start := w.B.U32("bodySlot"), w.B.U32("binStart")
			if len(start) != passes.Bins(w.Frame)+1 || int(start[len(start)-1]) != len(want) || !slices.Equal(slots[:len(want)], want) {
				t.Fatalf("%d agents in bins of %d cells: the order is not that of brute force (%d of %d starts)", n, edge, len(start), passes.Bins(w.Frame)+1)
			}
			for k, i := range want {
				if b := bin(i); uint32(k) < start[b] || uint32(k) >= start[b+1] {
					t.Fatalf("%d agents: body %d is not between the starts of its bin %d", n, k, b)
				}
				p := w.B.Vec2("agentPosition")[i]
				if o := w.B.Vec4("body")[k]; o[0] != p[0] || o[1] != p[1] || w.B.U32("bodyCell")[k] != w.B.U32("agentCell")[i] {
					t.Fatalf("body %d is %v, its agent %d at %v", k, o, i, p)
				}
			}
		}
	}
}

// Threads come in any order; the bodies do not show it.
func TestOrderWithinABinIsThatOfSlots(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	w := passestest.New(16, 16, 0)
	w.Bake()
	scattered(w, 3000, r)
	w.Run(Bins(w.Frame)...)
	want := slices.Clone(w.B.U32("bodySlot"))
	agents, start := w.B.U32("binAgents"), w.B.U32("binStart")
	for b := range passes.Bins(w.Frame) {
		in := agents[start[b]:start[b+1]]
		r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
	}
	clear(w.B.U32("bodySlot"))
	w.Run(Rank{})
	if !slices.Equal(w.B.U32("bodySlot"), want) {
		t.Error("bodies are ordered otherwise after their bins were shuffled")
	}
}

// Around any point there is everybody whom a body there can touch, on all layers, and nobody twice.
func TestEverybodyNearIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 61))
	for _, bits := range []uint32{0, 1, 3, 4} {
		w := passestest.New(40, 52, 0, 3)
		w.Bake()
		w.BinBits = bits
		scattered(w, 1500, r)
		w.Run(Bins(w.Frame)...)
		n, bodies := newBins(w.Frame, w.B), w.B.Vec4("body")
		for range 200 {
			p, own := vec{12*r.Float32() - 1, 15*r.Float32() - 1}, 0.5*r.Float32()
			seen := map[uint32]bool{}
			for m := range n.near(p, own) {
				if seen[m] {
					t.Fatalf("body %d comes twice", m)
				}
				seen[m] = true
			}
			for m := range n.bodies() {
				o := bodies[m]
				if math.Hypot(float64(o[0]-p[0]), float64(o[1]-p[1])) < float64(own+o[2]) && !seen[m] {
					t.Fatalf("in bins of %d cells a body of %g m at %v misses %v", 1<<bits, own, p, o)
				}
			}
			if len(seen) == int(n.bodies()) {
				t.Fatalf("everybody is near %v", p)
			}
		}
	}
}
