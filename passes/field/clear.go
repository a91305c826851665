package field

import "throng/passes"

// Clear takes the last plan's density and velocity out of the slot "crowd", so that splat can sum there.
type Clear struct{ passes.Plain }

// Decl declares the pass, which has no shader.
func (Clear) Decl() passes.Decl {
	return passes.Decl{Name: "clear", Fill: true, Bindings: passes.Writes("crowd")}
}

// Invocations is not used: a fill is no dispatch.
func (Clear) Invocations(*passes.Frame) int { return 0 }

// CPU clears the slot.
func (Clear) CPU(_ *passes.Frame, b *passes.Buffers) { clear(b.U32("crowd")) }
