package eval

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// RefusalKind is why a step is not legal.
type RefusalKind uint8

// The kinds of refusal, in the order in which they are checked.
const (
	Legal    RefusalKind = iota // it is
	GameOver                    // the game is over
	Unknown                     // the game has no such step
	// the turn does not offer this move now: no item names it, or the item's `when` does not hold
	NotOffered
	PieceGoesOn    // the turn goes on with another value of this role
	NotInDomain    // a binder: the value is not among those to choose from
	ConditionFails // an `if`
	EnsureFails    // an `ensure`: the effects leave something forbidden
	ComesBack      // the turn has been at the resulting position before
	CannotGoOn     // nothing can follow it, and something must
	OtherGroup     // an earlier group of the choice has a possible move
	NotBest        // another turn is better by `with least` or `with most`
)

// String returns the name of the kind, as programs know it.
func (k RefusalKind) String() string {
	names := [...]string{"legal", "over", "unknown", "not-offered", "goes-on", "not-among",
		"condition", "ensure", "comes-back", "cannot-go-on", "other-first", "not-best"}
	return names[min(int(k), len(names)-1)]
}

// Refusal says why a step is not legal, by the first reason found.
type Refusal struct {
	Kind RefusalKind
	Span source.Span // where the rules say this; may be empty
	// what the author says, or the source text of the condition (language.md#reasons); "" where the
	// kind says all
	Reason string
	Clause *ir.Clause // of NotInDomain and ConditionFails
	Cond   *ir.Cond   // of ConditionFails and EnsureFails
	Role   *ir.Role   // of PieceGoesOn and NotInDomain
	// of OtherGroup, the one that must be played; of NotBest, the one with the comparison
	Group    *ir.Group
	Instead  []position.Move  // of NotOffered, OtherGroup and NotBest, what is legal
	Bindings []Binding        // the roles bound when it was refused
	Over     *position.Result // of GameOver, how it has ended
	Parts    []Part           // of ConditionFails, what [Parts] finds, if someone asked it
	Ends     []int64          // of NotInDomain, what [Ends] finds, if someone asked it
}

// Part is a part of a condition that a reader would look at, and its value.
type Part struct {
	Expr  *ir.Expr
	Value value.Value
}

// Parts returns the values of the parts of the condition that refuses a step.
func Parts(m *Machine, p *position.State, step position.Move, r Refusal) []Part {
	if r.Kind != ConditionFails || r.Cond == nil {
		return nil
	}
	frame := m.Bindings(p, step)
	const work = MostWork / 64 // there may be many parts, and nobody waits for one of them
	var parts []Part
	for _, e := range operands(r.Cond.Expr) {
		if v, ok := m.EvalWithin(work, e, p, p.ToMove, frame); ok {
			parts = append(parts, Part{e, v})
		}
	}
	return parts
}

// Ends returns the least and the greatest number of the range in which the number of a step is not,
// if that is why the step is not legal and the range has an end; otherwise nil.
func Ends(m *Machine, p *position.State, step position.Move, r Refusal) (ends []int64) {
	if r.Kind != NotInDomain || r.Clause == nil || r.Clause.Value.Op != ir.Range {
		return nil
	}
	frame := m.Bindings(p, step)
	for _, e := range r.Clause.Value.Args {
		v, ok := m.EvalWithin(MostWork/64, e, p, p.ToMove, frame)
		if !ok {
			return nil
		}
		ends = append(ends, v.N)
	}
	return ends
}

// operands returns the parts of a condition that a reader would look at one by one: those below
// and, or, not and comparisons, without constants, variables and what runs over variables of its
// own.
func operands(e *ir.Expr) []*ir.Expr {
	switch e.Op {
	case ir.LAnd, ir.LOr, ir.Implies, ir.Not, ir.Some, ir.No, ir.ExactlyOne, ir.In, ir.Same,
		ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		var all []*ir.Expr
		for _, a := range e.Args {
			all = append(all, operands(a)...)
		}
		return all
	case ir.ConstSites, ir.ConstNumber, ir.ConstTruth, ir.ConstPlayers, ir.ConstKinds,
		ir.ConstSteps, ir.Var:
		return nil
	}
	if !e.Span.Valid() || e.Span.Text() == "" {
		return nil
	}
	return []*ir.Expr{e}
}

// Binding is the name of a role and its value.
type Binding struct {
	Name  string
	Value value.Value
}

