package protocol

import (
	"slices"
	"strings"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/board"
)

// Scene is a position as something to draw. Coordinates are those of the SVG without strips.
type Scene struct {
	Board   string      `json:"board"` // how the board is drawn, as in [look] of a ruleset
	Unit    float64     `json:"unit"`  // from one cell to the next
	ViewBox [4]float64  `json:"viewBox"`
	Sides   []SideData  `json:"sides"`
	Pieces  []Shaped    `json:"pieces"`
	Numbers []Counted   `json:"numbers"`
	Stores  []int64     `json:"stores"` // by seat, of boards with pits
	Dice    []DieData   `json:"dice"`
	Links   [][2]string `json:"links"` // sites that are joined, as by bridges
	Marks   SceneMarks  `json:"marks"`
	Won     [][]string  `json:"won"` // lines of sites that decided the game
	Ghosts  *GhostData  `json:"ghosts"`
	Result  string      `json:"result"`
}

// SideData is a player in a scene.
type SideData struct {
	Seat   int        `json:"seat"`
	Player string     `json:"player"`
	Color  string     `json:"color"`
	Ring   bool       `json:"ring"` // pieces need a ring: another side has a similar color
	Moves  bool       `json:"moves"`
	Text   string     `json:"text"` // what the board does not show
	Hand   []HandItem `json:"hand"`
}

// HandItem is a number of pieces or points of a player beside the board.
type HandItem struct {
	Name   string `json:"name"`
	Count  int64  `json:"count"`
	Began  int64  `json:"began"` // when the game began
	Goal   int64  `json:"goal"`  // the number that wins; 0 if none does
	Shape  string `json:"shape"` // of the pieces; "" for points
	Color  string `json:"color"`
	Letter string `json:"letter"`
	Turned bool   `json:"turned"` // they lie on their sides
}

// Shaped is a piece and its form. Its site and place are those of its tower.
type Shaped struct {
	Site   string   `json:"site"`
	Seat   int      `json:"seat"` // -1 of a neutral piece
	Name   string   `json:"name"`
	Shape  string   `json:"shape"`
	Color  string   `json:"color"`
	Letter string   `json:"letter"`
	Path   string   `json:"path"` // of an SVG, instead of a shape
	Turned bool     `json:"turned"`
	X      float64  `json:"x"`
	Y      float64  `json:"y"`
	Radius float64  `json:"radius"`
	Below  []Shaped `json:"below,omitempty"` // the lowest first
}

// Counted is a number on a site.
type Counted struct {
	Site   string `json:"site"`
	Number int64  `json:"number"`
	Name   string `json:"name"`
	Seat   int    `json:"seat"` // -1 if it is nobody's
}

// DieData is a die that was thrown.
type DieData struct {
	Value int  `json:"value"`
	Used  bool `json:"used"`
}

// SceneMarks are sites to point out.
type SceneMarks struct {
	Last   []string `json:"last"`
	Legal  []string `json:"legal"`
	Chosen []string `json:"chosen"`
	Threat []string `json:"threat"`
}

// GhostData is what a step would change.
type GhostData struct {
	Come    []Shaped  `json:"come"`
	Go      []string  `json:"go"`
	Numbers []Counted `json:"numbers"` // differences
}

// themeOf reads the name of a theme; "" is light.
func themeOf(name string) (board.Theme, error) {
	i := slices.Index(board.Themes, name)
	if name == "" {
		i = int(board.Light)
	}
	if i < 0 {
		return 0, errorf(CodeParams, "there is no theme %q; the themes are %s", name,
			strings.Join(board.Themes, ", "))
	}
	return board.Theme(i), nil
}

// preview returns what a legal step would change.
func (g *game) preview(p *interp.Position, step string) (*board.Ghosts, error) {
	m, err := g.game.Parse(p, step)
	if err != nil {
		return nil, errorf(CodeParams, "preview: %v", err)
	}
	after, err := g.game.Play(p, m)
	if err != nil {
		return nil, errorf(CodeParams, "preview: %v", err)
	}
	return g.scene.Ghosts(p, after), nil
}

// sceneData writes a view as data.
func (g *game) sceneData(v board.View) *Scene {
	b, l := v.Board, board.Lay(v)
	data := &Scene{Board: l.Board, Unit: l.Unit,
		ViewBox: [4]float64{l.Left, l.Top, l.Width, l.Height}, Sides: []SideData{},
		Pieces: []Shaped{}, Numbers: []Counted{}, Stores: append([]int64{}, v.Stores...),
		Dice: []DieData{}, Links: [][2]string{}, Won: [][]string{}, Result: v.Result,
		Marks: SceneMarks{g.names(v.Last), g.names(v.Legal), g.names(v.Chosen), g.names(v.Threat)}}
	rings := v.Ringed()
	for i, side := range v.Sides {
		one := SideData{Seat: i, Player: side.Name, Color: string(side.Color), Ring: rings[i],
			Moves: side.Moves, Text: side.Text, Hand: []HandItem{}}
		for _, h := range side.Hand {
			item := HandItem{Name: h.Name, Count: h.Count, Began: h.Began, Goal: h.Goal,
				Turned: h.Turned}
			if h.Piece != nil {
				item.Shape, item.Color, item.Letter = h.Piece.Shape, string(h.Piece.Color),
					h.Piece.Letter
			}
			one.Hand = append(one.Hand, item)
		}
		data.Sides = append(data.Sides, one)
	}
	shaped := func(x topology.Site, p board.Piece) Shaped {
		at := l.Places[x]
		return Shaped{Site: b.Names[x], Seat: p.Owner, Name: p.Name, Shape: p.Shape,
			Color: string(p.Color), Letter: p.Letter, Path: p.Path, Turned: p.Turned, X: at.At.X,
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
			data.Numbers = append(data.Numbers, Counted{b.Names[x], n, v.Counted, -1})
		}
		for _, c := range v.Counts[x] {
			data.Numbers = append(data.Numbers, Counted{b.Names[x], c.N, c.Name, c.Owner})
		}
	}
	for _, die := range v.Dice {
		data.Dice = append(data.Dice, DieData(die))
	}
	for _, pair := range v.Links {
		data.Links = append(data.Links, [2]string{b.Names[pair[0]], b.Names[pair[1]]})
	}
	for _, line := range v.Won {
		var names []string
		for _, x := range line {
			names = append(names, b.Names[x])
		}
		data.Won = append(data.Won, names)
	}
	if v.Ghosts != nil {
		data.Ghosts = &GhostData{Come: []Shaped{}, Go: g.names(v.Ghosts.Go), Numbers: []Counted{}}
		for x := range b.All().All() {
			if piece, ok := v.Ghosts.Come[x]; ok {
				data.Ghosts.Come = append(data.Ghosts.Come, shaped(x, piece))
			}
			if n := v.Ghosts.Numbers[x]; n != 0 {
				data.Ghosts.Numbers = append(data.Ghosts.Numbers,
					Counted{b.Names[x], n, v.Counted, -1})
			}
		}
	}
	return data
}
