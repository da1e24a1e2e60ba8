package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// lint looks for what is allowed but most probably a mistake, and can be seen only when everything is known.
//
// What a file does not use is looked for in all branches, whatever the options are: what only another choice uses is used.
func (c *checker) lint() {
	m := c.mentions()
	if !c.brokenFiles() && !c.misspelt() {
		c.unused(m)
		c.unreachedMoves()
		c.nobodyGets(m)
	}
	c.checkSigns()
	c.unreadMarks(m)
	if n, f, ok := find[*syntax.Turn](c); ok {
		c.stuckTurn(n, f)
	}
	c.deadGroups()
	c.deadSentences()
	c.endlessThen()
}

// misspelt reports whether some name was not known: then what seems unused may be what was meant there.
func (c *checker) misspelt() bool {
	return slices.ContainsFunc(c.diags, func(d *diag.Diagnostic) bool {
		switch d.Code {
		case Unknown, Misplaced, NotAnOption, WrongWord, NoSuchMove:
			return true
		}
		return false
	})
}

// brokenFiles reports whether some part of the rules could not be parsed: then what seems unused may be used there.
func (c *checker) brokenFiles() bool { return c.rules.diags.HasErrors() }

// mentions is which names the rules use, and how.
type mentions struct {
	names   map[string]bool // in expressions, options' conditions, specs
	read    map[string]bool // the same without the targets of assignments and without set-up lines
	placed  map[string]bool // what a set-up line, `place` or `becomes` names, or `as` lets choose
	dynamic bool            // some piece that is placed has a kind that only a call tells
	marks   map[rune]bool   // signs that `marked` asks for
	letters map[rune]bool   // letters in pictures
	moves   map[string]bool // mentioned in a choice
}

// mentions goes through everything that the files declare, whatever the options are.
func (c *checker) mentions() *mentions {
	m := &mentions{names: map[string]bool{}, read: map[string]bool{}, placed: map[string]bool{}, marks: map[rune]bool{}, letters: map[rune]bool{}, moves: map[string]bool{}}
	var decls func(ds []*decl)
	decls = func(ds []*decl) {
		for _, d := range ds {
			if d.branch != nil {
				m.see(d.branch.cond)
				decls(d.branch.then)
				decls(d.branch.other)
				continue
			}
			m.decl(d.node)
		}
	}
	decls(c.rules.decls)
	var libraries func(ls []*library, met map[*library]bool)
	libraries = func(ls []*library, met map[*library]bool) {
		for _, l := range ls {
			if !met[l] {
				met[l] = true
				decls(l.decls)
				libraries(l.uses, met)
			}
		}
	}
	libraries(c.rules.uses, map[*library]bool{})
	return m
}

func (m *mentions) decl(n syntax.Decl) {
	switch n := n.(type) {
	case *syntax.Option:
		// the words of its domain are its own
		if _, call := n.Default.(*syntax.Call); !call {
			m.see(n.Default)
		}
		if n.Domain.Hi != nil {
			m.see(n.Domain.Lo)
			m.see(n.Domain.Hi)
		}
		return
	case *syntax.Board:
		m.picture(n.Picture)
	case *syntax.Setup:
		m.picture(n.Picture)
	}
	m.see(n)
}

func (m *mentions) picture(p *syntax.Picture) {
	if p == nil {
		return
	}
	for _, r := range p.Text {
		if unicode.IsLetter(r) {
			m.letters[unicode.ToLower(r)] = true
		}
	}
}

func (m *mentions) spec(s *syntax.Spec) {
	if s == nil {
		return
	}
	for _, call := range []*syntax.Call{s.First, s.Second} {
		if call != nil {
			m.placed[call.Name.Text] = true
			m.dynamic = m.dynamic || call.Parens
		}
	}
}

