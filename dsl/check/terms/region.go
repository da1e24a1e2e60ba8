package terms

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A Region is a constant set of sites, or one set for each player.
type Region struct {
	File    *source.File
	Node    *syntax.Region
	checked bool
	busy    bool
	value   Value // what the bare name stands for
	Sets    []topology.Set
	Own     bool // one set per player
}

// CheckRegion reads a region once, when it is first needed.
func (d *declared) CheckRegion(r *Region) {
	span := r.Node.Name.Span(r.File)
	if r.checked {
		return
	}
	if r.busy {
		d.Fail(code.Recursion, span,
			fmt.Sprintf("the region `%s` depends on itself", r.Node.Name.Text), "",
			"")
		r.value = Invalid(ir.Sites, span)
		return
	}
	r.busy = true
	r.value = Invalid(ir.Sites, span)
	switch {
	case r.Node.Value != nil:
		v := d.Values.Sites(d.c.Expr(d.Names.Outside(r.File), r.Node.Value))
		switch {
		case v.Bad():
		case v.Expr.Op == ir.PlayerSites: // it uses `me`, so each player has their own
			r.Own, r.Sets, r.value = true, v.Expr.Sets, v
		default:
			if set, ok := d.Consts.ConstantSites(v, r.Node.Value.Span(r.File)); ok {
				r.Sets, r.value = []topology.Set{set}, v
			}
		}
	default:
		r.Own = true
		d.perPlayer(r, span)
	}
	r.busy, r.checked = false, true
}

// perPlayer reads the lines of a region that has one set per player.
func (d *declared) perPlayer(r *Region, span source.Span) {
	sets := make([]topology.Set, len(d.Game.Players))
	seen := map[string]source.Span{}
	var planes topology.Plane
	good := true
	var why Reads
	for _, line := range r.Node.PerPlayer {
		at := line.Player.Span(r.File)
		sym := d.Names.Player(line.Player.Text, at)
		if first, twice := seen[line.Player.Text]; twice {
			d.Fail(code.Duplicate, at, fmt.Sprintf("`%s` has two lines in `%s`", line.Player.Text,
				r.Node.Name.Text), "", "", diag.Related{Span: first, Message: "the first one"})
		}
		seen[line.Player.Text] = at
		v := d.Values.Sites(d.c.Expr(d.Names.Outside(r.File), line.Value))
		if sym == nil || v.Bad() {
			good = false
			continue
		}
		if sym.Index < 0 {
			continue
		}
		why.Option = why.Option || v.Option
		planes |= v.Expr.Planes
		if v.Expr.Op == ir.PlayerSites {
			sets[sym.Index] = v.Expr.Sets[sym.Index]
			continue
		}
		set, ok := d.Consts.ConstantSites(v, line.Value.Span(r.File))
		good = good && ok
		sets[sym.Index] = set
	}
	for i, p := range d.Game.Players {
		if _, ok := seen[p.Name]; !ok && good {
			d.Warn(code.AlwaysEmpty, span, fmt.Sprintf("`%s` has no line for %s", r.Node.Name.Text,
				d.Game.Players[i].Name), "For that player it is empty.", "")
		}
	}
	if !good || len(sets) == 0 {
		return
	}
	r.Sets = sets
	r.value = d.Consts.playerSites(sets, planes, span)
	r.value.Option = why.Option
}

// playerSites makes a value that holds one set for each player.
func (vs *constants) playerSites(sets []topology.Set, planes topology.Plane,
	span source.Span) Value {
	e := &ir.Expr{Op: ir.PlayerSites, Type: ir.Sites, Span: span, Sets: sets}
	for i := range sets {
		e.Planes |= vs.Facts.PlanesOf(sets[i])
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
	v := Value{Expr: e}
	v.Me = true
	return v
}

// regionOf checks `gold`, `home`, `home(P)`.
func (d *declared) regionOf(s *Scope, sym *Entry, e *syntax.Call, span source.Span) Value {
	r := sym.Reg
	d.CheckRegion(r)
	var player Value
	if e.Parens {
		if len(e.Args) != 1 || !r.Own {
			d.c.arguments(s, e)
			if r.value.Bad() && !r.Own {
				return Invalid(ir.Sites, span)
			}
			if !r.Own {
				return d.Fail(code.Arguments, span,
					fmt.Sprintf("`%s` is one region for all players and takes no arguments",
						sym.Name), "", "write `"+sym.Name+"`",
					diag.Related{Span: sym.Span, Message: "declared here"})
			}
			return d.Values.badArity(sym.Name, "P", 1, len(e.Args), ir.Sites, span)
		}
		player = d.Values.AtMostOne(d.Values.Want(d.c.Expr(s, e.Args[0]), ir.Players), "a region")
	}
	if r.value.Bad() {
		return Invalid(ir.Sites, span)
	}
	v := r.value.at(span)
	if player.Expr != nil {
		return d.Consts.seenBy(player, v, span)
	}
	return v
}
