package gametest

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/interp"
)

// Results plays random games and returns a table of how they ended and how long they were: which
// perft counts cannot show. The games depend only on the rules and the seed, not on the engine.
//
//	 12  Red wins: the last enemy is gone
//	  8  Blue wins: the last enemy is gone
//	games 20, steps 7–41, mean 23.4, positions 9c03f1d2
//
// The last number stands for all positions at which games ended.
func Results(g *interp.Game, games, limit int, seed uint64) string {
	times := map[string]int{}
	shortest, longest, sum := limit, 0, 0
	var last uint64
	for game := range games {
		rng := rand.New(rand.NewPCG(seed, uint64(game)))
		p := g.Start()
		n := 0
		for ; n < limit; n++ {
			moves := Sorted(g.Moves(p))
			if len(moves) == 0 {
				break
			}
			q, err := g.Play(p, moves[rng.IntN(len(moves))])
			if err != nil {
				return err.Error()
			}
			p = q
		}
		result := p.Result()
		if result != nil && result.Scores != nil {
			unscored := *result
			unscored.Scores = nil
			result = &unscored
		}
		times[g.ResultText(result)]++
		shortest, longest, sum = min(shortest, n), max(longest, n), sum+n
		last = last*31 + hash(g.PositionText(p))
	}
	var b strings.Builder
	for _, text := range slices.SortedFunc(maps.Keys(times), func(x, y string) int {
		return cmp.Or(times[y]-times[x], strings.Compare(x, y))
	}) {
		fmt.Fprintf(&b, "%3d  %s\n", times[text], text)
	}
	fmt.Fprintf(&b, "games %d, steps %d–%d, mean %.1f, positions %08x\n", games, shortest, longest,
		float64(sum)/float64(games), uint32(last>>32^last))
	return b.String()
}

// hash is FNV-1a.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
