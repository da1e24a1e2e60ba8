package repl

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/keyboard"
	"boardgame/repl/table"
	"boardgame/testdata/long"
)

// With answers to questions alone every game can be played, and no question lists more than one
// looks through.
func TestGuidedEntryPlaysGames(t *testing.T) {
	long.OneThread(t)
	const most = 60
	plies := long.Times(24, 3)
	for _, name := range long.Sample(ruleset.List(), 3) {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		start(t, s, name, nil, nil)
		rng := rand.New(rand.NewPCG(1, 2))
		for s.view.table.Sheet.Course.At() < plies && !s.view.table.Sheet.Over() {
			before := s.view.table.Sheet.Course.At()
			s.modes.guide(false)
			for s.view.table.Sheet.Course.At() == before {
				g, asking := s.modes.mode().(*guided)
				if !asking {
					t.Fatalf("%s: the questions end without a move", name)
				}
				q := s.view.table.Sheet.Questions().Asked(g.left())
				if len(q.Answers) > most {
					t.Fatalf("%s: %s has %d answers", name, q.Ask, len(q.Answers))
				}
				typeIn(t, s, q.Answers[rng.IntN(len(q.Answers))].Text)
			}
			for len(s.modes.stack) > 1 {
				s.modes.leave()
			}
		}
	}
}

// With the marker alone every game can be played; Enter takes only what is shown.
func TestPointingPlaysGames(t *testing.T) {
	long.OneThread(t)
	plies := long.Times(24, 3)
	for _, name := range long.Sample(ruleset.List(), 5) {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		start(t, s, name, nil, nil)
		rng := rand.New(rand.NewPCG(1, 2))
		for s.view.table.Sheet.Course.At() < plies && !s.view.table.Sheet.Over() {
			p := newPointer(s.view.table)
			for pressed := 0; ; pressed++ {
				if pressed > 1000 {
					t.Fatalf("%s: no move comes of pointing", name)
				}
				q := p.question()
				a := q.Answers[rng.IntN(len(q.Answers))]
				v := board.View{Board: s.view.table.Sheet.Speech.Board()}
				if a.Site != topology.None {
					for _, letter := range s.view.table.Sheet.Speech.SiteName(a.Site) {
						p.press(keyboard.Key(letter), v)
					}
				} else {
					p.press(keyboard.Next, v)
				}
				if a.Site != topology.None && p.cursor != a.Site {
					t.Fatalf("%s: %s does not lead there", name, s.view.table.Sheet.Speech.SiteName(a.Site))
				}
				m, found, over := p.press(keyboard.Take, v)
				if found {
					if err := s.view.table.Play(m); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					break
				}
				if over {
					t.Fatalf("%s: pointing ends", name)
				}
			}
		}
	}
}

// What was typed and names no place keeps Enter from taking the place of the marker.
func TestPointingTakesNothingElse(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "chess", nil, nil)
	v := s.view.table.View(0, table.Marks{})
	p := newPointer(s.view.table)
	for _, keys := range []string{"e", "e9"} {
		for _, c := range keys {
			p.press(keyboard.Key(c), v)
		}
		if _, found, over := p.press(keyboard.Take, v); found || over || len(p.stack) != 1 {
			t.Errorf("Enter after %q takes %s", keys, s.view.table.Sheet.Speech.SiteName(p.cursor))
		}
	}
	for _, c := range "e2" {
		p.press(keyboard.Key(c), v)
	}
	if p.press(keyboard.Take, v); len(p.stack) != 2 ||
		s.view.table.Sheet.Speech.SiteName(p.cursor) != "e3" &&
			s.view.table.Sheet.Speech.SiteName(p.cursor) != "e4" {
		t.Errorf("Enter after e2 leads to %s", s.view.table.Sheet.Speech.SiteName(p.cursor))
	}
}

// A question mark asks again and loses nothing that has been chosen.
func TestGuidedQuestion(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "blockade", nil, nil)
	typeIn(t, s, "guide", "d11")
	out.Reset()
	typeIn(t, s, "?")
	if g, is := s.modes.mode().(*guided); !is || len(g.stack) != 2 {
		t.Errorf("the questions have ended: %T", s.modes.mode())
	}
	if said := out.String(); !strings.Contains(said, "d9") || strings.Contains(said, "undo") {
		t.Errorf("said is %s", said)
	}
}

