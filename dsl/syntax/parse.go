package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

const (
	// MaxBytes is how long a rules text may be; the longest one that we know has 8000 bytes.
	MaxBytes     = 1 << 18
	mostMistakes = 100 // worth showing
)

// Parse reads a rules text. The tree holds what could be understood, also when there are mistakes;
// the diagnostics are all the mistakes of form that the text has, in its order.
//
// The text is cut before every declaration, and each piece is read by itself. When the grammar
// stops at a mistake, it is reported and mended, by what was most likely meant if that can be told
// and else by leaving out the line of the move, the member of the list or the declaration that it
// stands in; then the piece is read again.
func Parse(f *source.File) (tree *File, list diag.List) {
	tree = &File{Source: f}
	if d := unreadable(f); d != nil {
		return tree, diag.List{d}
	}
	p := &parser{file: f}
	defer func() {
		if fault := recover(); fault != nil {
			tree, list = &File{Source: f}, append(p.list, confused(f, 0, fault))
		}
		list = readable(list)
	}()
	all, found := lex(f)
	p.list = found
	tokens := significant(all)
	tokens = tokens[:len(tokens)-1]
	balanced := balance(f, tokens)
	p.list = append(p.list, balanced.list...)
	p.unsaid = balanced.unsaid
	tokens, starts := balanced.out, balanced.starts
	soften(tokens)
	p.budget = 10*len(tokens) + 200_000
	if len(starts) == 0 || starts[0] > 0 {
		starts = slices.Insert(starts, 0, 0)
	}
	for i, start := range starts {
		end := len(tokens)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if p.stopped {
			break
		}
		tree.Decls = append(tree.Decls, p.piece(tokens[start:end:end])...)
	}
	p.stacks(tree)
	if p.unsaid != nil && !p.list.HasErrors() {
		p.add(p.unsaid)
	}
	return tree, p.list
}

// readable puts the diagnostics into order and leaves out those beyond what anybody reads.
func readable(list diag.List) diag.List {
	list.Sort()
	if len(list) > mostMistakes {
		last := list[mostMistakes]
		list = list[:mostMistakes]
		if list[mostMistakes-1].Code != TooManyMistakes {
			list.Add(tooMany(last.Span))
		}
	}
	return list
}

func tooMany(at source.Span) *diag.Diagnostic {
	return &diag.Diagnostic{Code: TooManyMistakes, Span: at,
		Summary:    "too many mistakes; what follows here is not shown",
		Suggestion: "correct those above first"}
}

// unreadable says why a text is none that can be read at all, nil if it is one.
func unreadable(f *source.File) *diag.Diagnostic {
	if len(f.Text) > MaxBytes {
		return &diag.Diagnostic{Code: TooLong, Span: source.Span{File: f, Lo: 0, Hi: 0},
			Summary: fmt.Sprintf("the text is too long: %d bytes, a rules file has at most %d",
				len(f.Text), MaxBytes),
			Detail:     "The rules of chess take 2700 bytes.",
			Suggestion: "look whether this is the right file"}
	}
	for i, r := range f.Text {
		size := 1
		if r != utf8.RuneError {
			size = utf8.RuneLen(r)
		}
		wrong := r == utf8.RuneError && !strings.HasPrefix(f.Text[i:], "\ufffd")
		if wrong || r < ' ' && r != '\n' && r != '\t' && r != '\r' && r != '\v' && r != '\f' {
			line, column := f.Position(i)
			return &diag.Diagnostic{Code: NotText, Span: source.Span{File: f, Lo: i, Hi: i + size},
				Summary: fmt.Sprintf("this is no readable text: byte 0x%02x at %d:%d", f.Text[i],
					line, column),
				Suggestion: "rules are plain text in UTF-8; save the file like that"}
		}
	}
	return nil
}

// confused is what is said if the parser itself fails, which no text should be able to make it.
func confused(f *source.File, at int, fault any) *diag.Diagnostic {
	return &diag.Diagnostic{Code: Confused, Span: source.Span{File: f, Lo: at, Hi: at},
		Summary:    "the text could not be read, and this is the program's fault",
		Detail:     fmt.Sprint(fault),
		Suggestion: "please report it together with the text"}
}

// parser reads one file.
type parser struct {
	file    *source.File
	list    diag.List
	count   int // mistakes reported by the grammar
	budget  int // tokens that may still be looked at, counting repetitions
	stopped bool
	refused map[string]bool  // words of the language that stand where a name is declared
	unsaid  *diag.Diagnostic // the first one that was kept back: it is said if there is no other
}

