// Package spirv holds the compiled shaders of the engine and reads what they declare.
//
// The binaries are made from shaders-glsl by tools/glslc.sh and embedded, so that a program needs no
// shader compiler. Reflect reads the bindings, push constants and group size of a module, for the
// tests that hold every pass to its shader. Stale tells which binaries are older than their sources.
//
// The package is pure Go and imports nothing of the engine.
package spirv

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.spv MANIFEST
var files embed.FS

// ErrUnknown is the error, wrapped, for a shader name that no module has.
var ErrUnknown = errors.New("unknown shader")

// Names returns the names of all modules in alphabetical order: "speed" for a compute shader,
// "peel.vert" and "peel.frag" for the two of a raster pass.
func Names() []string {
	paths, _ := fs.Glob(files, "*.spv") // fails on a malformed pattern only
	for i, p := range paths {
		paths[i] = strings.TrimSuffix(p, ".spv")
	}
	return paths
}

// Module returns the code of the shader with this name, a whole number of little-endian 32-bit
// words. The bytes are the caller's. The error wraps ErrUnknown when there is no such shader.
func Module(name string) ([]byte, error) {
	code, err := files.ReadFile(name + ".spv")
	if err != nil {
		return nil, fmt.Errorf("spirv: %w %q", ErrUnknown, name)
	}
	return code, nil
}
