package random

import (
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// This file makes random games ask only now and then for what lasts.
//
// Where pieces are only added, a row or a connection lasts: its sentence of `end` holds at every
// later turn too. So a random game leaves it unread for several turns, then reads it at one turn of
// each player. If the game turns out to be over, for whatever reason, the position and the random
// numbers go back to where the last such stretch began, and the same steps are played again with
// all sentences read.

// stretch is how many turns a game goes on without reading what lasts, and fewestLasting the fewest
// places of a board for which that pays: games on smaller ones end too soon.
const (
	stretch       = 8
	fewestLasting = 65
)

// A replay is what the function of a random game knows of the stretch that it is in.
type replay struct {
	unread w.Local // turns that are still played without reading what lasts
	random w.Local // the state when the stretch began
	plies  w.Local
	quiet  w.Local
}

// planReplays finds the conditions that last and are worth leaving unread.
func planReplays(p *plan) {
	g := p.p.Game
	if g.Board.Sites < fewestLasting || !p.alternates ||
		len(p.untried) > 0 || p.p.Chance > 0 || p.p.Leaves() || p.p.Aiming() || g.SetupThen != nil ||
		slices.ContainsFunc(p.p.Choices, func(c *programs.Choice) bool { return c.MayRepeat }) {
		return
	}
	for me := range p.p.Players {
		if p.late[me] >= 0 || p.calls(me) {
			return
		}
	}
	known := map[*graph.Node]trend{}
	p.lasting = map[*graph.Node]bool{}
	p.readAtEnd(func(t *graph.Node) {
		kept := slices.ContainsFunc(p.floods, func(k keptFlood) bool { return readsNode(t, k.flood) })
		if dear(t) && !kept && p.trendOf(t, known) == rises {
			p.lasting[t] = true
		}
	})
}

// dear reports whether a condition takes long enough to leave it unread.
func dear(n *graph.Node) bool {
	if n == nil {
		return false
	}
	switch n.Op {
	case graph.NRow, graph.SFlood, graph.SLines, graph.NAny, graph.SUnion, graph.SThose:
		return true
	}
	return dear(n.A) || dear(n.B) || dear(n.C)
}

// A trend says what happens to a set, a number or a condition while random steps are played.
type trend uint8

const (
	same  trend = 0
	rises trend = 1
	falls trend = 2
	moves trend = 3
)

// opposite is the trend of what is taken away from something.
func (t trend) opposite() trend { return t>>1 | t&1<<1 }

// trendOf returns the trend of a node, if no step before the end of a game changes it otherwise.
func (p *plan) trendOf(n *graph.Node, known map[*graph.Node]trend) trend {
	if n == nil {
		return same
	}
	if t, ok := known[n]; ok {
		return t
	}
	a, b, c := p.trendOf(n.A, known), p.trendOf(n.B, known), p.trendOf(n.C, known)
	t := moves
	switch n.Op {
	case graph.NState, graph.NCell, graph.NArg, graph.SCell, graph.SAfter, graph.NAfter:
	case graph.SState:
		t = p.trendOfField(int(n.K))
	case graph.SAnd, graph.SOr, graph.SFlood, graph.SImage, graph.SShift, graph.SFill, graph.SLines,
		graph.SThose, graph.SUnion, graph.SReach, graph.NCount, graph.NSome, graph.NRow, graph.NAny:
		t = a | b
	case graph.SDiff:
		t = a | b.opposite()
	case graph.NHas, graph.NLines: // a set and a place, a number and a set
		if a == same || b == same {
			t = a | b
		}
	case graph.NBin:
		switch op := graph.BinOp(n.K); {
		case op == graph.BAdd, op == graph.BMin, op == graph.BMax,
			(op == graph.BAnd || op == graph.BOr) && n.A.IsTruth() && n.B.IsTruth():
			t = a | b
		case op == graph.BLt, op == graph.BLe:
			t = a.opposite() | b
		case op == graph.BXor && n.A.IsTruth() && graph.IsTrue(n.B):
			t = a.opposite()
		case a|b == same:
			t = same
		}
	default:
		if a|b|c == same && len(n.Args) == 0 {
			t = same
		}
	}
	known[n] = t
	return t
}

// trendOfField returns the trend of a set of the position: what the steps do to it.
func (p *plan) trendOfField(field int) trend {
	if !p.grows(field) {
		return moves
	}
	old := p.p.Before.Sets[field]
	for _, player := range p.p.Players {
		for _, a := range player.Applies {
			is := a.Final.Sets[field]
			if is != old && (is.Op != graph.SOr || is.A != old && is.B != old) {
				return moves
			}
		}
	}
	return rises
}

// lasts reports whether some sentences are left unread.
func (p *plan) lasts() bool { return len(p.lasting) > 0 }

// beginStretch saves the state and begins to leave sentences unread.
func (d *playing) beginStretch() {
	f := d.f
	f.Do(w.Call(d.R.Slots.CopySlot, w.C32(d.R.Mem.CheckpointAt), d.slot.X))
	f.Set(d.replay.random, d.R.List.Rng.X)
	f.Set(d.replay.plies, d.plies.X)
	f.Set(d.replay.quiet, d.silentSteps.X)
	f.Set(d.replay.unread, lower.I32(stretch))
}

// endedTurn begins the next stretch after each player's sentences have been read.
func (d *playing) endedTurn() {
	if !d.plan.lasts() {
		return
	}
	f := d.f
	f.Set(d.replay.unread, lower.Sub(d.replay.unread.X, lower.I32(1)))
	f.If(lower.Eq(d.replay.unread.X, lower.I32(-2)), d.beginStretch)
}

// playAgain goes back to where the stretch began, unless all sentences have been read since then.
func (d *playing) playAgain(from w.Label) {
	f := d.f
	f.If(w.Bin(w.I32GtS, d.replay.unread.X, lower.I32(-2)), func() {
		f.Do(w.Call(d.R.Slots.CopySlot, d.slot.X, w.C32(d.R.Mem.CheckpointAt)))
		f.SetGlobal(d.R.List.Rng, d.replay.random.X)
		f.Set(d.plies, d.replay.plies.X)
		f.Set(d.silentSteps, d.replay.quiet.X)
		f.Set(d.group, lower.I32(0))
		f.Set(d.replay.unread, lower.I32(-2))
		f.Branch(from)
	})
}
