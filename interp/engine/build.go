package engine

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"

	"boardgame/dsl/digest"
	"boardgame/dsl/ir"
	"boardgame/interp/compile"
)

// ABI is the version of docs/abi.md. It changes when an older reader would misread a newer module.
const ABI = 1

// ErrImports is the error for a game that cannot stand alone: see [Program.Build].
var ErrImports = errors.New(
	"parts of the game are left to the evaluator, which is not in the module; " +
		"boardgame bench --plan shows which")

// description is the custom section "boardgame" of a module that stands alone.
type description struct {
	ABI        int            `json:"abi"`
	Game       string         `json:"game"`
	Rules      string         `json:"rules_sha256"`
	Players    []string       `json:"players"`
	Sites      []siteText     `json:"sites"`
	Planes     [][]int        `json:"planes"`
	Moves      []moveText     `json:"moves"`
	Classes    [][]classText  `json:"classes"`
	Values     []string       `json:"values"`
	Slots      uint32         `json:"slots"`
	SlotSize   uint32         `json:"slot_size"`
	Words      int            `json:"words"`
	BundleSize uint32         `json:"bundle_size"`
	Head       map[string]int `json:"head"`
	Numbers    int            `json:"numbers_at"`
	Fields     []fieldText    `json:"fields"`
	Kinds      []string       `json:"kinds"`
}

type siteText struct {
	Name string  `json:"name"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

type moveText struct {
	Name  string   `json:"name"`
	Roles []string `json:"roles"`
	// Chance says that the move is drawn, not chosen.
	Chance bool `json:"chance,omitempty"`
}

type classText struct {
	Move  int        `json:"move"`
	Base  string     `json:"base"` // a 64-bit number, which JSON readers would round
	Roles []roleText `json:"roles"`
}

type roleText struct {
	Role   int `json:"role"`
	Anchor int `json:"anchor"`
	Plane  int `json:"plane"`
	Off    int `json:"off"`
	Shift  int `json:"shift"`
}

type fieldText struct {
	What  string `json:"what"`
	Index int    `json:"index"`
	Plane int    `json:"plane"`
	Depth int    `json:"depth"`
	At    uint32 `json:"at"`
	Words int    `json:"words"`
}

var fieldNames = map[compile.FieldKind]string{
	compile.OwnedField: "player", compile.KindField: "kind", compile.MemoryField: "memory",
	compile.PendingField: "pending",
}

// Build compiles a game to a module that stands alone, as docs/abi.md describes: it imports
// nothing, contains the start of the game and describes itself. The error is [ErrImports] if part
// of the game is left to the evaluator; otherwise it says why all of the game is.
func Build(g *ir.Game, name, rules string) ([]byte, error) {
	m, err := compile.Alone(context.Background(), g)
	if err != nil {
		return nil, err
	}
	if m.Evaluator {
		return nil, ErrImports
	}
	p, err := load(context.Background(), m, false)
	if err != nil {
		return nil, err
	}
	in, err := p.NewInstance()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(p.describe(name, rules))
	if err != nil {
		return nil, err
	}
	s, start := in.NewSlot(), make([]byte, p.SlotSize)
	if err := in.Load(s, p.Start()); err != nil {
		return nil, err
	}
	in.mem.read(uint32(s), start)
	return m.With(m.Image, start, "boardgame", text), nil
}

func (p *Program) describe(name, rules string) *description {
	sum := digest.Sum([]byte(rules))
	d := &description{
		ABI: ABI, Game: name, Rules: hex.EncodeToString(sum[:]),
		Slots: (p.Slots + 15) &^ 15, SlotSize: (p.SlotSize + 7) &^ 7, Words: p.Words,
		BundleSize: p.BundleSize,
		Numbers:    compile.NumbersAt,
		Head: map[string]int{
			"mover": compile.HeadMover, "over": compile.HeadOver, "draw": compile.HeadDraw,
			"winners": compile.HeadWinners, "steps": compile.HeadSteps,
			"node": compile.HeadNode, "trail": compile.HeadTrail,
		},
	}
	for _, player := range p.Game.Players {
		d.Players = append(d.Players, player.Name)
	}
	for _, kind := range p.Game.Kinds {
		d.Kinds = append(d.Kinds, kind.Name)
	}
	for s := range p.Game.Board.Sites {
		at := p.Game.Board.Points[s]
		d.Sites = append(d.Sites, siteText{p.Game.Board.Names[s], at.X, at.Y})
	}
	for _, plane := range p.Layout.Site {
		list := make([]int, len(plane))
		for i, s := range plane {
			list[i] = int(s)
			if int(s) >= p.Game.Board.Sites {
				list[i] = -1
			}
		}
		d.Planes = append(d.Planes, list)
	}
	for _, mv := range p.Game.Moves {
		m := moveText{Name: mv.Name, Roles: []string{}, Chance: mv.Chance}
		for _, r := range mv.Roles {
			m.Roles = append(m.Roles, r.Word)
		}
		d.Moves = append(d.Moves, m)
	}
	for _, player := range p.Players {
		list := []classText{}
		for i := range player.Classes {
			c := &player.Classes[i]
			text := classText{Move: int(c.Move), Base: strconv.FormatUint(uint64(c.Base), 10),
				Roles: []roleText{}}
			for _, r := range c.Roles {
				text.Roles = append(text.Roles,
					roleText{r.Role, r.Anchor, r.Plane, r.Off, int(r.Shift)})
			}
			list = append(list, text)
		}
		d.Classes = append(d.Classes, list)
	}
	for _, v := range p.Game.Values {
		d.Values = append(d.Values, v.Name)
	}
	for i, f := range p.Fields {
		d.Fields = append(d.Fields, fieldText{fieldNames[f.Kind], f.Index, f.Plane, f.Depth,
			p.FieldAt[i], p.FieldWords[i]})
	}
	return d
}
