package engine

import (
	"errors"
	"fmt"

	"throng/passes"
)

// grow makes room for more agents: the columns are copied over and the steps recorded again. Where the device has no such
// room all stays as it was.
func (e *Engine) grow(capacity int) error {
	if err := e.Wait(); err != nil {
		return err
	}
	f := &e.frame
	kept := map[string][]byte{}
	for _, s := range passes.Slots {
		if s.Phase == passes.Agent && s.Name != "commands" { // those are handed over anew in every step
			data := make([]byte, s.Bytes(f))
			if err := e.x.read(s.Name, 0, data); err != nil {
				return err
			}
			kept[s.Name] = data
		}
	}
	had := int(f.Capacity)
	full := e.resize(capacity)
	if full != nil {
		if err := e.resize(had); err != nil {
			return errors.Join(full, err)
		}
	}
	for name, data := range kept {
		if err := e.x.write(name, 0, data); err != nil {
			return err
		}
	}
	return full
}

// resize gives the agents empty columns of another capacity.
func (e *Engine) resize(capacity int) error {
	e.frame.Capacity = uint32(capacity)
	if err := e.allocAll(passes.Agent, passes.Scratch); err != nil {
		return fmt.Errorf("engine: room for %d agents: %w", capacity, err)
	}
	e.world.SetLimit(capacity)
	return e.x.record(&e.frame, e.schedule())
}
