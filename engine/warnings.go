package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"throng/ecs"
	"throng/passes"
)

// warnings says what a user may not have meant: starts without a way to the goal, goals without a floor, passages too
// narrow for a group, cells wider than agents or longer than treads.
func (e *Engine) warnings(r *Report, island []int) ([]string, error) {
	warnings := append([]string{}, e.scene.Notes...)
	for i := range e.crowd.spawners {
		if e.crowd.spawners[i].fault != nil {
			continue // has words of its own
		}
		w, err := e.cutOff(r, i, island)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, w...)
	}
	warnings = append(warnings, e.lostRegions(r)...)
	for i := range r.Goals {
		if g := &r.Goals[i]; g.Cells == 0 {
			warnings = append(warnings, fmt.Sprintf("goal %d (%s) lies over no walkable floor", g.Goal, quoted(g.Names)))
		}
	}
	for i := range r.Doors {
		warnings = append(warnings, e.narrowDoor(&r.Doors[i])...)
	}
	for g := range e.scenario.Groups {
		if at, found := e.tooNarrow(float32(e.scenario.Groups[g].Radius)); found {
			warnings = append(warnings, fmt.Sprintf("groups[%d].radius: a passage near (%.2f, %.2f, %.2f) is narrower than agents of %g m", g, at[0], at[1], at[2], 2*e.scenario.Groups[g].Radius))
		}
	}
	warnings = append(warnings, e.looseCells()...)
	if tread := e.scenario.Grid.Cell; tread > 0.28 {
		warnings = append(warnings, fmt.Sprintf("grid.cell: %g m is longer than the treads of an ordinary stair (0.28 m), which may not connect", tread))
	}
	return warnings, nil
}

// looseCells warns of cells so large that the bodies of the narrowest group, of radius r at two neighbours' centres, do not
// overlap. Clearance is known at centres: where they do, gaps from 2·√(r² − l²/4) are open, and else gaps of any width.
func (e *Engine) looseCells() []string {
	narrowest := slices.MinFunc(e.scenario.Groups, func(a, b ecs.Group) int { return cmp.Compare(a.Radius, b.Radius) })
	if e.scenario.Grid.Cell <= 2*narrowest.Radius {
		return nil
	}
	return []string{fmt.Sprintf("grid.cell: %g m is wider than agents of group %q, %g m, which may thus pass gaps narrower than they are", e.scenario.Grid.Cell, narrowest.Name, 2*narrowest.Radius)}
}

// cutOff warns of the cells of a scenario's spawn that have no way to the goal: because their island has no such goal,
// or because all ways are too narrow.
func (e *Engine) cutOff(r *Report, index int, island []int) (warnings []string, err error) {
	s := &e.crowd.spawners[index]
	potential := e.start(s.group, &err)
	if err != nil {
		return nil, e.fail(err)
	}
	group := &e.scenario.Groups[s.group]
	within, home := e.within(&s.spec.Region), r.islandsOf(group.Goal)
	lost, narrow := spread{}, 0
	for c, number := range island {
		if number == 0 || e.host.clearance[c] < float32(group.Radius) || potential[c] < passes.Inf || !within(uint32(c)) {
			continue
		}
		if slices.Contains(home, number) {
			narrow++
		} else {
			lost.add(number)
		}
	}
	if lost.cells > 0 {
		warnings = append(warnings, fmt.Sprintf("spawns[%d].region: %d of its cells lie on %s, without goal %d of group %q; nobody starts there", index, lost.cells, islandsText(lost.islands), group.Goal, group.Name))
	}
	if narrow > 0 {
		warnings = append(warnings, fmt.Sprintf("spawns[%d].region: %d of its cells have no way to goal %d wide enough for group %q; nobody starts there", index, narrow, group.Goal, group.Name))
	}
	return warnings, nil
}

// elsewhere ends the error about a spawn from which nobody gets to the goal: with the islands of both where they differ.
func (e *Engine) elsewhere(within func(uint32) bool, goal int) string {
	island, _ := e.host.label(0)
	var start, end spread
	for c, number := range island {
		if number > 0 && within(uint32(c)) {
			start.add(number)
		}
		if number > 0 && int(e.host.zone[c]&0xffff)-1 == goal {
			end.add(number)
		}
	}
	if end.cells == 0 {
		return ", which lies over no walkable floor"
	}
	for _, number := range start.islands {
		if slices.Contains(end.islands, number) {
			return " that is wide enough"
		}
	}
	return fmt.Sprintf(": they lie on %s, the goal on %s", islandsText(start.islands), islandsText(end.islands))
}

// islandsOf are the islands of a goal.
func (r *Report) islandsOf(goal int) []int {
	for i := range r.Goals {
		if r.Goals[i].Goal == goal {
			return r.Goals[i].Islands
		}
	}
	return nil
}

// lostRegions warns of spawn regions that no spawn of the scenario uses: those are there for a game to spawn in.
func (e *Engine) lostRegions(r *Report) (warnings []string) {
	used := map[int]bool{}
	for i := range e.scenario.Spawns {
		for _, entity := range e.scene.Region(e.scenario.Spawns[i].Region.Name) {
			used[entity] = true
		}
	}
	regions := r.Spawns[len(e.crowd.spawners):]
	for i, entity := range e.host.spawns {
		p := &regions[i]
		if used[entity] {
			continue
		}
		if p.Cells == 0 {
			warnings = append(warnings, fmt.Sprintf("spawn region %q lies over no walkable floor", p.Name))
			continue
		}
		home := r.islandsOf(p.Goal)
		lost := slices.DeleteFunc(slices.Clone(p.Islands), func(n int) bool { return slices.Contains(home, n) })
		if len(lost) > 0 && p.Goal >= 0 {
			warnings = append(warnings, fmt.Sprintf("spawn region %q lies on %s, without goal %d", p.Name, islandsText(lost), p.Goal))
		}
	}
	return warnings
}

func quoted(names []string) (text string) {
	for i, n := range names {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%q", n)
	}
	return text
}

// narrowDoor warns of groups that do not fit through a door.
func (e *Engine) narrowDoor(d *Door) (warnings []string) {
	for g := range e.scenario.Groups {
		if group := &e.scenario.Groups[g]; d.Width != nil && *d.Width < 2*group.Radius {
			warnings = append(warnings, fmt.Sprintf("door %q: its clear width of %.2f m is less than agents of group %q need, %g m", d.Name, *d.Width, group.Name, 2*group.Radius))
		}
	}
	return warnings
}

// tooNarrow finds a place where the floor goes on but agents of a radius do not pass: it joins two islands of at least
// a square metre.
func (e *Engine) tooNarrow(radius float32) (at [3]float64, found bool) {
	h := &e.host
	island, sizes := h.label(radius)
	least := int(math.Ceil(1 / float64(e.frame.Cell*e.frame.Cell)))
	owner := make([]int, len(island)) // of narrow cells: the island they were reached from
	var queue []uint32
	for c := range island {
		if island[c] != 0 && sizes[island[c]] >= least {
			owner[c] = island[c]
			queue = append(queue, uint32(c))
		}
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, to := range h.neighbours(c) {
			switch {
			case to == passes.None:
			case owner[to] == 0:
				owner[to] = owner[c]
				queue = append(queue, to)
			case owner[to] != owner[c]:
				m := passes.Centre(&e.frame, h.pages, c)
				return [3]float64{float64(m[0]) + e.origin[0], float64(h.height[c]) + e.origin[1], float64(m[1]) + e.origin[2]}, true
			}
		}
	}
	return at, false
}
