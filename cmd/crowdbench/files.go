package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// files are where the results go besides stdout. They are opened first, so that a bad path does not cost a run.
type files struct {
	json, csv []*os.File
	text      *os.File
	dir       string
}

func newFiles(jsonPath, csvPath, dir string) (f *files, err error) {
	f = &files{dir: dir}
	defer func() {
		if err != nil {
			f.close()
		}
	}()
	create := func(path string) *os.File {
		if err != nil {
			return nil
		}
		var file *os.File
		if file, err = os.Create(path); err != nil {
			err = fmt.Errorf("output: %w", err)
		}
		return file
	}
	if dir != "" {
		if err = os.MkdirAll(dir, 0o755); err != nil {
			return f, fmt.Errorf("output: %w", err)
		}
		f.json = append(f.json, create(filepath.Join(dir, "bench.json")))
		f.csv = append(f.csv, create(filepath.Join(dir, "bench.csv")))
		f.text = create(filepath.Join(dir, "bench.txt"))
	}
	if jsonPath != "" {
		f.json = append(f.json, create(jsonPath))
	}
	if csvPath != "" {
		f.csv = append(f.csv, create(csvPath))
	}
	return f, err
}

// close closes every file that is still open.
func (f *files) close() (err error) {
	for _, file := range append(append([]*os.File{f.text}, f.json...), f.csv...) {
		if file == nil {
			continue
		}
		if e := file.Close(); e != nil && !errors.Is(e, os.ErrClosed) {
			err = errors.Join(err, fmt.Errorf("output: %w", e))
		}
	}
	return err
}

// tee writes to stdout and to bench.txt.
func (f *files) tee(stdout io.Writer) io.Writer {
	if f.text == nil {
		return stdout
	}
	return io.MultiWriter(stdout, f.text)
}

// write writes the results to all files and closes them.
func (f *files) write(r *report) error {
	for _, file := range f.json {
		enc := json.NewEncoder(file)
		enc.SetIndent("", "  ")
		if err := enc.Encode(r); err != nil {
			return fmt.Errorf("output %q: %w", file.Name(), err)
		}
	}
	for _, file := range f.csv {
		if err := writeCSV(file, r.Rows); err != nil {
			return fmt.Errorf("output %q: %w", file.Name(), err)
		}
	}
	if err := plots(f.dir, r); err != nil {
		return err
	}
	return f.close()
}

// csvColumns are those of all tables; a row leaves out those that its table has not.
var csvColumns = []string{
	"table", "scene", "agents", "width", "height", "cells", "layers", "groups", "steps", "fps", "ms_min", "ms_median", "ms_p95",
	"cpu_naive_fps", "cpu_naive_steps", "cpu_reference_fps", "cpu_reference_steps", "arrived", "lost", "in_wall", "residual", "gate",
	"walls", "discomfort_cells", "bake_ms", "name", "kind", "bytes",
	"peeler", "floors", "triangles", "bakes", "layers_ms_min", "layers_ms_median", "layers_ms_p95", "bake_min", "bake_median", "bake_p95",
	"cell", "cells_again", "changes", "rebake_min", "rebake_median", "rebake_p95", "change_min", "change_median", "change_p95", "ratio",
	"box", "occupied", "bake_peak_bytes", "taken_peak_bytes", "bytes_per_cell", "step_min", "step_median", "step_p95",
	"size", "mode", "changed", "stencil", "runs", "ms", "cost_ms", "wall_ms", "rounds", "tile_updates_per_tile", "cells_per_s", "residual64", "path_cells", "fmm_ms", "fmm_solver", "skfmm_ms",
	"model", "ms_mean", "stages", "candidates_per_agent", "looked_s", "collisions_per_agent_minute", "worst_overlap_mm", "stuck_share", "detour", "arrival_s",
}

// writeCSV writes all rows as one table.
func writeCSV(w io.Writer, rows []any) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvColumns); err != nil {
		return err
	}
	for _, row := range rows {
		data, err := json.Marshal(row)
		if err != nil {
			return err
		}
		var values map[string]any
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber() // as written, not 1.3e+08
		if err := dec.Decode(&values); err != nil {
			return err
		}
		for key, v := range values { // a spread has a column for each of its numbers
			if s, ok := v.(map[string]any); ok {
				for name, n := range s {
					values[key+"_"+name] = n
				}
			}
		}
		line := make([]string, len(csvColumns))
		for k, column := range csvColumns {
			if v, ok := values[column]; ok {
				line[k] = fmt.Sprint(v)
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
