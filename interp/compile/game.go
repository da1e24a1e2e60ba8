package compile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// programOf turns a game into programs, which [Wasm] writes as a module. Moves and sentences that
// they cannot express are left to the evaluator, one by one. An error says why not even a position
// can be stored; then the whole game is left to the evaluator. When the context ends, the error is
// that of the context.
func programOf(ctx context.Context, game *ir.Game) (p *Program, err error) {
	defer recoverCanceled(&err)
	if why := unknown(game); why != "" {
		return nil, errors.New(why)
	}
	lay := NewLayout(game.Board)
	if lay.Words > maxWords {
		return nil, fmt.Errorf("a board of %d places", lay.Words*64)
	}
	if why := attempt(func() { p = compile(ctx, game, lay) }); why != "" {
		return nil, errors.New(why)
	}
	return p, nil
}

// recoverCanceled turns the panic of a compilation whose context has ended into its error.
func recoverCanceled(err *error) {
	switch r := recover().(type) {
	case nil:
	case canceled:
		*err = r.err
	default:
		panic(r)
	}
}

// unknown names something in the rules that no program can do yet; "" if there is nothing.
func unknown(game *ir.Game) string {
	if game.Tallest > maxTall {
		return fmt.Sprintf("towers of up to %d pieces; `with towers(N)` says how high they get",
			game.Tallest)
	}
	return ""
}

// plays are the programs that play steps, and those that say why other steps are legal too.
type plays struct {
	*actions
	p       *Program
	choice  map[*ir.Choice]int
	slots   [][]int // by pending slot and plane: field
	me      int     // whose programs are being compiled
	player  *PlayerCode
	applies map[string]int
	// by apply program of the player: a search whose steps it plays; nil if they remove pieces
	searches []*search
	rules    map[ir.MoveID]*node // what moves ensure, for all of their steps alike
}

// A builder assembles the programs of a game: how the steps of a choice are found, what plays
// them, what sentences ask.
type builder struct {
	plays
	tested    map[*ir.Expr]Level // the conditions of the move being compiled
	fallbacks fallbacks
}

// A rulePart is a part of the rules that can be left to the evaluator: an item of a choice, or one
// of those below.
type rulePart struct{ player, choice, index int }

// The choices of parts of the rules that are not items.
const (
	aSentence = -1 - iota // of `end`
	aScore                // what a sentence compares
)

// fallbacks lists the parts of the rules that cannot be compiled, and why.
type fallbacks map[rulePart]string

func compile(ctx context.Context, game *ir.Game, lay *Layout) *Program {
	c := newActions(ctx, game, lay)
	p := &Program{
		Game: game, Layout: lay, moves: position.NewLayout(game),
		Kinds: c.store.kinds, Owned: c.store.owned, Memory: c.store.memory, Pieces: c.store.pieces,
		Below:  c.store.below,
		Report: &Report{},
	}
	b := &builder{plays: plays{actions: c, p: p, choice: map[*ir.Choice]int{}}, fallbacks: fallbacks{}}
	b.choices()
	b.moment()
	p.lasting = len(c.store.fields)
	p.Pending = b.slots
	for me := range game.Players {
		b.compilePlayer(me)
	}
	p.Fields, p.ValueSets, p.builder = c.store.fields, c.valueSets, b
	b.resets()
	return p
}

