// Package measure tells how a crowd gets on, from where its people are at a series of looks: how often they collide, how deep
// they overlap, who is stuck and what way they walk; the flow through a line; and how ordered streams are.
//
// It reads positions alone and no field of the engine, so that a field does not vouch for itself. Units are metres and
// seconds; y is up and the plan is (x, z).
package measure

// Walker is somebody at a look.
type Walker struct {
	ID            uint64     // the same from look to look, nobody else's
	Group         int        //
	At            [3]float64 // [m]
	Velocity      [3]float64 // [m/s]
	Radius, Speed float64    // [m], preferred [m/s]
	Walked        float64    // way so far [m]
	Waiting       bool       // has not started: cannot be stuck
}
