package audit_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/testdata/long"
)

// afresh returns games written from nothing but their rulebooks and the pages of the language. A
// game joins them when a false alarm is found in it.
func afresh(t *testing.T) []*source.File {
	names, err := filepath.Glob("../../../testdata/afresh/*.rules")
	if err != nil || len(names) < 25 {
		t.Fatalf("%d games written afresh, %v", len(names), err)
	}
	var files []*source.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, source.NewFile(filepath.Base(name), string(text)))
	}
	return files
}

// No game written afresh is warned of, as it stands or by playing it: each warning that was found
// there has been judged, and either the game was wrong or the warning has been mended. That too few
// games ended says nothing about the rules. TestShippedGamesAreRight reads the shipped games.
func TestNoFalseAlarm(t *testing.T) {
	long.OneThread(t)
	for i, f := range afresh(t) {
		rules, list := dsl.Load(f, nil, ruleset.Library{})
		if long.Case(i+4, 20) {
			// An alarm is false however few games the time allows: of slow ones such as Raumschach.
			r, err := audit.Run(t.Context(), interp.New(rules), audit.Options{Games: long.Times(50, 5),
				Time: 4 * time.Second, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, r.List(false)...)
		}
		for _, d := range list {
			if d.Severity < diag.Note && d.Code != audit.CodeFew {
				t.Errorf("%s: %s at %q: %s", f.Name, d.Code, d.Span.Text(), d.Summary)
			}
		}
	}
}

// A silent move of every round is taken, although it is never among the legal moves of a position:
// whatever the seed, W503 does not say that it never happens. Of a move that needs a piece nobody
// has, it does.
func TestMovesOfEveryRound(t *testing.T) {
	long.OneThread(t)
	const text = head + `board square(6, 1)
setup { White man: a1  Black man: f1 }
counter purse per player = 0
move earn { do purse += 1 }
move walk {
  from p in mine
  to   q in p.orthogonal & empty
  do   p -> q
  then earn else pass
}
move buy {
  at c in empty
  if purse >= 3 "three coins buy a man"
  do place man on c, purse -= 3
}
move cheat {
  at c in empty
  if purse < 0 "nobody owes"
  do place man on c
}
turn walk, buy, cheat else draw "the board is full"
end { draw "ten rounds" if ply >= 20 }
`
	g := load(t, text, nil)
	for seed := range uint64(8) {
		r, err := audit.Run(t.Context(), interp.New(g), audit.Options{Games: 60,
			Time: long.Patience, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, f := range r.Findings {
			if f.Code == audit.CodeNever {
				said++
				if f.Summary != "`cheat` was never possible" {
					t.Errorf("seed %d: %s", seed, f.Summary)
				}
			}
		}
		if said != 1 {
			t.Errorf("seed %d: W503 is said %d times", seed, said)
		}
	}
}
