package engine

import (
	"math"
	"testing"
)

func TestPlaneSource(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		p := square(-1, -1, 2, 256)
		p.exact = func(x, _ float64) float64 { return math.Abs(x) }
		p.source(false, func(x, _ float64) bool { return math.Abs(x) < p.Cell/4 })
		between(t, stencil, "error in ulp of n cells", p.deviation(t, p.solve(t, e, stencil), 0).most/(128*math.Pow(2, -23)), 0, 4)
	})
}

// pointSource is the distance from the node in the middle.
func pointSource(n int) *nodes {
	p := square(-1, -1, 2, n)
	p.exact = math.Hypot
	p.source(false, p.near(0, 0))
	return p
}

func TestPointSource(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		var last float64
		for _, n := range []int{64, 128, 256, 512} {
			p := pointSource(n)
			got := p.deviation(t, p.solve(t, e, stencil), 0)
			between(t, stencil, "L∞ / h ln 1/h", got.most/(p.Cell*math.Log(1/p.Cell)), 0.30, 0.38)
			if last > 0 {
				order(t, stencil, "L∞", last, got.most, 0.68, 0.88)
			}
			last = got.most
		}
	})
}

// With exact values in a disk the update is of the first order.
func TestDiskSource(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		var last float64
		for _, n := range []int{64, 128, 256} {
			p := pointSource(n)
			p.source(true, within(0, 0, 0.2))
			got := p.deviation(t, p.solve(t, e, stencil), 0)
			between(t, stencil, "L∞ / h", got.most/p.Cell, 0.55, 0.85)
			between(t, stencil, "L1 / h", got.mean/p.Cell, 0.25, 0.37)
			if last > 0 {
				order(t, stencil, "L∞", last, got.most, 0.9, 1.1)
			}
			last = got.most
		}
	})
}

// least is the least value of a convex function between two points.
func least(lo, hi float64, f func(float64) float64) float64 {
	for range 100 {
		a, b := lo+(hi-lo)*0.382, lo+(hi-lo)*0.618
		if f(a) < f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return f((lo + hi) / 2)
}

// snell is the time from a source a before an interface to a point: dx beyond it (before it where negative) and dz aside.
func snell(a, dx, dz, v1, v2 float64) float64 {
	dz = math.Abs(dz)
	if dx >= 0 {
		return least(0, dz, func(c float64) float64 { return math.Hypot(a, c)/v1 + math.Hypot(dx, dz-c)/v2 })
	}
	direct := math.Hypot(a+dx, dz) / v1
	if v2 > v1 && dz >= (a-dx)*math.Tan(math.Asin(v1/v2)) { // along the interface and back
		return min(direct, dz/v2+(a-dx)*math.Sqrt(1/(v1*v1)-1/(v2*v2)))
	}
	return direct
}

// A step costs what the cell does that it leads to, so that speeds change half a cell beyond the interface.
func TestTwoSpeeds(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		for _, c := range []struct {
			name                string
			v1, v2, least, most float64
		}{{"1 to 2", 1, 2, 0.7, 0.85}, {"2 to 1", 2, 1, 0.3, 0.85}, {"floor to stairs", 1.34, 0.61, 0.45, 1.3}} {
			var last float64
			for _, n := range []int{64, 128, 256} {
				p := square(-1, -1, 2, n)
				face := p.Cell / 2 // midway between nodes
				p.exact = func(x, z float64) float64 { return snell(0.5, x-face, z, c.v1, c.v2) }
				for i := range p.Slowness {
					if p.Slowness[i] = float32(1 / c.v1); p.x0+float64(i%p.Width)*p.Cell > face {
						p.Slowness[i] = float32(1 / c.v2)
					}
				}
				p.source(true, within(face-0.5, 0, 0.1))
				got := p.deviation(t, p.solve(t, e, stencil), 0)
				between(t, stencil, c.name+": L∞ / h", got.most/p.Cell, c.least, c.most)
				if last > 0 {
					order(t, stencil, c.name+": L∞", last, got.most, 0.9, 1.1)
				}
				last = got.most
			}
		}
	})
}

