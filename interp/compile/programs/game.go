package programs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/layout"
	"boardgame/interp/compile/rules"
	"boardgame/interp/compile/symbolic"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// ProgramOf turns a game into programs, which [Wasm] writes as a module. Moves and sentences that
// they cannot express are left to the evaluator, one by one. An error says why not even a position
// can be stored; then the whole game is left to the evaluator. When the context ends, the error is
// that of the context.
func ProgramOf(ctx context.Context, game *ir.Game, without ...string) (p *Program, err error) {
	defer RecoverCanceled(&err)
	if why := unknown(game); why != "" {
		return nil, errors.New(why)
	}
	lay := layout.NewLayout(game.Board)
	if lay.Words > layout.MaxWords {
		return nil, fmt.Errorf("a board of %d places", lay.Words*64)
	}
	if u := symbolic.Try(func() { p = compile(ctx, game, lay, without) }); u != nil {
		return nil, u
	}
	return p, nil
}

// RecoverCanceled turns the panic of a compilation whose context has ended into its error.
func RecoverCanceled(err *error) {
	switch r := recover().(type) {
	case nil:
	case graph.Canceled:
		*err = r.Err
	default:
		panic(r)
	}
}

// unknown names something in the rules that no program can do yet; "" if there is nothing.
func unknown(game *ir.Game) string {
	if game.Tallest > rules.MaxTall {
		return fmt.Sprintf("towers of up to %d pieces; `with towers(N)` says how high they get",
			game.Tallest)
	}
	return ""
}

// plays are the programs that play steps, and those that say why other steps are legal too.
type plays struct {
	symbolic.Tools
	Ask     *rules.Expressions
	Act     *rules.Actions
	p       *Program
	choice  map[*ir.Choice]int
	slots   [][]int // by pending slot and plane: field
	me      int     // whose programs are being compiled
	player  *playerCode
	applies map[string]int
	changed map[string]changed // by what the effects depend on
	// by apply program of the player: a search whose steps it plays; nil if they remove pieces
	searches []*search
	found    []*search                 // the same for all
	rules    map[ir.MoveID]*graph.Node // what moves ensure, for all of their steps alike
}

// A builder assembles the programs of a game: how the steps of a choice are found, what plays
// them, what sentences ask.
type builder struct {
	symbolic.Tools
	Ask       *rules.Expressions
	play      *plays
	tested    map[*ir.Expr]level // the conditions of the move being compiled
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

func compile(ctx context.Context, game *ir.Game, lay *layout.Layout, without []string) *Program {
	c := rules.NewActions(ctx, game, lay)
	if slices.Contains(without, "cells") {
		c.Walk.Cells = symbolic.FewCells
	}
	p := &Program{
		Game: game, Layout: lay, moves: position.NewLayout(game),
		Kinds: c.Read.Store.Kinds, Owned: c.Read.Store.Owned, Memory: c.Read.Store.Memory,
		Pieces: c.Read.Store.Pieces,
		Below:  c.Read.Store.Below,
		Report: &report{}, Without: without,
	}
	play := &plays{Tools: c.Tools, Ask: c.Ask, Act: c, p: p, choice: map[*ir.Choice]int{}}
	b := &builder{Tools: c.Tools, Ask: c.Ask, play: play, fallbacks: fallbacks{}}
	b.play.choices()
	b.play.moment()
	p.Lasting = len(c.Read.Store.Fields)
	p.Pending = b.play.slots
	for me := range game.Players {
		b.compilePlayer(me)
	}
	p.Fields, p.ValueSets = c.Read.Store.Fields, c.Alg.ValueSets
	p.Graph, p.Before, p.Asked, p.May, p.Stored = c.G, c.Read.State0, c.Read.Asked, c.Read.Store.May,
		c.Read.Store.Numbers
	b.play.resets()
	p.Start = b.play.start()
	return p
}

// choices numbers the choices and their items, and assigns slots to the roles that are bound
// beforehand.
func (b *plays) choices() {
	b.p.Numbers = symbolic.NumFirst + b.Read.Store.Numbers
	b.addChoice(b.Read.Game.Turn)
	if b.Read.Game.SetupThen != nil {
		b.addChoice(b.Read.Game.SetupThen)
	}
	for _, m := range b.Read.Game.Moves {
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
					if b.Read.Game.Moves[item.Source.Move].Roles[rv.Role].Fixes() != ir.Sites {
						item.Roles = append(item.Roles,
							pendingRole{Role: rv.Role, Slot: -1, Number: b.p.Numbers})
						b.p.Numbers += 1 + len(topology.Steps{})
						continue
					}
					slot := slices.IndexFunc(shared, func(e *ir.Expr) bool {
						return e == rv.Value || e.Op == ir.Var && rv.Value.Op == ir.Var && e.N == rv.Value.N
					})
					if slot < 0 {
						slot = len(shared)
						shared = append(shared, rv.Value)
					}
					item.Roles = append(item.Roles, pendingRole{Role: rv.Role, Slot: slot})
					for len(b.slots) <= slot {
						b.slots = append(b.slots, slices.Repeat([]int{-1}, b.G.Lay.Planes))
					}
					sites := b.Read.Game.Board.Planes(rv.Value.Planes)
					if rv.Value.Planes == 0 {
						sites = b.Read.Game.Board.All()
					}
					for p, set := range b.G.Lay.Split(sites) {
						if !set.Empty() && b.slots[slot][p] < 0 {
							b.slots[slot][p] = len(b.Read.Store.Fields)
							b.Read.Store.Fields = append(b.Read.Store.Fields,
								symbolic.Field{Kind: symbolic.PendingField, Index: slot, Plane: p})
							b.Read.Store.May = append(b.Read.Store.May, b.G.Lay.All[p])
						}
					}
				}
			}
		}
	}
	if slices.ContainsFunc(b.Read.Game.Moves, func(mv *ir.Move) bool { return mv.Does(ir.While) }) {
		b.p.Rounds, b.Read.Store.Rounds = b.p.Numbers, b.p.Numbers
		b.p.Numbers++
	}
	b.p.Aims = b.p.Numbers
	b.Read.Store.Pending = b.p.Numbers - symbolic.NumFirst - b.Read.Store.Numbers
	for _, ch := range b.p.Choices {
		for i, g := range ch.Groups {
			if g.Best > 0 {
				g.Aim = b.p.Numbers
				b.p.Numbers += 1 + g.Best
				b.p.ThisTurn = append(b.p.ThisTurn, reset{Field: -1, Number: g.Aim})
			}
			if g.Best > ir.MaxPlayers {
				symbolic.FailAt(ch.Source.Groups[i].Span, "`with` of %d numbers", g.Best)
			}
		}
	}
	b.chance()
	if slices.ContainsFunc(b.Read.Game.End,
		func(s *ir.Sentence) bool { return s.Outcome == ir.Highest || s.Outcome == ir.Lowest }) {
		b.p.Final = b.p.Numbers
		b.p.Numbers += len(b.Read.Game.Players)
	}
	b.Read.State0 = b.Read.Store.State(b.Read)
}

