package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/value"
)

// Bounds says how much work the questions about a game can take at most, as far as the rules tell:
// what an engine that does not count may play itself. How many steps are tried, to find out whether
// they are legal or which turns are best, depends on the position; such an engine counts them and
// asks [Bounds.Question].
type Bounds struct {
	Find []int64 // by move: to find its steps, none of them tried
	Take []int64 // by move: to take or try a step, with `ensure`, `at once` and what may follow
	List int64   // to find the steps at the start of a turn, none of them tried
	// to take or try any step, and to find the steps that may follow; with what `with` reads if the
	// turn is over
	Step int64
	Over int64 // to end a turn: `end`, and what lasts for a turn set back

	c *costs
}

// BoundsOf works out the bounds of a game.
func BoundsOf(g *ir.Game) *Bounds {
	c := costsOf(g)
	b := &Bounds{c: c}
	once := int64(0)
	b.Over = c.position
	for _, s := range g.End {
		cost := c.Expr(s.If)
		b.Over = value.Sum(b.Over, cost, value.Times(int64(len(g.Players)), c.Expr(s.Of)))
		if s.AtOnce {
			once = value.Sum(once, cost)
		}
	}
	b.Over = value.Sum(b.Over, c.reset())
	judge := c.judge(g.Turn)
	b.List = value.Sum(c.choice(g.Turn), c.finds(g.Turn))
	b.Step = c.prices.step(4 * g.Board.Sites)
	for _, mv := range g.Moves {
		b.Find = append(b.Find, c.clauses(mv))
		take := value.Sum(c.prices.step(4*g.Board.Sites), once, c.choice(mv.Then))
		for i := range mv.Clauses {
			if mv.Clauses[i].Op == ir.LetClause {
				take = value.Sum(take, c.Expr(mv.Clauses[i].Value))
			}
		}
		for _, e := range mv.Do {
			take = value.Sum(take, c.effect(e))
		}
		for i := range mv.Ensure {
			take = value.Sum(take, c.Expr(mv.Ensure[i].Expr))
		}
		b.Take = append(b.Take, take)
		b.Step = max(b.Step, value.Sum(take, c.finds(mv.Then)))
		if later := c.judge(mv.Then); later > 0 { // one comparison for each step of a turn
			judge = value.Sum(judge, value.Times(4*int64(c.g.Board.Sites), later))
		}
	}
	b.Step = value.Sum(b.Step, 2*judge)
	return b
}

// Question returns how much work a question can take at most in which so many steps were taken for
// good, silent ones among them, and so many others were tried. If that is at most [MostWork], the
// question has an answer; if it is more, only the evaluator can tell.
func (b *Bounds) Question(taken, tried int64) int64 {
	return value.Sum(value.Times(taken, value.Sum(b.Over, b.List, b.Step)), value.Times(tried, b.Step))
}

// Expr returns how much work reading an expression of the game can take at most. What `stuck` tries
// is not counted.
func (b *Bounds) Expr(e *ir.Expr) int64 { return b.c.Expr(e) }

// Worst returns the greatest of the bounds of a game: of every expression, and of one step of the
// game if no others are tried.
func Worst(g *ir.Game) int64 {
	b := BoundsOf(g)
	most := b.Question(1, 0)
	g.Exprs(func(e *ir.Expr) { most = max(most, b.Expr(e)) })
	return most
}

// costs adds up what the parts of a game take at most, as the evaluator counts it.
type costs struct {
	*value.Costs
	prices
	g *ir.Game
}

func costsOf(g *ir.Game) *costs {
	c := &costs{prices: pricesOf(g), g: g}
	c.Costs = value.NewCosts(g, c.search)
	return c
}

// clauses is what finding the steps of a move takes. What its names may be is known from then on.
func (c *costs) clauses(mv *ir.Move) int64 {
	c.Forget()
	total, ways := int64(0), int64(1)
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
	return value.Sum(total, value.Times(ways, priceOffer))
}

// choice is what finding out which items are open takes.
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

// finds is what finding the steps of all moves of a choice takes.
func (c *costs) finds(choice *ir.Choice) int64 {
	total := int64(0)
	if choice == nil {
		return 0
	}
	for _, g := range choice.Groups {
		for _, item := range g.Items {
			if item.Op == ir.MoveItem {
				total = value.Sum(total, c.clauses(c.g.Moves[item.Move]))
			}
		}
	}
	return total
}

// judge is what reading the numbers of `with least` and `with most` of a choice takes.
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
	return total
}

// search is what finding out takes whether a player is stuck, but for the steps that are tried.
func (c *costs) search() int64 {
	return value.Sum(c.position, c.reset(), c.choice(c.g.Turn), c.finds(c.g.Turn))
}

// reset is what setting back takes that lasts for a turn.
func (c *costs) reset() int64 {
	total := int64(0)
	for i := range c.g.States {
		if c.g.States[i].ThisTurn {
			total = value.Sum(total, value.Times(int64(len(c.g.Players)), c.Expr(c.g.States[i].Init)))
		}
	}
	return total
}
