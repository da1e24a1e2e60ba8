package value

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// MaxWalk is how often {n} and {a..b} repeat a step at most; a greater number counts as this one.
// It is four times the length of any walk that visits no site twice, and keeps a file that says
// {1000000000} from hanging (principle 6).
const MaxWalk = 4 * topology.MaxSites

// stride is a step that is ready to be taken: its parts are evaluated once, because they do not
// depend on the site stepped from.
type stride struct {
	dirs  topology.Steps // if fn is nil
	fn    *ir.Func
	args  []Value
	walls topology.Set // what stops a step (language.md#blocking)
	only  topology.Set // where the step may land
	tests bool         // only matters
}

func (ev *Evaluator) stride(step *ir.Step, s *Scope) stride {
	var d stride
	if step.Func != nil {
		d.fn = step.Func
		for _, arg := range step.FuncArgs {
			d.args = append(d.args, ev.Value(arg, s))
		}
	} else {
		d.dirs = ev.Steps(step.By, s)
		d.walls = ev.walls(s)
		ev.Work.Spend(ev.prices.blocking)
	}
	if step.Only != nil {
		d.only, d.tests = ev.Sites(step.Only, s), true
	}
	return d
}

// Path walks a step, as often as it says, from the members of a set.
func (ev *Evaluator) Path(from topology.Set, step *ir.Step, s *Scope) topology.Set {
	// `Only` and `By` do not matter for {0}, but evaluating them has no effect either.
	d := ev.stride(step, s)
	switch step.Rep {
	case ir.Star:
		return ev.closure(from, from, &d, s)
	case ir.Plus:
		return ev.closure(topology.Set{}, from, &d, s)
	case ir.Times:
		lo := ev.Number(step.Lo, s)
		hi := lo
		if step.Hi != nil {
			hi = ev.Number(step.Hi, s)
		}
		return ev.walks(from, lo, hi, &d, s)
	}
	return ev.land(from, &d, s)
}

// land returns where one step leads from the members of a set. The brackets test landings only
// (language.md#closures).
func (ev *Evaluator) land(from topology.Set, d *stride, s *Scope) topology.Set {
	var to topology.Set
	switch {
	case from.Empty():
		return to
	case d.fn != nil:
		// language.md#definitions-as-steps: a function from a site to sites, applied to each.
		vars := ev.enter(d.fn.Slots)
		for x := range from.All() {
			if !ev.Work.Spend(1) {
				break
			}
			vars[0] = Value{Type: ir.Sites, Sites: topology.SetOf(x)}
			copy(vars[1:], d.args)
			to = to.Or(inFrame(ev, vars, d.fn.Body, s, (*Evaluator).Sites))
		}
		ev.leave(d.fn.Slots)
	default:
		n := int64(from.Len())
		for r := range d.dirs.All() {
			if !ev.Work.Spend(1 + ev.prices.image(r, n)) {
				break
			}
			image := ev.b.OpenImage(r, from, d.walls)
			to = to.Or(image)
		}
	}
	if d.tests {
		to = to.And(d.only)
	}
	return to
}

// closure adds to `reached` all sites at which a walk from the frontier can land. With `*` the
// start counts as reached already; with `+` it does not unless a walk comes back to it
// (language.md#closures). Each round reaches a new site or is the last.
func (ev *Evaluator) closure(reached, frontier topology.Set, d *stride, s *Scope) topology.Set {
	for !frontier.Empty() && ev.Work.Spend(priceRound) {
		frontier = ev.land(frontier, d, s).Minus(reached)
		reached = reached.Or(frontier)
	}
	return reached
}

// walks returns where the walks of lo to hi steps end. A walk may revisit sites. None is shorter
// than {0}, which stays at the start whatever the brackets say (language.md#closures).
func (ev *Evaluator) walks(from topology.Set, lo, hi int64, d *stride, s *Scope) topology.Set {
	lo, hi = min(lo, MaxWalk), min(hi, MaxWalk)
	var ends topology.Set
	if hi < max(lo, 0) {
		return ends
	}
	for n, at := int64(0), from; !at.Empty() && ev.Work.Spend(1); n++ {
		if n >= lo {
			ends = ends.Or(at)
		}
		if n == hi {
			break
		}
		to := ev.land(at, d, s)
		if to == at { // every longer walk ends there too
			return ends.Or(at)
		}
		at = to
	}
	return ends
}

// distance returns the length of a shortest walk from A to B, or the number of cells if there is
// none (language.md#numbers). Walls block it (language.md#blocking), other pieces do not.
func (ev *Evaluator) distance(from, to topology.Set, by topology.Steps, s *Scope) int64 {
	if !ev.Work.Spend(ev.prices.blocking + ev.prices.distance(by)) {
		return 0
	}
	if n, found := ev.b.Distance(from, to, by, ev.walls(s)); found {
		return int64(n)
	}
	return int64(ev.b.Cells.Len())
}

// walls returns the sites of pieces that block (language.md#blocking): on an edge they stop the
// steps across it, on a corner those through it. Half steps and incidence are never blocked, which
// the board takes care of.
func (ev *Evaluator) walls(s *Scope) topology.Set {
	var set topology.Set
	if s.At == nil {
		return set
	}
	for _, kind := range ev.blocking {
		set = set.Or(s.At.OfKind[kind])
	}
	return set
}

// facing returns a direction as a player sees it, or none if the player does not face.
func (ev *Evaluator) facing(player int, turned ir.Turned) topology.Steps {
	if player >= len(ev.g.Players) || !ev.g.Players[player].Faces {
		return topology.Steps{}
	}
	forward := ev.g.Players[player].Facing
	d := &ev.b.Directions[forward]
	// language.md#directions-and-edges: on squares forwardleft is 45° and left 90°; on hexes both
	// are 60°.
	return topology.StepsOf([...]topology.Relation{
		ir.Forward:      forward,
		ir.Backward:     d.Back,
		ir.Leftward:     d.Left,
		ir.Rightward:    d.Right,
		ir.ForwardLeft:  d.HalfLeft,
		ir.ForwardRight: d.HalfRight,
	}[turned])
}
