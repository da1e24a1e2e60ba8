package repl

import (
	"boardgame/dsl/lists"
	"boardgame/repl/config"
	"boardgame/repl/table"
)

// remember keeps what a person chose for a ruleset, to be offered next time; the choices of scripts
// are not kept. If they cannot be saved, it says so once and continues.
func (k *host) remember(t *table.Table) {
	k.paper.Config.Game = t.Name
	seats := lists.Map(t.Seats, func(seat table.Seat) string { return seat.String() })
	k.paper.Config.Last[t.Name] = config.Last{Preset: t.Sheet.Speech.Preset,
		Options: t.Options, Seats: seats}
	if !k.paper.Options.Live {
		return
	}
	if err := k.paper.Config.Save(); err != nil && !k.warned {
		k.warned = true
		k.paper.Say("%s", err)
	}
}
