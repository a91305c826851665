package picture

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var nan, inf = float32(math.NaN()), float32(math.Inf(1))

func row(channels int, data ...float32) *Field {
	return &Field{Width: len(data) / channels, Height: 1, Layers: 1, Channels: channels, Data: data}
}

// painted are the colours of a one-row field, from the middle of each cell's square.
func painted(t *testing.T, name string, f *Field) []color.RGBA {
	t.Helper()
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	const px = 3
	img := Draw(f, 0, For(name, "", f).Paint, px)
	colours := make([]color.RGBA, f.Width)
	for i := range colours {
		colours[i] = img.RGBAAt(i*px+1, 1)
		if corner := img.RGBAAt(i*px+px-1, px-1); corner != colours[i] {
			t.Errorf("%s: the square of cell %d has two colours", name, i)
		}
	}
	return colours
}

func TestColoursOfFields(t *testing.T) {
	cases := []struct {
		name string
		f    *Field
		want []color.RGBA
	}{
		{"grid", row(1, 0, 1, 2, 3, 4, 5), []color.RGBA{yellow, cyan, purple, cyan, Black, {110, 110, 110, 255}}},
		{"island", row(1, 1, 0, nan, 2), []color.RGBA{{190, 196, 200, 255}, background, Black, {242, 51, 51, 255}}},
		{"spawn", row(1, -1, 0, nan), []color.RGBA{{150, 150, 150, 255}, {242, 51, 51, 255}, Black}},
		{"slope", row(2, 0, 0, -3, 4, 3, -4, nan, nan), []color.RGBA{greys[0], greys[1], greys[1], background}},
		{"goal", row(1, -1, 3, nan), []color.RGBA{{150, 150, 150, 255}, Group(3), Black}},
		{"potential", row(1, 0, inf, nan, 10, 2, 1e30), []color.RGBA{blue, purple, background, {255, 0, 255, 255}, {255, 0, 0, 255}, purple}},
		{"velocity", row(2, 2, 0, -2, 0, 0, 2, 0, -2, nan, nan), []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, Black, {90, 90, 90, 255}}},
		{"velocity", row(3, 2, 9, 0, 0, 9, 2), []color.RGBA{{255, 0, 0, 255}, {0, 0, 255, 255}}},
		{"discomfort", row(1, 0, 5, inf, nan), []color.RGBA{White, {240, 150, 30, 255}, red, Black}},
		{"normal", row(3, 0, 1, 0, 0, -1, 0), []color.RGBA{{128, 255, 128, 255}, {128, 0, 128, 255}}},
		{"position", row(3, 0, 0, 0, 4, 0, 8, nan, nan, nan), []color.RGBA{{0, 0, 0, 255}, {255, 0, 255, 255}, background}},
		{"density", row(1, 0, 4, nan), []color.RGBA{blues[0], blues[3], background}},
		{"speed", row(4, 1, 1, 1, 1, -1, -1, -1, -1), []color.RGBA{heat[3], background}},
		{"height", row(1, -1, 3), []color.RGBA{greys[0], greys[1]}},
		{"colour", row(4, 1, 0, 0.5, 1), []color.RGBA{{255, 0, 128, 255}}},
	}
	for _, c := range cases {
		if got := painted(t, c.name, c.f); !slices.Equal(got, c.want) {
			t.Errorf("%s is painted %v, want %v", c.name, got, c.want)
		}
	}
}

// Layers above each other differ in shade, and a missing neighbour is dark even on the first layer.
func TestColoursOfConnections(t *testing.T) {
	f := &Field{Width: 2, Height: 1, Layers: 2, Channels: 4, Data: []float32{0, 1, -1, 0, nan, nan, nan, nan, 1, 1, 1, 1, -1, -1, -1, -1}}
	paint := For("connection", "", f).Paint
	for _, c := range []struct {
		i, layer int
		want     color.RGBA
	}{{0, 0, color.RGBA{159, 255, 0, 255}}, {1, 0, Black}, {0, 1, White}, {1, 1, Black}} {
		if got := paint(f.At(c.i, 0, c.layer)); got != c.want {
			t.Errorf("cell %d of layer %d is %v, want %v", c.i, c.layer, got, c.want)
		}
	}
}