// Explain says why a step is not legal in a position. For a legal step the Kind is Legal. The step
// may be any word.
func (m *Machine) Explain(p *position.State, step position.Move) Refusal {
	if p.Result != nil {
		return Refusal{Kind: GameOver, Reason: p.Result.Reason, Over: p.Result}
	}
	if slices.Contains(m.Moves(p), step) {
		return Refusal{Kind: Legal}
	}
	m.begin()
	return m.refuses.explainIllegal(p, step)
}

// explainIllegal says why a step that is not one of Moves(p) is not legal.
func (rf *refusals) explainIllegal(p *position.State, step position.Move) Refusal {
	rf.m.ahead++
	defer func() { rf.m.ahead-- }()
	id := step.ID()
	if step != position.Pass && step != position.Done {
		if int(id) >= len(rf.m.g.Moves) || !rf.wellFormed(step) {
			return Refusal{Kind: Unknown}
		}
	}
	items, refusal := rf.itemsFor(p, step)
	if len(items) == 0 {
		refusal.Instead = rf.m.search.legal(p).steps
		return rf.why(refusal, p, step)
	}
	if int(id) < len(rf.m.g.Moves) {
		if refusal := rf.bound(items, step, nil); refusal.Kind != Legal {
			return rf.why(refusal, p, step)
		}
		if refusal := rf.walk(p, step); refusal.Kind != Legal {
			return rf.why(refusal, p, step)
		}
		q, refusal := rf.m.step(p, step, false)
		if refusal.Kind != Legal {
			return rf.why(refusal, p, step)
		}
		if !rf.m.search.completable(q) {
			return rf.why(Refusal{Kind: CannotGoOn, Span: rf.m.g.Moves[id].Then.Span}, p, step)
		}
	}
	return rf.why(rf.otherwise(p, step, items), p, step)
}

// An OpenStep is a step with only some roles known: those whose values were given, and those tried
// on the way to the refusal.
type OpenStep struct {
	Step  position.Move // roles that are not known are 0
	Known []bool        // by role
	Refusal
}

// mostReadings bounds how many ways to fill the open roles are examined.
const mostReadings = 5000

// ExplainOpen says why no step of a move with the given values is legal. The values are by role,
// nil for a role that is open. An open role takes the values that its binder offers. Where there
// are none, or where something rules out the rest, ExplainOpen returns a refusal of what is known
// so far. If the position has legal steps with these values, the first refusals may be of those.
func (m *Machine) ExplainOpen(p *position.State, id ir.MoveID, said []*int64) []OpenStep {
	mv := m.g.Moves[id]
	x := explainer{m: m, at: p, move: mv, said: said, values: make([]int64, len(mv.Roles)),
		known: make([]bool, len(mv.Roles)),
		scope: m.scope(p, p.ToMove, m.ev.Frame(nil))}
	for i, n := range said {
		if n != nil {
			x.values[i], x.known[i] = *n, true
		}
	}
	if p.Result != nil {
		x.refuse(Refusal{Kind: GameOver, Reason: p.Result.Reason, Over: p.Result})
		return x.found
	}
	x.legal = m.Moves(p)
	m.begin()
	m.ahead++
	defer func() { m.ahead-- }()
	step, ok := m.layout.Pack(id, x.values)
	if !ok || !m.refuses.wellFormed(step) {
		x.refuse(Refusal{Kind: Unknown})
		return x.found
	}
	items, refusal := m.refuses.itemsFor(p, step)
	if len(items) == 0 {
		refusal.Instead = m.search.legal(p).steps
		x.refuse(refusal)
		return x.found
	}
	if refusal := m.refuses.bound(items, step, x.known); refusal.Kind != Legal {
		x.refuse(refusal)
		return x.found
	}
	x.from(0)
	return x.found
}

// explainer walks through the clauses of a move whose roles are partly open.
type explainer struct {
	m      *Machine
	at     *position.State
	move   *ir.Move
	said   []*int64
	values []int64
	known  []bool
	scope  *scope
	legal  []position.Move // on that position
	found  []OpenStep
}

// refuse records that the known roles are refused.
func (x *explainer) refuse(r Refusal) {
	step, _ := x.m.layout.Pack(x.move.ID, x.values)
	r = x.m.refuses.why(r, x.at, step)
	r.Bindings = slices.DeleteFunc(r.Bindings, func(b Binding) bool {
		i := slices.IndexFunc(x.move.Roles, func(role ir.Role) bool { return role.Name == b.Name })
		return i >= 0 && !x.known[i]
	})
	x.found = append(x.found, OpenStep{step, slices.Clone(x.known), r})
}

