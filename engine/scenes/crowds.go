package scenes

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"throng/ecs"
)

// Crowd is a scene of any size that measures what many people cost, and how they get on.
type Crowd struct {
	Scenario *ecs.Scenario
	Scene    *ecs.Scene
	People   []Person
	strip    float64 // width of goals: no cell is wider [m]
}

// Crowds are the names of what [NewCrowd] makes.
func Crowds() []string { return []string{"circle", "corridor", "plaza", "open"} }

// Of the crowds.
const (
	crowdStep   = 0.1 // [s]
	crowdEvery  = 5   // steps from one plan to the next: 2 Hz
	usualCell   = 1.0 // [m]
	crowdRadius = 0.25
	crowdSpeed  = 1.4
	crowdGap    = 2*crowdRadius + 0.002
	crowdJitter = 0.05
	sectors     = 16    // groups of the circle
	rimGap      = 1.0   // from the outermost to its goals [m]
	crossLong   = 200.0 // of the corridor
	goalWide    = 2.0   // least width of goals [m]
)

// NewCrowd makes a crowd of n people [Limits: 16 to 16,777,216], with planner cells of a width [m; 0: 1 m], a plan every 0.5 s and
// steps of 0.1 s:
//
//   - circle: a disc with somebody on every point of a lattice of 1 m, up to 5 cm off; each of 16 sectors has the opposite arc of
//     the rim for its goal
//   - corridor: 200 m long, with two crowds that walk to each other's end; as wide as one person to 2 m² asks for
//   - plaza: a square; four crowds in strips along its sides change sides; as dense as in the built-in scene
//   - open: a square with one person to a square metre, all over it, a quarter of them on the way to each side
//
// Errors wrap [ecs.ErrInput].
func NewCrowd(name string, n int, cell float64, seed uint64) (*Crowd, error) {
	draw := map[string]func(*Crowd, int, *rand.Rand) error{"circle": circle, "corridor": crossing, "plaza": square, "open": open}[name]
	if draw == nil {
		return nil, fmt.Errorf("scenes: %w: there is no crowd %q, expected one of %q", ErrUnknown, name, Crowds())
	}
	if n < sectors || n > ecs.MaxAgents {
		return nil, fmt.Errorf("scenes: crowd %q of %d people, expected %d to %d: %w", name, n, sectors, ecs.MaxAgents, ecs.ErrInput)
	}
	cell = cmp.Or(cell, usualCell)
	c := &Crowd{Scenario: ecs.NewScenario(), strip: max(goalWide, 1.5*cell)}
	sc := c.Scenario
	sc.Name, sc.Scene, sc.Seed, sc.DT, sc.Spawns = name, name, seed, crowdStep, []ecs.Spawn{}
	sc.Grid.Cell, sc.Params.PlanEvery, sc.Params.Capacity = cell, crowdEvery, n
	return c, draw(c, n, rand.New(rand.NewPCG(seed, 0x63726f7764)))
}

// group adds a group; its index is the number of its goal.
func (c *Crowd) group(name string) {
	g := ecs.NewGroup(name, len(c.Scenario.Groups))
	g.Radius, g.Speed = crowdRadius, crowdSpeed
	c.Scenario.Groups = append(c.Scenario.Groups, g)
}

// seat puts n people of a group into a rectangle.
func (c *Crowd) seat(group int, r Rect, n int, random *rand.Rand) error {
	places, err := Seat(r, n, crowdGap, crowdJitter, random)
	for _, p := range places {
		c.People = append(c.People, Person{group, ecs.SpawnAt{Position: p}})
	}
	return err
}

// Time for the slowest of an undisturbed crowd to go so far, three times over [s].
func (c *Crowd) allow(way float64) { c.Scenario.Time = math.Ceil(3 * way / crowdSpeed) }

// circle has its centre at (0, 0).
func circle(c *Crowd, n int, random *rand.Rand) (err error) {
	places := discLattice(n)
	rim := math.Hypot(places[n-1][0], places[n-1][1]) + rimGap
	side := m(-rim-c.strip-rimGap, rim+c.strip+rimGap)
	d := newModel("circle")
	d.floor("Floor", slab(side, side, 0))
	for k := range sectors {
		c.group(fmt.Sprintf("sector %d", k))
		d.add(fmt.Sprintf("Goal %d", k), goalPaint, goalExtras(k), arc(rim, rim+c.strip, k+sectors/2))
	}
	for _, p := range places {
		jitter := func() float64 { return crowdJitter * (2*random.Float64() - 1) }
		at := ecs.SpawnAt{Position: [3]float64{p[0] + jitter(), 0, p[1] + jitter()}}
		c.People = append(c.People, Person{sectorOf(p), at})
	}
	c.allow(2 * rim)
	c.Scene, err = ecs.FromDocument(d.doc, "circle", 1)
	return err
}

