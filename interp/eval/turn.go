package eval

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// A turn is a choice of groups, and so is what follows a step. This file says which steps a
// position offers; machine.go takes them.
//
// L(p), the complete legal turns from a moment p, are defined so (language.md#continuations and
// below):
//
//	after a step that nothing follows   the turn is over: one turn, of no further steps
//	otherwise                           go through the groups in order; the turns of a group are
//	                                    those that begin with one of its steps s and go on with a
//	                                    turn of L(p after s), and of these only the best where the
//	                                    group says `with least` or `with most`; the first group that
//	                                    has any turns gives L(p)
//	no group has any                    done: one turn; but none if the choice says `illegal`
//
// A step is legal if a turn of L(p) begins with it that also reaches what earlier groups of this
// turn aimed at.

// offer is what a choice offers at a moment.
type offer struct {
	steps   []position.Move
	weights []int64 // of the steps, where nobody chooses; else nil
	// those of them in which there is no choice and no name that a player would know
	// (language.md#silent-steps)
	silent  []position.Move
	outcome *position.PendingItem // where no step is offered: what decides instead, or nil
	over    bool                  // the only step is to end the turn, as nothing can follow
	// what turns that begin with one of the steps must reach, or nil
	aim *position.Aim

	there   map[position.Move]bool // the first steps, as many as indexed says; see has
	indexed int
}

// open reads which items of a choice are open, with the values of the roles bound beforehand; nil
// if none is. Coverage counts it only if the choice is really met.
func (sr *search) open(c *ir.Choice, s *scope, counted bool) *position.Pending {
	if c == nil {
		return nil
	}
	var pending position.Pending
	for _, g := range c.Groups {
		group := position.PendingGroup{Group: g}
		for _, item := range g.Items {
			holds := sr.m.ev.Work.Spend(1) && (item.When == nil || sr.m.ev.Truth(item.When, &s.Scope))
			if sr.m.cover != nil && counted {
				sr.m.cover.item(item, holds)
			}
			if !holds {
				continue
			}
			open := position.PendingItem{Op: item.Op, Move: item.Move, Item: item}
			for i := range item.Roles {
				open.Roles = append(open.Roles, sr.roleSet(sr.m.g.Moves[item.Move], &item.Roles[i], s))
			}
			group.Items = append(group.Items, open)
		}
		if len(group.Items) > 0 {
			pending.Groups = append(pending.Groups, group)
		}
	}
	if len(pending.Groups) == 0 {
		return nil
	}
	return &pending
}

// groups returns what may be done next: what the last step left pending, or the whole of `turn`.
func (sr *search) groups(p *position.State) []position.PendingGroup {
	pending := p.Pending
	if pending == nil {
		vars := sr.m.ev.Enter()
		pending = sr.open(sr.m.g.Turn, sr.m.scope(p, p.ToMove, vars), sr.m.ahead == 0)
		sr.m.ev.Leave()
	}
	if pending == nil {
		return nil
	}
	return pending.Groups
}

// offer returns the steps with which the turns of L(p) begin. p is at the start of a turn or in the
// middle of one.
func (sr *search) offer(p *position.State) offer {
	groups := sr.groups(p)
	for i := range groups {
		g := &groups[i]
		if o := sr.offerGroup(p, g); len(o.steps) > 0 {
			return o
		}
		// language.md#outcomes-of-a-turn: a group that holds a possible step and an outcome offers
		// the step.
		if outcome := decides(g); outcome != nil {
			return offer{outcome: outcome}
		}
	}
	if p.Steps > 0 || p.SettingUp {
		// language.md#continuations: without a legal continuation the turn is over.
		done := []position.Move{position.Done}
		return offer{steps: done, silent: done, over: true}
	}
	return offer{}
}

// offerGroup returns the steps with which the turns of one group begin.
func (sr *search) offerGroup(p *position.State, g *position.PendingGroup) offer {
	var o offer
	for i := range g.Items {
		switch item := &g.Items[i]; item.Op {
		case ir.PassItem:
			o.put(position.Pass, 0, false, true)
		case ir.DoneItem:
			o.put(position.Done, 0, true, true)
		case ir.MoveItem:
			mv := sr.m.g.Moves[item.Move]
			silent := mv.Label == "" && allBound(mv, item)
			// Only two items of the same move can offer the same step.
			named := slices.ContainsFunc(g.Items[:i], func(other position.PendingItem) bool {
				return other.Op == ir.MoveItem && other.Move == item.Move
			})
			sr.choices(p, item, func(step position.Move, weight int64) bool {
				if !mv.Chance {
					weight = 0
				}
				if sr.begins(p, step) {
					o.put(step, weight, silent, named)
				}
				return true
			})
		}
	}
	if g.Group != nil && len(g.Group.Best) > 0 && len(o.steps) > 0 {
		sr.keepBest(p, g.Group, &o)
	}
	return o
}

