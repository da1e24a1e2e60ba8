package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// The value of an option is a number, a truth value or a word of its own.
type option struct {
	name   string
	span   source.Span
	typ    ir.Type // NoType for a word
	value  string
	domain []string
	broken bool // its values could not be understood
	loose  bool // the default is not among the values, so any other word may be meant as one
}

// An optionReader reads the options in the order of the file, and decides on the way which `if`s
// around declarations hold.
type optionReader struct {
	*checker
	chosen map[string]string
	// the conditions around the declarations being decided, as written
	under []string
}

// readOptions reads the options and returns the declarations that hold under the chosen ones.
func readOptions(c *checker, chosen map[string]string) (live []*decl) {
	r := &optionReader{checker: c, chosen: chosen}
	r.makePrelude(r.rules.prelude)
	r.optionsOnly = true
	live = r.decide(r.rules.decls, nil)
	r.optionsOnly = false
	r.checkChosen()
	return live
}

// checkChosen reports chosen options that do not exist.
func (r *optionReader) checkChosen() {
	for _, name := range slices.Sorted(maps.Keys(r.chosen)) {
		if r.findOption(name) != nil {
			continue
		}
		var names []string
		for _, o := range r.options {
			names = append(names, o.name)
		}
		detail := "The game has no options."
		if len(names) > 0 {
			detail = "The game has the options " + list(names) + "."
		}
		if at, ok := r.elsewhere(name); ok {
			r.fail(NoSuchOption, at,
				fmt.Sprintf("the option `%s` does not exist with these options",
					name), "It is declared in a branch that was not chosen.", "")
			continue
		}
		r.fail(NoSuchOption, source.Span{}, fmt.Sprintf("there is no option `%s`", name), detail,
			didYouMean(name, names))
	}
}

// list joins names with commas and "and".
func list(names []string) string {
	out := ""
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			out += " and "
		case i > 0:
			out += ", "
		}
		out += "`" + n + "`"
	}
	return out
}

// domainText words the values of an option for a sentence: a run of whole numbers becomes a range.
func domainText(domain []string) string {
	const few = 3
	if last := len(domain) - 1; last >= few {
		from, err := strconv.Atoi(domain[0])
		to, err2 := strconv.Atoi(domain[last])
		if err == nil && err2 == nil && to-from == last {
			return fmt.Sprintf("`%d` to `%d`", from, to)
		}
	}
	return list(domain)
}

// decide appends the declarations that hold.
func (r *optionReader) decide(decls []*decl, live []*decl) []*decl {
	for _, d := range decls {
		if d.branch != nil {
			b := d.branch
			v := r.want(r.expr(r.outside(b.file), b.cond), ir.Truth)
			cond := b.cond.Span(b.file).Text()
			outer := r.under
			if holds, known := v.truth(); !known || holds {
				r.under = append(outer, "`"+cond+"`")
				live = r.decide(b.then, live)
			} else {
				r.under = append(outer, "not `"+cond+"`")
				live = r.decide(b.other, live)
			}
			r.under = outer
			continue
		}
		if o, ok := d.node.(*syntax.Option); ok {
			r.declareOption(o, d.file)
			continue
		}
		live = append(live, d)
	}
	return live
}

func (r *optionReader) declareOption(n *syntax.Option, f *source.File) {
	if len(r.options) == maxOptions {
		r.exceeds(n.Name.Span(f), maxOptions, "options", "")
		return
	}
	o := &option{name: n.Name.Text, span: n.Name.Span(f)}
	if !r.declare(n.Name, f, &symbol{sort: optionName, opt: o}) {
		return
	}
	r.options = append(r.options, o)
	r.readDomain(o, n.Domain, f)
	def, _, ok := r.optionValue(n.Default, f, o)
	if ok && !o.broken && !slices.Contains(o.domain, def) {
		r.fail(NotInDomain, n.Default.Span(f),
			fmt.Sprintf("`%s` is not among the values of `%s`", def, o.name),
			"The values are "+domainText(o.domain)+".", didYouMean(def, o.domain))
		o.loose = true
	}
	if !ok || len(o.domain) == 0 {
		o.broken = true
	}
	if !slices.Contains(o.domain, def) && len(o.domain) > 0 {
		def = o.domain[0]
	}
	o.value = def
	if v, asked := r.chosen[o.name]; asked {
		if slices.Contains(o.domain, v) {
			o.value = v
		} else if !o.broken {
			values := "values are " + domainText(o.domain)
			if len(o.domain) == 1 {
				values = "only value is " + domainText(o.domain)
			}
			detail := "Its " + values + "."
			if len(r.under) > 0 {
				detail = fmt.Sprintf("With %s its %s.", strings.Join(r.under, " and "), values)
			}
			r.fail(NotInDomain, o.span, fmt.Sprintf("the option `%s` has no value `%s`", o.name, v),
				detail, didYouMean(v, o.domain))
		}
	}
	out := ir.Option{Name: o.name, Value: o.value, Default: def, Domain: o.domain}
	if n.Help != nil {
		out.Help = n.Help.Text
	}
	r.g.Options = append(r.g.Options, out)
}