// choices numbers the choices and their items, and assigns slots to the roles that are bound
// beforehand.
func (b *plays) choices() {
	b.p.Numbers = NumFirst + b.store.numbers
	b.addChoice(b.game.Turn)
	if b.game.SetupThen != nil {
		b.addChoice(b.game.SetupThen)
	}
	for _, m := range b.game.Moves {
		if m.Then != nil {
			b.addChoice(m.Then)
		}
	}
	for i, ch := range b.p.Choices {
		if i == 0 {
			continue
		}
		var shared []*ir.Expr
		for _, g := range ch.Groups {
			for _, item := range g.Items {
				for r := range item.Source.Roles {
					rv := &item.Source.Roles[r]
					if b.game.Moves[item.Source.Move].Roles[rv.Role].Type != ir.Sites {
						item.Roles = append(item.Roles,
							PendingRole{Role: rv.Role, Slot: -1, Number: b.p.Numbers})
						b.p.Numbers += 1 + len(topology.Steps{})
						continue
					}
					slot := slices.IndexFunc(shared, func(e *ir.Expr) bool {
						return e == rv.Value || e.Op == ir.Var && rv.Value.Op == ir.Var &&
							e.N == rv.Value.N
					})
					if slot < 0 {
						slot = len(shared)
						shared = append(shared, rv.Value)
					}
					item.Roles = append(item.Roles, PendingRole{Role: rv.Role, Slot: slot})
					for len(b.slots) <= slot {
						b.slots = append(b.slots, slices.Repeat([]int{-1}, b.lay.planes))
					}
					sites := b.game.Board.Planes(rv.Value.Planes)
					if rv.Value.Planes == 0 {
						sites = b.game.Board.All()
					}
					for p, set := range b.lay.Split(sites) {
						if !set.Empty() && b.slots[slot][p] < 0 {
							b.slots[slot][p] = len(b.store.fields)
							b.store.fields = append(b.store.fields, Field{Kind: PendingField, Index: slot, Plane: p})
							b.store.may = append(b.store.may, b.lay.all[p])
						}
					}
				}
			}
		}
	}
	b.p.Aims = b.p.Numbers
	b.store.pending = b.p.Numbers - NumFirst - b.store.numbers
	for _, ch := range b.p.Choices {
		for _, g := range ch.Groups {
			if g.Best > 0 {
				g.Aim = b.p.Numbers
				b.p.Numbers += 1 + g.Best
				b.p.thisTurn = append(b.p.thisTurn, reset{field: -1, number: g.Aim})
			}
			if g.Best > ir.MaxPlayers {
				fail("`with` of %d numbers", g.Best)
			}
		}
	}
	b.chance()
	if slices.ContainsFunc(b.game.End,
		func(s *ir.Sentence) bool { return s.Outcome == ir.Highest || s.Outcome == ir.Lowest }) {
		b.p.Final = b.p.Numbers
		b.p.Numbers += len(b.game.Players)
	}
	b.state0 = b.store.state(&b.reader)
}

func (b *plays) addChoice(source *ir.Choice) {
	ch := &Choice{Source: source}
	for _, g := range source.Groups {
		group := &Group{Best: len(g.Best), most: g.Most}
		for _, item := range g.Items {
			it := &Item{Source: item, Index: ch.items}
			if item.Op == ir.MoveItem {
				mv := b.game.Moves[item.Move]
				it.silent = mv.Label == ""
				for r := range mv.Roles {
					it.silent = it.silent && slices.ContainsFunc(item.Roles,
						func(rv ir.RoleValue) bool { return rv.Role == r })
				}
			}
			if item.Op == ir.DoneItem {
				it.silent = true
			}
			ch.demanding = ch.demanding || item.Op == ir.IllegalItem
			ch.items++
			group.Items = append(group.Items, it)
		}
		ch.Groups = append(ch.Groups, group)
	}
	if ch.items > 60 {
		fail("a choice of %d items", ch.items)
	}
	b.choice[source] = len(b.p.Choices)
	b.p.Choices = append(b.p.Choices, ch)
}

// moment finds out after which steps the position must be compared with earlier ones of the turn:
// where moves can follow each other in an unbounded cycle.
func (b *plays) moment() {
	// follows[i][j]: after move i move j may come.
	n := len(b.game.Moves)
	follows := make([][]bool, n)
	for i, m := range b.game.Moves {
		follows[i] = make([]bool, n)
		if m.Then == nil || m.Chance {
			continue // positions may repeat after a chance step, whose number is bounded
		}
		for _, g := range m.Then.Groups {
			for _, item := range g.Items {
				if item.Op == ir.MoveItem && !b.game.Moves[item.Move].Chance {
					follows[i][item.Move] = true
				}
			}
		}
	}
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = slices.Clone(follows[i])
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for i, m := range b.game.Moves {
		if m.Then == nil || !reach[i][i] {
			continue
		}
		// A cycle of moves that each remove pieces for good can neither repeat a position nor go on
		// for long.
		bounded := true
		for j := range n {
			if reach[i][j] && reach[j][i] && !removes(b.game.Moves[j]) {
				bounded = false
			}
		}
		if !bounded && b.p.Choices[b.choice[m.Then]].demanding {
			fail("a continuation that can go in a circle and can withdraw the step before it")
		}
		if !bounded {
			b.p.Choices[b.choice[m.Then]].MayRepeat = true
		}
		for j, mv := range b.game.Moves {
			// Whether anyone is stuck after such a step depends on the earlier positions of the
			// turn, which the search for stuck does not carry along.
			if !bounded && i != j && reach[i][j] && reach[j][i] &&
				slices.ContainsFunc(mv.Ensure, asksStuck) {
				fail("`ensure` about being stuck, where moves follow one another in a circle")
			}
		}
	}
}

func asksStuck(c ir.Cond) bool { return asks(c.Expr, ir.Stuck) }

