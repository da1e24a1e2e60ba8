package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/repl/paper"
)

// Where several kinds of pieces move, the letter of one and where it goes are enough; so is what
// tells two of a kind apart.
func TestThePieceAndWhereItGoes(t *testing.T) {
	tb := mustTable(t, "chess", "", nil)
	play := func(typed, want string) {
		t.Helper()
		e := tb.Sheet.Read(typed)
		if len(e.Steps) != 1 {
			t.Fatalf("%s is read as %v, candidates %v: %v", typed, e.Steps, e.Candidates, e.Err)
		}
		if text := tb.Sheet.Speech.Game.Text(tb.Sheet.Now(), e.Steps[0]); text != want {
			t.Fatalf("%s is read as %s, not %s", typed, text, want)
		}
		if err := tb.Play(e.Steps[0]); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range [][2]string{
		{"e4", "e2-e4"}, {"d5", "d7-d5"}, {"exd5", "e4-d5"}, {"Qxd5", "d8-d5"}, {"Nf3", "g1-f3"},
		{"Bg4", "c8-g4"},
		{"d3", "d2-d3"}, {"Nc6", "b8-c6"}, {"Nbd2", "b1-d2"}, {"Qe5+", "d5-e5"}, {"Be2", "f1-e2"},
		{"N8f6", "g8-f6"},
	} {
		play(c[0], c[1])
	}
	// What nobody of that kind or from there can reach is refused, and so is a letter that is no
	// piece's.
	for _, typed := range []string{"Na6", "Xd4", "Nad4", "N1d4"} {
		if e := tb.Sheet.Read(typed); len(e.Steps)+len(e.Candidates) > 0 || e.Err == nil {
			t.Errorf("%s is read as %v, candidates %v", typed, e.Steps, e.Candidates)
		}
	}
	if e := tb.Sheet.Read("Nd4"); len(e.Steps) != 1 {
		t.Errorf("Nd4 is read as %v, candidates %v", e.Steps, e.Candidates)
	}
	tb = mustTable(t, "chess", "", nil)
	for _, typed := range []string{"Nf3", "a6", "d3", "a5"} {
		e := tb.Sheet.Read(typed)
		if len(e.Steps) == 0 {
			t.Fatalf("%s: %v", typed, e.Err)
		}
		if err := tb.Play(e.Steps[0]); err != nil {
			t.Fatal(err)
		}
	}
	if e := tb.Sheet.Read("Nd2"); len(e.Candidates) != 2 {
		t.Errorf("Nd2 could be %v", e.Candidates)
	}
}

// A number that is off the board is refused with the reason, and never read as another one.
func TestNumbersOffTheBoardAreRefused(t *testing.T) {
	tb := mustTable(t, "shiftago", "", nil)
	for typed, want := range map[string]string{
		"L9": "no row 9: rows are 1 to 7", "R12": "no row 12: rows are 1 to 7",
		"left 9": "no row 9: rows are 1 to 7", "L0": "no row 0: rows are 1 to 7",
		"U8": "no column 8: columns are 1 to 7", "east a-1": "",
	} {
		e := tb.Sheet.Read(typed)
		if len(e.Steps)+len(e.Candidates) > 0 || e.Err == nil ||
			!strings.Contains(e.Err.Error(), want) {
			t.Errorf("%s is read as %v, candidates %v: %v", typed, e.Steps, e.Candidates, e.Err)
		}
	}
	if e := tb.Sheet.Read("L7"); len(e.Steps) != 1 ||
		tb.Sheet.Speech.Game.Text(tb.Sheet.Now(), e.Steps[0]) != "east a1" {
		t.Errorf("L7 is read as %v: %v", e.Steps, e.Err)
	}
}

// Whatever is read as a move, the question why is answered for it too.
func TestWhyOfWhatIsReadAsAMove(t *testing.T) {
	for _, test := range []struct{ game, text, want string }{
		{"shiftago", "a4", "east a4 is legal: insert along east at a4."},
		{"shiftago", "a1", "north a1 is legal: insert along north at a1.\neast a1 is legal: " +
			"insert along east at a1."},
		{"chess", "Nf3", "Nf3 is legal: go from g1 to f3."},
		{"shiftago", "L9", "There is no row 9: rows are 1 to 7"},
		{"shiftago", "a8", "There is no a8; columns a–g, rows 1–7"},
	} {
		var out bytes.Buffer
		s, err := New(paper.Options{Out: &out})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start(test.game, "", nil, nil); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if err := s.Exec(":why " + test.text); err != nil {
			out.WriteString(err.Error())
		}
		if !strings.HasPrefix(out.String(), test.want) {
			t.Errorf("why %s: %s", test.text, out.String())
		}
		s.Close()
	}
}

// Tab offers what may follow a command, each thing once.
func TestArgumentsAreCompleted(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	for _, c := range []struct {
		line string
		want []string
	}{
		{"help mo", []string{"help moves"}},
		{"seat X=pe", []string{"seat X=perfect"}},
		{"hint alp", []string{"hint alphabeta"}},
		{"seat X=nobody", nil},
	} {
		if got := s.Complete(c.line); !slices.Equal(got, c.want) {
			t.Errorf("%q is completed to %q, not %q", c.line, got, c.want)
		}
	}
	if got := s.Complete("seat "); !slices.Contains(got, "seat O=human") ||
		!strings.HasPrefix(got[0], "seat X=") {
		t.Errorf("the seats are completed to %q", got)
	}
}

// In the middle of a turn it is said what can come next.
func TestWhatATurnGoesOnWith(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "blockade", nil, nil)
	typeIn(t, s, "d11-d10")
	if want := "First continues the turn: raise or lay."; !strings.Contains(out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
}

// Where columns tell all moves apart, the letter of one is a move; elsewhere it is a command.
func TestALetterNamesAColumn(t *testing.T) {
	for _, c := range []struct{ rules, typed, want string }{
		{"connect-four", "b", "Yellow: b1\n"},
		{"connect-four", "a", "Yellow: a1\n"},
		{"connect-four", "h", "Type a move, or one of these commands."},
		{"tic-tac-toe", "b", "1     │   │"},
		{"hex", "h", "Type a move, or one of these commands."},
	} {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		start(t, s, c.rules, nil, nil)
		out.Reset()
		typeIn(t, s, c.typed)
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s, %q: %q is missing:\n%s", c.rules, c.typed, c.want, out.String())
		}
	}
}

