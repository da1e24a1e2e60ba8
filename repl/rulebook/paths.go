package rulebook

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// path says where a path leads.
func (p *phraser) path(e *syntax.Path) (thing, bool) {
	base, ok := p.set(e.Base)
	if !ok {
		return thing{}, false
	}
	from := base.the
	if base.isCell() && len(base.adj)+len(base.with) == 0 {
		return thing{}, false // "next to a cell" says nothing
	}
	if from == "" {
		from = base.one()
	}
	call, ok := e.Base.(*syntax.Call)
	overIt := ok && p.over != "" && call.Name.Text == p.over
	first := e.Steps[0]
	where, ok := p.step(first, from, overIt)
	if !ok {
		return thing{}, false
	}
	if len(e.Steps) > 1 {
		return longPath(p, e, from)
	}
	t := thing{head: placeOf(p, e), with: []string{where}}
	if only := first.Only; only != nil && first.Rep == nil {
		also, ok := p.set(only)
		if !ok {
			return thing{}, false
		}
		return meet(t, also)
	}
	return t, true
}

// placeOf names what kind of site a path leads to.
func placeOf(p *phraser, e syntax.Expr) string {
	k := p.known(e)
	if k == nil || k.Expr.Planes&topology.Cells != 0 || k.Expr.Planes == 0 {
		return "cell"
	}
	switch k.Expr.Planes {
	case topology.Edges:
		return "edge"
	case topology.Corners:
		return "corner"
	}
	return "place"
}

// longPath says where the few common paths of several steps lead.
func longPath(p *phraser, e *syntax.Path, from string) (thing, bool) {
	if len(e.Steps) != 2 || e.Steps[1].Rep != nil || e.Steps[1].Only != nil {
		return thing{}, false
	}
	first, second := e.Steps[0], e.Steps[1]
	one, ok := p.way(first.By)
	_, ok2 := p.way(second.By)
	if !ok || !ok2 || first.By.Span(p.file).Text() != second.By.Span(p.file).Text() {
		return thing{}, false
	}
	along := "in that direction"
	if !one.chosen {
		along = "in a straight " + lineOf(one.say)
	}
	free := first.Rep != nil && first.Only != nil && first.Only.Span(p.file).Text() == "empty"
	switch {
	case first.Rep == nil && first.Only == nil:
		return cell(fmt.Sprintf("two steps from %s %s", from, along)), true
	case free && first.Rep.Op == "+":
		return cell(fmt.Sprintf("right behind the empty cells next to %s %s", from, along)), true
	case free && first.Rep.Op == "*":
		return cell(fmt.Sprintf("that can be reached from %s %s, up to the first piece", from,
			along)), true
	}
	return thing{}, false
}

// oneStep are the words for where one step leads.
var oneStep = map[string]string{
	"orthogonal": "orthogonally next to", "diagonal": "diagonally next to",
	"around": "next to", "adjacent": "next to", "forward": "straight ahead of",
	"backward": "straight behind", "left": "to the left of", "right": "to the right of",
	"forwardleft | forwardright":           "diagonally ahead of",
	"forward | forwardleft | forwardright": "ahead of",
}

// step says where a single or repeated step leads.
func (p *phraser) step(st *syntax.Step, from string, overIt bool) (string, bool) {
	text := st.By.Span(p.file).Text()
	if call, ok := st.By.(*syntax.Call); ok && p.b.defs[call.Name.Text] != nil {
		return "", false
	}
	if st.Rep != nil {
		return p.repeated(st, from)
	}
	if w, ok := p.way(st.By); ok {
		switch {
		case overIt:
			return "right behind " + from, true
		case w.chosen:
			return "next to " + from + " in that direction", true
		}
		return fmt.Sprintf("one step from %s in %s", from, article(w.say)), true
	}
	if where := oneStep[strings.Trim(text, "()")]; where != "" {
		return where + " " + from, true
	}
	if compass[text] {
		return "directly " + text + " of " + from, true
	}
	if d, ok := p.directions(st.By); ok {
		return fmt.Sprintf("one step from %s in a %s", from, d), true
	}
	return "", false
}

