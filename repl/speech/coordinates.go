package speech

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
)

// Values of the setting for coordinates, besides the names of the styles of a game.
const (
	AutoCoordinates = "auto" // those of the preset, else the board's own
	ownCoordinates  = "own"  // those by which the rules name the cells
)

// Coordinates name the sites of a board as a different program does: on the board, in messages and
// in what players type. Records, positions and expressions of the rules language keep the board's
// own names.
type Coordinates struct {
	Style ruleset.Coordinates
	board *topology.Board // the board with these names
	// by column and row, from the first; no rows where cells of one row are not in line
	Columns, Rows []string
	cells         map[string]topology.Site // by name, in lowercase
	names         []string                 // the board's own, by site
	written       *regexp.Regexp           // what looks like the name of a cell
	// moves are the aliases in which steps are written where one fits; nil: none
	moves []*interp.Alias
	// plain is the game with the board's own names of cells, but edges and corners named by the
	// cell that the coordinates name them by: the notation that aliases stand for.
	plain *interp.Game
}

// NewCoordinates names the sites of a board. It is an error if the board has no columns and rows to
// count, or if two cells would get the same name.
func NewCoordinates(style ruleset.Coordinates, b *topology.Board) (*Coordinates, error) {
	if b.IsGraph() {
		return nil, fmt.Errorf(
			"the coordinates %s do not fit this board, which has no columns and rows", style.Name)
	}
	renamed := *b
	c := &Coordinates{Style: style, board: &renamed, names: b.Names, cells: map[string]topology.Site{}}
	c.Columns, c.Rows = style.Lines(b)
	renamed.Names = append([]string(nil), b.Names...)
	for s := range b.Cells.All() {
		name := style.CellName(b, s)
		if other, twice := c.cells[strings.ToLower(name)]; twice {
			return nil, fmt.Errorf("in the coordinates %s, both %s and %s are called %s",
				style.Name,
				b.Names[other], b.Names[s], name)
		}
		c.cells[strings.ToLower(name)] = s
		renamed.Names[s] = name
	}
	for s := range b.Edges.Or(b.Corners).All() {
		cell, side := sideName(b, s, style.Top)
		renamed.Names[s] = renamed.Names[cell] + side
	}
	edge := ""
	part := func(first string, count int) string {
		if all := strings.Fields(first); len(all) > 1 {
			edge = `\b`
			return "(?:" + strings.Join(lists.Map(all, regexp.QuoteMeta), "|") + ")"
		}
		longest := len(ruleset.CountedFrom(first, count-1))
		if isNumber(first) {
			return fmt.Sprintf(`\d{1,%d}`, longest)
		}
		return fmt.Sprintf(`[a-z]{1,%d}`, longest)
	}
	pattern := strings.NewReplacer(regexp.QuoteMeta("{column}"), part(style.Column, b.Width),
		regexp.QuoteMeta("{line}"), part(style.Line, 2*b.Height)).
		Replace(regexp.QuoteMeta(style.Cell))
	var err error
	c.written, err = regexp.Compile("(?i)" + edge + pattern + edge)
	return c, err
}

