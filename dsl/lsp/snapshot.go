package lsp

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"boardgame/dsl"
	"boardgame/dsl/check/code"
	"boardgame/dsl/check/index"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/value"
	"boardgame/interp/eval"
)

// A document is a text that is open in the editor.
type document struct {
	uri     string
	version *int
	file    *source.File
}

// A snapshot holds the open texts at one moment. Once published it no longer changes, except for
// the studies that it caches.
type snapshot struct {
	options *Options
	chosen  map[string]string    // the options for which values are shown
	docs    map[string]*document // by URI

	mu      sync.Mutex
	studies map[string]*study // by the name of the file
	glances map[string]*study // the same for texts that have not been studied yet
}

// newSnapshot returns an editable copy of the previous snapshot, which may be nil.
func newSnapshot(o *Options, before *snapshot) *snapshot {
	n := &snapshot{options: o, docs: map[string]*document{}, studies: map[string]*study{},
		glances: map[string]*study{}}
	if before != nil {
		before.mu.Lock()
		defer before.mu.Unlock()
		n.docs, n.chosen, n.studies = maps.Clone(before.docs), before.chosen, maps.Clone(before.studies)
		n.glances = maps.Clone(before.glances)
	}
	return n
}

// open adds a text, or replaces the one that is there.
func (n *snapshot) open(t textDocument) {
	n.put(&document{uri: t.URI, version: t.Version, file: source.NewFile(nameOfURI(t.URI), t.Text)})
}

func (n *snapshot) put(d *document) {
	n.docs[d.uri] = d
	n.changed(d.file.Name)
}

// changed drops the studies that include a text.
func (n *snapshot) changed(name string) {
	for _, studies := range []map[string]*study{n.studies, n.glances} {
		maps.DeleteFunc(studies, func(root string, s *study) bool {
			return root == name || s.reads(name)
		})
	}
}

// forget drops all studies: files that are not open may have changed.
func (n *snapshot) forget() {
	clear(n.studies)
	clear(n.glances)
}

// choose sets the options for which values are shown.
func (n *snapshot) choose(c settings) {
	n.chosen = c.Options
	n.forget()
}

// close drops a text; other texts that use its file read it from disk again.
func (n *snapshot) close(uri string) {
	if d := n.docs[uri]; d != nil {
		delete(n.docs, uri)
		n.changed(d.file.Name)
	}
}

// edit applies the author's changes to a text. It ignores texts that are not open.
func (n *snapshot) edit(p changeParams) {
	d := n.docs[p.TextDocument.URI]
	if d == nil {
		return
	}
	f := d.file
	for _, c := range p.ContentChanges {
		text := c.Text
		if c.Range != nil {
			lo, hi := offsetOf(f, c.Range.Start), offsetOf(f, c.Range.End)
			text = f.Text[:lo] + c.Text + f.Text[max(lo, hi):]
		}
		f = source.NewFile(f.Name, text)
	}
	n.put(&document{uri: d.uri, version: p.TextDocument.Version, file: f})
}

// documents returns the open texts in the order of their URIs.
func (n *snapshot) documents() []*document {
	return lists.Map(slices.Sorted(maps.Keys(n.docs)),
		func(uri string) *document { return n.docs[uri] })
}

func (n *snapshot) document(uri string) (*document, error) {
	if d := n.docs[uri]; d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%.200s is not open", uri)
}

// opened returns the open text of a file, or nil.
func (n *snapshot) opened(name string) *document {
	for _, d := range n.docs {
		if d.file.Name == name {
			return d
		}
	}
	return nil
}

// A study is what the checker says about a text and all that it extends and uses.
type study struct {
	file  *source.File
	tree  *syntax.File
	index *index.Index
	list  diag.List
	lib   *library

	mu    sync.Mutex // guards what follows
	trees map[*source.File]*syntax.File

	notes diag.List // see [Options]
	noted bool      // they have been asked for

	once  sync.Once
	start func(e *index.Expr) (value.Value, bool) // nil if the game cannot be set up
}

// reads reports whether a file is part of the study, or was looked for and not found.
func (s *study) reads(name string) bool {
	_, read := s.lib.files[name]
	return read || s.lib.missed
}

// study returns all that is known of a file, for every choice of options that matters.
func (n *snapshot) study(f *source.File) *study { return n.kept(n.studies, f, dsl.Study) }

// glance returns what is known of a file for the chosen options, with a fraction of the work of a
// study, so that an answer need not wait. If there is a study already, it returns that.
func (n *snapshot) glance(f *source.File) *study {
	n.mu.Lock()
	s := n.studies[f.Name]
	n.mu.Unlock()
	if s != nil && s.file.Text == f.Text {
		return s
	}
	return n.kept(n.glances, f, dsl.Glance)
}

// kept makes a study once and caches it.
func (n *snapshot) kept(in map[string]*study, f *source.File,
	read func(*source.File, map[string]string, dsl.Library) (*index.Index, diag.List)) *study {
	n.mu.Lock()
	s := in[f.Name]
	n.mu.Unlock()
	if s != nil && s.file.Text == f.Text {
		return s
	}
	lib := &library{snap: n, files: map[string]*source.File{f.Name: f}}
	s = &study{file: f, lib: lib, trees: map[*source.File]*syntax.File{}}
	s.tree = s.treeOf(f)
	s.index, s.list = read(f, n.chosen, s.lib)
	if s.isLibrary() {
		s.list = slices.DeleteFunc(s.list, func(d *diag.Diagnostic) bool { return aboutGames[d.Code] })
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	in[f.Name] = s
	return s
}

// treeOf returns the syntax tree of a text, parsed once.
func (s *study) treeOf(f *source.File) *syntax.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trees[f] == nil {
		s.trees[f], _ = dsl.Parse(f)
	}
	return s.trees[f]
}

