package rulebook

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
)

// view draws a position.
func (b *book) view(p *interp.Position) board.View {
	v := board.View{Board: b.game.Board, Title: b.out.Title, Labels: true,
		Pieces: map[topology.Site]board.Piece{}}
	for s := range p.Occupied().All() {
		owner, kind, _ := p.At(s)
		v.Pieces[s] = b.sign(owner, kind)
	}
	for i, st := range b.game.States {
		if !st.PerCell || st.PerPlayer || st.PerPiece || st.Type != ir.Number || v.Numbers != nil {
			continue
		}
		v.Numbers, v.Counted = map[topology.Site]int64{}, st.Name
		for s := range b.game.Board.Cells.All() {
			if n := p.Number(b.game, i, -1, -1, s); n != 0 {
				v.Numbers[s] = n
			}
		}
	}
	for _, mark := range b.ruleset.Info.Marks {
		for _, r := range b.game.Regions {
			if r.Name != mark.Region {
				continue
			}
			for player, set := range r.Sets {
				color := board.Colour(mark.Colour)
				if mark.Colour == ruleset.OfOwner && r.PerPlayer {
					color = b.color(player)
				}
				v.Tints = append(v.Tints,
					board.Tint{Sites: set, Unicode: mark.Unicode, ASCII: mark.ASCII, Colour: color})
			}
		}
	}
	return v
}

// color returns the color of a player's pieces.
func (b *book) color(player int) board.Colour {
	for kind, k := range b.game.Kinds {
		if !k.Neutral {
			return b.sign(player, kind).Colour
		}
	}
	return "gray"
}

// sign says how a piece is shown.
func (b *book) sign(owner, kind int) board.Piece {
	k := b.game.Kinds[kind]
	player := ""
	if owner >= 0 {
		player = b.game.Players[owner].Name
	}
	out := board.Piece{Owner: owner, Name: strings.TrimSpace(player + " " + k.Name), Colour: "gray"}
	if info, ok := b.ruleset.Info.Piece(player, k.Name); ok {
		out.Unicode, out.ASCII, out.Colour = info.Unicode, info.ASCII, board.Colour(info.Colour)
		return out
	}
	out.Unicode = k.Sign
	switch {
	case owner >= 0 && len(b.game.Players) > 2:
		out.Unicode = fmt.Sprint(owner + 1)
	case owner == 0:
		out.Unicode = strings.ToUpper(k.Sign)
	case owner > 0:
		out.Unicode = strings.ToLower(k.Sign)
	}
	out.ASCII = out.Unicode
	if owner >= 0 {
		out.Colour = []board.Colour{"red", "blue", "green", "yellow"}[owner%4]
	}
	return out
}

// example shows a move in a position of a random game: what is chosen, and where it leads.
func (b *book) example(m *syntax.Move) {
	if b.brief {
		return
	}
	id := -1
	for i, mv := range b.game.Moves {
		if mv.Name == m.Name.Text {
			id = i
		}
	}
	if id < 0 {
		return
	}
	if b.samples == nil {
		b.sample()
	}
	found, ok := b.samples[ir.MoveID(id)]
	if !ok {
		return
	}
	p, step := found.at, found.step
	v := b.view(p)
	_, values := b.play.Roles(step)
	for r, role := range b.game.Moves[id].Roles {
		if role.Type != ir.Sites {
			continue
		}
		site := topology.Site(values[r])
		switch role.Word {
		case "from":
			v.Chosen.Add(site)
		default:
			v.Legal.Add(site)
		}
	}
	text := fmt.Sprintf("For example, %s plays `%s`.", b.game.Players[p.ToMove()].Name,
		b.play.Text(p, step))
	if m.Chance {
		text = fmt.Sprintf("For example, `%s` is drawn.", b.play.Text(p, step))
	}
	b.add(Item{View: &v, Text: text})
}

// A sample is a position of a random game and a move that can be made in it.
type sample struct {
	at   *interp.Position
	step interp.Move
}

// sample plays at random and keeps a position for every move. The first positions of a game are
// dull: one after some turns is preferred.
func (b *book) sample() {
	const most, longest, early = 500, 200, 4 // positions in all and of one game, turns
	b.samples = map[ir.MoveID]sample{}
	lacking := len(b.game.Moves)
	rng := rand.New(rand.NewPCG(1, 1))
	for looked := 0; looked < most && lacking > 0; {
		p := b.play.Start()
		for range longest {
			moves := b.play.Moves(p)
			if p.Result() != nil || len(moves) == 0 || lacking == 0 {
				break
			}
			looked++
			for _, m := range moves {
				id, _ := b.play.Roles(m)
				old, known := b.samples[id]
				if int(id) >= len(b.game.Moves) || known &&
					(old.at.Ply() >= early || p.Ply() < early) {
					continue
				}
				b.samples[id] = sample{p, m}
				if p.Ply() >= early {
					lacking--
				}
			}
			next, err := b.play.Play(p, moves[rng.IntN(len(moves))])
			if err != nil {
				break
			}
			p = next
		}
		looked++
	}
}
