package terms

import (
	"fmt"
	"slices"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// Walks summarizes the relations of a board for typing: which planes they lead to from which, and
// whether they lead to at most one site.
type Walks struct {
	leads  [topology.MaxRelations][3]topology.Plane
	single [topology.MaxRelations][3]bool
	all    topology.Steps // the directions
	whole  int            // the number of directions
}

var planes = [3]topology.Plane{topology.Cells, topology.Edges, topology.Corners}

func NewWalks(b *topology.Board) *Walks {
	w := &Walks{whole: len(b.Directions)}
	for r := range b.Relations() {
		rel := topology.Relation(r)
		if r < w.whole {
			w.all = w.all.Or(topology.StepsOf(rel))
		}
		for i, p := range planes {
			w.single[r][i] = true
			for s := range b.Planes(p).All() {
				one := b.Neighbor(rel, s)
				if one == topology.None {
					continue
				}
				w.leads[r][i] |= b.PlaneOf(one)
				if next := b.Next(rel, s); next.Len() > 1 {
					w.single[r][i] = false
					for t := range next.All() {
						w.leads[r][i] |= b.PlaneOf(t)
					}
				}
			}
		}
	}
	return w
}

// from returns the planes that steps lead to from sites of some planes, and whether each step leads
// to at most one site.
func (w *Walks) from(dirs topology.Steps, from topology.Plane) (to topology.Plane, single bool) {
	single = true
	for r := range dirs.All() {
		for i, p := range planes {
			if from&p != 0 {
				to |= w.leads[r][i]
				single = single && w.single[r][i]
			}
		}
	}
	return to, single
}

// crosses reports whether some of the steps are whole ones, which blocking pieces can stop.
func (w *Walks) crosses(dirs topology.Steps) bool {
	return !dirs.And(w.all).Empty()
}

// blocked reports whether pieces may stand in the way of steps, so that their destination depends
// on the position.
func (w *paths) blocked(dirs topology.Steps) bool {
	if !w.Facts.Walks.crosses(dirs) {
		return false
	}
	return slices.ContainsFunc(w.Game.Kinds, func(k ir.Kind) bool { return k.Blocks })
}

func (w *paths) path(s *Scope, e *syntax.Path) Value {
	v := w.c.Expr(s, e.Base)
	if v.Expr.Type == ir.Steps && !v.Bad() {
		v = w.Fail(code.WrongType, v.Expr.Span,
			fmt.Sprintf("%s is %s; a path begins at a site", Mention(v.Expr.Span), Describe(v)), "",
			"begin with a site: p."+Plain(e.Span(s.File), "north"))
	}
	v = w.Values.Sites(v)
	for _, st := range e.Steps {
		v = w.step(s, v, st, v.Expr.Span.To(st.Span(s.File)))
	}
	return v
}

// A stride is a step that was checked, with what it does to sites of some planes.
type stride struct {
	Step   *ir.Step
	parts  []Value // what it is made of, to find what it depends on
	to     topology.Plane
	Single bool
	Bad    bool
}

// step checks one step of a path that begins at base.
func (w *paths) step(s *Scope, base Value, st *syntax.Step, span source.Span) Value {
	d := w.Stride(s, base.Expr.Planes, st.By, st.Rep != nil)
	if st.Only != nil {
		only := w.c.Expr(s, st.Only)
		if only.Bad() { // [not S], say: the mistake has been reported
			only = Invalid(ir.Sites, only.Expr.Span)
		}
		only = w.Values.Sites(only)
		d.parts = append(d.parts, only)
		if d.Step != nil {
			d.Step.Only = only.Expr
		}
		if only.Bad() {
			d.Bad = true
		} else {
			d.to &= only.Expr.Planes
		}
	}
	card := ir.Many
	if base.single() && d.Single {
		card = ir.AtMostOne
	}
	to := d.to
	if st.Rep != nil {
		card, to = w.repeat(s, base, st, &d)
	}
	if base.Bad() || d.Bad || d.Step == nil {
		if d.Step == nil && d.Bad && st.Only == nil && st.Rep == nil {
			return Invalid(ir.NoType, span) // `p.empty` may have been meant as a condition
		}
		return Invalid(ir.Sites, span)
	}
	v := w.Consts.Node(&ir.Expr{Op: ir.Path, Type: ir.Sites, Card: card, Planes: to, Span: span,
		Step: d.Step}, []Value{base}, d.parts...)
	if by := d.Step.By; by != nil {
		switch {
		case base.single() && d.Single && d.Step.Only != nil &&
			(d.Step.Rep == ir.Star || d.Step.Rep == ir.Plus):
			v.run = &run{by: by, over: d.Step.Only}
		case base.run != nil && !base.run.past && d.Step.Rep == ir.Once && d.Step.Only == nil &&
			Same(by, base.run.by):
			v.run = &run{by: by, over: base.run.over, past: true}
		}
	}
	return v
}

// repeat checks the repetition of a step and finds how many sites it leads to, and of which planes.
func (w *paths) repeat(s *Scope, base Value, st *syntax.Step, d *stride) (ir.Card,
	topology.Plane) {
	rep := ir.Star
	switch st.Rep.Op {
	case "+":
		rep = ir.Plus
	case "{":
		rep = ir.Times
	}
	// Later rounds begin where earlier ones ended.
	to := d.to
	if d.Step != nil && d.Step.By != nil && !d.Bad {
		dirs := d.parts[0].dirs
		for {
			next, single := w.Facts.Walks.from(dirs, to)
			d.Single = d.Single && single
			if d.Step.Only != nil {
				next &= d.Step.Only.Planes
			}
			if to|next == to {
				break
			}
			to |= next
		}
	}
	card := ir.Many
	switch rep {
	case ir.Star:
		to |= base.Expr.Planes
	case ir.Times:
		var lo, hi Value
		count := st.Rep.Count
		lo = w.Values.Want(w.c.Expr(s, count.Lo), ir.Number)
		d.parts = append(d.parts, lo)
		d.Bad = d.Bad || lo.Bad()
		least, known := lo.Number()
		if !known || least == 0 {
			to |= base.Expr.Planes
		}
		if count.Hi != nil {
			hi = w.Values.Want(w.c.Expr(s, count.Hi), ir.Number)
			d.parts = append(d.parts, hi)
			d.Bad = d.Bad || hi.Bad()
			if most, ok := hi.Number(); ok && known && most < least && !hi.Option && !lo.Option {
				w.Warn(code.AlwaysEmpty, count.Span(s.File),
					fmt.Sprintf("there is no number from %d to %d", least, most),
					"So the path leads nowhere.", fmt.Sprintf("write {%d..%d}", most, least))
			}
		} else if base.single() && d.Single {
			card = ir.AtMostOne
		}
		if d.Step != nil {
			d.Step.Lo, d.Step.Hi = lo.Expr, hi.Expr
		}
	}
	if d.Step != nil {
		d.Step.Rep = rep
	}
	w.groupRepeat(s, st, d, rep)
	return card, to
}

// Stride checks what a step goes by: a direction, several, or a definition from a site to sites. If
// again is set, the step will be repeated, so it must be able to go on from where it leads.
func (w *paths) Stride(s *Scope, from topology.Plane, by syntax.Expr, again bool) stride {
	if call, ok := by.(*syntax.Call); ok {
		if d := w.c.words.stepDef(s, call); d != nil {
			return w.defStride(s, from, call, d, again)
		}
	}
	dirs := w.steps(s, by)
	if dirs.Bad() {
		return stride{Bad: true, parts: []Value{dirs}, to: topology.Cells | topology.Edges |
			topology.Corners}
	}
	out := stride{Step: &ir.Step{By: dirs.Expr}, parts: []Value{dirs}}
	out.to, out.Single = w.Facts.Walks.from(dirs.dirs, from)
	out.Single = out.Single && dirs.single()
	if w.blocked(dirs.dirs) {
		out.parts = append(out.parts,
			Value{Expr: &ir.Expr{Op: ir.Occupied}, Reads: Reads{position: true}})
	}
	return out
}

// stepDef returns the definition that a step names, if it takes the site stepped from in addition
// to its arguments.
func (c *words) stepDef(s *Scope, call *syntax.Call) *def {
	if s.Local(call.Name.Text) != nil {
		return nil
	}
	if sym := c.Names.Lookup(s, call.Name.Text); sym != nil && sym.Sort == DefName &&
		len(sym.Def.node.Params) != len(call.Args) {
		c.Names.NoteSymbol(sym, call.Name.Span(s.File))
		return sym.Def
	}
	return nil
}

// defStride checks a definition as a step (language.md#definitions-as-steps).
func (w *paths) defStride(s *Scope, from topology.Plane, call *syntax.Call, d *def,
	again bool) stride {
	span := call.Span(s.File)
	args := lists.Map(call.Args, func(a syntax.Expr) Value { return w.c.Expr(s, a) })
	if len(d.node.Params) != len(call.Args)+1 {
		n := len(d.node.Params)
		w.Fail(code.Arguments, span, fmt.Sprintf("`%s` has %s, but here there %s", call.Name.Text,
			diag.Plural(n, "parameter"), diag.PluralAre(len(call.Args))),
			fmt.Sprintf("As a step, it gets the site it starts from as first argument, so it takes %s more.",
				diag.Plural(max(n-1, 0), "argument")), "", w.Names.declared(d)...)
		return stride{Bad: true, to: from}
	}
	site := func(p topology.Plane) Value {
		return Value{Expr: &ir.Expr{Op: ir.Var, Type: ir.Sites, Card: ir.One, Planes: p, Span: span}}
	}
	in := w.c.Defs.instantiate(d, append([]Value{site(from)}, args...), span)
	out := stride{to: from, parts: args}
	if again && !in.body.Bad() && in.body.Expr.Type == ir.Sites && in.body.Expr.Planes&^from != 0 {
		in = w.c.Defs.instantiate(d, append([]Value{site(from | in.body.Expr.Planes)}, args...), span)
	}
	body := in.body
	if !body.Bad() && body.Expr.Type != ir.Sites {
		// A definition that gives players or kinds leads to their pieces.
		w.Fail(code.WrongType, span, fmt.Sprintf("`%s` is %s, not a step to sites", call.Name.Text,
			Describe(body)), "", "", w.Names.declared(d)...)
		return stride{Bad: true, to: from}
	}
	for _, a := range args {
		out.Bad = out.Bad || a.Bad()
	}
	if body.Bad() || in.fn == nil {
		out.Bad = true
		return out
	}
	out.to, out.Single = body.Expr.Planes, body.single()
	out.Step = &ir.Step{Func: in.fn}
	for _, a := range args {
		out.Step.FuncArgs = append(out.Step.FuncArgs, a.Expr)
	}
	out.parts = append(slices.Clip(out.parts), body.outside(ir.Call, span))
	return out
}

// steps checks an expression that is wanted for its directions: in it, the words for cells, edges
// and corners mean the incident sites.
func (w *paths) steps(s *Scope, e syntax.Expr) Value {
	span := e.Span(s.File)
	v := w.stepsAt(s, e, span)
	w.Names.noteExpr(s, v, span)
	return v
}

func (w *paths) stepsAt(s *Scope, e syntax.Expr, span source.Span) Value {
	switch e := e.(type) {
	case *syntax.Paren:
		return w.steps(s, e.X)
	case *syntax.SetLit:
		if len(e.Items) > 0 {
			var all Value
			for i, item := range e.Items {
				if item.Hi != nil {
					return w.Values.Want(w.c.Expr(s, e), ir.Steps)
				}
				v := w.steps(s, item.Lo)
				if i > 0 {
					v = w.Values.combine(ir.Or, all, v, span)
				}
				all = v
			}
			return all
		}
	case *syntax.Binary:
		if op, ok := map[string]ir.Op{"|": ir.Or, "&": ir.And, "-": ir.Minus}[e.Op]; ok {
			w.c.minusMixed(s, e, span)
			return w.Values.combine(op, w.steps(s, e.X), w.steps(s, e.Y), span)
		}
	case *syntax.If:
		cond := w.Values.Want(w.c.Expr(s, e.Cond), ir.Truth)
		return w.Values.choose(cond, w.steps(s, e.Then), w.steps(s, e.Else), span)
	case *syntax.Call:
		if s.Local(e.Name.Text) == nil && !e.Parens {
			if p, ok := map[string]topology.Plane{"cells": topology.Cells, "edges": topology.Edges,
				"corners": topology.Corners}[e.Name.Text]; ok {
				w.Names.NoteWord(e.Name.Text, span)
				if !w.Facts.hasPlane(p) {
					return w.Facts.noSuchPlane(e.Name.Text, span)
				}
				return w.Consts.constSteps(topology.StepsOf(w.Game.Board.Incident(p)), span)
			}
			if d := w.c.words.stepDef(s, e); d != nil {
				return w.Fail(code.Misplaced, span,
					fmt.Sprintf("`%s` is a definition; it can be a step, but not one among several",
						e.Name.Text), "",
					"give it a step of its own, and join the paths: p."+e.Name.Text+" | p.north",
					w.Names.declared(d)...)
			}
		}
		v := w.c.Call(s, e, asStep)
		if v.None {
			return w.Consts.noneOf(ir.Steps, span)
		}
		return w.Values.wantSteps(v, e.Name.Text)
	}
	v := w.c.Expr(s, e)
	return w.Values.wantSteps(v, "")
}

func (vs *values) wantSteps(v Value, name string) Value {
	if v.None || v.Expr.Type == ir.Steps || v.Unknown() {
		return vs.Want(v, ir.Steps)
	}
	help := ""
	if name != "" && (v.Expr.Type == ir.Sites || v.Expr.Type == ir.Players ||
		v.Expr.Type == ir.Kinds) {
		help = fmt.Sprintf("`p in %s` asks whether p is there, `… & %s` is what lies in both, "+
			"and `[%s]` after a step allows only steps that land there", name, name, name)
	}
	return vs.WrongType(v, ir.Steps, help)
}

func (vs *gameFacts) hasPlane(p topology.Plane) bool {
	s := vs.Game.Board.Planes(p)
	return !s.Empty()
}

func (vs *gameFacts) noSuchPlane(name string, span source.Span) Value {
	if vs.NoBoard { // a mistake there may have taken them away
		return Invalid(ir.Sites, span)
	}
	return vs.Fail(code.NoSuchPlane, span, fmt.Sprintf("this board has no %s", name), "",
		"declare them: board … with "+name)
}
