package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// reversi and fours are shipped games on smaller boards.
const (
	reversi = `game "Reversi"
players Black, White
board square(4, 4)
piece disc
setup { Black disc: {c2, b3}  White disc: {b2, c3} }
move put {
  at  c in empty
  let shut = union d in around: custodial(c, d)
  if  some shut
  do  place disc on c, shut becomes mine
}
turn put else pass
end { highest count(mine) wins if passes = 2 or no empty }`
	fours = `game "Connect Four"
players Yellow, Red
board square(%d, %d)
piece disc
move drop {
  at c in empty - empty.north
  do place disc on c
}
turn drop else draw
end { win if in_a_row(mine, 4) }`
)

// small returns a game by the name of one that comes with the program, or of one of those above.
func small(t testing.TB, name string, options map[string]string) *interp.Game {
	t.Helper()
	var wide, high int
	text := reversi
	if n, _ := fmt.Sscanf(name, "connect four, %d wide and %d high", &wide, &high); n == 2 {
		text = fmt.Sprintf(fours, wide, high)
	} else if !strings.HasPrefix(name, "reversi,") {
		return gametest.Load(t, name, gametest.OptionText(options))
	}
	return gametest.FromText(t, text, "")
}

// However long a proof takes, the search by depth goes on.
func TestSolveDeepens(t *testing.T) {
	g := small(t, "connect-four", nil)
	ctx, enough := context.WithCancel(t.Context())
	var depths []int
	_, err := bot.Solve(ctx, g, g.Start(), bot.SolveOptions{Memory: 1 << 20,
		Progress: func(s bot.Solution) {
			if depths = append(depths, s.Depth); s.Depth >= 6 {
				enough()
			}
		}})
	if !errors.Is(err, context.Canceled) || len(depths) < 4 || !slices.IsSorted(depths) {
		t.Errorf("it looked %v steps ahead: %v", depths, err)
	}
}

// Values of small games that are published, or known by reason: Hex is won by whoever moves first
// (Nash's argument); Reversi on 4×4 is lost 3:11 (Joel Feinstein, as Wikipedia's "Computer Othello"
// reports); Connect Four on boards of 4 or 5 columns and 4 or 5 rows is a draw (John Tromp's
// table). Programs of 20 lines that look at all positions say that Dots and Boxes on 2×2 is won
// 3:1, and Clobber on 5×4 and Hexapawn on 5×5 by whoever moves first.
func TestSolveKnownGames(t *testing.T) {
	type known struct {
		name    string
		options map[string]string
		class   bot.Outcome
		margin  int64
	}
	all := []known{
		{"tic-tac-toe", nil, bot.Draw, 0},
		{"hex", map[string]string{"size": "3", "swap": "false"}, bot.Win, 0},
		{"reversi, 4 wide", nil, bot.Loss, -8},
		{"connect four, 4 wide and 4 high", nil, bot.Draw, 0},
		{"dots-and-boxes", map[string]string{"size": "2"}, bot.Win, 2},
	}
	memory := 1 << 20 // so little that some of the line has to be proven again
	if long.Tests {
		memory = 256 << 20
		all = append(all,
			known{"connect four, 5 wide and 5 high", nil, bot.Draw, 0},
			known{"hex", map[string]string{"size": "4", "swap": "false"}, bot.Win, 0},
			known{"connect four, 5 wide and 4 high", nil, bot.Draw, 0},
			known{"connect four, 4 wide and 5 high", nil, bot.Draw, 0},
			known{"clobber", map[string]string{"columns": "5", "rows": "4"}, bot.Win, 0},
			known{"hexapawn", map[string]string{"size": "5"}, bot.Win, 0})
	}
	for _, c := range all {
		g := small(t, c.name, c.options)
		s, err := bot.Solve(context.Background(), g, g.Start(), bot.SolveOptions{Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		if !s.Exact() || s.Low.Class() != c.class || s.Low.Margin() != c.margin {
			t.Errorf("%s %v: %+v", c.name, c.options, s)
		}
		// The line is played to its end and ends as the value says.
		p := g.Start()
		me := p.ToMove()
		for _, m := range s.Line {
			if p, err = g.Play(p, m); err != nil {
				t.Fatal(err)
			}
		}
		r, class := p.Result(), bot.Draw
		switch {
		case r == nil:
			t.Errorf("%s: the line has only %d steps", c.name, len(s.Line))
			continue
		case len(r.Winners) == 1 && r.Winners[0] == me:
			class = bot.Win
		case len(r.Winners) == 1:
			class = bot.Loss
		}
		if class != c.class || len(r.Scores) == 2 && r.Scores[me]-r.Scores[1-me] != c.margin {
			t.Errorf("%s: the line ends with %s", c.name, g.ResultText(r))
		}
		t.Logf("%s: %d nodes, depth %d, line of %d", c.name, s.Nodes, s.Depth, len(s.Line))
	}
}

// What is proven until the search is stopped stays true.
func TestSolveStopped(t *testing.T) {
	g := gametest.Load(t, "connect-four", "")
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	s, err := bot.Solve(ctx, g, g.Start(), bot.SolveOptions{Memory: 1 << 20})
	if !errors.Is(err, context.DeadlineExceeded) || s == nil || s.Exact() || s.Low > s.High {
		t.Errorf("%+v, %v", s, err)
	}
}
