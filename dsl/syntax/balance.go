package syntax

import (
	"fmt"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// mostBrackets bounds how many brackets may be open, how many `else if` may follow one another and
// how many `each` may stand inside one another: so no text can exhaust the stack.
const mostBrackets = 100

// What a bracket opens.
type opened uint8

const (
	file  opened = iota // nothing: the whole text
	decls               // the declarations of an `if`
	block               // the body of a declaration
	inner               // part of an expression
)

// A frame is an open bracket, or the whole text at the bottom of the stack.
type frame struct {
	kind opened
	open int // index of the bracket, -1 for the whole text

	// The declaration being read among those directly inside (for file and decls).
	decl     int  // index of its first word, -1: none yet
	assigned bool // its = has been seen
	blocks   int  // how many blocks it has had
	junk     bool // something stands behind its block that cannot: it will be reported there
	chain    int  // how many `else if` it has had

	unbraced bool // of a block: both its braces are missing, and that has been said

	elseIf bool // the condition of an `else if` is being read
	// braces of blocks that should have been opened here: as many closing ones have no partner
	missing int
}

// balancer walks over the tokens once, puts in the brackets that are missing, takes out those that
// close nothing, and finds out where the declarations begin.
type balancer struct {
	file   *source.File
	tokens []Token
	out    []Token
	starts []int // indices in out where a top-level declaration begins
	stack  []frame
	list   diag.List
	// kept back because it is the consequence of another mistake most likely
	unsaid   *diag.Diagnostic
	leaky    map[int]bool // offsets of `if` blocks known to be open at the end of the text
	colons   map[int]bool // tokens `:` that stand for the brace of a block
	unclosed map[int]bool // those of them that have no closing brace either
	eaches   int
	excess   int // how many closing braces the text has more than opening ones
	done     bool
}

// balance returns a balancer that has put in and taken out brackets so that all of them have a
// partner.
func balance(f *source.File, tokens []Token) *balancer {
	leaky := map[int]bool{}
	for try := 0; ; try++ {
		b := &balancer{file: f, tokens: tokens, leaky: leaky, colons: map[int]bool{},
			unclosed: map[int]bool{}, stack: []frame{{kind: file, open: -1, decl: -1}}}
		b.out = make([]Token, 0, len(tokens)+8)
		open := b.run()
		if len(open) == 0 || try == 3 {
			return b
		}
		// An `if` is open at the end. Where it should have ended the first walk could not know; the
		// second one closes it before the next declaration that stands as far to the left as the
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
	for b.stack[i].kind == block || b.stack[i].kind == inner {
		i--
	}
	return &b.stack[i]
}

func (b *balancer) previous() *Token {
	if len(b.out) == 0 {
		return &Token{}
	}
	return &b.out[len(b.out)-1]
}

func (b *balancer) at(i int) *Token {
	if i < 0 || i >= len(b.tokens) {
		return &Token{}
	}
	return &b.tokens[i]
}

// run walks over all tokens. It returns the offsets of the `if` blocks that are open at the end for
// the first time.
func (b *balancer) run() []int {
	for i := range b.tokens {
		if b.tokens[i].is("}") {
			b.excess++
		} else if b.tokens[i].is("{") {
			b.excess--
		}
	}
	for i := range b.tokens {
		if b.excess > 0 && b.headColon(i) && !b.at(i+1).is("{") {
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
		if fr.kind == decls {
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

func (b *balancer) token(i int) {
	t := b.tokens[i]
	if t.first {
		b.unclosedBefore(i)
	}
	level := b.level()
	if b.top() == level && headsDecl(b.previous(), &t, b.at(i+1)) {
		t.Kind, b.tokens[i].Kind = WordToken, WordToken
	}
	if top := b.top(); top == level && b.startsDecl(i) && !(b.excess > 0 && b.lacksBrace(i)) {
		if level.decl >= 0 && (level.blocks == 0 && isBlockWord(b.out[level.decl].Text) ||
			b.previous().is("else")) {
			level.missing++
		}
		level.decl, level.assigned, level.blocks, level.junk, level.chain,
			level.elseIf = len(b.out), false, 0, false, 0, false
		if level.kind == file {
			b.starts = append(b.starts, len(b.out))
		}
	}
	if b.top() == level && b.excess > 0 && b.lacksBrace(i) {
		before := b.previous()
		b.list.Add(&diag.Diagnostic{Code: BlockExpected, Span: before.Span(b.file),
			Summary: fmt.Sprintf("expected `{` after `%s`", clip(before.Text))})
		b.excess--
		b.open(Token{Kind: SignToken, Text: "{", Pos: before.End, End: before.End, virtual: true},
			i-1)
		b.token(i)
		return
	}
	if b.top() == level && b.excess <= 0 && b.lacksBraces(i) {
		before := b.previous()
		b.list.Add(&diag.Diagnostic{Code: BlockExpected, Span: before.Span(b.file),
			Summary:    fmt.Sprintf("expected `{` after `%s`", clip(before.Text)),
			Suggestion: "put `{` here, and `}` where the move ends"})
		b.open(Token{Kind: SignToken, Text: "{", Pos: before.End, End: before.End, virtual: true},
			i-1)
		b.top().unbraced = true
		b.token(i)
		return
	}
	switch {
	case b.colons[i]:
		d := &diag.Diagnostic{Code: BlockExpected, Span: t.Span(b.file),
			Summary:    fmt.Sprintf("expected `{` after `%s`", clip(b.previous().Text)),
			Suggestion: "write `{` instead of `:`"}
		b.list.Add(d)
		b.open(Token{Kind: SignToken, Text: "{", Pos: t.Pos, End: t.End, virtual: true}, i)
		if b.unclosed[i] {
			d.Suggestion += ", and `}` where the move ends"
			b.top().unbraced = true
		}
		return
	case b.headColon(i) && b.at(i+1).is("{"):
		b.list.Add(&diag.Diagnostic{Code: Misplaced, Span: t.Span(b.file),
			Summary: "no `:` stands before `{`", Suggestion: "take it out"})
		return
	case t.is("("), t.is("["), t.is("{"):
		b.open(t, i)
		return
	case t.is(")"), t.is("]"), t.is("}"):
		b.close(t)
		return
	case t.is("each"):
		if b.eaches++; b.eaches > mostBrackets {
			b.tooDeep(t, "each")
			return
		}
	case t.is(","), t.is("do"):
		b.eaches = 0
	}
	if b.top() == level {
		if b.previous().is("else") && level.blocks > 0 && !t.is("if") {
			level.missing++
		}
		switch {
		case t.is("="):
			level.assigned = true
		case t.is("if") && b.previous().is("else"):
			level.elseIf = true
			if level.chain++; level.chain > mostBrackets {
				b.tooDeep(t, "else if")
				return
			}
		case level.blocks > 0 && !t.is("else") && !t.is("with") && !t.is(",") &&
			level.decl != len(b.out) && !b.goesOn(level):
			level.junk = true
		}
	}
	b.out = append(b.out, t)
}

// headColon reports whether token i is a colon behind the head of a block, as in `move jump:`,
// where only a brace can stand.
func (b *balancer) headColon(i int) bool {
	if !b.at(i).is(":") {
		return false
	}
	before, head := b.at(i-1), b.at(i-2)
	if before.Kind == StringToken && head.Kind == NameToken { // the label of a move
		before, head = head, b.at(i-3)
	}
	switch {
	case before.Kind == WordToken && (before.Text == "end" || before.Text == "setup"):
		return before.first
	case before.Kind == NameToken && head.Kind == WordToken &&
		(head.Text == "move" || head.Text == "chance"):
		return head.first
	}
	return false
}

// lacksBrace reports whether the block of a declaration begins with token i without a brace. It is
// asked only if the text has too few of them.
func (b *balancer) lacksBrace(i int) bool {
	level, t, before := b.level(), b.at(i), b.previous()
	if level.decl < 0 || level.blocks > 0 && !level.elseIf || level.decl == len(b.out) ||
		t.is("{") || !t.first {
		return false
	}
	switch head := &b.out[level.decl]; head.Text {
	case "move", "chance":
		return before != head &&
			(slices.Contains(roleWords, t.Text) || slices.Contains(clauseWords, t.Text))
	case "end", "setup":
		return before == head && t.Kind != PictureToken
	case "if":
		return endsOperand(before) && b.isDecl(i)
	}
	return false
}

// lacksBraces reports whether the lines of a move begin with token i, without any brace. It is
// asked only if the text has not too many closing ones.
func (b *balancer) lacksBraces(i int) bool {
	level := b.level()
	if level.decl < 0 || level.blocks > 0 || level.decl == len(b.out) {
		return false
	}
	head := &b.out[level.decl]
	return (head.is("move") || head.is("chance")) && b.previous() != head &&
		endsOperand(b.previous()) && b.beginsBody(i) && b.at(i).Pos.Column > head.Pos.Column
}

// beginsBody reports whether token i is the first of its line and begins a line of a move.
func (b *balancer) beginsBody(i int) bool {
	t := b.at(i)
	return t.first && (slices.Contains(roleWords, t.Text) || slices.Contains(clauseWords, t.Text))
}

// goesOn reports whether a declaration can go on behind its block: the next piece of a list, the
// `with` of a board, or the `then` of a set-up.
func (b *balancer) goesOn(level *frame) bool {
	if level.decl < 0 {
		return false
	}
	d := &b.out[level.decl]
	return d.is("piece") || d.is("board") || d.is("setup")
}

// open pushes a bracket, token i.
func (b *balancer) open(t Token, i int) {
	kind := inner
	if top := b.top(); t.is("{") && (top.kind == file || top.kind == decls) && top.decl >= 0 {
		kind = opens(&b.out[top.decl], b.previous(), top.assigned, b.tokens[i+1:])
		if kind != inner {
			top.blocks++
			top.elseIf = false
		}
	}
	if before := b.previous(); kind == decls && before.is("if") {
		b.list.Add(&diag.Diagnostic{Code: ExprExpected, Span: before.Span(b.file),
			Summary:    "expected a condition after `if`",
			Suggestion: "as in `if size = 8 { … }`"})
		b.out = append(b.out, Token{Kind: NameToken, Text: Unread, Pos: before.End, End: before.End,
			virtual: true})
	}
	b.out = append(b.out, t)
	b.stack = append(b.stack, frame{kind: kind, open: len(b.out) - 1, decl: -1})
	if len(b.stack) > mostBrackets {
		b.tooDeep(t, t.Text)
	}
}

// opens returns what a brace opens that stands in a declaration outside of any other bracket: head
// is the first word of the declaration, before the token before the brace, after those behind it,
// and assigned says whether a = came before.
func opens(head, before *Token, assigned bool, after []Token) opened {
	switch {
	case before.is("else"), head.is("if") && (endsOperand(before) || before.is("if")):
		return decls
	case isBody(head.Text) && !assigned &&
		(before == head || canBeName(before) || endsOperand(before)):
		return block
	case (!isBlockWord(head.Text) || head.is("if")) && looksLikeDecl(after) && after[0].first:
		// whatever the head should have been, its author means the declarations of an `if`
		return decls
	case endsOperand(before) && len(after) > 0 && after[0].first:
		return block // nor is this the brace of an expression
	}
	return inner
}

// canBeName reports whether a reserved word may have been meant as a name.
func canBeName(t *Token) bool {
	return t.Kind == WordToken && !connects(t.Text) && !expectsOperand(t) &&
		!slices.Contains(roleWords, t.Text)
}

// isBody reports whether a declaration with this word and a name can have a block of lines.
func isBody(word string) bool {
	switch word {
	case "move", "chance", "end", "setup", "board", "piece", "region":
		return true
	}
	return false
}

// tooDeep stops reading.
func (b *balancer) tooDeep(t Token, what string) {
	b.list.Add(&diag.Diagnostic{Code: TooDeep, Span: t.Span(b.file),
		Summary: fmt.Sprintf("more than %d `%s` inside one another", mostBrackets, what),
		Suggestion: "give parts of it names with `def`; the text is not read further than this " +
			"declaration"})
	if n := len(b.starts); n > 0 {
		b.out, b.starts = b.out[:b.starts[n-1]], b.starts[:n-1]
	} else {
		b.out = b.out[:0]
	}
	b.done = true
}

// closerOf gives the closing bracket for an opening one.
var closerOf = map[string]string{"(": ")", "[": "]", "{": "}"}

// close takes a closing bracket to the frame that it belongs to.
func (b *balancer) close(t Token) {
	if t.is("}") && b.top().unbraced {
		b.closeMissing(&t) // the brace belongs to what is around the move
	}
	match := -1
	for i := len(b.stack) - 1; i > 0; i-- {
		fr := b.stack[i]
		if closerOf[b.out[fr.open].Text] == t.Text {
			match = i
			break
		}
		if fr.kind != inner {
			break // a round bracket does not reach out of a block
		}
	}
	if top := b.top(); match < 0 && top.kind == inner {
		open := &b.out[top.open]
		b.list.Add(&diag.Diagnostic{Code: NotClosed, Span: t.Span(b.file),
			Summary:    fmt.Sprintf("`%s` cannot close `%s`", t.Text, open.Text),
			Suggestion: fmt.Sprintf("write `%s`", closerOf[open.Text]),
			Related:    []diag.Related{{Span: open.Span(b.file), Message: "opened here"}},
			Fixes:      []diag.Fix{replacing(t.Span(b.file), closerOf[open.Text])}})
		t.Text, t.mended = closerOf[open.Text], true
		match = len(b.stack) - 1
	}
	if match >= 0 && t.is("}") && b.excess > 0 && b.stack[match].kind != inner && !t.first &&
		b.out[b.stack[match].open].Pos.Line < t.Pos.Line {
		// the brace that it belonged to is missing; it is not the one that closes the block
		match = -1
	}
	if match < 0 {
		b.excess--
		level := b.level()
		quiet := b.top() == level && t.is("}") && (level.junk || level.decl >= 0 &&
			level.blocks == 0 && isBlockWord(b.out[level.decl].Text))
		if !quiet && t.is("}") && level.missing > 0 {
			level.missing--
			quiet = true
		}
		d := &diag.Diagnostic{Code: ClosesNothing, Span: t.Span(b.file),
			Summary:    fmt.Sprintf("this `%s` closes nothing", t.Text),
			Suggestion: "take it out, or look for what was closed too early",
			Fixes:      []diag.Fix{removing(t.Span(b.file))}}
		if quiet { // what it should have closed will be reported
			if b.unsaid == nil {
				b.unsaid = d
			}
			return
		}
		b.list.Add(d)
		for j := len(b.out) - 1; j >= 0 && b.out[j].Pos.Line == t.Pos.Line; j-- {
			b.out[j].mended = true // what it leads to on its line is said with this
		}
		return
	}
	for len(b.stack)-1 > match {
		b.closeMissing(&t)
	}
	b.stack = b.stack[:match]
	b.out = append(b.out, t)
}

// isBlockWord reports whether a declaration with this word has a body in braces.
func isBlockWord(word string) bool {
	return word == "move" || word == "chance" || word == "end" || word == "setup" || word == "if"
}

// closeMissing reports that the innermost bracket is not closed, and closes it; found is what
// stands where its partner should, nil at the end of the text.
func (b *balancer) closeMissing(found *Token) {
	fr := *b.top()
	bracket := b.out[fr.open]
	closing := closerOf[bracket.Text]
	where := "at the end of the text"
	if found != nil {
		where = fmt.Sprintf("before `%s`", found.Text)
	}
	d := &diag.Diagnostic{Code: NotClosed, Span: bracket.Span(b.file),
		Suggestion: fmt.Sprintf("put `%s` where it ends", closing)}
	if fr.kind == inner {
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
	if fr.kind == inner {
		b.out[fr.open].mended = true
	}
	end := b.previous().End
	b.out = append(b.out, Token{Kind: SignToken, Text: closing, Pos: end, End: end, virtual: true,
		mended: fr.kind == inner})
	b.stack = b.stack[:len(b.stack)-1]
}

// headOf returns the words that a block began with, such as "move jump".
func (b *balancer) headOf(fr frame) string {
	first := fr.open
	for first > 0 && !b.isHead(first) {
		first--
	}
	head := b.out[first].Text
	if first+1 < fr.open && b.out[first+1].Kind == NameToken && head != "if" && head != "else" {
		head += " " + b.out[first+1].Text
	}
	return clip(head)
}

func (b *balancer) isHead(i int) bool {
	t := &b.out[i]
	return t.Kind == WordToken && (isDeclWord(t.Text) || t.Text == "if" || t.Text == "else")
}

// unclosedBefore closes what cannot be open any more before token i, the first of its line.
func (b *balancer) unclosedBefore(i int) {
	t := b.at(i)
	if top := b.top(); top.kind == block || top.kind == inner {
		if b.endsBlocks(i) {
			for b.top().kind == block || b.top().kind == inner {
				b.closeMissing(t)
			}
		} else if b.endsInner(i) {
			for b.top().kind == inner {
				b.closeMissing(t)
			}
		}
	}
	for top := b.top(); top.kind == decls && b.leaky[b.out[top.open].Pos.Offset]; top = b.top() {
		head := top.open
		for head > 0 && !(b.out[head].is("if") || b.out[head].is("else")) {
			head--
		}
		if !b.isDecl(i) || t.Pos.Column > b.lineStart(head).Pos.Column {
			break
		}
		b.closeMissing(t)
	}
}

// lineStart returns the first token on the line of out[i].
func (b *balancer) lineStart(i int) *Token {
	for i > 0 && !b.out[i].first {
		i--
	}
	return &b.out[i]
}

// isDecl reports whether token i and what follows look like a declaration.
func (b *balancer) isDecl(i int) bool { return looksLikeDecl(b.tokens[i:]) }

// looksLikeDecl reports whether the tokens look like a declaration.
func looksLikeDecl(tokens []Token) bool {
	if len(tokens) == 0 || tokens[0].Kind != WordToken {
		return false
	}
	t, next := &tokens[0], &Token{}
	if len(tokens) > 1 {
		next = &tokens[1]
	}
	if t.Text == "if" || t.Text == "teams" {
		return true
	}
	if !isDeclWord(t.Text) {
		return false
	}
	switch next.Kind {
	case NameToken, StringToken, PictureToken:
		return true
	case WordToken:
		return !next.is("in") && !next.is("and") && !next.is("or") && !next.is("mod")
	default:
		return next.is("{") && isBlockWord(t.Text)
	}
}

// endsBlocks reports whether token i, the first of its line, shows that the block around it was
// never closed: it begins a declaration.
func (b *balancer) endsBlocks(i int) bool {
	t := b.at(i)
	if !b.isDecl(i) || expectsOperand(b.previous()) && t.Pos.Column > 1 {
		return false
	}
	if t.Text != "if" && t.Text != "players" {
		return true
	}
	// These two also stand inside of blocks. At the left edge, and with a block of its own, an `if`
	// is a declaration.
	column := 1
	if d := b.level().decl; d >= 0 {
		column = b.out[d].Pos.Column
	}
	if t.Pos.Column > column {
		return false
	}
	if t.Text == "players" {
		return !expectsOperand(b.previous())
	}
	last := i
	for last+1 < len(b.tokens) && !b.tokens[last+1].first {
		last++
	}
	return b.tokens[last].is("{")
}

// endsInner reports whether token i, the first of its line, shows that a bracket of an expression
// was never closed: it begins a line of a move or a sentence.
func (b *balancer) endsInner(i int) bool {
	t := b.at(i)
	if t.Kind != WordToken {
		return false
	}
	switch t.Text {
	case "from", "to", "over", "at", "along", "as", "with", "do", "ensure", "then":
		return true
	case "if", "let", "win", "lose", "draw", "highest", "lowest":
		return endsOperand(b.previous())
	}
	return false
}

// startsDecl reports whether token i begins a declaration where declarations may stand.
func (b *balancer) startsDecl(i int) bool {
	t, before := b.at(i), b.previous()
	if t.Kind != WordToken || len(b.out) == 0 {
		return t.Kind == WordToken
	}
	switch {
	case t.Text == "if":
		return beginsIf(before, t)
	case t.Text == "teams":
		return t.first
	case !isDeclWord(t.Text), t.Text == "turn" && before.is("this"):
		return false
	case t.Text == "players":
		return endsDecl(before) || t.first && (before.is("*") || before.is("+"))
	case t.first:
		return true
	}
	return endsDecl(before) && !(before.Kind == WordToken && isDeclWord(before.Text)) && b.isDecl(i)
}

// beginsIf reports whether an `if` where declarations may stand begins one: it stands at the
// beginning of a line, or behind a brace, and what is before it can be complete.
func beginsIf(before, t *Token) bool {
	return (t.first || before.is("{") || before.is("}")) && !before.is("else") && mayEnd(before, t)
}

// endsDecl reports whether a declaration can end with a token, or declarations begin behind it.
func endsDecl(t *Token) bool {
	return endsOperand(t) || t.is("{") || t.Kind == PictureToken || t.is("turn")
}

// endsOperand reports whether an operand can end with a token.
func endsOperand(t *Token) bool {
	switch t.Kind {
	case NameToken, IntToken, StringToken, PictureToken:
		return true
	case SignToken:
		return t.Text == ")" || t.Text == "]" || t.Text == "}"
	case WordToken:
		return t.Text == "again" || t.Text == "players"
	}
	return false
}

// expectsOperand reports whether an expression must go on behind a token.
func expectsOperand(t *Token) bool {
	switch t.Kind {
	case SignToken:
		return !(t.Text == ")" || t.Text == "]" || t.Text == "}" || t.Text == "{" ||
			t.Text == "*" || t.Text == "+")
	case WordToken:
		switch t.Text {
		case "and", "or", "not", "implies", "mod", "in", "if", "else", "when":
			return true
		}
	}
	return false
}