// discLattice is the n points of a lattice of 1 m that are nearest to the centre between four of them, nearest first.
func discLattice(n int) [][2]float64 {
	reach := int(math.Sqrt(float64(n)/math.Pi)) + 3
	rings := make([][][2]float64, 2*reach*reach) // by half of the squared distance, a whole number and a quarter
	for i := -reach; i < reach; i++ {
		for j := -reach; j < reach; j++ {
			x, z := float64(i)+0.5, float64(j)+0.5
			if k := int((x*x + z*z) / 2); k < len(rings) {
				rings[k] = append(rings[k], [2]float64{x, z})
			}
		}
	}
	all := make([][2]float64, 0, n)
	for _, ring := range rings {
		all = append(all, ring[:min(len(ring), n-len(all))]...)
	}
	return all
}

// sectorOf is the sector of a place.
func sectorOf(p [2]float64) int {
	turn := math.Atan2(p[1], p[0]) / (2 * math.Pi)
	return int(math.Floor((turn-math.Floor(turn))*sectors)) % sectors
}

// arc is a marker over the part of a ring about the origin that lies in a sector.
func arc(inner, outer float64, sector int) *mesh {
	const pieces = 8
	out := newMesh()
	corner := func(radius, angle float64) [3]int {
		sin, cos := math.Sincos(angle)
		return [3]int{millimetres(radius * cos), millimetres(hover), millimetres(radius * sin)}
	}
	for k := range pieces {
		a := 2 * math.Pi / sectors * (float64(sector) + float64(k)/pieces)
		b := a + 2*math.Pi/sectors/pieces
		out.polygon(corner(inner, b), corner(outer, b), corner(outer, a), corner(inner, a))
	}
	return out
}

// layout draws straight crowds.
func (c *Crowd) layout(l Layout) (err error) {
	for k := range l.Goals {
		c.group(fmt.Sprintf("to goal %d", k))
	}
	c.Scene, err = l.Scene()
	return err
}

func crossing(c *Crowd, n int, random *rand.Rand) error {
	wide := max(4, math.Ceil(float64(n)/(crossLong/2)))
	hall := Rect{0, 0, crossLong, wide}
	east, west := Rect{crossLong - 1 - c.strip, 0, crossLong - 1, wide}, Rect{1, 0, 1 + c.strip, wide}
	if err := c.layout(Layout{Name: "corridor", Rooms: []Rect{hall}, Goals: [][]Rect{{east}, {west}}}); err != nil {
		return err
	}
	c.allow(crossLong)
	if err := c.seat(0, Rect{5, 0.5, crossLong/2 - 5, wide - 0.5}, (n+1)/2, random); err != nil {
		return err
	}
	return c.seat(1, Rect{crossLong/2 + 5, 0.5, crossLong - 5, wide - 0.5}, n/2, random)
}

// square has the proportions of the built-in plaza.
func square(c *Crowd, n int, random *rand.Rand) error {
	by := math.Sqrt(float64(n) / 1000)
	side, near, far, from, to := plazaSize*by, 7*by, 13*by, 15*by, 45*by
	if err := c.layout(Layout{Name: "plaza", Open: true, Rooms: []Rect{{0, 0, side, side}}, Goals: sides(side, c.strip, from, to)}); err != nil {
		return err
	}
	c.allow(side)
	for k, start := range []Rect{{from, near, to, far}, {near, from, far, to}, {from, side - far, to, side - near}, {side - far, from, side - near, to}} {
		if err := c.seat(k, start, (n+3-k)/4, random); err != nil { // opposite to its goal
			return err
		}
	}
	return nil
}

func open(c *Crowd, n int, random *rand.Rand) error {
	block := math.Ceil(math.Sqrt(float64(n)))
	side := max(block+4*c.strip, math.Ceil(1.024*block)) // 1024 m for a million
	if err := c.layout(Layout{Name: "open", Open: true, Rooms: []Rect{{0, 0, side, side}}, Goals: sides(side, c.strip, 1, side-1)}); err != nil {
		return err
	}
	c.allow(side)
	inner := (side - block) / 2
	places, err := Seat(Rect{inner, inner, side - inner, side - inner}, n, crowdGap, crowdJitter, random)
	for i, p := range places {
		c.People = append(c.People, Person{i % 4, ecs.SpawnAt{Position: p}})
	}
	return err
}

// sides are goals along the four sides of a square, north, east, south, west.
func sides(side, strip, from, to float64) [][]Rect {
	near, far := 1.0, 1+strip
	return [][]Rect{{{from, side - far, to, side - near}}, {{side - far, from, side - near, to}}, {{from, near, to, far}}, {{near, from, far, to}}}
}
