package ugi

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/wire"
	"boardgame/testdata/long"
)

// options finds a game and its options.
func options(t testing.TB, name string, chosen map[string]string) Options {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	rules := gametest.Rules(t, rs, chosen)
	return Options{Game: interp.New(rules), Ruleset: rs, Seed: 1}
}

// talk returns a speaker's answers to commands.
func talk(t testing.TB, o Options, commands string) string {
	t.Helper()
	var out bytes.Buffer
	s, err := New(o, &out)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), long.Patience)
	defer cancel()
	if err := s.Run(ctx, strings.NewReader(commands)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The commands of the interface, and those beyond the standard.
func TestCommands(t *testing.T) {
	o := options(t, "tic-tac-toe", nil)
	for _, row := range []struct{ commands, want string }{
		{"isready\n", "readyok\n"},
		{"isready", "readyok\n"},
		{"uci\nxyzzy\n\n   \nxyzzy isready\r\n", "readyok\n"},
		{"query p1turn\nquery gameover\nquery result\n",
			"response true\nresponse false\nresponse none\n"},
		{"position startpos moves a1\nquery p1turn\nquery turn\n", "response false\nresponse p2\n"},
		{"position startpos moves a1 b1 a2 b2 a3\nquery gameover\nquery result\n" +
			"query p1turn\nquery turn\n",
			"response true\nresponse p1win\nresponse false\nresponse p2\n"},
		{"position startpos moves a1 b1 a2 b2 c3 b3\nquery result\nquery legal\n",
			"response p2win\nresponse\n"},
		{"position startpos moves a1 b1 a2 b2 a3\ngo depth 2\n",
			"info string the game is over: X wins: three in a row\nbestmove 0000\n"},
		{"position fen 2m/1M1/M1m X moves c3\nquery why c1\nposition fen M1m/1M1/m2 X moves " +
			"c1\nquery gameover\nquery result\n",
			"info string error: move 1: \"c3\" is not a legal move"},
		{"position fen M1m/1M1/m2 X moves c1\nquery gameover\nquery result\n",
			"response true\nresponse p1win\n"},
		{"position startpos moves a1\nposition startpos moves a1 a1\nquery board\n",
			"info string error: move 2: \"a1\" is not a legal move: put asks for `at c in empty`, " +
				"and a1 is not among these; 8 moves are legal, such as "},
		{"position\nposition fen\nposition nowhere moves a1\n",
			strings.Repeat("info string error: expected position startpos or position fen FEN, "+
				"and then perhaps moves MOVE …\n", 3)},
		{"query\n", "info string error: expected query gameover, p1turn, result, legal, board, " +
			"turn, value or why\n"},
		{"query colour\n", ""},
		{"query legal\n", "response a1 b1 c1 a2 b2 c2 a3 b3 c3\n"},
		{"query why a1\nposition startpos moves a1\nquery why a1\n", "response legal\n" +
			"info string tic-tac-toe/tic-tac-toe.rules, line 6: at c in empty\n" +
			"response a1 is taken: X's mark is there.\n"},
		{"query value\n", "info string error: the rules declare no value\n"},
		{"setoption name Level value nobody\n", "info string error: there is no bot \"nobody\""},
		{"setoption name Seed value x\n",
			"info string error: the option Seed is a number from 0 to 2147483647, not " +
				"\"x\"\n"},
		{"setoption\n", "info string error: expected setoption name NAME value VALUE\n"},
		{"setoption name Hash value 128\nsetoption name UCI_AnalyseMode value true\n", ""},
		{"perft 0\n", "info string error: the depth is \"0\"; it is a number from 1 to 100\n"},
		{"go depth\n", "bestmove 0000\ninfo string error: a number is missing after depth\n"},
		{"go depth x\n", "bestmove 0000\ninfo string error: depth is a whole number, not \"x\"\n"},
		{"stop\nstop\nquit\nisready\n", ""},
		{strings.Repeat("x", maxLine+10) + "\nisready\n", "readyok\n"},
	} {
		got := talk(t, o, row.commands)
		if !strings.HasPrefix(got, row.want) || row.want == "" && got != "" {
			t.Errorf("%.60q: %q\nwant %q", row.commands, got, row.want)
		}
	}
	if got := talk(t, o, "ugi\n"); !regexp.MustCompile(
		`^id name boardgame \S+, tic-tac-toe\nid author .+\n(option name \S+ type .+\n)+ugiok\n$`).
		MatchString(got) {
		t.Errorf("ugi: %q", got)
	}
	perft := talk(t, o, "perft 3\n")
	if !strings.HasSuffix(perft, "\nNodes searched: 504\n") ||
		!strings.HasPrefix(perft, "a1: 56\n") {
		t.Errorf("perft: %q", perft)
	}
	if got := talk(t, o, "position startpos moves b2\nd\n"); !strings.Contains(got, "Fen: ") ||
		!strings.Contains(got, "│") {
		t.Errorf("d: %q", got)
	}
}

// What a search prints, whatever limits it.
func TestGo(t *testing.T) {
	line := regexp.MustCompile(
		`^info depth \d+ (score (cp|mate) -?\d+ )?nodes \d+ time \d+ (nps \d+ )?pv( \S+)+$`)
	for _, name := range []string{"english-draughts"} {
		o := options(t, name, nil)
		for _, bounds := range []string{
			"", "depth 2", "nodes 2000", "movetime 60", "p1time 900 p2time 900 p1inc 20 p2inc 20",
			"wtime 500 btime 500 movestogo 10",
			"movetime 50 depth 3", "p1time 0 p2time 0", "movetime 40 flavour vanilla",
		} {
			for _, level := range []string{"alphabeta:depth=2", "mcts:playouts=50", "random"} {
				got := talk(t, o, "setoption name Level value "+level+"\nposition startpos\ngo "+bounds+"\n")
				lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
				best, ok := strings.CutPrefix(lines[len(lines)-1], "bestmove ")
				if !ok || strings.Contains(best, " ") {
					t.Fatalf("%s go %s: %q", name, bounds, got)
				}
				for _, l := range lines[:len(lines)-1] {
					if !line.MatchString(l) {
						t.Errorf("%s go %s: %q", name, bounds, l)
					}
				}
				after := talk(t, o, "position startpos moves "+best+"\nquery turn\n")
				if after != "response p2\n" {
					t.Errorf("%s: after %s: %s", name, best, after)
				}
			}
		}
	}
}

// Whatever clock is sent, a level does no more than it may by itself.
func TestLevelsUnderClocks(t *testing.T) {
	o := options(t, "chess", nil)
	field := regexp.MustCompile(`(depth|nodes) (\d+)`)
	for level, most := range map[string]map[string]int{
		"medium":                     {"depth": 2},
		"alphabeta:depth=1":          {"depth": 1},
		"alphabeta:nodes=3000":       {"nodes": 3100},
		"mcts:playouts=20,rollout=0": {"nodes": 20},
	} {
		for _, clock := range []string{"", "wtime 600000 btime 600000", "movetime 60000", "depth 9",
			"nodes 1000000", "wtime 600000 winc 9000 movestogo 3 depth 12"} {
			got := talk(t, o, "setoption name Level value "+level+"\nposition startpos\ngo "+
				clock+"\n")
			fields := field.FindAllStringSubmatch(got, -1)
			if len(fields) == 0 {
				t.Errorf("%s, go %s: %q", level, clock, got)
			}
			for _, f := range fields {
				n, _ := strconv.Atoi(f[2])
				if limit, ok := most[f[1]]; ok && n > limit {
					t.Errorf("%s, go %s: %s, at most %d", level, clock, f[0], limit)
				}
			}
		}
	}
}

// Scores are in hundredths of the unit that the ruleset names: a queen more is about 900, whether
// the value of the level counts men or hundredths of them.
func TestScoresInUnits(t *testing.T) {
	o := options(t, "chess", nil)
	for _, value := range []string{"material", "activity"} {
		got := talk(t, o, "setoption name Level value alphabeta:depth=1,value="+value+
			"\nposition fen 4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1\ngo\n")
		score := regexp.MustCompile(`score cp (-?\d+)`).FindStringSubmatch(got)
		if score == nil {
			t.Fatalf("%s: %q", value, got)
		}
		if n, _ := strconv.Atoi(score[1]); n < 800 || n > 1200 {
			t.Errorf("%s: cp %d", value, n)
		}
	}
}

// The best move is the first of the last line, also where the rest of a turn is thought about anew.
func TestBestMoveIsInTheLine(t *testing.T) {
	for _, name := range []string{"blockade", "amazons", "chess", "english-draughts"} {
		o := options(t, name, nil)
		for seed := range 3 {
			for _, level := range []string{"alphabeta:nodes=400", "greedy", "mcts:playouts=30",
				"alphabeta:depth=1,slip=50", "random"} {
				got := talk(t, o, fmt.Sprintf("setoption name Seed value %d\nsetoption name Level "+
					"value %s\nposition startpos\ngo\n", seed, level))
				words := strings.Fields(got[strings.LastIndex(got, " pv ")+1:])
				best := words[len(words)-1]
				if words[1] != best {
					t.Errorf("%s, %s: %q", name, level, got)
				}
			}
		}
	}
}

// An infinite search goes on until stop and answers meanwhile. The next command also ends it.
func TestInfinite(t *testing.T) {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	s, err := New(options(t, "cage", nil), out)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(t.Context(), in) }()
	lines := bufio.NewScanner(answers)
	await := func(want string) string {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), want) {
				return lines.Text()
			}
		}
		t.Fatalf("no %s", want)
		return ""
	}
	say := func(text string) { fmt.Fprintln(commands, text) }
	say("go infinite")
	await("info depth")
	say("isready")
	await("readyok")
	say("stop")
	await("bestmove ")
	say("setoption name Level value random")
	say("go infinite")
	say("isready")
	if got := await(""); got != "readyok" && !strings.HasPrefix(got, "info") {
		t.Errorf("a move before stop: %s", got)
	}
	say("position startpos")
	await("bestmove ")
	say("setoption name Level value alphabeta")
	say("go infinite")
	say("quit")
	await("bestmove ")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Every token of every game is one word that reads back as the move it was written for, and every