// removes reports whether a move certainly takes a piece off the board and adds none.
func removes(m *ir.Move) bool {
	gone := false
	touched := map[int64]bool{} // variables whose sites a piece has left or entered
	for _, e := range m.Do {
		switch e.Op {
		case ir.Remove:
			if e.When == nil && e.Part == ir.Whole && e.A.Op == ir.Var && !touched[e.A.N] {
				for _, c := range m.Clauses {
					if c.Op == ir.BindClause && int64(m.Roles[c.Role].Slot) == e.A.N &&
						occupiedOnly(c.Value) {
						gone = true
					}
				}
			}
		case ir.MovePieces:
			if e.A.Op != ir.Var || e.B.Op != ir.Var {
				return false // of any site
			}
			touched[e.A.N], touched[e.B.N] = true, true
		case ir.Become, ir.Again, ir.Assign, ir.LetEffect:
		default:
			return false
		}
	}
	return gone
}

// occupiedOnly reports whether a set certainly consists of occupied sites.
func occupiedOnly(e *ir.Expr) bool {
	switch e.Op {
	case ir.PiecesOf, ir.PiecesKind, ir.Occupied:
		return true
	case ir.And:
		return occupiedOnly(e.Args[0]) || occupiedOnly(e.Args[1])
	case ir.Or:
		return occupiedOnly(e.Args[0]) && occupiedOnly(e.Args[1])
	case ir.Minus:
		return occupiedOnly(e.Args[0])
	}
	return false
}

func (b *builder) compilePlayer(me int) {
	b.me = me
	b.player = &PlayerCode{scored: map[int][]*node{}}
	b.p.Players = append(b.p.Players, b.player)
	b.applies, b.searches, b.rules = map[string]int{}, nil, map[ir.MoveID]*node{}
	for _, ch := range b.p.Choices {
		b.player.choices = append(b.player.choices,
			&choiceCode{groups: make([]groupCode, len(ch.Groups))})
	}
	done := make([]bool, len(b.p.Choices))
	for more := true; more; {
		more = false
		for i, code := range b.player.choices {
			if done[i] || !b.reached(i) {
				continue
			}
			done[i], more = true, true
			for g := range code.groups {
				b.compileGroup(i, g, &code.groups[g])
			}
		}
	}
	for i, ch := range b.p.Choices {
		if !done[i] {
			b.neverReached(ch)
		}
	}
	b.witnesses()
	b.player.end = b.sentences(me, false)
	b.player.atOnce = b.sentences(me, true)
	for i, s := range b.game.End {
		if s.Outcome == ir.Highest || s.Outcome == ir.Lowest {
			b.score(i, s)
		}
	}
	b.values(me)
}

// reached reports whether a choice can be pending, judging by the choices compiled so far.
func (b *builder) reached(choice int) bool {
	return choice == 0 || b.p.Choices[choice].Source == b.game.SetupThen ||
		slices.ContainsFunc(b.player.applies, func(a *apply) bool { return a.then == choice }) ||
		slices.ContainsFunc(b.player.choices, func(c *choiceCode) bool {
			return slices.ContainsFunc(c.groups, func(g groupCode) bool { return len(g.fallback) > 0 })
		})
}

// neverReached reports the moves of a choice that is never pending.
func (b *builder) neverReached(ch *Choice) {
	for _, g := range ch.Groups {
		for _, it := range g.Items {
			if it.Source.Op != ir.MoveItem {
				continue
			}
			e := Entry{player: b.me, Name: moveName(b.game.Moves[it.Source.Move]),
				Level: Never}
			if !slices.ContainsFunc(b.p.Report.Entries,
				func(x Entry) bool { return x.player == e.player && x.Name == e.Name }) {
				b.p.Report.add(e)
			}
		}
	}
}

// values compiles the values of the rules for a player; what cannot be compiled is read by the
// evaluator.
func (b *builder) values(me int) {
	b.player.values = make([]*node, len(b.game.Values))
	for i, v := range b.game.Values {
		attempt(func() {
			if asks(v.Body, ir.Stuck) || asksHistory(v.Body) {
				fail("it asks what is not known at every moment")
			}
			b.begin()
			b.player.values[i] = b.number(v.Body,
				&env{slots: make([]binding, max(v.Slots, b.game.Slots)), me: me, st: b.state0})
		})
	}
}

// begin starts a program.
func (b *plays) begin() {
	b.forget()
	b.vars = 0
	b.facts = nil
}

// fallBack notes that a part of the rules is left to the evaluator, which knows nothing of earlier
// positions.
func (b *builder) fallBack(x rulePart, why string, reads ...*ir.Expr) {
	// Another move that is examined may read the same: because it has to follow, or because a
	// player might be stuck.
	for _, ch := range b.p.Choices {
		for _, g := range ch.Groups {
			for _, item := range g.Items {
				reads = append(reads, b.read(item)...)
			}
		}
	}
	if slices.ContainsFunc(reads, asksHistory) {
		fail("%s; and the rules ask about repetitions", why)
	}
	b.fallbacks[x] = why
}

