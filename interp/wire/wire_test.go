package wire_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/wire"
)

func chess(t *testing.T) (*interp.Game, *wire.UCI) {
	t.Helper()
	g := gametest.Load(t, "chess", "")
	d, err := wire.NewUCI(g, &gametest.Ruleset(t, "chess").Info)
	if err != nil {
		t.Fatal(err)
	}
	return g, d
}

// Positions after well-known moves are written the standard way.
func TestFEN(t *testing.T) {
	g, d := chess(t)
	for _, row := range []struct{ moves, fen string }{
		{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"e2e4 c7c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"},
		{"e2e4 c7c5 g1f3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
		{"e2e4 e7e5 e1e2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2"},
		{"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1",
			"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"},
		{"a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 d7d6 b7a8q",
			"Qn1qkbnr/2p1pppp/3p4/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5"},
	} {
		p := g.Start()
		for _, token := range strings.Fields(row.moves) {
			steps, err := d.Steps(p, token)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Token(p, steps); got != token {
				t.Errorf("%s is written %s", token, got)
			}
			if p, err = g.Play(p, steps[0]); err != nil {
				t.Fatal(err)
			}
		}
		if got := d.Position(p); got != row.fen {
			t.Errorf("%s: %s, want %s", row.moves, got, row.fen)
		}
	}
}

// Every position of random games comes back from its FEN with the same moves, and every move from
// its token.
func TestRoundTrip(t *testing.T) {
	g, d := chess(t)
	rng := rand.New(rand.NewPCG(3, 0))
	p := g.Start()
	for range 120 {
		moves := g.Moves(p)
		if len(moves) == 0 {
			break
		}
		q, err := d.ParsePosition(d.Position(p))
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Moves(q)) != len(moves) || d.Position(q) != d.Position(p) {
			t.Fatalf("%s: %d moves, %d in %s", d.Position(p), len(moves), len(g.Moves(q)),
				d.Position(q))
		}
		for _, m := range moves {
			token := d.Token(p, []interp.Move{m})
			steps, err := d.Steps(p, token)
			if err != nil || len(steps) != 1 || steps[0] != m {
				t.Fatalf("%s: %s is read as %v: %v", d.Position(p), token, steps, err)
			}
		}
		if p, err = g.Play(p, moves[rng.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	for _, token := range []string{"e2e5", "", "e1g1q", "0000", "zz"} {
		if steps, err := d.Steps(g.Start(), token); err == nil {
			t.Errorf("%q is read as %v", token, steps)
		}
	}
}

// If a ruleset does not describe the format, the error says so.
func TestNoUCI(t *testing.T) {
	info := &gametest.Ruleset(t, "hex").Info
	if _, err := wire.NewUCI(gametest.Load(t, "hex", ""), info); err == nil ||
		!strings.Contains(err.Error(), "use ugi") {
		t.Errorf("%v", err)
	}
}
