package picture

import (
	"image/color"
	"math"
)

// Colours that several pictures share.
var (
	Black      = color.RGBA{0, 0, 0, 255}
	White      = color.RGBA{255, 255, 255, 255}
	background = color.RGBA{38, 40, 46, 255}    // where nothing is
	ink        = color.RGBA{232, 232, 236, 255} // text on it
)

// groups are the colours of agents and goals, told apart by people who see few colours too.
var groups = [Groups]color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {148, 52, 40, 255}, {108, 90, 200, 255},
}

// Groups is how many colours groups have.
const Groups = 8

// Group is the colour of a group or goal number; they repeat after Groups.
func Group(k int) color.RGBA {
	if k < 0 {
		k = 0
	}
	return groups[k%Groups]
}

// Blend goes from a to b as t goes from 0 to 1.
func Blend(a, b color.RGBA, t float64) color.RGBA {
	t = min(max(t, 0), 1)
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// ramp is a colour scale of equal steps between its stops.
type ramp []color.RGBA

// at is the colour of t in [0, 1].
func (r ramp) at(t float64) color.RGBA {
	if !(t > 0) {
		return r[0]
	}
	x := min(t, 1) * float64(len(r)-1)
	k := min(int(x), len(r)-2)
	return Blend(r[k], r[k+1], x-float64(k))
}

// Scales. spectrum is ML's figure 12, blues its figure 10.
var (
	spectrum = ramp{Black, {255, 0, 0, 255}, {255, 255, 0, 255}, {0, 255, 0, 255}, {0, 255, 255, 255}, {255, 0, 255, 255}}
	blues    = ramp{{236, 236, 236, 255}, {120, 170, 240, 255}, {20, 70, 220, 255}, {0, 0, 90, 255}}
	greys    = ramp{{30, 30, 30, 255}, {245, 245, 245, 255}}
	heat     = ramp{{56, 56, 160, 255}, {150, 40, 110, 255}, {240, 120, 50, 255}, {255, 240, 150, 255}}
)

// unit turns [0, 1] into a colour channel.
func unit(v float64) uint8 { return uint8(math.Round(255 * min(max(v, 0), 1))) }

// hue is a full colour of the wheel, from red at 0 by green and blue back to red at 1.
func hue(h float64) color.RGBA {
	channel := func(at float64) uint8 {
		away := math.Abs(math.Mod(h-at+1.5, 1) - 0.5)
		return unit(0.2 + 0.75*min(max(2-6*away, 0), 1))
	}
	return color.RGBA{channel(0), channel(1. / 3), channel(2. / 3), 255}
}
