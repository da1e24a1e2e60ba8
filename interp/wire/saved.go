package wire

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/record"
)

// A record keeps what another program's file has: its tags, its comments, and as lines of comments
// whatever else stands beside the moves. Such a line begins with the form that it comes from:
//
//	# %pgn (3... exd4 4. Nxd4)
//	# %sgf TR[aa]LB[bb:1]
const (
	pgnMark = "%pgn "
	sgfMark = "%sgf "
)

// replayed returns the game of these steps and, for each number of steps, the number of turns that
// have begun by then.
func replayed(g *interp.Game, start *interp.Position, steps []interp.Move) (*course.Course, []int,
	error) {
	c := course.New(g, start)
	if err := c.Follow(steps); err != nil {
		return nil, nil, err
	}
	turns := make([]int, len(steps)+1)
	for i, t := range c.Turns() {
		for at := t.From + 1; at <= t.To; at++ {
			turns[at] = i + 1
		}
	}
	return c, turns, nil
}

// conclude ends a game of two that did not end by the rules: one of them has lost, perhaps on time,
// or they have agreed on a draw, if the loser is -1.
func conclude(c *course.Course, loser int, late bool) {
	switch { // no error: the game goes on
	case len(c.Game().Rules().Players) != 2:
	case loser < 0:
		_ = c.Agree()
	case late:
		_ = c.TimeOut(loser)
	default:
		_ = c.Resign(loser)
	}
}

// comment adds a line to the comment on a turn, from 1; 0 is the record itself.
func comment(r *record.Game, turn int, line string) {
	to := &r.Comment
	if turn > 0 {
		to = &r.Turns[turn-1].Comment
	}
	if *to != "" {
		line = "\n" + line
	}
	*to += line
}

// comments calls f with each line of the comments, with the number of steps before it.
func comments(r *record.Game, p *record.Played, f func(steps int, line string)) {
	each := func(steps int, text string) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				f(steps, line)
			}
		}
	}
	each(0, r.Comment)
	for i, turn := range p.Turn {
		if i+1 == len(p.Turn) || p.Turn[i+1] != turn {
			each(i+1, r.Turns[turn].Comment)
		}
	}
}

// tag adds a tag to a record, unless the record cannot have it.
func tag(r *record.Game, name, value string, left Left) {
	switch {
	case folded(value) == "":
		left.add("empty tag", 1)
	case record.Reserved(name) || name != folded(name) || strings.ContainsAny(name, ":#") ||
		slices.ContainsFunc(r.Tags, func(t record.Pair) bool { return t.Name == name }):
		left.add("tag", 1)
	default:
		r.Tags = append(r.Tags, record.Pair{Name: name, Value: value})
	}
}

// seat says who played.
func seat(g *interp.Game, r *record.Game, player int, who string) {
	if players := g.Rules().Players; who != "" && player < len(players) {
		r.Seats = append(r.Seats, record.Pair{Name: players[player].Name, Value: who})
	}
}

// seated returns who played; "" if the record does not say.
func seated(g *interp.Game, r *record.Game, player int) string {
	players := g.Rules().Players
	for _, s := range r.Seats {
		if player < len(players) && s.Name == players[player].Name {
			return s.Value
		}
	}
	return ""
}

// unsaid counts what neither a PGN nor an SGF can say of a record.
// Said are the options that it can say.
func unsaid(r *record.Game, said []string, left Left) {
	for _, o := range r.Options {
		if !slices.Contains(said, o.Name) {
			left.add("option", 1)
		}
	}
	left.add("clock", len(r.Clocks))
	left.add("clock time", len(r.Left))
}

// pgnKeys are the tags that have names of their own in records.
var pgnKeys = map[string]string{"Event": "event", "Site": "site", "Date": "date"}

