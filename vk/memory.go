package vk

import (
	"fmt"
	"math/bits"
	"sync"
	"unsafe"

	vulkan "github.com/vulkan-go/vulkan"
)

// Memory says where a buffer lives and who can reach it.
type Memory uint8

// The kinds of memory. The mapped ones are coherent: no flush is needed, but barriers with HostRead and HostWrite are.
const (
	DeviceLocal Memory = iota // the GPU's own; reached by Upload, Download and Copy
	Upload                    // mapped for writing by the host
	Readback                  // mapped and cached for reading by the host
)

func (m Memory) String() string { return [...]string{"device", "upload", "readback"}[m] }

const (
	bitDevice   = vulkan.MemoryPropertyFlags(vulkan.MemoryPropertyDeviceLocalBit)
	bitVisible  = vulkan.MemoryPropertyFlags(vulkan.MemoryPropertyHostVisibleBit)
	bitCoherent = vulkan.MemoryPropertyFlags(vulkan.MemoryPropertyHostCoherentBit)
	bitCached   = vulkan.MemoryPropertyFlags(vulkan.MemoryPropertyHostCachedBit)
	bitLazy     = vulkan.MemoryPropertyFlags(vulkan.MemoryPropertyLazilyAllocatedBit)
)

// wishes are property bits that a kind of memory must have, should have and should not have.
var wishes = [...]struct{ must, want, avoid vulkan.MemoryPropertyFlags }{
	DeviceLocal: {0, bitDevice, bitVisible | bitLazy},
	Upload:      {bitVisible | bitCoherent, 0, bitDevice | bitCached},
	Readback:    {bitVisible | bitCoherent, bitCached, bitDevice},
}

// memoryTypes are a physical device's types of memory and the sizes of its heaps.
type memoryTypes struct {
	flags []vulkan.MemoryPropertyFlags
	heap  []int // by type
	sizes []int // by heap
}

func readMemoryTypes(physical vulkan.PhysicalDevice) memoryTypes {
	var p vulkan.PhysicalDeviceMemoryProperties
	vulkan.GetPhysicalDeviceMemoryProperties(physical, &p)
	p.Deref()
	defer p.Free()
	var m memoryTypes
	for i := range p.MemoryTypes[:p.MemoryTypeCount] {
		t := &p.MemoryTypes[i]
		t.Deref()
		m.flags = append(m.flags, t.PropertyFlags)
		m.heap = append(m.heap, int(t.HeapIndex))
	}
	for i := range p.MemoryHeaps[:p.MemoryHeapCount] {
		h := &p.MemoryHeaps[i]
		h.Deref()
		m.sizes = append(m.sizes, clampInt(uint64(h.Size)))
	}
	return m
}

// choose returns the best type of those that allowed has a bit for, or -1.
func (m *memoryTypes) choose(kind Memory, allowed uint32) int {
	best, score := -1, -100
	w := wishes[kind]
	for i, f := range m.flags {
		if allowed&(1<<i) == 0 || f&w.must != w.must {
			continue
		}
		// What is wanted outweighs all that should be avoided; at equal scores the driver's order decides.
		s := 4*bits.OnesCount32(uint32(f&w.want)) - bits.OnesCount32(uint32(f&w.avoid))
		if s > score {
			best, score = i, s
		}
	}
	return best
}

// heapSize returns the size of the heap that a kind of memory would come from.
func (m *memoryTypes) heapSize(kind Memory) int {
	if t := m.choose(kind, ^uint32(0)); t >= 0 {
		return m.sizes[m.heap[t]]
	}
	return 0
}

// allocator cuts buffers and images from large blocks, because devices allow few allocations and each is slow.
// Linear and optimally tiled resources never share a block, so bufferImageGranularity does not matter.
type allocator struct {
	d     *Device
	types memoryTypes

	mu     sync.Mutex
	blocks map[blockKey][]*block
	used   []int // by heap
	most   Footprint
	now    Footprint
}

// Footprint is device memory at a time [bytes].
type Footprint struct {
	Used  int // by buffers and images, those that the GPU has still to finish with included
	Taken int // from Vulkan, in blocks
}

// count keeps the books of what was taken or given back, with a.mu held.
func (a *allocator) count(used, taken int) {
	a.now.Used, a.now.Taken = a.now.Used+used, a.now.Taken+taken
	a.most.Used, a.most.Taken = max(a.most.Used, a.now.Used), max(a.most.Taken, a.now.Taken)
}

type blockKey struct {
	memoryType      int
	optimal, mapped bool
}

// block is one VkDeviceMemory; mapped is nil for DeviceLocal, even where the host could see it, so that programs that
// forget to upload fail everywhere.
type block struct {
	key    blockKey
	memory vulkan.DeviceMemory
	size   int
	free   freeList
	mapped []byte
}

// piece is what a buffer or an image owns of a block.
type piece struct {
	block        *block
	offset, size int
}

// bytes returns the first n bytes of mapped memory, or nil.
func (p piece) bytes(n int) []byte {
	if p.block.mapped == nil {
		return nil
	}
	return p.block.mapped[p.offset : p.offset+n : p.offset+n]
}

const (
	usualBlock = 64 << 20
	blockGrain = 64 << 10 // blocks made to measure are rounded up to this
)

func newAllocator(d *Device, types memoryTypes) *allocator {
	return &allocator{d: d, types: types, blocks: map[blockKey][]*block{}, used: make([]int, len(types.sizes))}
}

