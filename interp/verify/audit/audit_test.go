package audit_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/testdata/long"
)

func load(t *testing.T, text string, options map[string]string) *ir.Game {
	t.Helper()
	g, list := dsl.Load(source.NewFile("test.rules", text), options, nil)
	if list.HasErrors() {
		var b strings.Builder
		_ = diag.Text(&b, list, diag.Options{})
		t.Fatal(b.String())
	}
	return g
}

// run plays with limits that no test machine is too slow for.
func run(t *testing.T, g *ir.Game, o audit.Options) *audit.Report {
	t.Helper()
	o.Games, o.Actions, o.Time, o.Seed = 60, 100, 5*time.Minute, 1
	r, err := audit.Run(context.Background(), interp.New(g), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// codes returns the codes of what was found, in order.
func codes(r *audit.Report) []diag.Code {
	var out []diag.Code
	for _, f := range r.Findings {
		out = append(out, f.Code)
	}
	return out
}

const head = `game "Test"
players White, Black
piece man
`

func TestWhatIsFound(t *testing.T) {
	for i, test := range []struct {
		name, text string
		want       []diag.Code
		shortest   []string // of the first finding
	}{
		{"nothing", `board square(3, 3)
move put { at c in empty do place man on c }
turn put else draw
end { win if in_a_row(mine, 3) }`, nil, nil},

		// White walks up in two steps and is stuck at once; so could Black.
		{"a turn without a move", `board square(2, 3)
setup { White man: a1  Black man: b1 }
move step { from p in mine  to q in p.north & empty  do p -> q }
turn step`, []diag.Code{audit.CodeNoMove}, []string{"a1-a2", "b1-b2", "a2-a3", "b2-b3"}},

		{"games that are over at once", `board square(3, 3)
setup { White man: a1  Black man: c3 }
move step { from p in mine  to q in p.around & empty  do p -> q }
turn step else pass
end { win "alone" if count(mine) = 1 }`, []diag.Code{audit.CodeShort}, []string{"a1-a2"}},

		{"games that are over before", `board square(3, 3)
setup { White man: a1  Black man: c3 }
move step { from p in mine  to q in p.around & theirs  do p -> q }
turn step else lose`, []diag.Code{audit.CodeNever, audit.CodeShort}, nil},

		// The shortest way to repeat a position is for both to move there and back.
		{"a game without end", `board square(3, 3)
setup { White man: a1  Black man: c3 }
move step { from p in mine  to q in p.around & empty  do p -> q }
turn step else pass`, []diag.Code{audit.CodeEndless}, nil},

		{"a silent circle", `board square(3, 3)
move put { at c in empty do place man on c }
move wait { }
turn put when ply < 2, wait when ply >= 2`, []diag.Code{audit.CodeRound}, nil},

		{"a turn without end", `board square(3, 3)
counter n = 0
move put { at c in empty do place man on c  then count when c = b2 }
move count { do n += 1  then count when n > 0 }
turn put else draw`, []diag.Code{audit.CodeTurn}, []string{"b2"}},

		{"a setup without end", `board square(3, 3)
counter n = 0
setup then deal
chance deal { with k in 1..2  do n := k  then deal }
move put { at c in empty do place man on c }
turn put when n > 0 else draw
end { win if in_a_row(mine, 3) }`, []diag.Code{audit.CodeSetup}, nil},

		{"a setup without end by way of another move", `board square(3, 3)
counter n = 0
setup then deal
chance deal { with k in 1..2  do n += k  then turn_up }
chance turn_up { with k in 1..2  do n -= k  then deal when n < 999 }
move put { at c in empty do place man on c }
turn put when n > 0 else draw
end { win if in_a_row(mine, 3) }`, []diag.Code{audit.CodeSetup}, nil},

		{"a setup without end whose steps have a single outcome", `board square(3, 3)
counter n = 0
setup then deal
chance deal { do n := 1 - n  then deal }
move put { at c in empty do place man on c }
turn put when n >= 0 else draw
end { win if in_a_row(mine, 3) }`, []diag.Code{audit.CodeSetup}, nil},

		{"a loop without end in a setup", `board square(3, 3)
counter n = 0
counter m = 0
setup then deal
chance deal { with k in 1..2  do n := k, while n > 0: { n += 1, m := 1 } }
move put { at c in empty do place man on c }
turn put when m >= 0 else draw
end { win if in_a_row(mine, 3) }`, []diag.Code{audit.CodeTurn, "W503", "W504"}, nil},

		{"a loop without end", `board square(3, 3)
counter n = 0
move put { at c in empty do place man on c, while n < 5: n := n }
turn put else draw`, []diag.Code{audit.CodeTurn}, []string{"c2"}},

		{"a move and a sentence in vain", `board square(3, 3)
move put { at c in empty do place man on c }
move hop { from p in mine  to q in p.north & empty  if count(mine) > 9  do p -> q }
turn put, hop else draw
end {
  draw "full" if no empty
  win         if count(mine) > 4
}`, []diag.Code{audit.CodeNever, audit.CodeNoEnd}, nil},

		// Without a direction the board is symmetric, and so are most positions; only the second
		// man may not stand on a2.
		{"a cell forgotten", `board square(4, 4)
move put { at c in empty  if not (c = a2 and count(mine) = 2)  do place man on c }
turn put
end { draw if ply >= 10 }`, []diag.Code{audit.CodeSymmetry}, nil},

		// The second man makes the first position that has two.
		{"the only one of several", `board square(3, 2)
move put { at c in empty  do place man on c }
turn put else draw
end { win "a corner" if the mine in corner_cells }`, []diag.Code{audit.CodeSeveral}, nil},

		// Asking first whether there is only one is no mistake.
		{"the only one if there is one", `board square(3, 2)
move put { at c in empty  do place man on c }
turn put else draw
end { win "a corner" if one mine and the mine in corner_cells }`, nil, nil},

		// A game may well have a direction.
		{"gravity", `board square(4, 4)
move drop { at c in empty - empty.north  do place man on c }
turn drop else draw`, nil, nil},

		// Nor is it a mistake that a loop runs in one direction, even where that rarely shows.
		{"a loop with a sense", `board square(3, 3) { loop way: a1-b1-c1-c2-c3-b3-a3-a2 }
move put { at c in empty  if not (count(c.way & mine) = 1 and count(mine) = 3)  do place man on c }
turn put
end { draw if stuck or no empty }`, nil, nil},

		// Sides that belong to players are not an asymmetry.
		{"sides", `board rhombus(4, 4)
region start { White: file(1), Black: rank(1) }
region goal  { White: file(4), Black: rank(4) }
move put { at c in empty do place man on c }
turn put
end { win if connects(mine, start, goal) }`, nil, nil},
	} {
		if !long.Case(i+2, 1) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			g := load(t, head+test.text, nil)
			r := run(t, g, audit.Options{})
			if d := cmp.Diff(test.want, codes(r)); d != "" {
				t.Fatalf("-want +got\n%s", d)
			}
			if test.shortest != nil && !slices.Equal(r.Findings[0].Game, test.shortest) {
				t.Errorf("the game is %q, not %q", r.Findings[0].Game, test.shortest)
			}
			for _, f := range r.Findings {
				if !f.Span.Valid() || f.Summary == "" || f.Suggestion == "" {
					t.Errorf("an incomplete finding: %+v", f)
				}
				playable(t, g, f.Game)
			}
		})
	}
}

