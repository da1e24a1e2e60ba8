package value

import (
	"context"
	"errors"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Evaluating any expression ends, but nested quantifiers and floods inside quantifiers can take
// longer than anyone would wait. The evaluator therefore counts the work it does for a question and
// gives up when that is too much. If [Costs] prove that it never is, nothing needs counting;
// interp/eval says how.
//
// A unit of work takes about 30 to 100 nanoseconds on a machine of 2020:
//
//	reading an expression, once             1, and what it does by itself:
//	  a set of several players' or kinds'   1 for every 4 of them
//	    pieces, `empty`, `owner`, `kind`
//	  `rank`, `file`, `row`, `column`       1 for every 16 sites of the board
//	  counters, memories                    1 for each value read
//	  a step of a path                      for each of its directions 1 and 1 for every 16 sites
//	                                        stepped from (on graphs 1 for each, by ways that fork
//	                                        more); for a round of {a..b} 1 more, of * and + 4
//	  a step of a path by a definition      1 for each site stepped from
//	  `distance`                            for each direction as a step from all sites and 1 a round
//	  `repetitions`, `seen`                 64
//	  a tower looked at                     16
//	a member of a quantifier                1

const (
	// MostWork limits the work of a question when work is counted: about a second of it.
	MostWork = 1 << 25

	// MostForeseen limits the work that the rules predict for a question if it need not be counted,
	// and MostTried does the same with all the steps that may have to be tried. The predictions
	// take all sets to be full and all trials to be in vain: in the games that we know, the actual
	// work is a hundred to a million times less.
	MostForeseen = 1 << 28
	MostTried    = 1 << 32

	// MostOffered limits the steps that a position may offer, as far as the rules tell, if work
	// need not be counted. A list of that length takes 150 MB with its notation; the games that we
	// know offer a third of it at most.
	MostOffered = 1 << 20

	// MostAhead limits the steps that may be tried to compare the turns of a position.
	MostAhead = 1 << 16
)

const (
	setsAUnit   = 4  // sets united or compared for one unit of work
	sitesAUnit  = 16 // sites stepped from for one unit, if steps are read from a table
	priceRound  = 4  // of a round of * and +: finding what is reached for the first time
	priceRecall = 64 // of searching for a position among the earlier ones
)

// portion is the work between two looks at a context: less than a millisecond.
const portion = 1 << 14

// ErrStopped is what an evaluator panics with whose context has ended. Whoever sets a context
// recovers it.
var ErrStopped = errors.New("nobody waits for the answer anymore")

// Work counts what a question costs.
type Work struct {
	given int64           // what the last question was allowed
	left  int64           // what is left of it, now; below zero when it is used up
	later int64           // and after that
	until context.Context // nil: it works as long as it takes
}

// Until lets the evaluator panic with [ErrStopped] soon after a context has ended; nil is none.
func (w *Work) Until(ctx context.Context) { w.until = ctx }

// Ask begins a new question, which may take that much work.
func (w *Work) Ask(work int64) {
	w.given, w.left, w.later = work, work, 0
	if w.until != nil && work > portion {
		w.left, w.later = portion, work-portion
	}
}

// more takes the next portion of the work that a question may take, and reports whether there is
// one.
func (w *Work) more() bool {
	for w.left < 0 && w.later > 0 {
		if w.until != nil && w.until.Err() != nil {
			panic(ErrStopped)
		}
		next := min(w.later, portion)
		w.left, w.later = w.left+next, w.later-next
	}
	return w.left >= 0
}

// Spend counts work that is about to be done, and reports whether enough is left. If not,
// expressions have no value and whatever asked for them stops.
func (w *Work) Spend(work int64) bool {
	w.left -= work
	return w.left >= 0 || w.more()
}

// Spent reports whether the question has used up its work. If so, its answer means nothing.
func (w *Work) Spent() bool { return w.left < 0 }

// Taken returns how much work the last question took.
func (w *Work) Taken() int64 { return w.given - w.left - w.later }

// Read evaluates an expression of any type as a question of its own. It gives up after that much
// work, and ok is false.
func (ev *Evaluator) Read(work int64, e *ir.Expr, s *Scope) (v Value, ok bool) {
	ev.Work.Ask(work)
	v = ev.Value(e, s)
	return v, !ev.Work.Spent()
}

// Prices holds the work of operations on whole sets in one game.
type Prices struct {
	Players  int64 // to look at every player's pieces
	Kinds    int64 // to look at every kind's pieces
	blocking int64 // to look at the pieces of every blocking kind
	sites    int64 // of the board
	board    int64 // to look at every site
	b        *topology.Board
}

// PricesOf returns the prices of a game.
func PricesOf(g *ir.Game) Prices {
	blocking := int64(0)
	for i := range g.Kinds {
		if g.Kinds[i].Blocks {
			blocking++
		}
	}
	return Prices{
		Players:  int64(len(g.Players)) / setsAUnit,
		Kinds:    int64(len(g.Kinds)) / setsAUnit,
		blocking: blocking / setsAUnit,
		sites:    int64(g.Board.Sites),
		board:    int64(g.Board.Sites) / sitesAUnit,
		b:        g.Board,
	}
}

// image returns the work of one step in a direction from that many sites, not counting the first
// unit.
func (c *Prices) image(r topology.Relation, from int64) int64 {
	switch {
	case c.b.IsGraph():
		return from * (1 + int64(c.b.Fork(r)))
	case c.b.Fork(r) > 1:
		return from
	}
	return from / sitesAUnit
}

// coordinatePrice is the work of finding the least column or row of sites, or that of the only one.
func coordinatePrice(c *Prices, e *ir.Expr) int64 {
	if e.Args[0].Card != ir.Many {
		return 0
	}
	return c.board
}

// flood is the work of stepping in a direction from every site, one site after the other.
func (c *Prices) flood(r topology.Relation) int64 { return c.image(r, c.sites) + c.board }

// distance returns the work of a search for a shortest path.
func (c *Prices) distance(by topology.Steps) int64 {
	total := c.board
	for r := range by.All() {
		total += c.flood(r)
	}
	return total
}
