package ruletest

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// TestRulesets runs every test that comes with a game, one subtest per case.
func TestRulesets(t *testing.T) {
	found, err := Find(nil)
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]bool{}
	for _, f := range found {
		games[f.Ruleset.Name] = true
	}
	for _, name := range ruleset.List() {
		if !games[name] {
			t.Errorf("%s has no test", name)
		}
	}
	runFound(t, slices.DeleteFunc(found, func(f Found) bool { // published figures take a while
		i := slices.Index(long.Studied, f.Ruleset.Name)
		return !long.Tests && (i < 0 || !long.Case(i, 3))
	}))
}

func runFound(t *testing.T, found []Found) {
	for _, f := range found {
		file, problems := Parse(f.File)
		for _, d := range problems {
			t.Errorf("%s: %s", f.File.Name, d.Summary)
		}
		for _, o := range file.Run(f.Ruleset, nil) {
			t.Run(f.Ruleset.Name+"/"+o.Case.Name, func(t *testing.T) {
				for _, d := range o.Problems {
					t.Errorf("%s", d.Summary)
				}
				for _, failure := range o.Failures {
					t.Errorf("%s: expected %s, got %s\n%s", failure.Line.Span.Text(),
						failure.Line.Text(), failure.Got, strings.Join(failure.Detail, "\n"))
				}
			})
		}
	}
}

const threeRules = `-- three.rules --
game "Three"
players X, O
board square(3, 3)
piece mark
move put {
  at c in empty
  if not (c in rim) or some mine "begin in the middle"
  do place mark on c
}
turn put else draw
end { win "a row" if in_a_row(mine, 3) }
value marks = count(mine)
`

// runText parses a test file and runs it without a game of its own.
func runText(t *testing.T, text string) (*File, []Outcome, []string) {
	t.Helper()
	file, list := Parse(source.NewFile("test.txtar", text))
	var problems []string
	for _, d := range list {
		if !d.Span.Valid() {
			t.Errorf("a diagnostic without a place: %s", d.Summary)
		}
		problems = append(problems, string(d.Code)+" "+d.Summary)
	}
	return file, file.Run(nil, nil), problems
}

func TestExpectations(t *testing.T) {
	for _, test := range []struct{ line, got string }{ // got is "" where the line holds
		{"legal: 1", ""},
		{"legal: 2", "1"},
		{"legal: b2", ""},
		{"legal: a1 b2", "b2"},
		{"legal put: b2", ""},
		{"legal from a1: none", ""},
		{"legal from b2: none", "b2"},
		{`illegal a1: "begin in the middle"`, ""},
		{`illegal a1: "something else"`, `"begin in the middle"`},
		{"result: none", ""},
		{"result: X wins", "none"},
		{"to move after: X", ""},
		{"to move after: O", "X"},
		{"value marks: 0", ""},
		{"value marks: 3", "0"},
		{"perft turns: 1 0", ""},
		{`perft steps: 1 5 "nobody"`, `1 0 "nobody"`},
		{"position after: 3/3/3 X", ""},
		{"position after: X2/3/3 X", "3/3/3 X"},
		{"position after:", "3/3/3 X"},
	} {
		text := threeRules + "-- a case --\n" + test.line + "\n"
		text = strings.Replace(text, "position after: X2", "position after: M2", 1)
		_, outcomes, problems := runText(t, text)
		if len(problems) > 0 || len(outcomes) != 1 || outcomes[0].Problems.HasErrors() {
			t.Errorf("%s: problems %v %v", test.line, problems, outcomes)
			continue
		}
		got := ""
		if f := outcomes[0].Failures; len(f) > 0 {
			got = f[0].Got
		}
		if got != test.got {
			t.Errorf("%s: got %q, want %q", test.line, got, test.got)
		}
	}
}

func TestBoard(t *testing.T) {
	text := threeRules + `-- a case --
after: b2 a1
board:
  . . .
  . M .
  . . m
`
	_, outcomes, _ := runText(t, text)
	// O has no mark, so a1 is refused: the case itself is wrong.
	if !outcomes[0].Problems.HasErrors() {
		t.Fatalf("an illegal move in `after` is no problem: %+v", outcomes[0])
	}
	text = strings.Replace(text, "after: b2 a1", "after: b2", 1)
	file, outcomes, _ := runText(t, text)
	if outcomes[0].Passed() {
		t.Fatal("another board passes")
	}
	updated, n := file.Update(outcomes)
	if n != 1 || !strings.Contains(updated, "board:\n  . . .\n  . M .\n  . . .\n") {
		t.Errorf("%d updated:\n%s", n, updated)
	}
	if _, outcomes, _ := runText(t, updated); !outcomes[0].Passed() {
		t.Error("what was updated does not pass")
	}
}

