package terms

import (
	"fmt"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// Call checks a name with or without arguments.
func (c *Checker) Call(s *Scope, e *syntax.Call, as use) Value {
	name, span := e.Name.Text, e.Span(s.File)
	if name == syntax.Unread {
		return Invalid(ir.NoType, span)
	}
	at := e.Name.Span(s.File)
	if c.Names.Refused[name] && s.Local(name) == nil && s.Names == c.Names.OfGame {
		c.arguments(s, e)
		return Invalid(ir.NoType, span)
	}
	if v := s.Local(name); v != nil {
		c.Names.noteVariable(v, at)
		if e.Parens {
			c.arguments(s, e)
			return c.Fail(code.Arguments, span, fmt.Sprintf("`%s` is a variable and takes no arguments",
				name), "", "write `"+name+"`", diag.Related{Span: v.Span, Message: "bound here"})
		}
		return v.read(span)
	}
	if sym := c.Names.Lookup(s, name); sym != nil && (!c.Names.OptionsOnly || sym.Sort == OptionName) {
		c.Names.NoteSymbol(sym, at)
		return c.symbol(s, sym, e, span)
	}
	if BuiltInNames()[name] {
		c.Names.NoteWord(name, at)
	}
	if name == "true" || name == "false" {
		if !e.Parens {
			return c.Consts.constTruth(name == "true", span)
		}
	}
	if c.Names.OptionsOnly {
		if b, ok := builtIns[name]; ok && b.pure {
			return c.builtIn(s, b, e, span)
		}
		return c.words.unknownName(s, name, at, as, len(e.Args))
	}
	if turned, ok := facings[name]; ok && !e.Parens {
		return c.Consts.facingStep(name, turned, span)
	}
	if b, ok := builtIns[name]; ok {
		return c.builtIn(s, b, e, span)
	}
	if c.Game.Board != nil {
		if dir, ok := c.Game.Board.DirectionByName(name); ok {
			if e.Parens {
				c.arguments(s, e)
				return c.Fail(code.Arguments, span,
					fmt.Sprintf("`%s` is a direction and takes no arguments",
						name), "", "the site to the "+name+" of p is p."+name)
			}
			return c.Consts.constSteps(topology.StepsOf(dir), span)
		}
		for _, n := range Compass {
			if n == name && !c.Facts.HasSiteNamed(name) {
				return c.Facts.NoSuchDirection(name, span)
			}
		}
		if _, ok := facings[name]; ok {
			c.arguments(s, e)
			return c.Fail(code.Arguments, span,
				fmt.Sprintf("`%s` is a direction and takes no arguments", name), "", "")
		}
		if x, ok := c.Game.Board.SiteByName(name); ok && !e.Parens && c.words.isSiteName(name) {
			v := c.Consts.ConstSites(topology.SetOf(x), 0, span)
			return v
		}
	}
	c.arguments(s, e)
	return c.words.unknownName(s, name, at, as, len(e.Args))
}

// isSiteName reports whether a name is that of a site. Words with capitals are not: they are
// misspelled players or pieces.
func (c *words) isSiteName(name string) bool {
	return LooksLikeSite(name) || name == strings.ToLower(name) || c.Facts.HasSiteNamed(name)
}

// arguments checks the arguments of a call that takes none, to report the mistakes in them. Quoted
// text and parts of towers are not reported, since whatever was meant may take them.
func (c *Checker) arguments(s *Scope, e *syntax.Call) {
	for _, a := range e.Args {
		switch a := a.(type) {
		case *syntax.StrExpr:
		case *syntax.Slice:
			c.Declared.PartOf(s, a)
		default:
			c.Expr(s, a)
		}
	}
}

// symbol checks the use of a declared name.
func (c *Checker) symbol(s *Scope, sym *Entry, e *syntax.Call, span source.Span) Value {
	declared := diag.Related{Span: sym.Span, Message: "declared here"}
	plain := map[nameSort]ir.Type{PlayerName: ir.Players, KindName: ir.Kinds, LineName: ir.Steps}
	if sym.Sort == OptionName {
		plain[OptionName] = sym.Opt.Typ
	}
	if t, ok := plain[sym.Sort]; ok && e.Parens {
		c.arguments(s, e)
		c.Fail(code.Arguments, span, fmt.Sprintf("`%s` is %s and takes no arguments", sym.Name,
			sym.Sort), "", "write `"+sym.Name+"`", declared)
		return Invalid(t, span)
	}
	switch sym.Sort {
	case OptionName:
		return c.words.readOption(sym.Opt, span)
	case PlayerName:
		if sym.Index < 0 {
			v := c.Consts.ConstPlayers(0, span)
			v.Option = true
			return v
		}
		return c.Consts.ConstPlayers(1<<sym.Index, span)
	case KindName:
		return c.Consts.ConstKinds(1<<sym.Index, span)
	case LineName:
		if dir, ok := c.Game.Board.DirectionByName(sym.Name); ok {
			return c.Consts.constSteps(topology.StepsOf(dir), span)
		}
		return Invalid(ir.Steps, span)
	case AttrName:
		return c.Declared.attrOf(s, sym.Attr, e, span)
	case StateName:
		return c.Declared.stateOf(s, sym.State, e, span)
	case RegionName:
		return c.Declared.regionOf(s, sym, e, span)
	case DefName:
		return c.Defs.callDef(s, sym.Def, e, span)
	case MoveName:
		c.arguments(s, e)
		return c.Fail(code.Misplaced, span,
			fmt.Sprintf("`%s` is a move; moves belong in `turn` and after `then`", sym.Name), "", "",
			declared)
	}
	c.arguments(s, e)
	return c.Fail(code.Misplaced, span,
		fmt.Sprintf("`%s` is a value for bots, which rules cannot read",
			sym.Name), "", "move it into a `def`, and let the value use that", declared)
}

// badArity reports too few or too many arguments.
func (vs *values) badArity(name, form string, want, got int, t ir.Type, span source.Span) Value {
	help := "write `" + name + "`"
	if form != "" {
		help = "write " + name + "(" + form + ")"
	}
	vs.Fail(code.Arguments, span, fmt.Sprintf("`%s` takes %s, but here there %s", name,
		diag.Plural(want, "argument"), diag.PluralAre(got)), "", help)
	return Invalid(t, span)
}
