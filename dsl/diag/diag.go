// Package diag holds diagnostics: what boardgame tells an author about a rules file. Diagnostics
// are data; [Text] writes them with the source line, and [JSON] for other programs.
//
// Every phase that reads an author's text returns what it understood and a [List]. Nothing is
// printed until a caller that knows the terminal asks for it.
package diag

import (
	"slices"
	"sort"
	"strings"

	"boardgame/dsl/source"
)

// Severity is how bad a diagnostic is.
type Severity uint8

// The severities. A game with an error cannot be played; a warning is most likely a mistake; a note
// is worth knowing.
const (
	Error Severity = iota
	Warning
	Note
)

// String returns "error", "warning" or "note".
func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Code is the stable name of a kind of diagnostic, such as E042; see the table in codes.go.
type Code string

// Diagnostic is one thing to tell an author.
type Diagnostic struct {
	Severity   Severity
	Code       Code
	Span       source.Span // the place it is about
	Summary    string      // one line, without a full stop: what is wrong
	Detail     string      // why, or what was expected; may be empty or have several sentences
	Suggestion string      // what to write or do instead; may be empty
	Related    []Related   // other places that explain it
	Fixes      []Fix       // ways to fix it that an editor can offer, the likeliest first
}

// A Fix is a change to the text that corrects a mistake, or most likely does.
type Fix struct {
	Title string      // what it does, as a command: "Replace `is` with `=`"
	Span  source.Span // what it replaces; an empty span only inserts
	Text  string      // what is there afterward
}

// Sentence returns what a diagnostic says without its place, in one line, for a
// reader who sees the text that it is about.
func Sentence(d *Diagnostic) string {
	text := d.Summary
	if d.Detail != "" {
		text += ". " + strings.TrimSuffix(d.Detail, ".")
	}
	if d.Suggestion != "" {
		text += "; " + d.Suggestion
	}
	return text
}

// Said returns an error at a place, given what [Sentence] would say of it: what to do follows the
// last semicolon.
func Said(at source.Span, sentence string) *Diagnostic {
	d := &Diagnostic{Span: at, Summary: sentence}
	if i := strings.LastIndex(sentence, "; "); i >= 0 {
		d.Summary, d.Suggestion = sentence[:i], sentence[i+2:]
	}
	return d
}

// Related is another place that matters for a diagnostic, such as where a block was opened.
type Related struct {
	Span    source.Span
	Message string
}

// List holds the diagnostics of a run.
type List []*Diagnostic

// Add appends d.
func (l *List) Add(d *Diagnostic) { *l = append(*l, d) }

// HasErrors reports whether one of them is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Errors returns the diagnostics that are errors.
func (l List) Errors() List {
	return slices.DeleteFunc(slices.Clone(l), func(d *Diagnostic) bool { return d.Severity != Error })
}

// Err returns the errors of the list as an error that prints them, or nil if there are none.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l.Errors()
}

// Error writes the diagnostics as [Text] does, without colors.
func (l List) Error() string {
	var b strings.Builder
	_ = Text(&b, l, Options{}) // a Builder never fails
	return strings.TrimSuffix(b.String(), "\n")
}

// Sort sorts the list in source order: by file as first met, then by place. It drops exact
// repetitions.
func (l *List) Sort() {
	order := map[*source.File]int{}
	for _, d := range *l {
		if _, met := order[d.Span.File]; !met {
			order[d.Span.File] = len(order)
		}
	}
	sort.SliceStable(*l, func(i, j int) bool {
		a, b := (*l)[i].Span, (*l)[j].Span
		if order[a.File] != order[b.File] {
			return order[a.File] < order[b.File]
		}
		return a.Lo < b.Lo
	})
	kept := (*l)[:0]
	for i, d := range *l {
		if i > 0 {
			last := kept[len(kept)-1]
			if last.Span == d.Span && last.Code == d.Code && last.Summary == d.Summary {
				continue
			}
		}
		kept = append(kept, d)
	}
	*l = kept
}
