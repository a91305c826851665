package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"time"

	"throng/engine"
	"throng/engine/marching"
	"throng/engine/oracle"
)

// peer is what the CPU says of the state of a group: solutions in both precisions, and the time of the fastest of ours.
type peer struct {
	single []float32
	double []float64
	ms     float64
}

// peerRuns are the runs of a CPU solver of which the median counts.
const peerRuns = 3

// solvePeers solves the equation of a group as it is on the device.
func solvePeers(g *engine.Grid, group, stencil int) (*peer, error) {
	problem, err := g.Problem(group)
	if err != nil {
		return nil, err
	}
	r := &peer{}
	s := marching.New[float32](problem)
	if stencil == 8 {
		s.Eight()
		double := marching.New[float64](problem)
		double.Eight()
		r.single, r.double = s.Potential(), double.Potential()
		return r, nil
	}
	r.ms = timed(s.Queue)
	r.single = s.Potential()
	double := marching.New[float64](problem)
	double.Queue()
	r.double = double.Potential()
	return r, nil
}

// bestPeer is the time of the fastest of our CPU solvers [ms]. Sweeps take long where ways wind, and heaps always take
// longer than buckets where there are many cells: those are left out.
func bestPeer(g *engine.Grid, scene string, size int) (best float64, name string, err error) {
	problem, err := g.Problem(0)
	if err != nil {
		return 0, "", err
	}
	s := marching.New[float32](problem)
	best, name = timed(s.Queue), "queue"
	try := func(other string, solve func()) {
		if ms := timed(solve); ms < best {
			best, name = ms, other
		}
	}
	if scene == "open" {
		try("sweep", s.Sweep)
	}
	if size <= 512 {
		try("heap", s.Heap)
	}
	return best, name, nil
}

// timed is the median time of some runs [ms].
func timed(solve func()) float64 {
	var laps []float64
	for range peerRuns {
		start := time.Now()
		solve()
		laps = append(laps, ms(time.Since(start)))
	}
	slices.Sort(laps)
	return laps[len(laps)/2]
}

// residuals of a potential against both solutions.
func (p *peer) residuals(phi []float32) (single, double float64) {
	wide := make([]float64, len(p.single))
	for i, v := range p.single {
		wide[i] = float64(v)
	}
	return oracle.Residual(phi, wide), oracle.Residual(phi, p.double)
}

// fmmScript runs scikit-fmm on the plan in a file of float32: speeds, 0 where closed. A cell of the value -1 about the goal
// makes it the source; order 1 is the equation that we solve.
const fmmScript = `
import sys, time, json, statistics
import numpy, skfmm
n, goal, runs, path = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
speed = numpy.fromfile(path, dtype=numpy.float32).astype(float).reshape(n, n)
closed = speed == 0
phi = numpy.ones((n, n)); phi.flat[goal] = -1
if closed.any():
    phi = numpy.ma.MaskedArray(phi, closed)
    speed = numpy.where(closed, 1.0, speed)
laps = []
for _ in range(runs):
    start = time.perf_counter()
    skfmm.travel_time(phi, speed, dx=1.0, order=1)
    laps.append(1000 * (time.perf_counter() - start))
print(json.dumps(statistics.median(laps)))
`

// errNoPeer says that scikit-fmm is not installed.
var errNoPeer = errors.New("no python3 with scikit-fmm (Debian: python3-scikit-fmm)")

// findPython looks for a python3 that has scikit-fmm: the first in the path may be another than the system's.
func findPython() (string, error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy, skfmm").Run() == nil {
			return python, nil
		}
	}
	return "", errNoPeer
}

// skfmm is the time of scikit-fmm on a plan of one layer [ms].
func (b *bench) skfmm(p *engine.GridPlan) (float64, error) {
	speeds := make([]byte, 0, 4*len(p.Slowness))
	for _, s := range p.Slowness {
		speed := float32(0)
		if s > 0 {
			speed = 1 / s
		}
		speeds = binary.LittleEndian.AppendUint32(speeds, math.Float32bits(speed))
	}
	file, err := os.CreateTemp("", "throng-*.f32")
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(speeds)
	if err := errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(b.ctx, b.python, "-c", fmmScript, fmt.Sprint(p.Width), fmt.Sprint(p.Goals[0][0]), fmt.Sprint(peerRuns), file.Name())
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("scikit-fmm: %w: %s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	var ms float64
	return ms, json.Unmarshal(out.Bytes(), &ms)
}
