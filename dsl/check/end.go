package check

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// sentences reads the sentences of `end`, the announcements, and the values for bots.
type sentences struct{ station }

// declareEnd checks the sentences of `end`, the announcements, and the values for bots.
func (ss *sentences) declareEnd() {
	if n, f, ok := find[*syntax.End](ss.live); ok {
		for _, st := range n.Sentences {
			if out := ss.sentence(st, f); out != nil {
				ss.g.End = append(ss.g.End, out)
			}
		}
	}
	for _, d := range ss.live {
		if n, ok := d.node.(*syntax.Say); ok {
			ss.g.Says = append(ss.g.Says, ss.say(n, d.file))
		}
	}
	for _, d := range ss.live {
		n, ok := d.node.(*syntax.Value)
		if !ok {
			continue
		}
		s := &scope{file: d.file, names: ss.names, frame: &frame{}}
		v := ss.want(ss.expr(s, n.Body), ir.Number)
		ss.noStuck(v)
		ss.g.Values = append(ss.g.Values,
			&ir.Value{Name: n.Name.Text, Body: v.e, Slots: s.frame.size})
	}
}

// say checks an announcement. It is evaluated between turns, where `stuck` is not allowed.
func (ss *sentences) say(n *syntax.Say, f *source.File) *ir.Say {
	v := ss.want(ss.expr(ss.outside(f), n.If), ir.Truth)
	ss.noStuck(v)
	if n.If != nil {
		ss.checkAlways(v, n.If.Span(f))
	}
	return &ir.Say{Text: n.Text.Text, If: v.e, Span: n.Span(f)}
}

func (ss *sentences) sentence(n *syntax.Sentence, f *source.File) *ir.Sentence {
	s := ss.outside(f)
	s.stuck = true
	out := &ir.Sentence{Player: -1, AtOnce: n.AtOnce, Span: n.Span(f)}
	switch n.Outcome {
	case "win", "wins":
		out.Outcome = ir.Win
	case "lose", "loses":
		out.Outcome = ir.Lose
	case "draw":
		out.Outcome = ir.Draw
	case "highest":
		out.Outcome = ir.Highest
	case "lowest":
		out.Outcome = ir.Lowest
	}
	here := true
	if n.Player != nil {
		span := n.Player.Span(f)
		if out.Outcome == ir.Draw {
			ss.fail(BadSentence, span, "a draw is for all players", "", "write `draw` without a player")
		} else if sym := ss.player(n.Player.Text, span); sym != nil {
			if out.Player, here = sym.index, sym.index >= 0; here && n.Plural {
				ss.g.Players[sym.index].Plural = true
			}
		}
	}
	if n.Of != nil {
		v := ss.want(ss.expr(s, n.Of), ir.Number)
		ss.noStuck(v)
		out.Of = v.e
	}
	if n.Text != nil {
		out.Text = n.Text.Text
	}
	v := ss.want(ss.expr(s, n.If), ir.Truth)
	if n.If != nil {
		ss.checkAlways(v, n.If.Span(f))
	}
	out.If = v.e
	ss.optional[v.e] = v.option
	if !here { // the player is not in the game with these options
		return nil
	}
	return out
}