// fits says early, and without asking the driver for the absurd, that a resource cannot exist.
func (a *allocator) fits(kind Memory, n int) error {
	if heap := a.types.heapSize(kind); n > heap {
		return fmt.Errorf("%s does not fit the device's %s of %s memory: %w", size(n), size(heap), kind, ErrOutOfMemory)
	}
	if most := a.d.info.Limits.MaxAllocation; n > most {
		return fmt.Errorf("%s is above the device's limit of %s for one allocation: %w", size(n), size(most), ErrTooLarge)
	}
	return nil
}

// allocate finds room for a resource, in an old block or a new one.
func (a *allocator) allocate(req vulkan.MemoryRequirements, kind Memory, optimal bool) (piece, error) {
	n, align := int(req.Size), int(req.Alignment)
	t := a.types.choose(kind, req.MemoryTypeBits)
	if t < 0 {
		return piece{}, fmt.Errorf("the device has no %s memory for it: %w", kind, ErrOutOfMemory)
	}
	key := blockKey{t, optimal, kind != DeviceLocal}
	p, ok := a.take(key, n, align)
	if !ok && a.d.queue.waiting.Load() > 0 {
		// What was destroyed is given back once the GPU is done with it: better to wait for that than to grow.
		a.d.idle()
		p, ok = a.take(key, n, align)
	}
	if ok {
		return p, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b, err := a.grow(key, kind, n)
	if err != nil {
		return piece{}, err
	}
	at, _ := b.free.take(n, align)
	a.count(n, 0)
	return piece{b, at, n}, nil
}

// take finds room in the blocks that there are.
func (a *allocator) take(key blockKey, n, align int) (piece, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.blocks[key] {
		if at, ok := b.free.take(n, align); ok {
			a.count(n, 0)
			return piece{b, at, n}, true
		}
	}
	return piece{}, false
}

// grow adds a block of the usual size, or one just large enough where n is larger or the heap is nearly full.
func (a *allocator) grow(key blockKey, kind Memory, n int) (*block, error) {
	exact := roundUp(n, blockGrain)
	if usual := a.usual(key); usual > exact {
		if b, err := a.newBlock(key, kind, usual); err == nil {
			return b, nil
		}
	}
	return a.newBlock(key, kind, exact)
}

// usual is the block size of a heap; small heaps are not taken whole by a first block.
func (a *allocator) usual(key blockKey) int {
	return min(usualBlock, a.types.sizes[a.types.heap[key.memoryType]]/16/blockGrain*blockGrain)
}

func (a *allocator) newBlock(key blockKey, kind Memory, n int) (*block, error) {
	heap := a.types.heap[key.memoryType]
	if all := a.types.sizes[heap]; a.used[heap]+n > all {
		return nil, fmt.Errorf("%s more do not fit the device's %s of %s memory, %s of it taken: %w",
			size(n), size(all), kind, size(a.used[heap]), ErrOutOfMemory)
	}
	info := vulkan.MemoryAllocateInfo{
		SType:          vulkan.StructureTypeMemoryAllocateInfo,
		AllocationSize: vulkan.DeviceSize(n), MemoryTypeIndex: uint32(key.memoryType),
	}
	defer info.Free()
	var memory vulkan.DeviceMemory
	if err := check(vulkan.AllocateMemory(a.d.handle, &info, nil, &memory)); err != nil {
		return nil, fmt.Errorf("allocate %s of %s memory: %w", size(n), kind, err)
	}
	b := &block{key: key, memory: memory, size: n, free: freeList{{0, n}}}
	if key.mapped {
		var p unsafe.Pointer
		if err := check(vulkan.MapMemory(a.d.handle, memory, 0, vulkan.DeviceSize(n), 0, &p)); err != nil {
			vulkan.FreeMemory(a.d.handle, memory, nil)
			return nil, fmt.Errorf("map %s of %s memory: %w", size(n), kind, err)
		}
		b.mapped = unsafe.Slice((*byte)(p), n)
	}
	a.d.name(vulkan.ObjectTypeDeviceMemory, raw(memory), fmt.Sprintf("%s block of %s", kind, size(n)))
	a.used[heap] += n
	a.count(0, n)
	a.blocks[key] = append(a.blocks[key], b)
	return b, nil
}

// give takes a piece back. An empty block is freed unless it is the only one of the usual size, which is kept so that
// a resource made and destroyed in a loop does not allocate each time.
func (a *allocator) give(p piece) {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := p.block
	b.free.give(p.offset, p.size)
	a.count(-p.size, 0)
	if !b.empty() || b.size == a.usual(b.key) && a.spares(b.key) == 1 {
		return
	}
	all := a.blocks[b.key]
	for i := range all {
		if all[i] == b {
			a.blocks[b.key] = append(all[:i:i], all[i+1:]...)
			break
		}
	}
	a.freeBlock(b)
}

func (b *block) empty() bool { return len(b.free) == 1 && b.free[0].size == b.size }

func (a *allocator) spares(key blockKey) (n int) {
	for _, b := range a.blocks[key] {
		if b.empty() && b.size == a.usual(key) {
			n++
		}
	}
	return n
}

// freeBlock frees the Vulkan memory; that unmaps it too.
func (a *allocator) freeBlock(b *block) {
	vulkan.FreeMemory(a.d.handle, b.memory, nil)
	a.used[a.types.heap[b.key.memoryType]] -= b.size
	a.count(0, -b.size)
}

// footprint gives what is taken now, and the most since the last reset.
func (a *allocator) footprint(reset bool) (now, most Footprint) {
	a.mu.Lock()
	defer a.mu.Unlock()
	most = a.most
	if reset {
		a.most = a.now
	}
	return a.now, most
}

func (a *allocator) destroy() {
	for _, blocks := range a.blocks {
		for _, b := range blocks {
			a.freeBlock(b)
		}
	}
	clear(a.blocks)
}
