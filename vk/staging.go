package vk

import (
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

// Upload writes data to a buffer after all work submitted so far, and waits until later work may read it.
func (d *Device) Upload(b *Buffer, off int, data []byte) error {
	b.within("an upload", off, len(data))
	if err := d.upload(b, off, data); err != nil {
		return fmt.Errorf("vk: upload to buffer %q: %w", b.label, err)
	}
	return nil
}

func (d *Device) upload(b *Buffer, off int, data []byte) (err error) {
	s := &d.staging
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.up == nil {
		if s.up, err = newRing(d, "staging upload", Upload); err != nil {
			return err
		}
	}
	r := s.up
	for i := 0; len(data) > 0; i = (i + 1) % slots {
		if err := d.Wait(r.ticket[i], Forever); err != nil {
			return err
		}
		n := copy(r.slot(i), data)
		err := r.submit(d, i, func(l *List) {
			l.Barrier(All, TransferWrite)
			l.Copy(b, r.buffer, off, i*slotSize, n)
			l.Barrier(TransferWrite, All)
		})
		if err != nil {
			return err
		}
		off, data = off+n, data[n:]
	}
	return d.Wait(max(r.ticket[0], r.ticket[1]), Forever)
}

// Download reads from a buffer, after all work submitted so far.
func (d *Device) Download(b *Buffer, off int, dst []byte) error {
	b.within("a download", off, len(dst))
	err := d.download(dst, slotSize, func(l *List, r *Buffer, at, from, n int) {
		l.Copy(r, b, at, off+from, n)
	})
	if err != nil {
		return fmt.Errorf("vk: download from buffer %q: %w", b.label, err)
	}
	return nil
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
	if s.down == nil {
		if s.down, err = newRing(d, "staging download", Readback); err != nil {
			return err
		}
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
