// Package tests holds the tests of the whole: rules of the house, and cases that run end to end.
package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// houseImports are the arrows of the architecture: what each folder of ours may import of ours. A
// folder may always import itself and what lies in it.
var houseImports = map[string][]string{
	"passes": {},
	"ecs":    {},
	"spirv":  {},
	"vk":     {},
	"engine": {"passes", "ecs", "spirv", "vk"},
	"cmd":    {"engine", "passes", "ecs", "spirv", "vk"},
	"tests":  {"engine", "passes", "ecs", "spirv", "vk"},
}

// housePure are the folders that must build without cgo.
var housePure = []string{"passes", "ecs", "spirv"}

// houseOwners are libraries that one place alone may import, tests included.
var houseOwners = map[string]string{
	"github.com/vulkan-go/": "throng/vk",
	"github.com/go-gl/":     "throng/cmd/crowdview",
}

// housePackage is what `go list -json` tells of a package.
type housePackage struct {
	ImportPath                         string
	Standard                           bool
	CgoFiles, Deps                     []string
	Imports, TestImports, XTestImports []string
}

// within tells whether a package is path or lies below it.
func within(pkg, path string) bool {
	return pkg == path || strings.HasPrefix(pkg, path+"/")
}

// folder is the top-level folder of one of our packages, or empty for other people's.
func folder(pkg string) string {
	rest, ours := strings.CutPrefix(pkg, "throng/")
	if !ours {
		return ""
	}
	top, _, _ := strings.Cut(rest, "/")
	return top
}

// wrongArrows lists the imports of ours that point upwards or sideways.
func wrongArrows(pkgs []housePackage) (faults []string) {
	for _, p := range pkgs {
		from := folder(p.ImportPath)
		if from == "" {
			continue
		}
		allowed, known := houseImports[from]
		if !known {
			faults = append(faults, fmt.Sprintf("%s lies in a folder that is no part of the architecture", p.ImportPath))
		}
		for _, i := range p.Imports {
			if to := folder(i); to != "" && to != from && !slices.Contains(allowed, to) {
				faults = append(faults, fmt.Sprintf("%s imports %s; %s may import only %v of ours", p.ImportPath, i, from, allowed))
			}
		}
	}
	return faults
}

// wrongOwners lists the imports of libraries by others than their owner.
func wrongOwners(pkgs []housePackage) (faults []string) {
	for _, p := range pkgs {
		if folder(p.ImportPath) == "" {
			continue
		}
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			for library, owner := range houseOwners {
				if strings.HasPrefix(i, library) && !within(p.ImportPath, owner) {
					faults = append(faults, fmt.Sprintf("%s imports %s, which only %s may", p.ImportPath, i, owner))
				}
			}
		}
	}
	return faults
}

// wrongCgo lists pure packages that reach cgo, and packages of ours outside vk that use it themselves.
func wrongCgo(pkgs []housePackage) (faults []string) {
	cgo := map[string]bool{}
	for _, p := range pkgs {
		if len(p.CgoFiles) > 0 && !p.Standard { // the standard library has pure stand-ins
			cgo[p.ImportPath] = true
		}
	}
	for _, p := range pkgs {
		ours := folder(p.ImportPath)
		if ours == "" {
			continue
		}
		if cgo[p.ImportPath] && ours != "vk" {
			faults = append(faults, fmt.Sprintf("%s uses cgo, which only vk may", p.ImportPath))
		}
		for _, d := range p.Deps {
			if cgo[d] && slices.Contains(housePure, ours) {
				faults = append(faults, fmt.Sprintf("%s must be pure Go and reaches %s, which uses cgo", p.ImportPath, d))
			}
		}
	}
	return faults
}

// housePackages lists our packages and all that they depend on.
func housePackages(t *testing.T) []housePackage {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Standard,CgoFiles,Deps,Imports,TestImports,XTestImports", "./...")
	list.Dir = ".."
	list.Env = append(os.Environ(), "CGO_ENABLED=1") // without it cgo files go unseen
	var complaint bytes.Buffer
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, complaint.String())
	}
	var pkgs []housePackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p housePackage
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		pkgs = append(pkgs, p)
	}
}

func report(t *testing.T, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}

func TestHouseArrows(t *testing.T) { report(t, wrongArrows(housePackages(t))) }
func TestHouseOwners(t *testing.T) { report(t, wrongOwners(housePackages(t))) }
func TestHouseCgo(t *testing.T)    { report(t, wrongCgo(housePackages(t))) }

// The checks must be able to fail: each is shown the sins it is there for, beside innocent neighbours.
func TestHouseImportChecksBite(t *testing.T) {
	pkg := func(path string, imports ...string) housePackage {
		return housePackage{ImportPath: path, Imports: imports, Deps: imports}
	}
	shim := housePackage{ImportPath: "throng/vk/internal/shim", CgoFiles: []string{"shim.go"}}
	test := housePackage{ImportPath: "throng/engine", XTestImports: []string{"github.com/vulkan-go/vulkan"}}
	cases := []struct {
		name  string
		check func([]housePackage) []string
		pkgs  []housePackage
		want  string // empty for none
	}{
		{"down", wrongArrows, []housePackage{pkg("throng/cmd/crowd", "throng/engine", "fmt"), pkg("throng/passes/move", "throng/passes")}, ""},
		{"up", wrongArrows, []housePackage{pkg("throng/passes", "throng/engine")}, "throng/passes imports throng/engine"},
		{"sideways", wrongArrows, []housePackage{pkg("throng/ecs/gltf", "throng/passes/move")}, "throng/ecs/gltf imports throng/passes/move"},
		{"engine to cmd", wrongArrows, []housePackage{pkg("throng/engine", "throng/cmd/crowd")}, "throng/engine imports throng/cmd/crowd"},
		{"new folder", wrongArrows, []housePackage{pkg("throng/util")}, "throng/util lies in a folder"},
		{"owner", wrongOwners, []housePackage{pkg("throng/vk/internal/shim", "github.com/vulkan-go/vulkan"), pkg("throng/cmd/crowdview", "github.com/go-gl/glfw/v3.3/glfw")}, ""},
		{"vulkan", wrongOwners, []housePackage{pkg("throng/vkx", "github.com/vulkan-go/vulkan")}, "only throng/vk may"},
		{"vulkan in a test", wrongOwners, []housePackage{test}, "throng/engine imports github.com/vulkan-go/vulkan"},
		{"glfw", wrongOwners, []housePackage{pkg("throng/cmd/crowd", "github.com/go-gl/glfw/v3.3/glfw")}, "only throng/cmd/crowdview may"},
		{"no cgo", wrongCgo, []housePackage{shim, pkg("throng/vk", shim.ImportPath), pkg("throng/ecs", "net"), {ImportPath: "net", Standard: true, CgoFiles: []string{"cgo.go"}}}, ""},
		{"cgo below", wrongCgo, []housePackage{{ImportPath: "a.b/c", CgoFiles: []string{"c.go"}}, pkg("throng/ecs", "a.b/c")}, "throng/ecs must be pure Go"},
		{"cgo elsewhere", wrongCgo, []housePackage{{ImportPath: "throng/engine", CgoFiles: []string{"c.go"}}}, "throng/engine uses cgo"},
	}
	for _, c := range cases {
		faults := c.check(c.pkgs)
		if c.want == "" && len(faults) > 0 {
			t.Errorf("%s: innocent packages give %q", c.name, faults)
		}
		if c.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.want)) {
			t.Errorf("%s: faults are %q, want one with %q", c.name, faults, c.want)
		}
	}
}
