package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A Library finds the files that `extends` and `use` name. From is the name of the file that refers
// to them, so that a file beside it is found before one of the library. An error says in words why
// there is none.
type Library interface {
	Find(name, from string) (*source.File, error)
}

// Rules is a rules text merged with everything it extends and uses, but not yet read for a choice
// of options.
type Rules struct {
	ctx     context.Context // see Within
	File    *source.File
	Title   string
	game    *syntax.Game
	home    *source.File // that declares the game
	decls   []*decl      // what the files declare together, in order
	uses    []*library   // the libraries used, in order, without the prelude
	diags   diag.List    // what was found so far
	prelude *syntax.File
	// what it extends could not be found, so the rest cannot be checked
	headless bool
	// a library was not found, so an unknown name may belong to it
	missing bool
	near    map[source.Span]bool // names that were warned of because they nearly match
	// by board spec, while choices of options are tried; otherwise nil
	boards map[string]*built
	// maps the name of a declaration to that of the one it replaces
	replaced map[source.Span]source.Span
}

// A decl is a declaration with the file that contains it, or a choice between declarations.
type decl struct {
	file   *source.File
	node   syntax.Decl // nil for a branch
	branch *branch
	// text is what Flatten writes: the declaration with the comments that belong to it.
	text string
}

// A branch is `if cond { then } else { other }`.
type branch struct {
	file  *source.File
	cond  syntax.Expr
	then  []*decl
	other []*decl
}

// A library is a file of definitions and regions that another file uses.
type library struct {
	file  *source.File
	name  string
	span  source.Span // the `use`
	decls []*decl
	uses  []*library
}

// Read parses a rules text, finds the files it extends and uses, and merges them. The result holds
// what could be understood; every later [Rules.Game] returns its diagnostics too. Every file uses
// the prelude without naming it; nil means none.
func Read(f *source.File, lib Library, prelude *syntax.File) *Rules {
	return read(context.Background(), f, lib, prelude)
}

func read(ctx context.Context, f *source.File, lib Library, prelude *syntax.File) *Rules {
	r := &Rules{ctx: ctx, File: f, prelude: prelude, near: map[source.Span]bool{},
		replaced: map[source.Span]source.Span{}}
	l := &loader{rules: r, lib: lib, libraries: map[string]*library{}}
	r.decls = l.game(f, nil)
	return r
}

// A loader reads the files of one game.
type loader struct {
	rules     *Rules
	lib       Library
	libraries map[string]*library
	decls     int // of all files so far
	useLines  int
}

// counted adds declarations to those of the game, and reports whether their number is within the
// limit.
func (l *loader) counted(decls []*decl) bool {
	each(decls, func(d *decl) {
		if l.decls++; l.decls == maxDecls+1 {
			l.tooLarge(headOf(d), maxDecls, "declarations")
		}
	})
	return l.decls <= maxDecls
}

func (l *loader) report(d *diag.Diagnostic) { l.rules.diags.Add(d) }

