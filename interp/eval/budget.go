package eval

import (
	"math"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// MostRounds is after how many members of quantifiers and binders and calls of definitions a machine gives up what it was asked. Every
// rules file terminates, but quantifiers inside one another can ask for more than anybody would wait for. The games that we know take
// some ten thousand of them for a step at most. A game in which a step takes more is drawn there.
const MostRounds = 1 << 24

// ReasonLong is the reason of that draw.
const ReasonLong = "the rules take longer to work out than anybody would wait"

// begin gives a new question all the time that there is.
func (m *Machine) begin() { m.rounds = MostRounds }

// giveUp ends the game if the question that led to the position has taken too long: what the position offers is not known.
func (m *Machine) giveUp(p *position.Position) bool {
	if m.rounds >= 0 {
		return false
	}
	p.Result, p.Legal, p.Aim = &position.Result{Draw: true, Reason: ReasonLong, Sentence: -1}, nil, nil
	return true
}

// round counts one member of a quantifier or one call, and reports whether there is time for it.
func (m *Machine) round() bool {
	m.rounds--
	return m.rounds >= 0
}

// Worst returns how many members of quantifiers and binders and calls it can take at most to read an expression of the game, or to find
// the steps of a move, as far as that can be told from the rules. A search ahead is not counted.
func Worst(g *ir.Game) int64 {
	w := worst{g: g, funcs: map[*ir.Func]int64{}}
	most := int64(0)
	g.Exprs(func(e *ir.Expr) { most = max(most, w.expr(e)) })
	for _, mv := range g.Moves {
		most = max(most, w.clauses(mv.Clauses))
		for _, e := range mv.Do {
			most = max(most, w.effect(e))
		}
	}
	return most
}

// worst adds up what expressions take at most. Numbers beyond all measure are beyond.
type worst struct {
	g     *ir.Game
	funcs map[*ir.Func]int64
}

const beyond = math.MaxInt32 * int64(math.MaxInt32)

func times(a, b int64) int64 {
	if a > 0 && b > beyond/a {
		return beyond
	}
	return a * b
}

func (w *worst) clauses(list []ir.Clause) int64 {
	total := int64(0)
	for i := len(list) - 1; i >= 0; i-- {
		c := &list[i]
		if c.Op == ir.BindClause {
			total = times(w.members(c.Value), total+1)
		}
		total = min(total+w.expr(c.Value), beyond)
	}
	return total
}

func (w *worst) effect(e *ir.Effect) int64 {
	if e.Body == nil {
		return 0 // its expressions have been looked at
	}
	inner := w.effect(e.Body)
	e.Body.Exprs(func(x *ir.Expr) { inner = min(inner+w.expr(x), beyond) })
	return times(w.members(e.A), inner+1)
}

func (w *worst) expr(e *ir.Expr) int64 {
	if e == nil {
		return 0
	}
	switch e.Op {
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		return min(w.expr(e.Args[0])+times(w.members(e.Args[0]), w.expr(e.Args[1])+1), beyond)
	}
	total := int64(0)
	for _, a := range e.Args {
		total = min(total+w.expr(a), beyond)
	}
	if e.Func != nil {
		total = min(total+1+w.function(e.Func), beyond)
	}
	if s := e.Step; s != nil {
		for _, part := range append([]*ir.Expr{s.By, s.Only, s.Lo, s.Hi}, s.FuncArgs...) {
			total = min(total+w.expr(part), beyond)
		}
		if s.Func != nil {
			total = min(total+times(int64(w.g.Board.Sites), 1+w.function(s.Func)), beyond)
		}
	}
	return total
}

func (w *worst) function(f *ir.Func) int64 {
	n, known := w.funcs[f]
	if !known {
		n = w.expr(f.Body)
		w.funcs[f] = n
	}
	return n
}

// members is how many members a domain has at most.
func (w *worst) members(domain *ir.Expr) int64 {
	switch {
	case domain.Op == ir.Range:
		lo, hi := domain.Args[0], domain.Args[1]
		if lo.Op == ir.ConstNumber && hi.Op == ir.ConstNumber {
			return min(max(hi.N-lo.N+1, 0), MaxRange)
		}
		return MaxRange
	case domain.Card != ir.Many:
		return 1
	case domain.Op == ir.ConstSites:
		return int64(domain.Sets[0].Len())
	case domain.Op == ir.ConstSteps:
		n := int64(0)
		for range domain.Dirs.All() {
			n++
		}
		return n
	}
	switch domain.Type {
	case ir.Steps:
		return int64(w.g.Board.Relations())
	case ir.Players:
		return int64(len(w.g.Players))
	case ir.Kinds:
		return int64(len(w.g.Kinds))
	}
	return int64(w.g.Board.Sites)
}
