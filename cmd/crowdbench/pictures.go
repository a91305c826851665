package main

import (
	"path/filepath"

	"throng/cmd/internal/show"
	"throng/engine"
	"throng/engine/picture"
	"throng/engine/scenes"
)

const pictureWidth = 1500

// photograph draws the crowd of 2,000 in the maze as the measurement leaves it.
func (b *bench) photograph(row *fpsRow, e *engine.Engine) error {
	if b.dir == "" || row.Table != "fps-agents" || row.Agents != memoryAgents {
		return nil
	}
	return b.snap(e, "maze.png")
}

func (b *bench) snap(e *engine.Engine, file string) error {
	crowd, err := show.NewCrowd(e, pictureWidth)
	if err != nil {
		return err
	}
	img, err := crowd.Draw(e)
	if err != nil {
		return err
	}
	return picture.Save(filepath.Join(b.dir, file), img)
}

// pictures draws the villa's crowd after some seconds, storey by storey.
func (b *bench) pictures() error {
	if b.dir == "" {
		return nil
	}
	const seconds = 7
	sc := scenes.Defaults("villa")
	scene, err := scenes.Load("villa", 1)
	if err != nil {
		return err
	}
	e := b.gpu
	if err := e.Load(sc, scene); err != nil {
		return err
	}
	for e.Time() < seconds && b.ctx.Err() == nil {
		if err := e.Step(sc.DT); err != nil {
			return err
		}
	}
	return b.snap(e, "villa.png")
}
