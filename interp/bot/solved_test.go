package bot_test

import (
	"context"
	"flag"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/testdata/long"
)

var (
	solvedPositions = flag.Int("positions", map[bool]int{false: 1, true: 6}[long.Tests],
		"how many positions TestConnectFour* ask about")
	solvedLevel = flag.String("level", "", "the level they ask; by default the strongest")
	solvedSeed  = flag.Uint64("positions-seed", 14, "the seed of TestConnectFourSolved")
)

// The strongest level of Connect Four keeps the outcome of random positions of 14 and more discs in
// which some steps keep it and some do not. The truth comes from a solver that shares nothing with
// the engine: four.
//
//	go test ./interp/bot -run TestConnectFourSolved -positions 200 -v -timeout 0
func TestConnectFourSolved(t *testing.T) {
	a := askFour(t)
	rng := rand.New(rand.NewPCG(*solvedSeed, 1))
	for a.asked < *solvedPositions {
		p, at, discs := a.game.Start(), four{}, 14+rng.IntN(10)
		for at.discs() < discs && p.Result() == nil {
			m := interp.Any(a.engine, p, rng)
			at, p = at.drop(column(a.game, p, m)), a.engine.Play(p, m)
		}
		if p.Result() == nil {
			a.ask(p, at)
		}
	}
	a.judge()
}

// The strongest level keeps the outcome of the published positions as well, to which no setting was
// fitted.
//
//	go test -tags long ./interp/bot -run TestConnectFourPublished -positions 150 -v -timeout 0
func TestConnectFourPublished(t *testing.T) {
	long.Skip(t, "the solver takes seconds for a position with few discs")
	text, err := os.ReadFile("testdata/connect-four.txt")
	if err != nil {
		t.Fatal(err)
	}
	a, positions := askFour(t), 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			continue
		}
		if positions++; positions > *solvedPositions {
			break
		}
		p, at := a.game.Start(), four{}
		for _, c := range line {
			moves := a.game.Moves(p)
			i := slices.IndexFunc(moves,
				func(m interp.Move) bool { return column(a.game, p, m) == int(c-'1') })
			if i < 0 {
				t.Fatalf("%s: column %c is full", line, c)
			}
			at, p = at.drop(int(c-'1')), a.engine.Play(p, moves[i])
		}
		if p.Result() != nil {
			t.Fatalf("%s: the game is over", line)
		}
		a.ask(p, at)
	}
	a.judge()
}

// fourAsked asks a level of Connect Four for steps and counts those that keep the outcome.
type fourAsked struct {
	t           *testing.T
	game        *interp.Game
	engine      interp.Engine
	bot         bot.Bot
	truth       *fourSolver
	kept, asked int
	spent       time.Duration
}

