package protocol

import (
	"errors"
	"fmt"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp"
)

// Move is a step with its parts.
type Move struct {
	// the shortest notation that no other legal step has
	Text string `json:"text"`
	Long string `json:"long"` // the notation that names everything
	// the name of the move in the rules, or pass or done
	Move  string `json:"move"`
	Roles []Role `json:"roles"` // what is chosen, in the order of the rules
	// of a step left to chance: how likely it is next to the others
	Weight  int64     `json:"weight,omitempty"`
	Changes []Change  `json:"changes,omitempty"` // of the board, if asked for
	After   *Followed `json:"after,omitempty"`   // what follows, if changes are asked for
}

// Role is a part of a step.
type Role struct {
	Word  string `json:"word"`  // from, to, over, at, along, as or with
	Name  string `json:"name"`  // of the variable in the rules
	Type  string `json:"type"`  // site, direction, kind, player or number
	Value string `json:"value"` // its name, or the number
}

// Change is what a step does to a site.
type Change struct {
	Site   string     `json:"site"`
	Before *PieceData `json:"before"` // null: no piece
	After  *PieceData `json:"after"`
}

// Followed says what comes after a step.
type Followed struct {
	Turn   bool   `json:"turn"`   // the turn is over
	Over   bool   `json:"over"`   // the game is over
	Player string `json:"player"` // who moves next
}

var typeNames = map[ir.Type]string{
	ir.Sites: "site", ir.Steps: "direction", ir.Kinds: "kind", ir.Players: "player",
	ir.Number: "number",
}

// moveData splits a step into its parts.
func (g *game) moveData(m interp.Move, text string) Move {
	id, values := g.game.Roles(m)
	data := Move{Text: text, Long: g.game.LongText(nil, m), Roles: []Role{}}
	if int(id) >= len(g.rules().Moves) {
		data.Move = data.Long
		return data
	}
	mv := g.rules().Moves[id]
	data.Move = mv.Name
	for i := range mv.Roles {
		r := &mv.Roles[i]
		data.Roles = append(data.Roles,
			Role{r.Word, r.Name, typeNames[r.Type], g.valueName(r.Type, values[i])})
	}
	return data
}

// valueName writes the value of a role.
func (g *game) valueName(t ir.Type, n int64) string {
	rules := g.rules()
	switch {
	case t == ir.Sites && n >= 0 && int(n) < rules.Board.Sites:
		return rules.Board.Names[n]
	case t == ir.Steps && n >= 0 && int(n) < len(rules.Board.Directions):
		return rules.Board.Directions[n].Name
	case t == ir.Kinds && n >= 0 && int(n) < len(rules.Kinds):
		return rules.Kinds[n].Name
	case t == ir.Players && n >= 0 && int(n) < len(rules.Players):
		return rules.Players[n].Name
	}
	return fmt.Sprint(n)
}

// MovesParams are the parameters of moves.
type MovesParams struct {
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"`
	// Site, if given, leaves the steps that name the site.
	Site string `json:"site,omitempty"`
	// Changes asks what each step does to the board. More than 4096 legal steps are not asked.
	Changes bool `json:"changes,omitempty"`
	From    int  `json:"from,omitempty"`  // leave out so many steps
	Limit   int  `json:"limit,omitempty"` // list at most so many: 4096
}

// mostChanges is how many steps are played to find what each changes. A game may offer millions,
// and as many again after each of them. No answer lists more steps than that.
const mostChanges = 4096

// Moves is legal steps.
type Moves struct {
	Player string `json:"player"`
	Moves  []Move `json:"moves"`
	Total  int    `json:"total"` // steps that there are to list
	More   bool   `json:"more"`  // there are others after these
}

