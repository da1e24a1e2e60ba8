package mend

import (
	"fmt"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// mostBrackets limits how many brackets may be open, how many `else if` may follow one another and
// how deeply `each` may be nested, so that no text can exhaust the stack.
const mostBrackets = 100

// A frame is an open bracket, or the whole text at the bottom of the stack.
type frame struct {
	kind token.Opened
	open int // index of the bracket; -1 for the whole text

	// The declaration being read directly inside a text or an `if`.
	decl     int  // index of its first word; -1: none yet
	assigned bool // its = has been seen
	blocks   int  // how many blocks it has had so far
	trailing bool // something not allowed follows its block; it will be reported there
	chain    int  // how many `else if` it has had so far

	unbraced bool // of a block: both its braces are missing, and that has been reported

	elseIf bool // the condition of an `else if` is being read
	// braces of blocks that should have been opened here; as many closing braces have no partner
	missing int
}

// balancer walks over the tokens once, inserts missing brackets, removes those that close nothing,
// and finds where the declarations begin.
type balancer struct {
	file   *source.File
	tokens []token.Token
	out    []token.Token
	starts []int // indices in out where a top-level declaration begins
	stack  []frame
	list   diag.List
	// held back because it most likely follows from another mistake
	deferred *diag.Diagnostic
	leaky    map[int]bool // offsets of `if` blocks known to be open at the end of the text
	colons   map[int]bool // tokens `:` that stand for the brace of a block
	unclosed map[int]bool // those of colons that have no closing brace either
	nested   int
	excess   int // how many more closing braces than opening ones the text has
	done     bool
}

// balance returns a balancer that has inserted and removed brackets so that each of them has a
// partner.
func balance(f *source.File, tokens []token.Token) *balancer {
	leaky := map[int]bool{}
	for try := 0; ; try++ {
		b := &balancer{file: f, tokens: tokens, leaky: leaky, colons: map[int]bool{},
			unclosed: map[int]bool{}, stack: []frame{{kind: token.InText, open: -1, decl: -1}}}
		b.out = make([]token.Token, 0, len(tokens)+8)
		open := b.run()
		if len(open) == 0 || try == 3 {
			return b
		}
		// An `if` is open at the end. The first walk could not know where it should have ended; the
		// second one closes it before the next declaration that is indented no further than the
		// `if` itself.
		for _, offset := range open {
			leaky[offset] = true
		}
	}
}

func (b *balancer) top() *frame { return &b.stack[len(b.stack)-1] }

// level returns the innermost frame that holds declarations.
func (b *balancer) level() *frame {
	i := len(b.stack) - 1
	for b.stack[i].kind == token.InBlock || b.stack[i].kind == token.InExpr {
		i--
	}
	return &b.stack[i]
}

func (b *balancer) previous() *token.Token {
	if len(b.out) == 0 {
		return &token.Token{}
	}
	return &b.out[len(b.out)-1]
}

func (b *balancer) at(i int) *token.Token {
	if i < 0 || i >= len(b.tokens) {
		return &token.Token{}
	}
	return &b.tokens[i]
}

// run walks over all tokens. It returns the offsets of `if` blocks newly found to be open at the
// end.
func (b *balancer) run() []int {
	for i := range b.tokens {
		if b.tokens[i].Is("}") {
			b.excess++
		} else if b.tokens[i].Is("{") {
			b.excess--
		}
	}
	for i := range b.tokens {
		if b.excess > 0 && b.headColon(i) && !b.at(i+1).Is("{") {
			b.colons[i] = true
			b.excess--
		}
	}
	for i := range b.tokens {
		if b.excess <= 0 && !b.colons[i] && b.headColon(i) && b.beginsBody(i+1) {
			b.colons[i], b.unclosed[i] = true, true
		}
	}
	for i := range b.tokens {
		if b.token(i); b.done {
			return nil
		}
	}
	var open []int
	for _, fr := range b.stack {
		if fr.kind == token.InDecls {
			if offset := b.out[fr.open].Pos.Offset; !b.leaky[offset] {
				open = append(open, offset)
			}
		}
	}
	if len(open) == 0 {
		for len(b.stack) > 1 {
			b.closeMissing(nil)
		}
	}
	return open
}

// token copies token i to the output, or repairs what is wrong with it.
func (b *balancer) token(i int) {
	if b.tokens[i].First {
		b.unclosedBefore(i)
	}
	level := b.level()
	if b.top() == level {
		if token.HeadsDecl(b.previous(), b.at(i), b.at(i+1)) {
			b.tokens[i].Kind = token.WordToken
		}
		if b.startsDecl(i) && !(b.excess > 0 && b.lacksBrace(i)) {
			b.beginDecl(level)
		}
		if b.openMissing(i) {
			b.token(i)
			return
		}
	}
	if b.bracket(i) {
		return
	}
	if b.top() == level && !b.follow(level, b.tokens[i]) {
		return
	}
	b.out = append(b.out, b.tokens[i])
}

// beginDecl begins a declaration in a frame.
func (b *balancer) beginDecl(level *frame) {
	if level.decl >= 0 && (level.blocks == 0 && token.IsBlockWord(b.out[level.decl].Text) ||
		b.previous().Is("else")) {
		level.missing++
	}
	*level = frame{kind: level.kind, open: level.open, missing: level.missing,
		unbraced: level.unbraced, decl: len(b.out)}
	if level.kind == token.InText {
		b.starts = append(b.starts, len(b.out))
	}
}

// openMissing opens the block that begins with token i without a brace, and reports the missing
// brace.
func (b *balancer) openMissing(i int) bool {
	var help string
	unbraced := false
	switch {
	case b.excess > 0 && b.lacksBrace(i):
		b.excess--
	case b.excess <= 0 && b.lacksBraces(i):
		unbraced, help = true, "put `{` here, and `}` where the move ends"
	default:
		return false
	}
	before := b.previous()
	b.openAnyway(before.Span(b.file), before.End, before.End, i-1, help, unbraced)
	return true
}

// openAnyway reports a block that lacks its opening brace, and opens it after token i. If unbraced
// is set, it lacks the closing one too.
func (b *balancer) openAnyway(at source.Span, from, to token.Position, i int, help string,
	unbraced bool) {
	b.list.Add(&diag.Diagnostic{Code: token.BlockExpected, Span: at, Suggestion: help,
		Summary: fmt.Sprintf("expected `{` after `%s`", token.Clip(b.previous().Text))})
	b.open(token.Token{Kind: token.SignToken, Text: "{", Pos: from, End: to, Virtual: true}, i)
	b.top().unbraced = unbraced
}

// bracket handles token i if it is a bracket, or a colon in place of one. It also counts words that
// nest like brackets.
func (b *balancer) bracket(i int) bool {
	t := b.tokens[i]
	switch {
	case b.colons[i]:
		help := "write `{` instead of `:`"
		if b.unclosed[i] {
			help += ", and `}` where the move ends"
		}
		b.openAnyway(t.Span(b.file), t.Pos, t.End, i, help, b.unclosed[i])
	case b.headColon(i) && b.at(i+1).Is("{"):
		b.list.Add(&diag.Diagnostic{Code: token.Misplaced, Span: t.Span(b.file),
			Summary: "no `:` belongs before `{`", Suggestion: "remove it"})
	case t.Is("("), t.Is("["), t.Is("{"):
		b.open(t, i)
	case t.Is(")"), t.Is("]"), t.Is("}"):
		b.close(t)
	case t.Is("each"), t.Is("while"):
		if b.nested++; b.nested > mostBrackets {
			b.tooDeep(t, "each")
			return true
		}
		return false
	case t.Is(","), t.Is("do"):
		b.nested = 0
		return false
	default:
		return false
	}
	return true
}

// follow records what a token other than a bracket says about the declaration of its frame. It
// returns false if the text is not to be read further.
func (b *balancer) follow(level *frame, t token.Token) bool {
	afterElse := b.previous().Is("else")
	if afterElse && level.blocks > 0 && !t.Is("if") {
		level.missing++
	}
	switch {
	case t.Is("="):
		level.assigned = true
	case t.Is("if") && afterElse:
		level.elseIf = true
		if level.chain++; level.chain > mostBrackets {
			b.tooDeep(t, "else if")
			return false
		}
	case level.blocks > 0 && !t.Is("else") && !t.Is("with") && !t.Is(",") &&
		level.decl != len(b.out) && !b.goesOn(level):
		level.trailing = true
	}
	return true
}

// headColon reports whether token i is a colon after the head of a block, as in `move jump:`, where
// only a brace is allowed.
func (b *balancer) headColon(i int) bool {
	if !b.at(i).Is(":") {
		return false
	}
	before, head := b.at(i-1), b.at(i-2)
	if before.Kind == token.StringToken && head.Kind == token.NameToken { // the label of a move
		before, head = head, b.at(i-3)
	}
	switch {
	case before.Kind == token.WordToken && (before.Text == "end" || before.Text == "setup"):
		return before.First
	case before.Kind == token.NameToken && head.Kind == token.WordToken &&
		(head.Text == "move" || head.Text == "chance"):
		return head.First
	}
	return false
}

// lacksBrace reports whether the block of a declaration begins with token i without a brace. It is
// called only if the text has too few of them.
func (b *balancer) lacksBrace(i int) bool {
	level, t, before := b.level(), b.at(i), b.previous()
	if level.decl < 0 || level.blocks > 0 && !level.elseIf || level.decl == len(b.out) ||
		t.Is("{") || !t.First {
		return false
	}
	switch head := &b.out[level.decl]; head.Text {
	case "move", "chance":
		return before != head && beginsLine(t)
	case "end", "setup":
		return before == head && t.Kind != token.PictureToken
	case "if":
		return token.EndsOperand(before) && b.isDecl(i)
	}
	return false
}

// lacksBraces reports whether the lines of a move begin with token i without any brace. It is
// called only if the text does not have too many closing ones.
func (b *balancer) lacksBraces(i int) bool {
	level := b.level()
	if level.decl < 0 || level.blocks > 0 || level.decl == len(b.out) {
		return false
	}
	head := &b.out[level.decl]
	return head.Is("move", "chance") && b.previous() != head &&
		token.EndsOperand(b.previous()) && b.beginsBody(i) && b.at(i).Pos.Column > head.Pos.Column
}

// beginsBody reports whether token i is the first on its line and begins a line of a move.
func (b *balancer) beginsBody(i int) bool {
	return b.at(i).First && beginsLine(b.at(i))
}

// beginsLine reports whether a word may begin a line of a move.
func beginsLine(t *token.Token) bool {
	return slices.Contains(token.RoleWords, t.Text) || slices.Contains(token.ClauseWords, t.Text)
}

// goesOn reports whether a declaration can continue after its block: with the next piece of a list,
// the `with` of a board, or the `then` of a setup.
func (b *balancer) goesOn(level *frame) bool {
	if level.decl < 0 {
		return false
	}
	d := &b.out[level.decl]
	return d.Is("piece", "board", "setup")
}

// open pushes token i, an opening bracket.
func (b *balancer) open(t token.Token, i int) {
	kind := token.InExpr
	if top := b.top(); t.Is("{") && (top.kind == token.InText || top.kind == token.InDecls) &&
		top.decl >= 0 {
		kind = token.Opens(&b.out[top.decl], b.previous(), top.assigned, b.tokens[i+1:])
		if kind != token.InExpr {
			top.blocks++
			top.elseIf = false
		}
	}
	if before := b.previous(); kind == token.InDecls && before.Is("if") {
		b.list.Add(&diag.Diagnostic{Code: token.ExprExpected, Span: before.Span(b.file),
			Summary:    "expected a condition after `if`",
			Suggestion: "as in `if size = 8 { … }`"})
		b.out = append(b.out,
			token.Token{Kind: token.NameToken, Text: token.Unread, Pos: before.End, End: before.End,
				Virtual: true})
	}
	b.out = append(b.out, t)
	b.stack = append(b.stack, frame{kind: kind, open: len(b.out) - 1, decl: -1})
	if len(b.stack) > mostBrackets {
		b.tooDeep(t, t.Text)
	}
}

// tooDeep reports excessive nesting and stops reading.
func (b *balancer) tooDeep(t token.Token, what string) {
	b.list.Add(&diag.Diagnostic{Code: token.TooDeep, Span: t.Span(b.file),
		Summary: fmt.Sprintf("more than %d nested `%s`", mostBrackets, what),
		Suggestion: "give parts of it names with `def`; reading stops at this " +
			"declaration"})
	if n := len(b.starts); n > 0 {
		b.out, b.starts = b.out[:b.starts[n-1]], b.starts[:n-1]
	} else {
		b.out = b.out[:0]
	}
	b.done = true
}

// closerOf maps an opening bracket to its closing one.
var closerOf = map[string]string{"(": ")", "[": "]", "{": "}"}

// close matches a closing bracket with the frame that it belongs to.
func (b *balancer) close(t token.Token) {
	if t.Is("}") && b.top().unbraced {
		b.closeMissing(&t) // the brace closes what is around the move
	}
	match := -1
	for i := len(b.stack) - 1; i > 0; i-- {
		fr := b.stack[i]
		if closerOf[b.out[fr.open].Text] == t.Text {
			match = i
			break
		}
		if fr.kind != token.InExpr {
			break // a parenthesis does not reach out of a block
		}
	}
	if top := b.top(); match < 0 && top.kind == token.InExpr {
		open := &b.out[top.open]
		b.list.Add(&diag.Diagnostic{Code: token.NotClosed, Span: t.Span(b.file),
			Summary:    fmt.Sprintf("`%s` cannot close `%s`", t.Text, open.Text),
			Suggestion: fmt.Sprintf("write `%s`", closerOf[open.Text]),
			Related:    []diag.Related{{Span: open.Span(b.file), Message: "opened here"}},
			Fixes:      []diag.Fix{token.Replacing(t.Span(b.file), closerOf[open.Text])}})
		t.Text, t.Mended = closerOf[open.Text], true
		match = len(b.stack) - 1
	}
	if match >= 0 && t.Is("}") && b.excess > 0 && b.stack[match].kind != token.InExpr && !t.First &&
		b.out[b.stack[match].open].Pos.Line < t.Pos.Line {
		// its own opening brace is missing, so it does not close this block
		match = -1
	}
	if match < 0 {
		b.excess--
		level := b.level()
		quiet := b.top() == level && t.Is("}") && (level.trailing || level.decl >= 0 &&
			level.blocks == 0 && token.IsBlockWord(b.out[level.decl].Text))
		if !quiet && t.Is("}") && level.missing > 0 {
			level.missing--
			quiet = true
		}
		d := &diag.Diagnostic{Code: token.ClosesNothing, Span: t.Span(b.file),
			Summary:    fmt.Sprintf("this `%s` closes nothing", t.Text),
			Suggestion: "remove it, or look for a bracket that is closed too early",
			Fixes:      []diag.Fix{token.Removing(t.Span(b.file))}}
		if quiet { // the bracket it should have closed will be reported
			if b.deferred == nil {
				b.deferred = d
			}
			return
		}
		b.list.Add(d)
		for j := len(b.out) - 1; j >= 0 && b.out[j].Pos.Line == t.Pos.Line; j-- {
			b.out[j].Mended = true // no further message for what follows from it on this line
		}
		return
	}
	for len(b.stack)-1 > match {
		b.closeMissing(&t)
	}
	b.stack = b.stack[:match]
	b.out = append(b.out, t)
}

// closeMissing reports that the innermost bracket is not closed, and closes it. Found is the token
// in place of its partner, or nil at the end of the text.
func (b *balancer) closeMissing(found *token.Token) {
	fr := *b.top()
	bracket := b.out[fr.open]
	closing := closerOf[bracket.Text]
	where := "at the end of the text"
	if found != nil {
		where = fmt.Sprintf("before `%s`", found.Text)
	}
	d := &diag.Diagnostic{Code: token.NotClosed, Span: bracket.Span(b.file),
		Suggestion: fmt.Sprintf("put `%s` where it ends", closing)}
	if fr.kind == token.InExpr {
		d.Summary = fmt.Sprintf("`%s` is not closed", bracket.Text)
	} else {
		head := b.headOf(fr)
		d.Summary = fmt.Sprintf("`%s`, opened at %d:%d, is not closed", head, bracket.Pos.Line,
			bracket.Pos.Column)
		d.Suggestion = fmt.Sprintf("put `%s` %s", closing, where)
		d.Related = []diag.Related{{Span: bracket.Span(b.file), Message: "opened here"}}
		if found != nil {
			d.Span = found.Span(b.file)
		} else {
			d.Span = b.previous().Span(b.file)
		}
	}
	if !fr.unbraced {
		b.list.Add(d)
	}
	if fr.kind == token.InExpr {
		b.out[fr.open].Mended = true
	}
	end := b.previous().End
	b.out = append(b.out, token.Token{Kind: token.SignToken, Text: closing, Pos: end, End: end,
		Virtual: true,
		Mended:  fr.kind == token.InExpr})
	b.stack = b.stack[:len(b.stack)-1]
}

// headOf returns the words that begin a block, such as "move jump".
func (b *balancer) headOf(fr frame) string {
	first := fr.open
	for first > 0 && !b.isHead(first) {
		first--
	}
	head := b.out[first].Text
	if first+1 < fr.open && b.out[first+1].Kind == token.NameToken && head != "if" && head != "else" {
		head += " " + b.out[first+1].Text
	}
	return token.Clip(head)
}

func (b *balancer) isHead(i int) bool {
	t := &b.out[i]
	return t.Kind == token.WordToken &&
		(token.IsDeclWord(t.Text) || t.Text == "if" || t.Text == "else")
}

// unclosedBefore closes whatever cannot be open any more before token i, the first on its line.
func (b *balancer) unclosedBefore(i int) {
	t := b.at(i)
	if b.top() != b.level() {
		blocks := b.endsBlocks(i)
		for inner := b.endsInner(i); b.top() != b.level() &&
			(blocks || inner && b.top().kind == token.InExpr); {
			b.closeMissing(t)
		}
	}
	for {
		top := b.top()
		if top.kind != token.InDecls || !b.leaky[b.out[top.open].Pos.Offset] {
			break
		}
		head := top.open
		for head > 0 && !b.out[head].Is("if", "else") {
			head--
		}
		if !b.isDecl(i) || t.Pos.Column > b.lineStart(head).Pos.Column {
			break
		}
		b.closeMissing(t)
	}
}

// lineStart returns the first token on the line of out[i].
func (b *balancer) lineStart(i int) *token.Token {
	for i > 0 && !b.out[i].First {
		i--
	}
	return &b.out[i]
}

// isDecl reports whether the tokens from i on look like a declaration.
func (b *balancer) isDecl(i int) bool { return token.LooksLikeDecl(b.tokens[i:]) }

// endsBlocks reports whether token i, the first on its line, begins a declaration, which shows that
// the block around it was never closed.
func (b *balancer) endsBlocks(i int) bool {
	t := b.at(i)
	if !b.isDecl(i) || token.ExpectsOperand(b.previous()) && t.Pos.Column > 1 {
		return false
	}
	if t.Text != "if" && t.Text != "players" {
		return true
	}
	// These two may also occur inside blocks. An `if` at the left margin with a block of its own is
	// a declaration.
	column := 1
	if d := b.level().decl; d >= 0 {
		column = b.out[d].Pos.Column
	}
	if t.Pos.Column > column {
		return false
	}
	if t.Text == "players" {
		return !token.ExpectsOperand(b.previous())
	}
	last := i
	for last+1 < len(b.tokens) && !b.tokens[last+1].First {
		last++
	}
	return b.tokens[last].Is("{")
}

// endsInner reports whether token i, the first on its line, begins a line of a move or a sentence,
// which shows that a bracket of an expression was never closed.
func (b *balancer) endsInner(i int) bool {
	t := b.at(i)
	return wordIn(token.RoleWords)(t) || t.Is("do", "ensure", "then") ||
		(t.Is("if", "let") || wordIn(sentenceWords)(t)) && token.EndsOperand(b.previous())
}

// startsDecl reports whether token i begins a declaration where declarations are allowed.
func (b *balancer) startsDecl(i int) bool {
	t, before := b.at(i), b.previous()
	if t.Kind != token.WordToken || len(b.out) == 0 {
		return t.Kind == token.WordToken
	}
	switch {
	case t.Text == "if":
		return token.BeginsIf(b.out, t, b.tokens[i+1:])
	case !token.IsDeclWord(t.Text), t.Text == "turn" && before.Is("this"):
		return false
	case t.Text == "players":
		return token.EndsDecl(before) || t.First && before.Is("*", "+")
	case t.First:
		return true
	}
	return token.EndsDecl(before) &&
		!(before.Kind == token.WordToken && token.IsDeclWord(before.Text)) && b.isDecl(i)
}
