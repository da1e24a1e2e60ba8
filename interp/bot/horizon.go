package bot

import (
	"slices"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// horizon returns the value of a position at which the depth ends: that of the quiescence search,
// unless the player to move can win at once.
func (s *search) horizon(ply int, alpha, beta int64) int64 {
	v := s.quiet(0, ply, alpha, beta, capture{})
	at := s.slots[ply]
	if s.bot.full || s.bot.without == "wins" || s.bot.slip > 0 || s.stopped || ply >= maxPly-1 ||
		abs(v) > decided || s.chance(at) {
		return v
	}
	// If the position is good enough as it is, the player to move needs no win.
	if f := s.frame(0, ply, alpha, beta); f.refutes(v) || !s.wins.likely(s.nodes) || s.over() ||
		!s.winsAtOnce(ply) {
		return v
	}
	return outcome(s.bot.judge.rules.Team(s.space.ToMove(at)), s.team, ply+1)
}

// threats is what a search knows about positions at its horizon.
type threats struct {
	horizons, found int64 // positions, and those in which something must be saved first
}

// Where rules often ask for what does not hold yet, it says nothing about a threat: at most one
// position in so many is searched further. And no line is longer than its iteration by more than so
// many steps.
const (
	threatsMost = 4
	threatsPly  = 8
)

// threatened reports whether the position at which the depth ends is searched one step deeper
// because what the player must ensure by every step does not hold as it stands, such as a king out
// of check (check extension). Its value says little, since most steps are not to be had.
func (s *search) threatened(ply int) bool {
	x := &s.threats
	// The first iteration takes every step before nodes run out.
	if s.depth < 2 || s.bot.full || s.bot.slip > 0 || s.bot.without == "threats" ||
		ply >= min(s.depth+threatsPly, maxPly-2) || s.space.inTurn(s.slots[ply]) {
		return false
	}
	holds, known := s.space.holds(s.slots[ply])
	if !known {
		return false
	}
	if x.horizons++; holds || x.found*threatsMost > x.horizons {
		return false
	}
	x.found++
	return true
}

// winsAtOnce is what a search knows about steps that win at once beyond its depth.
type winsAtOnce struct {
	tried, found int64                           // steps tried, and positions with a win
	last         [ir.MaxPlayers][2]position.Move // by player, the latest winning steps
}

// Looking for a win means playing every step, and some games have hardly any such wins before the
// very end. So the steps tried are at most one for every winsTried nodes, unless one win is found
// among winsWorth of them.
const (
	winsTried = 16
	winsWorth = 512
)

// likely reports whether looking for a win is worth the time, after a number of nodes.
func (w *winsAtOnce) likely(nodes int64) bool {
	return w.found*winsWorth > w.tried || w.tried*winsTried < nodes
}

// winsAtOnce reports whether the player to move has a step that wins at once. It first tries the
// steps that won last, because a threat often remains wherever the other player moves.
func (s *search) winsAtOnce(ply int) bool {
	at := s.slots[ply]
	mover := s.space.ToMove(at)
	team := s.bot.judge.rules.Team(mover)
	won := func(m position.Move) bool {
		if s.over() {
			return false
		}
		s.wins.tried++
		s.play(ply, m)
		to := s.slots[ply+1]
		return s.space.Over(to) && s.space.winners(to) == team
	}
	last := &s.wins.last[mover]
	moves := s.space.moves(at)
	for _, m := range last {
		if m != 0 && slices.Contains(moves, m) && won(m) {
			s.wins.found++
			return true
		}
	}
	for _, m := range moves {
		if won(m) {
			s.wins.found++
			last[0], last[1] = m, last[0]
			return true
		}
	}
	return false
}

// quiet is the quiescence search. It judges a position, but lets an exchange that has begun come to
// its end: a player may accept the value as it stands or continue to take pieces. Inside a turn
// there is no such choice; the turn is played on. If the capture that led here loses material, the
// position is not searched, because the player would not have made that capture. Captures that
// cannot gain enough are not searched either; see hopeless.
func (s *search) quiet(taken, ply int, alpha, beta int64, last capture) int64 {
	at := s.slots[ply]
	if s.space.Over(at) {
		return outcome(s.space.winners(at), s.team, ply)
	}
	if taken > 0 {
		s.nodes++
		if s.quieted++; s.quieted > 3*s.walked+300 {
			// There are too many captures here. For the rest of this iteration, exchanges are searched
			// less deeply.
			s.taken, s.quieted, s.walked = s.taken/2, 0, 0
		}
		if s.over() {
			return 0
		}
	}
	open := s.bot.extend && s.space.inTurn(at) && taken > 0
	if !s.taking.any || s.bot.without == "quiet" || taken >= s.taken || ply >= maxPly-1 ||
		s.chance(at) {
		return s.leaf(ply)
	}
	f := s.frame(0, ply, alpha, beta)
	stand := int64(0)
	if !open {
		stand = s.leaf(ply)
		if f.note(0, stand); f.closed() {
			return f.best
		}
	}
	moves, scores := s.steps[ply][:0], s.scores[ply][:0]
	owners := s.taking.owners(&s.owners, s.space, at)
	for _, m := range s.space.moves(at) {
		if w := s.taking.worth(s.space, at, owners, m); w > 0 || open {
			moves, scores = append(moves, m), append(scores, w)
		}
	}
	s.steps[ply], s.scores[ply] = moves, scores
	sortBy(moves, scores)
	if !open && s.refuted(last, ply, moves) {
		return f.limit()
	}
	for i, m := range moves {
		var c capture
		var hope int64
		if !open {
			c, hope = captureOf(m, scores[i]), s.taking.hope(&f, stand, scores[i])
		}
		s.play(ply, m)
		enough := f.raises(hope)
		if !open && !enough && s.hopeless(ply, m) {
			f.note(0, hope)
			continue
		}
		v := s.quiet(taken+1, ply+1, f.lo, f.hi, c)
		if s.stopped {
			return 0
		}
		if !open && enough {
			s.rises.note(!f.exceeds(v, hope))
		}
		if f.note(m, v); f.closed() {
			break
		}
	}
	if abs(f.best) > Won { // a turn that has nothing to offer
		return s.leaf(ply)
	}
	return f.best
}

// hopeless reports whether a capture, which has just been played, need not be searched further if
// its hope is not enough (delta pruning). The hope may be too low if the capture ends the game,
// promotes a piece or does not end the turn, and in some games anyway. So captures that are
// searched are compared with it, and if too many exceed it, none is left out.
func (s *search) hopeless(ply int, m position.Move) bool {
	to := s.slots[ply+1]
	return s.taking.man > 0 && s.rises.holds() && !s.bot.full && s.bot.without != "delta" &&
		s.taking.chosen[m.ID()] < 0 && !s.space.Over(to) && !s.space.inTurn(to)
}
