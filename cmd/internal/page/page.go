// Package page writes a baked scene as one HTML file that a person can turn over in a browser, without a network.
package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/template"

	"throng/engine"
)

// The page's parts. They are put into one file, so that it opens from a disk and can be sent around.
var (
	//go:embed page.html
	pageHTML string
	//go:embed style.css
	styleCSS string
	//go:embed data.js
	dataJS string
	//go:embed colours.js
	coloursJS string
	//go:embed camera.js
	cameraJS string
	//go:embed draw.js
	drawJS string
	//go:embed main.js
	mainJS string
)

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// Write writes the page of what an engine has loaded. The engine must keep its images: see [engine.Options].
func Write(w io.Writer, e *engine.Engine) error {
	d, err := newData(e)
	if err != nil {
		return err
	}
	text, err := json.Marshal(d) // escapes <, > and &, so that no name ends the script
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	err = pageTemplate.Execute(w, map[string]string{
		"Title": d.Scene, "Style": styleCSS, "Data": string(text),
		"Script": dataJS + coloursJS + cameraJS + drawJS + mainJS,
	})
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}

// Save writes the page to a file.
func Save(path string, e *engine.Engine) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	defer func() {
		if closed := file.Close(); err == nil && closed != nil {
			err = fmt.Errorf("page: %w", closed)
		}
	}()
	return Write(file, e)
}