// position reads back too.
func TestTokens(t *testing.T) {
	const most = 32
	for i, name := range ruleset.List() {
		if i%3 != 0 || !long.Case(i/3, 20) {
			continue
		}
		o := options(t, name, nil)
		d := wire.NewPlain(o.Game, &o.Ruleset.Info)
		tb := newTable(o.Game, d)
		rng := rand.New(rand.NewPCG(7, 0))
		var tokens []string
		for n := 0; n < long.Times(6, 2) && tb.now().Result() == nil; n++ {
			p := tb.now()
			turns, _ := o.Game.Turns(p, most)
			for i := range 8 {
				turn := turns[(i*len(turns)/8)%len(turns)]
				token := d.Token(p, turn.Steps)
				steps, err := tb.steps(p, token)
				if err != nil || !slices.Equal(steps, turn.Steps) ||
					strings.ContainsAny(token, " \t\n") || token == "moves" {
					t.Fatalf("%s: %q is %v, want %v: %v", name, token, steps, turn.Steps, err)
				}
			}
			tokens = append(tokens, d.Token(p, turns[rng.IntN(len(turns))].Steps))
			if err := tb.set("startpos", tokens); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text := d.Position(tb.now())
			again, err := d.ParsePosition(text)
			if err != nil || d.Position(again) != text ||
				slices.Contains(strings.Fields(text), "moves") {
				t.Fatalf("%s: %q: %v", name, text, err)
			}
		}
		fresh := newTable(o.Game, d) // all at once gives the same as one by one
		if err := fresh.set("startpos", tokens); err != nil || !fresh.now().Equal(tb.now()) {
			t.Errorf("%s: %v: %v", name, tokens, err)
		}
	}
}

