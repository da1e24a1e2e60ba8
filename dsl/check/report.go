package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A reporter collects what is wrong with the rules: each mistake once, at the place where the
// author can fix it.
type reporter struct {
	rules    *Rules
	diags    diag.List
	reported map[fact]bool
	exceeded map[string]bool // the things already reported as too many
	calls    []source.Span   // the uses of definitions that lead to what is being checked
}

// fact is what makes two diagnostics the same.
type fact struct {
	span    source.Span
	code    diag.Code
	summary string
}

// report adds a diagnostic unless it was reported before.
func (r *reporter) report(d *diag.Diagnostic) {
	seen := r.seenFromHere(d)
	f := fact{seen.Span, seen.Code, seen.Summary}
	if seen.Span != d.Span {
		// for one use of a definition, the first mistake is enough
		f.code, f.summary = "", ""
	}
	if d = seen; r.reported[f] {
		return
	}
	r.reported[f] = true
	r.diags.Add(fixable(d))
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
	copied.Related = copied.Related[:len(copied.Related):len(copied.Related)]
	if r.rules.prelude != nil && d.Span.File == r.rules.prelude.Source {
		for _, at := range slices.Backward(r.calls) {
			if at.File == d.Span.File {
				continue
			}
			copied.Span = at
			copied.Summary = fmt.Sprintf("%s of the prelude cannot be used like this: %s",
				mention(at), d.Summary)
			copied.Related = append(copied.Related,
				diag.Related{Span: d.Span, Message: "where that shows"})
			break
		}
		return &copied
	}
	switch d.Code {
	case WrongType, Operands, TooMany, WrongPlane, TwoPlayers, PiecesMeant, NotARange, SeveralKinds,
		StateIndex:
		copied.Related = append(copied.Related,
			diag.Related{Span: r.calls[len(r.calls)-1], Message: "it is used like this here"})
	}
	return &copied
}

// fail reports an error and returns a value about which nothing is known.
func (r *reporter) fail(code diag.Code, span source.Span, summary, detail, help string,
	related ...diag.Related) val {
	r.report(&diag.Diagnostic{Code: code, Span: span, Summary: summary, Detail: detail,
		Suggestion: help, Related: related})
	return invalid(ir.NoType, span)
}

// warn reports a warning.
func (r *reporter) warn(code diag.Code, span source.Span, summary, detail, help string,
	related ...diag.Related) {
	r.report(&diag.Diagnostic{Severity: diag.Warning, Code: code, Span: span, Summary: summary,
		Detail: detail, Suggestion: help, Related: related})
}

// exceeds reports that there is more of something than allowed, once for each sort of thing.
func (r *reporter) exceeds(at source.Span, most int, what, help string) val {
	if r.exceeded[what] {
		return invalid(ir.NoType, at)
	}
	if r.exceeded == nil {
		r.exceeded = map[string]bool{}
	}
	r.exceeded[what] = true
	return r.fail(TooLarge, at, fmt.Sprintf("there are at most %d %s", most, what), "", help)
}

// reserved reports whether the name was already reported as a word of the language.
func (r *reporter) reserved(span source.Span) bool {
	return slices.ContainsFunc(r.diags, func(d *diag.Diagnostic) bool {
		return d.Code == syntax.ReservedName && d.Span == span
	})
}

// misspelt reports whether some name was unknown: if so, what seems unused may have been meant
// there.
func (r *reporter) misspelt() bool {
	return slices.ContainsFunc(r.diags, func(d *diag.Diagnostic) bool {
		switch d.Code {
		case Unknown, Misplaced, NotAnOption, WrongWord, NoSuchMove:
			return true
		}
		return false
	})
}

// brokenFiles reports whether some part of the rules could not be parsed: if so, what seems unused
// may be used there.
func (r *reporter) brokenFiles() bool { return r.rules.diags.HasErrors() }

// unread reports whether some declaration of the kind could not be parsed, so that it does not
// count as missing.
func (r *reporter) unread(kind string) bool {
	for _, d := range r.rules.diags {
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

// elsewhere finds a declaration of a name in a branch that does not hold.
func (r *reporter) elsewhere(name string) (source.Span, bool) {
	var at source.Span
	each(r.rules.decls, func(d *decl) {
		if k := keyOf(d); k.name == name && !at.Valid() {
			at = nameOf(d)
		}
	})
	return at, at.Valid()
}