// The spectrum's stops come in ML's order, and between them colours blend.
func TestSpectrum(t *testing.T) {
	for k, stop := range spectrum {
		if got := spectrum.at(float64(k) / float64(len(spectrum)-1)); got != stop {
			t.Errorf("stop %d is %v, want %v", k, got, stop)
		}
	}
	if got := spectrum.at(0.3); got != (color.RGBA{255, 128, 0, 255}) {
		t.Errorf("half way from red to yellow is %v", got)
	}
	if spectrum.at(7) != spectrum[5] || spectrum.at(math.NaN()) != spectrum[0] {
		t.Error("values outside the scale do not clamp")
	}
}

// Every palette takes fields with too few channels, no finite value at all, and infinities.
func TestPalettesTakeAnything(t *testing.T) {
	names := []string{"grid", "connection", "discomfort", "goal", "potential", "velocity", "meanVelocity", "position", "normal", "colour", "density", "speed", "cost", "height", "island", "spawn", "slope", "no such field"}
	for _, name := range names {
		for channels := 1; channels <= 4; channels++ {
			for _, v := range []float32{nan, inf, -inf, 0, -1, 1e30} {
				f := row(channels, slices.Repeat([]float32{v}, 2*channels)...)
				p := For(name, "m", f)
				if got := p.Paint(f.At(0, 0, 0)); got.A != 255 {
					t.Errorf("%s with %d × %g is %v", name, channels, v, got)
				}
				if p.Legend == "" || strings.ContainsFunc(p.Legend, func(r rune) bool { return r > 126 }) {
					t.Errorf("%s has the legend %q, which the font cannot show", name, p.Legend)
				}
			}
		}
	}
}

func TestFieldChecks(t *testing.T) {
	bad := Field{Width: 2, Height: 2, Layers: 1, Channels: 1, Data: make([]float32, 3)}
	if bad.Check() == nil || (&Field{}).Check() == nil {
		t.Error("a field whose data do not fit was taken")
	}
	f := &Field{Width: 1, Height: 1, Layers: 2, Channels: 1, Data: []float32{nan, 2}}
	if !f.Empty(0) || f.Empty(1) {
		t.Error("layer 0 is empty and layer 1 is not")
	}
}

func TestStoreys(t *testing.T) {
	floor := func(n int, y float32) []float32 { return slices.Repeat([]float32{y}, n) }
	stair := func() (h []float32) {
		for k := range 18 {
			h = append(h, floor(16, 0.17*float32(k+1))...)
		}
		return h
	}
	cases := []struct {
		name    string
		heights []float32
		want    []float64
	}{
		{"nothing", []float32{nan}, []float64{0}},
		{"flat", floor(50, 2), []float64{2}},
		{"two levels and a stair", slices.Concat(floor(1900, 0), stair(), floor(1900, 3.06)), []float64{0, 3.06}},
		{"three storeys", slices.Concat(floor(900, 6.12), floor(1000, 0), floor(990, 3.06), stair()), []float64{0, 3.06, 6.12}},
		{"a landing is no storey", slices.Concat(floor(1000, 0), floor(50, 1.5)), []float64{0}},
		{"a stage is no storey", slices.Concat(floor(1000, 0), floor(500, 0.5)), []float64{0}},
	}
	for _, c := range cases {
		got := Storeys(c.heights, 1.8)
		if len(got) != len(c.want) {
			t.Errorf("%s: storeys are %v, want %v", c.name, got, c.want)
			continue
		}
		for k := range got {
			if math.Abs(got[k]-c.want[k]) > 0.05 {
				t.Errorf("%s: storeys are %v, want %v", c.name, got, c.want)
			}
		}
	}
	for height, want := range map[float64]int{-4: 0, 0: 0, 2: 0, 2.6: 1, 3.06: 1, 5: 1, 9: 2} {
		if got := StoreyOf([]float64{0, 3, 6}, height); got != want {
			t.Errorf("height %g belongs to storey %d, want %d", height, got, want)
		}
	}
}

// house has two storeys of 20 × 10 cells of 0.5 m, the goal in the lower one's first column, a closed cell at (5, 5).
func house() Plan {
	p := Plan{
		Cell: 0.5, Corner: [2]float64{-1, 2}, Apart: 1.8,
		Height: &Field{Width: 20, Height: 10, Layers: 2, Channels: 1, Data: make([]float32, 400)},
		Open:   slices.Repeat([]bool{true}, 400), Goal: slices.Repeat([]int{-1}, 400),
	}
	for c := range 200 {
		p.Height.Data[c] = 3
		if c%20 == 0 {
			p.Goal[200+c] = 1
		}
	}
	p.Open[200+5*20+5] = false
	p.Height.Data[3] = nan // a hole upstairs
	return p
}