// ToRecord returns a game as a record of the ruleset of this name. It counts in left what a record
// cannot say. A result that the rules do not give is a resignation, an agreement or, if the tag
// Termination says so, a loss on time; others are kept as the tag Result.
func (s *SAN) ToRecord(ruleset string, g *PGN, left Left) (*record.Game, error) {
	c, turns, err := replayed(s.game, g.Start, g.Steps)
	if err != nil {
		return nil, err
	}
	how := strings.ToLower(g.Tag("Termination"))
	late := strings.Contains(how, "time")
	usual := how == "" || how == "normal" || late || strings.Contains(how, "resign")
	if usual && !c.Over() {
		switch g.Result {
		case "1-0":
			conclude(c, 1, late)
		case "0-1":
			conclude(c, 0, late)
		case "1/2-1/2":
			conclude(c, -1, false)
		}
	}
	r := c.Record(ruleset)
	if s.result(r, c.Now()) != g.Result {
		tag(r, "Result", g.Result, left)
	}
	for _, t := range g.Tags {
		unknown := slices.Contains(standardTags, t) // says that it is not known
		switch name := t.Name; {
		case name == "Result" || name == "SetUp" || name == "FEN" || unknown:
		case name == "White" && g.Tag(name) == t.Value:
			seat(s.game, r, 0, t.Value)
		case name == "Black" && g.Tag(name) == t.Value:
			seat(s.game, r, 1, t.Value)
		case pgnKeys[name] != "":
			tag(r, pgnKeys[name], t.Value, left)
		default:
			tag(r, name, t.Value, left)
		}
	}
	for i, remarks := range g.Remarks {
		for _, remark := range remarks {
			line := pgnMark + remark
			if inner := strings.TrimSuffix(remark[1:], "}"); remark[0] == '{' && inner != "" &&
				!strings.HasPrefix(inner, pgnMark) && !strings.HasPrefix(inner, sgfMark) {
				line = inner
			}
			comment(r, turns[i], line)
		}
	}
	return r, nil
}

// result returns the result of a recorded game.
func (s *SAN) result(r *record.Game, last *interp.Position) string {
	loser := r.Resigned + r.Timeout
	switch {
	case r.Agreed != "":
		return "1/2-1/2"
	case loser == "":
		return PGNResult(last.Result())
	case loser == s.game.Rules().Players[0].Name:
		return "0-1"
	}
	return "1-0"
}

// FromRecord returns a record that was replayed as a PGN. It counts in left what a PGN cannot say.
func (s *SAN) FromRecord(r *record.Game, p *record.Played, left Left) *PGN {
	g := &PGN{Start: p.Start, Steps: p.Steps, Result: s.result(r, p.Last())}
	for i, name := range []string{"White", "Black"} {
		if who := seated(s.game, r, i); who != "" {
			g.Tags = append(g.Tags, Tag{name, who})
		}
	}
	left.add("seat", max(0, len(r.Seats)-2))
	for _, t := range r.Tags {
		name := t.Name
		for tag, key := range pgnKeys {
			if key == name {
				name = tag
			}
		}
		switch {
		case name == "Result":
			g.Result = t.Value
		case tagName("["+name+` "`) != name:
			left.add("tag", 1)
		default:
			g.Tags = append(g.Tags, Tag{name, t.Value})
		}
	}
	if r.Timeout != "" && g.Tag("Termination") == "" {
		g.Tags = append(g.Tags, Tag{"Termination", "time forfeit"})
	}
	unsaid(r, nil, left)
	comments(r, p, func(steps int, line string) {
		remark, raw := strings.CutPrefix(line, pgnMark)
		if raw {
			sc := &pgnScanner{text: remark}
			raw = sc.next() == nil && sc.at == len(remark) && sc.token != "" &&
				strings.IndexByte("({$!?", sc.token[0]) >= 0
		}
		switch {
		case !raw && strings.HasPrefix(line, sgfMark):
			left.add("mark of SGF", 1)
			return
		case !raw:
			remark = "{" + line + "}"
		}
		put(&g.Remarks, steps, remark)
	})
	return g
}

// WriteRecord replays a record and writes it as a PGN; d writes the positions.
func (s *SAN) WriteRecord(to io.Writer, d Dialect, r *record.Game, left Left) error {
	p, err := r.Replay(s.game)
	if err != nil {
		return err
	}
	return s.Write(to, d, s.FromRecord(r, p, left))
}

