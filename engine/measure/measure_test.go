package measure

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// random is n people on a floor of a size and another one above it.
func random(n int, size float64, r *rand.Rand) (all []Walker) {
	for i := range n {
		all = append(all, Walker{ID: uint64(i), Radius: 0.2 + 0.1*r.Float64(), At: [3]float64{size * (r.Float64() - 0.5), 3 * float64(i%2), size * (r.Float64() - 0.5)}})
	}
	return all
}

// Pairs are those that looking at all finds, each once, none on two floors.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var p pairs
	for _, n := range []int{0, 1, 2, 400} {
		all := random(n, 12, r)
		want := map[[2]int]float64{}
		for i := range all {
			for j := range i {
				a, b := all[i], all[j]
				if d := a.Radius + b.Radius - math.Hypot(a.At[0]-b.At[0], a.At[2]-b.At[2]); d > 0 && a.At[1] == b.At[1] {
					want[[2]int{j, i}] = d
				}
			}
		}
		found := 0
		p.each(all, 1, func(i, j int, depth float64) {
			if found++; want[[2]int{i, j}] != depth {
				t.Fatalf("%d and %d overlap by %g, expected %g", i, j, depth, want[[2]int{i, j}])
			}
		})
		if found != len(want) || n == 400 && found < 50 {
			t.Errorf("among %d people there are %d pairs, expected %d", n, found, len(want))
		}
	}
}

// Two who meet, part and meet again have collided twice; who overlaps from the start has not collided.
func TestCollisions(t *testing.T) {
	c := NewCrowd(1)
	c.Jam = func(p [3]float64) bool { return p[0] > 10 }
	apart := []float64{1, 0.39, 0.3, 0.45, 0.38, 0.5, 0.5}
	for k, d := range apart {
		c.Look(float64(k)*10, []Walker{
			{ID: 1, Radius: 0.2, At: [3]float64{0, 0, 0}, Speed: 1, Velocity: [3]float64{0, 0, float64(k % 2)}},
			{ID: 2, Radius: 0.2, At: [3]float64{d, 0, 0}, Speed: 1, Velocity: [3]float64{0.6, 0, 0}},
			{ID: 3, Speed: 1, Radius: 0.2, At: [3]float64{20, 0, 0}}, {ID: 4, Radius: 0.2, At: [3]float64{20.1, 0, 0}},
		})
	}
	s := c.Sum() // 4 agents for a minute
	if s.People != 4 || !near(s.Collisions, 2*2/4.0, 1e-12) || !near(s.Worst, 0.3, 1e-9) || !near(s.WorstOutside, 0.1, 1e-9) || !near(s.WorstBrisk, 0.01, 1e-9) || !near(s.Overlapping, (6*2+3*2)/24.0, 1e-12) {
		t.Errorf("the sum is %+v", s)
	}
}

// Who walks to and fro on the spot is stuck after five seconds; who walks on, waits, or has only just stopped is not.
func TestStuckAndTrips(t *testing.T) {
	c := NewCrowd(1)
	for k := range 61 {
		at := 0.1 * float64(k)
		all := []Walker{
			{ID: 7, At: [3]float64{at, 0, 0}, Walked: at},
			{ID: 8, At: [3]float64{5 + 0.2*float64(k%2), 0, 0}, Walked: 2 * at},
			{ID: 9, At: [3]float64{9, 0, 0}, Waiting: true},
			{ID: 10, At: [3]float64{math.Min(at, 3), 5, 0}},
		}
		if k > 30 { // one has gone
			all = all[1:]
		}
		c.Look(at, all)
	}
	trips := c.Trips()
	for i, stuck := range []bool{false, true, false, false} {
		if trips[i].Stuck != stuck {
			t.Errorf("%d stuck: %v", trips[i].ID, trips[i].Stuck)
		}
	}
	if s := c.Sum(); s.Stuck != 0.25 || trips[0].End != 3 || trips[0].Begin != 0 || trips[0].From != [3]float64{} || trips[1].End != 6 {
		t.Errorf("the sum is %+v, the first trip %+v", s, trips[0])
	}
	if d := Detour(trips, []float64{2, 0, 1, 1}, func(t *Trip) bool { return t.Walked > 0 }); !near(d, 1.5, 1e-12) {
		t.Errorf("the detour is %g", d)
	}
}

// A line counts who passes it forwards, once, at the right time, and not who passes beside it or backwards.
func TestLine(t *testing.T) {
	l := Line{A: [2]float64{5, 0}, B: [2]float64{5, 2}}
	look := func(time float64, a, b, c, d float64) {
		l.Look(time, []Walker{{ID: 1, At: [3]float64{a, 0, 1}}, {ID: 2, At: [3]float64{b, 0, 1.5}}, {ID: 3, At: [3]float64{c, 0, 3}}, {ID: 4, At: [3]float64{d, 0, 0.5}}})
	}
	look(0, 4, 4.5, 4, 6)
	look(1, 6, 4.75, 6, 4)
	look(2, 4, 5.25, 6, 3)
	look(3, 6, 5.5, 6, 2)
	if len(l.Times) != 2 || !near(l.Times[0], 0.5, 1e-12) || !near(l.Times[1], 1.5, 1e-12) {
		t.Errorf("people pass at %v", l.Times)
	}
	var times []float64
	for k := range 20 {
		times = append(times, float64(k))
	}
	times[19] = 40
	if f := Flow(times, 20); f != 1 || Gap(times) != 22 {
		t.Errorf("the flow is %g, the longest gap %g", f, Gap(times))
	}
	if f := Flow(times[:15], 20); !math.IsNaN(f) {
		t.Errorf("the flow of too few is %g", f)
	}
}

