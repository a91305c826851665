package tests

import (
	"context"
	"testing"

	"throng/ecs"
	"throng/engine"
	"throng/engine/study"
)

// Short validation cases keep their bounds; docs/validation.md has the others.
func TestValidation(t *testing.T) {
	longer(t)
	e := open(t, engine.Options{})
	for _, c := range [][2]string{
		{"corner", ecs.ModelAvoid}, {"corner", ecs.ModelORCA}, {"two-groups", ecs.ModelContinuum},
		{"goal-distance", ""}, {"neck-length", ""}, {"two-necks", ""}, {"neck-width", ""},
	} {
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			r, err := study.Validate(context.Background(), e, c[0], c[1])
			must(t, err)
			for _, f := range r.Figures {
				t.Logf("%s: %.4g %s, bound %q", f.Name, float64(f.Value), f.Unit, f.Bound)
				if !f.Pass {
					t.Errorf("%s is %.4g %s, expected %s", f.Name, float64(f.Value), f.Unit, f.Bound)
				}
			}
			if len(r.Figures) < 2 {
				t.Errorf("the case has %d figures", len(r.Figures))
			}
		})
	}
}
