// Package diff finds how the behavior of two games differs, whatever their rules look like as text.
//
// [Compare] plays both games side by side from their starts. A step of one is paired with the step
// of the other that has the same name and roles or, where names have changed, with the one that
// does the same. Two positions agree if the same pieces stand on the same sites, the same player is
// to move, and the game has ended for both or for neither, with the same winners. Counters and
// memories are not compared: what matters about them shows in later moves.
//
//	Side A ─┐                       ┌─ breadth first: the shortest line to a difference
//	        ├─ pairing → search ────┤
//	Side B ─┘                       └─ random games: what lies deeper; the line is then shortened
//	           perft side by side, divided at the first depth that differs
//	           games with paired seeds: length, choices, first player's share, draws
//
// The [Report] is data with JSON tags; [Report.Text] writes it for people.
package diff

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/pattern"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/symmetry"
)

// Side is one of the two games.
type Side struct {
	Name   string // what messages call it
	Game   *interp.Game
	Levels []bot.Level // who plays, by player; nil: random moves
}

// Effort bounds a comparison. A bound of zero skips that part.
type Effort struct {
	Positions int           // pairs of positions whose legal moves are compared
	Depth     int           // the deepest perft; negative: as deep as Sequences allows
	Sequences uint64        // the most sequences that one perft is expected to count
	Longest   time.Duration // after which a perft is given up; 0: 10 seconds
	Unit      interp.Unit   // what perft counts
	Games     int           // pairs of games
	Length    int           // turns after which a game is stopped
	Seed      uint64
	// Map gives names of A those of B: sites, kinds, directions and moves that have other names
	// there, as in a mirrored game. What is not in it keeps its name. Counters and memories may
	// stand there too; they count by what they do, whatever they are called.
	Map map[string]string
}

// Standard is the default effort of a comparison.
var Standard = Effort{
	Positions: 200_000, Depth: -1, Sequences: 2_000_000, Games: 500, Length: 1000, Seed: 1,
}

// Report says how two games differ. A finding is nil if none was found.
type Report struct {
	A string `json:"a"`
	B string `json:"b"`
	// Map is [Effort.Map], or the names with which the games were found to begin alike when one
	// board is turned or mirrored.
	Map    map[string]string `json:"map,omitempty"`
	Differ bool              `json:"differ"`
	Start  *Finding          `json:"start,omitempty"`  // the games begin differently
	Moves  *Finding          `json:"moves,omitempty"`  // a move that only one of them has
	Effect *Finding          `json:"effect,omitempty"` // a move in both that does different things
	Result *Finding          `json:"result,omitempty"` // a line after which the results differ
	// Hidden is what each game hides, as its rules word it, if the words differ by more than the
	// names in Map. Views are not compared.
	Hidden   []string  `json:"hidden,omitempty"`
	Searched *Searched `json:"searched,omitempty"`
	Perft    *Counts   `json:"perft,omitempty"`
	Play     *Play     `json:"play,omitempty"`
	// Stopped reports that the comparison was interrupted: the rest is what was found until then.
	Stopped bool `json:"stopped,omitempty"`
}

// Finding is a moment at which the games differ.
type Finding struct {
	Steps    int    `json:"steps"`    // in the line
	Line     string `json:"line"`     // the moves that lead there, as both games read them
	Shortest bool   `json:"shortest"` // no shorter line leads to such a difference
	// ToMove is the player to move; if Move is set, the player who makes that move.
	ToMove string    `json:"toMove,omitempty"`
	A      Moment    `json:"a"`
	B      Moment    `json:"b"`
	Move   string    `json:"move,omitempty"` // for an effect or a result: the last move of the line
	OnlyA  []OnlyOne `json:"onlyA,omitempty"`
	OnlyB  []OnlyOne `json:"onlyB,omitempty"`
	What   []string  `json:"what,omitempty"` // what differs, in sentences
}

