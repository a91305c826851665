package ecs

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../docs/scenario.schema.json"

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func bySchema(s *jsonschema.Schema, text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

func TestSchemaTakesWhatTheParserTakes(t *testing.T) {
	s := compileSchema(t)
	defaults := NewScenario()
	defaults.Scene = "a.glb"
	full, err := defaults.JSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{whole, `{"version":1,"scene":"builtin:villa"}`, `{"version":1,"scene":"a","spawns":[]}`, string(full)} {
		if err := bySchema(s, text); err != nil {
			t.Errorf("%v\nin %s", err, text)
		}
	}
}

// acrossKeys lists the faults that a schema cannot see, because they lie between
// two keys, or in the JSON text itself.
var acrossKeys = []string{
	"key given twice", "more than grid.step", "to 1e+06", "name of an earlier group", "is no group", "corner 0 has",
	"agents so far", "after one another", "moves \"cart\"", "expected more than start", "alpha and beta", "expected more than 1 and", "expected more than 0.1", "top level",
	"hardly any value", "expected 0.001 to", "expected 0.16 to 0.2", "one of the goals of the route", "one for each", "all are 0", "serves 2 at a time", "expected 5 to 64", "is for speeds", "without a route",
}

func TestSchemaRefusesWhatTheParserRefuses(t *testing.T) {
	s := compileSchema(t)
	refusals := 0
	for _, c := range badScenarios {
		across := func(words string) bool { return strings.Contains(c.want, words) }
		text := edit(t, c.old, c.new)
		if err := bySchema(s, text); err != nil {
			refusals++
		} else if !slices.ContainsFunc(acrossKeys, across) {
			t.Errorf("the schema takes %q, and the parser says %q", c.new, c.want)
		}
	}
	if refusals < 60 {
		t.Errorf("the schema refused only %d texts", refusals)
	}
}

// keysAt gives the keys that the parser knows at a place in the whole scenario,
// out of its complaint about one that nobody knows.
func keysAt(t *testing.T, text string) []string {
	t.Helper()
	_, err := ParseScenario([]byte(text), "")
	m := regexp.MustCompile(`zz: unknown key; expected one of (.*)$`).FindStringSubmatch(fmt.Sprint(err))
	if m == nil {
		t.Fatalf("no complaint about key zz in %v", err)
	}
	return strings.Split(m[1], ", ")
}

func TestSchemaAndParserKnowTheSameKeys(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var schema dict
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	at := func(path string) []string {
		v := any(schema)
		for _, key := range strings.Split(path, "/") {
			if list, ok := v.([]any); ok {
				v = list[key[0]-'0']
				continue
			}
			v = v.(dict)[key]
		}
		keys := []string{}
		for k := range v.(dict) {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		return keys
	}
	for path, before := range map[string]string{
		"properties":                                      `"version": 1`,
		"$defs/grid/properties":                           `"cell": 0.5`,
		"$defs/group/properties":                          `"name": "down"`,
		"$defs/distribution/oneOf/0/properties":           `"min": 2`,
		"$defs/distribution/oneOf/1/properties":           `"mean": 30`,
		"$defs/stop/properties":                           `"goals": [7]`,
		"$defs/party/properties":                          `"min": 1, "max": 4`,
		"$defs/spawn/properties":                          `"count": 10`,
		"$defs/event/properties":                          `"close": "gate"`,
		"$defs/region/oneOf/2/properties/disc/properties": `"radius": 4`,
		"$defs/weights/properties":                        `"alpha": 0.5`,
		"$defs/params/properties":                         `"density": "treuille"`,
	} {
		if got, want := keysAt(t, edit(t, before, before+`, "zz": 0`)), at(path); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the parser knows %q, the schema %q", path, got, want)
		}
	}
	box, disc := at("$defs/region/oneOf/1/properties"), at("$defs/region/oneOf/2/properties")
	if got := keysAt(t, edit(t, `{"box"`, `{"zz": 0, "box"`)); !reflect.DeepEqual(got, slices.Concat(box, disc)) {
		t.Errorf("region: the parser knows %q, the schema %q and %q", got, box, disc)
	}
}

// The defaults written in the schema and in the tables are those of the code.
func TestDocumentedDefaults(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	type property struct{ Default any }
	type object struct{ Properties map[string]property }
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	s := NewScenario()
	table := readDocs(t)
	for section, c := range map[string]struct {
		schema object
		value  any
	}{
		"Top level":  {schema.object, s},
		"`grid`":     {schema.Defs["grid"], s.Grid},
		"`groups[]`": {schema.Defs["group"], NewGroup("", 0)},
		"`weights`":  {schema.Defs["weights"], s.Weights},
		"`params`":   {schema.Defs["params"], s.Params},
	} {
		text, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		var values dict
		if err := json.Unmarshal(text, &values); err != nil {
			t.Fatal(err)
		}
		for key, p := range c.schema.Properties {
			row, ok := table[section][key]
			if !ok {
				t.Errorf("section %q of scenario.md has no key %q", section, key)
			}
			if p.Default == nil {
				continue
			}
			if !reflect.DeepEqual(p.Default, values[key]) {
				t.Errorf("%s %s: default %v in the schema, %v in the code", section, key, p.Default, values[key])
			}
			if word := fmt.Sprint(p.Default); !slices.Contains(row, word) && !slices.Contains(row, "`"+word+"`") {
				t.Errorf("%s %s: default %s is not in its row %q", section, key, word, row)
			}
		}
	}
	for def, section := range map[string]string{"spawn": "`spawns[]`", "event": "`events[]`", "stop": "`groups[].route[]`", "party": "`groups[].party`"} {
		for key := range schema.Defs[def].Properties {
			if _, ok := table[section][key]; !ok {
				t.Errorf("section %q of scenario.md does not tell of %s", section, key)
			}
		}
	}
}

// readDocs gives the cells of every table row of scenario.md, by section and key.
func readDocs(t *testing.T) map[string]map[string][]string {
	t.Helper()
	data, err := os.ReadFile("../docs/scenario.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string][]string{}
	section := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "## "); ok {
			section = name
			rows[section] = map[string][]string{}
		}
		if strings.HasPrefix(line, "| `") {
			cells := strings.Split(strings.Trim(line, "| "), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows[section][strings.Trim(cells[0], "`")] = cells
		}
	}
	return rows
}

func TestDocumentedExamples(t *testing.T) {
	data, err := os.ReadFile("../docs/scenario.md")
	if err != nil {
		t.Fatal(err)
	}
	s := compileSchema(t)
	scenarios, extras := 0, 0
	for _, m := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		if strings.Contains(m[1], `"throng"`) {
			extras++
			doc := newDoc()
			n := addNode(doc, "n", nil)
			if err := json.Unmarshal([]byte(m[1]), &n.Extras); err != nil {
				t.Error(err)
			}
			if e := mustScene(t, doc).Entities[0]; e.Role != RoleGoal || e.Goal != 2 {
				t.Errorf("%s is read as %+v", m[1], e)
			}
			continue
		}
		scenarios++
		if _, err := ParseScenario([]byte(m[1]), "scenario.md"); err != nil {
			t.Error(err)
		}
		if err := bySchema(s, m[1]); err != nil {
			t.Error(err)
		}
	}
	if scenarios < 2 || extras < 1 {
		t.Errorf("found %d scenarios and %d extras in scenario.md", scenarios, extras)
	}
	docs := readDocs(t)["Scene files"]
	for _, role := range roleNames {
		if docs[role] == nil {
			t.Errorf("scenario.md does not tell of role %s", role)
		}
	}
}
