package ecs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of a JSON text; ours needs five levels.
const maxDepth = 64

// decodeJSON reads one JSON value with numbers kept as text. Unlike
// json.Unmarshal it refuses a key that occurs twice in an object, because one
// of the two would be ignored without a word.
func decodeJSON(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := jsonValue(dec, "", 0)
	if err == nil {
		if _, err = dec.Token(); err == io.EOF {
			return v, nil
		}
		err = errors.New("unexpected text after the end of the value")
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	before := data[:min(int(dec.InputOffset()), len(data))]
	return nil, fmt.Errorf("line %d: %w", 1+bytes.Count(before, []byte("\n")), err)
}

func jsonValue(dec *json.Decoder, path string, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("more than %d levels of nesting", maxDepth)
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		return jsonObject(dec, path, depth)
	case json.Delim('['):
		return jsonArray(dec, path, depth)
	}
	return tok, nil
}

func jsonObject(dec *json.Decoder, path string, depth int) (any, error) {
	m := map[string]any{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := tok.(string) // the decoder lets nothing else stand for a key
		if _, twice := m[key]; twice {
			return nil, fmt.Errorf("%s: key given twice", join(path, key))
		}
		if m[key], err = jsonValue(dec, join(path, key), depth+1); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return m, err
}

func jsonArray(dec *json.Decoder, path string, depth int) (any, error) {
	list := []any{}
	for dec.More() {
		v, err := jsonValue(dec, fmt.Sprintf("%s[%d]", path, len(list)), depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.Token()
	return list, err
}

func join(path, key string) string {
	if path == "" || key == "" {
		return path + key
	}
	return path + "." + key
}

// keyError is the fault of one key: what is wrong there and what was expected.
func keyError(path, format string, args ...any) error {
	return fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...))
}

// object reads the keys of one JSON object into Go values that already hold
// their defaults. It remembers each key it was asked for, so that done knows
// which ones are unknown, and it keeps only the first error of the whole tree.
type object struct {
	path  string
	m     map[string]any
	known []string
	err   *error
}

// asObject takes v as an object; anything else is an error at path.
func asObject(v any, path string, err *error) *object {
	m, ok := v.(map[string]any)
	if !ok && *err == nil {
		*err = keyError(orRoot(path), "found %s; expected an object", kindOf(v))
	}
	return &object{path: path, m: m, err: err}
}

func orRoot(path string) string {
	if path == "" {
		return "top level"
	}
	return path
}

func (o *object) fail(key, format string, args ...any) {
	if *o.err == nil {
		*o.err = keyError(join(o.path, key), format, args...)
	}
}

// get finds a key, and registers it as a known one.
func (o *object) get(key string) (any, bool) {
	o.known = append(o.known, key)
	v, ok := o.m[key]
	return v, ok
}

// has reports whether a key is there, without making it a known one.
func (o *object) has(key string) bool {
	_, ok := o.m[key]
	return ok
}

// require makes the absence of a key an error that says what it should hold.
func (o *object) require(key, expected string) {
	if !o.has(key) {
		o.fail(key, "missing; expected %s", expected)
	}
}

func (o *object) float(key string, dst *float64) {
	if v, ok := o.get(key); ok {
		toFloat(v, join(o.path, key), dst, o.err)
	}
}

func toFloat(v any, path string, dst *float64, err *error) {
	n, ok := v.(json.Number)
	f, bad := strconv.ParseFloat(string(n), 64)
	switch {
	case *err != nil:
	case !ok:
		*err = keyError(path, "found %s; expected a number", kindOf(v))
	case bad != nil:
		*err = keyError(path, "%s does not fit a 64-bit float", n)
	default:
		*dst = f
	}
}

// toInt takes 2, 2.0 and 2e0 alike: to JSON they are the same number.
func toInt(v any, path string, dst *int, err *error) {
	var f float64
	toFloat(v, path, &f, err)
	switch {
	case *err != nil:
	case f != math.Trunc(f) || math.Abs(f) > 1<<53:
		*err = keyError(path, "%v; expected a whole number", v)
	default:
		*dst = int(f)
	}
}

func (o *object) integer(key string, dst *int) {
	if v, ok := o.get(key); ok {
		toInt(v, join(o.path, key), dst, o.err)
	}
}

// uint64 reads digits directly, as a seed above 2⁵³ would lose bits in a float.
func (o *object) uint64(key string, dst *uint64) {
	v, ok := o.get(key)
	if !ok {
		return
	}
	n, _ := v.(json.Number)
	u, err := strconv.ParseUint(string(n), 10, 64)
	if err != nil {
		o.fail(key, "found %s; expected a whole number from 0 to 2^64-1", show(v))
		return
	}
	*dst = u
}

func (o *object) text(key string, dst *string) {
	v, ok := o.get(key)
	if !ok {
		return
	}
	s, ok := v.(string)
	if !ok {
		o.fail(key, "found %s; expected a string", kindOf(v))
		return
	}
	*dst = s
}

func (o *object) flag(key string, dst *bool) {
	v, ok := o.get(key)
	if !ok {
		return
	}
	b, ok := v.(bool)
	if !ok {
		o.fail(key, "found %s; expected true or false", kindOf(v))
		return
	}
	*dst = b
}

// child reads a nested object, or gives nil when the key is absent.
func (o *object) child(key string) *object {
	v, ok := o.get(key)
	if !ok {
		return nil
	}
	return asObject(v, join(o.path, key), o.err)
}

// list reads an array; n < 0 takes any length.
func (o *object) list(key string, n int) []any {
	v, ok := o.get(key)
	if !ok {
		return nil
	}
	return toList(v, join(o.path, key), n, o.err)
}

func toList(v any, path string, n int, err *error) []any {
	list, ok := v.([]any)
	switch {
	case *err != nil:
		return nil
	case !ok && n < 0:
		*err = keyError(path, "found %s; expected a list", kindOf(v))
	case !ok || n >= 0 && len(list) != n:
		*err = keyError(path, "found %s; expected a list of %d", show(v), n)
	default:
		return list
	}
	return nil
}

// done refuses what nobody asked for.
func (o *object) done() {
	var unknown []string
	for key := range o.m {
		if !slices.Contains(o.known, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		slices.Sort(o.known)
		o.fail(unknown[0], "unknown key; expected one of %s", strings.Join(o.known, ", "))
	}
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	}
	return "an object"
}

// show quotes a short value, and names the kind of a long one.
func show(v any) string {
	switch v := v.(type) {
	case json.Number:
		return string(v)
	case string:
		if len(v) <= 40 {
			return strconv.Quote(v)
		}
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	}
	return kindOf(v)
}
