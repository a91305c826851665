package spirv

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
)

// Entry is one line of the MANIFEST: the state of the sources a binary was made from.
type Entry struct {
	Name     string // of the shader, as in Names
	Sources  string // SourceHash of the shader when it was compiled
	Binary   string // sha256 of the .spv file, in hexadecimal
	Compiler string // versions of glslc and its parts, as tools/glslc.sh writes them
}

// Manifest returns the embedded MANIFEST.
func Manifest() ([]Entry, error) {
	text, err := files.ReadFile("MANIFEST")
	if err != nil {
		return nil, fmt.Errorf("spirv: %w", err)
	}
	return ParseManifest(text)
}

// ParseManifest reads the text of a MANIFEST: a line per shader with four fields between tabs.
func ParseManifest(text []byte) ([]Entry, error) {
	var entries []Entry
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		f := strings.Split(lines.Text(), "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("spirv: MANIFEST line %d has %d fields, expected name, sources, binary, compiler", n, len(f))
		}
		entries = append(entries, Entry{f[0], f[1], f[2], f[3]})
	}
	return entries, lines.Err()
}
