package scenes

import (
	"fmt"
	"math"

	"throng/ecs"
)

// Generated scenes measure what a bake and a step cost; they have no name among the built-in ones.
const (
	sparseStoreys = 9 // of the tower: ten floors above each other
	sparseRise    = 3.0
	sparsePitch   = 10.0 // from pillar to pillar
	sparsePillar  = 0.4
	sparseRamp    = 2.0 // width of the ramps and depth of their landings
	sparseFar     = 4.0 // edge of the floor far away
	sparseEdge    = 60.0
	sparseCrowd   = 1000 // on the ground, and as many on top
)

// sparse is a ground floor with a tower on it, whose nine storeys have half its area between them: of ten layers
// one and a half are occupied on average. Storeys are sheets; ramps join them outside, east and west by turns.
type sparse struct {
	edge  float64
	tower area
}

// Sparse draws the sparse scene on a ground floor of edge × edge metres [Limits: 60 to 2000], with its scenario: people
// on the ground and on top who leave for the eastern side. With far there is another small floor that no way leads to,
// so far away that the scene's box has four times the area.
//
// Errors wrap [ecs.ErrInput] where the edge is out of range.
func Sparse(edge float64, far bool) (*ecs.Scenario, *ecs.Scene, error) {
	if !(edge >= sparseEdge && edge <= 2000) {
		return nil, nil, fmt.Errorf("scenes: a sparse scene has an edge of %g m, expected 60 to 2000: %w", edge, ecs.ErrInput)
	}
	s := sparse{edge: edge}
	half := edge * math.Sqrt(0.5/sparseStoreys) / 2
	s.tower = area{m(edge/2-half, edge/2+half), m(edge/2-half, edge/2+half)}
	d := newModel("sparse")
	s.draw(d)
	if far {
		beyond := m(2*edge-sparseFar, 2*edge)
		d.add("Far", floorPaint, nil, terrace(0, area{beyond, beyond}))
	}
	scene, err := ecs.FromDocument(d.doc, "sparse", 1)
	if err != nil {
		return nil, nil, err
	}
	sc := ecs.NewScenario()
	sc.Name, sc.Scene = "sparse", "sparse"
	crowd(sc, "people", 0, people{"Ground", sparseCrowd}, people{"Top", sparseCrowd})
	return sc, scene, nil
}

func (s *sparse) draw(d *model) {
	whole := m(0, s.edge)
	d.add("Ground floor", floorPaint, nil, terrace(0, area{whole, whole}))
	for level := range sparseStoreys + 1 {
		s.level(d, level)
	}
	d.wall("Pillars", s.pillars())
	d.goal("Goal", 0, 0, area{m(s.edge-2, s.edge-1), m(1, s.edge-1)})
	d.spawn("Ground", "people", 0, 0, area{m(1, s.edge/3), m(1, s.edge-1)})
	d.spawn("Top", "people", 0, sparseRise*sparseStoreys, s.tower.inset(1))
}

// level draws a storey with its landings, and the ramp up to the next.
func (s *sparse) level(d *model, level int) {
	y, middle := sparseRise*float64(level), s.edge/2
	up, down := s.strip(level), s.strip(level+1)
	if level > 0 {
		d.add(fmt.Sprintf("Storey %d", level), floorPaint, nil, terrace(y, s.tower, area{down, m(middle+sparseRise, middle+sparseRise+sparseRamp)}))
	}
	if level == sparseStoreys {
		return
	}
	if level > 0 {
		d.add(fmt.Sprintf("Landing %d", level), floorPaint, nil, terrace(y, area{up, m(middle-sparseRise-sparseRamp, middle-sparseRise)}))
	}
	d.ramp(fmt.Sprintf("Ramp %d", level), nil, slant(area{up, m(middle-sparseRise, middle+sparseRise)}, y, y+sparseRise))
}

// strip is where the ramp up from a level lies, along x.
func (s *sparse) strip(level int) span {
	width := millimetres(sparseRamp)
	if level%2 == 0 {
		return span{s.tower.x.hi, s.tower.x.hi + width}
	}
	return span{s.tower.x.lo - width, s.tower.x.lo}
}

// pillars stand all over the ground but where the tower and its ramps are.
func (s *sparse) pillars() *solid {
	out, tower := &solid{}, span{s.strip(1).lo, s.strip(0).hi}
	for x := sparsePitch / 2; x < s.edge-sparsePitch/2; x += sparsePitch {
		for z := sparsePitch / 2; z < s.edge; z += sparsePitch {
			p := area{m(x, x+sparsePillar), m(z, z+sparsePillar)}
			if !p.x.meets(tower) || !p.z.meets(s.tower.z) {
				out.fill(p.x, m(0, 2.5), p.z)
			}
		}
	}
	return out
}

func (s span) meets(t span) bool { return s.lo <= t.hi && t.lo <= s.hi }

// terrace is floors without thickness at a height in metres.
func terrace(height float64, areas ...area) *mesh {
	out := newMesh()
	y := millimetres(height)
	for _, a := range areas {
		out.rectangle(1, +1, [3]span{a.x, {y, y}, a.z})
	}
	return out
}

// slant is a sheet that rises along z from one height to another.
func slant(a area, from, to float64) *mesh {
	out := newMesh()
	low, high := millimetres(from), millimetres(to)
	p, q := out.vertex([3]int{a.x.lo, low, a.z.lo}), out.vertex([3]int{a.x.lo, high, a.z.hi})
	r, s := out.vertex([3]int{a.x.hi, high, a.z.hi}), out.vertex([3]int{a.x.hi, low, a.z.lo})
	out.indices = append(out.indices, p, q, r, p, r, s)
	return out
}
