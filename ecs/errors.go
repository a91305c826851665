package ecs

import "errors"

// ErrInput is matched by errors.Is for every error that a user's file caused:
// missing, malformed, or asking for what is out of limits.
var ErrInput = errors.New("ecs: bad input")

// inputError marks an error as the user's without changing its text.
type inputError struct{ error }

func (e inputError) Is(target error) bool { return target == ErrInput }
func (e inputError) Unwrap() error        { return e.error }
