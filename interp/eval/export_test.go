package eval

// SetMost bounds the work that a question may take, and makes the machine count it.
func (m *Machine) SetMost(work int64) {
	m.allow()
	m.most, m.mostAhead = work, 0
}

// Tried returns how many steps were taken for the last question, and how many were tried to compare
// turns.
func (m *Machine) Tried() (taken, compared int64) { return m.taken, m.tried }