// engine is the other end of a speaker, as a match runner sees it.
type engine struct {
	t       *testing.T
	in      io.Writer
	answers *bufio.Scanner
}

func launch(t *testing.T, o Options, level string) *engine {
	o.Level = level
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	s, err := New(o, out)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.Run(context.Background(), in); err != nil {
			t.Error(err)
		}
		out.Close()
	}()
	e := &engine{t, commands, bufio.NewScanner(answers)}
	e.say("ugi")
	e.await("ugiok")
	t.Cleanup(func() {
		e.say("quit")
		<-ended
	})
	return e
}

func (e *engine) say(format string, args ...any) { fmt.Fprintf(e.in, format+"\n", args...) }

// await returns the second word of the next two-word line that begins with first, as runners do.
func (e *engine) await(first string) string {
	for e.answers.Scan() {
		words := strings.Fields(e.answers.Text())
		if len(words) > 0 && words[0] == first && len(words) <= 2 {
			return words[len(words)-1]
		}
	}
	e.t.Fatalf("no %s", first)
	return ""
}

func (e *engine) ask(moves []string, what string) string {
	position := "position startpos"
	if len(moves) > 0 {
		position += " moves " + strings.Join(moves, " ")
	}
	e.say("%s", position)
	if what == "" {
		return ""
	}
	e.say("query %s", what)
	return e.await("response")
}

