package repl

import (
	"errors"
	"fmt"
	"io"

	"boardgame/dsl/lists"
	"boardgame/interp/bot"
	"boardgame/interp/outside"
	"boardgame/repl/table"
)

// seatProgram gives a seat to a program, if that is what the name means.
func (k *host) seatProgram(t *table.Table, player int, name string) (done bool, err error) {
	if k.paper.Options.Program == nil || !outside.Is(name) {
		return false, nil
	}
	b, err := k.paper.Options.Program(t.Sheet.Speech.Game, t.Sheet.Speech.Ruleset, name)
	if err != nil {
		return true, err
	}
	if c, ok := b.(io.Closer); ok {
		k.programs = append(k.programs, c)
	}
	t.Seats[player] = table.Seat{Level: name, Bot: b, Program: true}
	return true, nil
}

// closePrograms stops the programs that the session has started.
func (k *host) closePrograms() error {
	all := lists.Map(k.programs, func(c io.Closer) error { return c.Close() })
	k.programs = nil
	return errors.Join(all...)
}

// forfeits ends the game if the bot to move lost it by its conduct, and reports whether it did.
func (k *host) forfeits(err error) (bool, error) {
	t := k.view.table
	var forfeit *bot.ForfeitError
	if !errors.As(err, &forfeit) {
		return false, nil
	}
	player := t.Sheet.Mover()
	// among three and more, the others would have to play on
	if err := t.Resign(player); err != nil {
		t.Halted = true
		return true, fmt.Errorf("%s cannot move: %s", t.Who(player), forfeit.Reason)
	}
	k.paper.Say("%s: %s.", t.Does(player, "forfeits"), forfeit.Reason)
	k.changed = true
	return true, k.keep()
}