// Behind a wall one cell thick the way leads round its tip.
func TestRoundTheTip(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		var last float64
		for _, n := range []int{64, 128, 256} {
			p := square(-1, -1, 2, n)
			tip := p.Cell / 2
			p.exact = func(x, z float64) float64 {
				if x > 0 && -0.5+(z+0.5)*0.5/(x+0.5) < tip {
					return math.Hypot(0.5, tip+0.5) + math.Hypot(x, z-tip)
				}
				return math.Hypot(x+0.5, z+0.5)
			}
			for i := range p.Slowness {
				if x, z := p.at(i); math.Abs(x) < p.Cell/4 && z < p.Cell/4 {
					p.Slowness[i] = 0
				}
			}
			p.source(true, within(-0.5, -0.5, 0.2))
			got := p.deviation(t, p.solve(t, e, stencil), 0)
			between(t, stencil, "L∞ / h", got.most/p.Cell, 2.8, 4.2)
			if last > 0 {
				order(t, stencil, "L∞", last, got.most, 0.85, 1)
			}
			last = got.most
		}
	})
}

// Near a point source headings are off however small the cells are; at a distance they get better.
func TestHeadings(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		for _, c := range []struct {
			n   int
			far float64 // farther than a quarter of the half edge
		}{{64, 8.9}, {128, 5.7}, {256, 3.5}, {512, 2.1}} {
			p := pointSource(c.n)
			phi := p.solve(t, e, stencil)
			var worst [3]float64 // from five cells on, from ten, and at a distance
			for i := range phi {
				x, z := p.at(i)
				if max(math.Abs(x), math.Abs(z)) > 1-p.Cell/2 {
					continue
				}
				r := math.Hypot(x, z)
				gx, gz := float64(phi[i+1]-phi[i-1]), float64(phi[i+p.Width]-phi[i-p.Width])
				off := math.Acos(min(1, (gx*x+gz*z)/(r*math.Hypot(gx, gz)))) * 180 / math.Pi
				for k, from := range [3]float64{5 * p.Cell, 10 * p.Cell, 0.25} {
					if r > from {
						worst[k] = max(worst[k], off)
					}
				}
			}
			between(t, stencil, "degrees from five cells on", worst[0], 10.8, 11.2)
			between(t, stencil, "degrees from ten cells on", worst[1], 7.5, 7.9)
			between(t, stencil, "degrees at a distance", worst[2], 0.96*c.far, 1.04*c.far)
		}
	})
}

// A goal of one cell in the middle of a hall of 40 × 40 m, and a door of 1 m in the wall of a room of 10 × 10 m.
func TestHallAndDoor(t *testing.T) {
	eachStencil(t, func(t *testing.T, e *Engine, stencil int) {
		for _, c := range []struct{ h, most, share float64 }{{1, 0.765, 0.106}, {0.5, 0.464, 0.070}, {0.25, 0.274, 0.045}, {0.2, 0.231, 0.039}, {0.1, 0.133, 0.024}} {
			p := square(-20, -20, 40, int(40/c.h+0.5))
			p.exact = func(x, z float64) float64 { return math.Hypot(x, z) / 1.34 }
			for i := range p.Slowness {
				p.Slowness[i] = 1 / 1.34
			}
			p.source(false, p.near(0, 0))
			got := p.deviation(t, p.solve(t, e, stencil), 5/1.34)
			between(t, stencil, "hall: L∞ [s]", got.most, 0.97*c.most, 1.03*c.most)
			between(t, stencil, "hall: largest share", got.share, 0.96*c.share, 1.03*c.share)
		}
		for _, c := range []struct{ h, most float64 }{{0.5, 0.403}, {0.25, 0.251}, {0.125, 0.152}, {0.0625, 0.090}} {
			p := square(0, 0, 10, int(10/c.h+0.5))
			p.exact = func(x, z float64) float64 { return math.Hypot(10-x, max(0, math.Abs(z-5)-0.5)) }
			p.source(false, func(x, z float64) bool { return x > 10-c.h/4 && math.Abs(z-5) < 0.5+c.h/4 })
			between(t, stencil, "door: L∞ [m]", p.deviation(t, p.solve(t, e, stencil), 0).most, 0.97*c.most, 1.03*c.most)
		}
	})
}
