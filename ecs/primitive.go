package ecs

import (
	"cmp"
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
	if err := checkDraco(f.doc, p); err != nil {
		return err
	}
	if err := f.read(positions); err != nil {
		return fmt.Errorf("positions: accessor %d: %w", positions, err)
	}
	n := len(f.points)
	var indices []uint32
	if p.Indices != nil {
		var err error
		if indices, err = readIndices(f.doc, *p.Indices, n); err != nil {
			return fmt.Errorf("indices: accessor %d: %w", *p.Indices, err)
		}
		n = len(indices)
	}
	if p.Mode == gltf.PrimitiveTriangles && n%3 != 0 {
		return fmt.Errorf("triangles of %d corners; expected a multiple of 3", n)
	}
	if err := f.spend(n); err != nil {
		return err
	}
	corner := func(i int) ([3]float64, error) {
		if indices != nil {
			i = int(indices[i])
		}
		w := apply(&e.Transform, f.points[i])
		for _, v := range w {
			if !(math.Abs(v) <= maxCoordinate) {
				return w, fmt.Errorf("positions: accessor %d: vertex %d is at %v in the world; expected at most %g m from the origin",
					positions, i, w, maxCoordinate)
			}
		}
		return w, nil
	}
	return f.emit(e, p.Mode, n, corner)
}

// read keeps the points of an accessor for the primitives that share it.
func (f *flattener) read(accessor int) error {
	if accessor == f.accessor {
		return nil
	}
	points, err := readPositions(f.doc, accessor)
	if err != nil {
		return err
	}
	for i, p := range points {
		if !finite(p[:]...) {
			return fmt.Errorf("vertex %d is %v; expected finite numbers", i, p)
		}
	}
	f.points, f.accessor = points, accessor
	return f.spend(len(points))
}

// checkDraco refuses compressed triangles in a file that does not say that it
// requires their extension: its accessors have no data, and would read as zeros.
func checkDraco(doc *gltf.Document, p *gltf.Primitive) error {
	i := p.Attributes[gltf.POSITION]
	if _, ok := p.Extensions[draco]; !ok || i < 0 || i >= len(doc.Accessors) || doc.Accessors[i].BufferView != nil {
		return nil
	}
	return compressed(draco)
}

// emit appends the triangles that n corners make in a mode (glTF §3.7.2.1).
func (f *flattener) emit(e *Entity, mode gltf.PrimitiveMode, n int, corner func(int) ([3]float64, error)) error {
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
		var t Triangle
		var err [3]error
		a, b, c := each(i)
		t[0], err[0] = corner(a)
		t[1], err[1] = corner(b)
		t[2], err[2] = corner(c)
		if err := cmp.Or(err[0], err[1], err[2]); err != nil {
			return err
		}
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
