package audit

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// severalGames is how many games are played to see whether a set whose only member is asked for has
// several.
const severalGames = 60

// crowd is a set that had several members where the rules ask for its only one, with the shortest
// game that led there.
type crowd struct {
	span    source.Span
	members int64
	rules   *ir.Game
	moves   []position.Move
}

// place is the place of an expression, which is the same whatever the options. Rules that extend
// others have more than one file.
type place struct {
	file string
	lo   int
}

// reportSeveral reports every `the S` that was read when S had several members. The evaluator plays
// the games, because only it notices: with the chosen options, then with the others.
func (a *auditor) reportSeveral() {
	found := map[place]*crowd{}
	for i, rules := range append([]*ir.Game{a.rules}, a.o.Others...) {
		if !eval.AsksForOnly(rules) {
			continue
		}
		games := severalGames
		if i > 0 {
			games = otherGames
		}
		rng := rand.New(rand.NewPCG(a.o.Seed, 2<<32+uint64(i)))
		for n := 0; n < games && !a.late(); n++ {
			a.crowds(rules, rng, found)
		}
	}
	inOrder := func(a, b place) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.lo, b.lo))
	}
	places := slices.Collect(maps.Keys(found))
	order.SortFunc(places, inOrder)
	for _, at := range places {
		c := found[at]
		where := "at the start"
		if n := len(c.moves); n > 0 {
			where = "after " + diag.Plural(n, "move")
		}
		if c.rules != a.rules {
			where += ", with other options"
		}
		var moves []position.Move
		if c.rules == a.rules {
			moves = c.moves
		}
		a.find(diag.Error, CodeSeveral, c.span,
			fmt.Sprintf("%s has %d members in a game, %s", mention(c.span), c.members, where),
			"`the` names the only member of a set; of several it names none, and the game "+
				"continues as if the set were empty.",
			"say which of them is meant, or test first: if one "+mentionIn(c.span)+": …", moves)
	}
}

// crowds plays a random game and adds what it shows: each place with the fewest moves that lead
// there.
func (a *auditor) crowds(rules *ir.Game, rng *rand.Rand, found map[place]*crowd) {
	var moves []position.Move
	machine := eval.NewStrict(rules, func(s eval.Several) {
		span := s.Expr.Span
		if !span.Valid() {
			return
		}
		at := place{span.File.Name, span.Lo}
		if c := found[at]; c != nil && (c.rules != rules || len(c.moves) <= len(moves)) {
			return
		}
		found[at] = &crowd{span, s.Members, rules, slices.Clone(moves)}
	})
	p := machine.Start()
	for range a.o.Actions {
		choices := machine.Moves(p)
		if len(choices) == 0 || a.late() {
			return
		}
		m := choices[rng.IntN(len(choices))]
		if weights := machine.Weights(p); weights != nil {
			m = choices[interp.Pick(weights, rng)]
		}
		moves = append(moves, m)
		p = machine.Play(p, m)
	}
}

// mention quotes the text of a span if it is short.
func mention(span source.Span) string {
	if text := mentionIn(span); text != "…" {
		return "`" + text + "`"
	}
	return "this set"
}

// mentionIn is the text of a span, or dots if it is long.
func mentionIn(span source.Span) string {
	if text := span.Text(); len(text) <= 40 {
		return text
	}
	return "…"
}