// explained is [Machine.Explain] within the work of the whole question.
func (x *explainer) explained(step position.Move) Refusal {
	if slices.Contains(x.legal, step) {
		return Refusal{Kind: Legal}
	}
	return x.m.refuses.explainIllegal(x.at, step)
}

// from continues with clause i.
func (x *explainer) from(i int) {
	if len(x.found) >= mostReadings || x.m.ev.Work.Spent() {
		return
	}
	if i == len(x.move.Clauses) {
		if step, ok := x.m.layout.Pack(x.move.ID, x.values); ok {
			x.found = append(x.found, OpenStep{step, slices.Clone(x.known), x.explained(step)})
		}
		return
	}
	c := &x.move.Clauses[i]
	switch c.Op {
	case ir.LetClause:
		x.scope.Vars[c.Slot] = x.m.ev.Value(c.Value, &x.scope.Scope)
		x.from(i + 1)
		return
	case ir.IfClause:
		if !x.m.ev.Truth(c.Cond.Expr, &x.scope.Scope) {
			x.refuse(Refusal{Kind: ConditionFails, Clause: c, Cond: &c.Cond})
			return
		}
		x.from(i + 1)
		return
	case ir.WeightClause:
		if x.m.ev.Number(c.Value, &x.scope.Scope) <= 0 {
			x.refuse(Refusal{Kind: ConditionFails, Clause: c, Span: c.Span, Reason: c.Span.Text()})
			return
		}
		x.from(i + 1)
		return
	}
	role := &x.move.Roles[c.Role]
	var members []int64
	x.m.ev.Each(c.Value, &x.scope.Scope, int64(role.Slot), func() bool {
		if n := x.scope.Vars[role.Slot].InRole(role); x.said[c.Role] == nil || *x.said[c.Role] == n {
			members = append(members, n)
		}
		return len(members) < mostReadings
	})
	for _, n := range members {
		x.scope.Vars[role.Slot] = value.OfRole(role, n)
		x.values[c.Role], x.known[c.Role] = n, true
		x.from(i + 1)
	}
	if x.known[c.Role] = x.said[c.Role] != nil; !x.known[c.Role] {
		x.values[c.Role] = 0
	}
	if len(members) == 0 {
		x.refuse(Refusal{Kind: NotInDomain, Clause: c, Role: role, Span: c.Span})
	}
}

// wellFormed reports whether a word is a step that could have been packed: all its sites and other
// members exist.
func (rf *refusals) wellFormed(step position.Move) bool {
	id, values := rf.m.layout.Unpack(step)
	for r, role := range rf.m.g.Moves[id].Roles {
		limit := map[ir.Type]int{
			ir.Sites: rf.m.b.Sites, ir.Steps: rf.m.b.Relations(), ir.Kinds: len(rf.m.g.Kinds),
			ir.Players: rf.m.players,
		}[role.Type]
		if role.Type != ir.Number && values[r] >= int64(limit) {
			return false
		}
	}
	again, ok := rf.m.layout.Pack(id, values)
	return ok && again == step
}

// itemsFor returns the open items that offer the step's move; if there are none, the refusal that
// says so.
func (rf *refusals) itemsFor(p *position.State, step position.Move) ([]*position.PendingItem,
	Refusal) {
	op, move := ir.MoveItem, step.ID()
	switch move {
	case ir.PassID:
		op, move = ir.PassItem, 0
	case ir.DoneID:
		op, move = ir.DoneItem, 0
	}
	groups := rf.m.search.groups(p)
	var items []*position.PendingItem
	for i := range groups {
		for j := range groups[i].Items {
			if item := &groups[i].Items[j]; item.Op == op && (op != ir.MoveItem || item.Move == move) {
				items = append(items, item)
			}
		}
	}
	refusal := Refusal{Kind: NotOffered}
	if len(items) == 0 && p.Pending == nil && rf.m.g.Turn != nil {
		// At the start of a turn every item of it was there; its `when` must have been against it.
		for _, g := range rf.m.g.Turn.Groups {
			for _, item := range g.Items {
				if item.Op == op && (op != ir.MoveItem || item.Move == move) && item.When != nil {
					refusal.Span, refusal.Reason = item.When.Span, item.When.Span.Text()
					return nil, refusal
				}
			}
		}
	}
	return items, refusal
}

