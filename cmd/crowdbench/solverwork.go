package main

import (
	"slices"
	"strconv"
	"strings"

	"throng/cmd/internal/shell"
)

// solverWork is a scene at a size, and what is measured on it.
type solverWork struct {
	scene    string
	size     int
	groups   []int
	stencils []int
	modes    []string
}

// most is the largest number of groups of the table.
func (s *size) most() (n int) {
	for _, w := range s.solver {
		n = max(n, slices.Max(w.groups))
	}
	return n
}

var (
	allModes    = []string{"cold", "warm", "door"}
	bothUpdates = []int{4, 8}
)

// mostBuilding is the most cells along the edge of the building: with more, cells would be too small for the radius of its
// people.
const mostBuilding = 1024

// fullSolver is every scene at every size; quickSolver fits a minute on two cores of a CPU.
func fullSolver() []solverWork {
	return solverWorks(solverScenes, []int{256, 512, 1024, 2048, 4096}, []int{1, 4, 16}, allModes)
}

// solverWorks are scenes at sizes, as far as they can be.
func solverWorks(scenes []string, sizes, groups []int, modes []string) (all []solverWork) {
	for _, size := range sizes {
		for _, scene := range scenes {
			if scene != "building" || size <= mostBuilding {
				all = append(all, solverWork{scene, size, groups, bothUpdates, modes})
			}
		}
	}
	return all
}

// choose replaces the rows of the table solver by those of some scenes, sizes, groups and modes: lists with commas between, where
// an empty one leaves all scenes, 1024 cells, one group, all modes.
func (s *size) choose(scenes, sizes, groups, modes string) error {
	chosen, err := words("scenes", scenes, solverScenes)
	if err != nil {
		return err
	}
	how, err := words("modes", modes, allModes)
	if err != nil {
		return err
	}
	cells, err := numbers("sizes", sizes, 1024, 64, 8192)
	if err != nil {
		return err
	}
	goals, err := numbers("groups", groups, 1, 1, 64)
	s.solver = solverWorks(chosen, cells, goals, how)
	return err
}

// words reads a list of names out of those that there are.
func words(flag, list string, known []string) ([]string, error) {
	if list == "" {
		return known, nil
	}
	chosen := strings.Split(list, ",")
	for _, word := range chosen {
		if !slices.Contains(known, word) {
			return nil, shell.Usagef("flag -%s names %q, expected some of %s", flag, word, strings.Join(known, ","))
		}
	}
	return chosen, nil
}

// numbers reads a list of numbers.
func numbers(flag, list string, usual, least, most int) (all []int, err error) {
	if list == "" {
		return []int{usual}, nil
	}
	for _, word := range strings.Split(list, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < least || n > most {
			return nil, shell.Usagef("flag -%s has %q, expected numbers from %d to %d", flag, word, least, most)
		}
		all = append(all, n)
	}
	return all, nil
}

var quickSolver = []solverWork{
	{"open", 256, []int{1, 4, 16}, []int{4}, []string{"cold"}},
	{"open", 256, []int{1}, []int{8}, []string{"cold"}},
	{"open", 1000, []int{1}, bothUpdates, []string{"cold"}},
	{"open", 256, []int{1}, []int{4}, []string{"warm", "door"}},
	{"obstacles", 256, []int{1}, bothUpdates, []string{"cold", "door"}},
	{"speeds", 256, []int{1}, bothUpdates, allModes},
	{"maze", 256, []int{1}, bothUpdates, []string{"cold", "door"}},
	{"building", 256, []int{1}, bothUpdates, []string{"cold", "door"}},
}
