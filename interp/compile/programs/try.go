package programs

// Witnessed reports whether the places of a class tell which of its steps the witness of another
// step does not prove legal.
func (c *Class) Witnessed(a *Apply) bool {
	for _, r := range c.Roles {
		if r.Role == a.Witness.role && r.Anchor < 0 && r.Off == 0 {
			return true
		}
	}
	return false
}