// walk goes through the clauses of a step's move with the step's values and stops at the first
// clause that rules them out.
func (rf *refusals) walk(p *position.State, step position.Move) Refusal {
	mv := rf.m.g.Moves[step.ID()]
	_, values := rf.m.layout.Unpack(step)
	vars := rf.m.ev.Frame(nil)
	s := rf.m.scope(p, p.ToMove, vars)
	for i := range mv.Clauses {
		switch c := &mv.Clauses[i]; c.Op {
		case ir.LetClause:
			vars[c.Slot] = rf.m.ev.Value(c.Value, &s.Scope)
		case ir.IfClause:
			if !rf.m.ev.Truth(c.Cond.Expr, &s.Scope) {
				return Refusal{Kind: ConditionFails, Clause: c, Cond: &c.Cond}
			}
		case ir.WeightClause:
			if rf.m.ev.Number(c.Value, &s.Scope) <= 0 {
				return Refusal{Kind: ConditionFails, Clause: c, Span: c.Span, Reason: c.Span.Text()}
			}
		case ir.BindClause:
			role := &mv.Roles[c.Role]
			n := values[c.Role]
			missing := rf.m.ev.Each(c.Value, &s.Scope, int64(role.Slot),
				func() bool { return vars[role.Slot].InRole(role) != n })
			vars[role.Slot] = value.OfRole(role, n)
			if missing {
				return Refusal{Kind: NotInDomain, Clause: c, Role: role, Span: c.Span}
			}
		}
	}
	return Refusal{}
}

// bound reports whether every item binds some role beforehand to values other than the step's. It
// looks only at the known roles of the step; nil means all of them.
func (rf *refusals) bound(items []*position.PendingItem, step position.Move, known []bool) Refusal {
	mv := rf.m.g.Moves[step.ID()]
	_, values := rf.m.layout.Unpack(step)
	var refusal Refusal
	for _, item := range items {
		fits := true
		for i := range item.Roles {
			set := &item.Roles[i]
			role := &mv.Roles[set.Role]
			if (known == nil || known[set.Role]) && !inRoleSet(set, role, values[set.Role]) {
				fits = false
				refusal = Refusal{Kind: PieceGoesOn, Role: role}
				if item.Item != nil {
					refusal.Span = item.Item.Span
				}
			}
		}
		if fits {
			return Refusal{}
		}
	}
	return refusal
}

// otherwise explains a step that only the other turns rule out.
func (rf *refusals) otherwise(p *position.State, step position.Move,
	items []*position.PendingItem) Refusal {
	groups := rf.m.search.groups(p)
	for i := range groups {
		g := &groups[i]
		o := rf.m.search.offerGroup(p, g)
		if len(o.steps) == 0 {
			continue
		}
		refusal := Refusal{Kind: OtherGroup, Group: g.Group, Instead: o.steps}
		if slices.Contains(o.steps, step) {
			// What an earlier group of this turn aimed at rules it out.
			refusal.Kind, refusal.Group = NotBest, nil
		}
		own := slices.ContainsFunc(items, func(item *position.PendingItem) bool {
			return slices.ContainsFunc(g.Items,
				func(other position.PendingItem) bool { return other.Item == item.Item })
		})
		if own {
			refusal.Kind = NotBest
		}
		if refusal.Group != nil {
			refusal.Span = g.Group.Span
		}
		if legal := rf.m.search.legal(p); len(legal.steps) > 0 {
			refusal.Instead = legal.steps
		}
		return refusal
	}
	return Refusal{Kind: NotOffered, Instead: rf.m.search.legal(p).steps}
}

// why completes a refusal with the reason of its condition and the roles bound so far.
func (rf *refusals) why(r Refusal, p *position.State, step position.Move) Refusal {
	if r.Cond != nil {
		r.Span = r.Cond.Expr.Span
		if r.Reason = r.Cond.Reason; r.Reason == "" {
			r.Reason = r.Span.Text()
		}
	}
	if r.Clause == nil && r.Cond == nil {
		return r
	}
	mv, vars := rf.m.g.Moves[step.ID()], rf.m.Bindings(p, step)
	for i := range mv.Clauses {
		c := &mv.Clauses[i]
		if c.Op == ir.BindClause {
			role := &mv.Roles[c.Role]
			r.Bindings = append(r.Bindings, Binding{role.Name, vars[role.Slot]})
		}
		if c == r.Clause {
			break
		}
	}
	return r
}