// see notes the names of a part of the rules.
func (m *mentions) see(x any) {
	syntax.Walk(x, func(x any) bool {
		switch x := x.(type) {
		case *syntax.Call:
			m.names[x.Name.Text], m.read[x.Name.Text] = true, true
			if x.Name.Text == "marked" && len(x.Args) == 1 {
				if text, ok := x.Args[0].(*syntax.StrExpr); ok {
					for _, r := range text.Text {
						m.marks[r] = true
					}
				}
			}
		case *syntax.Bind:
			if x.Role == "as" {
				syntax.Inspect(&x.Domain, func(y any) {
					if call, ok := y.(*syntax.Call); ok {
						m.placed[call.Name.Text] = true
					}
				})
			}
		case *syntax.SetupItem:
			if x.Spec.Second != nil || !x.Spec.First.Parens { // else the value of a counter
				m.spec(&x.Spec)
			}
			m.names[x.Spec.First.Name.Text] = true
			if x.Spec.Second != nil {
				m.names[x.Spec.Second.Name.Text] = true
			}
			for _, a := range x.Spec.First.Args {
				m.see(a)
			}
			m.see(x.Value)
			return false
		case *syntax.Place:
			m.spec(&x.Spec)
		case *syntax.Change:
			m.spec(x.Spec)
			if call, ok := x.Target.(*syntax.Call); ok && x.Op != "->" && x.Op != "<->" && x.Op != "becomes" {
				m.names[call.Name.Text] = true
				for _, a := range call.Args {
					m.see(a)
				}
				if x.Op == "-=" || x.Op == "+=" { // what is added to itself alone is read by nobody
					m.seeBut(x.Value, call.Name.Text)
				} else {
					m.see(x.Value)
				}
				return false
			}
		case *syntax.Item:
			m.moves[x.Name.Text] = true
		case *syntax.Board:
			for _, l := range x.Lines {
				for _, p := range l.Points {
					m.names[p.Text] = true
				}
			}
		case *syntax.PerPlayer:
			m.names[x.Player.Text] = true
		}
		return true
	})
}

func (m *mentions) seeBut(x syntax.Expr, name string) {
	before := m.read[name]
	m.see(x)
	if !before {
		delete(m.read, name)
	}
}

// unused warns of what the file declares and never uses. What a file that is extended declares is left to its author.
func (c *checker) unused(m *mentions) {
	each(c.rules.decls, func(d *decl) {
		k := keyOf(d)
		if d.file != c.rules.File || k.name == "" || m.used(k) {
			return
		}
		at := nameOf(d)
		if c.rules.near[at] {
			return
		}
		switch n := d.node.(type) {
		case *syntax.Option:
			c.warn(UnusedOption, at, fmt.Sprintf("the option `%s` is never used", k.name), "Whatever is chosen, the game is the same.", "")
		case *syntax.Def:
			c.warn(UnusedDef, at, fmt.Sprintf("the definition `%s` is never used", k.name), "", "")
		case *syntax.Pieces:
			for r := range m.letters {
				for _, i := range c.signKinds(r) {
					if c.g.Kinds[i].Name == k.name {
						return
					}
				}
			}
			c.warn(UnusedPiece, at, fmt.Sprintf("the piece `%s` is never used", k.name), "It is never set up, placed or promoted to, and nothing mentions it.", "")
		case *syntax.State:
			word := "counter"
			if n.Memory {
				word = "memory"
			}
			c.warn(UnusedState, at, fmt.Sprintf("the %s `%s` is never read", word, k.name), "It makes no difference what it holds.", "")
		case *syntax.Region:
			if n.Value != nil { // those of each player are shown on the board
				c.warn(UnusedRegion, at, fmt.Sprintf("the region `%s` is never used", k.name), "", "")
			}
		}
	})
}

func (m *mentions) used(k key) bool {
	switch k.kind {
	case "counter", "memory":
		return m.read[k.name]
	case "piece":
		return m.names[k.name] || m.placed[k.name] || m.names["kinds"] // which is all of them
	case "option", "def", "region":
		return m.names[k.name]
	}
	return true
}

// unreachedMoves warns of moves that neither `turn` nor a `then` on the way from it names.
func (c *checker) unreachedMoves() {
	items := map[string][]string{} // by move: what follows it
	var start []string
	add := func(to []string, choice *syntax.Choice) []string {
		if choice != nil {
			for _, g := range choice.Groups {
				for _, it := range g.Items {
					to = append(to, it.Name.Text)
				}
			}
		}
		return to
	}
	turns := 0
	each(c.rules.decls, func(d *decl) {
		switch n := d.node.(type) {
		case *syntax.Turn:
			turns++
			start = add(start, n.Choice)
		case *syntax.Move:
			items[n.Name.Text] = add(items[n.Name.Text], n.Then)
		}
	})
	if turns == 0 {
		return // that was reported
	}
	reached := map[string]bool{}
	for len(start) > 0 {
		name := start[len(start)-1]
		start = start[:len(start)-1]
		if !reached[name] {
			reached[name] = true
			start = append(start, items[name]...)
		}
	}
	each(c.rules.decls, func(d *decl) {
		if n, ok := d.node.(*syntax.Move); ok && d.file == c.rules.File && !reached[n.Name.Text] {
			c.warn(UnusedMove, n.Name.Span(d.file), fmt.Sprintf("no turn reaches the move `%s`", n.Name.Text), "Neither `turn` nor a `then` on the way from it names the move.",
				"name it in `turn`: turn … , "+n.Name.Text)
		}
	})
}

