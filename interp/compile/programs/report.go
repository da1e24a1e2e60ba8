package programs

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp/compile/graph"
)

// A report says how the parts of the rules are compiled.
type report struct {
	Entries []entry
}

// An entry is a move or a sentence of `end` of one player.
type entry struct {
	player     int
	Name       string
	Span       source.Span // of those left to the evaluator
	Level      level
	classes    int      // of a move: families of steps
	Whys       []string // why it got no better level
	conditions []entry
}

// level says for how much at a time something is computed.
type level uint8

// The levels, the best first.
const (
	never  level = iota // it cannot come up
	once                // once for the whole position
	lanes               // for all sites at once
	loop                // for each site of one role, with sets for the rest
	bySite              // site by site, or pair by pair
	// for some steps, in the position that they leave, and for all others that leave its witness
	// alone
	witnessed
	doubted // in the position that they leave, for those steps that may break it
	after   // for each step, in the position that it leaves
	Left    // by the evaluator
)

var levelNames = [...]string{
	never: "never", once: "once", lanes: "for all sites at once",
	loop:      "for each site of the first role",
	bySite:    "for each step",
	witnessed: "after some of the steps, for all those that leave its witness alone",
	doubted:   "after those steps that may break it",
	after:     "after each step", Left: "by the evaluator",
}

// String says it in words.
func (l level) String() string { return levelNames[l] }

func (r *report) add(x entry) { r.Entries = append(r.Entries, x) }

// spared notes that what a move ensures need not be tested after each of its steps.
func (r *report) spared(player int, name string, how level) {
	for i := range r.Entries {
		if x := &r.Entries[i]; x.player == player && x.Name == name {
			for j := range x.conditions {
				if c := &x.conditions[j]; c.Level == after {
					c.Level = how
				}
			}
		}
	}
}

// conditionLevel returns how a condition is tested in a search, after a number of loops: whether it
// depends on the lane.
func conditionLevel(varies bool, loops int, t *graph.Node) level {
	switch {
	case t.Op == graph.SConst || t.Op == graph.NConst || !varies && loops == 0:
		return once
	case loops == 0:
		return lanes
	case loops == 1:
		return loop
	}
	return bySite
}

// moveName is what the plan calls a move.
func moveName(mv *ir.Move) string {
	if mv.Chance {
		return "chance " + mv.Name
	}
	return "move " + mv.Name
}

// reportMove notes the level of a move and of its conditions.
func (b *builder) reportMove(mv *ir.Move, loops, sites, classes int, whys []string) {
	p := entry{player: b.play.me, Name: moveName(mv), Level: lanes, classes: classes, Whys: whys}
	switch {
	case sites == 0:
		p.Level = once
	case loops == sites:
		p.Level = bySite
	case loops > 0:
		p.Level = loop
	}
	for i := range mv.Clauses {
		if c := &mv.Clauses[i]; c.Op == ir.IfClause {
			p.conditions = append(p.conditions,
				entry{Name: "if " + c.Cond.Expr.Span.Text(), Level: b.tested[c.Cond.Expr]})
		}
	}
	for i := range mv.Ensure {
		p.conditions = append(p.conditions,
			entry{Name: "ensure " + mv.Ensure[i].Expr.Span.Text(), Level: after})
	}
	b.play.p.Report.add(p)
}

// reportSentence notes the level of a sentence; t is nil if it is left to the evaluator.
func (b *builder) reportSentence(me, i int, t *graph.Node, why string) {
	p := entry{player: me, Name: fmt.Sprintf("end %d: %s", i+1, b.Read.Game.End[i].If.Span.Text())}
	switch {
	case why != "":
		p.Level, p.Whys, p.Span = Left, []string{why}, b.Read.Game.End[i].Span
	case graph.IsFalse(t):
		p.Level = never
	default:
		p.Level = sentenceLevel(t, map[*graph.Node]bool{})
	}
	b.play.p.Report.add(p)
}

// sentenceLevel returns the worst level of the parts of a condition that have not been seen yet.
func sentenceLevel(t *graph.Node, seen map[*graph.Node]bool) level {
	level := once
	switch {
	case t == nil || seen[t]:
		return never
	case t.Op == graph.NRow:
		level = lanes
	case t.Op.Loops():
		level = loop
	case !t.Op.IsNumber():
		level = lanes
	}
	seen[t] = true
	for _, x := range [3]*graph.Node{t.A, t.B, t.C} {
		level = max(level, sentenceLevel(x, seen))
	}
	return level
}

// A LeftPart is a part of the rules that is left to the evaluator, and why.
type LeftPart struct {
	Name, Why string
	Span      source.Span
}

// LeftParts returns the parts that are left to the evaluator, in the order of [Program.Text].
func (p *Program) LeftParts() (all []LeftPart) {
	for _, x := range p.Report.Entries {
		part := LeftPart{oneLine(x.Name), strings.Join(x.Whys, "; "), x.Span}
		if x.Level == Left && !slices.Contains(all, part) {
			all = append(all, part)
		}
	}
	return all
}

// Text writes the report: a line for each move and each sentence, for all players together where
// they are alike, and below it the conditions.
func (p *Program) Text() string {
	var b strings.Builder
	var groups [][]entry
next:
	for _, x := range p.Report.Entries {
		for i, group := range groups {
			had := slices.ContainsFunc(group, func(y entry) bool { return y.player == x.player })
			if x.line() == group[0].line() && !had {
				groups[i] = append(group, x)
				continue next
			}
		}
		groups = append(groups, []entry{x})
	}
	for _, g := range groups {
		names := lists.Map(g, func(x entry) string { return p.Game.Players[x.player].Name })
		who := ""
		if len(names) < len(p.Game.Players) {
			who = " (" + strings.Join(names, ", ") + ")"
		}
		fmt.Fprintf(&b, "%s%s\n", g[0].line(), who)
		for _, c := range g[0].conditions {
			fmt.Fprintf(&b, "    %s\n", c.line())
		}
	}
	return b.String()
}

// line writes an entry without its player.
func (p *entry) line() string {
	text := oneLine(p.Name) + " · " + p.Level.String()
	if p.classes > 0 {
		text += ", " + diag.Amount(p.classes, "class")
	}
	if len(p.Whys) > 0 {
		no := "no better: "
		if p.Level == Left {
			no = ""
		}
		text += " (" + no + strings.Join(p.Whys, "; ") + ")"
	}
	return text
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
