package programs

import (
	"fmt"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/symbolic"
)

// This file compiles what a step does.

// apply returns the program that plays the steps of a search. Many classes share one.
func (b *plays) apply(s search) int {
	mv := s.move
	// What its changes depend on, and what only the steps after it do.
	key, bound := fmt.Sprint(mv.ID, s.item.Roles != nil), ""
	a := &Apply{Move: mv.ID, Chance: mv.Chance}
	used, read := slotsUsed(mv, true), slotsUsed(mv, false)
	for r := range mv.Roles {
		rv := &s.roles[r]
		switch {
		case rv.site:
			w := int32(-1)
			if rv.within != nil {
				w = rv.within.Id
			}
			key += fmt.Sprint(" s", rv.plane, w, rv.piece)
			for q := range r {
				key += fmt.Sprint(" ", b.distinct(&s.roles[q], rv))
			}
		case used[mv.Roles[r].Slot] && mv.Roles[r].Type == ir.Number && rv.value >= 0 && rv.value < 64 &&
			len(mv.Ensure) == 0 && b.lowHeight(mv) > 0:
			a.Numbers = append(a.Numbers, RoleNumber{r, rv.value})
		case read[mv.Roles[r].Slot]:
			key += fmt.Sprint(" c", rv.value)
		case used[mv.Roles[r].Slot]:
			bound += fmt.Sprint(" c", rv.value)
		default:
			key += " -"
		}
	}
	changes := key // the same for all numbers
	key += fmt.Sprint(a.Numbers, bound)
	i, ok := b.applies[key]
	if !ok {
		i = len(b.player.Applies)
		builds := b.compileApply(a, s, changes)
		b.applies[key] = i
		b.player.Applies = append(b.player.Applies, a)
		b.searches = append(b.searches, nil)
		b.found = append(b.found, &s)
		if builds {
			b.searches[i] = &s
		}
	}
	return i
}

// distinct reports whether two roles are certainly different sites.
func (b *plays) distinct(x, y *roleValue) bool {
	if !x.site || !y.site {
		return false
	}
	return x.plane != y.plane || x.anchor == y.anchor && x.off != y.off
}

// slotsUsed returns the slots of a move that its effects, conditions after them, continuation or
// names read. Without bound, it leaves out what only says what a role of the continuation is.
func slotsUsed(mv *ir.Move, bound bool) map[int]bool {
	used := map[int]bool{}
	var expr func(e *ir.Expr)
	expr = func(e *ir.Expr) {
		if e == nil {
			return
		}
		if e.Op == ir.Var {
			used[int(e.N)] = true
		}
		for _, a := range e.Args {
			expr(a)
		}
		if s := e.Step; s != nil {
			expr(s.By)
			expr(s.Only)
			expr(s.Lo)
			expr(s.Hi)
			for _, a := range s.FuncArgs {
				expr(a)
			}
		}
	}
	eachRead(mv, expr, func(e *ir.Expr) {
		if bound || e.Op != ir.Var {
			expr(e)
		}
	})
	// Names that are read may read other names.
	for i := len(mv.Clauses) - 1; i >= 0; i-- {
		if c := &mv.Clauses[i]; c.Op == ir.LetClause && used[c.Slot] {
			expr(c.Value)
		}
	}
	return used
}

// eachRead calls f for the expressions that the effects of a move, its conditions after them and
// its continuation read, nil among them, and role for those that are roles of the continuation.
func eachRead(mv *ir.Move, f, role func(*ir.Expr)) {
	var effect func(e *ir.Effect)
	effect = func(e *ir.Effect) {
		for _, x := range []*ir.Expr{e.A, e.B, e.Owner, e.Kind, e.When, e.Many} {
			f(x)
		}
		for _, x := range e.Index {
			f(x)
		}
		if e.Step != nil {
			f(&ir.Expr{Step: e.Step})
		}
		if e.Body != nil {
			effect(e.Body)
		}
		for _, more := range e.More {
			effect(more)
		}
	}
	for _, e := range mv.Do {
		effect(e)
	}
	for i := range mv.Ensure {
		f(mv.Ensure[i].Expr)
	}
	if mv.Then != nil {
		for _, g := range mv.Then.Groups {
			for _, item := range g.Items {
				f(item.When)
				for _, rv := range item.Roles {
					role(rv.Value)
				}
			}
		}
	}
}

