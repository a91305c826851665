package vk

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// Options of Open; the zero value takes the best device and keeps a pipeline cache.
type Options struct {
	Device     string // index or part of a name, case ignored; "" means $THRONG_DEVICE, and that empty the preferred device
	Validation bool   // Khronos validation with synchronization validation; see Device.Messages
	CacheFile  string // pipeline cache; "" means throng/<device>.bin in the user's cache folder, "off" none
}

// Device is an open device with one queue.
type Device struct {
	instance *instance
	shim     *shim.Device
	handle   vulkan.Device
	info     Info
	family   uint32
	cache    pipelineCache
	memory   *allocator
	staging  staging
	pools    setPools
	queue    queue

	mu       sync.Mutex // guards live
	live     map[object]struct{}
	lost     atomic.Bool
	messages []string // those of the instance after its end
}

// object is anything that a device gives out and wants back.
type object interface {
	describe() Usage
	free() // destroys the Vulkan handles; nothing on the GPU uses them any more
}

// Usage is one live object of a device.
type Usage struct {
	Kind  string // "buffer", "image", "pipeline", "set", "list" or "queries"
	Label string
	Bytes int // memory it holds; 0 for all but buffers and images
}

func (u Usage) String() string {
	if u.Bytes == 0 {
		return fmt.Sprintf("%s %q", u.Kind, u.Label)
	}
	return fmt.Sprintf("%s %q (%s)", u.Kind, u.Label, size(u.Bytes))
}

// Open opens a device. Errors: ErrNoLoader, ErrNoDevice (also when none has the wanted name; the message lists those
// that exist), ErrNoValidation, or what the driver says.
func Open(o Options) (*Device, error) {
	if o.Device == "" {
		o.Device = os.Getenv("THRONG_DEVICE")
	}
	i, err := openInstance(o.Validation)
	if err != nil {
		return nil, err
	}
	d, err := openDevice(i, o)
	if err != nil {
		i.destroy()
		return nil, err
	}
	return d, nil
}

func openDevice(i *instance, o Options) (*Device, error) {
	found, err := i.candidates()
	if err != nil {
		return nil, err
	}
	c, err := choose(found, o.Device)
	if err != nil {
		return nil, err
	}
	s, r := shim.CreateDevice(raw(i.handle), raw(c.physical), c.props.Family)
	if err := check(r); err != nil {
		return nil, fmt.Errorf("vk: open device %q: %w", c.info.Name, err)
	}
	d := &Device{
		instance: i, shim: s, handle: cooked[vulkan.Device](s.Handle()),
		info: c.info, family: c.props.Family, live: map[object]struct{}{},
	}
	d.memory = newAllocator(d, c.memory)
	if err := d.cache.open(d, &c.props, o.CacheFile); err != nil {
		s.Destroy()
		return nil, err
	}
	return d, nil
}

// Info describes the device.
func (d *Device) Info() Info { return d.info }

// Messages returns the validation messages so far, warnings and errors, oldest first; at most 512 are kept. It works
// after Destroy too, and then includes those of Destroy itself. Without Options.Validation there are none.
func (d *Device) Messages() []string {
	if d.instance.log == nil {
		return nil
	}
	if d.shim == nil {
		return slices.Clone(d.messages)
	}
	return d.instance.log.Messages()
}

// Memory returns all live buffers and images, the largest first. The staging memory of Upload and Download is among them.
func (d *Device) Memory() []Usage {
	uses := d.usages()
	return slices.DeleteFunc(uses, func(u Usage) bool { return u.Bytes == 0 })
}

// Footprint returns the memory in use now and the most at a time since the last reset; the two maxima need not be of the
// same time. Taken is more than Used, for memory is taken in blocks.
func (d *Device) Footprint(reset bool) (now, most Footprint) { return d.memory.footprint(reset) }

func (d *Device) usages() []Usage {
	d.mu.Lock()
	defer d.mu.Unlock()
	uses := make([]Usage, 0, len(d.live))
	for o := range d.live {
		uses = append(uses, o.describe())
	}
	slices.SortFunc(uses, func(a, b Usage) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Label, b.Label))
	})
	return uses
}

// adopt enters a new object in the books and names its handle for debuggers.
func (d *Device) adopt(o object, objectType vulkan.ObjectType, h uint64) {
	d.name(objectType, h, o.describe().Label)
	d.mu.Lock()
	d.live[o] = struct{}{}
	d.mu.Unlock()
}

func (d *Device) name(objectType vulkan.ObjectType, h uint64, label string) {
	if h != 0 && label != "" {
		d.shim.Name(uint32(objectType), h, label)
	}
}

// release takes an object out of the books and destroys it once the GPU is done with it. It does nothing the second time.
func (d *Device) release(o object) {
	d.mu.Lock()
	_, live := d.live[o]
	delete(d.live, o)
	d.mu.Unlock()
	if live {
		d.Defer(o.free)
	}
}

// Destroy waits for the GPU, writes the pipeline cache and closes the device. Objects that are still alive are
// destroyed too, and named in the error. The device must not be used afterwards, but for Messages.
func (d *Device) Destroy() error {
	if d.shim == nil {
		return nil
	}
	d.staging.destroy()
	d.idle()
	leaks := d.leaks()
	err := errors.Join(leaks, d.cache.close(d))
	d.pools.destroy(d)
	d.memory.destroy()
	d.shim.Destroy()
	d.shim = nil
	d.messages = d.instance.destroy()
	return err
}

// leaks destroys what its owners forgot.
func (d *Device) leaks() error {
	uses := d.usages()
	for o := range d.live {
		o.free()
	}
	clear(d.live)
	if len(uses) == 0 {
		return nil
	}
	names := make([]string, len(uses))
	for i, u := range uses {
		names[i] = u.String()
	}
	return fmt.Errorf("vk: destroy device: %d objects were never destroyed: %s", len(uses), strings.Join(names, ", "))
}
