package lsp

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/check/index"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/syntax/token"
)

// prepareRename returns the name at a place if it can be changed, an error that says why if it
// cannot, and nothing where no name stands.
func (n *snapshot) prepareRename(d *document, offset int) any {
	sym, at := n.symbolAt(d, offset)
	if sym == nil {
		if err := wordAt(d, offset); err != nil {
			return err
		}
		return nil
	}
	if at.File != d.file {
		return nil
	}
	if err := n.fixed(sym); err != nil {
		return err
	}
	return map[string]any{"range": rangeOf(at), "placeholder": sym.Name}
}

// wordAt refuses to change a word of the language at a place; nil if there is none.
func wordAt(d *document, offset int) error {
	for _, t := range syntax.Tokens(d.file) {
		if t.Kind == token.WordToken && t.Pos.Offset <= offset && offset <= t.End.Offset {
			return notOurs(t.Text)
		}
	}
	return nil
}

func notOurs(word string) error {
	return fmt.Errorf("`%s` is a word of the language and keeps its name", word)
}

// fixed says why a name cannot be changed; nil if it can.
func (n *snapshot) fixed(sym *index.Symbol) error {
	if sym.Sort == index.WordSort {
		return notOurs(sym.Name)
	}
	for _, at := range sym.Decls {
		if !n.writable(at.File) {
			return fmt.Errorf("`%s` is declared in %s, which comes with boardgame", sym.Name,
				at.File.Name)
		}
	}
	return nil
}

// writable reports whether a text is open or in a file of the author's own.
func (n *snapshot) writable(f *source.File) bool {
	if n.opened(f.Name) != nil {
		return true
	}
	info, err := os.Stat(f.Name)
	return err == nil && info.Mode().IsRegular()
}

// rename answers textDocument/rename: it changes a name in all texts that can see it, unless that
// would break rules that were correct.
func rename(srv *server, snap *snapshot, d *document, p renameParams) (any, error) {
	offset := offsetOf(d.file, p.Position)
	sym, _ := snap.symbolAt(d, offset)
	if sym == nil {
		if err := wordAt(d, offset); err != nil {
			return nil, err
		}
		return nil, errors.New("there is no name to change here")
	}
	if err := snap.fixed(sym); err != nil {
		return nil, err
	}
	tokens := syntax.Tokens(source.NewFile("name", p.NewName))
	if len(tokens) != 1 || tokens[0].Kind != syntax.NameToken || tokens[0].Text != p.NewName {
		return nil, fmt.Errorf(
			"%q cannot be a name: a name is one word that the language does not have", p.NewName)
	}
	decls, uses := snap.everywhere(d, sym)
	edits := map[*source.File][]source.Span{}
	for _, at := range distinct(append(decls, uses...)) {
		if !snap.writable(at.File) {
			return nil, fmt.Errorf("`%s` is used in %s, which comes with boardgame", sym.Name,
				at.File.Name)
		}
		f := at.File
		for other := range edits {
			if other.Name == f.Name {
				f = other
			}
		}
		edits[f] = append(edits[f], at)
	}
	if err := snap.stillRight(d, edits, p.NewName); err != nil {
		return nil, err
	}
	out := workspaceEdit{map[string][]textEdit{}}
	for _, list := range edits {
		for _, at := range list {
			if l, ok := snap.location(at); ok {
				out.Changes[l.URI] = append(out.Changes[l.URI], textEdit{l.Range, p.NewName})
			}
		}
	}
	snap.warnOfToml(srv, d, sym)
	return out, nil
}

// stillRight checks the texts as they would be with the new name, and returns the first error that
// they do not have now.
func (n *snapshot) stillRight(d *document, edits map[*source.File][]source.Span,
	name string) error {
	after := newSnapshot(n.options, n)
	after.forget()
	for f, places := range edits {
		text := f.Text
		for _, at := range slices.Backward(places) { // from the end, so that places stay valid
			text = text[:at.Lo] + name + text[at.Hi:]
		}
		uri := uriOfName(f.Name)
		if open := n.opened(f.Name); open != nil {
			uri = open.uri
		}
		after.docs[uri] = &document{uri: uri, file: source.NewFile(f.Name, text)}
	}
	studies := n.relatives(d.file)
	for f := range edits {
		for _, s := range n.relatives(f) {
			if !slices.Contains(studies, s) {
				studies = append(studies, s)
			}
		}
	}
	for _, s := range studies {
		before := map[string]int{}
		for _, one := range s.list.Errors() {
			before[string(one.Code)]++
		}
		file := s.file
		if open := after.opened(file.Name); open != nil {
			file = open.file
		}
		for _, one := range after.study(file).list.Errors() {
			if before[string(one.Code)]--; before[string(one.Code)] < 0 {
				return fmt.Errorf("%q cannot be the name: %s", name, firstLine(one))
			}
		}
	}
	return nil
}

func firstLine(d *diag.Diagnostic) string {
	if d.Detail != "" {
		return d.Summary + ". " + d.Detail
	}
	return d.Summary
}

// warnOfToml warns the author about files beside the rules that may mention the name: a rename does
// not reach them.
func (n *snapshot) warnOfToml(srv *server, d *document, sym *index.Symbol) {
	if sym.Sort == index.VariableSort || sym.Sort == index.DefSort {
		return
	}
	name := strings.TrimSuffix(d.file.Name, ".rules") + ".toml"
	if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), sym.Name) {
		srv.showMessage(fmt.Sprintf("%s mentions %s too: change it there by hand",
			filepath.Base(name), sym.Name))
	}
}

// format returns the edits that bring a text into the canonical layout, or none if it has mistakes.
func (n *snapshot) format(d *document) any {
	out := []textEdit{}
	text, list := dsl.Format(d.file)
	if list.HasErrors() || text == d.file.Text {
		return out
	}
	// Change only the lines that differ, so that the cursor stays where it is.
	old, lo := d.file.Text, 0
	for lo < min(len(old), len(text)) && old[lo] == text[lo] {
		lo++
	}
	lo = strings.LastIndexByte(old[:lo], '\n') + 1
	hi, end := len(old), len(text)
	for hi > lo && end > lo && old[hi-1] == text[end-1] {
		hi--
		end--
	}
	for hi < len(old) && old[hi-1] != '\n' {
		hi++
		end++
	}
	at := source.Span{File: d.file, Lo: lo, Hi: hi}
	return append(out, textEdit{rangeOf(at), text[lo:end]})
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
