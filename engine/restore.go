package engine

import (
	"encoding/binary"
	"errors"
	"fmt"

	"throng/ecs"
	"throng/passes"
)

// past is the scene as it was at a snapshot, baked again, and the sizes that go with it.
type past struct {
	frame    passes.Frame
	geometry *geometry
	building building
	images   *images
}

// Restore goes on from a snapshot: the steps that follow are those that followed it. The scene is baked as it was then.
//
// Errors: [ErrSnapshot] where the engine has loaded something else, or the snapshot was made up; all stays as it was.
func (e *Engine) Restore(s *Snapshot) error {
	if err := e.Wait(); err != nil {
		return err
	}
	p, err := e.recall(s)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, e.fail(err))
	}
	return e.fail(e.resume(s, p))
}

// recall bakes the scene of a snapshot, its pages in their old order, and checks everything. It changes nothing.
func (e *Engine) recall(s *Snapshot) (*past, error) {
	if s.World == nil || len(s.Scene) != len(s.World.Scene) || len(s.Spawners) != len(e.crowd.spawners) {
		return nil, errors.New("it is of another scenario")
	}
	if s.Capacity < 1 || s.Capacity > ecs.MaxAgents {
		return nil, fmt.Errorf("it has room for %d agents, expected 1 to %d", s.Capacity, ecs.MaxAgents)
	}
	p := &past{frame: e.frame}
	p.frame.Hosted |= flag(s.Hosted)
	if err := errors.Join(e.world.Fits(s.World), e.remodel(s, p), e.bakeAgain(s, p)); err != nil {
		return nil, err
	}
	return p, p.holds(s)
}

// remodel brings the scene as it was loaded to where a snapshot has it.
func (e *Engine) remodel(s *Snapshot, p *past) error {
	world := ecs.NewWorld()
	world.Load(e.asLoaded, e.scenario.Groups)
	changed := &ecs.Snapshot{Scene: s.Scene, Added: s.World.Added}
	if err := world.Fits(changed); err != nil {
		return err
	}
	world.Restore(changed)
	g, err := newGeometry(world.Scene(), e.origin)
	if err != nil {
		return err
	}
	for i := range g.meshes {
		if g.meshes[i].zone {
			continue
		}
		g.move(world, i, e.origin)
		if err := g.fits(world.Scene(), i, e.origin, &p.frame); err != nil {
			return err
		}
	}
	p.geometry = g
	return nil
}

// bakeAgain makes the building of a snapshot.
func (e *Engine) bakeAgain(s *Snapshot, p *past) error {
	if p.geometry == nil {
		return nil // remodel has told why
	}
	if e.o.KeepImages {
		p.images = newImages(&p.frame)
	}
	k := e.baker()
	k.g, k.pictures = p.geometry, p.images
	b := newBuilding(&p.frame)
	err := k.each(whole(&p.frame), b.add)
	if err := errors.Join(err, k.x.close()); err != nil {
		return err
	}
	if err := b.arrange(s); err != nil {
		return err
	}
	f := &p.frame
	p.building = b
	f.Layers, f.Sheets, f.Colours, f.Pages = uint32(b.layers), uint32(b.sheets), b.colours, uint32(len(b.pages))
	f.Cells, f.Capacity = f.Pages*passes.PageCells, uint32(s.Capacity)
	setEffort(e.scenario, f, e.x.effort())
	if b.hash(f) != s.Bake {
		return errors.New("it is of another scene or grid")
	}
	return nil
}

// arrange puts the pages in the order of a snapshot.
func (b *building) arrange(s *Snapshot) error {
	other := errors.New("its pages are not those of the scene")
	if s.Sheets < b.sheets || s.Sheets > passes.MaxLayers || s.Colours < b.colours || int(s.Colours) > len(s.Pages) || len(s.Pages) != len(b.pages)+len(s.Free) {
		return other
	}
	free := map[uint32]bool{}
	for _, page := range s.Free {
		free[page] = true
	}
	baked := &patch{pages: b.pages, cells: b.cells, walls: b.walls}
	n := building{tilesX: b.tilesX, tilesZ: b.tilesZ, slots: b.slots, layers: b.layers, colours: s.Colours, viewCells: b.viewCells,
		cells: map[string][]uint32{}, free: append([]uint32(nil), s.Free...)}
	for i, page := range s.Pages {
		at := n.newPage()
		if n.pages[at] = page; free[uint32(i)] {
			continue
		}
		if int(page[0]) >= b.tilesX || int(page[1]) >= b.tilesZ || int(page[2]) >= b.sheets {
			return other
		}
		from, to := *b.place(page), n.place(page)
		if from == passes.None || *to != passes.None || b.pages[from] != page {
			return other
		}
		n.copyPage(at, baked, int(from))
		*to = at
	}
	if s.Sheets > 0 {
		n.place([4]uint32{2: uint32(s.Sheets - 1)}) // the table has room for all
	}
	*b = n
	return nil
}

