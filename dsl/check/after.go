package check

import (
	"fmt"
	"slices"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// everyMove is the name that stands for all moves that players choose, unless a move has that name.
const everyMove = "any"

// An after is an `after` of the rules: effects that are added to those of some moves.
type after struct {
	node  *syntax.After
	file  *source.File
	moves []*terms.Move // nil for every move that a player chooses
}

// collectAfters finds the moves that each `after` names.
func (mr *moveReader) collectAfters() {
	for _, d := range mr.fx.Live {
		n, ok := d.Node.(*syntax.After)
		if !ok {
			continue
		}
		a := &after{node: n, file: d.File}
		if len(n.Moves) == 1 && n.Moves[0].Text == everyMove && !mr.Names.IsMove(everyMove) {
			mr.afters = append(mr.afters, a)
			continue
		}
		for _, name := range n.Moves {
			span := name.Span(d.File)
			sym := mr.Names.OfGame.Entries[name.Text]
			switch {
			case sym == nil || sym.Sort != terms.MoveName:
				mr.noSuchAfter(name.Text, span)
				continue
			case slices.Contains(a.moves, sym.Move):
				mr.Fail(code.Duplicate, span, fmt.Sprintf("`%s` is named twice", name.Text), "",
					"name each move once")
				continue
			}
			mr.Names.NoteSymbol(sym, span)
			a.moves = append(a.moves, sym.Move)
		}
		if len(a.moves) > 0 {
			mr.afters = append(mr.afters, a)
		}
	}
}

// noSuchAfter reports a name after `after` that is not a move.
func (mr *moveReader) noSuchAfter(name string, span source.Span) {
	mr.Diags = slices.DeleteFunc(mr.Diags, func(d *diag.Diagnostic) bool {
		return d.Code == syntax.ReservedName && d.Span == span // this message is more specific
	})
	switch {
	case mr.Names.UnreadMove(name):
	case name == everyMove:
		mr.Fail(code.NoSuchMove, span, "`any` must be alone after `after`",
			"It means every move that a player chooses.", "")
	case name == "pass" || name == "done":
		mr.Fail(code.NoSuchMove, span,
			fmt.Sprintf("`%s` is not a move of the rules, so nothing can follow it", name), "",
			"declare a move that does nothing and let the turn offer it")
	default:
		names := lists.Map(mr.moves, func(m *terms.Move) string { return m.Out.Name })
		var related []diag.Related
		if sym := mr.Names.OfGame.Entries[name]; sym != nil {
			related = append(related,
				diag.Related{Span: sym.Span, Message: fmt.Sprintf("`%s` is %s", name, sym.Sort)})
		}
		mr.Fail(code.NoSuchMove, span, fmt.Sprintf("there is no move `%s`", name), "",
			terms.DidYouMean(name, names), related...)
	}
}

// effects checks the effects as part of the move m, to which they are added and whose names they
// may use.
func (a *after) effects(mr *moveReader, m *terms.Move) []*ir.Effect {
	if a.moves == nil && m.Node.Chance || a.moves != nil && !slices.Contains(a.moves, m) {
		return nil
	}
	effects := a.node.Effects
	mr.added += effects[len(effects)-1].Span(a.file).Hi - effects[0].Span(a.file).Lo
	if mr.added > merge.MaxAdded {
		mr.Exceeds(a.node.Span(a.file), merge.MaxAdded, "bytes of effects that `after` adds to moves",
			"name fewer moves, or put the effects into a separate move that follows")
		return nil
	}
	s := m.Scope.Inner()
	s.File = a.file
	var out []*ir.Effect
	for _, e := range effects {
		if done := mr.fx.effect(s, e); done != nil {
			out = append(out, done)
		}
	}
	return out
}