// playable plays the game of a finding the way a user would who pastes it.
func playable(t *testing.T, g *ir.Game, moves []string) {
	t.Helper()
	game := interp.New(g)
	if _, _, err := game.PlayText(game.Start(), strings.Join(moves, " ")); err != nil {
		t.Errorf("the game of a finding cannot be played: %v", err)
	}
}

// A loop without end is reported at the loop, with the limit of loops.
func TestEndlessLoopIsUnderlined(t *testing.T) {
	r := run(t, load(t, head+`board square(3, 3)
counter n = 0
move put { at c in empty do place man on c, while n < 5: { n := n } }
turn put else draw`, nil), audit.Options{})
	if len(r.Findings) == 0 {
		t.Fatal("nothing was found")
	}
	f := r.Findings[0]
	if f.Code != audit.CodeTurn || f.Span.Text() != "while n < 5: { n := n }" ||
		!strings.Contains(f.Detail, "4096 rounds") {
		t.Errorf("%s at %q: %s", f.Code, f.Span.Text(), f.Detail)
	}
}

// A symmetry that the results break is reported at the sentence that breaks it, not at the first.
func TestSymmetryNamesTheSentence(t *testing.T) {
	long.OneThread(t)
	r := run(t, load(t, head+`board square(5, 5)
setup { White man: rank(1)  Black man: rank(5) }
move step { from p in mine  to q in p.around & empty  do p -> q }
move take { from p in mine  to q in p.around & theirs  do remove q, p -> q }
turn step, take else pass
end {
  draw "long"       if ply >= 60
  win  "no enemies" if no theirs
  win  "home"       if some White & (rank(5) - a5) or some Black & rank(1)
}`, nil), audit.Options{})
	i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool {
		return f.Code == audit.CodeSymmetry
	})
	if i < 0 {
		t.Fatalf("no broken symmetry was found: %+v", r.Findings)
	}
	if text := r.Findings[i].Span.Text(); !strings.Contains(text, `"home"`) {
		t.Errorf("the finding is at %q", text)
	}
}

