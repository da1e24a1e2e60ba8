package infoset

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/interp/alike"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

const (
	sampled = 100    // worlds that the player considers possible
	silent  = 64     // steps in a row of which the player is told nothing
	tried   = 400    // steps that are tried to explain one event in one position
	retried = 40     // steps that are tried while a world is varied
	begins  = 12     // worlds that are varied
	varied  = 1000   // attempts to vary a world
	more    = 4      // one in so many of the hidden steps after a varied one is varied, too
	effort  = 400000 // steps in which others are looked for, after one event; a view counts as eight
	events  = 6      // of that, at most so many times for all events
	rescues = 40     // exchanges for each world when none is left; 0.1 without time
)

// A sampler holds worlds that agree with what a player knows. It is a particle filter: a world that
// does not explain an event is dropped. Where pieces are hidden and no world is left, what is
// hidden changes places. Where only values are hidden and few are left, others are made from them
// by replacing hidden steps and playing on (resample and move; Gilks and Berzuini 2001). In Whist,
// whose cards are pieces, that took ten times as long and was no better than random.
type sampler struct {
	game    *interp.Game
	engine  interp.Engine
	machine *eval.Machine
	k       *Knowledge
	rng     *rand.Rand
	over    func() bool               // no time is left
	stopped func() error              // by whoever asks
	texts   map[string]*regexp.Regexp // by what was told
	text    *regexp.Regexp            // of the event that is being explained
	tries   int                       // steps that may still be tried
	worked  int                       // steps so far; a view counts as eight
	before  int                       // steps before the events that are being followed
	size    int                       // how many worlds it holds at least
	all     []world
}

// A world is a position that the player considers possible, and how it came about.
type world struct {
	*position.Position
	past *past // nil: unknown, or the beginning
}

// A past is the steps that explain an event, after those of the events before.
type past struct {
	before *past
	event  int
	steps  []position.Move // none: unknown
	hidden bool            // something else may have happened
	guess  bool            // it, or one before, does not explain its event
}

// then returns the past after one more event.
func (w world) then(event int, steps ...position.Move) *past {
	return &past{before: w.past, event: event, steps: steps, guess: w.past != nil && w.past.guess}
}

func newSampler(g *interp.Game, k *Knowledge, rng *rand.Rand, over func() bool) *sampler {
	return &sampler{game: g, engine: g.NewEngine(), machine: eval.New(g.Rules()), k: k, rng: rng,
		over: over, stopped: func() error { return nil }, size: sampled,
		texts: map[string]*regexp.Regexp{}, all: []world{{Position: k.start}}}
}

func (s *sampler) view(p *position.Position) *position.View {
	s.worked += 8
	return s.machine.View(p.State(), s.k.Seat)
}

// follow makes the worlds follow the events from one on.
func (s *sampler) follow(from int) {
	s.before = s.worked
	for at := from; at < len(s.k.events) && len(s.all) > 0; at++ {
		pieces := s.k.events[at].view.HidesPieces()
		next := s.after(s.all, at, pieces)
		switch {
		case s.size < sampled:
		case len(next) == 0:
			if !pieces {
				next = s.vary(s.all, at)
			}
			if len(next) == 0 {
				next = s.carry(s.all, at)
			}
			if len(next) == 0 {
				next = s.rescue(s.all, at)
			}
		case pieces: // which change places at once, should none be left
		case next[0].past.guess:
			if sure := s.vary(next, at); len(sure) > 0 {
				next = sure
			}
		case len(next) < s.size/2:
			next = append(next, s.vary(next, at)...)
		}
		s.all = next
	}
}

// matching returns what matches the notations of the steps of which a player may be told a text.
func (s *sampler) matching(told string) *regexp.Regexp {
	if s.texts[told] == nil {
		s.texts[told] = regexp.MustCompile(
			"^" + strings.ReplaceAll(regexp.QuoteMeta(told), `\?`, ".+") + "$")
	}
	return s.texts[told]
}

// ready returns the positions in which the player chooses.
func (s *sampler) ready() (ready []*position.Position) {
	for _, w := range s.all {
		p := w.Position // others may have taken more steps that nobody told
		for n := 0; p != nil && n < silent && !s.chooses(p); n++ {
			p = s.unnoticed(p)
		}
		if p != nil && s.chooses(p) {
			ready = append(ready, p)
		}
	}
	return ready
}

