package terms

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A builtIn is a name that the language defines.
type builtIn struct {
	bare  bool   // it takes no arguments; otherwise form shows them
	form  string // as written with arguments
	least int    // the least number of arguments
	most  int
	step  bool // it is a step, or makes one
	pure  bool // it may be used where only options are known
	check func(c *Checker, args []Value, span source.Span) Value
}

// builtIn checks the use of a built-in name.
func (c *Checker) builtIn(s *Scope, b *builtIn, e *syntax.Call, span source.Span) Value {
	name := e.Name.Text
	if name == "marked" {
		return c.words.marked(s, e, span)
	}
	if e.Parens && b.bare && b.most == 0 {
		c.arguments(s, e)
		help := "write `" + name + "`"
		if len(e.Args) == 1 && sets[name] {
			help = fmt.Sprintf("`%s` is a set: ask `%s in %s`", name,
				Plain(e.Args[0].Span(s.File), "x"), name)
		} else if len(e.Args) == 1 && b.step && name != "none" {
			if at := e.Args[0].Span(s.File).Text(); strings.Trim(at, "0123456789") != "" {
				help = fmt.Sprintf("a step follows its site: `%s.%s`", Plain(e.Args[0].Span(s.File), "p"),
					name)
			}
		}
		return c.Fail(code.Arguments, span, fmt.Sprintf("`%s` takes no arguments", name), "", help)
	}
	if n := len(e.Args); n < b.least || n > b.most {
		c.arguments(s, e)
		want, help := diag.Plural(b.least, "argument"), "write "+b.form
		if b.most > b.least {
			want = "at least " + want
		}
		if name == "count" || name == "the" {
			help += "; write several sites as one set in braces: `" + name + "({a1, b2})`"
		}
		return c.Fail(code.Arguments, span, fmt.Sprintf("`%s` takes %s, but here there %s", name, want,
			diag.PluralAre(n)), "", help)
	}
	if name == "pieces" {
		return c.Declared.pieces(s, e, span)
	}
	if name == "the" {
		return c.Values.only(s, c.Expr(s, e.Args[0]), span)
	}
	var args []Value
	for i, a := range e.Args {
		if v, ok := c.line(s, name, a); ok {
			args = append(args, v)
			continue
		}
		if name == "edge" {
			args = append(args, c.edgeOf(s, a))
			continue
		}
		if b.step || i == 2 && name == "distance" {
			args = append(args, c.Paths.steps(s, a))
			continue
		}
		args = append(args, c.Expr(s, a))
	}
	if name == "stuck" && !s.Stuck {
		return c.Fail(code.NoStuck, span, "`stuck` can only be asked in `end` and after `ensure`",
			"Whether there are any moves is not known until all of them have been found.", "")
	}
	v := b.check(c, args, span)
	if name == "stuck" {
		v.stuck = span
	}
	return v
}

// sets are the sets of sites that authors mistake for functions, as in `empty(p)`.
var sets = map[string]bool{"empty": true, "occupied": true, "mine": true, "theirs": true,
	"rim": true, "cells": true, "edges": true, "corners": true}

// line reports a site given to `rank` or `file`, which take the number of a row or a column; ok is
// false for any other argument.
func (c *Checker) line(s *Scope, name string, arg syntax.Expr) (v Value, ok bool) {
	number := map[string]string{"rank": "row", "file": "column"}[name]
	if number == "" {
		return Value{}, false
	}
	v = c.Expr(s, arg)
	if v.Expr.Type != ir.Sites {
		return v, true
	}
	site := Plain(v.Expr.Span, "x")
	return c.Values.WrongType(v, ir.Number,
		fmt.Sprintf("the %s of a site is %s(%s): say %s(%s) = 3 or "+
			"%s in %s(3)", number, number, site, number, site, site, name)), true
}

// NoStuck reports `stuck` where it is not allowed, even inside a definition.
func (d *declared) NoStuck(v Value) {
	if v.stuck.Valid() {
		d.Fail(code.NoStuck, v.stuck, "`stuck` can only be asked in `end` and after `ensure`",
			"Whether there are any moves is not known until all of them have been found.", "")
	}
}

