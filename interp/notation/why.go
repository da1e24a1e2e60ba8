package notation

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// Explain says why a step is not legal, or that it is.
func (nt *Notation) Explain(p *position.Position, m position.Move) eval.Refusal {
	nt = nt.orEmpty()
	machine, done := nt.explainer()
	defer done()
	return machine.Explain(p.State(), m)
}

// A Reading is a step that a text may mean, and why it is not legal.
type Reading struct {
	Move position.Move
	Why  eval.Refusal
	// Site is the value of the role that is refused; None if none is, or if it is not a site.
	Site topology.Site
	// open marks the roles whose value the text does not give, and to which the same applies
	// whatever it is; nil for none. Move is an example.
	open []bool
}

// Open reports whether the text leaves the value of a role open, given its index among the roles of
// the move; Move is then an example.
func (r Reading) Open(role int) bool { return r.open != nil && r.open[role] }

// InWords reports whether the rules or the program have words for why the reading is not legal, so
// that [Notation.WhyText] quotes no expression.
func (r Reading) InWords() bool {
	switch r.Why.Kind {
	case eval.ConditionFails, eval.EnsureFails:
		return r.Why.Cond != nil && r.Why.Cond.Reason != ""
	case eval.PieceGoesOn, eval.ComesBack, eval.CannotGoOn, eval.OtherGroup, eval.NotBest:
		return true
	}
	return false
}

// Why reads a step, legal or not, and says why it is not legal. If the text leaves roles open, the
// readings are those that come nearest to being legal: a few at most, one for each reason that
// rules some of them out. If the text fits legal steps, the readings are these. If it is not the
// notation of any step, there is no reading.
func (nt *Notation) Why(p *position.Position, text string) []Reading {
	nt = nt.orEmpty()
	found, _ := nt.offer(p).find(text)
	readings := lists.Map(found[:min(len(found), legalShown)],
		func(m position.Move) Reading { return nt.reasons.reading(m, eval.Refusal{Kind: eval.Legal}) })
	if len(found) > 0 {
		return readings
	}
	return nt.reasons.refusals(p, nt.forms.candidates(text))
}

// whyPart returns the readings of a text that is not a notation but names part of a step, in the
// order of its roles: e4, if moves say more than a site. There is none if some step that contains
// it is legal.
func (o *offer) whyPart(text string) []Reading {
	nt := o.nt
	var all []candidate
	for _, mv := range nt.rules.Moves {
		if said := nt.forms.boundSome(mv, normal(text)); said != nil {
			all = append(all, candidate{move: mv, said: said})
		}
	}
	readings := nt.reasons.refusals(o.p, all)
	if slices.ContainsFunc(readings, func(r Reading) bool { return r.Why.Kind == eval.Legal }) {
		return nil
	}
	return readings
}

// refusals returns the reasons against the candidates that come nearest to being legal.
func (rs *reasons) refusals(p *position.Position, candidates []candidate) (readings []Reading) {
	machine, done := rs.nt.explainer()
	defer done()
	best := -1
	for _, c := range candidates {
		var steps []eval.OpenStep
		if c.move == nil {
			steps = []eval.OpenStep{{Step: c.step, Refusal: machine.Explain(p.State(), c.step)}}
		} else {
			steps = machine.ExplainOpen(p.State(), c.move.ID, c.said)
		}
		for _, step := range steps {
			far := rs.progress(step.Step, &step.Refusal)
			if far < best {
				continue
			}
			if far > best {
				best, readings = far, nil
			}
			readings = rs.addReading(readings, step)
		}
	}
	for i := range readings {
		r := &readings[i]
		r.Why.Parts = eval.Parts(machine, p.State(), r.Move, r.Why)
		r.Why.Ends = eval.Ends(machine, p.State(), r.Move, r.Why)
	}
	return readings
}

// reading is a step and what is against it.
func (rs *reasons) reading(m position.Move, why eval.Refusal) Reading {
	r := Reading{Move: m, Why: why, Site: topology.None}
	if i := rs.refused(r); i >= 0 && why.Role.Type == ir.Sites {
		_, values := rs.layout.Unpack(m)
		r.Site = topology.Site(values[i])
	}
	return r
}

