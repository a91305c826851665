package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
	"throng/ecs"
	"throng/engine"
	"throng/engine/scenes"
)

// Flags that every command shares.
func flags(more ...cli.Flag) []cli.Flag {
	return append(append(more, engineFlags()...),
		&cli.Uint64Flag{Name: "seed", Usage: "seed of the run, in place of the scenario's"},
		&cli.FloatFlag{Name: "dt", Usage: "seconds of a step, in place of the scenario's"},
		&cli.FloatFlag{Name: "time", Usage: "seconds of the run, in place of the scenario's"},
		&cli.BoolFlag{Name: "quiet", Usage: "no progress bar"},
		&cli.BoolFlag{Name: "json", Usage: "print JSON"},
	)
}

// engineFlags choose what an engine runs on.
func engineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "device", Usage: "GPU by number or part of its name (default: $THRONG_DEVICE, else a discrete GPU before others)"},
		&cli.StringFlag{Name: "executor", Value: "gpu", Usage: "gpu, or cpu for the reference implementations"},
		shell.PeelerFlag(),
	}
}

// read gives the named scenario with what the flags change in it.
func read(c *cli.Command, name string) (*ecs.Scenario, *ecs.Scene, error) {
	sc, scene, err := engine.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if c.IsSet("seed") {
		sc.Seed = c.Uint64("seed")
	}
	if c.IsSet("dt") {
		sc.DT = c.Float("dt")
	}
	if c.IsSet("time") {
		if sc.Time = c.Float("time"); sc.Time == 0 { // which would mean left out
			return nil, nil, shell.Usagef("%s: flag -time is 0, expected more", c.Name)
		}
	}
	return sc, scene, sc.Validate()
}

// load reads the scenario that is the command's argument and loads it into a new engine, which the caller closes.
func load(c *cli.Command, o engine.Options) (*engine.Engine, error) {
	name, err := shell.Argument(c, "scenario (a .json, .glb or .gltf file, or builtin:NAME)")
	if err != nil {
		return nil, err
	}
	return loadNamed(c, name, o)
}

func loadNamed(c *cli.Command, name string, o engine.Options) (*engine.Engine, error) {
	// A bare name of a built-in scene means the scene, unless there is such a file.
	if _, err := os.Stat(name); err != nil && scenes.Summary(name) != "" {
		name = "builtin:" + name
	}
	sc, scene, err := read(c, name)
	if err != nil {
		return nil, err
	}
	e, err := openEngine(c, o)
	if err != nil {
		return nil, err
	}
	if err := e.Load(sc, scene); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// openEngine makes the engine that the flags ask for.
func openEngine(c *cli.Command, o engine.Options) (*engine.Engine, error) {
	switch o.Executor = strings.ToLower(c.String("executor")); o.Executor {
	case "gpu", "cpu":
	default:
		return nil, shell.Usagef("%s: flag -executor is %q, expected gpu or cpu", c.Name, o.Executor)
	}
	o.Peeler = c.String("peeler")
	o.Device, o.Validation = c.String("device"), os.Getenv("THRONG_VALIDATION") == "1"
	return engine.New(o)
}

// closing closes the engine at the end of a command and keeps the first error.
func closing(e *engine.Engine, err *error) {
	if closed := e.Close(); *err == nil {
		*err = closed
	}
}

// printJSON writes a value as JSON: on one line, or indented for people.
func printJSON(w io.Writer, v any, indent bool) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if indent {
		enc.SetIndent("", "  ")
	}
	return enc.Encode(v)
}

// deviceName is what the engine runs on.
func deviceName(e *engine.Engine) string {
	name, _ := e.Device()
	return name
}
