package check

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// declareEnd checks the sentences of `end`, those that are only told, and the values for bots.
func (c *checker) declareEnd() {
	if n, f, ok := find[*syntax.End](c); ok {
		for _, st := range n.Sentences {
			if out := c.sentence(st, f); out != nil {
				c.g.End = append(c.g.End, out)
			}
		}
	}
	for _, d := range c.live {
		if n, ok := d.node.(*syntax.Say); ok {
			c.g.Says = append(c.g.Says, c.say(n, d.file))
		}
	}
	for _, d := range c.live {
		n, ok := d.node.(*syntax.Value)
		if !ok {
			continue
		}
		s := &scope{file: d.file, names: c.names, frame: &frame{}}
		v := c.want(c.expr(s, n.Body), ir.Number)
		c.noStuck(v)
		c.g.Values = append(c.g.Values,
			&ir.Value{Name: n.Name.Text, Body: v.e, Slots: s.frame.size})
	}
}

// say checks a sentence that is told. It is asked of positions between turns, which `stuck` is not.
func (c *checker) say(n *syntax.Say, f *source.File) *ir.Say {
	v := c.want(c.expr(c.outside(f), n.If), ir.Truth)
	c.noStuck(v)
	if n.If != nil {
		c.checkAlways(v, n.If.Span(f))
	}
	return &ir.Say{Text: n.Text.Text, If: v.e, Span: n.Span(f)}
}

func (c *checker) sentence(n *syntax.Sentence, f *source.File) *ir.Sentence {
	s := c.outside(f)
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
			c.fail(BadSentence, span, "a draw is everybody's", "", "write `draw` without a player")
		} else if sym := c.player(n.Player.Text, span); sym != nil {
			if out.Player, here = sym.index, sym.index >= 0; here && n.Plural {
				c.g.Players[sym.index].Plural = true
			}
		}
	}
	if n.Of != nil {
		v := c.want(c.expr(s, n.Of), ir.Number)
		c.noStuck(v)
		out.Of = v.e
	}
	if n.Text != nil {
		out.Text = n.Text.Text
	}
	v := c.want(c.expr(s, n.If), ir.Truth)
	if n.If != nil {
		c.checkAlways(v, n.If.Span(f))
	}
	out.If = v.e
	c.optional[v.e] = v.option
	if !here { // the player is not in the game with these options
		return nil
	}
	return out
}
