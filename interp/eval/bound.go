package eval

import (
	"math"
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
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

	c costs
}

// BoundsOf works out the bounds of a game.
func BoundsOf(g *ir.Game) *Bounds {
	b := &Bounds{c: costs{g: g, prices: pricesOf(g), funcs: map[*ir.Func]int64{},
		results: map[*ir.Func]int64{}}}
	c := &b.c
	once := int64(0)
	b.Over = c.position
	for _, s := range g.End {
		cost := c.expr(s.If)
		b.Over = sum(b.Over, cost, times(int64(len(g.Players)), c.expr(s.Of)))
		if s.AtOnce {
			once = sum(once, cost)
		}
	}
	b.Over = sum(b.Over, c.reset())
	judge := c.judge(g.Turn)
	b.List = sum(c.choice(g.Turn), c.finds(g.Turn))
	b.Step = c.prices.step(4 * g.Board.Sites)
	for _, mv := range g.Moves {
		b.Find = append(b.Find, c.clauses(mv))
		take := sum(c.prices.step(4*g.Board.Sites), once, c.choice(mv.Then))
		for i := range mv.Clauses {
			if mv.Clauses[i].Op == ir.LetClause {
				take = sum(take, c.expr(mv.Clauses[i].Value))
			}
		}
		for _, e := range mv.Do {
			take = sum(take, c.effect(e))
		}
		for i := range mv.Ensure {
			take = sum(take, c.expr(mv.Ensure[i].Expr))
		}
		b.Take = append(b.Take, take)
		b.Step = max(b.Step, sum(take, c.finds(mv.Then)))
		if later := c.judge(mv.Then); later > 0 { // one comparison for each step of a turn
			judge = sum(judge, times(4*c.sites, later))
		}
	}
	b.Step = sum(b.Step, 2*judge)
	return b
}

// Question returns how much work a question can take at most in which so many steps were taken for
// good, silent ones among them, and so many others were tried. If that is at most [MostWork], the
// question has an answer; if it is more, only the evaluator can tell.
func (b *Bounds) Question(taken, tried int64) int64 {
	return sum(times(taken, sum(b.Over, b.List, b.Step)), times(tried, b.Step))
}

// Expr returns how much work reading an expression of the game can take at most. What `stuck` tries
// is not counted.
func (b *Bounds) Expr(e *ir.Expr) int64 { return b.c.expr(e) }

// Worst returns the greatest of the bounds of a game: of every expression, and of one step of the
// game if no others are tried.
func Worst(g *ir.Game) int64 {
	b := BoundsOf(g)
	most := b.Question(1, 0)
	g.Exprs(func(e *ir.Expr) { most = max(most, b.Expr(e)) })
	return most
}

// costs adds up what expressions take at most, as the evaluator counts it.
type costs struct {
	g *ir.Game
	prices
	funcs   map[*ir.Func]int64
	results map[*ir.Func]int64
	vars    map[int]variable // by slot of the frame at hand, as far as known
	runs    []int64          // by relation: see run; 0 is not known yet
	inStuck bool
}

// variable is what is known of the values of a variable.
type variable struct {
	members int64          // at most so many
	dirs    topology.Steps // of a set of steps: none but these
}

// bind notes what a variable may be: a set, or a member of it.
func (c *costs) bind(slot int, e *ir.Expr, member bool) {
	v := variable{members: c.members(e)}
	if member {
		v.members = 1
	}
	if e.Type == ir.Steps {
		v.dirs = c.dirs(e)
	}
	if c.vars == nil {
		c.vars = map[int]variable{}
	}
	c.vars[slot] = v
}

// beyond stands for every number that is out of all measure.
const beyond = math.MaxInt64 / 4

func times(a, b int64) int64 {
	if a > 0 && b > beyond/a {
		return beyond
	}
	return a * b
}

func sum(terms ...int64) int64 {
	total := int64(0)
	for _, t := range terms {
		total = min(total+t, beyond)
	}
	return total
}