// A board and a position that are missing, or do not fit, are filled in.
func TestUpdateFillsIn(t *testing.T) {
	for _, board := range []string{"board:", "board:\n    . .\n    . M", "board: . . ."} {
		text := threeRules + "-- a case --\nafter: b2\n" + board + "\nposition after:\n"
		file, outcomes, problems := runText(t, text)
		if len(problems) > 0 || outcomes[0].Passed() || len(outcomes[0].Failures) != 2 {
			t.Fatalf("%s: %v %+v", board, problems, outcomes[0])
		}
		updated, n := file.Update(outcomes)
		if _, again, _ := runText(t, updated); n != 2 || !again[0].Passed() ||
			!strings.Contains(updated, ". M .") ||
			!strings.Contains(updated, "position after: 3/1M1/3 O ply=1 end=0\n") {
			t.Errorf("%s: %d updated:\n%s", board, n, updated)
		}
	}
}

// A run ends when the context is done, even within a case, and passes on what was known before.
func TestEachIsCancelled(t *testing.T) {
	text := threeRules +
		"-- one --\nlegal: 1\n-- two --\nperft turns: 1 1 1 1 1 1 1 1 1 1\n-- three --\nlegal: 1\n"
	file, _ := Parse(source.NewFile("test.txtar", text))
	ctx, cancel := context.WithCancel(t.Context())
	var names []string
	err := file.Each(ctx, nil, nil, func(o Outcome) error {
		names = append(names, o.Case.Name)
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || len(names) != 1 {
		t.Errorf("%v %v", names, err)
	}
	if err := file.Each(t.Context(), nil, nil, func(Outcome) error { return io.EOF }); err != io.EOF {
		t.Error(err)
	}
}

func TestUpdateKeepsTheRest(t *testing.T) {
	text := "About nothing.\n" + threeRules +
		"-- a case --\n# a comment\nlegal:  7\n\nto move after: X\nresult:  X wins\n"
	file, outcomes, _ := runText(t, text)
	updated, n := file.Update(outcomes)
	want := strings.Replace(strings.Replace(text, "legal:  7", "legal: 1", 1), "result:  X wins",
		"result: none", 1)
	if updated != want || n != 2 {
		t.Errorf("%d updated:\n%s\nwant\n%s", n, updated, want)
	}
}

// A case that asks for the only member of several fails, whatever it expects.
func TestSeveral(t *testing.T) {
	_, outcomes, _ := runText(t, `-- the.rules --
game "The"
players X, O
board square(6, 1)
piece mark
move put {
  at c in empty
  if c = e1 or no mine or some the mine
  do place mark on c
}
turn put else draw "full"
-- one --
after: a1 b1
legal: 4
-- two --
after: a1 b1 c1
legal: d1 e1 f1
-- three --
after: a1 b1 c1 d1
legal: 1
-- at once --
position: M1M3 X
legal: 1
`)
	for _, o := range outcomes[:2] {
		if !o.Passed() {
			t.Errorf("%+v", o)
		}
	}
	for _, o := range outcomes[2:] {
		if o.Passed() || len(o.Problems) != 1 || o.Problems[0].Code != "E121" {
			t.Errorf("%s: %v", o.Case.Name, o.Problems)
		}
	}
}

func TestErrorExpectation(t *testing.T) {
	text := strings.Replace(threeRules, "in_a_row", "in_a_raw", 1)
	_, outcomes, _ := runText(t, text+"-- a slip --\nerror: in_a_raw\n")
	if !outcomes[0].Passed() {
		t.Errorf("%+v", outcomes[0])
	}
	_, outcomes, _ = runText(t, text+"-- a slip --\nerror: something else\n")
	if outcomes[0].Passed() {
		t.Error("an error that is not there passes")
	}
	_, outcomes, _ = runText(t, text+"-- a slip --\nlegal: 9\n")
	if outcomes[0].Passed() {
		t.Error("rules that do not check pass")
	}
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "E405"},
		{"-- a --\n", "E402"},
		{"-- a --\nlegal: 1\n-- a --\nlegal: 1\n", "E402"},
		{"-- a --\nlegl: 1\n", "E401"},
		{"-- a --\nlegal 1\n", "E400"},
		{"-- a --\n  1\nlegal: 1\n", "E400"},
		{"-- a --\nafter: a1\nafter: b1\nlegal: 1\n", "E401"},
	} {
		_, _, problems := runText(t, test.text)
		if len(problems) == 0 || !strings.HasPrefix(problems[0], test.want) {
			t.Errorf("%q: %v, want %s", test.text, problems, test.want)
		}
	}
	// A picture must be indented. If it is not, the message says so and does not ask for a colon.
	_, problems := Parse(source.NewFile("x.txtar", "-- a --\nposition:\n. . .\nlegal: 1\n"))
	if want := "indent every row of the picture below `position:`"; len(problems) == 0 ||
		problems[0].Suggestion != want {
		t.Errorf("got %v, want the suggestion %q", problems, want)
	}
	for _, line := range []string{
		"options: size\nlegal: 1", "options: size=3\nlegal: 1", "position: x\nlegal: 1",
		"to move: Z\nposition:\n  ...\nlegal: 1",
		"after: z9\nlegal: 1", "legal jump: 1", "legal from z9: 1", "value worth: 1",
		"perft turns: many", "preset: small\nlegal: 1", "board:\n  ....",
	} {
		_, outcomes, problems := runText(t, threeRules+"-- a --\n"+line+"\n")
		if len(problems) > 0 || len(outcomes) != 1 || !outcomes[0].Problems.HasErrors() {
			t.Errorf("%q: no problem: %v %+v", line, problems, outcomes)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(threeRules + "-- a case --\nlegal: 1\n")
	f.Add("-- a --\nboard:\n  . .\n\tx\n")
	f.Add("--  --\n:\n")
	f.Fuzz(func(t *testing.T, text string) {
		src := source.NewFile("test.txtar", text)
		file, list := Parse(src)
		for _, d := range list {
			if !d.Span.Valid() {
				t.Errorf("a diagnostic without a place: %s", d.Summary)
			}
		}
		if updated, n := file.Update(nil); n != 0 || updated != text {
			t.Errorf("an update of nothing changes the text")
		}
	})
}

// A case can also expect the value of a position with best play.
func TestBestPlay(t *testing.T) {
	const text = `-- four.rules --
game "Small Reversi"
players Black, White
board square(4, 4)
piece disc
setup { Black disc: {c2, b3}  White disc: {b2, c3} }
move put {
  at  c in empty
  let shut = union d in around: custodial(c, d)
  if  some shut
  do  place disc on c, shut becomes mine
}
turn put else pass
end { highest count(mine) wins if passes = 2 or no empty }
-- right --
result with best play: White wins by 8
-- wrong --
result with best play: draw
`
	f, list := Parse(source.NewFile("best.txtar", text))
	if len(list) > 0 {
		t.Fatal(list)
	}
	out := f.Run(nil, nil)
	if len(out) != 2 || len(out[0].Failures) != 0 || len(out[1].Failures) != 1 ||
		out[1].Failures[0].Got != "White wins by 8" {
		t.Errorf("%+v", out)
	}
}

// A case that names its rules runs anywhere: with the file beside it, or else with the game of the
// library that has that name.
func TestRulesOfTheLibrary(t *testing.T) {
	name := filepath.Join(t.TempDir(), "case.txtar")
	text := "rules: kuhn-poker.rules\n\n-- worth -1/18 --\ngame value: -0.0556\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := Find([]string{name})
	if err != nil || len(found) != 1 || found[0].Ruleset == nil {
		t.Fatal(found, err)
	}
	file, _ := Parse(found[0].File)
	for _, o := range file.Run(found[0].Ruleset, nil) {
		if len(o.Problems)+len(o.Failures) > 0 {
			t.Errorf("%+v", o)
		}
	}
}

// Every perft line of the tests of shipped games is counted as published, or a row of perft.toml
// has its counts.
func TestCertifyMissesNothing(t *testing.T) {
	for i, name := range ruleset.List() {
		if i%10 != 3 && !long.Tests {
			continue
		}
		rs, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := rs.Perft()
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]bool{}
		list, err := Certify(t.Context(), rs, 1, func(c Certificate) {
			if c.Failed() {
				t.Errorf("%s", c.Text(name))
			}
			told[c.Where] = true
			rows = append(rows, c.Perft)
		})
		if err != nil || list.HasErrors() {
			t.Errorf("%s: %v %v", name, err, list)
		}
		files, err := rs.Tests()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			file, _ := Parse(f)
			for _, c := range file.Cases {
				for _, l := range c.Expect {
					if c.Rules != nil || !strings.HasPrefix(l.Key, "perft") || told[place(l.Span)] {
						continue
					}
					counts, _, _ := (&run{}).figures(l)
					if !slices.ContainsFunc(rows, func(row ruleset.Perft) bool {
						return len(row.Counts) >= len(counts) &&
							slices.Equal(row.Counts[:len(counts)], counts)
					}) {
						t.Errorf("%s is not counted", place(l.Span))
					}
				}
			}
		}
	}
}
