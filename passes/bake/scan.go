package bake

import "throng/passes"

// Scan is the running sum of a slot of n words: three passes, reduce, spine and apply. Afterwards every word holds the
// sum of those before it; with one word more than there are counts, the last is the total.
func Scan(slot string, n int) []passes.Pass {
	s := scan3{slot: slot, n: n}
	return []passes.Pass{scanReduce{s}, scanSpine{s}, scanApply{s}}
}

const scanTile = 1024

type scan3 struct {
	slot string
	n    int
}

// Push gives the number of words.
func (s scan3) Push(*passes.Frame) [4]uint32 { return [4]uint32{uint32(s.n)} }

// Invocations is a workgroup per block.
func (s scan3) Invocations(*passes.Frame) int { return passes.ScanBlocks(s.n) * 256 }

type scanReduce struct{ scan3 }

func (s scanReduce) Decl() passes.Decl {
	return passes.Decl{Name: "reduce", Bindings: passes.Bindings(passes.Reads(s.slot), passes.Writes("scanBlocks")), Push: 4, Group: 256}
}

func (s scanReduce) CPU(_ *passes.Frame, b *passes.Buffers) {
	blocks := b.U32("scanBlocks")
	clear(blocks)
	for i, v := range b.U32(s.slot)[:s.n] {
		blocks[i/scanTile] += v
	}
}

type scanSpine struct{ scan3 }

func (s scanSpine) Decl() passes.Decl {
	return passes.Decl{Name: "spine", Bindings: passes.Bindings(passes.Updates("scanBlocks")), Push: 4, Group: 256}
}

func (scanSpine) Invocations(*passes.Frame) int { return 256 }

func (s scanSpine) CPU(_ *passes.Frame, b *passes.Buffers) {
	running(b.U32("scanBlocks")[:passes.ScanBlocks(s.n)], 0)
}

type scanApply struct{ scan3 }

func (s scanApply) Decl() passes.Decl {
	return passes.Decl{Name: "apply", Bindings: passes.Bindings(passes.Updates(s.slot), passes.Reads("scanBlocks")), Push: 4, Group: 256}
}

func (s scanApply) CPU(_ *passes.Frame, b *passes.Buffers) {
	values := b.U32(s.slot)[:s.n]
	for block, start := range b.U32("scanBlocks")[:passes.ScanBlocks(s.n)] {
		running(values[block*scanTile:min((block+1)*scanTile, s.n)], start)
	}
}

// running replaces every value by the sum of start and those before it.
func running(values []uint32, start uint32) {
	for i, v := range values {
		values[i] = start
		start += v
	}
}