// nobodyGets warns of kinds that the rules speak of but that nothing ever brings on the board. Where a variable or a definition
// says which kind a piece has, any kind may come that way.
func (c *checker) nobodyGets(m *mentions) {
	declared := map[string]bool{"mine": true, "me": true, "next": true}
	each(c.rules.decls, func(d *decl) {
		switch n := d.node.(type) {
		case *syntax.Pieces:
			declared[n.Pieces[0].Name.Text] = true
		case *syntax.Players:
			for _, p := range n.Players {
				declared[p.Name.Text] = true
			}
		}
	})
	for name := range m.placed {
		m.dynamic = m.dynamic || !declared[name]
	}
	if m.dynamic {
		return
	}
	for _, sym := range sortedSymbols(c.names) {
		if sym.sort != kindName || sym.span.File != c.rules.File || m.placed[sym.name] || !m.names[sym.name] {
			continue
		}
		sign := []rune(strings.ToLower(c.g.Kinds[sym.index].Sign))
		if len(sign) == 1 && m.letters[sign[0]] {
			continue
		}
		c.warn(NobodyOwns, sym.span, fmt.Sprintf("nobody ever gets a `%s`", sym.name), "No set-up and no `place` has such a piece, so that `mine & "+sym.name+"` is always empty.",
			"set it up: setup { "+sym.name+": … }")
	}
}

// unreadMarks warns of signs in the picture of the board that are no pieces and that nothing asks for.
func (c *checker) unreadMarks(m *mentions) {
	n, f, ok := find[*syntax.Board](c)
	if !ok || n.Picture == nil || c.noBoard || f != c.rules.File {
		return
	}
	warned := map[rune]bool{}
	for _, row := range pictureSigns(n.Picture, f) {
		for _, g := range row {
			if g.sign == '.' || m.marks[g.sign] || len(c.signKinds(g.sign)) > 0 || warned[g.sign] {
				continue
			}
			warned[g.sign] = true
			c.warn(UnreadMark, g.span, fmt.Sprintf("`%c` is no piece, and nothing asks for the mark", g.sign), "A dot is a site without anything special.",
				fmt.Sprintf("name the marked sites: region NAME = marked(\"%c\")", g.sign))
		}
	}
}

// stuckTurn warns of a turn that may have nothing to offer where the rules do not say what that means.
func (c *checker) stuckTurn(n *syntax.Turn, f *source.File) {
	if n.Choice == nil || c.g.Turn == nil || len(c.g.Turn.Groups) == 0 {
		return
	}
	for _, g := range c.g.Turn.Groups {
		if c.alwaysOffers(g, true) {
			return
		}
	}
	for _, s := range c.g.End {
		if s.If != nil && asks(s.If, ir.Stuck, map[*ir.Func]bool{}) {
			return
		}
	}
	lastGroup := n.Choice.Groups[len(n.Choice.Groups)-1]
	c.warn(StuckTurn, nameOf(&decl{file: f, node: n}), "the turn may have nothing to offer", "Then the game would end as a draw, \"no move\".",
		"say what that means: "+excerpt(lastGroup.Span(f))+" else pass (or lose, or draw), or a sentence with `stuck` in `end`")
}

// alwaysOffers reports whether a group certainly has something to offer. Doubt is what to think of an item whose condition could
// not be understood.
func (c *checker) alwaysOffers(g *ir.Group, doubt bool) bool {
	for _, it := range g.Items {
		if w := it.When; w != nil && (w.Op == ir.Invalid && !doubt || w.Op != ir.Invalid && (w.Op != ir.ConstTruth || w.N == 0)) {
			continue
		}
		switch it.Op {
		case ir.PassItem, ir.WinItem, ir.LoseItem, ir.DrawItem, ir.DoneItem:
			return true
		case ir.MoveItem:
			m := c.g.Moves[it.Move]
			bound := len(m.Ensure) > 0 || m.Then != nil && !c.mayStop(m.Then)
			for _, cl := range m.Clauses {
				bound = bound || cl.Op != ir.LetClause
			}
			if !bound {
				return true
			}
		}
	}
	return false
}

