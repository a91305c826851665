// Package shell gives the commands one way to fail: a single line on stderr and an exit status that says whose fault it
// was.
package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"github.com/urfave/cli/v3"

	"throng/ecs"
	"throng/engine"
)

// Exit statuses.
const (
	Done     = 0
	Failed   = 1 // the device, the disk, a gate, or the program itself
	BadInput = 2 // the command line, a scenario or a scene, missing files included
)

// ErrUsage is wrapped by errors in the command line.
var ErrUsage = errors.New("bad command line")

// Usagef makes an error in the command line.
func Usagef(format string, args ...any) error {
	return usage{fmt.Errorf(format, args...)}
}

// usage is an error in the command line that does not repeat so in its text.
type usage struct{ error }

func (u usage) Is(target error) bool { return target == ErrUsage }
func (u usage) Unwrap() error        { return u.error }

// Status is the exit status for an error.
func Status(err error) int {
	switch {
	case err == nil:
		return Done
	case errors.Is(err, ErrUsage), errors.Is(err, ecs.ErrInput), errors.Is(err, fs.ErrNotExist):
		return BadInput
	}
	return Failed
}

// Run parses the arguments (the program's name first), runs the command and gives the exit status. Errors go to stderr
// as one line. An interrupt ends the context.
func Run(cmd *cli.Command, args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	cmd.Writer, cmd.ErrWriter = stdout, stderr
	cmd.ExitErrHandler = func(context.Context, *cli.Command, error) {} // Status decides
	prepare(cmd)
	err := cmd.Run(ctx, args)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", cmd.Name, Line(err))
	}
	return Status(err)
}

// prepare makes a command and those below it report bad flags and missing ones as errors, without printing the help.
func prepare(cmd *cli.Command) {
	cmd.HideHelpCommand = true // a scenario may be called "help"
	cmd.OnUsageError = func(_ context.Context, c *cli.Command, err error, _ bool) error {
		return Usagef("%s: %w; see %s -help", c.Name, err, c.FullName())
	}
	for _, sub := range cmd.Commands {
		prepare(sub)
	}
}

// PeelerFlag chooses how a bake finds its layers.
func PeelerFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "peeler", Value: engine.PeelerLists, Usage: "how layers are found: lists, all in one pass, or depth, one after the other; both find the same",
		Validator: func(s string) error {
			if s != engine.PeelerLists && s != engine.PeelerDepth {
				return fmt.Errorf("flag -peeler is %q, expected %s or %s", s, engine.PeelerLists, engine.PeelerDepth)
			}
			return nil
		},
	}
}

// Line is an error's text on one line.
func Line(err error) string {
	return strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// Argument is the only positional argument of a command.
func Argument(cmd *cli.Command, what string) (string, error) {
	if n := cmd.NArg(); n != 1 {
		return "", Usagef("%s: expected one %s, got %d arguments %q", cmd.Name, what, n, cmd.Args().Slice())
	}
	return cmd.Args().First(), nil
}

// NoArguments reports positional arguments of a command that takes none.
func NoArguments(cmd *cli.Command) error {
	if cmd.NArg() > 0 {
		return Usagef("%s: expected no arguments besides flags, got %q", cmd.Name, cmd.Args().Slice())
	}
	return nil
}
