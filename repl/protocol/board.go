package protocol

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp"
	"boardgame/interp/position"
	"boardgame/repl/board"
)

// PositionParams are the parameters of position.
type PositionParams struct {
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"` // after so many steps; by default now
}

// Position is a position as text and as data.
type Position struct {
	Text    string       `json:"text"` // one line, which start reads
	Picture string       `json:"picture"`
	Player  string       `json:"player"` // to move
	Turn    int          `json:"turn"`   // turns taken
	Passes  int          `json:"passes"` // turns in a row that were a pass
	Out     []string     `json:"out"`    // players who have lost while others play on
	InTurn  int          `json:"inTurn"` // steps of this turn already taken
	Pieces  []PieceData  `json:"pieces"`
	States  []StateValue `json:"states"`
	Result  *Result      `json:"result"`
	Key     string       `json:"key"` // equal for positions from which the game goes on alike
}

// PieceData is a piece on a site.
type PieceData struct {
	Site   string `json:"site"`
	Player string `json:"player"` // "" of a neutral one
	Kind   string `json:"kind"`
	// Below is what it stands on, the lowest piece first; absent where it stands on the board.
	Below []Buried `json:"below,omitempty"`
}

// Buried is a piece in a tower, below the top.
type Buried struct {
	Player string `json:"player"` // "" of a neutral one
	Kind   string `json:"kind"`
}

// StateValue is a counter or a memory of the rules, for the player, kind and cell that it is kept
// for ("" where it is not kept per that).
type StateValue struct {
	Name   string   `json:"name"`
	Player string   `json:"player"`
	Kind   string   `json:"kind"`
	Site   string   `json:"site"`
	Type   string   `json:"type"`   // number, truth, sites, directions, kinds or players
	Number int64    `json:"number"` // of a number; 1 of what is true
	Names  []string `json:"names"`  // of a set
}

