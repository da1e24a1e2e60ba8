package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// An optionReader reads the options in the order of the file, and decides on the way which `if`s
// around declarations hold.
type optionReader struct {
	terms.Parts
	C      *terms.Checker
	chosen map[string]string
	// the conditions around the declarations being decided, as written
	under []string
}

// readOptions reads the options and returns the declarations that hold under the chosen ones.
func readOptions(c *terms.Checker, chosen map[string]string) (live []*merge.Decl) {
	r := &optionReader{Parts: c.Parts, C: c, chosen: chosen}
	r.Names.MakePrelude(r.Rules.Prelude)
	r.Names.OptionsOnly = true
	live = r.decide(r.Rules.Decls, nil)
	r.Names.OptionsOnly = false
	r.checkChosen()
	return live
}

// checkChosen reports chosen options that do not exist.
func (r *optionReader) checkChosen() {
	for _, name := range slices.Sorted(maps.Keys(r.chosen)) {
		if r.findOption(name) != nil {
			continue
		}
		names := lists.Map(r.Names.Options, func(o *terms.Option) string { return o.Name })
		detail := "The game has no options."
		if len(names) > 0 {
			detail = "The game has the options " + terms.List(names) + "."
		}
		if at, ok := r.Elsewhere(name, "option"); ok {
			r.Fail(code.NoSuchOption, at,
				fmt.Sprintf("the option `%s` does not exist with these options",
					name), "It is declared in a branch that was not chosen.", "")
			continue
		}
		r.Fail(code.NoSuchOption, source.Span{}, fmt.Sprintf("there is no option `%s`", name), detail,
			terms.DidYouMean(name, names))
	}
}

// decide appends the declarations that hold.
func (r *optionReader) decide(decls []*merge.Decl, live []*merge.Decl) []*merge.Decl {
	for _, d := range decls {
		if d.Branch != nil {
			b := d.Branch
			v := r.Values.Want(r.C.Expr(r.Names.Outside(b.File), b.Cond), ir.Truth)
			cond := b.Cond.Span(b.File).Text()
			outer := r.under
			if holds, known := v.Truth(); !known || holds {
				r.under = append(outer, "`"+cond+"`")
				live = r.decide(b.Then, live)
			} else {
				r.under = append(outer, "not `"+cond+"`")
				live = r.decide(b.Other, live)
			}
			r.under = outer
			continue
		}
		if o, ok := d.Node.(*syntax.Option); ok {
			r.declareOption(o, d.File)
			continue
		}
		live = append(live, d)
	}
	return live
}

func (r *optionReader) declareOption(n *syntax.Option, f *source.File) {
	if len(r.Names.Options) == merge.MaxOptions {
		r.Exceeds(n.Name.Span(f), merge.MaxOptions, "options", "")
		return
	}
	o := &terms.Option{Name: n.Name.Text, Span: n.Name.Span(f)}
	if !r.Names.Declare(n.Name, f, &terms.Entry{Sort: terms.OptionName, Opt: o}) {
		return
	}
	r.Names.Options = append(r.Names.Options, o)
	r.readDomain(o, n.Domain, f)
	def, _, ok := r.optionValue(n.Default, f, o)
	if ok && !o.Broken && !slices.Contains(o.Domain, def) {
		r.Fail(code.NotInDomain, n.Default.Span(f),
			fmt.Sprintf("`%s` is not among the values of `%s`", def, o.Name),
			"The values are "+terms.DomainText(o.Domain)+".", terms.DidYouMean(def, o.Domain))
		o.Loose = true
	}
	if !ok || len(o.Domain) == 0 {
		o.Broken = true
	}
	if !slices.Contains(o.Domain, def) && len(o.Domain) > 0 {
		def = o.Domain[0]
	}
	o.Value = def
	if v, asked := r.chosen[o.Name]; asked {
		if slices.Contains(o.Domain, v) {
			o.Value = v
		} else if !o.Broken {
			values := "values are " + terms.DomainText(o.Domain)
			if len(o.Domain) == 1 {
				values = "only value is " + terms.DomainText(o.Domain)
			}
			detail := "Its " + values + "."
			if len(r.under) > 0 {
				detail = fmt.Sprintf("With %s its %s.", strings.Join(r.under, " and "), values)
			}
			r.Fail(code.NotInDomain, o.Span, fmt.Sprintf("the option `%s` has no value `%s`", o.Name, v),
				detail, terms.DidYouMean(v, o.Domain))
		}
	}
	out := ir.Option{Name: o.Name, Value: o.Value, Default: def, Domain: o.Domain}
	if n.Help != nil {
		out.Help = n.Help.Text
	}
	r.Game.Options = append(r.Game.Options, out)
}

