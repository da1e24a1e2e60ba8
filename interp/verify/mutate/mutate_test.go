package mutate

import (
	"context"
	"errors"
	"flag"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/verify/ruletest"
	"boardgame/testdata/long"
)

var shipped = flag.Bool("mutants", false,
	"test the mutants of all games that come with the program: minutes")

const rules = `game "Mutable"
option size = 3 in {3, 4}
if size = 4 {
  option deep = 2 in {2, 5}
  def deeper = deep > 3
} else {
  def deeper = false
}
players White, Black
board square(size, size)
piece stone
counter passed = 0
def near(c) = some c.orthogonal & mine
move put {
  at c in empty
  if not near(c) and c in cells "not beside a friend"
  do place stone on c, passed += 1
}
turn put else draw
end {
  win "two at the rim" if count(mine & rim) >= 2 and passed = 3
}
def worth = rated * 7
def rated = 9 + count(mine)
value stones = count(mine) - 1 + worth
`

// mutated runs tests with the mutants of the rules above.
func mutated(t *testing.T, tests string) (*Report, error) {
	t.Helper()
	rs := &ruleset.Ruleset{Name: "mutable", File: source.NewFile("mutable.rules", rules)}
	file, problems := ruletest.Parse(source.NewFile("mutable.txtar", tests))
	if problems.HasErrors() {
		t.Fatal(problems[0].Summary)
	}
	return Run(t.Context(), rs, []*ruletest.File{file}, Effort{Positions: 4000, Seed: 1}, nil)
}

// What is changed: operators and numbers in what rules do, one at a time, but not names, options or
// values.
func TestMutants(t *testing.T) {
	var all []string
	for _, m := range Mutants(source.NewFile("mutable.rules", rules)) {
		all = append(all, m.Where+" "+m.String())
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{
		"def near `some` → `no`", "def near `&` → `|`", "move put `not` left out",
		"move put `and` → `or`",
		"end `>=` → `>`", "end `2` → `3`", "end `2` → `1`", "end `and` → `or`", "end `=` → `!=`",
		"end `3` → `4`",
		"passed `0` → `1`", "def deeper `>` → `>=`", "def deeper `3` → `4`",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	for _, other := range []string{"option", "value", "players", "stones", "size", "worth",
		"rated"} {
		if strings.Contains(text, other) {
			t.Errorf("%s is changed:\n%s", other, text)
		}
	}
}

// Tests that look only at the beginning let most mutants live. Each living mutant shows a line, and
// makes a case that kills it.
func TestSurvivors(t *testing.T) {
	long.OneThread(t)
	weak := "-- the start --\nlegal: 9\n"
	report, err := mutated(t, weak)
	if err != nil {
		t.Fatal(err)
	}
	if report.Count(Alive) < 4 || report.Score() > 0.8 {
		t.Fatalf("%d alive, score %.2f", report.Count(Alive), report.Score())
	}
	rs := &ruleset.Ruleset{Name: "mutable", File: source.NewFile("mutable.rules", rules)}
	strong := weak
	for i := range report.Mutants {
		m := &report.Mutants[i]
		if m.Fate == Invalid {
			t.Errorf("%s does not check and is in the report", m)
		}
		if m.Fate != Alive {
			continue
		}
		scene, err := m.Scene(rs)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		text, err := scene.Text()
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		file, problems := ruletest.Parse(source.NewFile("case.txtar", text))
		if problems.HasErrors() || len(file.Cases) != 1 {
			t.Fatalf("%s: %v\n%s", m, problems, text)
		}
		if !m.Kills(t.Context(), rs, file.Cases[0]) {
			t.Errorf("%s is not killed by\n%s", m, text)
		}
		strong = ruletest.Add(strong, "mutable", text)
	}
	report, err = mutated(t, strong)
	if err != nil {
		t.Fatal(err)
	}
	if report.Count(Alive) != 0 || report.Score() != 1 {
		for _, m := range report.Mutants {
			t.Logf("%s %s %s %s", m.Where, &m, m.Fate, m.By)
		}
		t.Errorf("%d alive with the cases that were made", report.Count(Alive))
	}
	// `c in cells` is always true: its mutants play the same.
	equal := 0
	for _, m := range report.Mutants {
		if m.Fate == Equivalent && m.Positions > 0 {
			equal++
		}
	}
	if equal != report.Count(Equivalent) {
		t.Errorf("%d of %d say in how many positions they are equivalent", equal,
			report.Count(Equivalent))
	}
}

func TestFailingTests(t *testing.T) {
	_, err := mutated(t, "-- wrong --\nlegal: 7\n")
	if !errors.Is(err, ErrFailing) || !strings.HasPrefix(err.Error(), "wrong: ") {
		t.Errorf("%v", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	rs := gametest.Ruleset(t, "tic-tac-toe")
	report, err := Run(ctx, rs, nil, Effort{Positions: 100}, func(int, int, *Mutant) { cancel() })
	if !errors.Is(err, context.Canceled) || report == nil || len(report.Mutants) > 1 {
		t.Errorf("%v %v", report, err)
	}
}

// enough is the share of mutants that the tests of a built-in game must notice.
const enough = 0.9

func TestShippedGames(t *testing.T) {
	names := ruleset.List()
	if !*shipped {
		names = []string{"tic-tac-toe", "reversi"} // in which every mutant is killed quickly
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			rs := gametest.Ruleset(t, name)
			sources, err := rs.Tests()
			if err != nil {
				t.Fatal(err)
			}
			var files []*ruletest.File
			for _, f := range sources {
				file, _ := ruletest.Parse(f)
				files = append(files, file)
			}
			report, err := Run(t.Context(), rs, files, Effort{Positions: 20_000, Seed: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d killed, %d alive, %d equivalent",
				report.Count(Killed), report.Count(Alive), report.Count(Equivalent))
			if report.Score() < enough {
				for i := range report.Mutants {
					if m := &report.Mutants[i]; m.Fate == Alive {
						line, _ := m.Span.File.Position(m.Span.Lo)
						t.Logf("line %d, %s: %s", line, m.Where, m)
					}
				}
				t.Errorf("the tests notice %.1f%% of the mutants", 100*report.Score())
			}
		})
	}
}
