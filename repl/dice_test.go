package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/repl/paper"
	"boardgame/testdata/long"
)

const einstein = "../rulesets/einstein/einstein.rules"

// boardgame rolls, tells what came, and takes a real roll in its place.
func TestDice(t *testing.T) {
	out, errs, err := script(t, einstein, "dice 4\nmoves\nc1-c2\ndice\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	for _, want := range []string{"1. Blue: roll 4", "c1-c2  c1-d1  c1-d2", "1. Blue: c1-c2",
		"2. Red: roll ", "boardgame rolls."} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	if strings.Count(out, "1. Blue: roll") != 2 {
		t.Errorf("the first roll was not replaced:\n%s", out)
	}
}

// With real dice the program waits for every roll, and understands it in either order and with
// blanks.
func TestRealDice(t *testing.T) {
	out, errs, err := script(t, "../rulesets/backgammon/backgammon.rules",
		"dice real\ndice 1 3\np8 3\np6 1\ndice 6-6\nundo\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	for _, want := range []string{"1. White: opening 3-1", "1. White: p6 1", "2. Black: roll 6-6"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	for line, want := range map[string]string{
		"dice 9": `"9" cannot be rolled here; possible rolls: 1 2 3 4 5 6`, "c1-c2\nc1-c2": ""} {
		if _, errs, err := script(t, einstein, line+"\n"); err == nil ||
			!strings.Contains(errs, want) {
			t.Errorf("%q: %v, %q", line, err, errs)
		}
	}
}

// The status tells whose roll it is and what it shows, and what the last player did before it.
func TestStatusOfRolls(t *testing.T) {
	out, errs, err := script(t, einstein, "dice 4\nc1-c2\ndice 2\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	for _, want := range []string{"\nBlue to move, with 4.", "\nLast: Blue 4: c1-c2\n",
		"\nRed to move, with 2."} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "goes on") {
		t.Errorf("a roll passes for a part of the player's turn:\n%s", out)
	}
}

// What was taken back is rolled again as it was.
func TestUndoKeepsRolls(t *testing.T) {
	out, errs, err := script(t, einstein, "dice 4\nc1-c2\nundo\nc1-c2\nundo\nc1-d1\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	rolls := map[string]bool{}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "2. Red: roll") {
			rolls[line] = true
		}
	}
	if len(rolls) != 1 {
		t.Errorf("Red's first roll is another one each time: %v", rolls)
	}
}

// Rolls have the number of the turn they belong to and the name that their move has for people, and
// the board shows what is counted on its cells.
func TestCountersOnCells(t *testing.T) {
	out, errs, err := script(t, "../rulesets/cant-stop/cant-stop.rules",
		"dice real\ndice 6 2\n6-8\nstop\ndice 1 1\ndice 1 1\nboard\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	for _, want := range []string{"1. Red: throw 1-5", "1. Red: rest 6-2", "1. Red: 6-8",
		"2. Blue: throw 1-1", "│ R1 │"} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	out, _, err = script(t, "../rulesets/backgammon/backgammon.rules", "board\n")
	if err != nil || strings.Count(out, "○") < 15 || strings.Count(out, "●") < 15 {
		t.Errorf("%v: there are no men in\n%s", err, out)
	}
}

