package bake

// polygon is a convex polygon cut out of a triangle.
type polygon [][3]float32

// clip keeps the part where n·p >= w.
func (g polygon) clip(n [3]float32, w float32) polygon {
	var kept polygon
	for i, a := range g {
		b := g[(i+1)%len(g)]
		da, db := n[0]*a[0]+n[1]*a[1]+n[2]*a[2]-w, n[0]*b[0]+n[1]*b[1]+n[2]*b[2]-w
		if da >= 0 {
			kept = append(kept, a)
		}
		if (da >= 0) != (db >= 0) {
			t := da / (da - db)
			kept = append(kept, [3]float32{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t})
		}
	}
	return kept
}
