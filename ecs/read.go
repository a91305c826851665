package ecs

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
)

// Limits of a scene. Anything outside them is an error.
const (
	MaxTriangles  = 1 << 25 // triangles of a scene, every instance counted
	maxCoordinate = 1e7     // metres from the origin, along each axis
)

// ReadScene reads a .gltf or .glb file with the buffers beside it. A unit of the
// file is scale metres.
//
// Every error names the file, the node, mesh and primitive at fault and what was
// expected there, and matches ErrInput.
func ReadScene(name string, scale float64) (*Scene, error) {
	return readScene(os.DirFS(filepath.Dir(name)), filepath.Base(name), name, scale)
}

// ReadSceneFS is ReadScene on a file system.
func ReadSceneFS(fsys fs.FS, name string, scale float64) (*Scene, error) {
	return readScene(fsys, name, name, scale)
}

func readScene(fsys fs.FS, file, shown string, scale float64) (*Scene, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, sceneError(shown, err)
	}
	doc, err := decode(data)
	if err == nil {
		err = loadBuffers(doc, fsys, path.Dir(file))
	}
	if err != nil {
		return nil, sceneError(shown, err)
	}
	return FromDocument(doc, shown, scale)
}

// FromDocument flattens a glTF document whose buffers are in memory. The
// document is only read. Name stands for the file in errors.
func FromDocument(doc *gltf.Document, name string, scale float64) (*Scene, error) {
	s, err := flatten(doc, name, scale)
	if err != nil {
		return nil, sceneError(name, err)
	}
	return s, nil
}

func sceneError(name string, err error) error {
	return inputError{fmt.Errorf("ecs: scene %q: %w", name, err)}
}

// guard turns a panic of the glTF library into an error. The documents that it
// is known to panic on are refused before; this is for those nobody knows yet.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("malformed glTF document: %v", p)
	}
}

// decode parses the JSON and the binary chunk. External buffers stay empty,
// as the decoder has no file system here.
func decode(data []byte) (doc *gltf.Document, err error) {
	defer guard(&err)
	if err := checkFile(data); err != nil {
		return nil, err
	}
	doc = new(gltf.Document)
	if err := gltf.NewDecoder(bytes.NewReader(data)).Decode(doc); err != nil {
		return nil, fmt.Errorf("not a readable glTF file: %w", err)
	}
	for _, n := range doc.Nodes {
		// The library takes a scale of zero, which hides a node, for none at all.
		if n != nil && n.Scale == [3]float64{} {
			n.Scale[0] = math.SmallestNonzeroFloat64
		}
	}
	return doc, nil
}

const (
	glbMagic  = 0x46546c67 // "glTF", little-endian
	glbHeader = 20         // magic, version, length; length and type of the JSON chunk
)

// checkFile looks at the sizes that the decoder would otherwise trust when it
// allocates: the GLB header's, and each buffer's.
func checkFile(data []byte) error {
	text, bin := data, 0
	if len(data) >= 4 && binary.LittleEndian.Uint32(data) == glbMagic {
		if len(data) < glbHeader {
			return fmt.Errorf("truncated: %d bytes; expected a GLB header of %d", len(data), glbHeader)
		}
		total := uint64(binary.LittleEndian.Uint32(data[8:]))
		if total > uint64(len(data)) {
			return fmt.Errorf("truncated: %d bytes; expected the %d of its header", len(data), total)
		}
		chunk := uint64(binary.LittleEndian.Uint32(data[12:]))
		if glbHeader+chunk > uint64(len(data)) {
			return fmt.Errorf("truncated: %d bytes; expected a JSON chunk of %d", len(data), chunk)
		}
		text = data[glbHeader : glbHeader+chunk]
		bin = len(data) - glbHeader - len(text)
	}
	return checkBuffers(text, bin)
}

