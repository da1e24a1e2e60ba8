package eval

import (
	"errors"
	"fmt"
	"iter"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/value"
)

// Bounds says how much work a question about a game can take at most, as far as the rules tell. If
// that is little enough, the game is foreseen and its work need not be counted: see
// [Bounds.Foreseen]. What the rules do not tell is counted in steps, which every engine counts
// alike: see [Bounds.Ahead] and [Bounds.Silent].
type Bounds struct {
	list int64 // to find the steps at the start of a turn or of the game, trying none
	// to take or try any step, and to find the steps that may follow; with what `with` reads if the
	// turn is over
	Step int64
	over int64 // to end a turn: reading `end`, and resetting what lasts for a turn
	// to take a step and to find those of the next turn, if all that must be tried are; in a search
	// of `stuck` one of each move
	Tries int64
	// steps that a position offers, none of them tried
	offers int64

	turn int64 // the steps that a turn may have
	c    *costs
}

// BoundsOf works out the bounds of a game.
func BoundsOf(g *ir.Game) *Bounds {
	b := boundsOf(g, false)
	all := boundsOf(g, true)
	b.Tries = value.Sum(all.list, all.Step, all.over)
	return b
}

// boundsOf is BoundsOf, with or without what is tried to find out whether steps are legal.
func boundsOf(g *ir.Game, tries bool) *Bounds {
	c := costsOf(g, tries)
	b := &Bounds{c: c, turn: int64(MostSteps(g.Board)), over: c.position, Step: c.taken}
	for _, s := range g.End {
		b.over = value.Sum(b.over, c.Expr(s.If),
			value.Times(int64(len(g.Players)), c.Expr(s.Of)))
	}
	b.over = value.Sum(b.over, c.reset())
	judge := c.judge(g.Turn)
	// What chance sets up is found as the steps of a turn are.
	b.list = max(value.Sum(c.choice(g.Turn), c.finds(g.Turn)),
		value.Sum(c.choice(g.SetupThen), c.finds(g.SetupThen)))
	b.offers = max(c.offers(g.Turn), c.offers(g.SetupThen))
	for _, mv := range g.Moves {
		b.offers = max(b.offers, c.offers(mv.Then))
		b.Step = max(b.Step, value.Sum(c.take(mv), c.finds(mv.Then)))
		if later := c.judge(mv.Then); later > 0 { // one comparison for each step of a turn
			judge = value.Sum(judge, value.Times(b.turn, later))
		}
	}
	b.Step = value.Sum(b.Step, 2*judge)
	return b
}

// Question returns the most work that a question can take if it takes this many steps for good,
// silent ones among them, tries this many to compare turns, and tries none to find out whether they
// are legal.
func (b *Bounds) Question(taken, compared int64) int64 {
	return value.Sum(value.Times(taken, value.Sum(b.over, b.list, b.Step)),
		value.Times(compared, b.Step))
}

// Foreseen returns nil if the work of the game need not be counted: a question takes at most
// mostForeseen, or mostTried with every step that may have to be tried to find the legal ones,
// and a position offers at most mostOffered steps. The error says which bound is exceeded.
func (b *Bounds) Foreseen() error {
	switch most := b.Question(1, 0); {
	case most > mostForeseen:
		return fmt.Errorf("the rules leave a step up to %.3g units of work; above %.3g they are "+
			"counted, which only the evaluator does", float64(most), float64(mostForeseen))
	case b.Tries >= value.Beyond:
		return errors.New("a step may have to be followed by any number of others, which only " +
			"the evaluator counts")
	case b.Tries > mostTried:
		return fmt.Errorf("to try all steps may take up to %.3g units of work; above %.3g they "+
			"are counted, which only the evaluator does", float64(b.Tries), float64(mostTried))
	case b.offers > mostOffered:
		return fmt.Errorf("the rules may offer up to %.3g steps at a time; above %.3g they are "+
			"counted, which only the evaluator does", float64(b.offers), float64(mostOffered))
	}
	return nil
}

// Ahead returns how many steps may be tried to compare the turns of one position in a foreseen
// game. If there are more, the game is drawn there, with [ReasonLong].
func (b *Bounds) Ahead() int { return int(min(mostTried/b.Step, value.MostAhead)) }

