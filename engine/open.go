package engine

import (
	"fmt"
	"path/filepath"
	"strings"

	"throng/ecs"
	"throng/engine/scenes"
)

// Open reads what a user names: a scenario file, a scene file (.glb or .gltf) or "builtin:NAME". The scenario comes back
// complete: with the scene's own groups and spawns where it names none.
//
// Errors wrap [ecs.ErrInput] and name the file and the key or node at fault.
func Open(name string) (*ecs.Scenario, *ecs.Scene, error) {
	scenario, err := openScenario(name)
	if err != nil {
		return nil, nil, err
	}
	scene, defaults, err := openScene(scenario)
	if err != nil {
		return nil, nil, err
	}
	if err := scenario.Complete(scene, defaults); err != nil {
		return nil, nil, err
	}
	return scenario, scene, nil
}

func openScenario(name string) (*ecs.Scenario, error) {
	ext := strings.ToLower(filepath.Ext(name))
	if !strings.HasPrefix(name, "builtin:") && ext != ".glb" && ext != ".gltf" {
		return ecs.ReadScenario(name)
	}
	s := ecs.NewScenario()
	s.Name, s.Scene = name, name
	return s, nil
}

func openScene(s *ecs.Scenario) (*ecs.Scene, *ecs.Scenario, error) {
	if name, ok := s.Builtin(); ok {
		scene, err := scenes.Load(name, s.Scale)
		if err != nil {
			return nil, nil, fmt.Errorf("engine: scenario %q: scene: %w: %w", s.Name, err, ecs.ErrInput)
		}
		return scene, scenes.Defaults(name), nil
	}
	scene, err := ecs.ReadScene(s.ScenePath(), s.Scale)
	return scene, nil, err
}