// clauses is what finding the steps of a move takes. What its names may be is known from then on.
func (c *costs) clauses(mv *ir.Move) int64 {
	c.vars = nil
	total, ways := int64(0), int64(1)
	for i := range mv.Clauses {
		cl := &mv.Clauses[i]
		total = sum(total, times(ways, c.expr(cl.Value)))
		switch cl.Op {
		case ir.BindClause:
			ways = times(ways, c.members(cl.Value))
			total = sum(total, ways)
			c.bind(mv.Roles[cl.Role].Slot, cl.Value, true)
		case ir.LetClause:
			c.bind(cl.Slot, cl.Value, false)
		}
	}
	return sum(total, times(ways, priceOffer))
}

// choice is what finding out which items are open takes.
func (c *costs) choice(choice *ir.Choice) int64 {
	if choice == nil {
		return 0
	}
	total := int64(0)
	for _, g := range choice.Groups {
		for _, item := range g.Items {
			total = sum(total, 1, c.expr(item.When))
			for i := range item.Roles {
				total = sum(total, c.expr(item.Roles[i].Value))
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
				total = sum(total, c.clauses(c.g.Moves[item.Move]))
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
			total = sum(total, c.expr(e))
		}
	}
	return total
}

func (c *costs) effect(e *ir.Effect) int64 {
	total := sum(1, c.expr(e.When), c.expr(e.A), c.expr(e.B), c.expr(e.Kind), c.expr(e.Owner),
		c.expr(e.Many))
	if c.g.Towers && e.A != nil {
		total = sum(total, times(2*towerUnits, c.members(e.A)), 2*towerUnits)
		if e.Op == ir.Become {
			total = sum(total, times(MaxTower, times(c.expr(e.Owner), c.members(e.A))))
		}
	}
	switch e.Op {
	case ir.Place:
		total = sum(total, times(c.piece, c.members(e.A)))
	case ir.Remove:
		total = sum(total, c.players+c.kinds)
	case ir.Become:
		// The owner is read for every piece.
		total = sum(total, c.position, times(c.piece+c.expr(e.Owner), c.members(e.A)))
	case ir.Shift:
		each := sum(c.piece, c.path(1, e.Step))
		total = sum(total, times(c.members(e.A), each))
	case ir.Assign:
		total = sum(total, c.values(e.State, e.Index))
	case ir.LetEffect:
		c.bind(e.Slot, e.A, false)
	case ir.Each:
		n := c.members(e.A)
		c.bind(e.Slot, e.A, true)
		one := sum(1, c.effect(e.Body))
		for _, more := range e.More {
			one = sum(one, c.effect(more))
		}
		total = sum(total, times(n, one))
	}
	return total
}

// values is what finding the values of a state takes.
func (c *costs) values(state int, args []*ir.Expr) int64 {
	st := &c.g.States[state]
	total, n := int64(0), int64(1)
	per := func(is bool, all int64, otherwise int64) {
		if !is {
			return
		}
		some := otherwise
		if len(args) > 0 {
			if args[0] != nil {
				total, some = sum(total, c.expr(args[0])), min(all, c.members(args[0]))
			}
			args = args[1:]
		}
		n = times(n, some)
	}
	kinds, cells := int64(len(c.g.Kinds)), int64(c.g.Board.Cells.Len())
	per(st.PerPlayer, int64(len(c.g.Players)), 1)
	per(st.PerPiece, kinds, kinds)
	per(st.PerCell, cells, cells)
	return sum(total, n)
}

func (c *costs) expr(e *ir.Expr) int64 {
	if e == nil {
		return 0
	}
	total := int64(1)
	arg := func(i int) int64 { return c.expr(e.Args[i]) }
	switch e.Op {
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		n, domain := c.members(e.Args[0]), arg(0)
		c.bind(int(e.N), e.Args[0], true)
		return sum(total, domain, times(n, arg(1)+1))
	case ir.Let:
		total = sum(total, arg(0))
		c.bind(int(e.N), e.Args[0], false)
		return sum(total, arg(1))
	case ir.If:
		return sum(total, arg(0), max(arg(1), arg(2)))
	case ir.StateOf:
		return sum(total, c.values(int(e.N), e.Args))
	case ir.Range:
		return sum(arg(0), arg(1))
	}
	for i := range e.Args {
		total = sum(total, arg(i))
	}
	switch e.Op {
	case ir.PiecesOf, ir.PiecesKind:
		total = sum(total, c.members(e.Args[0])/setsAUnit)
	case ir.Occupied, ir.EmptyCells, ir.KindOf:
		total = sum(total, c.kinds)
	case ir.OwnerOf:
		total = sum(total, c.players)
	case ir.FileOf, ir.RankOf, ir.ColumnOf, ir.RowOf:
		total = sum(total, c.board)
	case ir.Height, ir.Holding, ir.Pieces:
		total = sum(total, times(towerUnits, c.prices.sites))
	case ir.Repetitions, ir.Seen:
		total = sum(total, priceRecall)
	case ir.Distance:
		total = sum(total, c.blocking, c.board, c.each(e.Args[2], c.prices.flood))
	case ir.AttrOf:
		most := int64(0)
		outer := c.vars
		for _, v := range c.g.Attrs[e.N].Values {
			c.vars = nil
			most = max(most, c.expr(v))
		}
		c.vars = outer
		total = sum(total, times(c.members(e.Args[0]), most))
	case ir.Call:
		total = sum(total, c.function(e.Func))
	case ir.Path:
		total = sum(total, c.path(c.members(e.Args[0]), e.Step))
	case ir.Stuck:
		total = sum(total, c.search())
	}
	return total
}

// search is what finding out takes whether a player is stuck, but for the steps that are tried.
func (c *costs) search() int64 {
	if c.inStuck { // within the search nobody is stuck
		return 0
	}
	c.inStuck = true
	defer func() { c.inStuck = false }()
	return sum(c.position, c.reset(), c.choice(c.g.Turn), c.finds(c.g.Turn))
}

// reset is what setting back takes that lasts for a turn.
func (c *costs) reset() int64 {
	total := int64(0)
	for i := range c.g.States {
		if c.g.States[i].ThisTurn {
			total = sum(total, times(int64(len(c.g.Players)), c.expr(c.g.States[i].Init)))
		}
	}
	return total
}

func (c *costs) function(f *ir.Func) int64 {
	n, known := c.funcs[f]
	if !known {
		outer := c.vars
		c.vars = nil
		n = c.expr(f.Body)
		c.vars = outer
		if !c.inStuck {
			c.funcs[f] = n
		}
	}
	return n
}

// result is how many members what a definition gives has at most.
func (c *costs) result(f *ir.Func) int64 {
	n, known := c.results[f]
	if !known {
		outer := c.vars
		c.vars = nil
		n = c.members(f.Body)
		c.vars = outer
		c.results[f] = n
	}
	return n
}

// path is what walking a step takes from so many sites at most.
func (c *costs) path(from int64, s *ir.Step) int64 {
	total := sum(c.blocking, c.expr(s.By), c.expr(s.Only), c.expr(s.Lo), c.expr(s.Hi))
	for _, a := range s.FuncArgs {
		total = sum(total, c.expr(a))
	}
	switch s.Rep {
	case ir.Star, ir.Plus:
		// Each round but the first steps from sites that were not reached before.
		rounds, sites := c.sites+1, from+c.sites
		if run := c.run(s); run < c.sites {
			rounds, sites = run+2, min(sites, times(from, run+2))
		}
		return sum(total, rounds, c.lands(rounds, sites, s))
	case ir.Times:
		hi := s.Hi
		if hi == nil {
			hi = s.Lo
		}
		rounds, at, fork := c.greatest(hi), from, c.fork(s)
		rounds = min(rounds, c.run(s)+1)
		for n := int64(0); n < rounds; n++ {
			if at == c.sites { // and so it stays
				total = sum(total, times(rounds-n, 1+c.lands(1, at, s)))
				break
			}
			total = sum(total, 1, c.lands(1, at, s))
			at = min(times(at, fork), c.sites)
		}
		return sum(total, 1)
	}
	return sum(total, c.lands(1, from, s))
}

// lands is what so many rounds take in which steps begin on so many sites in all.
func (c *costs) lands(rounds, from int64, s *ir.Step) int64 {
	if s.Func != nil {
		return times(from, 1+c.function(s.Func))
	}
	return c.each(s.By, func(r topology.Relation) int64 { return rounds + c.image(r, from) })
}

// fork is to how many sites a step leads from one at most.
func (c *costs) fork(s *ir.Step) int64 {
	if s.Func != nil {
		return c.result(s.Func)
	}
	return c.each(s.By, func(r topology.Relation) int64 { return int64(c.g.Board.Fork(r)) })
}

// spread is how many sites a step that is repeated reaches from so many at most.
func (c *costs) spread(from int64, s *ir.Step) int64 {
	hi := s.Hi
	if hi == nil {
		hi = s.Lo
	}
	total, at, fork := from, from, c.fork(s)
	for n := c.greatest(hi); n > 0 && at > 0 && total < c.sites; n-- {
		at = times(at, fork)
		total = sum(total, at)
	}
	return min(total, c.sites)
}

// run is after how many steps every walk is at an end that goes on in one direction, or no less
// than maxWalk if it may go on for ever or if it may turn.
func (c *costs) run(s *ir.Step) int64 {
	if s.Func != nil || c.members(s.By) > 1 {
		return maxWalk
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

func (c *costs) runOf(r topology.Relation) int64 {
	if c.g.Board.Fork(r) > 1 {
		return maxWalk
	}
	most := int64(0)
	for x := range c.g.Board.Sites {
		n := int64(0)
		for at := topology.Site(x); ; n++ {
			if at = c.g.Board.Neighbour(r, at); at == topology.None {
				break
			}
			if n > c.sites {
				return maxWalk
			}
		}
		most = max(most, n)
	}
	return most
}

// each is the greatest sum that a number has for the directions which a set may have.
func (c *costs) each(e *ir.Expr, of func(topology.Relation) int64) int64 {
	all, most, n := int64(0), int64(0), int64(0)
	for r := range c.dirs(e).All() {
		all, most, n = sum(all, of(r)), max(most, of(r)), n+1
	}
	if few := c.members(e); few < n {
		return min(all, times(few, most))
	}
	return all
}

// greatest is the greatest value that a number of repetitions can have.
func (c *costs) greatest(e *ir.Expr) int64 {
	if e.Op == ir.ConstNumber {
		return min(max(e.N, 0), maxWalk)
	}
	return maxWalk
}

// members is how many members a set or a range has at most.
func (c *costs) members(e *ir.Expr) int64 {
	switch {
	case e.Op == ir.Range:
		lo, hi := e.Args[0], e.Args[1]
		if lo.Op == ir.ConstNumber && hi.Op == ir.ConstNumber {
			return min(max(hi.N-lo.N+1, 0), MaxRange)
		}
		return MaxRange
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
		return min(c.members(e.Args[0]), c.members(e.Args[1]))
	case ir.Or:
		return min(most, c.members(e.Args[0])+c.members(e.Args[1]))
	case ir.Minus, ir.QThose:
		return c.members(e.Args[0])
	case ir.QUnion:
		n := c.members(e.Args[0])
		c.bind(int(e.N), e.Args[0], true)
		return min(most, times(n, c.members(e.Args[1])))
	case ir.For:
		return c.members(e.Args[1])
	case ir.If:
		return max(c.members(e.Args[1]), c.members(e.Args[2]))
	case ir.Call:
		return min(most, c.result(e.Func))
	case ir.Path:
		if e.Step.Rep == ir.Once {
			most = min(most, times(c.members(e.Args[0]), c.fork(e.Step)))
		} else if run := c.run(e.Step); run < c.sites {
			most = min(most, times(c.members(e.Args[0]), run+1))
		} else if e.Step.Rep == ir.Times {
			most = min(most, c.spread(c.members(e.Args[0]), e.Step))
		}
		if e.Step.Only != nil {
			most = min(most, c.members(e.Step.Only))
		}
	}
	return most
}

// every is how many members any set of a type has at most.
func (c *costs) every(t ir.Type) int64 {
	switch t {
	case ir.Steps:
		return int64(c.g.Board.Relations())
	case ir.Players:
		return int64(len(c.g.Players))
	case ir.Kinds:
		return int64(len(c.g.Kinds))
	}
	return c.sites
}

// dirs is a set of steps that has all that an expression can have.
func (c *costs) dirs(e *ir.Expr) topology.Steps {
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
	var all topology.Steps
	for r := range c.g.Board.Relations() {
		all = all.Or(topology.StepsOf(topology.Relation(r)))
	}
	return all
}
