package speech

import (
	"fmt"
	"runtime"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	look "boardgame/repl/scene"
)

// Speech is how a game is described to people: what its players, sites and moves are called.
type Speech struct {
	Ruleset *ruleset.Ruleset
	Preset  string // whose aliases and coordinates apply; "": none
	Game    *interp.Game
	// Said is the game with the names of the coordinates in its notation; without coordinates it is
	// the game.
	Said        *interp.Game
	Coordinates *Coordinates // nil: the board's own
	// SAN is how moves are written for people, where the ruleset describes it; nil: as the game has
	// them
	SAN *wire.SAN
}

// plainOnly leaves out of the program in a page what [Plain] does not use: a third of this package.
const plainOnly = runtime.GOOS == "js"

// Plain describes a game as its rules do: in its own notation and with the board's own names,
// without the aliases and the coordinates of the ruleset.
func Plain(rs *ruleset.Ruleset, g *interp.Game) *Speech {
	own := *rs
	own.Info.Aliases, own.Info.Coordinates = nil, nil
	return &Speech{Ruleset: &own, Game: g, Said: g}
}

// Towers writes what towers are made of, the lowest piece first, for the board shows their tops and
// heights alone; "" if there are none.
func (sp *Speech) Towers(p *interp.Position) string {
	if !sp.Rules().Towers {
		return ""
	}
	var words []string
	for x := range p.Occupied().All() {
		tower := p.Tower(x)
		if len(tower) < 2 {
			continue
		}
		var signs strings.Builder
		for _, piece := range tower {
			signs.WriteString(sp.Look().Piece(int(piece.Owner), int(piece.Kind)).ASCII)
		}
		words = append(words, sp.Board().Names[x]+" "+signs.String())
	}
	if words == nil {
		return ""
	}
	return "Towers, from the bottom: " + strings.Join(words, ", ")
}

// Look says how positions of the game look.
func (sp *Speech) Look() look.Scene { return look.Scene{Game: sp.Game, Info: &sp.Ruleset.Info} }

// SitesOf returns every site that some steps name.
func (sp *Speech) SitesOf(moves []interp.Move) topology.Set {
	var set topology.Set
	for _, m := range moves {
		set = set.Or(sp.SitesBut(m, func(int) bool { return false }))
	}
	return set
}

// SitesBut returns the sites that the roles of a step have, except those left out.
func (sp *Speech) SitesBut(m interp.Move, out func(role int) bool) topology.Set {
	var set topology.Set
	id, values := sp.Game.Roles(m)
	if int(id) >= len(sp.Rules().Moves) {
		return set
	}
	for r, role := range sp.Rules().Moves[id].Roles {
		if !out(r) {
			set = set.Or(role.Sites(values[r]))
		}
	}
	return set
}

// Shared returns the sites that all of some steps name.
func (sp *Speech) Shared(moves []interp.Move) topology.Set {
	shared := sp.Rules().Board.All()
	for _, m := range moves {
		shared = shared.And(sp.SitesOf([]interp.Move{m}))
	}
	return shared
}

