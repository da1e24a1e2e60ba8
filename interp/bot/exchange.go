package bot

import (
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// This file finds captures that lose material on the site where they take. Chess programs look up
// the attackers of a square in tables and exchange them there, the least valuable first: static
// exchange evaluation (Reul, New Architectures in Computer Chess, 2009, chapter 4). In general,
// rules say nothing about attackers. But the search lists the replies to a capture anyway, and a
// single recapture often tells enough. If the captured piece and the recapturing piece together are
// worth less than the capturing piece, the capture loses material, whatever follows on that site.
// This never happens where all pieces are worth the same.

// capture is a step that takes something; the search looks at what follows it.
type capture struct {
	move position.Move
	debt int64 // what its player has to regain if the capturing piece is lost
}

// captureOf returns a step of a given worth as a capture, with what it puts at risk.
func captureOf(m position.Move, worth int64) capture {
	if worth == 0 {
		return capture{}
	}
	gain := worth >> 12
	return capture{m, rare - worth&(1<<12-1) - gain}
}

// losesMaterial reports whether a step, which has just been played, is a capture that loses
// material.
func (s *search) losesMaterial(ply int, m position.Move) bool {
	c := captureOf(m, s.takes(ply, m))
	return c.debt > 0 && s.refuted(c, ply+1, s.space.moves(s.slots[ply+1]))
}

// takes is the worth of a step of the position ply steps from the root.
func (s *search) takes(ply int, m position.Move) int64 {
	at := s.slots[ply]
	return s.taking.worth(s.space, at, s.taking.owners(&s.owners, s.space, at), m)
}

// refuted reports whether the capture that led to a position loses material because one of the
// replies recaptures on the same site. It is false if the player who captured is still to move.
// What players other than the searcher take from each other says nothing, because all of them play
// against the searcher.
func (s *search) refuted(c capture, ply int, replies []position.Move) bool {
	from, at := s.slots[ply-1], s.slots[ply]
	if c.debt <= 0 || s.bot.without == "exchanges" || s.space.Over(at) {
		return false
	}
	player := s.space.ToMove(from)
	if s.mine(at) == (s.team>>player&1 != 0) {
		return false
	}
	x, ok := s.taking.replaced(s.space, from, at, c.move, player)
	if !ok {
		return false
	}
	for _, m := range replies {
		if worth, ok := s.taking.takesBack(s.space, at, m, x); ok && worth < c.debt {
			return true
		}
	}
	return false
}

// replaced returns the site that a step which replaces a piece has given to a player.
func (t *taking) replaced(s space, from, to slot, m position.Move, player int) (
	x topology.Site, ok bool) {
	for _, r := range t.sites[m.ID()] {
		if x := topology.Site(t.layout.Value(m, r)); s.owns(to, player, x) && !s.owns(from, player, x) {
			return x, true
		}
	}
	return 0, false
}

// takesBack reports whether a step seems to take the piece on a site. It also returns the worth of
// the most valuable piece that it does so with.
func (t *taking) takesBack(s space, at slot, m position.Move, x topology.Site) (worth int64,
	ok bool) {
	if int(m.ID()) >= len(t.sites) {
		return 0, false
	}
	me := s.ToMove(at)
	for _, r := range t.sites[m.ID()] {
		if y := topology.Site(t.layout.Value(m, r)); y == x {
			ok = true
		} else if s.owns(at, me, y) {
			worth = max(worth, t.kinds[s.kind(at, y)])
		}
	}
	return worth, ok
}

// setWorths sets the worth of each kind by the judge of the search. This takes longer than a node
// for each piece, so it ends, and changes nothing, when the time of the search is over.
func (s *search) setWorths(p *position.Position) {
	s.taking = s.taking.judged(s.space, p, &s.bot.judge, s.over)
}

// judged returns a copy of t in which a judge sets the worth of each kind: how much worse off a
// player is without a piece of that kind, on average over those on the board. A kind of which there
// is none may be worth most. It returns t itself if losing a piece costs nothing, if a piece cannot
// be removed from the position, or if time is over.
func (t *taking) judged(s space, p *position.Position, j *judge, over func() bool) *taking {
	if !t.any {
		return t
	}
	sum, count := make([]int64, len(t.kinds)), make([]int64, len(t.kinds))
	at := s.add()
	defer s.remove(at)
	for player := range t.players {
		s.set(at, p)
		whole := j.of(s, at, player)
		for x := range p.Owned(player).All() {
			_, kind, _ := p.At(x)
			if len(p.Tower(x)) > 1 {
				continue
			}
			if over() {
				return t
			}
			q := p.Clone()
			q.Owned[player].Delete(x)
			q.OfKind[kind].Delete(x)
			if !s.load(at, position.Of(q)) {
				return t // such a position cannot occur within this turn
			}
			sum[kind] += whole - j.of(s, at, player)
			count[kind]++
		}
	}
	common, most := 0, int64(0)
	for k, n := range count {
		sum[k] /= max(n, 1)
		most = max(most, sum[k])
		if n > count[common] {
			common = k
		}
	}
	if most <= 0 {
		return t
	}
	u := *t
	u.kinds, u.man, u.most = make([]int64, len(t.kinds)), max(sum[common], 0), most
	for k := range u.kinds {
		u.kinds[k] = rare
		if count[k] > 0 {
			u.kinds[k] = max(rare*sum[k]/most, 1)
		}
	}
	return &u
}
