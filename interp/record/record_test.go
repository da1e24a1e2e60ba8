package record_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/interp/verify/gametest"
)

const text = `boardgame record 1
ruleset: tic-tac-toe
seat X: Ann
seat O: bot perfect
date: 2026-11-21
result: X wins: three in a row
# Played in the garden.

1. b2
2. a1
   # The corner is right.
   # The side would lose.
3. b1
4. a2
5. b3
`

func read(t *testing.T, text string) *record.Game {
	t.Helper()
	r, err := record.Read("test.game", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func written(t *testing.T, r *record.Game) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadAndWrite(t *testing.T) {
	r := read(t, text)
	if r.Ruleset != "tic-tac-toe" || len(r.Seats) != 2 ||
		r.Seats[1] != (record.Pair{Name: "O", Value: "bot perfect"}) ||
		len(r.Turns) != 5 || r.Turns[1].Text != "a1" ||
		r.Turns[1].Comment != "The corner is right.\nThe side would lose." ||
		r.Comment != "Played in the garden." || len(r.Tags) != 1 {
		t.Errorf("got %+v", r)
	}
	if got := written(t, r); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	loose := strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\r\n"), "2. a1\r\n   #", "2.a1 #")
	if got := written(t, read(t, "\ufeff"+loose)); got != text {
		t.Errorf("with other white space: got\n%s", got)
	}
}

func TestReplay(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	played, err := read(t, text).Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	if len(played.Steps) != 5 || played.Last().Result() == nil ||
		!slices.Equal(played.Turn, []int{0, 1, 2, 3, 4}) {
		t.Errorf("got %+v", played)
	}
}

// A record made from a game describes the same game.
func TestNew(t *testing.T) {
	g := gametest.Load(t, "english-draughts", "")
	start, err := g.ParsePosition("8/8/5m2/8/3m4/2M5/8/1m6 Black ply=10")
	if err != nil {
		t.Fatal(err)
	}
	steps, _, err := g.ParseTurn(start, "c3xe5")
	if err != nil {
		t.Fatal(err)
	}
	r, err := course.RecordOf(g, "english-draughts", start, steps)
	if err != nil {
		t.Fatal(err)
	}
	if r.Start == "" || r.Hash == "" || len(r.Turns) != 1 || r.Turns[0].Text != "c3xe5" {
		t.Errorf("got %+v", r)
	}
	played, err := read(t, written(t, r)).Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	if played.Last().Steps() != 1 {
		t.Error("in the middle of a turn the record is not")
	}
	if _, err := course.RecordOf(g, "english-draughts", start,
		[]interp.Move{steps[0], steps[0]}); err == nil {
		t.Error("an illegal step can be recorded")
	}
}

func TestReadErrors(t *testing.T) {
	const head = "boardgame record 1\n"
	for text, want := range map[string]string{
		"":                                  "test.game:1:1: expected the line",
		"chess\n":                           "test.game:1:1: expected the line \"boardgame record 1\"",
		"boardgame record 1\x00\n":          "test.game:1:1: this is not text",
		head:                                "test.game:1:1: the head does not say which game",
		head + "chess\n":                    "test.game:2:1: expected `key: value`",
		head + "ruleset: a\nruleset: b\n":   `test.game:3:1: "ruleset" is given twice`,
		head + "options: size\n":            `test.game:2:10: expected an option and its value`,
		head + "options: a=1 a=2\n":         `test.game:2:14: the option a is given twice`,
		head + "ruleset: a\n\nb2\n":         "test.game:4:1: expected the number of the turn",
		head + "ruleset: a\n\n2. b2\n":      "test.game:4:1: expected turn 1, not 2",
		head + "ruleset: a\n\n1. # quiet\n": "test.game:4:3: turn 1 is empty",
	} {
		_, err := record.Read("test.game", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	g := gametest.Load(t, "cage", "size=6")
	for _, test := range []struct{ head, turns, want string }{
		{"options: sise=6", "",
			`test.game:3:10: the rules have no option "sise"; did you mean size?`},
		{"options: extra=false size=8", "",
			`test.game:3:22: the game was played with size=8, but is replayed with size=6`},
		{"rules: 0123456789abcdef", "",
			`test.game:3:8: the game was played by rules with the hash 0123456789abcdef`},
		{"seat Green: Ann", "", `test.game:3:13: there is no player "Green"`},
		{"first: Green", "", `test.game:3:8: there is no player "Green"`},
		{"start: 6/6/6/6/6/7 Red", "",
			`test.game:3:18: the start position cannot be read: row 6 has 6 cells`},
		{"note: x", "1. b2xa2\n2. a1-f6",
			`test.game:6:4: turn 2 (ply 2): "a1-f6" is not a legal move`},
		{"result: Red wins", "1. b2xa2",
			`test.game:3:9: the file says that the result is "Red wins"; replayed, it is "not over"`},
		{"agreed: peace", "", `test.game:3:9: only a draw can be agreed on`},
		{"resigned: Blue\nagreed: draw", "",
			`test.game:4:9: a draw cannot have been agreed on: the game was over: Red wins: Blue resigned`},
		{"resigned: Green", "", `test.game:3:11: there is no player "Green"`},
		{"start: 6/6/2C3/2c3/6/6 Red\nresigned: Blue", "1. c4xc2",
			`test.game:4:11: Blue cannot have resigned: the game was over`},
		{"resigned: Blue\nresult: Blue wins", "1. b2xa2",
			`test.game:4:9: the file says that the result is "Blue wins"; replayed, it is "Red wins: Blue resigned"`},
		{"start: 6/6/2C3/2c3/6/6 Red", "1. c4xc2\n2. pass",
			`test.game:6:4: turn 2: the game is over already`},
	} {
		r := read(t, "boardgame record 1\nruleset: cage\n"+test.head+"\n\n"+test.turns+"\n")
		_, err := r.Replay(g)
		var wrong *record.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s\ngot  %v\nwant %s", test.head, test.turns, err, test.want)
		}
	}
	r := read(t, "boardgame record 1\nruleset: cage\nrules: 0123456789abcdef\n\n1. zz\n")
	_, err := r.Replay(g)
	var other *record.OtherRulesError
	if !errors.As(err, &other) || other.Hash != g.Rules().Hash {
		t.Errorf("got %v", err)
	}
	r.Hash = ""
	_, err = r.Replay(g)
	var illegal *interp.IllegalMoveError
	if !errors.As(err, &illegal) || len(illegal.Nearest) == 0 {
		t.Errorf("got %v", err)
	}
}

// An agreed draw is recorded beside the turns; only two players can agree to one.
func TestAgreed(t *testing.T) {
	const text = "boardgame record 1\nruleset: cage\noptions: size=6\nagreed: draw\nresult: draw: " +
		"agreed\n\n1. b2xa2\n"
	r := read(t, text)
	if r.Agreed != "draw" || written(t, r) != text {
		t.Errorf("it is kept as\n%s", written(t, r))
	}
	g := gametest.Load(t, "cage", "size=6")
	played, err := r.Replay(g)
	if err != nil || g.ResultText(played.Result) != "draw: agreed" ||
		played.Last().Result() != nil {
		t.Errorf("replayed it is %+v, %v", played, err)
	}
	three := gametest.Load(t, "shiftago", "seats=3")
	agreed := read(t, "boardgame record 1\nruleset: shiftago\nagreed: draw\n")
	if _, err := agreed.Replay(three); err == nil ||
		!strings.Contains(err.Error(), "only in a game of two") {
		t.Errorf("got %v", err)
	}
}

// A resignation is recorded beside the turns and loses; only two players can resign.
func TestResigned(t *testing.T) {
	const text = "boardgame record 1\nruleset: cage\noptions: size=6\nresigned: Red\nresult: Blue " +
		"wins: Red resigned\n\n1. b2xa2\n"
	r := read(t, text)
	if r.Resigned != "Red" || written(t, r) != text {
		t.Errorf("it is kept as\n%s", written(t, r))
	}
	g := gametest.Load(t, "cage", "size=6")
	played, err := r.Replay(g)
	if err != nil || g.ResultText(played.Result) != "Blue wins: Red resigned" ||
		played.Last().Result() != nil {
		t.Errorf("replayed it is %+v, %v", played, err)
	}
	three := gametest.Load(t, "shiftago", "seats=3")
	resigned := read(t, "boardgame record 1\nruleset: shiftago\nresigned: White\n")
	if _, err := resigned.Replay(three); err == nil ||
		!strings.Contains(err.Error(), "only in a game of two") {
		t.Errorf("got %v", err)
	}
}

// Clocks, their times after each turn, and whose time ran out are part of a record.
func TestClocks(t *testing.T) {
	const text = "boardgame record 1\nruleset: cage\noptions: size=6\nclock Red: 5m+3s\nclock " +
		"Blue: 1m\nleft: 2.5 - 60.001\n" +
		"timeout: Blue\nresult: Red wins: Blue ran out of time\n\n1. b2xa2\n"
	r := read(t, text)
	if got := written(t, r); got != text {
		t.Errorf("it is kept as\n%s", got)
	}
	want := []time.Duration{2500 * time.Millisecond, record.Unlimited, 60001 * time.Millisecond}
	if !slices.Equal(r.Left, want) {
		t.Errorf("%s were left", r.Left)
	}
	r.Left[0] = 0 // whose time is up has nothing left, not everything
	if got := written(t, r); !strings.Contains(got, "left: 0 - 60.001\n") {
		t.Errorf("without time left it is kept as\n%s", got)
	}
	g := gametest.Load(t, "cage", "size=6")
	if played, err := r.Replay(g); err != nil ||
		g.ResultText(played.Result) != "Red wins: Blue ran out of time" {
		t.Errorf("replayed it is %+v, %v", played, err)
	}
	three := gametest.Load(t, "shiftago", "seats=3")
	r = read(t, "boardgame record 1\nruleset: shiftago\ntimeout: "+three.Rules().
		Players[1].Name+"\n")
	if played, err := r.Replay(three); err != nil || !slices.Equal(played.Result.Winners,
		[]int{0, 2}) || !played.Result.Draw {
		t.Errorf("among three it is %+v, %v", played, err)
	}
	for head, want := range map[string]string{
		"clock Red: soon": `test.game:3:12: "soon" is not a time control`,
		"left: 2 x": "test.game:3:7: expected the seconds left after each turn, " +
			"such as `298.5 300 291`, not \"x\"",
		"left: NaN":       "expected the seconds",
		"left: -1":        "expected the seconds",
		"clock Green: 5m": `test.game:3:14: there is no player "Green"`,
		"timeout: Green":  `there is no player "Green"`,
		"resigned: Red\ntimeout: Red": "test.game:4:10: Red cannot have run out of time: the game " +
			"was over: Blue wins: Red resigned",
	} {
		r, err := record.Read("test.game",
			strings.NewReader("boardgame record 1\nruleset: cage\n"+head+"\n"))
		if err == nil {
			_, err = r.Replay(gametest.Load(t, "cage", ""))
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", head, err)
		}
	}
}

// Only the last turn of a record may be incomplete.
func TestHalfTurns(t *testing.T) {
	g := gametest.Load(t, "english-draughts", "")
	const head = "boardgame record 1\nruleset: english-draughts\nstart: 1m6/8/5m2/8/3m4/2M5/8/8 " +
		"Black\n\n1. c3xe5\n"
	if _, err := read(t, head).Replay(g); err != nil {
		t.Error(err)
	}
	if _, err := read(t, head+"2. b8-a7\n").Replay(g); err == nil ||
		!strings.Contains(err.Error(), "c3xe5 is not the whole turn; it can go on with e5xg7") {
		t.Errorf("got %v", err)
	}
}

func TestWriteErrors(t *testing.T) {
	for _, r := range []*record.Game{
		{},
		{Ruleset: "a", Turns: []record.Turn{{Text: ""}}},
		{Ruleset: "a", Turns: []record.Turn{{Text: "a#b"}}},
		{Ruleset: "a", Tags: []record.Pair{{Name: "start", Value: "x"}}},
		{Ruleset: "a", Tags: []record.Pair{{Name: "a:b", Value: "x"}}},
	} {
		if err := r.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%+v was written", r)
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.game")
	r := read(t, text)
	if err := record.Save(file, r); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	// If a record cannot be written, the old file stays unchanged, and nothing else is left behind.
	broken := *r
	broken.Turns = append(slices.Clone(r.Turns), record.Turn{Text: "#"})
	if err := record.Save(file, &broken); err == nil ||
		!strings.Contains(err.Error(), "a.game was not saved") {
		t.Errorf("got %v", err)
	}
	back, err := record.Load(file)
	if err != nil || written(t, back) != text {
		t.Errorf("the old file is changed: %v", err)
	}
	if err := record.Save(file, r); err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(folder)
	stat, _ := os.Stat(file)
	if len(entries) != 1 || stat.Mode().Perm() != 0o600 {
		t.Errorf("left behind: %v, mode %v", entries, stat.Mode())
	}
	if err := record.Save(folder, r); err == nil {
		t.Error("a folder was overwritten")
	}
	no := filepath.Join(folder, "no", "b.game")
	if err := record.Save(no, r); err == nil || !strings.Contains(err.Error(), no+":") {
		t.Errorf("saved where there is no folder, or the message names another file: %v", err)
	}
	if _, err := record.Load(folder); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("got %v", err)
	}
	link := filepath.Join(folder, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Skip("no symbolic links can be made here: ", err)
	}
	if err := record.Save(link, r); err != nil {
		t.Fatal(err)
	}
	if stat, err := os.Lstat(link); err != nil || stat.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
}

// FuzzRead: whatever the text, it is read or refused; what was read can be written and read again,
// and replaying it fails only with an error.
func FuzzRead(f *testing.F) {
	f.Add(text)
	f.Add("boardgame record 1\nruleset: x\noptions: a=1\nstart: 3/3/MMM X\nfirst: O\n\n1. c3, " +
		"b2\n# x\n")
	f.Add("boardgame record 1\n: \n")
	g := gametest.Load(f, "tic-tac-toe", "")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Read("fuzz", strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := record.Read("again", bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, b.String())
		}
		var again bytes.Buffer
		if err := back.Write(&again); err != nil || again.String() != b.String() {
			t.Fatalf("written again it is another record: %v\n%s\n%s", err, b.String(),
				again.String())
		}
		r.Replay(g)
	})
}
