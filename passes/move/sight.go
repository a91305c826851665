package move

import "throng/passes"

// Sight is how far on each side an agent looks for others [m] where rho of them stand to a square metre: half the edge of the square whose bins its local model reads, or
// separation, where it has none.
func Sight(f *passes.Frame, model uint32, radius, speed, rho float32) float32 {
	switch model {
	case passes.ModelAvoid:
		return (1 - ahead) * (reachIn(0.25*rho, min(2*speed*f.Horizon, farthest)) + 2*radius)
	case passes.ModelORCA:
		return reachIn(rho, min(2*speed*f.Horizon, nearest)) + 2*radius
	}
	return radius + widest(f)
}
