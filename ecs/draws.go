package ecs

import "math/rand/v2"

// Draws are the random numbers of one agent. They depend on the scenario's seed, on the spawn and on how many it brought before
// alone, so that neither other spawns, nor slots, nor the device change them.
type Draws struct{ source rand.PCG }

// NewDraws starts the numbers of agent number n of a spawn.
func NewDraws(seed uint64, spawn, n int) *Draws {
	d := &Draws{}
	d.Start(seed, spawn, n)
	return d
}

// Start does so in place.
func (d *Draws) Start(seed uint64, spawn, n int) {
	d.source.Seed(mix(seed), mix(uint64(spawn)<<32|uint64(n)))
}

// mix spreads numbers that differ in a few bits over all 64 (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Next is uniform between 0 and 1.
func (d *Draws) Next() float64 { return (float64(d.source.Uint64()>>11) + 0.5) / (1 << 53) }

// Below is a whole number from 0 to n-1, each as likely.
func (d *Draws) Below(n int) int { return int(d.Next() * float64(n)) }

// Seed is a number for a generator elsewhere, not 0.
func (d *Draws) Seed() uint32 { return uint32(d.source.Uint64()>>32) | 1 }

// Of draws from a law.
func (d *Draws) Of(law Distribution) float64 { return law.Quantile(d.Next()) }
