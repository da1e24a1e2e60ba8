package dsl_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/testdata/long"
)

// A text that exceeds a limit of the language is rejected quickly, with one message that says so:
// nothing beyond the limit is examined.
func TestLimits(t *testing.T) {
	long.OneThread(t)
	const players = "players A, B\n"
	const pieces = "piece man\nsetup { A man: a1  B man: c1 }\n"
	const moves = "move go { from p in mine  to q in p.around & empty  do p -> q }\nturn go else " +
		"pass\n"
	const board = "board square(8, 8)\n"
	const game = "game \"G\"\n"
	lines := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line+"\n", i)
		}
		return b.String()
	}
	list := func(n int, part string) string { return strings.Repeat(part+", ", n) + part }
	const rest = board + pieces + moves
	most := "1000"
	if !long.Tests {
		most = "9"
	}
	for name, c := range map[string]struct{ text, says string }{
		"text": {game + players + rest + strings.Repeat("# more of it\n", 30000),
			"the text is too long"},
		"title": {"game \"" + strings.Repeat("é", 201) + "\"\n" + players + rest,
			"at most 200 characters"},
		"definitions": {game + players + rest + lines(1200, "def f%dx = 1"),
			"at most 1000 declarations"},
		"the same": {game + players + rest + strings.Repeat("def same = 1\n", 1200),
			"at most 1000 declarations"},
		"counters": {game + players + rest + lines(1200, "counter n%dx = 0"),
			"at most 1000 declarations"},
		"uses": {game + strings.Repeat("use \"shapes\"\n", 100) + players + rest,
			"at most 64 `use` lines"},
		"branches": {
			game + "option o = 1 in {1, 2}\n" + players + rest +
				strings.Repeat("if o = 1 { def f = 1 }\n", 1200), "at most 1000 declarations",
		},
		"sites": {game + players + "board square(40, 40)\n" + pieces + moves, "too large"},
		"players": {game + "players " + strings.TrimSuffix(strings.ReplaceAll(lines(20, "P%dx,"),
			"\n", " "), ", ") + "\n" + board + "piece man\n" + moves, "at most 16 players"},
		"options": {game + lines(70, "option o%dx = 1 in 1.."+most) + players + rest,
			"at most 64 options"},
		"values": {game + "option o = 1 in 1..2000\n" + players + rest, "at most 1000 values"},
		"listed": {game + "option o = 1 in {" +
			strings.TrimSuffix(strings.ReplaceAll(lines(1200, "%d,"), "\n", " "), ", ") + "}\n" +
			players + rest, "at most 1000 values"},
		"per cell": {game + players + rest + lines(200, "counter n%dx per cell = 0"),
			"at most 8192 numbers"},
		"memories": {game + players + rest + lines(60, "memory n%dx per cell = a1"),
			"at most 2048 sets"},
		"names": {
			game + players + board + pieces + "move go { from p in mine " +
				strings.ReplaceAll(lines(1200, "let l%dx = p"), "\n", " ") +
				" do remove p }\nturn go else pass\n",
			"at most 250 names",
		},
		"parameters": {
			game + players + rest + "def wide(" +
				strings.TrimSuffix(strings.ReplaceAll(lines(17, "a%dx,"), "\n", " "), ", ") +
				") = 1\n" +
				"end { draw if ply > wide(" + list(16, "mine") + ") }\n",
			"at most 16 parameters",
		},
		"effects added": {
			game + players + board + "piece man\nsetup { A man: a1  B man: c1 }\ncounter n = 0\n" +
				lines(100, "move m%dx { from p in mine do remove p, n := 0 }") +
				"turn " + strings.TrimSuffix(strings.ReplaceAll(lines(100, "m%dx,"), "\n", " "),
				", ") + " else pass\n" +
				"end { draw if n > 3 }\nafter any: " + list(1500, "n += 1"),
			"at most 1048576 bytes of effects",
		},
		"instances": {game + players + rest + wide(), "at most 1000 ways to use definitions"},
		"constants": {
			game + players + "board square(32, 32)\n" + pieces + moves +
				lines(200, "value v%dx = ply + (sum a in cells: count(a.orthogonal{1..40}))"),
			"take too long to work out",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := dsl.Check(source.NewFile("limits", c.text), shapes{})
			var errors []string
			for _, d := range found {
				if d.Severity == diag.Error {
					errors = append(errors, d.Summary)
				}
			}
			if len(errors) != 1 || !strings.Contains(errors[0], c.says) {
				t.Errorf("%d errors, not one with %q: %.500q", len(errors), c.says, errors)
			}
		})
	}
}

// If there are too many choices of options, some are checked, and a note says so.
func TestUntriedChoices(t *testing.T) {
	long.OneThread(t)
	const rest = "players A, B\nboard square(3, 3)\npiece man\n" +
		"move put { at c in empty do place man on c }\nturn put else draw \"full\"\n"
	for options, want := range map[int]bool{3: false, 30: true} {
		var b strings.Builder
		b.WriteString("game \"G\"\n")
		for i := range options {
			fmt.Fprintf(&b, "option many%dx = 1 in 1..1000\n", i)
		}
		b.WriteString(rest)
		got := false
		for _, d := range dsl.Check(source.NewFile("many.rules", b.String()), nil) {
			got = got || d.Code == code.Untried && d.Severity == diag.Note
		}
		if got != want {
			t.Errorf("%d options: a note %v, want %v", options, got, want)
		}
	}
}

