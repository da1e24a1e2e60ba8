package outside_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/outside"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/repl/ugi"
	"boardgame/testdata/long"
)

// engineEnv turns the test program into an engine: NAME LEVEL.
const engineEnv = "BOARDGAME_TEST_ENGINE"

func TestMain(m *testing.M) {
	if what := os.Getenv(engineEnv); what != "" {
		name, level, _ := strings.Cut(what, " ")
		rs, g, err := find(name, nil)
		if err == nil {
			var s *ugi.Speaker
			if s, err = ugi.New(ugi.Options{Game: g, Ruleset: rs, Level: level, Seed: 1},
				os.Stdout); err == nil {
				err = s.Run(context.Background(), os.Stdin)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func find(name string, options map[string]string) (*ruleset.Ruleset, *interp.Game, error) {
	rs, err := ruleset.Find(name)
	if err != nil {
		return nil, nil, err
	}
	rules, list := dsl.Load(rs.File, options, ruleset.Memory{})
	if list.HasErrors() {
		return nil, nil, errors.New(list.Errors()[0].Summary)
	}
	return rs, interp.New(rules), nil
}

func python(t *testing.T) string {
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed; the engine of this test is written in it")
	}
	return path
}

// launcher returns a function that launches the engine of testdata for tic-tac-toe.
func launcher(t *testing.T, g *interp.Game, info *ruleset.Info, mode, limit string) func() (bot.Bot,
	error) {
	t.Helper()
	spec, err := outside.Parse(fmt.Sprintf("ugi:%s testdata/engine.py %s", python(t), mode))
	if err != nil {
		t.Fatal(err)
	}
	l, err := outside.ParseLimit(limit)
	if err != nil {
		t.Fatal(err)
	}
	return func() (bot.Bot, error) { return outside.Launch(spec, g, wire.NewPlain(g, info), l) }
}

// What an engine of xboard says about results after a move answers no later question; instead of
// one, it ends the game.
func TestResultsOfXboard(t *testing.T) {
	t.Parallel() // it waits for programs
	rs, g, err := find("tic-tac-toe", nil)
	if err != nil {
		t.Fatal(err)
	}
	for mode, reason := range map[string]string{"": "", "resign": "it resigned",
		"draw": "it claims a draw: 1/2-1/2 {by agreement}"} {
		spec, err := outside.Parse(fmt.Sprintf("xboard:%s testdata/xboard.py %s", python(t), mode))
		if err != nil {
			t.Fatal(err)
		}
		m := &match.Match{Game: g, Ruleset: rs.Name, Games: long.Times(4, 2), Seed: 1, Jobs: 1,
			Levels: []bot.Level{{Name: "engine"},
				{Name: "greedy", Settings: bot.Settings{Bot: "greedy"}}},
			Seat: []func() (bot.Bot, error){func() (bot.Bot, error) {
				return outside.Launch(spec, g, wire.NewPlain(g, &rs.Info), outside.Limit{Own: true})
			}},
		}
		games, err := m.Run(t.Context(), nil, nil)
		if err != nil || len(games) != m.Games {
			t.Fatalf("%d games: %v", len(games), err)
		}
		for _, played := range games {
			if played.Forfeit != "" != (reason != "") || !strings.Contains(played.Result, reason) {
				t.Errorf("%q: %s", mode, played.Result)
			}
		}
	}
}

// Whatever an engine does, the match goes on: it loses the game, with the reason, and the next game
// is played.
func TestMisbehavior(t *testing.T) {
	python(t)
	rs, g, err := find("tic-tac-toe", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range []struct{ mode, limit, reason string }{
		{"", "depth=3", ""},
		{"crash", "", "it crashed: exit status 3 (Traceback: something broke)"},
		{"silent", "patience=300ms,own", "it said nothing: no move after 300ms"},
		{"silent", "movetime=50ms,margin=200ms", "it ran out of time: no move after 250ms"},
		{"slow", "clock=500ms,margin=100ms", "it ran out of time"},
		{"slow", "movetime=50ms,margin=100ms", "it ran out of time: "},
		{"illegal", "", "it played a1, which is not a legal move"},
		{"nonsense", "", "it played  [31m , which is not a legal move"},
		{"empty", "", "it named no move after bestmove"},
		{"flood", "", ""},
		{"longline", "patience=2s", "it wrote a line of more than a megabyte"},
		{"deaf", "patience=400ms", "no answer to isready: it gave no answer in time"},
	} {
		if !long.Case(i, 3) {
			continue
		}
		t.Run(row.mode+" "+row.limit, func(t *testing.T) {
			t.Parallel()
			seat := launcher(t, g, &rs.Info, row.mode, row.limit)
			easy, err := bot.FindLevel(rs.Info.Levels, "greedy:ties=first")
			if err != nil {
				t.Fatal(err)
			}
			m := &match.Match{
				Game: g, Ruleset: rs.Name, Levels: []bot.Level{{Name: "engine"}, easy}, Games: 2,
				Seed: 1, Jobs: 1, Fixed: true,
				Seat: []func() (bot.Bot, error){seat},
			}
			games, err := m.Run(t.Context(), nil, nil)
			if err != nil || len(games) != 2 {
				t.Fatalf("%d games: %v", len(games), err)
			}
			for _, played := range games {
				if row.reason == "" {
					if played.Forfeit != "" || !played.Over {
						t.Errorf("%s", played.Result)
					}
					continue
				}
				player := g.Rules().Players[0].Name
				other := g.Rules().Players[1].Name
				want := player + " forfeits: " + row.reason
				if played.Forfeit != player || !strings.HasPrefix(played.Result, want) ||
					!cmp.Equal(played.Winners, []string{other}) {
					t.Errorf("%q, winners %v\nwant %q", played.Result, played.Winners, want)
				}
			}
		})
	}
}

// If an engine does not start, that is an error, not a game.
func TestLaunch(t *testing.T) {
	rs, g, err := find("tic-tac-toe", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ command, want string }{
		{"/nowhere/engine", "cannot be started"},
		{"no_such_program_anywhere", "cannot be started"},
		{"true", "it ended"},
		{"false", "it crashed: exit status 1"},
	} {
		spec, err := outside.Parse("ugi:" + row.command)
		if err != nil {
			t.Fatal(err)
		}
		p, err := outside.Launch(spec, g, wire.NewPlain(g, &rs.Info), outside.Limit{})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.command, err)
		}
		if p != nil {
			p.Close()
		}
	}
}

// Nothing of an engine is left once it is closed, even if it refuses to quit or has started other
// processes.
func TestNothingLeft(t *testing.T) {
	t.Parallel() // it waits for programs
	rs, g, err := find("tic-tac-toe", nil)
	if err != nil {
		t.Fatal(err)
	}
	note := filepath.Join(t.TempDir(), "pid")
	for _, mode := range []string{"family " + note, "stubborn"} {
		b, err := launcher(t, g, &rs.Info, mode, "")()
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		if err := b.(*outside.Player).Close(); err != nil {
			t.Error(err)
		}
		if time.Since(begun) > long.Patience {
			t.Errorf("%s: closing took %s", mode, time.Since(begun))
		}
	}
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux can be seen whether a program of another one is gone")
	}
	pid := strings.Fields(string(text))[1]
	for begun := time.Now(); time.Since(begun) < long.Patience; {
		state, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		// A process that nobody has waited for yet, because its parent is gone, does nothing
		// anymore.
		if err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the program %s that the engine had started is still there", pid)
}

// A match against itself through the protocol is the same as the match inside, move for move.
func TestSameAsInside(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range []struct {
		name   string
		levels [2]string
	}{
		{"connect-four", [2]string{"alphabeta:depth=2,ties=first", "greedy:ties=first"}},
		{"english-draughts", [2]string{"alphabeta:depth=2,ties=first", "greedy:ties=first"}},
		{"shiftago", [2]string{"greedy:ties=first", "greedy:ties=first"}},
	} {
		if !long.Case(i, 1) {
			continue
		}
		rs, g, err := find(row.name, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := &match.Match{Game: g, Ruleset: rs.Name, Games: long.Times(6, 3), Seed: 2, Opening: 3,
			Jobs: 1}
		for _, level := range row.levels {
			l, err := bot.FindLevel(rs.Info.Levels, level)
			if err != nil {
				t.Fatal(err)
			}
			m.Levels = append(m.Levels, l)
		}
		inside, err := m.Run(t.Context(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range row.levels {
			m.Seat = append(m.Seat, func() (bot.Bot, error) {
				spec := outside.Spec{Command: []string{"env", engineEnv + "=" + row.name + " " +
					level, self}, Text: level}
				return outside.Launch(spec, g, wire.NewPlain(g, &rs.Info), outside.Limit{Own: true})
			})
		}
		through, err := m.Run(t.Context(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range inside {
			if through[i].Moves != inside[i].Moves || through[i].Result != inside[i].Result {
				t.Errorf("%s, game %d:\n%s (%s), inside\n%s (%s)", row.name, i+1,
					through[i].Moves, through[i].Result, inside[i].Moves, inside[i].Result)
			}
		}
	}
}

// Chess against a chess engine, over UCI on both sides of the board.
func TestStockfish(t *testing.T) {
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			t.Skip("stockfish is not installed (apt-get install stockfish)")
		}
	}
	rs, g, err := find("chess", nil)
	if err != nil {
		t.Fatal(err)
	}
	dialect, err := wire.NewUCI(g, &rs.Info)
	if err != nil {
		t.Fatal(err)
	}
	easy, err := bot.FindLevel(rs.Info.Levels, "easy")
	if err != nil {
		t.Fatal(err)
	}
	m := &match.Match{
		Game: g, Ruleset: rs.Name, Levels: []bot.Level{{Name: "stockfish"}, easy}, Games: 2,
		Seed: 1, Jobs: 1, Length: 300,
		Seat: []func() (bot.Bot, error){func() (bot.Bot, error) {
			return outside.Launch(outside.Spec{Protocol: "uci", Command: []string{path},
				Text: "uci:stockfish"}, g, dialect, outside.Limit{Depth: 3})
		}},
	}
	games, err := m.Run(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, played := range games {
		if played.Forfeit != "" {
			t.Errorf("%s", played.Result)
		}
	}
}

// If a player is stopped while an engine thinks, the error is that of the context, and the engine
// is killed.
func TestCanceled(t *testing.T) {
	t.Parallel() // it waits for programs
	rs, g, err := find("tic-tac-toe", nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := launcher(t, g, &rs.Info, "slow", "movetime=10s")()
	if err != nil {
		t.Fatal(err)
	}
	defer b.(*outside.Player).Close()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := b.Choose(ctx, g, g.Start(), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if c, err := b.Choose(t.Context(), g, g.Start(), nil); err != nil ||
		g.Text(g.Start(), c.Move) != "a1" {
		t.Errorf("after that: %v %v", c.Move, err)
	}
}

func TestParse(t *testing.T) {
	got, err := outside.Parse(`uci[Skill Level=3; Hash = 16]:"/opt/my engine/run" --a 'b c' d`)
	want := outside.Spec{
		Protocol: "uci", Command: []string{"/opt/my engine/run", "--a", "b c", "d"},
		Options: []outside.Option{{Name: "Skill Level", Value: "3"}, {Name: "Hash", Value: "16"}},
		Text:    `uci[Skill Level=3; Hash = 16]:"/opt/my engine/run" --a 'b c' d`,
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for text, message := range map[string]string{
		"ugi:": "names no program", `ugi:"x`: "the quote \" is not closed",
		"ugi[a=b:x": "the bracket is not closed", "ugi[a]:x": "expected NAME=VALUE",
		"ugi": "expected PROTOCOL:COMMAND", "usi:x": "the protocols are ugi, uci, gtp",
	} {
		if _, err := outside.Parse(text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: %v", text, err)
		}
	}
	l, err := outside.ParseLimit("clock=1m+500ms, depth=3,nodes=20,margin=2s,patience=5m")
	if diff := cmp.Diff(outside.Limit{
		Clock: time.Minute, Increment: 500 * time.Millisecond, Depth: 3, Nodes: 20,
		Margin: 2 * time.Second, Patience: 5 * time.Minute,
	}, l); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for _, text := range []string{"movetime=5", "movetime=0s", "depth=0", "nodes=x", "clock=1m+x",
		"speed=1", "own,depth=3", "movetime"} {
		if _, err := outside.ParseLimit(text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