// Walls are entered by the kind, with how many are left, then the row and the column.
func TestGuidedWalls(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "blockade", nil, nil)
	typeIn(t, s, "guide", "d11")
	if err := s.Exec("d5"); err == nil ||
		err.Error()[:len("Your pawn on d11 cannot go to d5.")] != "Your pawn on d11 cannot go to d5." {
		t.Errorf("d5: %v", err)
	}
	typeIn(t, s, "d9")
	for _, step := range []struct{ ask, answer, line string }{
		{"What?", "raise (upright: 9 left)", "1"},
		{"Which row?", "7", "7"},
		{"Which column?", "d", "d"},
	} {
		q := s.view.table.Sheet.Questions().Asked(s.modes.mode().(*guided).left())
		found := false
		for _, a := range q.Answers {
			found = found || a.Text == step.answer
		}
		if q.Ask != step.ask || !found {
			t.Errorf("asked is %s, with %v", q.Ask, table.Names(q.Answers))
		}
		typeIn(t, s, step.line)
	}
	sheet := s.view.table.Sheet
	if got := sheet.TurnText(sheet.Course.Turns()[0]); got != "d11-d9, raise d7ne" {
		t.Errorf("played is %s", got)
	}
}

// With the numbers of another program's coordinates, walls are asked for by line and column too.
func TestGuidedWallsByNumbers(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	if err := s.Start("blockade", "feup", nil, nil); err != nil {
		t.Fatal(err)
	}
	typeIn(t, s, "guide", "4,4", "4,6", "1")
	for _, step := range []struct{ ask, line string }{{"Which row?", "7"}, {"Which column?", "4"}} {
		if q := s.view.table.Sheet.Questions().Asked(s.modes.mode().(*guided).left()); q.Ask != step.ask {
			t.Errorf("asked is %s, with %v", q.Ask, table.Names(q.Answers))
		}
		typeIn(t, s, step.line)
	}
	sheet := s.view.table.Sheet
	if got := sheet.TurnText(sheet.Course.Turns()[0]); got != "4,4-4,6, v 4,7" {
		t.Errorf("played is %s", got)
	}
}

// A word that stands in one answer alone is an answer.
func TestGuidedTakesAWord(t *testing.T) {
	out, errs, err := script(t, "blockade", "guide\nd11\nd9\nlevel\n9\nd\nhistory\n")
	if err != nil || errs != "" || !strings.Contains(out, "lay d9ne") {
		t.Errorf("%v %q\n%s", err, errs, out)
	}
	if _, errs, _ := script(t, "blockade", "guide\nd11\nd9\nleft\n"); !strings.Contains(errs,
		`"left" is not an answer`) {
		t.Errorf("a word of both answers: %q", errs)
	}
}

// The word that goes back in the menus goes back here, too.
func TestGuidedGoesBack(t *testing.T) {
	out, errs, err := script(t, "cage", "guide\nb2\nback\nback\nb2xa2\n")
	if err != nil || errs != "" || !strings.Contains(out, "Type a move; `guide` asks again.") {
		t.Errorf("%v %q\n%s", err, errs, out)
	}
	_, errs, _ = script(t, "cage", "guide\nb2\nsideways\n")
	if !strings.Contains(errs, `"sideways" is not an answer; Enter alone goes back. Possible: b1, a2`) {
		t.Errorf("%q", errs)
	}
}

// The rules in short come before the rules, and help on the notation is help on moves.
func TestPrimerAndNotation(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	for _, of := range []struct{ game, line, want string }{
		{"../rulesets/backgammon/backgammon.rules", "rules", "Type the point and the die: `p13 4`"},
		{"../rulesets/tak/tak.rules", "rules", "Type `c3 2 c4` to lift two pieces of c3 to c4."},
		{"../rulesets/tak/tak.rules", "help notation", "a standing stone: a wall on the cell"},
	} {
		start(t, s, of.game, nil, nil)
		out.Reset()
		typeIn(t, s, of.line)
		got := strings.Join(strings.Fields(out.String()), " ")
		if !strings.Contains(got, of.want) {
			t.Errorf("%s: %s does not say %q but\n%s", of.game, of.line, of.want, out.String())
		}
	}
}

// Members of a set are ticked on and off, one after the other, by the marker and by answers.
func TestSetsAreTicked(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "yacht", nil, nil)
	for len(s.view.table.Sheet.Legal()) < 43 { // until five dice have been thrown
		if err := s.view.table.Play(s.view.table.Sheet.Legal()[0]); err != nil {
			t.Fatal(err)
		}
	}
	v := s.view.table.View(0, table.Marks{})
	p := newPointer(s.view.table)
	keys := []keyboard.Key{keyboard.Take} // `rethrow`, the first of the list
	for _, key := range "a1 c1 e1 c1 " {
		keys = append(keys, keyboard.Key(key))
	}
	for _, k := range keys {
		if _, found, over := p.press(k, v); found || over {
			t.Fatal("pointing ends too early")
		}
	}
	m, found, _ := p.press(keyboard.Take, v)
	if got := s.view.table.Sheet.Speech.StepText(s.view.table.Sheet.Now(), m); !found ||
		got != "a1+e1" {
		t.Errorf("the marker takes %s", got)
	}
	typeIn(t, s, "guide", "rethrow", "e1", "a1", "no more")
	if !strings.Contains(out.String(), "First: a1+e1") {
		t.Errorf("the answers play %s", out.String())
	}
}
