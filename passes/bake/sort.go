package bake

import (
	"slices"

	"throng/passes"
)

// Sort puts the pieces of every cell in the order of their coordinates, because they are stored as they arrive.
type Sort struct{ perCell }

// Decl declares the pass.
func (Sort) Decl() passes.Decl {
	return passes.Decl{Name: "sort", Bindings: passes.Bindings(passes.Reads("pieceStart"), passes.Updates("pieces")), Group: 64}
}

// CPU sorts.
func (Sort) CPU(f *passes.Frame, b *passes.Buffers) {
	start, pieces := b.U32("pieceStart"), b.Vec4("pieces")
	for c := range f.Cells {
		slices.SortFunc(pieces[start[c]:start[c+1]], func(a, b [4]float32) int { return slices.Compare(a[:], b[:]) })
	}
}
