package protocol

import (
	"math"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/repl/board"
	"boardgame/repl/protocol/message"
	"boardgame/repl/scene"
	"boardgame/repl/speech"
)

func handlePosition(k *call, t *sight, _ *message.PositionParams) (*message.Position, error) {
	if t.veiled != nil {
		return t.veiled.seenPosition(), nil
	}
	g, pos := t.game, t.pos
	data := positionData(g, pos, pos.Key(), func(x topology.Site) *message.PieceData {
		return g.pieceAt(pos, x)
	})
	data.Text, data.Picture = g.game.PositionText(pos), g.game.Picture(pos)
	data.States, data.Result = g.states(pos), g.result(pos)
	return data, nil
}

// positionData is what a position has in common with a view of it, with the pieces that are seen.
func positionData(g *game, p *interp.Position, key position.Key,
	piece func(topology.Site) *message.PieceData) *message.Position {
	rules := g.rules()
	data := &message.Position{Player: rules.Players[p.ToMove()].Name, Turn: p.Ply(),
		Passes: p.Passes(), InTurn: p.Steps(), Out: []string{}, Pieces: []message.PieceData{},
		Key: keyText(key)}
	for i, pl := range rules.Players {
		if !p.In(i) {
			data.Out = append(data.Out, pl.Name)
		}
	}
	for x := range rules.Board.All().All() {
		if stands := piece(x); stands != nil {
			data.Pieces = append(data.Pieces, *stands)
		}
	}
	return data
}

func keyText(k position.Key) string {
	const digits = "0123456789abcdef"
	text := make([]byte, 0, 32)
	for _, word := range k {
		for shift := 60; shift >= 0; shift -= 4 {
			text = append(text, digits[word>>shift&15])
		}
	}
	return string(text)
}

// pieceAt returns the piece on a site; nil if there is none.
func (g *game) pieceAt(p *interp.Position, x topology.Site) *message.PieceData {
	owner, kind, ok := p.At(x)
	if !ok {
		return nil
	}
	data := &message.PieceData{Site: g.rules().Board.Names[x], Kind: g.rules().Kinds[kind].Name}
	if owner >= 0 {
		data.Player = g.rules().Players[owner].Name
	}
	tower := p.Tower(x)
	for _, piece := range tower[:len(tower)-1] {
		b := message.Buried{Kind: g.rules().Kinds[piece.Kind].Name}
		if piece.Owner >= 0 {
			b.Player = g.rules().Players[piece.Owner].Name
		}
		data.Below = append(data.Below, b)
	}
	return data
}

// setNames names the types of values of states.
var setNames = map[ir.Type]string{
	ir.Number: "number", ir.Truth: "truth", ir.Sites: "sites", ir.Steps: "directions",
	ir.Kinds: "kinds", ir.Players: "players",
}

// states returns the counters and memories. Those kept per cell are left out where they are 0 or
// empty.
func (g *game) states(p *interp.Position) []message.StateValue {
	rules := g.rules()
	all := []message.StateValue{}
	for i := range rules.States {
		s := &rules.States[i]
		players, kinds, cells := rules.Extent(s)
		for n := range players * kinds * cells {
			player, kind, cell := n/(kinds*cells), n/cells%kinds, topology.Site(n%cells)
			v := message.StateValue{Name: s.Name, Type: setNames[s.Type], Names: []string{}}
			if s.PerPlayer {
				v.Player = rules.Players[player].Name
			}
			if s.PerPiece {
				v.Kind = rules.Kinds[kind].Name
			}
			if s.PerCell {
				v.Site = rules.Board.Names[cell]
			}
			value := value.Value{Type: s.Type}
			switch {
			case s.Type == ir.Sites:
				value.Sites = p.Memory(rules, i, player, kind, cell)
			case s.Type == ir.Steps:
				for r := range p.Memory(rules, i, player, kind, cell).All() {
					v.Names = append(v.Names, g.valueName(ir.Steps, int64(r)))
				}
			default:
				value.N = p.Number(rules, i, player, kind, cell)
			}
			if s.Type != ir.Steps {
				v.Names = append(v.Names, value.Names(rules)...)
			}
			if s.Type == ir.Number || s.Type == ir.Truth {
				v.Number = value.N
			}
			if s.PerCell && v.Number == 0 && len(v.Names) == 0 {
				continue
			}
			all = append(all, v)
		}
	}
	return all
}

