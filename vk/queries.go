package vk

import (
	"errors"
	"fmt"
	"unsafe"

	vulkan "github.com/vulkan-go/vulkan"
)

// Queries is a pool of GPU timestamps.
type Queries struct {
	d      *Device
	n      int
	handle vulkan.QueryPool
	raw    []uint64 // pairs of value and availability
}

var errNoTimestamps = errors.New("the device's queue has no timestamps")

// NewQueries makes n timestamps, not yet available.
func (d *Device) NewQueries(n int) (*Queries, error) {
	if n < 1 {
		panic(fmt.Sprintf("vk: a pool of %d queries was asked for.", n))
	}
	if d.info.Limits.TimestampBits == 0 {
		return nil, fmt.Errorf("vk: create %d queries: %w", n, errNoTimestamps)
	}
	info := vulkan.QueryPoolCreateInfo{
		SType: vulkan.StructureTypeQueryPoolCreateInfo, QueryType: vulkan.QueryTypeTimestamp, QueryCount: uint32(n),
	}
	defer info.Free()
	var handle vulkan.QueryPool
	if err := check(vulkan.CreateQueryPool(d.handle, &info, nil, &handle)); err != nil {
		return nil, fmt.Errorf("vk: create %d queries: %w", n, err)
	}
	q := &Queries{d: d, n: n, handle: handle, raw: make([]uint64, 2*n)}
	d.shim.ResetQueries(raw(handle), n)
	d.adopt(q, vulkan.ObjectTypeQueryPool, raw(handle))
	return q, nil
}

// Len returns the number of queries.
func (q *Queries) Len() int { return q.n }

// Read appends the raw ticks of all queries to dst[:0], without waiting; 0 stands for a timestamp that is not there
// yet. A tick lasts Limits.TimestampPeriod nanoseconds and ticks wrap after Limits.TimestampBits bits.
// With capacity in dst it does not allocate.
func (q *Queries) Read(dst []uint64) ([]uint64, error) {
	const flags = vulkan.QueryResultFlags(vulkan.QueryResult64Bit | vulkan.QueryResultWithAvailabilityBit)
	r := vulkan.GetQueryPoolResults(q.d.handle, q.handle, 0, uint32(q.n), uint(16*q.n), unsafe.Pointer(&q.raw[0]), 16, flags)
	if err := check(r); err != nil && r != vulkan.NotReady {
		return dst, fmt.Errorf("vk: read queries: %w", q.d.note(err))
	}
	mask := ^uint64(0) >> (64 - q.d.info.Limits.TimestampBits)
	dst = dst[:0]
	for i := 0; i < len(q.raw); i += 2 {
		ticks := q.raw[i] & mask
		if q.raw[i+1] == 0 {
			ticks = 0
		}
		dst = append(dst, ticks)
	}
	return dst, nil
}

// Destroy frees the queries when the GPU is done with them.
func (q *Queries) Destroy() {
	if q != nil {
		q.d.release(q)
	}
}

func (q *Queries) describe() Usage { return Usage{"queries", fmt.Sprintf("%d timestamps", q.n), 0} }

func (q *Queries) free() { vulkan.DestroyQueryPool(q.d.handle, q.handle, nil) }
