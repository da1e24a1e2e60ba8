package check

import (
	"fmt"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// call checks a name with or without arguments.
func (c *checker) call(s *scope, e *syntax.Call, as use) val {
	name, span := e.Name.Text, e.Span(s.file)
	if name == syntax.Unread {
		return invalid(ir.NoType, span)
	}
	at := e.Name.Span(s.file)
	if c.refused[name] && s.local(name) == nil && s.names == c.names {
		c.arguments(s, e)
		return invalid(ir.NoType, span)
	}
	if v := s.local(name); v != nil {
		c.noteVariable(v, at)
		if e.Parens {
			c.arguments(s, e)
			return c.fail(Arguments, span, fmt.Sprintf("`%s` is a variable and takes no arguments",
				name), "", "write `"+name+"`", diag.Related{Span: v.span, Message: "bound here"})
		}
		return v.read(span)
	}
	if sym := c.lookup(s, name); sym != nil && (!c.optionsOnly || sym.sort == optionName) {
		c.noteSymbol(sym, at)
		return c.symbol(s, sym, e, span)
	}
	if builtInNames()[name] {
		c.noteWord(name, at)
	}
	if name == "true" || name == "false" {
		if !e.Parens {
			return c.constTruth(name == "true", span)
		}
	}
	if c.optionsOnly {
		if b, ok := builtIns[name]; ok && b.pure {
			return c.builtIn(s, b, e, span)
		}
		return c.unknownName(s, name, at, as, len(e.Args))
	}
	if turned, ok := facings[name]; ok && !e.Parens {
		return c.facingStep(name, turned, span)
	}
	if b, ok := builtIns[name]; ok {
		return c.builtIn(s, b, e, span)
	}
	if c.g.Board != nil {
		if dir, ok := c.g.Board.DirectionByName(name); ok {
			if e.Parens {
				c.arguments(s, e)
				return c.fail(Arguments, span,
					fmt.Sprintf("`%s` is a direction and takes no arguments",
						name), "", "the site to the "+name+" of p is p."+name)
			}
			return c.constSteps(topology.StepsOf(dir), span)
		}
		for _, n := range compass {
			if n == name && !c.hasSiteNamed(name) {
				return c.noSuchDirection(name, span)
			}
		}
		if _, ok := facings[name]; ok {
			c.arguments(s, e)
			return c.fail(Arguments, span,
				fmt.Sprintf("`%s` is a direction and takes no arguments", name), "", "")
		}
		if x, ok := c.g.Board.SiteByName(name); ok && !e.Parens && c.isSiteName(name) {
			v := c.constSites(topology.SetOf(x), 0, span)
			return v
		}
	}
	c.arguments(s, e)
	return c.unknownName(s, name, at, as, len(e.Args))
}

// isSiteName reports whether a name is that of a site. Words with capitals are not: they are
// misspelled players or pieces.
func (c *words) isSiteName(name string) bool {
	return looksLikeSite(name) || name == strings.ToLower(name) || c.hasSiteNamed(name)
}

// arguments checks the arguments of a call that takes none, to report the mistakes in them. Quoted
// text is not reported, since whatever was meant may take it.
func (c *checker) arguments(s *scope, e *syntax.Call) {
	for _, a := range e.Args {
		if _, text := a.(*syntax.StrExpr); !text {
			c.expr(s, a)
		}
	}
}

// symbol checks the use of a declared name.
func (c *checker) symbol(s *scope, sym *symbol, e *syntax.Call, span source.Span) val {
	declared := diag.Related{Span: sym.span, Message: "declared here"}
	plainName := func() bool {
		if !e.Parens {
			return true
		}
		c.arguments(s, e)
		c.fail(Arguments, span, fmt.Sprintf("`%s` is %s and takes no arguments", sym.name,
			sym.sort), "", "write `"+sym.name+"`", declared)
		return false
	}
	switch sym.sort {
	case optionName:
		if !plainName() {
			return invalid(sym.opt.typ, span)
		}
		return c.readOption(sym.opt, span)
	case playerName:
		if !plainName() {
			return invalid(ir.Players, span)
		}
		var v val
		if sym.index < 0 {
			v = c.constPlayers(0, span)
			v.option = true
			return v
		}
		return c.constPlayers(1<<sym.index, span)
	case kindName:
		if !plainName() {
			return invalid(ir.Kinds, span)
		}
		return c.constKinds(1<<sym.index, span)
	case lineName:
		if !plainName() {
			return invalid(ir.Steps, span)
		}
		if dir, ok := c.g.Board.DirectionByName(sym.name); ok {
			return c.constSteps(topology.StepsOf(dir), span)
		}
		return invalid(ir.Steps, span)
	case attrName:
		return c.attrOf(s, sym.attr, e, span)
	case stateName:
		return c.stateOf(s, sym.state, e, span)
	case regionName:
		return c.regionOf(s, sym, e, span)
	case defName:
		return c.callDef(s, sym.def, e, span)
	case moveName:
		c.arguments(s, e)
		return c.fail(Misplaced, span,
			fmt.Sprintf("`%s` is a move; moves belong in `turn` and after `then`", sym.name), "", "",
			declared)
	}
	c.arguments(s, e)
	return c.fail(Misplaced, span, fmt.Sprintf("`%s` is a value for bots, which rules cannot read",
		sym.name), "", "move it into a `def`, and let the value use that", declared)
}

// badArity reports too few or too many arguments.
func (vs *values) badArity(name, form string, want, got int, t ir.Type, span source.Span) val {
	help := "write `" + name + "`"
	if form != "" {
		help = "write " + name + "(" + form + ")"
	}
	vs.fail(Arguments, span, fmt.Sprintf("`%s` takes %s, but here there %s", name,
		diag.Plural(want, "argument"), diag.PluralAre(got)), "", help)
	return invalid(t, span)
}
