package bake

import (
	"math"
	"testing"

	"throng/passes"
)

type point = [3]float64

// scene is a building made by hand and baked stage by stage, with the defaults of a scenario.
type scene struct {
	*passes.Frame
	b          *passes.Buffers
	triangles  [][4]float32
	facets     []Facet
	closed     bool // the triangles that follow close solids
	lists      bool // layers from lists of fragments instead of peeling
	attributes []Attribute
}

// newScene makes an empty scene of w×h cells of edge l [m].
func newScene(w, h int, l float32) *scene {
	f := &passes.Frame{
		Width: uint32(w), Height: uint32(h), Sheets: 1, Cell: l, PerCell: 1 / l, Top: 8, DepthScale: 0.1, Step: 0.25, Clearance: 1.8, Delta: 1e-3, Exact: 1,
		SlopeCos: float32(math.Cos(50 * math.Pi / 180)), Reach: 0.6, Gamma: 1, Stairs: 1,
	}
	f.Rings, f.Upright = uint32(math.Ceil(float64(f.Reach/l))), uint32(math.Ceil(float64(f.Top/l)))+1
	f.TilesX, f.TilesZ = (f.Width+passes.Tile-1)/passes.Tile, (f.Height+passes.Tile-1)/passes.Tile
	return &scene{Frame: f}
}

// entity adds an entity; the triangles that follow are its own.
func (s *scene) entity(a Attribute) *scene {
	s.attributes = append(s.attributes, a)
	return s
}

func (s *scene) triangle(p ...point) {
	var v [3][3]float32
	for k, q := range p {
		v[k] = [3]float32{float32(q[0]), float32(q[1]), float32(q[2])}
		s.triangles = append(s.triangles, [4]float32{v[k][0], v[k][1], v[k][2]})
	}
	s.facets = append(s.facets, NewFacet(v, len(s.attributes)-1, s.closed, false))
}

func (s *scene) quad(a, b, c, d point) {
	s.triangle(a, b, c)
	s.triangle(a, c, d)
}

// floor is a rectangle that faces up, with the height y(x) at its ends.
func (s *scene) floor(x0, z0, x1, z1, y0, y1 float64) {
	s.quad(point{x0, y0, z0}, point{x0, y0, z1}, point{x1, y1, z1}, point{x1, y1, z0})
}

// sheet is a wall without thickness.
func (s *scene) sheet(x0, z0, x1, z1, low, high float64) {
	s.quad(point{x0, low, z0}, point{x1, low, z1}, point{x1, high, z1}, point{x0, high, z0})
}

// box is a solid over a convex quadrilateral of the plan, its corners in the order that faces up.
func (s *scene) box(plan [4][2]float64, low, high float64) {
	at := func(k int, y float64) point { return point{plan[k&3][0], y, plan[k&3][1]} }
	s.quad(at(0, high), at(1, high), at(2, high), at(3, high))
	s.quad(at(3, low), at(2, low), at(1, low), at(0, low))
	for k := range 4 {
		s.quad(at(k, low), at(k+1, low), at(k+1, high), at(k, high))
	}
}

func (s *scene) run(ps ...passes.Pass) {
	for _, p := range ps {
		p.CPU(s.Frame, s.b)
	}
}

// total runs a running sum over n counts and gives the total.
func (s *scene) total(slot string, n int) uint32 {
	s.run(Scan(slot, n+1)...)
	return s.b.U32(slot)[n]
}

// begin hands the scene over.
func (s *scene) begin() {
	s.b, s.Layers, s.Entities = passes.NewBuffers(), 1, uint32(len(s.attributes))
	if s.Triangles+s.Zones == 0 {
		s.Triangles = uint32(len(s.facets))
	}
	rims := Rims(s.Frame, s.triangles, s.facets, s.attributes)
	s.Frame.Rims = uint32(len(rims))
	s.b.Alloc(s.Frame, "triangles", "facets", "attributes", "rims", "bakeCounts", "fragmentStart", "scanBlocks")
	copy(s.b.Vec4("triangles"), s.triangles)
	copy(passes.As[Facet](s.b, "facets"), s.facets)
	copy(passes.As[Attribute](s.b, "attributes"), s.attributes)
	copy(passes.As[Rim](s.b, "rims"), rims)
}

