package engine

import (
	"encoding/binary"
	"fmt"
	"slices"

	"throng/passes"
	"throng/spirv"
	"throng/vk"
)

// recorder turns passes into commands of a list, with the barriers that their declared access asks for.
type recorder struct {
	x     *gpu
	list  *vk.List
	bound map[string]vk.Resource // resources that replace those of the slots, for memory shared with the host
	open  hazards
	wait  vk.Scope           // of all commands of the list
	sets  map[string]*vk.Set // the rounds of the solver share one
}

func newRecorder(x *gpu, bound map[string]vk.Resource) *recorder {
	return &recorder{x: x, bound: bound, sets: map[string]*vk.Set{}}
}

// begin starts a list of passes. What was submitted before may still run, so everything waits for it once.
func (r *recorder) begin(l *vk.List, ps []passes.Pass) {
	r.list, r.wait = l, vk.ComputeRead|vk.ComputeWrite|vk.IndirectRead|vk.TransferRead|vk.TransferWrite
	if slices.ContainsFunc(ps, func(p passes.Pass) bool { return p.Decl().Raster != nil }) {
		r.wait = vk.All
	}
	l.Barrier(vk.All, vk.All)
	r.open = hazards{}
}

// sync puts a barrier before a command with the given accesses, if they need one. Everything that follows waits with
// the command: what it finished needs no barrier again, whichever stage reads it later.
func (r *recorder) sync(accesses []access) {
	if finish, wait := r.open.meet(accesses); wait {
		r.list.Barrier(finish, r.wait)
	}
}

// hazards are the accesses since the last barrier: one merged barrier where a command meets what an earlier one left
// unfinished, none where it does not.
type hazards struct {
	writes map[string]bool // whether a slot in use is written
	scope  vk.Scope        // of all these accesses
}

// meet takes the next command. It reports whether that has to wait, and for what.
func (h *hazards) meet(accesses []access) (finish vk.Scope, wait bool) {
	for _, a := range accesses {
		written, used := h.writes[a.slot]
		wait = wait || used && (written || a.writes)
	}
	finish = h.scope
	if wait || h.writes == nil {
		*h = hazards{writes: map[string]bool{}}
	}
	for _, a := range accesses {
		h.writes[a.slot] = h.writes[a.slot] || a.writes
		h.scope |= a.scope
	}
	return finish, wait
}

// access is the use of a slot by one command.
type access struct {
	slot   string
	scope  vk.Scope
	writes bool
}

// accesses lists what a pass uses, with the pipeline stages that do.
func accesses(d passes.Decl) []access {
	read, write := vk.ComputeRead, vk.ComputeWrite
	if d.Raster != nil {
		read, write = vk.VertexRead|vk.FragmentRead, vk.FragmentWrite
	}
	if d.Fill {
		write = vk.TransferWrite
	}
	var all []access
	for _, b := range d.Bindings {
		a := access{slot: b.Slot, writes: b.Access&passes.Write != 0}
		if b.Access&passes.Read != 0 {
			a.scope |= read
		}
		if a.writes {
			a.scope |= write
		}
		all = append(all, a)
	}
	if d.Indirect != "" {
		all = append(all, access{d.Indirect, vk.IndirectRead, false})
	}
	if d.Raster != nil {
		for _, c := range d.Raster.Colours {
			all = append(all, access{c, vk.ColorRead | vk.ColorWrite, true})
		}
		if d.Raster.Depth != "" {
			all = append(all, access{d.Raster.Depth, vk.DepthRead | vk.DepthWrite, true})
		}
	}
	return all
}

// pass records one pass.
func (r *recorder) pass(f *passes.Frame, p passes.Pass) error {
	d := p.Decl()
	if d.Fill {
		r.fill(d)
		return nil
	}
	pipeline, err := r.x.pipeline(d)
	if err != nil {
		return err
	}
	set, err := r.set(pipeline, d)
	if err != nil {
		return fmt.Errorf("engine: pass %q: %w", d.Name, err)
	}
	r.sync(accesses(d))
	r.list.Label(d.Name)
	defer r.list.EndLabel()
	if drawer, ok := p.(passes.Drawer); ok {
		r.draw(f, drawer, pipeline, set)
		return nil
	}
	r.list.Bind(pipeline, set)
	r.push(f, p)
	if indirect, ok := p.(passes.Indirect); ok {
		r.list.DispatchIndirect(r.resource(d.Indirect).(*vk.Buffer), 16*indirect.Record(f))
		return nil
	}
	x, y := split((p.Invocations(f)+d.Group-1)/d.Group, r.x.dev.Info().Limits.MaxGroups[0])
	z := 1
	if planar, ok := p.(passes.Planar); ok {
		z = planar.Planes(f)
	}
	r.list.Dispatch(x, y, uint32(z))
	return nil
}

// fill records a pass that only clears a slot.
func (r *recorder) fill(d passes.Decl) {
	r.sync(accesses(d))
	r.list.Label(d.Name)
	b := r.resource(d.Bindings[0].Slot).(*vk.Buffer)
	r.list.Fill(b, 0, b.Size(), 0)
	r.list.EndLabel()
}

