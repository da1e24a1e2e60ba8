package engine_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// load reads a ruleset with options, written name=value and separated by blanks.
func load(t testing.TB, name, options string) *ir.Game {
	t.Helper()
	r := gametest.Ruleset(t, name)
	if options == "" {
		return loadedBefore(name, func() *ir.Game { return read(t, r.File, nil) })
	}
	chosen := map[string]string{}
	for _, o := range strings.Fields(options) {
		k, v, _ := strings.Cut(o, "=")
		chosen[k] = v
	}
	return read(t, r.File, chosen)
}

func read(t testing.TB, f *source.File, options map[string]string) *ir.Game {
	t.Helper()
	g, problems := dsl.Load(f, options, ruleset.Library{})
	for _, d := range problems {
		if d.Severity == 0 {
			t.Error(d)
		}
	}
	if g == nil {
		t.Fatal("no game")
	}
	return g
}

// choices returns the sets of options with which a ruleset is compared: the defaults, and each
// other value of each option (of numbers, the first and the last few).
func choices(t testing.TB, name string) []string {
	t.Helper()
	list := []string{""}
	for _, o := range load(t, name, "").Options {
		for i, v := range o.Domain {
			if v != o.Value && (i < 3 || i == len(o.Domain)-1) {
				list = append(list, o.Name+"="+v)
			}
		}
	}
	return list
}

// engines returns both engines of a game. The game must not be left to the evaluator as a whole.
func engines(t testing.TB, g *ir.Game) (*machine, *eval.Machine) {
	t.Helper()
	return newMachine(t, g), eval.New(g)
}

// agree plays random games with the fast engine and the evaluator side by side for this many plies.
// In every position the legal steps, the position and the result must be the same. If they are not,
// it says so for the smallest rules and position that it can find. The quick run plays a fifth.
func agree(t testing.TB, g *ir.Game, plies int, seed uint64) {
	t.Helper()
	what := try(t, func(t testing.TB) { agreeAsIs(t, g, long.Times(plies, 5), seed) })
	if what != "" {
		t.Fatalf("%s\n\n%s", what, shrunk(t, g))
	}
}

// agreeAsIs is agree without the search for something smaller.
func agreeAsIs(t testing.TB, g *ir.Game, plies int, seed uint64) {
	t.Helper()
	m, slow := engines(t, g)
	rng := rand.New(rand.NewPCG(seed, 1))
	pos := m.NewSlot()
	for left := plies; left > 0; left-- { // a game that is over at once counts too
		m.Start(pos)
		p := slow.Start()
		var played []position.Move
		for {
			compare(t, g, m, pos, slow, p, played)
			if p.Result != nil || left <= 0 || len(played) > 3000 {
				break
			}
			if left%16 == 0 {
				agreeOnSettling(t, g, m, slow, p)
			}
			moves := slow.Moves(p)
			mv := moves[rng.IntN(len(moves))]
			played = append(played, mv)
			p = slow.Play(p, mv)
			if !m.Play(pos, pos, mv) {
				t.Fatalf("a legal step is refused after %d plies: %v", len(played), describe(g, mv))
			}
			left--
		}
	}
}

// agreeOnSettling compares what both engines make of a position if it is treated as set up by hand.
func agreeOnSettling(t testing.TB, g *ir.Game, m *machine, slow *eval.Machine,
	p *position.State) {
	t.Helper()
	begun, want := slow.Unsettled(p), slow.Settle(p)
	if begun.Result != nil {
		return
	}
	settled := m.Settle(begun)
	if settled == nil {
		return // the evaluator has to settle it
	}
	if q := settled.State(); !q.Equal(want) || !sameResult(q, want) {
		t.Fatalf("settled, a position is\n%s\nnot\n%s", brief(g, q), brief(g, want))
	}
}

// agreeOnDraws lets the fast engine draw this many steps of random games: each must lead to a
// position that one of the evaluator's steps leads to. The quick run draws a fifth.
func agreeOnDraws(t *testing.T, g *ir.Game, plies int, seed uint64) {
	t.Helper()
	drawWithin(t, g, long.Times(plies, 5), seed, unlimited, math.MaxInt)
}

