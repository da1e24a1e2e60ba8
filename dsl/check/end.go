package check

import (
	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// sentences reads the sentences of `end`, the announcements, and the values for bots.
type sentences struct{ terms.Station }

// declareEnd checks the sentences of `end`, the announcements, and the values for bots.
func (ss *sentences) declareEnd() {
	if n, f, ok := terms.Find[*syntax.End](ss.Live); ok {
		for _, st := range n.Sentences {
			if out := ss.sentence(st, f); out != nil {
				ss.Game.End = append(ss.Game.End, out)
			}
		}
	}
	for _, d := range ss.Live {
		if n, ok := d.Node.(*syntax.Say); ok {
			ss.Game.Says = append(ss.Game.Says, ss.say(n, d.File))
		}
	}
	if n, f, ok := terms.Find[*syntax.Hidden](ss.Live); ok {
		for _, item := range n.Items {
			if h := ss.hidden(item, f); h != nil {
				ss.Game.Hidden = append(ss.Game.Hidden, h)
			}
		}
	}
	for _, d := range ss.Live {
		n, ok := d.Node.(*syntax.Value)
		if !ok {
			continue
		}
		s := &terms.Scope{File: d.File, Names: ss.Names.OfGame, Frame: &terms.Frame{}}
		v := ss.Values.Want(ss.C.Expr(s, n.Body), ir.Number)
		ss.C.Declared.NoStuck(v)
		ss.Game.Values = append(ss.Game.Values,
			&ir.Value{Name: n.Name.Text, Body: v.Expr, Slots: s.Frame.Size})
	}
}

// say checks an announcement. It is evaluated between turns, where `stuck` is not allowed.
func (ss *sentences) say(n *syntax.Say, f *source.File) *ir.Say {
	v := ss.Values.Want(ss.C.Expr(ss.Names.Outside(f), n.If), ir.Truth)
	ss.C.Declared.NoStuck(v)
	if n.If != nil {
		ss.Values.CheckAlways(v, n.If.Span(f))
	}
	return &ir.Say{Text: n.Text.Text, If: v.Expr, Span: n.Span(f)}
}

func (ss *sentences) sentence(n *syntax.Sentence, f *source.File) *ir.Sentence {
	s := ss.Names.Outside(f)
	s.Stuck = true
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
			ss.Fail(code.BadSentence, span, "a draw is for all players", "", "write `draw` without a player")
		} else if sym := ss.Names.Player(n.Player.Text, span); sym != nil {
			if out.Player, here = sym.Index, sym.Index >= 0; here {
				ss.Game.Players[sym.Index].Plural = n.Plural
			}
		}
	}
	if n.Of != nil {
		v := ss.Values.Want(ss.C.Expr(s, n.Of), ir.Number)
		ss.C.Declared.NoStuck(v)
		out.Of = v.Expr
	}
	if n.Text != nil {
		out.Text = n.Text.Text
	}
	v := ss.Values.Want(ss.C.Expr(s, n.If), ir.Truth)
	if n.If != nil {
		ss.Values.CheckAlways(v, n.If.Span(f))
	}
	out.If = v.Expr
	ss.Values.Optional[v.Expr] = v.Option
	if !here { // the player is not in the game with these options
		return nil
	}
	return out
}
