package cover_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

const rules = `game "Fill"
option extra = false in {false, true}
players X, O
board square(2, 1)
piece mark
move put {
  at c in empty
  if c = a1 or some mine or some theirs
  do place mark on c, remove c when extra
}
move idle {
  at c in mine & theirs
}
turn put, idle else draw
end { win "full" if no empty }
`

func load(t *testing.T, options map[string]string) *ir.Game {
	t.Helper()
	g, list := dsl.Load(source.NewFile("fill.rules", rules), options, ruleset.Library{})
	if g == nil || list.HasErrors() {
		t.Fatal(list)
	}
	return g
}

// Sets of several members whose only one was asked for are listed separately.
func TestSeveral(t *testing.T) {
	g, list := dsl.Load(source.NewFile("the.rules", `game "The"
players X, O
board square(3, 1)
piece mark
move put { at c in empty  do place mark on c }
turn put
end { draw "full" if no empty or some the mine & a1 & b1  win if one mine & the theirs }
`), nil, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	r := cover.New()
	r.Play(context.Background(), g, nil, 1, 10, rand.New(rand.NewPCG(1, 2)))
	var b strings.Builder
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	if len(r.Several) > 0 {
		t.Errorf("of sets of one member: %s", b.String())
	}
	g, list = dsl.Load(source.NewFile("the.rules", `game "The"
players X, O
board square(3, 1)
piece mark
move put { at c in empty  do place mark on c }
turn put
end { draw "full" if some the occupied and no empty }
`), nil, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	r = cover.New()
	r.Play(context.Background(), g, nil, 1, 10, rand.New(rand.NewPCG(1, 2)))
	b.Reset()
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	if want := "the.rules:7:31: set: occupied (two times)"; !strings.Contains(b.String(), want) {
		t.Errorf("no line %q in\n%s", want, b.String())
	}
}

// silent has a move before the first choice, one after each step and one that does nothing, all of
// them silent.
const silent = `game "Silent"
players X, O
board square(3, 1)
piece mark
counter laid = 0
counter rounds = 0
setup then lay
chance lay { do laid := 1 }
move put {
  at c in empty
  do place mark on c
  then tick
}
move tick { do rounds := rounds + 1  then idle }
move idle {}
turn put
end { draw "full" if no empty }
`

// Moves that are played without anyone choosing them are played: in random games, and where a test
// follows one.
func TestSilentMoves(t *testing.T) {
	g, list := dsl.Load(source.NewFile("silent.rules", silent), nil, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	played := cover.New()
	played.Play(t.Context(), g, nil, 1, 10, rand.New(rand.NewPCG(1, 2)))
	followed := cover.New()
	game := interp.New(g)
	steps, _, err := game.PlayText(game.Start(), "a1 b1 c1")
	if err != nil {
		t.Fatal(err)
	}
	followed.Follow(t.Context(), g, nil, game.Start(), steps)
	for _, r := range []*cover.Report{played, followed} {
		if never := r.Never(); len(never) > 0 {
			t.Errorf("%s: %s never happened", never[0].Kind, never[0].Span.Text())
		}
		for _, e := range r.Entries {
			want := int64(3)
			if strings.Contains(e.Span.Text(), "lay { do") {
				want = 1
			}
			if e.Kind == cover.Move && e.Yes != want {
				t.Errorf("%d times, not %d: %s", e.Yes, want, e.Span.Text())
			}
		}
	}
}

// In every game, a move whose effects happened was played.
func TestEffectsAreOfMovesPlayed(t *testing.T) {
	names := long.Sample(ruleset.List(), 13)
	effects := 0
	for _, name := range names {
		rs := gametest.Ruleset(t, name)
		g := gametest.Rules(t, rs, nil)
		r := cover.New()
		r.Play(t.Context(), g, nil, 2, 30, rand.New(rand.NewPCG(3, 4)))
		played := map[source.Span]bool{}
		for _, e := range r.Entries {
			played[e.Span] = e.Kind == cover.Move && e.Yes > 0
		}
		for _, e := range r.Entries {
			for _, mv := range g.Moves {
				inside := e.Span.File == mv.Span.File && e.Span.Lo > mv.Span.Lo && e.Span.Hi <= mv.Span.Hi
				if e.Kind == cover.Effect && e.Yes > 0 && inside {
					effects++
					if !played[mv.Span] {
						t.Errorf("%s: %s happened, but %s was never played", name, e.Span.Text(), mv.Name)
					}
				}
			}
		}
	}
	if effects < len(names) {
		t.Errorf("only %d effects in %d games", effects, len(names))
	}
}

// The only game is a1, b1: all its counts are known.
func TestCounts(t *testing.T) {
	r := cover.New()
	r.Play(context.Background(), load(t, nil), nil, 3, 10, rand.New(rand.NewPCG(1, 2)))
	if r.Games != 3 || r.Plies != 6 {
		t.Errorf("%d games, %d plies", r.Games, r.Plies)
	}
	want := map[string][2]int64{
		"at c in empty":                      {6, 0},
		"c = a1 or some mine or some theirs": {6, 3},
		"place mark on c":                    {6, 0},
		"remove c when extra":                {0, 6},
		"at c in mine & theirs":              {0, 6},
		`win "full" if no empty`:             {3, 3},
	}
	for _, e := range r.Entries {
		if n, ok := want[strings.TrimSpace(e.Span.Text())]; ok {
			if n != [2]int64{e.Yes, e.No} {
				t.Errorf("%s: +%d -%d, want %v", e.Span.Text(), e.Yes, e.No, n)
			}
			delete(want, strings.TrimSpace(e.Span.Text()))
		}
	}
	for text := range want {
		t.Errorf("nothing counted for %s", text)
	}
}

// The counts of several choices of options are added by their places in the text.
func TestOptionsAddUp(t *testing.T) {
	r := cover.New()
	rng := rand.New(rand.NewPCG(1, 2))
	r.Play(context.Background(), load(t, nil), nil, 1, 10, rng)
	r.Play(context.Background(), load(t, map[string]string{"extra": "true"}),
		map[string]string{"extra": "true"}, 1, 10, rng)
	var b strings.Builder
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"2 games", "1 with the defaults", "1 with extra=true",
		"never happened:", "choice: at c in mine & theirs"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%q is missing:\n%s", part, b.String())
		}
	}
	if strings.Contains(b.String(), "effect: remove c when extra") {
		t.Errorf("what happens with an option is said never to happen:\n%s", b.String())
	}
}

func TestFollow(t *testing.T) {
	g := interp.New(load(t, nil))
	steps, _, err := g.PlayText(g.Start(), "a1 b1")
	if err != nil {
		t.Fatal(err)
	}
	r := cover.New()
	r.Follow(t.Context(), g.Rules(), nil, g.Start(), steps)
	for _, e := range r.Entries {
		if e.Kind == cover.Sentence && (e.Yes != 1 || e.No != 1) {
			t.Errorf("the end: +%d -%d", e.Yes, e.No)
		}
	}
}