// drawWithin is agreeOnDraws for rules that may be slow. It ends when the evaluator has done the
// given work, or the engine has played this many steps in search of the one drawn.
func drawWithin(t *testing.T, g *ir.Game, plies int, seed uint64, work int64, visits int) {
	t.Helper()
	m, slow := engines(t, g)
	rng := rand.New(rand.NewPCG(seed, 1))
	m.Seed(seed)
	pos, settled, before, next := m.NewSlot(), m.NewSlot(), m.NewSlot(), m.NewSlot()
	m.Start(pos)
	p := slow.Start()
	for range plies {
		if work <= 0 || visits <= 0 {
			return
		}
		if p.Result != nil {
			m.Start(pos)
			p = slow.Start()
			work -= slow.Spent()
			continue
		}
		m.Copy(before, pos)
		m.playouts(pos, 1, rng.IntN(2) == 0)
		m.Copy(settled, pos)
		m.Ready(settled) // takes the silent steps that follow
		q := m.Store(settled)
		moves := slices.Clone(slow.Moves(p))
		// The evaluator is slow, so it begins with the step that leads there in the fast engine.
		m.Ready(before)
		steps := m.Steps(nil)
		for _, step := range steps {
			if visits--; visits < 0 {
				break
			}
			m.Instance.Play(next, before, step)
			m.Ready(next)
			if m.Store(next).Equal(q) {
				if k := slices.Index(moves, m.Name(before, step)); k > 0 {
					moves[0], moves[k] = moves[k], moves[0]
				}
				break
			}
		}
		// Several steps may lead there, with different results: what a turn remembers is forgotten
		// at its end, but the sentences of the end have read it.
		var after *position.State
		for _, mv := range moves {
			if work <= 0 || after != nil && sameResult(q, after) {
				break
			}
			if next := slow.Play(p, mv); next.Equal(q) {
				after = next
			}
			work -= slow.Spent()
		}
		if after == nil {
			if work <= 0 {
				return // the step may be one that was not examined
			}
			t.Fatalf("a step was drawn that is not legal: from\n%s\nto\n%s", brief(g, p),
				brief(g, q))
		}
		p = after
		if !sameResult(q, p) {
			t.Fatalf("after a drawn step the results differ: fast %+v, slow %+v", q.Result,
				p.Result)
		}
	}
}

// agreeWithLoop lets the fast engine draw this many steps of random games: each must lead to a
// position that one of the steps it lists leads to. The games are short, and the seed selects them.
func agreeWithLoop(t *testing.T, g *ir.Game, plies int, seed uint64) {
	t.Helper()
	loopWithin(t, g, plies, seed, math.MaxInt)
}

// loopWithin is agreeWithLoop for rules that may be slow: it ends after this many steps.
func loopWithin(t *testing.T, g *ir.Game, plies int, seed uint64, visits int) {
	t.Helper()
	m := newMachine(t, g)
	m.Seed(seed)
	pos, before, next := m.NewSlot(), m.NewSlot(), m.NewSlot()
	m.Start(pos)
	for range plies {
		if visits <= 0 {
			return
		}
		n := m.Ready(pos)
		if n == 0 {
			m.Start(pos)
			continue
		}
		steps := m.Steps(nil)
		m.Copy(before, pos)
		m.playouts(pos, 1, false)
		m.Ready(pos)
		q := m.Store(pos)
		if !slices.ContainsFunc(steps, func(step engine.Step) bool {
			visits--
			m.PlayReady(next, before, step)
			p := m.Store(next)
			return p.Equal(q) && p.Ply == q.Ply && sameResult(p, q)
		}) {
			t.Fatalf("a step was drawn that is not listed: from\n%s\nto\n%s with result %v",
				brief(g, m.Store(before)), brief(g, q), q.Result)
		}
	}
}

// agreeOnPerft counts sequences in the module and in a loop over the listed steps, from the start
// and from positions of a random game, as deep as a small number of positions allows. By the end
// the instance has learned that it may count in one call.
func agreeOnPerft(t *testing.T, g *ir.Game) {
	t.Helper()
	perftWithin(t, g, 500)
}