// sideName returns the cell by which an edge or a corner is named, and the side of it: as the board
// does or, where lines are counted from the top, from the cell above, so that the lines of both
// cells next to it count on from the named one.
func sideName(b *topology.Board, s topology.Site, top bool) (topology.Site, string) {
	name := b.Names[s]
	cellName := strings.TrimRight(name, "nesw")
	cell, side := b.Cells.First(), name[len(cellName):]
	if c, ok := b.SiteByName(cellName); ok {
		cell = c
	}
	if !top || side == "" || side[0] != 'n' {
		return cell, side
	}
	if north, ok := b.DirectionByName("north"); ok {
		mirrored := "s" + side[1:]
		for above := range b.Next(north, cell).All() {
			if same, ok := b.SiteByName(b.Names[above] + mirrored); ok && same == s {
				return above, mirrored
			}
		}
	}
	return cell, side
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// own replaces the names that were typed with the board's own. A word that looks like a cell but is
// not one is an error: it must not be read as a cell in the board's own coordinates.
func (c *Coordinates) own(line string) (string, error) {
	var b strings.Builder
	last := 0
	for _, at := range c.written.FindAllStringIndex(line, -1) {
		lo, hi := at[0], at[1]
		if lo > 0 && isDigit(line[lo]) && isDigit(line[lo-1]) || hi < len(line) && isDigit(line[hi]) {
			return line, fmt.Errorf("there is no cell %s in the coordinates %s", wordAt(line, lo),
				c.Style.Name)
		}
		site, ok := c.cells[strings.ToLower(line[lo:hi])]
		if !ok {
			return line, fmt.Errorf("there is no cell %s in the coordinates %s", line[lo:hi], c.Style.Name)
		}
		b.WriteString(line[last:lo] + c.names[site])
		last = hi
	}
	return b.String() + line[last:], nil
}

// wordAt returns the word of a line around the character at an index.
func wordAt(line string, at int) string {
	from := strings.LastIndexByte(line[:at], ' ') + 1
	word, _, _ := strings.Cut(line[from:], " ")
	return word
}

// Speak chooses the coordinates for a game: auto, own, or the name of a style that the game has.
func (sp *Speech) Speak(name string) error {
	sp.Coordinates, sp.Said = nil, sp.Game
	info := &sp.Ruleset.Info
	var style *ruleset.Coordinates
	named := slices.IndexFunc(info.Coordinates,
		func(c ruleset.Coordinates) bool { return strings.EqualFold(c.Name, name) })
	switch {
	case named >= 0:
		style = &info.Coordinates[named]
	case name == AutoCoordinates || name == "":
		style = info.CoordinatesOf(sp.Preset)
	case name != ownCoordinates:
		return fmt.Errorf("%s has no coordinates called %q; %s", sp.Rules().Title, name,
			"choose "+Or(append([]string{AutoCoordinates, ownCoordinates}, lists.Map(
				info.Coordinates, func(c ruleset.Coordinates) string { return c.Name })...)))
	}
	if style == nil {
		return nil
	}
	c, err := NewCoordinates(*style, sp.Rules().Board)
	if err != nil {
		return err
	}
	rules := *sp.Rules()
	rules.Board = c.board
	sp.Coordinates, sp.Said = c, interp.New(&rules)
	if c.moves = info.MovesOf(*style); c.moves != nil {
		c.plain = interp.New(plainRules(sp.Rules(), style.Top))
	}
	return nil
}

// plainRules returns the rules with the names of the board's edges and corners that [sideName]
// gives.
func plainRules(rules *ir.Game, top bool) *ir.Game {
	named, board := *rules, *rules.Board
	board.Names = slices.Clone(board.Names)
	for s := range board.Edges.Or(board.Corners).All() {
		cell, side := sideName(rules.Board, s, top)
		board.Names[s] = board.Names[cell] + side
	}
	named.Board = &board
	return &named
}

// moveText writes a legal step by an alias of the coordinates; false if none fits.
func (sp *Speech) moveText(p *interp.Position, m interp.Move) (string, bool) {
	if plainOnly || sp.Coordinates == nil || sp.Coordinates.moves == nil {
		return "", false
	}
	return sp.aliased(m, sp.Coordinates.plain.Text(p, m))
}

// aliased writes a step by an alias of the coordinates, given what their plain game has as its
// text. An alias may have the name of the move, which a text omits where it is clear without.
func (sp *Speech) aliased(m interp.Move, text string) (string, bool) {
	id, _ := sp.Game.Roles(m)
	for _, a := range sp.Coordinates.moves {
		for _, text := range []string{text, sp.MoveName(id) + " " + text} {
			if typed, ok := a.Text(sp.Rules().Board, text); ok {
				return typed, true
			}
		}
	}
	return "", false
}

// Name puts the names into a view; those of no coordinates are the board's own.
func (c *Coordinates) Name(v *board.View) {
	if c != nil {
		v.Board, v.Columns, v.Rows = c.board, c.Columns, c.Rows
	}
}

// Board returns the board with the names that people see.
func (sp *Speech) Board() *topology.Board { return sp.Said.Rules().Board }

// SiteName returns the name of a site.
func (sp *Speech) SiteName(s topology.Site) string { return sp.Board().Names[s] }

// own puts the board's own names into a line if the coordinates differ.
func (sp *Speech) own(line string) (string, error) {
	if plainOnly || sp.Coordinates == nil {
		return line, nil
	}
	return sp.Coordinates.own(line)
}

// OwnOr is own for a line that is known to be wrong.
func (sp *Speech) OwnOr(line string) string {
	text, _ := sp.own(line)
	return text
}

// Site finds a site by the name that a person types.
func (sp *Speech) Site(name string) (topology.Site, bool) {
	return sp.Rules().Board.SiteByName(strings.ToLower(sp.OwnOr(name)))
}

// saidOf writes a notation in the names that people see; text that is not a legal step stays as it
// is.
func (si Situation) saidOf(texts []string) []string {
	if si.Speech.Coordinates == nil && si.Speech.SAN == nil {
		return texts
	}
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = text
		if m, err := si.Speech.Game.Parse(si.Now(), text); err == nil {
			all[i] = si.Speech.StepText(si.Now(), m)
		}
	}
	return all
}

// ownName matches the name of a site in a notation.
var ownName = regexp.MustCompile(`\b[a-z]+\d+[nesw]{0,2}\b`)

// Shown returns the text of a move, legal or not, with the names of the coordinates in it.
func (sp *Speech) Shown(text string) string {
	if plainOnly || sp.Coordinates == nil {
		return text
	}
	return ownName.ReplaceAllStringFunc(text, func(name string) string {
		if s, ok := sp.Rules().Board.SiteByName(name); ok {
			return sp.SiteName(s)
		}
		return name
	})
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
