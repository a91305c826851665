package field

import "throng/passes"

// level is the slope up to which a stair goes neither up nor down.
const level = 0.01

// Speed computes the speed f [m/s] of each class in the four directions (ML eq. 8-10); -1 where there is no way: no
// link, or a cell or neighbour whose clearance is below the class's radius.
//
// Up to Class.RhoMin the terrain rules: f_T falls from f_max at SlopeMin to SpeedMin·f_max at SlopeMax, and stairs have
// fractions of their own. From Frame.RhoMax the crowd rules: max(f_min, v̄·n). Between, f is linear in the density. Both
// are sampled up to Class.Sample cells ahead, at the last open one.
type Speed struct{ passes.PerClass }

// Decl declares the pass.
func (Speed) Decl() passes.Decl {
	return passes.Decl{Name: "speed", Group: passes.PageCells, Bindings: passes.Bindings(
		passes.Reads("classes", "links", "clearance", "height", "cellStair", "density", "meanVelocity"),
		passes.Writes("speed"))}
}

// Invocations is one thread for each cell, in a plane per class.
func (Speed) Invocations(f *passes.Frame) int { return int(f.Cells) }

// CPU computes the field.
func (Speed) CPU(f *passes.Frame, b *passes.Buffers) {
	speed := b.Vec4("speed")
	s := pacer{
		f: f, links: b.UVec4("links"), clearance: b.F32("clearance"), height: b.F32("height"),
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
	stair                      []uint32
	clearance, height, density []float32
	mean                       [][2]float32
}

// open reports whether the class can stand on a cell; cells that nobody can stand on have no clearance.
func (s *pacer) open(c uint32) bool {
	return c != passes.None && s.clearance[c] >= s.class.Radius
}

// ahead is where the class looks ahead in direction d: the last open cell up to its sample distance, from the open
// neighbour n on.
func (s *pacer) ahead(n uint32, d int) uint32 {
	for k := uint32(1); k < s.class.Sample && s.open(s.links[n][d]); k++ {
		n = s.links[n][d]
	}
	return n
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

func (s *pacer) directed(c uint32, d int) float32 {
	n := s.links[c][d]
	if !s.open(n) {
		return -1
	}
	at := s.ahead(n, d)
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
	return f
}
