package baseline

import "math"

// splat gives every walkable cell its density and average velocity: each cell looks at each agent (ML eq. 5-7).
func (s *Naive) splat() {
	reach := s.support() * s.Cell
	for c := range s.density {
		s.density[c], s.flow[c] = 0, [2]float64{}
		if !s.walkable[c] {
			continue
		}
		x, z := s.centre(c)
		var sum, vx, vz float64
		for i := range s.agents {
			a := &s.agents[i]
			square := (a.X-x)*(a.X-x) + (a.Z-z)*(a.Z-z)
			if square >= reach*reach {
				continue
			}
			w := s.kernel(math.Sqrt(square) / s.Cell)
			sum += w
			vx += w * a.VX
			vz += w * a.VZ
		}
		if sum > 0 {
			s.density[c], s.flow[c] = sum*s.norm, [2]float64{vx / sum, vz / sum}
		}
	}
}

// centre is the place of a cell's centre.
func (s *Naive) centre(c int) (x, z float64) {
	return (float64(c%s.Width) + 0.5) * s.Cell, (float64(c/s.Width) + 0.5) * s.Cell
}

// support is the half-width of the kernel in cells.
func (s *Naive) support() float64 { return max(s.Footprint/s.Cell, 1) }

// kernel is ML eq. 7 at a distance of χ cells.
func (s *Naive) kernel(chi float64) float64 {
	if chi <= 0.5 {
		return ((1-s.JiangA)*math.Cos(2*math.Pi*chi) + 1 + s.JiangA) / 2
	}
	u := (chi - 0.5) / (s.support() - 0.5)
	return s.JiangA * max(0, 1-u*u)
}

// integral of the kernel over the plan [m²], by the midpoint rule on rings.
func (s *Naive) integral() float64 {
	const rings = 4096
	width := s.support() / rings
	sum := 0.0
	for i := range rings {
		chi := (float64(i) + 0.5) * width
		sum += s.kernel(chi) * 2 * math.Pi * chi * width
	}
	return sum * s.Cell * s.Cell
}

// pace gives every open face its speed: free below RhoMin, the crowd's above RhoMax (ML eq. 8-10 on the flat).
func (s *Naive) pace() {
	for c := range s.speed {
		for d := range 4 {
			n := s.neighbour(c, d)
			if n < 0 {
				s.speed[c][d] = 0
				continue
			}
			share := min(max((s.density[n]-s.RhoMin)/(s.RhoMax-s.RhoMin), 0), 1)
			crowd := max(s.SpeedMin*s.Speed, towards(s.flow[n], d))
			s.speed[c][d] = s.Speed + share*(crowd-s.Speed)
		}
	}
}

func towards(v [2]float64, d int) float64 {
	return [4]float64{v[1], v[0], -v[1], -v[0]}[d]
}

// iterate is one Jacobi iteration of the potential, each cell from the last frame's neighbours.
func (s *Naive) iterate() {
	for c := range s.potential {
		s.next[c] = s.potential[c]
		if !s.Goal[c] && s.walkable[c] {
			s.next[c] = s.eikonal(c)
		}
	}
	s.potential, s.next = s.next, s.potential
}

// eikonal is φ of a cell by the cheaper neighbour on each axis, as CC chooses them.
func (s *Naive) eikonal(c int) float64 {
	a, ca := s.cheaper(c, west, east)
	b, cb := s.cheaper(c, south, north)
	if a > b {
		a, ca, b, cb = b, cb, a, ca
	}
	if math.IsInf(a, 1) || b-a >= ca {
		return a + ca
	}
	p, q, gap := ca*ca, cb*cb, b-a
	return a + (gap*p+ca*cb*math.Sqrt(p+q-gap*gap))/(p+q)
}

// cheaper is the potential and the step cost of the better of two neighbours, +Inf where there is none.
func (s *Naive) cheaper(c, d, e int) (phi, cost float64) {
	phi, cost = math.Inf(1), 1
	for _, side := range [2]int{d, e} {
		n := s.neighbour(c, side)
		if n < 0 {
			continue
		}
		f := s.speed[c][side]
		step := s.Cell * (s.Alpha*f + s.Beta) / f
		if s.potential[n]+step < phi+cost {
			phi, cost = s.potential[n], step
		}
	}
	return phi, cost
}
