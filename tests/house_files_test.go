package tests

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"throng/spirv"
)

// houseLines is the most lines that a source file may have.
const houseLines = 400

// houseTop are the folders that the repository may have at its top, hidden ones aside.
var houseTop = []string{"engine", "ecs", "vk", "passes", "spirv", "shaders-glsl", "cmd", "tools", "tests", "docs"}

// houseIgnored are folders at the top that git ignores.
var houseIgnored = []string{".git", "out", "bin"}

// eachFile calls f for every file of the repository, with the path from its top.
func eachFile(repo fs.FS, f func(file string, text []byte)) error {
	return fs.WalkDir(repo, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(houseIgnored, file):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil // a work tree of git has a file of that name
		case !d.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(repo, file)
		if err != nil {
			return err
		}
		f(file, text)
		return nil
	})
}

// longFiles lists the source files that have grown past one idea.
func longFiles(repo fs.FS) (faults []string, err error) {
	source := []string{".go", ".c", ".h", ".glsl", ".comp", ".vert", ".frag", ".sh"}
	err = eachFile(repo, func(file string, text []byte) {
		if n := bytes.Count(text, []byte("\n")); n > houseLines && slices.Contains(source, path.Ext(file)) {
			faults = append(faults, fmt.Sprintf("%s has %d lines, at most %d are allowed; split it by ideas", file, n, houseLines))
		}
	})
	return faults, err
}

// machinePath matches absolute paths of the machines the project was made on.
var machinePath = regexp.MustCompile(`(^|[^\w./-])/(work|tmp/(bash|spec))(/|_)`)

// localPaths lists the files that name a place which exists on one machine only.
func localPaths(repo fs.FS) (faults []string, err error) {
	err = eachFile(repo, func(file string, text []byte) {
		if bytes.IndexByte(text, 0) >= 0 {
			return // a binary, where such bytes mean nothing
		}
		for n, line := range strings.Split(string(text), "\n") {
			if machinePath.MatchString(line) {
				faults = append(faults, fmt.Sprintf("%s:%d names a path of one machine: %s", file, n+1, strings.TrimSpace(line)))
			}
		}
	})
	return faults, err
}

// strayFolders lists the top-level folders that the architecture does not have.
func strayFolders(repo fs.FS) (faults []string, err error) {
	entries, err := fs.ReadDir(repo, ".")
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() && !strings.HasPrefix(name, ".") && !slices.Contains(houseTop, name) && !slices.Contains(houseIgnored, name) {
			faults = append(faults, fmt.Sprintf("the folder %s is no part of the architecture, which has %v", name, houseTop))
		}
	}
	return faults, err
}

// commands returns the commands of a Markdown file's fenced blocks, without prompts and comments.
func commands(markdown string) (list []string) {
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		line, _, _ = strings.Cut(strings.TrimPrefix(line, "$ "), "#")
		if line = strings.TrimSpace(line); fenced && line != "" {
			list = append(list, line)
		}
	}
	return list
}

// wrongStart tells what is wrong with the first commands that a reader of the README meets.
func wrongStart(markdown string) string {
	got, want := commands(markdown), []string{"make bench", "make test"}
	if len(got) < 2 || !slices.Equal(got[:2], want) {
		return fmt.Sprintf("README.md starts with the commands %q, want %q", got[:min(2, len(got))], want)
	}
	return ""
}

func checkRepository(t *testing.T, check func(fs.FS) ([]string, error)) {
	t.Helper()
	faults, err := check(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	report(t, faults)
}

func TestHouseFileLength(t *testing.T) { checkRepository(t, longFiles) }
func TestHousePaths(t *testing.T)      { checkRepository(t, localPaths) }
func TestHouseFolders(t *testing.T)    { checkRepository(t, strayFolders) }

func TestHouseReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if fault := wrongStart(string(text)); fault != "" {
		t.Error(fault)
	}
}

// Stale has its own negative controls in package spirv.
func TestHouseShadersAreFresh(t *testing.T) {
	if err := spirv.Stale(os.DirFS("../shaders-glsl"), os.DirFS("../spirv")); err != nil {
		t.Error(err)
	}
}

// The checks must be able to fail: each meets one sinner among innocent files.
func TestHouseFileChecksBite(t *testing.T) {
	here := "/wo" + "rk/" // in two parts, or this file would be a sinner itself
	lines := func(n int) *fstest.MapFile { return &fstest.MapFile{Data: bytes.Repeat([]byte("x\n"), n)} }
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	cases := []struct {
		check func(fs.FS) ([]string, error)
		repo  fstest.MapFS
		want  string
	}{
		{longFiles, fstest.MapFS{"vk/a.go": lines(400), "vk/b.go": lines(401), "go.sum": lines(999), "out/c.go": lines(999)}, "vk/b.go has 401 lines"},
		{longFiles, fstest.MapFS{"shaders-glsl/a.comp": lines(500)}, "shaders-glsl/a.comp"},
		{localPaths, fstest.MapFS{
			"docs/a.md":      text("one\nsee " + here + "main\n"),
			"docs/b.md":      text("https://host" + here + "x and net" + here[1:] + "y, a/b" + here + "c"),
			".git/config":    text(here),
			"spirv/some.spv": text("\x00 " + here),
		}, "docs/a.md:2"},
		{localPaths, fstest.MapFS{"a.sh": text("/tmp/ba" + "sh_jobs/1")}, "a.sh:1"},
		{strayFolders, fstest.MapFS{"vk/a.go": lines(1), "docs/a.md": lines(1), "out/a": lines(1), ".ci/run": lines(1), "utils/a.go": lines(1)}, "the folder utils"},
	}
	for i, c := range cases {
		faults, err := c.check(c.repo)
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0], c.want) {
			t.Errorf("case %d: faults are %q, %v, want one with %q", i, faults, err, c.want)
		}
	}
}

func TestHouseReadmeCheckBites(t *testing.T) {
	if fault := wrongStart("Run `make quick`\n```sh\n$ make bench  # measures\n\n# and then\nmake test\nmake quick\n```\n"); fault != "" {
		t.Errorf("an innocent README gives %q", fault)
	}
	for _, sinner := range []string{"", "make bench\nmake test\n", "```\nmake test\nmake bench\n```\n", "```\nmake bench\n```\n"} {
		if wrongStart(sinner) == "" {
			t.Errorf("the README %q passes", sinner)
		}
	}
}
