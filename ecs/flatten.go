package ecs

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/qmuntal/gltf"
)

// flattener walks a document's nodes and gathers world triangles.
type flattener struct {
	doc   *gltf.Document
	scene *Scene
	seen  []visit // by node
	left  int     // degenerate triangles dropped so far
	work  int     // see spend
	skips map[string]int

	points   [][3]float64 // of the accessor read last, which primitives and instances share
	accessor int
}

// Bounds on what a file may ask for with few bytes, by nodes and instances that
// share meshes and accessors that share bytes.
const (
	maxNesting = 1 << 17 // nodes above a node
	maxWork    = 1 << 30 // vertices read, corners of triangles, and the cost of each primitive
	partCost   = 1 << 10 // of a primitive, beside its corners
)

// spend counts work, so that reading ends in time whatever the file says.
func (f *flattener) spend(n int) error {
	if f.work += n; f.work > maxWork {
		return fmt.Errorf("more than %d vertices to read, every instance counted; expected no more", maxWork)
	}
	return nil
}

type visit uint8

const (
	unseen visit = iota
	open         // on the path from the root
	closed
)

func flatten(doc *gltf.Document, name string, scale float64) (scene *Scene, err error) {
	defer guard(&err)
	if !(scale > 0 && scale <= 1e6) {
		return nil, fmt.Errorf("scale %v; expected more than 0 and at most 1e6 metres per unit", scale)
	}
	if err := checkNull(doc); err != nil {
		return nil, err
	}
	if err := checkExtensions(doc.ExtensionsRequired); err != nil {
		return nil, err
	}
	f := &flattener{doc: doc, scene: &Scene{Name: name}, seen: make([]visit, len(doc.Nodes)), skips: map[string]int{}, accessor: -1}
	roots, err := f.roots()
	if err != nil {
		return nil, err
	}
	m := mat4{0: scale, 5: scale, 10: scale, 15: 1}
	for _, n := range roots {
		if err := f.node(n, &m, noTags, 0); err != nil {
			return nil, err
		}
	}
	return f.finish()
}

// roots are the nodes of the default scene; in a document without scenes, those
// that are nobody's children.
func (f *flattener) roots() ([]int, error) {
	if n := len(f.doc.Scenes); n > 0 {
		i := 0
		if f.doc.Scene != nil {
			i = *f.doc.Scene
		}
		if i < 0 || i >= n {
			return nil, fmt.Errorf("default scene %d; expected one of its %d scenes", i, n)
		}
		return f.doc.Scenes[i].Nodes, nil
	}
	child := make([]bool, len(f.doc.Nodes))
	for _, n := range f.doc.Nodes {
		for _, c := range n.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	var roots []int
	for i, isChild := range child {
		if !isChild {
			roots = append(roots, i)
		}
	}
	if len(roots) == 0 && len(child) > 0 {
		return nil, errors.New("every node is the child of another: its nodes form a cycle; expected a tree")
	}
	return roots, nil
}

// node gathers the meshes of a node and of all below it. A tree is walked once:
// that bounds the work, and a node met twice is not in a tree.
func (f *flattener) node(i int, parent *mat4, inherited tags, depth int) error {
	if i < 0 || i >= len(f.doc.Nodes) {
		return fmt.Errorf("node %d; expected one of its %d nodes", i, len(f.doc.Nodes))
	}
	n := f.doc.Nodes[i]
	where := func(err error) error { return fmt.Errorf("node %d %q: %w", i, n.Name, err) }
	switch f.seen[i] {
	case open:
		return where(errors.New("it is its own ancestor: its nodes form a cycle; expected a tree"))
	case closed:
		return where(errors.New("it has two parents; expected a tree"))
	}
	if depth > maxNesting {
		return where(fmt.Errorf("%d nodes lie above it; expected at most %d", depth, maxNesting))
	}
	f.seen[i] = open
	local, err := transform(n)
	if err != nil {
		return where(err)
	}
	m := mul(*parent, local)
	t, err := f.tags(n, inherited)
	if err == nil && n.Mesh != nil {
		err = f.mesh(i, &m, t)
	}
	if err != nil {
		return where(err)
	}
	for _, c := range n.Children {
		if err := f.node(c, &m, t, depth+1); err != nil {
			return err
		}
	}
	f.seen[i] = closed
	return nil
}

// tags are those of the parents, then of the mesh, then of the node itself; each
// overrides what comes before it, key by key.
func (f *flattener) tags(n *gltf.Node, inherited tags) (tags, error) {
	if n.Skin != nil {
		f.skips["skins (the mesh is read in its rest pose)"]++
	}
	if n.Mesh == nil {
		return inherited.merge(n.Extras)
	}
	if *n.Mesh < 0 || *n.Mesh >= len(f.doc.Meshes) {
		return inherited, fmt.Errorf("mesh %d; expected one of its %d meshes", *n.Mesh, len(f.doc.Meshes))
	}
	t, err := inherited.merge(f.doc.Meshes[*n.Mesh].Extras)
	if err != nil {
		return t, fmt.Errorf("mesh %d: %w", *n.Mesh, err)
	}
	return t.merge(n.Extras)
}

// transform is a node's local matrix, affine and finite.
func transform(n *gltf.Node) (mat4, error) {
	if m := n.MatrixOrDefault(); m != gltf.DefaultMatrix {
		if !finite(m[:]...) {
			return m, errors.New("its matrix holds a NaN or an infinity; expected 16 finite numbers")
		}
		if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
			return m, fmt.Errorf("its matrix has the last row %v %v %v %v; expected 0 0 0 1", m[3], m[7], m[11], m[15])
		}
		return m, nil
	}
	return trs(n.Translation, n.RotationOrDefault(), n.ScaleOrDefault())
}

