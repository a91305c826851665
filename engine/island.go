package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"throng/ecs"
	"throng/passes"
)

// Island is a part of the floor that connections join and that none joins to another part.
type Island struct {
	Number  int     `json:"number"` // from 1, the largest first; as in the field "island"
	Cells   int     `json:"cells"`
	Area    float64 `json:"area"`    // in the plan [m²]
	Lowest  float64 `json:"lowest"`  // world heights of its cells' centres [m]
	Highest float64 `json:"highest"` //
}

// SpawnPlace is where agents appear: a spawn of the scenario, or a spawn region of the scene whether used or not.
type SpawnPlace struct {
	Of      string `json:"of"`               // "scenario" or "scene"
	Name    string `json:"name"`             // "spawns[0]", or the region's name
	Region  string `json:"region,omitempty"` // of a scenario's spawn: the region's name, "box" or "disc"
	Group   string `json:"group"`            // who appears; empty where a region does not say
	Goal    int    `json:"goal"`             // where they go; -1 where a region does not say
	Cells   int    `json:"cells"`            // walkable cells in it
	Islands []int  `json:"islands"`          // rising; empty where it lies over no walkable floor
}

// GoalPlace is the floor of a goal number.
type GoalPlace struct {
	Goal    int      `json:"goal"`
	Names   []string `json:"names"`  // of the scene's entities
	Groups  []string `json:"groups"` // bound for it
	Cells   int      `json:"cells"`
	Islands []int    `json:"islands"`
}

// neighbours are the cells that agents can step to, N, E, S and W, or None.
func (h *hostScene) neighbours(c uint32) [4]uint32 { return h.links.All(c) }

// islands gives the number of cells of each part that connections join, counting cells with at least the clearance;
// entry 0 counts none.
func (h *hostScene) islands(clearance float32) []int {
	_, sizes := h.label(clearance)
	return sizes
}

// label numbers the islands from 1, the largest first, those of one size in the order of their first cells.
func (h *hostScene) label(clearance float32) (island []int, sizes []int) {
	island, sizes = make([]int, len(h.clearance)), []int{0}
	var queue []uint32
	for first := range h.clearance {
		if island[first] != 0 || !h.walkable(uint32(first)) || h.clearance[first] < clearance {
			continue
		}
		number := len(sizes)
		island[first] = number
		sizes = append(sizes, 0)
		for queue = append(queue[:0], uint32(first)); len(queue) > 0; {
			c := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			sizes[number]++
			for _, to := range h.neighbours(c) {
				if to != passes.None && island[to] == 0 && h.clearance[to] >= clearance {
					island[to] = number
					queue = append(queue, to)
				}
			}
		}
	}
	return island, largestFirst(island, sizes)
}

// largestFirst renumbers islands by size.
func largestFirst(island, sizes []int) (sorted []int) {
	order := make([]int, len(sizes))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order[1:], func(a, b int) int { return sizes[b] - sizes[a] })
	number := make([]int, len(sizes))
	for k, old := range order {
		number[old] = k
		sorted = append(sorted, sizes[old])
	}
	for c, old := range island {
		island[c] = number[old]
	}
	return sorted
}

// islandField is the island of every cell.
func islandField(e *Engine, _ int) ([]float32, error) {
	island, _ := e.host.label(0)
	values := make([]float32, len(island))
	for c, number := range island {
		values[c] = float32(number)
	}
	return values, nil
}

// describe measures the islands.
func (e *Engine) describe(island, sizes []int) []Island {
	list := make([]Island, len(sizes)-1)
	for k := range list {
		area := float64(sizes[k+1]) * float64(e.frame.Cell) * float64(e.frame.Cell)
		list[k] = Island{Number: k + 1, Cells: sizes[k+1], Area: area, Lowest: math.Inf(1), Highest: math.Inf(-1)}
	}
	for c, number := range island {
		if number > 0 {
			y := float64(e.host.height[c]) + e.origin[1]
			list[number-1].Lowest, list[number-1].Highest = min(list[number-1].Lowest, y), max(list[number-1].Highest, y)
		}
	}
	return list
}