// game reads a rules text and what it extends. The chain holds the files that lead to it.
func (l *loader) game(f *source.File, chain []*source.File) []*decl {
	l.rules.mayStop()
	tree, ds := syntax.Parse(f)
	l.rules.diags = append(l.rules.diags, ds...)
	chain = append(chain, f)
	var game *syntax.Game
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *syntax.Game:
			if game != nil {
				l.report(&diag.Diagnostic{Code: Duplicate, Span: d.Span(f),
					Summary:    "there are two `game` lines",
					Suggestion: "keep one of them",
					Related:    []diag.Related{{Span: game.Span(f), Message: "the first one"}}})
				continue
			}
			game = d
		case *syntax.Use:
			l.use(f, d, &l.rules.uses, chain)
		}
	}
	own := declarations(f, tree)
	if !l.counted(own) {
		return nil
	}
	if game != nil && l.rules.game == nil {
		l.rules.game, l.rules.home, l.rules.Title = game, f, game.Title.Text
		if utf8.RuneCountInString(game.Title.Text) > syntax.MaxTitle {
			l.report(&diag.Diagnostic{Code: TooLarge, Span: game.Title.Span(f),
				Summary:    fmt.Sprintf("a title has at most %d characters", syntax.MaxTitle),
				Suggestion: "put the rest into a comment"})
			l.rules.Title = ""
		}
	}
	if game == nil && !ds.HasErrors() {
		span := source.Span{File: f}
		if len(chain) == 1 {
			l.report(&diag.Diagnostic{Code: Missing, Span: span,
				Summary: "the file has no `game` line",
				Detail: "A game begins with its name; a file without one is a library for " +
					"`use`.",
				Suggestion: `begin with: game "Name"`})
		} else {
			l.rules.headless = true
			l.report(&diag.Diagnostic{Code: NotAGame, Span: span,
				Summary:    "a library cannot be extended",
				Detail:     "The file has no `game` line.",
				Suggestion: "take over its definitions with `use`"})
		}
	}
	if game == nil || game.Extends == nil {
		return own
	}
	at := game.Extends.Span(f)
	base := l.find(game.Extends.Text, f, at)
	if base == nil {
		l.rules.headless = true
		return own
	}
	for i, earlier := range chain {
		if earlier.Name == base.Name {
			l.report(&diag.Diagnostic{Code: Cycle, Span: at,
				Summary: fmt.Sprintf("`%s` extends itself", base.Name),
				Detail:  "The files extend each other in a cycle: " + ring(chain[i:]) + "."})
			l.rules.headless = true
			return own
		}
	}
	under := l.game(base, chain)
	o := &overlay{loader: l, base: under, file: base}
	before := mentionsOf(under, l.rules.uses)
	all := o.put(own)
	if ds.HasErrors() { // what could not be read may read any option
		return all
	}
	return o.dropOptions(all, before, at)
}

func ring(files []*source.File) string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return strings.Join(append(names, names[0]), " → ")
}

// find asks the library for a file and reports it if there is none.
func (l *loader) find(name string, from *source.File, at source.Span) *source.File {
	if l.lib == nil {
		l.report(&diag.Diagnostic{Code: NotFound, Span: at,
			Summary: fmt.Sprintf("there is no rules file %q", name),
			Detail:  "No library of rules files is available here."})
		return nil
	}
	f, err := l.lib.Find(name, from.Name)
	if err != nil || f == nil {
		detail := ""
		if err != nil {
			detail = err.Error()
		}
		l.report(&diag.Diagnostic{Code: NotFound, Span: at,
			Summary: fmt.Sprintf("there is no rules file %q", name), Detail: detail})
		return nil
	}
	return f
}

// use reads a library once, and adds it to the list of those that the file with the `use` line can
// see.
func (l *loader) use(f *source.File, u *syntax.Use, seen *[]*library, chain []*source.File) {
	at := u.Library.Span(f)
	if l.useLines++; l.useLines > maxUses {
		l.tooLarge(at, maxUses, "`use` lines")
		return
	}
	file := l.find(u.Library.Text, f, at)
	if file == nil {
		l.rules.missing = true
		return
	}
	for i, earlier := range chain {
		if earlier.Name == file.Name {
			l.report(&diag.Diagnostic{Code: Cycle, Span: at,
				Summary: fmt.Sprintf("`%s` uses itself", file.Name),
				Detail:  "The files use each other in a cycle: " + ring(chain[i:]) + "."})
			return
		}
	}
	known := l.libraries[file.Name]
	if known == nil {
		tree, ds := syntax.Parse(file)
		l.rules.diags = append(l.rules.diags, ds...)
		known = &library{file: file, name: u.Library.Text, span: at}
		l.libraries[file.Name] = known
		isGame := slices.ContainsFunc(tree.Decls,
			func(d syntax.Decl) bool { _, ok := d.(*syntax.Game); return ok })
		own := declarations(file, tree)
		if !l.counted(own) {
			return
		}
		for _, d := range own {
			switch d.node.(type) {
			case *syntax.Def, *syntax.Region:
				known.decls = append(known.decls, d)
			default:
				if isGame {
					continue
				}
				l.report(&diag.Diagnostic{Code: NotALibrary, Span: headOf(d),
					Summary: "a library holds only `def` and `region`",
					Related: []diag.Related{{Span: at, Message: "used here"}}})
			}
		}
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *syntax.Game:
				l.report(&diag.Diagnostic{Code: NotALibrary, Span: at,
					Summary: fmt.Sprintf("%q is a game, not a library", u.Library.Text),
					Detail:  "`use` takes the definitions of a file without a `game` line.",
					Suggestion: fmt.Sprintf("write game \"…\" extends %q, "+
						"or move the definitions to a file of their own", u.Library.Text),
					Related: []diag.Related{{Span: d.Span(file), Message: "the `game` line"}}})
			case *syntax.Use:
				l.use(file, d, &known.uses, append(chain, file))
			}
		}
	}
	if !slices.Contains(*seen, known) {
		*seen = append(*seen, known)
	}
}