// holds checks the contents of a snapshot against the sizes that they belong to.
func (p *past) holds(s *Snapshot) error {
	slots := 0
	for i := range passes.Slots {
		slot := &passes.Slots[i]
		if !persistent(slot) {
			continue
		}
		slots++
		if data, want := s.Slots[slot.Name], slot.Bytes(&p.frame); len(data) != want {
			return fmt.Errorf("slot %q has %d bytes, expected %d", slot.Name, len(data), want)
		}
	}
	if slots != len(s.Slots) {
		return fmt.Errorf("it has %d slots, expected %d", len(s.Slots), slots)
	}
	for i, spawner := range s.Spawners {
		for _, c := range spawner.Cells {
			if c >= p.frame.Cells {
				return fmt.Errorf("spawner %d has cell %d, expected fewer than %d", i, c, p.frame.Cells)
			}
		}
		if spawner.Made < 0 || spawner.Parties < 0 || spawner.Called < spawner.Made {
			return fmt.Errorf("spawner %d has made %d agents of %d", i, spawner.Made, spawner.Called)
		}
	}
	return p.leads(s)
}

// leads checks that agents are on stages and in parties that there are.
func (p *past) leads(s *Snapshot) error {
	for i := range s.Capacity {
		word := func(slot string) uint32 { return binary.NativeEndian.Uint32(s.Slots[slot][4*i:]) }
		if p.frame.Stages > 0 {
			if stage := word("agentStage"); stage != passes.None && stage&0xffffff >= p.frame.Stages {
				return fmt.Errorf("agent %d is on stage %d, expected fewer than %d", i, stage&0xffffff, p.frame.Stages)
			}
		}
		if p.frame.Parties > 0 && word("agentParty") > p.frame.Capacity {
			return fmt.Errorf("agent %d is in party %d, expected at most %d", i, word("agentParty"), p.frame.Capacity)
		}
	}
	return nil
}

// notes are those of a group of the solver.
func (p *past) notes(s *Snapshot, group int) uint32 {
	at := 4 * passes.SolveNotes(&p.frame, uint32(group))
	return binary.NativeEndian.Uint32(s.Slots["solveState"][at:])
}

// resume takes the past over.
func (e *Engine) resume(s *Snapshot, p *past) error {
	e.frame, e.geometry, e.building, e.images = p.frame, p.geometry, p.building, p.images
	f := &e.frame
	if err := e.building.upload(e.x, f); err != nil {
		return err
	}
	e.host.refresh(f, &e.building)
	if err := e.allocFields(make([]passes.Group, f.Groups)); err != nil {
		return err
	}
	if err := e.resize(s.Capacity); err != nil {
		return err
	}
	for name, data := range s.Slots {
		if err := e.x.write(name, 0, data); err != nil {
			return err
		}
	}
	if err := e.x.writeParts(e.routes.fixed()); err != nil { // which the snapshot may not change
		return err
	}
	e.world.Restore(s.World)
	e.scene = e.world.Scene()
	c := &e.crowd
	c.time, c.number, c.taken, c.tally = s.Time, s.Steps, s.Steps, s.Tally
	c.parties, c.stood, c.marks = s.Parties, append([]uint32(nil), s.Stood...), append([]mark(nil), s.Marks...)
	c.ended, c.fresh, c.freshAt = s.Time, s.Fresh, s.FreshAt
	c.seen, c.watch.list, c.watch.records = seen{}, nil, nil // handles are new ones
	c.watch.version++
	c.reset = s.Reset || s.Tally.Waiting > 0
	for g := range c.resting {
		c.resting[g] = p.notes(s, g)&passes.NoteRest != 0
	}
	for i, spawner := range s.Spawners {
		own := &c.spawners[i]
		own.SpawnerState = spawner
		own.Cells = append([]uint32(nil), spawner.Cells...)
	}
	return nil
}
