package ecs

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
)

func TestSnapshotRestores(t *testing.T) {
	build := func() (*World, []Handle) {
		w := newTestWorld(t)
		es := mustSpawn(t, w, 0, row(6)...)
		w.Drain(nil)
		w.Despawn(es[2])
		w.Released([]uint32{4, 0})
		_ = w.Set(es[1], joins(1))
		return w, es
	}
	w, _ := build()
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(w.Snapshot()); err != nil {
		t.Fatal(err)
	}
	var snap Snapshot
	if err := gob.NewDecoder(&file).Decode(&snap); err != nil {
		t.Fatal(err)
	}
	other := newTestWorld(t)
	mustSpawn(t, other, 1, row(9)...) // must leave no trace
	other.Restore(&snap)
	if other.Alive() != 3 || other.Spawned() != 6 || other.Capacity() != 6 {
		t.Errorf("alive %d, spawned %d, capacity %d; want 3, 6, 6", other.Alive(), other.Spawned(), other.Capacity())
	}
	// From here both must give the same slots, generations and queue.
	for _, x := range []*World{w, other} {
		x.Released([]uint32{2})
		mustSpawn(t, x, 1, row(5)...)
	}
	if !reflect.DeepEqual(w.Snapshot(), other.Snapshot()) {
		t.Errorf("the continued worlds differ:\n%+v\n%+v", w.Snapshot(), other.Snapshot())
	}
	if a, b := w.Drain(nil), other.Drain(nil); len(a) != 6 || !reflect.DeepEqual(a, b) {
		t.Errorf("the queues differ:\n%+v\n%+v", a, b)
	}
}
