package bake

import (
	"math/rand/v2"
	"slices"
	"testing"

	"throng/passes"
)

func TestScanIsTheRunningSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 1023, 1024, 1025, 2048, 100003} {
		f := &passes.Frame{Cells: uint32(n + 7)}
		b := passes.NewBuffers()
		b.Alloc(f, "pieceStart", "scanBlocks")
		values := b.U32("pieceStart")
		for i := range values {
			values[i] = r.Uint32() >> 15 // 100,003 of them stay below 2³²
		}
		want := slices.Clone(values)
		sum := uint32(0)
		for i := range n {
			want[i], sum = sum, sum+want[i]
		}
		for range 2 { // what an earlier scan left in the block sums does not matter
			copy(b.U32("scanBlocks"), []uint32{99, 99})
			again := slices.Clone(values)
			for _, p := range Scan("pieceStart", n) {
				p.CPU(f, b)
			}
			if !slices.Equal(values, want) {
				t.Fatalf("the running sum of %d words is wrong", n)
			}
			copy(values, again)
		}
	}
}

func TestScanDispatchesCoverTheWords(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 1023, 1024, 1025, 100003} {
		for _, p := range Scan("pieceStart", n) {
			threads := p.Invocations(nil)
			if p.Decl().Name == "spine" {
				if threads != 256 {
					t.Errorf("the spine of %d words has %d threads, want one workgroup", n, threads)
				}
				continue
			}
			if words := threads * 4; words < n || words >= n+scanTile || threads%256 != 0 {
				t.Errorf("%s of %d words has %d threads", p.Decl().Name, n, threads)
			}
			if push := p.Push(nil); push[0] != uint32(n) {
				t.Errorf("%s of %d words is told %d", p.Decl().Name, n, push[0])
			}
		}
	}
}