// Silent returns how many silent steps may follow one another in a foreseen game. If there are
// more, the game is drawn, with [ReasonLong] if long is set and otherwise with [ReasonRound].
func (b *Bounds) Silent() (steps int, long bool) {
	round := b.turn
	if most := max(mostTried/b.Question(1, 0), leastSilent); most < round {
		return int(most), true
	}
	return int(round), false
}

// Expr returns the most work that reading an expression of the game can take.
func (b *Bounds) Expr(e *ir.Expr) int64 { return b.c.Expr(e) }

// costs adds up the most work that the parts of a game take, as the evaluator counts it.
type costs struct {
	*value.Costs
	prices
	g       *ir.Game
	tried   bool                  // steps are tried to find out whether they are legal
	taken   int64                 // to take a step, apart from its move's own clauses and effects
	once    int64                 // to read the sentences that say `at once`
	tries   [2]map[*ir.Move]int64 // see try; within the search of `stuck`, and outside
	inStuck int
}

func costsOf(g *ir.Game, tried bool) *costs {
	c := &costs{prices: pricesOf(g), g: g, tried: tried}
	c.tries = [2]map[*ir.Move]int64{{}, {}}
	c.Costs = value.NewCosts(g, c.search)
	c.taken = c.prices.step(MostSteps(g.Board))
	for _, s := range g.End {
		if s.AtOnce {
			c.once = value.Sum(c.once, c.Expr(s.If))
		}
	}
	return c
}

// take is the cost of taking a step of a move, and of opening what may follow.
func (c *costs) take(mv *ir.Move) int64 {
	c.clauses(mv) // what its names may be
	total := value.Sum(c.taken, c.once, c.choice(mv.Then))
	for i := range mv.Clauses {
		if mv.Clauses[i].Op == ir.LetClause {
			total = value.Sum(total, c.Expr(mv.Clauses[i].Value))
		}
	}
	for _, e := range mv.Do {
		total = value.Sum(total, c.effect(e))
	}
	for i := range mv.Ensure {
		total = value.Sum(total, c.Expr(mv.Ensure[i].Expr))
	}
	return total
}

// try is the cost of finding out whether a step of a move is legal: nothing, if its clauses already
// tell. A step that must be followed by one that must be followed, and so on until the same move
// comes again, has no bound.
func (c *costs) try(mv *ir.Move) int64 {
	if !c.tried || len(mv.Ensure) == 0 && mv.Then == nil {
		return 0
	}
	known := c.tries[c.inStuck]
	n, ok := known[mv]
	if !ok {
		known[mv] = value.Beyond
		n = c.take(mv)
		if mv.Then != nil && demanding(mv.Then) {
			n = value.Sum(n, c.finds(mv.Then))
		}
		known[mv] = n
	}
	return n
}

// clauses returns the cost of finding the steps of a move, none of them tried, and the most steps
// there can be. From then on it is known what the names of the move may be.
func (c *costs) clauses(mv *ir.Move) (total, ways int64) {
	c.Forget()
	ways = 1
	for i := range mv.Clauses {
		cl := &mv.Clauses[i]
		total = value.Sum(total, value.Times(ways, c.Expr(cl.Value)))
		switch cl.Op {
		case ir.BindClause:
			ways = value.Times(ways, c.Members(cl.Value))
			total = value.Sum(total, ways)
			c.Bind(mv.Roles[cl.Role].Slot, cl.Value, true)
		case ir.LetClause:
			c.Bind(cl.Slot, cl.Value, false)
		}
	}
	return value.Sum(total, value.Times(ways, priceOffer)), ways
}

// choice is the cost of finding out which items are open.
func (c *costs) choice(choice *ir.Choice) int64 {
	if choice == nil {
		return 0
	}
	total := int64(0)
	for _, g := range choice.Groups {
		for _, item := range g.Items {
			total = value.Sum(total, 1, c.Expr(item.When))
			for i := range item.Roles {
				total = value.Sum(total, c.Expr(item.Roles[i].Value))
			}
		}
	}
	return total
}

// offers is the most steps that a choice offers.
func (c *costs) offers(choice *ir.Choice) int64 {
	total := int64(0)
	for mv := range movesOf(c.g, choice) {
		_, ways := c.clauses(mv)
		total = value.Sum(total, ways)
	}
	return total
}

