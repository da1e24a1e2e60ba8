package compile

import (
	"fmt"

	"boardgame/dsl/ir"
)

// This file compiles what a step does.

// apply returns the program that plays the steps of a search. Many classes share one.
func (b *plays) apply(s search) int {
	mv := s.move
	key := fmt.Sprint(mv.ID, s.item.Roles != nil)
	used := slotsUsed(mv)
	for r := range mv.Roles {
		rv := &s.roles[r]
		switch {
		case rv.site:
			w := int32(-1)
			if rv.within != nil {
				w = rv.within.id
			}
			key += fmt.Sprint(" s", rv.plane, w, rv.piece)
			for q := range r {
				key += fmt.Sprint(" ", b.distinct(&s.roles[q], rv))
			}
		case used[mv.Roles[r].Slot]:
			key += fmt.Sprint(" c", rv.value)
		default:
			key += " -"
		}
	}
	i, ok := b.applies[key]
	if !ok {
		i = len(b.player.applies)
		a := &apply{move: mv.ID, chance: mv.Chance}
		builds := b.compileApply(a, s)
		b.applies[key] = i
		b.player.applies = append(b.player.applies, a)
		b.searches = append(b.searches, nil)
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
// names read.
func slotsUsed(mv *ir.Move) map[int]bool {
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
	eachRead(mv, expr)
	// Names that are read may read other names.
	for i := len(mv.Clauses) - 1; i >= 0; i-- {
		if c := &mv.Clauses[i]; c.Op == ir.LetClause && used[c.Slot] {
			expr(c.Value)
		}
	}
	return used
}

// eachRead calls f for the expressions that the effects of a move, its conditions after them and
// its continuation read; nil among them.
func eachRead(mv *ir.Move, f func(*ir.Expr)) {
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
					f(rv.Value)
				}
			}
		}
	}
}

// compileApply compiles what a step does. It reports whether the step takes no piece away.
func (b *plays) compileApply(a *apply, s search) (builds bool) {
	// The program of the steps is still being compiled; its facts are restored afterward.
	within, apart, vars, facts := b.within, b.apart, b.vars, b.facts
	defer func() { b.within, b.apart, b.vars, b.facts = within, apart, vars, facts }()

	mv := s.move
	v := b.enterPlay(s)
	after := b.effects(mv.Do, v)
	var early, late []*ir.Expr
	for i := range mv.Ensure {
		if e := mv.Ensure[i].Expr; asks(e, ir.Stuck) || asks(e, ir.Repetitions) ||
			asks(e, ir.Seen) {
			late = append(late, e)
		} else {
			early = append(early, e)
		}
	}
	rule, ensure := b.rules[mv.ID], (*node)(nil)
	if rule == nil {
		ensure = b.boolean(true)
		for _, e := range early {
			ensure = b.logical(bAnd, ensure, b.truth(e, after))
		}
		rule = b.rule(mv, ensure, late != nil)
	}
	if rule != nil {
		a.rule, a.after = rule, after.st
	}
	final := b.outcome(a, mv, after)
	for _, sentence := range b.game.End {
		a.atOnce = a.atOnce || sentence.AtOnce && mv.Then != nil
	}
	a.ensures = rule != nil || !isTrue(ensure) || late != nil
	a.ensure, a.final = ensure, final
	b.compileLow(a, mv, v)
	for i := range s.roles {
		if s.roles[i].site {
			a.sites = append(a.sites, i)
		}
	}

	if late != nil {
		b.compileLate(a, s, late) // if that fails, the whole step is dropped
	}
	for i, old := range b.state0.sets[:b.store.pieces] {
		if !grows(after.st.sets[i], old) {
			return false
		}
	}
	return true
}

// outcome returns the position that a step leaves, with what may follow.
func (b *plays) outcome(a *apply, mv *ir.Move, after *env) *state {
	final := after.st.clone()
	if mv.Then != nil {
		a.then = b.choice[mv.Then]
		ch := b.p.Choices[a.then]
		a.looksAhead = ch.demanding || ch.MayRepeat && !mv.Chance
		open := b.integer(0)
		for _, g := range ch.Groups {
			for _, item := range g.Items {
				t := b.boolean(true)
				if item.Source.When != nil {
					t = b.truth(item.Source.When, after)
				}
				open = b.withBit(open, item.Index, t)
				for i, pr := range item.Roles {
					if pr.Slot < 0 {
						b.bind(final, item, pr, item.Source.Roles[i].Value, after)
						continue
					}
					sets := b.sites(item.Source.Roles[i].Value, after)
					for p, f := range b.slots[pr.Slot] {
						if f >= 0 {
							final.sets[f] = sets[p]
						} else if !isEmpty(sets[p]) {
							fail("a role bound beforehand to other sites")
						}
					}
				}
			}
		}
		final.nums[NumOpen] = open
		if isFalse(open) { // with these options nothing ever follows
			a.then, a.looksAhead, final = 0, false, after.st.clone()
		}
	}
	return final
}