// readDomain reads `{10, 8, 6}`, `{red, cyan}` or `2..19`.
func (r *optionReader) readDomain(o *terms.Option, d syntax.Domain, f *source.File) {
	span := d.Span(f)
	switch set, braces := d.Lo.(*syntax.SetLit); {
	case d.Hi != nil:
		r.readRange(o, d, f)
	case !braces:
		r.Fail(code.BadDomain, span, "write the values of an option in braces or as a range", "",
			"write for example {8, 10} or 2..6")
		o.Broken = true
	default:
		for i, item := range set.Items {
			if len(o.Domain) >= merge.MaxDomain {
				r.manyValues(o, span)
				return
			}
			if item.Hi != nil {
				r.readRange(o, *item, f)
				continue
			}
			v, t, ok := r.optionValue(item.Lo, f, nil)
			if !ok {
				o.Broken = true
				continue
			}
			if i > 0 && t != o.Typ && !o.Broken {
				r.Fail(code.BadDomain, item.Span(f),
					fmt.Sprintf("`%s` and `%s` are not values of the same type", o.Domain[0], v),
					"The values of an option are all numbers, all words, or true and false.", "")
				o.Broken = true
				continue
			}
			if slices.Contains(o.Domain, v) {
				r.Fail(code.BadDomain, item.Span(f), fmt.Sprintf("`%s` is listed twice among the values",
					v), "", "leave one of them out")
				continue
			}
			o.Typ, o.Domain = t, append(o.Domain, v)
		}
		if len(set.Items) == 0 {
			r.Fail(code.BadDomain, span, "the option has no values", "", "write for example {8, 10} or 2..6")
			o.Broken = true
		}
	}
}

func (r *optionReader) readRange(o *terms.Option, d syntax.Domain, f *source.File) {
	s := r.Names.Outside(f)
	lo, hi := r.Values.Want(r.C.Expr(s, d.Lo), ir.Number), r.Values.Want(r.C.Expr(s, d.Hi), ir.Number)
	from, ok1 := lo.Number()
	to, ok2 := hi.Number()
	o.Typ = ir.Number
	switch {
	case !ok1 || !ok2:
		o.Broken = true
	case from > to:
		r.Fail(code.BadDomain, d.Span(f), fmt.Sprintf("there is no number from %d to %d", from, to), "",
			fmt.Sprintf("write %d..%d", to, from))
		o.Broken = true
	case uint64(to-from) >= uint64(merge.MaxDomain-len(o.Domain)):
		r.manyValues(o, d.Span(f))
	default:
		there := map[string]bool{}
		for _, v := range o.Domain {
			there[v] = true
		}
		for n := from; n <= to; n++ {
			if v := terms.Numeral(n); !there[v] {
				o.Domain = append(o.Domain, v)
			}
		}
	}
}

func (r *optionReader) manyValues(o *terms.Option, at source.Span) {
	r.Fail(code.BadDomain, at, fmt.Sprintf("an option has at most %d values", merge.MaxDomain), "", "")
	o.Broken = true
}

// optionValue reads a value of an option: a number, true or false, or a word. A word is any name
// that is not that of an earlier option.
func (r *optionReader) optionValue(e syntax.Expr, f *source.File, of *terms.Option) (
	text string, t ir.Type, ok bool) {
	if call, bare := e.(*syntax.Call); bare && !call.Parens && call.Name.Text != "true" &&
		call.Name.Text != "false" {
		if sym := r.Names.OfGame.Entries[call.Name.Text]; sym == nil || sym.Opt == of {
			return call.Name.Text, ir.NoType, true
		} else if sym.Opt != nil && sym.Opt.Typ == ir.NoType {
			r.Names.NoteSymbol(sym, call.Name.Span(f))
			return sym.Opt.Value, ir.NoType, true
		}
	}
	v := r.C.Expr(r.Names.Outside(f), e)
	switch {
	case v.Bad():
		return "", 0, false
	case v.Expr.Op == ir.ConstNumber:
		return strconv.FormatInt(v.Expr.N, 10), ir.Number, true
	case v.Expr.Op == ir.ConstTruth:
		return strconv.FormatBool(v.Expr.N != 0), ir.Truth, true
	}
	r.Fail(code.BadDomain, e.Span(f), "the value of an option is a number, a word, or true or false",
		"",
		"")
	return "", 0, false
}

func (r *optionReader) findOption(name string) *terms.Option {
	for _, o := range r.Names.Options {
		if o.Name == name {
			return o
		}
	}
	return nil
}