// headOf is the first line of a declaration, enough to show which one is meant.
func headOf(d *decl) source.Span {
	span := d.span()
	if i := strings.IndexByte(span.Text(), '\n'); i >= 0 {
		span.Hi = span.Lo + i
	}
	return span
}

func (d *decl) span() source.Span {
	if d.branch != nil {
		return d.branch.cond.Span(d.branch.file)
	}
	return spanOf(d.node, d.file)
}

// spanOf returns the place of a declaration.
func spanOf(d syntax.Decl, f *source.File) source.Span {
	if n, ok := d.(interface {
		Span(*source.File) source.Span
	}); ok {
		return n.Span(f)
	}
	return source.Span{}
}

// declarations turns a syntax tree into decls, one for each kind of piece; it leaves out `game` and
// `use`.
func declarations(f *source.File, tree *syntax.File) []*decl {
	return convert(f, tree.Decls, 0)
}

func convert(f *source.File, nodes []syntax.Decl, from int) []*decl {
	var out []*decl
	for _, n := range nodes {
		span := spanOf(n, f)
		text := withComments(f, from, span)
		from = max(from, span.Hi)
		switch n := n.(type) {
		case *syntax.Game, *syntax.Use:
		case *syntax.Pieces:
			for i, p := range n.Pieces {
				one := &decl{file: f, node: &syntax.Pieces{Node: p.Node,
					Pieces: []*syntax.Piece{p}}, text: "piece " + p.Span(f).Text()}
				if len(n.Pieces) == 1 && i == 0 {
					one.text = text
				}
				out = append(out, one)
			}
		case *syntax.CondDecl:
			out = append(out, &decl{file: f, branch: convertBranch(f, n)})
		default:
			out = append(out, &decl{file: f, node: n, text: text})
		}
	}
	return out
}

func convertBranch(f *source.File, n *syntax.CondDecl) *branch {
	start := 0
	if n.Cond != nil {
		start = n.Cond.Span(f).Hi
	}
	b := &branch{file: f, cond: n.Cond, then: convert(f, n.Then, start)}
	switch {
	case n.ElseIf != nil:
		b.other = []*decl{{file: f, branch: convertBranch(f, n.ElseIf)}}
	case len(n.Else) > 0:
		b.other = convert(f, n.Else, spanOf(n.Else[0], f).Lo)
	}
	return b
}

