package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"throng/ecs"
	"throng/engine"
	"throng/engine/study"
)

func validateCommand() *cli.Command {
	return &cli.Command{
		Name: "validate", Usage: "run validation cases and hold their figures against their bounds", ArgsUsage: "[CASE...]",
		Flags: append(engineFlags(),
			&cli.StringFlag{Name: "models", Value: ecs.NewGroup("", 0).Model, Usage: "local models, with commas between"},
			&cli.BoolFlag{Name: "short", Usage: "only the cases that take seconds, where none are named"},
			&cli.BoolFlag{Name: "list", Usage: "list the cases and run none"},
			&cli.BoolFlag{Name: "json", Usage: "print a line of JSON for each case"},
		),
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Bool("list") {
				return listCases(c.Root().Writer)
			}
			return validate(ctx, c)
		},
	}
}

func listCases(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, k := range study.Cases() {
		length := "short"
		if k.Long {
			length = "long"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Name, length, k.Source, k.Title)
	}
	return w.Flush()
}

// validate runs the named cases, or all, with every model.
func validate(ctx context.Context, c *cli.Command) (err error) {
	names := c.Args().Slice()
	for _, k := range study.Cases() {
		if c.NArg() == 0 && !(c.Bool("short") && k.Long) {
			names = append(names, k.Name)
		}
	}
	e, err := openEngine(c, engine.Options{})
	if err != nil {
		return err
	}
	defer closing(e, &err)
	var missed []string
	for _, model := range strings.Split(c.String("models"), ",") {
		for _, name := range names {
			r, err := study.Validate(ctx, e, name, model)
			if err != nil {
				return err
			}
			if !r.Pass {
				missed = append(missed, name+" with "+model)
			}
			if err := printCase(c, &r); err != nil {
				return err
			}
		}
	}
	if len(missed) > 0 {
		return fmt.Errorf("%d of the cases miss bounds: %s: %w", len(missed), strings.Join(missed, ", "), errMissed)
	}
	return nil
}

// errMissed says that a case has not kept a bound.
var errMissed = errors.New("see their figures")

// printCase writes the figures of a case: as one line of JSON, or as a table.
func printCase(c *cli.Command, r *study.Report) error {
	out := c.Root().Writer
	if c.Bool("json") {
		return printJSON(out, r, false)
	}
	fmt.Fprintf(out, "%s: %s (%s), model %s, %.0f s: %s\n", r.Case, r.Title, r.Source, r.Model, r.Seconds, verdict(r.Pass))
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, f := range r.Figures {
		value, word := "-", ""
		if !math.IsNaN(float64(f.Value)) {
			value = fmt.Sprintf("%.4g", float64(f.Value))
		}
		if f.Bound != "" {
			word = verdict(f.Pass)
		}
		fmt.Fprintf(w, "  %s\t%s %s\t%s\t%s\n", f.Name, value, f.Unit, f.Bound, word)
	}
	return w.Flush()
}

func verdict(pass bool) string {
	if pass {
		return "ok"
	}
	return "MISSED"
}