func (b *plays) addChoice(from *ir.Choice) {
	ch := &Choice{Source: from}
	for _, g := range from.Groups {
		group := &Group{Best: len(g.Best), Most: g.Most}
		for _, item := range g.Items {
			it := &Item{Source: item, Index: ch.items}
			if item.Op == ir.MoveItem {
				mv := b.Read.Game.Moves[item.Move]
				it.Silent = mv.Label == ""
				for r := range mv.Roles {
					it.Silent = it.Silent && slices.ContainsFunc(item.Roles,
						func(rv ir.RoleValue) bool { return rv.Role == r })
				}
			}
			if item.Op == ir.DoneItem {
				it.Silent = true
			}
			ch.Demanding = ch.Demanding || item.Op == ir.IllegalItem
			ch.items++
			group.Items = append(group.Items, it)
		}
		ch.Groups = append(ch.Groups, group)
	}
	if ch.items > 60 {
		symbolic.FailAt(from.Span, "a choice of %d items", ch.items)
	}
	b.choice[from] = len(b.p.Choices)
	ch.as = len(b.p.Choices)
	for i := len(b.p.Choices) - 1; i > 0 && !slices.Contains(b.p.Without, "alike"); i-- {
		if b.p.Choices[i].offersAs(ch) {
			ch.as = i
		}
	}
	b.p.Choices = append(b.p.Choices, ch)
}

// offersAs reports whether the steps of a choice are found as those of another one, with the same
// numbers of items.
func (c *Choice) offersAs(other *Choice) bool { return c.offered() == other.offered() }

// offered describes the items of the groups of a choice; it is unique if their steps are not found
// as those of another choice.
func (c *Choice) offered() (text string) {
	for _, g := range c.Groups {
		for _, it := range g.Items {
			text += fmt.Sprint(it.Source.Op, it.Source.Move, it.Index, " ")
			if it.Source.Roles != nil || g.Best > 0 {
				text += fmt.Sprintf("%p", c)
			}
		}
		text += ";"
	}
	return text
}

