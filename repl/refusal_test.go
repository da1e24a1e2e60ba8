package repl

import (
	"bytes"
	"strings"
	"testing"

	"boardgame/testdata/long"
)

// A wrong move is answered with what is on the board first, then with what the rules say in words.
func TestRefusals(t *testing.T) {
	long.OneThread(t)
	sessions := map[string]*Session{}
	for _, c := range []struct{ game, before, line, want string }{
		{"tic-tac-toe", "", "e5", "There is no e5; columns a–c, rows 1–3."},
		{"tic-tac-toe", "", "zz9", "There is no zz9; columns a–c, rows 1–3."},
		{"tic-tac-toe", "", "hello there", `I don't recognize "hello there" as a move. ` +
			"`help`"},
		{"hex", "", "11", `I don't recognize "11" as a move. With it, you can play: a11   b11`},
		{"tic-tac-toe", "", "mvoes", "did you mean the command moves?"},
		{"tic-tac-toe", "b2", "b2", "b2 is taken: X's mark is there."},
		{"chess", "", "e5", "e5 is empty, but no pawn of yours can go there."},
		{"chess", "", "pass", "You cannot pass in this game."},
		{"chess", "", "k", "Your king cannot move now."},
		{"hex", "", "pass", "You cannot pass in this game."},
		{"hex", "", "done", "There is no done in this game: turns end without it."},
		{"tactigon", "", "pass", "You can pass only if you have no other move."},
		{"tactigon", "", "3,7", "3,7 is d4 in the coordinates feup; set coordinates feup uses them."},
		{"amazons", "", "e5", "e5 is empty, but none of your pieces can go there now."},
		{"cage", "", "d5", "Blue's checker is on d5, and none of the 20 legal moves uses it."},
		{"blockade", "", "wall", `wall is not possible now; the next step is "walk".`},
		{"blockade", "d11-d9", "wall", `"wall" is not a whole move. Type wall a1 up or ` +
			"wall a1 right, for example."},
		{"blockade", "d11-d9", "wall d7", `"wall d7" is not a whole move. Type wall d7 up or ` +
			"wall d7 right, for example."},
		{"blockade:feup", "4,4-4,6", "wall 3,7", `"wall 3,7" is not a whole move. Type ` +
			"wall 3,7 up or wall 3,7 right, for example."},
		{"blockade", "", "d11-d9 wall", `"wall" is not a whole move. Type wall a1 up or ` +
			"wall a1 right, for example."},
		{"chess", "", "a1", "Your rook on a1 cannot move now."},
		{"chess", "", "e7", "Black's pawn is on e7, and no pawn of yours can go there."},
		{"chess", "", "e2e5", "Your pawn on e2 cannot go to e5.\nFrom there: e3   e4"},
		{"chess", "", "e2xe4", "`x` means a capture, and e2-e4 takes nothing.\nFrom there: e3   e4"},
		{"chess", "", "Nxf3", "`x` means a capture, and g1-f3 takes nothing.\nTo f3: "},
		{"breakthrough", "", "d2xd3", "`x` means a capture, and d2-d3 takes nothing.\nFrom there: "},
		{"chess", "", "e7e5", "Black's pawn is on e7; White is to move."},
		{"chess", "", "e4e5", "e4 is empty."},
		{"chess", "", "b1d2", "Your knight on b1 cannot go to d2; your pawn is there."},
		{"chess", "", "Ke2", "Your king on e1 cannot go to e2; your pawn is there."},
		{"chess", "", "Nf6", "No knight of yours can go to f6."},
		{"chess", "", "king e2", "Your king on e1 cannot go to e2; your pawn is there."},
		{"chess", "e2e4 e7e5 d1h5 g7g6", "h5e8", "Your queen on h5 cannot go to e8."},
		{"chess", "e2e4 e7e5 d1h5", "f7f6", "f7f6 is not legal: your king would be in check."},
		{"cage", "", "b2xa2xb1", "The turn is over after b2xa2; leave out xb1."},
		{"cage", "", "b2xa2xb1xc1", "The turn is over after b2xa2; leave out xb1xc1."},
		{"chess", "", "e2-e4-e5", "The turn is over after e2-e4; leave out -e5."},
		{"cage", "", "e9 e8", "Your checker on e9 cannot go to e8.\nFrom there: e9xe10"},
		{"hex", "", "swap", "swap is not legal: you can swap only on the second turn."},
		{"blockade", "", "d11d5", "Your pawn on d11 cannot go to d5.\nFrom there: d11-d9"},
		{"blockade", "", "d11-d9, lay d9, lay d8",
			"The turn is over after d11-d9, lay d9; leave out lay d8."},
		{"blockade", "d11-d9", "lay a14", "You cannot lay at a14."},
		{"shiftago", "", "left 9", "There is no row 9: rows are 1 to 7."},
	} {
		s := sessions[c.game+c.before]
		if s == nil {
			s = testSession(t, &bytes.Buffer{}, nil)
			name, preset, _ := strings.Cut(c.game, ":")
			if err := s.Start(name, preset, nil, nil); err != nil {
				t.Fatal(err)
			}
			typeIn(t, s, strings.Fields(c.before)...)
			sessions[c.game+c.before] = s // a line that is refused changes nothing
		}
		at := s.view.table.Sheet.Course.At()
		err := s.Exec(c.line)
		if now := s.view.table.Sheet.Course.At(); now != at {
			t.Fatalf("%s, %s: something was played", c.game, c.line)
		}
		plain := ""
		if err != nil {
			plain = strings.ReplaceAll(err.Error(), "`", "")
		}
		want := strings.ReplaceAll(c.want, "`", "")
		if err == nil || !strings.HasPrefix(plain, want) && !strings.HasSuffix(plain, want) {
			t.Errorf("%s, %s: %v, not %q", c.game, c.line, err, c.want)
			continue
		}
		if text := err.Error(); strings.ContainsAny(strings.ReplaceAll(text, "`help`", ""), "&|=") {
			t.Errorf("%s, %s: the answer has an expression in it: %s", c.game, c.line, text)
		}
	}
}