func handleBoard(k *call, t *sight, p *message.BoardParams) (*message.Board, error) {
	var err error
	pos := t.pos
	v := t.picture()
	v.Title, v.Flip, v.Labels, v.Targets = p.Title, p.Flip, !p.Bare, p.Targets
	v.Strips, v.ID, v.Quarter = p.Strips, p.ID, p.Quarter
	if t.game.said != nil {
		v.Columns, v.Rows = t.game.said.Lines(v.Board)
	}
	if v.Theme, err = themeOf(p.Theme); err != nil {
		return nil, err
	}
	if (p.Strips || p.Hands || p.Scene) && t.veiled == nil {
		t.game.scene.Hands(&v, t.course.Start(), pos)
	}
	if p.Hands {
		scene.Beside(&v)
	}
	if p.Preview != "" && t.veiled != nil {
		return nil, forbidden("a preview could show what is hidden from players")
	}
	if p.Preview != "" {
		if v.Ghosts, err = t.game.preview(pos, p.Preview); err != nil {
			return nil, err
		}
	}
	last := t.touched()
	if !p.NoLast {
		v.Last = last
	}
	if v.Legal, err = t.game.sites(p.Legal); err != nil {
		return nil, err
	}
	if v.Chosen, err = t.game.sites(p.Chosen); err != nil {
		return nil, err
	}
	out := &message.Board{}
	if p.Text {
		out.Text = board.Text(v, board.Style{Unicode: !p.ASCII, Color: p.Color, Width: p.Width})
	}
	if p.SVG {
		out.SVG = board.SVG(v)
	}
	if p.Layout {
		out.Layout = t.game.layout(v)
	}
	if p.Holdings {
		out.Holdings = t.holdings()
	}
	if p.Scene {
		out.Scene = t.game.sceneData(v)
	}
	if p.Data || !p.Text && !p.SVG && !p.Layout && !p.Holdings && !p.Scene {
		on := func(x topology.Site) *message.PieceData { return t.game.pieceAt(pos, x) }
		if t.veiled != nil {
			on = t.veiled.piece
		}
		out.Data = t.game.boardData(v, on)
		out.Data.Last = t.game.names(last)
		if t.own() {
			out.Data.Sites = t.game.names(t.game.origins(pos))
		}
	}
	return out, nil
}

func (t *sight) holdings() *message.Holdings {
	first, look := t.course.Start(), t.game.scene
	if t.veiled != nil {
		return &message.Holdings{Players: make([]string, len(t.game.rules().Players)),
			Common: strings.Join(speech.Beside(speech.Plain(t.game.ruleset, t.game.game),
				t.veiled.seen(t.veiled.at)), " · ")}
	}
	h := &message.Holdings{Common: look.Counters(first, t.pos, -1)}
	for i := range t.game.rules().Players {
		h.Players = append(h.Players, look.Holdings(first, t.pos, i))
	}
	return h
}

// touched is the set of sites of the last turn before a moment, or of the steps so far of the
// current turn; none of a setup, which is all there is.
func (t *sight) touched() topology.Set {
	var set topology.Set
	start := t.course.TurnStart(t.at)
	if t.at == 0 || t.veiled == nil && t.course.Position(start).SettingUp() {
		return set
	}
	if t.veiled != nil {
		return t.veiled.seen(start).Changed(t.veiled.seen(t.at))
	}
	for i := start; i < t.at; i++ {
		set = set.Or(t.game.scene.Touched(t.course.Step(i), t.course.Position(i+1)))
	}
	return set
}

// origins returns the sites that legal steps name first.
func (g *game) origins(p *interp.Position) topology.Set {
	var set topology.Set
	for _, m := range g.game.Moves(p) {
		set = set.Or(interp.FirstSites(g.game, m))
	}
	return set
}

