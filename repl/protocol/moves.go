package protocol

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/protocol/message"
)

var typeNames = map[ir.Type]string{
	ir.Sites: "site", ir.Steps: "direction", ir.Kinds: "kind", ir.Players: "player",
	ir.Number: "number",
}

// moveData splits a step into its parts.
func (g *game) moveData(m interp.Move, text string) message.Move {
	id, values := g.game.Roles(m)
	data := message.Move{Text: text, Long: g.game.LongText(nil, m), Roles: []message.Role{}}
	if int(id) >= len(g.rules().Moves) {
		data.Move = data.Long
		return data
	}
	mv := g.rules().Moves[id]
	data.Move = mv.Name
	for i := range mv.Roles {
		r := &mv.Roles[i]
		said := message.Role{Word: r.Word, Name: r.Name, Type: typeNames[r.Type],
			Value: g.valueName(r.Type, values[i])}
		if r.Among != nil {
			said.Type, said.Value = typeNames[r.Of]+"s", g.game.Notation().ValueText(r, values[i], false)
		}
		data.Roles = append(data.Roles, said)
	}
	return data
}

// step is a legal step of a position as data.
func (g *game) step(p *interp.Position, m interp.Move) message.Move {
	return g.moveData(m, g.game.Text(p, m))
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

// mostChanges is how many steps are played to find what each changes. A game may offer millions,
// and as many again after each of them. No answer lists more steps than that.
const mostChanges = 4096

// mostLeads is how many legal steps a position may have to be asked where they lead.
const mostLeads = 256

func handleMoves(k *call, v *sight, p *message.MovesParams) (*message.Moves, error) {
	limit, err := page(p.Limit, mostChanges)
	if err != nil {
		return nil, err
	}
	g, pos := v.game, v.pos
	site := topology.None
	if p.Site != "" {
		var ok bool
		if site, ok = g.rules().Board.SiteByName(p.Site); !ok {
			return nil, missing("the board has no site %q", p.Site)
		}
	}
	data := &message.Moves{Player: g.rules().Players[pos.ToMove()].Name, Moves: []message.Move{}}
	if !v.own() {
		return data, nil
	}
	p.Changes = p.Changes && v.veiled == nil // which would tell what a step finds out
	l := v.table.moves(g, pos)
	weights := map[interp.Move]int64{}
	if all := g.game.Weights(pos); all != nil {
		for i, m := range g.game.Moves(pos) {
			weights[m] = all[i]
		}
	}
	leads := p.Leads && v.veiled == nil && len(l.moves) <= mostLeads
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
			d.After = &message.Followed{Turn: interp.TurnOver(pos, q), Over: q.Result() != nil,
				Player: g.rules().Players[q.ToMove()].Name}
		}
		if leads && unaimed(g, m) {
			if lead := g.scene.Leads(m, pos, g.play(pos, m)); lead != topology.None {
				d.Leads = g.rules().Board.Names[lead]
			}
		}
		data.Moves = append(data.Moves, d)
	}
	data.More = data.Total > max(p.From, 0)+len(data.Moves)
	return data, nil
}

// unaimed reports whether a step says where it begins and a number, such as that of a die, but not
// where it ends.
func unaimed(g *game, m interp.Move) bool {
	if named := g.scene.Named(m); named.Len() != 1 {
		return false
	}
	id, _ := g.game.Roles(m)
	return int(id) < len(g.rules().Moves) && slices.ContainsFunc(g.rules().Moves[id].Roles,
		func(r ir.Role) bool { return r.Type == ir.Number })
}

// changes returns how the board of q differs from that of p.
func (g *game) changes(p, q *interp.Position) []message.Change {
	changes := []message.Change{}
	for x := range p.Changed(q).All() {
		changes = append(changes,
			message.Change{Site: g.rules().Board.Names[x], Before: g.pieceAt(p, x), After: g.pieceAt(q, x)})
	}
	return changes
}

// lineOf returns the line of the rules in which a span begins, without blanks around it.
func lineOf(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	line, _ := s.File.Position(s.Lo)
	return strings.TrimSpace(s.File.Line(line))
}

// meant ends a message about an unknown name with the one that it is probably meant to be.
func meant(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// nearestName is [meant], or lists what is known.
func nearestName(name string, known []string) string {
	if near := meant(name, known); near != "" {
		return near
	}
	if len(known) == 0 {
		return "; there is none"
	}
	return "; there is " + strings.Join(known, ", ")
}
