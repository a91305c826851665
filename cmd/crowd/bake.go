package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v3"

	"throng/cmd/internal/page"
	"throng/cmd/internal/show"
	"throng/ecs"
	"throng/engine"
	"throng/engine/picture"
)

// bakePixels is about how wide a layer's picture is.
const bakePixels = 800

// baked are the fields that `crowd bake` draws; perGroup those that differ by group.
var (
	baked    = []string{"colour", "position", "normal", "grid", "connection", "discomfort", "goal", "spawn", "island", "height", "slope", "clearance", "density", "meanVelocity"}
	perGroup = []string{"speed", "cost", "potential", "velocity"}
)

func bakeCommand() *cli.Command {
	return &cli.Command{
		Name: "bake", Usage: "write a scene's layers and fields as pictures, or as a page to turn over", ArgsUsage: "SCENE",
		Flags: flags(
			&cli.StringFlag{Name: "png", Usage: "write every layer of every field as PNG into `DIR` (default: the current one, without -html)"},
			&cli.StringFlag{Name: "html", Usage: "write a page for a browser to `FILE`: layers, heights, connections, islands, doors"},
		),
		Action: func(_ context.Context, c *cli.Command) (err error) {
			e, err := load(c, engine.Options{KeepImages: true, Lenient: true})
			if err != nil {
				return err
			}
			defer closing(e, &err)
			if err := settleInto(e, c); err != nil {
				return err
			}
			b := baker{engine: e}
			if err := b.all(c.String("png"), c.String("html")); err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(c.Root().Writer, map[string]any{"scene": e.Scenario().Scene, "files": b.files}, true)
			}
			if !c.Bool("quiet") {
				b.say(c.Root().Writer)
			}
			return nil
		},
	}
}

// settleInto lets the crowd walk for -time seconds, or take one step, so that its fields are there to see.
func settleInto(e *engine.Engine, c *cli.Command) error {
	sc := e.Scenario()
	until := sc.DT
	if c.IsSet("time") {
		until = sc.Time
	}
	for e.Time() < until-1e-9 {
		if err := e.Step(sc.DT); err != nil {
			return err
		}
	}
	return e.Wait()
}

// baker draws fields into a folder, and writes the page.
type baker struct {
	engine    *engine.Engine
	dir, page string // where the pictures and the page went
	files     []string
}

// all writes what is asked for: the pictures into the current folder where nothing is.
func (b *baker) all(dir, html string) error {
	if dir == "" && html == "" {
		dir = "."
	}
	if dir != "" {
		if err := b.pictures(dir); err != nil {
			return err
		}
	}
	if html != "" {
		if err := page.Save(html, b.engine); err != nil {
			return err
		}
		b.page, b.files = html, append(b.files, html)
	}
	return nil
}

// say tells people what was written.
func (b *baker) say(w io.Writer) {
	if b.dir != "" {
		pictures := len(b.files)
		if b.page != "" {
			pictures--
		}
		fmt.Fprintf(w, "%d pictures in %s\n", pictures, b.dir)
	}
	if b.page != "" {
		fmt.Fprintf(w, "a page in %s\n", b.page)
	}
}

func (b *baker) pictures(dir string) error {
	b.dir = dir
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return fmt.Errorf("bake: %w", err)
	}
	for _, name := range baked {
		if err := b.field(name, name, 0); err != nil {
			return err
		}
	}
	for g, group := range b.engine.Scenario().Groups {
		for _, name := range perGroup {
			if err := b.field(name, name+"_"+fileName(group), g); err != nil {
				return err
			}
		}
	}
	return nil
}

// fileName is a group's name as part of a file's.
func fileName(g ecs.Group) string {
	safe := []rune(g.Name)
	for i, r := range safe {
		if r == '/' || r == '\\' || r == ':' || r < ' ' {
			safe[i] = '_'
		}
	}
	return string(safe)
}

// field draws the layers of a field that have any value, a file each.
func (b *baker) field(name, file string, group int) error {
	f, err := show.Field(b.engine, name, group)
	if err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return err
	}
	palette := show.Palette(b.engine, name, f)
	px := picture.PixelsPerCell(1, f.Width, bakePixels)
	for layer := range f.Layers {
		if f.Empty(layer) {
			continue
		}
		sheet := picture.Sheet(fmt.Sprintf("%s   %s   layer %d", b.engine.Scenario().Scene, file, layer), palette.Legend,
			picture.Panel{Image: picture.Draw(f, layer, palette.Paint, px)})
		path := filepath.Join(b.dir, fmt.Sprintf("%s_%d.png", file, layer))
		if err := picture.Save(path, sheet); err != nil {
			return err
		}
		b.files = append(b.files, path)
	}
	return nil
}
