package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// everyMove is the name that stands for all moves that players choose, unless a move has that name.
const everyMove = "any"

// An after is an `after` of the rules: effects that are added to those of some moves.
type after struct {
	node  *syntax.After
	file  *source.File
	moves []*move // nil for every move that a player chooses
}

// namesOf joins the names of moves into a key that does not depend on their order.
func namesOf(moves []syntax.Name) string {
	var names []string
	for _, m := range moves {
		names = append(names, m.Text)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// collectAfters finds the moves that each `after` names.
func (mr *moveReader) collectAfters() {
	for _, d := range mr.live {
		n, ok := d.node.(*syntax.After)
		if !ok {
			continue
		}
		a := &after{node: n, file: d.file}
		if len(n.Moves) == 1 && n.Moves[0].Text == everyMove && !mr.isMove(everyMove) {
			mr.afters = append(mr.afters, a)
			continue
		}
		for _, name := range n.Moves {
			span := name.Span(d.file)
			sym := mr.names.symbols[name.Text]
			switch {
			case sym == nil || sym.sort != moveName:
				mr.noSuchAfter(name.Text, span)
				continue
			case slices.Contains(a.moves, sym.move):
				mr.fail(Duplicate, span, fmt.Sprintf("`%s` is named twice", name.Text), "",
					"name each move once")
				continue
			}
			mr.noteSymbol(sym, span)
			a.moves = append(a.moves, sym.move)
		}
		if len(a.moves) > 0 {
			mr.afters = append(mr.afters, a)
		}
	}
}

// isMove reports whether a name is that of a move.
func (t *nameTable) isMove(name string) bool {
	sym := t.names.symbols[name]
	return sym != nil && sym.sort == moveName
}

// noSuchAfter reports a name after `after` that is not a move.
func (mr *moveReader) noSuchAfter(name string, span source.Span) {
	mr.diags = slices.DeleteFunc(mr.diags, func(d *diag.Diagnostic) bool {
		return d.Code == syntax.ReservedName && d.Span == span // this message is more specific
	})
	switch {
	case mr.unreadMove(name):
	case name == everyMove:
		mr.fail(NoSuchMove, span, "`any` must be alone after `after`",
			"It means every move that a player chooses.", "")
	case name == "pass" || name == "done":
		mr.fail(NoSuchMove, span,
			fmt.Sprintf("`%s` is not a move of the rules, so nothing can follow it", name), "",
			"declare a move that does nothing and let the turn offer it")
	default:
		var names []string
		for _, m := range mr.moves {
			names = append(names, m.out.Name)
		}
		var related []diag.Related
		if sym := mr.names.symbols[name]; sym != nil {
			related = append(related,
				diag.Related{Span: sym.span, Message: fmt.Sprintf("`%s` is %s", name, sym.sort)})
		}
		mr.fail(NoSuchMove, span, fmt.Sprintf("there is no move `%s`", name), "",
			didYouMean(name, names), related...)
	}
}

// effects checks the effects as part of the move m, to which they are added and whose names they
// may use.
func (a *after) effects(mr *moveReader, m *move) []*ir.Effect {
	if a.moves == nil && m.node.Chance || a.moves != nil && !slices.Contains(a.moves, m) {
		return nil
	}
	effects := a.node.Effects
	mr.added += effects[len(effects)-1].Span(a.file).Hi - effects[0].Span(a.file).Lo
	if mr.added > maxAdded {
		mr.exceeds(a.node.Span(a.file), maxAdded, "bytes of effects that `after` adds to moves",
			"name fewer moves, or put the effects into a separate move that follows")
		return nil
	}
	s := m.scope.inner()
	s.file = a.file
	var out []*ir.Effect
	for _, e := range effects {
		if done := mr.effect(s, e); done != nil {
			out = append(out, done)
		}
	}
	return out
}