func (p *parser) add(d *diag.Diagnostic) { p.list.Add(d) }

// Unread is the name that a tree has where an expression could not be understood, so that the name
// that it was to define is known all the same. No name is spelt so.
const Unread = "?"

// piece reads tokens that begin with a declaration, reports every mistake and returns what could be
// understood.
func (p *parser) piece(tokens []Token) []Decl {
	// offsets at which a mistake has been mended without leaving something out
	mended := map[int]bool{}
	for len(tokens) > 0 {
		if p.budget -= len(tokens); p.budget < 0 || p.count >= mostMistakes {
			p.stopped = true
			p.add(tooMany(tokens[0].Span(p.file)))
			return nil
		}
		lx, err := lexer.Upgrade(&stream{tokens: tokens}, typeSpace)
		if err != nil {
			p.add(confused(p.file, tokens[0].Pos.Offset, err))
			return nil
		}
		got, err := grammar.ParseFromLexer(lx)
		if err == nil {
			finish(got.Decls)
			return known(got.Decls)
		}
		var where participle.Error
		if !errors.As(err, &where) {
			p.add(confused(p.file, tokens[0].Pos.Offset, err))
			return nil
		}
		i := indexOf(tokens, where.Position(), err)
		m := p.diagnose(tokens, i, err)
		if m.diag != nil {
			m.diag.Fixes = append(m.diag.Fixes, p.fixes(tokens, i, m)...)
		}
		if m.diag != nil && !alreadySaid(tokens, i) {
			p.add(m.diag)
			p.count++
		} else if m.diag != nil && p.unsaid == nil {
			p.unsaid = m.diag
		}
		if m.guess && i < len(tokens) {
			markRest(tokens, i)
		}
		if m.at > 0 {
			i = m.at
		}
		tokens = p.mend(tokens, i, m, mended)
	}
	return nil
}

// markRest marks the rest of a part from token i on, as far as it stands on the same line: a guess
// has been made there, and if it was wrong nobody wants to read what follows from it.
func markRest(tokens []Token, i int) {
	_, _, hi, _ := part(tokens, i)
	for j := i; j < max(hi, i+1) && tokens[j].Pos.Line == tokens[i].Pos.Line; j++ {
		if j > i && tokens[j].is(",") && locate(tokens, j).open == locate(tokens, i).open {
			return
		}
		tokens[j].mended = true
	}
}

