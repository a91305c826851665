package vk

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// Resource is what a set can hold: a *Buffer, a BufferSlice or an *Image. An image is bound with all its layers.
type Resource interface {
	binding(set string) shim.Binding
}

// Set is descriptor set 0 for pipelines of the same sort, compute or graphics, with the same kinds of bindings as the
// one it was made for.
type Set struct {
	d      *Device
	label  string
	kinds  []BindingKind
	stages uint32
	pool   uint64
	handle uint64
}

// NewSet binds resources to a pipeline's bindings 0, 1, ... They must live as long as the set is used.
//
// Errors: ErrTooLarge for a buffer above Limits.MaxBufferRange (a BufferSlice may be within it), ErrOutOfMemory.
func (d *Device) NewSet(p *Pipeline, rs []Resource) (*Set, error) {
	s := &Set{d: d, label: p.label, kinds: p.kinds, stages: p.stages}
	bindings, err := s.bindings(rs)
	if err == nil {
		s.pool, s.handle, err = d.pools.allocate(d, raw(p.setLayout))
	}
	if err != nil {
		return nil, fmt.Errorf("vk: create set %q: %w", s.label, err)
	}
	d.shim.WriteSet(s.handle, bindings)
	d.adopt(s, vulkan.ObjectTypeDescriptorSet, s.handle)
	return s, nil
}

func (s *Set) bindings(rs []Resource) ([]shim.Binding, error) {
	if len(rs) != len(s.kinds) {
		panic(fmt.Sprintf("vk: pipeline %q has %d bindings and was given %d resources.", s.label, len(s.kinds), len(rs)))
	}
	bindings := make([]shim.Binding, len(rs))
	for i, r := range rs {
		if r == nil {
			panic(fmt.Sprintf("vk: binding %d of pipeline %q was given nil.", i, s.label))
		}
		b := r.binding(s.label)
		if b.Kind == shim.StorageBuffer && s.kinds[i] == UniformBuffer {
			b.Kind = shim.UniformBuffer // every buffer serves as either
		}
		if BindingKind(b.Kind) != s.kinds[i] {
			panic(fmt.Sprintf("vk: binding %d of pipeline %q is a %s and was given a %s.", i, s.label, s.kinds[i], BindingKind(b.Kind)))
		}
		if most := s.d.info.Limits.MaxBufferRange; int(b.Size) > most {
			return nil, fmt.Errorf("binding %d has %s, the device's limit is %s: %w", i, size(int(b.Size)), size(most), ErrTooLarge)
		}
		bindings[i] = b
	}
	return bindings, nil
}

// suits reports whether Vulkan calls the layouts of set and pipeline compatible.
func (s *Set) suits(p *Pipeline) bool { return s.stages == p.stages && slices.Equal(s.kinds, p.kinds) }

// Destroy frees the set when the GPU is done with it.
func (s *Set) Destroy() {
	if s != nil {
		s.d.release(s)
	}
}

func (s *Set) describe() Usage { return Usage{"set", s.label, 0} }

func (s *Set) free() { s.d.pools.free(s.d, s.pool, s.handle) }

// setPools grows by a pool whenever all are full.
type setPools struct {
	mu    sync.Mutex
	pools []uint64
}

// One pool's capacity. Any single set fits an empty pool, for it has at most shim.MaxBindings bindings.
const (
	poolSets    = 256
	poolBuffers = 8 * poolSets
	poolImages  = 2 * poolSets
)

func (p *setPools) allocate(d *Device, layout uint64) (pool, set uint64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.pools) - 1; i >= 0; i-- {
		set, r := d.shim.AllocateSet(p.pools[i], layout)
		if err = check(r); err == nil {
			return p.pools[i], set, nil
		}
		if !errors.Is(err, resultOutOfPoolMemory) && !errors.Is(err, resultFragmentedPool) {
			return 0, 0, err
		}
	}
	pool, r := d.shim.CreatePool(poolSets, poolBuffers, poolImages)
	if err := check(r); err != nil {
		return 0, 0, fmt.Errorf("descriptor pool: %w", err)
	}
	p.pools = append(p.pools, pool)
	set, r = d.shim.AllocateSet(pool, layout)
	return pool, set, check(r)
}

func (p *setPools) free(d *Device, pool, set uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d.shim.FreeSet(pool, set)
}

func (p *setPools) destroy(d *Device) {
	for _, pool := range p.pools {
		vulkan.DestroyDescriptorPool(d.handle, cooked[vulkan.DescriptorPool](pool), nil)
	}
}
