package speech_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/speech"
	"boardgame/testdata/long"
)

// units are what long texts that mean nothing may repeat.
var units = []string{"z", "é", "1", "x", "#", ",", "z9 ", "e4 ", "e4,", "a1-", "a1x", "move ", ": "}

// filled repeats a unit up to a number of bytes.
func filled(unit string, n int) string { return strings.Repeat(unit, n/len(unit)) }

// answered reads a text as a client's move, and answers it.
func answered(rs *ruleset.Ruleset, g *interp.Game, text string) string {
	_, after, err := g.PlayText(g.Start(), text)
	var illegal *interp.IllegalMoveError
	if !errors.As(err, &illegal) {
		return ""
	}
	g.Why(after, text)
	si := speech.Plain(rs, g).At(after)
	if text := si.Refusal(illegal.Text, illegal); text != "" {
		return text
	}
	return si.Instead(illegal.Text, illegal)
}

var read = []string{"chess", "hex", "quoridor", "cage", "go", "backgammon"}

// load returns a game that is compiled, and has been asked for its moves.
func load(tb testing.TB, name string) (*ruleset.Ruleset, *interp.Game) {
	rs := gametest.Ruleset(tb, name)
	g := gametest.Load(tb, name, "")
	if err := g.Prepare(tb.Context()); err != nil { // what is still compiled takes memory, too
		tb.Fatal(err)
	}
	answered(rs, g, "zz")
	return rs, g
}

// A text ten times as long takes ten times as much memory to read and to answer, not a hundred
// times.
func TestLongTextsTakeTheirLength(t *testing.T) {
	for i, name := range read {
		if !long.Case(i+1, 3) {
			continue
		}
		rs, g := load(t, name)
		for _, unit := range units {
			var took [2]uint64
			for i, n := range []int{400, 4000} {
				took[i] = math.MaxUint64
				text := filled(unit, n)
				// The least of several: an engine that the garbage collector has taken is made anew
				// once.
				for range 3 {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					answered(rs, g, text)
					runtime.ReadMemStats(&after)
					took[i] = min(took[i], after.TotalAlloc-before.TotalAlloc)
				}
			}
			const small = 1 << 18 // what the game takes, whatever is read
			if took[1] > 15*took[0]+small {
				t.Errorf("%s: 400 bytes of %q take %d bytes, 4000 take %d", name, unit, took[0], took[1])
			}
		}
	}
}

// BenchmarkLongTexts measures how long it takes to read and answer a text.
func BenchmarkLongTexts(b *testing.B) {
	for _, name := range read {
		rs, g := load(b, name)
		for _, n := range []int{10, 100, 1000, 4096} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for i := range b.N {
					answered(rs, g, filled(units[i%len(units)], n))
				}
			})
		}
	}
}
