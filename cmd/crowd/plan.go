package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
	"throng/engine"
)

func planCommand() *cli.Command {
	return &cli.Command{
		Name: "plan", Usage: "print the passes of the bake and of a step", ArgsUsage: "[SCENARIO]",
		Flags: flags(),
		Action: func(_ context.Context, c *cli.Command) (err error) {
			name := "builtin:corridor"
			if c.NArg() > 0 {
				if name, err = shell.Argument(c, "scenario"); err != nil {
					return err
				}
			}
			e, err := loadNamed(c, name, engine.Options{})
			if err != nil {
				return err
			}
			defer closing(e, &err)
			rows := planned(e.Plan())
			if c.Bool("json") {
				return printJSON(c.Root().Writer, rows, true)
			}
			return printPlan(c.Root().Writer, rows)
		},
	}
}

// row is a pass as `crowd plan` prints it.
type row struct {
	Phase    string   `json:"phase"`
	Pass     string   `json:"pass"`
	Times    int      `json:"times"`
	Barrier  bool     `json:"barrier"`
	Bytes    int      `json:"bytes"`
	Bindings []string `json:"bindings"` // slot:access
}

func planned(plan []engine.PlanRow) []row {
	rows := make([]row, len(plan))
	for i, p := range plan {
		rows[i] = row{Phase: p.Phase, Pass: p.Pass, Times: p.Times, Barrier: p.Barrier, Bytes: p.Bytes}
		for _, b := range p.Bindings {
			rows[i].Bindings = append(rows[i].Bindings, b.Slot+":"+b.Access.String())
		}
	}
	return rows
}

// printPlan writes the passes as a table.
func printPlan(out io.Writer, rows []row) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "phase\tpass\ttimes\tbarrier\tMiB\tbindings")
	for _, r := range rows {
		barrier := "-"
		if r.Barrier {
			barrier = "yes"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%.3f\t%s\n", r.Phase, r.Pass, r.Times, barrier, mebibytes(r.Bytes), strings.Join(r.Bindings, " "))
	}
	return w.Flush()
}
