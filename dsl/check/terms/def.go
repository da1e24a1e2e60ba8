package terms

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A def is a definition and the ways it is used.
type def struct {
	node      *syntax.Def
	file      *source.File
	names     *Space
	instances map[string]*instance
	busy      bool
	inside    []source.Span // the uses that are being checked now
}

// An instance is a definition checked for arguments of certain types.
type instance struct {
	fn   *ir.Func // nil if the body could not be understood
	body Value
}

func NewDef(n *syntax.Def, f *source.File, names *Space) *def {
	return &def{node: n, file: f, names: names, instances: map[string]*instance{}}
}

// declared points to a definition, unless it belongs to the prelude.
func (t *nameTable) declared(d *def) []diag.Related {
	if d.names == t.prelude {
		return nil
	}
	return []diag.Related{{Span: d.node.Name.Span(d.file), Message: "declared here"}}
}

func (ds *definitions) callDef(s *Scope, d *def, e *syntax.Call, span source.Span) Value {
	n := len(d.node.Params)
	if len(e.Args) != n {
		ds.c.arguments(s, e)
		params := lists.Map(d.node.Params, func(p syntax.Name) string { return p.Text })
		help := "write `" + d.node.Name.Text + "`"
		if n > 0 {
			help = fmt.Sprintf("write %s(%s)", d.node.Name.Text, strings.Join(params, ", "))
		}
		return ds.Fail(code.Arguments, span, fmt.Sprintf("`%s` takes %s, but here there %s",
			d.node.Name.Text, diag.Plural(n, "argument"), diag.PluralAre(len(e.Args))), "", help,
			ds.Names.declared(d)...)
	}
	args := make([]Value, n)
	for i, a := range e.Args {
		args[i] = ds.c.Expr(s, a)
	}
	in := ds.instantiate(d, args, span)
	body := in.body
	if body.Bad() || in.fn == nil {
		return Invalid(body.Expr.Type, span)
	}
	if body.constant() { // there is nothing left to call
		return body.at(span)
	}
	v := ds.Consts.Node(&ir.Expr{Op: ir.Call, Type: body.Expr.Type, Card: body.Expr.Card,
		Planes: body.Expr.Planes, Span: span, Func: in.fn}, args, body.outside(ir.Call, span))
	return ds.Facts.bounds(v, body)
}

// instantiate checks the body of a definition for arguments like these, once for each way it is
// used.
func (ds *definitions) instantiate(d *def, args []Value, span source.Span) *instance {
	var key strings.Builder
	args = slices.Clone(args)
	for i, a := range args {
		if a.Expr.Card == ir.One { // one and at most one: the result is the same
			copied := *a.Expr
			copied.Card = ir.AtMostOne
			a.Expr = &copied
			args[i] = a
		}
		_, single := ds.Facts.Walks.from(a.dirs, topology.Cells|topology.Edges|topology.Corners)
		fmt.Fprintf(&key, "%d %d %d %t %t;", a.Expr.Type, a.Expr.Card, a.Expr.Planes, a.None,
			a.Expr.Type == ir.Steps && !single)
	}
	k := key.String()
	if in := d.instances[k]; in != nil {
		return in
	}
	name := d.node.Name.Text
	if d.busy {
		related := ds.Names.declared(d)
		for _, at := range d.inside {
			if at.File == d.file && at != span {
				related = append(related, diag.Related{Span: at, Message: "through this"})
			}
		}
		ds.Fail(code.Recursion, span, fmt.Sprintf("`%s` is defined in terms of itself", name),
			"A definition cannot use itself, even indirectly. Otherwise a game might compute forever.",
			"to repeat a step, write `*` or `+` after it", related...)
		return &instance{body: Invalid(ir.NoType, span)}
	}
	if len(d.node.Params) > merge.MaxParams {
		return &instance{body: ds.Exceeds(d.node.Params[merge.MaxParams].Span(d.file), merge.MaxParams,
			"parameters of a definition", "")}
	}
	if ds.instances++; ds.instances > merge.MaxInstances {
		return &instance{body: ds.Exceeds(span, merge.MaxInstances, "ways to use definitions",
			"use definitions with the same types of arguments")}
	}
	d.busy = true
	outerCalls := ds.calls
	if span.Valid() && (len(d.node.Params) > 0 || d.names != ds.Names.OfGame) {
		params := lists.Map(d.node.Params, func(p syntax.Name) string { return p.Text })
		ds.calls = append(slices.Clip(ds.calls), called{span, name, params, args})
	}
	s := &Scope{File: d.file, Names: d.names, Frame: &Frame{}, Stuck: true}
	fn := &ir.Func{Name: name}
	for i, p := range d.node.Params {
		like := Invalid(ir.NoType, p.Span(d.file))
		if i < len(args) {
			like = args[i]
		}
		if like.Expr.Type == ir.Steps && !like.Bad() {
			like.dirs = ds.alikeDirs(like.dirs)
		}
		if like.Expr.Type == ir.Kinds {
			like.Kinds = ds.Facts.allKinds()
		}
		fn.Params = append(fn.Params, p.Text)
		ds.Names.Bind(s, p, like)
	}
	d.inside = append(d.inside, span)
	body := ds.c.Expr(s, d.node.Body)
	d.inside = d.inside[:len(d.inside)-1]
	d.busy = false
	ds.calls = outerCalls
	in := &instance{body: body}
	d.instances[k] = in
	if !body.Bad() {
		fn.Body, fn.Slots, fn.Vars, fn.Index = body.Expr, s.Frame.Size, s.Frame.Names, len(ds.Game.Funcs)
		in.fn = fn
		ds.Game.Funcs = append(ds.Game.Funcs, fn)
	}
	return in
}

// alikeDirs widens a set of directions to all that lead to equally many sites, so that a definition
// need not be checked again for every single direction.
func (ds *definitions) alikeDirs(dirs topology.Steps) topology.Steps {
	all := topology.Cells | topology.Edges | topology.Corners
	if dirs.Minus(ds.Facts.Walks.all) != (topology.Steps{}) {
		return dirs
	}
	if _, single := ds.Facts.Walks.from(dirs, all); !single {
		return ds.Facts.Walks.all
	}
	var wide topology.Steps
	for r := range ds.Facts.Walks.all.All() {
		one := topology.StepsOf(r)
		if _, s := ds.Facts.Walks.from(one, all); s {
			wide = wide.Or(one)
		}
	}
	return wide
}

// CheckUnusedDefs checks definitions that nothing uses, as far as possible without knowing their
// arguments.
func (ds *definitions) CheckUnusedDefs() {
	for _, sym := range SortedSymbols(ds.Names.OfGame) {
		if sym.Sort != DefName || len(sym.Def.instances) > 0 {
			continue
		}
		unknown := lists.Map(sym.Def.node.Params,
			func(p syntax.Name) Value { return Invalid(ir.NoType, p.Span(sym.Def.file)) })
		ds.instantiate(sym.Def, unknown, source.Span{})
	}
}