// An analysis is over when there is nothing left to find out, also where nobody can win.
func TestAnAnalysisEndsWhenAllIsKnown(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	typeIn(t, s, "b2", "a1", "analyse 1h")
	if want := "steps deep)"; !strings.Contains(out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
}

// A position is set up in the words of the game, also of one that has no pieces.
func TestSetupSpeaksOfTheGame(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	typeIn(t, s, "setup", "cancel")
	if want := "`a1 X mark` puts a piece (then `b1 c1` puts more of the same)"; !strings.Contains(
		strings.ReplaceAll(out.String(), "\n", " "), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
	file := filepath.Join(t.TempDir(), "bare.rules")
	text := "game \"Bare\"\nplayers A, B\nboard square(2, 2)\ncounter n = 0\nmove up {\n  if n < " +
		"3\n  do n += 1\n}\nturn up else draw\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	start(t, s, file, nil, nil)
	typeIn(t, s, "setup", "n 2")
	if err := s.Exec("a1 x"); err == nil || !strings.Contains(err.Error(), "no pieces") {
		t.Errorf("a piece is put where there are none: %v", err)
	}
	typeIn(t, s, "done")
}

// Towers are typed from the top, counted and drawn.
func TestSetupOfTowers(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "../rulesets/lasca/lasca.rules", nil, nil)
	typeIn(t, s, "setup", "clear", "d4 White king on Black man, White man", "e5 Black man", "done")
	for _, want := range []string{"`a1 White man on Black king` a tower, from the top",
		"White: 1 king; 1 man below others",
		"Black: 1 man; 1 man below others",
		"Towers, from the bottom: d4 MmK"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
	typeIn(t, s, "setup")
	if err := s.Exec("a1 White king on nothing"); err == nil ||
		!strings.Contains(err.Error(), `there is no piece "nothing"`) {
		t.Error(err)
	}
}

// What is written just as a move is, from one site over or to another, is that move or none, though
// another has the two sites elsewhere.
func TestTheNotationIsReadAsItStands(t *testing.T) {
	for line, want := range map[string]string{"c2xb2": "d2xb2", "c2 x b2": "d2xb2",
		"leap c2xb2": "", "b4xa4": "c4xa4", "c2-b2": "d2xb2"} {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		start(t, s, "cage", nil, nil)
		typeIn(t, s, "position 9c/10/10/10/10/10/1cC7/10/2cC6/10 Red")
		err := s.Exec(line)
		if err == nil || s.view.table.Sheet.Course.At() != 0 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\n%s", line, err, out.String())
		}
	}
}

// From one site over another is understood of a jump too, though its notation says where it ends.
func TestWhatIsSaidInItsPlaceIsUnderstood(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "cage", nil, nil)
	typeIn(t, s, "position 9c/10/10/10/10/10/10/10/2cC6/10 Red", "d2xc2")
	if text := s.view.table.Sheet.TurnText(s.view.table.Sheet.Course.Turns()[0]); text != "d2xb2" {
		t.Errorf("d2xc2 is %s", text)
	}
}

// A text that is an alias only in another case, and a cell too, is asked about.
func TestAnAliasOrACell(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "shiftago", nil, nil)
	if err := s.Exec("d7"); err == nil || s.view.table.Sheet.Course.At() != 0 ||
		!strings.Contains(out.String(), "could be:\n  north g1  south d7") {
		t.Errorf("d7: %v\n%s", err, out.String())
	}
	typeIn(t, s, "D7")
	if text := s.view.table.Sheet.TurnText(s.view.table.Sheet.Course.Turns()[0]); text != "north g1" {
		t.Errorf("D7 is %s", text)
	}
	typeIn(t, s, "c7")
	if text := s.view.table.Sheet.TurnText(s.view.table.Sheet.Course.Turns()[1]); text != "south c7" {
		t.Errorf("c7 is %s", text)
	}
}

// The levels are described as they play among so many as there are.
func TestLevelsAreDescribedForTheSeats(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "shiftago", map[string]string{"seats": "3"}, nil)
	typeIn(t, s, "bots")
	if want := "medium         alphabeta, by power, 3 steps ahead"; !strings.Contains(
		out.String(), want) {
		t.Errorf("`bots` has no %q:\n%s", want, out.String())
	}
	out.Reset()
	typeIn(t, s, "menu", "shiftago default seats=3", "ok")
	if want := "alphabeta, by power, 3 steps ahead"; !strings.Contains(out.String(), want) {
		t.Errorf("the menu has no %q:\n%s", want, out.String())
	}
}

// What is like no move leads to the help, or to the command that it names.
func TestNonsenseLeadsToTheHelp(t *testing.T) {
	for line, want := range map[string]string{"xyz": "`help` says what you can type",
		"play again": "did you mean the command again?",
		"histroy":    "did you mean the command history?"} {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		start(t, s, "cage", nil, nil)
		typeIn(t, s, "d2xd1")
		if err := s.Exec(line); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "Nearest") {
			t.Errorf("%s: %v", line, err)
		}
	}
}