// split spreads groups over two dimensions where one does not hold them.
func split(groups, limit int) (x, y uint32) {
	limit = min(limit, 65535)
	if groups <= limit {
		return uint32(groups), 1
	}
	return uint32(limit), uint32((groups + limit - 1) / limit)
}

func (r *recorder) push(f *passes.Frame, p passes.Pass) {
	n := p.Decl().Push
	if n == 0 {
		return
	}
	var data [16]byte
	for i, w := range p.Push(f) {
		binary.LittleEndian.PutUint32(data[4*i:], w)
	}
	r.list.Push(data[:n])
}

// draw records a raster pass into its attachments.
func (r *recorder) draw(f *passes.Frame, p passes.Drawer, pipeline *vk.Pipeline, set *vk.Set) {
	d, draw := p.Decl(), p.Draw(f)
	var colours []vk.Attachment
	for _, c := range d.Raster.Colours {
		colours = append(colours, vk.Attachment{Image: r.x.image(c), Layer: draw.Layer, Clear: true})
	}
	var depth *vk.Attachment
	if d.Raster.Depth != "" {
		depth = &vk.Attachment{Image: r.x.image(d.Raster.Depth), Clear: true, Value: vk.ClearFloats(1, 0, 0, 0)}
	}
	r.list.BeginRender(colours, depth, draw.Width, draw.Height)
	r.list.Bind(pipeline, set)
	r.push(f, p)
	r.list.Draw(uint32(6*draw.Count), uint32(6*draw.First)) // a rectangle each
	r.list.EndRender()
}

func (r *recorder) resource(slot string) vk.Resource {
	if b, ok := r.bound[slot]; ok {
		return b
	}
	res, ok := r.x.resources[slot]
	if !ok {
		panic(fmt.Sprintf("engine: slot %q is used but was not allocated.", slot))
	}
	return res
}

func (r *recorder) set(p *vk.Pipeline, d passes.Decl) (*vk.Set, error) {
	resources, key := make([]vk.Resource, len(d.Bindings)), d.Name
	for i, b := range d.Bindings {
		resources[i] = r.resource(b.Slot)
		if b.Texels {
			texels, err := resources[i].(*vk.Buffer).Texels(texelFormats[passes.Find(b.Slot).Elem])
			if err != nil {
				return nil, err
			}
			resources[i] = texels
		}
		key += " " + b.Slot
	}
	if set := r.sets[key]; set != nil {
		return set, nil
	}
	set, err := r.x.dev.NewSet(p, resources)
	if err == nil {
		r.sets[key] = set
	}
	return set, err
}

func (r *recorder) destroySets() {
	for _, s := range r.sets {
		s.Destroy()
	}
	clear(r.sets)
}

// pipeline gives the pipeline of a pass, made on first use.
func (x *gpu) pipeline(d passes.Decl) (*vk.Pipeline, error) {
	key := d.Name
	if d.Constants != nil {
		key = fmt.Sprint(d.Name, d.Constants)
	}
	if p := x.pipelines[key]; p != nil {
		return p, nil
	}
	kinds := make([]vk.BindingKind, len(d.Bindings))
	for i, b := range d.Bindings {
		kinds[i] = vk.StorageBuffer
		if passes.Find(b.Slot).Uniform {
			kinds[i] = vk.UniformBuffer
		}
		if passes.Find(b.Slot).Elem.Image() {
			kinds[i] = vk.StorageImage
		}
		if b.Texels {
			kinds[i] = vk.TexelBuffer
		}
	}
	p, err := x.build(d, kinds)
	if err != nil {
		return nil, fmt.Errorf("engine: pass %q: %w", d.Name, err)
	}
	x.pipelines[key] = p
	return p, nil
}

func (x *gpu) build(d passes.Decl, kinds []vk.BindingKind) (*vk.Pipeline, error) {
	if d.Raster == nil {
		code, err := spirv.Module(d.Name)
		if err != nil {
			return nil, err
		}
		return x.dev.NewCompute(vk.ComputeDesc{Label: d.Name, SPIRV: code, Bindings: kinds, Push: d.Push, Specialization: d.Constants})
	}
	vertex, err := spirv.Module("scene.vert") // all raster passes see the scene through the same camera
	if err != nil {
		return nil, err
	}
	fragment, err := spirv.Module(d.Name + ".frag")
	if err != nil {
		return nil, err
	}
	desc := vk.RasterDesc{Label: d.Name, Vertex: vertex, Fragment: fragment, Bindings: kinds, Push: d.Push}
	for _, c := range d.Raster.Colours {
		desc.Colors = append(desc.Colors, imageFormats[passes.Find(c).Elem])
	}
	if d.Raster.Depth != "" {
		desc.Depth, desc.DepthTest = vk.D32, true
	}
	return x.dev.NewRaster(desc)
}