func (b *builder) compilePlayer(me int) {
	b.play.me = me
	b.play.player = &playerCode{Scored: map[int][]*graph.Node{}}
	b.play.p.Players = append(b.play.p.Players, b.play.player)
	b.play.applies, b.play.searches, b.play.rules = map[string]int{}, nil, map[ir.MoveID]*graph.Node{}
	b.play.changed = map[string]changed{}
	b.play.found = nil
	for _, ch := range b.play.p.Choices {
		b.play.player.Choices = append(b.play.player.Choices,
			&choiceCode{Groups: make([]GroupCode, len(ch.Groups))})
	}
	done := make([]bool, len(b.play.p.Choices))
	for more := true; more; {
		more = false
		for i, code := range b.play.player.Choices {
			if done[i] || !b.reached(i) {
				continue
			}
			as := b.play.p.Choices[i].as
			if !done[as] {
				for g := range code.Groups {
					b.compileGroup(as, g, &code.Groups[g])
				}
				b.play.player.Choices[as] = code
			}
			b.play.player.Choices[i] = b.play.player.Choices[as]
			done[i], done[as], more = true, true, true
		}
	}
	for i, ch := range b.play.p.Choices {
		if !done[i] {
			b.neverReached(ch)
		}
	}
	b.play.witnesses()
	b.play.suspects()
	b.play.player.End = b.sentences(me, false)
	b.play.player.AtOnce = b.sentences(me, true)
	for i, s := range b.Read.Game.End {
		if s.Outcome == ir.Highest || s.Outcome == ir.Lowest {
			b.score(i, s)
		}
	}
	b.values(me)
	if b.play.p.Yields() {
		b.holds(me)
	}
}

// reached reports whether a choice can be pending, judging by the choices compiled so far.
func (b *builder) reached(choice int) bool {
	return choice == 0 || b.play.p.Choices[choice].Source == b.Read.Game.SetupThen ||
		slices.ContainsFunc(b.play.player.Applies, func(a *Apply) bool { return a.Then == choice }) ||
		slices.ContainsFunc(b.play.player.Choices, func(c *choiceCode) bool {
			return slices.ContainsFunc(c.Groups, func(g GroupCode) bool { return len(g.Fallback) > 0 })
		})
}

// neverReached reports the moves of a choice that is never pending.
func (b *builder) neverReached(ch *Choice) {
	for _, g := range ch.Groups {
		for _, it := range g.Items {
			if it.Source.Op != ir.MoveItem {
				continue
			}
			e := entry{player: b.play.me, Name: moveName(b.Read.Game.Moves[it.Source.Move]),
				Level: never}
			if !slices.ContainsFunc(b.play.p.Report.Entries,
				func(x entry) bool { return x.player == e.player && x.Name == e.Name }) {
				b.play.p.Report.add(e)
			}
		}
	}
}

// values compiles the values of the rules for a player; what cannot be compiled is read by the
// evaluator.
func (b *builder) values(me int) {
	b.play.player.Values = make([]*graph.Node, len(b.Read.Game.Values))
	for i, v := range b.Read.Game.Values {
		why := symbolic.Attempt(func() {
			if symbolic.Asks(v.Body, ir.Stuck) || symbolic.AsksHistory(v.Body) {
				symbolic.Fail("it asks what is not known at every moment")
			}
			b.play.begin()
			b.play.player.Values[i] = b.Ask.Number(v.Body, &symbolic.Env{
				Slots: make([]symbolic.Binding, max(v.Slots, b.Read.Game.Slots)),
				Me:    me,
				St:    b.Read.State0,
			})
		})
		if why != "" {
			b.play.p.Report.add(entry{player: me, Name: "value " + v.Name, Span: v.Body.Span, Level: Left,
				Whys: []string{why}})
		}
	}
}

// begin starts a program.
func (b *plays) begin() {
	b.G.Forget()
	b.Alg.Vars = 0
	b.Read.Facts = nil
}

// fallBack notes that a part of the rules is left to the evaluator, which knows nothing of earlier
// positions.
func (b *builder) fallBack(x rulePart, at source.Span, why string, reads ...*ir.Expr) {
	// Another move that is examined may read the same: because it has to follow, or because a
	// player might be stuck.
	for _, ch := range b.play.p.Choices {
		for _, g := range ch.Groups {
			for _, item := range g.Items {
				reads = append(reads, b.read(item)...)
			}
		}
	}
	if slices.ContainsFunc(reads, symbolic.AsksHistory) {
		symbolic.FailAt(at, "%s; and the rules ask about repetitions", why)
	}
	b.fallbacks[x] = why
}

