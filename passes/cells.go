package passes

// Column gives the column and row of a cell in the dense grid.
func Column(pages [][4]uint32, cell uint32) (i, j int) {
	p, k := pages[cell/PageCells], cell%PageCells
	return int(p[0]*Tile + k%Tile), int(p[1]*Tile + k/Tile)
}

// Centre gives the plan position of a cell's centre relative to the box [m].
func Centre(f *Frame, pages [][4]uint32, cell uint32) [2]float32 {
	i, j := Column(pages, cell)
	return [2]float32{(float32(i) + 0.5) * f.Cell, (float32(j) + 0.5) * f.Cell}
}

// Values of the slot "clearance" in cells that agents cannot stand on.
const (
	Covered = float32(-1) // the floor at the centre lies inside an obstruction
	NoFloor = float32(-2)
)

// Speed is the speed that the cost of a step holds [m/s], -1 where it is closed: f = (β + γ g)/(C/Δs - α), out of
// C = Δs (α f + β + γ g)/f for a way of Δs = length [m] along the floor to a cell of discomfort g. β + γ g must not be 0.
func (f *Frame) Speed(cost, length, discomfort float32) float32 {
	if cost >= Inf {
		return -1
	}
	return (f.Beta + f.Gamma*discomfort) / (cost/length - f.Alpha)
}

// CellAt gives the cell at a column, row and layer, or None where no page is.
func CellAt(f *Frame, pageTable []uint32, i, j, layer int) uint32 {
	page := pageTable[(layer*int(f.TilesZ)+j/Tile)*int(f.TilesX)+i/Tile]
	if page == None {
		return None
	}
	return page*PageCells + uint32(j%Tile*Tile+i%Tile)
}
