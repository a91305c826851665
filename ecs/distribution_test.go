package ecs

import (
	"math"
	"slices"
	"testing"
)

// laws are distributions with their mean and deviation, which numbers from a table or an integral give.
var laws = map[string]struct {
	law             Distribution
	mean, deviation float64
}{
	"constant":     {Distribution{Min: 3, Max: 3}, 3, 0},
	"uniform":      {Distribution{Min: 10, Max: 100}, 55, 90 / math.Sqrt(12)},
	"normal":       {Distribution{Law: LawNormal, Mean: 30, Deviation: 5}, 30, 5 * 0.98658},                  // cut at three deviations
	"half normal":  {Distribution{Law: LawNormal, Mean: 1, Deviation: 1, Min: 1, Max: 40}, 1.79788, 0.60281}, // √(2/π), √(1-2/π)
	"lognormal":    {Distribution{Law: LawLognormal, Mean: 30, Deviation: 15, Min: 0, Max: 1e6}, 30, 15},
	"weidmann":     {Distribution{Law: LawWeidmann}, 1.34012, 0.25837},
	"late in life": {Distribution{Law: LawLognormal, Mean: 2, Deviation: 0.2, Min: 1, Max: 3}, 2, 0.2},
}

// Quantiles of evenly spread shares have the mean and the deviation of the law, and shares and quantiles are inverse.
func TestDistributions(t *testing.T) {
	const n = 200_000
	for name, c := range laws {
		sum, squares := 0.0, 0.0
		lo, hi := c.law.Bounds()
		for k := range n {
			u := (float64(k) + 0.5) / n
			x := c.law.Quantile(u)
			sum += x
			squares += x * x
			if x < lo || x > hi {
				t.Fatalf("%s: %g of all are at most %g, outside %g to %g", name, u, x, lo, hi)
			}
			if back := c.law.Below(x); lo < hi && math.Abs(back-u) > 1e-9 {
				t.Fatalf("%s: %g of all are at most %g, but %g are", name, u, x, back)
			}
		}
		mean := sum / n
		deviation := math.Sqrt(max(0, squares/n-mean*mean))
		if math.Abs(mean-c.mean) > 2e-4*c.mean || math.Abs(deviation-c.deviation) > 2e-3*c.mean {
			t.Errorf("%s: mean %g and deviation %g, want %g and %g", name, mean, deviation, c.mean, c.deviation)
		}
		if c.law.Quantile(0) < lo || c.law.Quantile(1) > hi || c.law.Below(lo-1e-9) != 0 || c.law.Below(hi) != 1 {
			t.Errorf("%s: the ends are %g and %g", name, c.law.Quantile(0), c.law.Quantile(1))
		}
	}
}

// kolmogorov is the largest distance between the share of values at most x and that of the law, times √n.
func kolmogorov(values []float64, law Distribution) float64 {
	slices.Sort(values)
	worst, n := 0.0, float64(len(values))
	for k, x := range values {
		p := law.Below(x)
		worst = max(worst, p-float64(k)/n, float64(k+1)/n-p)
	}
	return worst * math.Sqrt(n)
}

// The draws of agents have the law they are to have, and no other.
func TestDrawsHaveTheLaw(t *testing.T) {
	for name, c := range laws {
		for spawn := range 3 {
			values := make([]float64, 5000)
			for k := range values {
				d := NewDraws(7, spawn, k)
				d.Next() // laws must not depend on what was drawn before
				values[k] = d.Of(c.law)
			}
			// 1.95 is exceeded by one sample in a thousand.
			if k := kolmogorov(values, c.law); c.deviation > 0 && k > 1.95 {
				t.Errorf("%s: Kolmogorov's distance is %g", name, k)
			}
			if other := (Distribution{Min: c.mean * 0.97, Max: c.mean * 1.03}); kolmogorov(values, other) < 1.95 {
				t.Errorf("%s: the test does not tell it from %+v", name, other)
			}
		}
	}
}

// Draws of neighbours are not alike: neither of agents, nor of spawns, nor of seeds, nor one after the other.
func TestDrawsAreIndependent(t *testing.T) {
	const n = 20_000
	for name, next := range map[string]func(k int) (a, b *Draws){
		"agents": func(k int) (a, b *Draws) { return NewDraws(1, 0, k), NewDraws(1, 0, k+1) },
		"spawns": func(k int) (a, b *Draws) { return NewDraws(1, 0, k), NewDraws(1, 1, k) },
		"seeds":  func(k int) (a, b *Draws) { return NewDraws(1, 0, k), NewDraws(2, 0, k) },
		"turns":  func(k int) (a, b *Draws) { a, b = NewDraws(1, 0, k), NewDraws(1, 0, k); b.Next(); return a, b },
	} {
		sum := 0.0
		for k := range n {
			a, b := next(k)
			sum += 12 * (a.Next() - 0.5) * (b.Next() - 0.5)
		}
		if r := sum / n; math.Abs(r) > 4/math.Sqrt(n) {
			t.Errorf("%s: the correlation is %g", name, r)
		}
	}
}
