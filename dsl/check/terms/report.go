package terms

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A reporter collects what is wrong with the rules: each mistake once, at the place where the
// author can fix it.
type reporter struct {
	Rules    *merge.Rules
	Diags    diag.List
	reported map[Fact]bool
	exceeded map[string]bool // the things already reported as too many
	calls    []called        // the uses of definitions that lead to what is being checked
}

// Fact is what makes two diagnostics the same.
type Fact struct {
	span    source.Span
	code    diag.Code
	summary string
}

// FactOf returns what makes a diagnostic different from others.
func FactOf(d *diag.Diagnostic) Fact { return Fact{d.Span, d.Code, d.Summary} }

// report adds a diagnostic unless it was reported before.
func (r *reporter) report(d *diag.Diagnostic) {
	seen := r.seenFromHere(d)
	f := FactOf(seen)
	if seen.Span != d.Span {
		// for one use of a definition, the first mistake is enough
		f.code, f.summary = "", ""
	}
	if d = seen; r.reported[f] {
		return
	}
	r.reported[f] = true
	r.Diags.Add(fixable(d))
}

// seenFromHere moves a mistake out of a definition of the prelude, whose text is right, to the
// place where the definition is used: there the arguments are wrong, or the board does not suit it.
// A mistake in a definition of the author's stays where it is and says where the arguments came
// from.
func (r *reporter) seenFromHere(d *diag.Diagnostic) *diag.Diagnostic {
	if len(r.calls) == 0 || d.Severity != diag.Error {
		return d
	}
	copied := *d
	copied.Related = slices.Clip(copied.Related)
	if r.Rules.Prelude != nil && d.Span.File == r.Rules.Prelude.Source {
		for _, call := range slices.Backward(r.calls) {
			at := call.at
			if at.File == d.Span.File {
				continue
			}
			copied.Span = at
			if help := call.swapped(d); help != "" {
				copied.Summary = fmt.Sprintf("the arguments of `%s` are in the wrong order", call.name)
				copied.Detail, copied.Suggestion = "It takes "+call.form()+".", help
				break
			}
			if d.Code == code.WrongType || d.Code == code.Operands {
				copied.Suggestion = "write " + call.form()
			}
			copied.Summary = fmt.Sprintf("%s of the prelude cannot be used like this: %s",
				Mention(at), d.Summary)
			copied.Related = append(copied.Related, diag.Related{Span: d.Span, Message: "where that shows"})
			break
		}
		return &copied
	}
	switch d.Code {
	case code.WrongType, code.Operands, code.TooMany, code.WrongPlane, code.TwoPlayers,
		code.PiecesMeant, code.NotARange, code.SeveralKinds,
		code.StateIndex:
		copied.Related = append(copied.Related,
			diag.Related{Span: r.calls[len(r.calls)-1].at, Message: "it is used like this here"})
	}
	return &copied
}

// Fail reports an error and returns a value about which nothing is known.
func (r *reporter) Fail(code diag.Code, span source.Span, summary, detail, help string,
	related ...diag.Related) Value {
	r.report(&diag.Diagnostic{Code: code, Span: span, Summary: summary, Detail: detail,
		Suggestion: help, Related: related})
	return Invalid(ir.NoType, span)
}

// Warn reports a warning.
func (r *reporter) Warn(code diag.Code, span source.Span, summary, detail, help string,
	related ...diag.Related) {
	r.report(&diag.Diagnostic{Severity: diag.Warning, Code: code, Span: span, Summary: summary,
		Detail: detail, Suggestion: help, Related: related})
}

// Exceeds reports that there is more of something than allowed, once for each sort of thing.
func (r *reporter) Exceeds(at source.Span, most int, what, help string) Value {
	if r.exceeded[what] {
		return Invalid(ir.NoType, at)
	}
	if r.exceeded == nil {
		r.exceeded = map[string]bool{}
	}
	r.exceeded[what] = true
	return r.Fail(code.TooLarge, at, fmt.Sprintf("there are at most %d %s", most, what), "", help)
}

