package engine

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"throng/ecs"
	"throng/passes"
	"throng/vk"
)

// cramped is an executor without memory for more than so many agents.
type cramped struct {
	executor
	most uint32
}

var errCramped = errors.New("no room")

func (x *cramped) alloc(f *passes.Frame, slots ...string) error {
	if f.Capacity > x.most {
		x.executor.free(slots...) // as a device does that finds out half way
		return errors.Join(errCramped, vk.ErrOutOfMemory)
	}
	return x.executor.alloc(f, slots...)
}

// Where a device has no room for more agents the call says so, and the crowd goes on as it was; what fits is still let in,
// if doubling does not.
func TestGrowthEndsWithAnError(t *testing.T) {
	e := hosting(t, Options{Executor: "cpu"}, "plaza")
	e.x = &cramped{e.x, 1024}
	at := make([]ecs.SpawnAt, 0, 1100)
	for i := range cap(at) {
		at = append(at, ecs.SpawnAt{Position: [3]float64{5 + 0.5*float64(i%50), 0, 5 + 0.5*float64(i/50)}})
	}
	first, err := e.SpawnAll(0, at[:700]...)
	must(t, err)
	stepped(t, e, 2)
	if _, err = e.SpawnAll(0, at[700:]...); !errors.Is(err, errCramped) {
		t.Fatalf("400 more gave %v", err)
	}
	stepped(t, e, 2)
	if s := e.Stats(); s.Alive != 700 || !s.Balanced() {
		t.Errorf("the books after the refusal: %+v", s)
	}
	if v := viewOf(t, e, first[0]); v.Walked == 0 {
		t.Errorf("after the refusal the first agent is %+v", v)
	}
	_, err = e.SpawnAll(0, at[700:1000]...)
	must(t, err)
	stepped(t, e, 2)
	if s := e.Stats(); s.Alive != 1000 || e.frame.Capacity != 1024 {
		t.Errorf("%d alive with room for %d, expected 1000 and 1024", s.Alive, e.frame.Capacity)
	}
}

// The device's own limit: the error names the slot, what it needs and what a buffer holds.
func TestDeviceLimit(t *testing.T) {
	e := hosting(t, Options{}, "corridor")
	agents := people(t, e, 6)
	stepped(t, e, 2)
	limit := e.x.(*gpu).dev.Info().Limits.MaxBufferRange
	if limit/16 >= 1<<31 {
		t.Logf("a buffer of %d bytes holds more agents than there are slots", limit)
		return
	}
	err := e.grow(limit/16 + 256)
	if !errors.Is(err, vk.ErrTooLarge) && !errors.Is(err, vk.ErrOutOfMemory) {
		t.Fatalf("growth beyond the device's largest buffer gave %v", err)
	}
	if says := err.Error(); !strings.Contains(says, "MiB") || !strings.Contains(says, "agents") {
		t.Errorf("error %q", says)
	}
	stepped(t, e, 5)
	if v := viewOf(t, e, agents[5]); v.Walked < 0.2 || !e.Stats().Balanced() {
		t.Errorf("after the refusal agent 5 is %+v, the books %+v", v, e.Stats())
	}
}

// A million people come and go, and leave nothing: no slot, no entity, no memory of the device or of Go.
func TestMillionComeAndGo(t *testing.T) {
	longer(t)
	executors(t, func(t *testing.T, x string) {
		const batch, cycles = 8192, 123 // 1,007,616
		e := hosting(t, Options{Executor: x}, "plaza")
		at := make([]ecs.SpawnAt, batch)
		for i := range at {
			at[i] = ecs.SpawnAt{Position: [3]float64{6 + 0.4*float64(i%100), 0, 6 + 0.4*float64(i/100)}}
		}
		var before, after runtime.MemStats
		var used vk.Footprint
		for k := range cycles {
			agents, err := e.SpawnAll(k%4, at...)
			must(t, err)
			if k%2 == 0 {
				must(t, e.Step(0.05))
			}
			if n := e.World().Despawn(agents...); n != batch {
				t.Fatalf("cycle %d: %d of %d were despawned", k, n, batch)
			}
			stepped(t, e, 1)
			if k == cycles/4 {
				runtime.GC()
				runtime.ReadMemStats(&before)
				used = e.Memory().Now
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if s := e.Stats(); s.Spawned != batch*cycles || s.Removed != batch*cycles || s.Alive != 0 || !s.Balanced() {
			t.Errorf("the books are %+v", s)
		}
		if w := e.World(); w.Alive() != 0 || w.Capacity() > 2*batch {
			t.Errorf("the world has %d agents in %d slots", w.Alive(), w.Capacity())
		}
		if now := e.Memory().Now; now != used {
			t.Errorf("the device's memory went from %+v to %+v", used, now)
		}
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
			t.Errorf("the Go heap grew by %d bytes in %d cycles", grown, cycles-cycles/4)
		}
	})
}
