package rulebook

import (
	"fmt"
	"math/rand/v2"

	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
	"boardgame/interp"
	"boardgame/repl/board"
	"boardgame/repl/scene"
)

// view draws a position.
func (b *book) view(p *interp.Position) board.View {
	v := scene.Scene{Game: b.play, Info: &b.ruleset.Info}.View(p)
	v.Title, v.Labels = b.out.Title, true
	return v
}

// example shows a move in a position of a random game: what the player chooses, and where it leads.
func (mt *moveText) example(m *syntax.Move) {
	if mt.b.brief {
		return
	}
	id := -1
	for i, mv := range mt.b.game.Moves {
		if mv.Name == m.Name.Text {
			id = i
		}
	}
	if id < 0 {
		return
	}
	if mt.b.samples == nil {
		mt.b.sample()
	}
	found, ok := mt.b.samples[ir.MoveID(id)]
	if !ok {
		return
	}
	p, step := found.at, found.step
	v := mt.b.view(p)
	_, values := mt.b.play.Roles(step)
	for r, role := range mt.b.game.Moves[id].Roles {
		if sites := role.Sites(values[r]); role.Word == "from" {
			v.Chosen = v.Chosen.Or(sites)
		} else {
			v.Legal = v.Legal.Or(sites)
		}
	}
	text := fmt.Sprintf("For example, %s `%s`.", mt.b.does(p.ToMove(), "plays"),
		mt.b.play.Text(p, step))
	if m.Chance {
		text = fmt.Sprintf("For example, `%s` is drawn.", mt.b.play.Text(p, step))
	}
	mt.b.add(Item{View: &v, Text: text})
}

// A sample is a position of a random game and a legal move in it.
type sample struct {
	at   *interp.Position
	step interp.Move
}

// sample plays at random and keeps a position for every move. The first positions of a game are
// dull, so it prefers one after some turns.
func (b *book) sample() {
	// positions in all, and once every move has an example; of one game; turns
	const most, enough, longest, early = 500, 100, 200, 4
	b.samples = map[ir.MoveID]sample{}
	lacking := len(b.game.Moves)
	rng := rand.New(rand.NewPCG(1, 1))
	looked := 0
	done := func() bool {
		return looked >= most || lacking == 0 || b.ctx.Err() != nil ||
			looked > enough && len(b.samples) == len(b.game.Moves)
	}
	for !done() {
		p := b.play.Start()
		for range longest {
			moves := b.play.Moves(p)
			if p.Result() != nil || len(moves) == 0 || done() {
				break
			}
			looked++
			for _, m := range moves {
				id, _ := b.play.Roles(m)
				old, known := b.samples[id]
				if int(id) >= len(b.game.Moves) || known && (old.at.Ply() >= early || p.Ply() < early) {
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
