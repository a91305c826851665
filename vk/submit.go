package vk

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"throng/vk/internal/shim"
)

// Ticket numbers submissions: when one is done, so are all smaller ones. 0 is done from the start.
type Ticket uint64

// Forever is a timeout that never passes.
const Forever time.Duration = math.MaxInt64

// queue is the device's one queue with its timeline and what waits for it.
type queue struct {
	mu      sync.Mutex // the queue and scratch
	scratch []uint64   // on the heap, so that Submit passes it to C without allocating
	issued  atomic.Uint64

	deferredMu sync.Mutex
	deferred   []deferred
	waiting    atomic.Int32 // len(deferred)
}

type deferred struct {
	after Ticket
	run   func()
}

// Submit hands recorded lists to the GPU, in order, and returns at once. It does not allocate. Lists are ordered
// against each other and against earlier submissions only by the barriers in them.
//
// Errors: ErrDeviceLost, ErrOutOfMemory.
func (d *Device) Submit(lists ...*List) (Ticket, error) {
	t, err := d.submit(lists)
	if err != nil {
		return 0, fmt.Errorf("vk: submit: %w", err)
	}
	d.reap()
	return t, nil
}

func (d *Device) submit(lists []*List) (Ticket, error) {
	q := &d.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if d.lost.Load() {
		return 0, ErrDeviceLost
	}
	if len(lists) > shim.MaxLists {
		panic(fmt.Sprintf("vk: %d lists were submitted at once; at most %d can be.", len(lists), shim.MaxLists))
	}
	q.scratch = q.scratch[:0]
	for _, l := range lists {
		if !l.recorded {
			panic(fmt.Sprintf("vk: list %q was submitted without being recorded.", l.label))
		}
		q.scratch = append(q.scratch, raw(l.buffer))
	}
	t := Ticket(q.issued.Load() + 1)
	if err := check(d.shim.Submit(q.scratch, uint64(t))); err != nil {
		return 0, d.note(err)
	}
	for _, l := range lists {
		l.last = t
	}
	q.issued.Store(uint64(t))
	return t, nil
}

// note remembers that the device was lost.
func (d *Device) note(err error) error {
	if err == Error(resultDeviceLost) {
		d.lost.Store(true)
	}
	return err
}

// Lose makes the device behave as if it were lost: from now on Submit and Wait return ErrDeviceLost. It lets a host
// test how it recovers.
func (d *Device) Lose() { d.lost.Store(true) }

// Wait waits until a submission is done; a timeout of 0 only asks. It does not allocate.
//
// Errors: ErrTimeout, ErrDeviceLost.
func (d *Device) Wait(t Ticket, timeout time.Duration) error {
	if uint64(t) > d.queue.issued.Load() {
		panic(fmt.Sprintf("vk: ticket %d was never issued by this device.", t))
	}
	if d.lost.Load() {
		return fmt.Errorf("vk: wait: %w", ErrDeviceLost)
	}
	err := check(d.shim.Wait(uint64(t), uint64(max(timeout, 0))))
	if err == Error(resultTimeout) {
		return ErrTimeout
	}
	if err != nil {
		return fmt.Errorf("vk: wait: %w", d.note(err))
	}
	d.reap()
	return nil
}

// Completed returns the latest submission that is done, without waiting.
func (d *Device) Completed() Ticket {
	v, r := d.shim.Completed()
	if r != 0 || v > d.queue.issued.Load() { // a lost device's timeline may say anything
		return 0
	}
	return Ticket(v)
}

// Defer runs f when all work submitted so far is done: at once if it is, else in a later Submit, Wait or Destroy.
func (d *Device) Defer(f func()) {
	q := &d.queue
	after := Ticket(q.issued.Load())
	if d.Completed() >= after {
		f()
		return
	}
	q.deferredMu.Lock()
	q.deferred = append(q.deferred, deferred{after, f})
	q.waiting.Store(int32(len(q.deferred)))
	q.deferredMu.Unlock()
}

// reap runs what was deferred and is due. It costs one atomic load when there is nothing.
func (d *Device) reap() {
	if d.queue.waiting.Load() > 0 {
		d.runDeferred(d.Completed())
	}
}

// runDeferred runs outside the lock, for a deferred function may defer another.
func (d *Device) runDeferred(done Ticket) {
	q := &d.queue
	q.deferredMu.Lock()
	var due []deferred
	kept := q.deferred[:0]
	for _, f := range q.deferred {
		if f.after <= done {
			due = append(due, f)
		} else {
			kept = append(kept, f)
		}
	}
	clear(q.deferred[len(kept):])
	q.deferred = kept
	q.waiting.Store(int32(len(kept)))
	q.deferredMu.Unlock()
	for _, f := range due {
		f.run()
	}
}

// idle waits for everything, lost device or not, and runs all that was deferred.
func (d *Device) idle() {
	d.queue.mu.Lock()
	d.shim.WaitIdle()
	d.queue.mu.Unlock()
	for d.queue.waiting.Load() > 0 {
		d.runDeferred(math.MaxUint64)
	}
}

// start fills a list and submits it.
func (d *Device) start(label string, f func(*List)) (Ticket, error) {
	l := d.NewList(label)
	defer l.Destroy()
	f(l)
	if err := l.Record(); err != nil {
		return 0, err
	}
	return d.Submit(l)
}
