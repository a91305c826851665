package engine

import "throng/passes/move"

// Neighbourhood says how agents of a group find each other: the edge of a bin, and how far on each side one of them looks [m]
// where so many stand to a square metre. It looks at everybody in the bins that this square meets, on all layers.
func (e *Engine) Neighbourhood(group int, density float64) (bin, sight float64) {
	f, g := &e.frame, &e.scenario.Groups[group]
	return float64(f.Cell) * float64(uint32(1)<<f.BinBits), float64(move.Sight(f, models(e.scenario.Groups)[group], float32(g.Radius), float32(g.Speed), float32(density)))
}
