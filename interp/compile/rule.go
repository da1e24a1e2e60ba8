package compile

import (
	"boardgame/dsl/ir"
	w "boardgame/interp/compile/wasm"
)

// This file writes what moves ensure as functions that many steps share. A condition is compiled
// for the position as a step leaves it. That gives each way to play a move its own condition: chess
// would ask in 34 slightly different pieces of code whether the king is attacked. A large condition
// that depends only on the position is therefore compiled for a position as it stands. It becomes
// one function, whose arguments are the sets and numbers that steps change, and each step computes
// these.

const (
	leastRule = 64 // nodes of a condition that is worth a function of its own
	mostRule  = 14 // the most words that such a function gets
)

// rule compiles what a move ensures for a position as it stands; nil if its steps keep conditions
// of their own. ofStep is the condition of the first step: if knowing the step makes it much
// smaller, the other steps keep conditions of their own, too.
func (b *plays) rule(mv *ir.Move, ofStep *node, late bool) (t *node) {
	if _, asked := b.rules[mv.ID]; asked || late || nodes(ofStep) < leastRule {
		return nil
	}
	vars := b.vars
	attempt(func() {
		t = b.ensured(mv, &env{slots: make([]binding, mv.Slots), me: b.me, st: b.state0})
	})
	b.vars = vars
	if t != nil && (nodes(ofStep) < nodes(t)/2 || !b.givable(t)) {
		t = nil
	}
	b.rules[mv.ID] = t
	return t
}

// givable reports whether a function can get all that a condition reads as arguments.
func (b *plays) givable(t *node) bool {
	read := map[*node]bool{}
	reads(t, read)
	n := 0
	for x := range read {
		switch x.op {
		case sState:
			n += len(wordsOf(x))
		case nState:
			n++
		case nCell: // read from memory
			return false
		}
	}
	return n <= mostRule
}

// nodes returns how many nodes there are below one, including itself.
func nodes(n *node) int {
	seen := map[*node]bool{}
	reads(n, seen)
	return len(seen)
}

// wordsOf returns which words of a set are not always empty.
func wordsOf(n *node) (list []int) {
	for i := range words(n.may) {
		if n.may[i] != 0 {
			list = append(list, i)
		}
	}
	return list
}

// A ruling is a condition that several ways to play ensure, and the function that evaluates it.
type ruling struct {
	f    *w.Func
	sets []int // the sets of the position that are arguments
	nums []int // and the numbers
}

// writeRules writes the functions of conditions that several ways to play ensure.
func (r *runtime) writeRules() {
	r.rulings = map[*node]*ruling{}
	families := map[*node][]*apply{}
	var order []*node
	for _, player := range r.p.Players {
		for _, a := range player.applies {
			if a.rule == nil {
				continue
			}
			if families[a.rule] == nil {
				order = append(order, a.rule)
			}
			families[a.rule] = append(families[a.rule], a)
		}
	}
	for _, t := range order {
		if len(families[t]) > 1 || families[t][0].ensure == nil {
			r.rulings[t] = r.ruling(t, families[t])
		}
	}
}

// ruling writes the function of a condition that some ways to play ensure.
func (r *runtime) ruling(t *node, list []*apply) *ruling {
	read := map[*node]bool{}
	reads(t, read)
	changed := func(f func(*state) bool) bool {
		for _, a := range list {
			if f(a.after) {
				return true
			}
		}
		return false
	}
	is := &ruling{}
	types := []w.Type{w.I32}
	before := r.b.state0
	for i, old := range before.sets {
		if read[old] && changed(func(s *state) bool { return s.sets[i] != old }) {
			is.sets = append(is.sets, i)
			for range wordsOf(old) {
				types = append(types, w.I64)
			}
		}
	}
	for i, old := range before.nums {
		if read[old] && changed(func(s *state) bool { return s.nums[i] != old }) {
			is.nums = append(is.nums, i)
			types = append(types, w.I64)
		}
	}
	f := w.NewFunc("ensure", types, []w.Type{w.I32})
	e := r.lower(f)
	n := 0
	next := func() word {
		n++
		return word{local: true, l: f.Arg(n)}
	}
	for _, i := range is.sets {
		e.remember(before.sets[i], each(before.sets[i].may, func(int) word { return next() }))
	}
	for _, i := range is.nums {
		e.remember(before.nums[i], []word{next()})
	}
	e.count(t)
	e.stopUnless(t)
	f.Const32(1)
	is.f = r.m.Add(f)
	return is
}

// check writes the function that reports whether the `ensure` of a step holds after it.
func (r *runtime) check(a *apply) *w.Func {
	e := r.stepFunc("check "+r.b.game.Moves[a.move].Name, a, []w.Type{w.I32})
	is := r.rulings[a.rule]
	if is == nil {
		e.count(a.ensure)
		e.stopUnless(a.ensure)
		e.f.Const32(1)
		return r.m.Add(e.f)
	}
	for _, i := range is.sets {
		e.count(a.after.sets[i])
	}
	for _, i := range is.nums {
		e.count(a.after.nums[i])
	}
	args := []w.X{e.p.X}
	for _, i := range is.sets {
		s := e.set(a.after.sets[i])
		for _, k := range wordsOf(r.b.state0.sets[i]) {
			args = append(args, at(s, k).x)
		}
	}
	for _, i := range is.nums {
		args = append(args, e.num(a.after.nums[i]).x)
	}
	w.Call(is.f, args...)(e.f)
	return r.m.Add(e.f)
}