// repeated says where a repeated step leads.
func (p *phraser) repeated(st *syntax.Step, from string) (string, bool) {
	along, straight := "", false
	if w, ok := p.way(st.By); ok {
		along, straight = "in that direction", true
		if !w.chosen {
			along = "in a straight " + lineOf(w.say)
		}
	} else if d, ok := p.directions(st.By); ok {
		along = strings.TrimSuffix(d, " direction")
		if along == "direction" {
			along = ""
		}
	} else {
		switch text := st.By.Span(p.file).Text(); text {
		case "forward":
			along, straight = "straight ahead", true
		default:
			if !compass[text] {
				return "", false
			}
			along, straight = text, true
		}
	}
	over := ""
	if st.Only != nil {
		only, ok := p.set(st.Only)
		if !ok {
			return "", false
		}
		over = " over " + only.many()
	}
	steps := func(count string) string {
		if straight && !strings.HasPrefix(along, "in ") {
			return fmt.Sprintf("%s %s of %s%s", count, along, from, over)
		}
		if straight {
			return fmt.Sprintf("%s from %s %s%s", count, from, along, over)
		}
		count = strings.Replace(count, "step", strings.TrimSpace(along+" step"), 1)
		return fmt.Sprintf("%s from %s%s", count, from, over)
	}
	switch st.Rep.Op {
	case "+":
		return steps("any number of steps"), true
	case "{":
		count := st.Rep.Count
		if count.Hi == nil {
			n, ok := p.number(count.Lo)
			if n == "one" {
				return steps("exactly one step"), ok
			}
			return steps("exactly " + n + " steps"), ok
		}
		lo, ok := p.value(count.Lo)
		hi, ok2 := p.number(count.Hi)
		to := " to "
		from, fixed := p.constant(count.Lo)
		if until, ok := p.constant(count.Hi); ok && fixed {
			if from == 0 {
				hi = fmt.Sprint(until)
			}
			if until == from+1 {
				to = " or "
			}
		}
		return steps(lo + to + hi + " steps"), ok && ok2
	}
	return "", false
}

// slice says which pieces of a tower are meant.
func slice(p *phraser, e *syntax.Slice) (thing, bool) {
	of, ok := p.set(e.Of)
	if !ok || of.the == "" {
		return thing{}, false
	}
	word := "top"
	if e.Bottom {
		word = "bottom"
	}
	tower := "the tower on " + of.the
	if of.the == "it" {
		tower = "its tower"
	}
	pieces := " piece of "
	if e.N != nil {
		if n, ok := p.constant(e.N); !ok {
			pieces = " " + p.quote(e.N) + " pieces of "
		} else if n != 1 {
			pieces = " " + number(n) + " pieces of "
		}
	}
	return thing{the: "the " + word + pieces + tower}, true
}

// constant returns the value of a number that the options decide.
func (p *phraser) constant(e syntax.Expr) (int64, bool) {
	if k := p.known(e); k != nil && k.Expr.Op == ir.ConstNumber {
		return k.Expr.N, true
	}
	if n, ok := e.(*syntax.Int); ok {
		return n.Value, true
	}
	return 0, false
}

// between says from which number to which, in figures where words would be odd.
func between(p *phraser, lo, hi syntax.Expr) string {
	from, ok := p.constant(lo)
	to, ok2 := p.constant(hi)
	switch {
	case ok && ok2 && from > 0 && to <= 10:
		return fmt.Sprintf("from %s to %s", number(from), number(to))
	case ok && ok2:
		return fmt.Sprintf("from %d to %d", from, to)
	}
	say := func(e syntax.Expr, n int64, known bool) string {
		if known {
			return fmt.Sprint(n)
		}
		p.b.mention(e)
		return p.quote(e)
	}
	return "from " + say(lo, from, ok) + " to " + say(hi, to, ok2)
}

