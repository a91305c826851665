package engine

import (
	"fmt"

	"throng/passes"
	"throng/vk"
)

// gpu runs the shaders on a Vulkan device.
type gpu struct {
	dev       *vk.Device
	resources map[string]vk.Resource // *vk.Buffer or *vk.Image by slot
	pipelines map[string]*vk.Pipeline
	sent      passes.Frame // the frame as the device has it
	steps     *stepLists
	inFlight  int
	readback  bool
	clock     stopwatch
	guest     bool // device and pipelines belong to another
}

func newGPU(o Options) (*gpu, error) {
	dev, err := vk.Open(vk.Options{Device: o.Device, Validation: o.Validation})
	if err != nil {
		return nil, err
	}
	return &gpu{dev: dev, resources: map[string]vk.Resource{}, pipelines: map[string]*vk.Pipeline{}, inFlight: o.InFlight, readback: o.Readback}, nil
}

func (x *gpu) buffer(slot string) *vk.Buffer {
	b, ok := x.resources[slot].(*vk.Buffer)
	if !ok {
		panic(fmt.Sprintf("engine: slot %q is used but has no buffer.", slot))
	}
	return b
}

func (x *gpu) image(slot string) *vk.Image {
	m, ok := x.resources[slot].(*vk.Image)
	if !ok {
		panic(fmt.Sprintf("engine: slot %q is used but has no image.", slot))
	}
	return m
}

var imageFormats = map[passes.Elem]vk.Format{
	passes.RGBA32F: vk.RGBA32F, passes.RGBA8I: vk.RGBA8I, passes.R32UI: vk.R32UI, passes.D32: vk.D32,
}

// texelFormats are those of buffers that passes fetch from.
var texelFormats = map[passes.Elem]vk.Format{
	passes.U32: vk.R32UI, passes.F32: vk.R32F, passes.Vec2: vk.RG32F, passes.UVec2: vk.RG32UI, passes.Vec4: vk.RGBA32F, passes.UVec4: vk.RGBA32UI,
}

func (x *gpu) alloc(f *passes.Frame, slots ...string) error {
	x.free(slots...)
	for _, name := range slots {
		s := passes.Find(name)
		if s.Elem.Image() {
			w, h, n := s.Size(f)
			m, err := x.dev.NewImage(name, imageFormats[s.Elem], w, h, n)
			if err != nil {
				return err
			}
			x.resources[name] = m
			continue
		}
		if limit := x.dev.Info().Limits.MaxBufferRange; s.Bytes(f) > limit {
			smaller := "a larger grid.cell or fewer groups"
			if s.Phase == passes.Agent {
				smaller = "fewer agents"
			}
			return fmt.Errorf("engine: slot %q needs %d MiB, but one buffer of this device holds %d MiB: %s would fit: %w",
				name, s.Bytes(f)>>20, limit>>20, smaller, vk.ErrTooLarge)
		}
		b, err := x.dev.NewBuffer(name, s.Bytes(f), vk.DeviceLocal)
		if err != nil {
			return err
		}
		x.resources[name] = b
	}
	return nil
}

func (x *gpu) free(slots ...string) {
	for _, name := range slots {
		switch r := x.resources[name].(type) {
		case *vk.Buffer:
			r.Destroy()
		case *vk.Image:
			r.Destroy()
		}
		delete(x.resources, name)
	}
}

func (x *gpu) write(slot string, offset int, data []byte) error {
	return x.dev.Upload(x.buffer(slot), offset, data)
}

func (x *gpu) read(slot string, offset int, dst []byte) error {
	return x.dev.Download(x.buffer(slot), offset, dst)
}

func (x *gpu) writeParts(parts []part) error { return x.dev.UploadParts(x.parts(parts)...) }

func (x *gpu) readParts(parts []part) error { return x.dev.DownloadParts(x.parts(parts)...) }

func (x *gpu) parts(parts []part) []vk.Part {
	out := make([]vk.Part, len(parts))
	for i, p := range parts {
		out[i] = vk.Part{Buffer: x.buffer(p.slot), Offset: p.offset, Data: p.data}
	}
	return out
}

func (x *gpu) readImage(slot string, layer int) ([]uint32, error) {
	m := x.image(slot)
	w, h, _ := m.Size()
	raw := make([]byte, w*h*m.Format().TexelSize())
	if err := x.dev.DownloadImage(m, layer, raw); err != nil {
		return nil, err
	}
	return unpackTexels(passes.Find(slot).Elem, raw), nil
}

// send brings the frame on the device up to date.
func (x *gpu) send(f *passes.Frame) error {
	if x.sent == *f && x.resources["frame"] != nil {
		return nil
	}
	if x.resources["frame"] == nil {
		if err := x.alloc(f, "frame"); err != nil {
			return err
		}
	}
	x.sent = *f
	return x.write("frame", 0, f.Bytes())
}

func (x *gpu) run(f *passes.Frame, ps ...passes.Pass) error {
	s, err := x.script(f, ps...)
	if err != nil {
		return err
	}
	defer s.destroy()
	return s.play()
}

func (x *gpu) script(f *passes.Frame, ps ...passes.Pass) (script, error) {
	if err := x.send(f); err != nil {
		return nil, err
	}
	t, err := x.newTrack(f, nil, ps[0].Decl().Name, ps, nil)
	if err != nil {
		t.destroy()
		return nil, err
	}
	return &gpuScript{x, t}, nil
}

type gpuScript struct {
	x *gpu
	*track
}

func (s *gpuScript) play() error {
	ticket, err := s.x.dev.Submit(s.list)
	if err == nil {
		err = s.x.dev.Wait(ticket, vk.Forever)
	}
	if err == nil {
		s.due = true
		s.read(s.x)
	}
	return err
}

func (x *gpu) memory() []Usage {
	var all []Usage
	for _, u := range x.dev.Memory() {
		all = append(all, Usage{u.Label, u.Kind, u.Bytes})
	}
	return all
}

func (x *gpu) footprint(reset bool) (now, most vk.Footprint) { return x.dev.Footprint(reset) }

func (x *gpu) device() (string, string) {
	info := x.dev.Info()
	return info.Name, info.Driver
}

func (x *gpu) effort() effort {
	if x.dev.Info().Type == "cpu" {
		return cpuEffort
	}
	return gpuEffort
}

func (x *gpu) timings(reset bool) []Timing { return x.clock.timings(reset) }

func (x *gpu) spent() []PassTime { return x.clock.spent() }

func (x *gpu) messages() []string { return x.dev.Messages() }

func (x *gpu) workshop() executor {
	return &gpu{dev: x.dev, resources: map[string]vk.Resource{}, pipelines: x.pipelines, guest: true}
}

func (x *gpu) close() error {
	x.steps.destroy()
	for name := range x.resources {
		x.free(name)
	}
	if x.guest {
		return nil
	}
	for _, p := range x.pipelines {
		p.Destroy()
	}
	return x.dev.Destroy()
}
