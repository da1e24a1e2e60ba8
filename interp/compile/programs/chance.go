package programs

import (
	"math"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/eval"
)

// This file compiles what is left to chance (language.md#chance): the weights of outcomes, how one
// is drawn, what a chance step does to the bookkeeping of its turn, and the setup by chance.

// The numbers of a position in a game with chance, counted from [Program.Chance].
const (
	// NumChances is how many steps of the turn nobody chose.
	NumChances = iota
	// NumSince is how many steps of the turn had been taken when the last of these was.
	NumSince
	// NumSetup is 1 while chance sets up the game.
	NumSetup
	chanceNumbers
)

// The most chance steps in one turn and in a setup, as in the evaluator.
const (
	ChancesInTurn  = eval.MostInTurn
	ChancesInSetup = eval.MostInSetup
)

// chance allocates the numbers that chance needs.
func (b *plays) chance() {
	if !b.Read.Game.HasChance() {
		return
	}
	// The steps of a turn are counted in 16 bits.
	if (ChancesInTurn+1)*eval.MostSteps(b.Read.Game.Board) > math.MaxUint16 {
		symbolic.Fail("chance on a board of more than %d sites", math.MaxUint16/4/(ChancesInTurn+1))
	}
	b.p.Chance = b.p.Numbers
	b.p.Numbers += chanceNumbers
	for _, i := range []int{NumChances, NumSince} {
		b.p.ThisTurn = append(b.p.ThisTurn, reset{Field: -1, Number: b.p.Chance + i})
	}
}

// A Weighing is how likely the outcomes of a class are compared with others.
type Weighing struct {
	Constant int64       // of all of them; 0: the number below applies
	Number   *graph.Node // reads the places of the roles from the arguments
	Sites    []int       // the roles that are sites, in order
}

// weighs compiles the weight of the outcomes found by a search: the condition that one is possible
// is added to those found so far.
func (b *builder) weighs(c *ir.Clause, s *search) (possible *graph.Node) {
	if symbolic.Asks(c.Value, ir.Stuck) || symbolic.AsksHistory(c.Value) {
		symbolic.Fail("a weight that asks what is not known at every moment")
	}
	s.weight = &Weighing{}
	if !s.env.Varies(c.Value) {
		if n := b.Ask.Number(c.Value, s.env); n.Op == graph.NConst {
			s.weight.Constant = min(max(n.K, 0), eval.MaxWeight)
		}
	}
	positive := &ir.Expr{Op: ir.Lt, Type: ir.Truth, Span: c.Value.Span,
		Args: []*ir.Expr{{Op: ir.ConstNumber, Type: ir.Number, Span: c.Value.Span}, c.Value}}
	return b.Ask.Truth(positive, s.env)
}

// weigh compiles the weight of the steps of a class; nil if nobody draws them.
func (b *plays) weigh(s search) *Weighing {
	switch {
	case !s.move.Chance:
		return nil
	case s.weight == nil:
		return &Weighing{Constant: 1}
	case s.weight.Constant > 0:
		return s.weight
	}
	// The program of the steps is still being compiled; its facts are restored afterward.
	known, vars, facts := b.G.Known, b.Alg.Vars, b.Read.Facts
	defer func() { b.G.Known, b.Alg.Vars, b.Read.Facts = known, vars, facts }()
	x := &Weighing{}
	v := b.enterPlay(s)
	for i := range s.move.Clauses {
		if c := &s.move.Clauses[i]; c.Op == ir.WeightClause {
			x.Number = b.G.Binary(graph.BMin, b.Ask.Number(c.Value, v), b.G.Integer(eval.MaxWeight))
		}
	}
	for i := range s.roles {
		if s.roles[i].site {
			x.Sites = append(x.Sites, i)
		}
	}
	return x
}

// Drawn reports whether nobody chooses among the steps of a group.
func (g *Group) Drawn(game *ir.Game) bool {
	return slices.ContainsFunc(g.Items,
		func(it *Item) bool { return it.Source.Op == ir.MoveItem && game.Moves[it.Source.Move].Chance })
}

// Weighted reports whether some outcomes of an item of a choice may be likelier than others.
func (p *Program) Weighted(choice int, it *Item) bool {
	for _, player := range p.Players {
		for i := range player.Classes {
			cl := &player.Classes[i]
			if p.Offers(choice, it, cl) && cl.Weight != nil && cl.Weight.Constant != 1 {
				return true
			}
		}
	}
	return false
}
