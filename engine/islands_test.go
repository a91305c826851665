package engine

import (
	"testing"

	"throng/engine/scenes"
)

// The floor of every built-in scene is in one piece but for what no way leads to: two streams that do not meet, slabs, and
// a platform that is too high to step on. Nothing is a floor inside walls, on their tops or shut in under flights.
func TestIslandsOfBuiltinScenes(t *testing.T) {
	apart := map[string]int{"bridge-crossing": 2, "low-ceiling": 4, "ramp-slab": 2, "steps": 2}
	e := open(t, Options{Executor: "cpu"})
	for _, name := range scenes.Names() {
		sc, scene := builtin(t, name)
		must(t, e.Load(sc, scene))
		r, err := e.Report()
		must(t, err)
		if want := max(1, apart[name]); r.Islands != want || len(r.Warnings) > 0 {
			t.Errorf("%s: %d islands %+v and the warnings %q, expected %d and none", name, r.Islands, r.IslandList, r.Warnings, want)
		}
	}
}
