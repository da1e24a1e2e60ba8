package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	picture "boardgame/repl/board"
	"boardgame/repl/speech"
)

type svgCmd struct {
	rulesArg
	startFlag
	Frames string `placeholder:"DIR" xor:"place"`
	Theme  string `default:"light" enum:"light,dark,print"`
	Out    string `placeholder:"FILE" xor:"place" help:"Write the picture into this file."`
	Bare   bool   `help:"Leave out the names of the sites and the players."`
	Flip   bool   `help:"Draw the board from the other side."`
}

func (*svgCmd) Help() string {
	return `Writes a picture of a position as SVG: the board as the [look] of the ruleset or its
rules make it, the pieces, the last move and, at the end, what won. Every part has a class, so that
the stylesheet of a page can recolor it; nothing in it refers to other files.

Examples:

    boardgame svg hex --after "f6 e5" > hex.svg
    boardgame svg chess --theme print --out chess.svg
    boardgame svg reversi --after "d3 c3 b3" --frames pictures

Flags:

--frames Write one picture per step of --after, and the first position, into this folder.
--theme The colors: light, dark, or print for paper.`
}

func (c *svgCmd) Run(a *app) error {
	g, p, steps, _, err := c.line(a, &c.rulesArg)
	if err != nil {
		return err
	}
	names := &speech.Speech{Ruleset: g.Ruleset, Game: g.Game}
	_, names.Preset = ruleset.SplitPreset(c.Rules)
	if err := names.Speak(speech.AutoCoordinates); err != nil {
		return err
	}
	look := names.Look()
	if err := look.Misfit(); err != nil {
		a.warn("%v", err)
	}
	frames := []string{c.draw(names, p, p, topology.Set{})}
	first := p
	var last topology.Set
	for i, m := range steps {
		next, err := g.Game.Play(p, m)
		if err != nil {
			return err
		}
		if i > 0 && p.Steps() == 0 {
			last = topology.Set{}
		}
		last = last.Or(look.Touched(m, next))
		p = next
		frames = append(frames, c.draw(names, first, p, last))
	}
	if last := frames[len(frames)-1]; c.Out != "" {
		return record.WriteFile(c.Out, []byte(last))
	} else if c.Frames == "" {
		fmt.Fprint(a.out, last)
		return nil
	}
	if err := os.MkdirAll(c.Frames, 0o777); err != nil {
		return err
	}
	for i, text := range frames {
		name := filepath.Join(c.Frames, fmt.Sprintf("%03d.svg", i))
		if err := record.WriteFile(name, []byte(text)); err != nil {
			return err
		}
		fmt.Fprintln(a.out, name)
	}
	return nil
}

// draw draws a position of a game that began at first.
func (c *svgCmd) draw(names *speech.Speech, first, p *interp.Position, last topology.Set) string {
	v := names.Look().View(p)
	names.Look().Hands(&v, first, p)
	names.Coordinates.Name(&v)
	v.Title, v.Labels, v.Strips, v.Flip = names.Rules().Title, !c.Bare, !c.Bare, c.Flip
	v.Last = last
	v.Theme = picture.Theme(slices.Index(picture.Themes, c.Theme))
	return picture.SVG(v)
}
