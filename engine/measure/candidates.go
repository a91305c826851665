package measure

import "math"

// Candidates is how many others an agent looks at, on average, where bins are squares of an edge that begin at an origin, and
// everybody looks at the bins that a square meets of so many metres on each side of him, by the density [1/m²] of his bin and those around it.
func Candidates(all []Walker, origin [2]float64, bin float64, reach func(density float64) float64) float64 {
	if len(all) == 0 {
		return 0
	}
	at := func(v, origin float64) int { return int(math.Floor((v - origin) / bin)) }
	count, wide, deep := map[[2]int]int{}, 0, 0
	for i := range all {
		x, z := at(all[i].At[0], origin[0]), at(all[i].At[2], origin[1])
		count[[2]int{x, z}]++
		wide, deep = max(wide, x+1), max(deep, z+1)
	}
	within := func(p [3]float64, reach float64) int {
		sum := 0
		for x := max(0, at(p[0]-reach, origin[0])); x <= min(wide, at(p[0]+reach, origin[0])); x++ {
			for z := max(0, at(p[2]-reach, origin[1])); z <= min(deep, at(p[2]+reach, origin[1])); z++ {
				sum += count[[2]int{x, z}]
			}
		}
		return sum
	}
	sum := 0
	for i := range all {
		sum += within(all[i].At, reach(float64(within(all[i].At, bin))/(9*bin*bin)))
	}
	return float64(sum)/float64(len(all)) - 1
}