// Moment is the position of one game at a finding.
type Moment struct {
	Board     string  `json:"board"`    // as [interp.Game.Picture] draws it
	Position  string  `json:"position"` // as [interp.Game.PositionText] writes it
	Result    string  `json:"result,omitempty"`
	Sentences []Place `json:"sentences,omitempty"` // those in the rules that make the difference

	diagram string // Board with the names of its cells, as [interp.Game.Diagram] draws it
}

// OnlyOne is a move that only one game has.
type OnlyOne struct {
	Move  string `json:"move"`
	Why   string `json:"why,omitempty"`   // why the other game refuses it
	Place *Place `json:"place,omitempty"` // where its rules say this
}

// Place is a sentence of the rules.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"` // from 1
	Text string `json:"text"`
}

// Searched describes the search: what "no difference" is based on.
type Searched struct {
	Positions int  `json:"positions"` // pairs of positions whose moves were compared
	Depth     int  `json:"depth"`     // every line of this many steps was followed
	Complete  bool `json:"complete"`  // every position that can be reached was compared
	Cut       bool `json:"cut"`       // lines were not followed beyond a difference
	Games     int  `json:"games"`     // random games that looked deeper
	Longest   int  `json:"longest"`   // steps of the longest of them
}

// Compare compares two games. When the context is done it returns what was found until then, marked
// as stopped. It returns an error if the games cannot be compared: if bots do not fit the rules.
func Compare(
	ctx context.Context, a, b Side, effort Effort, watch func(stage string, done, total int),
) (*Report, error) {
	if watch == nil {
		watch = func(string, int, int) {}
	}
	c := &comparison{ctx: ctx, a: a, b: b, effort: effort, watch: watch,
		report: &Report{A: a.Name, B: b.Name}}
	if err := c.names(); err != nil {
		return nil, err
	}
	if c.pairing = pair(a.Game, b.Game, effort.Map); effort.Map == nil {
		c.tryMotions()
	}
	c.report.Map = c.effort.Map
	for _, g := range []*interp.Game{a.Game, b.Game} {
		_ = g.Prepare(ctx) // the code below checks the context itself
	}
	if ctx.Err() == nil && c.compareStarts() && effort.Positions > 0 {
		c.search()
	}
	if ctx.Err() == nil && effort.Depth != 0 {
		c.count()
	}
	var err error
	if ctx.Err() == nil && effort.Games > 0 {
		err = c.play()
	}
	r := c.report
	x, y := hidden(a.Game), hidden(b.Game)
	solid := strings.NewReplacer(" ", "")
	if solid.Replace(word().ReplaceAllStringFunc(x, c.pairing.named)) != solid.Replace(y) {
		r.Hidden = []string{x, y}
	}
	r.Stopped = ctx.Err() != nil
	r.Differ = r.Start != nil || r.Moves != nil || r.Effect != nil || r.Result != nil ||
		r.Perft != nil && r.Perft.Differ > 0 || r.Play != nil && r.Play.Proven
	if r.Stopped && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return r, err
}

// hidden returns what a game hides, as its rules word it.
func hidden(g *interp.Game) string {
	items := lists.Map(g.Rules().Hidden, func(h *ir.Hidden) string { return h.Span.Text() })
	return strings.Join(strings.Fields(strings.Join(items, ", ")), " ")
}

var word = pattern.Of(`[\pL\d_]+`)

// comparison is a comparison in progress.
type comparison struct {
	ctx     context.Context
	a, b    Side
	effort  Effort
	watch   func(stage string, done, total int)
	pairing *pairing
	report  *Report
}

