package engine

import (
	"math"

	"throng/passes"
	"throng/passes/bake"
)

// images are the layered images of the bake, kept on the host for pictures ([Options.KeepImages]).
type images struct {
	width, height int
	layers        []imageLayer
}

// imageLayer is one peeled layer, row by row.
type imageLayer struct {
	position, connection []uint32 // four words a texel
	surface, grid        []uint32 // triangle of the scene + 1; flag
}

// layer gives a layer of the images; new ones are empty.
func (m *images) layer(k int) *imageLayer {
	for len(m.layers) <= k {
		n := m.width * m.height
		l := imageLayer{make([]uint32, 4*n), make([]uint32, 4*n), make([]uint32, n), make([]uint32, n)}
		for at := range n {
			l.clear(at)
		}
		m.layers = append(m.layers, l)
	}
	return &m.layers[k]
}

func (l *imageLayer) clear(at int) {
	copy(l.position[4*at:4*at+4], []uint32{0, 0, 0, 0})
	copy(l.connection[4*at:4*at+4], []uint32{none, none, none, none})
	l.surface[at], l.grid[at] = 0, bake.GridEmpty
}

const none = ^uint32(0)

// keep copies the columns of an area from the images of the block.
func (k *baker) keep(a area) error {
	m := k.pictures
	for n := range max(len(m.layers), int(k.f.Layers)) {
		l := m.layer(n)
		if n >= int(k.f.Layers) {
			k.inside(a, func(_, i, j int) { l.clear(j*m.width + i) })
			continue
		}
		var words [4][]uint32
		for s, slot := range []string{"position", "connection", "surface", "grid"} {
			var err error
			if words[s], err = k.x.readImage(slot, n); err != nil {
				return err
			}
		}
		k.inside(a, func(from, i, j int) {
			to := j*m.width + i
			copy(l.position[4*to:4*to+4], words[0][4*from:])
			copy(l.connection[4*to:4*to+4], words[1][4*from:])
			l.surface[to], l.grid[to] = 0, words[3][from]
			if t := words[2][from]; t != 0 {
				l.surface[to] = k.index[t-1] + 1
			}
		})
	}
	return nil
}

// texel gives the values of an image, NaN where the layer is empty.
func (e *Engine) texel(name string, l *imageLayer, at int, v []float32) {
	if l.surface[at] == 0 {
		if name == "grid" {
			v[0] = bake.GridEmpty
		}
		return
	}
	triangle := l.surface[at] - 1
	facet := e.geometry.facets[triangle]
	switch name {
	case "grid":
		v[0] = float32(l.grid[at])
	case "position":
		for c := range 3 {
			v[c] = math.Float32frombits(l.position[4*at+c])
		}
		v[3] = 1
	case "normal":
		v[0], v[1], v[2], v[3] = -facet.Slope[0]*facet.Up, facet.Up, -facet.Slope[1]*facet.Up, 0
	case "colour":
		for c, shade := range e.scene.Entities[facet.Entity&^bake.Closed].Colour {
			v[c] = float32(shade) / 255
		}
	}
}

// imageField draws an image of the bake into a field.
func (e *Engine) imageField(f *Field, name string) {
	for k := range e.images.layers {
		for at := range f.Width * f.Height {
			e.texel(name, &e.images.layers[k], at, f.At(at%f.Width, at/f.Width, k))
		}
	}
}

// newImages makes room for pictures of the whole grid.
func newImages(f *passes.Frame) *images { return &images{width: int(f.Width), height: int(f.Height)} }