// compileApply compiles what a step does. It reports whether the step takes no piece away. changes
// is the same for steps that change the same, but for numbers.
func (b *plays) compileApply(a *Apply, s search, changes string) (builds bool) {
	// The program of the steps is still being compiled; its facts are restored afterward.
	known, vars, facts := b.G.Known, b.Alg.Vars, b.Read.Facts
	defer func() { b.G.Known, b.Alg.Vars, b.Read.Facts = known, vars, facts }()

	mv := s.move
	numbered := fmt.Sprint(changes, a.Numbers)
	b.forAllNumbers(a, s, changes)
	v := b.enterPlay(s)
	var after *symbolic.Env
	if a.Final == nil {
		after = b.effects(mv, v, numbered)
	}
	var early, late []*ir.Expr
	for i := range mv.Ensure {
		if e := mv.Ensure[i].Expr; symbolic.Asks(e, ir.Stuck) || symbolic.Asks(e, ir.Repetitions) ||
			symbolic.Asks(e, ir.Seen) {
			late = append(late, e)
		} else {
			early = append(early, e)
		}
	}
	rule, ensure := b.rules[mv.ID], (*graph.Node)(nil)
	if rule == nil {
		ensure = b.G.Boolean(true)
		for _, e := range early {
			ensure = b.G.Logical(graph.BAnd, ensure, b.Ask.Truth(e, after))
		}
		rule = b.rule(mv, ensure, late != nil)
	}
	if late != nil && nodes(ensure) >= leastRule && !slices.Contains(b.p.Without, "share") &&
		b.positional(mv, early) {
		// A large condition of the position is the same code for all steps once they are played.
		late, ensure = append(early, late...), b.G.Boolean(true)
	}
	if rule != nil {
		a.Rule, a.After = rule, after.St
	}
	if a.Final == nil {
		a.Final = b.outcome(a, mv, after)
	}
	for _, sentence := range b.Read.Game.End {
		a.AtOnce = a.AtOnce || sentence.AtOnce && mv.Then != nil
	}
	a.Ensures = rule != nil || !graph.IsTrue(ensure) || late != nil
	a.Ensure = ensure
	b.compileLow(a, mv, v, numbered+" low")
	for i := range s.roles {
		if s.roles[i].site {
			a.Sites = append(a.Sites, i)
		}
	}

	if late != nil {
		b.compileLate(a, s, late) // if that fails, the whole step is dropped
	}
	for i, old := range b.Read.State0.Sets[:b.Read.Store.Pieces] {
		if !grows(a.Final.Sets[i], old) {
			return false
		}
	}
	return true
}

// positional reports whether conditions of a move read neither its roles nor its names.
func (b *plays) positional(mv *ir.Move, list []*ir.Expr) bool {
	return symbolic.Attempt(func() {
		for _, e := range list {
			b.Ask.Truth(e,
				&symbolic.Env{Slots: make([]symbolic.Binding, mv.Slots), Me: b.me, St: b.Read.State0})
		}
	}) == ""
}

// outcome returns the position that a step leaves, with what may follow.
func (b *plays) outcome(a *Apply, mv *ir.Move, after *symbolic.Env) *symbolic.State {
	final := after.St.Clone()
	if mv.Then != nil {
		a.Then = b.choice[mv.Then]
		ch := b.p.Choices[a.Then]
		a.LooksAhead = ch.Demanding || ch.MayRepeat && !mv.Chance
		open := b.G.Integer(0)
		for _, g := range ch.Groups {
			for _, item := range g.Items {
				t := b.G.Boolean(true)
				if item.Source.When != nil {
					t = b.Ask.Truth(item.Source.When, after)
				}
				open = b.Alg.WithBit(open, item.Index, t)
				for i, pr := range item.Roles {
					if pr.Slot < 0 {
						b.bind(final, item, pr, item.Source.Roles[i].Value, after)
						continue
					}
					sets := b.Ask.Sites(item.Source.Roles[i].Value, after)
					for p, f := range b.slots[pr.Slot] {
						if f >= 0 {
							final.Sets[f] = sets[p]
						} else if !graph.IsEmpty(sets[p]) {
							symbolic.Fail("a role bound beforehand to other sites")
						}
					}
				}
			}
		}
		final.Nums[symbolic.NumOpen] = open
		if graph.IsFalse(open) { // with these options nothing ever follows
			a.Then, a.LooksAhead, final = 0, false, after.St.Clone()
		}
	}
	return final
}

// changed is the position after the effects of a step, and how many loop variables they have.
type changed struct {
	st   *symbolic.State
	vars int
}

// effects compiles the effects of a move, or takes them from a program for which key was the same.
func (b *plays) effects(mv *ir.Move, v *symbolic.Env, key string) *symbolic.Env {
	if old, ok := b.changed[key]; ok {
		b.Alg.Vars = old.vars
		return v.WithState(old.st)
	}
	after := b.Act.Effects(mv.Do, v)
	if !slices.ContainsFunc(mv.Do, func(e *ir.Effect) bool { return e.Op == ir.LetEffect }) {
		b.changed[key] = changed{after.St, b.Alg.Vars}
	}
	return after
}

// forAllNumbers compiles a program for high towers, which is long, for all numbers of its steps:
// they are its arguments. It uses nothing that is known about the places, so that it is the same
// for all players. If that fails, no numbers are left.
func (b *plays) forAllNumbers(a *Apply, s search, changes string) {
	if len(a.Numbers) > 0 && symbolic.Attempt(func() {
		v := b.enterPlay(s, a.Numbers...)
		b.G.Forget()
		a.Final = b.outcome(a, s.move, b.effects(s.move, v, changes))
	}) != "" {
		a.Then, a.LooksAhead, a.Numbers = 0, false, nil
	}
}

