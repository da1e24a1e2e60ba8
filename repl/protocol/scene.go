package protocol

import (
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/board"
	"boardgame/repl/protocol/message"
)

// themeOf reads the name of a theme; "" is light.
func themeOf(name string) (board.Theme, error) {
	i := slices.Index(board.Themes, name)
	if name == "" {
		i = int(board.Light)
	}
	if i < 0 {
		return 0, wrong("there is no theme %q; the themes are %s", name, strings.Join(board.Themes, ", "))
	}
	return board.Theme(i), nil
}

// preview returns what a legal step would change.
func (g *game) preview(p *interp.Position, step string) (*board.Ghosts, error) {
	m, err := g.game.Parse(p, step)
	if err != nil {
		return nil, wrong("preview: %v", err)
	}
	ghosts, err := g.scene.Foresee(p, m)
	if err != nil {
		return nil, wrong("preview: %v", err)
	}
	return ghosts, nil
}

// row returns the names of sites in their order.
func row(b *topology.Board, sites []topology.Site) []string {
	return append([]string{},
		lists.Map(sites, func(x topology.Site) string { return b.Names[x] })...)
}

// sceneData writes a view as data.
func (g *game) sceneData(v board.View) *message.Scene {
	b, l := v.Board, board.Lay(v)
	data := &message.Scene{Board: l.Board, Unit: l.Unit,
		ViewBox: [4]float64{l.Left, l.Top, l.Width, l.Height}, Sides: []message.SideData{},
		Pieces: []message.Shaped{}, Numbers: []message.Counted{}, Stores: append([]int64{}, v.Stores...),
		Pegs: []message.Shaped{}, Dice: []message.DieData{}, Leads: []message.LeadData{},
		Links: [][2]string{}, Won: [][]string{}, Result: v.Result,
		Marks: message.SceneMarks{Last: g.names(v.Last), Legal: g.names(v.Legal),
			Chosen: g.names(v.Chosen), Threat: g.names(v.Threat)}}
	rings := v.Ringed()
	for i, side := range v.Sides {
		one := message.SideData{Seat: i, Player: side.Name, Color: string(side.Color), Ring: rings[i],
			Moves: side.Moves, Text: side.Text, Hand: []message.HandItem{}}
		for _, h := range side.Hand {
			item := message.HandItem{Name: h.Name, Count: h.Count, Began: h.Began, Goal: h.Goal,
				Turned: h.Turned}
			if h.Piece != nil {
				item.Shape, item.Color, item.Letter = h.Piece.Shape, string(h.Piece.Color), h.Piece.Letter
			}
			one.Hand = append(one.Hand, item)
		}
		data.Sides = append(data.Sides, one)
	}
	shaped := func(x topology.Site, p board.Piece) message.Shaped {
		at := l.Places[x]
		return message.Shaped{Site: b.Names[x], Seat: p.Owner, Name: p.Name, Shape: p.Shape,
			Color: string(p.Color), Letter: p.Letter, Path: p.Path, Ink: string(p.Ink),
			Turned: p.Turned, X: at.At.X,
			Y: at.At.Y, Radius: at.Radius}
	}
	for x := range b.All().All() {
		if piece, ok := v.Pieces[x]; ok {
			one := shaped(x, piece)
			for _, under := range v.Below[x] {
				one.Below = append(one.Below, shaped(x, under))
			}
			data.Pieces = append(data.Pieces, one)
		}
		if n := v.Numbers[x]; n != 0 {
			data.Numbers = append(data.Numbers, message.Counted{Site: b.Names[x], Number: n,
				Name: v.Counted, Seat: -1})
		}
		for _, peg := range v.Pegs[x] {
			data.Pegs = append(data.Pegs, shaped(x, peg))
		}
		if dice := v.Leads[x]; dice != nil {
			data.Leads = append(data.Leads, message.LeadData{Site: b.Names[x], Dice: dice})
		}
		for _, c := range v.Counts[x] {
			data.Numbers = append(data.Numbers, message.Counted{Site: b.Names[x], Number: c.N, Name: c.Name,
				Seat: c.Owner})
		}
	}
	for _, die := range v.Dice {
		data.Dice = append(data.Dice, message.DieData(die))
	}
	for _, pair := range v.Links {
		data.Links = append(data.Links, [2]string{b.Names[pair[0]], b.Names[pair[1]]})
	}
	for _, line := range v.Won {
		data.Won = append(data.Won, row(b, line))
	}
	if v.Ghosts != nil {
		data.Ghosts = &message.GhostData{Come: []message.Shaped{}, Go: g.names(v.Ghosts.Go),
			Numbers: []message.Counted{}, Way: row(b, v.Ghosts.Way), Push: row(b, v.Ghosts.Push)}
		for x := range b.All().All() {
			if piece, ok := v.Ghosts.Come[x]; ok {
				data.Ghosts.Come = append(data.Ghosts.Come, shaped(x, piece))
			}
			if n := v.Ghosts.Numbers[x]; n != 0 {
				data.Ghosts.Numbers = append(data.Ghosts.Numbers,
					message.Counted{Site: b.Names[x], Number: n, Name: v.Counted, Seat: -1})
			}
		}
	}
	return data
}
