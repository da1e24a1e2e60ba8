package interp_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

const goldenFolder = "../testdata/golden"

// TestGoldenGames replays the played games of testdata/golden/games.tsv: every action is legal, so
// many are legal before it, nothing is legal after the last, and the result is the same.
func TestGoldenGames(t *testing.T) {
	long.OneThread(t)
	data, err := os.ReadFile(filepath.Join(goldenFolder, "games.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) < 89 {
		t.Fatalf("there are only %d games", len(lines))
	}
	for i, line := range lines {
		if !long.Case(i, 9) {
			continue
		}
		t.Run(fmt.Sprintf("line %d", i+1), func(t *testing.T) {
			t.Parallel()
			columns := strings.Split(line, "\t")
			rs, options, result := columns[0], columns[1], columns[2]
			actions := strings.Fields(columns[3])
			if !long.Tests {
				actions = actions[:min(len(actions), 40)]
			}
			g := gametest.Load(t, rs, options)
			translate := notations[rs]
			p := g.Start()
			for n, action := range actions {
				count, text, _ := strings.Cut(action, ":")
				moves := g.Moves(p)
				if want, _ := strconv.Atoi(count); len(moves) != want {
					t.Fatalf("%s %s, action %d: %d are legal, not %d\n%s\n%s",
						rs, options, n+1, len(moves), want, g.PositionText(p),
						strings.Join(g.Texts(p), "  "))
				}
				var found []interp.Move
				for _, m := range moves {
					if translate(g, p, m) == text {
						found = append(found, m)
					}
				}
				if len(found) != 1 {
					t.Fatalf("%s %s, action %d: %s fits %d legal moves\n%s\n%s",
						rs, options, n+1, text, len(found), g.PositionText(p),
						strings.Join(g.Texts(p), "  "))
				}
				next, err := g.Play(p, found[0])
				if err != nil {
					t.Fatal(err)
				}
				p = next
			}
			if len(actions) < len(strings.Fields(columns[3])) {
				return
			}
			if moves := g.Moves(p); len(moves) > 0 || p.Result() == nil {
				t.Fatalf("%s %s: at the end %d moves are legal and the result is: %s", rs, options,
					len(moves), g.ResultText(p.Result()))
			}
			if got := goldenResult(g, p, rs); got != result {
				t.Errorf("%s %s: the result is %q, not %q\n%s", rs, options, got, result,
					g.PositionText(p))
			}
		})
	}
}

// goldenResult writes a result as games.tsv does.
func goldenResult(g *interp.Game, p *interp.Position, rs string) string {
	text := "draw"
	if !p.Result().Draw {
		winner := p.Result().Winners[0] + 1
		if rs == "tactigon" {
			winner = 3 - winner // there the second player has the number 1
		}
		text = fmt.Sprintf("winner %d", winner)
	}
	counter := func(name string) {
		state := slices.IndexFunc(g.Rules().States, func(s ir.State) bool { return s.Name == name })
		for player := range g.Rules().Players {
			text += fmt.Sprintf(" %d", p.Number(g.Rules(), state, player, -1, -1))
		}
	}
	switch rs {
	case "cage":
		text += fmt.Sprintf(" men %d %d", p.Pieces(0), p.Pieces(1))
	case "shiftago":
		text += " score"
		counter("points")
		text += " left"
		counter("marbles")
	}
	return text
}

// notations are, by ruleset, how the figures of testdata/golden write a legal step.
var notations = map[string]func(g *interp.Game, p *interp.Position, m interp.Move) string{
	"cage": func(g *interp.Game, _ *interp.Position, m interp.Move) string {
		s := parts(g, m)
		switch s.move {
		case "step":
			return s.site("from") + "-" + s.site("to")
		case "jump", "leap":
			// the man jumped over, also where a jump lands on the board
			return s.site("from") + "x" + s.site("over")
		}
		return s.move
	},
	"shiftago": func(g *interp.Game, p *interp.Position, m interp.Move) string {
		s := parts(g, m)
		b := g.Rules().Board
		column := func(x topology.Site) int { return b.Column[x] }
		row := func(x topology.Site) int { return b.Height + 1 - b.Row[x] }
		if s.move == "insert" {
			e := topology.Site(s.values["at"])
			switch s.direction("along") {
			case "east":
				return fmt.Sprintf("L%d", row(e))
			case "west":
				return fmt.Sprintf("R%d", row(e))
			case "south":
				return fmt.Sprintf("U%d", column(e))
			}
			return fmt.Sprintf("D%d", column(e))
		}
		first := topology.Site(s.values["at"])
		last := first
		for {
			next := b.Neighbor(topology.Relation(s.values["along"]), last)
			if next == topology.None || !p.Owns(p.ToMove(), next) {
				break
			}
			last = next
		}
		// The end that comes first reading right, down, down and right, down and left.
		if c, r := column(last)-column(first), row(last)-row(first); r < 0 || r == 0 && c < 0 {
			first, last = last, first
		}
		text := fmt.Sprintf("S%d%d-%d%d", row(first), column(first), row(last), column(last))
		if len(g.Rules().Players) > 2 {
			k := topology.Site(s.values["over"])
			text += fmt.Sprintf("k%d%d", row(k), column(k))
		}
		return text
	},
	"blockade": func(g *interp.Game, _ *interp.Position, m interp.Move) string {
		s := parts(g, m)
		b := g.Rules().Board
		cell := func(role string) string {
			x := s.values[role]
			return fmt.Sprintf("%d,%d", b.Column[x], b.Height+1-b.Row[x])
		}
		anchor := func() string { // the cell to the north-west of the corner
			x, ok := b.SiteByName(strings.TrimSuffix(s.site("at"), "ne"))
			if !ok {
				return "the corner " + s.site("at")
			}
			return fmt.Sprintf("%d,%d", b.Column[x], b.Height-b.Row[x])
		}
		switch s.move {
		case "walk":
			return cell("from") + "-" + cell("to")
		case "lay":
			return "h" + anchor()
		case "raise":
			return "v" + anchor()
		}
		return "pass"
	},
	"tactigon": func(g *interp.Game, _ *interp.Position, m interp.Move) string {
		s := parts(g, m)
		if s.move != "march" {
			return s.move
		}
		return tile(g.Rules().Board, s.values["from"]) + "-" + tile(g.Rules().Board, s.values["to"])
	},
}

// tile writes a site of a board of columns of hexes by its column from the left and its row from
// the top, both from 0. The even columns stand half a tile lower.
func tile(b *topology.Board, site int64) string {
	top, center := math.Inf(-1), 0
	for x := range b.Cells.All() {
		if b.Points[x].Y > top {
			top, center = b.Points[x].Y, b.Column[x]-1
		}
	}
	x := b.Column[site] - 1
	h := int(math.Round(2*(top-b.Points[site].Y))) + (center+1)%2
	return fmt.Sprintf("%d,%d", x, (h-(x+1)%2)/2)
}

// stepParts is a step, split into its parts.
type stepParts struct {
	g      *interp.Game
	move   string
	values map[string]int64 // by the word of the role
}

func parts(g *interp.Game, m interp.Move) stepParts {
	id, values := g.Roles(m)
	s := stepParts{g, "pass", map[string]int64{}}
	if int(id) < len(g.Rules().Moves) {
		mv := g.Rules().Moves[id]
		s.move = mv.Name
		for i, role := range mv.Roles {
			s.values[role.Word] = values[i]
		}
	}
	return s
}

func (s stepParts) site(role string) string { return s.g.Rules().Board.Names[s.values[role]] }
func (s stepParts) direction(role string) string {
	return s.g.Rules().Board.Directions[s.values[role]].Name
}

// TestGoldenPerft counts sequences of steps and turns against published figures.
func TestGoldenPerft(t *testing.T) {
	long.OneThread(t)
	data, err := os.ReadFile(filepath.Join(goldenFolder, "perft.toml"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ruleset.ReadPerft("perft.toml", string(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 28 {
		t.Fatalf("there are only %d rows of figures", len(rows))
	}
	for i, row := range rows {
		if !long.Case(i, 4) {
			continue
		}
		t.Run(strings.TrimSpace(row.Game+" "+gametest.OptionText(row.Options)+" "+row.Unit),
			func(t *testing.T) {
				t.Parallel()
				perftRow(t, row)
			})
	}
}

func perftRow(t *testing.T, row ruleset.Perft) {
	g := gametest.Load(t, row.Game, gametest.OptionText(row.Options))
	p := g.Start()
	if row.Position != "" {
		r := gametest.Ruleset(t, row.Game)
		var err error
		if p, err = g.ParsePosition(r.Info.PositionText(row.Position)); err != nil {
			t.Fatal(err)
		}
	}
	unit, _ := interp.ParseUnit(row.Unit)
	reference := interp.NewReference(g.Rules())
	most := *budget
	if !long.Tests {
		most = budgetShort
	}
	for depth, want := range row.Counts {
		if want > most {
			t.Logf("%s: not counted to depth %d (%d)", row.Game, depth+1, want)
			break
		}
		if want <= budgetReference {
			if got := reference.Perft(p, depth+1, unit); got != want {
				t.Errorf("depth %d: by the evaluator %d sequences of %s, not %d (%s)", depth+1, got,
					unit, want, row.Source)
				return
			}
		}
		if got := g.Perft(p, depth+1, unit); got != want {
			var b strings.Builder
			if depth < 2 {
				for _, branch := range g.Divide(p, depth+1, unit) {
					fmt.Fprintf(&b, "%s %d\n", branch.Text, branch.Count)
				}
			}
			t.Errorf("depth %d: %d sequences of %s, not %d (%s)\n%s", depth+1, got, unit, want,
				row.Source, b.String())
			return
		}
	}
}

// budget is the greatest count that is made: all published figures come out, which takes a minute
// or two.
var budget = flag.Uint64("budget", 100_000_000, "the greatest number of sequences to count")

const (
	budgetShort     = 10_000 // without the tag long
	budgetReference = 10_000 // by the evaluator, too
)