// spread is a set of cells as the islands see it.
type spread struct {
	cells   int
	islands []int // rising
}

func (s *spread) add(island int) {
	s.cells++
	if at, found := slices.BinarySearch(s.islands, island); !found {
		s.islands = slices.Insert(s.islands, at, island)
	}
}

// places finds the islands of every spawn and goal.
func (e *Engine) places(island []int) (spawns []SpawnPlace, goals []GoalPlace) {
	spawns, goals = []SpawnPlace{}, []GoalPlace{}
	numbers := e.scene.Goals()
	atGoal, atSpawn := make(map[int]*spread), make([]spread, len(e.host.spawns)+1)
	for _, g := range numbers {
		atGoal[g] = &spread{}
	}
	for c, number := range island {
		if number == 0 {
			continue
		}
		if at := atGoal[int(e.host.zone[c]&0xffff)-1]; at != nil {
			at.add(number)
		}
		atSpawn[e.host.zone[c]>>16].add(number)
	}
	for i := range e.crowd.spawners {
		spawns = append(spawns, e.spawnPlace(i, island))
	}
	for i, entity := range e.host.spawns {
		spawns = append(spawns, e.regionPlace(entity, &atSpawn[i+1]))
	}
	for _, g := range numbers {
		goals = append(goals, e.goalPlace(g, atGoal[g]))
	}
	return spawns, goals
}

func (e *Engine) spawnPlace(index int, island []int) SpawnPlace {
	spec := &e.scenario.Spawns[index]
	p := SpawnPlace{Of: "scenario", Name: fmt.Sprintf("spawns[%d]", index), Region: spec.Region.Name, Group: spec.Group,
		Goal: e.scenario.Groups[e.crowd.spawners[index].group].Goal}
	switch {
	case spec.Region.Box != nil:
		p.Region = "box"
	case spec.Region.Disc != nil:
		p.Region = "disc"
	}
	within, at := e.within(&spec.Region), spread{islands: []int{}}
	for c, number := range island {
		if number > 0 && within(uint32(c)) {
			at.add(number)
		}
	}
	p.Cells, p.Islands = at.cells, at.islands
	return p
}

func (e *Engine) regionPlace(entity int, at *spread) SpawnPlace {
	region := &e.scene.Entities[entity]
	p := SpawnPlace{Of: "scene", Name: region.Name, Group: region.Group, Goal: region.Goal, Cells: at.cells, Islands: append([]int{}, at.islands...)}
	for g := range e.scenario.Groups {
		if e.scenario.Groups[g].Name == p.Group {
			p.Goal = e.scenario.Groups[g].Goal
		}
	}
	return p
}

func (e *Engine) goalPlace(goal int, at *spread) GoalPlace {
	p := GoalPlace{Goal: goal, Names: []string{}, Groups: []string{}, Cells: at.cells, Islands: append([]int{}, at.islands...)}
	for i := range e.scene.Entities {
		if n := &e.scene.Entities[i]; n.Role == ecs.RoleGoal && n.Goal == goal {
			p.Names = append(p.Names, n.Name)
		}
	}
	for g := range e.scenario.Groups {
		if e.scenario.Groups[g].Goal == goal {
			p.Groups = append(p.Groups, e.scenario.Groups[g].Name)
		}
	}
	return p
}

// islandsText names islands in a sentence, not all of very many.
func islandsText(islands []int) string {
	const most = 5
	words := make([]string, 0, most)
	for _, n := range islands[:min(most, len(islands))] {
		words = append(words, fmt.Sprint(n))
	}
	text := "island"
	if len(islands) > 1 {
		text = "islands"
	}
	text += " " + strings.Join(words, ", ")
	if more := len(islands) - len(words); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
