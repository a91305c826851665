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
	for _, slot := range []string{"agentPosition", "agentHeight", "agentVelocity", "agentBody", "agentCell", "agentState", "agentID", "tally", "potential"} {
		data, err := e.bytesOf(slot)
		if err != nil {
			return "", err
		}
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// bakeHash is the SHA-256 of what the bake made.
func (e *Engine) bakeHash() (string, error) {
	h := sha256.New()
	h.Write(e.frame.Bytes()[:4*4])
	for _, slot := range []string{"pages", "height", "slope", "cellFlag", "cellZone", "cellDiscomfort", "cellStair", "links", "clearance", "wallStart", "walls"} {
		data, err := e.bytesOf(slot)
		if err != nil {
			return "", err
		}
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// bytesOf reads a whole slot.
func (e *Engine) bytesOf(slot string) ([]byte, error) {
	data := make([]byte, passes.Find(slot).Bytes(&e.frame))
	return data, e.fail(e.x.read(slot, 0, data))
}