// enterPlay begins a program that plays the steps of a search. It returns what their roles and
// names stand for; the roles are the arguments of the program.
func (b *plays) enterPlay(s search) *env {
	b.begin()
	mv := s.move
	v := &env{slots: make([]binding, mv.Slots), me: s.me, st: b.state0}
	args := make([]*node, len(mv.Roles))
	for r := range mv.Roles {
		args[r] = b.intern(node{op: nArg, k: int64(r)})
	}
	for r := range mv.Roles {
		rv := &s.roles[r]
		if !rv.site {
			continue
		}
		if rv.within != nil {
			b.within[args[r]] = rv.within
		}
		for q := range r {
			if b.distinct(&s.roles[q], rv) {
				b.setApart(args[q], args[r])
			}
		}
	}
	for i := range mv.Clauses {
		switch c := &mv.Clauses[i]; c.Op {
		case ir.BindClause:
			rv := &s.roles[c.Role]
			bind := rv.binding
			if rv.site {
				bind = binding{kind: bindOne, plane: rv.plane, num: args[c.Role], piece: rv.piece,
					at: b.state0}
			}
			v = v.bind(mv.Roles[c.Role].Slot, bind)
		case ir.LetClause:
			v = v.bind(c.Slot, v.argument(c.Value))
		}
	}
	return v
}

// compileLate compiles what must hold after a step and can be evaluated only in the position that
// the step leaves. Such a condition reads roles, but no names, whose values come from before the
// step.
func (b *plays) compileLate(a *apply, s search, late []*ir.Expr) {
	b.begin()
	a.late = &chunk{}
	b.facts = &a.late.onDemand
	v := &env{slots: make([]binding, s.move.Slots), me: s.me, st: b.state0}
	for r := range s.move.Roles {
		bind := s.roles[r].binding
		if s.roles[r].site {
			bind = binding{kind: bindOne, plane: s.roles[r].plane,
				num: b.intern(node{op: nArg, k: int64(r)}), piece: -1}
		}
		v = v.bind(s.move.Roles[r].Slot, bind)
	}
	t := b.boolean(true)
	for _, e := range late {
		t = b.logical(bAnd, t, b.truth(e, v))
	}
	b.p.Repeats = b.p.Repeats || a.late.repeats
	a.lateCond = t
}

// maxCases is how many nested conditions get cases of their own: the changes are emitted for up to
// four cases.
const maxCases = 2

// branchCondition returns a condition that two or more sets of a position depend on; nil if there
// is none.
func (b *plays) branchCondition(final *state) *node {
	seen := map[*node]bool{}
	for _, n := range final.sets {
		if n.op != sSel {
			continue
		}
		if seen[n.a] {
			return n.a
		}
		seen[n.a] = true
	}
	return nil
}

// cofactor returns what a position becomes if a condition holds, or if it does not.
func (b *plays) cofactor(final *state, t *node, holds bool) *state {
	opposite := b.not(t)
	// known returns 1 for a condition that holds then, -1 for one that does not, and 0 if neither
	// is known.
	known := func(n *node) int {
		switch n {
		case t:
			return int(truthNumber(holds)*2 - 1)
		case opposite:
			return int(1 - truthNumber(holds)*2)
		}
		return 0
	}
	var under func(n *node) *node
	under = func(n *node) *node {
		k := known(n)
		switch {
		case k != 0:
			return b.boolean(k > 0)
		case n.op == sSel || n.op == nSel:
			if k := known(n.a); k > 0 {
				return under(n.b)
			} else if k < 0 {
				return under(n.c)
			}
		case n.op == nBin && binOp(n.k) == bAnd && n.a.isTruth() && n.b.isTruth():
			return b.logical(bAnd, under(n.a), under(n.b))
		}
		return n
	}
	is := final.clone()
	for i, n := range is.sets {
		is.sets[i] = under(n)
	}
	for i, n := range is.nums {
		is.nums[i] = under(n)
	}
	return is
}

// Where towers may be high, steps are compiled twice: once for positions in which all towers are
// low and stay low, as they nearly always do. Those programs never look deeper than lowDepths.
const (
	highTowers = 16
	lowDepths  = 12
)

// compileLow compiles a step for low towers, if that is worth it.
func (b *plays) compileLow(a *apply, mv *ir.Move, v *env) {
	if b.game.Tallest <= highTowers {
		return
	}
	high := 0 // how high towers may be to have at most lowDepths pieces after the step
	for grown(mv.Do, high+1) <= lowDepths {
		high++
	}
	if high == 0 {
		return
	}
	then, looksAhead := a.then, a.looksAhead
	why := attempt(func() {
		b.low = lowDepths
		a.low = b.outcome(a, mv, b.effects(mv.Do, v))
	})
	b.low = 0
	if why != "" || a.then != then || a.looksAhead != looksAhead {
		a.then, a.looksAhead, a.low = then, looksAhead, nil
		return
	}
	a.isLow = b.not(b.someSets(b.occupied(b.floor(b.state0, high))))
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
		case ir.Each, ir.Shift:
			return lowDepths + 1
		}
	}
	return high
}

// lowTowers is the greatest height of towers for which the changes of a step are written for each
// case of its conditions, because the sets of all depths are written each time.
const lowTowers = 4
