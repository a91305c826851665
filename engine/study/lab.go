package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// ErrUnknown says that no validation case has the name.
var ErrUnknown = errors.New("no such case")

// Case is a validation case.
type Case struct {
	Name   string
	Title  string
	Source string // of the set-up and of the bounds
	Long   bool   // takes more than some seconds on a CPU device
	do     func(*lab) error
}

// Figure is a number that a case found, with its bound.
type Figure struct {
	Name  string `json:"figure"`
	Value Number `json:"value"` // null where there is none
	Unit  string `json:"unit,omitempty"`
	Bound string `json:"bound,omitempty"` // none: reported only
	Pass  bool   `json:"pass"`
}

// Number is a float that JSON has null for where it is none.
type Number float64

// MarshalJSON writes the number.
func (n Number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Report is what a case found.
type Report struct {
	Case    string   `json:"case"`
	Title   string   `json:"title"`
	Source  string   `json:"source"`
	Model   string   `json:"model"`
	Figures []Figure `json:"figures"`
	Pass    bool     `json:"pass"`
	Seconds float64  `json:"seconds"` // real time
}

// Cases lists all validation cases.
func Cases() []Case { return slices.Clone(cases) }

// Validate runs a case with a model for all groups, or with the default one if it is empty.
//
// Errors: [ErrUnknown]; those of the engine. A bound that is not kept is no error: the report has it.
func Validate(ctx context.Context, e *engine.Engine, name, model string) (Report, error) {
	i := slices.IndexFunc(cases, func(c Case) bool { return c.Name == name })
	if i < 0 {
		var names []string
		for _, c := range cases {
			names = append(names, c.Name)
		}
		return Report{}, fmt.Errorf("study: %w: %q; expected one of %s: %w", ErrUnknown, name, strings.Join(names, ", "), ecs.ErrInput)
	}
	c := &cases[i]
	if model == "" {
		model = ecs.NewGroup("", 0).Model
	}
	start := time.Now()
	l := &lab{ctx: ctx, engine: e, report: Report{Case: c.Name, Title: c.Title, Source: c.Source, Model: model, Pass: true}}
	if err := c.do(l); err != nil {
		return l.report, fmt.Errorf("case %q, model %q: %w", name, model, err)
	}
	l.report.Seconds = time.Since(start).Seconds()
	return l.report, nil
}

// lab runs the trials of a case and keeps its figures.
type lab struct {
	ctx    context.Context
	engine *engine.Engine
	report Report
}

// figure adds a number with its bound.
func (l *lab) figure(name string, value float64, unit, bound string, pass bool) {
	l.report.Figures = append(l.report.Figures, Figure{name, Number(value), unit, bound, pass})
	l.report.Pass = l.report.Pass && pass
}

// tell adds a number that has no bound.
func (l *lab) tell(name string, value float64, unit string) { l.figure(name, value, unit, "", true) }

func (l *lab) atMost(name string, value float64, unit string, most float64) {
	l.figure(name, value, unit, fmt.Sprintf("≤ %.4g", most), value <= most)
}

func (l *lab) atLeast(name string, value float64, unit string, least float64) {
	l.figure(name, value, unit, fmt.Sprintf("≥ %.4g", least), value >= least)
}

func (l *lab) between(name string, value float64, unit string, least, most float64) {
	l.figure(name, value, unit, fmt.Sprintf("%.4g … %.4g", least, most), value >= least && value <= most)
}

// rising adds a row of numbers that should rise, each named by what it belongs to.
func (l *lab) rising(name, unit string, of []string, values []float64) {
	l.row(name, unit, of, values, ">", func(v, before float64) bool { return v > before })
}

// falling adds a row of numbers that should fall.
func (l *lab) falling(name, unit string, of []string, values []float64) {
	l.row(name, unit, of, values, "<", func(v, before float64) bool { return v < before })
}

func (l *lab) row(name, unit string, of []string, values []float64, sign string, pass func(v, before float64) bool) {
	l.tell(name+of[0], values[0], unit)
	for i, v := range values[1:] {
		l.figure(name+of[i+1], v, unit, fmt.Sprintf("%s %.4g", sign, values[i]), pass(v, values[i]))
	}
}

// run takes a trial to its end, with the case's model; its books and walls count among the figures if they fail.
func (l *lab) run(what string, t *Trial) (*Outcome, error) {
	for i := range t.Scenario.Groups {
		t.Scenario.Groups[i].Model = l.report.Model
	}
	o, err := t.Run(l.ctx, l.engine)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if o.InWall > 0 {
		l.figure(what+", in a wall: "+o.Where, float64(o.InWall), "agents", "0", false)
	}
	if !o.Stats.Balanced() {
		l.figure(what+", lost or missing", float64(o.Spawned)-float64(o.Alive+o.Arrived+o.Removed), "agents", "0", false)
	}
	return o, nil
}

// complete fails a run in which somebody is left at the end, and gives the time.
func (l *lab) complete(what string, o *Outcome) float64 {
	if !o.Done {
		l.figure(what+fmt.Sprintf(", still there after %.0f s", o.Time), float64(o.Alive), "agents", "0", false)
	}
	return o.Time
}

// trial is a scenario on a layout, with a group for each goal.
func trial(l *scenes.Layout, goals ...int) (*Trial, error) {
	scene, err := l.Scene()
	if err != nil {
		return nil, err
	}
	sc := ecs.NewScenario()
	sc.Name, sc.Scene, sc.Spawns, sc.Time = l.Name, l.Name, []ecs.Spawn{}, 600
	for k, goal := range goals {
		sc.Groups = append(sc.Groups, ecs.NewGroup(fmt.Sprintf("group %d", k), goal))
	}
	return &Trial{Scenario: sc, Scene: scene}, nil
}

func rect(x0, z0, x1, z1 float64) scenes.Rect { return scenes.Rect{X0: x0, Z0: z0, X1: x1, Z1: z1} }

// bodyGap is how far apart people of the default radius start [m].
const bodyGap = 0.402

// seat puts n people of a group into a rectangle, in random places, with the speeds that speed deals out; nil: the group's.
func (t *Trial) seat(group int, r scenes.Rect, n int, random *rand.Rand, speed func() float64) error {
	places, err := scenes.Seat(r, n, bodyGap, 1, random)
	for _, p := range places {
		at := ecs.SpawnAt{Position: p}
		if speed != nil {
			at.Speed = speed()
		}
		t.People = append(t.People, scenes.Person{Group: group, SpawnAt: at})
	}
	t.Scenario.Params.Capacity = len(t.People)
	return err
}

// seeded is the random numbers of a seed.
func seeded(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0x7374756479)) }

// uniform deals out numbers between two.
func uniform(random *rand.Rand, least, most float64) func() float64 {
	return func() float64 { return least + (most-least)*random.Float64() }
}
