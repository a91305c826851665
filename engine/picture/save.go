package picture

import (
	"bufio"
	"fmt"
	"image"
	"image/png"
	"os"
)

// Save writes an image as PNG.
func Save(path string, img image.Image) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	defer func() {
		if e := file.Close(); err == nil && e != nil {
			err = fmt.Errorf("picture: %w", e)
		}
	}()
	w := bufio.NewWriter(file)
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(w, img); err != nil {
		return fmt.Errorf("picture: write %q: %w", path, err)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("picture: write %q: %w", path, err)
	}
	return nil
}