// sentences compiles the sentences of `end`, or those that say `at once`, into chunks.
func (b *builder) sentences(me int, atOnce bool) []Chunk {
	var chunks []Chunk
	open := false // the last chunk has room for another sentence
	for i, s := range b.Read.Game.End {
		if atOnce && !s.AtOnce {
			continue
		}
		here := rulePart{me, aSentence, i}
		facts := symbolic.OnDemand{Stuck: symbolic.Asks(s.If, ir.Stuck),
			Repeats: symbolic.AsksHistory(s.If)}
		b.play.p.Repeats = b.play.p.Repeats || facts.Repeats
		var t *graph.Node
		why, left := b.fallbacks[here]
		if !left {
			begin := func() {
				b.play.begin()
				b.Read.Facts = &facts
				chunks, open = append(chunks, Chunk{OnDemand: facts}), true
			}
			if !open || facts != (symbolic.OnDemand{}) {
				begin()
			}
			compile := func() {
				if atOnce && facts != (symbolic.OnDemand{}) {
					symbolic.Fail("`at once` about repetitions or being stuck")
				}
				t = b.Ask.Truth(s.If,
					&symbolic.Env{Slots: make([]symbolic.Binding, b.Read.Game.Slots), Me: me, St: b.Read.State0})
				if s.Outcome == ir.Lose && s.Player >= 0 && !b.Read.Opposed {
					t = b.G.Logical(graph.BAnd, t, b.G.Not(b.Alg.Member(b.Read.State0.Nums[symbolic.NumOut],
						s.Player)))
				}
			}
			if why = symbolic.Attempt(compile); why != "" && len(chunks[len(chunks)-1].Conds) > 0 {
				begin() // perhaps it did not fit together with those before
				why = symbolic.Attempt(compile)
			}
			if why != "" {
				b.fallBack(here, s.Span, why, s.If)
			}
		}
		if !atOnce {
			b.reportSentence(me, i, t, why)
		}
		switch {
		case why != "":
			if k := len(chunks) - 1; open && len(chunks[k].Conds) == 0 {
				chunks = chunks[:k]
			}
			chunks, open = append(chunks, Chunk{Fallback: i + 1}), false
		case !graph.IsFalse(t):
			last := &chunks[len(chunks)-1]
			last.Conds = append(last.Conds, EndCond{t, i})
		}
	}
	return chunks
}

// score compiles the numbers that a sentence compares, of every player; the evaluator counts what
// cannot be compiled.
func (b *builder) score(i int, s *ir.Sentence) {
	here := rulePart{b.play.me, aScore, i}
	if _, left := b.fallbacks[here]; left {
		return
	}
	player := b.play.player
	why := b.scores(func(seat int) (*ir.Expr, int) { return s.Of, seat }, len(b.Read.Game.Players),
		func(list []*graph.Node) {
			for seat, n := range slices.Clone(list) {
				for _, partner := range ir.Members(b.Read.Game.Team(seat) &^ (1 << seat)) {
					list[partner] = b.G.Binary(graph.BAdd, list[partner], n)
				}
			}
			player.Scored[i] = list
		})
	if why != "" {
		b.fallBack(here, s.Span, why, s.Of)
		b.play.p.Report.add(entry{player: b.play.me, Span: s.Span, Level: Left, Whys: []string{why},
			Name: fmt.Sprintf("number of end %d: %s", i+1, s.Of.Span.Text())})
	}
}

// scores compiles n numbers; of says which, and for whom. It returns why it cannot, or "".
func (b *builder) scores(of func(i int) (e *ir.Expr, me int), n int,
	set func([]*graph.Node)) string {
	return symbolic.Attempt(func() {
		b.play.begin()
		list := make([]*graph.Node, n)
		for i := range list {
			expr, me := of(i)
			list[i] = b.Ask.Number(expr,
				&symbolic.Env{Slots: make([]symbolic.Binding, b.Read.Game.Slots), Me: me, St: b.Read.State0})
		}
		set(list)
	})
}

// resets finds out what is reset at the end of a turn, and to which values.
func (b *plays) resets() {
	g := b.Read.Game
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
					for plane, set := range b.G.Lay.Split(v.Sites) {
						if f := b.p.Memory[at][plane]; f >= 0 {
							b.p.ThisTurn = append(b.p.ThisTurn, reset{Field: f, Set: set})
						}
					}
				} else {
					b.p.ThisTurn = append(b.p.ThisTurn,
						reset{Field: -1, Number: symbolic.NumFirst + at, Value: v.N})
				}
				at++
			}
		}
	}
}

// start returns the sets of the position at which a game begins; nil if not all players have pieces
// on the board by then, since that says little of what is to come.
func (b *plays) start() []layout.Bits {
	sets := make([]layout.Bits, len(b.Read.Store.Fields))
	at := eval.New(b.Read.Game).SetUp(0)
	if slices.ContainsFunc(at.Owned, func(s topology.Set) bool { return s.Empty() }) {
		return nil
	}
	put := func(fields []int, set topology.Set) {
		for plane, s := range b.G.Lay.Split(set) {
			if f := fields[plane]; f >= 0 {
				sets[f] = s
			}
		}
	}
	for player, set := range at.Owned {
		put(b.p.Owned[player], set)
	}
	for kind, set := range at.OfKind {
		put(b.p.Kinds[kind], set)
	}
	for i, set := range at.Memories {
		put(b.p.Memory[i], set)
	}
	return sets
}
