package notation

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// A reader that drops the signs of a text must not overlook what they say. An `x` says that
// something is captured, an `=` that a piece becomes another kind, and a `+` after the move that it
// is promoted, wherever the rules know of that.

// cutRemark splits the signs + # ! ? from the end of a text.
func cutRemark(text string) (rest, remark string) {
	rest = strings.TrimRight(text, "+#!?")
	return rest, text[len(rest):]
}

// Sign is a sign that keeps a text from meaning a legal step.
type Sign struct {
	Sign string        // "x", "=" or "+"
	Step position.Move // the legal step that the text is but for the sign
	// Promotion is the promotion that a + would mean, and what is against it; nil: there is none.
	Promotion *Reading
}

// text says in half a sentence which sign is wrong.
func (s *Sign) text(nt *Notation, p *position.Position) string {
	switch text := nt.Text(p, s.Step); {
	case s.Sign == "=":
		return text + " does not change any piece"
	case s.Sign == "x":
		return fmt.Sprintf("`x` means a capture, and %s takes nothing", text)
	case s.Promotion == nil:
		return fmt.Sprintf("the `+` in it says nothing that %s does", text)
	case s.Promotion.Why.Kind == eval.NotInDomain:
		from, _ := nt.names.role(s.Step, "from")
		return fmt.Sprintf("`+` means a promotion, and the piece on %s cannot be promoted",
			nt.names.siteName(from))
	}
	return "`+` means a promotion: " + nt.WhyText(*s.Promotion)
}

// wrongSign returns the sign that keeps a text from being a legal step; nil if none does.
func (o *offer) wrongSign(text string) *Sign {
	if _, wrong := o.bare(o.nt.names.ownNames(normal(text))); wrong != nil {
		return wrong
	}
	_, wrong := o.byPiece(text)
	return wrong
}

// asWritten returns those of the given steps that do what the signs of a text say; the text was
// read without its signs, and the remark after it has been cut off. If there are none, it returns
// the sign that is against them.
func (o *offer) asWritten(steps []position.Move,
	text, remark string) (found []position.Move, wrong *Sign) {
	for _, m := range steps {
		played := []position.Move{m}
		if strings.Contains(remark, "+") {
			promoted, against := o.promoted(m)
			if against != nil {
				wrong = &Sign{"+", m, against}
				continue
			}
			if len(promoted) > 0 {
				played = promoted
			}
		}
		for _, m := range played {
			if sign := o.mismatch(m, text); sign != "" {
				wrong = &Sign{Sign: sign, Step: m}
			} else {
				found = append(found, m)
			}
		}
	}
	if len(found) > 0 {
		wrong = nil
	}
	return found, wrong
}

// mismatch returns the sign of a text that the step contradicts, "" for none.
func (o *offer) mismatch(m position.Move, text string) string {
	short := o.nt.names.short(m)
	switch {
	case strings.Count(text, "=") > strings.Count(short, "="):
		return "="
	case strings.Contains(text, "+"):
		return "+"
	case strings.Contains(text, "x") && !strings.Contains(short, "x") && !o.takes(m):
		return "x"
	}
	return ""
}

// takes reports whether a step leaves fewer pieces that are not the player's own.
func (o *offer) takes(m position.Move) bool {
	q := o.nt.player.After(o.p, m)
	before := o.p.Occupied().Minus(o.p.Owned(o.p.ToMove()))
	after := q.Occupied().Minus(q.Owned(o.p.ToMove()))
	return after.Len() < before.Len()
}

// promoted returns the legal steps between the same sites as a step in which the piece becomes
// another kind. There are none if the rules have no such step; if they have one that is not legal,
// it returns that and what is against it.
func (o *offer) promoted(m position.Move) (found []position.Move, against *Reading) {
	id, values := o.nt.layout.Unpack(m)
	mv := o.nt.names.move(id)
	if mv == nil {
		return nil, nil
	}
	for _, other := range o.nt.rules.Moves {
		said := sameSites(mv, values, other)
		if said == nil {
			continue
		}
		machine, done := o.nt.explainer()
		steps := machine.ExplainOpen(o.p.State(), other.ID, said)
		done()
		for _, step := range steps {
			switch step.Kind {
			case eval.Legal, eval.GameOver, eval.Unknown, eval.NotOffered, eval.PieceGoesOn:
				continue
			case eval.NotInDomain:
				if step.Role.Type != ir.Kinds {
					continue
				}
			}
			r := o.nt.reasons.reading(step.Step, step.Refusal)
			against = &r
		}
		for _, legal := range o.moves {
			if legal.ID() == other.ID && o.nt.forms.hasSaid(legal, candidate{move: other, said: said}) {
				found = append(found, legal)
			}
		}
	}
	if len(found) > 0 {
		against = nil
	}
	return found, against
}

// sameSites returns the values that another move shares with a step if it goes between the same
// sites and changes the kind of the piece, by role, nil for open roles. It returns nil if the other
// move does not do that.
func sameSites(mv *ir.Move, values []int64, other *ir.Move) []*int64 {
	said := make([]*int64, len(other.Roles))
	ends, as := 0, false
	for i := range other.Roles {
		role := &other.Roles[i]
		as = as || role.Word == "as" && role.Type == ir.Kinds
		for j := range mv.Roles {
			if role.Type == ir.Sites && mv.Roles[j].Type == ir.Sites && mv.Roles[j].Word == role.Word {
				said[i] = &values[j]
				if role.Word == "from" || role.Word == "to" {
					ends++
				}
			}
		}
	}
	if !as || ends < 2 {
		return nil
	}
	return said
}