// refused returns the index of the role that is refused; -1 if none is.
func (rs *reasons) refused(r Reading) int {
	mv := rs.names.move(r.Move.ID())
	for i := 0; r.Why.Role != nil && mv != nil && i < len(mv.Roles); i++ {
		if &mv.Roles[i] == r.Why.Role {
			return i
		}
	}
	return -1
}

// addReading adds a refusal to those that come equally near to being legal. It is merged with one
// of the same kind: the roles in which they differ stay open.
func (rs *reasons) addReading(readings []Reading, step eval.OpenStep) []Reading {
	r := rs.reading(step.Step, step.Refusal)
	mv := rs.names.move(step.Step.ID())
	_, values := rs.layout.Unpack(step.Step)
	for i, known := range step.Known {
		if !known {
			r.leaveOpen(mv, i)
		}
	}
	same := slices.IndexFunc(readings, func(other Reading) bool {
		one, two := &other.Why, &r.Why
		return other.Move.ID() == r.Move.ID() && one.Kind == two.Kind && one.Clause == two.Clause &&
			one.Cond == two.Cond && one.Role == two.Role
	})
	if same < 0 {
		again := func(other Reading) bool { return rs.sameAgain(other, r) }
		if len(readings) == readingsShown || slices.ContainsFunc(readings, again) {
			return readings
		}
		return append(readings, r)
	}
	_, others := rs.layout.Unpack(readings[same].Move)
	for i := range values {
		if values[i] != others[i] {
			readings[same].leaveOpen(mv, i)
		}
	}
	return readings
}

// sameAgain reports whether two moves refuse the same value in the same words.
func (rs *reasons) sameAgain(one, two Reading) bool {
	refused := func(r Reading) (int64, string) {
		if i := rs.refused(r); i >= 0 && r.Why.Kind == eval.NotInDomain {
			_, values := rs.layout.Unpack(r.Move)
			return values[i], inOneLine(r.Why.Span.Text())
		}
		return 0, ""
	}
	v, said := refused(one)
	w, again := refused(two)
	return said != "" && v == w && said == again
}

// leaveOpen records that a reading says nothing about a role of its move.
func (r *Reading) leaveOpen(mv *ir.Move, i int) {
	if r.open == nil {
		r.open = make([]bool, len(mv.Roles))
	}
	r.open[i] = true
	if &mv.Roles[i] == r.Why.Role {
		r.Site = topology.None
	}
	if r.Why.Kind == eval.NotInDomain {
		r.Why.Bindings = slices.DeleteFunc(r.Why.Bindings,
			func(b eval.Binding) bool { return b.Name == mv.Roles[i].Name })
	}
}

// The most readings of one text that are worth showing.
const (
	readingsShown = 3
	legalShown    = 12
)

// progress tells how far a step gets before something rules it out.
func (rs *reasons) progress(m position.Move, r *eval.Refusal) int {
	const clauses = 1000 // more than a move has
	switch r.Kind {
	case eval.NotInDomain, eval.ConditionFails:
		if mv := rs.names.move(m.ID()); mv != nil {
			for i := range mv.Clauses {
				if &mv.Clauses[i] == r.Clause {
					return 10 + i
				}
			}
		}
		return 10
	case eval.GameOver, eval.Unknown:
		return 0
	case eval.NotOffered:
		return 1
	}
	return clauses + int(r.Kind)
}

// ReadingText writes a reading in the long form, without the open roles.
func (nt *Notation) ReadingText(r Reading) string {
	return nt.orEmpty().names.longBut(r.Move, r.open)
}

// WhyText says in half a sentence why a reading is not legal.
func (nt *Notation) WhyText(r Reading) string {
	nt = nt.orEmpty()
	if i := nt.reasons.refused(r); i >= 0 && r.Why.Kind == eval.NotInDomain && r.Open(i) {
		return fmt.Sprintf("%s asks for `%s`, and there is none", nt.names.move(r.Move.ID()).Name,
			inOneLine(r.Why.Span.Text()))
	}
	return nt.reasons.refusalText(r.Move, r.Why, r.open)
}

// readingsText says why none of the readings of a text is legal.
func (rs *reasons) readingsText(readings []Reading) string {
	if len(readings) == 1 {
		return rs.nt.WhyText(readings[0])
	}
	why := func(r Reading) string { return rs.nt.ReadingText(r) + ": " + rs.nt.WhyText(r) }
	return strings.Join(lists.Map(readings, why), "; ")
}
