package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"throng/cmd/internal/shell"
)

// agentsRow is a crowd with a model.
type agentsRow struct {
	Table      string             `json:"table"`
	Scene      string             `json:"scene"`
	Agents     int                `json:"agents"`
	Model      string             `json:"model"`
	Cell       float64            `json:"cell"` // of the planner and of the bins [m]
	Groups     int                `json:"groups"`
	Steps      int                `json:"steps"`   // timed
	MSMean     float64            `json:"ms_mean"` // of a step, plans included
	MSMin      float64            `json:"ms_min"`
	MSMedian   float64            `json:"ms_median"`
	MSP95      float64            `json:"ms_p95"`
	Stages     map[string]float64 `json:"stages"`               // median device time of the steps that run them [ms]
	Candidates float64            `json:"candidates_per_agent"` // others looked at for each, on average
	Looked     float64            `json:"looked_s"`             // simulated time of the second run [s]
	Collisions float64            `json:"collisions_per_agent_minute"`
	Overlap    float64            `json:"worst_overlap_mm"`
	Stuck      *float64           `json:"stuck_share"` // null where the second run was too short
	Detour     *float64           `json:"detour"`      // null where nobody arrived in it, or too many would have to be asked for
	Arrival    *float64           `json:"arrival_s"`   // of the last; null where the second run ended before
	Arrived    int                `json:"arrived"`     // in the second run
	Lost       int                `json:"lost"`
	InWall     int                `json:"in_wall"`
	Gate       string             `json:"gate"`
	unbalanced bool
}

// judge fills the gate.
func (r *agentsRow) judge() {
	var faults []string
	if r.Lost != 0 {
		faults = append(faults, fmt.Sprintf("%d lost", r.Lost))
	}
	if r.InWall != 0 {
		faults = append(faults, fmt.Sprintf("%d in walls", r.InWall))
	}
	if r.unbalanced && r.Lost == 0 {
		faults = append(faults, "the books do not balance")
	}
	if r.Gate = "ok"; len(faults) > 0 {
		r.Gate = "FAIL: " + strings.Join(faults, ", ")
	}
}

func (r agentsRow) gate() (what, gate string) {
	return fmt.Sprintf("agents: %s with %d, %s", r.Scene, r.Agents, r.Model), r.Gate
}

func (r *agentsRow) print(b *bench) {
	number := func(v *float64, by float64, format string) string {
		if v == nil {
			return "-"
		}
		return fmt.Sprintf(format, *v*by)
	}
	fmt.Fprintf(b.out, "%-8s  %8d  %-9s  %4.3g  %6d | %7.2f %7.2f %7.2f  %10.1f | %11.1f  %10.2f  %10.1f  %7s  %6s  %9s  %7d  %4d  %7d  %s\n", r.Scene, r.Agents, r.Model, r.Cell, r.Groups,
		r.MSMean, r.MSMedian, r.MSP95, r.Candidates, r.Looked, r.Collisions, r.Overlap, number(r.Stuck, 100, "%.2f"), number(r.Detour, 1, "%.3f"), number(r.Arrival, 1, "%.1f"), r.Arrived, r.Lost, r.InWall, r.Gate)
}

// chooseCrowds narrows the table agents to rows SCENE:AGENTS, SCENE:AGENTS:CELL or SCENE:AGENTS:=CANDIDATES, and to models.
func (s *size) chooseCrowds(crowds, models string) error {
	s.models = defaultModels()
	if models != "" {
		s.models = strings.Split(models, ",")
	}
	if crowds == "" {
		return nil
	}
	s.crowds = nil
	for _, text := range strings.Split(crowds, ",") {
		w, ok := parseCrowd(text)
		if !ok {
			return shell.Usagef("flag -crowds has %q, expected SCENE:AGENTS, SCENE:AGENTS:CELL or SCENE:AGENTS:=CANDIDATES with a scene of %s", text, strings.Join(crowdScenes(), ", "))
		}
		s.crowds = append(s.crowds, w)
	}
	for _, w := range s.crowds {
		for _, model := range s.models {
			if _, err := w.make(model); err != nil {
				return shell.Usagef("flag -crowds or -models: %w", err)
			}
		}
	}
	return nil
}

func parseCrowd(text string) (w crowdWork, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return w, false
	}
	agents, err := strconv.ParseFloat(parts[1], 64) // 1e6 too
	if err != nil || agents < 1 || agents != math.Trunc(agents) {
		return w, false
	}
	w = crowdWork{scene: parts[0], agents: int(agents)}
	if len(parts) == 3 {
		number, candidates := strings.CutPrefix(parts[2], "=")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || !(v > 0) {
			return w, false
		}
		if w.cell = v; candidates {
			w.cell, w.candidates = 0, v
		}
	}
	return w, true
}