// mayStop reports whether what follows a move never makes it illegal.
func (c *checker) mayStop(ch *ir.Choice) bool {
	for _, g := range ch.Groups {
		for _, it := range g.Items {
			if it.Op == ir.IllegalItem {
				return false
			}
		}
	}
	return true
}

// asks reports whether an expression asks for something, also by way of functions.
func asks(e *ir.Expr, op ir.Op, met map[*ir.Func]bool) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == op
		for _, f := range []*ir.Func{x.Func, stepFunc(x)} {
			if f != nil && !met[f] && f.Body != nil {
				met[f] = true
				found = found || asks(f.Body, op, met)
			}
		}
		return !found
	})
	return found
}

func stepFunc(e *ir.Expr) *ir.Func {
	if e.Step != nil {
		return e.Step.Func
	}
	return nil
}

// deadGroups warns of what stands behind an `else` that is never reached.
func (c *checker) deadGroups() {
	look := func(ch *ir.Choice) {
		if ch == nil {
			return
		}
		for i, g := range ch.Groups[:max(len(ch.Groups)-1, 0)] {
			if c.alwaysOffers(g, false) {
				c.warn(DeadGroup, ch.Groups[i+1].Span, "this `else` is never reached", fmt.Sprintf("%s can always be done.", mentionCapital(g.Span)), "",
					diag.Related{Span: g.Span, Message: "what stands before it"})
				return
			}
		}
	}
	look(c.g.Turn)
	for _, m := range c.g.Moves {
		look(m.Then)
	}
}

func mentionCapital(span source.Span) string {
	if m := mention(span); m != "this" {
		return m
	}
	return "This"
}

// deadSentences warns of sentences of `end` that are true only when an earlier one is.
func (c *checker) deadSentences() {
	for j, later := range c.g.End {
		for _, earlier := range c.g.End[:j] {
			if later.AtOnce && !earlier.AtOnce || earlier.If == nil || later.If == nil || c.optional[earlier.If] || c.optional[later.If] {
				continue
			}
			if earlier.If.Op == ir.Invalid || later.If.Op == ir.Invalid || later.If.Op == ir.ConstTruth && later.If.N == 0 {
				continue
			}
			if implies(later.If, earlier.If) {
				c.warn(DeadSentence, later.Span, "this sentence never decides", "Whenever it is true an earlier one is true too, and the first true one decides.",
					"put it before the other one, or leave it out", diag.Related{Span: earlier.Span, Message: "the earlier one"})
				break
			}
		}
	}
}

// implies reports whether b is true whenever a is, as far as it can be seen.
func implies(a, b *ir.Expr) bool {
	switch {
	case b.Op == ir.ConstTruth:
		return b.N != 0
	case same(a, b):
		return true
	case b.Op == ir.LAnd:
		return implies(a, b.Args[0]) && implies(a, b.Args[1])
	case a.Op == ir.LOr:
		return implies(a.Args[0], b) && implies(a.Args[1], b)
	case b.Op == ir.LOr && (implies(a, b.Args[0]) || implies(a, b.Args[1])):
		return true
	case a.Op == ir.LAnd && (implies(a.Args[0], b) || implies(a.Args[1], b)):
		return true
	}
	// a number that is at least 3 is at least 2
	x, y := a, b
	if len(x.Args) != 2 || len(y.Args) != 2 || x.Args[1].Op != ir.ConstNumber || y.Args[1].Op != ir.ConstNumber || !same(x.Args[0], y.Args[0]) {
		return false
	}
	lo, hi, ok := rangeOf(x.Op, x.Args[1].N)
	lo2, hi2, ok2 := rangeOf(y.Op, y.Args[1].N)
	return ok && ok2 && lo >= lo2 && hi <= hi2
}

// rangeOf is the numbers for which a comparison with n holds.
func rangeOf(op ir.Op, n int64) (lo, hi int64, ok bool) {
	const far = 1 << 60
	if n <= -far || n >= far {
		return 0, 0, false
	}
	switch op {
	case ir.Eq:
		return n, n, true
	case ir.Lt:
		return -far, n - 1, true
	case ir.Le:
		return -far, n, true
	case ir.Gt:
		return n + 1, far, true
	case ir.Ge:
		return n, far, true
	}
	return 0, 0, false
}

