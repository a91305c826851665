package field

import (
	"math"

	"throng/passes"
)

// Parameters of Weidmann's fundamental diagram v = v0 (1 - exp(-1.913 (1/ρ - 1/5.4))), and the slope from which a stair
// goes up or down.
const (
	sharpness = 1.913 // [1/m²]
	jam       = 5.4   // [1/m²]
	level     = 0.01
)

// Speed computes the speed f [m/s] of each class in the four directions (ML eq. 8-10); -1 where there is no way: no
// link, or a cell or neighbour whose clearance is below the class's radius.
//
// Up to Class.RhoMin the terrain rules: f_T falls from f_max at SlopeMin to SpeedMin·f_max at SlopeMax, and stairs have
// fractions of their own. From Frame.RhoMax the crowd rules: max(f_min, v̄·n). Between, f is linear in the density. Both
// are sampled up to Class.Sample cells ahead, at the last open one. With Frame.Diagram, Weidmann's diagram caps f.
type Speed struct{ passes.Plain }

// Decl declares the pass.
func (Speed) Decl() passes.Decl {
	return passes.Decl{Name: "speed", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Reads("classes", "links", "cellFlag", "clearance", "height", "cellStair", "density", "meanVelocity"),
		passes.Writes("speed"))}
}

// Invocations is one thread for each class and cell.
func (Speed) Invocations(f *passes.Frame) int { return int(f.Classes * f.Cells) }

// CPU computes the field.
func (Speed) CPU(f *passes.Frame, b *passes.Buffers) {
	speed := b.Vec4("speed")
	s := pacer{
		f: f, links: b.UVec4("links"), flag: b.U32("cellFlag"), clearance: b.F32("clearance"), height: b.F32("height"),
		stair: b.U32("cellStair"), density: b.F32("density"), mean: b.Vec2("meanVelocity"),
	}
	for k, class := range passes.As[passes.Class](b, "classes") {
		s.class = class
		for c := uint32(0); c < f.Cells; c++ {
			v := [4]float32{-1, -1, -1, -1}
			if s.open(c) {
				for d := range v {
					v[d] = s.directed(c, d)
				}
			}
			speed[uint32(k)*f.Cells+c] = v
		}
	}
}

// pacer computes the speeds of one class.
type pacer struct {
	f                          *passes.Frame
	class                      passes.Class
	links                      [][4]uint32
	flag, stair                []uint32
	clearance, height, density []float32
	mean                       [][2]float32
}

func (s *pacer) open(c uint32) bool {
	return c != passes.None && s.flag[c]&1 != 0 && s.clearance[c] >= s.class.Radius
}

func (s *pacer) least() float32 { return s.f.SpeedMin * s.class.Speed }

// terrain is the speed that the floor allows from c to its neighbour n (ML eq. 8, or the stair's own fractions).
func (s *pacer) terrain(c, n uint32) float32 {
	slope := (s.height[n] - s.height[c]) / s.f.Cell
	stair := s.stair[c]
	if stair == 0 {
		stair = s.stair[n]
	}
	if stair != 0 {
		return max(s.least(), s.class.Speed*stairShare(stair, slope))
	}
	if s.f.SlopeSpeed == 0 {
		return s.class.Speed
	}
	share := (slope - s.f.SlopeMin) / (s.f.SlopeMax - s.f.SlopeMin)
	return min(max(s.class.Speed+share*(s.least()-s.class.Speed), s.least()), s.class.Speed)
}

func stairShare(stair uint32, slope float32) float32 {
	switch {
	case slope > level:
		return float32(stair&0xffff) / 0xffff
	case slope < -level:
		return float32(stair>>16) / 0xffff
	}
	return 1
}

// diagram is Weidmann's speed at a density.
func (s *pacer) diagram(rho float32) float32 {
	if rho <= 0 {
		return s.class.Speed
	}
	return s.class.Speed * (1 - float32(math.Exp(float64(-sharpness*(1/rho-1/float32(jam))))))
}

func (s *pacer) directed(c uint32, d int) float32 {
	n := s.links[c][d]
	if !s.open(n) {
		return -1
	}
	at := c // where the crowd is looked at
	if s.class.Sample > 0 {
		at = n
	}
	for k := uint32(1); k < s.class.Sample && s.open(s.links[at][d]); k++ {
		at = s.links[at][d]
	}
	rho, terrain := s.density[at], s.terrain(c, n)
	f := terrain
	if rho > s.class.RhoMin {
		crowd := max(s.least(), towards(s.mean[at], d))
		share := float32(1)
		if rho < s.f.RhoMax {
			share = (rho - s.class.RhoMin) / (s.f.RhoMax - s.class.RhoMin)
		}
		f += share * (crowd - terrain)
	}
	if s.f.Diagram != 0 {
		f = min(f, max(s.least(), s.diagram(rho)))
	}
	return f
}
