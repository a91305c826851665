package ecs

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/qmuntal/gltf"
)

const instancing = "EXT_mesh_gpu_instancing"

// instances gives where a node's mesh stands, relative to the node: once at its
// origin, or as EXT_mesh_gpu_instancing says, each instance T·R·S.
func instances(doc *gltf.Document, n *gltf.Node) ([]mat4, error) {
	ext, ok := n.Extensions[instancing]
	if !ok {
		return []mat4{identity}, nil
	}
	at, err := instancesOf(doc, ext)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", instancing, err)
	}
	return at, nil
}

func instancesOf(doc *gltf.Document, ext any) ([]mat4, error) {
	// Decoded files hold raw JSON here and documents made in Go their own types.
	text, err := json.Marshal(ext)
	if err != nil {
		return nil, err
	}
	var keys struct{ Attributes map[string]int }
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(keys.Attributes))
	if len(names) == 0 {
		return nil, errors.New("no attributes; expected TRANSLATION, ROTATION or SCALE")
	}
	columns, count := map[string][]float64{}, 0
	for i, name := range names {
		column, n, err := readInstances(doc, keys.Attributes[name], name)
		if err == nil && i > 0 && n != count {
			err = fmt.Errorf("%d instances; expected the %d of %s", n, count, names[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: accessor %d: %w", name, keys.Attributes[name], err)
		}
		columns[name], count = column, n
	}
	at := make([]mat4, count)
	for i := range at {
		t, q, s := [3]float64{}, [4]float64{3: 1}, [3]float64{1, 1, 1}
		fill := func(row []float64, column []float64) {
			if column != nil {
				copy(row, column[len(row)*i:])
			}
		}
		fill(t[:], columns["TRANSLATION"])
		fill(q[:], columns["ROTATION"])
		fill(s[:], columns["SCALE"])
		if at[i], err = trs(t, q, s); err != nil {
			return nil, fmt.Errorf("instance %d: %w", i, err)
		}
	}
	return at, nil
}

// readInstances reads a column of the extension and gives its length. Of a column
// by another name, which some program has use for, only the length matters.
func readInstances(doc *gltf.Document, i int, name string) ([]float64, int, error) {
	a, err := checkAccessor(doc, i)
	if err != nil {
		return nil, 0, err
	}
	want, expected := gltf.AccessorVec3, "floats"
	fits := a.ComponentType == gltf.ComponentFloat
	switch name {
	case "TRANSLATION", "SCALE":
	case "ROTATION":
		want, expected = gltf.AccessorVec4, "floats, or normalized integers of 8 or 16 bits with a sign"
		fits = fits || a.Normalized && (a.ComponentType == gltf.ComponentByte || a.ComponentType == gltf.ComponentShort)
	default:
		return nil, a.Count, nil
	}
	if a.Type != want {
		return nil, 0, fmt.Errorf("type %v; expected %v", typeNames[a.Type], typeNames[want])
	}
	if !fits {
		return nil, 0, fmt.Errorf("expected %s", expected)
	}
	return readNumbers(doc, a), a.Count, nil
}
