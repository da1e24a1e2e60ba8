package engine_test

import (
	"math"
	"sync/atomic"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp/eval"
	"boardgame/testdata/long"
)

// randomGame returns a valid random game, or nil if this seed gives none.
func randomGame(seed uint64) (*ir.Game, string) {
	text := compose(seed)
	g, problems := dsl.Load(source.NewFile("random", text), nil, nil)
	for _, d := range problems {
		if d.Severity == diag.Error {
			return nil, text
		}
	}
	return g, text
}

// unlimited is the budget of comparisons that may take as long as they need.
const unlimited = math.MaxInt64

// checkRandom compares the engines on the random game of a seed. No single comparison takes much
// more than the given work, in the evaluator's units. It reports whether the seed gives a game, and
// whether that game is compiled.
func checkRandom(t *testing.T, seed uint64, work int64) (valid, carried bool) {
	g, text := randomGame(seed)
	if g == nil {
		return false, false
	}
	return true, checkText(t, g, "random", seed, text, work)
}

// checkText is checkRandom for the game of a text. It reports whether the game is compiled.
func checkText(t *testing.T, g *ir.Game, name string, seed uint64, text string, work int64) bool {
	t.Helper()
	return whereCompiled(t, g, name, seed, text, func() {
		// What is expensive for the evaluator takes the engine as long at worst.
		question := agreeWithin(t, g, 60, seed, work)
		visits := int(max(16*eval.MostWork/question, 500))
		if work < unlimited {
			visits = int(min(max(work/question, 20), 2000))
		}
		drawWithin(t, g, 20, seed, work, visits)
		loopWithin(t, g, 40, seed, visits)
		agreeInPieces(t, g, 2, seed)
		perftWithin(t, g, min(visits, 500))
	})
}

// whereCompiled checks a game that is compiled, and reports whether it is. If the check fails, it
// logs what the game was made of.
func whereCompiled(t *testing.T, g *ir.Game, name string, seed uint64, text string,
	check func()) bool {
	t.Helper()
	if _, err := compiled(g); err != nil {
		return false
	}
	defer func() {
		if t.Failed() {
			t.Logf("%s, seed %d:\n%s", name, seed, text)
		}
	}()
	check()
	return true
}

// TestRandomRules compares the engines on random games.
func TestRandomRules(t *testing.T) {
	long.OneThread(t)
	var seen tally
	seen.judge(t, 3)
	for seed := range uint64(long.Times(500, 50)) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if !seen.failed.Load() {
				seen.add(checkRandom(t, seed, eval.MostWork/32))
				seen.note(t)
			}
		})
	}
}

// A tally counts the texts that parallel tests have made from seeds.
type tally struct {
	texts, valid, carried atomic.Int64
	failed                atomic.Bool // one of the tests, so that the rest is left out
}

func (s *tally) add(valid, carried bool) {
	s.texts.Add(1)
	if valid {
		s.valid.Add(1)
	}
	if carried {
		s.carried.Add(1)
	}
}

func (s *tally) note(t *testing.T) {
	if t.Failed() {
		s.failed.Store(true)
	}
}

// judge checks the counts when the subtests of t have ended. At least one text in twenty must be a
// game, and one game in share must compile.
func (s *tally) judge(t *testing.T, share int64) {
	t.Cleanup(func() {
		texts, valid, carried := s.texts.Load(), s.valid.Load(), s.carried.Load()
		t.Logf("%d of %d texts are games, %d of them are compiled", valid, texts, carried)
		if valid < texts/20 || carried < valid/share || texts == 0 {
			t.Errorf("of %d texts only %d are games and %d are compiled", texts, valid, carried)
		}
	})
}

// FuzzRules looks for random games on which the engines differ. The first seeds are those of
// TestRandomRules. The fuzzer gives an input ten
// seconds of wall-clock time, even if twenty processes share a core.
func FuzzRules(f *testing.F) {
	long.OneThread(f)
	f.Add(uint64(math.MaxUint64))
	f.Fuzz(func(t *testing.T, seed uint64) { checkRandom(t, seed, eval.MostWork/32) })
}
