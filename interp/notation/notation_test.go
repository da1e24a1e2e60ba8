package notation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/notation"
	"boardgame/interp/verify/gametest"
)

// at returns a position of a game.
func at(t *testing.T, g *interp.Game, text string) *interp.Position {
	t.Helper()
	p, err := g.ParsePosition(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// play plays moves, separated by blanks, each a whole turn or a step.
func play(t *testing.T, g *interp.Game, p *interp.Position, texts ...string) *interp.Position {
	t.Helper()
	for _, text := range texts {
		_, q, err := g.ParseTurn(p, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p = q
	}
	return p
}

// Every way to write a step, with small rules made for each.
func TestNotation(t *testing.T) {
	const head = `
game "T"
players A, B
board square(3, 3)
piece man, dame "d"
setup { A man: a1  B man: b2 }
`
	for _, test := range []struct{ rules, want, long string }{
		{`move go { from p in mine  to q in p.north & empty  do p -> q } turn go`,
			"a1-a2", "go from a1 to a2"},
		{`move go { from p in mine  along d in {north}  to q in p.d & empty  do p -> q } turn go`,
			"a1-a2", "go from a1 along north to a2"},
		{`move go { from p in mine  along d in diagonal  over v in p.d & theirs  to q in v.d & empty  do remove v, p -> q } turn go`,
			"a1xc3", "go from a1 along northeast over b2 to c3"},
		{`move go { from p in mine  along d in diagonal  over v in p.d & theirs  do remove v } turn go`,
			"a1xb2", "go from a1 along northeast over b2"},
		{`move go { at c in {c3}  do place man on c } turn go`, "c3", "go at c3"},
		{`move go { from p in mine  at c in {c3}  do place man on c } turn go`, "a1/c3",
			"go from a1 at c3"},
		{`move go { from p in mine  to q in {a2}  as k in {dame}  do p -> q, q becomes k } turn go`,
			"a1-a2=D", "go from a1 to a2 as dame"},
		{`move go { as k in {dame}  at c in {c3}  do place k on c } turn go`, "D@c3",
			"go as dame at c3"},
		{`move go { along d in {east}  at c in {c3}  do place man on c } turn go`, "east c3",
			"go along east at c3"},
		{`move go { at c in {c3}  along d in {east}  do place man on c } turn go`, "c3 east",
			"go at c3 along east"},
		{`move go { along d in {east}  do shift mine by d } turn go`, "east", "go along east"},
		{`move go { along d in {east}  at c in {a1}  over k in {c1}  do place man on k } turn go`,
			"east a1xc1", "go along east at a1 over c1"},
		{`move go { at c in {c3}  with n in 3..3  do place man on c } turn go`, "c3 3",
			"go at c3 with 3"},
		{`move go "swap" { do remove theirs } turn go`, "swap", "go"},
		{`turn pass`, "pass", "pass"},
	} {
		g := gametest.FromText(t, head+test.rules, "")
		p := g.Start()
		if moves := g.Moves(p); len(moves) != 1 {
			t.Errorf("%s\nhas %d moves: %q", test.rules, len(moves), g.Texts(p))
			continue
		}
		m := g.Moves(p)[0]
		if got := g.Text(p, m); got != test.want {
			t.Errorf("%s\nis written %q, want %q", test.rules, got, test.want)
		}
		if got := g.LongText(p, m); got != test.long {
			t.Errorf("%s\nin its long form is %q, want %q", test.rules, got, test.long)
		}
		gametest.Conform(t, g)
	}
}

// If steps would be written alike, the name or the long form distinguishes them.
func TestNotationTellsApart(t *testing.T) {
	g := gametest.FromText(t, `
game "T"
players A, B
board square(3, 3)
piece man
setup { A man: a1 }
move put { at c in {c3, b3}  do place man on c }
move wall { at c in {c3}  do place man on c | b2 }
move go { from p in mine  along d in {north, east}  to q in {b2}  do p -> q }
turn put, wall, go
`, "")
	p := g.Start()
	want := []string{
		"b3",
		"go from a1 along east to b2",
		"go from a1 along north to b2",
		"put c3",
		"wall c3",
	}
	if got := slices.Sorted(slices.Values(g.Texts(p))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	gametest.Conform(t, g)
	for text, want := range map[string]string{
		"c3":    `"c3" may be put c3 or wall c3`,
		"a1-b2": `"a1-b2" may be go from a1 along north to b2 or go from a1 along east to b2`,
	} {
		_, err := g.Parse(p, text)
		var illegal *interp.IllegalMoveError
		if !errors.As(err, &illegal) || illegal.Kind != notation.Ambiguous || len(illegal.Nearest) != 2 {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestParse(t *testing.T) {
	g := gametest.Load(t, "cage", "size=6")
	p := g.Start()
	for _, text := range []string{
		"b2xa2", "B2XA2", " b2 x a2", "b2a2", "b2-a2", "b2 a2", "leap from b2 over a2",
		"LEAP  FROM b2 ALONG west OVER a2", "leap b2xa2",
		"leap over a2 from b2", "leap along west from b2", "b2xa",
	} {
		m, err := g.Parse(p, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := g.Text(p, m); got != "b2xa2" {
			t.Errorf("%q is read as %s", text, got)
		}
	}
	_, err := g.Parse(p, "e")
	var illegal *interp.IllegalMoveError
	if !errors.As(err, &illegal) || illegal.Kind != notation.Ambiguous || len(illegal.Nearest) < 2 {
		t.Errorf("several moves begin with e: %v", err)
	}
}

func TestIllegalMoves(t *testing.T) {
	g := gametest.Load(t, "cage", "size=6")
	p := g.Start()
	for _, test := range []struct{ text, want string }{
		{"c3-d4", "step asks for `to q in p.around & empty`, and d4 is not among these"},
		{"a1-z9", "there is no z9; columns a–f, rows 1–6"},
		{"", "is not a legal move; 12 moves are legal, such as "},
		{"fly", "this game has no such move"},
		{"pass", "is not possible now|first"},
		{"b1-b2", `"b1-b2" is not a legal move`},
		{strings.Repeat("a", 100_000), "is not a legal move"},
		{"step from a1 to a1", "is not a legal move"},
		{"\x00\xff", "is not a legal move"},
	} {
		m, err := g.Parse(p, test.text)
		var illegal *interp.IllegalMoveError
		if !errors.As(err, &illegal) {
			t.Errorf("%q is read as %s, %v", test.text, g.Text(p, m), err)
			continue
		}
		ok := false
		for want := range strings.SplitSeq(test.want, "|") {
			ok = ok || strings.Contains(err.Error(), want)
		}
		if !ok || len(illegal.Nearest) == 0 || len(err.Error()) > 300 {
			t.Errorf("%q\ngot  %v\nwant %s", test.text, err, test.want)
		}
		if _, _, err := g.ParseTurn(p, test.text); err == nil {
			t.Errorf("%q is read as a turn", test.text)
		}
	}
}

// The author's reason is given for the move that comes nearest to being legal.
func TestReasons(t *testing.T) {
	g := gametest.Load(t, "reversi", "")
	p := g.Start()
	if _, err := g.Parse(
		p,
		"a1",
	); err == nil ||
		!strings.Contains(err.Error(), "must enclose at least one enemy disc") {
		t.Errorf("a1: %v", err)
	}
	if _, err := g.Parse(
		p,
		"e4",
	); err == nil ||
		!strings.Contains(err.Error(), "put asks for `at c in empty`, and e4 is not among these") {
		t.Errorf("e4: %v", err)
	}
	g = gametest.Load(t, "tactigon", "")
	if _, err := g.Parse(
		g.Start(),
		"d5-d9",
	); err == nil ||
		!strings.Contains(err.Error(), "no march from d5 leads to d9") {
		t.Errorf("d5-d9: %v", err)
	}
	g = gametest.Load(t, "chess", "")
	for text, want := range map[string]string{
		"e5-e6": "not a legal move: no move starts on e5, where no piece of White stands;",
		"e7-e6": "not a legal move: no move starts on e7, where no piece of White stands;",
		"a1-a2": "a1",
	} {
		_, err := g.Parse(g.Start(), text)
		if err == nil || !strings.Contains(err.Error(), want) ||
			text == "a1-a2" && strings.Contains(err.Error(), "no piece of White") {
			t.Errorf("%s: %v", text, err)
		}
	}
	p = at(t, g, "4k3/8/8/8/8/8/4r3/4K2R White fresh=none")
	if _, err := g.Parse(
		p,
		"h1-h2",
	); err == nil ||
		!strings.Contains(err.Error(), "your king would be in check") {
		t.Errorf("h1-h2: %v", err)
	}
	over := play(
		t,
		gametest.Load(t, "tic-tac-toe", ""),
		gametest.Load(t, "tic-tac-toe", "").Start(),
		"a1",
		"b1",
		"a2",
		"b2",
		"a3",
	)
	if _, err := gametest.Load(
		t,
		"tic-tac-toe",
		"",
	).Parse(
		over,
		"c3",
	); err == nil ||
		!strings.Contains(err.Error(), "the game is over") {
		t.Errorf("after the end: %v", err)
	}
}

func TestTurns(t *testing.T) {
	for _, test := range []struct {
		game, options, position string
		turn                    string // as it is written
		forms                   []string
		steps                   int
	}{
		{"english-draughts", "", "8/8/1m3m2/8/3m4/2M5/8/8 Black", "", nil, 0},
		{"english-draughts", "", "8/8/5m2/8/3m4/2M5/8/8 Black", "c3xe5xg7", []string{"C3xE5xG7",
			"c3xe5, e5xg7", "c3e5, e5g7", "jump from c3 to e5, jump from e5"}, 2},
		{"amazons", "", "", "d1-d7/g7", []string{"d1-d7, d7/g7", "go from d1 to d7, shoot at g7"},
			2},
		{"blockade", "", "", "d11-d12, raise d4ne",
			[]string{"d11-d12,RAISE d4ne", "d11-d12, raise at d4ne"}, 2},
	} {
		g := gametest.Load(t, test.game, test.options)
		p := g.Start()
		if test.position != "" {
			p = at(t, g, test.position)
		}
		if test.turn == "" {
			continue
		}
		steps, q, err := g.ParseTurn(p, test.turn)
		if err != nil || len(steps) != test.steps {
			t.Errorf("%s %s: %d steps, %v", test.game, test.turn, len(steps), err)
			continue
		}
		if got := g.TurnText(p, steps); got != test.turn {
			t.Errorf("%s %s is written %s", test.game, test.turn, got)
		}
		if !interp.TurnOver(p, q) {
			t.Errorf("%s %s: the turn is not over", test.game, test.turn)
		}
		for _, form := range test.forms {
			if got, _, err := g.ParseTurn(p, form); err != nil || !slices.Equal(got, steps) {
				t.Errorf("%s %q is read as %s: %v", test.game, form, g.TurnText(p, got), err)
			}
		}
	}
	g := gametest.Load(t, "english-draughts", "")
	p := at(t, g, "8/8/5m2/8/3m4/2M5/8/8 Black")
	if _, _, err := g.ParseTurn(
		p,
		"c3xe5xc7",
	); err == nil ||
		!strings.Contains(err.Error(), "after c3xe5") {
		t.Errorf("the second step is wrong: %v", err)
	}
	turns, more := g.Turns(p, 10)
	if len(turns) != 1 || more || len(turns[0].Steps) != 2 {
		t.Errorf("got %v, %v", turns, more)
	}
}

// FuzzParse: any text is a legal step or turn, or gives an error with a message.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"c3-d4", "c3xe5xg7", "jump from c3 to e5, jump from e5",
		"step from a1 along northeast to b2", "pass", "x", "c3xd4,", "a1 a1 a1", "=Q",
		"jump from c3 over", "jump e5, \xbb", "jump e5, %", "c3e,5", "c3e,\x7f\xac5",
		"C3e5,,", "C3!,e5",
	} {
		f.Add(text)
	}
	g := gametest.Load(f, "english-draughts", "")
	p, err := g.ParsePosition("8/8/5m2/8/3m4/2M5/8/8 Black")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := g.Parse(p, text)
		if err == nil && !slices.Contains(g.Moves(p), m) {
			t.Fatalf("%q is read as %s, which is not legal", text, g.LongText(p, m))
		}
		steps, q, turnErr := g.ParseTurn(p, text)
		if err == nil && turnErr != nil || turnErr == nil && (len(steps) == 0 || q == nil) {
			t.Fatalf("%q: as a step %v, as a turn %v", text, err, turnErr)
		}
		for _, err := range []error{err, turnErr} {
			if err != nil && len(err.Error()) < 5 {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