// chooses reports whether the player chooses in a position.
func (s *sampler) chooses(p *position.Position) bool {
	return p.Result() == nil && p.ToMove() == s.k.Seat && s.engine.Weights(p) == nil
}

// after returns worlds after an event: from each one, and more from those drawn, as long as there
// are fewer than wanted and they may differ, or always; when no time is left, a single one will do.
func (s *sampler) after(from []world, event int, always bool) (next []world) {
	enough := func() bool { return len(next) > 0 && s.over() }
	for _, w := range from {
		if enough() || s.stopped() != nil {
			return next
		}
		if q, ok := s.explain(w, event, tried); ok {
			next = append(next, q)
		}
	}
	for n := 0; n < 2*s.size && len(next) > 0 && len(next) < s.size &&
		!s.k.events[event].own && (always || next[0].past.hidden) && !enough(); n++ {
		if q, ok := s.explain(from[s.rng.IntN(len(from))], event, tried); ok {
			next = append(next, q)
		}
	}
	return next
}

// explain plays a world on so that the player would be told just that event. It reports false if it
// finds no way in so many tries.
func (s *sampler) explain(w world, event, tries int) (world, bool) {
	e := s.k.events[event]
	if e.own {
		q := s.engine.Play(w.Position, e.step)
		return world{q, w.then(event, e.step)}, q != nil && s.view(q).Key() == e.key
	}
	past := w.then(event)
	s.text, s.tries = s.matching(e.told), tries
	q := s.explainBy(w.Position, e, past)
	past.hidden = len(past.steps) > 1 || strings.Contains(e.told, "?")
	slices.Reverse(past.steps)
	return world{q, past}, q != nil
}

// explainBy adds the steps that it took to past, the last one first.
func (s *sampler) explainBy(p *position.Position, e event, past *past) *position.Position {
	if p.Result() != nil || s.chooses(p) {
		return nil
	}
	before := s.view(p)
	for _, m := range s.shuffled(p) {
		if s.tries--; s.tries < 0 {
			return nil
		}
		q := s.engine.Play(p, m)
		if q == nil || q.Ply() != p.Ply() && !s.fits(m) {
			continue
		}
		switch after := s.view(q); after.Key() {
		case e.key:
			if !s.told(before, m, after, e) {
				continue
			}
		case before.Key():
			if q = s.explainBy(q, e, past); q == nil {
				continue
			}
		default:
			continue
		}
		past.steps = append(past.steps, m)
		return q
	}
	return nil
}

// told reports whether the player is told of a step what the event says.
func (s *sampler) told(before *position.View, m position.Move, after *position.View, e event) bool {
	telling, sites := s.machine.ToldBetween(before, m, after)
	return s.game.Notation().ToldText(m, telling, sites) == e.told
}

// An attempt is a past whose last view differs in some places from what the player sees.
type attempt struct {
	*past
	apart int
}

// vary makes worlds that explain all events up to one. It begins with how those given came about.
// In each round it replaces a hidden step in one of them and plays what came after as it was, as
// far as possible; it keeps what is no worse. It checks the views in between, which take longest,
// only if the last one is right.
func (s *sampler) vary(from []world, event int) (next []world) {
	var tried []attempt
	for range begins {
		w := from[s.rng.IntN(len(from))]
		line := w.past.line()
		if len(line) == 0 || line[0].event > 0 || s.hidden(line) < 0 {
			continue // nobody knows how it came about, or that is certain
		}
		tried = append(tried, attempt{w.past, math.MaxInt})
	}
	begun, goal := s.worked, s.k.events[event]
	for n := 0; len(tried) > 0 && n < varied && len(next) < s.size/2 &&
		s.worked-begun < effort && s.worked-s.before < events*effort; n++ {
		if s.stopped() != nil || s.over() && (len(next) > 0 || n >= s.size/10) {
			break
		}
		t := &tried[s.rng.IntN(len(tried))]
		line, vary := t.past.line(), t.apart < math.MaxInt
		w, ok, here := world{Position: s.k.start}, true, s.hidden(line)
		for i, at := range line {
			switch {
			case !ok:
			case len(at.steps) == 0:
				w, ok = s.explain(w, at.event, retried)
			case vary && (i == here || i > here && at.hidden && s.rng.IntN(more) == 0):
				w, ok = s.otherwise(w, at)
			default:
				w, ok = s.replay(w, at, nil)
			}
		}
		switch {
		case !ok:
			continue
		case w.past.event == event:
		case goal.own:
			w, ok = s.replay(w, &past{event: event, steps: []position.Move{goal.step}}, nil)
		default:
			w, ok = s.explain(w, event, retried)
		}
		if !ok {
			continue
		}
		apart := s.view(w.Position).Apart(goal.view)
		if apart > t.apart {
			continue
		}
		*t = attempt{w.past, apart}
		if apart == 0 && s.holds(w) {
			next = append(next, w)
		}
	}
	return next
}