func TestFloors(t *testing.T) {
	f := NewFloors(house(), 400)
	if len(f.Storeys()) != 2 || f.px != 10 {
		t.Fatalf("there are %d storeys and %d pixels per cell", len(f.Storeys()), f.px)
	}
	agent := color.RGBA{1, 2, 3, 255}
	img := f.Draw("t = 1.0 s", []Dot{{X: 4.25, Y: 0.1, Z: 4.25, Radius: 0.2, Colour: agent}, {X: -1.1, Y: 3, Z: 2, Radius: 0.3, Colour: agent}})
	// Panels lie side by side, 200 pixels each, below the title and the labels.
	top, left, right := margin+2*line, margin, 2*margin+200
	at := func(x, y int) color.RGBA { return img.RGBAAt(x, top+y) }
	checks := []struct {
		what string
		got  color.RGBA
		want color.RGBA
	}{
		{"open floor", at(left+155, 35), floorOpen},
		{"goal", at(left+5, 35), Blend(floorOpen, Group(1), 0.45)},
		{"closed cell", at(left+55, 55), floorRim},
		{"agent downstairs", at(left+105, 45), agent},
		{"beside it", at(left+105, 51), floorOpen},
		{"hole upstairs", at(right+35, 5), background},
		{"upstairs over the goal", at(right+5, 35), floorOpen},
		{"agent cut by the edge", at(right, 0), agent},
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.what, c.got, c.want)
		}
	}
	if again := f.Draw("t = 1.0 s", nil); again.RGBAAt(left+105, top+45) != floorOpen {
		t.Error("agents stay in the next picture")
	}
}

func TestDiscHasItsArea(t *testing.T) {
	img := Draw(row(1, 0), 0, func([]float32) color.RGBA { return Black }, 40)
	disc(img, 20.3, 19.6, 9.5, White)
	sum := 0.0
	for _, v := range img.Pix {
		sum += float64(v)
	}
	area := (sum - 255*40*40) / 255 / 3
	if want := math.Pi * 9.5 * 9.5; math.Abs(area-want) > 0.01*want {
		t.Errorf("a disc of radius 9.5 covers %.1f pixels, want %.1f", area, want)
	}
}

func TestSheet(t *testing.T) {
	panel := func(w, h int) Panel {
		return Panel{Image: Draw(row(1, 0), 0, func([]float32) color.RGBA { return red }, w)}
	}
	plain := Sheet("", "", panel(30, 30), panel(30, 30))
	if got, want := plain.Bounds().Size(), image.Pt(3*margin+60, 2*margin+30); got != want {
		t.Errorf("a sheet of two squares is %v, want %v", got, want)
	}
	full := Sheet("a title", "a legend that is rather longer than the picture", panel(30, 30))
	if got := full.Bounds().Dx(); got != textWidth("a legend that is rather longer than the picture")+2*margin {
		t.Errorf("the sheet is %d pixels wide, its legend does not fit", got)
	}
	inked := 0
	for y := range margin + line {
		for x := range full.Bounds().Dx() {
			if full.RGBAAt(x, y) == ink {
				inked++
			}
		}
	}
	if inked < 20 {
		t.Errorf("the title has %d pixels of ink", inked)
	}
}

func TestPixelsPerCell(t *testing.T) {
	for _, c := range [][4]int{{1, 200, 1200, 6}, {3, 96, 1500, 5}, {1, 5000, 1200, 1}, {1, 2, 1200, 12}} {
		if got := PixelsPerCell(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%d panels of %d cells on %d pixels take %d pixels per cell, want %d", c[0], c[1], c[2], got, c[3])
		}
	}
}

func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	img := Draw(row(1, 0, 1), 0, For("grid", "", row(1, 0, 1)).Paint, 2)
	if err := Save(path, img); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	back, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := back.At(3, 1).RGBA(); color.RGBAModel.Convert(back.At(3, 1)) != cyan {
		t.Errorf("the second cell reads back as %d %d %d", r>>8, g>>8, b>>8)
	}
	if err := Save(filepath.Join(path, "b.png"), img); err == nil || !strings.HasPrefix(err.Error(), "picture: ") {
		t.Errorf("writing into a file gives %v", err)
	}
}
