package ecs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/qmuntal/gltf"
)

// quadOf is two triangles, counterclockwise as a, b, c, d are.
func quadOf(a, b, c, d [3]float64) []Triangle { return []Triangle{{a, b, c}, {a, c, d}} }

// boxOf is a box of twelve triangles that face out; the last two are its top.
func boxOf(lo, hi [3]float64) []Triangle {
	p := func(x, y, z int) [3]float64 {
		at := [2][3]float64{lo, hi}
		return [3]float64{at[x][0], at[y][1], at[z][2]}
	}
	return slices.Concat(
		quadOf(p(0, 0, 0), p(1, 0, 0), p(1, 0, 1), p(0, 0, 1)),
		quadOf(p(0, 0, 0), p(0, 1, 0), p(1, 1, 0), p(1, 0, 0)),
		quadOf(p(0, 0, 1), p(1, 0, 1), p(1, 1, 1), p(0, 1, 1)),
		quadOf(p(0, 0, 0), p(0, 0, 1), p(0, 1, 1), p(0, 1, 0)),
		quadOf(p(1, 0, 0), p(1, 1, 0), p(1, 1, 1), p(1, 0, 1)),
		quadOf(p(0, 1, 0), p(0, 1, 1), p(1, 1, 1), p(1, 1, 0)),
	)
}

func unitBox() []Triangle { return boxOf([3]float64{}, [3]float64{1, 1, 1}) }

func flipped(triangles []Triangle) []Triangle {
	out := slices.Clone(triangles)
	for i, t := range out {
		out[i] = Triangle{t[0], t[2], t[1]}
	}
	return out
}

func moved(triangles []Triangle, by [3]float64) []Triangle {
	out := slices.Clone(triangles)
	for i := range out {
		for k := range out[i] {
			for j := range by {
				out[i][k][j] += by[j]
			}
		}
	}
	return out
}

// noisy moves every corner on its own, by less than half the weld distance.
func noisy(triangles []Triangle) []Triangle {
	r := rand.New(rand.NewPCG(1, 2))
	out := slices.Clone(triangles)
	for i := range out {
		for k := range out[i] {
			for j := range 3 {
				out[i][k][j] += (r.Float64() - 0.5) * weld / 2
			}
		}
	}
	return out
}

// split cuts the first triangle at the middle of its first edge: a T-junction
// with the neighbour across that edge.
func split(triangles []Triangle) []Triangle {
	t := triangles[0]
	var m [3]float64
	for j := range m {
		m[j] = (t[0][j] + t[1][j]) / 2
	}
	return append([]Triangle{{t[0], m, t[2]}, {m, t[1], t[2]}}, triangles[1:]...)
}

func TestClosedPieces(t *testing.T) {
	box := unitBox()
	sheet := box[10:]
	apart := [3]float64{5, 0, 0}
	wall := boxOf([3]float64{}, [3]float64{100, 3, 0.001})
	stacked := moved(box, [3]float64{1, 1, 0}) // shares one edge
	turned := slices.Clone(box)
	turned[3][1], turned[3][2] = turned[3][2], turned[3][1]
	all := func(n int) []bool { return slices.Repeat([]bool{true}, n) }
	none := func(n int) []bool { return make([]bool, n) }
	for _, c := range []struct {
		name      string
		triangles []Triangle
		want      []bool
	}{
		{"box", box, all(12)},
		{"box that faces in", flipped(box), none(12)},
		{"box with a hollow", append(boxOf([3]float64{}, [3]float64{3, 3, 3}), flipped(moved(box, [3]float64{1, 1, 1}))...), all(24)},
		{"box far away", moved(box, [3]float64{9e6, 0, -9e6}), all(12)},
		{"box with corners apart", noisy(box), all(12)},
		{"box across zero with corners apart", noisy(moved(box, [3]float64{-0.5, -1, 0})), all(12)},
		{"box in another order", append(slices.Clone(box[7:]), box[:7]...), all(12)},
		{"box minus a triangle", box[1:], none(11)},
		{"box with a triangle twice", append(slices.Clone(box), box[0]), none(13)},
		{"box with a triangle turned", turned, none(12)},
		{"box with a T-junction", split(box), all(13)},
		{"box with a T-junction and a hole", split(box)[1:], none(12)},
		{"two boxes apart", append(slices.Clone(box), moved(box, apart)...), all(24)},
		{"two boxes that share an edge", append(slices.Clone(box), stacked...), all(24)},
		{"two boxes that share a face", append(slices.Clone(box), moved(box, [3]float64{1, 0, 0})...), all(24)},
		{"box beside an open one", append(slices.Clone(box), moved(box[1:], apart)...), append(all(12), none(11)...)},
		{"box that touches a sheet's corner", append(slices.Clone(box), moved(sheet, [3]float64{1, 0, 1})...), append(all(12), none(2)...)},
		{"sheet", sheet, none(2)},
		{"doubled sheet", append(slices.Clone(sheet), flipped(sheet)...), none(4)},
		{"doubled sheet with corners apart", noisy(append(slices.Clone(sheet), flipped(sheet)...)), none(4)},
		{"doubled sheet far away", moved(append(slices.Clone(sheet), flipped(sheet)...), [3]float64{9e6, 0, 9e6}), none(4)},
		{"wall of a millimetre", wall, all(12)},
		{"box smaller than the weld", boxOf([3]float64{}, [3]float64{5e-5, 5e-5, 5e-5}), none(12)},
		{"sliver within a box", append(slices.Clone(box), Triangle{{0, 0, 0}, {0, 0, 5e-5}, {1, 0, 0}}), all(13)},
		{"nothing", nil, none(0)},
	} {
		s := &Scene{Entities: []Entity{{Count: len(c.triangles)}}, Triangles: c.triangles}
		if MarkClosed(s); !slices.Equal(s.Closed, c.want) {
			t.Errorf("%s: closed %v, want %v", c.name, s.Closed, c.want)
		}
	}
}