// FirstWord returns what comes before the first blank of a line.
func FirstWord(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

// Capital begins a text with a capital letter.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// And joins names with "and".
func And(names []string) string { return joined(names, " and ") }

// Or joins names with "or".
func Or(names []string) string { return joined(names, " or ") }

func joined(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}

// LineNames are the names of the column and the row of a cell; "" if its name does not say.
func (sp *Speech) LineNames(cell topology.Site) (column, row string) {
	if cell == topology.None {
		return "", ""
	}
	b := sp.Rules().Board
	if c := sp.Coordinates; c != nil && int(cell) < len(b.Column) && b.Column[cell] > 0 {
		if x, y := b.Column[cell], b.Row[cell]; x <= len(c.Columns) && y <= len(c.Rows) {
			return c.Columns[x-1], c.Rows[y-1]
		}
		return "", ""
	}
	name := sp.SiteName(cell)
	if letters := strings.TrimRight(name, "0123456789"); letters != "" && letters != name {
		return letters, name[len(letters):]
	}
	return "", ""
}

// LastSite returns the site where a step ends; None if it has none.
func (sp *Speech) LastSite(m interp.Move) topology.Site {
	for _, word := range []string{"to", "at", "over"} {
		if site := sp.siteOf(m, word); site != topology.None {
			return site
		}
	}
	return topology.None
}

// CellOf returns the cell that names a site: the site itself, or for an edge or a corner the cell
// in its name.
func (sp *Speech) CellOf(site topology.Site) topology.Site {
	if site == topology.None || sp.Rules().Board.PlaneOf(site) == topology.Cells {
		return site
	}
	name := strings.TrimRight(sp.SiteName(site), "nesw")
	if c := sp.Coordinates; c != nil {
		if cell, ok := c.cells[strings.ToLower(name)]; ok {
			return cell
		}
		return topology.None
	}
	if cell, ok := sp.Board().SiteByName(name); ok {
		return cell
	}
	return topology.None
}

// Role returns a role of a step's move and its value.
func (sp *Speech) Role(m interp.Move, word string) (*ir.Role, int64, bool) {
	id, values := sp.Game.Roles(m)
	if int(id) >= len(sp.Rules().Moves) {
		return nil, 0, false
	}
	for i := range sp.Rules().Moves[id].Roles {
		if role := &sp.Rules().Moves[id].Roles[i]; role.Word == word {
			return role, values[i], true
		}
	}
	return nil, 0, false
}

// MoveName returns the name of a move of the rules.
func (sp *Speech) MoveName(id ir.MoveID) string {
	if int(id) >= len(sp.Rules().Moves) {
		return map[ir.MoveID]string{ir.PassID: "pass", ir.DoneID: "done"}[id]
	}
	if mv := sp.Rules().Moves[id]; mv.Label != "" {
		return mv.Label
	}
	return sp.Rules().Moves[id].Name
}

// Stock says how many are left in the counter that a move takes from; "" if it takes from none.
func (si Situation) Stock(id ir.MoveID) string {
	if si.at == nil || int(id) >= len(si.Speech.Rules().Moves) {
		return ""
	}
	for _, e := range si.Speech.Rules().Moves[id].Do {
		if e.Op != ir.Assign || e.Assign != ir.TakeFrom {
			continue
		}
		st := si.Speech.Rules().States[e.State]
		if st.Type == ir.Number && st.PerPlayer && !st.PerPiece && !st.PerCell {
			n := si.Now().Number(si.Speech.Rules(), e.State, si.mover(), -1, topology.None)
			return fmt.Sprintf(" (%s: %d left)", st.Name, n)
		}
	}
	return ""
}

// Blocks reports whether a piece that blocks is on a place between cells.
func (si Situation) Blocks(edge topology.Site) bool {
	if edge == topology.None {
		return false
	}
	_, kind, some := si.Now().At(edge)
	return some && si.Speech.Rules().Kinds[kind].Blocks
}

// SaidStep writes the notation of a step that need not be legal as it is spoken of.
func (sp *Speech) SaidStep(text string) string {
	if c := sp.Coordinates; c != nil && c.moves != nil {
		plain := ownName.ReplaceAllStringFunc(text, func(name string) string {
			if s, ok := sp.Rules().Board.SiteByName(name); ok {
				return c.plain.Rules().Board.Names[s]
			}
			return name
		})
		for _, a := range c.moves {
			if typed, ok := a.Text(sp.Rules().Board, plain); ok {
				return typed
			}
		}
	}
	return sp.Shown(text)
}

// Rules returns the checked rules of the game.
func (sp *Speech) Rules() *ir.Game { return sp.Game.Rules() }

// PlayerName returns the name of a player, counted from 0.
func (sp *Speech) PlayerName(i int) string { return sp.Rules().Players[i].Name }

// Does says what a player does, from the verb as one player takes it: "Red wins", "Goats win".
func (sp *Speech) Does(player int, verb string) string {
	return sp.PlayerName(player) + " " + sp.Rules().Verb(1<<player, verb)
}

// StepText writes a step for people: in the notation that players of the game use, if its ruleset
// describes one, by an alias of the coordinates chosen, or else in the notation of the game with
// the names of the coordinates.
func (sp *Speech) StepText(p *interp.Position, m interp.Move) string {
	if !plainOnly && sp.SAN != nil && sp.Coordinates == nil {
		if text, ok := sp.SAN.Text(p, m); ok {
			return text
		}
	}
	if text, ok := sp.moveText(p, m); ok {
		return text
	}
	return sp.Said.Text(p, m)
}

// StepTexts writes all legal steps with the names of the coordinates, in the order of
// [interp.Game.Moves].
func (sp *Speech) StepTexts(p *interp.Position) []string {
	texts := sp.Said.Texts(p)
	if sp.Coordinates != nil && sp.Coordinates.moves != nil {
		moves := sp.Game.Moves(p)
		for i, text := range sp.Coordinates.plain.Texts(p) {
			if typed, ok := sp.aliased(moves[i], text); ok {
				texts[i] = typed
			}
		}
	}
	return texts
}

// TurnWords writes a turn for people, like [Speech.StepText].
func (sp *Speech) TurnWords(p *interp.Position, steps []interp.Move) string {
	if len(steps) == 1 {
		return sp.StepText(p, steps[0])
	}
	if sp.Coordinates == nil || sp.Coordinates.moves == nil {
		return sp.Said.TurnText(p, steps)
	}
	// Steps between those that an alias writes stay one text, such as c3xe5xg7.
	var texts []string
	rest, from, at := 0, p, p
	for i, m := range steps {
		if text, ok := sp.moveText(at, m); ok {
			if rest < i {
				texts = append(texts, sp.Said.TurnText(from, steps[rest:i]))
			}
			texts, rest = append(texts, text), i+1
		}
		next, err := sp.Game.Play(at, m)
		if err != nil {
			break
		}
		if at = next; rest == i+1 {
			from = at
		}
	}
	if rest < len(steps) {
		texts = append(texts, sp.Said.TurnText(from, steps[rest:]))
	}
	return strings.Join(texts, ", ")
}