// Reading the games with other values takes no longer than checking a file may take: of the 140
// that slow-options.rules would have, each of which takes long, only a few are read.
func TestOthersAreBounded(t *testing.T) {
	long.OneThread(t)
	text, err := os.ReadFile("../testdata/hostile/slow-options.rules")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = dsl.Others(t.Context(), source.NewFile("slow-options.rules", string(text)), nil, nil,
		func(map[string]string, *ir.Game) { n++ })
	if err != nil || n == 0 || n > 5 {
		t.Errorf("%d other games, error %v; want 1 to 5", n, err)
	}
}

// An option that exists only with another value is found, and fixed options keep their values.
func TestOthers(t *testing.T) {
	f := source.NewFile("o.rules", `game "O"
option size = 3 in {3, 4, 5}
option deep = false in {false, true}
if deep { option wide = 1 in 1..3 }
players A, B
board square(size, size)
piece man
move put { at c in empty do place man on c }
turn put else draw "full"
`)
	var names []string
	options, list := dsl.Options(f, nil)
	for _, o := range options {
		names = append(names, o.Name)
	}
	if got := strings.Join(names, " "); got != "size deep wide" || len(list) > 0 {
		t.Errorf("options %q, %v", got, list)
	}
	var got []string
	err := dsl.Others(t.Context(), f, nil, map[string]string{"size": "4"},
		func(options map[string]string, g *ir.Game) {
			got = append(got, fmt.Sprint(options, g.Board.Cells.Len()))
		})
	if want := "[map[deep:true size:4] 16]"; fmt.Sprint(got) != want || err != nil {
		t.Errorf("others %v, %v; want %s", got, err, want)
	}
}

// wide uses a definition of six parameters for many combinations of types.
func wide() string {
	var b strings.Builder
	b.WriteString("def wide(a, b, c, d, e, f) = 1\n")
	b.WriteString("def wider(a, b, c, d, e, f) = wide(b, a, c, d, e, f) + 1\n")
	values := []string{"mine", "1", "true", "north"}
	for n := range 900 {
		fmt.Fprintf(&b, "value v%dx = ply + wider(", n)
		for i := range 6 {
			b.WriteString([]string{"", ", "}[min(i, 1)] + values[n>>(2*i)&3])
		}
		b.WriteString(")\n")
	}
	return b.String()
}

// shapes has one library.
type shapes struct{}

func (shapes) Find(name, from string) (*source.File, error) {
	return source.NewFile("shapes.rules", "def shape = 1\n"), nil
}

// The table in docs/language.md agrees with the code.
func TestLimitsInDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(page), "\n## Limits\n")
	if !ok {
		t.Fatal("docs/language.md has no section Limits")
	}
	section, _, _ := strings.Cut(after, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| ([^|]+) \| ([\d ]+) \|$`).FindAllStringSubmatch(section, -1)
	if len(rows) != len(limits) {
		t.Errorf("the table has %d rows, not %d", len(rows), len(limits))
	}
	for i, l := range limits {
		most := strings.ReplaceAll(rows[min(i, len(rows)-1)][2], " ", "")
		if what := rows[min(i, len(rows)-1)][1]; what != l.What || most != fmt.Sprint(l.Most) {
			t.Errorf("row %d: %s %s, not %s %d", i+1, what, most, l.What, l.Most)
		}
	}
}

// limits are those of the language, worded as in docs/language.md.
var limits = []struct {
	What string
	Most int64
}{
	{"bytes of a rules file", syntax.MaxBytes},
	{"characters of the title", syntax.MaxTitle},
	{"depth of nested expressions; parentheses count twice", syntax.MaxNesting},
	{"operators side by side", syntax.MaxOperators},
	{"declarations of a game, with those it extends and uses", merge.MaxDecls},
	{"`use` lines", merge.MaxUses},
	{"cells, edges and corners of a board", topology.MaxSites},
	{"players", ir.MaxPlayers},
	{"kinds of piece", ir.MaxKinds},
	{"moves", ir.MaxMoves},
	{"options", merge.MaxOptions},
	{"values of an option", merge.MaxDomain},
	{"pieces of a tower; any that would lie lower are removed", value.MaxTower},
	{"parameters of a definition", merge.MaxParams},
	{"definitions, counted once for each combination of argument types", merge.MaxInstances},
	{"names in scope at the same time in a move or a definition", merge.MaxVariables},
	{"bytes of effects in `after`, counted once for every move that gets them", merge.MaxAdded},
	{"stored numbers: counters, and memories of numbers, players and kinds", merge.MaxNumbers},
	{"stored sets: memories of sites and directions", merge.MaxMemories},
	{"numbers of a range", value.MaxRange},
	{"repetitions of a step; a greater n in `{n}` is read as this number",
		value.MaxWalk},
	{"work of a question, if it is counted in play", value.MostWork},
	{"work of a question as the rules show it, if it is not counted in play", value.MostForeseen},
	{"steps offered at the same time, as the rules show it, if work is not counted",
		value.MostOffered},
	{"steps tried to compare the turns of a position", value.MostAhead},
	{"work of all constants together", terms.MostToFoldAll},
}
