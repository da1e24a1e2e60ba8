package eval

// SetMost bounds the work that a question may take.
func (m *Machine) SetMost(work int64) { m.most = work }

// Tried returns how many steps were tried for the last question, and how many taken.
func (m *Machine) Tried() (taken, tried int64) { return m.taken, m.tried }
