package main

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp/convert"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

type convertCmd struct {
	rulesArg
	positionFlag
	File string `arg:"" optional:"" default:"-"`
	To   string `enum:"moves,record,pgn,san,sgf,uci,fen,position" default:"moves"`
}

func (*convertCmd) Help() string {
	return `Reads games in one form and writes them in another: the moves of the notation, a saved
game, a PGN, the moves alone in SAN or UCI, or the position at the end as FEN or as a position text.
PGN, SAN and UCI are for games whose ruleset describes them, such as chess; SGF is for games such as
Hex. The size of the board comes from the SGF; what you set with -o wins. FEN is for chess and all
other games on squares, with fields of their own after the rows.

A file may hold any number of games, each of at most 1 MB: those of a PGN or SGF, or saved games one
after the other. A game with a mistake is named on the standard error, with its line and the move
that is wrong. It is left out, the others are converted, and the exit status is 1.

Results, tags, comments, signs of judgment and variations are kept from a PGN or an SGF to a saved
game and back. What a form has no place for is counted on the standard error.

Examples:

    echo "e2-e4 e7-e5 g1-f3" | boardgame convert chess --to pgn
    echo "1. e4 e5 2. Nf3 Nc6" | boardgame convert chess --to fen
    boardgame convert chess games.pgn --to record
    boardgame convert hex game.sgf --to record

Flags:

FILE A saved game, a PGN, an SGF, or moves separated by blanks. Without one, or with -, the
    standard input.
--to What to write: ${enum}. The last two write the position at the end.`
}

func (c *convertCmd) Run(a *app) error {
	in, name, err := a.open(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	v := &convert.Converter{Name: name, To: c.To,
		Find: func() (*ruleset.Ruleset, error) {
			rs, _, err := c.find()
			return rs, err
		},
		Load: func(options []string) (*loaded, error) { return c.loadWith(a, options) },
	}
	if c.Position != "" {
		v.Start = c.start
	}
	games, failed, cut := 0, 0, 0
	err = v.Run(a.ctx, in, func(p *convert.Played, text []byte, wrong *wire.GameError) error {
		games++
		if after := p.Cut(); after > 0 {
			if cut++; wrong == nil && cut <= maxShown {
				a.warn("%s: game %d ends by the rules after move %d (%s); %s after that left out", name,
					games, len(p.Steps), p.Game.ResultText(p.Last.Result()), diag.Amount(after, "move"))
			}
		}
		if wrong == nil {
			if games > 1 && (c.To == "pgn" || c.To == "record") {
				fmt.Fprintln(a.out)
			}
			if _, err := a.out.Write(text); err != nil {
				return err
			}
		} else if failed++; failed <= maxShown {
			where := name
			if wrong.Line > 0 {
				where += fmt.Sprintf(":%d", wrong.Line)
			}
			a.warn("%s: %s", where, wrong)
		}
		a.keeps(diag.Amount(games-failed, "game") + " of " + name + " above")
		return nil
	})
	if err != nil {
		return err
	}
	if len(v.Left) > 0 && c.To != "fen" && c.To != "position" {
		a.warn("%s: left out with --to %s: %s", name, c.To, v.Left)
	}
	if cut > maxShown {
		a.warn("%s: %d games end by the rules before their last moves", name, cut)
	}
	if failed > 0 && games > 1 {
		a.warn("%s: %d of %d games were not converted", name, failed, games)
	}
	return failure(failed > 0)
}

// loadWith loads the game with the options that a file says; those of the command line win.
func (r rulesArg) loadWith(a *app, options []string) (*loaded, error) {
	set, err := setOptions(r.Option)
	if err != nil {
		return nil, err
	}
	r.Option = slices.Clone(r.Option)
	for _, o := range options {
		if name, _, _ := strings.Cut(o, "="); set[name] == "" {
			r.Option = append(r.Option, o)
		}
	}
	return r.load(a)
}