// runGame plays a game of two engines, asking in the order that match runners use.
func runGame(engines [2]*engine, opening []string, limit string) (moves []string, result string) {
	for _, e := range engines {
		e.say("isready")
		e.await("readyok")
		e.say("uginewgame")
	}
	moves = opening
	for {
		e := engines[1]
		if engines[0].ask(moves, "p1turn") == "true" {
			e = engines[0]
		}
		e.say("isready")
		e.await("readyok")
		e.ask(moves, "")
		if e.ask(moves, "gameover") == "true" {
			break
		}
		e.say("go %s", limit)
		moves = append(moves[:len(moves):len(moves)], e.await("bestmove"))
	}
	first, second := engines[0].ask(moves, "result"), engines[1].ask(moves, "result")
	if first != second {
		return moves, "mismatch"
	}
	return moves, first
}

var matchGames = flag.Int("games", long.Times(6, 3),
	"how many games the matches through the interface have")

// A match through the interface equals the match that the program plays internally, move for move.
// The openings are random, so that the games differ; the levels choose without randomness.
func TestMatchAsInside(t *testing.T) {
	games := *matchGames
	for _, row := range []struct {
		name    string
		options map[string]string
		levels  [2]string
		opening int
		games   int
	}{
		{"cage", map[string]string{"size": "4"},
			[2]string{"alphabeta:depth=3,ties=first", "greedy:ties=first"}, 2, games},
		{"connect-four", nil,
			[2]string{"alphabeta:depth=3,ties=first", "alphabeta:depth=1,ties=first"}, 3, games},
		{"shiftago", nil, [2]string{"greedy:ties=first", "alphabeta:depth=1,ties=first"}, 2, games},
		{"english-draughts", nil, [2]string{"alphabeta:depth=2,ties=first", "greedy:ties=first"}, 4,
			min(games, 6)},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			o := options(t, row.name, row.options)
			m := &match.Match{Game: o.Game, Ruleset: row.name, Games: row.games, Seed: 5,
				Opening: row.opening, Fixed: true, Jobs: 1}
			for _, level := range row.levels {
				l, err := bot.FindLevel(o.Ruleset.Info.Levels, level)
				if err != nil {
					t.Fatal(err)
				}
				m.Levels = append(m.Levels, l)
			}
			played, err := m.Run(t.Context(), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			engines := [2]*engine{launch(t, o, row.levels[0]), launch(t, o, row.levels[1])}
			tb := newTable(o.Game, wire.NewPlain(o.Game, &o.Ruleset.Info))
			for _, g := range played {
				var want []string
				p := o.Game.Start()
				steps, _, err := o.Game.PlayText(p, g.Moves)
				if err != nil {
					t.Fatal(err)
				}
				for turn := []interp.Move(nil); len(steps) > 0; steps = steps[1:] {
					turn = append(turn, steps[0])
					before := tb.play(p, turn[:len(turn)-1])
					if after := tb.play(p, turn); interp.TurnOver(before, after) {
						want = append(want, tb.dialect.Token(p, turn))
						p, turn = after, nil
					}
				}
				got, result := runGame(engines, want[:row.opening], "")
				if !slices.Equal(got, want) {
					t.Fatalf("game %d:\n%v, inside\n%v", g.Number, got, want)
				}
				if result != resultWord(p.Result()) {
					t.Errorf("game %d: %s, inside %s", g.Number, result, resultWord(p.Result()))
				}
			}
		})
	}
}

