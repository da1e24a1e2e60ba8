package ruleset

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"boardgame/dsl/lists"
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
	Source   string // who published it; "" if a test does not say
	Where    string // file and row, or line
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
		row := Perft{p.Game, map[string]string{}, p.Position, p.Unit, p.Counts, p.Source,
			fmt.Sprintf("%s: row %d", name, i+1)}
		for option, v := range p.Options {
			value, ok := level.OptionText(v)
			if !ok {
				return nil, fmt.Errorf("%s: option %s should be a number, a word, true or false", row.Where,
					option)
			}
			row.Options[option] = value
		}
		switch p.Unit {
		case "turns", "steps", "actions":
		default:
			return nil, fmt.Errorf("%s: the unit is %q; it should be turns or steps", row.Where, p.Unit)
		}
		if len(p.Counts) == 0 || strings.TrimSpace(p.Source) == "" {
			return nil, fmt.Errorf("%s needs counts and their source", row.Where)
		}
		all = append(all, row)
	}
	return all, nil
}

// perftFile is the name of the file of figures beside rules.
const perftFile = "perft.toml"

// Perft returns the published figures in the file perft.toml beside the rules; none if there is no
// such file. Rules in one folder share it: rows that name another ruleset are left out.
func (r *Ruleset) Perft() ([]Perft, error) {
	if r.File == nil { // the zero value
		return nil, nil
	}
	if r.Builtin {
		name := path.Join(r.Name, perftFile)
		text, err := fs.ReadFile(rulesets.FS(), name)
		if err != nil {
			return nil, nil // no such file
		}
		return ReadPerft(name, string(text))
	}
	name := filepath.Join(filepath.Dir(r.File.Name), perftFile)
	text, err := readFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := ReadPerft(name, text)
	return lists.Filter(rows, func(row Perft) bool {
		return row.Game == "" || sameRules(row.Game, r.File.Name)
	}), err
}
