package gametest_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// conserved lists what no rule of a game creates or removes: a number that is the same at the start
// of every turn. A turn that is cut off, or an effect that is lost, changes it.
var conserved = map[string]string{
	// seeds
	"kalah":         "(sum x in cells: seeds(x)) + sum P in players: store(P)",
	"oware":         "(sum x in cells: seeds(x)) + sum P in players: won(P)",
	"toguz-korgool": "(sum x in cells: balls(x)) + sum P in players: won(P)",
	"congkak":       "sum x in cells: seeds(x)",
	// men on the way, in hand or home
	"backgammon":       "sum P in players: sum x in cells: men(P, x)",
	"crazyhouse":       "count(occupied) + sum P in players: sum k in kinds: hand(P, k)",
	"shogi":            "count(occupied) + sum P in players: sum k in kinds: hand(P, k)",
	"gobblet-gobblers": "(sum P in players: sum k in kinds: hand(P, k)) + sum x in cells: height(x)",
	"halma":            "count(occupied)",
	"star-halma":       "count(occupied)",
	"mu-torere":        "count(occupied)",
	"kamisado":         "count(occupied)",
	"lasca":            "sum x in cells: height(x)",
	"bashni":           "sum x in cells: height(x)",
	"teeko":            "count(occupied) + sum P in players: hand(P)",
	"pylos":            "(sum x in cells: height(x)) + sum P in players: reserve(P)",
	// one piece a turn
	"pentago":         "count(occupied) - ply",
	"yavalath":        "count(occupied) - ply",
	"order-and-chaos": "count(occupied) - ply",
	"rolit":           "count(occupied) - ply",
	"domineering":     "count(occupied) - 2 * ply",
	"gomoku":          "count(occupied) - ply",
	"connect-four":    "count(occupied) - ply",
	"tic-tac-toe":     "count(occupied) - ply",
	"amazons":         "count(occupied) - ply",
	"y":               "count(occupied) - ply",
	"quoridor":        "count(wall) + 3 * sum P in players: walls(P)",
	"blockade":        "count(wall) + 3 * sum P in players: upright(P) + level(P)",
}

// What no rule creates or removes is counted along random games.
func TestConserved(t *testing.T) {
	long.OneThread(t)
	for i, name := range slices.Sorted(maps.Keys(conserved)) {
		if !long.Case(i, 5) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			rs := gametest.Ruleset(t, name)
			g := gametest.FromText(t, rs.File.Text, "")
			q, err := query.Compile(g.Rules(), rs.File, ruleset.Library{}, conserved[name])
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			for range long.Times(10, 5) {
				keeps(t, g, q, rng)
			}
		})
	}
}

// keeps plays a random game, at whose turns the number must not change.
func keeps(t *testing.T, g *interp.Game, q *query.Question, rng *rand.Rand) {
	p := g.Start()
	want, _ := q.Value(p, 0)
	var played []string
	for range 600 {
		moves := g.Moves(p)
		if len(moves) == 0 {
			return
		}
		m := moves[rng.IntN(len(moves))]
		if w := g.Weights(p); w != nil {
			m = moves[interp.Pick(w, rng)]
		}
		played = append(played, g.Text(p, m))
		var err error
		if p, err = g.Play(p, m); err != nil {
			t.Fatal(err)
		}
		if p.InTurn() {
			continue
		}
		if got, ok := q.Value(p, 0); !ok || got.N != want.N {
			t.Fatalf("it is %d instead of %d after %s", got.N, want.N, strings.Join(played, " "))
		}
	}
}
