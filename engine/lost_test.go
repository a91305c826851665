package engine

import (
	"errors"
	"strings"
	"testing"
	"time"

	"throng/vk"
)

// After the loss of its device an engine says so at every call, hangs nowhere and can be closed.
func TestLostDevice(t *testing.T) {
	e := open(t, Options{})
	sc, scene := builtin(t, "stairs")
	must(t, e.Load(sc, scene))
	must(t, e.Step(sc.DT))
	snapshot, err := e.Snapshot()
	must(t, err)
	e.x.(*gpu).dev.Lose()
	done := make(chan bool)
	go func() {
		defer close(done)
		for name, call := range map[string]func() error{
			"Step":     func() error { return e.Step(sc.DT) },
			"Wait":     e.Wait,
			"Agents":   func() error { _, err := e.Agents(nil); return err },
			"Field":    func() error { _, err := e.Field("potential", 0); return err },
			"Hash":     func() error { _, err := e.Hash(); return err },
			"Probe":    func() error { _, err := e.Probe([][3]float64{{1, 0, 1}}); return err },
			"Report":   func() error { _, err := e.Report(); return err },
			"Snapshot": func() error { _, err := e.Snapshot(); return err },
			"Restore":  func() error { return e.Restore(snapshot) },
			"SetGoal":  func() error { return e.SetGoal(0, 1) },
			"Load":     func() error { return e.Load(sc, scene) },
		} {
			err := call()
			if !errors.Is(err, vk.ErrDeviceLost) || !strings.Contains(err.Error(), "lost") {
				t.Errorf("%s: %v, expected the loss of the device", name, err)
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("a call hangs")
	}
}
