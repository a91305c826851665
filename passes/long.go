package passes

// Sizes of what is kept of every page where ways are long.
const (
	PageRegions = 8        // regions of a page that have a number
	NoRegion    = 0xf      // number of cells in none
	RegionWays  = 8        // regions beside one
	PageBorder  = 4 * Tile // numbers of border cells, of which corners have one
	HopsKept    = 1        // hops to a region with values that are right; 0: none is known
)

// Where ways lead that do not lead to a border cell.
const (
	WayInside = None - 2 // on within the page
	WayHeld   = None - 1 // to a value that is right, or nowhere that is followed
	WayLost   = None     // nowhere: the lowest value about rests on nothing
)
