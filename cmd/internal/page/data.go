package page

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"throng/ecs"
	"throng/engine"
	"throng/engine/picture"
)

// data is what the page's script reads. Arrays are little-endian bytes, which JSON has as base64.
type data struct {
	Scene   string     `json:"scene"`
	Cell    float64    `json:"cell"`   // [m]
	Origin  [3]float64 `json:"origin"` // world corner of cell (0, 0) [m]
	Size    [3]float64 `json:"size"`   // of the scene's box and a cell around it [m]
	Layers  int        `json:"layers"`
	Storeys []float64  `json:"storeys"` // world heights [m]
	Unit    string     `json:"unit"`    // of the potential, empty for a mix of costs
	Groups  []group    `json:"groups"`
	Palette []string   `json:"palette"` // of groups and goals
	Area    float64    `json:"area"`    // walkable [m²]

	Islands  []engine.Island     `json:"islands"`
	Spawns   []engine.SpawnPlace `json:"spawns"`
	Goals    []engine.GoalPlace  `json:"goals"`
	Doors    []engine.Door       `json:"doors"`
	Regions  []string            `json:"regions"` // names of what Cells.Spawn numbers
	Warnings []string            `json:"warnings"`

	Cells     cells     `json:"cells"`
	Triangles triangles `json:"triangles"`
}

type group struct {
	Name   string  `json:"name"`
	Goal   int     `json:"goal"`
	Radius float64 `json:"radius"`
}

// cells are the surfaces of the bake, layer by layer and row by row; what only walkable ones have is 0 or -1 elsewhere.
type cells struct {
	Count     int      `json:"count"`
	Column    []byte   `json:"column"`    // uint16
	Row       []byte   `json:"row"`       // uint16
	Layer     []byte   `json:"layer"`     // uint8
	Storey    []byte   `json:"storey"`    // uint8, index of Storeys
	Flag      []byte   `json:"flag"`      // uint8: as the field "grid", and Closed
	Height    []byte   `json:"height"`    // float32, above Origin [m]
	Island    []byte   `json:"island"`    // uint32, 0 none
	Clearance []byte   `json:"clearance"` // float32 [m]
	Goal      []byte   `json:"goal"`      // int16, -1 none
	Spawn     []byte   `json:"spawn"`     // int16, index of Regions, -1 none
	North     []byte   `json:"north"`     // int32, cell that the connection to +z leads to, -1 none
	East      []byte   `json:"east"`      // int32, to +x
	Potential [][]byte `json:"potential"` // float32 by group; -1 unreachable
}

// closed is the flag of level floor whose centre an obstruction covers; the field "grid" has 4 for texels without any
// surface, which are left out.
const closed = 4

// triangles are what the scene is made of; marks of goals, spawns and discomfort are left out.
type triangles struct {
	Count   int    `json:"count"`
	Doors   int    `json:"doors"`   // the last so many are of door leaves
	Corners []byte `json:"corners"` // uint16: 0 to 65535 over Size, nine to a triangle
}

// mostTriangles is how many triangles a page holds; of larger scenes it shows the cells alone.
const mostTriangles = 1 << 20

func newData(e *engine.Engine) (*data, error) {
	r, err := e.Report()
	if err != nil {
		return nil, err
	}
	g, err := gather(e)
	if err != nil {
		return nil, err
	}
	sc, scene := e.Scenario(), e.Scene()
	d := &data{
		Scene: sc.Scene, Cell: g.grid.Cell, Origin: g.grid.Origin, Layers: r.Layers, Area: r.WalkableArea,
		Size:    [3]float64{float64(g.grid.Width) * g.grid.Cell, scene.Max[1] - g.grid.Origin[1], float64(g.grid.Height) * g.grid.Cell},
		Islands: r.IslandList, Spawns: r.Spawns, Goals: r.Goals, Doors: r.Doors, Warnings: r.Warnings, Regions: []string{},
	}
	if e.TravelTime() {
		d.Unit = "s"
	}
	for i := range sc.Groups {
		d.Groups = append(d.Groups, group{sc.Groups[i].Name, sc.Groups[i].Goal, sc.Groups[i].Radius})
	}
	for k := range picture.Groups {
		c := picture.Group(k)
		d.Palette = append(d.Palette, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	g.storeys = picture.Storeys(g.walkableHeights(), sc.Grid.Clearance)
	d.Storeys = g.storeys
	d.Cells = g.cells(d)
	if len(scene.Triangles) <= mostTriangles {
		d.Triangles = newTriangles(scene, d.Origin, d.Size)
	}
	return d, nil
}

func newTriangles(scene *ecs.Scene, origin, size [3]float64) (t triangles) {
	var corners []uint16
	add := func(want func(ecs.Role) bool) (n int) {
		for i := range scene.Entities {
			if !want(scene.Entities[i].Role) {
				continue
			}
			for _, corner := range scene.Of(&scene.Entities[i]) {
				for _, p := range corner {
					for k, v := range p {
						share := (v - origin[k]) / max(size[k], 1e-9)
						corners = append(corners, uint16(math.Round(math.MaxUint16*min(max(share, 0), 1))))
					}
				}
				n++
			}
		}
		return n
	}
	t.Count = add(ecs.Role.Physical)
	t.Doors = add(func(r ecs.Role) bool { return r == ecs.RoleDoor })
	t.Count += t.Doors
	t.Corners = little(corners)
	return t
}

// little gives numbers as little-endian bytes.
func little[T any](v []T) []byte {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
		panic("page: an array of the page has elements without a fixed size.")
	}
	return b.Bytes()
}
