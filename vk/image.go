package vk

import (
	"fmt"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// Image is a stack of equal 2D layers. A shader sees the whole stack as an image2DArray; a pass renders to one layer.
// It stays in the layout GENERAL for all its life.
type Image struct {
	d                     *Device
	label                 string
	format                Format
	width, height, layers int
	handle                vulkan.Image
	memory                piece
	stack                 vulkan.ImageView   // all layers; none for depth images
	views                 []vulkan.ImageView // by layer, made when first rendered to; guarded by d.mu
}

// NewImage makes an image of w × h texels and a number of layers, all zero.
//
// Errors: ErrTooLarge names the limit that was met, ErrOutOfMemory.
func (d *Device) NewImage(label string, f Format, w, h, layers int) (*Image, error) {
	if f == None || int(f) >= len(formats) || w < 1 || h < 1 || layers < 1 {
		panic(fmt.Sprintf("vk: image %q was asked for with format %s and %d x %d texels in %d layers.", label, f, w, h, layers))
	}
	i := &Image{d: d, label: label, format: f, width: w, height: h, layers: layers, views: make([]vulkan.ImageView, layers)}
	if err := i.create(); err != nil {
		return nil, fmt.Errorf("vk: create image %q of %d x %d x %d texels %s: %w", label, w, h, layers, f, err)
	}
	d.adopt(i, vulkan.ObjectTypeImage, raw(i.handle))
	_, err := d.start("clear "+label, func(l *List) {
		l.initImage(i)
		l.ClearImage(i, ClearValue{})
		l.Barrier(TransferWrite, All)
	})
	if err != nil {
		i.Destroy()
		return nil, fmt.Errorf("vk: clear image %q: %w", label, err)
	}
	return i, nil
}

func (i *Image) create() error {
	if err := i.fits(); err != nil {
		return err
	}
	handle, err := i.newHandle()
	if err != nil {
		return err
	}
	i.handle = handle
	d := i.d
	var req vulkan.MemoryRequirements
	vulkan.GetImageMemoryRequirements(d.handle, handle, &req)
	req.Deref()
	defer req.Free()
	if i.memory, err = d.memory.allocate(req, DeviceLocal, true); err != nil {
		vulkan.DestroyImage(d.handle, handle, nil)
		return err
	}
	err = check(vulkan.BindImageMemory(d.handle, handle, i.memory.block.memory, vulkan.DeviceSize(i.memory.offset)))
	if err == nil && i.format != D32 {
		i.stack, err = i.newView(vulkan.ImageViewType2dArray, 0, i.layers)
	}
	if err != nil {
		i.free()
	}
	return err
}

// fits compares the image with the device's limits, since the driver's own refusal would not name them.
func (i *Image) fits() error {
	limits := &i.d.info.Limits
	if most := limits.MaxImageDim; i.width > most || i.height > most {
		return fmt.Errorf("the device's limit is %d texels a side: %w", most, ErrTooLarge)
	}
	if most := limits.MaxImageLayers; i.layers > most {
		return fmt.Errorf("the device's limit is %d layers: %w", most, ErrTooLarge)
	}
	return i.d.memory.fits(DeviceLocal, i.layerSize()*i.layers)
}

func (i *Image) newHandle() (vulkan.Image, error) {
	info := vulkan.ImageCreateInfo{
		SType:     vulkan.StructureTypeImageCreateInfo,
		ImageType: vulkan.ImageType2d, Format: formats[i.format].format,
		Extent:    vulkan.Extent3D{Width: uint32(i.width), Height: uint32(i.height), Depth: 1},
		MipLevels: 1, ArrayLayers: uint32(i.layers), Samples: vulkan.SampleCount1Bit,
		Tiling: vulkan.ImageTilingOptimal, Usage: i.format.usage(),
		SharingMode: vulkan.SharingModeExclusive, InitialLayout: vulkan.ImageLayoutUndefined,
	}
	defer info.Free()
	var handle vulkan.Image
	err := check(vulkan.CreateImage(i.d.handle, &info, nil, &handle))
	return handle, err
}

func (i *Image) newView(kind vulkan.ImageViewType, layer, layers int) (vulkan.ImageView, error) {
	info := vulkan.ImageViewCreateInfo{
		SType: vulkan.StructureTypeImageViewCreateInfo,
		Image: i.handle, ViewType: kind, Format: formats[i.format].format,
		SubresourceRange: vulkan.ImageSubresourceRange{
			AspectMask: vulkan.ImageAspectFlags(i.format.aspect()), LevelCount: 1,
			BaseArrayLayer: uint32(layer), LayerCount: uint32(layers),
		},
	}
	defer info.Free()
	var view vulkan.ImageView
	err := check(vulkan.CreateImageView(i.d.handle, &info, nil, &view))
	return view, err
}

// view returns the view of one layer for rendering.
func (i *Image) view(layer int) (vulkan.ImageView, error) {
	i.d.mu.Lock()
	defer i.d.mu.Unlock()
	if i.views[layer] != nil {
		return i.views[layer], nil
	}
	view, err := i.newView(vulkan.ImageViewType2d, layer, 1)
	if err != nil {
		return nil, fmt.Errorf("vk: view layer %d of image %q: %w", layer, i.label, err)
	}
	i.views[layer] = view
	return view, nil
}

// Label returns the name given to NewImage.
func (i *Image) Label() string { return i.label }

// Format returns the type of the texels.
func (i *Image) Format() Format { return i.format }

// Size returns width, height and layers.
func (i *Image) Size() (w, h, layers int) { return i.width, i.height, i.layers }

// layerSize is the tightly packed size of one layer, as copies to buffers have it.
func (i *Image) layerSize() int { return i.width * i.height * i.format.TexelSize() }

// Destroy frees the image when the GPU is done with it.
func (i *Image) Destroy() {
	if i != nil {
		i.d.release(i)
	}
}

func (i *Image) describe() Usage { return Usage{"image", i.label, i.memory.size} }

func (i *Image) free() {
	for _, v := range append(i.views, i.stack) {
		if v != nil {
			vulkan.DestroyImageView(i.d.handle, v, nil)
		}
	}
	vulkan.DestroyImage(i.d.handle, i.handle, nil)
	i.d.memory.give(i.memory)
}

func (i *Image) binding(set string) shim.Binding {
	if i == nil || i.stack == nil {
		panic(fmt.Sprintf("vk: set %q was given a nil or a depth image as a storage image.", set))
	}
	return shim.Binding{Kind: shim.StorageImage, Handle: raw(i.stack)}
}
