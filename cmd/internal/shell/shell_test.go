package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"

	"throng/ecs"
)

// try runs a program with one command `do` that takes a number and one argument.
func try(action error, args ...string) (status int, stdout, stderr string, n int64, arg string) {
	var out, complaints bytes.Buffer
	app := &cli.Command{Name: "prog", Commands: []*cli.Command{{
		Name: "do", Flags: []cli.Flag{&cli.IntFlag{Name: "n"}},
		Action: func(_ context.Context, c *cli.Command) (err error) {
			if arg, err = Argument(c, "thing"); err != nil {
				return err
			}
			n = int64(c.Int("n"))
			return action
		},
	}}}
	status = Run(app, append([]string{"prog"}, args...), &out, &complaints)
	return status, out.String(), complaints.String(), n, arg
}

func TestFlagsAnywhere(t *testing.T) {
	for _, args := range [][]string{
		{"do", "-n", "7", "x"}, {"do", "--n", "7", "x"}, {"do", "x", "-n", "7"}, {"do", "x", "--n=7"}, {"do", "-n=7", "x"}, {"do", "-n", "7", "--", "x"},
	} {
		if status, _, stderr, n, arg := try(nil, args...); status != Done || n != 7 || arg != "x" || stderr != "" {
			t.Errorf("%q gives status %d, n %d, argument %q, stderr %q", args, status, n, arg, stderr)
		}
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"do"}, "expected one thing"},
		{[]string{"do", "x", "y"}, `"y"`},
		{[]string{"do", "x", "-m", "1"}, "-m"},
		{[]string{"do", "x", "-n"}, "-n"},
		{[]string{"do", "x", "-n", "seven"}, "seven"},
	} {
		status, stdout, stderr, _, _ := try(nil, c.args...)
		if status != BadInput || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "prog: ") {
			t.Errorf("%q gives status %d and %q, want %d and one line with %q", c.args, status, stderr, BadInput, c.want)
		}
		if stdout != "" {
			t.Errorf("%q prints %q on stdout", c.args, stdout)
		}
	}
}

func TestStatusByCulprit(t *testing.T) {
	cases := []struct {
		err  error
		want int
	}{
		{nil, Done},
		{errors.New("boom"), Failed},
		{fmt.Errorf("a: %w", ecs.ErrInput), BadInput},
		{fmt.Errorf("a: %w", fs.ErrNotExist), BadInput},
		{fmt.Errorf("a: %w", Usagef("no")), BadInput},
	}
	for _, c := range cases {
		if status, _, _, _, _ := try(c.err, "do", "x"); status != c.want {
			t.Errorf("%v gives status %d, want %d", c.err, status, c.want)
		}
	}
	if _, _, stderr, _, _ := try(errors.Join(errors.New("one"), errors.New("two")), "do", "x"); stderr != "prog: one; two\n" {
		t.Errorf("an error of two lines prints %q", stderr)
	}
}

func TestHelpIsNoError(t *testing.T) {
	status, stdout, stderr, _, _ := try(nil, "do", "-help")
	if status != Done || !strings.Contains(stdout, "-n int") || stderr != "" {
		t.Errorf("help gives status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}
