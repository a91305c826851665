package move

import (
	"math/rand/v2"
	"testing"
)

// Whoever keeps to his limits touches nobody who keeps to his, wherever both would walk, and who walks away from all is not held.
func TestLimitsKeepApart(t *testing.T) {
	const dt, radius, bodies = 0.05, 0.25, 40
	r := rand.New(rand.NewPCG(20, 17))
	for round := range 200 {
		at, v := make([]vec, 0, bodies), make([]vec, bodies)
		for tries := 0; tries < 1000 && len(at) < bodies; tries++ {
			p := vec{4 * r.Float32(), 4 * r.Float32()}
			free := true
			for _, q := range at {
				free = free && length(sub(p, q)) >= 2*radius+room
			}
			if free {
				at = append(at, p)
			}
		}
		for k := range at {
			v[k] = vec{4*r.Float32() - 2, 4*r.Float32() - 2}
		}
		next, slowed := make([]vec, len(at)), 0
		for k, p := range at {
			var all limits
			for m, q := range at {
				if to := sub(q, p); m != k {
					side := scale(to, 1/length(to))
					all = append(all, limit{side, reciprocal(v[k], v[m], side) * max(length(to)-2*radius-room, 0) / dt})
				}
			}
			wish := vec{20*r.Float32() - 10, 20*r.Float32() - 10}
			u := all.near(wish)
			if u != wish {
				slowed++
			}
			next[k] = add(p, scale(u, dt))
		}
		for k := range next {
			for m := range k {
				if gap := length(sub(next[k], next[m])) - 2*radius; gap < 0 {
					t.Fatalf("round %d: bodies %d and %d overlap by %g m", round, m, k, -gap)
				}
			}
		}
		if slowed == 0 {
			t.Fatalf("round %d: nobody of %d was limited", round, len(at))
		}
	}
	if all := (limits{{vec{1, 0}, 0.1}}); all.near(vec{-1, 1}) != (vec{-1, 1}) || all.near(vec{1, 1})[0] > 0.1+1e-6 {
		t.Errorf("a limit to the right lets %v and %v through", all.near(vec{-1, 1}), all.near(vec{1, 1}))
	}
}

// Patience wears while somebody is held up, and comes back half as fast.
func TestPatience(t *testing.T) {
	for _, c := range []struct{ held, lack, want float32 }{{1, 0.9, 1.5}, {1, 0.5, 0.75}, {0.1, 0, 0}, {tired - 0.25, 1, again}} {
		if got := wait(c.held, c.lack, 0.5); got != c.want {
			t.Errorf("half a second later with a lack of %g who waited %g s has waited %g s, expected %g", c.lack, c.held, got, c.want)
		}
	}
}

// Who walks into a corner of walls is held by them, who walks along or away is not.
func TestWalledIn(t *testing.T) {
	walls := []line{{vec{0, 1}, 0}, {vec{-1, 0}, 0}} // to the right and beyond
	for _, c := range []struct {
		want vec
		held bool
	}{{vec{1, 1}, true}, {vec{1, -0.2}, false}, {vec{-1, 1}, false}, {vec{1, 0.01}, true}, {vec{-1, -1}, false}} {
		if got := walledIn(walls, c.want, length(c.want)); got != c.held {
			t.Errorf("who would walk at %v is held: %t", c.want, got)
		}
	}
}

// Lines of two walls that meet in a corner are those of one point, but for rounding: he who stands at it walks past.
func TestCornerOfWallsIsOne(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for range 1000 {
		noise := func() float32 { return 2e-6 * (r.Float32() - 0.5) }
		h := halves{lines: []line{{vec{0, 1}, -0.01 + noise()}, {vec{noise(), 1}, -0.01 + noise()}}, radius: 1.4}
		if v := h.solve(vec{1, 1}); abs(v[0]-0.01) > 1e-4 || abs(v[1]-1) > 1e-3 {
			t.Fatalf("past a corner he walks at %v, expected [0.01 1]", v)
		}
	}
}

// Who is wedged between a wall and somebody who presses on still slides along both.
func TestWedgedSlides(t *testing.T) {
	h := halves{lines: []line{{vec{0, 1}, 0.04}, {vec{0, -1}, 0}}, bodies: 1, radius: 1.4} // not to the right of -0.04, not to the left of 0
	if v := h.solve(vec{-0.6, 1}); abs(v[0]) > 1e-3 || v[1] < 0.9 {
		t.Errorf("wedged he walks at %v, expected about [0 1]", v)
	}
}
