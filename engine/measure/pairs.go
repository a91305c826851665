package measure

import "math"

// pairs finds who overlaps: people by squares of the plan, as wide as the widest body, in a hash table.
type pairs struct {
	first  []int32 // by hash: one of those in squares of that hash, counted from 1; the others follow by next
	next   []int32
	square [][2]int32 // of each
}

// each calls do with every pair that overlaps on one floor, once, and by how much.
func (p *pairs) each(all []Walker, storey float64, do func(i, j int, depth float64)) {
	widest := 0.0
	for i := range all {
		widest = max(widest, all[i].Radius)
	}
	p.reset(len(all))
	for i := range all {
		a := &all[i]
		at := [2]int32{int32(math.Floor(a.At[0] / (2 * widest))), int32(math.Floor(a.At[2] / (2 * widest)))}
		for k := range int32(9) {
			near := [2]int32{at[0] + k%3 - 1, at[1] + k/3 - 1}
			for j := p.first[p.hash(near)] - 1; j >= 0; j = p.next[j] - 1 {
				if p.square[j] != near {
					continue
				}
				b := &all[j]
				if depth := a.Radius + b.Radius - math.Hypot(a.At[0]-b.At[0], a.At[2]-b.At[2]); depth > 0 && math.Abs(a.At[1]-b.At[1]) < storey {
					do(int(j), i, depth)
				}
			}
		}
		head := &p.first[p.hash(at)]
		p.next, p.square = append(p.next, *head), append(p.square, at)
		*head = int32(i + 1)
	}
}

// reset empties the table, with twice as many places as people.
func (p *pairs) reset(people int) {
	size := 1
	for size < 2*people {
		size *= 2
	}
	if len(p.first) < size {
		p.first = make([]int32, size)
	}
	clear(p.first)
	p.next, p.square = p.next[:0], p.square[:0]
}

func (p *pairs) hash(square [2]int32) uint32 {
	h := uint32(square[0])*0x9e3779b1 ^ uint32(square[1])*0x85ebca6b
	return (h ^ h>>15) & uint32(len(p.first)-1)
}
