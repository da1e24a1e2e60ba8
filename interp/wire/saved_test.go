package wire_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/interp/wire"
	"boardgame/testdata/long"
)

// randomGame plays at most this many random steps.
func randomGame(t *testing.T, g *interp.Game, start *interp.Position, most int,
	rng *rand.Rand) (steps []interp.Move, last *interp.Position) {
	t.Helper()
	for last = start; len(steps) < most && last.Result() == nil; {
		legal := g.Moves(last)
		m := legal[rng.IntN(len(legal))]
		next, err := g.Play(last, m)
		if err != nil {
			t.Fatal(err)
		}
		steps, last = append(steps, m), next
	}
	return steps, last
}

// one returns one of several texts.
func one(rng *rand.Rand, of ...string) string { return of[rng.IntN(len(of))] }

// throughRecord writes a record, and reads and replays it.
func throughRecord(t *testing.T, g *interp.Game, r *record.Game) (*record.Game, *record.Played) {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := record.Read("record", strings.NewReader(b.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	played, err := again.Replay(g)
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return again, played
}

// A PGN with whatever can occur in one is written as it was read, and goes through a record without
// a loss.
func TestPGNRoundTrip(t *testing.T) {
	long.OneThread(t)
	g, s, d, rs := san(t)
	games := 20
	if long.Tests {
		games = 300
	}
	rng := rand.New(rand.NewPCG(27, 7))
	ends := map[string]int{}
	for range games {
		pgn := &wire.PGN{Start: g.Start()}
		if rng.IntN(4) == 0 {
			_, pgn.Start = randomGame(t, g, g.Start(), 1+rng.IntN(6), rng)
			p, err := d.ParsePosition(d.Position(pgn.Start))
			if err != nil {
				t.Fatal(err)
			}
			pgn.Start = p
		}
		var last *interp.Position
		pgn.Steps, last = randomGame(t, g, pgn.Start, rng.IntN(30), rng)
		pgn.Result = one(rng, "1-0", "0-1", "1/2-1/2", "*")
		if result := last.Result(); result != nil && rng.IntN(4) > 0 {
			pgn.Result = wire.PGNResult(result)
		}
		for _, tag := range []wire.Tag{
			{"Event", one(rng, "?", `The "Open", \\ 1# round: {x} [y]`, "start: 1")},
			{"Date", one(rng, "????.??.??", "1851.06.21", "1851.??.??")},
			{"Round", one(rng, "?", "-", "3.1")}, {"White", one(rng, "?", "Müller, K.")},
			{"Black", one(rng, "?", "bot hard")}, {"WhiteElo", one(rng, "2700", "-")},
			{"ECO", "C41"}, {"TimeControl", "40/7200:3600"},
			{"Termination", one(rng, "normal", "time forfeit", "adjudication", "abandoned")},
		} {
			if rng.IntN(2) == 0 {
				pgn.Tags = append(pgn.Tags, tag)
			}
		}
		for i := range len(pgn.Steps) + 1 {
			var remarks []string
			if i > 0 && rng.IntN(5) == 0 {
				remarks = append(remarks, one(rng, "!", "?", "!!", "??", "!?", "?!"))
			}
			for rng.IntN(3) == 0 {
				remarks = append(remarks, one(rng, "{a comment}", "{[%clk 0:05:00]}", "{}",
					"{"+strings.TrimSpace(strings.Repeat("many words % ", 20))+"}",
					"{%pgn (e4)}", "{%sgf C[x]}", "{# (;) 1-0 [Event}", "{after ; a } brace}",
					"(1. e4 e5 (1... c5 {Sicilian (;}) 2. Nf3 $1)", "$14", "$255"))
			}
			pgn.Remarks = append(pgn.Remarks, remarks)
		}
		var text strings.Builder
		if err := s.Write(&text, d, pgn); err != nil {
			t.Fatal(err)
		}
		read, err := s.Read(text.String(), &rs.Info)
		if err != nil {
			t.Fatalf("%v\n%s", err, text.String())
		}
		if !slices.Equal(read.Steps, pgn.Steps) || fmt.Sprint(read.Remarks) !=
			strings.TrimRight(fmt.Sprint(pgn.Remarks[:len(read.Remarks)]), " ") {
			t.Fatalf("%q is read of\n%s", read.Remarks, text.String())
		}
		left := wire.Left{}
		r, err := s.ToRecord("chess", read, left)
		if err != nil {
			t.Fatal(err)
		}
		ends[r.Resigned+r.Agreed+r.Timeout]++
		var again strings.Builder
		saved, played := throughRecord(t, g, r)
		if err := s.Write(&again, d, s.FromRecord(saved, played, left)); err != nil {
			t.Fatal(err)
		}
		if sorted(again.String()) != sorted(text.String()) || len(left) > 0 {
			var b strings.Builder
			_ = r.Write(&b)
			t.Fatalf("left: %s\n%s\nthrough a record:\n%s\n%s", left, text.String(), b.String(),
				again.String())
		}
	}
	if len(ends) < 4 {
		t.Errorf("only the ends %v", ends)
	}
}

// sorted is a PGN whose tags are in alphabetical order; tags that only say that something is
// unknown are the same as none.
func sorted(text string) string {
	head, moves, _ := strings.Cut(text, "\n\n")
	tags := strings.Split(head, "\n")
	slices.Sort(tags)
	return strings.Join(tags, "\n") + "\n\n" + moves
}

// An SGF with whatever can occur in one is written as it was read, and goes through a record
// without a loss.
func TestSGFRoundTrip(t *testing.T) {
	games := 16
	if long.Tests {
		games = 100
	}
	rng := rand.New(rand.NewPCG(27, 8))
	for _, row := range []struct{ name, size string }{{"hex", "5"}, {"go", "5"}, {"go", "19"}} {
		g, f, rs := stones(t, row.name, map[string]string{"size": row.size})
		ends := map[string]int{}
		for range games {
			steps, last := randomGame(t, g, g.Start(), rng.IntN(24), rng)
			plain := &record.Game{Ruleset: row.name}
			made, err := course.RecordOf(g, row.name, g.Start(), steps)
			if err != nil {
				t.Fatal(err)
			}
			plain.Turns = made.Turns
			_, played := throughRecord(t, g, made)
			game, err := f.FromRecord(plain, played, wire.Left{})
			if err != nil {
				t.Fatal(err)
			}
			result := one(rng, "B+R", "W+Resign", "B+T", "W+Time", "0", "Draw", "B+12.5", "Void", "?")
			if last.Result() != nil && rng.IntN(3) > 0 {
				result = f.Result(last.Result())
			}
			game.Root = wire.Node{{"PB", []string{one(rng, `Ann ] \ `, "Ann")}}, {"PW", []string{"Bob"}},
				{"RE", []string{result}}, {"EV", []string{"The Open: #1"}}, {"GC", []string{"a\nb"}},
				{"SZ", []string{row.size}}, {"C", []string{"first line\n# second"}}}
			for i := range game.Nodes {
				if rng.IntN(3) == 0 {
					game.Nodes[i] = append(game.Nodes[i],
						wire.Property{"C", []string{one(rng, "(; not a ) game", `a ] and \`, "%sgf x")}})
				}
				if rng.IntN(4) == 0 {
					game.Nodes[i] = append(game.Nodes[i], wire.Property{"LB", []string{"aa:1", "bb:]"}},
						wire.Property{"BL", []string{"299.5"}})
				}
				game.Variations = append(game.Variations, nil)
				for rng.IntN(5) == 0 {
					game.Variations[i] = append(game.Variations[i],
						one(rng, "(;B[aa];W[bb])", `(;W[aa]C[x ) \] y](;B[bb])(;B[cc]))`))
				}
			}
			text := writtenSGF(t, f, game)
			read, err := wire.ReadSGF(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if again := writtenSGF(t, f, read); again != text {
				t.Fatalf("%s\nis written as\n%s", text, again)
			}
			if options, err := wire.SGFOptions(&rs.Info.SGF, read); err != nil ||
				!slices.Contains(options, "size="+row.size) {
				t.Fatalf("%v, %v", options, err)
			}
			moves, err := f.Steps(read)
			if err != nil || !slices.Equal(moves, steps) {
				t.Fatalf("%d of %d steps are read: %v\n%s", len(moves), len(steps), err, text)
			}
			left := wire.Left{}
			r, err := f.ToRecord(row.name, read, moves, left)
			if err != nil {
				t.Fatal(err)
			}
			ends[r.Resigned+r.Agreed+r.Timeout]++
			saved, played := throughRecord(t, g, r)
			back, err := f.FromRecord(saved, played, left)
			if err != nil {
				t.Fatal(err)
			}
			// Lines and other white space of texts that are not comments become blanks, and
			// properties of a node may change their order.
			if again := writtenSGF(t, f, back); letters(again) != letters(text) || len(left) > 0 {
				var b strings.Builder
				_ = r.Write(&b)
				t.Fatalf("left: %s\n%s\nthrough a record:\n%s\n%s", left, text, b.String(), again)
			}
		}
		if len(ends) < 3 { // nobody, a player, a draw
			t.Errorf("%s: only the ends %v", row.name, ends)
		}
	}
}

func writtenSGF(t *testing.T, f *wire.Stones, g *wire.SGF) string {
	t.Helper()
	var b strings.Builder
	if err := f.Write(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// letters is a text in which each node is the sorted list of its signs, without blanks.
func letters(text string) string {
	var nodes []string
	for node := range strings.SplitSeq(text, ";") {
		signs := strings.Split(strings.Join(strings.Fields(node), ""), "")
		slices.Sort(signs)
		nodes = append(nodes, strings.Join(signs, ""))
	}
	return strings.Join(nodes, ";")
}

// The games before and after one that is wrong are read, and the error names its line.
func TestGamesOfAFile(t *testing.T) {
	_, s, _, rs := san(t)
	type want struct {
		steps, line int
		says        string
	}
	for text, games := range map[string][]want{
		"1. e4 e5 1-0 1. d4 *\n1. c4 0-1\n": {{2, 0, ""}, {1, 0, ""}, {1, 0, ""}},
		"[Event \"a\"]\n\n1. e4 {x\n\n[Event \"b\"]\n\n1. d4 *\n": {
			{1, 3, "a comment is not closed"}, {1, 0, ""}},
		"[Event \"a\"]\n\n[Event \"b\"]\n\n1. d4\n1... d5\n[Event \"c\"]\n* {end}\n": {
			{0, 0, ""}, {2, 0, ""}, {0, 0, ""}},
		"[Event \"a\"]\n1. e4 Ke5 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n[Event \"c\"]\n1. e4 *": {
			{1, 2, `move 2: "Ke5" is not a legal move`}, {0, 6, "the tag FEN"}, {1, 0, ""}},
		"% a line of another program\n{nothing}\n": nil,
		"[Event \"a\"]\n" + strings.Repeat("{large} ", wire.MaxGame/8) + "1. e4 *\n\n[Event \"b\"]\n*": {
			{0, 1, "the game is larger than 1 MB"}, {0, 0, ""}},
	} {
		r := s.Reader(strings.NewReader(text), &rs.Info)
		for i, w := range games {
			g, err := r.Next()
			var wrong *wire.GameError
			if w.says == "" != (err == nil) || err != nil && (!errors.As(err, &wrong) ||
				wrong.Line != w.line || !strings.Contains(err.Error(), w.says)) {
				t.Errorf("%.60q, game %d: %v (%+v)", text, i+1, err, wrong)
			}
			if g != nil && len(g.Steps) != w.steps {
				t.Errorf("%.60q, game %d: %d steps", text, i+1, len(g.Steps))
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%.60q: a game more: %v", text, err)
		}
	}
	const sgf = "(;FF[4];B[aa](;W[bb])(;W[cc]))\n(;FF[4];B[aa\n(;FF[4];B[bb]) (;B[cc])x"
	r := wire.NewSGFReader(strings.NewReader(sgf))
	for i, says := range []string{"", "line 2: the value is not closed", "", "", "out of place"} {
		g, err := r.Next()
		if says == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("game %d of the SGF: %+v, %v", i+1, g, err)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("a game more: %v", err)
	}
}

// FuzzGames reads any file to its end, as games of chess and of stones.
func FuzzGames(f *testing.F) {
	f.Add("[Event \"a\"]\n\n1. e4 {x\n\n[Event \"b\"]\n1. d4 ; y\nd5 (1... Nf6) $1 *\n")
	f.Add("(;FF[4];B[aa](;W[bb])(;W[cc]))\n(;FF[4];B[aa")
	f.Add("1. e4 e5 1-0 1. d4 * % [ ( ; }")
	g, s, d, rs := san(f)
	f.Fuzz(func(t *testing.T, text string) {
		for pgns, n := s.Reader(strings.NewReader(text), &rs.Info), 0; ; n++ {
			pgn, err := pgns.Next()
			if err == io.EOF {
				break
			}
			if n > len(text) {
				t.Fatal("more games than characters")
			}
			if err != nil {
				continue
			}
			var once, twice strings.Builder
			if err := s.Write(&once, d, pgn); err != nil {
				continue
			}
			again, err := s.Read(once.String(), &rs.Info)
			if err != nil {
				t.Fatalf("%v\n%s", err, once.String())
			}
			if err := s.Write(&twice, d, again); err != nil || once.String() != twice.String() {
				t.Fatalf("%v\n%s\n%s", err, once.String(), twice.String())
			}
			r, err := s.ToRecord("chess", pgn, wire.Left{})
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := r.Write(&b); err != nil {
				t.Fatal(err)
			}
			if saved, err := record.Read("record", strings.NewReader(b.String())); err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			} else if _, err := saved.Replay(g); err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			}
		}
		for sgfs, n := wire.NewSGFReader(strings.NewReader(text)), 0; ; n++ {
			if _, err := sgfs.Next(); err == io.EOF {
				break
			}
			if n > len(text) {
				t.Fatal("more games than characters")
			}
		}
	})
}
