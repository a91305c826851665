package engine

import (
	"time"

	"throng/passes"
	"throng/vk"
)

// track is a recorded part of a step: commands that are submitted again and again, with a timestamp after each pass.
type track struct {
	list    *vk.List
	rec     *recorder
	queries *vk.Queries
	names   []string // of the intervals between the timestamps
	ticks   []uint64
	due     bool // submitted, and its timestamps not read yet
}

// newTrack records passes; the rounds of the solver share one interval. tail records what follows the passes.
func (x *gpu) newTrack(f *passes.Frame, bound map[string]vk.Resource, label string, ps []passes.Pass, tail func(*recorder) error) (*track, error) {
	t := &track{list: x.dev.NewList(label), rec: newRecorder(x, bound)}
	var err error
	if t.queries, err = x.dev.NewQueries(len(ps) + 1); err != nil {
		return t, err
	}
	t.list.ResetQueries(t.queries)
	t.rec.begin(t.list, ps)
	t.list.Timestamp(t.queries, 0)
	t.list.Barrier(vk.All, vk.All) // some drivers take a timestamp only when the next barrier comes
	for i, p := range ps {
		if err := t.rec.pass(f, p); err != nil {
			return t, err
		}
		if name := p.Decl().Name; i+1 == len(ps) || ps[i+1].Decl().Name != name {
			t.names = append(t.names, name)
			t.list.Timestamp(t.queries, len(t.names))
		}
	}
	if tail != nil {
		if err := tail(t.rec); err != nil {
			return t, err
		}
	}
	return t, t.list.Record()
}

// read counts the times of a finished track to the clock.
func (t *track) read(x *gpu) {
	if !t.due {
		return
	}
	t.due = false
	ticks, err := t.queries.Read(t.ticks[:0])
	t.ticks = ticks
	if err != nil || len(ticks) <= len(t.names) {
		return
	}
	for i, name := range t.names {
		if ticks[i] != 0 && ticks[i+1] >= ticks[i] {
			x.clock.add(name, time.Duration(float64(ticks[i+1]-ticks[i])*x.dev.Info().Limits.TimestampPeriod))
		}
	}
}

func (t *track) destroy() {
	if t == nil {
		return
	}
	t.list.Destroy()
	t.rec.destroySets()
	t.queries.Destroy()
}
