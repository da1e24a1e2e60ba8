package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// Every rules file terminates, but quantifiers inside one another, floods inside quantifiers and
// turns of many steps can ask for more than anybody would wait for. So the evaluator counts the
// work that it does for a question, and gives up when that is too much. A question is one call: a
// step with everything that follows up to the next choice (the effects, `end`, silent steps, the
// steps then on offer), the start of a game, a list of steps, a value, an explanation.
//
// What expressions cost is said in dsl/value, which also counts. Besides them cost:
//
//	a member of a binder or `each`        1
//	a step that is offered                4
//	an item of a choice                   1
//	an effect                             1, and 1 or more for each site it changes
//	a step taken, or tried in a search;   48 and more: copying the position, with its counters and
//	  the end of a turn                     memories; see prices.position
//
// The count is the definition of when a game is given up, for every engine: one that does not count
// may only play what [Bounds] proves to stay within [MostWork], and has to leave the rest to the
// evaluator.

// MostWork is how much work a question may take. A game that asks for more is drawn at that point,
// with [ReasonLong].
const MostWork = value.MostWork

// ReasonLong is the reason of that draw.
const ReasonLong = "the rules take longer to work out than anybody would wait"

// begin gives a new question all the work that it may take.
func (m *Machine) begin() {
	m.taken, m.tried = 0, 0
	m.ev.Ask(m.most)
}

// giveUp ends the game if the question that led to the position has taken too long: what the
// position offers is not known.
func (m *Machine) giveUp(p *position.State) bool {
	if !m.ev.Spent() {
		return false
	}
	p.Result, p.Legal, p.Aim = &position.Result{Draw: true, Reason: ReasonLong, Sentence: -1}, nil,
		nil
	p.Weights = nil
	return true
}

const (
	priceOffer = 4  // of a step that is offered
	priceCopy  = 48 // of copying a position, and of its keys, besides what it holds
)

// prices is the work that steps and effects take on one game.
type prices struct {
	value.Prices
	piece    int64 // to change the piece on a site
	position int64 // to copy a position
}

func pricesOf(g *ir.Game) prices {
	const sitesAUnit, numbersAUnit = 16, 4
	players, kinds := int64(len(g.Players)), int64(len(g.Kinds))
	numbers, memories := g.Sizes()
	return prices{
		Prices:   value.PricesOf(g),
		piece:    1 + (players+kinds)/sitesAUnit,
		position: priceCopy + players + kinds + 2*int64(memories) + int64(numbers)/numbersAUnit,
	}
}

// pieces is the work of changing what stands on some sites.
func (c *prices) pieces(on *topology.Set) int64 { return c.piece * int64(on.Len()) }

// step is the work of beginning a step, the given number of steps into a turn.
func (c *prices) step(before int) int64 { return c.position + int64(before)/16 }
