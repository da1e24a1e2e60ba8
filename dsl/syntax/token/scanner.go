package token

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// scanner reads a text from left to right.
type scanner struct {
	file         *source.File
	text         string
	at           int // offset of the next byte
	line, column int // of the next byte
	fresh        bool
	tokens       []Token
	list         diag.List
	odd          bool // the text has an odd number of """, so one of them has no partner
	noStarSlash  bool // no */ is left in the text
}

func (s *scanner) pos() Position {
	return Position{Offset: s.at, Line: s.line, Column: s.column}
}

// skip moves over n bytes.
func (s *scanner) skip(n int) {
	for _, r := range s.text[s.at : s.at+n] {
		if r == '\n' {
			s.line++
			s.column = 1
		} else {
			s.column++
		}
	}
	s.at += n
}

// put turns the next n bytes into a token and returns it.
func (s *scanner) put(kind Kind, n int) *Token {
	t := Token{Kind: kind, Text: s.text[s.at : s.at+n], Pos: s.pos(), First: s.fresh}
	s.skip(n)
	t.End = s.pos()
	if kind != CommentToken {
		s.fresh = false
	}
	s.tokens = append(s.tokens, t)
	return &s.tokens[len(s.tokens)-1]
}

// mend turns the next n bytes into a token that counts as a different text.
func (s *scanner) mend(kind Kind, n int, text string) *Token {
	s.offer(text)
	t := s.put(kind, n)
	t.Text = text
	return t
}

// report adds a diagnostic about the next n bytes.
func (s *scanner) report(code diag.Code, n int, summary, suggestion string) {
	if len(s.list) > MostMistakes {
		return
	}
	s.list.Add(&diag.Diagnostic{
		Code: code, Span: source.Span{File: s.file, Lo: s.at, Hi: s.at + n}, Summary: summary,
		Suggestion: suggestion,
	})
}

// offer adds a fix to the last diagnostic: replace the reported bytes with text.
func (s *scanner) offer(text string) {
	if len(s.list) == 0 {
		return
	}
	d := s.list[len(s.list)-1]
	if d.Span.Lo == s.at && d.Code != BadNumber && !strings.Contains(text, "\n") {
		d.Fixes = append(d.Fixes, Replacing(d.Span, text))
	}
}

// Signs are the operators; of those that begin alike, the longest comes first.
var Signs = []string{"<->", "->", "-=", "+=", ":=", "!=", "<=", ">=", "..",
	"=", "<", ">", "(", ")", "{", "}", "[", "]", ".", ",", ":", "+", "-", "*", "/", "^", "&", "|"}

// foreign maps operators of other languages and of mathematics to ours; those with an empty word
// are left out.
var foreign = []struct {
	written string
	kind    Kind
	text    string
	summary string
}{
	{"...", SignToken, "..", "a range is written with two dots"},
	{"…", SignToken, "..", "a range is written with two dots"},
	{"==", SignToken, "=", "one `=` compares"},
	{"≠", SignToken, "!=", "`≠` is written `!=`"},
	{"≤", SignToken, "<=", "`≤` is written `<=`"},
	{"≥", SignToken, ">=", "`≥` is written `>=`"},
	{"=>", WordToken, "implies",
		"the language has no `=>`: write `->` to move a piece, `>=` for \"at least\", and " +
			"`implies` for what follows from a condition"},
	{"=<", SignToken, "<=", "`=<` is written `<=`"},
	{"<>", SignToken, "!=", "`<>` is written `!=`"},
	{"&&", WordToken, "and", "`&&` is written `and`; one `&` is the common part of two sets"},
	{"||", WordToken, "or", "`||` is written `or`; one `|` is the union of two sets"},
	{"→", SignToken, "->", "`→` is written `->`"},
	{"↔", SignToken, "<->", "`↔` is written `<->`"},
	{"–>", SignToken, "->", "`–>` is written `->`"},
	{"—>", SignToken, "->", "`—>` is written `->`"},
	{"−>", SignToken, "->", "`−>` is written `->`"},
	{"−", SignToken, "-", "`−` is a typographic sign; write `-`"},
	{"–", SignToken, "-", "`–` is a typographic sign; write `-`"},
	{"—", SignToken, "-", "`—` is a typographic sign; write `-`"},
	{"×", SignToken, "*", "`×` is written `*`"},
	{"·", SignToken, "*", "`·` is written `*`"},
	{"÷", SignToken, "/", "`÷` is written `/`"},
	{"%", WordToken, "mod", "`%` is written `mod`"},
	{"∈", WordToken, "in", "`∈` is written `in`"},
	{"∩", SignToken, "&", "`∩` is written `&`"},
	{"∪", SignToken, "|", "`∪` is written `|`"},
	{"∧", WordToken, "and", "`∧` is written `and`"},
	{"∨", WordToken, "or", "`∨` is written `or`"},
	{"¬", WordToken, "not", "`¬` is written `not`"},
	{"!", WordToken, "not", "`!` is written `not`"},
	{";", EndOfFile, "",
		"the language has no `;`: a line needs no mark at its end, and commas join the members " +
			"of a list"},
}