// Of two-sided solids nobody can see which way they face; one-sided hollows do.
func TestTwoSidedSolidsAreTurnedOut(t *testing.T) {
	box, far := unitBox(), moved(unitBox(), [3]float64{5, 0, 0})
	sheet := flipped(far[10:])
	for name, c := range map[string]struct {
		triangles, want []Triangle
		twoSided        [2]bool // the first eight triangles, and the others
	}{
		"faces in":              {flipped(box), box, [2]bool{true, true}},
		"faces out":             {box, box, [2]bool{true, true}},
		"one-sided":             {flipped(box), flipped(box), [2]bool{false, false}},
		"one-sided in part":     {flipped(box), flipped(box), [2]bool{true, false}},
		"a sheet faces no way":  {append(flipped(box), sheet...), append(slices.Clone(box), sheet...), [2]bool{true, true}},
		"one of two pieces":     {append(flipped(box), far...), append(slices.Clone(box), far...), [2]bool{true, true}},
		"in part, beside a box": {append(flipped(box), flipped(far)...), append(flipped(box), far...), [2]bool{false, true}},
	} {
		s := &Scene{Triangles: slices.Clone(c.triangles), Entities: []Entity{
			{TwoSided: c.twoSided[0], Count: 8}, {TwoSided: c.twoSided[1], First: 8, Count: len(c.triangles) - 8}}}
		rooms := name == "one-sided" || name == "one-sided in part" || name == "in part, beside a box"
		if MarkClosed(s); !slices.Equal(s.Triangles, c.want) || s.Closed[0] == rooms {
			t.Errorf("%s: triangles %v, want %v; closed: %v", name, s.Triangles, c.want, s.Closed[0])
		}
	}
}

// What is welded must not depend on where the grid lies or on the order.
func TestWeldDistance(t *testing.T) {
	for _, at := range []float64{0, weld, 1.5 * weld, 17.3, -4e5} {
		for _, c := range []struct {
			gap  float64
			want bool
		}{{0, true}, {0.9 * weld, true}, {1.1 * weld, false}, {2.1 * weld, false}} {
			box := moved(unitBox(), [3]float64{at, at, at})
			for k := range box[0] {
				box[0][k][1] -= c.gap
			}
			s := &Scene{Entities: []Entity{{Count: 12}}, Triangles: box}
			if MarkClosed(s); s.Closed[0] != c.want || s.Closed[11] != c.want {
				t.Errorf("at %v with a gap of %v: closed %v, want %v", at, c.gap, s.Closed, c.want)
			}
		}
	}
}

// Two corners that weld to a third must stay one, whichever came first.
func TestWeldIsConsistent(t *testing.T) {
	at := func(x float64) [3]float64 { return [3]float64{x * weld, 0, 0} }
	corners, _ := weldCorners([]Triangle{{at(0), at(0.9), at(1.5)}, {at(0.9), at(1.5), at(9)}})
	if c := corners; c[0][0] != c[0][1] || c[0][1] != c[1][0] || c[0][2] != c[1][1] || c[0][0] != c[0][2] || c[1][2] == c[0][0] {
		t.Errorf("corners %v; want all but the last to be one", c)
	}
}