// put adds a step. A step that may be there already is added only if it is not. A weight means that
// chance draws the step.
func (o *offer) put(step position.Move, weight int64, silent, mayBeThere bool) {
	if mayBeThere && o.has(step) {
		return
	}
	o.steps = append(o.steps, step)
	if weight > 0 {
		o.weights = append(o.weights, weight)
	}
	if silent {
		o.silent = append(o.silent, step)
	}
}

// has reports whether a step is there. Two items may offer a hundred thousand steps each, so its
// time must not grow with their number.
func (o *offer) has(step position.Move) bool {
	if len(o.steps) < 32 {
		return slices.Contains(o.steps, step)
	}
	if o.there == nil {
		o.there = map[position.Move]bool{}
	}
	for ; o.indexed < len(o.steps); o.indexed++ {
		o.there[o.steps[o.indexed]] = true
	}
	return o.there[step]
}

// goesOn reports whether the only step on offer is a silent one.
func (o *offer) goesOn() bool { return len(o.steps) == 1 && slices.Contains(o.silent, o.steps[0]) }

// allBound reports whether a move leaves nothing to choose: it has no roles, or all are bound
// beforehand.
func allBound(mv *ir.Move, item *position.PendingItem) bool {
	for r := range mv.Roles {
		if !slices.ContainsFunc(item.Roles,
			func(set position.RoleSet) bool { return set.Role == r }) {
			return false
		}
	}
	return true
}

// begins reports whether a complete legal turn begins with a step whose conditions hold: its
// `ensure` holds, it does not bring the turn back to where it was, and it can be followed as its
// `then` demands.
func (sr *search) begins(p *position.State, step position.Move) bool {
	mv := sr.m.g.Moves[step.ID()]
	if len(mv.Ensure) == 0 && (mv.Then == nil || (p.Steps == 0 || mv.Chance) && !demanding(mv.Then)) {
		return true
	}
	q, refusal := sr.m.step(p, step, false)
	return refusal.Kind == Legal && sr.completable(q)
}

// demanding reports whether a choice can withdraw the step before it.
func demanding(c *ir.Choice) bool {
	for _, g := range c.Groups {
		for _, item := range g.Items {
			if item.Op == ir.IllegalItem {
				return true
			}
		}
	}
	return false
}

// completable reports whether L(q) has a turn. q has just been stepped to.
func (sr *search) completable(q *position.State) bool {
	if q.Pending == nil || !mayWithdraw(q.Pending) {
		return true // done, if nothing else
	}
	sr.m.ahead++
	defer func() { sr.m.ahead-- }()
	for i := range q.Pending.Groups {
		g := &q.Pending.Groups[i]
		if sr.possible(q, g) || offers(g, ir.PassItem) || offers(g, ir.DoneItem) {
			return true
		}
		if o := decides(g); o != nil {
			return o.Op != ir.IllegalItem
		}
	}
	return true
}

func mayWithdraw(pending *position.Pending) bool {
	for i := range pending.Groups {
		if offers(&pending.Groups[i], ir.IllegalItem) {
			return true
		}
	}
	return false
}

// possible reports whether a turn of a group begins with a move.
func (sr *search) possible(p *position.State, g *position.PendingGroup) bool {
	found := false
	for i := range g.Items {
		if g.Items[i].Op == ir.MoveItem && !found {
			sr.choices(p, &g.Items[i], func(step position.Move, _ int64) bool {
				found = sr.begins(p, step)
				return !found
			})
		}
	}
	return found
}

// offers reports whether a group has an item of a kind.
func offers(g *position.PendingGroup, op ir.ItemOp) bool {
	return slices.ContainsFunc(g.Items,
		func(item position.PendingItem) bool { return item.Op == op })
}

// decides returns the first outcome among the items of a group, or nil.
func decides(g *position.PendingGroup) *position.PendingItem {
	for i := range g.Items {
		switch g.Items[i].Op {
		case ir.WinItem, ir.LoseItem, ir.DrawItem, ir.IllegalItem:
			return &g.Items[i]
		}
	}
	return nil
}

// turns calls f with the end of each turn of L(p), until f returns false; it reports whether f
// never did. p has just been stepped to. If chance decides how the turn goes on, the search ends
// there: nobody can promise more.
func (sr *search) turns(p *position.State, f func(end *position.State) bool) bool {
	if p.Pending == nil {
		return f(p)
	}
	o := sr.offer(p)
	if len(o.steps) == 0 {
		return o.outcome == nil || o.outcome.Op == ir.IllegalItem || f(p)
	}
	if o.weights != nil {
		return f(p)
	}
	if o.over {
		q, _ := sr.m.step(p, position.Done, false)
		return !sr.m.spent() && f(q)
	}
	for _, step := range o.steps {
		if !sr.turnsWith(p, step, o.aim, f) {
			return false
		}
	}
	return true
}

