package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardgame/interp/verify/gametest"
	"boardgame/repl/paper"
	"boardgame/repl/table"
	"boardgame/testdata/long"
)

// bench is a session at a table whose rules are a file, and its output.
type bench struct {
	*Session
	t    *testing.T
	out  *bytes.Buffer
	file string
}

// newBench copies a built-in game into a folder and plays the given number of steps, always one
// from the middle of the list.
func newBench(t *testing.T, game string, steps int, seats map[string]string,
	options map[string]string) *bench {
	t.Helper()
	rs := gametest.Ruleset(t, game)
	dir := t.TempDir()
	b := &bench{t: t, out: &bytes.Buffer{}, file: filepath.Join(dir, "mine.rules")}
	b.save(rs.File.Text)
	if info, ok := rs.TOML(); ok {
		if err := os.WriteFile(filepath.Join(dir, "mine.toml"), []byte(info), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b.Session = testSession(t, b.out, func(o *paper.Options) {
		o.StateDir = filepath.Join(dir,
			"state")
	})
	if err := b.Start(b.file, "", options, nil); err != nil {
		t.Fatal(err)
	}
	for range steps {
		legal := b.view.table.Sheet.Legal()
		if err := b.host.playSteps(legal[len(legal)/2 : len(legal)/2+1]); err != nil {
			t.Fatal(err)
		}
	}
	for player, who := range seats {
		if err := b.Exec("seat " + player + "=" + who); err != nil {
			t.Fatal(err)
		}
	}
	b.out.Reset()
	return b
}

func (b *bench) save(text string) {
	b.t.Helper()
	if err := os.WriteFile(b.file, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// edit changes the rules file.
func (b *bench) edit(before, after string) {
	b.t.Helper()
	text, err := os.ReadFile(b.file)
	if err != nil || strings.Count(string(text), before) != 1 {
		b.t.Fatalf("%q does not stand once in the rules (%v)", before, err)
	}
	b.save(strings.Replace(string(text), before, after, 1))
}

// says runs a line and checks the answer.
func (b *bench) says(line string, parts ...string) {
	b.t.Helper()
	b.out.Reset()
	text := ""
	if err := b.Exec(line); err != nil {
		text = err.Error()
	}
	text = b.out.String() + text
	for _, part := range parts {
		if !strings.Contains(text, part) {
			b.t.Errorf("%s: %q is missing in\n%s", line, part, text)
		}
	}
}

// A new rule lets a jump also stop on a second cell: at move 20 the table has the new rules, and
// everything else stays.
func TestReload(t *testing.T) {
	b := newBench(t, "cage", 20, nil, map[string]string{"size": "8"})
	before := b.view.table.Sheet.Speech.Game.PositionText(b.view.table.Sheet.Now())
	if b.view.table.Sheet.Course.At() != 20 {
		t.Fatalf("at %d", b.view.table.Sheet.Course.At())
	}
	b.says("reload", "The rules are the same as before.")
	b.edit("to    q in v.d & empty", "to    q in (v.d | v.d.d) & empty")
	b.says("reload", "mine.rules was saved: changed move jump.\n", "turns replayed.")
	if b.view.table.Sheet.Course.At() != 20 ||
		b.view.table.Sheet.Speech.Game.PositionText(b.view.table.Sheet.Now()) != before {
		t.Errorf("at %d: %s", b.view.table.Sheet.Course.At(),
			b.view.table.Sheet.Speech.Game.PositionText(b.view.table.Sheet.Now()))
	}
	if !strings.Contains(b.view.table.Sheet.Speech.Ruleset.File.Text, "v.d.d) & empty") {
		t.Error("the table has the old rules")
	}
	if b.view.table.Sheet.Speech.Rules().Options[0].Value != "8" {
		t.Error("the options are gone")
	}
	b.says("undo")
	b.says("redo")
	if b.view.table.Sheet.Course.At() != 20 {
		t.Errorf("undo and redo lead to %d", b.view.table.Sheet.Course.At())
	}
}

// The clocks keep running across a reload, and undo still knows what they showed.
func TestReloadKeepsTheClocks(t *testing.T) {
	b := newBench(t, "tic-tac-toe", 0, nil, nil)
	now := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	b.paper.Options.Now = func() time.Time { return now }
	b.says("clock 1m+2s")
	now = now.Add(10 * time.Second)
	b.says("b2", "Clocks: X 0:52, O 1:00")
	now = now.Add(20 * time.Second)
	b.edit(`win "three in a row"`, `win "a line"`)
	b.says("reload", "1 turn replayed.", "Clocks: X 0:52, O 0:40")
	now = now.Add(20 * time.Second)
	b.says("a1", "Clocks: X 0:52, O 0:22")
	b.says("undo", "Clocks: X 0:52, O 1:00")
	b.says("undo", "Clocks: X 1:00, O 1:00")
}

// A change that forbids a move stops the replay there and says which rule forbids it; the turns
// after it are not lost.
func TestReloadStopsAtAnIllegalMove(t *testing.T) {
	b := newBench(t, "tic-tac-toe", 0, nil, nil)
	for _, m := range []string{"a1", "b2", "c3", "b3", "b1", "c1"} {
		b.says(m)
	}
	b.edit("at c in empty", "at c in empty\n  if c != b1 or no mine \"b1 is for the first move\"")
	b.says("reload",
		"mine.rules was saved: changed move put.",
		"Turn 5, X b1, is no longer legal: b1 is for the first move.",
		"mine.rules, line 7:", `| if c != b1 or no mine "b1 is for the first move"`,
		"4 of 6 turns kept. `goto 5` and beyond shows the game under the old rules.")
	if b.view.table.Sheet.Course.At() != 4 {
		t.Errorf("at %d", b.view.table.Sheet.Course.At())
	}
	b.says("undo")
	b.says("goto end")
	if b.view.table.Sheet.Course.At() != 4 {
		t.Errorf("at %d", b.view.table.Sheet.Course.At())
	}
	// The record on disk still has the whole game; what has been viewed since is a different one.
	lengths := map[int]bool{}
	for _, game := range b.host.saves.List() {
		lengths[len(game.Record.Turns)] = true
	}
	if !lengths[6] || !lengths[4] {
		t.Errorf("%v", lengths)
	}
	b.says("goto 6", "These are the previous rules; `reload` loads the new ones.")
	if b.view.table.Sheet.Course.At() != 6 || b.view.table.Slot == nil {
		t.Errorf("at %d", b.view.table.Sheet.Course.At())
	}
	b.says("reload", "4 of 6 turns kept")
	b.edit("or no mine", "or count(mine) = 2")
	b.says("reload", "6 turns replayed.")
	if b.view.table.Sheet.Course.At() != 6 || b.view.table.Former != nil {
		t.Errorf("at %d", b.view.table.Sheet.Course.At())
	}
	// What is played after a move was refused is a new game.
	b.edit("or count(mine) = 2", "or no mine")
	b.says("reload", "4 of 6 turns kept")
	b.says("a2")
	b.edit("or no mine", "or count(mine) >= 2")
	b.says("reload", "5 turns replayed.")
}

// An error leaves the table as it was and shows the diagnostic.
func TestReloadWithAMistake(t *testing.T) {
	b := newBench(t, "reversi", 5, nil, nil)
	before := b.view.table
	b.edit("count(mine) wins", "count(mien) wins")
	b.says("reload", "mine.rules was saved: changed end.", "unknown name `mien`",
		"The table keeps the rules it has")
	if b.view.table != before || b.view.table.Sheet.Course.At() != 5 {
		t.Error("the table has changed")
	}
	b.says("history", "5.")
	if err := os.Remove(b.file); err != nil {
		t.Fatal(err)
	}
	b.says("reload", "mine.rules is gone.", "does not exist", "The table keeps the rules it has")
}

// The seats and their levels stay; if a level is gone, its seat goes to a person, and a message
// says so.
func TestReloadKeepsTheSeats(t *testing.T) {
	b := newBench(t, "reversi", 4, map[string]string{"White": "easy"}, nil)
	b.edit(`"Reversi"`, `"Mine"`)
	b.says("reload", "changed the title")
	if b.view.table.Seats[1].Level != "easy" || b.view.table.Title() != "Mine" ||
		!b.view.table.Seats[0].IsHuman() {
		t.Errorf("%v", b.view.table.Seats)
	}
	toml := strings.TrimSuffix(b.file, ".rules") + ".toml"
	if err := os.WriteFile(toml, []byte("title = \"Other\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.says("reload", "mine.toml was saved.")
	if b.view.table.Sheet.Speech.Ruleset.Info.Title != "Other" {
		t.Error("the TOML was not read again")
	}
}

// A bot waits where a replay stopped, so that the reason can be read.
func TestReloadStopsBots(t *testing.T) {
	b := newBench(t, "tic-tac-toe", 0, nil, nil)
	for _, m := range []string{"a1", "b2", "c3"} {
		b.says(m)
	}
	b.says("undo")
	b.says("undo")
	b.says("seat O=random")
	b.says("b1")
	if b.view.table.Sheet.Course.Len() < 3 {
		t.Fatalf("the bot has not moved: %d steps", b.view.table.Sheet.Course.Len())
	}
	b.edit("at c in empty", "at c in empty\n  if c != b2 \"not the middle\"")
	b.says("reload", "Turn 2, O ", "is no longer legal: not the middle.",
		"`go` lets O (random) move.")
	if b.view.table.Sheet.Course.At() != 1 || !b.view.table.Halted {
		t.Errorf("at %d", b.view.table.Sheet.Course.At())
	}
}

func TestReloadOfABuiltInGame(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	if err := s.Start("reversi", "", nil, nil); err != nil {
		t.Fatal(err)
	}
	err := s.Exec("reload")
	const help = "`boardgame rules reversi --out mine.rules` makes a copy to change"
	if err == nil || !strings.Contains(err.Error(), help) {
		t.Error(err)
	}
}

func TestChangesIn(t *testing.T) {
	const text = "game \"A\"\n# one\ndef a = mine\ndef b = \"#\"\nend { win if a }\n"
	for _, test := range []struct{ after, want string }{
		{strings.Replace(text, "# one", "# two", 1), "only comments or the layout changed"},
		{strings.Replace(text, "a = mine", "a =\n  mine # all", 1),
			"only comments or the layout changed"},
		{strings.Replace(text, `"#"`, `"##"`, 1), "changed def b"},
		{strings.Replace(text, "def a = mine\n", "", 1) + "option c = 1 in {1}\n",
			"added option c; removed def a"},
		{strings.Replace(text, "A", "B", 1) + "turn put\n", "changed the title; added turn"},
	} {
		if got := table.ChangesIn(text, test.after); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// However an editor saves, it causes one notice, given once the file is at rest.
func TestLookout(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.rules")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.rules", "one")
	w := &lookout{changes: make(chan struct{}, 1)}
	w.follow([]string{file, filepath.Join(dir, "b.rules")})
	told := func() int {
		n := 0
		for range 4 {
			w.look()
			select {
			case <-w.changes:
				n++
			default:
			}
		}
		return n
	}
	if told() != 0 {
		t.Error("a notice without a save")
	}
	for name, save := range map[string]func(){
		"in place": func() { write("a.rules", "three") },
		"by rename": func() {
			write("a.tmp", "fourteen")
			_ = os.Rename(filepath.Join(dir, "a.tmp"),
				file)
		},
		"removed": func() { _ = os.Remove(file); w.look(); write("a.rules", "a new one") },
		"new":     func() { write("b.rules", "x") },
		"written in two parts": func() {
			write("a.rules", "the beginning")
			w.look()
			write("a.rules", "the beginning and the end")
		},
	} {
		if save(); told() != 1 {
			t.Errorf("%s: not told once", name)
		}
	}
	w.follow([]string{file})
	if write("b.rules", "xyz"); told() != 0 {
		t.Error("a file that is not followed any more is told of")
	}
}

// The files of a game include those it extends and uses.
func TestFilesOf(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.rules": "game \"A\" extends \"b\"\nuse \"lib\"\n",
		"b.rules": "game \"B\" extends \"reversi\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rs := gametest.Ruleset(t, filepath.Join(dir, "a.rules"))
	files := strings.Join(table.FilesOf(rs), " ")
	for _, name := range []string{"a.rules", "a.toml", "b.rules", "b.toml", "lib.rules"} {
		if !strings.Contains(files, filepath.Join(dir, name)) {
			t.Errorf("%s is not among %s", name, files)
		}
	}
}

// At a terminal, a save is noticed while a line is being typed, and the line stays.
func TestLivePlay(t *testing.T) {
	long.Skip(t, "a terminal and a clock")
	b := newBench(t, "tic-tac-toe", 0, nil, nil)
	c := newConsole(t, t.TempDir(), b.file, "", 80)
	c.expect("1. X> ")
	c.send("a1\r")
	c.expect("2. O> ")
	c.send("b")
	c.expect("b")
	b.edit("in_a_row(mine, 3)", "in_a_row(mine, 2)")
	c.expect("mine.rules was saved: changed end.")
	c.expect("1 turn replayed.")
	c.expect("a   b   c")
	c.expect("2. O> ")
	c.send("2\r") // after the b that was restored
	c.expect("2. O: b2")
	c.expect("3. X> ")
	b.edit("in_a_row(mine, 2)", "in_a_raw(mine, 2)")
	c.expect("did you mean `in_a_row`?")
	c.expect("The table keeps the rules it has")
	c.expect("3. X> ")
	b.edit("in_a_raw(mine, 2)", "in_a_row(mine, 2)")
	c.send("a2\r")
	c.expect("Game over. X wins: three in a row.")
	c.send("quit\r")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}