func TestTheShortestCircleIsFourSteps(t *testing.T) {
	long.OneThread(t)
	r := run(t, load(t, head+`board square(3, 3)
setup { White man: a1  Black man: c3 }
move step { from p in mine  to q in p.around & empty  do p -> q }
turn step else pass`, nil), audit.Options{})
	if len(r.Findings) != 1 || len(r.Findings[0].Game) != 4 {
		t.Errorf("found %+v", r.Findings)
	}
}

// What only other options need is not a finding, and neither is a silent step.
func TestOtherOptions(t *testing.T) {
	long.OneThread(t)
	text := head + `option wide = false in {false, true}
option late = false in {false, true}
board square(3, 3)
move put  { at c in empty do place man on c }
move rest { }
move two  { at c in empty & empty.west  do place man on c | c.east }
turn rest when late and ply = 0, two when wide, put when not (late and ply = 0) else draw
end { win "wide" if wide and count(mine) > 3 }`
	g := load(t, text, nil)
	want := []diag.Code{audit.CodeNever, audit.CodeNever, audit.CodeNoEnd}
	if d := cmp.Diff(want, codes(run(t, g, audit.Options{}))); d != "" {
		t.Errorf("alone: -want +got\n%s", d)
	}
	others := []*ir.Game{load(t, text, map[string]string{"wide": "true"}),
		load(t, text, map[string]string{"late": "true"})}
	if got := codes(run(t, g, audit.Options{Others: others})); got != nil {
		t.Errorf("with the others: %v", got)
	}
}

// A move that is played silently is possible, whatever its effects do.
func TestSilentMovesArePossible(t *testing.T) {
	g := load(t, head+`board square(3, 1)
counter rare = 0
move put { at c in empty  do place man on c  then tick }
move tick { do rare := 1 when count(mine) > 9  then idle }
move idle { }
turn put
end { draw "full" if no empty }`, nil)
	if got := codes(run(t, g, audit.Options{})); got != nil {
		t.Errorf("found %v", got)
	}
}

