package vk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// Info describes a physical device.
type Info struct {
	Index  int    // position in the order of preference, and its name for Options.Device
	Name   string // as the driver gives it
	Driver string // name and version of the driver
	Type   string // "discrete", "integrated", "virtual", "cpu" or "other"
	API    string // Vulkan version of the device, as "1.3.230"
	UUID   string // 32 hexadecimal digits
	Lacks  string // what keeps the device from being opened, or ""
	Limits Limits

	Int64          bool // 64-bit integers in shaders
	FragmentStores bool // stores and atomics in fragment shaders
	VertexStores   bool // stores and atomics in vertex shaders
}

// Limits are the bounds of a device; sizes in bytes.
type Limits struct {
	MaxBufferRange  int // one storage-buffer binding
	MaxTexels       int // texels of a buffer that is read as such
	MaxBufferSize   int // one buffer
	MaxAllocation   int // one piece of memory, hence one buffer or image
	MinStorageAlign int // alignment of a BufferSlice's offset
	DeviceMemory    int // the heap of DeviceLocal
	MaxPush         int // push constants of a pipeline
	MaxBuffers      int // storage buffers of a pipeline

	MaxGroups    [3]int // groups of a dispatch along x, y and z
	MaxGroupDims [3]int // invocations of a group along x, y and z
	MaxGroupSize int    // invocations of a group
	MaxShared    int    // shared memory of a group
	SubgroupSize int    // usual number of invocations in a subgroup

	MaxImageDim    int // width and height of an image, also as attachment
	MaxImageLayers int
	MaxColors      int // color attachments

	TimestampPeriod float64 // nanoseconds in a tick
	TimestampBits   int     // significant bits of a timestamp; 0: none
}

// candidate is a physical device of one instance.
type candidate struct {
	physical vulkan.PhysicalDevice
	props    shim.Properties
	memory   memoryTypes
	info     Info
}

// Devices lists all physical devices of the machine, the preferred one first: those that can be opened before those
// that cannot, then discrete before integrated, virtual and CPU devices.
func Devices() ([]Info, error) {
	i, err := openInstance(false)
	if err != nil {
		return nil, err
	}
	defer i.destroy()
	found, err := i.candidates()
	if err != nil {
		return nil, err
	}
	infos := make([]Info, len(found))
	for k, c := range found {
		infos[k] = c.info
	}
	return infos, nil
}

func (i *instance) candidates() ([]candidate, error) {
	physical, err := i.physical()
	if err != nil {
		return nil, err
	}
	found := make([]candidate, len(physical))
	for k, p := range physical {
		c := candidate{physical: p, props: shim.GetProperties(raw(i.handle), raw(p)), memory: readMemoryTypes(p)}
		c.info = describe(&c.props, &c.memory)
		found[k] = c
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(rank(&a), rank(&b)) })
	for k := range found {
		found[k].info.Index = k
	}
	return found, nil
}

// typeNames is indexed by VkPhysicalDeviceType.
var typeNames = []string{"other", "integrated", "discrete", "virtual", "cpu"}

func rank(c *candidate) int {
	r := slices.Index([]string{"discrete", "integrated", "virtual", "cpu", "other"}, c.info.Type)
	if c.info.Lacks != "" {
		r += len(typeNames)
	}
	return r
}

func describe(p *shim.Properties, m *memoryTypes) Info {
	info := Info{
		Name:   p.Name,
		Driver: strings.TrimSpace(p.Driver + " " + p.DriverInfo),
		Type:   typeNames[0],
		API:    version(p.API),
		UUID:   fmt.Sprintf("%x", p.UUID),
		Int64:  p.Int64, FragmentStores: p.FragmentStores, VertexStores: p.VertexStores,
		Limits: limits(p),
	}
	if int(p.Type) < len(typeNames) {
		info.Type = typeNames[p.Type]
	}
	info.Limits.DeviceMemory = m.heapSize(DeviceLocal)
	switch {
	case p.API < version13:
		info.Lacks = "Vulkan 1.3"
	case p.Family == shim.NoFamily:
		info.Lacks = "a queue for both graphics and compute"
	}
	return info
}

func limits(p *shim.Properties) Limits {
	return Limits{
		MaxBufferRange: clampInt(p.MaxStorageRange), MaxTexels: clampInt(p.MaxTexels), MaxBufferSize: clampInt(p.MaxBuffer),
		MaxAllocation: clampInt(p.MaxAllocation), MinStorageAlign: clampInt(p.MinStorageAlign),
		MaxPush: int(p.MaxPush), MaxBuffers: min(clampInt(uint64(p.MaxBuffers)), shim.MaxBindings),
		MaxGroups: ints(p.MaxGroups), MaxGroupDims: ints(p.MaxGroupDims),
		MaxGroupSize: int(p.MaxGroupSize), MaxShared: int(p.MaxShared), SubgroupSize: int(p.Subgroup),
		MaxImageDim: int(p.MaxImageDim), MaxImageLayers: int(p.MaxImageLayers), MaxColors: int(p.MaxColors),
		TimestampPeriod: float64(p.TimestampPeriod), TimestampBits: int(p.TimestampBits),
	}
}

func ints(w [3]uint32) [3]int { return [3]int{int(w[0]), int(w[1]), int(w[2])} }

// clampInt keeps limits such as 2⁶⁴−1, "none at all", positive.
func clampInt(v uint64) int { return int(min(v, 1<<62)) }

func version(v uint32) string {
	return fmt.Sprintf("%d.%d.%d", v>>22, v>>12&0x3ff, v&0xfff)
}

// choose finds the device that a user named by its index or by a part of its name; "" is the first.
func choose(found []candidate, name string) (*candidate, error) {
	pick := -1
	if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(found) {
		pick = n
	} else {
		pick = slices.IndexFunc(found, func(c candidate) bool {
			return strings.Contains(strings.ToLower(c.info.Name), strings.ToLower(name))
		})
	}
	if pick < 0 {
		return nil, fmt.Errorf("vk: no device is called %q; there are %s: %w", name, listing(found), ErrNoDevice)
	}
	if c := &found[pick]; c.info.Lacks == "" {
		return c, nil
	}
	return nil, fmt.Errorf("vk: device %q lacks %s; there are %s: %w",
		found[pick].info.Name, found[pick].info.Lacks, listing(found), ErrNoDevice)
}

func listing(found []candidate) string {
	names := make([]string, len(found))
	for k, c := range found {
		names[k] = fmt.Sprintf("%d %q (%s)", k, c.info.Name, c.info.Type)
	}
	return strings.Join(names, ", ")
}
