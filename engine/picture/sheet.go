package picture

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Panel is one picture of a sheet with a line of text above it.
type Panel struct {
	Label string
	Image image.Image
}

const (
	margin = 8
	line   = 18 // height of a line of text
)

// Sheet lays panels side by side, with a title above and a legend below; empty texts take no room.
func Sheet(title, legend string, panels ...Panel) *image.RGBA {
	w, h := margin, 0
	labels := 0
	for _, p := range panels {
		size := p.Image.Bounds().Size()
		w += max(size.X, textWidth(p.Label)) + margin
		h = max(h, size.Y)
		if p.Label != "" {
			labels = line
		}
	}
	w = max(w, textWidth(title)+2*margin, textWidth(legend)+2*margin)
	top := margin + lines(title) + labels
	img := image.NewRGBA(image.Rect(0, 0, w, top+h+margin+lines(legend)))
	draw.Draw(img, img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	text(img, margin, margin, title, ink)
	text(img, margin, top+h+margin-2, legend, ink)
	x := margin
	for _, p := range panels {
		size := p.Image.Bounds().Size()
		text(img, x, top-labels, p.Label, ink)
		draw.Draw(img, image.Rect(x, top, x+size.X, top+size.Y), p.Image, p.Image.Bounds().Min, draw.Over)
		x += max(size.X, textWidth(p.Label)) + margin
	}
	return img
}

func lines(s string) int {
	if s == "" {
		return 0
	}
	return line
}

func textWidth(s string) int { return font.MeasureString(basicfont.Face7x13, s).Ceil() }

// text writes a line whose upper left corner is at (x, y).
func text(img *image.RGBA, x, y int, s string, c color.RGBA) {
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: basicfont.Face7x13, Dot: fixed.P(x, y+12)}
	d.DrawString(s)
}