func TestProportion(t *testing.T) {
	if a, r2 := Proportion([]float64{1, 2, 3}, []float64{2, 4, 6}); a != 2 || r2 != 1 {
		t.Errorf("a = %g, r2 = %g", a, r2)
	}
	// Σxy/Σx² = (1+3·2+2·3)/14, rest and variance by hand.
	a, r2 := Proportion([]float64{1, 2, 3}, []float64{1, 3, 2})
	if want := 13.0 / 14; !near(a, want, 1e-12) || !near(r2, 1-(14-13*want)/2, 1e-12) {
		t.Errorf("a = %g, r2 = %g", a, r2)
	}
}

// Order by looking at all pairs.
func slowOrder(l *Lanes) float64 {
	sum, n := 0.0, 0
	for i := range l.Across {
		same, other := 0, 0
		for j := range l.Across {
			if i == j || math.Abs(l.Across[i]-l.Across[j]) >= l.Strip {
				continue
			}
			if l.Ahead[i] == l.Ahead[j] {
				same++
			} else {
				other++
			}
		}
		if same+other > 0 {
			d := float64(same-other) / float64(same+other)
			sum, n = sum+d*d, n+1
		}
	}
	return sum / float64(n)
}

// Pure lanes have order 1, mixed crowds about that of shuffled ones.
func TestLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	pure, mixed := Lanes{Strip: 0.15}, Lanes{Strip: 0.15}
	for range 200 {
		y := 4 * r.Float64()
		mixed.Across, mixed.Ahead = append(mixed.Across, y), append(mixed.Ahead, r.IntN(2) == 0)
		if f := math.Mod(y, 1); f > 0.2 && f < 0.8 {
			pure.Across, pure.Ahead = append(pure.Across, y), append(pure.Ahead, int(y)%2 == 0)
		}
	}
	if got := pure.Order(); got != 1 {
		t.Errorf("pure lanes have order %g", got)
	}
	if got, want := mixed.Order(), slowOrder(&mixed); !near(got, want, 1e-12) {
		t.Errorf("the order is %g, by all pairs %g", got, want)
	}
	mean, deviation := mixed.Shuffled(200, r)
	if got := mixed.Order(); math.Abs(got-mean) > 4*deviation || mean < 0.01 || mean > 0.3 || deviation <= 0 {
		t.Errorf("a mixed crowd has order %g, shuffled %g ± %g", got, mean, deviation)
	}
	if mean, deviation = pure.Shuffled(200, r); mean+5*deviation > 1 {
		t.Errorf("shuffled lanes have order %g ± %g", mean, deviation)
	}
	if alone := (&Lanes{Across: []float64{0, 1}, Ahead: []bool{true, true}, Strip: 0.1}).Order(); !math.IsNaN(alone) {
		t.Errorf("who is alone has order %g", alone)
	}
}

func TestRotation(t *testing.T) {
	var ring []Walker
	for k := range 12 {
		sin, cos := math.Sincos(float64(k))
		ring = append(ring, Walker{At: [3]float64{3 + 2*cos, 0, 4 + 2*sin}, Velocity: [3]float64{-sin, 0, cos}})
	}
	ring = append(ring, Walker{At: [3]float64{30, 0, 4}, Velocity: [3]float64{0, 0, -1}}, Walker{At: [3]float64{3, 0, 5}})
	if g := Rotation(ring, [2]float64{3, 4}, 5); !near(g, 1, 1e-9) {
		t.Errorf("a ring that turns has %g", g)
	}
	if g := Rotation(ring[12:13], [2]float64{3, 4}, 50); !near(g, -1, 1e-9) || Rotation(nil, [2]float64{}, 5) != 0 {
		t.Errorf("one who walks the other way has %g", g)
	}
}

func same(reach float64) func(float64) float64 { return func(float64) float64 { return reach } }

// Somebody looks at those in the bins around him, and not at himself.
func TestCandidates(t *testing.T) {
	var all []Walker
	for i := range 30 {
		for j := range 30 {
			all = append(all, Walker{At: [3]float64{10 + float64(i) + 0.5, 0, 5 + float64(j) + 0.5}})
		}
	}
	inner := 28.0 * 28 * 9 // who looks at three by three
	border := 4 * (28.0*6 + 4)
	if got, want := Candidates(all, [2]float64{10, 5}, 1, same(0.6)), (inner+border)/900-1; !near(got, want, 1e-12) {
		t.Errorf("%g candidates, expected %g", got, want)
	}
	if got := Candidates(all, [2]float64{10, 5}, 1, same(0.4)); got != 0 {
		t.Errorf("%g candidates in a bin of one", got)
	}
	byDensity := func(density float64) float64 { return 0.4 + 0.2*math.Round(density) } // 4/9 in the corners, 2/3 at the rim, 1 inside
	if got, want := Candidates(all, [2]float64{10, 5}, 1, byDensity), (inner+4*28*6)/900-1+4./900; !near(got, want, 1e-12) {
		t.Errorf("%g candidates by density, expected %g", got, want)
	}
	if got := Candidates(nil, [2]float64{}, 1, same(1)); got != 0 {
		t.Errorf("nobody has %g candidates", got)
	}
}
