package move

import (
	"math"
	"testing"

	"throng/passes"
	"throng/passes/passestest"
)

// led is a floor of 4 × 4 m with a wall across the middle that leaves a gap at its end, and one agent at (1, 1).
func led() *passestest.World {
	w := passestest.New(16, 16, 0)
	w.Groups([]passes.Class{class0}, []passes.Group{{}})
	w.Wall(0, 2, 0, 2, 3)
	w.Bake()
	w.Crowd(2)
	w.Step().Dt = 0.5
	give(w, spawnAt(w, 0, 1, 1))
	return w
}

// leadTo gives a target in a step.
func leadTo(w *passestest.World, x, z float32) vec {
	m := passes.Command{Kind: passes.CommandSet, Slot: 0, ID: 100, Fields: passes.SetTarget, Target: [2]float32{x, z}}
	copy(passes.As[passes.Command](w.B, "commands"), []passes.Command{m})
	w.Step().Commands = 1
	w.Run(Commands{}, Lead{})
	w.Step().Commands = 0
	return w.B.Vec2("agentPosition")[0]
}

func TestLeadGoesThere(t *testing.T) {
	w := led()
	if p := leadTo(w, 1.6, 2.3); length(sub(p, vec{1.6, 2.3})) > there {
		t.Errorf("the agent is at %v", p)
	}
	if v := w.B.Vec2("agentVelocity")[0]; length(sub(v, vec{1.2, 2.6})) > 1e-4 {
		t.Errorf("0.6 m and 1.3 m in half a second make velocity %v", v)
	}
	if c := w.B.U32("agentCell")[0]; c != w.At(1.6, 2.3, 0) {
		t.Errorf("the agent's cell is %d", c)
	}
	if d := w.B.Vec4("agentBody")[0][3]; math.Abs(float64(d)-math.Hypot(0.6, 1.3)) > 1e-4 {
		t.Errorf("it counts %g m", d)
	}
}

// A wall in the way holds the agent off by its radius; the gap beside it lets it pass.
func TestLeadIsHeldByWalls(t *testing.T) {
	w := led()
	if p := leadTo(w, 3, 1); math.Abs(float64(p[0])-1.8) > 2e-4 {
		t.Errorf("led into the wall the agent is at %v, expected before x = 1.8", p)
	}
	leadTo(w, 1.8, 3.5)
	if p := leadTo(w, 3, 3.5); length(sub(p, vec{3, 3.5})) > there {
		t.Errorf("led through the gap the agent is at %v", p)
	}
	if p := leadTo(w, 99, 3.5); p[0] < 3.5 || p[0] > 3.8+2e-4 {
		t.Errorf("led off the floor the agent is at %v", p)
	}
}

// What names somebody else, or gives no target, leads nobody.
func TestLeadPassesOver(t *testing.T) {
	w := led()
	for name, m := range map[string]passes.Command{
		"another's identity": {Kind: passes.CommandSet, ID: 99, Fields: passes.SetTarget},
		"no target":          {Kind: passes.CommandSet, ID: 100},
		"a removal":          {Kind: passes.CommandRest, ID: 100, Fields: passes.SetTarget},
		"a free slot":        {Kind: passes.CommandSet, Slot: 1, Fields: passes.SetTarget},
		"no slot":            {Kind: passes.CommandSet, Slot: 1 << 30, ID: 100, Fields: passes.SetTarget},
	} {
		copy(passes.As[passes.Command](w.B, "commands"), []passes.Command{m})
		w.Step().Commands = 1
		w.Run(Lead{})
		if p := w.B.Vec2("agentPosition"); p[0] != (vec{1, 1}) || p[1] != (vec{}) {
			t.Errorf("%s: the agents are at %v", name, p)
		}
	}
}

// A spawn that is to go again leaves nothing but its count.
func TestSpawnAndGo(t *testing.T) {
	w := led()
	m := spawnAt(w, 1, 1, 1)
	m.Fields = passes.SetGone
	give(w, m)
	if s := w.B.U32("agentState")[1]; s != passes.StateFree {
		t.Errorf("state %d", s)
	}
	if e, tally := w.B.U32("events")[0], w.Tally(); e != 2 || tally.Spawned != 2 || tally.Removed != 1 || tally.Lost != 0 {
		t.Errorf("events %b, tally %+v", e, *tally)
	}
}

// The gathering tells of those that are there, and only of them.
func TestWatchGathers(t *testing.T) {
	w := led()
	w.Frame.Watched = 8
	w.B.Alloc(w.Frame, "watch", "watched")
	copy(passes.As[[2]uint32](w.B, "watch"), [][2]uint32{{1, 0}, {0, 100}, {0, 99}, {77, 100}})
	w.Step().Watched = 4
	w.Run(Watch{})
	got := passes.As[passes.Watched](w.B, "watched")
	want := passes.Watched{Slot: 0, ID: 100, State: passes.StateWalking, Cell: w.At(1, 1, 0), Position: vec{1, 1}, Radius: 0.2, Speed: pace}
	if got[1] != want {
		t.Errorf("gathered %+v, want %+v", got[1], want)
	}
	for _, k := range []int{0, 2, 3, 4} {
		if got[k].State != passes.StateFree {
			t.Errorf("record %d tells of somebody: %+v", k, got[k])
		}
	}
}
