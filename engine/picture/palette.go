package picture

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Palette is how a field of a certain name is painted, with a legend of one line.
type Palette struct {
	Paint  Painter
	Legend string
}

var (
	purple = color.RGBA{128, 0, 160, 255}
	yellow = color.RGBA{250, 220, 40, 255}
	cyan   = color.RGBA{0, 200, 220, 255}
	red    = color.RGBA{220, 30, 30, 255}
	blue   = color.RGBA{30, 60, 255, 255}
)

// For gives the palette of a field by its name, scaled to its values; unknown names get a grey scale. The colours of
// grid, connection, density, potential and velocity are those of ML's figures 4, 7, 10, 12 and 13.
func For(name, unit string, f *Field) Palette {
	if want, ok := channels[name]; ok && f.Channels < want {
		return sequential(greys, name, unit, f)
	}
	switch name {
	case "grid":
		return Palette{paintGrid, "grid: yellow walkable, cyan not a floor: steep, underside or obstacle, or under a wall, purple too low, grey inside an obstacle"}
	case "connection":
		return connection(f)
	case "discomfort":
		return discomfort(f)
	case "goal":
		return Palette{paintGoal, "goal: a colour per number, grey elsewhere"}
	case "spawn":
		return Palette{paintSpawn, "spawn: a colour per region, grey elsewhere"}
	case "island":
		return Palette{paintIsland, "island: grey the largest, a colour for each other, dark closed"}
	case "slope":
		return slope(f)
	case "potential":
		return potential(unit, f)
	case "velocity", "meanVelocity":
		return velocity(name, unit, f)
	case "position":
		return position(f)
	case "normal":
		return Palette{paintNormal, "normal: red x, green y, blue z, from -1 to 1"}
	case "colour":
		return Palette{paintColour, "colour of the surface"}
	case "density":
		return sequential(blues, name, unit, f)
	case "speed", "cost":
		return sequential(heat, name, unit, f)
	}
	return sequential(greys, name, unit, f)
}

// channels is what a palette needs of a field.
var channels = map[string]int{"connection": 4, "slope": 2, "velocity": 2, "meanVelocity": 2, "position": 3, "normal": 3, "colour": 3}

func missing(v float32) bool { return v != v }

func paintGrid(v []float32) color.RGBA {
	switch v[0] {
	case 0:
		return yellow
	case 1, 3:
		return cyan
	case 2:
		return purple
	case 5:
		return color.RGBA{110, 110, 110, 255}
	}
	return Black
}

// connection shows the neighbours' layers N, E, S as red, green, blue, the first layer dim and the last bright; a cell
// without neighbours is black. The west is left out: an image has three colours.
func connection(f *Field) Palette {
	shade := func(layer float32) uint8 {
		if !(layer >= 0) {
			return 0
		}
		return unit(0.25 + 0.75*float64(layer+1)/float64(f.Layers))
	}
	return Palette{func(v []float32) color.RGBA {
		return color.RGBA{shade(v[0]), shade(v[1]), shade(v[2]), 255}
	}, fmt.Sprintf("connection: layer of N red, E green, S blue, of %d; black none", f.Layers)}
}

// discomfort is black where nobody walks, red where nobody may (ML's padding), else white to orange.
func discomfort(f *Field) Palette {
	_, hi := f.Range()
	scale := ramp{White, {240, 150, 30, 255}}
	return Palette{func(v []float32) color.RGBA {
		switch {
		case missing(v[0]):
			return Black
		case v[0] >= infinite:
			return red
		}
		return scale.at(float64(v[0]) / max(float64(hi), 1e-9))
	}, fmt.Sprintf("discomfort: white 0, orange %.3g, red closed, black no floor", hi)}
}

func paintGoal(v []float32) color.RGBA {
	switch {
	case missing(v[0]):
		return Black
	case v[0] < 0:
		return color.RGBA{150, 150, 150, 255}
	}
	return Group(int(v[0]))
}

// distinct tells neighbouring numbers apart: each next hue lies the golden angle further.
func distinct(n float32) color.RGBA { return hue(math.Mod(float64(n)*0.381966, 1)) }

func paintSpawn(v []float32) color.RGBA {
	if missing(v[0]) || v[0] < 0 || v[0] >= infinite {
		return paintGoal([]float32{min(v[0], -1)})
	}
	return distinct(v[0])
}