// asksHistory reports whether an expression asks about earlier positions.
func asksHistory(e *ir.Expr) bool { return asks(e, ir.Repetitions) || asks(e, ir.Seen) }

// sentences compiles the sentences of `end`, or those that say `at once`, into chunks.
func (b *builder) sentences(me int, atOnce bool) []chunk {
	var chunks []chunk
	open := false // the last chunk has room for another sentence
	for i, s := range b.game.End {
		if atOnce && !s.AtOnce {
			continue
		}
		here := rulePart{me, aSentence, i}
		facts := onDemand{asks(s.If, ir.Stuck), asksHistory(s.If)}
		b.p.Repeats = b.p.Repeats || facts.repeats
		var t *node
		why, left := b.fallbacks[here]
		if !left {
			begin := func() {
				b.begin()
				b.facts = &facts
				chunks, open = append(chunks, chunk{onDemand: facts}), true
			}
			if !open || facts != (onDemand{}) {
				begin()
			}
			compile := func() {
				if atOnce && facts != (onDemand{}) {
					fail("`at once` about repetitions or being stuck")
				}
				t = b.truth(s.If, &env{slots: make([]binding, b.game.Slots), me: me, st: b.state0})
				if s.Outcome == ir.Lose && s.Player >= 0 && !b.opposed {
					t = b.logical(bAnd, t, b.not(b.member(b.state0.nums[NumOut], s.Player)))
				}
			}
			if why = attempt(compile); why != "" && len(chunks[len(chunks)-1].conds) > 0 {
				begin() // perhaps it did not fit together with those before
				why = attempt(compile)
			}
			if why != "" {
				b.fallBack(here, why, s.If)
			}
		}
		if !atOnce {
			b.reportSentence(me, i, t, why)
		}
		switch {
		case why != "":
			if k := len(chunks) - 1; open && len(chunks[k].conds) == 0 {
				chunks = chunks[:k]
			}
			chunks, open = append(chunks, chunk{fallback: i + 1}), false
		case !isFalse(t):
			last := &chunks[len(chunks)-1]
			last.conds = append(last.conds, endCond{t, i})
		}
	}
	return chunks
}

// asks reports whether an expression, or a function it calls, has an operator.
func asks(e *ir.Expr, op ir.Op) bool {
	return anyExpr(e, func(x *ir.Expr) bool { return x.Op == op })
}

// anyExpr reports whether something holds for an expression or one of its parts, including the
// functions it calls.
func anyExpr(e *ir.Expr, holds func(*ir.Expr) bool) (found bool) {
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || holds(x) || x.Func != nil && anyExpr(x.Func.Body, holds) ||
			x.Step != nil && x.Step.Func != nil && anyExpr(x.Step.Func.Body, holds)
		return !found
	})
	return found
}

// score compiles the numbers that a sentence compares, of every player; the evaluator counts what
// cannot be compiled.
func (b *builder) score(i int, s *ir.Sentence) {
	here := rulePart{b.me, aScore, i}
	if _, left := b.fallbacks[here]; left {
		return
	}
	player := b.player
	why := b.scores(func(seat int) (*ir.Expr, int) { return s.Of, seat }, len(b.game.Players),
		func(list []*node) { player.scored[i] = list })
	if why != "" {
		b.fallBack(here, why, s.Of)
	}
}

// scores compiles n numbers; of says which, and for whom. It returns why it cannot, or "".
func (b *builder) scores(of func(i int) (e *ir.Expr, me int), n int, set func([]*node)) string {
	return attempt(func() {
		b.begin()
		list := make([]*node, n)
		for i := range list {
			expr, me := of(i)
			list[i] = b.number(expr,
				&env{slots: make([]binding, b.game.Slots), me: me, st: b.state0})
		}
		set(list)
	})
}

// resets finds out what is reset at the end of a turn, and to which values.
func (b *plays) resets() {
	g := b.game
	m := eval.New(g)
	numbers, memories := g.Sizes()
	blank := position.NewState(len(g.Players), len(g.Kinds), numbers, memories)
	for i := range g.States {
		s := &g.States[i]
		if !s.ThisTurn {
			continue
		}
		players, kinds, cells := g.Extent(s)
		at := g.Base(i)
		for player := range players {
			var v value.Value
			v.Type = s.Type
			if s.Init != nil {
				v = m.Eval(s.Init, blank, player, nil)
			}
			for range kinds * cells {
				if s.InSets() {
					for plane, set := range b.lay.Split(v.Sites) {
						if f := b.p.Memory[at][plane]; f >= 0 {
							b.p.thisTurn = append(b.p.thisTurn, reset{field: f, set: set})
						}
					}
				} else {
					b.p.thisTurn = append(b.p.thisTurn,
						reset{field: -1, number: NumFirst + at, value: v.N})
				}
				at++
			}
		}
	}
}
