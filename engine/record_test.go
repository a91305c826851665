package engine

import (
	"fmt"
	"slices"
	"testing"

	"throng/passes"
	"throng/vk"
)

func reading(slots ...string) (all []access) {
	for _, s := range slots {
		all = append(all, access{s, vk.ComputeRead, false})
	}
	return all
}

func writing(slots ...string) (all []access) {
	for _, s := range slots {
		all = append(all, access{s, vk.ComputeWrite, true})
	}
	return all
}

// A barrier stands where a command meets what an earlier one left unfinished, and nowhere else.
func TestHazards(t *testing.T) {
	for name, c := range map[string]struct {
		commands [][]access
		barriers []int
	}{
		"read after write":             {[][]access{writing("a"), reading("a")}, []int{1}},
		"write after read":             {[][]access{reading("a"), writing("a")}, []int{1}},
		"write after write":            {[][]access{writing("a"), writing("a")}, []int{1}},
		"read after read":              {[][]access{reading("a"), reading("a", "b")}, nil},
		"nothing in common":            {[][]access{writing("a"), writing("b"), reading("c")}, nil},
		"one barrier for two":          {[][]access{writing("a"), writing("b"), reading("a"), reading("b")}, []int{2}},
		"again after a barrier":        {[][]access{writing("a"), reading("a"), writing("a"), reading("a")}, []int{1, 2, 3}},
		"a read does not hide a write": {[][]access{append(writing("a"), reading("a")...), reading("a")}, []int{1}},
		"one command meets itself not": {[][]access{append(reading("a"), writing("a")...)}, nil},
	} {
		var open hazards
		var got []int
		for i, a := range c.commands {
			if _, wait := open.meet(a); wait {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, c.barriers) {
			t.Errorf("%s: barriers before commands %v, expected %v", name, got, c.barriers)
		}
	}
}

// A barrier waits for the stages of all commands since the last one.
func TestHazardsWaitForAllStages(t *testing.T) {
	var open hazards
	open.meet(writing("a"))
	open.meet([]access{{"b", vk.TransferRead, false}})
	finish, wait := open.meet(reading("a"))
	if want := vk.ComputeWrite | vk.TransferRead; !wait || finish != want {
		t.Errorf("wait %v for %v, expected to wait for %v", wait, finish, want)
	}
	if finish, wait = open.meet(writing("a")); !wait || finish != vk.ComputeRead {
		t.Errorf("wait %v for %v, expected to wait for the read alone", wait, finish)
	}
}

// Raster passes read in their shaders and write their attachments; indirect passes read their arguments.
func TestAccesses(t *testing.T) {
	scope := func(d passes.Decl, slot string) (s vk.Scope, writes bool) {
		for _, a := range accesses(d) {
			if a.slot == slot {
				s, writes = s|a.scope, writes || a.writes
			}
		}
		return s, writes
	}
	raster := passes.Decl{Bindings: passes.Bindings(passes.Reads("triangles"), passes.Updates("bakeCounts")),
		Raster: &passes.Raster{Colours: []string{"position"}, Depth: "depth"}}
	indirect := passes.Decl{Bindings: passes.Bindings(passes.Updates("solveArgs")), Indirect: "solveArgs"}
	for _, c := range []struct {
		d      passes.Decl
		slot   string
		scope  vk.Scope
		writes bool
	}{
		{raster, "triangles", vk.VertexRead | vk.FragmentRead, false},
		{raster, "bakeCounts", vk.VertexRead | vk.FragmentRead | vk.FragmentWrite, true},
		{raster, "position", vk.ColorRead | vk.ColorWrite, true},
		{raster, "depth", vk.DepthRead | vk.DepthWrite, true},
		{indirect, "solveArgs", vk.ComputeRead | vk.ComputeWrite | vk.IndirectRead, true},
		{indirect, "frame", vk.ComputeRead, false},
	} {
		if s, writes := scope(c.d, c.slot); s != c.scope || writes != c.writes {
			t.Errorf("%q: %v, writes %v; expected %v, %v", c.slot, s, writes, c.scope, c.writes)
		}
	}
}

// The plan tells what the recorder does.
func TestPlan(t *testing.T) {
	e := open(t, Options{Executor: "cpu"})
	sc, scene := builtin(t, "corridor")
	must(t, e.Load(sc, scene))
	rows := map[string]PlanRow{}
	for _, r := range e.Plan() {
		rows[r.Phase+" "+r.Pass] = r
	}
	for pass, barrier := range map[string]bool{"plan begin": false, "plan clear": false, "plan splat": true, "plan flow": true, "plan sweep": true, "step empty": false, "step advance": true, "step close": true} {
		r, ok := rows[pass]
		if !ok || r.Barrier != barrier || r.Bytes == 0 {
			t.Errorf("%s: %+v, expected barrier %v and some bytes", pass, r, barrier)
		}
	}
	if n := rows["plan sweep"].Times; n != int(e.frame.Rounds) {
		t.Errorf("sweep runs %d times, expected %d", n, e.frame.Rounds)
	}
}

// split spreads workgroups over two dimensions: enough of them, and not a whole row too many.
func TestSplit(t *testing.T) {
	for _, n := range []int{0, 1, 65534, 65535, 65536, 131070, 131071, 10_000_000} {
		for _, limit := range []int{1000, 65535, 1 << 30} {
			x, y := split(n, limit)
			if total := int(x) * int(y); total < n || total >= n+max(1, int(x)) || int(x) > min(limit, 65535) {
				t.Errorf("%d groups with at most %d in a row: %d × %d", n, limit, x, y)
			}
		}
	}
}

func TestUnpackTexels(t *testing.T) {
	for name, c := range map[string]struct {
		elem passes.Elem
		raw  []byte
		want []uint32
	}{
		"signed":  {passes.RGBA8I, []byte{0xff, 0, 127, 0x80}, []uint32{^uint32(0), 0, 127, ^uint32(127)}},
		"word":    {passes.R32UI, []byte{1, 2, 3, 4}, []uint32{0x04030201}},
		"nothing": {passes.R32UI, nil, []uint32{}},
	} {
		if got := unpackTexels(c.elem, c.raw); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, expected %v", name, fmt.Sprintf("%#x", got), fmt.Sprintf("%#x", c.want))
		}
	}
}
