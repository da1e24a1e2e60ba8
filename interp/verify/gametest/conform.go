// Package gametest tests games. [Conform] gives any game, whatever its rules are, a conformance
// test in one line:
//
//	gametest.Conform(t, game)
//
// It plays random games and checks at every position what must hold of any game: that steps are
// listed once, that what is written can be read back, that exactly the legal steps can be played,
// and that positions never change.
package gametest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/record"
)

// Effort is how much to test. The zero value is the default.
type Effort struct {
	Games int    // random games; 0: three
	Steps int    // the greatest length of each; 0: 60
	Seed  uint64 // of the random games
	// Moves is how many of the legal steps of each position are examined closely; 0: 8.
	Moves int
}

func (e Effort) usual() Effort {
	set := func(n *int, usual int) {
		if *n == 0 {
			*n = usual
		}
	}
	set(&e.Games, 3)
	set(&e.Steps, 60)
	set(&e.Moves, 8)
	return e
}

// Conform plays random games of g and fails t if something does not hold that must hold for every
// game.
func Conform(t testing.TB, g *interp.Game) {
	t.Helper()
	ConformWith(t, g, Effort{})
}

// ConformWith is [Conform] with a different effort.
func ConformWith(t testing.TB, g *interp.Game, effort Effort) {
	t.Helper()
	effort = effort.usual()
	for game := range effort.Games {
		c := conformance{t, g, rand.New(rand.NewPCG(effort.Seed, uint64(game))), effort}
		if !c.play() {
			return // one broken game is enough to report
		}
	}
}

// conformance is the test of one random game.
type conformance struct {
	testing.TB
	g      *interp.Game
	rng    *rand.Rand
	effort Effort
}

// fail reports what does not hold, and where.
func (c *conformance) fail(p *interp.Position, format string, args ...any) bool {
	c.Helper()
	c.Errorf("%s at %s\n"+format, append([]any{c.g.Rules().Title, c.g.PositionText(p)}, args...)...)
	return false
}

func (c *conformance) play() bool {
	c.Helper()
	start := c.g.Start()
	p := start
	var steps []interp.Move
	for len(steps) < c.effort.Steps {
		if !c.position(p) {
			return false
		}
		moves := Sorted(c.g.Moves(p))
		if len(moves) == 0 {
			break
		}
		m := moves[c.rng.IntN(len(moves))]
		key, kept := p.Key(), interp.PositionOf(p.Clone())
		q, err := c.g.Play(p, m)
		if err != nil {
			return c.fail(p, "the legal step %s cannot be played: %v", c.g.Text(p, m), err)
		}
		if p.Key() != key || !p.Equal(kept) {
			return c.fail(p, "the position has changed by playing %s", c.g.Text(p, m))
		}
		again, err := c.g.Play(p, m)
		if err != nil || !again.Equal(q) || again.Key() != q.Key() {
			return c.fail(p, "%s played twice leads to two positions (%v)", c.g.Text(p, m), err)
		}
		if q.Ply() < p.Ply() {
			return c.fail(p, "%s takes turns back: %d after %d", c.g.Text(p, m), q.Ply(), p.Ply())
		}
		steps = append(steps, m)
		p = q
	}
	return c.record(start, steps, p)
}

// Sorted returns the steps in an order that does not depend on the engine.
func Sorted(moves []interp.Move) []interp.Move { return slices.Sorted(slices.Values(moves)) }

// position checks what must hold of a single position.
func (c *conformance) position(p *interp.Position) bool {
	c.Helper()
	moves := c.g.Moves(p)
	if (len(moves) == 0) != (p.Result() != nil) {
		return c.fail(p, "there are %d legal steps, and the result is: %s", len(moves),
			c.g.ResultText(p.Result()))
	}
	if !slices.Equal(moves, c.g.Moves(p)) {
		return c.fail(p, "asked twice, the legal steps come in different orders")
	}
	sorted := Sorted(moves)
	if len(slices.Compact(slices.Clone(sorted))) != len(moves) {
		return c.fail(p, "a step is listed twice: %v", c.g.Texts(p))
	}
	if r := p.Result(); r != nil {
		if r.Draw == (len(c.g.Rules().Sides(r.Winners)) == 1) {
			return c.fail(p, "a result with the winners %v and Draw=%v", r.Winners, r.Draw)
		}
		if r.Reason == "" {
			return c.fail(p, "the result has no reason")
		}
	}
	return c.written(p, moves) && c.texts(p, moves) && c.refusals(p, sorted)
}

// written checks that the text of a position leads back to it.
func (c *conformance) written(p *interp.Position, moves []interp.Move) bool {
	c.Helper()
	text := c.g.PositionText(p)
	q, err := c.g.ParsePosition(text)
	if err != nil {
		return c.fail(p, "the text of the position cannot be read: %v", err)
	}
	if again := c.g.PositionText(q); again != text {
		return c.fail(p, "read and written again, the position is\n%s", again)
	}
	if !p.Equal(q) || p.Hash() != q.Hash() || p.Key() != q.Key() {
		return c.fail(p, "read from its text, the position is another one")
	}
	// The text does not contain the earlier positions of an unfinished turn, to which no step may
	// lead back.
	legal := slices.Clone(c.g.Moves(q))
	if trail := p.State().Trail; trail != nil && trail.Before != nil {
		legal = slices.DeleteFunc(legal,
			func(m interp.Move) bool { return c.g.Explain(p, m).Kind == eval.ComesBack })
	}
	if !slices.Equal(Sorted(moves), Sorted(legal)) {
		return c.fail(p, "read from its text, the position has the legal steps\n%v\ninstead of\n%v",
			c.g.Texts(q), c.g.Texts(p))
	}
	return true
}

