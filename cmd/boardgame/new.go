package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp/files"
	"boardgame/interp/ruleset"
	"boardgame/interp/starter"
)

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
	case c.Board != "" && !slices.Contains(starter.Boards, c.Board):
		message := fmt.Sprintf("there is no starter game for the board %q; there is one for %s",
			c.Board, strings.Join(starter.Boards, ", "))
		if near := diag.Nearest(c.Board, starter.Boards); near != "" {
			message += fmt.Sprintf("; did you mean %s?", near)
		}
		return usagef("%s", message)
	case slices.Contains(ruleset.List(), name):
		return usagef("%s is the name of a game that comes with boardgame; choose another", name)
	}
	title := cmp.Or(c.Title, starter.Title(name))
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
		toml = starter.Signs(game, title)
	}
	test := starter.Test(name+ruleset.Ext, game)
	all := [][2]string{{base + ruleset.Ext, rules}, {base + ".toml", toml},
		{base + ruleset.TestExt, test}}
	create := func() error { return files.Create(all...) }
	if err := files.WithFolder(filepath.Dir(base), create); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "Wrote %s, %s and %s. Now:\n\n", all[0][0], all[1][0], all[2][0])
	for _, verb := range []string{"play", "check", "test"} {
		fmt.Fprintf(a.out, "    boardgame %s %s\n", verb, shellWord(all[0][0]))
	}
	return nil
}

// beginning returns the rules to start from and the TOML file that goes with them, if any.
func (c *newCmd) beginning(a *app, title string) (rules, toml string, err error) {
	if c.From == "" {
		rules, err = starter.Skeleton(cmp.Or(c.Board, "square"), title)
		return rules, "", err
	}
	name, _ := ruleset.SplitPreset(c.From)
	rs, err := named(name)
	if err != nil {
		return "", "", err
	}
	rules, toml, mistakes := starter.Copy(rs, title)
	if mistakes != nil {
		a.report(mistakes)
		return "", "", errReported
	}
	return rules, toml, nil
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
