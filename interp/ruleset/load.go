package ruleset

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/interp"
)

// Loaded is the game of a ruleset with its options chosen.
type Loaded struct {
	Game    *interp.Game
	Ruleset *Ruleset
	Options map[string]string // those that were set, by a preset or by name
}

// SavedName returns the name that saved games give the rules, by which they can be found again.
func (g *Loaded) SavedName() string {
	if g.Ruleset.Builtin {
		return g.Ruleset.Name
	}
	return g.Ruleset.File.Name
}

// Load returns a game ready to be played: a built-in one by its name, with a preset as NAME:PRESET,
// or the game of a rules file by its path. Options are written NAME=VALUE, as in size=8, and
// override those of the preset.
//
// An unknown name gives a [*NotFoundError], mistakes in the rules a [boardgame/dsl/diag.List] that
// prints them.
func Load(name string, options ...string) (*interp.Game, error) {
	return LoadContext(context.Background(), name, options...)
}

// LoadContext is [Load] that ends within a fraction of a second after its context does, with the
// error of the context. Untrusted rules may take seconds to read.
func LoadContext(ctx context.Context, name string, options ...string) (*interp.Game, error) {
	name, preset := SplitPreset(name)
	rs, err := Find(name)
	if err != nil {
		return nil, err
	}
	chosen := map[string]string{}
	if preset != "" {
		p, err := rs.Preset(preset)
		if err != nil {
			return nil, err
		}
		maps.Copy(chosen, p.Options)
	}
	for _, o := range options {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("option %q: expected NAME=VALUE, such as size=8", o)
		}
		chosen[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	rules, problems, err := dsl.LoadContext(ctx, rs.File, chosen, Library{})
	if err != nil {
		return nil, err
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return interp.New(rules, rs.Info.AliasesOf(preset)...), nil
}

// Choice is a game with a choice of its options.
type Choice struct {
	Options map[string]string // what is not at its default
	Rules   *ir.Game
}

// Others returns the game with every other value of every option that is not fixed, one at a time,
// as [dsl.Others] does. When its context ends, it returns what it has so far.
func (r *Ruleset) Others(ctx context.Context, fixed map[string]string) (all []Choice) {
	if r.File == nil {
		return nil
	}
	// the error can only be the context's
	_ = dsl.Others(ctx, r.File, Library{}, fixed,
		func(options map[string]string, rules *ir.Game) { all = append(all, Choice{options, rules}) })
	return all
}

// SplitPreset splits NAME:PRESET and FILE:PRESET. Only names of games and rules files that are
// there are split, so a path such as C:\x.rules stays whole.
func SplitPreset(name string) (game, preset string) {
	at := strings.LastIndexByte(name, ':')
	if at < 0 || !Named(name[:at]) && (isFile(name) || !Filed(name[:at])) {
		return name, ""
	}
	return name[:at], name[at+1:]
}