// turnsWith is turns for the turns that begin with one step and reach an aim.
func (sr *search) turnsWith(p *position.State, step position.Move, aim *position.Aim,
	f func(end *position.State) bool) bool {
	sr.m.tried++
	if sr.m.compared++; sr.m.spent() {
		return false
	}
	q, refusal := sr.m.step(p, step, false)
	if sr.m.spent() {
		return false
	}
	if refusal.Kind != Legal {
		return true
	}
	return sr.turns(q, func(end *position.State) bool { return !sr.reaches(end, aim) || f(end) })
}

// keepBest leaves those steps of a group that begin one of its best turns
// (language.md#complete-and-best-turns). The turns are compared by the first expression, then the
// second, and so on, read for the mover at the end of the turn; ties all stay.
func (sr *search) keepBest(p *position.State, g *ir.Group, o *offer) {
	sr.m.ahead++
	defer func() { sr.m.ahead-- }()
	var best []int64
	var kept []position.Move
	for _, step := range o.steps {
		sr.turnsWith(p, step, nil, func(end *position.State) bool {
			values := sr.judge(end, g.Best)
			order := slices.Compare(values, best)
			if !g.Most {
				order = -order
			}
			switch {
			case best == nil || order > 0:
				best, kept = values, append(kept[:0], step)
			case order == 0 && kept[len(kept)-1] != step:
				kept = append(kept, step)
			}
			return true
		})
	}
	if best == nil {
		return // the work ran out before any turn was complete
	}
	o.steps, o.aim = kept, &position.Aim{By: g.Best, Values: best}
}

// judge reads the numbers of `with least` or `with most` at the end of a turn, before anything is
// cleared.
func (sr *search) judge(end *position.State, by []*ir.Expr) []int64 {
	vars := sr.m.ev.Enter()
	defer sr.m.ev.Leave()
	s := sr.m.scope(end, end.ToMove, vars)
	values := make([]int64, len(by))
	for i, e := range by {
		values[i] = sr.m.ev.Number(e, &s.Scope)
	}
	return values
}

func (sr *search) reaches(end *position.State, aim *position.Aim) bool {
	return aim == nil || slices.Equal(sr.judge(end, aim.By), aim.Values)
}

// legal returns the steps of offer that also lead to what earlier groups of this turn aimed at.
func (sr *search) legal(p *position.State) offer {
	sr.m.compared = 0
	o := sr.offer(p)
	if p.Pending == nil || len(p.Pending.Aims) == 0 || len(o.steps) == 0 || o.weights != nil ||
		sr.m.spent() {
		return o
	}
	// These turns were already searched when the aims were set, so there are not too many.
	sr.m.compared = 0
	sr.m.ahead++
	defer func() { sr.m.ahead-- }()
	o.steps = slices.DeleteFunc(slices.Clone(o.steps), func(step position.Move) bool {
		return sr.turnsWith(p, step, o.aim, func(end *position.State) bool {
			for _, aim := range p.Pending.Aims {
				if !sr.reaches(end, aim) {
					return true
				}
			}
			return false // found one
		})
	})
	return o
}

// drawn reports whether chance draws the next step, as [Machine.Weights] would show. It lists no
// steps if nothing on offer is left to chance.
func (sr *search) drawn(p *position.State) bool {
	if p.Result != nil || p.Legal != nil || !sr.m.chance {
		return p.Weights != nil
	}
	sr.m.begin()
	sr.m.compared = 0
	groups := sr.groups(p)
	for ; slices.ContainsFunc(groups, sr.leftToChance); groups = groups[1:] {
		o := sr.offerGroup(p, &groups[0])
		if len(o.steps) > 0 || decides(&groups[0]) != nil {
			return len(o.weights) > 0 && !sr.m.spent()
		}
	}
	return false
}

// leftToChance reports whether a group is one of chance moves.
func (sr *search) leftToChance(g position.PendingGroup) bool {
	return slices.ContainsFunc(g.Items, func(item position.PendingItem) bool {
		return item.Op == ir.MoveItem && sr.m.g.Moves[item.Move].Chance
	})
}

// stuck reports whether the next player has no move (language.md#being-stuck): no group of `turn`
// offers one; pass, done and outcomes are not moves. It looks as if the turn were over. Inside the
// search that it starts nobody is stuck.
func (sr *search) stuck(p *position.State) bool {
	if sr.m.inStuck {
		return false
	}
	sr.m.inStuck = true
	sr.m.ahead++
	defer func() { sr.m.inStuck = false; sr.m.ahead-- }()
	q := p
	if p.Steps > 0 {
		sr.m.ev.Work.Spend(sr.m.prices.position)
		q = p.Clone()
		sr.m.ends.nextTurn(q)
	}
	groups := sr.groups(q)
	return !slices.ContainsFunc(groups,
		func(g position.PendingGroup) bool { return sr.possible(q, &g) })
}