// texts checks that the notation of every step leads back to it.
func (c *conformance) texts(p *interp.Position, moves []interp.Move) bool {
	c.Helper()
	texts := c.g.Texts(p)
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[text] || text == "" {
			return c.fail(p, "two legal steps are written %q", text)
		}
		seen[text] = true
	}
	for _, i := range c.some(len(moves)) {
		m, text := moves[i], texts[i]
		for _, form := range []string{text, c.g.LongText(p, m), " " + strings.ToUpper(text) + " "} {
			if got, err := c.g.Parse(p, form); err != nil || got != m {
				return c.fail(p, "%q is read as %s, not as %s: %v", form, c.g.LongText(p, got),
					c.g.LongText(p, m), err)
			}
		}
		steps, q, err := c.g.ParseTurn(p, text)
		if err != nil || len(steps) != 1 || steps[0] != m {
			return c.fail(p, "%q is read as the turn %s: %v", text, c.g.TurnText(p, steps), err)
		}
		if played, err := c.g.Play(p, m); err != nil || !played.Equal(q) {
			return c.fail(p, "%q, read as a turn, leads to another position: %v", text, err)
		}
		id, values := c.g.Roles(m)
		if packed, ok := c.g.Step(id, values); !ok || packed != m {
			return c.fail(p, "%s, taken apart and put together, is another step", text)
		}
	}
	return true
}

// some returns which of n things to examine closely.
func (c *conformance) some(n int) []int {
	all := c.rng.Perm(n)
	return all[:min(n, c.effort.Moves)]
}

// refusals checks that unlisted steps are refused, with a reason, and that listed ones are not.
func (c *conformance) refusals(p *interp.Position, legal []interp.Move) bool {
	c.Helper()
	for _, i := range c.some(len(legal)) {
		if why := c.g.Explain(p, legal[i]); why.Kind != eval.Legal {
			return c.fail(p, "the legal step %s is explained to be illegal: %s",
				c.g.LongText(p, legal[i]), c.g.RefusalText(legal[i], why))
		}
	}
	for range c.effort.Moves {
		m, ok := c.anyStep()
		if !ok {
			continue
		}
		_, listed := slices.BinarySearch(legal, m)
		_, err := c.g.Play(p, m)
		var illegal *interp.IllegalMoveError
		switch {
		case listed != (err == nil):
			return c.fail(p, "%s: listed %v, but playing it gives %v", c.g.LongText(p, m), listed,
				err)
		case err != nil && (!errors.As(err, &illegal) || illegal.Why() == ""):
			return c.fail(p, "%s is refused without a reason: %v", c.g.LongText(p, m), err)
		case listed != (c.g.Explain(p, m).Kind == eval.Legal):
			return c.fail(p, "%s: listed %v, but explained as %v", c.g.LongText(p, m), listed,
				c.g.Explain(p, m).Kind)
		case !listed && !c.readBack(p, m):
			return c.fail(p, "%s, written so and not legal, is not read", c.g.LongText(p, m))
		}
	}
	return true
}

// readBack reports whether the long form of a step that is not legal is read as that step; or, if
// it names a cell, as the legal steps at its edges or corners, whose names begin so.
func (c *conformance) readBack(p *interp.Position, m interp.Move) bool {
	text := c.g.LongText(p, m)
	return slices.ContainsFunc(c.g.Why(p, text), func(r interp.Reading) bool {
		side, found := strings.CutPrefix(c.g.LongText(p, r.Move), text)
		return found &&
			(r.Move == m || r.Why.Kind == eval.Legal && 'a' <= side[0] && side[0] <= 'z')
	})
}

// anyStep returns a step of the rules with any values in its roles.
func (c *conformance) anyStep() (interp.Move, bool) {
	rules := c.g.Rules()
	if len(rules.Moves) == 0 {
		return position.Pass, true
	}
	mv := rules.Moves[c.rng.IntN(len(rules.Moves))]
	values := make([]int64, len(mv.Roles))
	for i := range mv.Roles {
		values[i] = int64(c.rng.IntN(c.g.Values(&mv.Roles[i])))
	}
	return c.g.Step(mv.ID, values)
}

// record checks that a game can be saved and replayed.
func (c *conformance) record(start *interp.Position, steps []interp.Move,
	last *interp.Position) bool {
	c.Helper()
	r, err := course.RecordOf(c.g, "any", start, steps)
	if err != nil {
		return c.fail(last, "the game cannot be recorded: %v", err)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		return c.fail(last, "the record cannot be written: %v", err)
	}
	back, err := record.Read("record", &b)
	if err != nil {
		return c.fail(last, "the record cannot be read: %v", err)
	}
	played, err := back.Replay(c.g)
	if err != nil {
		return c.fail(last, "the record cannot be replayed: %v", err)
	}
	if !slices.Equal(played.Steps, steps) || !played.Last().Equal(last) {
		return c.fail(last, "replayed, the game has another end: %s",
			c.g.PositionText(played.Last()))
	}
	return true
}
