package vk

import "testing"

// Two overlapping triangles, the nearer one drawn first, into layer 1 of two layered images.
func TestDraw(t *testing.T) {
	d := open(t)
	const w, h = 16, 8
	// Both cover the texels left of the diagonal from (16, 0) to (0, 8); y is down.
	far := []float32{-1, -1, .75, 1, -1, .75, -1, 1, .75}
	near := []float32{-1, -1, .25, 1, -1, .25, -1, 1, .25}
	vertices := buffer(t, d, "vertices", 4*18, DeviceLocal)
	count := buffer(t, d, "count", 4, DeviceLocal)
	must(t, d.Upload(vertices, 0, floats(append(near, far...)...)))
	color := image(t, d, "color", RGBA32F, w, h, 3)
	mark := image(t, d, "mark", R32UI, w, h, 3)
	depth := image(t, d, "depth", D32, w, h, 2)
	p, err := d.NewRaster(RasterDesc{
		Label: "triangle", Vertex: spirv(t, "triangle.vert"), Fragment: spirv(t, "triangle.frag"),
		Bindings: []BindingKind{StorageBuffer, StorageBuffer}, Push: 4,
		Colors: []Format{RGBA32F, R32UI}, Depth: D32, DepthTest: true,
	})
	must(t, err)
	t.Cleanup(p.Destroy)
	s, err := d.NewSet(p, []Resource{vertices, count})
	must(t, err)
	t.Cleanup(s.Destroy)

	submit(t, d, list(t, d, func(l *List) {
		l.BeginRender([]Attachment{
			{Image: color, Layer: 1, Clear: true, Value: ClearFloats(-1, -2, -3, -4)},
			{Image: mark, Layer: 1, Clear: true, Value: ClearInts(9, 0, 0, 0)},
		}, &Attachment{Image: depth, Layer: 1, Clear: true, Value: ClearFloats(1, 0, 0, 0)}, w, h)
		l.Bind(p, s)
		l.Push(uints(5))
		l.Draw(3, 0)
		l.Push(uints(6))
		l.Draw(3, 3) // behind the first: the depth test removes all of it
		l.EndRender()
	}))

	inside := 0
	colors, marks := make([]byte, 16*w*h), make([]byte, 4*w*h)
	must(t, d.DownloadImage(color, 1, colors))
	must(t, d.DownloadImage(mark, 1, marks))
	for j := range h {
		for i := range w {
			x, y := float32(i)+.5, float32(j)+.5
			edge := x/w + y/h
			if edge > 1-1./128 && edge < 1+1./128 {
				t.Fatalf("texel %d,%d lies on the edge; choose another triangle", i, j)
			}
			want, wantMark := [3]float32{-1, -2, -3}, uint32(9)
			if edge < 1 {
				want, wantMark = [3]float32{x, y, .25}, 5
				inside++
			}
			k := j*w + i
			got := [3]float32{floatAt(colors, 4*k), floatAt(colors, 4*k+1), floatAt(colors, 4*k+2)}
			if got != want || uintAt(marks, k) != wantMark {
				t.Errorf("texel %d,%d: color %v mark %d, want %v %d", i, j, got, uintAt(marks, k), want, wantMark)
			}
		}
	}
	if got := uintAt(download(t, d, count), 0); got != uint32(inside) {
		t.Errorf("%d fragments passed the depth test, want %d", got, inside)
	}
	for _, layer := range []int{0, 2} {
		must(t, d.DownloadImage(mark, layer, marks))
		for k := range w * h {
			if uintAt(marks, k) != 0 {
				t.Fatalf("layer %d was drawn to at texel %d", layer, k)
			}
		}
	}
}

// Back faces vanish with CullBack and stay with CullFront.
func TestCull(t *testing.T) {
	d := open(t)
	vertices := buffer(t, d, "vertices", 4*9, DeviceLocal)
	count := buffer(t, d, "count", 4, DeviceLocal)
	// Clockwise on a screen with y down: a back face.
	must(t, d.Upload(vertices, 0, floats(-1, -1, 0, 3, -1, 0, -1, 3, 0)))
	mark := image(t, d, "mark", R32UI, 4, 4, 1)
	color := image(t, d, "color", RGBA8, 4, 4, 1)
	for cull, want := range map[CullMode]uint32{CullNone: 16, CullFront: 16, CullBack: 0} {
		p, err := d.NewRaster(RasterDesc{
			Label: "cull", Vertex: spirv(t, "triangle.vert"), Fragment: spirv(t, "triangle.frag"),
			Bindings: []BindingKind{StorageBuffer, StorageBuffer}, Push: 4, Colors: []Format{RGBA8, R32UI}, Cull: cull,
		})
		must(t, err)
		s, err := d.NewSet(p, []Resource{vertices, count})
		must(t, err)
		must(t, d.Run("cull", func(l *List) {
			l.Fill(count, 0, 4, 0)
			l.Barrier(TransferWrite, FragmentRead|FragmentWrite)
			l.BeginRender([]Attachment{{Image: color}, {Image: mark}}, nil, 4, 4)
			l.Bind(p, s)
			l.Push(uints(1))
			l.Draw(3, 0)
			l.EndRender()
			l.Barrier(ColorWrite, ColorRead|ColorWrite)
		}))
		if got := uintAt(download(t, d, count), 0); got != want {
			t.Errorf("cull mode %d drew %d fragments, want %d", cull, got, want)
		}
		s.Destroy()
		p.Destroy()
	}
}
