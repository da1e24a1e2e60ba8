package bot_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/testdata/long"
)

// mates is where the positions of TestMates are: in FEN, with the moves by which stockfish mates in
// three. There may be others that it rates lower at that depth.
var mates = filepath.Join("testdata", "mates", "chess.txt")

// mateInThree is how many steps that takes: three of the winner, two of the other.
const mateInThree = 5

// The strongest level of chess finds every mate in three. The positions come from games of a weak
// search against random moves, by -update, which needs stockfish to confirm each of them.
func TestMates(t *testing.T) {
	g, rs := game(t, "chess")
	dialect, err := wire.NewUCI(g, &rs.Info)
	if err != nil {
		t.Fatal(err)
	}
	if *updateTactics {
		writeMates(t, g, rs, dialect)
	}
	l, err := bot.FindLevel(rs.Info.Levels, rs.Strongest())
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(g.Rules(), l, 1)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(mates)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fen, solutions, _ := strings.Cut(strings.TrimSpace(line), ": ")
		p, err := dialect.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		if seen++; !long.Case(seen, 30) {
			continue // a minute for all of them on a busy machine
		}
		c, err := b.Choose(context.Background(), g, p, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		played := dialect.Token(p, []interp.Move{c.Move})
		q := g.NewEngine().Play(p, c.Move)
		if c.Value != bot.Won-mateInThree || !slices.Contains(strings.Fields(solutions), played) &&
			!loses(g.NewEngine(), q, p.ToMove(), mateInThree/2) {
			t.Errorf("%s: it plays %s (%s), not %s", fen, played,
				c.Text(c.Value, c.Proven), solutions)
		}
	}
	if seen != 30 {
		t.Errorf("%d positions", seen)
	}
}

// loses reports, by trying everything, whether the winner, who has just moved, wins at once or with
// so many moves more.
func loses(e interp.Engine, p *interp.Position, winner, moves int) bool {
	if r := p.Result(); r != nil || moves == 0 {
		return r != nil && len(r.Winners) == 1 && r.Winners[0] == winner
	}
	for _, reply := range slices.Clone(e.Moves(p)) {
		q := e.Play(p, reply)
		if q.Result() != nil || !slices.ContainsFunc(slices.Clone(e.Moves(q)),
			func(m interp.Move) bool { return loses(e, e.Play(q, m), winner, moves-1) }) {
			return false
		}
	}
	return true
}

func writeMates(t *testing.T, g *interp.Game, rs *ruleset.Ruleset, d wire.Dialect) {
	t.Helper()
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			t.Skip("stockfish is not installed; it confirms the positions")
		}
	}
	l, err := bot.FindLevel(rs.Info.Levels, "alphabeta:nodes=1000,value=activity")
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(g.Rules(), l, 1)
	if err != nil {
		t.Fatal(err)
	}
	if l, err = bot.FindLevel(nil, fmt.Sprintf("alphabeta:depth=%d", mateInThree)); err != nil {
		t.Fatal(err)
	}
	seer, err := bot.New(g.Rules(), l, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	out.WriteString("# Mates in three, from games of a search of 1000 nodes against random moves, " +
		"with those by which\n# stockfish mates. Found by TestMates -update.\n")
	e, found := g.NewEngine(), 0
	for seed := uint64(1); found < 30; seed++ {
		rng := rand.New(rand.NewPCG(seed, seed))
		line := []*interp.Position{g.Start()}
		for p := g.Start(); p.Result() == nil && len(line) < 120; line = append(line, p) {
			m := interp.Any(e, p, rng)
			if p.ToMove() == int(seed%2) {
				c, err := b.Choose(context.Background(), g, p, rng)
				if err != nil {
					t.Fatal(err)
				}
				m = c.Move
			}
			p = e.Play(p, m)
		}
		at := len(line) - 1 - mateInThree
		r := line[len(line)-1].Result()
		if at < 0 || r == nil || len(r.Winners) != 1 {
			continue
		}
		fen := d.Position(line[at])
		p, err := d.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		c, err := seer.Choose(context.Background(), g, p, rng)
		if err != nil {
			t.Fatal(err)
		}
		if c.Value != bot.Won-mateInThree {
			continue // there was a shorter one, or the other side helped
		}
		all := stockfishMates(t, path, fen)
		if len(all) == 0 || len(all) > 4 {
			continue
		}
		found++
		fmt.Fprintf(&out, "%s: %s\n", fen, strings.Join(all, " "))
	}
	if err := os.MkdirAll(filepath.Dir(mates), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mates, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// stockfishMates returns the moves with which stockfish mates in three, none if it mates sooner.
func stockfishMates(t *testing.T, path, fen string) (all []string) {
	t.Helper()
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(in, "setoption name MultiPV value 100\nposition fen %s\ngo depth 9\n", fen)
	sooner := false
	for s := bufio.NewScanner(out); s.Scan(); {
		if text := s.Text(); strings.HasPrefix(text, "info depth 9 ") {
			if _, pv, ok := strings.Cut(text, " pv "); ok && strings.Contains(text, " mate 3 ") {
				all = append(all, strings.Fields(pv)[0])
			}
			sooner = sooner || strings.Contains(text, " mate 1 ") ||
				strings.Contains(text, " mate 2 ")
		} else if strings.HasPrefix(text, "bestmove") {
			fmt.Fprintln(in, "quit")
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if sooner {
		return nil
	}
	return all
}
