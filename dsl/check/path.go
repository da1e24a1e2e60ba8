package check

import (
	"fmt"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// walks summarizes the relations of a board for typing: which planes they lead to from which, and
// whether they lead to at most one site.
type walks struct {
	leads  [topology.MaxRelations][3]topology.Plane
	single [topology.MaxRelations][3]bool
	all    topology.Steps // the directions
	whole  int            // the number of directions
}

var planes = [3]topology.Plane{topology.Cells, topology.Edges, topology.Corners}

func newWalks(b *topology.Board) *walks {
	w := &walks{whole: len(b.Directions)}
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
func (w *walks) from(dirs topology.Steps, from topology.Plane) (to topology.Plane, single bool) {
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
func (w *walks) crosses(dirs topology.Steps) bool {
	for r := range dirs.All() {
		if int(r) < w.whole {
			return true
		}
	}
	return false
}

// blocked reports whether pieces may stand in the way of steps, so that their destination depends
// on the position.
func (c *checker) blocked(dirs topology.Steps) bool {
	if !c.walks.crosses(dirs) {
		return false
	}
	for _, k := range c.g.Kinds {
		if k.Blocks {
			return true
		}
	}
	return false
}

func (c *checker) path(s *scope, e *syntax.Path) val {
	v := c.expr(s, e.Base)
	if v.e.Type == ir.Steps && !v.bad() {
		v = c.fail(WrongType, v.e.Span,
			fmt.Sprintf("%s is %s; a path begins at a site", mention(v.e.Span), describe(v)), "",
			"begin with a site: p."+plain(e.Span(s.file), "north"))
	}
	v = c.sites(v)
	for _, st := range e.Steps {
		v = c.step(s, v, st, v.e.Span.To(st.Span(s.file)))
	}
	return v
}

// A stride is a step that was checked, with what it does to sites of some planes.
type stride struct {
	step   *ir.Step
	parts  []val // what it is made of, to find what it depends on
	to     topology.Plane
	single bool
	bad    bool
}

// step checks one step of a path that begins at base.
func (c *checker) step(s *scope, base val, st *syntax.Step, span source.Span) val {
	d := c.stride(s, base.e.Planes, st.By, st.Rep != nil)
	if st.Only != nil {
		only := c.expr(s, st.Only)
		if only.bad() { // [not S], say: the mistake has been reported
			only = invalid(ir.Sites, only.e.Span)
		}
		only = c.sites(only)
		d.parts = append(d.parts, only)
		if d.step != nil {
			d.step.Only = only.e
		}
		if only.bad() {
			d.bad = true
		} else {
			d.to &= only.e.Planes
		}
	}
	card := ir.Many
	if base.single() && d.single {
		card = ir.AtMostOne
	}
	to := d.to
	if st.Rep != nil {
		card, to = c.repeat(s, base, st, &d, card)
	}
	if base.bad() || d.bad || d.step == nil {
		if d.step == nil && d.bad && st.Only == nil && st.Rep == nil {
			return invalid(ir.NoType, span) // `p.empty` may have been meant as a condition
		}
		return invalid(ir.Sites, span)
	}
	v := c.node(&ir.Expr{Op: ir.Path, Type: ir.Sites, Card: card, Planes: to, Span: span,
		Step: d.step}, []val{base}, d.parts...)
	if by := d.step.By; by != nil {
		switch {
		case base.single() && d.single && d.step.Only != nil &&
			(d.step.Rep == ir.Star || d.step.Rep == ir.Plus):
			v.run = &run{by: by, over: d.step.Only}
		case base.run != nil && !base.run.past && d.step.Rep == ir.Once && d.step.Only == nil &&
			same(by, base.run.by):
			v.run = &run{by: by, over: base.run.over, past: true}
		}
	}
	return v
}

// repeat checks the repetition of a step and finds how many sites it leads to, and of which planes.
func (c *checker) repeat(s *scope, base val, st *syntax.Step, d *stride, once ir.Card) (ir.Card,
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
	if d.step != nil && d.step.By != nil && !d.bad {
		dirs := d.parts[0].dirs
		for {
			next, single := c.walks.from(dirs, to)
			d.single = d.single && single
			if d.step.Only != nil {
				next &= d.step.Only.Planes
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
		to |= base.e.Planes
	case ir.Times:
		var lo, hi val
		count := st.Rep.Count
		lo = c.want(c.expr(s, count.Lo), ir.Number)
		d.parts = append(d.parts, lo)
		d.bad = d.bad || lo.bad()
		least, known := lo.number()
		if !known || least == 0 {
			to |= base.e.Planes
		}
		if count.Hi != nil {
			hi = c.want(c.expr(s, count.Hi), ir.Number)
			d.parts = append(d.parts, hi)
			d.bad = d.bad || hi.bad()
			if most, ok := hi.number(); ok && known && most < least && !hi.option && !lo.option {
				c.warn(AlwaysEmpty, count.Span(s.file),
					fmt.Sprintf("there is no number from %d to %d", least, most),
					"So the path leads nowhere.", fmt.Sprintf("write {%d..%d}", most, least))
			}
		} else if base.single() && d.single {
			card = ir.AtMostOne
		}
		if d.step != nil {
			d.step.Lo, d.step.Hi = lo.e, hi.e
		}
	}
	if d.step != nil {
		d.step.Rep = rep
	}
	c.groupRepeat(s, st, d, rep)
	return card, to
}

// stride checks what a step goes by: a direction, several, or a definition from a site to sites. If
// again is set, the step will be repeated, so it must be able to go on from where it leads.
func (c *checker) stride(s *scope, from topology.Plane, by syntax.Expr, again bool) stride {
	if call, ok := by.(*syntax.Call); ok {
		if d := c.stepDef(s, call); d != nil {
			return c.defStride(s, from, call, d, again)
		}
	}
	dirs := c.steps(s, by)
	if dirs.bad() {
		return stride{bad: true, parts: []val{dirs}, to: topology.Cells | topology.Edges |
			topology.Corners}
	}
	out := stride{step: &ir.Step{By: dirs.e}, parts: []val{dirs}}
	out.to, out.single = c.walks.from(dirs.dirs, from)
	out.single = out.single && dirs.single()
	if c.blocked(dirs.dirs) {
		out.parts = append(out.parts,
			val{e: &ir.Expr{Op: ir.Occupied}, reads: reads{position: true}})
	}
	return out
}

// stepDef returns the definition that a step names, if it takes the site stepped from in addition
// to its arguments.
func (c *words) stepDef(s *scope, call *syntax.Call) *def {
	if s.local(call.Name.Text) != nil {
		return nil
	}
	if sym := c.lookup(s, call.Name.Text); sym != nil && sym.sort == defName &&
		len(sym.def.node.Params) != len(call.Args) {
		c.noteSymbol(sym, call.Name.Span(s.file))
		return sym.def
	}
	return nil
}

// defStride checks a definition as a step (language.md#definitions-as-steps).
func (c *checker) defStride(s *scope, from topology.Plane, call *syntax.Call, d *def,
	again bool) stride {
	span := call.Span(s.file)
	var args []val
	for _, a := range call.Args {
		args = append(args, c.expr(s, a))
	}
	if len(d.node.Params) != len(call.Args)+1 {
		n := len(d.node.Params)
		c.fail(Arguments, span, fmt.Sprintf("`%s` has %s, but here there %s", call.Name.Text,
			diag.Plural(n, "parameter"), diag.PluralAre(len(call.Args))),
			fmt.Sprintf("As a step, it gets the site it starts from as first argument, so it takes %s more.",
				diag.Plural(max(n-1, 0), "argument")), "", c.declared(d)...)
		return stride{bad: true, to: from}
	}
	site := func(p topology.Plane) val {
		return val{e: &ir.Expr{Op: ir.Var, Type: ir.Sites, Card: ir.One, Planes: p, Span: span}}
	}
	in := c.instantiate(d, append([]val{site(from)}, args...), span)
	out := stride{to: from, parts: args}
	if again && !in.body.bad() && in.body.e.Type == ir.Sites && in.body.e.Planes&^from != 0 {
		in = c.instantiate(d, append([]val{site(from | in.body.e.Planes)}, args...), span)
	}
	body := in.body
	if !body.bad() && body.e.Type != ir.Sites {
		// A definition that gives players or kinds leads to their pieces.
		c.fail(WrongType, span, fmt.Sprintf("`%s` is %s, not a step to sites", call.Name.Text,
			describe(body)), "", "", c.declared(d)...)
		return stride{bad: true, to: from}
	}
	for _, a := range args {
		out.bad = out.bad || a.bad()
	}
	if body.bad() || in.fn == nil {
		out.bad = true
		return out
	}
	out.to, out.single = body.e.Planes, body.single()
	out.step = &ir.Step{Func: in.fn}
	for _, a := range args {
		out.step.FuncArgs = append(out.step.FuncArgs, a.e)
	}
	// what the definition reads besides its arguments
	outer := body.reads
	outer.free = 0
	if outer.stuck.Valid() {
		outer.stuck = span
	}
	out.parts = append(out.parts[:len(out.parts):len(out.parts)],
		val{e: &ir.Expr{Op: ir.Call, Type: ir.Sites}, reads: outer})
	return out
}

// steps checks an expression that is wanted for its directions: in it, the words for cells, edges
// and corners mean the incident sites.
func (c *checker) steps(s *scope, e syntax.Expr) val {
	span := e.Span(s.file)
	v := c.stepsAt(s, e, span)
	c.noteExpr(s, v, span)
	return v
}

func (c *checker) stepsAt(s *scope, e syntax.Expr, span source.Span) val {
	switch e := e.(type) {
	case *syntax.Paren:
		return c.steps(s, e.X)
	case *syntax.SetLit:
		if len(e.Items) > 0 {
			var all val
			for i, item := range e.Items {
				if item.Hi != nil {
					return c.want(c.expr(s, e), ir.Steps)
				}
				v := c.steps(s, item.Lo)
				if i > 0 {
					v = c.combine(ir.Or, all, v, span)
				}
				all = v
			}
			return all
		}
	case *syntax.Binary:
		if op, ok := map[string]ir.Op{"|": ir.Or, "&": ir.And, "-": ir.Minus}[e.Op]; ok {
			c.minusMixed(s, e, span)
			return c.combine(op, c.steps(s, e.X), c.steps(s, e.Y), span)
		}
	case *syntax.If:
		cond := c.want(c.expr(s, e.Cond), ir.Truth)
		return c.choose(cond, c.steps(s, e.Then), c.steps(s, e.Else), span)
	case *syntax.Call:
		if s.local(e.Name.Text) == nil && !e.Parens {
			if p, ok := map[string]topology.Plane{"cells": topology.Cells, "edges": topology.Edges,
				"corners": topology.Corners}[e.Name.Text]; ok {
				c.noteWord(e.Name.Text, span)
				if !c.hasPlane(p) {
					return c.noSuchPlane(e.Name.Text, span)
				}
				return c.constSteps(topology.StepsOf(c.g.Board.Incident(p)), span)
			}
			if d := c.stepDef(s, e); d != nil {
				return c.fail(Misplaced, span,
					fmt.Sprintf("`%s` is a definition; it can be a step, but not one among several",
						e.Name.Text), "",
					"give it a step of its own, and join the paths: p."+e.Name.Text+" | p.north",
					c.declared(d)...)
			}
		}
		v := c.call(s, e, asStep)
		if v.none {
			return c.noneOf(ir.Steps, span)
		}
		return c.wantSteps(v, e.Name.Text)
	}
	v := c.expr(s, e)
	return c.wantSteps(v, "")
}

func (vs *values) wantSteps(v val, name string) val {
	if v.none || v.e.Type == ir.Steps || v.unknown() {
		return vs.want(v, ir.Steps)
	}
	help := ""
	if name != "" && (v.e.Type == ir.Sites || v.e.Type == ir.Players || v.e.Type == ir.Kinds) {
		help = fmt.Sprintf("`p in %s` asks whether p is there, `… & %s` is what lies in both, "+
			"and `[%s]` after a step allows only steps that land there", name, name, name)
	}
	return vs.wrongType(v, ir.Steps, help)
}

func (vs *gameFacts) hasPlane(p topology.Plane) bool {
	s := vs.g.Board.Planes(p)
	return !s.Empty()
}

func (vs *gameFacts) noSuchPlane(name string, span source.Span) val {
	return vs.fail(NoSuchPlane, span, fmt.Sprintf("this board has no %s", name), "",
		"declare them: board … with "+name)
}