// closers maps the quotes of word processors and other languages to what closes them.
var closers = map[rune]string{'“': "”“", '”': "”“", '„': "“”", '«': "»", '»': "«", '\'': "'",
	'‘': "’‘", '’': "’", '`': "`"}

func (s *scanner) run() {
	s.at = len(s.text) - len(strings.TrimPrefix(s.text, "\ufeff"))
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '\n':
			s.skip(1)
			s.fresh = true
		case c == ' ', c == '\t', c == '\r', c == '\v', c == '\f':
			s.skip(1)
		case c == '#':
			s.put(CommentToken, s.restOfLine())
		case c == '"':
			s.quoted()
		case '0' <= c && c <= '9':
			s.number()
		case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf &&
			s.letterAhead():
			s.word()
		default:
			s.sign()
		}
	}
	s.put(EndOfFile, 0)
}

// restOfLine returns the number of bytes before the end of the line, not counting a carriage return
// there.
func (s *scanner) restOfLine() int {
	rest := s.text[s.at:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return len(strings.TrimRight(rest, "\r"))
}

func (s *scanner) letterAhead() bool {
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return unicode.IsLetter(r)
}

func (s *scanner) word() {
	n := WordLength(s.text[s.at:])
	kind := NameToken
	if reserved[s.text[s.at:s.at+n]] {
		kind = WordToken
	}
	s.put(kind, n)
}

func (s *scanner) number() {
	rest := s.text[s.at:]
	n := 0
	for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
		n++
	}
	if all := WordLength(rest); all > n {
		s.report(BadNumber, all,
			fmt.Sprintf("`%s` is neither a number nor a name", Clip(rest[:all])),
			"a name begins with a letter; a number has digits only")
		s.mend(NameToken, all, "n"+rest[:all])
		return
	}
	if n+1 < len(rest) && rest[n] == '.' && '0' <= rest[n+1] && rest[n+1] <= '9' {
		end := n + 1
		for end < len(rest) && '0' <= rest[end] && rest[end] <= '9' {
			end++
		}
		s.report(BadNumber, end, fmt.Sprintf("`%s` is not a whole number", Clip(rest[:end])),
			fmt.Sprintf("numbers are whole here; a range is written `%s..%s`", Clip(rest[:n]),
				Clip(rest[n+1:end])))
		s.mend(IntToken, end, rest[:n])
		return
	}
	if _, ok := ParseInt(rest[:n]); !ok {
		s.report(NumberTooBig, n, fmt.Sprintf("`%s` is too big a number", Clip(rest[:n])),
			"the largest is 9223372036854775807")
	}
	s.put(IntToken, n)
}

// ParseInt parses decimal digits and reports whether the number fits.
func ParseInt(digits string) (int64, bool) {
	var v int64
	for _, d := range []byte(digits) {
		if v > (1<<63-1-int64(d-'0'))/10 {
			return 1<<63 - 1, false
		}
		v = v*10 + int64(d-'0')
	}
	return v, true
}

// quoted reads a text or a picture.
func (s *scanner) quoted() {
	rest := s.text[s.at:]
	if strings.HasPrefix(rest, `"""`) {
		if end := strings.Index(rest[3:], `"""`); end >= 0 && !s.swallows(rest[3:3+end]) {
			s.putText(PictureToken, end+6)
			return
		}
		end := s.pictureEnd(rest)
		s.report(OpenPicture, 3, `this picture is never closed`,
			`put """ on a line of its own below the picture`)
		s.mend(PictureToken, end, rest[:end]+`"""`).Mended = true
		return
	}
	n := s.restOfLine()
	if end := strings.IndexByte(rest[1:n], '"'); end >= 0 {
		s.putText(StringToken, end+2)
		return
	}
	s.openString(n, "quoted text must end on the line where it begins",
		`put " where the text ends`, OpenString)
}