func checkBuffers(text []byte, bin int) error {
	var doc struct {
		Asset              struct{ Version string }
		ExtensionsRequired []string
		Buffers            []struct {
			URI        string
			ByteLength float64
		}
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&doc); err != nil {
		return fmt.Errorf("neither GLB nor glTF JSON: %w", err)
	}
	if !strings.HasPrefix(doc.Asset.Version, "2.") {
		return fmt.Errorf("glTF version %q; expected 2.0", doc.Asset.Version)
	}
	// Some compression leaves a buffer without data, of which the extension is the
	// cause to name.
	if err := checkExtensions(doc.ExtensionsRequired); err != nil {
		return err
	}
	for i, b := range doc.Buffers {
		switch {
		case !(b.ByteLength >= 1 && b.ByteLength <= math.MaxInt32*2):
			return fmt.Errorf("buffer %d: byteLength %v; expected 1 to 2^32-2", i, b.ByteLength)
		case b.URI == "" && b.ByteLength > float64(bin):
			return fmt.Errorf("buffer %d: no uri, and %d bytes of binary chunk; expected %v", i, bin, b.ByteLength)
		}
	}
	return nil
}

// loadBuffers reads the buffers that are files beside the scene, and those in the
// scene that the decoder leaves out as it knows one of their media types only.
func loadBuffers(doc *gltf.Document, fsys fs.FS, dir string) error {
	for i, b := range doc.Buffers {
		if len(b.Data) == 0 && b.URI != "" && !b.IsEmbeddedResource() {
			data, err := readBuffer(b.URI, fsys, dir)
			if err != nil {
				return fmt.Errorf("buffer %d: %w", i, err)
			}
			b.Data = data
		}
		if len(b.Data) < b.ByteLength {
			return fmt.Errorf("buffer %d: %d bytes; expected %d", i, len(b.Data), b.ByteLength)
		}
	}
	return nil
}

func readBuffer(uri string, fsys fs.FS, dir string) ([]byte, error) {
	if media, text, ok := strings.Cut(uri, ";base64,"); ok && strings.HasPrefix(media, "data:") {
		return base64.StdEncoding.DecodeString(text)
	}
	if strings.Contains(uri, ":") {
		return nil, fmt.Errorf("uri %.40q; expected a file beside the scene, or data:application/octet-stream;base64", uri)
	}
	return fs.ReadFile(fsys, path.Join(dir, uri))
}

// looks lists the prefixes of extensions that change only how a scene looks.
var looks = []string{"KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_", "EXT_lights_"}

const draco = "KHR_draco_mesh_compression"

func checkExtensions(required []string) error {
	for _, name := range required {
		isPrefix := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		switch {
		case name == draco || strings.HasSuffix(name, "_meshopt_compression"):
			return compressed(name)
		case name == "KHR_mesh_quantization" || name == instancing || slices.ContainsFunc(looks, isPrefix):
		default:
			return fmt.Errorf("it requires the extension %s, which is not supported; export the scene without it", name)
		}
	}
	return nil
}

func compressed(by string) error {
	return fmt.Errorf("its meshes are compressed by %s, which is not supported; export the scene without compression", by)
}

var errNull = errors.New("null; expected an object")

// checkNull refuses null entries, so that the rest can follow any pointer.
func checkNull(doc *gltf.Document) error {
	for _, err := range []error{
		noNull("buffers", doc.Buffers),
		noNull("bufferViews", doc.BufferViews),
		noNull("accessors", doc.Accessors),
		noNull("materials", doc.Materials),
		noNull("meshes", doc.Meshes),
		noNull("nodes", doc.Nodes),
		noNull("scenes", doc.Scenes),
	} {
		if err != nil {
			return err
		}
	}
	for i, m := range doc.Meshes {
		if err := noNull(fmt.Sprintf("meshes[%d].primitives", i), m.Primitives); err != nil {
			return err
		}
	}
	return nil
}

func noNull[T any](what string, list []*T) error {
	if i := slices.Index(list, nil); i >= 0 {
		return fmt.Errorf("%s[%d]: %w", what, i, errNull)
	}
	return nil
}
