package main

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"throng/engine/picture"
)

// curve is one line of a plot.
type curve struct {
	name   string
	points plotter.XYs
	colour color.Color
	dots   bool // points without a line
}

// mlPublished are the frame rates in ML §6.2, on a Quadro M1200.
var mlPublished = plotter.XYs{{X: 5, Y: 380}, {X: 2000, Y: 99}, {X: 10000, Y: 25}}

// plots draws frames per second against agents and against the grid, for those tables that have rows.
func plots(dir string, r *report) error {
	if dir == "" {
		return nil
	}
	x := map[string]func(fpsRow) float64{
		"fps-agents": func(f fpsRow) float64 { return float64(f.Agents) },
		"fps-grid":   func(f fpsRow) float64 { return float64(f.Width) },
	}
	label := map[string]string{"fps-agents": "agents", "fps-grid": "cells along an edge"}
	for _, table := range tables[:2] {
		curves := fpsCurves(r, table, x[table])
		if len(curves[0].points) == 0 {
			continue
		}
		if table == "fps-agents" {
			curves = append(curves, curve{"ML as published, Quadro M1200", mlPublished, color.Black, true})
		}
		if err := drawPlot(filepath.Join(dir, table+".png"), fmt.Sprintf("%s, maze, %s", table, r.Device), label[table], curves); err != nil {
			return err
		}
	}
	return nil
}

// fpsCurves are the lines of a table: the GPU path and both baselines.
func fpsCurves(r *report, table string, x func(fpsRow) float64) []curve {
	curves := []curve{
		{name: "GPU path", colour: picture.Group(0)},
		{name: "CPU reference", colour: picture.Group(2)},
		{name: "CPU naive", colour: picture.Group(1)},
	}
	for _, row := range r.Rows {
		f, ok := row.(fpsRow)
		if !ok || f.Table != table {
			continue
		}
		for k, fps := range []float64{f.FPS, f.ReferenceFPS, f.NaiveFPS} {
			if fps > 0 {
				curves[k].points = append(curves[k].points, plotter.XY{X: x(f), Y: fps})
			}
		}
	}
	return curves
}

// drawPlot draws curves on logarithmic axes.
func drawPlot(path, title, xLabel string, curves []curve) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, xLabel, "steps per second"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Left, p.Legend.XOffs, p.Legend.YOffs = true, vg.Points(8), vg.Points(6)
	p.Add(plotter.NewGrid())
	for _, c := range curves {
		if len(c.points) == 0 {
			continue
		}
		line, points, err := plotter.NewLinePoints(c.points)
		if err != nil {
			return fmt.Errorf("plot %q: %w", path, err)
		}
		line.Color, points.Color = c.colour, c.colour
		line.Width, points.Shape, points.Radius = vg.Points(1.5), draw.CircleGlyph{}, vg.Points(3)
		if c.dots {
			points.Shape = draw.CrossGlyph{}
			p.Add(points)
			p.Legend.Add(c.name, points)
			continue
		}
		p.Add(line, points)
		p.Legend.Add(c.name, line, points)
	}
	p.Y.Min = decade(p.Y.Min) / 10 // room for the legend
	p.Y.Max = 10 * decade(p.Y.Max)
	if err := p.Save(18*vg.Centimeter, 12*vg.Centimeter, path); err != nil {
		return fmt.Errorf("plot %q: %w", path, err)
	}
	return nil
}

// decade is the power of ten at or below a positive value.
func decade(v float64) float64 { return math.Pow(10, math.Floor(math.Log10(v))) }
