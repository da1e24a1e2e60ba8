package check

import (
	"fmt"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A region is a constant set of sites, or one set for each player.
type region struct {
	file    *source.File
	node    *syntax.Region
	checked bool
	busy    bool
	value   val // what the bare name stands for
	sets    []topology.Set
	own     bool // one set per player
}

func (eq *equipment) declareRegions() {
	for _, d := range eq.live {
		if n, ok := d.node.(*syntax.Region); ok {
			if sym := eq.names.symbols[n.Name.Text]; sym != nil && sym.sort == regionName &&
				sym.reg.node == n {
				eq.checkRegion(sym.reg)
				if len(sym.reg.sets) > 0 {
					eq.g.Regions = append(eq.g.Regions,
						ir.Region{Name: n.Name.Text, Sets: sym.reg.sets, PerPlayer: sym.reg.own})
				}
			}
		}
	}
}

// checkRegion reads a region once, when it is first needed.
func (c *checker) checkRegion(r *region) {
	span := r.node.Name.Span(r.file)
	if r.checked {
		return
	}
	if r.busy {
		c.fail(Recursion, span, fmt.Sprintf("the region `%s` depends on itself", r.node.Name.Text), "",
			"")
		r.value = invalid(ir.Sites, span)
		return
	}
	r.busy = true
	r.value = invalid(ir.Sites, span)
	switch {
	case r.node.Value != nil:
		v := c.sites(c.expr(c.outside(r.file), r.node.Value))
		switch {
		case v.bad():
		case v.e.Op == ir.PlayerSites: // it uses `me`, so each player has their own
			r.own, r.sets, r.value = true, v.e.Sets, v
		default:
			if set, ok := c.constantSites(v, r.node.Value.Span(r.file)); ok {
				r.sets, r.value = []topology.Set{set}, v
			}
		}
	default:
		r.own = true
		c.perPlayer(r, span)
	}
	r.busy, r.checked = false, true
}

// perPlayer reads the lines of a region that has one set per player.
func (c *checker) perPlayer(r *region, span source.Span) {
	sets := make([]topology.Set, len(c.g.Players))
	seen := map[string]source.Span{}
	var planes topology.Plane
	good := true
	var why reads
	for _, line := range r.node.PerPlayer {
		at := line.Player.Span(r.file)
		sym := c.player(line.Player.Text, at)
		if first, twice := seen[line.Player.Text]; twice {
			c.fail(Duplicate, at, fmt.Sprintf("`%s` has two lines in `%s`", line.Player.Text,
				r.node.Name.Text), "", "", diag.Related{Span: first, Message: "the first one"})
		}
		seen[line.Player.Text] = at
		v := c.sites(c.expr(c.outside(r.file), line.Value))
		if sym == nil || v.bad() {
			good = false
			continue
		}
		if sym.index < 0 {
			continue
		}
		why.option = why.option || v.option
		planes |= v.e.Planes
		if v.e.Op == ir.PlayerSites {
			sets[sym.index] = v.e.Sets[sym.index]
			continue
		}
		set, ok := c.constantSites(v, line.Value.Span(r.file))
		good = good && ok
		sets[sym.index] = set
	}
	for i, p := range c.g.Players {
		if _, ok := seen[p.Name]; !ok && good {
			c.warn(AlwaysEmpty, span, fmt.Sprintf("`%s` has no line for %s", r.node.Name.Text,
				c.g.Players[i].Name), "For that player it is empty.", "")
		}
	}
	if !good || len(sets) == 0 {
		return
	}
	r.sets = sets
	r.value = c.playerSites(sets, planes, span)
	r.value.option = why.option
}

// playerSites makes a value that holds one set for each player.
func (vs *constants) playerSites(sets []topology.Set, planes topology.Plane, span source.Span) val {
	e := &ir.Expr{Op: ir.PlayerSites, Type: ir.Sites, Span: span, Sets: sets}
	for i := range sets {
		e.Planes |= vs.planesOf(sets[i])
		switch n := sets[i].Len(); {
		case n > 1:
			e.Card = ir.Many
		case n == 0 && e.Card == ir.One:
			e.Card = ir.AtMostOne
		}
	}
	if e.Planes == 0 {
		e.Planes = planes
	}
	v := val{e: e}
	v.me = true
	return v
}

// regionOf checks `gold`, `home`, `home(P)`.
func (c *checker) regionOf(s *scope, sym *symbol, e *syntax.Call, span source.Span) val {
	r := sym.reg
	c.checkRegion(r)
	var player val
	if e.Parens {
		if len(e.Args) != 1 || !r.own {
			c.arguments(s, e)
			if r.value.bad() && !r.own {
				return invalid(ir.Sites, span)
			}
			if !r.own {
				return c.fail(Arguments, span,
					fmt.Sprintf("`%s` is one region for all players and takes no arguments",
						sym.name), "", "write `"+sym.name+"`",
					diag.Related{Span: sym.span, Message: "declared here"})
			}
			return c.badArity(sym.name, "P", 1, len(e.Args), ir.Sites, span)
		}
		player = c.atMostOne(c.want(c.expr(s, e.Args[0]), ir.Players), "a region")
	}
	if r.value.bad() {
		return invalid(ir.Sites, span)
	}
	v := r.value
	copied := *v.e
	copied.Span = span
	v.e = &copied
	if player.e != nil {
		return c.seenBy(player, v, span)
	}
	return v
}