// sites reads names of sites.
func (g *game) sites(names []string) (set topology.Set, err error) {
	for _, name := range names {
		x, ok := g.rules().Board.SiteByName(name)
		if !ok {
			return set, missing("the board has no site %q", name)
		}
		set.Add(x)
	}
	return set, nil
}

func (g *game) names(set topology.Set) []string {
	names := []string{}
	for x := range set.All() {
		names = append(names, g.rules().Board.Names[x])
	}
	return names
}

func (g *game) boardData(v board.View,
	on func(topology.Site) *message.PieceData) *message.BoardData {
	b := v.Board
	data := &message.BoardData{Pieces: []message.Man{}, Numbers: []message.Number{},
		Counted: v.Counted, Sites: []string{},
		Marks: []message.MarkData{}}
	for x := range topology.Site(b.Sites) {
		if piece := on(x); piece != nil {
			man := manOf(*piece, v.Pieces[x])
			for i, look := range v.Below[x][:min(len(v.Below[x]), len(piece.Below))] {
				under := message.PieceData{Site: piece.Site, Player: piece.Below[i].Player,
					Kind: piece.Below[i].Kind}
				man.Below = append(man.Below, manOf(under, look))
			}
			data.Pieces = append(data.Pieces, man)
		}
		if n := v.Numbers[x]; n != 0 {
			data.Numbers = append(data.Numbers, message.Number{Site: b.Names[x], Number: n})
		}
		for i := len(v.Tints) - 1; i >= 0; i-- {
			if t := &v.Tints[i]; t.Sites.Has(x) {
				data.Marks = append(data.Marks,
					message.MarkData{Site: b.Names[x], Sign: t.Unicode, ASCII: t.ASCII, Color: string(t.Color)})
				break
			}
		}
	}
	return data
}

// manOf joins a piece and its looks.
func manOf(piece message.PieceData, look board.Piece) message.Man {
	return message.Man{
		Site: piece.Site, Player: piece.Player, Seat: look.Owner, Kind: piece.Kind,
		Name: look.Name, Sign: look.Unicode, ASCII: look.ASCII, Color: string(look.Color),
	}
}

func (g *game) layout(v board.View) *message.Layout {
	b := v.Board
	l := board.Lay(v)
	// A hundredth of a unit of the picture is less than anyone sees.
	near := func(x float64) float64 { return math.Round(x*100) / 100 }
	data := &message.Layout{Unit: l.Unit,
		ViewBox: [4]float64{near(l.Left), near(l.Top), near(l.Width), near(l.Height)},
		Sites:   []message.SiteData{}, Lines: [][2]string{}}
	for _, pair := range l.Lines {
		data.Lines = append(data.Lines, [2]string{b.Names[pair[0]], b.Names[pair[1]]})
	}
	kinds := map[topology.Plane]string{topology.Cells: "cell", topology.Edges: "edge",
		topology.Corners: "corner"}
	for i, place := range l.Places {
		x := topology.Site(i)
		s := message.SiteData{
			Site: b.Names[x], Kind: kinds[place.Plane], X: near(place.At.X),
			Y: near(place.At.Y), Column: b.Column[x], Row: b.Row[x],
			Outline: [][2]float64{}, Neighbors: []message.Neighbor{}, Touches: []string{},
		}
		if g.said != nil {
			s.Said = g.said.CellName(b, x)
		}
		for _, c := range place.Outline {
			s.Outline = append(s.Outline, [2]float64{near(c.X), near(c.Y)})
		}
		if place.Plane == topology.Cells {
			for r, d := range b.Directions {
				for y := range b.Next(topology.Relation(r), x).All() {
					s.Neighbors = append(s.Neighbors, message.Neighbor{Direction: d.Name, Site: b.Names[y]})
				}
			}
		} else {
			s.Touches = g.names(b.Next(b.Incident(topology.Cells), x))
		}
		data.Sites = append(data.Sites, s)
	}
	return data
}