// tryMotions looks for a way to turn or mirror the board so that the games begin alike, if they do
// not as they are.
func (c *comparison) tryMotions() {
	a, b := c.a.Game.Rules().Board, c.b.Game.Rules().Board
	if !slices.Equal(a.Names, b.Names) || len(a.Directions) != len(b.Directions) ||
		c.pairing.beginsAlike() {
		return
	}
	for _, sites := range symmetry.Motions(a) {
		names := map[string]string{}
		for s, image := range sites {
			if s != int(image) {
				names[a.Names[s]] = b.Names[image]
			}
		}
		for d, image := range symmetry.Directions(a, sites) {
			if image >= 0 && image < len(b.Directions) && image != d {
				names[a.Directions[d].Name] = b.Directions[image].Name
			}
		}
		if p := pair(c.a.Game, c.b.Game, names); len(names) > 0 && p.beginsAlike() {
			c.pairing, c.effort.Map = p, names
			return
		}
	}
}

// beginsAlike reports whether the starts agree, with the same steps.
func (p *pairing) beginsAlike() bool {
	a, b := p.a.Start(), p.b.Start()
	if len(p.strangers()) > 0 || !p.agree(a, b) {
		return false
	}
	steps := p.b.Moves(b)
	all := p.a.Moves(a)
	for _, m := range all {
		if to, ok := p.translate(m); !ok || !slices.Contains(steps, to) {
			return false
		}
	}
	return len(all) == len(steps)
}

// names returns an error if the map has a name that a game does not have.
func (c *comparison) names() error {
	known := func(side Side, name string) bool {
		r := side.Game.Rules()
		_, site := r.Board.SiteByName(name)
		_, direction := r.Board.DirectionByName(name)
		return site || direction ||
			slices.ContainsFunc(r.Moves, func(m *ir.Move) bool { return m.Name == name }) ||
			slices.ContainsFunc(r.Kinds, func(k ir.Kind) bool { return k.Name == name }) ||
			slices.ContainsFunc(r.States, func(s ir.State) bool { return s.Name == name })
	}
	back := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(c.effort.Map)) {
		to := c.effort.Map[name]
		switch other := back[to]; {
		case !known(c.a, name):
			return fmt.Errorf("the map has %q, which A does not have", name)
		case !known(c.b, to):
			return fmt.Errorf("the map has %q, which B does not have", to)
		case other == "" && known(c.a, to) && c.effort.Map[to] == "":
			return fmt.Errorf("the map gives %s the name %s, but not what %s is called then", name, to,
				to)
		case other != "":
			return fmt.Errorf("the map gives %s and %s the same name %s", other, name, to)
		}
		back[to] = name
	}
	return nil
}

// compareStarts reports whether the games begin alike, so that playing on makes sense. The finding
// says what differs.
func (c *comparison) compareStarts() bool {
	pa, pb := c.a.Game.Start(), c.b.Game.Start()
	what := c.pairing.strangers()
	if len(what) == 0 {
		what = c.pairing.disagreements(pa, pb)
	}
	if len(what) == 0 {
		return true
	}
	c.report.Start = &Finding{Shortest: true, What: what, A: moment(c.a.Game, pa),
		B: moment(c.b.Game, pb)}
	return false
}

func moment(g *interp.Game, p *interp.Position) Moment {
	m := Moment{Board: g.Picture(p), Position: g.PositionText(p), diagram: g.Diagram(p)}
	if p.Result() != nil {
		m.Result = g.ResultText(p.Result())
		if i := p.Result().Sentence; i >= 0 && i < len(g.Rules().End) {
			m.Sentences = places(g.Rules().End[i])
		}
	}
	return m
}

func places(s *ir.Sentence) []Place {
	if p := placeOf(s.Span); p != nil {
		return []Place{*p}
	}
	return nil
}

// Nearest returns the finding with the fewest steps; nil if there is none, or if the games begin
// differently.
func (r *Report) Nearest() (nearest *Finding) {
	for _, f := range []*Finding{r.Moves, r.Result, r.Effect} {
		if f != nil && (nearest == nil || f.Steps < nearest.Steps) {
			nearest = f
		}
	}
	return nearest
}
