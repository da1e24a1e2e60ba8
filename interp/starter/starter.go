// Package starter makes the files of a new game: rules to begin with, the TOML file beside them and
// a test.
package starter

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/pattern"
	"boardgame/dsl/syntax"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

//go:embed skeletons/*.rules
var skeletons embed.FS

// Boards are the shapes that there is a small game for; hex is short for hexagon.
var Boards = []string{"square", "hex", "hexagon", "rhombus", "triangle", "graph"}

// Skeleton returns the rules of a small game on one of [Boards] that can be played at once.
func Skeleton(board, title string) (string, error) {
	if board == "hex" {
		board = "hexagon"
	}
	text, err := skeletons.ReadFile("skeletons/" + board + ruleset.Ext)
	return strings.Replace(string(text), "TITLE", title, 1), err
}

// Copy returns the rules of a game and the TOML file that goes with them, if any, with another
// title. The list has the mistakes for which it cannot be copied.
func Copy(rs *ruleset.Ruleset, title string) (rules, toml string, mistakes diag.List) {
	rules = rs.File.Text
	tree, _ := dsl.Parse(rs.File)
	if isVariant(tree) { // a single self-contained file is easier to change
		if rules, mistakes = dsl.Flatten(rs.File, ruleset.Library{}); mistakes.HasErrors() {
			return "", "", mistakes.Errors()
		}
	}
	toml, _ = rs.TOML()
	toml = tomlProof().ReplaceAllLiteralString(toml, "")
	rules = gameLine().ReplaceAllLiteralString(rules, `game "`+title+`"`)
	return rules, tomlTitle().ReplaceAllLiteralString(toml, fmt.Sprintf("title = %q", title)), nil
}

// isVariant reports whether a file holds only its changes to another.
func isVariant(tree *syntax.File) bool {
	return slices.ContainsFunc(tree.Decls, func(d syntax.Decl) bool {
		g, ok := d.(*syntax.Game)
		return ok && g.Extends != nil
	})
}

var (
	gameLine  = pattern.Of(`(?m)^\s*game\s+"[^"\n]*"`)
	tomlProof = pattern.Of(`(?m)^(featured|checked|figures|less|length)\s*=.*\n|^\[graded\]\n(.+\n?)*`)
	tomlTitle = pattern.Of(`(?m)^title\s*=.*$`)
)

// Title makes a title from a file name: my-game is My Game.
func Title(name string) string {
	words := strings.FieldsFunc(name,
		func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	for i, w := range words {
		r := []rune(w)
		words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return strings.Join(words, " ")
}

// Signs is a TOML file with bots of three strengths and, if there is one kind of piece, its
// signs; letters tell several kinds apart.
func Signs(g *ir.Game, title string) string {
	var b strings.Builder
	b.WriteString("# How the game is shown and played; docs/presentation.md says what may stand " +
		"here.\n")
	fmt.Fprintf(&b, "title = %q\ndescription = \"\"\n", title)
	colors := []string{"white", "red", "blue", "yellow"}
	shapes := []string{"○", "●", "△", "▲"}
	letters := []string{"o", "x", "a", "v"}
	for i, p := range g.Players {
		if len(g.Kinds) != 1 || g.Kinds[0].Neutral || i >= len(shapes) {
			break
		}
		if own := strings.ToLower(p.Name); slices.Contains(ruleset.Colors, own) {
			colors[i] = own
		}
		fmt.Fprintf(&b, "\n[[piece]]\nplayer = %q\nkind = %q\nunicode = %q\nascii = %q\ncolor = %q\n",
			p.Name, g.Kinds[0].Name, shapes[i], letters[i], colors[i])
	}
	b.WriteString(`
[[level]]
name = "easy"
bot = "mcts"
playouts = 20

[[level]]
name = "medium"
bot = "mcts"
playouts = 150

[[level]]
name = "hard"
bot = "mcts"
playouts = 1500
`)
	return b.String()
}

// Test is the text of a test file for these rules, with what is known about any game: the number of
// moves at the start.
func Test(rules string, g *ir.Game) string {
	game := interp.New(g)
	start := game.Start()
	moves := game.Moves(start)
	text := fmt.Sprintf("What is true of the game. docs/testing.md says what may stand here.\n"+
		"rules: %s\n\n-- the start --\nlegal: %d\n", rules, len(moves))
	if g.HasChance() { // there may be too many ways to deal
		return text
	}
	unit := interp.Turns
	e := game.NewEngine()
	for _, m := range moves {
		if !interp.TurnOver(start, e.Play(start, m)) { // a turn may be a setup of forty steps
			unit = interp.Steps
			break
		}
	}
	text += fmt.Sprintf("perft %s: %d", unit, game.Perft(start, 1, unit))
	const few = 300 // of more, those of two depths take a while to count
	if len(moves) < few {
		text += fmt.Sprint(" ", game.Perft(start, 2, unit))
	}
	return text + "\n"
}
