package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/pattern"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

//go:embed skeletons/*.rules
var skeletons embed.FS

// boards are the shapes that new has a template for; hex is short for hexagon.
var boards = []string{"square", "hex", "hexagon", "rhombus", "triangle", "graph"}

type newCmd struct {
	Name  string `arg:"" help:"The name of the files, with a folder before it if you like."`
	Title string `help:"The title of the game. By default it is made from the name."`
	From  string `placeholder:"GAME" help:"Begin with the rules of this game."`
	Board string `placeholder:"SHAPE"`
}

func (*newCmd) Help() string {
	return `Writes a small game that can be played at once, for you to change: NAME.rules, NAME.toml
with signs and bots, and NAME.txtar with a test. No file is overwritten.

Examples:

    boardgame new fangs
    boardgame new fangs-hex --board hex
    boardgame new my-cage --from cage

docs/tutorial.md leads from there to a game with captures, chains, a draw rule, a bot and tests.

Flags:

--board Begin with a game on this board: square (the default), hex, rhombus, triangle, graph.`
}

func (c *newCmd) Run(a *app) error {
	base := strings.TrimSuffix(c.Name, ruleset.Ext)
	name := filepath.Base(base)
	switch {
	case name == "" || name == "." || name == ".." || strings.HasSuffix(base, "/"):
		return usagef("%q cannot name a game; use a name such as fangs", c.Name)
	case c.From != "" && c.Board != "":
		return usagef("--from and --board do not go together: a game has its own board")
	case c.Board != "" && !slices.Contains(boards, c.Board):
		message := fmt.Sprintf("there is no starter game for the board %q; there is one for %s",
			c.Board, strings.Join(boards, ", "))
		if near := diag.Nearest(c.Board, boards); near != "" {
			message += fmt.Sprintf("; did you mean %s?", near)
		}
		return usagef("%s", message)
	case slices.Contains(ruleset.List(), name):
		return usagef("%s is the name of a game that comes with boardgame; choose another", name)
	}
	title := c.Title
	if title == "" {
		title = titled(name)
	}
	if strings.ContainsAny(title, "\"\n\r") {
		return usagef("a title is one line without quotes")
	}
	rules, toml, err := c.beginning(a, title)
	if err != nil {
		return err
	}
	game, err := a.check(source.NewFile(base+ruleset.Ext, rules), nil, ruleset.Library{})
	if err != nil {
		return err
	}
	if toml == "" {
		toml = signsFor(game, title)
	}
	test := firstTest(name+ruleset.Ext, game)
	files := [][2]string{{base + ruleset.Ext, rules}, {base + ".toml", toml},
		{base + ruleset.TestExt, test}}
	if err := withFolder(filepath.Dir(base), func() error { return writeAll(files) }); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "Wrote %s, %s and %s. Now:\n\n", files[0][0], files[1][0], files[2][0])
	for _, verb := range []string{"play", "check", "test"} {
		fmt.Fprintf(a.out, "    boardgame %s %s\n", verb, shellWord(files[0][0]))
	}
	return nil
}

// beginning returns the rules to start from and the TOML file that goes with them, if any.
func (c *newCmd) beginning(a *app, title string) (rules, toml string, err error) {
	if c.From == "" {
		shape := c.Board
		switch shape {
		case "":
			shape = "square"
		case "hex":
			shape = "hexagon"
		}
		text, err := skeletons.ReadFile("skeletons/" + shape + ruleset.Ext)
		return strings.Replace(string(text), "TITLE", title, 1), "", err
	}
	name, _ := ruleset.SplitPreset(c.From)
	rs, err := named(name)
	if err != nil {
		return "", "", err
	}
	text := rs.File.Text
	tree, _ := dsl.Parse(rs.File)
	if isVariant(tree) { // a single self-contained file is easier to change
		flat, list := dsl.Flatten(rs.File, ruleset.Library{})
		if list.HasErrors() {
			a.report(list.Errors())
			return "", "", errReported
		}
		text = flat
	}
	toml, _ = rs.TOML()
	toml = tomlProof().ReplaceAllLiteralString(toml, "")
	text = gameLine().ReplaceAllLiteralString(text, `game "`+title+`"`)
	return text, tomlTitle().ReplaceAllLiteralString(toml, fmt.Sprintf("title = %q", title)), nil
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

// titled makes a title from a file name: my-game is My Game.
func titled(name string) string {
	words := strings.FieldsFunc(name,
		func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	for i, w := range words {
		r := []rune(w)
		words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word that a shell would interpret.
func shellWord(word string) string {
	if strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:", r)
	}) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// signsFor is a TOML file with bots of three strengths and, if there is one kind of piece, its
// signs; letters tell several kinds apart.
func signsFor(g *ir.Game, title string) string {
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

// firstTest is a test file with what is known about any game: the number of moves at the start.
func firstTest(rules string, g *ir.Game) string {
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

// writeAll writes files that do not exist yet: all of them or none.
func writeAll(files [][2]string) error {
	for i, f := range files {
		if err := writeNew(f[0], f[1]); err != nil {
			for _, written := range files[:i] {
				err = errors.Join(err, os.Remove(written[0]))
			}
			return err
		}
	}
	return nil
}

// withFolder makes a folder and those above it, calls do, and removes what it made if do fails.
func withFolder(folder string, do func() error) error {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return do()
	}
	return withFolder(filepath.Dir(folder), func() error {
		err := os.Mkdir(folder, 0o777)
		if err == nil {
			if err = do(); err != nil {
				err = errors.Join(err, os.Remove(folder))
			}
		}
		return err
	})
}
