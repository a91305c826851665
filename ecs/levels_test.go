package ecs

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// levels are real files in the folder that THRONG_LEVELS names; without it, a
// generated level with everything in it that those have.
func levels(t *testing.T) map[string]*Scene {
	found := map[string]*Scene{}
	dir := os.Getenv("THRONG_LEVELS")
	if dir == "" {
		s, err := ReadSceneFS(fstest.MapFS{"level.glb": {Data: level(t)}}, "level.glb", 1)
		if err != nil {
			t.Fatal(err)
		}
		found["level.glb"] = s
		return found
	}
	for _, pattern := range []string{"*.glb", "*.gltf"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			s, err := ReadScene(name, 1)
			if err != nil {
				t.Error(err)
				continue
			}
			found[name] = s
		}
	}
	if len(found) == 0 {
		t.Errorf("THRONG_LEVELS names %q, which holds no level", dir)
	}
	return found
}

// level is blocks on terrain, some mirrored, some instanced, one of a sliver.
func level(t *testing.T) []byte {
	doc := newDoc()
	addMesh(doc, pointsOf(unitBox()), nil)
	addMesh(doc, pointsOf(terrace(8)), nil)
	addMesh(doc, pointsOf(append(unitBox(), Triangle{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}})), nil)
	root := addNode(doc, "level", nil)
	root.Mesh, root.Rotation = nil, [4]float64{0, math.Sqrt2 / 2, 0, math.Sqrt2 / 2}
	for i := range 4 {
		for k := range 5 {
			n := addChild(doc, root, "part", nil)
			*n.Mesh = i
			n.Translation = [3]float64{3 * float64(k), 0, 20 * float64(i)}
			n.Scale = [3]float64{1, 2, float64(2*(k%2) - 1)}
		}
	}
	instanced(doc, addChild(doc, root, "posts", nil), dict{"TRANSLATION": [][3]float32{{50, 0, 0}, {51, 0, 0}, {55, 0, 0}}})
	return encode(t, doc, true)
}

// What real files must give: an account of their triangles, a box that holds them,
// closed marks that balance, and notes that are true.
func TestLevels(t *testing.T) {
	for name, s := range levels(t) {
		sum, closed := Summary{}, 0
		lo, hi := s.Max, s.Min
		for i := range s.Entities {
			e := &s.Entities[i]
			sum[e.Role].Entities++
			for _, tri := range s.Of(e) {
				sum[e.Role].Triangles++
				if tri.degenerate() {
					t.Errorf("%s: %q holds the degenerate triangle %v", name, e.Name, tri)
				}
				for _, p := range tri {
					for k := range p {
						lo[k], hi[k] = min(lo[k], p[k]), max(hi[k], p[k])
					}
				}
			}
		}
		if sum != s.Summary() || lo != s.Min || hi != s.Max {
			t.Errorf("%s: %v in a box %v to %v; the scene says %v, %v to %v", name, sum, lo, hi, s.Summary(), s.Min, s.Max)
		}
		for _, c := range s.Closed {
			if c {
				closed++
			}
		}
		// The areas of a closed surface, as vectors, add up to nothing.
		var area [3]float64
		total := 0.0
		for i, tri := range s.Triangles {
			if s.Closed[i] {
				n := tri.cross()
				total += length(n)
				for k := range area {
					area[k] += n[k]
				}
			}
		}
		if len(s.Closed) != len(s.Triangles) || closed == 0 || length(area) > 1e-3*total {
			t.Errorf("%s: %d of %d triangles are closed, with a net area of %v in %v", name, closed, len(s.Triangles), length(area), total)
		}
		t.Logf("%s: %v, %d closed, notes %q", name, s.Summary(), closed, s.Notes)
	}
}
