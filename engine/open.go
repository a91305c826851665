package engine

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"throng/ecs"
	"throng/engine/scenes"
)

// Open reads what a user names: a scenario file, a scene file (.glb or .gltf) or "builtin:NAME". The scenario comes back
// complete: with the scene's own groups and spawns where it names none. A scene file without any goal is opened for looking
// at its bake: with one group that has nobody in it and nowhere to go.
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
	if isScene(name) && len(scene.Goals()) == 0 {
		scene.Notes = append(scene.Notes, "no node has the role goal: the scene can be baked, but nobody can walk in it")
		scenario.Groups, scenario.Spawns = []ecs.Group{ecs.NewGroup("nobody", 0)}, []ecs.Spawn{}
		scenario.Time = cmp.Or(scenario.Time, ecs.DefaultTime)
		return scenario, scene, scenario.Validate()
	}
	if err := scenario.Complete(scene, defaults); err != nil {
		return nil, nil, err
	}
	return scenario, scene, nil
}

// isScene reports whether a name is that of a scene and not of a scenario.
func isScene(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return strings.HasPrefix(name, "builtin:") || ext == ".glb" || ext == ".gltf"
}

func openScenario(name string) (*ecs.Scenario, error) {
	if !isScene(name) {
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
