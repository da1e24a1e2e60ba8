package wire

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// PGN is a game in Portable Game Notation, the usual format for chess games.
type PGN struct {
	Tags  []Tag
	Start *interp.Position
	Steps []interp.Move
	// Remarks[i] is what stands after i steps besides the moves, in order; there may be fewer
	// entries than steps. A comment is `{…}`, whatever it was written as; a variation `(…)`; signs
	// of judgment are such as `$3` or `!?`.
	Remarks [][]string
	// Result is 1-0, 0-1, 1/2-1/2 or *.
	Result string
	// After counts the moves that follow a draw by the rules, as of a game in which nobody claimed it.
	// They are not among the steps.
	After int
}

// Tag is a line of the head.
type Tag struct{ Name, Value string }

// Tag returns the value of a tag; "" if there is none.
func (g *PGN) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// remark adds what stands after the last step.
func (g *PGN) remark(text string) { put(&g.Remarks, len(g.Steps), text) }

// put adds a text to the i-th list.
func put(lists *[][]string, i int, text string) {
	for len(*lists) <= i {
		*lists = append(*lists, nil)
	}
	(*lists)[i] = append((*lists)[i], text)
}

// PGNResult writes a result for two players.
func PGNResult(r *interp.Result) string {
	switch {
	case r == nil:
		return "*"
	case len(r.Winners) == 1 && !r.Draw && r.Winners[0] == 0:
		return "1-0"
	case len(r.Winners) == 1 && !r.Draw:
		return "0-1"
	}
	return "1/2-1/2"
}

// pgnResults are the words that end a game, with the forms that some programs write.
var pgnResults = map[string]string{"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*",
	"½-½": "1/2-1/2", "1/2": "1/2-1/2"}

// standardTags are the tags that every PGN has, and what they say if it is not known.
var standardTags = []Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}}

// Write writes a game: the seven tags that every PGN has, then the given ones, the start as FEN
// unless it is the usual one, and the moves with the remarks. d writes the positions.
func (s *SAN) Write(to io.Writer, d Dialect, g *PGN) error {
	var b pgnWriter
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
	known := []string{"SetUp", "FEN", "Result"}
	for _, t := range standardTags {
		known = append(known, t.Name)
		if v := g.Tag(t.Name); v != "" {
			t.Value = v
		}
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, quoted.Replace(t.Value))
	}
	fmt.Fprintf(&b, "[Result \"%s\"]\n", g.Result)
	for _, t := range g.Tags {
		if !slices.Contains(known, t.Name) {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, quoted.Replace(t.Value))
		}
	}
	if !g.Start.Equal(s.game.Start()) {
		fmt.Fprintf(&b, "[SetUp \"1\"]\n[FEN \"%s\"]\n", d.Position(g.Start))
	}
	b.WriteByte('\n')
	p := g.Start
	number := true // the next move has one, whoever makes it
	for i := 0; ; i++ {
		if i < len(g.Remarks) {
			for j, remark := range g.Remarks[i] {
				number = b.remark(remark, i > 0 && j == 0) || number
			}
		}
		if i == len(g.Steps) {
			break
		}
		text, ok := s.Text(p, g.Steps[i])
		if !ok {
			return &GameError{Move: i + 1, Err: errors.New("it cannot be written in this notation")}
		}
		round := p.Ply()/2 + 1
		switch {
		case p.ToMove() == 0:
			b.word(fmt.Sprintf("%d.", round))
		case number:
			b.word(fmt.Sprintf("%d...", round))
		}
		b.word(text)
		number = false
		var err error
		if p, err = s.game.Play(p, g.Steps[i]); err != nil {
			return err
		}
	}
	b.word(g.Result)
	b.WriteString("\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// pgnWriter breaks lines between words.
type pgnWriter struct {
	strings.Builder
	line int // characters in the last line
}

func (b *pgnWriter) word(text string) {
	const width = 80
	switch {
	case b.line == 0:
	case b.line+1+len(text) > width && text[0] != '%': // which hides a line that begins with it
		b.WriteByte('\n')
		b.line = 0
	default:
		b.WriteByte(' ')
		b.line++
	}
	b.WriteString(text)
	b.line += len(text)
}

// suffixes are the signs of judgment that may follow a move immediately, as everywhere else they
// are numbers.
var suffixes = map[string]string{"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5",
	"?!": "$6"}

// remark writes a remark, and reports whether the next move needs its number again. After is set
// right after a move.
func (b *pgnWriter) remark(text string, after bool) (number bool) {
	if sign := suffixes[text]; sign != "" && after {
		b.WriteString(text)
		b.line += len(text)
		return false
	} else if sign != "" {
		text = sign
	}
	if text[0] == '{' && strings.Contains(text[:len(text)-1], "}") {
		if b.line > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(";" + text[1:len(text)-1] + "\n")
		b.line = 0
		return true
	}
	for _, word := range strings.Fields(text) {
		b.word(word)
	}
	return text[0] != '$'
}

// IsPGN reports whether a text begins as a PGN with tags does.
func IsPGN(text string) bool {
	text = strings.TrimPrefix(text, "\ufeff")
	for {
		text = strings.TrimSpace(text)
		if text == "" || text[0] != '%' && text[0] != ';' {
			return tagName(text) != ""
		}
		_, text, _ = strings.Cut(text, "\n")
	}
}

// tagName returns the name of the tag that a line begins with, "" if it does not.
func tagName(line string) string {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "[")
	name, rest, blank := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	if !ok || !blank || strings.ContainsAny(name, "[]{}()%\"\r\n") ||
		!strings.HasPrefix(strings.TrimLeft(rest, " \t"), `"`) {
		return ""
	}
	return name
}

