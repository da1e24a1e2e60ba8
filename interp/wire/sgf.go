package wire

import (
	"bufio"
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
	// Variations[i] holds the variations that may be played instead of Nodes[i], as text:
	// `(;W[aa])`. There may be fewer entries than nodes.
	Variations [][]string
	// Line is where the game begins in its file, from 1.
	Line int
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

// ReadSGF reads the first game of a file.
func ReadSGF(text string) (*SGF, error) {
	return readSGF(strings.TrimPrefix(text, "\ufeff"), 1)
}

// readSGF reads a game whose text begins in a line of a file.
func readSGF(text string, first int) (*SGF, error) {
	r := &sgfReader{text: text, first: first}
	g := &SGF{Line: first}
	var nodes []Node
	var open []int // for each ( that is open: how many nodes are before it
	branch := -1   // the main line has ended; a variation may begin after so many nodes
	for {
		r.blanks()
		switch c := r.next(); {
		case c == '(' && branch < 0:
			open = append(open, len(nodes))
		case c == '(':
			from := r.at - 1
			if err := r.tree(); err != nil {
				return nil, err
			}
			if branch == 0 {
				return nil, r.wrong("a variation of the whole game is out of place")
			}
			put(&g.Variations, branch-1, folded(r.text[from:r.at]))
		case c == ';' && branch < 0 && open != nil:
			node, err := r.node()
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, node)
		case c == ')' && len(nodes) > 0:
			branch = open[len(open)-1]
			if open = open[:len(open)-1]; len(open) == 0 {
				g.Root, g.Nodes = nodes[0], nodes[1:]
				return g, nil
			}
		case c == 0:
			return nil, r.wrong("the game is not closed; a ) is missing")
		default:
			return nil, r.wrong("%q is out of place in SGF; a node begins with ;", c)
		}
	}
}

// tree reads to the end of a game tree.
func (r *sgfReader) tree() error {
	for depth := 1; depth > 0; {
		switch r.next() {
		case '(':
			depth++
		case ')':
			depth--
		case '[':
			if _, err := r.value(); err != nil {
				return err
			}
		case 0:
			return r.wrong("the game is not closed; a ) is missing")
		}
	}
	return nil
}

// SGFReader reads the games of a file one after the other. It holds one game at a time, of at most
// [MaxGame] bytes.
type SGFReader struct {
	// Left counts what was not read.
	Left Left

	in   *bufio.Reader
	line int // of the next byte
}

// NewSGFReader returns a reader for the games of a file.
func NewSGFReader(from io.Reader) *SGFReader {
	return &SGFReader{Left: Left{}, in: bufio.NewReader(from), line: 1}
}

// Next reads a game. A [*GameError] says what is wrong with it, and Next goes on with the next one.
// The error is io.EOF after the last game; any other means that the file cannot be read.
func (r *SGFReader) Next() (*SGF, error) {
	data, first, err := r.nextGame()
	if err != nil {
		return nil, err
	}
	if len(data) > MaxGame {
		return nil, tooLarge(first)
	}
	return readSGF(decoded(data, r.Left), first)
}

// nextGame reads the text of the next game. A game that is not closed ends where the next line
// begins as a game does.
func (r *SGFReader) nextGame() (data []byte, first int, err error) {
	depth := 0
	var value, escaped bool
	for {
		if c, _ := r.in.Peek(len("(;FF")); len(data) > 0 && data[len(data)-1] == '\n' &&
			(string(c) == "(;FF" || string(c) == "(;GM") {
			return data, first, nil
		}
		c, err := r.in.ReadByte()
		switch {
		case err == io.EOF && len(data) > 0:
			return data, first, nil
		case err != nil:
			return nil, 0, err
		}
		if len(data) == 0 {
			first = r.line
		}
		if c == '\n' {
			r.line++
		}
		if c > ' ' && c < 0x80 || len(data) > 0 {
			if len(data) > MaxGame { // the rest is only for its end
				data = data[:MaxGame]
			}
			data = append(data, c)
		}
		switch {
		case escaped:
			escaped = false
		case value:
			value, escaped = c != ']', c == '\\'
		case c == '[':
			value = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth <= 0 {
				return data, first, nil
			}
		}
	}
}

