package dsl_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the golden files anew")

// archive is a library of the files of an archive.
type archive []txtar.File

func (a archive) Find(name, from string) (*source.File, error) {
	for _, f := range a {
		if f.Name == name+".rules" {
			return source.NewFile(f.Name, string(f.Data)), nil
		}
	}
	return nil, os.ErrNotExist
}

// Each file of testdata/ir holds rules and what they turn into:
//
//	-- game.rules --    the rules; other .rules files are for `extends` and `use`
//	-- options --       name=value …, optional
//	-- flat --          what Flatten writes, if the section is there
//	-- said --          the diagnostics
//	-- ir --            the checked game
func TestGames(t *testing.T) {
	files, err := filepath.Glob("testdata/ir/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var rules string
			options := map[string]string{}
			for _, f := range a.Files {
				switch f.Name {
				case "game.rules":
					rules = string(f.Data)
				case "options":
					for _, field := range strings.Fields(string(f.Data)) {
						key, value, _ := strings.Cut(field, "=")
						options[key] = value
					}
				}
			}
			f := source.NewFile("game.rules", rules)
			game, list := dsl.Load(f, options, archive(a.Files))
			var said bytes.Buffer
			if err := diag.Text(&said, list, diag.Options{Width: 120}); err != nil {
				t.Fatal(err)
			}
			got := map[string]string{"said": said.String(), "ir": dump(game)}
			got["flat"], _ = dsl.Flatten(f, archive(a.Files))
			for i := range a.Files {
				if a.Files[i].Name == "flat" { // it means the same
					flat, list := dsl.Load(source.NewFile("flat.rules", got["flat"]), options,
						archive(a.Files))
					if diff := cmp.Diff(got["ir"], dump(flat)); diff != "" || list.HasErrors() ||
						flat.Hash != game.Hash {
						t.Errorf("the flattened rules mean something else: %v\n%s", list, diff)
					}
				}
				section, ok := got[a.Files[i].Name]
				if !ok {
					continue
				}
				if *update {
					a.Files[i].Data = []byte(section)
				} else if diff := cmp.Diff(string(a.Files[i].Data), section); diff != "" {
					t.Errorf("%s: %s differs (-want +got):\n%s", name, a.Files[i].Name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// The built-in games cause neither errors nor warnings under any choice of their options.
func TestShippedGamesAreRight(t *testing.T) {
	long.OneThread(t)
	for name, f := range games(t) {
		for _, d := range dsl.Check(f, shippedLibrary{}) {
			if d.Severity != diag.Note {
				t.Errorf("%s: %s: %s %s", name, diag.Where(d.Span), d.Code, d.Summary)
			}
		}
	}
}

// The names of players in the library that take the verb in the plural are these, and no others.
// A sentence of the rules that names the player decides otherwise.
func TestPluralPlayers(t *testing.T) {
	var got []string
	for name, f := range games(t) {
		g, _ := dsl.Load(f, nil, shippedLibrary{})
		if g == nil {
			t.Fatalf("%s was not loaded", name)
		}
		for i, p := range g.Players {
			if verb := g.Verb(1<<i, "is"); verb == "are" && !slices.Contains(got, p.Name) {
				got = append(got, p.Name)
			}
		}
	}
	slices.Sort(got)
	want := "Attackers Bulls Cows Defenders Frogs Geese Goats Hounds Musketeers Officers Rebels " +
		"Sheep Tigers Toads"
	if strings.Join(got, " ") != want {
		t.Errorf("plural: %s; want %s", got, want)
	}
	const rules = "game \"G\"\nplayers Hermes, Cattle\nboard square(3, 3)\npiece man\n" +
		"move put {\n  at c in empty\n  do place man on c\n}\nturn put else Hermes wins\n" +
		"end { Cattle lose if no empty }\n"
	g, list := dsl.Load(source.NewFile("g.rules", rules), nil, nil)
	if g == nil || list.HasErrors() {
		t.Fatal(list)
	}
	for team, want := range map[uint16]string{1: "has", 2: "have", 3: "have"} {
		if got := g.Verb(team, "has"); got != want {
			t.Errorf("%s %s, not %s", g.SideName(team, " and "), got, want)
		}
	}
}

// The same rules have the same hash whatever their layout and comments; another option or another
// word changes it.
func TestHash(t *testing.T) {
	const rules = "game \"G\"\noption n = 4 in {4, 5}\nplayers A, B\nboard square(n, n)\npiece " +
		"man\nmove put {\n  at c in empty\n  do place man on c\n}\nturn put else draw\n"
	hash := func(text string, options map[string]string) string {
		g, list := dsl.Load(source.NewFile("g.rules", text), options, nil)
		if list.HasErrors() {
			t.Fatalf("%s: %v", text, list[0].Summary)
		}
		return g.Hash
	}
	want := hash(rules, nil)
	if len(want) != 16 {
		t.Errorf("the hash %q has not 16 digits", want)
	}
	same := strings.NewReplacer("at c in empty", "at   c in empty # anywhere", "\nturn",
		"\n\n# the turn\nturn").Replace(rules)
	if got := hash(same, nil); got != want {
		t.Errorf("comments and layout change the hash: %s, not %s", got, want)
	}
	if got := hash(rules, map[string]string{"n": "4"}); got != want {
		t.Errorf("naming the default changes the hash: %s, not %s", got, want)
	}
	for what, got := range map[string]string{
		"another option": hash(rules, map[string]string{"n": "5"}),
		"another word":   hash(strings.Replace(rules, "empty", "rim & empty", 1), nil),
		"another move":   hash(strings.Replace(rules, "else draw", "else pass", 1), nil),
	} {
		if got == want {
			t.Errorf("%s does not change the hash", what)
		}
	}
}

// What the rules use of a library, directly or through another library, is part of what they mean;
// the rest of it is not.
func TestHashOfLibraries(t *testing.T) {
	const rules = "game \"G\"\nuse \"near\"\nplayers A, B\nboard square(4, 4)\npiece man\nmove " +
		"put {\n  at c in start & fringe\n  do place man on c\n}\nturn put else draw\n"
	hash := func(near, far string) string {
		library := archive{{Name: "near.rules", Data: []byte("use \"far\"\n" + near)},
			{Name: "far.rules", Data: []byte(far)}}
		g, list := dsl.Load(source.NewFile("g.rules", rules), nil, library)
		if list.HasErrors() {
			t.Fatalf("%s%s: %v", near, far, list[0].Summary)
		}
		return g.Hash
	}
	const near, far = "region start = rank(1)\ndef fringe = outer\n", "def outer = rim\n"
	want := hash(near, far)
	if got := hash(near+"def unused = rank(4)\n", far+"region unused = rank(4)\n"); got != want {
		t.Errorf("what is not used changes the hash: %s, not %s", got, want)
	}
	if hash(strings.Replace(near, "rank(1)", "rank(2)", 1), far) == want {
		t.Error("another region of the library does not change the hash")
	}
	if hash(near, strings.Replace(far, "rim", "cells", 1)) == want {
		t.Error("another definition of the library's library does not change the hash")
	}
}

// A variant has what the game that it extends uses, may use more, and declares anew what a library
// declares.
func TestVariantsUseLibraries(t *testing.T) {
	const base = "game \"G\"\nuse \"near\"\nplayers A, B\nboard square(4, 4)\npiece man\n" +
		"move put {\n  at c in fringe\n  do place man on c\n}\nturn put else draw\n"
	hash := func(text, near string) string {
		library := archive{{Name: "g.rules", Data: []byte(base)}, {Name: "near.rules",
			Data: []byte(near)}, {Name: "far.rules", Data: []byte("def outer = rank(4)\n")}}
		g, list := dsl.Load(source.NewFile("v.rules", text), nil, library)
		if list.HasErrors() {
			t.Fatalf("%s: %v", text, list[0].Summary)
		}
		return g.Hash
	}
	const variant, near = "game \"G\" extends \"g\"\n", "def fringe = rim\n"
	first := hash(base, near)
	if got := hash(variant, near); got != first {
		t.Errorf("a variant that changes nothing has the hash %s, not %s", got, first)
	}
	const anew, move = "use \"far\"\ndef fringe = outer\n", "move put {\n  at c in outer\n" +
		"  do place man on c\n}\n"
	for more, whole := range map[string]string{
		"def fringe = rank(4)\n": base + "def fringe = rank(4)\n",
		anew:                     base + anew,
		"use \"far\"\nuse \"near\"\n" + move: "use \"far\"\n" +
			strings.Replace(base, "fringe", "outer", 1),
	} {
		if got, want := hash(variant+more, near), hash(whole, near); got != want || got == first {
			t.Errorf("%s: the hash is %s, not %s", more, got, want)
		}
	}
}

// Options that a game does not declare are rejected, with the nearest one that it has.
func TestOptions(t *testing.T) {
	text := "game \"G\"\noption mode = fast in {fast, slow}\nif mode = slow {\n  option wait = 2 " +
		"in 1..3 \"turns\"\n}\nplayers A, B\ncounter turns = 0\nboard square(3, 3)\nturn pass\n"
	f := source.NewFile("g.rules", text)
	options, list := dsl.Options(f, nil)
	if len(list) != 0 || len(options) != 2 || options[0].Name != "mode" ||
		options[1].Name != "wait" || options[1].Help != "turns" || len(options[1].Domain) != 3 {
		t.Errorf("options %+v, diagnostics %v", options, list)
	}
	for _, c := range []struct {
		options map[string]string
		code    diag.Code
		help    string
	}{
		{map[string]string{"turns": "2"}, "E150", ""}, // the name of a counter, not of an option
		{map[string]string{"mod": "slow"}, "E150", "did you mean `mode`?"},
		{map[string]string{"mode": "slwo"}, "E151", "did you mean `slow`?"},
		{map[string]string{"wait": "2"}, "E150", ""},
		{map[string]string{"mode": "slow", "wait": "9"}, "E151", ""},
	} {
		_, list := dsl.Load(f, c.options, nil)
		found := false
		for _, d := range list {
			found = found || d.Code == c.code && d.Suggestion == c.help
			if _, counter := c.options["turns"]; counter && strings.Contains(d.Detail, "branch") {
				t.Errorf("%v: %s", c.options, d.Detail)
			}
		}
		if !found {
			t.Errorf("%v: no %s with %q among %v", c.options, c.code, c.help, list)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	var text strings.Builder
	for _, f := range games(b) { // the longest file
		if len(f.Text) > text.Len() && !strings.Contains(f.Text, "extends") {
			text.Reset()
			text.WriteString(f.Text)
		}
	}
	f := source.NewFile("long.rules", text.String())
	for b.Loop() {
		if _, list := dsl.Load(f, nil, nil); list.HasErrors() {
			b.Fatal(list[0].Summary)
		}
	}
	b.ReportMetric(float64(f.Lines()), "lines")
}

// Check looks at every value of every option, including options that only some value of another
// brings into the game, and says which choice causes a message.
func TestCheckEveryChoice(t *testing.T) {
	text := `game "G"
option mode = fast in {fast, slow}
option n = 3 in 1..3
if mode = slow {
  option wait = 2 in {1, 2}
}
players A, B
board square(n, 3)
piece man
setup { A man: c1 }
move put {
  at c in empty
  do place man on c
  then put when mode = slow
}
turn put else pass
end { win if if mode = slow: wait > zork else some theirs }
`
	text = strings.Replace(text, "end { win if if mode = slow: wait > zork else some theirs }\n",
		"if mode = slow {\n  end { win if wait > zork }\n}\n", 1)
	var got []string
	for _, d := range dsl.Check(source.NewFile("g.rules", text), nil) {
		got = append(got, string(d.Code)+": "+d.Summary+" = "+d.Detail)
	}
	want := []string{
		"E130: there is no site `c1` on this board = The board has the sites a1 to a3. This happens " +
			"with n = 1.",
		"E130: there is no site `c1` on this board = The board has the sites a1 to b3. This happens " +
			"with n = 2.",
		"E100: unknown name `zork` = This happens with mode = slow.",
	}
	// The first two differ only in their detail, and one is enough.
	if diff := cmp.Diff([]string{want[0], want[2]}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// quoted is a text that players read.
var quoted = regexp.MustCompile(`"[^"]*"`)

// Walking over a game meets every expression that the dump writes.
func TestWalkMeetsEverything(t *testing.T) {
	all := games(t)
	for _, name := range long.Sample(slices.Sorted(maps.Keys(all)), 16) {
		game, list := dsl.Load(all[name], nil, shippedLibrary{})
		if list.HasErrors() {
			t.Fatal(list[0].Summary)
		}
		met := map[ir.Op]int{}
		game.Exprs(func(e *ir.Expr) {
			ir.Walk(e, func(e *ir.Expr) bool {
				met[e.Op]++
				if !e.Span.Valid() {
					t.Errorf("%s: %s has no place in the text", name, (&dumper{g: game}).expr(e))
				}
				return true
			})
		})
		dumped := quoted.ReplaceAllString(dump(game), "")
		for op, word := range map[ir.Op]string{ir.Stuck: "stuck", ir.Repetitions: "repetitions",
			ir.EmptyCells: "empty", ir.Distance: "distance(", ir.Passes: "passes",
			ir.Implies: " implies "} {
			n := strings.Count(strings.ReplaceAll(dumped, "stuck at", ""), word)
			if (n > 0) != (met[op] > 0) {
				t.Errorf("%s: the dump has %d × %q, the walk met %d", name, n, word, met[op])
			}
		}
	}
}