// A game too long to play through is written out only on request.
func TestLongGamesAreNotWrittenOut(t *testing.T) {
	r := &audit.Report{Seed: 7,
		Findings: []audit.Finding{{Game: strings.Fields(strings.Repeat("a1-a2 ", 41))},
			{Game: []string{"b1-b2"}}}}
	short, whole := r.List(false), r.List(true)
	if d := short[0].Detail; strings.Contains(d, "a1-a2") || !strings.Contains(d, "41 moves") ||
		!strings.Contains(d, "--seed 7") {
		t.Errorf("the long game: %q", d)
	}
	if !strings.Contains(short[1].Detail, "b1-b2") ||
		!strings.Contains(whole[0].Detail, "a1-a2 a1-a2") {
		t.Errorf("%q, %q", short[1].Detail, whole[0].Detail)
	}
}

func TestTheSameSeedFindsTheSame(t *testing.T) {
	g := load(t, head+`board square(2, 5)
setup { White man: a1  Black man: b1 }
move step { from p in mine  to q in p.around & empty  if row(q) >= row(p)  do p -> q }
turn step
end { win if some mine & rank(5) }`, nil)
	a, b := run(t, g, audit.Options{}), run(t, g, audit.Options{})
	if d := cmp.Diff(a.List(true), b.List(true),
		cmp.Comparer(func(x, y *diag.Diagnostic) bool {
			return x.Summary == y.Summary &&
				x.Detail == y.Detail
		})); d != "" {
		t.Error(d)
	}
	if a.Games != 60 || a.Actions != b.Actions {
		t.Errorf("%d games, %d and %d actions", a.Games, a.Actions, b.Actions)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := load(t, head+"board square(3, 3)\nturn pass\nend { draw if ply > 3 }", nil)
	if _, err := audit.Run(ctx, interp.New(g), audit.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestProgress(t *testing.T) {
	g := load(t, head+"board square(3, 3)\nturn pass\nend { draw if ply > 3 }", nil)
	last := 0
	_, err := audit.Run(context.Background(), interp.New(g),
		audit.Options{Games: 30, Time: time.Minute, Progress: func(done, total int) {
			if done <= last || total != 30 {
				t.Errorf("%d of %d after %d", done, total, last)
			}
			last = done
		}})
	if err != nil || last != 30 {
		t.Errorf("%d games, %v", last, err)
	}
}

// Counting repetitions is recommended only where positions come back.
func TestHelpAgainstEndlessGames(t *testing.T) {
	long.OneThread(t)
	for counter, want := range map[string]bool{"": true, ", n += 1": false} {
		report := run(t, load(t, head+`board square(3, 3)
setup { White man: a1  Black man: c3 }
counter n = 0
move step { from p in mine  to q in p.around & empty  do p -> q`+counter+` }
turn step else pass
end { win if no theirs }`, nil), audit.Options{Games: 2, Actions: 200, Seed: 1})
		found := false
		for _, f := range report.Findings {
			if f.Code != audit.CodeEndless {
				continue
			}
			found = true
			if strings.Contains(f.Suggestion, "repetitions") != want ||
				!strings.Contains(f.Suggestion, "ply") {
				t.Errorf("%q: %s help: %s", counter, f.Detail, f.Suggestion)
			}
		}
		if !found {
			t.Errorf("%q: nothing is said", counter)
		}
	}
}

// A game that the rules end at some point is long, not endless.
func TestLongGamesThatEnd(t *testing.T) {
	long.OneThread(t)
	for end, want := range map[string]diag.Severity{
		"end { draw if ply >= 100000 }":        diag.Note,
		"end { draw if n >= 100000 }":          diag.Warning,
		"end { win if no theirs }":             diag.Warning,
		"end { draw if n > 5 and ply > 9999 }": diag.Note,
	} {
		report := run(t, load(t, head+`board square(3, 3)
setup { White man: a1  Black man: c3 }
counter n = 0
move step { from p in mine  to q in p.around & empty  do p -> q, n += 1 }
turn step else pass
`+end, nil), audit.Options{Games: 2, Actions: 50, Seed: 1})
		found := false
		for _, f := range report.Findings {
			if f.Code == audit.CodeEndless {
				found = true
				if f.Severity != want {
					t.Errorf("%s: %v: %s", end, f.Severity, f.Summary)
				}
			}
		}
		if !found {
			t.Errorf("%s: nothing is said", end)
		}
	}
}

// A line that would end a long game is not recommended to rules that have it, even where a position
// came back before the games were cut off.
func TestRepetitionsThatAreCounted(t *testing.T) {
	long.OneThread(t)
	for end, want := range map[string]diag.Severity{
		"end { draw if repetitions >= 2 }": diag.Note,
		"end { win if no theirs }":         diag.Warning,
	} {
		report := run(t, load(t, head+`board square(5, 5)
setup { White man: a1  Black man: e5 }
move step { from p in mine  to q in p.around & empty  do p -> q }
turn step else pass
`+end, nil), audit.Options{Games: 8, Actions: 14, Seed: 1})
		found := false
		for _, f := range report.Findings {
			if f.Code != audit.CodeEndless {
				continue
			}
			found = true
			if f.Severity != want || want == diag.Note &&
				strings.Contains(f.Suggestion, "repetitions") {
				t.Errorf("%s: %v: %s help: %s", end, f.Severity, f.Detail, f.Suggestion)
			}
		}
		if !found {
			t.Errorf("%s: nothing is said", end)
		}
	}
}

// If hardly any game ends in time, the check says so; its figures show what it has seen.
func TestFewGames(t *testing.T) {
	g := load(t, head+`board square(8, 8)
setup { White man: a1  Black man: h8 }
move step { from p in mine  to q in p.around & empty  do p -> q }
turn step else pass
end { draw if ply >= 1000000 }`, nil)
	var r *audit.Report
	for wait := 200 * time.Millisecond; r == nil || r.Actions == 0; wait *= 2 {
		var err error
		r, err = audit.Run(context.Background(), interp.New(g), audit.Options{
			Games: 60, Actions: 10_000_000, Time: wait, Seed: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := codes(r); !slices.Equal(got, []diag.Code{audit.CodeFew}) {
		t.Errorf("codes %v", got)
	}
	if r.Ended != 0 || r.Games != 0 || r.Actions == 0 || r.Longest == 0 || r.Longest > r.Actions {
		t.Errorf("%+v", r)
	}
}

// Rules that extend others have two files. Findings at the same place in each are two mistakes.
func TestSeveralInTwoFiles(t *testing.T) {
	const base = `game "Base"
players White, Black
board square(3, 3)
piece man
setup { White man: rank(1)  Black man: rank(3) }
move go { from p in mine  to q in p.north & empty  if row(the mine) != 1  do p -> q }
turn go else pass
end { draw "long" if ply > 9 }
`
	head, before := "game \"Other\" extends \"base\"\n#", "\nmove hop { from p in mine  to q in "+
		"p.diagonal & empty  if row("
	at := strings.Index(base, "the mine")
	fill := strings.Repeat("x", at-len(head)-len(before))
	file := source.NewFile("other.rules", head+fill+before+"the theirs) != 1  do p -> q }\n"+
		"turn go, hop else pass\n")
	rules, list := dsl.Load(file, nil, ruleset.Memory{"base.rules": base})
	if list.HasErrors() {
		t.Fatal(list)
	}
	var found []string
	for _, f := range run(t, rules, audit.Options{}).Findings {
		if f.Code == audit.CodeSeveral {
			found = append(found, f.Span.File.Name+": "+f.Span.Text())
		}
	}
	if want := []string{"base.rules: mine", "other.rules: theirs"}; !slices.Equal(found, want) {
		t.Errorf("found %q, not %q", found, want)
	}
}
