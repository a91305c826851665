// Crowd runs, checks and looks into crowd scenarios.
//
//	crowd run SCENARIO      move the crowd; one line of JSON on stdout
//	crowd check SCENARIO    bake the scene and report what there is
//	crowd bake SCENE        write every field of the baked scene as PNG, or a page to turn over
//	crowd probe SCENARIO    say what is known of some places at a time
//	crowd scenes            list or export the built-in scenes
//	crowd plan              print the passes of a step
//	crowd validate [CASE]   run validation cases and hold their figures against their bounds
//
// A scenario is a JSON file, a .glb or .gltf scene, or builtin:NAME. Flags stand before or after it, with one dash or
// two. The exit status is 0 when done, 1 when something failed and 2 for bad input.
package main

import (
	"context"
	"io"
	"os"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
)

func main() {
	os.Exit(run(os.Args, os.Stdout, os.Stderr))
}

// run is the whole program, for the tests too.
func run(args []string, stdout, stderr io.Writer) int {
	app := &cli.Command{
		Name:  "crowd",
		Usage: "move crowds through buildings on the GPU",
		Commands: []*cli.Command{
			runCommand(), checkCommand(), bakeCommand(), probeCommand(), scenesCommand(), planCommand(), validateCommand(),
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if c.NArg() == 0 {
				return shell.Usagef("expected a command: run, check, bake, probe, scenes, plan or validate; see crowd -help")
			}
			return shell.Usagef("there is no command %q; expected run, check, bake, probe, scenes, plan or validate", c.Args().First())
		},
	}
	return shell.Run(app, args, stdout, stderr)
}
