package main

import (
	"strings"
	"testing"

	"throng/engine/study"
)

func TestValidate(t *testing.T) {
	list := succeedAny(t, "validate", "-list")
	if n := strings.Count(list, "\n"); n != len(study.Cases()) || !strings.Contains(list, "bottleneck") {
		t.Errorf("the list is\n%s", list)
	}
	if o := crowd(t, "validate", "moonwalk", "-executor", "cpu"); o.status != 2 || !strings.Contains(o.stderr, "moonwalk") || !strings.Contains(o.stderr, "corner") {
		t.Errorf("an unknown case ends with status %d and %q", o.status, o.stderr)
	}
	if o := crowd(t, "validate", "corner", "-models", "flight", "-executor", "cpu"); o.status != 2 || !strings.Contains(o.stderr, "flight") {
		t.Errorf("an unknown model ends with status %d and %q", o.status, o.stderr)
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	o := crowd(t, "validate", "corner", "two-necks", "-json", "-executor", "cpu")
	lines := strings.Split(strings.TrimSpace(o.stdout), "\n")
	if len(lines) != 2 {
		t.Fatalf("two cases print %q and %q", o.stdout, o.stderr)
	}
	pass := true
	for i, line := range lines {
		r := decode[study.Report](t, line)
		if r.Case != []string{"corner", "two-necks"}[i] || len(r.Figures) < 4 || r.Model == "" {
			t.Errorf("the report is %+v", r)
		}
		for _, f := range r.Figures {
			pass = pass && f.Pass
		}
	}
	if pass != (o.status == 0) {
		t.Errorf("the status is %d, and all figures pass: %v", o.status, pass)
	}
}

// succeedAny is succeed without the flags of an engine.
func succeedAny(t *testing.T, args ...string) string {
	t.Helper()
	o := crowd(t, args...)
	if o.status != 0 || o.stderr != "" {
		t.Fatalf("crowd %q ends with status %d and says %q", args, o.status, o.stderr)
	}
	return o.stdout
}
