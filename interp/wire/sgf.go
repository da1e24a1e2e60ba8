package wire

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// SGF is a game in the Smart Game Format: the properties of its root, and its nodes along the first
// variation.
type SGF struct {
	Root  Node
	Nodes []Node // after the root
}

// Node is a node: its properties in order.
type Node []Property

// Property is a name and its values, without brackets and escapes.
type Property struct {
	Name   string
	Values []string
}

// Value returns the first value of a property; "" if the node does not have it.
func (n Node) Value(name string) string {
	for _, p := range n {
		if p.Name == name {
			return p.Values[0]
		}
	}
	return ""
}

// IsSGF reports whether a text begins as the Smart Game Format does.
func IsSGF(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")), "(")
	return ok && strings.HasPrefix(strings.TrimSpace(rest), ";")
}

// ReadSGF reads the first game of a file, along the first variation everywhere.
func ReadSGF(text string) (*SGF, error) {
	r := &sgfReader{text: strings.TrimPrefix(text, "\ufeff")}
	var nodes []Node
	for {
		r.blanks()
		switch c := r.next(); {
		case c == '(':
		case c == ';':
			node, err := r.node()
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, node)
		case c == ')' && len(nodes) > 0:
			return &SGF{nodes[0], nodes[1:]}, nil
		case c == 0:
			return nil, fmt.Errorf("line %d: the game is not closed; a ) is missing", r.line())
		default:
			return nil, fmt.Errorf("line %d: %q is out of place in SGF; a node begins with ;",
				r.line(), c)
		}
	}
}

// sgfReader reads a text.
type sgfReader struct {
	text string
	at   int
}

func (r *sgfReader) line() int { return 1 + strings.Count(r.text[:min(r.at, len(r.text))], "\n") }

// next reads a byte; 0 at the end.
func (r *sgfReader) next() byte {
	if r.at >= len(r.text) {
		return 0
	}
	r.at++
	return r.text[r.at-1]
}

func (r *sgfReader) blanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// node reads the properties after a semicolon.
func (r *sgfReader) node() (Node, error) {
	var node Node
	for {
		r.blanks()
		from := r.at
		for r.at < len(r.text) && (r.text[r.at] >= 'A' && r.text[r.at] <= 'Z' ||
			r.text[r.at] >= 'a' && r.text[r.at] <= 'z') {
			r.at++
		}
		if r.at == from {
			return node, nil
		}
		// Old files have lowercase letters in names, which mean nothing.
		p := Property{Name: strings.Map(func(c rune) rune {
			if c >= 'a' {
				return -1
			}
			return c
		}, r.text[from:r.at])}
		for r.blanks(); r.at < len(r.text) && r.text[r.at] == '['; r.blanks() {
			r.at++
			value, err := r.value()
			if err != nil {
				return nil, err
			}
			p.Values = append(p.Values, value)
		}
		if p.Values == nil {
			return nil, fmt.Errorf("line %d: the property %s has no value in brackets", r.line(),
				p.Name)
		}
		node = append(node, p)
	}
}

// value reads a value up to its closing bracket.
func (r *sgfReader) value() (string, error) {
	line := r.line()
	var value strings.Builder
	for {
		switch c := r.next(); c {
		case 0:
			return "", fmt.Errorf("line %d: the value is not closed; a ] is missing", line)
		case ']':
			return value.String(), nil
		case '\\':
			if c = r.next(); c != '\n' && c != 0 { // a continued line
				value.WriteByte(c)
			}
		default:
			value.WriteByte(c)
		}
	}
}

// SGFOptions returns the options of the rules that the root of a game sets, as NAME=VALUE.
func SGFOptions(info *ruleset.SGF, game *SGF) ([]string, error) {
	if gm := game.Root.Value("GM"); gm != "" && strings.TrimSpace(gm) != strconv.Itoa(info.Game) {
		return nil, fmt.Errorf("the file is of another game: GM[%s], not GM[%d]", gm, info.Game)
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(info.Options)) {
		if value := strings.TrimSpace(game.Root.Value(name)); value != "" {
			if whole, ok := strings.CutSuffix(value, ".0"); ok {
				value = whole
			}
			all = append(all, info.Options[name]+"="+value)
		}
	}
	return all, nil
}

// Stones writes and reads games of stones in the Smart Game Format.
type Stones struct {
	game *interp.Game
	info *ruleset.SGF
}

// NewStones returns the format for a game, or an error if its ruleset does not describe it.
func NewStones(g *interp.Game, info *ruleset.Info) (*Stones, error) {
	if info.SGF.Game == 0 {
		return nil, fmt.Errorf("the ruleset of %s does not say how SGF writes it", g.Rules().Title)
	}
	if len(g.Rules().Players) != 2 {
		return nil, fmt.Errorf("SGF is for two players; %s has %d", g.Rules().Title,
			len(g.Rules().Players))
	}
	return &Stones{g, &info.SGF}, nil
}

// sgfColors are the properties of moves, by player.
var sgfColors = [2]string{"B", "W"}

// point writes a cell.
func (f *Stones) point(s topology.Site) string {
	b := f.game.Rules().Board
	if f.info.Points == "names" {
		return b.Names[s]
	}
	return letter(b.Column[s]-1) + letter(b.FromTop(s))
}