// After a line that was refused, why alone explains it, until the position changes.
func TestWhyOfTheRefusedLine(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "cage", nil, nil)
	if err := s.Exec("why"); err == nil || !strings.Contains(err.Error(), "why MOVE") {
		t.Errorf("nothing has been refused: %v", err)
	}
	if err := s.Exec("e5xe6"); err == nil {
		t.Fatal("e5xe6 is played")
	}
	alone, named := "", ""
	for line, text := range map[string]*string{"why": &alone, "why e5xe6": &named} {
		out.Reset()
		if err := s.Exec(line); err != nil {
			t.Fatal(err)
		}
		*text = out.String()
	}
	if alone != named || !strings.Contains(alone, "e5") {
		t.Errorf("why says\n%s\nand why e5xe6\n%s", alone, named)
	}
	typeIn(t, s, "b2xa2")
	if err := s.Exec("why"); err == nil || !strings.Contains(err.Error(), "why MOVE") {
		t.Errorf("the line was refused in another position: %v", err)
	}
}

// Chess is answered in the words of chess.
func TestWordsOfChess(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "chess", nil, nil)
	typeIn(t, s, "f3", "e5", "g4", "Qh4")
	if want := "Game over. Black wins: checkmate."; !strings.Contains(out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
	for typed, want := range map[string]string{"O-O": "O-O", "0-0": "O-O", "O-O-O": "O-O-O",
		"0-0-0": "O-O-O"} {
		s := testSession(t, &out, nil)
		start(t, s, "chess", nil, nil)
		typeIn(t, s, "position r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R White")
		typeIn(t, s, typed)
		if got := s.view.table.Sheet.TurnText(s.view.table.Sheet.Course.Turns()[0]); got != want {
			t.Errorf("%s is %s, not %s", typed, got, want)
		}
	}
}

// A script hears in which line it failed, and a list that is cut off says so.
func TestScriptSaysItsLine(t *testing.T) {
	_, errs, err := script(t, "hex", "# first\n\nc5\nzzz\n")
	if err == nil || !strings.HasPrefix(errs, `line 4: I don't recognize "zzz" as a move.`) {
		t.Errorf("%v %q", err, errs)
	}
	_, errs, _ = script(t, "amazons", "d1-e3\n")
	if !strings.Contains(errs, "\nFrom there: ") || !strings.Contains(errs, "   …") {
		t.Errorf("%q does not say that there are more moves", errs)
	}
}

// The answer to why has the author's comment where the rules have no words of their own, and no
// expression.
func TestWhySaysTheComment(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "connect-four", nil, nil)
	typeIn(t, s, "why c4")
	for _, want := range []string{"c4 is empty", "the lowest empty cell of each column"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "empty.north") {
		t.Errorf("it shows an expression:\n%s", out.String())
	}
}
