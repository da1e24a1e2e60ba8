package audit

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/alike"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// secretGames is how many games of a game with secrets are looked at.
const secretGames = 60

// secrets looks for what gives a secret away.
type secrets struct {
	*auditor
	machine *eval.Machine
	rng     *rand.Rand
	met     map[position.Key]*interp.Position // by view of the mover: where it occurred first
	pool    []*position.State
	hidden  []topology.Set // by item: the sites that it has hidden
	bare    []bool         // by item: it has hidden a site where nothing stood
	differ  bool           // offers that differ have been reported
	maybe   func()         // reports those of positions that may not occur; nil: none were found
}

// reportSecrets reports offers that depend on what the player does not see, and items that show
// where pieces stand. It compares positions of random games in which a view occurs twice, and every
// fourth position with one in which what is hidden is permuted.
func (a *auditor) reportSecrets() {
	if len(a.rules.Hidden) == 0 {
		return
	}
	s := &secrets{auditor: a, machine: eval.New(a.rules),
		rng: rand.New(rand.NewPCG(a.o.Seed, 5<<32)), met: map[position.Key]*interp.Position{},
		hidden: make([]topology.Set, len(a.rules.Hidden)), bare: make([]bool, len(a.rules.Hidden))}
	for n := 0; n < secretGames && !a.late() && !s.differ; n++ {
		s.play()
	}
	if s.maybe != nil && !s.differ {
		s.maybe()
	}
	for i, h := range a.rules.Hidden {
		if h.Hides == ir.HidePieces && !s.hidden[i].Empty() && !s.bare[i] {
			a.find(diag.Warning, CodeGiven, h.Span, mention(h.Span)+" gives away where pieces stand",
				"In all random games it hides only sites on which something stands, and which sites "+
					"are hidden is seen.",
				"hide empty sites too, as in `hidden cells - known`, or only the kind: "+
					"`hidden kind("+mentionIn(h.Span)+")`", nil)
		}
	}
}

func (s *secrets) play() {
	p := s.machine.Start()
	for n := 0; n < s.o.Actions && p.Result == nil && !s.late() && !s.differ; n++ {
		moves, weights := s.machine.Moves(p), s.machine.Weights(p)
		if len(moves) == 0 {
			return
		}
		s.watch(p)
		i := s.rng.IntN(len(moves))
		if weights != nil {
			i = interp.Pick(weights, s.rng)
		} else {
			s.compare(p, moves)
		}
		s.pool = append(s.pool, p)
		p = s.machine.Play(p, moves[i])
	}
}

// watch notes what the items hide.
func (s *secrets) watch(p *position.State) {
	there := p.Occupied()
	for i, h := range s.rules.Hidden {
		if h.Hides != ir.HidePieces || s.bare[i] {
			continue
		}
		for me := range s.rules.Players {
			if h.When == nil || s.machine.Eval(h.When, p, me, nil).N != 0 {
				sites := s.machine.Eval(h.Of, p, me, nil).Sites
				s.hidden[i] = s.hidden[i].Or(sites)
				free := sites.Minus(there)
				s.bare[i] = s.bare[i] || !free.Empty()
			}
		}
	}
}

// compare looks for another position that looks the same to the mover but offers other steps.
func (s *secrets) compare(p *position.State, moves []position.Move) {
	view := s.machine.View(p, p.ToMove)
	if q := s.met[view.Key()]; q == nil {
		s.met[view.Key()] = interp.PositionOf(p)
	} else if s.report(view, q.State(), p, moves, true) {
		return
	}
	if len(s.pool) == 0 || s.maybe != nil || s.rng.IntN(4) > 0 {
		return
	}
	other := s.pool[s.rng.IntN(len(s.pool))]
	if q := alike.Permute(s.machine, p, p.ToMove, other, s.rng); q != nil {
		s.report(view, q, p, moves, false)
	}
}

// report reports two positions that look the same if they offer different steps. Occurred says that
// games have led to both; otherwise it may be that no game leads to the first.
func (s *secrets) report(view *position.View, q, p *position.State, moves []position.Move,
	occurred bool) bool {
	offered := slices.Clone(s.machine.Moves(q))
	here := slices.Clone(moves)
	order.Sort(offered)
	order.Sort(here)
	if slices.Equal(offered, here) || len(offered) == 0 {
		return false
	}
	a, b := interp.PositionOf(q), interp.PositionOf(p)
	one, two := without(offered, here), without(here, offered)
	of := slices.Concat(one, two)[0]
	span := s.rules.Hidden[0].Span
	if id := of.ID(); int(id) < len(s.rules.Moves) {
		span = s.rules.Moves[id].Span
	}
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	player := s.rules.Players[p.ToMove].Name
	say("%s %s: %s", player, s.rules.Verb(1<<p.ToMove, "sees"), s.auditor.game.ViewText(view))
	for _, side := range []struct {
		p    *interp.Position
		only []position.Move
	}{{a, one}, {b, two}} {
		say("offered only in %s: %s", s.auditor.game.PositionText(side.p),
			cmp.Or(s.names(side.p, side.only), "nothing"))
	}
	severity, code, tells := diag.Error, CodeOffers, "tells"
	if !occurred {
		severity, code, tells = diag.Warning, CodeMaybe, "may tell"
		say("The first position was made by exchanging what is hidden; perhaps no game leads to it.")
	}
	help := "offer the step in both, and let it fail in one"
	for _, h := range s.rules.Hidden {
		if h.Hides == ir.HideState && s.rules.States[h.State].PerPlayer && h.Index[0] == nil {
			help = fmt.Sprintf("%s hides from players their own %s; to hide those of others, write "+
				"`%[2]s(players - me)`", mention(h.Span), s.rules.States[h.State].Name)
		}
	}
	found := func() {
		s.find(severity, code, span, "what is offered "+tells+" "+player+" a secret",
			strings.Join(lines, "\n"), help, nil)
	}
	if s.differ = occurred; occurred {
		found()
	} else {
		s.maybe = found
	}
	return true
}

// without returns the steps of one list that the other one does not have.
func without(list, other []position.Move) []position.Move {
	return slices.DeleteFunc(slices.Clone(list), func(m position.Move) bool {
		return slices.Contains(other, m)
	})
}

// names writes the first few steps.
func (s *secrets) names(p *interp.Position, moves []position.Move) string {
	const most = 8
	var texts []string
	for i, m := range moves {
		if i == most {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, s.auditor.game.Text(p, m))
	}
	return strings.Join(texts, " ")
}
