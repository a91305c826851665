package vk

import "slices"

// freeList keeps the free spans of a block of memory in order of their offsets, neighbours joined.
type freeList []span

type span struct{ offset, size int }

// take cuts size bytes at a multiple of align from the first span that has room.
func (f *freeList) take(size, align int) (offset int, ok bool) {
	for i, s := range *f {
		at := roundUp(s.offset, align)
		if at+size > s.offset+s.size {
			continue
		}
		rest := make([]span, 0, 2)
		if at > s.offset {
			rest = append(rest, span{s.offset, at - s.offset})
		}
		if end := s.offset + s.size; at+size < end {
			rest = append(rest, span{at + size, end - at - size})
		}
		*f = slices.Replace(*f, i, i+1, rest...)
		return at, true
	}
	return 0, false
}

// give returns a span that take cut.
func (f *freeList) give(offset, size int) {
	i, _ := slices.BinarySearchFunc(*f, offset, func(s span, at int) int { return s.offset - at })
	*f = slices.Insert(*f, i, span{offset, size})
	l := *f
	if i+1 < len(l) && l[i].offset+l[i].size == l[i+1].offset {
		l[i].size += l[i+1].size
		l = slices.Delete(l, i+1, i+2)
	}
	if i > 0 && l[i-1].offset+l[i-1].size == l[i].offset {
		l[i-1].size += l[i].size
		l = slices.Delete(l, i, i+1)
	}
	*f = l
}

// roundUp returns the next multiple of align, which need not be a power of two.
func roundUp(n, align int) int { return (n + align - 1) / align * align }
