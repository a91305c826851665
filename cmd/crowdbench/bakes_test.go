package main

import (
	"math"
	"strings"
	"testing"

	"throng/engine"
	"throng/engine/scenes"
)

// The gates of bakes fail where hashes differ and where a bound of the sparse scene is passed, and count for the verdict.
func TestGatesOfBakes(t *testing.T) {
	if same("ab", "ab") != "ok" || !strings.HasPrefix(same("ab", "cd"), "FAIL") || same("", "") == "ok" {
		t.Error("hashes are compared wrongly")
	}
	for want, row := range map[string]sparseRow{
		"ok": {Box: 4, PerCell: 96, TakenPeak: 1 << 30}, "1 lost": {Lost: 1}, "97.0 bytes": {PerCell: 97}, "1025 MiB": {TakenPeak: 1025 << 20},
	} {
		if row.judge(2000, 1.2); !strings.Contains(row.Gate, want) {
			t.Errorf("%+v has the gate %q, want %q", row, row.Gate, want)
		}
	}
	slow := sparseRow{Box: 4}
	if slow.judge(500, 1.5); !strings.Contains(slow.Gate, "1.50 times") {
		t.Errorf("a step that takes longer has the gate %q", slow.Gate)
	}
	for _, row := range []gated{peelRow{Gate: "FAIL: x"}, rebakeRow{Gate: "FAIL: x"}, slow} {
		if (&report{Rows: []any{row}}).verdict() == nil {
			t.Errorf("%T does not count", row)
		}
	}
}

func TestSpread(t *testing.T) {
	if got := spreadOf([]float64{3, 1, 2}); got != (spread{1, 2, 3}) || spreadOf(nil) != (spread{}) {
		t.Errorf("3, 1, 2 sum up to %+v", got)
	}
}

// Tables of bakes: both peelers find the same, a changed scene is as one baked afresh, the sparse scene is sparse.
func TestTablesOfBakes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes longer than the short tests may")
	}
	b, out := small(t)
	if err := b.all([]string{"peelers", "rebake", "sparse"}); err != nil {
		t.Fatal(err)
	}
	peelers, sparse := map[string]int{}, map[int]sparseRow{}
	for _, row := range b.report.Rows {
		switch r := row.(type) {
		case peelRow:
			peelers[r.Peeler]++
			if r.LayersMS.Min <= 0 || r.LayersMS.Min > r.Bake.Min || r.Gate != "ok" || r.Scene == "stack" && r.Layers != r.Floors {
				t.Errorf("a row is %+v", r)
			}
		case rebakeRow:
			if r.Gate != "ok" || r.Touched == 0 || r.Touched > r.Cells || r.Rebake.Min <= 0 || r.Ratio <= 1 {
				t.Errorf("the row of the door is %+v", r)
			}
		case sparseRow:
			sparse[r.Box] = r
		}
	}
	if peelers[engine.PeelerDepth] != 3 || peelers[engine.PeelerLists] != 3 {
		t.Errorf("rows by peeler are %v\n%s", peelers, out)
	}
	if r := sparse[1]; r.Layers != 10 || math.Abs(r.Occupied-1.5) > 0.05 || r.PerCell > sparsePerCell || r.Lost != 0 || r.Step.Median <= 0 || sparse[4].Cells != r.Cells+256 {
		t.Errorf("the sparse rows are %+v\n%s", sparse, out)
	}
}

// The gate of a changed door can fail: a scene that was not changed is not the one with the door closed.
func TestGateSeesDoors(t *testing.T) {
	b, _ := small(t)
	scene, err := scenes.Load("two-doors", 1)
	if err != nil {
		t.Fatal(err)
	}
	sc := scenes.Defaults("two-doors")
	if _, err := b.baked(b.cpu, sc, scene); err != nil {
		t.Fatal(err)
	}
	if gate, err := b.afresh(b.cpu, sc, scene, "door A"); err != nil || !strings.HasPrefix(gate, "FAIL: bake hash") {
		t.Errorf("an open door has the gate %q, %v", gate, err)
	}
	if gate, err := b.afresh(b.cpu, sc, scene, "no door"); err != nil || !strings.HasPrefix(gate, "FAIL: the door") {
		t.Errorf("no door has the gate %q, %v", gate, err)
	}
}
