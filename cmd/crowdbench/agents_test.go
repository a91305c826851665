package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"throng/ecs"
	"throng/engine"
)

func TestAgentGates(t *testing.T) {
	for want, row := range map[string]agentsRow{
		"ok": {}, "FAIL: 2 lost": {Lost: 2, unbalanced: true}, "FAIL: 3 in walls": {InWall: 3}, "FAIL: the books do not balance": {unbalanced: true},
	} {
		if row.judge(); row.Gate != want {
			t.Errorf("%+v has the gate %q, expected %q", row, row.Gate, want)
		}
	}
	bad := agentsRow{Scene: "circle", Agents: 40, Model: "continuum", Gate: "FAIL: 1 lost"}
	if err := (&report{Rows: []any{bad}}).verdict(); err == nil || !strings.Contains(err.Error(), "circle with 40") {
		t.Errorf("a bad row gives %v", err)
	}
	var r agentsRow
	r.books(engine.Stats{Spawned: 5, Alive: 3, Arrived: 1, Lost: 1})
	r.books(engine.Stats{Spawned: 5, Alive: 5})
	if r.Lost != 1 || !r.unbalanced {
		t.Errorf("the books are %+v", r)
	}
}

// Every scene gives a row, with who arrived and how he got on.
func TestAgentsTable(t *testing.T) {
	b, out := small(t)
	b.size.look, b.size.models = 20*time.Second, []string{ecs.ModelContinuum}
	b.size.crowds = []crowdWork{{scene: "circle", agents: 120}, {scene: "open", agents: 900, candidates: 20}, {scene: "corridor", agents: 20}, {scene: "plaza", agents: 40}, {scene: "open", agents: 200}, {scene: villaDefault, agents: 17}}
	if err := b.all([]string{"agents"}); err != nil {
		t.Fatal(err)
	}
	if len(b.report.Rows) != len(b.size.crowds) {
		t.Fatalf("there are %d rows in\n%s", len(b.report.Rows), out)
	}
	for i, work := range b.size.crowds {
		r := b.report.Rows[i].(agentsRow)
		if r.Scene != work.scene || r.Agents != work.agents || r.Arrived != work.agents || r.Gate != "ok" || r.MSMedian <= 0 || r.MSMean <= 0 || r.Steps < 5 || r.Stages["advance"] <= 0 {
			t.Errorf("%s: %+v", work.scene, r)
		}
		if r.Arrival == nil || *r.Arrival < 5 || r.Stuck == nil || r.Detour == nil || *r.Detour < 0.9 || *r.Detour > 2 {
			t.Errorf("%s: arrival, stuck and detour are %v, %v, %v", work.scene, r.Arrival, r.Stuck, r.Detour)
		}
	}
	few, many := b.report.Rows[0].(agentsRow).Candidates, b.report.Rows[1].(agentsRow).Candidates
	if few < 2 || few > 12 || many < 15 || many > 25 {
		t.Errorf("%g candidates in the circle, %g where there should be 20", few, many)
	}
	text, err := json.Marshal(b.report.Rows[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields("scene agents model ms_median stages candidates_per_agent collisions_per_agent_minute worst_overlap_mm stuck_share detour arrival_s arrived lost in_wall") {
		if !strings.Contains(string(text), `"`+key+`":`) {
			t.Errorf("the row has no %q: %s", key, text)
		}
	}
	if !strings.Contains(out.String(), "stages of villa") {
		t.Errorf("no stages in\n%s", out)
	}
}

// The flags of the table choose rows and models, and say what is wrong.
func TestChooseCrowds(t *testing.T) {
	var s size
	if err := s.chooseCrowds("circle:10000,open:1e3:13.3,open:1e3:=204", ""); err != nil || len(s.crowds) != 3 ||
		s.crowds[1] != (crowdWork{scene: "open", agents: 1000, cell: 13.3}) || s.crowds[2] != (crowdWork{scene: "open", agents: 1000, candidates: 204}) || s.models[0] != ecs.NewGroup("", 0).Model {
		t.Errorf("the rows are %+v of %q, %v", s.crowds, s.models, err)
	}
	for _, bad := range []string{"circle", "moon:100", "circle:x", "circle:1.5", "circle:100:-1", "circle:100:1:1", "circle:3", "circle:100:=x"} {
		if err := s.chooseCrowds(bad, ""); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if err := s.chooseCrowds("circle:100", "flight"); err == nil || !strings.Contains(err.Error(), "flight") {
		t.Errorf("an unknown model gives %v", err)
	}
	c, err := crowdWork{scene: villaDefault, agents: 1000}.make(defaultModels()[0])
	if err != nil || c.Scenario.Agents() != 1000 || len(c.People) != 0 {
		t.Errorf("the villa has %d people, %v", c.Scenario.Agents(), err)
	}
}