// aboutGames are the codes of mistakes that concern a game and not a library.
var aboutGames = map[diag.Code]bool{code.Missing: true, code.UnusedDef: true,
	code.UnusedRegion: true,
	code.NoPlayers:    true, code.NobodyFaces: true, code.BadBoard: true}

// isLibrary reports whether the text is a library for `use`: it declares something, but no game.
func (s *study) isLibrary() bool {
	for _, d := range s.tree.Decls {
		switch d.(type) {
		case *syntax.Def, *syntax.Region, *syntax.Use:
		default:
			return false
		}
	}
	return len(s.tree.Decls) > 0
}

// A library finds files for one study: open texts first, then those that the options' library
// finds.
type library struct {
	snap   *snapshot
	files  map[string]*source.File // those found, by name
	missed bool                    // something was not found
}

// Find returns the text of a file as it is in the editor, or as it is on disk.
func (l *library) Find(name, from string) (*source.File, error) {
	beside := filepath.Join(filepath.Dir(from),
		filepath.FromSlash(strings.TrimSuffix(name, ".rules"))+".rules")
	if d := l.snap.opened(beside); d != nil && beside != filepath.Clean(from) {
		l.files[beside] = d.file
		return d.file, nil
	}
	if l.snap.options.Library == nil {
		l.missed = true
		return nil, fmt.Errorf("there is no file %s", beside)
	}
	f, err := l.snap.options.Library.Find(name, from)
	if err != nil {
		l.missed = true
		return nil, err
	}
	if old := l.files[f.Name]; old != nil && old.Text == f.Text {
		return old, nil
	}
	l.files[f.Name] = f
	return f, nil
}

// relatives returns the studies of the texts that may use names of a file: those that are open and
// the rules files beside them, if they include it.
func (n *snapshot) relatives(f *source.File) []*study {
	const most = 100 // files of a folder that are examined
	names := map[string]*source.File{f.Name: f}
	folders := map[string]bool{filepath.Dir(f.Name): true}
	for _, d := range n.docs {
		names[d.file.Name] = d.file
		folders[filepath.Dir(d.file.Name)] = true
	}
	for folder := range folders {
		// the pattern is valid
		found, _ := filepath.Glob(filepath.Join(globSafe.Replace(folder), "*.rules"))
		for _, name := range found[:min(len(found), most)] {
			if names[name] != nil {
				continue
			}
			if text, err := os.ReadFile(name); err == nil && len(text) < 1<<20 {
				names[name] = source.NewFile(name, string(text))
			}
		}
	}
	var all []*study
	for _, name := range slices.Sorted(maps.Keys(names)) {
		other := names[name]
		if name != f.Name && !mentionsFiles(other) {
			continue
		}
		if s := n.study(other); name == f.Name || s.lib.files[f.Name] != nil {
			all = append(all, s)
		}
	}
	return all
}

var globSafe = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// mentionsFiles reports whether a text extends or uses another; if not, it includes no other file.
func mentionsFiles(f *source.File) bool {
	return strings.Contains(f.Text, "extends") || strings.Contains(f.Text, "use")
}

// value evaluates an expression in the initial position, for the first player.
func (s *study) value(e *index.Expr) (value.Value, bool) {
	s.once.Do(s.setUp)
	if s.start == nil || e == nil || !e.Closed || e.Expr.Op == ir.Invalid || e.Expr.Op == ir.Range {
		return value.Value{}, false
	}
	return s.start(e)
}

// game returns the game of the text; nil if mistakes prevent that.
func (s *study) game() *ir.Game {
	g := s.index.Game
	if g == nil || g.Board == nil || len(g.Players) == 0 || s.list.HasErrors() || g.Turn == nil {
		return nil
	}
	return g
}

// note asks for the notes on the game of the text, once. It reports whether there are new ones.
func (s *study) note(ctx context.Context, of func(context.Context, *ir.Game) diag.List) bool {
	s.mu.Lock()
	noted, g := s.noted, s.game()
	s.mu.Unlock()
	if noted || g == nil || s.isLibrary() {
		return false
	}
	defer func() { _ = recover() }() // the server stays up whatever is in a text
	notes := of(ctx, g)
	if ctx.Err() != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes, s.noted = notes, true
	return len(notes) > 0
}

// setUp makes the initial position, unless mistakes in the text prevent it.
func (s *study) setUp() {
	g := s.game()
	if g == nil {
		return
	}
	m := eval.New(g)
	p := m.Start()
	var mu sync.Mutex // only one goroutine at a time may use a machine
	s.start = func(e *index.Expr) (value.Value, bool) {
		mu.Lock()
		defer mu.Unlock()
		return m.EvalWithin(1<<16, e.Expr, p, p.ToMove, make([]value.Value, max(e.Slots, g.Slots)+8))
	}
}
