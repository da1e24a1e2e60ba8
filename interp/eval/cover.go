package eval

import (
	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// Coverage counts what was read and done, by the nodes of the game. It counts only the game as
// played: not what was read while looking ahead (else groups, with least and most, stuck), and not
// the effects of steps that were only tried.
type Coverage struct {
	Moves map[*ir.Move]int64 // how often they were played, silently or not
	// conditions: how often they held; binders: how often they had a member to bind
	Clauses   map[*ir.Clause]*Count
	Conds     map[*ir.Cond]*Count     // of ensure
	Effects   map[*ir.Effect]*Count   // how often they happened, or did not because of their when
	Items     map[*ir.Item]*Count     // how often they were open
	Sentences map[*ir.Sentence]*Count // how often they held

	// Several counts, for each expression that asks for the only member of a set, how often there
	// were several. It also counts what is read while looking ahead.
	Several map[*ir.Expr]int64
	// Endless counts the steps after which a turn would have gone on without end.
	Endless map[*ir.Move]int64
	// Loops counts the loops that would have gone on without end.
	Loops map[*ir.Effect]int64
}

// Count is how often something held and how often it did not.
type Count struct{ Yes, No int64 }

// NewCovered returns a machine that counts, and its counts.
func NewCovered(g *ir.Game) (*Machine, *Coverage) {
	m := New(g)
	m.cover = &Coverage{
		Moves:     map[*ir.Move]int64{},
		Clauses:   map[*ir.Clause]*Count{},
		Conds:     map[*ir.Cond]*Count{},
		Effects:   map[*ir.Effect]*Count{},
		Items:     map[*ir.Item]*Count{},
		Sentences: map[*ir.Sentence]*Count{},
		Several:   map[*ir.Expr]int64{},
		Endless:   map[*ir.Move]int64{},
		Loops:     map[*ir.Effect]int64{},
	}
	several := m.cover.Several
	m.ev.Several = func(e *ir.Expr, _ int64) { several[e]++ }
	return m, m.cover
}

// EndlessMove plays steps from a position and returns the move after which the turn would have gone
// on without end, nil if none does; and the loop in it if that is what has no end.
func EndlessMove(g *ir.Game, from *position.State, steps []position.Move) (mv *ir.Move,
	loop *ir.Effect) {
	m, counts := NewCovered(g)
	p := from.Clone() // so that its legal steps are searched for
	for _, step := range steps {
		if p = m.Play(p, step); p == nil {
			break
		}
	}
	for mv = range counts.Endless {
	}
	for loop = range counts.Loops {
	}
	return mv, loop
}

func (c *Coverage) clause(x *ir.Clause, yes bool)     { count(c.Clauses, x, yes) }
func (c *Coverage) cond(x *ir.Cond, yes bool)         { count(c.Conds, x, yes) }
func (c *Coverage) effect(x *ir.Effect, yes bool)     { count(c.Effects, x, yes) }
func (c *Coverage) item(x *ir.Item, yes bool)         { count(c.Items, x, yes) }
func (c *Coverage) sentence(x *ir.Sentence, yes bool) { count(c.Sentences, x, yes) }

func count[K comparable](counts map[K]*Count, x K, yes bool) {
	n := counts[x]
	if n == nil {
		n = &Count{}
		counts[x] = n
	}
	if yes {
		n.Yes++
	} else {
		n.No++
	}
}
