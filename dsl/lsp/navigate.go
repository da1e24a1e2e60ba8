package lsp

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"boardgame/dsl/check/index"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// location returns where an editor finds a place: in an open text, in a file, or in a copy of a
// built-in text; ok is false if there is none.
func (n *snapshot) location(at source.Span) (l location, ok bool) {
	if !at.Valid() {
		return location{}, false
	}
	if d := n.opened(at.File.Name); d != nil {
		return location{d.uri, rangeOf(at)}, true
	}
	if path, err := filepath.Abs(at.File.Name); err == nil {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return location{uriOfName(path), rangeOf(at)}, true
		}
	}
	path, ok := n.copied(at.File)
	return location{uriOfName(path), rangeOf(at)}, ok
}

// copied writes a built-in text into a folder, so that an editor can show it.
func (n *snapshot) copied(f *source.File) (path string, ok bool) {
	name := filepath.FromSlash(strings.TrimSuffix(f.Name, ".rules") + ".rules")
	if n.options.Folder == "" || !filepath.IsLocal(name) {
		return "", false
	}
	path = filepath.Join(n.options.Folder, name)
	if old, err := os.ReadFile(path); err == nil && string(old) == f.Text {
		return path, true
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", false
	}
	// Read-only: changing it would have no effect. An older copy is replaced, not written over.
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return "", false
	}
	return path, os.WriteFile(path, []byte(f.Text), 0o444) == nil
}

// locations converts places, and leaves out those that no editor can show.
func (n *snapshot) locations(all []source.Span) []location {
	out := []location{}
	for _, at := range all {
		if l, ok := n.location(at); ok && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// definition returns where the name at a place is declared; for the file name after `extends` or
// `use`, the file.
func (n *snapshot) definition(d *document, offset int) any {
	s := n.study(d.file)
	if f := s.fileAt(offset); f != nil {
		return n.locations([]source.Span{{File: f}})
	}
	sym, _ := n.symbolAt(d, offset)
	if sym == nil {
		return nil
	}
	return n.locations(sym.Decls)
}

// fileAt returns the file that is named at a place after `extends` or `use`, or nil.
func (s *study) fileAt(offset int) *source.File {
	var name *syntax.Str
	for _, d := range s.tree.Decls {
		switch d := d.(type) {
		case *syntax.Game:
			name = d.Extends
		case *syntax.Use:
			name = &d.Library
		default:
			continue
		}
		if name == nil || offset < name.Pos.Offset || offset > name.EndPos.Offset {
			continue
		}
		if f, err := s.lib.Find(name.Text, s.file.Name); err == nil {
			return f
		}
	}
	return nil
}

// symbolAt returns the symbol named at a place. If the text itself does not tell, because a library
// refers to something in the game that uses it, another study may.
func (n *snapshot) symbolAt(d *document, offset int) (*index.Symbol, source.Span) {
	s := n.study(d.file)
	if sym, at := s.index.At(d.file, offset); sym != nil {
		return sym, at
	}
	if s.isLibrary() {
		for _, user := range n.relatives(d.file) {
			if sym, at := user.index.At(d.file, offset); sym != nil {
				return sym, at
			}
		}
	}
	return nil, source.Span{}
}

// A place is a span in terms that stay valid from one study to the next.
type place struct {
	file   string
	lo, hi int
}

func placeOf(at source.Span) place { return place{at.File.Name, at.Lo, at.Hi} }

// everywhere returns where a symbol is declared and used, in all texts that can see it. A
// declaration that a variant replaces counts as one with its replacement.
func (n *snapshot) everywhere(d *document, sym *index.Symbol) (decls, uses []source.Span) {
	seen := map[place]bool{}
	for _, at := range sym.Decls {
		seen[placeOf(at)] = true
	}
	taken := map[*index.Symbol]bool{}
	studies := n.relatives(d.file)
	for _, at := range sym.Decls {
		for _, s := range n.relatives(at.File) {
			if !slices.Contains(studies, s) {
				studies = append(studies, s)
			}
		}
	}
	for again := true; again; { // until no text adds a declaration
		again = false
		for _, s := range studies {
			for _, other := range s.index.Symbols {
				if taken[other] || other != sym && !declaredAt(other, seen) {
					continue
				}
				taken[other], again = true, true
				for _, at := range other.Decls {
					seen[placeOf(at)] = true
					decls = append(decls, at)
				}
				uses = append(uses, other.Uses...)
			}
		}
	}
	return distinct(decls), distinct(uses)
}

// declaredAt reports whether a symbol is declared at one of some places. Built-in names are
// declared nowhere.
func declaredAt(sym *index.Symbol, places map[place]bool) bool {
	return slices.ContainsFunc(sym.Decls, func(at source.Span) bool { return places[placeOf(at)] })
}

// distinct returns the places in order, without repetitions.
func distinct(all []source.Span) []source.Span {
	slices.SortFunc(all, func(a, b source.Span) int {
		return cmp.Or(cmp.Compare(a.File.Name, b.File.Name), cmp.Compare(a.Lo, b.Lo))
	})
	return slices.CompactFunc(all, func(a, b source.Span) bool { return placeOf(a) == placeOf(b) })
}

// references answers textDocument/references.
func references(_ *server, snap *snapshot, d *document, p referenceParams) (any, error) {
	sym, _ := snap.symbolAt(d, offsetOf(d.file, p.Position))
	if sym == nil {
		return []location{}, nil
	}
	if sym.Sort == index.WordSort {
		return snap.locations(sym.Uses), nil
	}
	decls, uses := snap.everywhere(d, sym)
	if p.Context.IncludeDeclaration {
		uses = distinct(append(uses, decls...))
	}
	return snap.locations(uses), nil
}

// highlight returns the occurrences in the same text of the name at a place.
func (n *snapshot) highlight(d *document, offset int) any {
	type mark struct {
		Range span `json:"range"`
		Kind  int  `json:"kind"` // 2 read, 3 write
	}
	out := []mark{}
	sym, _ := n.symbolAt(d, offset)
	if sym == nil {
		return out
	}
	for kind, list := range map[int][]source.Span{3: sym.Decls, 2: sym.Uses} {
		for _, at := range list {
			if at.File == d.file {
				out = append(out, mark{rangeOf(at), kind})
			}
		}
	}
	slices.SortFunc(out, func(a, b mark) int {
		x, y := a.Range.Start, b.Range.Start
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Character, y.Character))
	})
	return out
}
