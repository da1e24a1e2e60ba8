package diff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/verify/cover"
)

// finding describes a difference for people.
func (s *searcher) finding(k kind) *Finding {
	f := &Finding{Steps: len(s.found[k]), Shortest: s.shortest[k]}
	a, b := s.a.Game.Start(), s.b.Game.Start()
	var texts []string
	var beforeA, beforeB *interp.Position
	var last both
	for _, step := range s.found[k] {
		texts = append(texts, s.text(a, step.a))
		beforeA, beforeB, last = a, b, step
		a, b = s.ea.Play(a, step.a), s.eb.Play(b, step.b)
	}
	f.Line = strings.Join(texts, " ")
	f.A, f.B = moment(s.a.Game, a), moment(s.b.Game, b)
	if k == movesDiffer {
		f.ToMove = s.a.Game.Rules().Players[a.ToMove()].Name
		_, onlyA, onlyB := s.steps(a, b)
		f.OnlyA = s.only(onlyA, s.a.Game, a, s.b.Game, b, s.pairing.translate)
		if odds := s.odds(a, b); odds != "" {
			f.What = []string{odds}
		}
		reverse := map[string]string{}
		for name, to := range s.effort.Map {
			reverse[to] = name
		}
		back := pair(s.b.Game, s.a.Game, reverse)
		f.OnlyB = s.only(onlyB, s.b.Game, b, s.a.Game, a, back.translate)
		return f
	}
	f.ToMove = s.a.Game.Rules().Players[beforeA.ToMove()].Name
	f.Move = texts[len(texts)-1]
	f.What = s.pairing.disagreements(a, b)
	if k == effectDiffers {
		ca, cb := happened(s.a.Game, beforeA, last.a), happened(s.b.Game, beforeB, last.b)
		f.A.Sentences, f.B.Sentences = without(ca, cb), without(cb, ca)
	}
	return f
}

// text writes a step so that both games understand it after the steps before it.
func (s *searcher) text(p *interp.Position, m interp.Move) string {
	text := s.a.Game.Text(p, m)
	if strings.ContainsAny(text, " ,") {
		return s.a.Game.LongText(p, m)
	}
	return text
}

// only describes moves that a game has and the other refuses.
func (s *searcher) only(
	moves []interp.Move, g *interp.Game, p *interp.Position, other *interp.Game, q *interp.Position,
	translate func(interp.Move) (interp.Move, bool),
) []OnlyOne {
	var all []OnlyOne
	for _, m := range moves {
		one := OnlyOne{Move: g.Text(p, m)}
		one.Why, one.Place = refusal(other, q, m, one.Move, g.LongText(p, m), translate)
		all = append(all, one)
	}
	slices.SortFunc(all, func(x, y OnlyOne) int { return strings.Compare(x.Move, y.Move) })
	return all
}

// refusal says why a game refuses a move that another one has.
func refusal(g *interp.Game, p *interp.Position, m interp.Move, short, long string,
	translate func(interp.Move) (interp.Move, bool),
) (why string, place *Place) {
	if to, ok := translate(m); ok {
		r := g.Explain(p, to)
		return g.RefusalText(to, r), placeOf(r.Span)
	}
	for _, text := range []string{long, short} {
		for _, r := range g.Why(p, text) {
			if r.Why.Kind != eval.Legal {
				return g.WhyText(r), placeOf(r.Why.Span)
			}
		}
	}
	return "there is no such move there", nil
}

// placeOf returns the line of the rules in which a span begins; nil if it is not a place.
func placeOf(span source.Span) *Place {
	if !span.Valid() {
		return nil
	}
	line, _ := span.File.Position(span.Lo)
	text, _, _ := strings.Cut(strings.TrimSpace(span.File.Line(line)), "  #")
	return &Place{File: span.File.Name, Line: line, Text: strings.TrimSpace(text)}
}

// happened lists the effects and items of a move that a step used.
func happened(g *interp.Game, p *interp.Position, m interp.Move) map[string]source.Span {
	all := map[string]source.Span{}
	id, _ := g.Roles(m)
	if int(id) >= len(g.Rules().Moves) {
		return all
	}
	mv := g.Rules().Moves[id]
	report := cover.New()
	report.Follow(context.Background(), g.Rules(), nil, p, []interp.Move{m})
	for _, e := range report.Entries {
		inside := e.Span.File == mv.Span.File && e.Span.Lo >= mv.Span.Lo && e.Span.Hi <= mv.Span.Hi
		if e.Yes == 0 || !inside || e.Kind != cover.Effect && e.Kind != cover.Item {
			continue
		}
		all[fmt.Sprint(e.Kind, strings.Join(strings.Fields(e.Span.Text()), " "))] = e.Span
	}
	return all
}

// without returns the sentences that happened in one game but not in the other, in the order of the
// text.
func without(a, b map[string]source.Span) (all []Place) {
	var spans []source.Span
	for text, span := range a {
		if _, too := b[text]; !too {
			spans = append(spans, span)
		}
	}
	slices.SortFunc(spans, func(x, y source.Span) int { return x.Lo - y.Lo })
	for _, span := range spans {
		p := placeOf(span)
		p.Text = strings.Join(strings.Fields(span.Text()), " ")
		all = append(all, *p)
	}
	return all
}
