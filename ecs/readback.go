package ecs

// Columns are what the engine read back of the agents, indexed by slot. A nil
// column changes nothing. Slots beyond the end of a column keep what they have.
type Columns struct {
	// Generation of each slot when the columns were made. Where it is not the
	// world's the slot has another agent by now, and is passed over. Without
	// this column every slot is taken at its word.
	Generation []uint32
	Position   [][3]float64 // world metres
	Velocity   [][3]float64 // m/s
	State      []State
}

// Apply copies columns into the agents' Position, Velocity and State. It is
// optional, and may be late: agents spawned since keep the values they have.
func (w *World) Apply(cols Columns) {
	query := w.moving.Query(w.arche)
	for query.Next() {
		agent, pos, vel, state := query.Get()
		i := int(agent.Slot)
		if cols.Generation != nil && (i >= len(cols.Generation) || cols.Generation[i] != agent.Generation) {
			continue
		}
		if i < len(cols.Position) {
			p := &cols.Position[i]
			*pos = Position{p[0], p[1], p[2]}
		}
		if i < len(cols.Velocity) {
			v := &cols.Velocity[i]
			*vel = Velocity{v[0], v[1], v[2]}
		}
		if i < len(cols.State) {
			*state = cols.State[i]
		}
	}
}