func paintIsland(v []float32) color.RGBA {
	switch {
	case missing(v[0]):
		return Black
	case v[0] < 1:
		return background
	case v[0] == 1:
		return color.RGBA{190, 196, 200, 255}
	}
	return distinct(v[0] - 2)
}

// slope shows how steep the floor is, whichever way it falls.
func slope(f *Field) Palette {
	rise := func(v []float32) float64 { return math.Hypot(float64(v[0]), float64(v[1])) }
	steepest := 0.0
	for c := 0; c < len(f.Data); c += f.Channels {
		if r := rise(f.Data[c : c+2]); r > steepest && r < infinite {
			steepest = r
		}
	}
	return Palette{func(v []float32) color.RGBA {
		if r := rise(v); r < infinite {
			return greys.at(r / max(steepest, 1e-9))
		}
		return background
	}, fmt.Sprintf("slope: dark level, light %.3g", steepest)}
}

func potential(measure string, f *Field) Palette {
	_, hi := f.Range()
	return Palette{func(v []float32) color.RGBA {
		switch {
		case missing(v[0]):
			return background
		case v[0] >= infinite:
			return purple
		case v[0] == 0:
			return blue
		}
		return spectrum.at(float64(v[0]) / max(float64(hi), 1e-9))
	}, joined("potential: goal blue, black 0 to magenta", fmt.Sprintf("%.4g", hi), measure) + ", purple unreachable"}
}

// velocity is red for +x, green for -x, blue for +z; -z has no colour of its own and darkens.
func velocity(name, measure string, f *Field) Palette {
	fastest := 0.0
	for c := 0; c+1 < len(f.Data); c += f.Channels {
		if v := math.Hypot(float64(f.Data[c]), float64(f.Data[c+f.Channels-1])); v > fastest {
			fastest = v
		}
	}
	return Palette{func(v []float32) color.RGBA {
		x, z := float64(v[0])/max(fastest, 1e-9), float64(v[len(v)-1])/max(fastest, 1e-9)
		if x != x || z != z {
			return color.RGBA{90, 90, 90, 255}
		}
		return color.RGBA{unit(x), unit(-x), unit(z), 255}
	}, joined(name+": +x red, -x green, +z blue, -z dark; full", fmt.Sprintf("%.3g", fastest), measure)}
}

func position(f *Field) Palette {
	var lo, hi [3]float64
	for k := range 3 {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
		for c := k; c < len(f.Data); c += f.Channels {
			if v := float64(f.Data[c]); v == v {
				lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
			}
		}
	}
	return Palette{func(v []float32) color.RGBA {
		if missing(v[0]) {
			return background
		}
		share := func(k int) uint8 { return unit((float64(v[k]) - lo[k]) / max(hi[k]-lo[k], 1e-9)) }
		return color.RGBA{share(0), share(1), share(2), 255}
	}, "position: red x, green y, blue z, over the scene's box"}
}

func paintNormal(v []float32) color.RGBA {
	if missing(v[0]) {
		return background
	}
	half := func(x float32) uint8 { return unit(0.5 + 0.5*float64(x)) }
	return color.RGBA{half(v[0]), half(v[1]), half(v[2]), 255}
}

func paintColour(v []float32) color.RGBA {
	if missing(v[0]) {
		return background
	}
	return color.RGBA{unit(float64(v[0])), unit(float64(v[1])), unit(float64(v[2])), 255}
}

// sequential scales the mean of a cell's channels from the field's least to its greatest value. Negative speeds mark
// closed directions and do not count.
func sequential(scale ramp, name, measure string, f *Field) Palette {
	lo, hi := f.Range()
	lo = max(lo, 0)
	if f.Channels == 1 {
		lo, _ = f.Range()
	}
	return Palette{func(v []float32) color.RGBA {
		sum, n := 0.0, 0
		for _, x := range v {
			if x == x && x < infinite && (len(v) == 1 || x >= 0) {
				sum += float64(x)
				n++
			}
		}
		if n == 0 {
			return background
		}
		return scale.at((sum/float64(n) - float64(lo)) / max(float64(hi-lo), 1e-9))
	}, joined(name+":", fmt.Sprintf("%.3g to %.3g", lo, hi), measure)}
}

// joined joins the parts that are there.
func joined(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, " ")
}