// layers finds the layers of the scene and flags them.
func (s *scene) layers() {
	s.begin()
	s.run(Overdraw{})
	s.Layers = max(1, s.b.U32("bakeCounts")[CountOverdraw])
	s.Fragments = s.total("fragmentStart", s.Texels())
	s.b.Alloc(s.Frame, "fragmentCursor", "fragments", "position", "surface", "winding", "grid", "goal", "spawn", "discomfort", "connection", "peeled")
	if s.lists {
		s.run(Gather{}, Layers{})
	} else {
		for n := range int(s.Layers) {
			s.run(Peel{Layer: n}, Keep{n})
		}
		s.run(Enclose{})
	}
	s.run(Flags{})
}

// bake runs all stages but the side views and zones.
func (s *scene) bake() {
	s.layers()
	s.run(Connect{})
	s.pages()
	s.b.Alloc(s.Frame, "scanBlocks", "rowStart", "cursor", "pieceStart", "pieces", "wallStart", "pageWalls", "walls")
	s.run(Rows{})
	s.Rows = s.total("rowStart", int(s.Triangles+s.Frame.Rims))
	s.run(Pieces{})
	s.Pieces = s.total("pieceStart", int(s.Cells))
	s.b.Alloc(s.Frame, "pieces")
	s.run(Pieces{Store: true}, Sort{}, Block{}, Reach{}, Shelve{})
	s.Segments = s.total("pageWalls", int(s.Pages))
	s.b.Alloc(s.Frame, "walls")
	s.run(Reach{Store: true}, Conflict{}, Colour{})
	s.Colours = s.b.U32("bakeCounts")[CountColours]
}

func (s *scene) pages() {
	s.b.Alloc(s.Frame, "sheet", "tileScan", "scanBlocks")
	s.run(Sheets{})
	s.Sheets = max(1, s.b.U32("bakeCounts")[CountSheets])
	s.Pages = s.total("tileScan", int(s.TilesX*s.TilesZ))
	s.Cells = s.Pages * passes.PageCells
	s.b.Alloc(s.Frame, "pageTable", "pages", "height", "slope", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "links", "clearance", "floorLinks")
	s.run(Assign{}, Blank{}, Pack{}, Slope{})
}

// cell is the walkable cell at a column and row whose floor is nearest to y.
func (s *scene) cell(t *testing.T, i, j int, y float64) uint32 {
	t.Helper()
	found, best := uint32(passes.None), math.Inf(1)
	for k := range int(s.Sheets) {
		c := passes.CellAt(s.Frame, s.b.U32("pageTable"), i, j, k)
		if c != passes.None && s.b.U32("cellFlag")[c]&CellWalkable != 0 {
			if gap := math.Abs(float64(s.b.F32("height")[c]) - y); gap < best {
				found, best = c, gap
			}
		}
	}
	if found == passes.None {
		t.Fatalf("there is no cell in column %d, %d", i, j)
	}
	return found
}

// centre is the plan position of a cell.
func (s *scene) centre(c uint32) (x, z float64) {
	p := passes.Centre(s.Frame, s.b.UVec4("pages"), c)
	return float64(p[0]), float64(p[1])
}

func (s *scene) links() passes.Links { return passes.NewLinks(s.Frame, s.b) }

// link is the neighbour of a cell in direction d.
func (s *scene) link(c uint32, d int) uint32 {
	links := s.links()
	return links.To(c, d)
}

// flood gives the cells that links lead to from c over cells of at least the clearance.
func (s *scene) flood(c uint32, clearance float32) map[uint32]bool {
	seen, next := map[uint32]bool{c: true}, []uint32{c}
	links := s.links()
	for len(next) > 0 {
		c, next = next[len(next)-1], next[:len(next)-1]
		for _, n := range links.All(c) {
			if n != passes.None && !seen[n] && s.b.F32("clearance")[n] >= clearance {
				seen[n] = true
				next = append(next, n)
			}
		}
	}
	return seen
}

// mutual fails where a link has no way back.
func (s *scene) mutual(t *testing.T) {
	t.Helper()
	links := s.links()
	for c := range s.Cells {
		for d, n := range links.All(c) {
			if n != passes.None && links.To(n, d^2) != c {
				x, z := s.centre(c)
				t.Fatalf("the cell at (%g, %g, %g) links to %d in direction %d, which links back to %d",
					x, s.b.F32("height")[c], z, n, d, links.To(n, d^2))
			}
		}
	}
}

var (
	solid    = Attribute{Role: RoleSolid}
	obstacle = Attribute{Role: RoleObstacle}
	walkable = Attribute{Role: RoleWalkable}
)
