package eval

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// Every rules file terminates, but nested quantifiers, floods inside quantifiers and
// turns of many steps can take longer than anyone would wait. A question is one call: a step
// with everything that follows up to the next choice (the effects, `end`, silent steps, the steps
// then on offer), the start of a game, a list of steps, a value, an explanation. There are two ways
// to bound what it takes, and the rules of a game alone decide which it is:
//
//   - If [Bounds] proves that a question takes mostForeseen at most, and mostTried if all steps
//     have to be tried to find the legal ones, and that a position offers mostOffered at most,
//     work is not counted, and engines may work as they like. What the rules cannot tell is
//     counted in steps, by every engine alike: the steps tried to compare the whole turns of a
//     position, in whatever order ([Bounds.Ahead]), and silent steps ([Bounds.Silent]).
//   - Otherwise the evaluator counts its work, and gives up when that is more than [MostWork]. No
//     other engine may play such a game.
//
// What expressions cost is said in dsl/value, which also counts. Besides them cost:
//
//	a member of a binder or `each`        1
//	a step that is offered                32
//	an item of a choice                   1
//	an effect                             1, and 1 or more for each site it changes
//	a step taken, or tried in a search;   48 and more: copying the position, with its counters and
//	  the end of a turn                     memories; see prices.position

const (
	// MostWork is how much work a question may take where work is counted. A game that exceeds it
	// is drawn at that point, with [ReasonLong].
	MostWork = value.MostWork

	// mostForeseen is how much work a question may take if it need not be counted; mostTried is the
	// same with all steps that may have to be tried.
	mostForeseen = value.MostForeseen
	mostTried    = value.MostTried

	// mostOffered is how many steps a position of such a game may offer.
	mostOffered = value.MostOffered

	leastSilent = 64 // silent steps in a row, whatever they cost
)

// ReasonLong is the reason of that draw.
const ReasonLong = "the rules take too long to work out"

// unlimited is more work than any question takes.
const unlimited = value.Beyond

// allow works out how much work questions about the game may take. It runs at the first question.
func (m *Machine) allow() {
	b := BoundsOf(m.g)
	m.most, m.mostAhead, m.mostSilent = MostWork, 0, MostSteps(m.b)
	if b.Foreseen() == nil {
		m.most, m.mostAhead = unlimited, b.Ahead()
		m.mostSilent, m.silentLong = b.Silent()
	}
	for _, v := range m.g.Values {
		m.counted = append(m.counted, b.Expr(v.Body) > MostWork)
	}
}

// begin gives a new question its full budget of work.
func (m *Machine) begin() {
	if m.most == 0 {
		m.allow()
	}
	m.taken, m.tried, m.compared = 0, 0, 0
	m.ev.Work.Ask(m.most)
}

// Within asks questions of the machine with this much work for each. It reports whether that was
// enough; if not, the answers mean nothing. Where work is counted anyway, only this limit holds.
func (m *Machine) Within(work int64, ask func()) bool {
	if m.most == 0 {
		m.allow()
	}
	if m.most != unlimited {
		ask()
		return true
	}
	m.most = work
	defer func() { m.most = unlimited }()
	ask()
	return !m.ev.Work.Spent()
}

// spent reports whether the question has used up its work, so that its answer means nothing.
func (m *Machine) spent() bool {
	return m.ev.Work.Spent() || m.mostAhead > 0 && m.compared > int64(m.mostAhead)
}

// giveUp ends the game if the question that led to the position has used up its work: nobody knows
// what the position offers.
func (m *Machine) giveUp(p *position.State) bool {
	if !m.spent() {
		return false
	}
	long(m, p)
	return true
}

// long ends the game because it takes too long.
func long(m *Machine, p *position.State) {
	p.Result = &position.Result{Draw: true, Reason: ReasonLong, Sentence: -1}
	p.Legal, p.Aim, p.Weights, p.Pending = nil, nil, nil, nil
}

const (
	priceOffer = 32 // of a step that is offered
	priceCopy  = 48 // of copying a position, and of its keys, besides what it holds
)

// prices is the cost of steps and effects in one game.
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

// pieces is the cost of changing what stands on some sites.
func (c *prices) pieces(on *topology.Set) int64 { return c.piece * int64(on.Len()) }

// step is the cost of beginning a step, this many steps into a turn.
func (c *prices) step(before int) int64 { return c.position + int64(before)/16 }