// A game in which only dice have been rolled is not kept.
func TestRollsAloneAreNoGame(t *testing.T) {
	var out bytes.Buffer
	dir := t.TempDir()
	s := testSession(t, &out, func(o *paper.Options) { o.StateDir = dir })
	if err := s.Start("../rulesets/backgammon/backgammon.rules", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	if games := s.host.saves.List(); len(games) > 0 {
		t.Errorf("%d games are kept", len(games))
	}
	if err := s.Exec(s.view.table.Sheet.Speech.Said.Texts(s.view.table.Sheet.Now())[0]); err != nil {
		t.Fatal(err)
	}
	if games := s.host.saves.List(); len(games) != 1 {
		t.Errorf("%d games are kept after the first move", len(games))
	}
}

// A game is written as other programs read it, by the end of the file's name.
func TestExportForOthers(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ game, moves, name, want string }{
		{"chess", "e4\ne5\nNf3\n", "game.pgn", "1. e4 e5 2. Nf3 *"},
		{"hex", "c5\nd4\nresign Red\n", "game.sgf", ";W[d4]"},
		{"chess", "e4\ne5\nNf3\n", "end.fen",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n"},
	} {
		file := filepath.Join(dir, c.name)
		_, errs, err := script(t, c.game, c.moves+"export "+file+"\n")
		data, failed := os.ReadFile(file)
		if err != nil || failed != nil || !strings.Contains(string(data), c.want) {
			t.Errorf("%v %s %v: %s", err, errs, failed, data)
		}
	}
	for name, game := range map[string]string{"a.pgn": "cage", "a.sgf": "cage", "a.fen": "hex"} {
		_, errs, err := script(t, game, "export "+filepath.Join(dir, name)+"\n")
		if err == nil || !strings.Contains(errs, "cannot be written as") ||
			!strings.Contains(errs, ".txt` writes a text record") {
			t.Errorf("%v %q", err, errs)
		}
	}
}

// A word that begins much like the name of a game is understood.
func TestMenuGuesses(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	s.Menu()
	for typed, want := range map[string]string{"conect": "connect-four", "reversy": "reversi",
		"blokade": "blockade"} {
		if err := s.Exec(typed); err == nil || !strings.Contains(err.Error(), "mean "+want+"?") {
			t.Errorf("%s: %v", typed, err)
		}
	}
	if err := s.Exec("zzz"); err == nil || !strings.Contains(err.Error(), "choose amazons, ") {
		t.Errorf("zzz: %v", err)
	}
}

// Every game of the library is chosen by its name and by its title, whatever games are listed whose
// names begin with it.
func TestMenuKnowsEveryGame(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	s.Menu()
	m := s.modes.stack[0].(*menu)
	for i, name := range ruleset.List() {
		typed := []string{name, strings.ToUpper(name)}
		if long.Case(i, 10) {
			about, err := ruleset.About(name)
			if err != nil {
				t.Fatal(err)
			}
			typed = append(typed, about.Title)
		}
		for _, typed := range typed {
			if got, err := m.pick(typed); got != name {
				t.Errorf("%s chooses %q: %v", typed, got, err)
			}
		}
	}
}

// Commands that a game has no use for are not listed: dice where nothing is left to chance, offers
// where there are more than two players.
func TestHelpListsWhatTheGameHas(t *testing.T) {
	for _, c := range []struct {
		game      string
		options   map[string]string
		has, lack string
	}{
		{"connect-four", nil, "\n  offer", "\n  dice"},
		{"shiftago", map[string]string{"seats": "3"}, "\n  undo", "\n  offer"},
		{"../rulesets/backgammon/backgammon.rules", nil, "\n  dice", "\n  accept"},
	} {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		start(t, s, c.game, c.options, nil)
		out.Reset()
		typeIn(t, s, "help")
		if text := out.String(); !strings.Contains(text, c.has) || strings.Contains(text, c.lack) {
			t.Errorf("help at %s should have %q and not %q:\n%s", c.game, c.has, c.lack, text)
		}
	}
}

// A setup by chance is reported in one line, however many steps it has, and is nobody's last turn:
// no site is marked.
func TestSetupIsToldInOneLine(t *testing.T) {
	out, errs, err := script(t, "../rulesets/chess960/chess960.rules", "board\n")
	if err != nil || errs != "" {
		t.Fatalf("%v %s\n%s", err, errs, out)
	}
	_, told, _ := strings.Cut(out, "Setup: ")
	told, _, _ = strings.Cut(told, "\n")
	if strings.Count(out, "Setup: ") != 1 || strings.Count(told, ", ") != 3 {
		t.Errorf("the setup of four steps is not told in one line:\n%s", out)
	}
	if strings.Contains(out, "(♜)") {
		t.Errorf("the setup is marked as the last turn:\n%s", out)
	}
}

// A deal of which one person sees a part is told once, each part of it once.
func TestDealIsToldInOneLine(t *testing.T) {
	for _, name := range []string{"hearts", "whist", "goofspiel", "stratego-small"} {
		var out bytes.Buffer
		s := testSession(t, &out, nil)
		tb := mustTable(t, name, "", nil)
		seats := map[string]string{}
		for i := range tb.Seats[1:] {
			seats[tb.Sheet.Speech.PlayerName(i+1)] = "random"
		}
		if err := s.Start(name, "", nil, seats); err != nil {
			t.Fatal(err)
		}
		if err := Loop(s, nil, strings.NewReader(""), &out, &out); err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(out.String(), "\n\n")
		_, told, dealt := strings.Cut(head, "Setup: ")
		if strings.Count(head, "Setup: ") > 1 || strings.Contains(told, "North, North") ||
			!dealt && name == "whist" {
			t.Errorf("%s: the deal is told as\n%s", name, out.String())
		}
	}
}