// number puts a number into words.
func (p *phraser) number(e syntax.Expr) (string, bool) {
	if k := p.known(e); k != nil && k.Expr.Op == ir.ConstNumber {
		return number(k.Expr.N), true
	}
	switch e := e.(type) {
	case *syntax.Paren:
		return p.number(e.X)
	case *syntax.Int:
		return number(e.Value), true
	case *syntax.If:
		return either(p, e)
	case *syntax.Call:
		return p.figure(e)
	case *syntax.Binary:
		return calculated(p, e)
	}
	return "", false
}

// amount names a number; it quotes the rules if there are no words for it.
func (p *phraser) amount(e syntax.Expr) string {
	if n, ok := p.number(e); ok {
		return n
	}
	p.b.mention(e)
	return p.quote(e)
}

// value puts a number into words that say how much something is: "0", not "no".
func (p *phraser) value(e syntax.Expr) (string, bool) {
	n, ok := p.number(e)
	if n == "no" {
		n = "0"
	}
	return n, ok
}

// figure puts a named number into words.
func (p *phraser) figure(e *syntax.Call) (string, bool) {
	name := e.Name.Text
	quoted := "`" + name + "`"
	if t, ok := p.names[name]; ok && !e.Parens {
		return t.the, t.what == ir.Number
	}
	switch {
	case name == "count" && len(e.Args) == 1 && !p.b.declares(name):
		s, ok := p.set(e.Args[0])
		if strings.HasPrefix(s.the, "`") {
			return "the size of " + s.the, ok
		}
		return "the number of " + s.many(), ok && s.the == ""
	case name == "height" && len(e.Args) == 1 && !p.b.declares(name):
		of, ok := p.set(e.Args[0])
		return possessive(of.the) + " height", ok && of.the != ""
	case p.b.counter(name) && !e.Parens && perPlayer(p.b, name):
		return "your " + quoted, true
	case p.b.counter(name) && !e.Parens:
		return quoted, true
	case p.b.counter(name) && len(e.Args) == 1 && e.Args[0].Span(p.file).Text() == "next":
		return "the opponent's " + quoted, true
	case p.b.counter(name):
		return p.quote(e), true
	case p.b.attribute(name) && len(e.Args) == 1:
		of, ok := p.set(e.Args[0])
		return possessive(of.the) + " " + quoted, ok && of.the != ""
	case p.b.defs[name] != nil && p.inside == 0:
		p.b.mention(e)
		return p.quote(e), true
	}
	return "", false
}

// calculated puts a sum, a difference or a product into words. An operand that is itself
// calculated, or depends on a condition, would need parentheses and stays an expression.
func calculated(p *phraser, e *syntax.Binary) (string, bool) {
	word, ok := map[string]string{"+": "plus", "-": "minus", "*": "times"}[e.Op]
	if !ok {
		return "", false
	}
	operand := func(of syntax.Expr) (string, bool) {
		switch of.(type) {
		case *syntax.Call, *syntax.Int:
			return p.number(of)
		}
		return "", false
	}
	x, ok := operand(e.X)
	if sum, chain := e.X.(*syntax.Binary); chain && e.Op == "+" && sum.Op == "+" {
		x, ok = calculated(p, sum)
	}
	y, ok2 := operand(e.Y)
	return x + " " + word + " " + y, ok && ok2
}

// either puts a number that depends on a condition into words; just the number if both are the
// same.
func either(p *phraser, e *syntax.If) (string, bool) {
	then, ok1 := p.value(e.Then)
	other, ok2 := p.value(e.Else)
	if !ok1 || !ok2 {
		return "", false
	}
	if then == other {
		return p.number(e.Then)
	}
	if who, ok := strings.CutPrefix(flat(e.Cond.Span(p.file).Text()), "me = "); ok {
		if _, chain := e.Else.(*syntax.If); chain && strings.Contains(other, " for ") {
			return fmt.Sprintf("%s for %s, %s", then, who, other), true
		}
		return fmt.Sprintf("%s for %s, otherwise %s", then, who, other), true
	}
	cond, ok := p.cond(e.Cond)
	return fmt.Sprintf("%s if %s, otherwise %s", then, cond, other), ok
}