// endlessThen warns of moves that follow one another in a ring and change nothing for good.
func (c *checker) endlessThen() {
	follows := make([][]ir.MoveID, len(c.g.Moves))
	for i, m := range c.g.Moves {
		if m.Then == nil || len(m.Do) != len(c.moves[i].node.Do) || c.changes(m) { // or it could not be understood
			continue // a ring through it comes to an end
		}
		for _, g := range m.Then.Groups {
			for _, it := range g.Items {
				if it.Op == ir.MoveItem && (it.When == nil || it.When.Op != ir.ConstTruth || it.When.N != 0) && !c.changes(c.g.Moves[it.Move]) {
					follows[i] = append(follows[i], it.Move)
				}
			}
		}
	}
	reach := make([][]bool, len(c.g.Moves))
	for i := range reach {
		reach[i] = make([]bool, len(c.g.Moves))
		for todo := slices.Clone(follows[i]); len(todo) > 0; {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !reach[i][x] {
				reach[i][x] = true
				todo = append(todo, follows[x]...)
			}
		}
	}
	for i, m := range c.g.Moves {
		inRing := func(j int) bool { return reach[i][j] && reach[j][i] }
		if !inRing(i) || slices.ContainsFunc(c.g.Moves[:i], func(earlier *ir.Move) bool { return inRing(int(earlier.ID)) }) {
			continue // or it was said of the ring already
		}
		c.warn(EndlessThen, m.Then.Span, fmt.Sprintf("`%s` may go on for ever", m.Name), "None of the moves that follow one another takes, places or marks anything, so a piece could go to and fro.",
			"remember where it was: memory been = none this turn, then `been += p` and `to q in … - been`")
	}
}

// changes reports whether a move may take, place or mark something.
func (c *checker) changes(m *ir.Move) bool {
	for _, e := range m.Do {
		if c.changesEffect(m, e) {
			return true
		}
	}
	return false
}

func (c *checker) changesEffect(m *ir.Move, e *ir.Effect) bool {
	switch e.Op {
	case ir.MovePieces:
		return !onlyEmpty(m, e.B) // it may take what stands there
	case ir.Swap, ir.LetEffect:
		return false
	case ir.Each:
		return e.Body != nil && c.changesEffect(m, e.Body)
	}
	return true
}

// onlyEmpty reports whether a site is one that was bound from the empty ones.
func onlyEmpty(m *ir.Move, e *ir.Expr) bool {
	if e == nil || e.Op != ir.Var {
		return false
	}
	for _, cl := range m.Clauses {
		if cl.Op == ir.BindClause && m.Roles[cl.Role].Slot == int(e.N) {
			return within(cl.Value)
		}
	}
	return false
}

// within reports whether a set has only empty cells.
func within(e *ir.Expr) bool {
	switch e.Op {
	case ir.EmptyCells:
		return true
	case ir.And:
		return within(e.Args[0]) || within(e.Args[1])
	case ir.Or:
		return within(e.Args[0]) && within(e.Args[1])
	case ir.Minus:
		return within(e.Args[0])
	case ir.Path:
		return e.Step.Only != nil && within(e.Step.Only) && (e.Step.Rep == ir.Once || e.Step.Rep == ir.Plus)
	case ir.Call:
		return e.Func.Body != nil && within(e.Func.Body)
	case ir.QUnion:
		return within(e.Args[1])
	}
	return false
}

// noEffect warns of an effect that cannot change anything.
func (c *checker) noEffect(e *ir.Effect) {
	switch e.Op {
	case ir.MovePieces, ir.Swap:
		if same(e.A, e.B) {
			c.warn(NoEffect, e.Span, "this changes nothing", "The piece goes to where it is.", "")
			return
		}
		for _, x := range []*ir.Expr{e.A, e.B} {
			if x.Op == ir.ConstSites && x.Sets[0] == (topology.Set{}) && !c.optional[x] {
				c.warn(NoEffect, x.Span, "there is never such a site", "So the effect does nothing.", "")
				return
			}
		}
	case ir.Assign:
		if e.B.Op == ir.ConstNumber && e.B.N == 0 && e.Assign != ir.SetTo && !c.optional[e.B] {
			c.warn(NoEffect, e.Span, "adding nothing changes nothing", "", "")
		}
	}
}