// marked checks `marked("*")`.
func (c *words) marked(s *Scope, e *syntax.Call, span source.Span) Value {
	if len(e.Args) != 1 {
		return c.Values.badArity("marked", `"*"`, 1, len(e.Args), ir.Sites, span)
	}
	text, ok := e.Args[0].(*syntax.StrExpr)
	if !ok {
		return c.Fail(code.WrongType, e.Args[0].Span(s.File),
			"the argument of `marked` is a sign between quotes", "", `write marked("*")`)
	}
	at := text.Span(s.File)
	sign, _ := utf8.DecodeRuneInString(text.Text)
	if utf8.RuneCountInString(text.Text) != 1 {
		return c.Fail(code.NoSuchMark, at, fmt.Sprintf("a mark is one sign, not %q", text.Text), "", "")
	}
	if c.Facts.NoBoard {
		return Invalid(ir.Sites, span)
	}
	if len(c.Facts.SignKinds(sign)) > 0 {
		return c.Fail(code.NoSuchMark, at, fmt.Sprintf("`%c` is the sign of a piece, not a mark", sign),
			"", "use another sign for the mark")
	}
	set, ok := c.Game.Board.Marks[sign]
	if !ok {
		var signs []string
		for r := range c.Game.Board.Marks {
			if len(c.Facts.SignKinds(r)) == 0 {
				signs = append(signs, string(r))
			}
		}
		detail := "Only boards drawn as pictures have marks: hexrows and hexcolumns."
		if len(signs) > 0 {
			detail = "The marks of the picture are " + List(slices.Sorted(slices.Values(signs))) + "."
		}
		return c.Fail(code.NoSuchMark, at, fmt.Sprintf("the board has no mark `%c`", sign), detail, "")
	}
	return c.Consts.ConstSites(set, topology.Cells, span)
}

// builtIns holds the built-in names, except directions, which belong to the board.
var builtIns map[string]*builtIn