// ToRecord returns a game, whose steps are those that [Stones.Steps] has read, as a record of the
// ruleset of this name. It counts in left what a record cannot say. A result that the rules do not
// give is a resignation, a loss on time or an agreement; others are kept as the tag RE.
func (f *Stones) ToRecord(ruleset string, g *SGF, steps []interp.Move, left Left) (*record.Game,
	error) {
	start, err := f.Begin(g)
	if err != nil {
		return nil, err
	}
	c, turns, err := replayed(f.game, start, steps)
	if err != nil {
		return nil, err
	}
	said := g.Root.Value("RE")
	winner, how, _ := strings.Cut(said, "+")
	if !c.Over() {
		switch loser := slices.Index([]string{"W", "B"}, winner); {
		case said == "0" || strings.EqualFold(said, "draw"):
			conclude(c, -1, false)
		case loser < 0:
		case how == "R" || how == "Resign":
			conclude(c, loser, false)
		case how == "T" || how == "Time":
			conclude(c, loser, true)
		}
	}
	r := c.Record(ruleset)
	seat(f.game, r, 0, g.Root.Value("PB"))
	seat(f.game, r, 1, g.Root.Value("PW"))
	if said != "" && said != f.result(r, c.Now()) {
		tag(r, "RE", said, left)
	}
	var moves int
	for i, node := range append([]Node{g.Root}, g.Nodes...) {
		var others Node
		var lines []string
		for _, p := range node {
			value := p.Values[0]
			plain := i == 0 && len(p.Values) == 1
			switch name := p.Name; {
			case name == "B" || name == "W":
				moves++
			case i == 0 && setsUp(name): // the record has the position
			case name == "C":
				lines = strings.Split(strings.TrimSpace(value), "\n")
			case plain && (slices.Contains([]string{"FF", "GM", "CA", "AP", "PB", "PW", "RE"}, name) ||
				f.option(name) == value):
			case plain && folded(value) == value && value != "":
				tag(r, name, value, left)
			default:
				others = append(others, p)
			}
		}
		for _, line := range lines {
			if strings.HasPrefix(line, sgfMark) || strings.HasPrefix(line, pgnMark) {
				line = sgfMark + Node{{"C", []string{line}}}.String()
			}
			if line = folded(line); line != "" {
				comment(r, turns[moves], line)
			}
		}
		if len(others) > 0 {
			comment(r, turns[moves], sgfMark+folded(others.String()))
		}
		if i < len(g.Variations) {
			for _, v := range g.Variations[i] {
				comment(r, turns[moves], sgfMark+v)
			}
		}
	}
	return r, nil
}

// option returns the value of the option that a property sets; "" if it sets none.
func (f *Stones) option(property string) string {
	for _, o := range f.game.Rules().Options {
		if o.Name == f.info.Options[property] {
			return o.Value
		}
	}
	return ""
}

// result returns the result of a recorded game as RE.
func (f *Stones) result(r *record.Game, last *interp.Position) string {
	loser := r.Resigned + r.Timeout
	color := sgfColors[0]
	if loser == f.game.Rules().Players[0].Name {
		color = sgfColors[1]
	}
	switch {
	case r.Agreed != "":
		return "0"
	case r.Resigned != "":
		return color + "+Resign"
	case r.Timeout != "":
		return color + "+Time"
	}
	return f.Result(last.Result())
}