// Read reads the first game of a PGN, as [PGNReader.Next] does. If there is an error, the game
// holds what comes before it.
func (s *SAN) Read(text string, info *ruleset.Info) (*PGN, error) {
	g, err := s.Reader(strings.NewReader(text), info).Next()
	if g == nil {
		g = &PGN{Start: s.game.Start(), Result: "*"}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return g, err
}

// PGNReader reads the games of a file one after the other. It holds one game at a time, of at most
// [MaxGame] bytes.
type PGNReader struct {
	// Left counts what was not read.
	Left Left
	// Start is where games without a tag FEN begin; nil: at the start of the rules.
	Start *interp.Position

	san  *SAN
	info *ruleset.Info
	in   *bufio.Reader
	held string // a line that belongs to the next game
	line int    // the number of the line that is held, or of the next one
	rest string // what follows a game in the lines that were read for it
	// restLine is the number of its first line.
	restLine int
}

// Reader returns a reader for the games of a file.
func (s *SAN) Reader(from io.Reader, info *ruleset.Info) *PGNReader {
	const size = 1 << 16
	return &PGNReader{san: s, info: info, in: bufio.NewReaderSize(from, size), line: 1, Left: Left{}}
}

// Next reads a game. A [*GameError] says what is wrong with it; the game then holds what comes
// before the mistake, and Next goes on with the next game. The error is io.EOF after the last game;
// any other means that the file cannot be read.
func (r *PGNReader) Next() (*PGN, error) {
	for {
		text, first := r.rest, r.restLine
		if strings.TrimSpace(text) == "" {
			first = r.line
			data, err := r.nextGame()
			if err != nil {
				return nil, err
			}
			text = decoded(data, r.Left)
		}
		g := &PGN{Start: cmp.Or(r.Start, r.san.game.Start()), Result: "*"}
		s := &pgnScanner{text: text}
		err := r.read(g, s)
		if err != nil {
			var wrong *GameError
			if !errors.As(err, &wrong) {
				wrong = &GameError{Err: err}
			}
			wrong.Line = first + strings.Count(text[:s.from], "\n")
			s.skipGame()
			err = wrong
		}
		r.rest, r.restLine = text[s.at:], first+strings.Count(text[:s.at], "\n")
		if err == nil && len(g.Tags)+len(g.Steps) == 0 && !s.ended {
			r.Left.add("comment outside of the games", len(slices.Concat(g.Remarks...)))
			continue
		}
		return g, err
	}
}

// nextGame reads the lines of the next game, or of several without tags.
func (r *PGNReader) nextGame() ([]byte, error) {
	var data []byte
	var tag string // the first one
	var moves, comment, quiet, blank, over bool
	first, some := r.line, false
	newLine := true
	for {
		piece := r.held
		if r.held = ""; piece == "" {
			got, err := r.in.ReadSlice('\n')
			if piece = string(got); piece == "" {
				switch {
				case err != io.EOF:
					return nil, err
				case over:
					return nil, tooLarge(first)
				case !some:
					return nil, io.EOF
				}
				return data, nil
			}
		}
		if newLine {
			name := tagName(strings.TrimPrefix(piece, "\ufeff"))
			if name != "" && (moves && (!comment || blank) || blank && name == tag) {
				r.held = piece
				if over {
					return nil, tooLarge(first)
				}
				return data, nil
			}
			if tag == "" && !moves {
				tag = name
			}
			quiet = name != "" && !comment || piece[0] == '%' && !comment
			blank = strings.TrimSpace(piece) == ""
			some = some || !blank
		}
		for i := 0; i < len(piece) && !quiet; i++ {
			switch c := piece[i]; {
			case comment:
				comment = c != '}'
			case c == '{':
				comment = true
			case c == ';':
				quiet = true
			case c > ' ':
				moves = true
			}
		}
		if newLine = strings.HasSuffix(piece, "\n"); newLine {
			r.line++
		}
		if over = over || len(data)+len(piece) > MaxGame; !over {
			data = append(data, piece...)
		}
		if words := strings.Fields(piece); tag == "" && moves && !comment && newLine &&
			len(words) > 0 && pgnResults[words[len(words)-1]] != "" && !over {
			return data, nil // games without tags end with their results
		}
	}
}

func tooLarge(line int) error {
	return &GameError{Line: line, Err: fmt.Errorf("the game is larger than %d MB", MaxGame>>20)}
}

// read reads a game.
func (r *PGNReader) read(g *PGN, s *pgnScanner) error {
	for {
		if err := s.next(); err != nil {
			return err
		}
		if strings.HasPrefix(s.token, "{") {
			g.remark(s.token)
			continue
		}
		if s.token != "[" {
			break
		}
		tag, rest, err := readTag(s.text[s.from:])
		if err != nil {
			return err
		}
		g.Tags = append(g.Tags, tag)
		s.at = len(s.text) - len(rest)
	}
	if fen := g.Tag("FEN"); fen != "" {
		p, err := ParsePosition(r.san.game, r.info, fen)
		if err != nil {
			return fmt.Errorf("the tag FEN: %w", err)
		}
		g.Start = p
	}
	p := g.Start
	for ; s.token != ""; s.next() {
		if s.failed != nil {
			return s.failed
		}
		result := pgnResults[s.token]
		switch c := s.token[0]; {
		case g.After > 0 && strings.IndexByte("{$!?(", c) >= 0:
			r.Left.add(sort(s.token), 1)
			continue
		case strings.IndexByte("{$!?", c) >= 0, c == '(' && !s.ended:
			g.remark(s.token)
			continue
		case s.ended || c == '[' && tagName(s.text[s.from:]) != "":
			s.at = s.from // the next game
			r.result(g, s.ended)
			return nil
		case result != "":
			g.Result, s.ended = result, true
			continue
		}
		word := s.token
		if word = strings.TrimLeft(word, "0123456789"); !strings.HasPrefix(word, "-") {
			word = strings.TrimLeft(word, ".")
		} else {
			word = "0" + word // 0-0
		}
		move := strings.TrimRight(word, "!?")
		if move == "" || move == "e.p." {
			continue
		}
		if end := p.Result(); end != nil && end.Draw && end.Sentence >= 0 {
			g.After++
			continue
		} else if end != nil {
			return &GameError{Move: len(g.Steps) + 1, Err: fmt.Errorf("the game is over: %s",
				r.san.game.ResultText(end))}
		}
		m, err := r.san.Parse(p, move)
		if err == nil {
			p, err = r.san.game.Play(p, m)
		}
		if err != nil {
			return &GameError{Move: len(g.Steps) + 1, Err: err}
		}
		g.Steps = append(g.Steps, m)
		if sign := word[len(move):]; suffixes[sign] != "" {
			g.remark(sign)
		} else if sign != "" {
			r.Left.add("sign of judgment", 1)
		}
	}
	r.result(g, s.ended)
	return s.failed
}

// result takes the result of a game from its tag, if the moves do not end with one.
func (r *PGNReader) result(g *PGN, ended bool) {
	if said := pgnResults[g.Tag("Result")]; g.Result == "*" && said != "" {
		g.Result = said
	} else if ended && said != "" && said != "*" && said != g.Result {
		r.Left.add("contradictory Result tag", 1)
	}
}

// pgnScanner splits a game at its parts.
type pgnScanner struct {
	text   string
	from   int    // where the token begins
	at     int    // where it ends
	token  string // a word, `{comment}`, `(variation)`, or "[" for a tag; "" at the end
	ended  bool   // the result was read
	failed error
}

// next reads the next token. After an error it returns the same error forever.
func (s *pgnScanner) next() error {
	if s.failed != nil {
		return s.failed
	}
	for s.at < len(s.text) {
		if c := s.text[s.at]; c == '%' && (s.at == 0 || s.text[s.at-1] == '\n') {
			s.at += len(lineOf(s.text[s.at:]))
		} else if c <= ' ' {
			s.at++
		} else {
			break
		}
	}
	s.from, s.token = s.at, ""
	if s.at == len(s.text) {
		return nil
	}
	switch rest := s.text[s.at:]; rest[0] {
	case '{', ';':
		s.token = s.comment()
	case '(':
		s.token = s.variation()
	case ')':
		s.failed = errors.New("a variation is closed that was never opened")
	case '[':
		s.token = "["
		s.at++
	default:
		if s.at = strings.IndexAny(rest, " \t\r\n{}();["); s.at <= 0 {
			s.at = len(rest)
		}
		s.at += s.from
		s.token = s.text[s.from:s.at]
	}
	return s.failed
}

// lineOf returns a text up to the end of its first line.
func lineOf(text string) string {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return text
}

// folded writes a text in one line, with single blanks.
func folded(text string) string { return strings.Join(strings.Fields(text), " ") }

// comment reads a comment; it returns it in braces.
func (s *pgnScanner) comment() string {
	rest := s.text[s.at:]
	if rest[0] == ';' {
		line := lineOf(rest)
		s.at += len(line)
		return "{" + folded(line[1:]) + "}"
	}
	text, _, ok := strings.Cut(rest[1:], "}")
	if !ok {
		s.failed = fmt.Errorf("a comment is not closed: %.20q", strings.TrimSpace(lineOf(rest)))
		return ""
	}
	s.at += 1 + len(text) + 1
	return "{" + folded(text) + "}"
}

// variation reads a variation with all that is in it.
func (s *pgnScanner) variation() string {
	var b strings.Builder
	for depth := 0; s.at < len(s.text); {
		switch c := s.text[s.at]; c {
		case '{', ';':
			text := s.comment()
			if s.failed != nil {
				return ""
			}
			if inner := text[1 : len(text)-1]; strings.Contains(inner, "}") {
				text = "{" + strings.ReplaceAll(inner, "}", ")") + "}"
			}
			b.WriteString(text)
			continue
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.at++
				return folded(b.String() + ")")
			}
		}
		b.WriteByte(s.text[s.at])
		s.at++
	}
	s.at, s.failed = s.from, errors.New("a variation is not closed")
	return ""
}