func (k *call) position(p *PositionParams) (*Position, error) {
	t, err := k.look(p.Table, p.At)
	if err != nil {
		return nil, err
	}
	pos := t.pos
	g := t.game
	rules := g.rules()
	data := &Position{
		Text: g.game.PositionText(pos), Picture: g.game.Picture(pos),
		Player: rules.Players[pos.ToMove()].Name, Turn: pos.Ply(),
		Passes: pos.Passes(), Out: []string{}, InTurn: pos.Steps(), Pieces: []PieceData{},
		States: g.states(pos), Result: g.result(pos.Result()),
		Key: keyText(pos.Key()),
	}
	for i, pl := range rules.Players {
		if !pos.In(i) {
			data.Out = append(data.Out, pl.Name)
		}
	}
	for x := range pos.Occupied().All() {
		data.Pieces = append(data.Pieces, *g.pieceAt(pos, x))
	}
	return data, nil
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
func (g *game) pieceAt(p *interp.Position, x topology.Site) *PieceData {
	owner, kind, ok := p.At(x)
	if !ok {
		return nil
	}
	data := &PieceData{Site: g.rules().Board.Names[x], Kind: g.rules().Kinds[kind].Name}
	if owner >= 0 {
		data.Player = g.rules().Players[owner].Name
	}
	tower := p.Tower(x)
	for _, piece := range tower[:len(tower)-1] {
		b := Buried{Kind: g.rules().Kinds[piece.Kind].Name}
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
func (g *game) states(p *interp.Position) []StateValue {
	rules := g.rules()
	all := []StateValue{}
	for i := range rules.States {
		s := &rules.States[i]
		players, kinds, cells := rules.Extent(s)
		for n := range players * kinds * cells {
			player, kind, cell := n/(kinds*cells), n/cells%kinds, topology.Site(n%cells)
			v := StateValue{Name: s.Name, Type: setNames[s.Type], Names: []string{}}
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

// BoardParams are the parameters of board. Text, svg, data and layout say what is wanted; data if
// none is said.
type BoardParams struct {
	Table string `json:"table"`
	At    *int   `json:"at,omitempty"`

	Text bool `json:"text,omitempty"`
	SVG  bool `json:"svg,omitempty"`
	Data bool `json:"data,omitempty"`
	// where the sites are; the same for all positions of a game
	Layout bool `json:"layout,omitempty"`
	// what players have, also what cannot be seen on the board
	Holdings bool `json:"holdings,omitempty"`
	// the position as data to draw: shapes, colors, hands, dice, marks
	Scene bool `json:"scene,omitempty"`

	// in the SVG a strip for each player, above and below the board
	Strips  bool   `json:"strips,omitempty"`
	Theme   string `json:"theme,omitempty"`   // colors of the SVG: light (the default), dark or print
	ID      string `json:"id,omitempty"`      // begins the ids in the SVG
	Quarter bool   `json:"quarter,omitempty"` // the SVG is turned by 90°
	// a legal step: what it would change is drawn as ghosts
	Preview string `json:"preview,omitempty"`

	Flip bool `json:"flip,omitempty"` // seen from the other side
	Bare bool `json:"bare,omitempty"` // without coordinates
	// in the SVG an invisible shape with data-site and data-kind on every site
	Targets bool   `json:"targets,omitempty"`
	NoLast  bool   `json:"noLast,omitempty"` // the last turn is not pointed out
	Title   string `json:"title,omitempty"`  // of the SVG
	// Legal and Chosen are sites to point out: where one may go, and what has been chosen of a
	// move.
	Legal  []string `json:"legal,omitempty"`
	Chosen []string `json:"chosen,omitempty"`

	ASCII bool `json:"ascii,omitempty"` // the text without Unicode
	Color bool `json:"color,omitempty"` // the text with ANSI colors
	Width int  `json:"width,omitempty"` // columns of the text; 0: any number
}

// Board is the board in the ways that were asked for.
type Board struct {
	Text   string     `json:"text,omitempty"`
	SVG    string     `json:"svg,omitempty"`
	Data   *BoardData `json:"data,omitempty"`
	Layout *Layout    `json:"layout,omitempty"`
	// what players have
	Holdings *Holdings `json:"holdings,omitempty"`
	Scene    *Scene    `json:"scene,omitempty"`
}

// Holdings is what players have, in words: pieces on the board by kind, and counters such as walls
// in hand or points.
type Holdings struct {
	Players []string `json:"players"` // by player; "" for one who can have nothing
	Common  string   `json:"common"`  // counters of no player; "" where there are none
}

// BoardData is what the board shows.
type BoardData struct {
	Pieces  []Man      `json:"pieces"`
	Numbers []Number   `json:"numbers"` // what is counted on cells, where it is not 0
	Counted string     `json:"counted"` // what that is; "" where nothing is
	Marks   []MarkData `json:"marks"`   // cells that are set apart
	// the sites of the last turn, or of what has been played of this one
	Last []string `json:"last"`
	// Sites are those that legal steps name first: where a click or a drag can begin.
	Sites []string `json:"sites"`
}

// Man is a piece and how it looks.
type Man struct {
	Site   string `json:"site"`
	Player string `json:"player"` // "" of a neutral one
	Seat   int    `json:"seat"`   // the player's number from 0; -1 of a neutral one
	Kind   string `json:"kind"`
	Name   string `json:"name"` // as "Red king"
	Sign   string `json:"sign"` // one character of Unicode
	ASCII  string `json:"ascii"`
	Color  string `json:"color"`
	// Below is how the pieces look that it stands on, the lowest first; absent where it stands on
	// the board. Their site is that of the tower.
	Below []Man `json:"below,omitempty"`
}

// Number is a number on a cell.
type Number struct {
	Site   string `json:"site"`
	Number int64  `json:"number"`
}

// MarkData is a cell that is set apart, such as a goal.
type MarkData struct {
	Site  string `json:"site"`
	Sign  string `json:"sign"`
	ASCII string `json:"ascii"`
	Color string `json:"color"`
}

// Layout is where everything is, in the coordinates of the SVG: x to the right, y downwards.
type Layout struct {
	ViewBox [4]float64  `json:"viewBox"` // left, top, width, height
	Unit    float64     `json:"unit"`    // from one cell to the next
	Sites   []SiteData  `json:"sites"`
	Lines   [][2]string `json:"lines"` // drawn between points; none where cells are areas
}

// SiteData is a site of the board.
type SiteData struct {
	Site   string  `json:"site"` // its name
	Kind   string  `json:"kind"` // cell, edge or corner
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Column int     `json:"column"` // from 1; 0 where the board has none
	Row    int     `json:"row"`
	// of a cell its corners, of an edge its ends; empty where cells are points
	Outline   [][2]float64 `json:"outline"`
	Neighbors []Neighbor   `json:"neighbors"` // of a cell
	Touches   []string     `json:"touches"`   // of an edge or a corner: the cells at it
}

// Neighbor is a site that a direction leads to.
type Neighbor struct {
	Direction string `json:"direction"`
	Site      string `json:"site"`
}

func (k *call) board(p *BoardParams) (*Board, error) {
	t, err := k.look(p.Table, p.At)
	if err != nil {
		return nil, err
	}
	pos := t.pos
	v := t.game.scene.View(pos)
	v.Title, v.Flip, v.Labels, v.Targets = p.Title, p.Flip, !p.Bare, p.Targets
	v.Strips, v.ID, v.Quarter = p.Strips, p.ID, p.Quarter
	if v.Theme, err = themeOf(p.Theme); err != nil {
		return nil, err
	}
	if p.Strips || p.Scene {
		t.game.scene.Hands(&v, t.course.Start(), pos)
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
	out := &Board{}
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
		out.Data = t.game.boardData(v, pos)
		out.Data.Last = t.game.names(last)
		out.Data.Sites = t.game.names(t.game.origins(pos))
	}
	return out, nil
}

func (t *sight) holdings() *Holdings {
	first, look := t.course.Start(), t.game.scene
	h := &Holdings{Common: look.Counters(first, t.pos, -1)}
	for i := range t.game.rules().Players {
		h.Players = append(h.Players, look.Holdings(first, t.pos, i))
	}
	return h
}

// touched is the set of sites of the last turn before a moment, or of the steps so far of the
// current turn.
func (t *sight) touched() topology.Set {
	var set topology.Set
	if t.at == 0 {
		return set
	}
	for i := t.course.TurnStart(t.at); i < t.at; i++ {
		set = set.Or(t.game.scene.Touched(t.course.Step(i), t.course.Position(i+1)))
	}
	return set
}

// origins returns the sites that legal steps name first.
func (g *game) origins(p *interp.Position) topology.Set {
	var set topology.Set
	for _, m := range g.game.Moves(p) {
		id, values := g.game.Roles(m)
		if int(id) >= len(g.rules().Moves) {
			continue
		}
		for i, r := range g.rules().Moves[id].Roles {
			if r.Type == ir.Sites {
				set.Add(topology.Site(values[i]))
				break
			}
		}
	}
	return set
}

// sites reads names of sites.
func (g *game) sites(names []string) (set topology.Set, err error) {
	for _, name := range names {
		x, ok := g.rules().Board.SiteByName(name)
		if !ok {
			return set, errorf(CodeNotFound, "the board has no site %q", name)
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

func (g *game) boardData(v board.View, p *interp.Position) *BoardData {
	b := v.Board
	data := &BoardData{Pieces: []Man{}, Numbers: []Number{}, Counted: v.Counted,
		Marks: []MarkData{}}
	for x := range topology.Site(b.Sites) {
		if piece := g.pieceAt(p, x); piece != nil {
			man := manOf(*piece, v.Pieces[x])
			for i, look := range v.Below[x] {
				under := PieceData{Site: piece.Site, Player: piece.Below[i].Player,
					Kind: piece.Below[i].Kind}
				man.Below = append(man.Below, manOf(under, look))
			}
			data.Pieces = append(data.Pieces, man)
		}
		if n := v.Numbers[x]; n != 0 {
			data.Numbers = append(data.Numbers, Number{b.Names[x], n})
		}
		for i := len(v.Tints) - 1; i >= 0; i-- {
			if t := &v.Tints[i]; t.Sites.Has(x) {
				data.Marks = append(data.Marks,
					MarkData{b.Names[x], t.Unicode, t.ASCII, string(t.Color)})
				break
			}
		}
	}
	return data
}

// manOf joins a piece and its looks.
func manOf(piece PieceData, look board.Piece) Man {
	return Man{
		Site: piece.Site, Player: piece.Player, Seat: look.Owner, Kind: piece.Kind,
		Name: look.Name, Sign: look.Unicode, ASCII: look.ASCII, Color: string(look.Color),
	}
}

func (g *game) layout(v board.View) *Layout {
	b := v.Board
	l := board.Lay(v)
	data := &Layout{ViewBox: [4]float64{l.Left, l.Top, l.Width, l.Height}, Unit: l.Unit,
		Sites: []SiteData{}, Lines: [][2]string{}}
	for _, pair := range l.Lines {
		data.Lines = append(data.Lines, [2]string{b.Names[pair[0]], b.Names[pair[1]]})
	}
	kinds := map[topology.Plane]string{topology.Cells: "cell", topology.Edges: "edge",
		topology.Corners: "corner"}
	for i, place := range l.Places {
		x := topology.Site(i)
		s := SiteData{
			Site: b.Names[x], Kind: kinds[place.Plane], X: place.At.X, Y: place.At.Y,
			Column: b.Column[x], Row: b.Row[x],
			Outline: [][2]float64{}, Neighbors: []Neighbor{}, Touches: []string{},
		}
		for _, c := range place.Outline {
			s.Outline = append(s.Outline, [2]float64{c.X, c.Y})
		}
		if place.Plane == topology.Cells {
			for r, d := range b.Directions {
				for y := range b.Next(topology.Relation(r), x).All() {
					s.Neighbors = append(s.Neighbors, Neighbor{d.Name, b.Names[y]})
				}
			}
		} else {
			s.Touches = g.names(b.Next(b.Incident(topology.Cells), x))
		}
		data.Sites = append(data.Sites, s)
	}
	return data
}
