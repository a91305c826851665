package bake
import ("testing";"fmt")
func TestZZ(t *testing.T){
	s := newScene(28, 8, 0.25).entity(solid)
	s.floor(0.25, 0.25, 1, 1.75, 0, 0)
	for k := range 16 {
		x, y := 1+0.3*float64(k), 0.17*float64(k+1)
		s.sheet(x, 0.25, x, 1.75, y-0.17, y)
		s.floor(x, 0.25, x+0.3, 1.75, y, y)
	}
	s.bake()
	fmt.Println(s.Layers,s.Pages)
	for i:=1;i<24;i++{ c:=s.cell(t,i,4,3); fmt.Println(i,c,s.b.F32("height")[c],s.b.Vec2("slope")[c],s.b.UVec4("floorLinks")[c],s.b.UVec4("links")[c],s.b.F32("clearance")[c], s.b.Vec4("pieces")[s.b.U32("pieceStart")[c]:s.b.U32("pieceStart")[c+1]])}
}
