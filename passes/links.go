package passes

// A word of the slot "links" holds a byte per direction: N in the lowest, then E, S, W. A byte is LinkNone where there is
// no way, LinkNear where the neighbour lies in the same page, and else the layer of the neighbour's page. Ways to the same
// page cost no look-up, and a page's links stay valid when other pages are numbered anew.
const (
	LinkNone = 0xff
	LinkNear = 0xfe
)

// MaxLayers is the number of layers that links can name.
const MaxLayers = LinkNear

// NoLinks is the word of a cell without neighbours.
const NoLinks = ^uint32(0)

// Links finds the neighbours of cells: the form of lib/links.glsl.
type Links struct {
	words, table []uint32
	pages        [][4]uint32
	tilesX       int
	tiles        int // of a layer
}

// NewLinks reads the slots "links", "pages" and "pageTable".
func NewLinks(f *Frame, b *Buffers) Links {
	return LinksOf(f, b.U32("links"), b.UVec4("pages"), b.U32("pageTable"))
}

// LinksOf reads copies of the slots "links", "pages" and "pageTable".
func LinksOf(f *Frame, words []uint32, pages [][4]uint32, table []uint32) Links {
	return Links{words, table, pages, int(f.TilesX), int(f.TilesX * f.TilesZ)}
}

// To gives the neighbour of a cell in direction d = 0..3: N, E, S, W, or None.
func (l *Links) To(c uint32, d int) uint32 {
	layer := l.words[c] >> (8 * d) & 0xff
	if layer == LinkNone {
		return None
	}
	x, z := int(c%Tile)+stepX[d], int(c%PageCells/Tile)+stepZ[d]
	if layer == LinkNear {
		return c&^(PageCells-1) + uint32(z*Tile+x)
	}
	own := l.pages[c/PageCells]
	// A step beyond the page wraps to its other side, in the next tile.
	tile := (int(own[1])+z>>tileBits)*l.tilesX + int(own[0]) + x>>tileBits
	return l.table[int(layer)*l.tiles+tile]*PageCells + uint32(z&(Tile-1)*Tile+x&(Tile-1))
}

// All gives the neighbours of a cell N, E, S, W.
func (l *Links) All(c uint32) [4]uint32 {
	return [4]uint32{l.To(c, 0), l.To(c, 1), l.To(c, 2), l.To(c, 3)}
}

// Layer gives the layer of the neighbour in direction d, or -1.
func (l *Links) Layer(c uint32, d int) int {
	switch layer := l.words[c] >> (8 * d) & 0xff; layer {
	case LinkNone:
		return -1
	case LinkNear:
		return int(l.pages[c/PageCells][2])
	default:
		return int(layer)
	}
}

// Set makes n, which lies one step from c in direction d on some layer, or None the neighbour of c.
func (l *Links) Set(c uint32, d int, n uint32) {
	layer := uint32(LinkNone)
	switch {
	case n == None:
	case n/PageCells == c/PageCells:
		layer = LinkNear
	default:
		layer = l.pages[n/PageCells][2]
	}
	l.words[c] = l.words[c]&^(0xff<<(8*d)) | layer<<(8*d)
}

const tileBits = 4

// stepX and stepZ are the unit steps N, E, S, W.
var stepX, stepZ = [4]int{0, 1, 0, -1}, [4]int{1, 0, -1, 0}