func TestMeshesOfMarkClosed(t *testing.T) {
	box := unitBox()
	for _, c := range []struct {
		name string
		a, b Entity
		want bool
	}{
		{"two primitives of a node", Entity{Node: 1}, Entity{Node: 1}, true},
		{"two nodes", Entity{Node: 1}, Entity{Node: 2}, false},
		{"two instances", Entity{Instance: 1}, Entity{Instance: 2}, false},
		{"walkable", Entity{Role: RoleWalkable}, Entity{Role: RoleWalkable}, true},
		{"obstacle", Entity{Role: RoleObstacle}, Entity{Role: RoleObstacle}, true},
		{"door", Entity{Role: RoleDoor}, Entity{Role: RoleDoor}, true},
		{"goal", Entity{Role: RoleGoal}, Entity{Role: RoleGoal}, false},
		{"ignored", Entity{Role: RoleIgnore}, Entity{Role: RoleIgnore}, false},
	} {
		c.a.Count, c.b.First, c.b.Count = 5, 5, 7
		s := &Scene{Entities: []Entity{c.a, c.b}, Triangles: box}
		if MarkClosed(s); s.Closed[0] != c.want || s.Closed[11] != c.want {
			t.Errorf("%s: closed %v, want %v", c.name, s.Closed, c.want)
		}
	}
}

// pointsOf are the corners of triangles as a file holds them, unwelded.
func pointsOf(triangles []Triangle) [][3]float32 {
	var points [][3]float32
	for _, t := range triangles {
		for _, p := range t {
			points = append(points, [3]float32{float32(p[0]), float32(p[1]), float32(p[2])})
		}
	}
	return points
}

// The reader marks across primitives, in world metres, mirrored or not.
func TestReaderMarksClosed(t *testing.T) {
	doc := gltf.NewDocument()
	points := pointsOf(unitBox())
	addMesh(doc, points[:15], nil)
	addMesh(doc, points[15:], nil)
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, doc.Meshes[1].Primitives...)
	addNode(doc, "box", nil).Scale = [3]float64{-2, 3, 0.5}
	addNode(doc, "lid", nil).Mesh = gltf.Index(1)
	s := mustScene(t, doc)
	if len(s.Closed) != 19 || slices.Contains(s.Closed[:12], false) || slices.Contains(s.Closed[12:], true) {
		t.Errorf("closed %v; want twelve true, then seven false", s.Closed)
	}
}

// terrace is a closed block of n × n columns with a wavy top, 4n² + 8n triangles
// with their corners unwelded.
func terrace(n int) []Triangle {
	height := func(i, j int) float64 { return 5 + math.Sin(float64(i))*math.Cos(float64(j)) }
	at := func(i, j int, y float64) [3]float64 { return [3]float64{float64(i) * 0.1, y, float64(j) * 0.1} }
	var out []Triangle
	for i := range n {
		for j := range n {
			out = append(out, quadOf(at(i, j, height(i, j)), at(i, j+1, height(i, j+1)), at(i+1, j+1, height(i+1, j+1)), at(i+1, j, height(i+1, j)))...)
			out = append(out, quadOf(at(i, j, 0), at(i+1, j, 0), at(i+1, j+1, 0), at(i, j+1, 0))...)
		}
	}
	for i := range n {
		wall := func(i0, j0, i1, j1 int) {
			out = append(out, quadOf(at(i0, j0, 0), at(i0, j0, height(i0, j0)), at(i1, j1, height(i1, j1)), at(i1, j1, 0))...)
		}
		wall(i, 0, i+1, 0)
		wall(i+1, n, i, n)
		wall(0, i+1, 0, i)
		wall(n, i, n, i+1)
	}
	return out
}

// A file in the wrong unit squeezes a whole building into a few cells of the weld
// grid. That must cost no more than a good one.
func TestMarkClosedScales(t *testing.T) {
	block := terrace(150)
	s := &Scene{Entities: []Entity{{Count: len(block)}}, Triangles: block}
	began := time.Now()
	MarkClosed(s)
	good := time.Since(began)
	if slices.Contains(s.Closed, false) {
		t.Fatal("the block is not closed")
	}
	for i := range block {
		for k := range block[i] {
			for j := range 3 {
				block[i][k][j] *= 1e-4
			}
		}
	}
	began = time.Now()
	MarkClosed(s)
	if bad := time.Since(began); bad > 20*good+time.Second {
		t.Errorf("%v for a squeezed block, %v for a good one", bad, good)
	}
}

func BenchmarkMarkClosed(b *testing.B) {
	block := terrace(500) // about a million triangles
	s := &Scene{Entities: []Entity{{Count: len(block)}}, Triangles: block}
	for b.Loop() {
		MarkClosed(s)
	}
	b.ReportMetric(float64(len(block)), "triangles")
}
