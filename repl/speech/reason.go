package speech

import (
	"fmt"
	"slices"

	"boardgame/interp"
)

// The bounds of the look for reasons: how many other steps, and answers, stand for all of them, and
// how many steps are tried altogether. Without a compiled game, each try takes up to a millisecond.
const (
	reasonSample = 16
	reasonTries  = 4000
	slowTries    = 200
)

// Reasons says in sentences why a legal step may be good, from nothing but the rules: how it ends
// the game, what it takes, which winning step of the next player it stops, and with which step
// it threatens to win. It looks at what follows at once, so there may be nothing to say of a good
// step. In a game with secrets there is never anything: what a step takes, and what it leads to,
// may be hidden from whoever asks.
func Reasons(si Situation, m interp.Move) []string {
	if si.Speech.Game.Secret() {
		return nil
	}
	p := si.Now()
	q, err := si.Speech.Game.Play(p, m)
	if err != nil {
		return nil
	}
	if r := q.Result(); r != nil {
		return []string{"It ends the game: " + si.Speech.Game.ResultText(r) + "."}
	}
	said := takes(si, p, q)
	if !interp.TurnOver(p, q) || q.ToMove() == si.mover() || si.Speech.Game.Weights(q) != nil {
		return said
	}
	try := &trial{si, reasonTries}
	if si.Speech.Game.Program() == nil {
		try.left = slowTries
	}
	if stopped := try.stops(m, q); stopped != "" {
		said = append(said, fmt.Sprintf("It stops %s, with which %s would win.", stopped,
			si.Speech.PlayerName(q.ToMove())))
	}
	if next := try.threatens(q); next != "" {
		said = append(said, fmt.Sprintf("It threatens to win with %s.", next))
	}
	return said
}

// takes says which pieces of others are gone from the board of q, or have changed sides.
func takes(si Situation, p, q *interp.Position) (said []string) {
	me := si.mover()
	for i := range si.Speech.Rules().Players {
		n := p.Pieces(i) - q.Pieces(i)
		if i == me || n <= 0 {
			continue
		}
		verb := "takes"
		turned := p.Owned(i).And(q.Owned(me))
		if turned.Len() >= n && q.Pieces(me) > p.Pieces(me) {
			verb = "turns" // they stand where they stood, and are the player's own
		}
		what := fmt.Sprintf("%d of %s's pieces", n, si.Speech.PlayerName(i))
		if n == 1 {
			for x := range p.Owned(i).All() {
				if _, kind, ok := p.At(x); ok && !q.Owns(i, x) {
					what = si.Speech.PlayerName(i) + "'s " + si.Speech.Rules().Kinds[kind].Name
				}
			}
		}
		said = append(said, fmt.Sprintf("It %s %s.", verb, what))
	}
	return said
}

// A trial plays steps that nobody has chosen, as many as are left.
type trial struct {
	si   Situation
	left int
}

// wins returns the steps of the player to move that win at once.
func (t *trial) wins(p *interp.Position) (winning []interp.Move) {
	for _, m := range t.si.Speech.Game.Moves(p) {
		if t.left--; t.left < 0 {
			return nil
		}
		q, err := t.si.Speech.Game.Play(p, m)
		if err == nil && q.Result() != nil && !q.Result().Draw &&
			slices.Contains(q.Result().Winners, p.ToMove()) {
			winning = append(winning, m)
		}
	}
	return winning
}

// stops returns a step with which the next player wins after most other steps, but cannot win after
// m, which leads to q; "" if there is none.
func (t *trial) stops(m interp.Move, q *interp.Position) string {
	if len(t.wins(q)) > 0 {
		return ""
	}
	p := t.si.Now()
	others := slices.DeleteFunc(t.si.Speech.Game.Moves(p), func(o interp.Move) bool { return o == m })
	return t.common(p, others, q.ToMove())
}

// threatens returns a step with which the player wins after most answers to q; "" if there is none.
func (t *trial) threatens(q *interp.Position) string {
	return t.common(q, t.si.Speech.Game.Moves(q), t.si.mover())
}

// common returns the step with which a player wins after most of some steps of p, as far as a
// sample of them shows.
func (t *trial) common(p *interp.Position, all []interp.Move, player int) string {
	seen, times := 0, map[string]int{}
	for i := 0; i < len(all); i += (len(all)-1)/reasonSample + 1 {
		q, err := t.si.Speech.Game.Play(p, all[i])
		if err != nil {
			continue
		}
		seen++
		if q.Result() != nil || q.ToMove() != player {
			continue
		}
		for _, m := range t.wins(q) {
			times[t.si.Speech.StepText(q, m)]++
		}
	}
	best := ""
	for text, n := range times {
		if t.left >= 0 && 4*n >= 3*seen && (best == "" || n > times[best] ||
			n == times[best] && text < best) {
			best = text
		}
	}
	return best
}