func init() {
	plane := func(name string, p topology.Plane) *builtIn {
		return &builtIn{bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			if !c.Facts.hasPlane(p) {
				return c.Facts.noSuchPlane(name, span)
			}
			return c.Consts.ConstSites(c.Game.Board.Planes(p), p, span)
		}}
	}
	// word declares a built-in without arguments that is one value, a set of it if spread is set
	word := func(op ir.Op, t ir.Type, spread bool) *builtIn {
		return &builtIn{bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			e := &ir.Expr{Op: op, Type: t, Span: span}
			if spread {
				e.Card = ir.Many
			}
			v := c.Consts.Node(e, nil)
			v.spread = spread
			return v
		}}
	}
	group := func(of func(b *topology.Board) topology.Steps) *builtIn {
		return &builtIn{bare: true, step: true,
			check: func(c *Checker, _ []Value, span source.Span) Value {
				return c.Consts.constSteps(of(c.Game.Board), span)
			}}
	}
	turned := func(form string, op ir.Op,
		turn func(*topology.Board, topology.Steps) topology.Steps) *builtIn {
		return &builtIn{form: form, least: 1, most: 1, step: true,
			check: func(c *Checker, args []Value, span source.Span) Value {
				d := args[0]
				v := c.Consts.Node(&ir.Expr{Op: op, Type: ir.Steps, Card: d.Expr.Card, Span: span}, args)
				if !v.Bad() && !v.constant() {
					v.dirs = turn(c.Game.Board, d.dirs)
				}
				return v
			}}
	}
	// of declares a built-in that maps sites or a number to sites or a number
	of := func(form string, op ir.Op, arg, result ir.Type) *builtIn {
		return &builtIn{form: form, least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				e := &ir.Expr{Op: op, Type: result, Card: ir.Many, Span: span}
				if result == ir.Sites {
					e.Planes = topology.Cells
				} else {
					e.Card = ir.One
				}
				return c.Consts.Node(e, []Value{c.Values.Want(args[0], arg)})
			}, pure: arg != ir.Sites && result != ir.Sites}
	}
	extreme := func(form string, op ir.Op) *builtIn {
		return &builtIn{form: form, least: 2, most: 100, pure: true,
			check: func(c *Checker, args []Value, span source.Span) Value {
				v := c.Values.Want(args[0], ir.Number)
				for _, a := range args[1:] {
					v = c.Consts.Node(&ir.Expr{Op: op, Type: ir.Number, Span: span},
						[]Value{v, c.Values.Want(a, ir.Number)})
				}
				return v
			}}
	}
	builtIns = map[string]*builtIn{
		"cells":       plane("cells", topology.Cells),
		"edges":       plane("edges", topology.Edges),
		"corners":     plane("corners", topology.Corners),
		"ply":         word(ir.Ply, ir.Number, false),
		"passes":      word(ir.Passes, ir.Number, false),
		"repetitions": word(ir.Repetitions, ir.Number, false),
		"seen":        word(ir.Seen, ir.Number, false),
		"stuck":       word(ir.Stuck, ir.Truth, false),
		"me":          word(ir.Me, ir.Players, false),
		"next":        word(ir.Next, ir.Players, false),
		"players":     word(ir.InGame, ir.Players, true),
		"orthogonal":  group(func(b *topology.Board) topology.Steps { return b.Orthogonal }),
		"diagonal":    group(func(b *topology.Board) topology.Steps { return b.Diagonal }),
		"around":      group(func(b *topology.Board) topology.Steps { return b.Around }),
		"adjacent":    group(func(b *topology.Board) topology.Steps { return b.Adjacent }),
		"axes":        group(func(b *topology.Board) topology.Steps { return b.Axes }),
		"back":        turned("back(d)", ir.BackOf, (*topology.Board).BackOf),
		"left":        turned("left(d)", ir.LeftOf, (*topology.Board).LeftOf),
		"right":       turned("right(d)", ir.RightOf, (*topology.Board).RightOf),
		"side":        turned("side(d)", ir.SideOf, (*topology.Board).SideOf),
		"column":      of("column(s)", ir.ColumnOf, ir.Sites, ir.Number),
		"row":         of("row(s)", ir.RowOf, ir.Sites, ir.Number),
		"file":        of("file(n)", ir.FileOf, ir.Number, ir.Sites),
		"rank":        of("rank(n)", ir.RankOf, ir.Number, ir.Sites),
		"abs":         of("abs(n)", ir.Abs, ir.Number, ir.Number),
		"odd":         of("odd(n)", ir.Odd, ir.Number, ir.Truth),
		"even":        of("even(n)", ir.Even, ir.Number, ir.Truth),
		"min":         extreme("min(a, b)", ir.Min2),
		"max":         extreme("max(a, b)", ir.Max2),
		"marked":      {form: `marked("*")`, least: 1, most: 1},
		"rim": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			b := c.Game.Board
			return c.Consts.ConstSites(b.Rim, topology.Cells, span)
		}},
		"empty": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			return c.Consts.Node(&ir.Expr{Op: ir.EmptyCells, Type: ir.Sites, Card: ir.Many,
				Planes: topology.Cells, Span: span}, nil)
		}},
		"occupied": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			return c.Consts.Node(&ir.Expr{Op: ir.Occupied, Type: ir.Sites, Card: ir.Many,
				Planes: c.Facts.kindPlanes(c.Facts.allKinds()), Span: span}, nil)
		}},
		"mine": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			return c.Values.Sites(c.Consts.Me(span))
		}},
		"theirs": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			others := c.Consts.Node(&ir.Expr{Op: ir.Minus, Type: ir.Players, Card: ir.Many, Span: span},
				[]Value{c.Consts.ConstPlayers(c.Facts.everyone(), span), c.Consts.Me(span)})
			return c.Values.Sites(others)
		}},
		"none": {bare: true, step: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			return c.Consts.noneOf(ir.Sites, span)
		}},
		"team": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			teamless(c, span)
			v := c.Consts.Node(&ir.Expr{Op: ir.Team, Type: ir.Players, Card: ir.Many, Span: span}, nil)
			v.spread = true
			return v
		}},
		"kinds": {bare: true, check: func(c *Checker, _ []Value, span source.Span) Value {
			v := c.Consts.ConstKinds(c.Facts.allKinds(), span)
			v.spread = true
			return v
		}},
		"height": {form: "height(S)", least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				on := c.Values.Sites(args[0])
				if !c.Facts.NeedTowers("height", span) {
					return Invalid(ir.Number, span)
				}
				return c.Consts.Node(&ir.Expr{Op: ir.Height, Type: ir.Number, Span: span}, []Value{on})
			}},
		"holding": {form: "holding(D)", least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				return c.holding(args, span)
			}},
		"pieces": {form: "pieces(D, S)", least: 1, most: 2},
		"the":    {form: "the(S)", least: 1, most: 1},
		"owner": {form: "owner(s)", least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				s := c.Values.Sites(args[0])
				card := ir.Many
				if s.single() {
					card = ir.AtMostOne
				}
				return c.Consts.Node(&ir.Expr{Op: ir.OwnerOf, Type: ir.Players, Card: card, Span: span},
					[]Value{s})
			}},
		"kind": {form: "kind(s)", least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				return c.Consts.kindOf(c.Values.Sites(args[0]), span)
			}},
		"edge": {form: "edge(d)", least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				return c.Consts.Node(&ir.Expr{Op: ir.EdgeOf, Type: ir.Sites, Card: ir.Many,
					Planes: topology.Cells, Span: span}, args)
			}},
		"count": {form: "count(S)", least: 1, most: 1,
			check: func(c *Checker, args []Value, span source.Span) Value {
				if all := args[0].Expr.Span.Text(); all == "players" || all == "kinds" {
					return c.Fail(code.PiecesMeant, span,
						fmt.Sprintf("does this count the %s or the pieces?", all), "",
						fmt.Sprintf("say `sum x in %s: 1` for the %s, `count(occupied)` for the "+
							"pieces",
							all, all))
				}
				return c.Consts.Node(&ir.Expr{Op: ir.Count, Type: ir.Number, Span: span},
					[]Value{c.Values.members(args[0], "count")})
			}},
		"distance": {form: "distance(A, B, D)", least: 3, most: 3,
			check: func(c *Checker, args []Value, span source.Span) Value {
				a, b, d := c.Values.Sites(args[0]), c.Values.Sites(args[1]), args[2]
				var more []Value
				if !d.Bad() && c.Paths.blocked(d.dirs) {
					more = append(more, Value{Expr: &ir.Expr{Op: ir.Occupied}, Reads: Reads{position: true}})
				}
				return c.Consts.Node(&ir.Expr{Op: ir.Distance, Type: ir.Number, Span: span}, []Value{a, b, d},
					more...)
			}},
	}
}
