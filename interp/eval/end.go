package eval

import (
	"math/bits"

	"boardgame/dsl/ir"
	"boardgame/dsl/value"
	"boardgame/interp/position"
)

// endTurn ends the turn of a position that is still being made (language.md#reading-the-end): it
// counts passes and turns, reads `end` for the mover with everything as the turn left it, clears
// what lasts for a turn, and gives the position to the next player.
func (en *ends) endTurn(p *position.State) {
	en.m.ev.Work.Spend(en.m.prices.position)
	if p.SettingUp {
		en.firstTurn(p)
		return
	}
	if p.Passed && p.Steps-p.Chances == 1 {
		p.Passes++
	} else {
		p.Passes = 0
	}
	p.Ply++
	if i := en.decided(p, false); i >= 0 {
		en.decide(p, i)
	}
	en.nextTurn(p)
}

// firstTurn ends the setup: no turn was taken, nothing is decided, and the first player is to
// move.
func (en *ends) firstTurn(p *position.State) {
	en.initialise(p, true)
	p.Steps, p.Chances, p.Since, p.Pending, p.Again, p.Passed, p.Trail = 0, 0, 0, nil, false, false,
		nil
	p.SettingUp = false
	en.remember(p)
}

// decided returns the index of the first sentence of `end` that holds, or -1; with atOnce of those
// that say `at once`.
func (en *ends) decided(p *position.State, atOnce bool) int {
	vars := en.m.ev.Enter()
	defer en.m.ev.Leave()
	for i, sentence := range en.m.g.End {
		if atOnce && !sentence.AtOnce {
			continue
		}
		if sentence.Outcome == ir.Lose && sentence.Player >= 0 && !p.In(sentence.Player) {
			continue // this player has lost already
		}
		holds := en.m.ev.Truth(sentence.If, en.m.view(p, p.ToMove, vars))
		if en.m.cover != nil && en.m.ahead == 0 && !atOnce {
			en.m.cover.sentence(sentence, holds)
		}
		if holds {
			return i
		}
	}
	return -1
}

// decide applies the outcome of a sentence. In a game of three or more, `lose` need not end the
// game (language.md#players-who-are-out).
func (en *ends) decide(p *position.State, index int) {
	sentence := en.m.g.End[index]
	player := sentence.Player
	if player < 0 {
		player = p.ToMove
	}
	reason := sentence.Text
	if reason == "" {
		reason = sentence.If.Span.Text() // language.md#reasons
	}
	switch sentence.Outcome {
	case ir.Win:
		p.Result = won(en.m.g, player, reason, index)
	case ir.Lose:
		en.lose(p, player, reason, index)
	case ir.Draw:
		p.Result = &position.Result{Draw: true, Reason: reason, Sentence: index}
	case ir.Highest, ir.Lowest:
		p.Result = en.compareScores(p, sentence, reason, index)
	}
}

// won is the result when a player wins, and with them their team.
func won(g *ir.Game, player int, reason string, sentence int) *position.Result {
	return &position.Result{Winners: ir.Members(g.Team(player)), Reason: reason, Sentence: sentence}
}

// lose takes a player out of the game; the last team in wins (language.md#players-who-are-out).
func (en *ends) lose(p *position.State, player int, reason string, sentence int) {
	p.Out |= 1 << player
	in := uint16(1<<en.m.players-1) &^ p.Out
	switch {
	case in == 0: // a one-player game
		p.Result = &position.Result{Draw: true, Reason: reason, Sentence: sentence}
	case in&^en.m.g.Team(bits.TrailingZeros16(in)) == 0:
		p.Result = won(en.m.g, bits.TrailingZeros16(in), reason, sentence)
	}
}

// compareScores reads a number for each player and adds up those of a team. Of the teams still in
// the game, the one with the best number wins; several with the best draw among themselves.
func (en *ends) compareScores(p *position.State, sentence *ir.Sentence, reason string,
	index int) *position.Result {
	r := &position.Result{Reason: reason, Sentence: index, Scores: make([]int64, en.m.players)}
	vars := en.m.ev.Enter()
	defer en.m.ev.Leave()
	var best int64
	var winners uint16
	sides := 0 // that have the best number
	for _, team := range en.m.g.Teams() {
		n := sum(en.m, p, sentence, team, vars)
		for _, player := range ir.Members(team) {
			r.Scores[player] = n
		}
		switch {
		case team&^p.Out == 0:
		case winners == 0, sentence.Outcome == ir.Highest && n > best,
			sentence.Outcome == ir.Lowest && n < best:
			winners, best, sides = team, n, 1
		case n == best:
			winners, sides = winners|team, sides+1
		}
	}
	r.Winners, r.Draw = ir.Members(winners), sides != 1
	return r
}

// sum adds up the number that a sentence compares for the players of a team.
func sum(m *Machine, p *position.State, sentence *ir.Sentence, team uint16,
	vars []value.Value) (n int64) {
	for _, player := range ir.Members(team) {
		n = value.Add(n, m.ev.Number(sentence.Of, m.view(p, player, vars)))
	}
	return n
}

// left takes the player to move out of a game of three or more; it returns nil in other games and
// during a setup (language.md#leaving-a-game-of-three). What they have done in the turn stands,
// and the turn is counted.
func (en *ends) left(p *position.State) *position.State {
	if en.m.players < 3 || p.SettingUp {
		return nil
	}
	q := p.Clone()
	q.Passes, q.Again = 0, false
	q.Ply++
	en.lose(q, q.ToMove, en.m.g.Players[q.ToMove].Name+" resigned", -1)
	en.nextTurn(q)
	en.m.settle(q)
	en.m.giveUp(q)
	q.Touched = p.Changed(q)
	return q
}

// nextTurn gives the position to the player who moves next.
func (en *ends) nextTurn(p *position.State) {
	p.ToMove = p.NextMover()
	en.initialise(p, true)
	p.Steps, p.Chances, p.Since, p.Pending, p.Again, p.Passed, p.Trail = 0, 0, 0, nil, false, false,
		nil
	en.remember(p)
}

// remember puts the position into the history, as a turn boundary.
func (en *ends) remember(p *position.State) {
	at := *p
	at.History, at.Trail, at.Legal, at.Aim = nil, nil, nil, nil
	p.History = &position.History{
		At:     &at,
		Before: p.History,
		Whole:  p.RepetitionKey(en.m.g, p.ToMove),
		Pieces: p.PiecesKey(),
	}
}

// outcome lets an item win, lose or draw decide (language.md#outcomes-of-a-turn): at the start of a
// turn before any step, without a turn being counted and without `end` being read again; in the
// middle of one after the step, which ends the turn.
func (en *ends) outcome(p *position.State, item *position.PendingItem) {
	const noSentence = -1
	reason, player := item.Item.Reason(), p.ToMove
	if item.Item != nil && item.Item.Named {
		player = item.Item.Player
	}
	if p.Steps > 0 {
		p.Passes = 0
		p.Ply++
	}
	switch item.Op {
	case ir.WinItem:
		p.Result = won(en.m.g, player, reason, noSentence)
	case ir.LoseItem:
		en.lose(p, player, reason, noSentence)
	case ir.DrawItem:
		p.Result = &position.Result{Draw: true, Reason: reason, Sentence: noSentence}
	}
	if p.Steps == 0 {
		if p.Result != nil {
			return // whoever could not begin the turn still has it
		}
		if p.History != nil {
			p.History = p.History.Before // the boundary is the same; only who gets it has changed
		}
	}
	en.nextTurn(p)
}
