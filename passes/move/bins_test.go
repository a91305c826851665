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
// a cell, or at no place at all. It gives the slots that belong in bins, and those of others who are alive.
func scattered(w *passestest.World, n int, r *rand.Rand) (in, others []uint32) {
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
			if i/10%4 > 0 {
				others = append(others, uint32(i))
			}
			continue
		}
		if i%10 == 5 {
			w.B.U32("agentState")[i] = passes.StateWaiting | 3<<8
		}
		in = append(in, uint32(i))
	}
	return in, others
}

// Bins hold who brute force finds in them, by slots, for any number of agents and any size of bins; who is no body comes after
// all who are.
func TestBinsAreThoseOfBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	for _, n := range []int{0, 1, 255, 256, 257, 2049, 100003} {
		for _, bits := range []uint32{0, 1, 2, 4} {
			w := passestest.New(70, 37, 0, 3)
			w.Bake()
			w.BinBits = bits
			in, others := scattered(w, n, r)
			edge := 1 << bits
			bin := func(i uint32) (id int) {
				c := w.B.U32("agentCell")[i]
				return int(c/passes.PageCells)*(16/edge)*(16/edge) + int(c%passes.PageCells)/16/edge*(16/edge) + int(c%16)/edge
			}
			want := slices.Clone(in)
			slices.SortStableFunc(want, func(a, b uint32) int { return bin(a) - bin(b) })
			w.Run(Bins(w.Frame)...)
			slots, start := w.B.U32("bodySlot"), w.B.U32("binStart")
			all := len(want) + len(others)
			if bodies := passes.Bins(w.Frame); len(start) != bodies+2 || int(start[bodies]) != len(want) || int(start[bodies+1]) != all || !slices.Equal(slots[:len(want)], want) {
				t.Fatalf("%d agents in bins of %d cells: the order is not that of brute force (%d of %d starts)", n, edge, len(start), bodies+2)
			}
			rest := slices.Sorted(slices.Values(slots[len(want):all]))
			if !slices.Equal(rest, others) {
				t.Fatalf("%d agents: after the bodies come %d agents, not the %d who are alive", n, len(rest), len(others))
			}
			for k, i := range want {
				if b := bin(i); uint32(k) < start[b] || uint32(k) >= start[b+1] {
					t.Fatalf("%d agents: body %d is not between the starts of its bin %d", n, k, b)
				}
				p := w.B.Vec2("agentPosition")[i]
				if place := w.B.U32("place")[k]; place != packPlace(p) {
					t.Fatalf("body %d is at %#x, its agent %d at %v", k, place, i, p)
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

// In any rectangle there is everybody who stands there, on all layers, and nobody twice.
func TestEverybodyNearIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 61))
	for _, bits := range []uint32{0, 1, 3, 4} {
		w := passestest.New(40, 52, 0, 3)
		w.Bake()
		w.BinBits = bits
		scattered(w, 1500, r)
		w.Run(Bins(w.Frame)...)
		n, slot := newBins(w.Frame, w.B), w.B.U32("bodySlot")
		for range 200 {
			from := vec{12*r.Float32() - 1, 15*r.Float32() - 1}
			to := add(from, vec{2 * r.Float32(), 3 * r.Float32()})
			seen := map[uint32]bool{}
			for m := range n.over(from, to) {
				if seen[m] {
					t.Fatalf("body %d comes twice", m)
				}
				seen[m] = true
			}
			for m := range n.bodies() {
				o := w.B.Vec2("agentPosition")[slot[m]]
				if o[0] >= from[0] && o[1] >= from[1] && o[0] <= to[0] && o[1] <= to[1] && !seen[m] {
					t.Fatalf("in bins of %d cells %v is missing from %v to %v", 1<<bits, o, from, to)
				}
			}
			if len(seen) == int(n.bodies()) {
				t.Fatalf("everybody is between %v and %v", from, to)
			}
		}
	}
}
