package picture

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Plan is what a picture of a crowd shows beneath the agents. All fields have one size.
type Plan struct {
	Cell   float64    // edge of a cell [m]
	Corner [2]float64 // x and z of the grid's corner [m]
	Apart  float64    // least height between two storeys [m]
	Height *Field     // of the floor [m], NaN where there is none
	Open   []bool     // cells whose centres agents can reach
	Goal   []int      // group whose goal a cell is, or -1
}

// Dot is an agent in a picture; places are in the world, in metres.
type Dot struct {
	X, Y, Z, Radius float64
	Colour          color.RGBA
}

// Floors is the empty building, a panel per storey, on which crowds are drawn.
type Floors struct {
	plan    Plan
	px      int
	storeys []float64
	empty   []*image.RGBA
}

// Colours of the floor: open, next to a wall, and where no floor is.
var (
	floorOpen = color.RGBA{214, 214, 210, 255}
	floorRim  = color.RGBA{150, 150, 148, 255}
)

// openFirst is more than any building is high [m].
const openFirst = 1e5

// NewFloors draws the empty building so that all storeys side by side come near to a width in pixels.
func NewFloors(p Plan, pixels int) *Floors {
	var heights []float32
	for c, open := range p.Open {
		if open {
			heights = append(heights, p.Height.Data[c])
		}
	}
	f := &Floors{plan: p, storeys: Storeys(heights, p.Apart)}
	f.px = PixelsPerCell(len(f.storeys), p.Height.Width, pixels)
	bounds := image.Rect(0, 0, p.Height.Width*f.px, p.Height.Height*f.px)
	for range f.storeys {
		img := image.NewRGBA(bounds)
		fill(img, 0, 0, bounds.Dx(), bounds.Dy(), background)
		f.empty = append(f.empty, img)
	}
	f.floor()
	return f
}

// Storeys are the heights of the panels [m].
func (f *Floors) Storeys() []float64 { return f.storeys }

// floor paints every cell on its storey. Where two cells of a storey lie above each other the higher one shows.
func (f *Floors) floor() {
	h := f.plan.Height
	top := make([]float32, len(f.storeys)*h.Width*h.Height)
	for c := range top {
		top[c] = float32(math.Inf(-1))
	}
	for c, height := range h.Data {
		if missing(height) {
			continue
		}
		i, j := c%h.Width, c/h.Width%h.Height
		s := StoreyOf(f.storeys, float64(height))
		at := (s*h.Height+j)*h.Width + i
		// Open floor hides the closed floor above it, such as the top of a wall.
		rank := height
		if f.plan.Open[c] {
			rank += openFirst
		}
		if rank > top[at] {
			top[at] = rank
			fill(f.empty[s], i*f.px, j*f.px, f.px, f.px, f.colour(c, float64(height)-f.storeys[s]))
		}
	}
}

// colour of a cell that lies so much above its storey.
func (f *Floors) colour(c int, above float64) color.RGBA {
	if !f.plan.Open[c] {
		return Blend(floorRim, background, min(max(above/2, 0), 0.7))
	}
	shade := Blend(floorOpen, color.RGBA{120, 110, 90, 255}, min(max(above/6, 0), 1))
	if g := f.plan.Goal[c]; g >= 0 {
		return Blend(shade, Group(g), 0.45)
	}
	return shade
}

// Draw shows the agents, each on its storey.
func (f *Floors) Draw(title string, dots []Dot) *image.RGBA {
	panels := make([]Panel, len(f.storeys))
	images := make([]*image.RGBA, len(f.storeys))
	for s, empty := range f.empty {
		images[s] = image.NewRGBA(empty.Bounds())
		copy(images[s].Pix, empty.Pix)
		panels[s].Image = images[s]
		if len(f.storeys) > 1 {
			panels[s].Label = fmt.Sprintf("y = %.2f m", f.storeys[s])
		}
	}
	scale := float64(f.px) / f.plan.Cell
	for _, d := range dots {
		img := images[StoreyOf(f.storeys, d.Y)]
		disc(img, (d.X-f.plan.Corner[0])*scale, (d.Z-f.plan.Corner[1])*scale, max(d.Radius*scale, 1), d.Colour)
	}
	return Sheet(title, "", panels...)
}

// disc paints a disc with a smooth edge; parts outside the image are left out.
func disc(img *image.RGBA, x, y, r float64, c color.RGBA) {
	b := img.Bounds()
	for py := max(int(y-r-1), b.Min.Y); py <= min(int(y+r+1), b.Max.Y-1); py++ {
		for px := max(int(x-r-1), b.Min.X); px <= min(int(x+r+1), b.Max.X-1); px++ {
			distance := math.Hypot(float64(px)+0.5-x, float64(py)+0.5-y)
			if cover := r + 0.5 - distance; cover > 0 {
				img.SetRGBA(px, py, Blend(img.RGBAAt(px, py), c, cover))
			}
		}
	}
}
