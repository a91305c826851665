package ecs

import (
	"encoding/json"
	"math"
)

// Laws of a Distribution.
const (
	LawUniform   = "uniform"
	LawNormal    = "normal"
	LawLognormal = "lognormal"
	LawWeidmann  = "weidmann" // speeds: normal, 1.34 ± 0.26 m/s between 0.5 and 2.2 m/s (Weidmann 1993)
)

// Distribution is the law of a quantity that differs from agent to agent. The zero value is always 0.
//
// Normal and lognormal have the mean and the standard deviation of the quantity itself before it is cut, and are cut at Min
// and Max; where both are 0, three deviations from the mean, of the logarithm for the lognormal, and never below 0. What
// lies beyond is not moved to the cut but drawn again, in effect.
type Distribution struct {
	Law             string // "" is LawUniform
	Min, Max        float64
	Mean, Deviation float64 // of the normal and the lognormal law
}

// MarshalJSON writes the keys that the law has.
func (d Distribution) MarshalJSON() ([]byte, error) {
	m := map[string]any{}
	if d.Law != "" {
		m["law"] = d.Law
	}
	if d.curved() {
		m["mean"], m["deviation"] = d.Mean, d.Deviation
	}
	if d.Law != LawWeidmann && (!d.curved() || d.Min != 0 || d.Max != 0) {
		m["min"], m["max"] = d.Min, d.Max
	}
	return json.Marshal(m)
}

func (d Distribution) curved() bool { return d.Law == LawNormal || d.Law == LawLognormal }

// Bounds are the least and the greatest value.
func (d Distribution) Bounds() (lo, hi float64) {
	d = d.resolved()
	if !d.curved() || d.Min != 0 || d.Max != 0 {
		return d.Min, d.Max
	}
	m, s := d.bell()
	if lo, hi = m-3*s, m+3*s; d.Law == LawLognormal {
		return math.Exp(lo), math.Exp(hi)
	}
	return max(0, lo), hi
}

// resolved gives Weidmann's law its numbers.
func (d Distribution) resolved() Distribution {
	if d.Law == LawWeidmann {
		return Distribution{Law: LawNormal, Mean: 1.34, Deviation: 0.26, Min: 0.5, Max: 2.2}
	}
	return d
}

// bell is the mean and the deviation of the normal law behind: of the quantity, or of its logarithm.
func (d Distribution) bell() (m, s float64) {
	if d.Law != LawLognormal {
		return d.Mean, d.Deviation
	}
	v := math.Log1p(d.Deviation * d.Deviation / (d.Mean * d.Mean))
	return math.Log(d.Mean) - v/2, math.Sqrt(v)
}

// share is the share of the law before it is cut that lies below x.
func (d Distribution) share(x float64) float64 {
	m, s := d.bell()
	if d.Law == LawLognormal {
		x = math.Log(max(x, math.SmallestNonzeroFloat64))
	}
	return math.Erfc((m-x)/(s*math.Sqrt2)) / 2
}

// Below is the probability of a value of at most x.
func (d Distribution) Below(x float64) float64 {
	lo, hi := d.Bounds()
	d = d.resolved()
	switch {
	case x >= hi:
		return 1
	case x < lo:
		return 0
	case !d.curved():
		return (x - lo) / (hi - lo)
	}
	a, b := d.share(lo), d.share(hi)
	return (d.share(x) - a) / (b - a)
}

// Quantile is the value that a share u of all does not exceed [Limits: 0 <= u <= 1]: with u uniform it has the law.
func (d Distribution) Quantile(u float64) float64 {
	lo, hi := d.Bounds()
	d = d.resolved()
	if !d.curved() || !(lo < hi) {
		return lo + u*(hi-lo)
	}
	a, b := d.share(lo), d.share(hi)
	m, s := d.bell()
	x := m + s*math.Sqrt2*math.Erfinv(2*(a+u*(b-a))-1)
	if d.Law == LawLognormal {
		x = math.Exp(x)
	}
	return min(max(x, lo), hi)
}

// distribution reads the keys of the law.
func (o *object) distribution() Distribution {
	var d Distribution
	o.text("law", &d.Law)
	if d.Law == LawWeidmann {
		o.done()
		return d
	}
	if d.curved() {
		o.require("mean", "the mean")
		o.float("mean", &d.Mean)
		o.require("deviation", "the standard deviation")
		o.float("deviation", &d.Deviation)
	}
	if !d.curved() || o.has("min") || o.has("max") {
		o.require("min", "the least value")
		o.require("max", "the greatest value")
	}
	o.float("min", &d.Min)
	o.float("max", &d.Max)
	o.done()
	return d
}

// distribution checks a law whose values are to lie from lo to hi.
func (c *checker) distribution(path string, d Distribution, lo, hi float64) {
	if d.Law != "" {
		c.oneOf(path+".law", d.Law, LawUniform, LawNormal, LawLognormal, LawWeidmann)
	}
	if d.curved() {
		c.above(path+".mean", d.Mean, 0, hi)
		c.above(path+".deviation", d.Deviation, 0, hi)
	}
	if c.err != nil || d.Law == LawWeidmann {
		return
	}
	least, most := d.Bounds()
	c.within(path+".min", least, lo, hi)
	c.within(path+".max", most, least, hi)
	if d.curved() && c.err == nil && !(d.share(most)-d.share(least) > 1e-6) {
		c.fail(path+".min", "hardly any value lies from %v to %v with a mean of %v and a deviation of %v; expected at least one in a million",
			least, most, d.Mean, d.Deviation)
	}
}
