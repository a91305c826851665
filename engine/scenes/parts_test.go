package scenes

import (
	"math"
	"testing"
)

func TestFlightMeasures(t *testing.T) {
	if storey != float64(treads*rise)/1000 {
		t.Errorf("a storey of %g m is not %d rises of %d mm", storey, treads, rise)
	}
	// Headroom under the edge of the floor above, over the highest tread that it covers,
	// and room between that edge and the first tread that is lower than the clearance.
	if head := ceiling - covered*0.17; head < 2.2 {
		t.Errorf("headroom under the opening's edge is %g m", head)
	}
	low := math.Ceil((ceiling - 1.8) / 0.17) // treads below the clearance under the slab
	if room := (low - covered) * 0.28; room < 0.5 {
		t.Errorf("the opening's edge is %g m from people whose heads reach it", room)
	}
}

func TestFlightBothWays(t *testing.T) {
	for _, dir := range []int{+1, -1} {
		f := flight{foot: 10000, dir: dir, z: m(0, 2), base: storey}
		if first, last := f.tread(0), f.tread(treads-1); f.foot != first.lo && f.foot != first.hi ||
			last.lo != 10000+dir*run && last.hi != 10000+dir*run {
			t.Errorf("towards %+d: treads from %v to %v", dir, first, last)
		}
		treadsMesh, guard := f.treads().mesh(), f.parapet(m(2, 2.1), storey+2).mesh()
		checkClosed(t, "treads", treadsMesh)
		checkClosed(t, "parapet", guard)
		want := 0.28 * 0.17 * 2 * treads * (treads + 1) / 2
		if v := treadsMesh.volume(); math.Abs(v-want) > 1e-3 {
			t.Errorf("towards %+d: the flight holds %g m³; want %g", dir, v, want)
		}
		for _, p := range guard.positions {
			if p[1] > storey+2 {
				t.Errorf("the parapet reaches %g m; want at most %g", p[1], storey+2)
			}
		}
	}
}

func TestFrame(t *testing.T) {
	s := &solid{}
	s.frame(area{m(0, 10), m(0, 4)}, m(0, 1), 0.5)
	mesh := s.mesh()
	checkClosed(t, "frame", mesh)
	if v := mesh.volume(); math.Abs(v-(40-27)) > 1e-3 {
		t.Errorf("a frame of 13 m³ holds %g m³", v)
	}
}

func TestMarkerFacesUp(t *testing.T) {
	mesh := marker(3, area{m(0, 2), m(1, 2)}, area{m(4, 5), m(1, 2)})
	if len(mesh.indices) != 12 {
		t.Fatalf("two areas have %d indices", len(mesh.indices))
	}
	for i := 0; i < len(mesh.indices); i += 3 {
		a, b, c := mesh.positions[mesh.indices[i]], mesh.positions[mesh.indices[i+1]], mesh.positions[mesh.indices[i+2]]
		if up := (b[2]-a[2])*(c[0]-a[0]) - (b[0]-a[0])*(c[2]-a[2]); up <= 0 || a[1] != float32(3.05) {
			t.Errorf("triangle %v %v %v does not face up at 3.05 m", a, b, c)
		}
	}
}

// Every square of the maze is joined to every other, whatever the seed.
func TestMazeIsConnected(t *testing.T) {
	for seed := range uint64(50) {
		z := newMaze(seed)
		joined := newForest(mazeCells * mazeCells)
		trees := mazeCells * mazeCells
		standing := 0
		join := func(stands bool, a, b int) {
			if stands {
				standing++
			} else if joined.join(a, b) {
				trees--
			}
		}
		for i := range mazeCells {
			for j := range mazeCells {
				here := i*mazeCells + j
				if i+1 < mazeCells {
					join(z.east[i][j], here, here+mazeCells)
				} else if !z.east[i][j] {
					t.Fatalf("seed %d: the eastern border is open", seed)
				}
				if j+1 < mazeCells {
					join(z.north[i][j], here, here+1)
				} else if !z.north[i][j] {
					t.Fatalf("seed %d: the northern border is open", seed)
				}
			}
		}
		// A perfect maze would keep 361 of its 760 inner walls.
		if trees != 1 || standing < 280 || standing >= 361 {
			t.Errorf("seed %d: %d separate parts, %d inner walls", seed, trees, standing)
		}
	}
}
