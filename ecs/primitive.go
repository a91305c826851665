package ecs

import (
	"errors"
	"fmt"
	"math"

	"github.com/qmuntal/gltf"
)

// sliver is the ratio of twice a triangle's area to its longest edge squared at
// which it has no direction left that float32 vertices could mean.
const sliver = 1e-9

// primitive appends the triangles of p, in world metres, and counts them in e.
func (f *flattener) primitive(e *Entity, p *gltf.Primitive) error {
	switch p.Mode {
	case gltf.PrimitiveTriangles, gltf.PrimitiveTriangleStrip, gltf.PrimitiveTriangleFan:
	default:
		f.skips["primitives of points or lines"]++
		return nil
	}
	positions, ok := p.Attributes[gltf.POSITION]
	if !ok {
		return errors.New("no POSITION attribute; expected one")
	}
	points, err := readPositions(f.doc, positions)
	if err != nil {
		return fmt.Errorf("positions: accessor %d: %w", positions, err)
	}
	var indices []uint32
	n := len(points)
	if p.Indices != nil {
		if indices, err = readIndices(f.doc, *p.Indices, len(points)); err != nil {
			return fmt.Errorf("indices: accessor %d: %w", *p.Indices, err)
		}
		n = len(indices)
	}
	if p.Mode == gltf.PrimitiveTriangles && n%3 != 0 {
		return fmt.Errorf("triangles of %d corners; expected a multiple of 3", n)
	}
	if err := toWorld(points, &e.Transform); err != nil {
		return fmt.Errorf("positions: accessor %d: %w", positions, err)
	}
	corner := func(i int) [3]float64 {
		if indices != nil {
			i = int(indices[i])
		}
		return points[i]
	}
	return f.emit(e, p.Mode, n, corner)
}

// toWorld moves the points in place.
func toWorld(points [][3]float64, m *mat4) error {
	for i, p := range points {
		if !finite(p[:]...) {
			return fmt.Errorf("vertex %d is %v; expected finite numbers", i, p)
		}
		w := apply(m, p)
		for _, v := range w {
			if !(math.Abs(v) <= maxCoordinate) {
				return fmt.Errorf("vertex %d is at %v in the world; expected at most %g m from the origin", i, w, maxCoordinate)
			}
		}
		points[i] = w
	}
	return nil
}

// emit appends the triangles that n corners make in a mode (glTF §3.7.2.1).
func (f *flattener) emit(e *Entity, mode gltf.PrimitiveMode, n int, corner func(int) [3]float64) error {
	count, each := n-2, func(i int) (int, int, int) { return i + 1, i + 2, 0 }
	switch mode {
	case gltf.PrimitiveTriangles:
		count, each = n/3, func(i int) (int, int, int) { return 3 * i, 3*i + 1, 3*i + 2 }
	case gltf.PrimitiveTriangleStrip:
		each = func(i int) (int, int, int) { return i, i + 1 + i%2, i + 2 - i%2 }
	}
	if count > MaxTriangles-len(f.scene.Triangles) {
		return fmt.Errorf("more than %d triangles in the scene; expected no more", MaxTriangles)
	}
	// A mirror image turns clockwise into counterclockwise and so the inside out.
	swap := mirrored(&e.Transform)
	for i := range max(count, 0) {
		a, b, c := each(i)
		t := Triangle{corner(a), corner(b), corner(c)}
		if swap {
			t[1], t[2] = t[2], t[1]
		}
		if t.degenerate() {
			f.left++
			continue
		}
		f.scene.Triangles = append(f.scene.Triangles, t)
	}
	e.Count = len(f.scene.Triangles) - e.First
	return nil
}

func (t *Triangle) degenerate() bool {
	longest := max(length(sub(t[1], t[0])), length(sub(t[2], t[1])), length(sub(t[0], t[2])))
	return !(length(t.cross()) > sliver*longest*longest)
}
