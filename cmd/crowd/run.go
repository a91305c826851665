package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v3"
	"golang.org/x/term"

	"throng/cmd/internal/shell"
	"throng/cmd/internal/show"
	"throng/cmd/internal/watch"
	"throng/engine"
	"throng/engine/picture"
)

// lookEvery is how often the audit looks at the crowd [s].
const lookEvery = 0.5

// framePixels is about how wide frames are.
const framePixels = 1200

// result is the line that `crowd run` prints.
type result struct {
	Agents    int     `json:"agents"` // that the scenario asks for
	Spawned   uint32  `json:"spawned"`
	Alive     uint32  `json:"alive"`
	Queued    int     `json:"queued"` // come to a spawner without room for them yet
	Arrived   uint32  `json:"arrived"`
	Removed   uint32  `json:"removed"`
	Lost      uint32  `json:"lost"`
	Stranded  uint32  `json:"stranded"`
	InWall    int     `json:"in_wall"` // agents, each once, by the oracle's looks
	Time      float64 `json:"time"`    // simulated [s]
	Steps     int     `json:"steps"`
	Hash      string  `json:"hash"`
	Device    string  `json:"device"`
	MSPerStep float64 `json:"ms_per_step"` // without looks and frames
}

func runCommand() *cli.Command {
	return &cli.Command{
		Name: "run", Usage: "move the crowd of a scenario to its end", ArgsUsage: "SCENARIO",
		Flags: flags(
			&cli.StringFlag{Name: "frames", Usage: "folder for pictures of the crowd, the floors side by side"},
			&cli.FloatFlag{Name: "every", Value: 0.5, Usage: "seconds between frames"},
		),
		Action: func(ctx context.Context, c *cli.Command) (err error) {
			if every := c.Float("every"); !(every > 0) {
				return shell.Usagef("run: flag -every is %g s, expected more than 0", every)
			}
			e, err := load(c, engine.Options{})
			if err != nil {
				return err
			}
			defer closing(e, &err)
			r := runner{engine: e, watch: watch.New(e)}
			if dir := c.String("frames"); dir != "" {
				if err := r.film(dir, c.Float("every")); err != nil {
					return err
				}
			}
			bar := progress(c, r.steps())
			if err := r.run(ctx, bar); err != nil {
				return err
			}
			sum, err := r.result()
			if err != nil {
				return err
			}
			return printJSON(c.Root().Writer, sum, false)
		},
	}
}

// progress is a bar on stderr where people look at it.
func progress(c *cli.Command, steps int) *progressbar.ProgressBar {
	file, ok := c.Root().ErrWriter.(*os.File)
	if c.Bool("quiet") || !ok || !term.IsTerminal(int(file.Fd())) {
		return progressbar.DefaultSilent(int64(steps))
	}
	return progressbar.NewOptions(steps, progressbar.OptionSetWriter(io.Writer(file)), progressbar.OptionSetDescription("steps"),
		progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
}

// runner takes an engine to the end of its scenario.
type runner struct {
	engine *engine.Engine
	watch  *watch.Watch
	crowd  *show.Crowd // nil without frames
	dir    string
	every  float64
	frames int
	spent  time.Duration // in steps
}

func (r *runner) steps() int {
	sc := r.engine.Scenario()
	return int(math.Ceil(sc.Time/sc.DT - 1e-9))
}

// film prepares the pictures and takes the first.
func (r *runner) film(dir string, every float64) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("frames: %w", err)
	}
	if r.crowd, err = show.NewCrowd(r.engine, framePixels); err != nil {
		return err
	}
	r.dir, r.every = dir, every
	return r.frame()
}

func (r *runner) frame() error {
	img, err := r.crowd.Draw(r.engine)
	if err != nil {
		return err
	}
	r.frames++
	return picture.Save(filepath.Join(r.dir, fmt.Sprintf("frame_%05d.png", r.frames-1)), img)
}

// run steps to the end. Looks and frames interrupt it: the last step before each is watched.
func (r *runner) run(ctx context.Context, bar *progressbar.ProgressBar) error {
	dt := r.engine.Scenario().DT
	for done, steps := 0, r.steps(); done < steps; {
		look, frame := after(done, lookEvery, dt), steps
		if r.crowd != nil {
			frame = after(done, r.every, dt)
		}
		next := min(look, frame, steps)
		if err := r.stretch(next-done, dt); err != nil {
			return err
		}
		_ = bar.Add(next - done)
		done = next
		if done == frame && r.crowd != nil {
			if err := r.frame(); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted at %.2f s", r.engine.Time())
		}
	}
	return bar.Finish()
}

// after is the first step after `done` at which a whole number of intervals is over.
func after(done int, interval, dt float64) int {
	k := math.Floor(float64(done)*dt/interval + 1e-6)
	return max(done+1, int(math.Round((k+1)*interval/dt)))
}

// stretch takes steps in one go, and the last one watched.
func (r *runner) stretch(steps int, dt float64) error {
	start := time.Now()
	for range steps - 1 {
		if err := r.engine.Step(dt); err != nil {
			return err
		}
	}
	if err := r.engine.Wait(); err != nil {
		return err
	}
	r.spent += time.Since(start)
	took, err := r.watch.Step(dt)
	r.spent += took
	return err
}

func (r *runner) result() (result, error) {
	if err := r.engine.Wait(); err != nil {
		return result{}, err
	}
	hash, err := r.engine.Hash()
	s := r.engine.Stats()
	return result{
		Agents: r.engine.Scenario().Agents(), Spawned: s.Spawned, Alive: s.Alive, Queued: s.Queued, Arrived: s.Arrived, Removed: s.Removed,
		Lost: s.Lost, Stranded: s.Stranded, InWall: r.watch.InWall(), Time: math.Round(r.engine.Time()*1e9) / 1e9, Steps: s.Step,
		Hash: hash, Device: deviceName(r.engine), MSPerStep: r.spent.Seconds() * 1000 / float64(max(r.steps(), 1)),
	}, err
}
