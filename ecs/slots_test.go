package ecs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The oracle is the definition: the lowest number that nobody has.
func TestSlotsGiveTheLowest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s slots
	taken := map[uint32]bool{}
	lowest := func() uint32 {
		for i := uint32(0); ; i++ {
			if !taken[i] {
				return i
			}
		}
	}
	generation := map[uint32]uint32{}
	for step := range 20_000 {
		// Long spells of taking and of giving back, so that the heap is both
		// deep and empty at times.
		if taking := step/500%2 == 0; rng.IntN(4) == 0 != taking || len(taken) == 0 {
			want := lowest()
			got := s.take()
			if got != want {
				t.Fatalf("step %d: slot %d, want %d", step, got, want)
			}
			taken[got] = true
			generation[got]++
			if g := s.all[got].generation; g != generation[got] {
				t.Fatalf("step %d: slot %d has generation %d, want %d", step, got, g, generation[got])
			}
		} else {
			keys := make([]uint32, 0, len(taken))
			for k := range taken {
				keys = append(keys, k)
			}
			slices.Sort(keys)
			k := keys[rng.IntN(len(keys))]
			s.release(k)
			delete(taken, k)
		}
		if got := s.available(len(s.all) + 3); got != len(s.all)+3-len(taken) {
			t.Fatalf("step %d: %d available, want %d", step, got, len(s.all)+3-len(taken))
		}
	}
	if len(s.all) < 100 {
		t.Errorf("the test reached only %d slots", len(s.all))
	}
}