// perftWithin is agreeOnPerft, as deep as this many positions allow.
func perftWithin(t *testing.T, g *ir.Game, most int) {
	t.Helper()
	m := newMachine(t, g)
	visits := 0
	var count func(s engine.Slot, n, depth int, steps bool) uint64
	count = func(s engine.Slot, n, depth int, steps bool) (sum uint64) {
		if depth == 1 && steps {
			return uint64(n)
		}
		next := m.NewSlot()
		defer m.Free(next)
		for _, step := range m.Steps(nil) {
			if visits--; visits < 0 {
				return 0
			}
			n, left := m.PlayReady(next, s, step), depth
			if steps || m.Over(next) || m.Ply(next) != m.Ply(s) ||
				m.SettingUp(s) && !m.SettingUp(next) {
				left--
			}
			if left == 0 {
				sum++
			} else {
				sum += count(next, n, left, steps)
			}
		}
		return sum
	}
	s := m.NewSlot()
	m.Start(s)
	m.Seed(1)
	for _, plies := range []int{0, 7, 14, 31} {
		for ; plies > 0 && !m.Over(s); plies-- {
			m.playouts(s, 1, false)
		}
		for _, steps := range []bool{true, false} {
			for depth := 1; depth <= 3; depth++ {
				visits = most
				want := count(s, m.Ready(s), depth, steps)
				if visits < 0 {
					break
				}
				for range 3 {
					got, err := m.Perft(context.Background(), s, depth, steps)
					if err != nil || got != want {
						t.Fatalf("perft %d (steps %v) of %s is %d, %v; a loop counts %d", depth, steps,
							brief(g, m.Store(s)), got, err, want)
					}
				}
			}
		}
	}
}

// agreeInPieces lets the fast engine play random games at once and a few steps at a time, from the
// same seeds. The games must be the same, whatever a step leaves for the next one to read.
func agreeInPieces(t *testing.T, g *ir.Game, games int, seed uint64) {
	t.Helper()
	m := newMachine(t, g)
	rng := rand.New(rand.NewPCG(seed, 2))
	whole, pieces := m.NewSlot(), m.NewSlot()
	for range games {
		from := rng.Uint64()
		m.Start(whole)
		m.Seed(from)
		want := m.playouts(whole, 1000, false)
		m.Start(pieces)
		m.Seed(from)
		plies := 0
		for n := 1; n > 0 && plies < 1000; plies += n {
			n = m.playouts(pieces, min(1+rng.IntN(5), 1000-plies), false).Plies
		}
		p, q := m.Store(whole), m.Store(pieces)
		if plies != want.Plies || !q.Equal(p) || !sameResult(q, p) {
			t.Fatalf("in pieces a game of %d steps ended after %d, at\n%s\nnot at\n%s",
				want.Plies, plies, brief(g, q), brief(g, p))
		}
	}
}

// sameResult reports whether two positions have the same result, or none.
func sameResult(p, q *position.State) bool {
	if p.Result == nil || q.Result == nil {
		return p.Result == q.Result
	}
	return fmt.Sprint(*p.Result) == fmt.Sprint(*q.Result)
}

func describe(g *ir.Game, mv position.Move) string {
	id, values := position.NewLayout(g).Unpack(mv)
	if int(id) >= len(g.Moves) {
		return fmt.Sprint("step ", id)
	}
	text := g.Moves[id].Name
	for i, r := range g.Moves[id].Roles {
		if r.Type == ir.Sites {
			text += " " + r.Word + " " + g.Board.Names[values[i]]
		} else {
			text += fmt.Sprint(" ", r.Word, " ", values[i])
		}
	}
	return text
}

func compare(t testing.TB, g *ir.Game, m *machine, pos engine.Slot, slow *eval.Machine,
	p *position.State, played []position.Move) {
	t.Helper()
	q := m.Store(pos)
	if !sameResult(q, p) {
		t.Fatalf("after %d plies (last %v) the results differ: fast %+v, slow %+v", len(played),
			lastOf(g, played), q.Result, p.Result)
	}
	if !q.Equal(p) || q.Ply != p.Ply {
		t.Fatalf("after %d plies (last %v) the positions differ:\nfast %+v\nslow %+v", len(played),
			lastOf(g, played), brief(g, q), brief(g, p))
	}
	// The evaluator takes long for some values. The engine knows them while the game goes on.
	if p.Result == nil && len(played)%8 == 0 {
		compareValues(t, g, m, pos, slow, p)
	}
	moves := slow.Moves(p)
	got := []position.Move(m.Moves(pos))
	compareWeights(t, m, pos, moves, slow.Weights(p))
	fresh := *p // whose steps nobody has listed
	fresh.Legal, fresh.Weights = nil, nil
	if v := slow.View(&fresh, p.ToMove); len(moves) > 0 && v.Key() != slow.View(p, p.ToMove).Key() {
		t.Fatalf("after %d plies a view depends on what was listed:\n%s", len(played), brief(g, p))
	}
	want := slices.Clone(moves)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(m.Names(), got) {
		t.Fatalf("after %d plies (last %v) the list of names is not that of the steps, in order",
			len(played), lastOf(g, played))
	}
	if !slices.Equal(got, want) {
		for _, w := range got {
			if !slices.Contains(want, w) {
				t.Logf("fast only: %s", describe(g, w))
			}
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Logf("slow only: %s", describe(g, w))
			}
		}
		t.Fatalf("after %d plies (last %v) %d steps are legal, not %d\n%s", len(played),
			lastOf(g, played), len(got), len(want), brief(g, p))
	}
}