// sgfReader reads a text.
type sgfReader struct {
	text  string
	at    int
	first int // the line in which the text begins
}

// wrong makes an error about the place that was reached.
func (r *sgfReader) wrong(format string, args ...any) error {
	return &GameError{Line: r.line(), Err: fmt.Errorf(format, args...)}
}

func (r *sgfReader) line() int {
	return r.first + strings.Count(r.text[:min(r.at, len(r.text))], "\n")
}

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
			return nil, r.wrong("the property %s has no value in brackets", p.Name)
		}
		node = append(node, p)
	}
}

// value reads a value up to its closing bracket.
func (r *sgfReader) value() (string, error) {
	from := r.at
	var value strings.Builder
	for {
		switch c := r.next(); c {
		case 0:
			r.at = from
			return "", r.wrong("the value is not closed; a ] is missing")
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

// sgfEscape protects what would end a value.
var sgfEscape = strings.NewReplacer(`\`, `\\`, "]", `\]`)

// String writes the properties of a node.
func (n Node) String() string {
	var b strings.Builder
	for _, p := range n {
		b.WriteString(p.Name)
		for _, v := range p.Values {
			b.WriteString("[" + sgfEscape.Replace(v) + "]")
		}
	}
	return b.String()
}

// node returns the node of a legal step.
func (f *Stones) node(p *interp.Position, m interp.Move) (Node, bool) {
	word, ok := f.word(m)
	return Node{{sgfColors[p.ToMove()], []string{word}}}, ok
}

// Write writes a game whose root does not need what Write says itself: the format, the game, and
// those options of the rules that have properties.
func (f *Stones) Write(to io.Writer, g *SGF) error {
	root := Node{{"FF", []string{"4"}}, {"GM", []string{strconv.Itoa(f.info.Game)}},
		{"CA", []string{"UTF-8"}}, {"AP", []string{"boardgame"}}}
	own := len(root)
	for _, name := range slices.Sorted(maps.Keys(f.info.Options)) {
		for _, o := range f.game.Rules().Options {
			if o.Name == f.info.Options[name] && g.Root.Value(name) == "" {
				root = append(root, Property{name, []string{o.Value}})
			}
		}
	}
	for _, p := range g.Root {
		if !slices.ContainsFunc(root[:own], func(q Property) bool { return p.Name == q.Name }) {
			root = append(root, p)
		}
	}
	var b strings.Builder
	b.WriteString("(;" + root.String())
	const perLine = 10
	for i, node := range g.Nodes {
		if i < len(g.Variations) && len(g.Variations[i]) > 0 {
			b.WriteString("\n(")
		} else if i%perLine == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(";" + node.String())
	}
	// What branches off last is closed first.
	for i := min(len(g.Nodes), len(g.Variations)) - 1; i >= 0; i-- {
		if len(g.Variations[i]) > 0 {
			b.WriteString(")" + strings.Join(g.Variations[i], ""))
		}
	}
	b.WriteString(")\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// Result writes the value of RE for the end of a game; "" if the game is not over.
func (f *Stones) Result(r *interp.Result) string {
	switch {
	case r == nil:
		return ""
	case r.Draw || len(r.Winners) != 1:
		return "0"
	}
	by := ""
	if len(r.Scores) == 2 {
		by = strconv.FormatInt(max(r.Scores[0]-r.Scores[1], r.Scores[1]-r.Scores[0]), 10)
	}
	return sgfColors[r.Winners[0]] + "+" + by
}

// setsUp reports whether a property belongs to a start that is not that of the rules.
func setsUp(name string) bool { return slices.Contains([]string{"AB", "AW", "AE", "PL"}, name) }

// Begin returns where a game begins: at the start of the rules, or with the stones that its root
// sets up, as for a handicap. Then the player whom PL names is to move, or whoever makes the first
// move; White, if only Black has stones and nobody moves.
func (f *Stones) Begin(game *SGF) (*interp.Position, error) {
	start, rules := f.game.Start(), f.game.Rules()
	if !slices.ContainsFunc(game.Root, func(p Property) bool { return setsUp(p.Name) }) {
		return start, nil
	}
	if len(rules.Kinds) != 1 {
		return nil, fmt.Errorf("the root sets up pieces, and SGF does not say which of the %d kinds",
			len(rules.Kinds))
	}
	s := start.Clone()
	if game.Root.Value("AB") != "" && game.Root.Value("AW") == "" {
		s.ToMove = 1
	}
	for _, node := range slices.Backward(game.Nodes[:min(len(game.Nodes), 1)]) {
		for i, color := range sgfColors {
			if node.Value(color) != "" {
				s.ToMove = i
			}
		}
	}
	for _, prop := range game.Root {
		owner := slices.Index([]string{"AB", "AW", "AE"}, prop.Name)
		if prop.Name == "PL" {
			who := strings.ToUpper(strings.TrimSpace(prop.Values[0]) + " ")[:1]
			if s.ToMove = slices.Index(sgfColors[:], who); s.ToMove < 0 {
				return nil, fmt.Errorf("PL[%s] names no player", prop.Values[0])
			}
		}
		for _, value := range prop.Values {
			if owner < 0 {
				break
			}
			sites, err := f.points(value)
			if err != nil {
				return nil, fmt.Errorf("%s[%s]: %w", prop.Name, value, err)
			}
			s.Remove(sites)
			for x := range sites.All() {
				if owner < 2 {
					s.Put(x, owner, 0)
				}
			}
		}
	}
	return interp.PositionOf(s), nil
}

// points reads a point, or with letters a rectangle of points: aa:cc.
func (f *Stones) points(value string) (all topology.Set, err error) {
	b := f.game.Rules().Board
	site := func(text string) topology.Site {
		for x := range b.Cells.All() {
			if p := f.point(x); p == text || f.info.Points == "names" && strings.EqualFold(p, text) {
				return x
			}
		}
		err = fmt.Errorf("there is no point %q", text)
		return topology.None
	}
	from, to, several := strings.Cut(strings.TrimSpace(value), ":")
	if !several {
		to = from
	}
	first, last := site(from), site(to)
	if err != nil {
		return all, err
	}
	for x := range b.Cells.All() {
		if b.Column[x] >= b.Column[first] && b.Column[x] <= b.Column[last] &&
			b.FromTop(x) >= b.FromTop(first) && b.FromTop(x) <= b.FromTop(last) {
			all.Add(x)
		}
	}
	return all, nil
}

// Steps reads the moves of a game from where it begins. The error says which move is wrong. Stones
// that are set up after the root are refused, because no move of the rules does that.
func (f *Stones) Steps(game *SGF) ([]interp.Move, error) {
	p, err := f.Begin(game)
	if err != nil {
		return nil, err
	}
	var steps []interp.Move
	for i, node := range append([]Node{game.Root}, game.Nodes...) {
		for _, prop := range node {
			switch {
			case i > 0 && setsUp(prop.Name):
				return steps, fmt.Errorf("node %d sets up the board (%s), which only the first node "+
					"may do here", i+1, prop.Name)
			case prop.Name != "B" && prop.Name != "W":
				continue
			}
			m, err := f.step(p, prop)
			if err != nil {
				return steps, &GameError{Move: len(steps) + 1, Err: err}
			}
			steps = append(steps, m)
			if p, err = f.game.Play(p, m); err != nil {
				return steps, err
			}
		}
	}
	return steps, nil
}

// step finds the legal step that a property says.
func (f *Stones) step(p *interp.Position, prop Property) (interp.Move, error) {
	word := strings.TrimSpace(prop.Values[0])
	rules := f.game.Rules()
	switch {
	case p.Result() != nil:
		return 0, fmt.Errorf("the game is over: %s", f.game.ResultText(p.Result()))
	case sgfColors[p.ToMove()] != prop.Name:
		return 0, fmt.Errorf("%s[%s] is out of turn; %s is to move", prop.Name, prop.Values[0],
			rules.Players[p.ToMove()].Name)
	case word == "tt" && f.info.Points == "letters" && rules.Board.Width <= 19 &&
		rules.Board.Height <= 19:
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