// No command but quit ends a speaker.
func FuzzCommands(f *testing.F) {
	f.Add("position startpos moves a1 b2\nquery legal\n")
	f.Add("position fen 3/3/3 X moves a1\ngo nodes 10\nstop\nd\n")
	f.Add("setoption name Level value greedy\ngo\nquery why a1~b2\n")
	o := options(f, "tic-tac-toe", nil)
	f.Fuzz(func(t *testing.T, commands string) {
		if strings.Contains(commands, "perft") || strings.Contains(commands, "infinite") ||
			strings.Contains(commands, "ponder") || strings.Contains(commands, "time") {
			return // would take too long
		}
		if strings.Contains(commands, "quit") {
			return
		}
		if got := talk(t, o, commands+"\nstop\nisready\n"); !strings.HasSuffix(got, "readyok\n") {
			t.Errorf("%q: %q", commands, got)
		}
	})
}

// A question is answered while a count goes on, and the count goes on.
func TestQuestionsEndNoCount(t *testing.T) {
	o := options(t, "tic-tac-toe", nil)
	got := talk(t, o, "perft 4\nquery p1turn\nd\nquery result\n")
	for _, want := range []string{"response true\n", "Fen: ", "response none\n",
		"Nodes searched: 3024\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// Whatever is not legal, `query why` says so without quoting the rules, and shows their line beside
// it.
func TestWhyIsPlain(t *testing.T) {
	for i, name := range ruleset.List() {
		if i%3 != 2 || !long.Case(i/3, 20) {
			continue
		}
		o := options(t, name, nil)
		g := o.Game
		if g.Secret() { // which UGI refuses
			continue
		}
		s, err := New(o, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		dialect := s.table.dialect
		played, _ := g.Playout(g.Start(), rand.New(rand.NewPCG(1, 1)), 6)
		next, _ := g.Playout(played, rand.New(rand.NewPCG(2, 1)), 1)
		var asked strings.Builder
		fmt.Fprintf(&asked, "position fen %s\n", dialect.Position(played))
		turns, _ := g.Turns(next, 20)
		for _, turn := range turns { // of the next player
			fmt.Fprintf(&asked, "query why %s\n", dialect.Token(next, turn.Steps))
		}
		for line := range strings.Lines(talk(t, o, asked.String())) {
			if said, ok := strings.CutPrefix(line, "response "); ok &&
				(strings.Contains(said, "`") || strings.Contains(said, "asks for")) {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

// An engine plays as strong as a runner asks, where the game has a scale; elsewhere it offers none.
func TestStrength(t *testing.T) {
	var out bytes.Buffer
	s, err := New(options(t, "chess", nil), &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ set, level string }{
		{"UCI_Elo value 1330", "hard"}, {"UCI_LimitStrength value true", "level:1330"},
		{"UCI_Elo value 2050", "level:2050"}, {"UCI_Elo value 9000", "level:2050"},
		{"UCI_LimitStrength value false", "hard"},
	} {
		_ = s.setOption(strings.Fields("name " + c.set))
		if s.chosen() != c.level {
			t.Errorf("after %q, %s plays", c.set, s.chosen())
		}
	}
	s.introduce()
	_ = s.out.Flush()
	elo := "option name UCI_Elo type spin default 2050 min 1050 max 2050"
	if !strings.Contains(out.String(), elo) {
		t.Error(out.String())
	}
	out.Reset()
	if s, err = New(options(t, "tic-tac-toe", nil), &out); err != nil {
		t.Fatal(err)
	}
	s.introduce()
	_ = s.out.Flush()
	if strings.Contains(out.String(), "UCI_Elo") {
		t.Error(out.String())
	}
}