// movesOf yields the moves of a choice of a game; none if it is nil.
func movesOf(g *ir.Game, choice *ir.Choice) iter.Seq[*ir.Move] {
	return func(yield func(*ir.Move) bool) {
		if choice == nil {
			return
		}
		for _, group := range choice.Groups {
			for _, item := range group.Items {
				if item.Op == ir.MoveItem && !yield(g.Moves[item.Move]) {
					return
				}
			}
		}
	}
}

// finds is the cost of finding the legal steps of all moves of a choice.
func (c *costs) finds(choice *ir.Choice) int64 {
	total := int64(0)
	for mv := range movesOf(c.g, choice) {
		found, ways := c.clauses(mv)
		if c.inStuck > 0 {
			ways = 1 // the search ends at the first legal step
		}
		total = value.Sum(total, found, value.Times(ways, c.try(mv)))
	}
	return total
}

// judge is the cost of reading the numbers of `with least` and `with most` of a choice.
func (c *costs) judge(choice *ir.Choice) int64 {
	total := int64(0)
	if choice == nil {
		return 0
	}
	for _, g := range choice.Groups {
		for _, e := range g.Best {
			total = value.Sum(total, c.Expr(e))
		}
	}
	return total
}

func (c *costs) effect(e *ir.Effect) int64 {
	total := value.Sum(1, c.Expr(e.When), c.Expr(e.A), c.Expr(e.B), c.Expr(e.Kind), c.Expr(e.Owner),
		c.Expr(e.Many))
	if c.g.Towers && e.A != nil {
		total = value.Sum(total, value.Times(2*value.TowerUnits, c.Members(e.A)), 2*value.TowerUnits)
		if e.Op == ir.Become {
			owners := value.Times(c.Expr(e.Owner), c.Members(e.A))
			total = value.Sum(total, value.Times(int64(c.g.Tallest), owners))
		}
	}
	switch e.Op {
	case ir.Place:
		total = value.Sum(total, value.Times(c.piece, c.Members(e.A)))
	case ir.Remove:
		total = value.Sum(total, c.Players+c.Kinds)
	case ir.Become:
		// The owner is read for every piece.
		total = value.Sum(total, c.position, value.Times(c.piece+c.Expr(e.Owner), c.Members(e.A)))
	case ir.Shift:
		each := value.Sum(c.piece, c.Path(1, e.Step))
		total = value.Sum(total, value.Times(c.Members(e.A), each))
	case ir.Assign:
		total = value.Sum(total, c.State(e.State, e.Index))
	case ir.LetEffect:
		c.Bind(e.Slot, e.A, false)
	case ir.Each:
		n := c.Members(e.A)
		c.Bind(e.Slot, e.A, true)
		one := value.Sum(1, c.effect(e.Body))
		for _, more := range e.More {
			one = value.Sum(one, c.effect(more))
		}
		total = value.Sum(total, value.Times(n, one))
	}
	if e.Op == ir.While {
		one := value.Sum(1, c.Expr(e.A), c.effect(e.Body))
		for _, more := range e.More {
			one = value.Sum(one, c.effect(more))
		}
		total = value.Sum(total, value.Times(MostRounds, one))
	}
	return total
}

// search is the cost of finding out whether a player is stuck. Within that search nobody is stuck.
func (c *costs) search() int64 {
	c.inStuck = 1
	defer func() { c.inStuck = 0 }()
	return value.Sum(c.position, c.reset(), c.choice(c.g.Turn), c.finds(c.g.Turn))
}

// reset is the cost of resetting the states that last for a turn.
func (c *costs) reset() int64 {
	total := int64(0)
	for i := range c.g.States {
		if c.g.States[i].ThisTurn {
			total = value.Sum(total, value.Times(int64(len(c.g.Players)), c.Expr(c.g.States[i].Init)))
		}
	}
	return total
}

// Heaviest returns the move or the sentence of `end` that takes most of the work.
func (b *Bounds) Heaviest() (at source.Span) {
	c, most := costsOf(b.c.g, true), int64(0)
	weigh := func(span source.Span, work int64) {
		if work > most {
			most, at = work, span
		}
	}
	for _, s := range c.g.End {
		weigh(s.Span, value.Sum(c.Expr(s.If), c.Expr(s.Of)))
	}
	for _, mv := range c.g.Moves {
		found, ways := c.clauses(mv)
		weigh(mv.Span, value.Sum(found, ways, value.Times(ways, c.try(mv)), c.take(mv)))
	}
	return at
}