// FromRecord returns a record that was replayed as an SGF. It counts in left what an SGF cannot
// say. The error says which move has no form in SGF.
func (f *Stones) FromRecord(r *record.Game, p *record.Played, left Left) (*SGF, error) {
	g := &SGF{Nodes: make([]Node, len(p.Steps)), Root: f.setup(p.Start)}
	if start, err := f.Begin(g); err != nil || !p.Start.Equal(start) {
		return nil, fmt.Errorf("the game does not begin at the start of its rules, which SGF " +
			"cannot express here")
	}
	at := p.Start
	for i, m := range p.Steps {
		var ok bool
		if g.Nodes[i], ok = f.node(at, m); !ok {
			return nil, &GameError{Move: i + 1, Err: fmt.Errorf("it cannot be written in SGF")}
		}
		at = p.Positions[i]
	}
	result := f.result(r, p.Last())
	var tags Node
	for _, t := range r.Tags {
		name := t.Name
		if other := map[string]string{"event": "EV", "site": "PC", "date": "DT"}[name]; other != "" {
			name = other
		}
		switch {
		case name == "RE":
			result = t.Value
		case strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || name == "C":
			left.add("tag", 1)
		default:
			tags = append(tags, Property{name, []string{t.Value}})
		}
	}
	for i, color := range sgfColors {
		if who := seated(f.game, r, i); who != "" {
			g.Root = append(g.Root, Property{"P" + color, []string{who}})
		}
	}
	if result != "" {
		g.Root = append(g.Root, Property{"RE", []string{result}})
	}
	g.Root = append(g.Root, tags...)
	unsaid(r, slices.Collect(maps.Values(f.info.Options)), left)
	comments(r, p, func(steps int, line string) {
		node := &g.Root
		if steps > 0 {
			node = &g.Nodes[steps-1]
		}
		raw, marked := strings.CutPrefix(line, sgfMark)
		switch {
		case marked && raw[0] == '(':
			sc := &sgfReader{text: raw, at: 1}
			if steps < len(g.Nodes) && sc.tree() == nil && sc.at == len(raw) {
				put(&g.Variations, steps, raw)
				return
			}
			left.add("variation", 1)
		case marked:
			sc := &sgfReader{text: raw}
			if more, err := sc.node(); err == nil && sc.at == len(raw) {
				for _, p := range more {
					node.add(p)
				}
				return
			}
			node.add(Property{"C", []string{line}})
		case strings.HasPrefix(line, pgnMark):
			left.add("mark of PGN", 1)
		default:
			node.add(Property{"C", []string{line}})
		}
	})
	return g, nil
}

// setup returns the properties that set up a position; none for the start of the rules.
func (f *Stones) setup(p *interp.Position) (root Node) {
	start := f.game.Start()
	if p.Equal(start) {
		return nil
	}
	values := map[string][]string{}
	for x := range f.game.Rules().Board.Cells.All() {
		owner, _, stands := p.At(x)
		before, _, stood := start.At(x)
		switch {
		case stands && owner >= 0 && (!stood || before != owner):
			values["A"+sgfColors[owner]] = append(values["A"+sgfColors[owner]], f.point(x))
		case stood && !stands:
			values["AE"] = append(values["AE"], f.point(x))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		root = append(root, Property{name, values[name]})
	}
	return append(root, Property{"PL", []string{sgfColors[p.ToMove()]}})
}

// WriteRecord replays a record and writes it as an SGF.
func (f *Stones) WriteRecord(to io.Writer, r *record.Game, left Left) error {
	p, err := r.Replay(f.game)
	if err != nil {
		return err
	}
	g, err := f.FromRecord(r, p, left)
	if err != nil {
		return err
	}
	return f.Write(to, g)
}

// add adds a property to a node; texts become lines of one text.
func (n *Node) add(p Property) {
	for i, q := range *n {
		if q.Name == p.Name && p.Name == "C" {
			(*n)[i].Values[0] += "\n" + p.Values[0]
			return
		}
	}
	*n = append(*n, p)
}

// Extras counts what a record says besides the moves.
func Extras(r *record.Game, left Left) {
	left.add("tag", len(r.Tags)+len(r.Seats))
	if r.Agreed+r.Resigned+r.Timeout != "" {
		left.add("result", 1)
	}
	each := func(text string) {
		for line := range strings.Lines(text) {
			remark, marked := strings.CutPrefix(line, pgnMark)
			if !marked {
				if remark, marked = strings.CutPrefix(line, sgfMark); !marked {
					remark = "{"
				}
			}
			left.add(sort(remark), 1)
		}
	}
	each(r.Comment)
	for _, t := range r.Turns {
		each(t.Comment)
	}
}

// Extras counts what a PGN says besides the moves and the result by the rules in its last position.
func (g *PGN) Extras(last *interp.Position, left Left) {
	for _, t := range g.Tags {
		if !slices.Contains(standardTags, t) && t.Name != "Result" && t.Name != "SetUp" &&
			t.Name != "FEN" {
			left.add("tag", 1)
		}
	}
	if PGNResult(last.Result()) != g.Result {
		left.add("result", 1)
	}
	for _, remarks := range g.Remarks {
		for _, remark := range remarks {
			left.add(sort(remark), 1)
		}
	}
}

// sort names what a remark is.
func sort(remark string) string {
	switch remark[0] {
	case '{':
		return "comment"
	case '(':
		return "variation"
	}
	return "mark"
}
