package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// Every rules file terminates, but quantifiers inside one another, floods inside quantifiers and
// turns of many steps can ask for more than anybody would wait for. So the evaluator counts the
// work that it does for a question, and gives up when that is too much. A question is one call: a
// step with everything that follows up to the next choice (the effects, `end`, silent steps, the
// steps then on offer), the start of a game, a list of steps, a value, an explanation.
//
// The unit of work is what takes some 30 to 100 nanoseconds on a machine of 2020:
//
//	reading an expression, once             1, and what it does by itself:
//	  a set of several players' or kinds'   1 for every 4 of them
//	    pieces, `empty`, `owner`, `kind`
//	  `rank`, `file`, `row`, `column`       1 for every 16 sites of the board
//	  counters, memories                    1 for each value read
//	  a step of a path                      1, and for each of its directions 1 and 1 for every 16 sites
//	                                        stepped from (on graphs 1 for each, by ways that fork more)
//	  a step of a path by a definition      1 for each site stepped from
//	  `distance`                            for each direction as a step from all sites and 1 a round
//	  `repetitions`, `seen`                 64
//	a member of a quantifier, a binder or   1
//	  `each`
//	a step that is offered                  4
//	an item of a choice                     1
//	an effect                               1, and 1 or more for each site it changes
//	a step taken, or tried in a search;     32 and more: copying the position, with its counters and
//	  the end of a turn                     memories; see prices.position
//
// The count is the definition of when a game is given up, for every engine: one that does not count
// may only play what [Bounds] proves to stay within [MostWork], and has to leave the rest to the
// evaluator.

// MostWork is how much work a question may take. A game that asks for more is drawn at that point,
// with [ReasonLong].
const MostWork = 1 << 25

// ReasonLong is the reason of that draw.
const ReasonLong = "the rules take longer to work out than anybody would wait"

// begin gives a new question all the work that it may take.
func (m *Machine) begin() { m.ask(m.most) }

func (m *Machine) ask(work int64) {
	m.given, m.work, m.taken, m.tried = work, work, 0, 0
}

// spend counts work that is about to be done, and reports whether it may be. When it may not,
// expressions have no value and whatever asked for them comes to an end.
func (m *Machine) spend(work int64) bool {
	m.work -= work
	return m.work >= 0
}

// spent reports whether the question has taken all the work that it may: its answer means nothing.
func (m *Machine) spent() bool { return m.work < 0 }

// giveUp ends the game if the question that led to the position has taken too long: what the
// position offers is not known.
func (m *Machine) giveUp(p *position.State) bool {
	if !m.spent() {
		return false
	}
	p.Result, p.Legal, p.Aim = &position.Result{Draw: true, Reason: ReasonLong, Sentence: -1}, nil,
		nil
	p.Weights = nil
	return true
}

const (
	setsAUnit   = 4  // sets that are united or compared for one unit of work
	sitesAUnit  = 16 // sites that are stepped from for one, where steps are read from a table
	priceOffer  = 4  // of a step that is offered
	priceRecall = 64 // of looking for a position among the earlier ones
	priceCopy   = 32 // of copying a position, and of its keys, besides what it holds
)

// prices is the work that operations on whole sets take on one game.
type prices struct {
	b        *topology.Board
	sites    int64 // of the board
	board    int64 // to look at every site
	players  int64 // to look at the pieces of every player
	kinds    int64 // to look at those of every kind
	blocking int64 // to look at those of every kind that blocks
	piece    int64 // to change the piece on a site
	position int64 // to copy a position
}

func pricesOf(g *ir.Game) prices {
	players, kinds := int64(len(g.Players)), int64(len(g.Kinds))
	blocking := int64(0)
	for i := range g.Kinds {
		if g.Kinds[i].Blocks {
			blocking++
		}
	}
	numbers, memories := g.Sizes()
	return prices{
		b:        g.Board,
		sites:    int64(g.Board.Sites),
		board:    int64(g.Board.Sites) / sitesAUnit,
		players:  players / setsAUnit,
		kinds:    kinds / setsAUnit,
		blocking: blocking / setsAUnit,
		piece:    1 + (players+kinds)/sitesAUnit,
		position: priceCopy + players + kinds + 2*int64(memories) + int64(numbers)/setsAUnit,
	}
}

// image is the work of one step in a direction from so many sites, besides 1.
func (c *prices) image(r topology.Relation, from int64) int64 {
	switch {
	case c.b.IsGraph():
		return from * (1 + int64(c.b.Fork(r)))
	case c.b.Fork(r) > 1:
		return from
	}
	return from / sitesAUnit
}

// flood is the work of stepping in a direction from every site, one site after the other.
func (c *prices) flood(r topology.Relation) int64 { return c.image(r, c.sites) + c.board }

// distance is the work of a search for the shortest way.
func (c *prices) distance(by topology.Steps) int64 {
	total := c.board
	for r := range by.All() {
		total += c.flood(r)
	}
	return total
}

// pieces is the work of changing what stands on some sites.
func (c *prices) pieces(on *topology.Set) int64 { return c.piece * int64(on.Len()) }

// step is the work of beginning a step, the given number of steps into a turn.
func (c *prices) step(before int) int64 { return c.position + int64(before)/sitesAUnit }
