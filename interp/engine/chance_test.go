package engine_test

import (
	"math"
	"slices"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp/engine"
	"boardgame/interp/position"
	"boardgame/testdata/long"
)

// The games with chance that no other test plays with their options.
func TestAgreeOnChance(t *testing.T) {
	long.OneThread(t)
	for i, c := range []struct{ name, options string }{
		{"entropy", "size=7"}, {"cant-stop", "seats=3"}, {"ludo", "seats=3"},
		{"cant-stop", "seats=4"}, {"ludo", "seats=2"},
	} {
		if !long.Case(i, 2) {
			continue
		}
		t.Run(c.name+" "+c.options, func(t *testing.T) {
			g := load(t, c.name, c.options)
			agree(t, g, 80, 1)
			agreeOnDraws(t, g, 20, 2)
			agreeInPieces(t, g, 2, 3)
			agreeOnPerft(t, g)
		})
	}
}

// lots is a game in which sites are drawn by weights that differ from class to class, from site to
// site and from position to position.
const lots = `game "Lots"
players White, Black
board square(4, 3)
piece man, king
counter n = 0
setup { White man: {a1, d3} }
chance roll {
  with k in 1..3
  weight if k = 2: 5 else k
  do n += k
  then fall
}
chance fall {
  at c in cells
  as k in kinds
  weight if k = king: 2 * count(c.around & occupied) else column(c) - 1 + n / 20
  do place me k on c
}
turn roll
end { draw if ply > 20 }`

// Steps left to chance are drawn by their weights: over many draws each comes up as often as its
// weight says.
func TestDrawnByWeight(t *testing.T) {
	long.OneThread(t)
	m := newMachine(t, read(t, source.NewFile("lots.rules", lots), nil))
	m.Seed(3)
	start, pos := m.NewSlot(), m.NewSlot()
	m.Start(start)
	for _, name := range []string{"the dice", "the cells"} {
		n := m.Ready(start)
		steps := m.Steps(nil)
		weights, drawn := m.Weights(nil, start, steps)
		if !drawn || len(weights) != n {
			t.Fatalf("%s: %d weights of %d steps, drawn %v", name, len(weights), n, drawn)
		}
		after := map[uint64]int{}
		sum := int64(0)
		for i, step := range steps {
			m.PlayReady(pos, start, step)
			after[m.Hash(pos)] = i
			sum += weights[i]
		}
		const games = 40000
		counts := make([]int, n)
		for range games {
			m.Copy(pos, start)
			m.playouts(pos, 1, false)
			m.Ready(pos)
			i, ok := after[m.Hash(pos)]
			if !ok {
				t.Fatalf("%s: a step was drawn that is not listed", name)
			}
			counts[i]++
		}
		for i, got := range counts {
			p := float64(weights[i]) / float64(sum)
			want, sigma := games*p, math.Sqrt(games*p*(1-p))
			if math.Abs(float64(got)-want) > 4.5*sigma {
				t.Errorf("%s: step %d of weight %d of %d was drawn %d times, not about %.0f times",
					name, i, weights[i], sum, got, want)
			}
		}
		m.PlayReady(start, start, steps[n-1])
	}
}

// A position in the middle of a setup by chance, or of a turn with chance steps, survives being
// written out and loaded again.
func TestChanceLoadsAgain(t *testing.T) {
	for _, name := range []string{"onitama", "chess960", "einstein"} {
		g := load(t, name, "")
		m := newMachine(t, g)
		m.Seed(1)
		pos, again := m.NewSlot(), m.NewSlot()
		m.Start(pos)
		for range 12 {
			q := m.Store(pos)
			if err := m.Load(again, position.Of(q)); err != nil {
				t.Fatal(err)
			}
			p := m.Store(again)
			if !p.Equal(q) || p.Since != q.Since || m.Ready(again) != m.Ready(pos) ||
				m.SettingUp(again) != q.SettingUp {
				t.Fatalf("%s: loaded again a position is %s, not %s", name, brief(g, p), brief(g, q))
			}
			m.playouts(pos, 1, false)
		}
	}
}

// A walk as long as a die shows is compiled for each of its faces. A position in which the die
// shows an impossible number is left to the evaluator.
func TestWalkByDie(t *testing.T) {
	for _, name := range []string{"ludo", "royal-game-of-ur"} {
		g := load(t, name, "")
		m := newMachine(t, g)
		if m.Program().Evaluator {
			t.Errorf("%s: something is left to the evaluator", name)
		}
		pos := m.NewSlot()
		m.Start(pos)
		q := m.Store(pos)
		die := slices.IndexFunc(g.States, func(s ir.State) bool { return s.Name == "die" })
		for n, ok := range map[int64]bool{4: true, 7: false, -1: false} {
			q.Numbers[g.Base(die)] = n
			if err := m.Load(pos, position.Of(q)); (err == nil) != ok {
				t.Errorf("%s: a die that shows %d is loaded with the error %v", name, n, err)
			}
		}
	}
}

// If a chance move cannot be compiled, the evaluator plays the whole game, and the reason says so.
func TestChanceLeft(t *testing.T) {
	g := read(t, source.NewFile("left.rules", `game "Left"
players White, Black
board square(21, 21)
piece man
chance fall {
  at c in empty
  do place man on c
}
turn fall else draw
end { draw if ply > 20 }`), nil)
	if _, err := engine.New(g); err == nil ||
		err.Error() != "chance on a board of more than 252 sites" {
		t.Errorf("the error is %v", err)
	}
}
