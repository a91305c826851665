package engine

import "throng/passes"

// area is a rectangle of tiles: columns x0 to x1 and rows z0 to z1, the last ones excluded.
type area struct{ x0, z0, x1, z1 int }

func whole(f *passes.Frame) area { return area{0, 0, int(f.TilesX), int(f.TilesZ)} }

func (a area) empty() bool { return a.x0 >= a.x1 || a.z0 >= a.z1 }

func (a area) has(x, z int) bool { return x >= a.x0 && x < a.x1 && z >= a.z0 && z < a.z1 }

// join is the area around both.
func (a area) join(b area) area {
	return area{min(a.x0, b.x0), min(a.z0, b.z0), max(a.x1, b.x1), max(a.z1, b.z1)}
}

// widen adds n tiles on every side, as far as the grid goes.
func (a area) widen(n int, f *passes.Frame) area {
	w := whole(f)
	return area{max(a.x0-n, w.x0), max(a.z0-n, w.z0), min(a.x1+n, w.x1), min(a.z1+n, w.z1)}
}

// split cuts the area into parts of at most n × n tiles.
func (a area) split(n int) (parts []area) {
	for z := a.z0; z < a.z1; z += n {
		for x := a.x0; x < a.x1; x += n {
			parts = append(parts, area{x, z, min(x+n, a.x1), min(z+n, a.z1)})
		}
	}
	return parts
}

// box is the area in the plan with a margin [m].
func (a area) box(f *passes.Frame, margin float32) box {
	tile := passes.Tile * f.Cell
	return box{float32(a.x0)*tile - margin, float32(a.z0)*tile - margin, float32(a.x1)*tile + margin, float32(a.z1)*tile + margin}
}

// tilesAround is the area of the tiles that a box of the plan with a margin touches.
func tilesAround(b box, margin float32, f *passes.Frame) area {
	tile := func(v float32) int { return int(v * f.PerCell / passes.Tile) } // negative ones are cut off below
	a := area{tile(max(0, b.x0-margin)), tile(max(0, b.z0-margin)), tile(max(0, b.x1+margin)) + 1, tile(max(0, b.z1+margin)) + 1}
	return a.widen(0, f)
}