// readDomain reads `{10, 8, 6}`, `{red, cyan}` or `2..19`.
func (r *optionReader) readDomain(o *option, d syntax.Domain, f *source.File) {
	span := d.Span(f)
	switch set, braces := d.Lo.(*syntax.SetLit); {
	case d.Hi != nil:
		r.readRange(o, d, f)
	case !braces:
		r.fail(BadDomain, span, "write the values of an option in braces or as a range", "",
			"write for example {8, 10} or 2..6")
		o.broken = true
	default:
		for i, item := range set.Items {
			if len(o.domain) >= maxDomain {
				r.manyValues(o, span)
				return
			}
			if item.Hi != nil {
				r.readRange(o, *item, f)
				continue
			}
			v, t, ok := r.optionValue(item.Lo, f, nil)
			if !ok {
				o.broken = true
				continue
			}
			if i > 0 && t != o.typ && !o.broken {
				r.fail(BadDomain, item.Span(f),
					fmt.Sprintf("`%s` and `%s` are not values of the same type", o.domain[0], v),
					"The values of an option are all numbers, all words, or true and false.", "")
				o.broken = true
				continue
			}
			if slices.Contains(o.domain, v) {
				r.fail(BadDomain, item.Span(f), fmt.Sprintf("`%s` is listed twice among the values",
					v), "", "leave one of them out")
				continue
			}
			o.typ, o.domain = t, append(o.domain, v)
		}
		if len(set.Items) == 0 {
			r.fail(BadDomain, span, "the option has no values", "",
				"write for example {8, 10} or 2..6")
			o.broken = true
		}
	}
}

func (r *optionReader) readRange(o *option, d syntax.Domain, f *source.File) {
	s := r.outside(f)
	lo, hi := r.want(r.expr(s, d.Lo), ir.Number), r.want(r.expr(s, d.Hi), ir.Number)
	from, ok1 := lo.number()
	to, ok2 := hi.number()
	o.typ = ir.Number
	switch {
	case !ok1 || !ok2:
		o.broken = true
	case from > to:
		r.fail(BadDomain, d.Span(f), fmt.Sprintf("there is no number from %d to %d", from, to), "",
			fmt.Sprintf("write %d..%d", to, from))
		o.broken = true
	case uint64(to-from) >= uint64(maxDomain-len(o.domain)):
		r.manyValues(o, d.Span(f))
	default:
		there := map[string]bool{}
		for _, v := range o.domain {
			there[v] = true
		}
		for n := from; n <= to; n++ {
			if v := numeral(n); !there[v] {
				o.domain = append(o.domain, v)
			}
		}
	}
}

// numeral returns a number in decimal. Small ones are cached: a game may have 64 domains of 1000
// values, which are read again for every choice of options.
func numeral(n int64) string {
	if n >= 0 && n < maxDomain {
		return numerals()[n]
	}
	return strconv.FormatInt(n, 10)
}

var numerals = sync.OnceValue(func() []string {
	all := make([]string, maxDomain)
	for n := range all {
		all[n] = strconv.Itoa(n)
	}
	return all
})

func (r *optionReader) manyValues(o *option, at source.Span) {
	r.fail(BadDomain, at, fmt.Sprintf("an option has at most %d values", maxDomain), "", "")
	o.broken = true
}

// optionValue reads a value of an option: a number, true or false, or a word. A word is any name
// that is not that of an earlier option.
func (r *optionReader) optionValue(e syntax.Expr, f *source.File, of *option) (
	text string, t ir.Type, ok bool) {
	if call, bare := e.(*syntax.Call); bare && !call.Parens && call.Name.Text != "true" &&
		call.Name.Text != "false" {
		if sym := r.names.symbols[call.Name.Text]; sym == nil || sym.opt == of {
			return call.Name.Text, ir.NoType, true
		} else if sym.opt != nil && sym.opt.typ == ir.NoType {
			r.noteSymbol(sym, call.Name.Span(f))
			return sym.opt.value, ir.NoType, true
		}
	}
	v := r.expr(r.outside(f), e)
	switch {
	case v.bad():
		return "", 0, false
	case v.e.Op == ir.ConstNumber:
		return strconv.FormatInt(v.e.N, 10), ir.Number, true
	case v.e.Op == ir.ConstTruth:
		return strconv.FormatBool(v.e.N != 0), ir.Truth, true
	}
	r.fail(BadDomain, e.Span(f), "the value of an option is a number, a word, or true or false", "",
		"")
	return "", 0, false
}

