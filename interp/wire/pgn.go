package wire

import (
	"fmt"
	"io"
	"strings"

	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// PGN is a game in Portable Game Notation, the usual format for chess games.
type PGN struct {
	Tags  []Tag
	Start *interp.Position
	Steps []interp.Move
	// Result is 1-0, 0-1, 1/2-1/2 or *.
	Result string
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

// Write writes a game: the seven tags that every PGN has, then the given ones, the start as FEN
// unless it is the usual one, and the moves. d writes the positions.
func (s *SAN) Write(to io.Writer, d Dialect, g *PGN) error {
	var b strings.Builder
	standard := []Tag{
		{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"},
		{"Black", "?"}, {"Result", g.Result},
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
	known := map[string]bool{"SetUp": true, "FEN": true}
	for _, t := range standard {
		known[t.Name] = true
		if v := g.Tag(t.Name); v != "" && t.Name != "Result" {
			t.Value = v
		}
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, quoted.Replace(t.Value))
	}
	for _, t := range g.Tags {
		if !known[t.Name] {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, quoted.Replace(t.Value))
		}
	}
	if !g.Start.Equal(s.game.Start()) {
		fmt.Fprintf(&b, "[SetUp \"1\"]\n[FEN \"%s\"]\n", d.Position(g.Start))
	}
	b.WriteByte('\n')
	line := 0
	word := func(text string) {
		const width = 80
		switch {
		case line == 0:
		case line+1+len(text) > width:
			b.WriteByte('\n')
			line = 0
		default:
			b.WriteByte(' ')
			line++
		}
		b.WriteString(text)
		line += len(text)
	}
	p := g.Start
	for i, m := range g.Steps {
		text, ok := s.Text(p, m)
		if !ok {
			return fmt.Errorf("move %d cannot be written in this notation", i+1)
		}
		round := p.Ply()/2 + 1
		switch {
		case p.ToMove() == 0:
			word(fmt.Sprintf("%d.", round))
		case i == 0:
			word(fmt.Sprintf("%d...", round))
		}
		word(text)
		var err error
		if p, err = s.game.Play(p, m); err != nil {
			return err
		}
	}
	word(g.Result)
	b.WriteString("\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// IsPGN reports whether a text begins as a PGN with tags does.
func IsPGN(text string) bool {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	name, rest, ok := strings.Cut(strings.TrimPrefix(text, "["), " ")
	return ok && strings.HasPrefix(text, "[") && name != "" &&
		!strings.ContainsAny(name, "[]\"\n") &&
		strings.HasPrefix(strings.TrimSpace(rest), `"`)
}

// Read reads the first game of a PGN. It skips comments, variations and marks. The error says which
// move is wrong; in that case the game holds what comes before it.
func (s *SAN) Read(text string, info *ruleset.Info) (*PGN, error) {
	g := &PGN{Start: s.game.Start(), Result: "*"}
	rest := strings.TrimPrefix(text, "\ufeff")
	for {
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !strings.HasPrefix(rest, "[") {
			break
		}
		tag, behind, err := readTag(rest)
		if err != nil {
			return g, err
		}
		g.Tags, rest = append(g.Tags, tag), behind
	}
	if fen := g.Tag("FEN"); fen != "" {
		p, err := ParsePosition(s.game, info, fen)
		if err != nil {
			return g, fmt.Errorf("the tag FEN: %w", err)
		}
		g.Start = p
	}
	words, err := moveText(rest)
	if err != nil {
		return g, err
	}
	p := g.Start
	for _, word := range words {
		switch word {
		case "1-0", "0-1", "1/2-1/2", "*":
			g.Result = word
			return g, nil
		}
		if word = strings.TrimLeft(word, "0123456789"); !strings.HasPrefix(word, "-") {
			word = strings.TrimLeft(word, ".")
		} else {
			word = "0" + word // 0-0
		}
		if word == "" {
			continue
		}
		m, err := s.Parse(p, word)
		if err != nil {
			return g, fmt.Errorf("move %d: %w", len(g.Steps)+1, err)
		}
		g.Steps = append(g.Steps, m)
		if p, err = s.game.Play(p, m); err != nil {
			return g, err
		}
	}
	return g, nil
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

// moveText returns the words of the moves, without comments, variations and marks, up to the next
// game.
func moveText(text string) ([]string, error) {
	var words []string
	depth := 0
	for len(text) > 0 {
		switch c := text[0]; {
		case c == '{':
			_, rest, ok := strings.Cut(text, "}")
			if !ok {
				return nil, fmt.Errorf("a comment is not closed: %.20q", text)
			}
			text = rest
		case c == ';' || c == '%':
			_, text, _ = strings.Cut(text, "\n")
		case c == '(':
			depth++
			text = text[1:]
		case c == ')':
			if depth--; depth < 0 {
				return nil, fmt.Errorf("a variation is closed that was never opened")
			}
			text = text[1:]
		case c == '[' && depth == 0:
			return words, nil // the next game
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			text = text[1:]
		default:
			n := strings.IndexAny(text, " \t\r\n{}();[")
			if n <= 0 {
				n = len(text)
			}
			if word := text[:n]; depth == 0 && !strings.HasPrefix(word, "$") {
				words = append(words, word)
			}
			text = text[n:]
		}
	}
	if depth > 0 {
		return nil, fmt.Errorf("a variation is not closed")
	}
	return words, nil
}