// trs is compose for numbers out of a file.
func trs(t [3]float64, q [4]float64, s [3]float64) (mat4, error) {
	norm := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if !finite(t[:]...) || !finite(s[:]...) || !(norm > 0.9 && norm < 1.1) {
		return mat4{}, fmt.Errorf("translation %v, rotation %v, scale %v; expected finite numbers and a unit quaternion", t, q, s)
	}
	// Exporters write quaternions in float32; left as they are, they scale a
	// building of 100 m by millimetres.
	for k := range q {
		q[k] /= norm
	}
	return compose(t, q, s), nil
}

// mesh adds the mesh of a node, once or once for each instance.
func (f *flattener) mesh(node int, m *mat4, t tags) error {
	n := f.doc.Nodes[node]
	for _, s := range []string{n.Name, f.doc.Meshes[*n.Mesh].Name, fmt.Sprintf("node %d", node)} {
		if t.name == "" {
			t.name = s
		}
	}
	at, err := instances(f.doc, n)
	if err != nil {
		return err
	}
	for k := range at {
		world := mul(*m, at[k])
		if err := f.instance(node, k, &world, t); err != nil {
			return err
		}
	}
	return nil
}

// instance adds one entity for each primitive of the mesh that has triangles.
func (f *flattener) instance(node, k int, m *mat4, t tags) error {
	n := f.doc.Nodes[node]
	mesh := f.doc.Meshes[*n.Mesh]
	for i, p := range mesh.Primitives {
		e := Entity{
			Node: node, Instance: k, Name: t.name, Role: t.role, Goal: t.goal, Group: t.group, Discomfort: t.discomfort,
			SpeedUp: t.up, SpeedDown: t.down, Absent: t.absent, DoorClosed: t.closed, Transform: *m, First: len(f.scene.Triangles),
		}
		err := f.spend(partCost)
		if err == nil {
			err = f.material(&e, p)
		}
		if err == nil {
			err = f.primitive(&e, p)
		}
		if err != nil {
			return fmt.Errorf("mesh %d %q: primitive %d: %w", *n.Mesh, mesh.Name, i, err)
		}
		if e.Count > 0 {
			f.scene.Entities = append(f.scene.Entities, e)
		}
	}
	return nil
}

func (f *flattener) material(e *Entity, p *gltf.Primitive) error {
	e.Colour = [4]uint8{255, 255, 255, 255}
	if p.Material == nil {
		return nil
	}
	if *p.Material < 0 || *p.Material >= len(f.doc.Materials) {
		return fmt.Errorf("material %d; expected one of its %d materials", *p.Material, len(f.doc.Materials))
	}
	mat := f.doc.Materials[*p.Material]
	e.TwoSided = mat.DoubleSided
	if mat.PBRMetallicRoughness != nil {
		for k, v := range mat.PBRMetallicRoughness.BaseColorFactorOrDefault() {
			e.Colour[k] = uint8(math.Round(255 * min(max(v, 0), 1)))
		}
	}
	return nil
}

// finish bounds the scene and writes its notes.
func (f *flattener) finish() (*Scene, error) {
	s := f.scene
	MarkClosed(s)
	if f.left > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("dropped %d triangles of zero area", f.left))
	}
	var skips []string
	for what, n := range f.skips {
		skips = append(skips, fmt.Sprintf("skipped %d %s", n, what))
	}
	slices.Sort(skips)
	s.Notes = append(s.Notes, skips...)

	s.emptyBox()
	for i := range s.Entities {
		if e := &s.Entities[i]; e.Role != RoleIgnore {
			s.grow(s.Of(e))
		}
	}
	if s.Min[0] > s.Max[0] {
		return nil, errors.New("no triangles; expected at least one node with a mesh of triangles whose role is not ignore")
	}
	return s, nil
}

func (s *Scene) emptyBox() {
	lo, hi := math.Inf(1), math.Inf(-1)
	s.Min, s.Max = [3]float64{lo, lo, lo}, [3]float64{hi, hi, hi}
}

func (s *Scene) grow(triangles []Triangle) {
	for _, t := range triangles {
		for _, p := range t {
			for k := range p {
				s.Min[k] = min(s.Min[k], p[k])
				s.Max[k] = max(s.Max[k], p[k])
			}
		}
	}
}