func askFour(t *testing.T) *fourAsked {
	g, rs := game(t, "connect-four")
	name := *solvedLevel
	if name == "" {
		name = rs.Strongest()
	}
	l, err := bot.FindLevel(rs.Info.Levels, name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(g.Rules(), l, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &fourAsked{t: t, game: g, engine: g.NewEngine(), bot: b, truth: newFour()}
}

// ask asks for a step, unless all steps lead to the same outcome.
func (a *fourAsked) ask(p *interp.Position, at four) {
	best, worst := -1, 1
	after := map[interp.Move]int{}
	for _, m := range a.engine.Moves(p) {
		after[m] = a.truth.after(at, column(a.game, p, m))
		best, worst = max(best, after[m]), min(worst, after[m])
	}
	if best == worst {
		return
	}
	a.asked++
	begun := time.Now()
	c, err := a.bot.Choose(context.Background(), a.game, p, rand.New(rand.NewPCG(1, 1)))
	a.spent += time.Since(begun)
	if err != nil {
		a.t.Fatal(err)
	}
	if after[c.Move] == best {
		a.kept++
		return
	}
	a.t.Logf("%s: it plays %s (%s), which makes %+d of %+d", a.game.PositionText(p),
		a.game.Text(p, c.Move), c.Text(c.Value, c.Proven), after[c.Move], best)
}

// judge fails if more than one outcome in a hundred is lost.
func (a *fourAsked) judge() {
	a.t.Logf("it keeps the outcome of %d of %d positions, in %v a step", a.kept, a.asked,
		a.spent/time.Duration(max(a.asked, 1)))
	if 100*a.kept < 99*a.asked {
		a.t.Errorf("it loses the outcome of %d of %d positions", a.asked-a.kept, a.asked)
	}
}

// column returns where a step drops its disc, from 0.
func column(g *interp.Game, p *interp.Position, m interp.Move) int {
	return int(g.Text(p, m)[0] - 'a')
}

// four is a position of Connect Four as two words of 49 bits: seven columns of six cells and one
// that stays empty. Mine are the discs of the player to move.
type four struct{ mine, all uint64 }

func (f four) discs() int { return bits.OnesCount64(f.all) }

// free reports whether a column has room.
func (f four) free(column int) bool { return f.all>>(7*column+5)&1 == 0 }

// drop returns the position after a disc in a column.
func (f four) drop(column int) four {
	disc := (f.all + 1<<(7*column)) &^ f.all & (0x7f << (7 * column))
	return four{f.all ^ f.mine, f.all | disc}
}

// won reports whether the player who has just moved has four in a row.
func (f four) won() bool {
	theirs := f.all ^ f.mine
	for _, d := range []int{1, 6, 7, 8} {
		if x := theirs & (theirs >> d); x&(x>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

// fourSolver knows the outcomes of positions: 1 won, 0 drawn, -1 lost for the player to move.
type fourSolver struct{ table []uint64 }

func newFour() *fourSolver { return &fourSolver{make([]uint64, 1<<22)} }

// after returns the outcome of a column for the player who drops there.
func (s *fourSolver) after(f four, column int) int {
	next := f.drop(column)
	if next.won() {
		return 1
	}
	return -s.value(next, -1, 1)
}

// value returns the outcome within a window; outside of it, a bound.
func (s *fourSolver) value(f four, alpha, beta int) int {
	if f.discs() == 42 {
		return 0
	}
	for c := range 7 {
		if f.free(c) && f.drop(c).won() {
			return 1
		}
	}
	key := f.mine + f.all + 0x40810204081 // unique: the bottom row is added to tell columns' heights
	slot := &s.table[key*0x9e3779b97f4a7c15>>42]
	if *slot>>4 == key {
		low, high := int(*slot&3)-1, int(*slot>>2&3)-1
		if alpha, beta = max(alpha, low), min(beta, high); alpha >= beta {
			return alpha
		}
	}
	low, high := -1, 1
	best, from := -1, alpha
	for _, c := range [7]int{3, 2, 4, 1, 5, 0, 6} {
		if !f.free(c) {
			continue
		}
		if best = max(best, -s.value(f.drop(c), -beta, -max(from, best))); best >= beta {
			break
		}
	}
	switch {
	case best <= from:
		high = best
	case best >= beta:
		low = best
	default:
		low, high = best, best
	}
	*slot = key<<4 | uint64(high+1)<<2 | uint64(low+1)
	return best
}

// The solver agrees with a search that knows no table and no window.
func TestFourSolver(t *testing.T) {
	var plain func(f four) int
	plain = func(f four) int {
		best := -2
		for c := range 7 {
			if !f.free(c) {
				continue
			}
			next := f.drop(c)
			if next.won() {
				return 1
			}
			best = max(best, -plain(next))
		}
		if best == -2 {
			return 0
		}
		return best
	}
	s, rng := newFour(), rand.New(rand.NewPCG(1, 1))
	for range 200 {
		f := four{}
		for f.discs() < 32 && !f.won() {
			if c := rng.IntN(7); f.free(c) {
				f = f.drop(c)
			}
		}
		if !f.won() && s.value(f, -1, 1) != plain(f) {
			t.Fatalf("%v is %d, not %d", f, s.value(f, -1, 1), plain(f))
		}
	}
}
