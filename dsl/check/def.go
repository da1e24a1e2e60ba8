package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A def is a definition and the ways it is used.
type def struct {
	node      *syntax.Def
	file      *source.File
	names     *space
	instances map[string]*instance
	busy      bool
	inside    []source.Span // the uses that are being checked now
}

// An instance is a definition checked for arguments of certain types.
type instance struct {
	fn   *ir.Func // nil if the body could not be understood
	body val
}

func newDef(n *syntax.Def, f *source.File, names *space) *def {
	return &def{node: n, file: f, names: names, instances: map[string]*instance{}}
}

// declared points to a definition, unless it belongs to the prelude.
func (t *nameTable) declared(d *def) []diag.Related {
	if d.names == t.prelude {
		return nil
	}
	return []diag.Related{{Span: d.node.Name.Span(d.file), Message: "declared here"}}
}

func (c *checker) callDef(s *scope, d *def, e *syntax.Call, span source.Span) val {
	n := len(d.node.Params)
	if len(e.Args) != n {
		c.arguments(s, e)
		var params []string
		for _, p := range d.node.Params {
			params = append(params, p.Text)
		}
		help := "write `" + d.node.Name.Text + "`"
		if n > 0 {
			help = fmt.Sprintf("write %s(%s)", d.node.Name.Text, strings.Join(params, ", "))
		}
		return c.fail(Arguments, span, fmt.Sprintf("`%s` takes %s, but here there %s",
			d.node.Name.Text, diag.Plural(n, "argument"), diag.PluralAre(len(e.Args))), "", help,
			c.declared(d)...)
	}
	args := make([]val, n)
	for i, a := range e.Args {
		args[i] = c.expr(s, a)
	}
	in := c.instantiate(d, args, span)
	body := in.body
	if body.bad() || in.fn == nil {
		return invalid(body.e.Type, span)
	}
	if body.constant() { // there is nothing left to call
		copied := *body.e
		copied.Span = span
		v := body
		v.e = &copied
		return v
	}
	outer := body.reads
	outer.free = 0
	if outer.stuck.Valid() {
		outer.stuck = span
	}
	v := c.node(&ir.Expr{Op: ir.Call, Type: body.e.Type, Card: body.e.Card, Planes: body.e.Planes,
		Span: span, Func: in.fn}, args,
		val{e: &ir.Expr{Op: ir.Call}, reads: outer})
	return c.bounds(v, body)
}

// instantiate checks the body of a definition for arguments like these, once for each way it is
// used.
func (c *checker) instantiate(d *def, args []val, span source.Span) *instance {
	var key strings.Builder
	args = slices.Clone(args)
	for i, a := range args {
		if a.e.Card == ir.One { // one and at most one: the result is the same
			copied := *a.e
			copied.Card = ir.AtMostOne
			a.e = &copied
			args[i] = a
		}
		_, single := c.walks.from(a.dirs, topology.Cells|topology.Edges|topology.Corners)
		fmt.Fprintf(&key, "%d %d %d %t %t;", a.e.Type, a.e.Card, a.e.Planes, a.none,
			a.e.Type == ir.Steps && !single)
	}
	k := key.String()
	if in := d.instances[k]; in != nil {
		return in
	}
	name := d.node.Name.Text
	if d.busy {
		related := c.declared(d)
		for _, at := range d.inside {
			if at.File == d.file && at != span {
				related = append(related, diag.Related{Span: at, Message: "through this"})
			}
		}
		c.fail(Recursion, span, fmt.Sprintf("`%s` is defined in terms of itself", name),
			"A definition cannot use itself, even indirectly. Otherwise a game might compute "+
				"forever.",
			"to repeat a step, write `*` or `+` after it", related...)
		return &instance{body: invalid(ir.NoType, span)}
	}
	if len(d.node.Params) > maxParams {
		return &instance{body: c.exceeds(d.node.Params[maxParams].Span(d.file), maxParams,
			"parameters of a definition", "")}
	}
	if c.instances++; c.instances > maxInstances {
		return &instance{body: c.exceeds(span, maxInstances, "ways to use definitions",
			"use definitions with the same types of arguments")}
	}
	d.busy = true
	outerCalls := c.calls
	if span.Valid() && (len(d.node.Params) > 0 || d.names != c.names) {
		c.calls = append(c.calls[:len(c.calls):len(c.calls)], span)
	}
	s := &scope{file: d.file, names: d.names, frame: &frame{}, stuck: true}
	fn := &ir.Func{Name: name}
	for i, p := range d.node.Params {
		like := invalid(ir.NoType, p.Span(d.file))
		if i < len(args) {
			like = args[i]
		}
		if like.e.Type == ir.Steps && !like.bad() {
			like.dirs = c.alikeDirs(like.dirs)
		}
		if like.e.Type == ir.Kinds {
			like.kinds = c.allKinds()
		}
		fn.Params = append(fn.Params, p.Text)
		c.bind(s, p, like)
	}
	d.inside = append(d.inside, span)
	body := c.expr(s, d.node.Body)
	d.inside = d.inside[:len(d.inside)-1]
	d.busy = false
	c.calls = outerCalls
	in := &instance{body: body}
	d.instances[k] = in
	if !body.bad() {
		fn.Body, fn.Slots, fn.Vars, fn.Index = body.e, s.frame.size, s.frame.names, len(c.g.Funcs)
		in.fn = fn
		c.g.Funcs = append(c.g.Funcs, fn)
	}
	return in
}

// alikeDirs widens a set of directions to all that lead to equally many sites, so that a definition
// need not be checked again for every single direction.
func (c *checker) alikeDirs(dirs topology.Steps) topology.Steps {
	all := topology.Cells | topology.Edges | topology.Corners
	if dirs.Minus(c.walks.all) != (topology.Steps{}) {
		return dirs
	}
	_, single := c.walks.from(dirs, all)
	if !single {
		return c.walks.all
	}
	var wide topology.Steps
	for r := range c.walks.all.All() {
		one := topology.StepsOf(r)
		if _, s := c.walks.from(one, all); s {
			wide = wide.Or(one)
		}
	}
	return wide
}

// checkUnusedDefs checks definitions that nothing uses, as far as possible without knowing their
// arguments.
func (c *checker) checkUnusedDefs() {
	for _, sym := range sortedSymbols(c.names) {
		if sym.sort != defName || len(sym.def.instances) > 0 {
			continue
		}
		var unknown []val
		for _, p := range sym.def.node.Params {
			unknown = append(unknown, invalid(ir.NoType, p.Span(sym.def.file)))
		}
		c.instantiate(sym.def, unknown, source.Span{})
	}
}
