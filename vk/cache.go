package vk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"unsafe"

	vulkan "github.com/vulkan-go/vulkan"

	"throng/vk/internal/shim"
)

// pipelineCache is a VkPipelineCache and the file that carries it from run to run.
//
// Drivers trust cache data, some to the point of crashing on a damaged file. So the file has a head of our own,
// magic, length and CRC-32, and what does not match it is treated as no file at all.
type pipelineCache struct {
	handle vulkan.PipelineCache
	path   string // "" without a file
	strict bool   // the user named the file, so failing to write it is an error
	loaded []byte
}

const (
	cacheMagic = "throngp1"
	cacheHead  = len(cacheMagic) + 8 + 4
)

func (c *pipelineCache) open(d *Device, p *shim.Properties, file string) error {
	c.path, c.strict = cachePath(file, d.info.UUID)
	if c.path != "" {
		c.loaded = readCache(c.path, p)
	}
	h, r := d.shim.CreateCache(c.loaded)
	if r != 0 { // the driver may still refuse what an other version of it wrote
		c.loaded = nil
		h, r = d.shim.CreateCache(nil)
	}
	if err := check(r); err != nil {
		return fmt.Errorf("vk: create pipeline cache: %w", err)
	}
	c.handle = cooked[vulkan.PipelineCache](h)
	return nil
}

func cachePath(file, uuid string) (path string, strict bool) {
	switch file {
	case "off":
		return "", false
	case "":
		dir, err := os.UserCacheDir()
		if err != nil {
			return "", false
		}
		return filepath.Join(dir, "throng", uuid+".bin"), false
	}
	return file, true
}

// readCache returns the data of an intact file that this very driver wrote, else nil.
func readCache(path string, p *shim.Properties) []byte {
	file, err := os.ReadFile(path)
	if err != nil || len(file) < cacheHead || string(file[:len(cacheMagic)]) != cacheMagic {
		return nil
	}
	head, data := file[len(cacheMagic):cacheHead], file[cacheHead:]
	if binary.LittleEndian.Uint64(head) != uint64(len(data)) || binary.LittleEndian.Uint32(head[8:]) != crc32.ChecksumIEEE(data) {
		return nil
	}
	// Vulkan's own head: its length, version 1, vendor, device, UUID of driver and cache format.
	if len(data) < 32 || binary.LittleEndian.Uint32(data[4:]) != 1 ||
		binary.LittleEndian.Uint32(data[8:]) != p.Vendor || binary.LittleEndian.Uint32(data[12:]) != p.Device ||
		!bytes.Equal(data[16:32], p.CacheUUID[:]) {
		return nil
	}
	return data
}

// close writes the file if there is something new to write, and destroys the cache.
func (c *pipelineCache) close(d *Device) error {
	err := c.save(d)
	vulkan.DestroyPipelineCache(d.handle, c.handle, nil)
	if err != nil && c.strict {
		return fmt.Errorf("vk: write pipeline cache: %w", err)
	}
	return nil
}

func (c *pipelineCache) save(d *Device) error {
	if c.path == "" {
		return nil
	}
	data, err := c.data(d)
	if err != nil || bytes.Equal(data, c.loaded) {
		return err
	}
	file := []byte(cacheMagic)
	file = binary.LittleEndian.AppendUint64(file, uint64(len(data)))
	file = binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(data))
	return replaceFile(c.path, append(file, data...))
}

func (c *pipelineCache) data(d *Device) ([]byte, error) {
	var n uint
	if err := check(vulkan.GetPipelineCacheData(d.handle, c.handle, &n, nil)); err != nil || n == 0 {
		return nil, err
	}
	data := make([]byte, n)
	if err := check(vulkan.GetPipelineCacheData(d.handle, c.handle, &n, unsafe.Pointer(&data[0]))); err != nil {
		return nil, err
	}
	return data[:n], nil
}

// replaceFile writes beside the file and renames, for other processes may read or write it at the same time.
func replaceFile(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
