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

// wrongSign says in half a sentence which sign keeps a text from being a legal step; "" if none
// does.
func (o *offer) wrongSign(text string) string {
	if _, why := o.bare(o.nt.ownNames(normal(text))); why != "" {
		return why
	}
	_, why := o.byPiece(text)
	return why
}

// asWritten returns those of the given steps that do what the signs of a text say; the text was
// read without its signs, and the remark after it has been cut off. If there are none, it says why.
func (o *offer) asWritten(steps []position.Move,
	text, remark string) (found []position.Move, mismatch string) {
	for _, m := range steps {
		played := []position.Move{m}
		if strings.Contains(remark, "+") {
			promoted, why := o.promoted(m)
			if why != "" {
				mismatch = why
				continue
			}
			if len(promoted) > 0 {
				played = promoted
			}
		}
		for _, m := range played {
			if why := o.mismatch(m, text); why != "" {
				mismatch = why
			} else {
				found = append(found, m)
			}
		}
	}
	if len(found) > 0 {
		mismatch = ""
	}
	return found, mismatch
}

// mismatch says in half a sentence which sign of a text the step contradicts, "" for none.
func (o *offer) mismatch(m position.Move, text string) string {
	short := o.nt.short(m)
	switch {
	case strings.Count(text, "=") > strings.Count(short, "="):
		return fmt.Sprintf("%s does not change any piece", o.text(m))
	case strings.Contains(text, "+"):
		return fmt.Sprintf("the `+` in it says nothing that %s does", o.text(m))
	case strings.Contains(text, "x") && !strings.Contains(short, "x") && !o.takes(m):
		return fmt.Sprintf("`x` means a capture, and %s takes nothing", o.text(m))
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
// it returns why.
func (o *offer) promoted(m position.Move) (found []position.Move, why string) {
	id, values := o.nt.layout.Unpack(m)
	mv := o.nt.move(id)
	if mv == nil {
		return nil, ""
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
			case eval.NotInDomain:
				if step.Role.Type == ir.Kinds {
					why = fmt.Sprintf("`+` means a promotion, and the piece on %s cannot be promoted",
						o.startText(m))
				}
			default:
				why = "`+` means a promotion: " + o.nt.RefusalText(step.Step, step.Refusal)
			}
		}
		for _, legal := range o.moves {
			if legal.ID() == other.ID && o.nt.hasSaid(legal, candidate{move: other, said: said}) {
				found = append(found, legal)
			}
		}
	}
	if len(found) > 0 {
		why = ""
	}
	return found, why
}

// startText names the site where a step begins.
func (o *offer) startText(m position.Move) string {
	from, _ := o.nt.role(m, "from")
	return o.nt.siteName(from)
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
