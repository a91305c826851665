package scenes

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"throng/ecs"
)

// Everybody stands on the floor, apart from the others and outside his goal; all groups have their share, and the same seed gives
// the same crowd.
func TestCrowds(t *testing.T) {
	for _, name := range Crowds() {
		for _, n := range []int{16, 1000, 10007} {
			c, err := NewCrowd(name, n, 0, 1)
			if err != nil {
				t.Fatalf("%s of %d: %v", name, n, err)
			}
			if err := c.Scenario.Validate(); err != nil || len(c.People) != n {
				t.Errorf("%s: %d people, expected %d; %v", name, len(c.People), n, err)
			}
			if gap := nearest(c.People); gap < 2*crowdRadius {
				t.Errorf("%s of %d: two stand %.3f m apart", name, n, gap)
			}
			least, most := n, 0
			for g := range c.Scenario.Groups {
				count := 0
				for _, p := range c.People {
					if p.Group == g {
						count++
					}
				}
				least, most = min(least, count), max(most, count)
			}
			if goals := len(c.Scene.Goals()); goals != len(c.Scenario.Groups) || n >= 1000 && least == 0 || n > 1000 && float64(most) > 1.1*float64(least) {
				t.Errorf("%s of %d: %d goals, groups of %d to %d people", name, n, goals, least, most)
			}
			for _, p := range c.People {
				for i := range 3 {
					if p.Position[i] < c.Scene.Min[i] || p.Position[i] > c.Scene.Max[i] {
						t.Fatalf("%s of %d: somebody stands at %v, outside the scene", name, n, p.Position)
					}
				}
			}
			again, err := NewCrowd(name, n, 0, 1)
			if err != nil || again.People[n-1] != c.People[n-1] {
				t.Errorf("%s of %d: the same seed gives another crowd; %v", name, n, err)
			}
		}
	}
}

// nearest is the least distance of two people of a crowd [m], by squares of a metre.
func nearest(people []Person) float64 {
	squares := map[[2]int][]int{}
	least := math.Inf(1)
	for i, p := range people {
		x, z := int(math.Floor(p.Position[0])), int(math.Floor(p.Position[2]))
		for dx := -1; dx <= 1; dx++ {
			for dz := -1; dz <= 1; dz++ {
				for _, j := range squares[[2]int{x + dx, z + dz}] {
					q := people[j].Position
					least = min(least, math.Hypot(p.Position[0]-q[0], p.Position[2]-q[2]))
				}
			}
		}
		squares[[2]int{x, z}] = append(squares[[2]int{x, z}], i)
	}
	return least
}

// The goal of a sector lies opposite to it, on the rim.
func TestCircleGoals(t *testing.T) {
	c, err := NewCrowd("circle", 10000, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.People {
		for i := range c.Scene.Entities {
			e := &c.Scene.Entities[i]
			if e.Role != ecs.RoleGoal || e.Goal != p.Group {
				continue
			}
			at := c.Scene.Of(e)[0][0]
			radius, cos := math.Hypot(at[0], at[2]), 0.0
			if r := math.Hypot(p.Position[0], p.Position[2]); r > 0 {
				cos = (at[0]*p.Position[0] + at[2]*p.Position[2]) / (r * radius)
			}
			if own := math.Hypot(p.Position[0], p.Position[2]); own > 3 && cos > -0.9 || math.Abs(radius-58.4) > 1.5 {
				t.Fatalf("somebody at %v has a goal at %v", p.Position, at)
			}
		}
	}
}

func TestCrowdErrors(t *testing.T) {
	if _, err := NewCrowd("ring", 100, 0, 1); !errors.Is(err, ErrUnknown) {
		t.Errorf("an unknown crowd gives %v", err)
	}
	for _, n := range []int{15, ecs.MaxAgents + 1} {
		if _, err := NewCrowd("circle", n, 0, 1); !errors.Is(err, ecs.ErrInput) {
			t.Errorf("%d people give %v", n, err)
		}
	}
	if _, err := Seat(Rect{0, 0, 2, 2}, 30, 0.5, 0, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, ecs.ErrInput) {
		t.Errorf("too many people give %v", err)
	}
}

// Walls stand around rooms and not between those that meet.
func TestLayout(t *testing.T) {
	l := Layout{Name: "two rooms", Rooms: []Rect{{0, 0, 4, 4}, {4, 1, 6, 3}}, Goals: [][]Rect{{{5, 1, 6, 3}}}}
	s, err := l.Scene()
	if err != nil {
		t.Fatal(err)
	}
	if want := [3]float64{6.25, 2.5, 4.25}; s.Max != want || s.Min[0] != -0.25 || s.Min[2] != -0.25 {
		t.Errorf("the box goes from %v to %v, expected to %v", s.Min, s.Max, want)
	}
	for i := range s.Entities {
		e := &s.Entities[i]
		if e.Role != ecs.RoleObstacle {
			continue
		}
		for _, tri := range s.Of(e) {
			x, z := (tri[0][0]+tri[1][0]+tri[2][0])/3, (tri[0][2]+tri[1][2]+tri[2][2])/3
			if x > 0.01 && x < 5.99 && z > 1.01 && z < 2.99 {
				t.Errorf("a wall stands at (%.2f, %.2f), inside the rooms", x, z)
			}
		}
	}
}
