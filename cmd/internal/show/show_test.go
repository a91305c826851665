package show

import (
	"image/color"
	"testing"

	"throng/engine"
	"throng/engine/picture"
	"throng/engine/scenes"
)

// stairs is the scene of two levels with its crowd after a step, on the CPU executor.
func stairs(t *testing.T) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Executor: "cpu", KeepImages: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	scene, err := scenes.Load("stairs", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Load(scenes.Defaults("stairs"), scene); err != nil {
		t.Fatal(err)
	}
	if err := e.Step(0.05); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestFieldsCanBeDrawn(t *testing.T) {
	e := stairs(t)
	for _, name := range engine.FieldNames() {
		f, err := Field(e, name, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		colours := map[color.RGBA]bool{}
		paint := Palette(e, name, f).Paint
		for layer := range f.Layers {
			img := picture.Draw(f, layer, paint, 1)
			for y := range f.Height {
				for x := range f.Width {
					colours[img.RGBAAt(x, y)] = true
				}
			}
		}
		if len(colours) < 2 {
			t.Errorf("%s is drawn in %d colours", name, len(colours))
		}
	}
	// Images of the bake have no value where nothing was drawn, such as below the last surface.
	f, err := Field(e, "normal", 0)
	if err != nil {
		t.Fatal(err)
	}
	if v := f.At(f.Width-1, f.Height-1, f.Layers-1)[0]; v == v {
		t.Errorf("an empty texel has the normal %g", v)
	}
}

func TestCrowd(t *testing.T) {
	e := stairs(t)
	crowd, err := NewCrowd(e, 600)
	if err != nil {
		t.Fatal(err)
	}
	if storeys := crowd.floors.Storeys(); len(storeys) != 2 || storeys[1] < 3 || storeys[1] > 3.1 {
		t.Errorf("the storeys are %v", storeys)
	}
	img, err := crowd.Draw(e)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[color.RGBA]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			counts[img.RGBAAt(x, y)]++
		}
	}
	for group := range 2 {
		if n := counts[picture.Group(group)]; n < 100 {
			t.Errorf("group %d has %d pixels", group, n)
		}
	}
}
