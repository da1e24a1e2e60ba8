package check

import (
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
)

func (eq *equipment) declareRegions() {
	for _, d := range eq.Live {
		if n, ok := d.Node.(*syntax.Region); ok {
			if sym := eq.Names.OfGame.Entries[n.Name.Text]; sym != nil && sym.Sort == terms.RegionName &&
				sym.Reg.Node == n {
				eq.C.Declared.CheckRegion(sym.Reg)
				if len(sym.Reg.Sets) > 0 {
					eq.Game.Regions = append(eq.Game.Regions,
						ir.Region{Name: n.Name.Text, Sets: sym.Reg.Sets, PerPlayer: sym.Reg.Own})
				}
			}
		}
	}
}