// hidden draws one of the events that other steps might explain as well; -1 if there is none.
func (s *sampler) hidden(line []*past) int {
	drawn, n := -1, 0
	for i, at := range line {
		if !at.hidden {
			continue
		}
		if n++; s.rng.IntN(n) == 0 {
			drawn = i
		}
	}
	return drawn
}

// otherwise explains an event by other steps than before: of several, one or some are replaced.
func (s *sampler) otherwise(w world, as *past) (world, bool) {
	if len(as.steps) == 1 {
		return s.explain(w, as.event, retried)
	}
	other := map[int]bool{s.rng.IntN(len(as.steps)): true}
	for i := range as.steps {
		other[i] = other[i] || s.rng.IntN(more) == 0
	}
	return s.replay(w, as, other)
}

// replay plays an event as it was played in another world, without looking whether that explains
// it. Some steps are replaced, if any, and so are hidden ones that are not legal.
func (s *sampler) replay(w world, as *past, other map[int]bool) (world, bool) {
	to := w.then(as.event, slices.Clone(as.steps)...)
	to.hidden = as.hidden
	for i, m := range to.steps {
		s.worked++
		p := w.Position
		if w.Position = nil; !other[i] {
			w.Position = s.engine.Play(p, m)
		}
		if w.Position == nil && as.hidden && len(s.engine.Moves(p)) > 0 {
			to.steps[i] = interp.Any(s.engine, p, s.rng)
			w.Position = s.engine.Play(p, to.steps[i])
		}
		if w.Position == nil {
			return w, false
		}
	}
	w.past = to
	return w, true
}

// holds reports whether the past of a world explains all events.
func (s *sampler) holds(w world) bool {
	p := s.k.start
	for _, at := range w.past.line() {
		e := s.k.events[at.event]
		for i, m := range at.steps {
			q := s.engine.Play(p, m)
			if q == nil {
				return false
			}
			before, after := s.view(p), s.view(q)
			if last := i == len(at.steps)-1; !last && after.Key() != before.Key() ||
				last && (after.Key() != e.key || !e.own && !s.told(before, m, after, e)) {
				return false
			}
			p = q
		}
	}
	return true
}

// line lists what happened, the first event first.
func (p *past) line() (all []*past) {
	for ; p != nil; p = p.before {
		all = append(all, p)
	}
	slices.Reverse(all)
	return all
}

// carry makes worlds after an event that none explains: it takes what is seen from the event, and
// hidden values from the worlds before.
func (s *sampler) carry(from []world, event int) (next []world) {
	e := s.k.events[event]
	for _, w := range from {
		if s.stopped() != nil {
			return nil
		}
		if q := alike.Carry(s.machine, e.view, w.State()); q != nil {
			past := w.then(event)
			if past.guess = true; e.own {
				past.steps = []position.Move{e.step}
			}
			next = append(next, world{position.Of(q), past})
		}
	}
	return next
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
func (s *sampler) rescue(from []world, event int) (next []world) {
	e := s.k.events[event]
	var others []*position.Position
	begun := s.worked
	for n := 0; n < rescues*sampled && len(next) < sampled/4 && s.worked-begun < events*effort; n++ {
		if s.stopped() != nil || s.over() && (len(next) > 0 || n >= sampled/10) {
			break
		}
		p := from[s.rng.IntN(len(from))].Position
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
				other = from[s.rng.IntN(len(from))].Position
			}
			state = alike.Permute(s.machine, p.State(), s.k.Seat, other.State(), s.rng)
		}
		if state == nil {
			continue
		}
		if w, ok := s.explain(world{Position: position.Of(state)}, event, tried); ok {
			w.past.guess = true
			next = append(next, w)
		}
	}
	return next
}
