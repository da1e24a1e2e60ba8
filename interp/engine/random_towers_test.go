package engine_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"boardgame/interp/eval"
	"boardgame/testdata/long"
)

var (
	boardLine  = regexp.MustCompile(`(?m)^board .*$`)
	towerWords = regexp.MustCompile(`p -> q|remove p\b|p becomes|some p|count\(mine\)|some mine|` +
		`place man on`)
)

// raised adds towers to a random game: some effects are about slices, and some conditions about
// heights and what lies below.
func raised(text string, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 11))
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	text = boardLine.ReplaceAllStringFunc(text, func(line string) string {
		sign := " with "
		if strings.Contains(line, sign) {
			sign = ", "
		}
		return fmt.Sprintf("%s%stowers(%d)", line, sign, []int{2, 3, 4, 5, 6, 20}[rng.IntN(6)])
	})
	return towerWords.ReplaceAllStringFunc(text, func(word string) string {
		switch word {
		case "p -> q":
			return pick(word, "top of p -> q", "top 2 of p -> q", "bottom of p -> under q",
				"p -> under q", "bottom height(p) - 1 of p -> q", "remove bottom 2 of q, p -> q",
				"top height(q) of p -> q")
		case "remove p":
			return pick(word, "remove top of p", "remove bottom 2 of p")
		case "p becomes":
			return pick(word, "top 2 of p becomes", "bottom of p becomes")
		case "some p":
			return pick(word, "height(p) > 1 and some p")
		case "count(mine)":
			return pick(word, "pieces(mine)", "height(mine)", "pieces(man, top 2 of mine)")
		case "some mine":
			return pick(word, "some holding(mine & man)")
		}
		return pick(word, "place man under")
	})
}

// TestRandomTowers compares the engines on random games with towers.
func TestRandomTowers(t *testing.T) {
	long.OneThread(t)
	var seen tally
	seen.judge(t, 3)
	for seed := range uint64(long.Times(250, 50)) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if seen.failed.Load() {
				return
			}
			text := raised(compose(seed), seed)
			g := gameOf("random", text)
			seen.add(g != nil, g != nil && checkText(t, g, "towers", seed, text, eval.MostWork/32))
			seen.note(t)
		})
	}
}