// withComments returns the text of a declaration with the comment lines directly above it and the
// comment on its last line.
func withComments(f *source.File, from int, span source.Span) string {
	lo, hi := span.Lo, span.Hi
	// Search only after from: a text may have thousands of declarations.
	between := f.Text[min(from, lo):lo]
	if start := lineStart(between, len(between)); from == 0 || start > 0 {
		for start > 0 {
			above := lineStart(between, start-1)
			if from > 0 && above == 0 || !strings.HasPrefix(strings.TrimSpace(between[above:start]),
				"#") {
				break
			}
			start = above
		}
		if strings.TrimSpace(commentless(between[start:])) == "" {
			lo -= len(between) - start
		}
	}
	rest := f.Text[hi:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if strings.HasPrefix(strings.TrimSpace(rest), "#") {
		hi += len(rest)
	}
	return strings.TrimRight(f.Text[lo:hi], " \t\r\n")
}

// lineStart returns the offset at which the line containing at begins; it is 0 on the first line.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// commentless removes whole comment lines.
func commentless(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// A key identifies a declaration by kind and name; a declaration replaces those with the same key.
// Things that a game has only once have no name.
type key struct{ kind, name string }

func (k key) String() string {
	if k.name == "" {
		return "`" + k.kind + "`"
	}
	if k.kind == "say" {
		return fmt.Sprintf("`say %q`", k.name)
	}
	return "`" + k.kind + " " + k.name + "`"
}

func keyOf(d *decl) key {
	switch n := d.node.(type) {
	case *syntax.Option:
		return key{"option", n.Name.Text}
	case *syntax.Players:
		return key{"players", ""}
	case *syntax.Board:
		return key{"board", ""}
	case *syntax.Region:
		return key{"region", n.Name.Text}
	case *syntax.Pieces:
		return key{"piece", n.Pieces[0].Name.Text}
	case *syntax.State:
		if n.Memory {
			return key{"memory", n.Name.Text}
		}
		return key{"counter", n.Name.Text}
	case *syntax.Def:
		return key{"def", n.Name.Text}
	case *syntax.Setup:
		return key{"setup", ""}
	case *syntax.Move:
		return key{"move", n.Name.Text}
	case *syntax.Turn:
		return key{"turn", ""}
	case *syntax.End:
		return key{"end", ""}
	case *syntax.Value:
		return key{"value", n.Name.Text}
	case *syntax.Say:
		return key{"say", n.Text.Text}
	case *syntax.After:
		return key{"after", namesOf(n.Moves)}
	}
	return key{}
}

// nameOf returns the place of the name of a declaration, or its start if it has none.
func nameOf(d *decl) source.Span {
	switch n := d.node.(type) {
	case *syntax.Option:
		return n.Name.Span(d.file)
	case *syntax.Region:
		return n.Name.Span(d.file)
	case *syntax.Pieces:
		return n.Pieces[0].Name.Span(d.file)
	case *syntax.State:
		return n.Name.Span(d.file)
	case *syntax.Def:
		return n.Name.Span(d.file)
	case *syntax.Move:
		return n.Name.Span(d.file)
	case *syntax.Value:
		return n.Name.Span(d.file)
	case *syntax.Say:
		return n.Text.Span(d.file)
	case *syntax.After:
		span := n.Moves[0].Span(d.file)
		span.Hi = n.Moves[len(n.Moves)-1].EndPos.Offset
		return span
	}
	span := headOf(d)
	if kind := keyOf(d).kind; kind != "" && strings.HasPrefix(span.Text(), kind) {
		span.Hi = span.Lo + len(kind)
	}
	return span
}

// An overlay applies the declarations of a file to those it extends.
type overlay struct {
	*loader
	base []*decl
	file *source.File // the file that is extended
}

func (o *overlay) put(own []*decl) []*decl {
	known := map[key]source.Span{} // what the base declares, in every branch
	each(o.base, func(d *decl) { known[keyOf(d)] = nameOf(d) })
	clash := map[*decl]bool{}
	each(own, func(d *decl) { clash[d] = !o.mention(d, known) })
	for _, d := range own {
		if clash[d] {
			continue
		}
		if d.branch != nil {
			for k := range keysOf(d) {
				o.base = withhold(o.base, k, d)
			}
			o.base = append(o.base, d)
			continue
		}
		k := keyOf(d)
		if _, replaces := known[k]; !replaces {
			o.add(d)
			continue
		}
		done := false
		o.base = replace(o.base, k, d, &done)
	}
	return o.base
}

// mention reports what a declaration replaces, or that it replaces nothing but nearly matches. It
// returns false if the declaration conflicts with what is there.
func (o *overlay) mention(d *decl, known map[key]source.Span) bool {
	k := keyOf(d)
	if at, ok := known[k]; ok {
		o.rules.replaced[nameOf(d)] = at
		o.report(&diag.Diagnostic{Severity: diag.Note, Code: Overrides, Span: nameOf(d),
			Summary: fmt.Sprintf("replaces %s of %s", k, o.file.Name),
			Related: []diag.Related{{Span: at}}})
		return true
	}
	if k.name == "" {
		return true
	}
	var names []string
	for other := range known {
		if other.kind == k.kind {
			names = append(names, other.name)
		}
		if other.name == k.name && other.kind != k.kind {
			o.report(&diag.Diagnostic{Severity: diag.Error, Code: Duplicate, Span: nameOf(d),
				Summary: fmt.Sprintf("%s has the name of %s of %s", k, other, o.file.Name),
				Detail:  "A declaration replaces one of the same kind and name.",
				Related: []diag.Related{{Span: known[other]}}})
			return false
		}
	}
	if near := diag.Nearest(k.name, names); near != "" {
		o.report(&diag.Diagnostic{Severity: diag.Warning, Code: NearOverride, Span: nameOf(d),
			Summary: fmt.Sprintf("%s replaces nothing of %s", k, o.file.Name),
			Detail: "It is added to the game. A declaration replaces one of the same " +
				"kind and name.",
			Suggestion: fmt.Sprintf("did you mean `%s`?", near),
			Related:    []diag.Related{{Span: known[key{k.kind, near}]}}})
		o.rules.near[nameOf(d)] = true
	}
	return true
}

// add appends a new declaration; a new option goes after the options of the base, before anything
// can read it.
func (o *overlay) add(d *decl) {
	if _, ok := d.node.(*syntax.Option); ok {
		at := 0
		for i, b := range o.base {
			if b.branch != nil {
				break
			}
			if _, ok := b.node.(*syntax.Option); ok {
				at = i + 1
			}
		}
		o.base = slices.Insert(o.base, at, d)
		return
	}
	o.base = append(o.base, d)
}

// dropOptions removes the options of the base that nothing reads any more because their readers
// have been replaced: choosing them would make no difference. Before holds what the base mentions.
func (o *overlay) dropOptions(decls []*decl, before *mentions, at source.Span) []*decl {
	for {
		after := mentionsOf(decls, o.rules.uses)
		var gone *decl
		each(decls, func(d *decl) {
			n, ok := d.node.(*syntax.Option)
			if ok && gone == nil && d.file != at.File && before.names[n.Name.Text] &&
				!after.names[n.Name.Text] {
				gone = d
			}
		})
		if gone == nil {
			return decls
		}
		k := keyOf(gone)
		o.report(&diag.Diagnostic{Severity: diag.Note, Code: LeftOut, Span: at,
			Summary: fmt.Sprintf("leaves out %s of %s", k, gone.file.Name),
			Detail:  "Everything that reads it has been replaced.",
			Related: []diag.Related{{Span: nameOf(gone)}}})
		decls = without(decls, k)
	}
}

// without returns the declarations except those with a key.
func without(decls []*decl, k key) []*decl {
	var out []*decl
	for _, d := range decls {
		switch {
		case d.branch != nil:
			out = append(out, &decl{file: d.file,
				branch: &branch{file: d.branch.file, cond: d.branch.cond,
					then: without(d.branch.then, k), other: without(d.branch.other, k)}})
		case keyOf(d) != k:
			out = append(out, d)
		}
	}
	return out
}

// each visits the declarations in every branch.
func each(decls []*decl, visit func(*decl)) {
	for _, d := range decls {
		if d.branch != nil {
			each(d.branch.then, visit)
			each(d.branch.other, visit)
			continue
		}
		visit(d)
	}
}

func keysOf(d *decl) map[key]bool {
	keys := map[key]bool{}
	each([]*decl{d}, func(d *decl) { keys[keyOf(d)] = true })
	return keys
}

// replace puts d in the place of the first declaration with its key and drops the others. If that
// one is in a branch, d comes before the whole branch, because it holds whatever is chosen.
func replace(decls []*decl, k key, d *decl, done *bool) []*decl {
	var out []*decl
	for _, b := range decls {
		switch {
		case b.branch != nil && keysOf(b)[k]:
			if !*done {
				*done = true
				out = append(out, d)
			}
			out = append(out, &decl{file: b.file,
				branch: &branch{file: b.branch.file, cond: b.branch.cond,
					then: replace(b.branch.then, k, d, done), other: replace(b.branch.other, k, d,
						done)}})
		case b.branch == nil && keyOf(b) == k:
			if !*done {
				*done = true
				out = append(out, d)
			}
		default:
			out = append(out, b)
		}
	}
	return out
}

// withhold limits the declarations with a key to the branches in which over does not replace them.
func withhold(decls []*decl, k key, over *decl) []*decl {
	var out []*decl
	for _, b := range decls {
		switch {
		case b.branch != nil:
			b = &decl{file: b.file, branch: &branch{file: b.branch.file, cond: b.branch.cond,
				then: withhold(b.branch.then, k, over), other: withhold(b.branch.other, k, over)}}
		case keyOf(b) == k:
			b = unless(over, k, b)
		}
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// unless limits b to where the branches of over do not declare the key; nil where they always do.
func unless(over *decl, k key, b *decl) *decl {
	side := func(decls []*decl) []*decl {
		for _, d := range decls {
			if d.branch == nil && keyOf(d) == k {
				return nil
			}
			if d.branch != nil && keysOf(d)[k] {
				if rest := unless(d, k, b); rest != nil {
					return []*decl{rest}
				}
				return nil
			}
		}
		return []*decl{b}
	}
	then, other := side(over.branch.then), side(over.branch.other)
	if then == nil && other == nil {
		return nil
	}
	return &decl{file: over.branch.file,
		branch: &branch{file: over.branch.file, cond: over.branch.cond, then: then, other: other}}
}

// Flat writes the rules as one text that extends nothing.
func (r *Rules) Flat() string {
	var b strings.Builder
	if r.game != nil {
		fmt.Fprintf(&b, "game \"%s\"\n", r.Title)
	}
	for _, u := range r.uses {
		fmt.Fprintf(&b, "use \"%s\"\n", u.name)
	}
	for i, d := range r.decls {
		if i == 0 || !together(r.decls[i-1], d) {
			b.WriteByte('\n')
		}
		writeFlat(&b, d)
	}
	return b.String()
}

// together reports whether two declarations have no empty line between them: short ones of one
// kind, and those that say where and with what a game is played.
func together(a, b *decl) bool {
	if a.branch != nil || b.branch != nil || strings.Contains(a.text, "\n") ||
		strings.Contains(b.text, "\n") {
		return false
	}
	head := map[string]int{"players": 1, "board": 1, "piece": 1}
	x, y := keyOf(a).kind, keyOf(b).kind
	return x == y || head[x]+head[y] == 2
}

func writeFlat(b *strings.Builder, d *decl) {
	if d.branch == nil {
		b.WriteString(d.text)
		b.WriteByte('\n')
		return
	}
	cond := d.branch.cond.Span(d.branch.file).Text()
	if len(d.branch.then) == 0 {
		fmt.Fprintf(b, "if not (%s) {\n", cond)
		for _, t := range d.branch.other {
			writeFlat(b, t)
		}
		b.WriteString("}\n")
		return
	}
	fmt.Fprintf(b, "if %s {\n", cond)
	for _, t := range d.branch.then {
		writeFlat(b, t)
	}
	b.WriteString("}")
	switch other := d.branch.other; {
	case len(other) == 1 && other[0].branch != nil:
		b.WriteString(" else ")
		writeFlat(b, other[0])
		return
	case len(other) > 0:
		b.WriteString(" else {\n")
		for _, t := range other {
			writeFlat(b, t)
		}
		b.WriteString("}")
	}
	b.WriteByte('\n')
}