func (k *call) moves(p *MovesParams) (*Moves, error) {
	limit, err := page(p.Limit, mostChanges)
	if err != nil {
		return nil, err
	}
	v, err := k.look(p.Table, p.At)
	if err != nil {
		return nil, err
	}
	g, pos := v.game, v.pos
	site := topology.None
	if p.Site != "" {
		var ok bool
		if site, ok = g.rules().Board.SiteByName(p.Site); !ok {
			return nil, errorf(CodeNotFound, "the board has no site %q", p.Site)
		}
	}
	l := v.table.moves(g, pos)
	data := &Moves{Player: g.rules().Players[pos.ToMove()].Name, Moves: []Move{}}
	weights := map[interp.Move]int64{}
	if all := g.game.Weights(pos); all != nil {
		for i, m := range g.game.Moves(pos) {
			weights[m] = all[i]
		}
	}
	for i, m := range l.moves {
		if site != topology.None {
			if named := g.scene.Named(m); !named.Has(site) {
				continue
			}
		}
		data.Total++
		if data.Total <= p.From || len(data.Moves) == limit {
			continue
		}
		d := g.moveData(m, l.texts[i])
		d.Weight = weights[m]
		if p.Changes && len(l.moves) <= mostChanges {
			q := g.play(pos, m)
			d.Changes = g.changes(pos, q)
			d.After = &Followed{interp.TurnOver(pos, q), q.Result() != nil,
				g.rules().Players[q.ToMove()].Name}
		}
		data.Moves = append(data.Moves, d)
	}
	data.More = data.Total > max(p.From, 0)+len(data.Moves)
	return data, nil
}

// changes returns how the board of q differs from that of p.
func (g *game) changes(p, q *interp.Position) []Change {
	changes := []Change{}
	for x := range p.Changed(q).All() {
		changes = append(changes,
			Change{g.rules().Board.Names[x], g.pieceAt(p, x), g.pieceAt(q, x)})
	}
	return changes
}

// Illegal says why a text is not a legal move.
type Illegal struct {
	Move      string   `json:"move"`
	Why       string   `json:"why"`       // half a sentence; may be empty
	Nearest   []string `json:"nearest"`   // legal moves that may have been meant
	Ambiguous bool     `json:"ambiguous"` // it fits several legal moves: those in nearest
	Step      int      `json:"step"`      // of several, which one it is, from 1; 0: there is one
}

// PositionMistake says where a position text is wrong.
type PositionMistake struct {
	Column  int    `json:"column"` // in characters, from 1
	Message string `json:"message"`
}

// WhyParams are the parameters of why.
type WhyParams struct {
	Table string `json:"table"`
	Move  string `json:"move" max:"4096"`
	At    *int   `json:"at,omitempty"`
}

// Why says whether a move is legal and, if it is not, what speaks against it. A text that leaves
// something open has several readings, those nearest to being legal.
type Why struct {
	Legal    bool      `json:"legal"`
	Message  string    `json:"message"`
	Readings []Reading `json:"readings"`
	Nearest  []string  `json:"nearest"` // legal moves that may have been meant
}

// Reading is a step that a text may mean.
type Reading struct {
	Move   string `json:"move"`
	Legal  bool   `json:"legal"`
	Why    string `json:"why"`    // half a sentence; "" of a legal one
	Reason string `json:"reason"` // what the author of the rules says
	Rule   Span   `json:"rule"`   // where the rules say so
	Text   string `json:"text"`   // that line of the rules
	Parts  []Part `json:"parts"`  // the parts of the condition, and what was chosen
	// Sites are those at which the condition looked, to be shown on the board.
	Sites []string `json:"sites"`
}

// Part is something with a value.
type Part struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}

// lineOf returns the line of the rules in which a span begins, without blanks around it.
func lineOf(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	line, _ := s.File.Position(s.Lo)
	return strings.TrimSpace(s.File.Line(line))
}

// nearest finds the legal moves that a text may have meant.
func (g *game) nearest(p *interp.Position, text string) []string {
	var illegal *interp.IllegalMoveError
	if _, err := g.game.Parse(p, text); errors.As(err, &illegal) {
		return list(illegal.Nearest)
	}
	return []string{}
}

// nearestName ends a message about an unknown name.
func nearestName(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	if len(known) == 0 {
		return "; there is none"
	}
	return "; there is " + strings.Join(known, ", ")
}
