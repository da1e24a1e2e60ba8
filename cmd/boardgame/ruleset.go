package main

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// rulesArg is the argument of the verbs that need a game, with its options.
type rulesArg struct {
	Rules  string   `arg:"" help:"The name of a game or the path of a rules file; NAME:PRESET too."`
	Option []string `short:"o" sep:"none" placeholder:"NAME=VALUE" help:"${option}"`
}

type loaded = ruleset.Loaded

// load finds the game and checks it. If the error is errReported, the mistakes in the rules have
// already been reported.
func (r *rulesArg) load(a *app) (*loaded, error) {
	rs, options, err := r.find()
	if err != nil {
		return nil, err
	}
	rules, err := a.check(rs.File, options, ruleset.Library{})
	if err != nil {
		return nil, err
	}
	_, preset := ruleset.SplitPreset(r.Rules)
	g := interp.New(rules, rs.Info.AliasesOf(preset)...)
	return &loaded{Game: g, Ruleset: rs, Options: options}, nil
}

// named finds the game that an argument names. An unknown name is a mistake on the command line; a
// file that cannot be read is not.
func named(name string) (*ruleset.Ruleset, error) {
	rs, err := ruleset.Find(name)
	if unknown := (*ruleset.NotFoundError)(nil); errors.As(err, &unknown) {
		return nil, misuse(err)
	}
	return rs, err
}

// find finds the game and the options that the preset and -o set; -o wins over the preset.
func (r *rulesArg) find() (*ruleset.Ruleset, map[string]string, error) {
	name, presetName := ruleset.SplitPreset(r.Rules)
	rs, err := named(name)
	if err != nil {
		return nil, nil, err
	}
	options := map[string]string{}
	if presetName != "" {
		preset, err := rs.Preset(presetName)
		if err != nil {
			return nil, nil, misuse(err)
		}
		maps.Copy(options, preset.Options)
	}
	set, err := setOptions(r.Option)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(options, set)
	return rs, options, nil
}

// setOptions reads the values of -o.
func setOptions(given []string) (map[string]string, error) {
	options := map[string]string{}
	for _, o := range given {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, usagef("-o %s: expected NAME=VALUE, as in -o size=8", o)
		}
		options[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return options, nil
}

// check loads the rules of a file for one choice of options. It reports errors; warnings are for
// the verb check.
func (a *app) check(file *source.File, options map[string]string, from dsl.Library) (*ir.Game,
	error) {
	rules, list, err := dsl.LoadContext(a.ctx, file, options, from)
	if err != nil {
		return nil, err
	}
	if list.HasErrors() || rules == nil {
		if wrong := dsl.WrongChoice(list.Errors(), options); wrong != nil {
			return nil, &usageError{wrong}
		}
		a.report(list.Errors())
		return nil, errReported
	}
	return rules, nil
}

// isGame reports whether a word names a game, with or without a preset, or a rules file that is
// there.
func isGame(word string) bool {
	name, _ := ruleset.SplitPreset(word)
	_, err := ruleset.Find(name)
	return err == nil
}

// noPreset says that a word after the name of a game is not one of its presets, and which preset is
// closest; "" if none is close.
func noPreset(rules, word string) string {
	rs, err := ruleset.Find(rules)
	if err != nil {
		return ""
	}
	presets := lists.Map(rs.Info.Presets, func(p ruleset.Preset) string { return p.Name })
	near := diag.NearestName(word, presets)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("%s has no preset %s; did you mean %s?", rules, word, near)
}

// joinPresets turns `cage feup-a` into the single word `cage:feup-a`: a preset may follow its game
// as a separate word.
func joinPresets(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if i > 0 && i+1 < len(args) && (ruleset.Named(args[i]) || ruleset.Filed(args[i])) {
			if rs, err := ruleset.Find(args[i]); err == nil {
				if preset, err := rs.Preset(args[i+1]); err == nil {
					out = append(out, args[i]+":"+preset.Name)
					i++
					continue
				}
			}
		}
		out = append(out, args[i])
	}
	return out
}
