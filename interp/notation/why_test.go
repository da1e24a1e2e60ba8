package notation_test

import (
	"errors"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/notation"
	"boardgame/interp/verify/gametest"
)

// A game in which a man steps or jumps and then has to build a fence.
const fences = `
game "Fences"
players White, Black
board square(4, 4) with edges
piece man
piece fence "f" { neutral, on edges, blocks }
setup { White man: {a1, c1}  Black man: {a2, d4} }
move step {
  from p in mine
  to   q in p.orthogonal & empty
  if   not (q in edge(east)) "never to the east side"
  do   p -> q
  then lay
}
move jump {
  from  p in mine
  along d in orthogonal
  over  v in p.d & theirs
  to    q in v.d & empty
  do    p -> q, remove v
}
move lay {
  at c in edges - rim - occupied
  do place fence on c
}
turn step, jump else pass
end { win if no theirs }
`

func fencesGame(t *testing.T, aliases ...*interp.Alias) *interp.Game {
	t.Helper()
	rules := gametest.FromText(t, fences, "").Rules()
	return interp.New(rules, aliases...)
}

// A number, or a site whose name is the beginning of another's, is refused with its own reason, and
// two numbers joined as in the notation are read as it has them.
func TestWhyOfNumbers(t *testing.T) {
	g := gametest.FromText(t, `
game "Numbers"
players A, B
board square(1, 10)
piece man
counter total = 0
move call { with a in 1..5  with b in -2..5  do total := a + b  ensure total > 4 "too little" }
move put { at c in empty  do place man on c }
turn call, put
`, "")
	p := g.Start()
	for text, want := range map[string]string{
		"1-2":                 "call with 1 with 2: too little",
		"call 1-2":            "call with 1 with 2: too little",
		"1 2":                 "call with 1 with 2: too little",
		"1--2":                "call with 1 with -2: too little",
		"1 -2":                "call with 1 with -2: too little",
		"call with 1 with 2":  "call with 1 with 2: too little",
		"call with 1 with -2": "call with 1 with -2: too little",
		"3-4":                 "",
		"3--2":                "call with 3 with -2: too little",
	} {
		readings := g.Why(p, text)
		if want == "" {
			if _, err := g.Parse(p, text); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		got := ""
		for _, r := range readings {
			got += g.ReadingText(r) + ": " + g.WhyText(r)
		}
		if got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	// a1 is the beginning of a10 only
	for _, at := range []string{"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"} {
		_, q, err := g.PlayText(p, at)
		if err != nil {
			t.Fatal(err)
		}
		p = q
	}
	for _, text := range []string{"a1", "put at a1", "put a1", "33", "3 33"} {
		if m, err := g.Parse(p, text); err == nil {
			t.Errorf("%q is read as %s", text, g.LongText(p, m))
		}
	}
}

// What the explanation of a text with open roles says is true of all values they can have.
func TestWhySaysNothingOfOpenRoles(t *testing.T) {
	g := fencesGame(t)
	p := g.Start()
	for text, want := range map[string]string{
		"jump from c1": "jump from c1: jump asks for `over v in p.d & theirs`, and " +
			"there is none",
		"jump c1 east": "jump from c1 along east: jump asks for `over v in p.d & " +
			"theirs`, and there is none",
		"jump from a1 along east": "jump from a1 along east: jump asks for `over v in p.d & " +
			"theirs`, and there is none",
		"jump from a1 over b2": "jump from a1 over b2: jump asks for `over v in p.d & theirs`, " +
			"and b2 is not among these",
		"step from b1": "step from b1: step asks for `from p in mine`, and b1 is not " +
			"among these",
		"step c1 d1": "step from c1 to d1: never to the east side",
		"a1-a2": "step from a1 to a2: step asks for `to q in p.orthogonal & " +
			"empty`, and a2 is not among these",
		"lay a1n": "lay at a1n: lay is not possible now: what is due is a1-b1, " +
			"c1-b1, c1-c2 or another",
		"step from a1": "step from a1 to b1: it is legal",
		"step from c1": "step from c1 to b1: it is legal; step from c1 to c2: it is legal",
		"hop c1":       "",
	} {
		var said []string
		for _, r := range g.Why(p, text) {
			said = append(said, g.ReadingText(r)+": "+g.WhyText(r))
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("why %s:\n%s\nnot\n%s", text, got, want)
		}
	}
}

// An alias is read wherever a step is: alone, in a turn, in a sequence, and to explain why it is
// not legal. It never means anything other than what it stands for.
func TestAliasesAreReadEverywhere(t *testing.T) {
	h, err := interp.NewAlias("h {cell}", "lay {cell}n", nil)
	if err != nil {
		t.Fatal(err)
	}
	way, err := interp.NewAlias(
		"{cell} {way}",
		"{cell}-{cell,way:cell}",
		map[string]string{"E": "east", "N": "north"},
	)
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := interp.NewAlias(
		"{x},{y} {way}",
		"{x,y:cell}-{x,y,way:cell}",
		map[string]string{"W": "west", "N": "north"},
	)
	if err != nil {
		t.Fatal(err)
	}
	g := fencesGame(t, h, way, numbers)
	p := g.Start()
	steps, p2, err := g.PlayText(p, "a1 E h d3 4,1W, h a1")
	if err != nil || len(steps) != 4 {
		t.Fatalf("%v, %v", steps, err)
	}
	if got := g.PositionText(p2); !strings.Contains(got, "fence=a1n,d3n") {
		t.Error(got)
	}
	turn, _, err := g.ParseTurn(p, "c1-c2, H D3")
	if err != nil || len(turn) != 2 {
		t.Errorf("%v, %v", turn, err)
	}
	if _, err := g.Parse(p, "c1 N"); err != nil {
		t.Error(err)
	}
	var illegal *interp.IllegalMoveError
	if _, err := g.Parse(
		p,
		"c1 E",
	); !errors.As(err, &illegal) ||
		illegal.Why() != "never to the east side" {
		t.Errorf("c1 E: %v", err)
	}
	if readings := g.Why(
		p,
		"h d3",
	); len(readings) != 1 ||
		g.ReadingText(readings[0]) != "lay at d3n" {
		t.Errorf("why h d3: %v", readings)
	}
}

// If a number of an alias is off the board, the text is refused and not read as anything else; so
// is a minus before the number of a site.
func TestAliasNumbersOffTheBoard(t *testing.T) {
	var aliases []*interp.Alias
	for _, a := range [][2]string{
		{"row {n}", "lay b{n:top}n"}, {"column {n}", "lay {n:column}2n"}, {"{x},{y}",
			"lay {x,y:cell}n"}, {"zero {x},{y}", "lay {x,y:cell0}n"},
		{"letter {l},{y}", "lay {l,y:cell}n"},
	} {
		alias, err := interp.NewAlias(a[0], a[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		aliases = append(aliases, alias)
	}
	g := fencesGame(t, aliases...)
	p := play(t, g, g.Start(), "c1-c2")
	for text, want := range map[string]string{
		"row 2":      "lay b3n",
		"row 5":      "there is no row 5: rows are 1 to 4",
		"row 0":      "there is no row 0: rows are 1 to 4",
		"row 6":      "there is no row 6: rows are 1 to 4",
		"column 3":   "lay c2n",
		"column 27":  "there is no column 27: columns are 1 to 4",
		"2,3":        "lay b2n",
		"5,3":        "there is no column 5: columns are 1 to 4",
		"3,5":        "there is no row 5: rows are 1 to 4",
		"0,3":        "there is no column 0: columns are 1 to 4",
		"zero 0,1":   "lay a3n",
		"zero 4,1":   "there is no column 4: columns are 0 to 3",
		"letter c,3": "lay c2n",
		"letter e,3": "there is no column e: columns are a to d",
		"lay b-2n":   "",
		"b-2n":       "",
	} {
		m, err := g.Parse(p, text)
		var illegal *interp.IllegalMoveError
		switch {
		case err == nil:
			if got := "lay " + g.Text(p, m); got != want {
				t.Errorf("%s is read as %s, want %q", text, got, want)
			}
		case !errors.As(err, &illegal) || want != "" && illegal.Why() != want:
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if steps, _, err := g.ParseTurn(p, text); err == nil && !strings.HasPrefix(want, "lay") {
			t.Errorf("%s is read as the turn %s", text, g.TurnText(p, steps))
		}
	}
}

// A form without signs is refused for the same reason as the form with them.
func TestWhyWithoutSigns(t *testing.T) {
	fences := fencesGame(t)
	cage, tactigon := gametest.Load(t, "cage", "size=6"), gametest.Load(t, "tactigon", "")
	for _, test := range []struct {
		g            *interp.Game
		signs, plain string
	}{
		{fences, "a1-a2", "a1a2"}, {fences, "c1-d1", "C1D1"}, {fences, "a1xc3", "a1xc3"}, {fences,
			"lay a1ne", "laya1ne"}, {fences, "step a1-d4", "step a1d4"},
		{cage, "a1-b5", "a1b5"}, {tactigon, "c4-c5", "c4c5"},
	} {
		why := func(text string) string {
			_, err := test.g.Parse(test.g.Start(), text)
			var illegal *interp.IllegalMoveError
			if !errors.As(err, &illegal) {
				t.Fatalf("%s: %v", text, err)
			}
			return illegal.Why()
		}
		if want, got := why(
			test.signs,
		), why(
			test.plain,
		); want != got ||
			test.plain != "laya1ne" && strings.Contains(got, "no move that is written") {
			t.Errorf("%s: %q\n%s: %q", test.signs, want, test.plain, got)
		}
	}
}

// A text that names only part of a step gets the reason why no step that contains it is legal.
func TestWhyPart(t *testing.T) {
	g := gametest.Load(t, "shiftago", "")
	p := play(
		t,
		g,
		g.Start(),
		"east a4",
		"west g4",
		"east a4",
		"west g4",
		"east a4",
		"west g4",
		"east a4",
	)
	for text, want := range map[string]string{
		"a4": "insert along east at a4: the line is full", "a5": "", "z9": "", "": "",
		"a4 a5 a6": "",
	} {
		var said []string
		var illegal *interp.IllegalMoveError
		if _, err := g.Parse(p, text); errors.As(err, &illegal) && illegal.Partial {
			for _, r := range illegal.Readings {
				said = append(said, g.ReadingText(r)+": "+g.WhyText(r))
			}
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// The explanation names a site that does not exist, and the sites that do.
func TestWhyNamesSitesThatDoNotExist(t *testing.T) {
	for _, test := range []struct{ game, options, text, want string }{
		{"shiftago", "", "a8", "there is no a8; columns a–g, rows 1–7"},
		{"shiftago", "", "east a9", "there is no a9; columns a–g, rows 1–7"},
		{"shiftago", "", "east a0", "there is no a0; columns a–g, rows 1–7"},
		{"cage", "size=6", "z9", "there is no z9; columns a–f, rows 1–6"},
		{"cage", "size=6", "b9-c9", "there is no b9; columns a–f, rows 1–6"},
		{"cage", "size=6", "A1B9", "there is no b9; columns a–f, rows 1–6"},
		{"cage", "size=6", "a1-99", "this game has no such move"},
		{"cage", "size=6", "fly", "this game has no such move"},
		{"blockade", "", "raise d99ne", "there is no d99; columns a–k, rows 1–14"},
		{"chess", "", "Nf9", "this game has no such move"},
		{"tactigon", "", "a9", "there is no a9; named most alike are a1, a2, b9"},
		{"nine-mens-morris", "", "b1", "there is no b1; named most alike are b6, b4, b2"},
		{"nine-mens-morris", "", "put", "this game has no such move"},
	} {
		g := gametest.Load(t, test.game, test.options)
		_, err := g.Parse(g.Start(), test.text)
		var illegal *interp.IllegalMoveError
		if !errors.As(err, &illegal) || illegal.Why() != test.want {
			t.Errorf("%s, %s: %v, want %s", test.game, test.text, err, test.want)
		}
	}
}

// A turn that says too little in a later step may stand for several, and is not called illegal.
func TestTurnAmbiguousInALaterStep(t *testing.T) {
	g := fencesGame(t)
	for _, text := range []string{"c1-c2, b", "c1-c2, lay", "c1c2, lay, a1"} {
		_, _, err := g.ParseTurn(g.Start(), text)
		var illegal *interp.IllegalMoveError
		if !errors.As(err, &illegal) || illegal.Kind != notation.Ambiguous ||
			len(illegal.Nearest) < 2 ||
			illegal.Why() != "after c1-c2" ||
			!strings.Contains(err.Error(), " may be ") {
			t.Errorf("%s: %v", text, err)
		}
	}
	_, _, err := g.ParseTurn(g.Start(), "c1-c2, lay z9n")
	var illegal *interp.IllegalMoveError
	if !errors.As(err, &illegal) || illegal.Kind == notation.Ambiguous ||
		illegal.Why() != "after c1-c2, there is no z9; columns a–d, rows 1–4" {
		t.Errorf("%v", err)
	}
}

// If a text is not a move because the game is over, the error says how the game ended, even if only
// the position shows that.
func TestWhyTheGameIsOver(t *testing.T) {
	g := gametest.FromText(t, `
game "Last"
players White, Black
board square(2, 1)
piece man
move put { at c in empty  do place man on c }
turn put else lose
`, "")
	p, err := g.ParsePosition("Mm White")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a1", "hop"} {
		var illegal *interp.IllegalMoveError
		if _, err := g.Parse(
			p,
			text,
		); !errors.As(err, &illegal) ||
			illegal.Why() != "the game is over: Black wins: no move is left" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// An alias writes what it reads, and nothing else.
func TestAliasText(t *testing.T) {
	board := fencesGame(t).Rules().Board
	for _, of := range []struct{ typed, means, notation, want string }{
		{"row {n}", "lay b{n:top}n", "lay b3n", "row 2"},
		{"row {n}", "lay b{n:top}n", "lay c3n", ""},
		{"Column{n}", "lay {n:column}2n", "lay c2n", "Column3"},
		{"{x},{y}", "lay {x,y:cell}n", "lay b2n", "2,3"},
		{"{x},{y}", "lay {x,y:cell}n", "lay e2n", ""},
		{"zero {x},{y}", "lay {x,y:cell0}n", "lay a3n", "zero 0,1"},
		{"letter {l},{y}", "lay {l,y:cell}n", "lay c2n", "letter C,3"},
		{"h {cell}", "lay {cell}n", "lay c2n", "h c2"},
		{"h {cell}", "lay {cell}n", "raise c2n", ""},
		{"{cell} {way}", "{cell}-{cell,way:cell}", "c1-c2", ""},
		{"{x},{y} {way}", "{x,y:cell}-{x,y,way:cell}", "c1-c2", ""},
		{"{n}", "{n}", "0", "0"},
	} {
		a, err := interp.NewAlias(of.typed, of.means, map[string]string{"N": "north"})
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := a.Text(board, of.notation); ok != (of.want != "") || ok && got != of.want {
			t.Errorf("%s writes %s as %q, %v; not %q", of.typed, of.notation, got, ok, of.want)
		}
	}
	if _, ok := new(interp.Alias).Text(board, "lay c2n"); ok {
		t.Error("an alias of nothing writes a step")
	}
}

// The sign of one kind may be the name of another, which is then meant: a tile of Orange is a T.
func TestWhyOfSigns(t *testing.T) {
	g := gametest.Load(t, "blokus-duo", "")
	for _, text := range []string{"lay as T along east at a1 with 0", "T-east-a1-0"} {
		readings := g.Why(g.Start(), text)
		if len(readings) == 0 {
			t.Errorf("%q is not read", text)
		}
		for _, r := range readings {
			if got := g.LongText(g.Start(), r.Move); !strings.HasPrefix(got, "lay as T ") {
				t.Errorf("%q is read as %s", text, got)
			}
		}
	}
}

// What is wrong with a text is data: its kind, and what belongs to that kind and to no other.
func TestRefusalsAreData(t *testing.T) {
	for _, c := range []struct{ game, before, text, want string }{
		{"chess", "", "e2-e5", "refused"}, {"chess", "", "zzz", "unread"},
		{"chess", "", "e2-e9", "off-board"}, {"chess", "", "e4-e5", "no-start"},
		{"chess", "", "e5-e6", "no-start"}, {"chess", "", "Ke3", "unread"},
		{"chess", "", "d2xd3", "sign"}, {"chess", "", "a2=Q", "unread"},
		{"chess", "", "e2-e4 e7-e5", "turn-over"}, {"chess", "", strings.Repeat("e", 5000), "long"},
		{"chess", "f2-f3 e7-e5 g2-g4 d8-h4", "e2-e4", "over"},
		{"chess", "f2-f3 e7-e5 g2-g4 d8-h4", "zzz", "over"},
		{"chess", "", "e", "ambiguous"}, {"cage", "", "b2xa2xb1", "turn-over"},
		{"tic-tac-toe", "b2", "b2", "refused"}, {"tic-tac-toe", "", "", "unread"},
	} {
		g := gametest.Load(t, c.game, "")
		_, p, err := g.PlayText(g.Start(), c.before)
		if err != nil {
			t.Fatal(err)
		}
		var e *interp.IllegalMoveError
		if _, _, err := g.ParseTurn(p, c.text); !errors.As(err, &e) || e.Kind.String() != c.want {
			t.Errorf("%s: %q: %v, want %s", c.game, c.text, err, c.want)
			continue
		}
		for _, field := range []struct {
			name      string
			set, want bool
		}{
			{"At", e.At != nil, e.Kind != notation.TooLong},
			{"Sign", e.Sign != nil, e.Kind == notation.WrongSign},
			{"Missing", e.Missing != nil, e.Kind == notation.OffBoard},
			{"Before", len(e.Before) > 0, e.After != ""},
			{"Readings", e.Kind != notation.Refused && e.Kind != notation.NoStart ||
				len(e.Readings) > 0, true},
			{"Why", e.Why() != "", e.Kind != notation.Ambiguous && c.text != ""},
		} {
			if field.set != field.want {
				t.Errorf("%s: %q is %s, but %s is set: %v", c.game, c.text, e.Kind, field.name, field.set)
			}
		}
		for _, r := range e.Readings {
			if r.Why.Kind == eval.ConditionFails && r.Why.Cond != nil && r.Why.Span.Text() == "" ||
				r.Why.Kind == eval.NotInDomain && r.Why.Role == nil {
				t.Errorf("%s: %q: %+v", c.game, c.text, r)
			}
		}
	}
}