// putText reads a quoted text of n bytes. It will be shown on terminals and pages, so it must not
// contain hidden characters.
func (s *scanner) putText(kind Kind, n int) {
	text := s.text[s.at : s.at+n]
	_, r, hidden := source.FirstHidden(text)
	if !hidden {
		s.put(kind, n)
		return
	}
	s.report(StrayCharacter, n, fmt.Sprintf("the text contains the hidden character U+%04X", r),
		"remove it")
	s.mend(kind, n, source.Safe(text))
}

// openString reports a text that is not closed on its line, which has n bytes left. It guesses
// where the text should end: a bracket or comma at the end of the line most likely belongs to the
// rules.
func (s *scanner) openString(n int, summary, suggestion string, code diag.Code) {
	_, quote := utf8.DecodeRuneInString(s.text[s.at:])
	line := s.text[s.at : s.at+n]
	kept := strings.TrimRight(line, " \t")
	if bare := strings.TrimRight(kept, "{}, \t"); len(bare) > quote {
		kept = bare
	}
	s.report(code, quote, summary, suggestion)
	s.mend(StringToken, len(kept), `"`+strings.ReplaceAll(kept[quote:], `"`, "")+`"`).Mended = true
}

// swallows reports whether a picture contains a line that can only be a declaration, so that its
// end belongs to another picture.
func (s *scanner) swallows(picture string) bool {
	return s.odd && declarationLine(picture) >= 0
}

// pictureEnd returns where an unclosed picture is cut off so that parsing can continue: before the
// first declaration below it.
func (s *scanner) pictureEnd(rest string) int {
	if i := declarationLine(rest); i >= 0 {
		return len(strings.TrimRight(rest[:i], " \t\r\n"))
	}
	return len(strings.TrimRight(rest, " \t\r\n"))
}

// declarationLine returns the offset of the first line, other than the very first, that begins with
// the word of a declaration and continues with another word, a text or a brace; -1 if there is
// none.
func declarationLine(text string) int {
	for i := strings.IndexByte(text, '\n'); i >= 0; {
		line := text[i+1:]
		if n := WordLength(line); n > 1 && IsDeclWord(line[:n]) {
			after := strings.TrimLeft(line[n:], " \t")
			if m := WordLength(after); m > 0 || strings.HasPrefix(after, `"`) ||
				strings.HasPrefix(after, "{") {
				return i + 1
			}
		}
		next := strings.IndexByte(line, '\n')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return -1
}

// sign reads an operator, or something that is not part of the language.
func (s *scanner) sign() {
	rest := s.text[s.at:]
	for _, f := range foreign {
		if !strings.HasPrefix(rest, f.written) || f.written == "!" && strings.HasPrefix(rest, "!=") {
			continue
		}
		n := len(f.written)
		s.report(ForeignOperator, n, f.summary, "")
		if f.kind == EndOfFile {
			s.offer("")
			s.skip(n)
		} else {
			s.mend(f.kind, n, f.text)
		}
		return
	}
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") {
		n := s.restOfLine()
		if rest[1] == '*' && !s.noStarSlash {
			if end := strings.Index(rest, "*/"); end >= 0 {
				n = end + 2
			} else {
				s.noStarSlash = true
			}
		}
		s.report(ForeignComment, 2, fmt.Sprintf("a comment begins with `#`, not with `%s`",
			rest[:2]), "")
		s.offer("#")
		s.skip(n)
		return
	}
	for _, sign := range Signs {
		if strings.HasPrefix(rest, sign) {
			s.put(SignToken, len(sign))
			return
		}
	}
	r, n := utf8.DecodeRuneInString(rest)
	if unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' {
		s.skip(n)
		return
	}
	if closing, quote := closers[r]; quote {
		s.wrongQuotes(n, closing)
		return
	}
	what := fmt.Sprintf("`%c`", r)
	if !unicode.IsGraphic(r) {
		what = fmt.Sprintf("the character U+%04X", r)
	}
	s.report(StrayCharacter, n, what+" is not part of the language", "remove it")
	s.skip(n)
	if k := len(s.tokens); k > 0 {
		s.tokens[k-1].Mended = true
	}
}

// wrongQuotes reads a text in quotes other than the language's own; n is the length of the opening
// quote.
func (s *scanner) wrongQuotes(n int, closing string) {
	const summary, suggestion = "put text between straight double quotes", `write "…"`
	line := s.text[s.at : s.at+s.restOfLine()]
	if end := strings.IndexAny(line[n:], closing+`"`); end >= 0 {
		_, last := utf8.DecodeRuneInString(line[n+end:])
		s.report(WrongQuotes, n+end+last, summary, suggestion)
		s.mend(StringToken, n+end+last, `"`+line[n:n+end]+`"`)
		return
	}
	s.openString(len(line), summary, suggestion, WrongQuotes)
}