// letter is the n-th letter of a point, from 0: a to z, then A to Z.
func letter(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if n < 0 || n >= len(letters) {
		return "?"
	}
	return letters[n : n+1]
}

// word writes a step: its point, a word that the ruleset has for its move, or nothing for a pass.
func (f *Stones) word(m interp.Move) (string, bool) {
	id, values := f.game.Roles(m)
	if id == ir.PassID {
		return "", true
	}
	if int(id) >= len(f.game.Rules().Moves) {
		return "", false
	}
	mv := f.game.Rules().Moves[id]
	for _, word := range slices.Sorted(maps.Keys(f.info.Moves)) {
		if f.info.Moves[word] == mv.Name {
			return word, true
		}
	}
	if len(mv.Roles) != 1 || mv.Roles[0].Type != ir.Sites {
		return "", false
	}
	return f.point(topology.Site(values[0])), true
}

// Write writes a game. Names are those of the players, "" if unknown; result is the value of RE, as
// "B+12".
func (f *Stones) Write(to io.Writer, start *interp.Position, steps []interp.Move, names [2]string,
	result string) error {
	if !start.Equal(f.game.Start()) {
		return fmt.Errorf("the game does not begin at the start of its rules, which SGF cannot " +
			"express here")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(;FF[4]GM[%d]CA[UTF-8]AP[boardgame]", f.info.Game)
	for _, name := range slices.Sorted(maps.Keys(f.info.Options)) {
		for _, o := range f.game.Rules().Options {
			if o.Name == f.info.Options[name] {
				fmt.Fprintf(&b, "%s[%s]", name, o.Value)
			}
		}
	}
	escape := strings.NewReplacer(`\`, `\\`, "]", `\]`, "\n", " ")
	for i, name := range names {
		if name != "" {
			fmt.Fprintf(&b, "P%s[%s]", sgfColors[i], escape.Replace(name))
		}
	}
	if result != "" {
		fmt.Fprintf(&b, "RE[%s]", escape.Replace(result))
	}
	const perLine = 10
	p := start
	for i, m := range steps {
		word, ok := f.word(m)
		if !ok {
			return fmt.Errorf("move %d cannot be written in SGF", i+1)
		}
		if i%perLine == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, ";%s[%s]", sgfColors[p.ToMove()], escape.Replace(word))
		var err error
		if p, err = f.game.Play(p, m); err != nil {
			return err
		}
	}
	b.WriteString(")\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// Result writes the value of RE for the end of a game; "" if the game is not over. By is "Resign"
// or "Time" if the game was won that way.
func (f *Stones) Result(r *interp.Result, by string) string {
	switch {
	case r == nil:
		return ""
	case r.Draw || len(r.Winners) != 1:
		return "0"
	}
	if len(r.Scores) == 2 {
		by = strconv.FormatInt(max(r.Scores[0]-r.Scores[1], r.Scores[1]-r.Scores[0]), 10)
	}
	return sgfColors[r.Winners[0]] + "+" + by
}

// Steps reads the moves of a game from the start of its rules. The error says which move is wrong.
// Setup stones are refused, because moves alone cannot describe such a game.
func (f *Stones) Steps(game *SGF) ([]interp.Move, error) {
	p := f.game.Start()
	var steps []interp.Move
	for i, node := range append([]Node{game.Root}, game.Nodes...) {
		for _, prop := range node {
			switch prop.Name {
			case "AB", "AW", "AE":
				return steps, fmt.Errorf(
					"node %d sets up stones (%s), which boardgame does not read; leave them "+
						"out", i+1,
					prop.Name)
			case "B", "W":
			default:
				continue
			}
			if p.Result() != nil {
				return steps, fmt.Errorf("move %d: the game is over: %s", len(steps)+1,
					f.game.ResultText(p.Result()))
			}
			if sgfColors[p.ToMove()] != prop.Name {
				return steps, fmt.Errorf("move %d: %s[%s] is out of turn; %s is to move",
					len(steps)+1, prop.Name,
					prop.Values[0], f.game.Rules().Players[p.ToMove()].Name)
			}
			m, err := f.step(p, strings.TrimSpace(prop.Values[0]))
			if err != nil {
				return steps, fmt.Errorf("move %d: %w", len(steps)+1, err)
			}
			steps = append(steps, m)
			if p, err = f.game.Play(p, m); err != nil {
				return steps, err
			}
		}
	}
	return steps, nil
}

// step finds the legal step of a word.
func (f *Stones) step(p *interp.Position, word string) (interp.Move, error) {
	if b := f.game.Rules().Board; word == "tt" && f.info.Points == "letters" && b.Width <= 19 &&
		b.Height <= 19 {
		word = "" // old files write a pass like this
	}
	for _, m := range f.game.Moves(p) {
		if text, ok := f.word(m); ok &&
			(text == word || f.info.Points == "names" && strings.EqualFold(text, word)) {
			return m, nil
		}
	}
	if word == "" {
		return 0, fmt.Errorf("a pass is not legal")
	}
	return 0, fmt.Errorf("%s is not a legal move", word)
}