func (r *optionReader) findOption(name string) *option {
	for _, o := range r.options {
		if o.name == name {
			return o
		}
	}
	return nil
}

func (t *nameTable) optionWithWord(word string) *option {
	for _, o := range t.options {
		if o.typ == ir.NoType && slices.Contains(o.domain, word) {
			return o
		}
	}
	return nil
}

// readOption returns the value of an option in an expression. Comparisons with words are handled
// before this is called.
func (c *words) readOption(o *option, span source.Span) val {
	if o.broken {
		return invalid(o.typ, span)
	}
	var v val
	switch o.typ {
	case ir.Number:
		n, _ := strconv.ParseInt(o.value, 10, 64)
		v = c.constNumber(n, span)
	case ir.Truth:
		v = c.constTruth(o.value == "true", span)
	default:
		return c.fail(Misplaced, span, fmt.Sprintf("the option `%s` is a word", o.name),
			"A word can only be compared.",
			fmt.Sprintf("write %s = %s", o.name, o.value))
	}
	v.option = true
	return v
}

// wordOption returns the option that an expression names, if its values are words.
func (t *nameTable) wordOption(s *scope, e syntax.Expr) *option {
	for {
		p, ok := e.(*syntax.Paren)
		if !ok {
			break
		}
		e = p.X
	}
	call, ok := e.(*syntax.Call)
	if !ok || call.Parens || s.local(call.Name.Text) != nil {
		return nil
	}
	if sym := t.lookup(s, call.Name.Text); sym != nil && sym.sort == optionName &&
		sym.opt.typ == ir.NoType && !sym.opt.broken {
		t.noteSymbol(sym, call.Name.Span(s.file))
		return sym.opt
	}
	return nil
}

// compareWord checks `mode = express`, `mode != express` and `mode in {express, expert}`.
func (c *words) compareWord(s *scope, o *option, op string, other syntax.Expr,
	span source.Span) val {
	var words []string
	bad := false
	word := func(e syntax.Expr) {
		if second := c.wordOption(s, e); second != nil {
			words = append(words, second.value)
			return
		}
		call, ok := e.(*syntax.Call)
		if !ok || call.Parens || !slices.Contains(o.domain, call.Name.Text) {
			bad = true
			if o.loose {
				return
			}
			name := mention(e.Span(s.file))
			help := ""
			if ok {
				help = didYouMean(call.Name.Text, o.domain)
			}
			c.fail(WrongWord, e.Span(s.file), fmt.Sprintf("%s is not a value of the option `%s`",
				name, o.name), "Its values are "+list(o.domain)+".", help,
				diag.Related{Span: o.span, Message: "declared here"})
			return
		}
		words = append(words, call.Name.Text)
	}
	if set, ok := other.(*syntax.SetLit); ok && op == "in" {
		for _, item := range set.Items {
			word(item.Lo)
		}
	} else {
		word(other)
	}
	if bad {
		return invalid(ir.Truth, span)
	}
	v := c.constTruth(slices.Contains(words, o.value) != (op == "!="), span)
	v.option = true
	return v
}

// notAnOption reports a name that is no option in a condition that is decided when the game is
// loaded.
func (c *words) notAnOption(s *scope, name string, span source.Span) val {
	var names []string
	for _, o := range c.options {
		names = append(names, o.name)
	}
	if c.ofBoard {
		return c.fail(NotConstant, span, fmt.Sprintf("`%s` has no value before there is a board",
			name),
			"The size of a board may use only numbers and options.", didYouMean(name, names))
	}
	if at, ok := c.elsewhere(name); ok {
		for _, d := range c.rules.decls {
			if d.branch == nil && keyOf(d) == (key{"option", name}) {
				return c.fail(NotAnOption, span,
					fmt.Sprintf("the option `%s` is declared further down", name),
					"Options are read in the order of the file.",
					"declare it above", diag.Related{Span: at, Message: "declared here"})
			}
		}
		return c.fail(NotAnOption, span, fmt.Sprintf("`%s` cannot be used in this condition", name),
			"What depends on the options is decided when the game is loaded, so it can use "+
				"nothing else.", "", diag.Related{Span: at, Message: "declared here"})
	}
	return c.fail(NotAnOption, span, fmt.Sprintf("`%s` is not an option", name),
		"What depends on the options is decided when the game is loaded, so it can use "+
			"nothing else.", didYouMean(name, names))
}
