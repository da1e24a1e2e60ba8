package terms

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// The value of an option is a number, a truth value or a word of its own.
type Option struct {
	Name   string
	Span   source.Span
	Typ    ir.Type // NoType for a word
	Value  string
	Domain []string
	Broken bool // its values could not be understood
	Loose  bool // the default is not among the values, so any other word may be meant as one
}

// List joins names with commas and "and".
func List(names []string) string {
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

// DomainText words the values of an option for a sentence: a run of whole numbers becomes a range.
func DomainText(domain []string) string {
	if ir.IsRange(domain) {
		return fmt.Sprintf("`%s` to `%s`", domain[0], domain[len(domain)-1])
	}
	return List(domain)
}

// Numeral returns a number in decimal. Small ones are cached: a game may have 64 domains of 1000
// values, which are read again for every choice of options.
func Numeral(n int64) string {
	if n >= 0 && n < merge.MaxDomain {
		return numerals()[n]
	}
	return strconv.FormatInt(n, 10)
}

var numerals = sync.OnceValue(func() []string {
	all := make([]string, merge.MaxDomain)
	for n := range all {
		all[n] = strconv.Itoa(n)
	}
	return all
})

func (t *nameTable) optionWithWord(word string) *Option {
	for _, o := range t.Options {
		if o.Typ == ir.NoType && slices.Contains(o.Domain, word) {
			return o
		}
	}
	return nil
}

// readOption returns the value of an option in an expression. Comparisons with words are handled
// before this is called.
func (c *words) readOption(o *Option, span source.Span) Value {
	if o.Broken {
		return Invalid(o.Typ, span)
	}
	var v Value
	switch o.Typ {
	case ir.Number:
		n, _ := strconv.ParseInt(o.Value, 10, 64)
		v = c.Consts.constNumber(n, span)
	case ir.Truth:
		v = c.Consts.constTruth(o.Value == "true", span)
	default:
		return c.Fail(code.Misplaced, span, fmt.Sprintf("the option `%s` is a word", o.Name),
			"A word can only be compared.",
			fmt.Sprintf("write %s = %s", o.Name, o.Value))
	}
	v.Option = true
	return v
}

// wordOption returns the option that an expression names, if its values are words.
func (t *nameTable) wordOption(s *Scope, e syntax.Expr) *Option {
	for {
		p, ok := e.(*syntax.Paren)
		if !ok {
			break
		}
		e = p.X
	}
	call, ok := e.(*syntax.Call)
	if !ok || call.Parens || s.Local(call.Name.Text) != nil {
		return nil
	}
	if sym := t.Lookup(s, call.Name.Text); sym != nil && sym.Sort == OptionName &&
		sym.Opt.Typ == ir.NoType && !sym.Opt.Broken {
		t.NoteSymbol(sym, call.Name.Span(s.File))
		return sym.Opt
	}
	return nil
}

// compareWord checks `mode = express`, `mode != express` and `mode in {express, expert}`.
func (c *words) compareWord(s *Scope, o *Option, op string, other syntax.Expr,
	span source.Span) Value {
	var words []string
	bad := false
	word := func(e syntax.Expr) {
		if second := c.Names.wordOption(s, e); second != nil {
			words = append(words, second.Value)
			return
		}
		call, ok := e.(*syntax.Call)
		if !ok || call.Parens || !slices.Contains(o.Domain, call.Name.Text) {
			bad = true
			if o.Loose {
				return
			}
			summary := fmt.Sprintf("%s is not a value of the option `%s`", Mention(e.Span(s.File)),
				o.Name)
			if c.said(code.WrongWord, summary) {
				return // perhaps it is misspelled where it is declared
			}
			help := ""
			if ok {
				help = DidYouMean(call.Name.Text, o.Domain)
			}
			c.Fail(code.WrongWord, e.Span(s.File), summary, "Its values are "+List(o.Domain)+".",
				help, diag.Related{Span: o.Span, Message: "declared here"})
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
		return Invalid(ir.Truth, span)
	}
	v := c.Consts.constTruth(slices.Contains(words, o.Value) != (op == "!="), span)
	v.Option = true
	return v
}

// notAnOption reports a name that is no option in a condition that is decided when the game is
// loaded.
func (c *words) notAnOption(name string, span source.Span) Value {
	names := lists.Map(c.Names.Options, func(o *Option) string { return o.Name })
	if _, declared := c.Elsewhere(name, ""); c.Names.OfBoard && !declared && !BuiltInNames()[name] {
		summary := fmt.Sprintf("there is no option `%s`", name)
		if c.said(code.NotConstant, summary) {
			return Invalid(ir.NoType, span)
		}
		help := DidYouMean(name, names)
		if help == "" {
			help = fmt.Sprintf("declare one: option %s = 8 in 4..12", name)
		}
		return c.Fail(code.NotConstant, span, summary,
			"The size of a board may use only numbers and options.", help)
	}
	if c.Names.OfBoard {
		return c.Fail(code.NotConstant, span, fmt.Sprintf("`%s` has no value before there is a board",
			name),
			"The size of a board may use only numbers and options.", DidYouMean(name, names))
	}
	why := "What depends on the options is decided when the game is loaded, so it can use " +
		"nothing else."
	if at, ok := c.Elsewhere(name, ""); ok {
		for _, d := range c.Rules.Decls {
			if d.Branch == nil && merge.KeyOf(d) == (merge.Key{Kind: "option", Name: name}) {
				return c.Fail(code.NotAnOption, span,
					fmt.Sprintf("the option `%s` is declared further down", name),
					"Options are read in the order of the file.",
					"declare it above", diag.Related{Span: at, Message: "declared here"})
			}
		}
		return c.Fail(code.NotAnOption, span, fmt.Sprintf("`%s` cannot be used in this condition", name),
			why, "", diag.Related{Span: at, Message: "declared here"})
	}
	return c.Fail(code.NotAnOption, span, fmt.Sprintf("`%s` is not an option", name), why,
		DidYouMean(name, names))
}
