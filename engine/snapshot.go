package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"throng/ecs"
	"throng/passes"
)

// Snapshot is a crowd in the middle of a run, and what became of the scene since it was loaded. It fits an engine that
// has loaded the same scenario and scene.
type Snapshot struct {
	Bake     string               // hash of the bake it belongs to
	Scene    []ecs.SnapshotEntity // the scene as it was baked; the world may hold changes that are due
	Pages    [][4]uint32          // in whose order the fields lie: tile column, tile row, sheet, colour
	Free     []uint32             // pages without floor
	Sheets   int                  // that the page table has room for
	Colours  uint32               // that the solver's lists have room for
	Capacity int
	Time     float64
	Steps    int
	Fresh    int     // the last step after which no published potential was old
	FreshAt  float64 // and its time
	Spawners []SpawnerState
	Parties  uint32   // that have appeared
	Stood    []uint32 // bit per cell that somebody was on, for spawners
	Marks    []mark   // of those who have appeared since
	World    *ecs.Snapshot
	Tally    passes.Tally
	Reset    bool // some group starts anew with the next step
	Hosted   bool // the host moves some agents
	Slots    map[string][]byte
}

// persistent reports whether a slot carries state from one step to the next.
func persistent(s *passes.Slot) bool {
	return s.Phase == passes.Agent && s.Name != "commands" || s.Phase == passes.Field
}

// Snapshot copies the state of the crowd and of the scene; it waits for the device.
func (e *Engine) Snapshot() (*Snapshot, error) {
	if err := e.Wait(); err != nil {
		return nil, err
	}
	c, b := &e.crowd, &e.building
	s := &Snapshot{
		Pages: append([][4]uint32(nil), b.pages...), Free: append([]uint32(nil), b.free...), Sheets: b.sheets, Colours: b.colours,
		Capacity: int(e.frame.Capacity), Time: c.time, Steps: c.number, Fresh: c.fresh, FreshAt: c.freshAt,
		Parties: c.parties, Stood: append([]uint32(nil), c.stood...), Marks: append([]mark(nil), c.marks...),
		World: e.world.Snapshot(), Tally: c.tally, Reset: c.reset, Hosted: e.frame.Hosted != 0, Slots: map[string][]byte{},
	}
	s.Scene = e.geometry.poses(s.World)
	var err error
	if s.Bake, err = e.bakeHash(); err != nil {
		return nil, err
	}
	for _, p := range c.spawners {
		state := p.SpawnerState
		state.Cells = append([]uint32(nil), p.Cells...)
		s.Spawners = append(s.Spawners, state)
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

// Write stores the snapshot, after its SHA-256.
func (s *Snapshot) Write(w io.Writer) error {
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(s); err != nil {
		return err
	}
	sum := sha256.Sum256(data.Bytes())
	_, err := w.Write(append(sum[:], data.Bytes()...))
	return err
}

// ReadSnapshot reads what Write stored, to the end.
//
// Errors: [ErrSnapshot] where a byte is not as it was written, or is missing.
func ReadSnapshot(r io.Reader) (*Snapshot, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	n := min(len(data), sha256.Size)
	if sum := sha256.Sum256(data[n:]); !bytes.Equal(sum[:], data[:n]) {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, errors.New("its checksum differs"))
	}
	s := &Snapshot{}
	if err := gob.NewDecoder(bytes.NewReader(data[n:])).Decode(s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return s, nil
}
