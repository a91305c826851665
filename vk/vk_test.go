package vk

import (
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

//go:generate sh -c "for f in testdata/*.comp testdata/*.vert testdata/*.frag; do glslc -O --target-env=vulkan1.3 ${DOLLAR}f -o ${DOLLAR}f.spv || exit 1; done"

//go:embed testdata/*.spv
var testdata embed.FS

func spirv(t testing.TB, name string) []byte {
	t.Helper()
	b, err := testdata.ReadFile("testdata/" + name + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// skipWithout makes the absence of Vulkan a visible skip; everything else is a failure.
func skipWithout(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, ErrNoLoader) || errors.Is(err, ErrNoDevice) || errors.Is(err, ErrNoValidation) {
		t.Skipf("needs a Vulkan device with the validation layer: %v", err)
	}
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// bare opens a validated device whose messages and leaks are the test's own affair.
func bare(t testing.TB) *Device {
	t.Helper()
	d, err := Open(Options{Validation: true, CacheFile: "off"})
	skipWithout(t, err)
	return d
}

// open opens a validated device; at the end of the test leaks and messages are failures.
func open(t testing.TB) *Device {
	t.Helper()
	d := bare(t)
	t.Cleanup(func() {
		if err := d.Destroy(); err != nil {
			t.Error(err)
		}
		for _, m := range d.Messages() {
			t.Errorf("validation: %s", m)
		}
	})
	return d
}

// buffer makes a buffer that lives as long as the test.
func buffer(t testing.TB, d *Device, label string, size int, m Memory) *Buffer {
	t.Helper()
	b, err := d.NewBuffer(label, size, m)
	must(t, err)
	t.Cleanup(b.Destroy)
	return b
}

func image(t testing.TB, d *Device, label string, f Format, w, h, layers int) *Image {
	t.Helper()
	i, err := d.NewImage(label, f, w, h, layers)
	must(t, err)
	t.Cleanup(i.Destroy)
	return i
}

func compute(t testing.TB, d *Device, c ComputeDesc, rs ...Resource) (*Pipeline, *Set) {
	t.Helper()
	p, err := d.NewCompute(c)
	must(t, err)
	t.Cleanup(p.Destroy)
	s, err := d.NewSet(p, rs)
	must(t, err)
	t.Cleanup(s.Destroy)
	return p, s
}

func list(t testing.TB, d *Device, fill func(*List)) *List {
	t.Helper()
	l := d.NewList(t.Name())
	t.Cleanup(l.Destroy)
	fill(l)
	must(t, l.Record())
	return l
}

func submit(t testing.TB, d *Device, lists ...*List) {
	t.Helper()
	ticket, err := d.Submit(lists...)
	must(t, err)
	must(t, d.Wait(ticket, Forever))
}

func floats(v ...float32) (b []byte) {
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

func uints(v ...uint32) (b []byte) {
	for _, u := range v {
		b = binary.LittleEndian.AppendUint32(b, u)
	}
	return b
}

func uintAt(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

func floatAt(b []byte, i int) float32 { return math.Float32frombits(uintAt(b, i)) }

func download(t testing.TB, d *Device, b *Buffer) []byte {
	t.Helper()
	out := make([]byte, b.Size())
	must(t, d.Download(b, 0, out))
	return out
}

func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
			t.Errorf("panic %q, want one with %q", got, want)
		}
	}()
	f()
}

// Run fills a list, submits it and waits.
func (d *Device) Run(label string, f func(*List)) error {
	t, err := d.start(label, f)
	if err != nil {
		return err
	}
	return d.Wait(t, Forever)
}
