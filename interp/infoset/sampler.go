package infoset

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"boardgame/interp"
	"boardgame/interp/alike"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

const (
	sampled = 100 // positions that the player takes for possible
	silent  = 64  // steps in a row of which the player is told nothing
	tried   = 400 // steps that are tried to explain one event in one position
	rescues = 40  // attempts for each position to find others when none is left; 0.1 without time
)

// A sampler holds positions that agree with what a player knows.
type sampler struct {
	game    *interp.Game
	engine  interp.Engine
	machine *eval.Machine
	k       *Knowledge
	rng     *rand.Rand
	over    func() bool  // no time is left
	stopped func() error // by whoever asks
	text    *regexp.Regexp
	size    int // how many positions it holds at least
	all     []*position.Position
}

func newSampler(g *interp.Game, k *Knowledge, rng *rand.Rand, over func() bool) *sampler {
	return &sampler{game: g, engine: g.NewEngine(), machine: eval.New(g.Rules()), k: k, rng: rng,
		over: over, stopped: func() error { return nil }, size: sampled,
		all: []*position.Position{k.start}}
}

func (s *sampler) view(p *position.Position) *position.View {
	return s.machine.View(p.State(), s.k.Seat)
}

// follow makes the positions follow events.
func (s *sampler) follow(events []event) {
	for _, e := range events {
		s.text = texts(e.told)
		next := s.after(s.all, e, 2*s.size)
		if len(next) == 0 && s.size == sampled {
			next = s.rescue(s.all, e)
		}
		if s.all = next; len(next) == 0 {
			return
		}
	}
}

// texts matches the notations of the steps of which a player may be told a text.
func texts(told string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(told), `\?`, ".+") + "$")
}

// ready leaves the positions in which the player chooses.
func (s *sampler) ready() {
	var ready []*position.Position // others may have taken more steps that nobody told
	for _, p := range s.all {
		for n := 0; p != nil && n < silent && !s.chooses(p); n++ {
			p = s.unnoticed(p)
		}
		if p != nil && s.chooses(p) {
			ready = append(ready, p)
		}
	}
	s.all = ready
}

// chooses reports whether the player chooses in a position.
func (s *sampler) chooses(p *position.Position) bool {
	return p.Result() == nil && p.ToMove() == s.k.Seat && s.engine.Weights(p) == nil
}

// after returns positions after an event: from each one, and more from those drawn, as long as
// there are fewer than wanted; when no time is left, a single one will do.
func (s *sampler) after(from []*position.Position, e event, tries int) []*position.Position {
	var next []*position.Position
	enough := func() bool { return len(next) > 0 && s.over() }
	for _, p := range from {
		if enough() {
			return next
		}
		if q := s.explain(p, e); q != nil {
			next = append(next, q)
		}
	}
	for n := 0; n < tries && len(next) > 0 && len(next) < s.size && !e.own && !enough(); n++ {
		if q := s.explain(from[s.rng.IntN(len(from))], e); q != nil {
			next = append(next, q)
		}
	}
	return next
}

// explain plays a position on so that the player would know of just that event; nil if that was not
// found.
func (s *sampler) explain(p *position.Position, e event) *position.Position {
	if e.own {
		if q := s.engine.Play(p, e.step); q != nil && s.view(q).Key() == e.key {
			return q
		}
		return nil
	}
	tries := tried
	return s.explainBy(p, e, silent, &tries)
}

func (s *sampler) explainBy(p *position.Position, e event, deep int,
	tries *int) *position.Position {
	if p.Result() != nil || deep == 0 || s.chooses(p) {
		return nil
	}
	before := s.view(p)
	for _, m := range s.shuffled(p) {
		if *tries--; *tries < 0 {
			return nil
		}
		q := s.engine.Play(p, m)
		if q == nil || q.Ply() != p.Ply() && !s.fits(m) {
			continue
		}
		switch after := s.view(q); after.Key() {
		case e.key:
			telling, sites := s.machine.ToldBetween(before, m, after)
			if s.game.Notation().ToldText(m, telling, sites) == e.told {
				return q
			}
		case before.Key():
			if r := s.explainBy(q, e, deep-1, tries); r != nil {
				return r
			}
		}
	}
	return nil
}

// fits reports whether the player may be told the text of a step. If not, the step is of interest
// only if the player is told nothing of it, and then the turn goes on.
func (s *sampler) fits(m position.Move) bool {
	all := s.game.Rules().Board.All()
	nt := s.game.Notation()
	return s.text.MatchString(nt.ToldText(m, eval.Fully, all)) ||
		s.text.MatchString(nt.ToldText(m, eval.Shortly, all))
}

// unnoticed plays a step of which the player is told nothing; nil if there is none.
func (s *sampler) unnoticed(p *position.Position) *position.Position {
	if p.Result() != nil {
		return nil
	}
	before := s.view(p).Key()
	for _, m := range s.shuffled(p) {
		if q := s.engine.Play(p, m); q != nil && s.view(q).Key() == before {
			return q
		}
	}
	return nil
}

// shuffled lists the legal steps in a random order; those of chance as likely as it draws them.
func (s *sampler) shuffled(p *position.Position) []position.Move {
	moves, weights := s.engine.Moves(p), s.engine.Weights(p)
	for i := range moves {
		j := i + s.rng.IntN(len(moves)-i)
		if weights != nil {
			j = i + interp.Pick(weights[i:], s.rng)
			weights[i], weights[j] = weights[j], weights[i]
		}
		moves[i], moves[j] = moves[j], moves[i]
	}
	return moves
}

// stray plays a random game up to some turn: hidden values may be as they are there.
func (s *sampler) stray(ply int) *position.Position {
	p := s.k.start
	for (p.Ply() < ply || p.SettingUp()) && p.Result() == nil {
		p = s.engine.Play(p, interp.Any(s.engine, p, s.rng))
	}
	return p
}

// rescue exchanges what is hidden in positions before an event that none of them explains, until
// some do: so that what is seen after the event stands there, and at random.
func (s *sampler) rescue(from []*position.Position, e event) (next []*position.Position) {
	var others []*position.Position
	for n := 0; n < rescues*sampled && len(next) < sampled/4; n++ {
		if s.stopped() != nil || s.over() && (len(next) > 0 || n >= sampled/10) {
			break
		}
		p := from[s.rng.IntN(len(from))]
		var state *position.State
		if n%2 == 0 {
			leave := 0
			if !e.own { // the step itself changes what is seen
				leave = s.rng.IntN(3)
			}
			state = alike.Toward(s.machine, p.State(), e.view, leave, s.rng)
		} else {
			if len(others) < sampled {
				others = append(others, s.stray(from[0].Ply()))
			}
			other := others[s.rng.IntN(len(others))]
			if s.rng.IntN(2) == 0 {
				other = from[s.rng.IntN(len(from))]
			}
			state = alike.Permute(s.machine, p.State(), s.k.Seat, other.State(), s.rng)
		}
		if state == nil {
			continue
		}
		if q := s.explain(position.Of(state), e); q != nil {
			next = append(next, q)
		}
	}
	return next
}