// known returns the declarations without those that have no name or condition.
func known(decls []Decl) []Decl {
	out := decls[:0]
	for _, d := range decls {
		switch d := d.(type) {
		case *Move:
			if d.Name.Text == Unread {
				continue
			}
		case *CondDecl:
			whole := true
			for c := d; c != nil; c = c.ElseIf {
				if cond, ok := c.Cond.(*Call); ok && cond.Name.Text == Unread {
					whole = false
				}
				c.Then, c.Else = known(c.Then), known(c.Else)
			}
			if !whole {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}

// indexOf returns the index of the token that an error is about, one past the last for the end of
// the piece.
func indexOf(tokens []Token, pos lexer.Position, err error) int {
	text, end := "", false
	var unexpected *participle.UnexpectedTokenError
	var own *syntaxError
	switch {
	case errors.As(err, &own):
		text, end = own.at.Value, own.at.EOF()
	case errors.As(err, &unexpected):
		text, end = unexpected.Unexpected.Value, unexpected.Unexpected.EOF()
	}
	if end {
		return len(tokens)
	}
	first := -1
	for i := range tokens {
		if tokens[i].Pos.Offset == pos.Offset {
			if tokens[i].Text == text {
				return i
			}
			first = i
		}
	}
	if first >= 0 {
		return first
	}
	return len(tokens)
}

// alreadySaid reports whether something in the same part, before token i, has been reported: then
// the mistake is its consequence most likely.
func alreadySaid(tokens []Token, i int) bool {
	i = min(i, len(tokens)-1)
	_, lo, _, _ := part(tokens, i)
	for j := min(lo, i); j <= i; j++ {
		if tokens[j].mended {
			return true
		}
	}
	return false
}

// A mistake is a diagnostic, and what is done to the tokens to read on.
type mistake struct {
	diag *diag.Diagnostic // nil: it has been reported already, or is the consequence of one
	how  repair
	kind Kind   // of the token that is put in
	text string // of the token that is put in

	at     int  // index of the token that is at fault, 0: the one where the grammar has stopped
	width  int  // how many tokens are replaced or left out, 0: one
	before bool // something is missing in front of the token: the token itself may be without fault
	guess  bool // how it is mended is no more than likely
}

// repair is how a mistake is mended.
type repair uint8

const (
	// leave out the line of the block, the member of the list or the declaration
	dropUnit      repair = iota
	dropToken            // leave out the token
	dropBefore           // leave out the token before
	dropLine             // leave out the token and those behind it on its line
	dropRest             // leave out everything from the token to the end of the declaration
	replace              // put another token in its place
	replaceBefore        // put another token in the place of the one before
	insert               // put a token before it
)

// mend changes the tokens so that the mistake at i is gone. At one place it tries something clever
// only once.
func (p *parser) mend(tokens []Token, i int, m mistake, mended map[int]bool) []Token {
	offset := tokens[len(tokens)-1].End.Offset
	if i < len(tokens) {
		offset = tokens[i].Pos.Offset
	}
	how, width := m.how, max(m.width, 1)
	if how != dropUnit {
		if mended[offset] {
			how = dropUnit
		}
		mended[offset] = true
	}
	switch how {
	case replace:
		if i < len(tokens) {
			tokens[i].Kind, tokens[i].Text = m.kind, m.text
			tokens[i].End = tokens[i+width-1].End
			tokens = slices.Delete(tokens, i+1, i+width)
			soften(tokens)
			return tokens
		}
	case replaceBefore:
		if i > 0 {
			tokens[i-1].Kind, tokens[i-1].Text = m.kind, m.text
			return tokens
		}
	case insert:
		t := Token{Kind: m.kind, Text: m.text, virtual: true}
		if i > 0 {
			t.Pos, t.End = tokens[i-1].End, tokens[i-1].End
		} else {
			t.Pos, t.End = tokens[0].Pos, tokens[0].Pos
		}
		tokens = slices.Insert(tokens, i, t)
		soften(tokens)
		return tokens
	case dropToken:
		if i < len(tokens) {
			return slices.Delete(tokens, i, i+width)
		}
	case dropLine:
		end := i + 1
		pl := locate(tokens, i)
		for end < unitEnd(tokens, pl, i+1) && !tokens[end].first {
			end++
		}
		if pl.block >= 0 && (i > pl.block+1 || end < match(tokens, pl.block)) {
			return slices.Delete(tokens, i, end)
		}
	case dropBefore:
		if i > 0 {
			return slices.Delete(tokens, i-1, i)
		}
	case dropRest:
		pl := locate(tokens, i)
		pl.unit = pl.decl
		if end := unitEnd(tokens, pl, i+1); i < end {
			if i > 0 {
				tokens[i-1].mended = true // what is missing behind it now is no mistake
			}
			return slices.Delete(tokens, i, end)
		}
	}
	if m.before && i > 0 && (i >= len(tokens) || locate(tokens, i).unit == i) {
		i--
	}
	return p.drop(tokens, i)
}

// part returns the smallest part around token i that the rest can do without: [lo, hi) is a line of
// a block, a member of a list in it, or a whole declaration. It is one of several members if list
// is set; then a comma goes with it.
func part(tokens []Token, i int) (pl place, lo, hi int, list bool) {
	pl = locate(tokens, i)
	lo, hi = pl.unit, unitEnd(tokens, pl, i+1)
	from := -1
	head := &tokens[min(pl.unit, len(tokens)-1)]
	switch {
	case pl.block >= 0 && isMove(tokens, pl):
		if head.is("do") || head.is("if") || head.is("ensure") || head.is("then") {
			from = pl.unit + 1
		}
	case pl.block >= 0 && (tokens[pl.decl].is("region") || tokens[pl.decl].is("piece")):
		from, hi = pl.block+1, match(tokens, pl.block)
		lo = from
	case pl.block < 0 && (head.is("players") || head.is("turn") || head.is("piece")):
		from = pl.decl + 1
	}
	if from >= 0 && from < hi {
		a, b := item(tokens, from, hi, max(i, from))
		if a > from || b < hi {
			return pl, a, b, true
		}
	}
	return pl, lo, hi, false
}

// drop leaves out the smallest part around token i that the rest can do without.
func (p *parser) drop(tokens []Token, i int) []Token {
	i = min(i, len(tokens)-1)
	pl, lo, hi, list := part(tokens, i)
	switch {
	case list && hi < len(tokens) && tokens[hi].is(","):
		return slices.Delete(tokens, lo, hi+1)
	case list:
		return slices.Delete(tokens, lo-1, hi)
	case pl.block < 0:
		return p.dropHead(tokens, i, pl)
	case lo >= hi: // the block is empty, or the mistake is its end
		pl.unit, pl.block = pl.decl, -1
		return slices.Delete(tokens, pl.decl, unitEnd(tokens, pl, pl.decl+1))
	}
	if out, kept := keepName(tokens, lo, hi, i); kept {
		return out
	}
	out := slices.Delete(tokens, lo, hi)
	// A block that must not be empty goes as a whole.
	if pl.block+1 < len(out) && out[pl.block+1].is("}") && !isMove(out, pl) {
		pl.unit, pl.block = pl.decl, -1
		return slices.Delete(out, pl.decl, unitEnd(out, pl, pl.decl+1))
	}
	return out
}

// dropHead leaves out a declaration with a mistake outside of its block. The block of a move and
// the declarations of an `if` are kept, so that they are read too.
func (p *parser) dropHead(tokens []Token, i int, pl place) []Token {
	end := unitEnd(tokens, pl, i+1)
	brace := -1
	for j := pl.decl; j < end; j++ {
		if tokens[j].is("{") && locate(tokens, min(j+1, len(tokens)-1)).open != j {
			brace = j
			break
		}
		if t := &tokens[j]; t.is("(") || t.is("[") || t.is("{") {
			j = match(tokens, j)
		}
	}
	head := &tokens[pl.decl]
	if brace > i && (head.is("move") || head.is("chance") || head.is("if")) &&
		!(brace == pl.decl+2 && tokens[brace-1].Text == Unread) {
		t := Token{Kind: NameToken, Text: Unread, Pos: head.End, End: head.End, virtual: true}
		return slices.Replace(tokens, pl.decl+1, brace, t)
	}
	if brace > i && (head.is("end") || head.is("setup")) && brace > pl.decl+1 {
		return slices.Delete(tokens, pl.decl+1, brace)
	}
	if i > pl.decl && startsJunk(tokens, i, pl) {
		return slices.Delete(tokens, i, end)
	}
	if out, kept := keepName(tokens, pl.decl, end, i); kept {
		return out
	}
	return slices.Delete(tokens, pl.decl, max(end, pl.decl+1))
}

// keepName leaves out the value of what is named in [lo, hi), a line of a move or a declaration, if
// the mistake at token i lies in it; kept is false if there is no such value. So the name is known
// where it is used.
func keepName(tokens []Token, lo, hi, i int) (out []Token, kept bool) {
	if lo+1 >= hi || tokens[lo+1].Kind != NameToken {
		return tokens, false
	}
	value, sign := -1, "="
	switch head := &tokens[lo]; {
	case head.Kind == WordToken && slices.Contains(roleWords, head.Text):
		value, sign = lo+2, "in"
	case head.is("let"):
		value = lo + 2
	case head.is("def"), head.is("region"), head.is("value"), head.is("counter"), head.is("memory"):
		value = slices.IndexFunc(tokens[lo:hi], func(t Token) bool { return t.is("=") })
		if value > 0 {
			value += lo
		}
	}
	if value < 0 || i < value || value+1 < hi && tokens[value+1].Text == Unread {
		return tokens, false
	}
	end := tokens[value-1].End
	word := Token{Kind: SignToken, Text: sign, Pos: end, End: end, virtual: true}
	if sign == "in" {
		word.Kind = WordToken
	}
	none := word
	none.Kind, none.Text = NameToken, Unread
	return slices.Replace(tokens, value, hi, word, none), true
}

// startsJunk reports whether what stands before token i is a complete declaration: only the rest is
// left out.
func startsJunk(tokens []Token, i int, pl place) bool {
	before := &tokens[i-1]
	if tokens[i].is("}") || i == pl.decl+1 {
		return false
	}
	return tokens[i].first && mayEnd(before, &tokens[i]) || before.is("}")
}

// stacks refuses the attribute of that name, which earlier versions kept for towers.
func (p *parser) stacks(tree *File) {
	Walk(tree, func(x any) bool {
		switch x := x.(type) {
		case *File, *CondDecl, *Pieces, *Piece:
			return true
		case *Attr:
			if x.Name.Text == "stacks" {
				p.add(&diag.Diagnostic{Code: NotYet, Span: x.Name.Span(p.file),
					Summary: "pieces do not say whether they stack; the board does",
					Suggestion: "write `with towers` behind the board: board square(5, 5) with " +
						"towers"})
			}
		}
		return false
	})
}