// enterPlay begins a program that plays the steps of a search. It returns what their roles and
// names stand for; the sites of roles are the arguments of the program, and those numbers.
func (b *plays) enterPlay(s search, numbers ...RoleNumber) *symbolic.Env {
	b.begin()
	mv := s.move
	v := &symbolic.Env{Slots: make([]symbolic.Binding, mv.Slots), Me: s.me, St: b.Read.State0}
	args := make([]*graph.Node, len(mv.Roles))
	for r := range mv.Roles {
		args[r] = b.G.Intern(graph.Node{Op: graph.NArg, K: int64(r)})
	}
	for r := range mv.Roles {
		rv := &s.roles[r]
		if !rv.site {
			continue
		}
		if rv.within != nil {
			b.G.Known.SetWithin(args[r], rv.within)
		}
		for q := range r {
			if b.distinct(&s.roles[q], rv) {
				b.G.Known.SetApart(args[q], args[r])
			}
		}
	}
	for i := range mv.Clauses {
		switch c := &mv.Clauses[i]; c.Op {
		case ir.BindClause:
			rv := &s.roles[c.Role]
			bind := rv.binding
			for _, n := range numbers {
				if n.Role == c.Role {
					bind.Num = args[c.Role]
				}
			}
			if rv.site {
				bind = symbolic.Binding{
					Kind:  symbolic.BindOne,
					Plane: rv.plane,
					Num:   args[c.Role],
					Piece: rv.piece,
					At:    b.Read.State0,
				}
			}
			v = v.Bind(mv.Roles[c.Role].Slot, bind)
		case ir.LetClause:
			v = v.Bind(c.Slot, v.Argument(c.Value))
		}
	}
	return v
}

// compileLate compiles what must hold after a step and can be evaluated only in the position that
// the step leaves. Such a condition reads roles, but no names, whose values come from before the
// step.
func (b *plays) compileLate(a *Apply, s search, late []*ir.Expr) {
	b.begin()
	a.Late = &Chunk{}
	b.Read.Facts = &a.Late.OnDemand
	v := &symbolic.Env{Slots: make([]symbolic.Binding, s.move.Slots), Me: s.me, St: b.Read.State0}
	for r := range s.move.Roles {
		bind := s.roles[r].binding
		if s.roles[r].site {
			bind = symbolic.Binding{Kind: symbolic.BindOne, Plane: s.roles[r].plane,
				Num: b.G.Intern(graph.Node{Op: graph.NArg, K: int64(r)}), Piece: -1}
		}
		v = v.Bind(s.move.Roles[r].Slot, bind)
	}
	t := b.G.Boolean(true)
	for _, e := range late {
		t = b.G.Logical(graph.BAnd, t, b.Ask.Truth(e, v))
	}
	b.p.Repeats = b.p.Repeats || a.Late.Repeats
	a.LateCond = t
}

// Where towers may be high, steps are compiled twice: once for positions in which all towers are
// low and stay low, as they nearly always do. Those programs never look deeper than lowDepths.
const (
	highTowers = 16
	lowDepths  = 12
)

// lowHeight is how high towers may be to have at most lowDepths pieces after a step; 0 if a
// program for low towers is not worth it.
func (b *plays) lowHeight(mv *ir.Move) (high int) {
	if b.Read.Game.Tallest > highTowers && !slices.Contains(b.p.Without, "low") {
		for grown(mv.Do, high+1) <= lowDepths {
			high++
		}
	}
	return high
}

// compileLow compiles a step for low towers, if that is worth it.
func (b *plays) compileLow(a *Apply, mv *ir.Move, v *symbolic.Env, key string) {
	high := b.lowHeight(mv)
	if high == 0 {
		return
	}
	then, looksAhead := a.Then, a.LooksAhead
	why := symbolic.Attempt(func() {
		b.Read.Low = lowDepths
		a.Low = b.outcome(a, mv, b.effects(mv, v, key))
	})
	b.Read.Low = 0
	if why != "" || a.Then != then || a.LooksAhead != looksAhead {
		a.Then, a.LooksAhead, a.Low = then, looksAhead, nil
		return
	}
	a.IsLow = b.G.Not(b.Alg.SomeSets(b.Read.Occupied(b.Read.Floor(b.Read.State0, high))))
}

// grown is how high towers can be after effects if none was higher than high before; more than
// lowDepths if that is not known.
func grown(list []*ir.Effect, high int) int {
	for _, e := range list {
		switch e.Op {
		case ir.MovePieces:
			high *= 2
		case ir.Place:
			high++
		case ir.Each, ir.While, ir.Shift:
			return lowDepths + 1
		}
	}
	return high
}
