package engine

import (
	"errors"
	"os"
	"testing"

	"throng/ecs"
	"throng/vk"
)

// open opens an engine for a test, on a device unless the options say otherwise, with the validation layers, whose
// messages fail the test. Where there is no device the test is skipped, or fails with THRONG_REQUIRE_DEVICE=1;
// THRONG_VALIDATION=0 leaves the layers out.
func open(t testing.TB, o Options) *Engine {
	t.Helper()
	o.Validation = o.Executor != "cpu" && os.Getenv("THRONG_VALIDATION") != "0"
	e, err := New(o)
	if errors.Is(err, vk.ErrNoLoader) || errors.Is(err, vk.ErrNoDevice) || errors.Is(err, vk.ErrNoValidation) {
		if os.Getenv("THRONG_REQUIRE_DEVICE") == "1" {
			t.Fatalf("THRONG_REQUIRE_DEVICE is set: %v", err)
		}
		t.Skipf("needs a Vulkan device with the validation layer: %v", err)
	}
	must(t, err)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// builtin gives a built-in scene with its scenario.
func builtin(t testing.TB, name string) (*ecs.Scenario, *ecs.Scene) {
	t.Helper()
	scenario, scene, err := Open("builtin:" + name)
	must(t, err)
	return scenario, scene
}

// longer skips a test in short mode.
func longer(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes longer than the short tests may")
	}
}
