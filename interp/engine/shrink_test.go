package engine_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
)

// trial is a test within a test: what it finds is data.
type trial struct {
	testing.TB
	found []string
}

func (t *trial) Helper() {}

func (t *trial) Logf(format string, args ...any) {
	t.found = append(t.found, fmt.Sprintf(format, args...))
}
func (t *trial) Errorf(format string, args ...any) { t.Logf(format, args...) }
func (t *trial) Error(args ...any)                 { t.Logf("%s", fmt.Sprint(args...)) }
func (t *trial) Fatal(args ...any)                 { t.Fatalf("%s", fmt.Sprint(args...)) }

func (t *trial) Fatalf(format string, args ...any) {
	t.Logf(format, args...)
	runtime.Goexit()
}

// try returns what a test finds; "" if that is nothing.
func try(t testing.TB, test func(t testing.TB)) string {
	inner := &trial{TB: t}
	done := make(chan bool)
	go func() {
		defer close(done)
		test(inner)
	}()
	<-done
	return strings.Join(inner.found, "\n")
}

// A difference is a position of a game, and steps from it, at the end of which the engines differ.
type difference struct {
	g    *ir.Game
	from *position.State // nil: the start
	last []position.Move
	what string
}

// shrinkTime bounds how long a difference is shrunk.
const shrinkTime = time.Minute

// shrunk makes a difference between the engines as small as it can: the rules, by lines, words and
// numbers, then the steps, then the pieces on the board. It names the sentence of the rules
// that the two read differently.
func shrunk(t testing.TB, g *ir.Game) string {
	var text string
	options := map[string]string{}
	for _, o := range g.Options {
		options[o.Name] = o.Value
	}
	if len(g.Moves) == 0 {
		return ""
	}
	text = g.Moves[0].Span.File.Text
	end := time.Now().Add(shrinkTime)
	best := differs(t, g, 6)
	keep := func(smaller string) bool {
		if time.Now().After(end) {
			return false
		}
		if _, problems := dsl.Parse(source.NewFile("smaller.rules", smaller)); problems.HasErrors() {
			return false
		}
		g, problems := dsl.Load(source.NewFile("smaller.rules", smaller), known(smaller, options),
			ruleset.Library{})
		if g == nil || problems.HasErrors() {
			return false
		}
		if d := differs(t, g, 2); d != nil {
			best, text = d, smaller
			return true
		}
		return false
	}
	if best == nil {
		return ""
	}
	chosen := options
	if options = nil; !keep(text) {
		if options = chosen; !keep(text) { // the rules are those of several files
			return ""
		}
	}
	without := func(sep string, n int) { // runs of n lines or words
		for from := 0; from <= strings.Count(text, sep); {
			parts := strings.SplitAfter(text, sep)
			less := strings.Join(slices.Delete(parts, from, min(from+n, len(parts))), "")
			if less == text || !keep(less) {
				from++
			}
		}
	}
	for n := 8; n > 0; n /= 2 {
		without("\n", n)
	}
	for i := 0; i < len(number.FindAllString(text, -1)); i++ {
		for less := true; less; {
			at := number.FindAllStringIndex(text, -1)[i]
			n, _ := strconv.Atoi(text[at[0]:at[1]])
			less = n > 1 && keep(text[:at[0]]+strconv.Itoa(n-1)+text[at[1]:])
		}
	}
	for n := 8; n > 0; n-- {
		without(" ", n)
	}
	without("\n", 1)
	if d := differs(t, best.g, 6); d != nil {
		best = d
	}
	best.lessPieces(t)
	return "The smallest rules that show it:\n\n" + text + "\n" + best.String()
}

var number = regexp.MustCompile(`\b\d+\b`)

// known returns the options that rules still declare.
func known(text string, options map[string]string) map[string]string {
	left := map[string]string{}
	for name, value := range options {
		if strings.Contains(text, "option "+name) {
			left[name] = value
		}
	}
	return left
}

// differs returns the shortest way to a difference that some random games find; nil if none does.
func differs(t testing.TB, g *ir.Game, games uint64) (best *difference) {
	for seed := range games {
		d := &difference{g: g}
		d.what = try(t, func(t testing.TB) { played(t, g, 200, seed, &d.last) })
		if d.what != "" && (best == nil || len(d.last) < len(best.last)) {
			best = d
		}
	}
	return best
}

// played plays one random game with both engines, and records its steps.
func played(t testing.TB, g *ir.Game, plies int, seed uint64, steps *[]position.Move) {
	m, slow := engines(t, g)
	rng := rand.New(rand.NewPCG(seed, 3))
	pos, p := m.NewSlot(), slow.Start()
	m.Start(pos)
	for range plies {
		compare(t, g, m, pos, slow, p, *steps)
		if p.Result != nil {
			return
		}
		moves := slow.Moves(p)
		mv := moves[rng.IntN(len(moves))]
		*steps, p = append(*steps, mv), slow.Play(p, mv)
		if !m.Play(pos, pos, mv) {
			t.Fatalf("a legal step is refused: %v", describe(g, mv))
		}
	}
}

// again plays the steps of a difference from a position that is set up by hand.
func (d *difference) again(t testing.TB, from *position.State) string {
	return try(t, func(t testing.TB) {
		m, slow := engines(t, d.g)
		settled := m.Settle(from)
		p := slow.Settle(from)
		if settled == nil || p.Result != nil {
			return
		}
		pos := m.NewSlot()
		if m.Load(pos, settled) != nil {
			return
		}
		for _, mv := range d.last {
			if !slices.Contains(slow.Moves(p), mv) || !m.Play(pos, pos, mv) {
				return
			}
			p = slow.Play(p, mv)
		}
		compare(t, d.g, m, pos, slow, p, d.last)
	})
}

// lessPieces replaces all steps but the last by the position before it, and takes away the pieces
// that do not matter.
func (d *difference) lessPieces(t testing.TB) {
	if len(d.last) == 0 {
		return
	}
	slow := eval.New(d.g)
	p := slow.Start()
	for _, mv := range d.last[:len(d.last)-1] {
		p = slow.Play(p, mv)
	}
	short := &difference{g: d.g, last: d.last[len(d.last)-1:]}
	from := slow.Unsettled(p)
	if short.what = short.again(t, from); short.what == "" {
		return // the way there matters
	}
	for x := range from.Occupied().All() {
		less := from.Clone()
		less.Remove(topology.SetOf(x))
		if what := short.again(t, less); what != "" {
			from, short.what = less, what
		}
	}
	short.from = from
	*d = *short
}

// String says where the engines differ, and which sentence of the rules one of them reads wrongly.
func (d *difference) String() string {
	var b strings.Builder
	if d.from != nil {
		fmt.Fprintf(&b, "from the position\n  %s\n", brief(d.g, d.from))
	}
	for _, mv := range d.last {
		fmt.Fprintf(&b, "play %s\n", describe(d.g, mv))
	}
	b.WriteString(d.what + "\n")
	if m := sentence.FindStringSubmatch(d.what); m != nil {
		if i, _ := strconv.Atoi(m[1]); i < len(d.g.End) {
			fmt.Fprintf(&b, "the sentence: %s\n", d.g.End[i].Span.Text())
		}
	}
	for _, mv := range d.g.Moves {
		if strings.Contains(d.what+" ", "only: "+mv.Name+" ") {
			fmt.Fprintf(&b, "the move: %s\n", mv.Span.Text())
		}
	}
	return b.String()
}

var sentence = regexp.MustCompile(`Sentence:(\d+)`)
