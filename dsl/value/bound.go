package value

import (
	"math"
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Costs bounds the work of evaluating expressions, as far as the rules tell. It remembers what is
// known of the variables of the current frame.
type Costs struct {
	g       *ir.Game
	prices  Prices
	stuck   func() int64
	funcs   map[call]int64
	results map[call]int64
	vars    map[int]variable // by slot of the current frame, as far as known
	spans   map[int]Interval // of its numbers
	runs    []int64          // by relation, see run; 0 if not yet known
	all     topology.Steps   // of the board
	inStuck bool
}

// NewCosts returns the costs of a game's expressions. The caller gives the cost of finding out
// whether a player is stuck.
func NewCosts(g *ir.Game, stuck func() int64) *Costs {
	c := &Costs{g: g, prices: PricesOf(g), stuck: stuck, funcs: map[call]int64{},
		results: map[call]int64{}}
	for r := range g.Board.Relations() {
		c.all = c.all.Or(topology.StepsOf(topology.Relation(r)))
	}
	return c
}

// Forget begins a new frame, with nothing known of its variables.
func (c *Costs) Forget() { c.vars, c.spans = nil, nil }

// A variable holds what is known of the values of a variable.
type variable struct {
	members int64          // at most this many
	dirs    topology.Steps // of a set of steps: those it may contain
}

// Bind records what a variable may be: a set, or a member of it.
func (c *Costs) Bind(slot int, e *ir.Expr, member bool) {
	v := c.known(e, member)
	if c.vars == nil {
		c.vars, c.spans = map[int]variable{}, map[int]Interval{}
	}
	c.vars[slot] = v
	switch {
	case e.Op == ir.Range:
		c.spans[slot] = Interval{spanOf(c, e.Args[0]).Lo, spanOf(c, e.Args[1]).Hi}
	case e.Type == ir.Number:
		c.spans[slot] = spanOf(c, e)
	default:
		delete(c.spans, slot)
	}
}

// spanOf bounds a number by what is known of its variables, but not of those of definitions:
// they would be asked about anew for each call.
func spanOf(c *Costs, e *ir.Expr) Interval {
	return IntervalOf(c.g, e, func(slot int) Interval {
		if span, known := c.spans[slot]; known {
			return span
		}
		return AnyNumber
	})
}

// known returns what is known of the value of an expression, or of a member of it.
func (c *Costs) known(e *ir.Expr, member bool) variable {
	v := variable{members: c.Members(e)}
	if member {
		v.members = 1
	}
	if e.Type == ir.Steps {
		v.dirs = c.dirs(e)
	}
	return v
}

// Beyond stands for every number that is too large to matter.
const Beyond = math.MaxInt64 / 4

// Times returns a * b, and Sum the sum of some terms. Neither can overflow: both saturate at
// Beyond.
func Times(a, b int64) int64 {
	if a > 0 && b > Beyond/a {
		return Beyond
	}
	return a * b
}

// Sum returns the sum of some terms; see [Times].
func Sum(terms ...int64) int64 {
	total := int64(0)
	for _, t := range terms {
		total = min(total+t, Beyond)
	}
	return total
}

// State returns the cost of finding the values of a state.
func (c *Costs) State(state int, args []*ir.Expr) int64 {
	st := &c.g.States[state]
	total, n := int64(0), int64(1)
	per := func(is bool, all int64, otherwise int64) {
		if !is {
			return
		}
		some := otherwise
		if len(args) > 0 {
			if args[0] != nil {
				total, some = Sum(total, c.Expr(args[0])), min(all, c.Members(args[0]))
			}
			args = args[1:]
		}
		n = Times(n, some)
	}
	kinds, cells := int64(len(c.g.Kinds)), int64(c.g.Board.Cells.Len())
	per(st.PerPlayer, int64(len(c.g.Players)), 1)
	per(st.PerPiece, kinds, kinds)
	per(st.PerCell, cells, cells)
	return Sum(total, n)
}

// Expr returns the cost of evaluating an expression, 0 for nil. It leaves out what `stuck` tries.
func (c *Costs) Expr(e *ir.Expr) int64 {
	if e == nil {
		return 0
	}
	total := int64(1)
	arg := func(i int) int64 { return c.Expr(e.Args[i]) }
	switch e.Op {
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		n, domain := c.Members(e.Args[0]), arg(0)
		c.Bind(int(e.N), e.Args[0], true)
		return Sum(total, domain, Times(n, arg(1)+1))
	case ir.Let:
		total = Sum(total, arg(0))
		c.Bind(int(e.N), e.Args[0], false)
		return Sum(total, arg(1))
	case ir.If:
		return Sum(total, arg(0), max(arg(1), arg(2)))
	case ir.StateOf:
		return Sum(total, c.State(int(e.N), e.Args))
	case ir.Range:
		return Sum(arg(0), arg(1))
	}
	for i := range e.Args {
		total = Sum(total, arg(i))
	}
	switch e.Op {
	case ir.PiecesOf, ir.PiecesKind:
		total = Sum(total, c.Members(e.Args[0])/setsAUnit)
	case ir.Occupied, ir.EmptyCells, ir.KindOf:
		total = Sum(total, c.prices.Kinds)
	case ir.OwnerOf:
		total = Sum(total, c.prices.Players)
	case ir.FileOf, ir.RankOf:
		total = Sum(total, c.prices.board)
	case ir.ColumnOf, ir.RowOf:
		total = Sum(total, coordinatePrice(&c.prices, e))
	case ir.Height:
		total = Sum(total, Times(TowerUnits, c.Members(e.Args[0])))
	case ir.Pieces:
		at := c.prices.sites
		if len(e.Args) > 1 {
			at = c.Members(e.Args[1])
		}
		total = Sum(total, Times(TowerUnits, at))
	case ir.Holding:
		total = Sum(total, Times(TowerUnits, c.prices.sites))
	case ir.Repetitions, ir.Seen:
		total = Sum(total, priceRecall)
	case ir.Distance:
		total = Sum(total, c.prices.blocking, c.prices.board, c.each(e.Args[2], c.prices.flood))
	case ir.AttrOf:
		most := int64(0)
		for _, v := range c.g.Attrs[e.N].Values {
			most = max(most, c.apart(v, c.Expr))
		}
		total = Sum(total, Times(c.Members(e.Args[0]), most))
	case ir.Call:
		total = Sum(total, c.function(c.call(e.Func, e.Args)))
	case ir.Path:
		total = Sum(total, c.Path(c.Members(e.Args[0]), e.Step))
	case ir.Stuck:
		if !c.inStuck { // within that search nobody is stuck
			c.inStuck = true
			total = Sum(total, c.stuck())
			c.inStuck = false
		}
	}
	return total
}

// A call is a definition with what is known of its arguments. If a definition has more parameters
// than it has room for, only the first ones count and nothing is known of the others.
type call struct {
	f    *ir.Func
	args [4]variable
}

// call returns a call in the current frame.
func (c *Costs) call(f *ir.Func, args []*ir.Expr) call {
	of := call{f: f}
	for i, a := range args[:min(len(args), len(of.args))] {
		of.args[i] = c.known(a, false)
	}
	return of
}

// by returns the call made when a definition steps from one site.
func (c *Costs) by(s *ir.Step) call {
	of := call{f: s.Func}
	of.args[0].members = 1
	for i, a := range s.FuncArgs[:min(len(s.FuncArgs), len(of.args)-1)] {
		of.args[i+1] = c.known(a, false)
	}
	return of
}

// apart asks about an expression in a frame of its own, with nothing known of its variables.
func (c *Costs) apart(e *ir.Expr, ask func(*ir.Expr) int64) int64 {
	return c.inside(call{}, e, ask)
}

// inside asks about an expression in the frame of a call.
func (c *Costs) inside(of call, e *ir.Expr, ask func(*ir.Expr) int64) int64 {
	vars, spans := c.vars, c.spans
	defer func() { c.vars, c.spans = vars, spans }()
	c.vars, c.spans = map[int]variable{}, map[int]Interval{}
	if of.f != nil {
		for i := range min(len(of.f.Params), len(of.args)) {
			c.vars[i] = of.args[i]
		}
	}
	return ask(e)
}

// function returns the cost of evaluating a definition.
func (c *Costs) function(of call) int64 {
	n, known := c.funcs[of]
	if !known {
		n = c.inside(of, of.f.Body, c.Expr)
		if !c.inStuck {
			c.funcs[of] = n
		}
	}
	return n
}

// result bounds the members of what a definition returns.
func (c *Costs) result(of call) int64 {
	n, known := c.results[of]
	if !known {
		n = c.inside(of, of.f.Body, c.Members)
		c.results[of] = n
	}
	return n
}

// Path returns the cost of walking a step from at most that many sites.
func (c *Costs) Path(from int64, s *ir.Step) int64 {
	total := Sum(c.prices.blocking, c.Expr(s.By), c.Expr(s.Only), c.Expr(s.Lo), c.Expr(s.Hi))
	for _, a := range s.FuncArgs {
		total = Sum(total, c.Expr(a))
	}
	switch s.Rep {
	case ir.Star, ir.Plus:
		// Each round after the first steps from sites that were not reached before.
		rounds, sites := c.prices.sites+1, from+c.prices.sites
		if run := c.run(s); run < c.prices.sites {
			rounds, sites = run+2, min(sites, Times(from, run+2))
		}
		return Sum(total, Times(priceRound, rounds), c.lands(rounds, sites, s))
	case ir.Times:
		hi := s.Hi
		if hi == nil {
			hi = s.Lo
		}
		rounds, at, fork := c.greatest(hi), from, c.fork(s)
		rounds = min(rounds, c.run(s)+1)
		for n := int64(0); n < rounds; n++ {
			if at == c.prices.sites { // saturated
				total = Sum(total, Times(rounds-n, 1+c.lands(1, at, s)))
				break
			}
			total = Sum(total, 1, c.lands(1, at, s))
			at = min(Times(at, fork), c.prices.sites)
		}
		return Sum(total, 1)
	}
	return Sum(total, c.lands(1, from, s))
}

// lands returns the cost of that many rounds whose steps begin on from sites in all.
func (c *Costs) lands(rounds, from int64, s *ir.Step) int64 {
	if s.Func != nil {
		return Times(from, 1+c.function(c.by(s)))
	}
	return c.each(s.By, func(r topology.Relation) int64 { return rounds + c.prices.image(r, from) })
}

// fork bounds the sites to which a step leads from one site.
func (c *Costs) fork(s *ir.Step) int64 {
	if s.Func != nil {
		return c.result(c.by(s))
	}
	return c.each(s.By, func(r topology.Relation) int64 { return int64(c.g.Board.Fork(r)) })
}

// spread bounds the sites that a repeated step reaches from that many sites.
func (c *Costs) spread(from int64, s *ir.Step) int64 {
	hi := s.Hi
	if hi == nil {
		hi = s.Lo
	}
	total, at, fork := from, from, c.fork(s)
	for n := c.greatest(hi); n > 0 && at > 0 && total < c.prices.sites; n-- {
		at = Times(at, fork)
		total = Sum(total, at)
	}
	return min(total, c.prices.sites)
}

// run returns the number of steps after which every walk that keeps its direction has ended. It is
// at least MaxWalk if a walk may go on forever or may turn.
func (c *Costs) run(s *ir.Step) int64 {
	if s.Func != nil {
		return c.runBy(s)
	}
	if c.Members(s.By) > 1 {
		return MaxWalk
	}
	if c.runs == nil {
		c.runs = make([]int64, c.g.Board.Relations())
	}
	most := int64(0)
	for r := range c.dirs(s.By).All() {
		if c.runs[r] == 0 {
			c.runs[r] = c.runOf(r) + 1
		}
		most = max(most, c.runs[r]-1)
	}
	return most
}

func (c *Costs) runOf(r topology.Relation) int64 {
	if c.g.Board.Fork(r) > 1 {
		return MaxWalk
	}
	return c.longestWalk(func(x topology.Site) topology.Site { return c.g.Board.Neighbor(r, x) })
}

// runBy is run for a step that is a definition: in each direction that its second parameter may be.
func (c *Costs) runBy(s *ir.Step) int64 {
	of := c.by(s)
	leap := Leap{c.g.Board, func(e *ir.Expr) (topology.Relation, bool) {
		return c.dirs(e).Only()
	}, func(e *ir.Expr) (topology.Set, bool) {
		if e.Op == ir.ConstSites {
			return e.Sets[0], true
		}
		return c.g.Board.All(), true
	}}
	run := func(e *ir.Expr) int64 {
		to := leap.From(e)
		if to == nil {
			return MaxWalk
		}
		return c.longestWalk(func(x topology.Site) topology.Site { return to[x] })
	}
	dirs := of.args[1].dirs
	if dirs.Empty() || of.args[1].members > 1 {
		return c.inside(of, s.Func.Body, run)
	}
	most := int64(0)
	for r := range dirs.All() {
		of.args[1].dirs = topology.StepsOf(r)
		most = max(most, c.inside(of, s.Func.Body, run))
	}
	return most
}

// longestWalk returns the most steps after which a walk has ended, or MaxWalk if one never ends.
func (c *Costs) longestWalk(next func(topology.Site) topology.Site) int64 {
	most := int64(0)
	for x := range c.g.Board.Sites {
		n := int64(0)
		for at := topology.Site(x); ; n++ {
			if at = next(at); at == topology.None {
				break
			}
			if n > c.prices.sites {
				return MaxWalk
			}
		}
		most = max(most, n)
	}
	return most
}

// each returns the greatest sum of a quantity over the directions that a set may have.
func (c *Costs) each(e *ir.Expr, of func(topology.Relation) int64) int64 {
	all, most, n := int64(0), int64(0), int64(0)
	for r := range c.dirs(e).All() {
		all, most, n = Sum(all, of(r)), max(most, of(r)), n+1
	}
	if few := c.Members(e); few < n {
		return min(all, Times(few, most))
	}
	return all
}

// greatest returns the greatest value that a number of repetitions can have.
func (c *Costs) greatest(e *ir.Expr) int64 {
	return min(max(spanOf(c, e).Hi, 0), MaxWalk)
}

// subsets bounds how many sets can be chosen, of so many members as the rules say.
func subsets(c *Costs, e *ir.Expr) int64 {
	members := min(c.Members(e.Args[2]), 50)
	least, most := int64(0), members
	if e.Args[0].Op == ir.ConstNumber && e.Args[1].Op == ir.ConstNumber {
		least, most = max(e.Args[0].N, 0), min(e.Args[1].N, members)
	}
	total, ways := int64(0), int64(1)
	for n := range most + 1 {
		if n >= least {
			total += ways
		}
		ways = ways * (members - n) / (n + 1)
	}
	return total
}

// Members bounds the members of a set or a range.
func (c *Costs) Members(e *ir.Expr) int64 {
	switch {
	case e.Op == ir.Range:
		span := Sub(spanOf(c, e.Args[1]).Hi, spanOf(c, e.Args[0]).Lo)
		return min(max(Add(span, 1), 0), MaxRange)
	case e.Op == ir.Subset:
		return subsets(c, e)
	case e.Type != ir.Number && e.Type != ir.Truth && e.Card != ir.Many:
		return 1
	}
	most := c.every(e.Type)
	switch e.Op {
	case ir.Var:
		if v, known := c.vars[int(e.N)]; known {
			return min(most, v.members)
		}
	case ir.ConstSites, ir.PlayerSites:
		n := int64(0)
		for i := range e.Sets {
			n = max(n, int64(e.Sets[i].Len()))
		}
		return n
	case ir.ConstPlayers, ir.ConstKinds:
		return int64(bits.OnesCount64(uint64(e.N)))
	case ir.ConstSteps:
		return int64(e.Dirs.Len())
	case ir.And:
		return min(c.Members(e.Args[0]), c.Members(e.Args[1]))
	case ir.Or:
		return min(most, c.Members(e.Args[0])+c.Members(e.Args[1]))
	case ir.Minus, ir.QThose:
		return c.Members(e.Args[0])
	case ir.QUnion:
		n := c.Members(e.Args[0])
		c.Bind(int(e.N), e.Args[0], true)
		return min(most, Times(n, c.Members(e.Args[1])))
	case ir.For:
		return c.Members(e.Args[1])
	case ir.If:
		return max(c.Members(e.Args[1]), c.Members(e.Args[2]))
	case ir.FileOf:
		return c.longest(c.g.Board.Column)
	case ir.RankOf:
		return c.longest(c.g.Board.Row)
	case ir.Call:
		return min(most, c.result(c.call(e.Func, e.Args)))
	case ir.Path:
		if e.Step.Rep == ir.Once {
			most = min(most, Times(c.Members(e.Args[0]), c.fork(e.Step)))
		} else if run := c.run(e.Step); run < c.prices.sites {
			most = min(most, Times(c.Members(e.Args[0]), run+1))
		} else if e.Step.Rep == ir.Times {
			most = min(most, c.spread(c.Members(e.Args[0]), e.Step))
		}
		if e.Step.Only != nil {
			most = min(most, c.Members(e.Step.Only))
		}
	}
	return most
}

// longest returns the most cells that share one number.
func (c *Costs) longest(numbers []int) int64 {
	count, most := map[int]int64{}, int64(0)
	for cell := range c.g.Board.Cells.All() {
		count[numbers[cell]]++
		most = max(most, count[numbers[cell]])
	}
	return most
}

// every bounds the members of any set of a type.
func (c *Costs) every(t ir.Type) int64 {
	switch t {
	case ir.Steps:
		return int64(c.g.Board.Relations())
	case ir.Players:
		return int64(len(c.g.Players))
	case ir.Kinds:
		return int64(len(c.g.Kinds))
	}
	return c.prices.sites
}

// dirs returns a set with all steps that an expression may contain.
func (c *Costs) dirs(e *ir.Expr) topology.Steps {
	switch e.Op {
	case ir.Var:
		if v, known := c.vars[int(e.N)]; known {
			return v.dirs
		}
	case ir.ConstSteps:
		return e.Dirs
	case ir.Or:
		return c.dirs(e.Args[0]).Or(c.dirs(e.Args[1]))
	case ir.And:
		return c.dirs(e.Args[0]).And(c.dirs(e.Args[1]))
	case ir.Minus, ir.QThose:
		return c.dirs(e.Args[0])
	}
	return c.all
}
