package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
	"throng/engine"
)

// probed is what `crowd probe` prints.
type probed struct {
	Scene     string              `json:"scene"`
	Time      float64             `json:"time"`      // simulated [s]
	Potential string              `json:"potential"` // what the potential is
	Points    []engine.ProbePoint `json:"points"`
}

func probeCommand() *cli.Command {
	return &cli.Command{
		Name: "probe", Usage: "say what is known of some places", ArgsUsage: "SCENARIO",
		Flags: flags(&cli.StringFlag{Name: "at", Usage: "places as `x,y,z;x,y,z` in metres"}),
		Action: func(_ context.Context, c *cli.Command) (err error) {
			at, err := parsePlaces(c.String("at"))
			if err != nil {
				return err
			}
			e, err := load(c, engine.Options{})
			if err != nil {
				return err
			}
			defer closing(e, &err)
			if err := settleInto(e, c); err != nil {
				return err
			}
			points, err := e.Probe(at)
			if err != nil {
				return err
			}
			p := probed{Scene: e.Scenario().Scene, Time: math.Round(e.Time()*1e9) / 1e9, Potential: meaning(e), Points: points}
			if c.Bool("json") {
				return printJSON(c.Root().Writer, p, false)
			}
			printPoints(c.Root().Writer, &p)
			return nil
		},
	}
}

// meaning says what the potential is in this scenario.
func meaning(e *engine.Engine) string {
	if e.TravelTime() {
		return "travel time to the goal in seconds"
	}
	w := e.Scenario().Weights
	return fmt.Sprintf("cost to the goal: %g per metre, %g per second, %g per second of discomfort", w.Alpha, w.Beta, w.Gamma)
}

// parsePlaces reads "x,y,z;x,y,z".
func parsePlaces(s string) ([][3]float64, error) {
	var places [][3]float64
	for i, part := range strings.Split(strings.Trim(s, "; "), ";") {
		numbers := strings.Split(part, ",")
		if len(numbers) != 3 {
			return nil, shell.Usagef(`probe: flag -at, place %d is %q; expected "x,y,z;x,y,z" in metres`, i+1, part)
		}
		var p [3]float64
		for k, text := range numbers {
			v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, shell.Usagef("probe: flag -at, place %d: %q is no finite number", i+1, text)
			}
			p[k] = v
		}
		places = append(places, p)
	}
	return places, nil
}

// printPoints writes the places for people.
func printPoints(w io.Writer, p *probed) {
	fmt.Fprintf(w, "%s at %.2f s; potential is the %s\n", p.Scene, p.Time, p.Potential)
	for i := range p.Points {
		q := &p.Points[i]
		fmt.Fprintf(w, "(%g, %g, %g): ", q.At[0], q.At[1], q.At[2])
		if !q.Walkable || q.Height == nil {
			fmt.Fprintln(w, "no walkable floor")
			continue
		}
		fmt.Fprintf(w, "layer %d, floor at %.3f m, %.3f persons/m², speed N E S W %.2f m/s, velocity %.2f m/s\n", q.Layer, *q.Height, q.Density, q.Speed, q.Velocity)
		names := make([]string, 0, len(q.Potential))
		for name := range q.Potential {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if v := q.Potential[name]; v != nil {
				fmt.Fprintf(w, "  %s: %.4f\n", name, *v)
			} else {
				fmt.Fprintf(w, "  %s: no way to the goal\n", name)
			}
		}
	}
}
