package scenes

import (
	"math"
	"testing"

	"throng/ecs"
)

// Lofted bodies hold what they should, and every edge is passed once in each sense.
func TestLoft(t *testing.T) {
	wedge := func(x float64) [][3]int {
		return [][3]int{{millimetres(x), 0, 0}, {millimetres(x), 0, 1000}, {millimetres(x), -500, 1000}, {millimetres(x), -500, 0}}
	}
	forward, backward := loft(wedge(0), wedge(3)), loft(wedge(3), wedge(0))
	column := loft(ring(place{}, 1, 360), ring(place{y: 2}, 1, 360))
	slope := incline(place{x: 4, y: 3}, place{x: 0}, m(0, 2))
	band := helix(1, 2, -0.2, 0)
	turn := spiralTurns * math.Pi * (2*2 - 1*1)
	for name, c := range map[string]struct {
		mesh *mesh
		want float64
	}{
		"wedge": {forward, 1.5}, "the same the other way": {backward, 1.5}, "column": {column, 2 * math.Pi},
		"incline": {slope, 4 * 2 * slabThickness}, "helix": {band, 0.2 * turn},
	} {
		paired(t, name, c.mesh)
		// The diagonals of the twisted faces above and below a helix take 4 % of it.
		if v := c.mesh.volume(); math.Abs(v-c.want) > 0.04*c.want {
			t.Errorf("%s holds %g m³; want %g", name, v, c.want)
		}
	}
}

// paired checks that a surface is closed: for each edge there is one that runs back.
func paired(t *testing.T, name string, mesh *mesh) {
	t.Helper()
	balance := map[[2]uint32]int{}
	for i := 0; i < len(mesh.indices); i += 3 {
		for k := range 3 {
			a, b := mesh.indices[i+k], mesh.indices[i+(k+1)%3]
			balance[[2]uint32{a, b}]++
			balance[[2]uint32{b, a}]--
		}
	}
	for e, n := range balance {
		if n != 0 {
			t.Fatalf("%s: the edge %v–%v is open", name, mesh.positions[e[0]], mesh.positions[e[1]])
		}
	}
}

// A closed leaf fills its opening: across the wall's length no gap remains, from the
// floor to the lintel.
func TestLeavesFillTheirOpenings(t *testing.T) {
	for name, want := range map[string]int{"two-doors": 2, "rimea8": 113} {
		w := newWalker(t, name)
		doors := w.of(ecs.RoleDoor)
		if len(doors) != want {
			t.Errorf("%s has %d doors; want %d", name, len(doors), want)
		}
		for _, e := range doors {
			lo, hi := w.scene.Of(e)[0][0], w.scene.Of(e)[0][0]
			for _, t := range w.scene.Of(e) {
				for _, p := range t {
					for axis := range 3 {
						lo[axis], hi[axis] = min(lo[axis], p[axis]), max(hi[axis], p[axis])
					}
				}
			}
			if high := hi[1] - lo[1]; math.Abs(high-doorHeight) > 1e-6 || math.Abs(math.Remainder(lo[1], coreRise)) > 1e-6 {
				t.Errorf("%s: %s reaches from %g m over %g m", name, e.Name, lo[1], high)
			}
			long, thin := 0, 2
			if hi[2]-lo[2] > hi[0]-lo[0] {
				long, thin = 2, 0
			}
			middle := [3]float64{(lo[0] + hi[0]) / 2, lo[1], (lo[2] + hi[2]) / 2}
			before, beyond := middle, middle
			before[thin], beyond[thin] = middle[thin]-0.3, middle[thin]+0.3
			switch {
			case w.audit.Crossed(before, beyond):
				t.Errorf("%s: the opening of %s is walled up", name, e.Name)
			case w.audit.Check(middle).Wall > (hi[long]-lo[long])/2+1e-6:
				t.Errorf("%s: %s is %g m wide, and its nearest jamb %g m from its middle", name, e.Name, hi[long]-lo[long], w.audit.Check(middle).Wall)
			}
		}
	}
}
