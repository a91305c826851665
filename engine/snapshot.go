package engine

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"throng/ecs"
	"throng/passes"
)

// Snapshot is a crowd in the middle of a run. It fits an engine that has loaded the same scenario.
type Snapshot struct {
	Bake     string // hash of the bake it belongs to
	Capacity int
	Time     float64
	Steps    int
	Random   []byte
	Spawners []SpawnerState
	World    *ecs.Snapshot
	Tally    passes.Tally
	Slots    map[string][]byte
}

// SpawnerState is how far an entry of the scenario's spawns has come.
type SpawnerState struct {
	Cells []uint32
	Due   float64
	Made  int
}

// persistent reports whether a slot carries state from one step to the next.
func persistent(s *passes.Slot) bool {
	return s.Phase == passes.Agent && s.Name != "commands" || s.Phase == passes.Field
}

// Snapshot copies the state of the crowd; it waits for the device.
func (e *Engine) Snapshot() (*Snapshot, error) {
	if err := e.Wait(); err != nil {
		return nil, err
	}
	c := &e.crowd
	random, err := c.random.MarshalBinary()
	if err != nil {
		return nil, err
	}
	s := &Snapshot{
		Capacity: int(e.frame.Capacity), Time: c.time, Steps: c.number, Random: random,
		World: e.world.Snapshot(), Tally: c.tally, Slots: map[string][]byte{},
	}
	if s.Bake, err = e.bakeHash(); err != nil {
		return nil, err
	}
	for _, p := range c.spawners {
		s.Spawners = append(s.Spawners, SpawnerState{append([]uint32(nil), p.cells...), p.due, p.made})
	}
	for i := range passes.Slots {
		if slot := &passes.Slots[i]; persistent(slot) {
			if s.Slots[slot.Name], err = e.bytesOf(slot.Name); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// Restore goes on from a snapshot: the steps that follow are those that followed it.
//
// Errors: [ErrSnapshot] where the engine has loaded something else.
func (e *Engine) Restore(s *Snapshot) error {
	if err := e.Wait(); err != nil {
		return err
	}
	random := &rand.PCG{}
	if err := errors.Join(e.fits(s), random.UnmarshalBinary(s.Random)); err != nil {
		return fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	if s.Capacity != int(e.frame.Capacity) {
		if err := e.resize(s.Capacity); err != nil {
			return err
		}
	}
	for name, data := range s.Slots {
		if err := e.x.write(name, 0, data); err != nil {
			return e.fail(err)
		}
	}
	e.world.Restore(s.World)
	c := &e.crowd
	c.time, c.number, c.taken = s.Time, s.Steps, s.Steps
	c.random = random
	for i, p := range s.Spawners {
		c.spawners[i].cells, c.spawners[i].due, c.spawners[i].made = append([]uint32(nil), p.Cells...), p.Due, p.Made
	}
	c.tally = s.Tally
	c.reset = true // the slots tell whose goal was changed right before the snapshot
	return nil
}

// fits checks a snapshot before anything is changed.
func (e *Engine) fits(s *Snapshot) error {
	hash, err := e.bakeHash()
	if err != nil {
		return err
	}
	if hash != s.Bake || len(s.Spawners) != len(e.crowd.spawners) || s.World == nil {
		return errors.New("it is of another scene, grid or scenario")
	}
	if s.Capacity < 1 || s.Capacity > ecs.MaxAgents {
		return fmt.Errorf("it has room for %d agents, expected 1 to %d", s.Capacity, ecs.MaxAgents)
	}
	f, slots := e.frame, 0
	f.Capacity = uint32(s.Capacity)
	for i := range passes.Slots {
		slot := &passes.Slots[i]
		if !persistent(slot) {
			continue
		}
		slots++
		if data, want := s.Slots[slot.Name], slot.Bytes(&f); len(data) != want {
			return fmt.Errorf("slot %q has %d bytes, expected %d", slot.Name, len(data), want)
		}
	}
	if slots != len(s.Slots) {
		return fmt.Errorf("it has %d slots, expected %d", len(s.Slots), slots)
	}
	return nil
}

// Write stores the snapshot.
func (s *Snapshot) Write(w io.Writer) error { return gob.NewEncoder(w).Encode(s) }

// ReadSnapshot reads what Write stored.
func ReadSnapshot(r io.Reader) (*Snapshot, error) {
	s := &Snapshot{}
	if err := gob.NewDecoder(r).Decode(s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return s, nil
}
