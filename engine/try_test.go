package engine

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	for _, ex := range strings.Fields(os.Getenv("EX")) {
		e, err := New(Options{Executor: ex, Validation: os.Getenv("THRONG_VALIDATION") != ""})
		if err != nil {
			t.Fatal(err)
		}
		name := os.Getenv("TRY")
		sc, scene, err := Open("builtin:" + name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := e.Load(sc, scene); err != nil {
			t.Fatal(err)
		}
		fmt.Println(ex, "load", time.Since(start), "bake ms", e.bakeMS, e.frame.Width, e.frame.Height, e.frame.Layers, "pages", e.frame.Pages, "colours", e.frame.Colours, "rows", e.frame.Rows, "pieces", e.frame.Pieces, "segs", e.frame.Segments)
		r, err := e.Report()
		if err != nil {
			t.Fatal(err)
		}
		r.Memory = nil
		fmt.Printf("%+v\n", r)
		n := 200
		start = time.Now()
		for i := 0; i < n; i++ {
			if err := e.Step(0.05); err != nil {
				t.Fatal(err)
			}
		}
		e.Wait()
		fmt.Println(time.Since(start)/time.Duration(n), fmt.Sprintf("%+v", e.Stats()))
		for _, x := range e.Timings(false) {
			fmt.Println("   ", x.Pass, x.Median, x.P95)
		}
		h, _ := e.Hash()
		fmt.Println(h)
		for i, m := range e.Messages() {
			if i < 5 {
				fmt.Println(m)
			}
		}
		fmt.Println(e.Close())
	}
}
