package passes_test

import (
	"math"
	"testing"

	"throng/passes"
)

// A stored pair is off by half a unit at most, and numbers beyond the range become its ends.
func TestPairsRoundToTheirUnit(t *testing.T) {
	for name, c := range map[string]struct {
		pack   func([2]float32) uint32
		unpack func(uint32) [2]float32
		unit   float64
	}{
		"velocity": {passes.PackVelocity, passes.UnpackVelocity, 1.0 / 2048},
		"slope":    {passes.PackSlope, passes.UnpackSlope, 1.0 / 4096},
	} {
		most := 32767 * c.unit
		for _, v := range [][2]float64{{0, 0}, {1.34, -0.02}, {-7.99, 7.99}, {0.4999 * c.unit, -0.4999 * c.unit}, {1e9, -1e9}, {-most, most}} {
			got := c.unpack(c.pack([2]float32{float32(v[0]), float32(v[1])}))
			for i := range v {
				want := min(max(v[i], -most-c.unit), most)
				if math.Abs(float64(got[i])-want) > 0.5*c.unit {
					t.Errorf("%s: %v is stored as %v", name, v, got)
				}
			}
		}
	}
}
