package programs

import "slices"

// Witnessed reports whether the places of a class tell which of its steps the witness of another
// step does not prove legal.
func (c *Class) Witnessed(a *Apply) bool {
	return slices.ContainsFunc(c.Roles,
		func(r siteSource) bool { return r.Role == a.Witness.role && r.Anchor < 0 && r.Off == 0 })
}
