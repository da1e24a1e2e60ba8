package eval

// SetPatience bounds how many steps are tried while looking ahead.
func (m *Machine) SetPatience(steps int) { m.patience = steps }

// Tried returns how many steps were tried in the last search.
func (m *Machine) Tried() int { return m.tried }
