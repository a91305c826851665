package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/shell"
	"throng/engine/scenes"
)

// listed is a built-in scene as JSON.
type listed struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Agents  int    `json:"agents"`
}

func scenesCommand() *cli.Command {
	return &cli.Command{
		Name: "scenes", Usage: "list the built-in scenes, or export one as glTF", ArgsUsage: "[NAME]",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "export", Usage: "write the scene NAME, or the one that the file is named after, to a .glb or .gltf `FILE`"},
			&cli.BoolFlag{Name: "quiet", Usage: "print nothing after an export"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if path := c.String("export"); path != "" {
				return export(c, path)
			}
			if err := shell.NoArguments(c); err != nil {
				return err
			}
			var list []listed
			for _, name := range scenes.Names() {
				list = append(list, listed{name, scenes.Summary(name), scenes.Defaults(name).Agents()})
			}
			if c.Bool("json") {
				return printJSON(c.Root().Writer, list, true)
			}
			for _, s := range list {
				fmt.Fprintf(c.Root().Writer, "%-15s %s; %d agents\n", s.Name, s.Summary, s.Agents)
			}
			return nil
		},
	}
}

// export writes a scene. Its name is the argument, or the file's.
func export(c *cli.Command, path string) error {
	ext := filepath.Ext(path)
	if lower := strings.ToLower(ext); lower != ".glb" && lower != ".gltf" {
		return shell.Usagef("scenes: flag -export is %q, expected a .glb or .gltf file", path)
	}
	name := strings.TrimSuffix(filepath.Base(path), ext)
	if c.NArg() > 0 {
		given, err := shell.Argument(c, "scene name")
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(given, "builtin:")
	}
	if scenes.Summary(name) == "" {
		return shell.Usagef("scenes: there is no built-in scene %q; expected one of %s", name, strings.Join(scenes.Names(), ", "))
	}
	if err := scenes.Save(name, path); err != nil {
		return err
	}
	if !c.Bool("quiet") {
		fmt.Fprintf(c.Root().Writer, "wrote %s to %s\n", name, path)
	}
	return nil
}
