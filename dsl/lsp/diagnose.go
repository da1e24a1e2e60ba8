package lsp

import (
	"fmt"
	"slices"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// diagnostics returns what is wrong with a text. Mistakes in a file that it extends or uses are
// reported where it names that file.
func (n *snapshot) diagnostics(d *document) []diagnostic {
	s := n.study(d.file)
	out := []diagnostic{}
	elsewhere := map[*source.File]diag.List{}
	for _, one := range s.known() {
		switch {
		case one.Span.File == d.file || !one.Span.Valid():
			out = append(out, n.diagnostic(d.file, one))
		case one.Severity == diag.Error:
			elsewhere[one.Span.File] = append(elsewhere[one.Span.File], one)
		}
	}
	for f, list := range elsewhere {
		out = append(out, n.fromElsewhere(s, f, list))
	}
	if s.isLibrary() { // mistakes that appear where the library is used are reported here too
		for _, user := range n.relatives(d.file) {
			for _, one := range user.list {
				if user != s && one.Span.File == d.file {
					out = append(out, n.diagnostic(d.file, one))
				}
			}
		}
	}
	return compact(out)
}

// known returns the list with the notes there are so far.
func (s *study) known() diag.List {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Concat(s.list, s.notes)
}

// compact drops repetitions.
func compact(all []diagnostic) []diagnostic {
	return slices.CompactFunc(all, func(a, b diagnostic) bool {
		return a.Range == b.Range && a.Code == b.Code && a.Message == b.Message
	})
}

// diagnostic converts one diagnostic whose place is in f or unknown.
func (n *snapshot) diagnostic(f *source.File, d *diag.Diagnostic) diagnostic {
	out := diagnostic{Severity: int(d.Severity) + 1, Code: string(d.Code), Source: "boardgame",
		Message: d.Summary}
	if d.Span.Valid() {
		out.Range = rangeOf(d.Span)
	}
	if d.Detail != "" {
		out.Message += "\n" + d.Detail
	}
	if d.Suggestion != "" {
		out.Message += "\nhelp: " + d.Suggestion
	}
	switch d.Code {
	case code.UnusedOption, code.UnusedDef, code.UnusedMove,
		code.UnusedPiece, code.UnusedState, code.UnusedRegion:
		const unnecessary = 1
		out.Tags = []int{unnecessary}
	}
	for _, r := range d.Related {
		message := r.Message
		if message == "" {
			message = "what this is about"
		}
		if at, ok := n.location(r.Span); ok {
			out.Related = append(out.Related, related{at, message})
		}
	}
	return out
}

// fromElsewhere reports that a file that the text extends or uses has errors.
func (n *snapshot) fromElsewhere(s *study, f *source.File, list diag.List) diagnostic {
	out := diagnostic{Severity: 1, Code: string(list[0].Code), Source: "boardgame",
		Message: fmt.Sprintf("%s has %s", f.Name, diag.Plural(len(list), "error"))}
	if len(list) == 1 {
		out.Message = fmt.Sprintf("in %s: %s", f.Name, list[0].Summary)
	}
	for _, d := range s.tree.Decls {
		switch d := d.(type) {
		case *syntax.Game:
			if d.Extends != nil {
				out.Range = rangeOf(d.Extends.Span(s.file))
			}
		case *syntax.Use:
			if found, err := s.lib.Find(d.Library.Text, s.file.Name); err == nil && found.Name == f.Name {
				out.Range = rangeOf(d.Library.Span(s.file))
			}
		}
	}
	for _, d := range list {
		if at, ok := n.location(d.Span); ok {
			out.Related = append(out.Related, related{at, d.Summary})
		}
	}
	return out
}

// actions offers the changes that fix what is wrong in a part of a text.
func (n *snapshot) actions(d *document, lo, hi int) any {
	out := []codeAction{}
	for _, one := range n.study(d.file).known() {
		if one.Span.File != d.file || one.Span.Hi < lo || one.Span.Lo > hi {
			continue
		}
		for i, fix := range one.Fixes {
			if fix.Span.File != d.file {
				continue
			}
			out = append(out, codeAction{
				Title: fix.Title, Kind: "quickfix", IsPreferred: i == 0 && len(one.Fixes) == 1,
				Diagnostics: []diagnostic{n.diagnostic(d.file, one)},
				Edit: workspaceEdit{
					map[string][]textEdit{d.uri: {{rangeOf(fix.Span), fix.Text}}}},
			})
		}
	}
	return out
}