// skipGame goes on behind the next result; to the end if there is none.
func (s *pgnScanner) skipGame() {
	for s.failed == nil && !s.ended {
		if s.next(); s.token == "" {
			break
		}
		s.ended = pgnResults[s.token] != ""
	}
	if s.failed != nil {
		s.at = len(s.text)
	}
}

// readTag reads [Name "Value"] at the beginning of a text.
func readTag(text string) (tag Tag, rest string, err error) {
	line, _, _ := strings.Cut(text, "\n")
	wrong := fmt.Errorf("%q is not a tag; expected [Name \"Value\"]", strings.TrimSpace(line))
	name, behind, ok := strings.Cut(text[1:], `"`)
	if !ok {
		return tag, "", wrong
	}
	tag.Name = strings.TrimSpace(name)
	var value strings.Builder
	for i := 0; i < len(behind); i++ {
		switch c := behind[i]; {
		case c == '\\' && i+1 < len(behind):
			i++
			value.WriteByte(behind[i])
		case c == '"':
			end := strings.TrimLeft(behind[i+1:], " \t")
			if tag.Name == "" || !strings.HasPrefix(end, "]") {
				return tag, "", wrong
			}
			tag.Value = value.String()
			return tag, end[1:], nil
		default:
			value.WriteByte(c)
		}
	}
	return tag, "", wrong
}
