package format

import (
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A line is a line of the formatted text before its columns are known.
type line struct {
	blank   bool     // an empty line comes before
	indent  int      // column of the first character, from 0, unless it is anchored
	anchor  *anchor  // the line continues another one, in a column of it
	delta   int      // distance to the right of the anchor
	least   int      // the smallest column allowed
	cells   []string // its text, by columns
	key     string   // lines with the same key share their columns
	block   bool     // they need not be consecutive
	tail    string   // a reason at the end
	group   int      // lines with the same group have their reasons in one column
	tailAt  int      // the column that the author gave the reason; -1: none
	comment string   // at the end
	noteAt  int      // the column that the author gave the comment
	own     bool     // it is a comment and nothing else

	text   string // what is known of the line so far
	starts []int  // where its cells begin, once known
}

// An anchor is a place in a line: a number of characters after the beginning of a cell.
type anchor struct {
	line         *line
	cell, offset int
}

// column returns where the anchor is, once its line has been placed.
func (a *anchor) column() int { return a.line.starts[a.cell] + a.offset }

// here returns an anchor at the end of a line as it is now.
func here(ln *line) *anchor {
	last := len(ln.cells) - 1
	return &anchor{ln, last, width(ln.cells[last])}
}

// width returns the number of characters in the last line of a text.
func width(text string) int {
	return utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
}

// layout turns tokens into lines.
type layout struct {
	tokens []syntax.Token
	*roles
	lines []*line
	next  int // index of the token after the one being written

	depth   int     // enclosing blocks with lines of their own
	now     *line   // the line being written; nil: the next token begins one
	content *anchor // where the members of the list in this line begin
	value   *anchor // where the value in this line begins
	member  *anchor // where the lines of the block begin that is written on one line
	choices bool    // the line being read is a choice
	pending []*line // comments on lines of their own, to be put above what comes next
}

func (l *layout) build() {
	var last *syntax.Token // the token before, including comments
	var code *syntax.Token // the token before that is not a comment
	for i := range l.tokens {
		t := &l.tokens[i]
		l.next = i + 1
		if t.Kind == syntax.CommentToken {
			l.comment(t, last)
			last = t
			continue
		}
		if l.breaks(t, code) {
			l.begin(t, code, last)
		} else if l.now == nil {
			l.begin(t, code, last) // below a comment
		}
		l.write(t, code)
		last, code = t, t
	}
	l.lines = append(l.lines, l.pending...)
}

// comment writes a comment to the end of the line, or on a line of its own.
func (l *layout) comment(t, last *syntax.Token) {
	text := strings.TrimRight(t.Text, " \t\r")
	if !t.First && len(l.lines) > 0 && len(l.pending) == 0 {
		ln := l.lines[len(l.lines)-1]
		ln.comment, ln.noteAt = text, t.Pos.Column-1
		l.now = nil
		return
	}
	l.now = nil
	l.pending = append(l.pending,
		&line{own: true, cells: []string{text}, blank: last != nil && t.Pos.Line > last.End.Line+1})
}

// breaks reports whether a line begins with token t.
func (l *layout) breaks(t, code *syntax.Token) bool {
	if code == nil {
		return true
	}
	at := t.Pos.Offset
	if b := l.closers[at]; b != nil {
		return b.multi
	}
	if b := l.braces[code.Pos.Offset]; b != nil && b.multi {
		return true
	}
	if _, ok := l.decl[at]; ok {
		return l.braces[code.Pos.Offset] == nil
	}
	if t.Kind == syntax.WordToken && t.Text == "else" && l.closers[code.Pos.Offset] != nil ||
		l.braces[at] != nil || t.Kind == syntax.PictureToken {
		return false
	}
	if _, ok := l.unit[at]; ok {
		if b := l.around(at); b != nil && b.multi && !b.list && !b.graph {
			return true
		}
	}
	return t.First && l.mayBreak(t, code)
}

// mayBreak reports whether an author may begin a line with token t: a member of a list, a reason,
// an operator, or what follows an operator or a colon. What belongs together more closely stays on
// one line.
func (l *layout) mayBreak(t, code *syntax.Token) bool {
	at, before := t.Pos.Offset, code.Pos.Offset
	_, isUnit := l.unit[at]
	if _, isReason := l.reason[at]; isUnit || isReason || l.item[at] || l.help[at] || l.infix[before] {
		return true
	}
	if t.Kind == syntax.WordToken && (t.Text == "else" || t.Text == "when") {
		return true
	}
	if code.Kind == syntax.SignToken &&
		(code.Text == "," || code.Text == ":" && !l.roles.value[at] && !l.cell[at]) {
		return t.Kind != syntax.SignToken || t.Text == "(" || t.Text == "{"
	}
	return l.infix[at] && !(t.Kind == syntax.WordToken && t.Text == "in")
}

// around returns the innermost block that holds an offset.
func (l *layout) around(at int) *block {
	var best *block
	for _, b := range l.braces {
		if b.open < at && at < b.close && (best == nil || b.open > best.open) {
			best = b
		}
	}
	return best
}

// begin starts a new line with token t.
func (l *layout) begin(t, code, last *syntax.Token) {
	at := t.Pos.Offset
	ln := &line{cells: []string{""}, tailAt: -1}
	b := l.closers[at]
	if b != nil && b.multi {
		l.depth--
	}
	word, isDecl := l.decl[at]
	u, isUnit := l.unit[at]
	switch {
	case isUnit && l.inOneLine(at):
		ln.anchor = l.member
	case isDecl || isUnit || b != nil:
		ln.indent = 2 * l.depth
		ln.blank = b == nil && l.spaced(t, code, last)
		if isDecl {
			ln.key = word
		} else if isUnit {
			ln.key, ln.block = u.key, true
		}
		if b == nil {
			l.value, l.content, l.choices = nil, nil, false
		}
	default:
		l.continues(ln, t)
	}
	l.flush(ln, b != nil)
	l.lines = append(l.lines, ln)
	l.now = ln
}

// inOneLine reports whether a place is in a block that is written on one line, with others of its
// members before it.
func (l *layout) inOneLine(at int) bool {
	b := l.around(at)
	return b != nil && !b.multi && l.member != nil
}

// spaced reports whether the author left an empty line before t. At the beginning of a block, it is
// false.
func (l *layout) spaced(t, code, last *syntax.Token) bool {
	return code != nil && l.braces[code.Pos.Offset] == nil && last != nil &&
		t.Pos.Line > last.End.Line+1
}

// continues places a line that belongs to the one before it: below the reason, the list or the
// value that it continues.
func (l *layout) continues(ln *line, t *syntax.Token) {
	at := t.Pos.Offset
	reason, isReason := l.reason[at]
	switch {
	case isReason:
		ln.group = reason + 1
		ln.anchor, ln.delta = l.value, 2
	case l.content != nil && (l.item[at] || l.choices):
		ln.anchor = l.content
		l.value = nil
	case l.value != nil:
		ln.anchor, ln.delta, ln.least = l.value, 2, 2*l.depth+2
		if t.Kind == syntax.WordToken && joins(t.Text) {
			ln.delta = -len(t.Text) - 1
		} else if t.Kind == syntax.SignToken && t.Text != "(" && t.Text != "{" && !l.minus[at] {
			ln.delta = 0
		}
	case l.content != nil:
		ln.anchor, ln.delta = l.content, 2
	default:
		ln.indent = 2*l.depth + 2
	}
}

// joins reports whether a word connects two values, so that a line may begin with it.
func joins(word string) bool {
	switch word {
	case "and", "or", "implies", "else", "mod", "in":
		return true
	}
	return false
}

// flush puts pending comments above the line that they belong to.
func (l *layout) flush(ln *line, closes bool) {
	for i, c := range l.pending {
		c.indent, c.anchor, c.delta, c.least = ln.indent, ln.anchor, ln.delta, ln.least
		if closes {
			c.indent += 2
		}
		if len(ln.cells) > 0 && ln.anchor == nil && i == 0 && len(l.lines) == 0 {
			c.blank = false
		}
		l.lines = append(l.lines, c)
	}
	l.pending = nil
}

// write appends a token to the line.
func (l *layout) write(t, code *syntax.Token) {
	ln, at := l.now, t.Pos.Offset
	fresh := len(ln.cells) == 1 && ln.cells[0] == ""
	if !fresh && l.cell[at] && ln.key != "" && ln.tail == "" {
		ln.cells = append(ln.cells, "")
		fresh = true
	}
	if list, ok := l.reason[at]; ok && l.endsLine() {
		ln.tail, ln.group, ln.tailAt = t.Text, list+1, t.Pos.Column-1
		return
	}
	if ln.tail != "" { // the comma after a reason
		ln.tail += t.Text
		return
	}
	if !fresh && code != nil {
		ln.cells[len(ln.cells)-1] += l.gap(code, t)
	}
	mark := here(ln)
	if code != nil && l.braces[code.Pos.Offset] != nil {
		l.member = mark
	}
	if l.content == nil && code != nil && l.leads(code) || l.item[at] && ln.anchor != nil {
		if l.content == nil {
			l.content = mark
		}
	}
	if l.roles.value[at] {
		l.value = mark
	} else if l.item[at] && !l.inChoice(at) {
		l.value = mark
	}
	l.choices = l.inChoice(at)
	ln.cells[len(ln.cells)-1] += t.Text
	if b := l.braces[at]; b != nil && b.multi {
		l.depth++
	}
}

// leads reports whether a token is the word before a list or a choice.
func (l *layout) leads(t *syntax.Token) bool {
	if t.Kind != syntax.WordToken {
		return l.decl[t.Pos.Offset] == "hidden" || l.decl[t.Pos.Offset] == "teams"
	}
	switch t.Text {
	case "do", "if", "ensure", "then", "turn", "players", "piece":
		_, decl := l.decl[t.Pos.Offset]
		_, unit := l.unit[t.Pos.Offset]
		return decl || unit
	}
	return false
}

func (l *layout) inChoice(at int) bool {
	return within(l.choice, at)
}

// within reports whether an offset lies in one of the spans, which are in order.
func within(spans []source.Span, at int) bool {
	return slices.ContainsFunc(spans, func(s source.Span) bool { return s.Lo <= at && at < s.Hi })
}

// endsLine reports whether only a comma and a comment will follow the token being written on its
// line.
func (l *layout) endsLine() bool {
	rest := l.tokens[l.next:]
	if rest[0].Kind == syntax.SignToken && rest[0].Text == "," {
		rest = rest[1:]
	}
	next := &rest[0] // there is one: at least the brace that closes the move
	if b := l.closers[next.Pos.Offset]; b != nil {
		return b.multi
	}
	_, unit := l.unit[next.Pos.Offset]
	return unit || next.Kind == syntax.CommentToken || next.First
}

// gap returns the blanks between two tokens on a line.
func (l *layout) gap(a, b *syntax.Token) string {
	x, y := a.Pos.Offset, b.Pos.Offset
	sign := func(t *syntax.Token, texts ...string) bool {
		if t.Kind != syntax.SignToken {
			return false
		}
		return slices.ContainsFunc(texts, func(text string) bool { return t.Text == text })
	}
	switch {
	case l.help[y]:
		return "  "
	case l.braces[x] != nil || l.closers[y] != nil || l.braces[y] != nil || l.closers[x] != nil &&
		!sign(b, ","):
		return " "
	case sign(b, ",", ")", "]", ":", ".", "..", "["), sign(a, "(", "[", ".", ".."):
		return ""
	case l.inner[x] && sign(a, "{"), l.inner[y] && sign(b, "}"):
		return ""
	case l.repeats[y], l.minus[x], l.tight[x], l.tight[y]:
		return ""
	case sign(b, "("):
		if l.apart[x] {
			return " "
		}
		if a.Kind == syntax.NameToken || a.Kind == syntax.WordToken &&
			(a.Text == "min" || a.Text == "max" || a.Text == "players") {
			return ""
		}
		return " "
	case (sign(a, "-") || sign(b, "-")) && within(l.point, x) && within(l.point, y):
		return ""
	case l.besides(y):
		return "  "
	}
	return " "
}

// besides reports whether a token begins a line of a graph that is beside another one.
func (l *layout) besides(at int) bool {
	if _, ok := l.unit[at]; !ok {
		return false
	}
	return slices.ContainsFunc(l.point, func(s source.Span) bool { return s.Lo == at })
}
