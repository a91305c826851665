package spirv

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// include matches what tools/glslc.sh takes for an include: text, whether or not a condition hides it.
var include = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"]+)"`)

// Shaders finds the shaders of a source tree: name, as in Names, to file. Files below lib are
// included by others and are not shaders. Two files of one name are an error.
func Shaders(src fs.FS) (map[string]string, error) {
	shaders := map[string]string{}
	err := fs.WalkDir(src, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && file == "lib" {
				return fs.SkipDir
			}
			return err
		}
		name := path.Base(file)
		switch path.Ext(name) {
		case ".comp":
			name = strings.TrimSuffix(name, ".comp")
		case ".vert", ".frag":
		default:
			return nil
		}
		if other, ok := shaders[name]; ok {
			return fmt.Errorf("spirv: %s and %s would both become %s.spv; rename one", other, file, name)
		}
		shaders[name] = file
		return nil
	})
	return shaders, err
}

// SourceHash is the hash that the MANIFEST keeps of a shader's sources: the sha256, in hexadecimal,
// of one line "hash  path" for the file and for each file it includes, at any depth, in byte order.
func SourceHash(src fs.FS, file string) (string, error) {
	seen := map[string]string{}
	if err := closure(src, file, seen); err != nil {
		return "", err
	}
	return sum([]byte(strings.Join(slices.Sorted(maps.Values(seen)), ""))), nil
}

// closure adds the line of file, and of what it includes, to seen.
func closure(src fs.FS, file string, seen map[string]string) error {
	if _, ok := seen[file]; ok {
		return nil
	}
	text, err := fs.ReadFile(src, file)
	if err != nil {
		return fmt.Errorf("spirv: %w", err)
	}
	seen[file] = sum(text) + "  " + file + "\n"
	for _, m := range include.FindAllSubmatch(text, -1) {
		target, err := resolve(src, file, string(m[1]))
		if err != nil {
			return err
		}
		if err := closure(src, target, seen); err != nil {
			return err
		}
	}
	return nil
}

// resolve finds what file means by name: a file beside it, or else one from the root of the tree.
func resolve(src fs.FS, file, name string) (string, error) {
	for _, p := range []string{path.Join(path.Dir(file), name), path.Clean(name)} {
		if !fs.ValidPath(p) {
			continue
		}
		if info, err := fs.Stat(src, p); err == nil && !info.IsDir() {
			return p, nil
		}
	}
	return "", fmt.Errorf("spirv: %s includes %q, which does not exist", file, name)
}

// Stale compares a source tree with binaries and their MANIFEST. It returns an error that names, one
// to a line, every shader that is not compiled, was compiled from other sources, or whose binary is
// not the one that was made; and every binary without a source. It needs no shader compiler.
func Stale(src, bin fs.FS) error {
	shaders, err := Shaders(src)
	if err != nil {
		return err
	}
	text, err := fs.ReadFile(bin, "MANIFEST")
	if err != nil {
		return fmt.Errorf("spirv: %w", err)
	}
	entries, err := ParseManifest(text)
	if err != nil {
		return err
	}
	var faults []error
	known := map[string]Entry{}
	for _, e := range entries {
		known[e.Name] = e
	}
	for _, name := range slices.Sorted(maps.Keys(shaders)) {
		faults = append(faults, stale(src, bin, shaders[name], name, known))
	}
	binaries, _ := fs.Glob(bin, "*.spv") // fails on a malformed pattern only
	for _, b := range binaries {
		if _, ok := shaders[strings.TrimSuffix(b, ".spv")]; !ok {
			faults = append(faults, fmt.Errorf("spirv: %s has no source", b))
		}
	}
	return errors.Join(faults...)
}

func stale(src, bin fs.FS, file, name string, known map[string]Entry) error {
	entry, ok := known[name]
	if !ok {
		return fmt.Errorf("spirv: %s was never compiled; run tools/glslc.sh", file)
	}
	hash, err := SourceHash(src, file)
	if err != nil {
		return err
	}
	if hash != entry.Sources {
		return fmt.Errorf("spirv: %s.spv is older than %s or what it includes; run tools/glslc.sh", name, file)
	}
	code, err := fs.ReadFile(bin, name+".spv")
	if err != nil {
		return fmt.Errorf("spirv: %w", err)
	}
	if sum(code) != entry.Binary {
		return fmt.Errorf("spirv: %s.spv is not the binary that MANIFEST records; run tools/glslc.sh", name)
	}
	return nil
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
