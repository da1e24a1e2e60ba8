package ruleset

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"boardgame/interp/level"
	"boardgame/rulesets"
)

// Perft is one row of published figures: how many sequences of exactly 1, 2, 3 … units there are.
type Perft struct {
	Game     string            // the ruleset; "" in a file of one ruleset
	Options  map[string]string // those that are not at their defaults
	Position string            // where the sequences begin; "": at the start
	Unit     string            // "turns" or "steps"; older files say "actions"
	Counts   []uint64
	Source   string // who published it
}

// ReadPerft reads a file of figures.
func ReadPerft(name, text string) ([]Perft, error) {
	var f struct {
		Perft []struct {
			Game, Position, Unit, Source string
			Options                      map[string]any
			Counts                       []uint64
		}
	}
	if err := decode(name, text, &f); err != nil {
		return nil, err
	}
	var all []Perft
	for i, p := range f.Perft {
		row := Perft{p.Game, map[string]string{}, p.Position, p.Unit, p.Counts, p.Source}
		for option, v := range p.Options {
			value, ok := level.OptionText(v)
			if !ok {
				return nil, fmt.Errorf("%s: row %d: option %s should be a number, a word, true or false", name,
					i+1, option)
			}
			row.Options[option] = value
		}
		switch p.Unit {
		case "turns", "steps", "actions":
		default:
			return nil, fmt.Errorf("%s: row %d: the unit is %q; it should be turns or steps", name,
				i+1, p.Unit)
		}
		if len(p.Counts) == 0 || strings.TrimSpace(p.Source) == "" {
			return nil, fmt.Errorf("%s: row %d needs counts and their source", name, i+1)
		}
		all = append(all, row)
	}
	return all, nil
}

// Perft returns the published figures of a built-in ruleset; none if nobody has published any, and
// for rules files.
func (r *Ruleset) Perft() ([]Perft, error) {
	if !r.Builtin {
		return nil, nil
	}
	text, err := fs.ReadFile(rulesets.FS(), path.Join(r.Name, "perft.toml"))
	if err != nil {
		return nil, nil // no such file
	}
	return ReadPerft(r.Name+"/perft.toml", string(text))
}
