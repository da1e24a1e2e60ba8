package repl

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/board"
	"boardgame/testdata/long"
)

// Every piece of no player that comes to a cell in a random game is in the legend from the start,
// with the sign that the board shows.
func TestLegendOfNeutralPieces(t *testing.T) {
	long.OneThread(t)
	sign := func(p board.Piece) string { return p.Unicode }
	met := 0
	for _, name := range long.Sample(ruleset.List(), 8) {
		rs := gametest.Ruleset(t, name)
		if !strings.Contains(rs.File.Text, "neutral") {
			continue
		}
		tb := mustTable(t, name, "", nil)
		rules := tb.Sheet.Speech.Rules()
		legend := strings.Split(tb.Sheet.Legend(-1, sign), "  ")
		for _, kind := range rules.Kinds {
			on := kind.On.And(rules.Board.Cells)
			if kind.Neutral && on.Empty() && slices.Contains(legend, kind.Sign+"\u00a0"+kind.Name) {
				t.Errorf("%s: %s is in the legend, but the board shows no sign", name, kind.Name)
			}
		}
		rng, p := rand.New(rand.NewPCG(7, 7)), tb.Sheet.Now()
		for range 30 {
			moves := tb.Sheet.Speech.Game.Moves(p)
			if len(moves) == 0 || p.Over() {
				break
			}
			if p, _ = tb.Sheet.Speech.Game.Play(p, moves[rng.IntN(len(moves))]); p == nil {
				t.Fatalf("%s: a legal move was refused", name)
			}
			for x := range p.Occupied().And(rules.Board.Cells).All() {
				owner, kind, _ := p.At(x)
				if owner >= 0 {
					continue
				}
				met++
				want := tb.Sheet.Speech.Look().Piece(-1, kind).Unicode + "\u00a0" +
					rules.Kinds[kind].Name
				if !slices.Contains(legend, want) {
					t.Fatalf("%s: %q is on the board, the legend has %q", name, want, legend)
				}
			}
		}
	}
	for name, want := range map[string]string{"dameo": "k king", "shogi": "d dragon",
		"bagh-chal": "t tiger"} {
		legend := mustTable(t, name, "", nil).Sheet.Legend(1, sign)
		if want = strings.Replace(want, " ", "\u00a0", 1); !strings.Contains(legend, want) ||
			strings.Contains(legend, "goat") {
			t.Errorf("%s: the legend of the second player is %q", name, legend)
		}
	}
	if met < long.Times(100, 10) {
		t.Errorf("only %d neutral pieces were met", met)
	}
}
