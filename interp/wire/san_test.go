package wire_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	oracle "github.com/corentings/chess/v2"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/wire"
	"boardgame/testdata/long"
)

func san(t testing.TB) (*interp.Game, *wire.SAN, *wire.UCI, *ruleset.Ruleset) {
	t.Helper()
	rs := gametest.Ruleset(t, "chess")
	g := gametest.Load(t, "chess", "")
	s, err := wire.NewSAN(g, rs, ruleset.Memory{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := wire.NewUCI(g, &rs.Info)
	if err != nil {
		t.Fatal(err)
	}
	return g, s, d, rs
}

// In random games every legal move is written the way a different chess program writes it, and read
// again; so are the positions.
func TestSANAgainstOracle(t *testing.T) {
	long.OneThread(t)
	g, s, d, _ := san(t)
	rng := rand.New(rand.NewPCG(11, 0))
	castled, promoted, mates := 0, 0, 0
	for range long.Times(4, 4) {
		p := g.Start()
		for range 150 {
			moves := g.Moves(p)
			if len(moves) == 0 {
				break
			}
			fen, err := oracle.FEN(d.Position(p))
			if err != nil {
				t.Fatalf("%s: %v", d.Position(p), err)
			}
			theirs := oracle.NewGame(fen).Position()
			if legal := theirs.ValidMoves(); len(legal) != len(moves) {
				t.Fatalf("%s: %d moves, they have %d", d.Position(p), len(moves), len(legal))
			}
			for _, m := range moves {
				token := d.Token(p, []interp.Move{m})
				decoded, err := oracle.UCINotation{}.Decode(theirs, token)
				if err != nil {
					t.Fatalf("%s: %s: %v", d.Position(p), token, err)
				}
				want := oracle.AlgebraicNotation{}.Encode(theirs, decoded)
				got, ok := s.Text(p, m)
				if !ok || got != want {
					t.Fatalf("%s: %s is written %s, by them %s", d.Position(p), token, got, want)
				}
				again, err := s.Parse(p, got)
				if err != nil || again != m {
					t.Fatalf("%s: %s is not read: %v", d.Position(p), got, err)
				}
				if strings.HasPrefix(got, "O-O") {
					castled++
				}
				if strings.Contains(got, "=") {
					promoted++
				}
				if strings.HasSuffix(got, "#") {
					mates++
				}
			}
			if p, err = g.Play(p, moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d castlings, %d promotions, %d mates", castled, promoted, mates)
}

// Random games whose players end them when they can are written as FEN as a different chess program
// writes them, to the last position.
func TestFENToTheEnd(t *testing.T) {
	long.OneThread(t)
	g, _, d, _ := san(t)
	rng := rand.New(rand.NewPCG(12, 0))
	ends, games := 0, 10
	if long.Tests {
		games = 400
	}
	for range games {
		p, theirs := g.Start(), oracle.NewGame().Position()
		for range 120 {
			moves := g.Moves(p)
			move := moves[rng.IntN(len(moves))]
			for _, m := range moves {
				if q, err := g.Play(p, m); err == nil && q.Over() {
					move = m
					break
				}
			}
			decoded, err := oracle.UCINotation{}.Decode(theirs, d.Token(p, []interp.Move{move}))
			if err != nil {
				t.Fatal(err)
			}
			theirs = theirs.Update(decoded)
			if p, err = g.Play(p, move); err != nil {
				t.Fatal(err)
			}
			got, want := strings.Fields(d.Position(p)), strings.Fields(theirs.String())
			for _, i := range []int{0, 1, 2, 4, 5} { // not where to take en passant
				if got[i] != want[i] {
					t.Fatalf("%v is written %s, by them %s", p.Result(), got, want)
				}
			}
			if p.Over() {
				ends++
				break
			}
		}
	}
	if ends == 0 {
		t.Error("no game has ended")
	}
	t.Logf("%d of %d games ended", ends, games)
}

func TestSANText(t *testing.T) {
	g, s, d, _ := san(t)
	for _, row := range []struct{ fen, token, want string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
		{"4k3/8/8/8/8/8/8/R6R w - - 0 1", "a1d1", "Rad1"},
		{"7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"k7/8/8/8/1Q3Q2/8/8/1Q2K3 w - - 0 1", "b4e4", "Qb4e4+"},
		{"k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+"},
		{"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"},
		{"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2", "d4e3", "dxe3"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
	} {
		p, err := d.ParsePosition(row.fen)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := d.Steps(p, row.token)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Text(p, steps[0]); !ok || got != row.want {
			t.Errorf("%s: %s, want %s", row.fen, got, row.want)
		}
	}
	p := g.Start()
	for text, token := range map[string]string{"e4": "e2e4", "Ng1f3": "g1f3", "Nf3!?": "g1f3",
		"Ngf3": "g1f3", " a3 ": "a2a3"} {
		m, err := s.Parse(p, text)
		if err != nil || d.Token(p, []interp.Move{m}) != token {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "e5", "Ke2", "O-O", "x", "Nf"} {
		if _, err := s.Parse(p, text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

const opera = `[Event "Paris"]
[White "Morphy, \"Paul\""]
[Black "Duke and Count"]
[Result "1-0"]

1.e4 e5 2.Nf3 d6 {Philidor} 3.d4 Bg4?! (3...exd4 4.Nxd4 (4.Qxd4 Nc6)) 4.dxe5 Bxf3 5.Qxf3 dxe5
6.Bc4 Nf6 7.Qb3 Qe7 ; both pawns
8.Nc3 $1 c6 9.Bg5 b5 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.0-0-0 Rd8 13.Rxd7 Rxd7
14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+! Nxb8 17.Rd8# 1-0

[Event "Another"]
1.d4 *
`

// A PGN with everything that can occur in one is read, and written the way others write it.
func TestPGN(t *testing.T) {
	g, s, d, rs := san(t)
	pgn, err := s.Read(opera, &rs.Info)
	if err != nil || len(pgn.Steps) != 33 || pgn.Result != "1-0" ||
		pgn.Tag("White") != `Morphy, "Paul"` {
		t.Fatalf("%v: %d steps, %s, %s", err, len(pgn.Steps), pgn.Result, pgn.Tag("White"))
	}
	p := pgn.Start
	for _, m := range pgn.Steps {
		if p, err = g.Play(p, m); err != nil {
			t.Fatal(err)
		}
	}
	if p.Result() == nil || wire.PGNResult(p.Result()) != "1-0" {
		t.Errorf("it ends with %s", g.ResultText(p.Result()))
	}
	var b strings.Builder
	if err := s.Write(&b, d, pgn); err != nil {
		t.Fatal(err)
	}
	// That program cannot read quotes within a value.
	read, err := oracle.PGN(strings.NewReader(strings.ReplaceAll(b.String(), `\"`, "")))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if theirs := oracle.NewGame(read); len(theirs.Moves()) != 33 ||
		theirs.Outcome() != oracle.WhiteWon {
		t.Errorf("they read %d moves, %s", len(theirs.Moves()), theirs.Outcome())
	}
	again, err := s.Read(b.String(), &rs.Info)
	if err != nil || len(again.Steps) != 33 || again.Tag("White") != pgn.Tag("White") {
		t.Errorf("%v\n%s", err, b.String())
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > 81 {
			t.Errorf("too long: %s", line)
		}
	}
	pgn, err = s.Read("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 40\"]\n\n40...Kd7 41. e4 1/2-1/2",
		&rs.Info)
	if err != nil || len(pgn.Steps) != 2 || pgn.Result != "1/2-1/2" {
		t.Errorf("%v %v", pgn.Steps, err)
	}
	for _, text := range []string{
		"1. e5", "1. e4 {", "1. e4 (", "1. e4 )", "[White Ann]\n1. e4", "[FEN \"x\"]\n1. e4",
		"[White \"Ann\"", "1. e4 e5 2. Zz9",
	} {
		if _, err := s.Read(text, &rs.Info); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	if !wire.IsPGN(opera) || wire.IsPGN("e2e4 e7e5") || wire.IsPGN("boardgame record 1\n") ||
		wire.IsPGN("[x]") {
		t.Error("what is a PGN")
	}
}
