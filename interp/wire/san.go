package wire

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
)

// SAN writes and reads moves in standard algebraic notation, for games whose ruleset provides what
// it needs: Nf3, exd5, R1e2, e8=Q+, O-O, Qxf7#.
type SAN struct {
	game  *interp.Game
	info  *ruleset.SAN
	check *query.Question // nil: check is not marked
}

// NewSAN returns the notation for a game, or an error if its ruleset does not describe it. Rules
// find their files in lib.
func NewSAN(g *interp.Game, rs *ruleset.Ruleset, lib dsl.Library) (*SAN, error) {
	info := &rs.Info.SAN
	if info.Silent == "" {
		return nil, fmt.Errorf("the ruleset of %s does not describe the short algebraic notation",
			g.Rules().Title)
	}
	s := &SAN{game: g, info: info}
	if info.Check == "" {
		return s, nil
	}
	q, err := query.Compile(g.Rules(), rs.File, lib, info.Check)
	if err != nil {
		return nil, fmt.Errorf("san.check: %w", err)
	}
	if q.Type != ir.Truth {
		return nil, fmt.Errorf("san.check is %q; it should be a condition", info.Check)
	}
	s.check = q
	return s, nil
}

// During returns the notation for one request: g is its game, as [interp.Game.During] returns it.
func (s *SAN) During(g *interp.Game) *SAN {
	v := *s
	v.game = g
	return &v
}

// parts is what makes up the notation of a step.
type parts struct {
	name     string // of a move with a name of its own, as O-O
	letter   string
	from, to topology.Site
	takes    bool
	becomes  string // =Q
	kind     int
}

// parts takes a legal step apart.
func (s *SAN) parts(p *interp.Position, m interp.Move, takes bool) (parts, bool) {
	rules := s.game.Rules()
	id, values := s.game.Roles(m)
	if int(id) >= len(rules.Moves) {
		return parts{}, false
	}
	mv := rules.Moves[id]
	x := parts{from: topology.None, to: topology.None, takes: takes}
	var words []string
	for i, r := range mv.Roles {
		switch {
		case r.Word == "from" && r.Type == ir.Sites:
			x.from = topology.Site(values[i])
		case r.Word == "to" && r.Type == ir.Sites:
			x.to = topology.Site(values[i])
		case r.Word == "as" && r.Type == ir.Kinds:
			x.becomes = "=" + strings.ToUpper(rules.Kinds[values[i]].Sign)
		}
		if r.Type == ir.Steps && int(values[i]) < len(rules.Board.Directions) {
			words = append(words, rules.Board.Directions[values[i]].Name)
		}
	}
	for name, means := range s.info.Moves {
		said := strings.Fields(means)
		fits := len(said) > 0 && said[0] == mv.Name
		for _, w := range said[min(1, len(said)):] {
			fits = fits && slices.Contains(words, w)
		}
		if fits {
			x.name = name
		}
	}
	if x.from == topology.None || x.to == topology.None {
		return x, x.name != ""
	}
	_, kind, ok := p.At(x.from)
	if !ok {
		return x, false
	}
	if x.kind = kind; rules.Kinds[kind].Name != s.info.Silent {
		x.letter = strings.ToUpper(rules.Kinds[kind].Sign)
	}
	return x, true
}

// enemies counts the pieces of the players who are not to move.
func enemies(p *interp.Position, mover int) int {
	n := 0
	for i := range p.Players() {
		if i != mover {
			n += p.Pieces(i)
		}
	}
	return n
}

// Text writes a legal step; it returns false if the notation cannot.
func (s *SAN) Text(p *interp.Position, m interp.Move) (string, bool) {
	q, err := s.game.Play(p, m)
	if err != nil {
		return "", false
	}
	x, ok := s.parts(p, m, enemies(q, p.ToMove()) < enemies(p, p.ToMove()))
	if !ok {
		return "", false
	}
	text := x.name
	if text == "" {
		text = x.letter + s.origin(p, m, x)
		if x.takes {
			text += "x"
		}
		text += s.game.Rules().Board.Names[x.to] + x.becomes
	}
	switch r := q.Result(); {
	case r != nil && len(r.Winners) == 1 && r.Winners[0] == p.ToMove():
		return text + "#", true
	case r == nil && s.check != nil:
		if v, ok := s.check.Value(q, q.ToMove()); ok && v.N != 0 {
			text += "+"
		}
	}
	return text, true
}

// origin distinguishes pieces of one kind that can go to the same place: by the column, the row, or
// both. A piece without a letter is identified by its column when it captures.
func (s *SAN) origin(p *interp.Position, m interp.Move, x parts) string {
	b := s.game.Rules().Board
	column := topology.ColumnName(b.Column[x.from])
	if x.letter == "" {
		if x.takes {
			return column
		}
		return ""
	}
	others, sameColumn, sameRow := false, false, false
	for _, other := range s.game.Moves(p) {
		y, ok := s.parts(p, other, false)
		if !ok || y.name != "" || other == m || y.kind != x.kind || y.to != x.to || y.from == x.from {
			continue
		}
		others = true
		sameColumn = sameColumn || b.Column[y.from] == b.Column[x.from]
		sameRow = sameRow || b.Row[y.from] == b.Row[x.from]
	}
	switch {
	case !others:
		return ""
	case !sameColumn:
		return column
	case !sameRow:
		return fmt.Sprint(b.Row[x.from])
	}
	return b.Names[x.from]
}

// bare drops what a text may omit or write in several ways.
func bare(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), "+#!?")
	return strings.NewReplacer("x", "", "=", "", ":", "", "0-0-0", "O-O-O", "0-0",
		"O-O").Replace(text)
}

// Parse reads a legal step. Signs of capture, promotion, check and judgment may be missing, and the
// text may say more about the origin than it needs to.
func (s *SAN) Parse(p *interp.Position, text string) (interp.Move, error) {
	want := bare(text)
	b := s.game.Rules().Board
	var found []interp.Move
	for _, m := range s.game.Moves(p) {
		x, ok := s.parts(p, m, false)
		if !ok {
			continue
		}
		forms := []string{x.name}
		if x.name == "" {
			rest := b.Names[x.to] + strings.TrimPrefix(x.becomes, "=")
			column, row := topology.ColumnName(b.Column[x.from]), fmt.Sprint(b.Row[x.from])
			for _, origin := range []string{"", column, row, column + row} {
				forms = append(forms, x.letter+origin+rest)
			}
		}
		if want != "" && slices.Contains(forms[min(1, len(forms)-1):], want) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, fmt.Errorf("%q is not a legal move", text)
	}
	return 0, fmt.Errorf("%q may be any of %d legal moves", text, len(found))
}
