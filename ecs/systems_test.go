package ecs

import (
	"fmt"
	"reflect"
	"testing"

	arche "github.com/mlange-42/arche/ecs"
)

// recorder writes down what happens to it.
type recorder struct {
	name string
	log  *[]string
	do   func() // in Update
}

func (r *recorder) Initialize(w *World) { *r.log = append(*r.log, "init "+r.name) }
func (r *recorder) Finalize(w *World)   { *r.log = append(*r.log, "final "+r.name) }
func (r *recorder) Update(w *World) {
	*r.log = append(*r.log, fmt.Sprintf("%s sees %d", r.name, w.Alive()))
	if r.do != nil {
		r.do()
	}
}

func TestSystemsOrder(t *testing.T) {
	w := newTestWorld(t)
	mustSpawn(t, w, 0, row(2)...)
	var log []string
	s := NewSystems(w)
	a, b, c := &recorder{name: "a", log: &log}, &recorder{name: "b", log: &log}, &recorder{name: "c", log: &log}
	s.Add(a, b)
	a.do = func() { // b goes and c comes, both in the middle of a step
		if !s.Remove(b) || s.Remove(b) {
			t.Error("a removal is true once")
		}
		s.Add(c)
		a.do = nil
	}
	s.Initialize()
	s.Initialize()
	s.Update()
	s.Update()
	s.Finalize()
	s.Finalize()
	want := []string{"init a", "init b", "a sees 2", "init c", "b sees 2", "final b", "a sees 2", "c sees 2", "final a", "final c"}
	if !reflect.DeepEqual(log, want) {
		t.Errorf("log\n%q\nwant\n%q", log, want)
	}
	if s.Remove(b) {
		t.Error("a system that is not there was removed")
	}
	log = nil
	if !s.Remove(c) || len(log) != 0 {
		t.Errorf("a system that does not run was finalized: %q", log)
	}
	s.Update() // starts again by itself
	if want := []string{"init a", "a sees 2"}; !reflect.DeepEqual(log, want) {
		t.Errorf("log %q, want %q", log, want)
	}
}

type archeCounter struct{ calls []string }

func (a *archeCounter) Initialize(w *arche.World) { a.calls = append(a.calls, "init") }
func (a *archeCounter) Update(w *arche.World)     { a.calls = append(a.calls, "update") }
func (a *archeCounter) Finalize(w *arche.World)   { a.calls = append(a.calls, "final") }

func TestAdapt(t *testing.T) {
	counter := &archeCounter{}
	s := NewSystems(NewWorld())
	s.Add(Adapt(counter))
	s.Update()
	if !s.Remove(Adapt(counter)) {
		t.Error("the adapted system is not found again")
	}
	if want := []string{"init", "update", "final"}; !reflect.DeepEqual(counter.calls, want) {
		t.Errorf("calls %q, want %q", counter.calls, want)
	}
}
