package tests

import (
	"errors"
	"os"
	"testing"

	"throng/engine"
	"throng/vk"
)

// open opens an engine for a test, on a device unless the options say otherwise, with the validation layers, whose
// messages fail the test. Where there is no device the test is skipped, or fails with THRONG_REQUIRE_DEVICE=1;
// THRONG_VALIDATION=0 leaves the layers out.
func open(t testing.TB, o engine.Options) *engine.Engine {
	t.Helper()
	o.Validation = o.Executor != "cpu" && os.Getenv("THRONG_VALIDATION") != "0"
	e, err := engine.New(o)
	if errors.Is(err, vk.ErrNoLoader) || errors.Is(err, vk.ErrNoDevice) || errors.Is(err, vk.ErrNoValidation) {
		if os.Getenv("THRONG_REQUIRE_DEVICE") == "1" {
			t.Fatalf("THRONG_REQUIRE_DEVICE is set: %v", err)
		}
		t.Skipf("needs a Vulkan device with the validation layer: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// load opens an engine with a built-in scene, after change had its way with the scenario.
func load(t testing.TB, o engine.Options, scene string, change ...func(*scenario)) *engine.Engine {
	t.Helper()
	e := open(t, o)
	reload(t, e, scene, change...)
	return e
}

// reload puts a built-in scene into an engine that is open.
func reload(t testing.TB, e *engine.Engine, scene string, change ...func(*scenario)) {
	t.Helper()
	sc, s, err := engine.Open("builtin:" + scene)
	must(t, err)
	for _, c := range change {
		c(sc)
	}
	must(t, e.Load(sc, s))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// step advances by n steps of the scenario's length.
func step(t testing.TB, e *engine.Engine, n int) {
	t.Helper()
	for range n {
		must(t, e.Step(e.Scenario().DT))
	}
}
