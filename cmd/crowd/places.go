package main

import (
	"fmt"
	"io"
	"strings"

	"throng/engine"
)

// mostIslands is how many islands are listed for people; JSON has all.
const mostIslands = 8

// printIslands writes the parts of the floor, the largest first.
func printIslands(w io.Writer, r *engine.Report) {
	fmt.Fprintf(w, "islands\t%d\n", r.Islands)
	for _, n := range r.IslandList[:min(mostIslands, len(r.IslandList))] {
		fmt.Fprintf(w, "\t%d: %d cells, %.1f m², %s\n", n.Number, n.Cells, n.Area, heights(n.Lowest, n.Highest))
	}
	if len(r.IslandList) > mostIslands {
		cells, area := 0, 0.0
		for _, n := range r.IslandList[mostIslands:] {
			cells, area = cells+n.Cells, area+n.Area
		}
		fmt.Fprintf(w, "\t%d more: %d cells, %.1f m²\n", len(r.IslandList)-mostIslands, cells, area)
	}
}

func heights(lowest, highest float64) string {
	if highest-lowest < 0.005 {
		return fmt.Sprintf("at %.2f m", lowest)
	}
	return fmt.Sprintf("at %.2f to %.2f m", lowest, highest)
}

// printPlaces writes the islands of spawns and goals, and the doors.
func printPlaces(w io.Writer, r *engine.Report) {
	used := map[string]bool{} // regions that a spawn of the scenario has spoken for
	for i := range r.Spawns {
		s := &r.Spawns[i]
		if s.Of == "scenario" {
			used[s.Region] = true
		} else if used[s.Name] {
			continue
		}
		what := fmt.Sprintf("region %q", s.Name)
		if s.Of == "scenario" {
			what = fmt.Sprintf("%s in %q", s.Name, s.Region)
		}
		if s.Group != "" {
			what += ", group " + s.Group
		}
		if s.Goal >= 0 {
			what += fmt.Sprintf(" to goal %d", s.Goal)
		}
		fmt.Fprintf(w, "spawn\t%s: %s\n", what, footing(s.Cells, s.Islands))
	}
	for i := range r.Goals {
		g := &r.Goals[i]
		fmt.Fprintf(w, "goal\t%d, %s: %s\n", g.Goal, strings.Join(g.Names, ", "), footing(g.Cells, g.Islands))
	}
	for i := range r.Doors {
		d := &r.Doors[i]
		width := "on no walkable floor"
		if d.Width != nil {
			width = fmt.Sprintf("%.2f m clear", *d.Width)
		}
		fmt.Fprintf(w, "door\t%s: %s, %s\n", d.Name, d.State, width)
	}
}

// footing is the floor of a place.
func footing(cells int, islands []int) string {
	switch len(islands) {
	case 0:
		return "no walkable floor"
	case 1:
		return fmt.Sprintf("%d cells on island %d", cells, islands[0])
	}
	return fmt.Sprintf("%d cells on islands %s", cells, strings.Trim(fmt.Sprint(islands), "[]"))
}