// compareValues compares the values that the rules declare, as each player sees them.
func compareValues(t testing.TB, g *ir.Game, m *machine, pos engine.Slot, slow *eval.Machine,
	p *position.State) {
	t.Helper()
	for i, v := range g.Values {
		for player := range g.Players {
			if fast, want := m.Value(pos, i, player), slow.Value(p, v, player); fast != want {
				t.Fatalf("the value %s of %s is %d, not %d\n%s", v.Name, g.Players[player].Name, fast, want,
					brief(g, p))
			}
		}
	}
}

// compareWeights compares the probabilities of the steps of a position with what the evaluator says
// of its own steps, which are nil if a player chooses.
func compareWeights(t testing.TB, m *machine, pos engine.Slot, moves []position.Move,
	want []int64) {
	t.Helper()
	steps := m.Steps(nil)
	weights, drawn := m.Weights(nil, pos, steps)
	if drawn != (want != nil) {
		t.Fatalf("the fast engine says %v of whether the step is drawn", drawn)
	}
	for i, weight := range weights {
		at := slices.Index(moves, m.Name(pos, steps[i]))
		if at >= 0 && want[at] != weight {
			t.Fatalf("a step has weight %d, not %d", weight, want[at])
		}
	}
}

func lastOf(g *ir.Game, played []position.Move) string {
	if len(played) == 0 {
		return "none"
	}
	return describe(g, played[len(played)-1])
}

func brief(g *ir.Game, p *position.State) string {
	text := fmt.Sprintf(
		"to move %d ply %d passes %d steps %d numbers %v again %v out %b pending %v", p.ToMove,
		p.Ply, p.Passes, p.Steps, p.Numbers, p.Again, p.Out, p.Pending != nil)
	for x := range p.Occupied().All() {
		owner, kind, _ := p.At(x)
		text += fmt.Sprintf(" %s:%d%s", g.Board.Names[x], owner, g.Kinds[kind].Name)
	}
	for i, s := range p.Memories {
		text += fmt.Sprint(" memory", i)
		for x := range s.All() {
			text += " " + g.Board.Names[x]
		}
	}
	return text
}

// With -plies every choice of options is compared for this many plies:
//
//	go test ./interp/engine -run TestAgree$ -plies 100000 -timeout 0
var allPlies = flag.Int("plies", 0,
	"plies for which TestAgree compares each choice of options of a ruleset")

// longPlies is for how many plies the long run compares the i-th of the [choices] of a ruleset.
func longPlies(i int) int {
	if i > 0 {
		return 2500 // other options change only part of the rules
	}
	return 10_000
}

// The documentation says for how many plies the long run compares the engines.
func TestPliesOfTheLongRun(t *testing.T) {
	long.OneThread(t)
	sets, plies := 0, 0
	for _, name := range long.Studied {
		for i := range choices(t, name) {
			sets, plies = sets+1, plies+longPlies(i)
		}
	}
	if plies < 100_000 {
		t.Errorf("only %d plies", plies)
	}
	page, err := os.ReadFile("../../docs/project/verification.md")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%d choices of options of all rulesets over %d,%03d plies", sets, plies/1000,
		plies%1000)
	if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), want) {
		t.Errorf("docs/project/verification.md does not say: %s", want)
	}
}

// TestAgree compares the fast engine with the evaluator on every ruleset and every option.
func TestAgree(t *testing.T) {
	for k, name := range long.Studied {
		if long.Race && k%5 > 0 {
			continue // a few games at a time show whether the packages below share anything
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, options := range choices(t, name) {
				if !long.Case(k+i, 6) && *allPlies == 0 {
					continue
				}
				t.Run(options, func(t *testing.T) {
					t.Parallel()
					plies := cmp.Or(*allPlies, long.Times(longPlies(i), 10))
					g := load(t, name, options)
					agree(t, g, plies, uint64(i))
					agreeOnDraws(t, g, plies/5, uint64(i))
					agreeInPieces(t, g, 5, uint64(i))
					agreeOnPerft(t, g)
				})
			}
		})
	}
}
