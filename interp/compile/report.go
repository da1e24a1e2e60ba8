package compile

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/ir"
)

// A Report says how the parts of the rules are compiled.
type Report struct {
	Entries []Entry
}

// An Entry is a move or a sentence of `end` of one player.
type Entry struct {
	player     int
	Name       string
	Level      Level
	classes    int      // of a move: families of steps
	Whys       []string // why it got no better level
	conditions []Entry
}

// Level says for how much at a time something is computed.
type Level uint8

// The levels, the best first.
const (
	Never Level = iota // it cannot come up
	Once               // once for the whole position
	Lanes              // for all sites at once
	Loop               // for each site of one role, with sets for the rest
	Sites              // site by site, or pair by pair
	// for some steps, in the position that they leave, and for all others that leave its witness
	// alone
	Witnessed
	After // for each step, in the position that it leaves
	Left  // by the evaluator
)

var levelNames = [...]string{
	Never: "never", Once: "once", Lanes: "for all sites at once",
	Loop:      "for each site of the first role",
	Sites:     "for each step",
	Witnessed: "after some of the steps, for all those that leave its witness alone",
	After:     "after each step", Left: "by the evaluator",
}

// String says it in words.
func (l Level) String() string { return levelNames[l] }

func (r *Report) add(x Entry) { r.Entries = append(r.Entries, x) }

// witnessed notes that what a move ensures has witnesses.
func (r *Report) witnessed(player int, name string) {
	for i := range r.Entries {
		if x := &r.Entries[i]; x.player == player && x.Name == name {
			for j := range x.conditions {
				if c := &x.conditions[j]; c.Level == After {
					c.Level = Witnessed
				}
			}
		}
	}
}

// conditionLevel returns how a condition is tested in a search, after a number of loops: whether it
// depends on the lane.
func conditionLevel(varies bool, loops int, t *node) Level {
	switch {
	case t.op == sConst || t.op == nConst || !varies && loops == 0:
		return Once
	case loops == 0:
		return Lanes
	case loops == 1:
		return Loop
	}
	return Sites
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
	p := Entry{player: b.me, Name: moveName(mv), Level: Lanes, classes: classes, Whys: whys}
	switch {
	case sites == 0:
		p.Level = Once
	case loops == sites:
		p.Level = Sites
	case loops > 0:
		p.Level = Loop
	}
	for i := range mv.Clauses {
		if c := &mv.Clauses[i]; c.Op == ir.IfClause {
			p.conditions = append(p.conditions,
				Entry{Name: "if " + c.Cond.Expr.Span.Text(), Level: b.tested[c.Cond.Expr]})
		}
	}
	for i := range mv.Ensure {
		p.conditions = append(p.conditions,
			Entry{Name: "ensure " + mv.Ensure[i].Expr.Span.Text(), Level: After})
	}
	b.p.Report.add(p)
}

// reportSentence notes the level of a sentence; t is nil if it is left to the evaluator.
func (b *builder) reportSentence(me, i int, t *node, why string) {
	p := Entry{player: me, Name: fmt.Sprintf("end %d: %s", i+1, b.game.End[i].If.Span.Text())}
	switch {
	case why != "":
		p.Level, p.Whys = Left, []string{why}
	case isFalse(t):
		p.Level = Never
	default:
		p.Level = sentenceLevel(t, map[*node]bool{})
	}
	b.p.Report.add(p)
}

// sentenceLevel returns the worst level of the parts of a condition that have not been seen yet.
func sentenceLevel(t *node, seen map[*node]bool) Level {
	level := Once
	switch {
	case t == nil || seen[t]:
		return Never
	case t.op == nRow:
		level = Lanes
	case t.op.loops():
		level = Loop
	case !t.op.isNumber():
		level = Lanes
	}
	seen[t] = true
	for _, x := range [3]*node{t.a, t.b, t.c} {
		level = max(level, sentenceLevel(x, seen))
	}
	return level
}

// text writes the report: a line for each move and each sentence, for all players together where
// they are alike, and below it the conditions.
func (p *Program) text() string {
	var b strings.Builder
	var groups [][]Entry
next:
	for _, x := range p.Report.Entries {
		for i, group := range groups {
			had := slices.ContainsFunc(group, func(y Entry) bool { return y.player == x.player })
			if x.line() == group[0].line() && !had {
				groups[i] = append(group, x)
				continue next
			}
		}
		groups = append(groups, []Entry{x})
	}
	for _, g := range groups {
		var names []string
		for _, x := range g {
			names = append(names, p.Game.Players[x.player].Name)
		}
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
func (p *Entry) line() string {
	text := oneLine(p.Name) + " · " + p.Level.String()
	if p.classes > 0 {
		text += fmt.Sprintf(", %d classes", p.classes)
	}
	if len(p.Whys) > 0 {
		text += " (no better: " + strings.Join(p.Whys, "; ") + ")"
		if p.Level == Left {
			text = strings.Replace(text, "no better: ", "", 1)
		}
	}
	return text
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
