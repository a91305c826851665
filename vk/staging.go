package vk

import (
	"errors"
	"fmt"
	"sync"
)

// staging carries data between the host and the GPU's own memory through two rings of two slots, so that the host
// copies one part while the GPU copies the other.
type staging struct {
	mu       sync.Mutex
	up, down *ring
}

const (
	slotSize = 4 << 20 // a row of the widest image fits many times
	slots    = 2
)

// ring is a mapped buffer in slots, each with its list and the ticket of its last use.
type ring struct {
	buffer *Buffer
	list   [slots]*List
	ticket [slots]Ticket
}

func newRing(d *Device, label string, m Memory) (*ring, error) {
	b, err := d.NewBuffer(label, slots*slotSize, m)
	if err != nil {
		return nil, err
	}
	r := &ring{buffer: b}
	for i := range r.list {
		r.list[i] = d.NewList(label)
	}
	return r, nil
}

func (r *ring) slot(i int) []byte { return r.buffer.Bytes()[i*slotSize : (i+1)*slotSize] }

// submit refills the slot's list and starts it.
func (r *ring) submit(d *Device, i int, f func(l *List)) error {
	l := r.list[i]
	l.Reset()
	f(l)
	err := l.Record()
	if err == nil {
		r.ticket[i], err = d.Submit(l)
	}
	return err
}

func (r *ring) destroy() {
	if r == nil {
		return
	}
	for _, l := range r.list {
		l.Destroy()
	}
	r.buffer.Destroy()
}

func (s *staging) destroy() {
	s.up.destroy()
	s.down.destroy()
}

// Part is a piece of a buffer, and the host's memory that it comes from or goes to.
type Part struct {
	Buffer *Buffer
	Offset int
	Data   []byte
}

// Upload writes data to a buffer after all work submitted so far, and waits until later work may read it.
func (d *Device) Upload(b *Buffer, off int, data []byte) error {
	return d.UploadParts(Part{b, off, data})
}

// UploadParts is [Device.Upload] for many pieces at once.
func (d *Device) UploadParts(parts ...Part) error {
	return d.exchange("an upload", parts, &d.staging.up, func(r *ring, i int, batch []Part) error {
		at := i * slotSize
		for _, p := range batch {
			at += copy(r.buffer.Bytes()[at:], p.Data)
		}
		return r.submit(d, i, func(l *List) {
			l.Barrier(All, TransferWrite)
			at := i * slotSize
			for _, p := range batch {
				l.Copy(p.Buffer, r.buffer, p.Offset, at, len(p.Data))
				at += len(p.Data)
			}
			l.Barrier(TransferWrite, All)
		})
	}, func(*ring, int, []Part) {})
}

// Download reads from a buffer, after all work submitted so far.
func (d *Device) Download(b *Buffer, off int, dst []byte) error {
	return d.DownloadParts(Part{b, off, dst})
}

// DownloadParts is [Device.Download] for many pieces at once.
func (d *Device) DownloadParts(parts ...Part) error {
	return d.exchange("a download", parts, &d.staging.down, func(r *ring, i int, batch []Part) error {
		return r.submit(d, i, func(l *List) {
			l.Barrier(All, TransferRead)
			at := i * slotSize
			for _, p := range batch {
				l.Copy(r.buffer, p.Buffer, at, p.Offset, len(p.Data))
				at += len(p.Data)
			}
			l.Barrier(TransferWrite, HostRead)
		})
	}, func(r *ring, i int, batch []Part) {
		at := i * slotSize
		for _, p := range batch {
			at += copy(p.Data, r.buffer.Bytes()[at:])
		}
	})
}

// exchange works through parts in batches that fill a slot: one batch is started while the one before it is finished.
func (d *Device) exchange(what string, parts []Part, at **ring, start func(r *ring, i int, batch []Part) error, finish func(r *ring, i int, batch []Part)) error {
	for _, p := range parts {
		p.Buffer.within(what, p.Offset, len(p.Data))
	}
	s := &d.staging
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.open(d, at, what); err != nil {
		return err
	}
	r := *at
	var open [slots][]Part
	end := func(i int) error {
		if len(open[i]) == 0 {
			return nil
		}
		if err := d.Wait(r.ticket[i], Forever); err != nil {
			return fmt.Errorf("vk: %s of buffer %q: %w", what, open[i][0].Buffer.label, err)
		}
		finish(r, i, open[i])
		open[i] = nil
		return nil
	}
	for k := 0; len(parts) > 0; k++ {
		i := k % slots
		if err := end(i); err != nil {
			return err
		}
		open[i], parts = batch(parts)
		if len(open[i]) == 0 {
			break
		}
		if err := start(r, i, open[i]); err != nil {
			return fmt.Errorf("vk: %s of buffer %q: %w", what, open[i][0].Buffer.label, err)
		}
	}
	return errors.Join(end(0), end(1))
}

// open makes a ring on its first use.
func (s *staging) open(d *Device, at **ring, what string) (err error) {
	if *at != nil {
		return nil
	}
	if at == &s.up {
		*at, err = newRing(d, "staging upload", Upload)
	} else {
		*at, err = newRing(d, "staging download", Readback)
	}
	if err != nil {
		return fmt.Errorf("vk: %s: %w", what, err)
	}
	return nil
}

// batch takes parts that fill a slot, the last of them in two if need be.
func batch(parts []Part) (now, later []Part) {
	room := slotSize
	for n, p := range parts {
		if len(p.Data) > room {
			rest := append([]Part{{p.Buffer, p.Offset + room, p.Data[room:]}}, parts[n+1:]...)
			if room > 0 {
				now = append(now, Part{p.Buffer, p.Offset, p.Data[:room]})
			}
			return now, rest
		}
		if len(p.Data) > 0 {
			now = append(now, p)
			room -= len(p.Data)
		}
	}
	return now, nil
}

// DownloadImage reads one layer, tightly packed, after all work submitted so far.
func (d *Device) DownloadImage(img *Image, layer int, dst []byte) error {
	if len(dst) != img.layerSize() {
		panic(fmt.Sprintf("vk: a layer of image %q has %d bytes and was to be read into %d.", img.label, img.layerSize(), len(dst)))
	}
	row := img.width * img.format.TexelSize()
	err := d.download(dst, slotSize/row*row, func(l *List, r *Buffer, at, from, n int) {
		l.copyRows(img, layer, 1, from/row, n/row, r, at)
	})
	if err != nil {
		return fmt.Errorf("vk: download layer %d of image %q: %w", layer, img.label, err)
	}
	return nil
}

// download fills dst in parts of at most step bytes. The given function adds the copy of n bytes that begin at byte
// from of the whole to byte at of the ring's buffer.
func (d *Device) download(dst []byte, step int, add func(l *List, r *Buffer, at, from, n int)) (err error) {
	s := &d.staging
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.open(d, &s.down, "a download"); err != nil {
		return err
	}
	r := s.down
	parts := (len(dst) + step - 1) / step
	// Part k is fetched while part k-1 is copied out of the other slot.
	for k := 0; k <= parts; k++ {
		if k < parts {
			from := k * step
			err := r.submit(d, k%slots, func(l *List) {
				l.Barrier(All, TransferRead)
				add(l, r.buffer, k%slots*slotSize, from, min(step, len(dst)-from))
				l.Barrier(TransferWrite, HostRead)
			})
			if err != nil {
				return err
			}
		}
		if k > 0 {
			last := (k - 1) % slots
			if err := d.Wait(r.ticket[last], Forever); err != nil {
				return err
			}
			copy(dst[(k-1)*step:min(k*step, len(dst))], r.slot(last))
		}
	}
	return nil
}
