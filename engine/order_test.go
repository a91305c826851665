package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"throng/ecs"
)

// person is somebody whom a test spawns.
type person struct {
	group int
	at    ecs.SpawnAt
}

// residents are the people of a built-in scene where they start, each with a speed of his own.
func residents(t *testing.T, scene string) (crowd []person) {
	e := open(t, Options{Executor: "cpu"})
	sc, s := builtin(t, scene)
	must(t, e.Load(sc, s))
	must(t, e.Step(1e-6))
	views, err := e.Agents(nil)
	must(t, err)
	r := rand.New(rand.NewPCG(1, 1))
	for _, v := range views {
		crowd = append(crowd, person{v.Group, ecs.SpawnAt{Position: v.Position, Speed: 1 + 0.5*r.Float64()}})
	}
	return crowd
}

// shuffledRun spawns the people of a scene in an order of its own, and gives the fields of the first step, when they arrived
// and the hash at the end.
func shuffledRun(t *testing.T, executor, scene string, crowd []person, order uint64) (fields map[string][]byte, arrivals []float64, hash string) {
	e := hosting(t, Options{Executor: executor, InFlight: 1}, scene)
	n := len(crowd)
	crowd = slices.Clone(crowd)
	if order > 0 {
		rand.New(rand.NewPCG(order, 7)).Shuffle(n, func(i, j int) { crowd[i], crowd[j] = crowd[j], crowd[i] })
	}
	for _, p := range crowd {
		must(t, e.Spawn(p.group, p.at))
	}
	must(t, e.Step(0.05))
	fields = map[string][]byte{}
	for _, slot := range []string{"crowd", "cost", "potential", "velocity"} {
		data, err := e.bytesOf(slot)
		must(t, err)
		fields[slot] = data
	}
	for e.Time() < 75 && len(arrivals) < n {
		must(t, e.Step(0.05))
		must(t, e.Wait())
		for s := e.Stats(); len(arrivals) < int(s.Arrived); {
			arrivals = append(arrivals, e.Time())
		}
	}
	hash, err := e.Hash()
	must(t, err)
	return fields, arrivals, hash
}

// kolmogorov is the probability that two samples of one law differ as these do, or more: the two-sample test of Kolmogorov
// and Smirnov, by the series of its limit.
func kolmogorov(a, b []float64) float64 {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	worst, i, j := 0.0, 0, 0
	for i < len(a) && j < len(b) {
		x := min(a[i], b[j])
		for i < len(a) && a[i] <= x {
			i++
		}
		for j < len(b) && b[j] <= x {
			j++
		}
		worst = max(worst, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	n := math.Sqrt(float64(len(a)) * float64(len(b)) / float64(len(a)+len(b)))
	lambda, sum := (n+0.12+0.11/n)*worst, 0.0
	if lambda < 0.2 {
		return 1
	}
	for k := 1.0; k < 100; k++ {
		sum += 2 * math.Pow(-1, k-1) * math.Exp(-2*k*k*lambda*lambda)
	}
	return min(max(sum, 0), 1)
}

// The order in which people are spawned is nobody's fate: the fields of the first step are the same to the bit, and when
// people arrive is drawn from one law. The same order gives the same hash.
func TestSpawnOrder(t *testing.T) {
	longer(t)
	executors(t, func(t *testing.T, x string) {
		const scene = "stairs"
		crowd := residents(t, scene)[:45]
		fields, arrivals, hash := shuffledRun(t, x, scene, crowd, 0)
		if _, _, again := shuffledRun(t, x, scene, crowd, 0); again != hash {
			t.Error("the same run gave another hash")
		}
		otherFields, otherArrivals, other := shuffledRun(t, x, scene, crowd, 1)
		for slot, data := range fields {
			if !slices.Equal(data, otherFields[slot]) {
				t.Errorf("%q of the first step differs", slot)
			}
		}
		if other == hash {
			t.Error("another order gave the same hash: it was not another order")
		}
		p := kolmogorov(arrivals, otherArrivals)
		t.Logf("of %d, %d and %d arrived, p = %.3f", len(crowd), len(arrivals), len(otherArrivals), p)
		if least := len(crowd) * 9 / 10; !(p > 0.05) || len(arrivals) < least || len(otherArrivals) < least {
			t.Errorf("arrivals of %d and %d people are of one law with p = %g, expected more than 0.05 and %d people", len(arrivals), len(otherArrivals), p, least)
		}
	})
}

// The test tells apart what differs by a third of a deviation, and takes alike what is alike.
func TestKolmogorovBites(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	draw := func(mean float64) (s []float64) {
		for range 400 {
			s = append(s, mean+r.NormFloat64())
		}
		return s
	}
	if p := kolmogorov(draw(0), draw(0.33)); p > 0.01 {
		t.Errorf("samples a third of a deviation apart have p = %g", p)
	}
	alike := 0
	for range 100 {
		if kolmogorov(draw(0), draw(0)) > 0.05 {
			alike++
		}
	}
	if alike < 88 {
		t.Errorf("of 100 pairs of samples of one law %d have p above 0.05, expected about 95", alike)
	}
}
