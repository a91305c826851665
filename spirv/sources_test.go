package spirv

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
)

func TestModule(t *testing.T) {
	names := Names()
	if len(names) == 0 {
		t.Fatal("no module is embedded")
	}
	for _, name := range names {
		code, err := Module(name)
		if err != nil {
			t.Errorf("Module(%s): %v", name, err)
			continue
		}
		if _, err := Reflect(code); err != nil {
			t.Errorf("Reflect(%s): %v", name, err)
		}
	}
	if _, err := Module("no such shader"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "no such shader") {
		t.Errorf("error is %v, want ErrUnknown with the name", err)
	}
}

func TestManifestListsModules(t *testing.T) {
	entries, err := Manifest()
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, e := range entries {
		listed = append(listed, e.Name)
	}
	if got, want := strings.Join(listed, " "), strings.Join(Names(), " "); got != want {
		t.Errorf("MANIFEST lists %s\nthe modules are %s", got, want)
	}
}

func TestParseManifest(t *testing.T) {
	got, err := ParseManifest([]byte("a\tb\tc\td e\n"))
	if err != nil || len(got) != 1 || got[0] != (Entry{"a", "b", "c", "d e"}) {
		t.Errorf("entries are %+v, %v", got, err)
	}
	if _, err := ParseManifest([]byte("a\tb\tc\td\na b c d\n")); err == nil || !strings.Contains(err.Error(), "line 2 has 1 fields") {
		t.Errorf("error is %v, want one about line 2", err)
	}
}

// tree copies testdata into maps, so that a test can spoil it.
func tree(t *testing.T, dir string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	src := os.DirFS(dir)
	err := fs.WalkDir(src, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(src, p)
		files[p] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The hashes of testdata/spv come from tools/glslc.sh: the two ways to compute them must agree.
func TestStale(t *testing.T) {
	cases := []struct {
		name  string
		spoil func(src, bin fstest.MapFS)
		want  string // empty for a fresh tree
	}{
		{"fresh", func(src, bin fstest.MapFS) {}, ""},
		{"shader", func(src, bin fstest.MapFS) { src["special.comp"].Data[0]++ }, "special.spv is older"},
		{"included file", func(src, bin fstest.MapFS) { src["lib/agent.glsl"].Data[0]++ }, "layout.spv is older"},
		{"moved include", func(src, bin fstest.MapFS) {
			src["agent.glsl"], src["lib/agent.glsl"] = src["lib/agent.glsl"], nil
			delete(src, "lib/agent.glsl")
		}, "does not exist"},
		{"binary", func(src, bin fstest.MapFS) { bin["special.spv"].Data[99]++ }, "special.spv is not the binary"},
		{"binary is missing", func(src, bin fstest.MapFS) { delete(bin, "special.spv") }, "special.spv"},
		{"new shader", func(src, bin fstest.MapFS) { src["move/new.comp"] = src["special.comp"] }, "move/new.comp was never compiled"},
		{"removed shader", func(src, bin fstest.MapFS) { delete(src, "special.comp") }, "special.spv has no source"},
		{"twin", func(src, bin fstest.MapFS) { src["move/layout.comp"] = src["layout.comp"] }, "both become layout.spv"},
		{"manifest", func(src, bin fstest.MapFS) { bin["MANIFEST"].Data = []byte("x") }, "MANIFEST line 1"},
		{"no manifest", func(src, bin fstest.MapFS) { delete(bin, "MANIFEST") }, "MANIFEST"},
		{"library file", func(src, bin fstest.MapFS) { src["lib/more.comp"] = src["layout.comp"] }, ""},
	}
	for _, c := range cases {
		src, bin := tree(t, "testdata/glsl"), tree(t, "testdata/spv")
		c.spoil(src, bin)
		err := Stale(src, bin)
		if (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error is %v, want %q", c.name, err, c.want)
		}
	}
}

func TestSourceHash(t *testing.T) {
	src := fstest.MapFS{
		"a/main.comp":  {Data: []byte("  #  include \"near.glsl\"\n#if 0\n#include \"lib/far.glsl\"\n#endif\n// #include \"not.glsl\"\n")},
		"a/near.glsl":  {Data: []byte("#include \"../a/near.glsl\"\n")}, // a ring must end
		"lib/far.glsl": {Data: []byte("1\n")},
	}
	before, err := SourceHash(src, "a/main.comp")
	if err != nil {
		t.Fatal(err)
	}
	src["lib/far.glsl"] = &fstest.MapFile{Data: []byte("2\n")}
	if after, err := SourceHash(src, "a/main.comp"); err != nil || after == before {
		t.Errorf("hash is %s, %v after an included file changed, and was %s before", after, err, before)
	}
	src["a/near.glsl"] = &fstest.MapFile{Data: []byte("#include \"../../../etc/far.glsl\"\n")}
	if _, err := SourceHash(src, "a/main.comp"); err == nil || !strings.Contains(err.Error(), "a/near.glsl includes") {
		t.Errorf("error is %v, want one that names the including file", err)
	}
}

// The same compiler must make the same bytes. Another version may not, and is not asked.
func TestBinariesComeFromSources(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling all shaders is left to the full run")
	}
	if _, err := exec.LookPath("glslc"); err != nil {
		t.Skip("glslc is not installed: ", err)
	}
	out := t.TempDir()
	if text, err := exec.Command("../tools/glslc.sh", "-f", "../shaders-glsl", out).CombinedOutput(); err != nil {
		t.Fatalf("tools/glslc.sh: %v\n%s", err, text)
	}
	recorded, err := Manifest()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out + "/MANIFEST")
	if err != nil {
		t.Fatal(err)
	}
	made, err := ParseManifest(text)
	if err != nil {
		t.Fatal(err)
	}
	fresh := map[string]Entry{}
	for _, e := range made {
		fresh[e.Name] = e
	}
	for _, e := range recorded {
		switch f, ok := fresh[e.Name]; {
		case !ok:
			t.Errorf("%s.spv has no source", e.Name)
		case f.Compiler != e.Compiler:
			t.Skipf("%s was made by %s, here is %s", e.Name, e.Compiler, f.Compiler)
		case f.Binary != e.Binary:
			t.Errorf("%s.spv is not what its sources compile to; run tools/glslc.sh -f", e.Name)
		}
	}
}
