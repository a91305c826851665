package picture

import (
	"math"
	"slices"
)

// storeyBin is the height over which floor counts as level when storeys are looked for [m].
const storeyBin = 0.25

// Storeys finds the heights of a building's floors: the heights with the most cells, at least `apart` metres from each
// other, that hold at least a tenth of the largest floor's cells. NaN heights do not count. The result is ascending;
// without any height it is {0}.
func Storeys(heights []float32, apart float64) []float64 {
	count, sum := map[int]int{}, map[int]float64{}
	for _, h := range heights {
		if h == h {
			k := int(math.Floor(float64(h) / storeyBin))
			count[k]++
			sum[k] += float64(h)
		}
	}
	bins := make([]int, 0, len(count))
	for k := range count {
		bins = append(bins, k)
	}
	slices.SortFunc(bins, func(a, b int) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return a - b
	})
	var storeys []float64
	for _, k := range bins {
		mean := sum[k] / float64(count[k])
		taken := slices.ContainsFunc(storeys, func(s float64) bool { return math.Abs(s-mean) < apart })
		if !taken && 10*count[k] >= count[bins[0]] {
			storeys = append(storeys, mean)
		}
	}
	if len(storeys) == 0 {
		return []float64{0}
	}
	slices.Sort(storeys)
	return storeys
}

// StoreyOf is the storey that a height belongs to: the highest one that is not above it, with half a metre of grace.
func StoreyOf(storeys []float64, height float64) int {
	for k := len(storeys) - 1; k > 0; k-- {
		if storeys[k] <= height+0.5 {
			return k
		}
	}
	return 0
}
