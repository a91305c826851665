package field

import (
	"math"

	"throng/passes"
)

// level is the slope up to which a step on a stair goes neither up nor down.
const level = 0.01

// Parameters of Weidmann's fundamental diagram v(ρ) = v0 (1 - exp(-γ (1/ρ - 1/ρmax))).
const (
	sharpness = 1.913 // γ [1/m²]
	jam       = 5.4   // ρmax [1/m²]
)

// pacer computes the speed f [m/s] of a class in the four directions (ML eq. 8-10): the form of lib/pace.glsl. Speeds are
// not stored: passes.Frame.Speed takes them from the costs.
//
// Up to Class.RhoMin the terrain rules: f_T falls from f_max at SlopeMin to SpeedMin·f_max at SlopeMax, and stairs have
// fractions of their own, by cell. From Frame.RhoMax the crowd rules: max(f_min, v̄·n). Between, f is linear in the density. Both
// are sampled up to Class.Sample cells ahead, at the last open one. Frame.Diagram caps it by Weidmann's diagram, because
// a uniform stream would keep its speed at any density.
type pacer struct {
	f                          *passes.Frame
	class                      passes.Class
	links                      passes.Links
	stair                      []uint32
	clearance, height, density []float32
	mean                       [2][]float32
}

func newPacer(f *passes.Frame, b *passes.Buffers) pacer {
	density, x, z := planes(f, b.F32("crowd"))
	return pacer{
		f: f, links: passes.NewLinks(f, b), stair: b.U32("cellStair"), clearance: b.F32("clearance"), height: b.F32("height"),
		density: density, mean: [2][]float32{x, z},
	}
}

// open reports whether the class can stand on a cell; cells that nobody can stand on have no clearance.
func (s *pacer) open(c uint32) bool {
	return c != passes.None && s.clearance[c] >= s.class.Radius
}

// ahead is where the class looks ahead in direction d: the last open cell up to its sample distance, from the open
// neighbour n on.
func (s *pacer) ahead(n uint32, d int) uint32 {
	for k := uint32(1); k < s.class.Sample; k++ {
		next := s.links.To(n, d)
		if !s.open(next) {
			break
		}
		n = next
	}
	return n
}

func (s *pacer) least() float32 { return s.f.SpeedMin * s.class.Speed }

func (s *pacer) stairOf(c uint32) uint32 {
	if s.f.Stairs == 0 {
		return 0
	}
	return s.stair[c]
}

// terrain is the speed that the floor allows from c to its neighbour n: each half of the step goes at its own cell's, so
// that a stair's speed ends where the stair does.
func (s *pacer) terrain(c, n uint32) float32 {
	slope := (s.height[n] - s.height[c]) / s.f.Cell
	off := s.slopeShare(slope)
	from, to := s.stairShare(c, slope, off), s.stairShare(n, slope, off)
	return s.class.Speed * (2 * from * to / (from + to))
}

// slopeShare is the share of its speed that a class keeps off stairs (ML eq. 8).
func (s *pacer) slopeShare(slope float32) float32 {
	if s.f.SlopeSpeed == 0 {
		return 1
	}
	share := (slope - s.f.SlopeMin) / (s.f.SlopeMax - s.f.SlopeMin)
	return min(max(1+share*(s.f.SpeedMin-1), s.f.SpeedMin), 1)
}

// stairShare is the share that a cell's stair leaves: up, down, or the mean of both across it and on its treads; off where
// the cell has none.
func (s *pacer) stairShare(c uint32, slope, off float32) float32 {
	stair := s.stairOf(c)
	if stair == 0 {
		return off
	}
	up, down := float32(stair&0xffff)/0xffff, float32(stair>>16)/0xffff
	share := (up + down) / 2
	if slope > level {
		share = up
	} else if slope < -level {
		share = down
	}
	return max(share, s.f.SpeedMin)
}

// pace is the speed from an open cell to its open neighbour n in direction d.
func (s *pacer) pace(c, n uint32, d int) float32 {
	at := s.ahead(n, d)
	rho, f := s.density[at], s.terrain(c, n)
	if rho > s.class.RhoMin {
		stream := max(s.least(), towards([2]float32{s.mean[0][at], s.mean[1][at]}, d))
		share := float32(1)
		if rho < s.f.RhoMax {
			share = (rho - s.class.RhoMin) / (s.f.RhoMax - s.class.RhoMin)
		}
		f += share * (stream - f)
	}
	if s.f.Diagram != 0 {
		f = min(f, max(s.least(), s.diagram(rho)))
	}
	return f
}

// diagram is Weidmann's speed at a density.
func (s *pacer) diagram(rho float32) float32 {
	if rho <= 0 {
		return s.class.Speed
	}
	return s.class.Speed * (1 - float32(math.Exp(float64(-sharpness*(1/rho-1/float32(jam))))))
}
