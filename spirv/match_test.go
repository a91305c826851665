package spirv

import (
	"strings"
	"testing"
)

type goAgent struct {
	Position [3]float32
	Radius   float32
	Group    uint32
	_        [3]uint32
}

type goField struct {
	View    [16]float32
	Skew    [3][2]float32
	Cells   [3][2][2]uint32
	_       [2]uint32
	Corners [2][4]float32
}

type goPush struct {
	First uint32
	Dt    float32
	Wind  [2]float32
}

func TestMatch(t *testing.T) {
	r := reflected(t, "layout")
	for name, err := range map[string]error{
		"push":    Match(r.PushMembers, goPush{}),
		"agents":  Match(r.Bindings[0].Members, struct{ Count uint32 }{}),
		"agent":   MatchElement(r.Bindings[0].Members[1], goAgent{}),
		"field":   Match(r.Bindings[1].Members, goField{}),
		"cells":   MatchElement(r.Bindings[1].Members[2], [2][2]uint32{}),
		"density": MatchElement(r.Bindings[1].Members[4], float32(0)),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMatchTellsDifferences(t *testing.T) {
	r := reflected(t, "layout")
	push, agents := r.PushMembers, r.Bindings[0].Members[1]
	cases := []struct {
		want string
		err  error
	}{
		{"no field", Match(push, struct {
			First uint32
			Dt    float32
		}{})},
		{"has the field Wind", Match(push, struct {
			First uint32
			Wind  [2]float32
		}{})},
		{"at byte 4", Match(push, struct {
			First uint32
			_     uint32
			Dt    float32
		}{})},
		{"is a float", Match(push, struct {
			First uint32
			Dt    uint32
		}{})},
		{"is a vec2 of 8 bytes", Match(push, struct {
			First uint32
			Dt    float32
			Wind  [3]float32
		}{})},
		{"no member", Match(push, struct {
			First uint32
			Dt    float32
			Wind  [2]float32
			More  float32
		}{})},
		{"is a struct", Match(push, 3)},
		{"is a struct", Match(push, nil)},
		{"between elements", MatchElement(agents, struct{ Position [3]float32 }{})},
		{"no array", MatchElement(push[0], uint32(0))},
		{"array of 2", Match(r.Bindings[1].Members, struct {
			View    [16]float32
			Skew    [6]float32
			Cells   [3][2][2]uint32
			_       [2]uint32
			Corners [2][3]float32
		}{})},
		{"agents.group", MatchElement(agents, struct {
			Position      [3]float32
			Radius, Group float32
			_             [3]uint32
		}{})},
	}
	for _, c := range cases {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error is %v, want one with %q", c.err, c.want)
		}
	}
}
