package repl

import (
	"context"
	"errors"
	"fmt"

	"boardgame/dsl/lists"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/repl/config"
	"boardgame/repl/saves"
	"boardgame/repl/table"
)

// keep saves the game. If that fails it says so, and the game continues in memory: a full disk must
// not end it.
func (k *host) keep() error {
	t := k.view.table
	if k.saves.Dir == "" || t.Slot == nil && t.Untouched() {
		return nil // nobody would miss a game with nothing but rolls
	}
	err := func() error {
		if t.Slot == nil {
			sl, err := k.saves.Claim(t.Name)
			if err != nil {
				return err
			}
			t.Slot = sl
		}
		r := t.Record()
		if !k.paper.Options.Live {
			// the next player is not offered the game of a script
			r.Tags = append(r.Tags, saves.DeclinedTag)
		}
		return record.Save(t.Slot.File, r)
	}()
	if err != nil && !k.unsaved {
		k.paper.Say("%s", k.paper.Paint("yellow", "The game cannot be saved: "+err.Error()))
		k.paper.Para("", "It continues in memory. Every move tries again, and `save FILE` saves it "+
			"elsewhere.")
	}
	if err == nil && k.unsaved {
		k.paper.Say("The game is saved again.")
	}
	k.unsaved = err != nil
	return nil
}

// restore makes a table from a record. With anyway, it accepts rules that have changed since, as
// long as the moves are legal.
func (k *host) restore(r *record.Game, anyway bool) (*table.Table, error) {
	options := map[string]string{}
	preset := ""
	for _, o := range r.Options {
		options[o.Name] = o.Value
	}
	for _, tag := range r.Tags {
		if tag.Name == table.PresetTag {
			preset = tag.Value
		}
	}
	t, err := table.New(r.Ruleset, preset, options, nil, k.seed())
	if err != nil && preset != "" {
		// the preset is gone; the options say it all
		t, err = table.New(r.Ruleset, "", options, nil, k.seed())
	}
	if err != nil {
		return nil, r.Place(err)
	}
	copy := *r
	if anyway {
		copy.Hash = ""
	}
	played, err := course.Open(context.Background(), t.Sheet.Speech.Game, &copy, k.paper.Options.Now)
	if err != nil {
		if _, ok := errors.AsType[*record.OtherRulesError](err); ok {
			return nil, fmt.Errorf("%w.\nAdd `anyway` to load it with the rules as they are now",
				err)
		}
		return nil, err
	}
	for _, sitter := range r.Seats {
		if i, err := t.Player(sitter.Name); err == nil {
			if err := t.Sit(i, sitter.Value); err != nil {
				t.Seats[i] = table.Seat{} // the name of a person, or a bot that no longer exists
			}
		}
	}
	t.Begin(played)
	t.Told = t.Sheet.Over()
	return t, nil
}

// seed returns a seed for the next table; the first one is the session's own.
func (k *host) seed() uint64 {
	seed := k.paper.Options.Seed + k.tables*0x9E3779B97F4A7C15
	k.tables++
	return seed
}

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
