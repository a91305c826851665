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

// CellAt gives the cell at a column, row and layer, or None where no page is.
func CellAt(f *Frame, pageTable []uint32, i, j, layer int) uint32 {
	page := pageTable[(layer*int(f.TilesZ)+j/Tile)*int(f.TilesX)+i/Tile]
	if page == None {
		return None
	}
	return page*PageCells + uint32(j%Tile*Tile+i%Tile)
}