// reserved reports whether the name was already reported as a word of the language.
func (r *reporter) reserved(span source.Span) bool {
	return slices.ContainsFunc(r.Diags, func(d *diag.Diagnostic) bool {
		return d.Code == syntax.ReservedName && d.Span == span
	})
}

// said reports whether a diagnostic has these words already.
func (r *reporter) said(code diag.Code, summary string) bool {
	return slices.ContainsFunc(r.Diags, func(d *diag.Diagnostic) bool {
		return d.Code == code && d.Summary == summary
	})
}

// Misspelt reports whether some name was unknown: if so, what seems unused may have been meant
// there.
func (r *reporter) Misspelt() bool {
	return slices.ContainsFunc(r.Diags, func(d *diag.Diagnostic) bool {
		switch d.Code {
		case code.Unknown, code.Misplaced, code.NotAnOption, code.WrongWord, code.NoSuchMove:
			return true
		}
		return false
	})
}

// BrokenFiles reports whether some part of the rules could not be parsed: if so, what seems unused
// may be used there.
func (r *reporter) BrokenFiles() bool { return r.Rules.Diags.HasErrors() }

// besideMistake reports whether the parser has reported a mistake right before or after a place:
// what is wrong there most likely follows from it.
func (r *reporter) besideMistake(at source.Span) bool {
	return slices.ContainsFunc(r.Rules.Diags, func(d *diag.Diagnostic) bool {
		if d.Severity != diag.Error || !d.Span.Valid() || d.Span.File != at.File {
			return false
		}
		lo, hi := min(d.Span.Hi, at.Hi), max(d.Span.Lo, at.Lo)
		return lo >= hi || strings.TrimLeft(at.File.Text[lo:hi], " \t") == ""
	})
}

// Unread reports whether some declaration of the kind could not be parsed, so that it does not
// count as missing.
func (r *reporter) Unread(kind string) bool {
	for _, d := range r.Rules.Diags {
		if d.Severity != diag.Error || !d.Span.Valid() {
			continue
		}
		// A declaration begins at the start of a line; the mistake is in the last one begun before
		// it.
		line, _ := d.Span.File.Position(d.Span.Lo)
		for ; line >= 1; line-- {
			text := d.Span.File.Line(line)
			if strings.HasPrefix(text, kind) {
				return true
			}
			if text != "" && text[0] >= 'a' && text[0] <= 'z' {
				break
			}
		}
	}
	return false
}

// Elsewhere finds a declaration of a name in a branch that does not hold, only of this kind unless
// it is "".
func (r *reporter) Elsewhere(name, kind string) (source.Span, bool) {
	var at source.Span
	merge.Each(r.Rules.Decls, func(d *merge.Decl) {
		if k := merge.KeyOf(d); k.Name == name && (kind == "" || k.Kind == kind) && !at.Valid() {
			at = merge.NameOf(d)
		}
	})
	return at, at.Valid()
}

// A called is a use of a definition: where it is, and what it is given.
type called struct {
	at     source.Span
	name   string
	params []string
	args   []Value
}

// form is how the definition is used: in_a_row(S, n).
func (c *called) form() string { return c.name + "(" + strings.Join(c.params, ", ") + ")" }

// swapped says how to write a use whose arguments are in the wrong order, if a mistake in the
// definition shows that: one argument is a number where a set is needed, or the other way around,
// and a single other one is what is needed. Otherwise it returns "".
func (c *called) swapped(d *diag.Diagnostic) string {
	wrong := slices.Index(c.params, d.Span.Text())
	if d.Code != code.WrongType || wrong < 0 || wrong >= len(c.args) {
		return ""
	}
	number := func(v Value) bool { return v.Expr.Type == ir.Number }
	other := -1
	for i, v := range c.args {
		if !v.Bad() && (v.IsSet() || number(v)) && number(v) != number(c.args[wrong]) {
			if other >= 0 {
				return ""
			}
			other = i
		}
	}
	if other < 0 {
		return ""
	}
	texts := make([]string, len(c.args))
	for i, v := range c.args {
		texts[i] = Plain(v.Expr.Span, c.params[i])
	}
	texts[wrong], texts[other] = texts[other], texts[wrong]
	return fmt.Sprintf("write %s(%s)", c.name, strings.Join(texts, ", "))
}
