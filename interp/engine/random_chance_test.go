package engine_test

import (
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp/eval"
	"boardgame/testdata/long"
)

var (
	turnLine  = regexp.MustCompile(`(?m)^turn (.*) else (\w+)$`)
	setupLine = regexp.MustCompile(`(?ms)^setup \{.*?^\}`)
)

// composeChance writes a random small game in which chance decides something: who may do what in a
// turn, where which piece goes, and how the game is set up.
func composeChance(seed uint64) string {
	c := &composer{Rand: rand.New(rand.NewPCG(seed, 7))}
	text := c.game()
	turn := turnLine.FindStringSubmatch(text)
	if turn == nil {
		return text
	}
	names, otherwise := turn[1], turn[2]
	weight := func(list ...string) string {
		if c.chance(40) {
			return ""
		}
		return "\n  weight " + c.pick(list...)
	}
	end := func() string {
		s := ""
		if c.chance(20) {
			s += "\n  ensure " + c.truth(1)
		}
		return s
	}
	roll := "chance roll {\n  with n in 1.." + c.pick("1", "2", "3") +
		weight("n", "if n = 2: 0 else n", "3 - n", "n * count(mine)", "count(theirs) - n",
			"4294967296 * n")
	if c.chance(20) {
		roll += "\n  if " + c.plainTruth()
	}
	roll += "\n  do pips := n" + end()
	switch c.IntN(4) {
	case 0:
		roll += "\n  then roll when n = 2 else " + names + c.pick("", " else illegal", " else lose")
	case 1:
		roll += "\n  then fall when n > 1 else " + names
	case 2:
		roll += "\n  then " + names
	}
	fall := "chance fall {\n  at c in " + c.pick("empty", "rim", "mine") +
		weight("1 + count(c.near)", "count(c.near) - pips", "if c in mine: 3 else 1", "pips")
	if c.chance(30) {
		fall += "\n  as k in " + c.pick("kinds", c.kinds[0]+" | "+c.kinds[len(c.kinds)-1])
	} else {
		fall += "\n  let k = " + c.kinds[0]
	}
	fall += "\n  do place " + c.pick("me", "next") + " k on c, pips += 1"
	if c.chance(30) {
		fall += ", again when pips = 2"
	}
	fall += end()
	switch c.IntN(4) {
	case 0:
		fall += "\n  then fall when pips < 3"
	case 1:
		fall += "\n  then " + names + c.pick("", " else illegal", ", done")
	case 2:
		fall += "\n  then roll when pips < 2"
	}
	start := c.pick("roll", "roll, fall", "fall else roll", "roll when ply > 1 else "+names,
		names+" else roll")
	decls := "counter pips = 0 this turn\n" + roll + "\n}\n" + fall + "\n}\nturn " + start + " else " +
		otherwise
	text = strings.Replace(text, turn[0], decls, 1)
	if c.chance(40) {
		text = setupLine.ReplaceAllString(text, "$0 then deal")
		deal := "chance deal {\n  at c in empty" + weight("1 + count(c.near)", "count(mine)") +
			"\n  as p in players\n  do place p " + c.kinds[0] + " on c, pips += 1" + end() +
			"\n  then deal when pips < " + c.pick("1", "2", "3") + "\n}\n"
		text = strings.Replace(text, "chance roll", deal+"chance roll", 1)
	}
	return text
}

// randomChance is [randomGame] with chance.
func randomChance(seed uint64) (*ir.Game, diag.List, string) {
	text := composeChance(seed)
	g, problems := dsl.Load(source.NewFile("random", text), nil, nil)
	for _, d := range problems {
		if d.Severity == diag.Error {
			return nil, problems, text
		}
	}
	return g, problems, text
}

// seq yields the numbers from 0 to n - 1.
func seq(n uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// TestRandomChance compares the engines on random games with chance.
func TestRandomChance(t *testing.T) {
	long.OneThread(t)
	var seen tally
	seen.judge(t, 3)
	// 1060 has a moment of a turn that was once mistaken for an earlier one; in the others, the pass
	// pins once met steps that are left to the evaluator.
	for _, seed := range append(slices.Collect(seq(uint64(long.Times(200, 25)))), 1060, 1039, 1831) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if seen.failed.Load() {
				return
			}
			g, _, text := randomChance(seed)
			if g == nil || !g.HasChance() {
				seen.add(false, false)
				return
			}
			seen.add(true, whereCompiled(t, g, "chance", seed, text, func() {
				agreeWithin(t, g, 60, seed, eval.MostWork/32)
				agreeWithLoop(t, g, 40, seed)
				agreeInPieces(t, g, 2, seed)
				agreeOnPerft(t, g)
			}))
			seen.note(t)
		})
	}
}
