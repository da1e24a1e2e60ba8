package repl

import (
	"boardgame/repl/config"
)

// remember keeps what a person chose for a ruleset, to be offered next time; the choices of scripts
// are not kept. If they cannot be saved, it says so once and continues.
func (k *keeper) remember(t *table) {
	k.Config.Game = t.name
	var seats []string
	for _, seat := range t.seats {
		seats = append(seats, seat.String())
	}
	k.Config.Last[t.name] = config.Last{Preset: t.Preset, Options: t.options, Seats: seats}
	if !k.Options.Live {
		return
	}
	if err := k.Config.Save(); err != nil && !k.warned {
		k.warned = true
		k.Say("%s", err)
	}
}
