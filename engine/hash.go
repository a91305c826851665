package engine

import (
	"crypto/sha256"
	"encoding/hex"

	"throng/passes"
)

// Hash is the SHA-256 of the crowd's state: the same device, scenario and steps give the same hash. It waits.
func (e *Engine) Hash() (string, error) {
	if err := e.Wait(); err != nil {
		return "", err
	}
	h := sha256.New()
	for _, slot := range []string{"agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell", "agentState", "agentID", "agentStage", "agentSeed", "agentParty", "agentHeld", "tally", "potential"} {
		data, err := e.bytesOf(slot)
		if err != nil {
			return "", err
		}
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// bakeHash is the SHA-256 of what the bake made.
func (e *Engine) bakeHash() (string, error) { return e.building.hash(&e.frame), nil }

// floorSlots have the same bits on every device: which cells there are, how high they lie, where they lead. Clearance and
// walls are cut at quotients, which devices may round in their own ways.
var floorSlots = []string{"height", "slope", "cellZone", "links"}

// hash is that of everything.
func (b *building) hash(f *passes.Frame) string { return b.hashOf(f, b.slots, true) }

// hashOf goes through the pages in the order of the page table, so that it does not depend on how they are numbered.
func (b *building) hashOf(f *passes.Frame, slots []string, walls bool) string {
	h := sha256.New()
	h.Write(wordBytes([]uint32{f.Width, f.Height}))
	for _, page := range b.table {
		if page == passes.None {
			continue
		}
		h.Write(wordBytes(b.pages[page : page+1]))
		for _, slot := range slots {
			n := uint32(passes.PageCells * channels(slot))
			h.Write(wordBytes(b.cells[slot][page*n : (page+1)*n]))
		}
		if walls {
			h.Write(wordBytes(b.walls[page]))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// bytesOf reads a whole slot.
func (e *Engine) bytesOf(slot string) ([]byte, error) {
	data := make([]byte, passes.Find(slot).Bytes(&e.frame))
	return data, e.fail(e.x.read(slot, 0, data))
}
