package page

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// evil is a name that would end the script and the title, were it not escaped.
const evil = `</script><b>&"door"`

// load bakes a scene on the CPU executor.
func load(t *testing.T, sc *ecs.Scenario, scene *ecs.Scene) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Executor: "cpu", KeepImages: true})
	if err == nil {
		t.Cleanup(func() {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
		err = e.Load(sc, scene)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// stairs is the built-in scene with a door downstairs.
func stairs(t *testing.T) *engine.Engine {
	t.Helper()
	scene, err := scenes.Load("stairs", 1)
	if err != nil {
		t.Fatal(err)
	}
	door := ecs.Entity{Role: ecs.RoleDoor, Name: evil, First: len(scene.Triangles), Count: 2}
	a, b, c, d := [3]float64{4, 0, 2}, [3]float64{4, 0, 3}, [3]float64{4, 2, 3}, [3]float64{4, 2, 2}
	scene.Triangles = append(scene.Triangles, ecs.Triangle{a, b, c}, ecs.Triangle{a, c, d})
	scene.Entities = append(scene.Entities, door)
	sc := scenes.Defaults("stairs")
	sc.Scene = evil
	return load(t, sc, scene)
}

// parse reads the data of a page back.
func parse(t *testing.T, html string) *data {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindAllStringSubmatch(html, -1)
	if len(m) != 1 {
		t.Fatalf("the page has %d blocks of data, want 1", len(m))
	}
	d := &data{}
	if err := json.Unmarshal([]byte(m[0][1]), d); err != nil {
		t.Fatal(err)
	}
	return d
}

func numbers[T any](t *testing.T, raw []byte, n int) []T {
	t.Helper()
	v := make([]T, n)
	if size := binary.Size(v); size != len(raw) {
		t.Fatalf("an array of %d bytes has %d", size, len(raw))
	}
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, v); err != nil {
		t.Fatal(err)
	}
	return v
}

func written(t *testing.T, e *engine.Engine) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := Save(path, e); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page says of every cell what the engine says.
func TestPageHasTheCells(t *testing.T) {
	e := stairs(t)
	d := parse(t, written(t, e))
	n := d.Cells.Count
	column, row := numbers[uint16](t, d.Cells.Column, n), numbers[uint16](t, d.Cells.Row, n)
	storey, flag := numbers[uint8](t, d.Cells.Storey, n), numbers[uint8](t, d.Cells.Flag, n)
	height, clearance := numbers[float32](t, d.Cells.Height, n), numbers[float32](t, d.Cells.Clearance, n)
	island, goal, spawn := numbers[uint32](t, d.Cells.Island, n), numbers[int16](t, d.Cells.Goal, n), numbers[int16](t, d.Cells.Spawn, n)
	north, east := numbers[int32](t, d.Cells.North, n), numbers[int32](t, d.Cells.East, n)

	field := func(name string, group int) *engine.Field {
		f, err := e.Field(name, group)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	islands, heights, clearances, goals, spawns, links := field("island", 0), field("height", 0), field("clearance", 0), field("goal", 0), field("spawn", 0), field("connection", 0)
	sheet := func(c int) int { // of the cell in the engine's fields: the one at its height
		for k := range heights.Layers {
			if y := float64(heights.At(int(column[c]), int(row[c]), k)[0]); math.Abs(y-d.Origin[1]-float64(height[c])) < 1e-3 {
				return k
			}
		}
		t.Fatalf("no cell of the engine is at the height %g of cell %d", height[c], c)
		return -1
	}
	at := func(f *engine.Field, c int) float32 { return f.At(int(column[c]), int(row[c]), sheet(c))[0] }
	layerOf := func(c int32) float32 {
		if c < 0 {
			return -1
		}
		return float32(sheet(int(c)))
	}
	walkable, onSpawns := 0, map[string]int{}
	for c := range n {
		if island[c] == 0 {
			if goal[c] != -1 || spawn[c] != -1 || north[c] != -1 || east[c] != -1 || flag[c] == 0 {
				t.Fatalf("cell %d is on no island and has flag %d, goal %d, spawn %d, connections %d and %d", c, flag[c], goal[c], spawn[c], north[c], east[c])
			}
			continue
		}
		walkable++
		to := links.At(int(column[c]), int(row[c]), sheet(c))
		if flag[c] != 0 || float32(island[c]) != at(islands, c) || clearance[c] != at(clearances, c) || float32(goal[c]) != at(goals, c) ||
			math.Abs(float64(height[c]+float32(d.Origin[1])-at(heights, c))) > 1e-5 || to[0] != layerOf(north[c]) || to[1] != layerOf(east[c]) {
			t.Fatalf("cell %d is flag %d, island %d, height %g, goal %d", c, flag[c], island[c], height[c], goal[c])
		}
		if k := north[c]; k >= 0 && (column[k] != column[c] || row[k] != row[c]+1) {
			t.Fatalf("cell %d at (%d, %d) has cell %d at (%d, %d) to its north", c, column[c], row[c], k, column[k], row[k])
		}
		if k := east[c]; k >= 0 && (column[k] != column[c]+1 || row[k] != row[c]) {
			t.Fatalf("cell %d at (%d, %d) has cell %d at (%d, %d) to its east", c, column[c], row[c], k, column[k], row[k])
		}
		if upstairs := at(heights, c) > 2.6; (storey[c] == 1) != upstairs {
			t.Fatalf("cell %d at %g m is of storey %d", c, at(heights, c), storey[c])
		}
		if spawn[c] >= 0 {
			name := d.Regions[spawn[c]]
			onSpawns[name]++
			if e.Scene().Entities[int(at(spawns, c))].Name != name {
				t.Fatalf("cell %d is of region %q", c, name)
			}
		}
	}
	r, err := e.Report()
	if err != nil {
		t.Fatal(err)
	}
	if walkable != r.WalkableCells || len(d.Storeys) != 2 || len(d.Islands) != r.Islands || n <= walkable {
		t.Errorf("the page has %d cells, %d of them walkable, %d storeys and %d islands", n, walkable, len(d.Storeys), len(d.Islands))
	}
	for _, s := range r.Spawns {
		if s.Of == "scene" && onSpawns[s.Name] != s.Cells {
			t.Errorf("the page has %d cells of region %q, want %d", onSpawns[s.Name], s.Name, s.Cells)
		}
	}
	for g := range d.Groups {
		phi, want := numbers[float32](t, d.Cells.Potential[g], n), field("potential", g)
		for c := range n {
			if island[c] == 0 && phi[c] < 0 {
				continue
			}
			if v := at(want, c); phi[c] >= 0 && phi[c] != v || phi[c] < 0 && v < 1e29 {
				t.Fatalf("group %d has the potential %g in cell %d, want %g", g, phi[c], c, v)
			}
		}
	}
}

// Triangles lie where the scene has them, doors at the end and in the list.
func TestPageHasTheScene(t *testing.T) {
	e := stairs(t)
	d := parse(t, written(t, e))
	corners := numbers[uint16](t, d.Triangles.Corners, 9*d.Triangles.Count)
	if d.Triangles.Doors != 2 || len(d.Doors) != 1 || d.Doors[0].Name != evil || d.Doors[0].Width == nil {
		t.Fatalf("the page has %d triangles of the doors %+v", d.Triangles.Doors, d.Doors)
	}
	var want []ecs.Triangle
	for i := range e.Scene().Entities {
		if n := &e.Scene().Entities[i]; n.Role.Physical() {
			want = append(want, e.Scene().Of(n)...)
		}
	}
	want = append(want, e.Scene().Of(&e.Scene().Entities[len(e.Scene().Entities)-1])...)
	if len(want) != d.Triangles.Count {
		t.Fatalf("the page has %d triangles, want %d", d.Triangles.Count, len(want))
	}
	for i, c := range corners {
		k := i % 3
		got, v := d.Origin[k]+float64(c)/math.MaxUint16*d.Size[k], want[i/9][i/3%3][k]
		if math.Abs(got-v) > d.Size[k]/math.MaxUint16 {
			t.Fatalf("corner %d is at %g along axis %d, want %g", i/3, got, k, v)
		}
	}
}

// The page needs nothing from elsewhere, and names cannot break it.
func TestPageIsSelfContained(t *testing.T) {
	html := written(t, stairs(t))
	if outside := regexp.MustCompile(`(?i)https?:|src=|<link|@import|url\(|fetch\(|XMLHttp|import\s`).FindString(html); outside != "" {
		t.Errorf("the page has %q", outside)
	}
	if !strings.Contains(html, "<title>&lt;/script&gt;") || strings.Contains(html, evil) {
		t.Error("the scene's name is not escaped")
	}
	if got := strings.Count(html, "</script>"); got != 2 {
		t.Errorf("the page ends %d scripts, want 2", got)
	}
	for _, id := range regexp.MustCompile(`\$\("(\w+)"\)|getElementById\("(\w+)"\)`).FindAllStringSubmatch(html, -1) {
		if name := id[1] + id[2]; !strings.Contains(html, `id="`+name+`"`) {
			t.Errorf("the script looks for %q, which is not on the page", name)
		}
	}
}

// Without the images of the bake there is no page, and the error says what it needs; a folder takes no page.
func TestPageFails(t *testing.T) {
	e, err := engine.New(engine.Options{Executor: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	scene, err := scenes.Load("corridor", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Load(scenes.Defaults("corridor"), scene); err != nil {
		t.Fatal(err)
	}
	if err := Write(&bytes.Buffer{}, e); err == nil || !strings.Contains(err.Error(), "KeepImages") {
		t.Errorf("without images the page gives %v", err)
	}
	if err := Save(t.TempDir(), e); err == nil || !strings.HasPrefix(err.Error(), "page: ") {
		t.Errorf("writing into a folder gives %v", err)
	}
}
