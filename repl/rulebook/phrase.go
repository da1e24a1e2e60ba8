package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/index"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A phraser puts expressions into words. If it has no words for one, its methods say so by their
// last result, and the rules text is quoted instead.
type phraser struct {
	b      *book
	file   *source.File      // of the expressions
	names  map[string]thing  // names of variables in words
	ways   map[string]ways   // bound directions
	over   string            // the name of the variable of `over`, if any
	inside int               // nesting depth of definitions
	claims map[string]string // meanings of the conditions that a `let` has named
}

// ways is the set that a bound direction belongs to.
type ways struct {
	say    string // "orthogonal direction"
	chosen bool   // the player has chosen it: "that direction"
}

const deepest = 3 // nested definitions that are put into words

// withWay returns a phraser for a scope with one more direction.
func (p *phraser) withWay(name string, w ways) *phraser {
	inner := *p
	inner.ways = map[string]ways{}
	for k, v := range p.ways {
		inner.ways[k] = v
	}
	inner.ways[name] = w
	return &inner
}

// named is what a name that the rules give a value stands for.
func (p *phraser) named(name string, value syntax.Expr) thing {
	t := thing{the: "`" + name + "`"}
	if k := p.known(value); k != nil && k.Expr.Type != ir.Sites {
		t.what = k.Expr.Type
	}
	return t
}

// quote is the text of an expression as the rules have it.
func (p *phraser) quote(e syntax.Expr) string {
	return "`" + strings.Join(strings.Fields(e.Span(p.file).Text()), " ") + "`"
}

// known returns what the checker knows of an expression.
func (p *phraser) known(e syntax.Expr) *index.Expr { return p.b.index.ExprOf(e.Span(p.file)) }

// truth returns the value of a condition that the options decide.
func (p *phraser) truth(e syntax.Expr) (value, decided bool) {
	if k := p.known(e); k != nil && k.Expr.Op == ir.ConstTruth {
		return k.Expr.N != 0, true
	}
	return false, false
}

// set names a set of sites.
func (p *phraser) set(e syntax.Expr) (thing, bool) {
	switch e := e.(type) {
	case *syntax.Paren:
		return p.set(e.X)
	case *syntax.Call:
		return p.called(e)
	case *syntax.Path:
		return p.path(e)
	case *syntax.SetLit:
		var names []string
		for _, item := range e.Items {
			one, ok := p.set(item.Lo)
			if item.Hi != nil || !ok || one.the == "" {
				return thing{}, false
			}
			names = append(names, one.the)
		}
		return thing{the: join(names, "or")}, len(names) > 0
	case *syntax.Slice:
		return p.slice(e)
	case *syntax.Binary:
		return p.combined(e)
	case *syntax.If:
		if value, decided := p.truth(e.Cond); decided {
			if value {
				return p.set(e.Then)
			}
			return p.set(e.Else)
		}
		if p.nothing(e.Else) {
			then, ok := p.set(e.Then)
			say, ok2 := p.cond(e.Cond)
			then.when = "if " + say
			return then, ok && ok2 && then.the == "" && then.or == nil
		}
		then, ok := p.set(e.Then)
		other, ok2 := p.set(e.Else)
		say, ok3 := p.cond(e.Cond)
		if !ok || !ok2 || !ok3 || then.the != "" || other.the != "" || then.or != nil ||
			other.or != nil {
			return thing{}, false
		}
		then.when, other.when = "if "+say, "otherwise"
		return thing{or: []thing{then, other}}, true
	case *syntax.Quant:
		if e.Op == "union" && e.Domain.Hi == nil {
			if d, ok := p.directions(e.Domain.Lo); ok {
				return p.withWay(e.Name.Text, ways{say: d}).set(e.Body)
			}
		}
	}
	return thing{}, false
}

// called says what a name stands for, with or without arguments.
func (p *phraser) called(e *syntax.Call) (thing, bool) {
	name := e.Name.Text
	if t, ok := p.names[name]; ok && !e.Parens {
		return t, t.what == ir.NoType || t.what == ir.Kinds
	}
	if name == "slide" && !p.b.declares(name) {
		return p.slide(e)
	}
	for _, say := range []func(*syntax.Call) (thing, bool){
		p.builtIn, p.equipment, p.ofRegion, p.defined, p.resolved,
	} {
		if t, ok := say(e); ok {
			return t, true
		}
	}
	return thing{}, false
}

// cell is a cell, or those in a place: "on the west edge".
func cell(where string) thing { return thing{head: "cell", with: []string{where}} }

// builtInSets are the sets of the language without arguments.
var builtInSets = map[string]thing{
	"cells": {head: "cell"}, "edges": {head: "edge"}, "corners": {head: "corner"},
	"empty": {head: "cell", adj: []string{"empty"}}, "occupied": cell("with a piece"),
	"dark": {head: "cell", adj: []string{"dark"}}, "light": {head: "cell", adj: []string{"light"}},
	"rim": cell("at the rim"), "middle": cell("in the middle"), "corner_cells": cell("in a corner"),
}

// builtIn names a set of the language.
func (p *phraser) builtIn(e *syntax.Call) (thing, bool) {
	name := e.Name.Text
	if p.b.declares(name) {
		return thing{}, false
	}
	switch name {
	case "mine":
		return thing{head: p.b.piece, owner: "your"}, true
	case "theirs":
		return thing{head: p.b.piece, owner: "enemy"}, true
	case "edge":
		side, ok := p.side(e.Args)
		return cell("on the " + side + " edge"), ok
	case "rank":
		n, ok := p.argument(e, 0)
		return cell("in row " + n), ok
	case "file":
		n, ok := p.argument(e, 0)
		return cell("in column " + n), ok
	case "marked":
		return cell("marked " + p.quote(e.Args[0])), true
	case "custodial":
		if len(e.Args) != 2 {
			return thing{}, false
		}
		from, ok := p.set(e.Args[0])
		row := fmt.Sprintf("in a row between %s and another %s of yours", from.the, p.b.piece)
		return thing{head: p.b.piece, owner: "enemy", with: []string{row}}, ok && from.the != ""
	}
	t, ok := builtInSets[name]
	return t, ok
}

// equipment names the pieces of a kind or of a player.
func (p *phraser) equipment(e *syntax.Call) (thing, bool) {
	name := e.Name.Text
	switch {
	case e.Parens:
		return thing{}, false
	case slices.ContainsFunc(p.b.game.Kinds, func(k ir.Kind) bool { return k.Name == name }):
		return thing{head: name}, true
	case slices.ContainsFunc(p.b.game.Players, func(q ir.Player) bool { return q.Name == name }):
		return thing{head: p.b.piece, owner: possessor(name)}, true
	}
	return thing{}, false
}

// ofRegion names a region: everyone's, the reader's own, or that of the opponent.
func (p *phraser) ofRegion(e *syntax.Call) (thing, bool) {
	region, own := p.b.region(e.Name.Text)
	quoted := "`" + e.Name.Text + "`"
	switch {
	case !region:
	case !e.Parens && own:
		return cell("in your " + quoted), true
	case !e.Parens:
		return cell("in " + quoted), true
	case len(e.Args) == 1 && e.Args[0].Span(p.file).Text() == "next":
		return cell("in the opponent's " + quoted), true
	}
	return thing{}, false
}

// opened returns the definition that a name stands for, and a phraser for its body, if it may be
// put into words here.
func (p *phraser) opened(e *syntax.Call) (*definition, *phraser) {
	d := p.b.defs[e.Name.Text]
	if d == nil || len(d.node.Params) != len(e.Args) || p.inside >= deepest {
		return nil, nil
	}
	if inner, ok := p.enter(d, e.Args); ok {
		return d, inner
	}
	return nil, nil
}

// defined puts a definition into words, if it is short.
func (p *phraser) defined(e *syntax.Call) (thing, bool) {
	d, inner := p.opened(e)
	if d == nil {
		return thing{}, false
	}
	t, ok := inner.set(d.node.Body)
	return t, ok && t.or == nil && len(t.with) < 3
}

// resolved says what the checker knows about a name: a memory, a site, or a set of sites.
func (p *phraser) resolved(e *syntax.Call) (thing, bool) {
	name, k := e.Name.Text, p.known(e)
	switch {
	case p.b.names[name] == index.MemorySort && !e.Parens:
		if k != nil && k.Expr.Type != ir.Sites {
			return thing{the: "`" + name + "`"}, true
		}
		return cell("in `" + name + "`"), true
	case k == nil || k.Expr.Type != ir.Sites:
		return thing{}, false
	case !e.Parens && k.Expr.Op == ir.ConstSites && p.b.siteName(name):
		return thing{the: name}, true
	}
	return cell("of " + p.quote(e)), true
}

// enter makes a phraser for the body of a definition.
func (p *phraser) enter(d *definition, args []syntax.Expr) (*phraser, bool) {
	inner := &phraser{b: p.b, file: d.file, names: map[string]thing{}, ways: map[string]ways{},
		inside: p.inside + 1}
	for i, param := range d.node.Params {
		if w, ok := p.way(args[i]); ok {
			inner.ways[param.Text] = w
			continue
		}
		t, ok := p.set(args[i])
		if k := p.known(args[i]); k != nil && k.Expr.Type == ir.Number {
			t.the, ok = p.number(args[i])
			t = thing{the: t.the, what: ir.Number}
		}
		if !ok {
			return nil, false
		}
		inner.names[param.Text] = t
	}
	return inner, true
}

// way returns what is known about an expression that is a direction bound earlier.
func (p *phraser) way(e syntax.Expr) (ways, bool) {
	call, ok := e.(*syntax.Call)
	if !ok || call.Parens {
		return ways{}, false
	}
	w, ok := p.ways[call.Name.Text]
	return w, ok
}

// slide says where a piece can slide.
func (p *phraser) slide(e *syntax.Call) (thing, bool) {
	if len(e.Args) != 2 {
		return thing{}, false
	}
	from, ok := p.set(e.Args[0])
	d, ok2 := p.directions(e.Args[1])
	if !ok || !ok2 || from.the == "" {
		return thing{}, false
	}
	return thing{head: "cell", adj: []string{"empty"},
		with: []string{fmt.Sprintf("in a straight %s from %s, with nothing in between", lineOf(d),
			from.the)}}, true
}

// lineOf is a line in such a direction: "orthogonal line".
func lineOf(direction string) string {
	if adj, ok := strings.CutSuffix(direction, " direction"); ok {
		return adj + " line"
	}
	if direction == "direction" {
		return "line"
	}
	return "line (" + diag.Plurals(direction) + ")"
}

// side names an edge of the board.
func (p *phraser) side(args []syntax.Expr) (string, bool) {
	if len(args) != 1 {
		return "", false
	}
	switch text := args[0].Span(p.file).Text(); text {
	case "forward":
		return "far", true
	case "backward":
		return "near", true
	case "north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest":
		return text, true
	}
	return "", false
}

// directions names a member of a set of directions: "orthogonal direction".
func (p *phraser) directions(e syntax.Expr) (string, bool) {
	switch e.Span(p.file).Text() {
	case "orthogonal":
		return "orthogonal direction", true
	case "diagonal":
		return "diagonal direction", true
	case "around", "adjacent":
		return "direction", true
	case "axes":
		return "direction", true
	}
	switch e := e.(type) {
	case *syntax.Paren:
		return p.directions(e.X)
	case *syntax.SetLit:
		var names []string
		for _, item := range e.Items {
			names = append(names, item.Span(p.file).Text())
		}
		return "direction (" + join(names, "or") + ")", len(names) > 0
	case *syntax.Call:
		if e.Parens && len(e.Args) == 1 && p.b.attribute(e.Name.Text) {
			if of, ok := p.set(e.Args[0]); ok && of.the != "" {
				return fmt.Sprintf("direction of %s `%s`", possessive(of.the), e.Name.Text), true
			}
		}
	}
	return "", false
}

func possessive(the string) string {
	if the == "it" {
		return "its"
	}
	return the + "'s"
}

// combined says what `&`, `|` and `-` make of two sets.
func (p *phraser) combined(e *syntax.Binary) (thing, bool) {
	if e.Op == "|" && p.nothing(e.Y) {
		return p.set(e.X)
	}
	x, ok := p.set(e.X)
	// a set without words may still be described by what it shares with another
	if !ok && e.Op == "&" {
		if y, ok := p.set(e.Y); ok && y.the == "" {
			y.with = append(y.with, "among "+p.quote(e.X))
			return y, true
		}
	}
	if !ok {
		return thing{}, false
	}
	y, ok := p.set(e.Y)
	if !ok && e.Op == "&" && x.the == "" {
		x.with = append(x.with[:len(x.with):len(x.with)], "among "+p.quote(e.Y))
		return x, true
	}
	if !ok {
		return thing{}, false
	}
	if y.what == ir.Kinds && x.the == "" && x.or == nil && e.Op != "|" {
		of := strings.Replace("of "+y.the, "of `", "of the kind `", 1)
		if e.Op == "-" {
			of = "other than those " + of
		}
		x.with = append(x.with[:len(x.with):len(x.with)], of)
		return x, true
	}
	if x.what == ir.Kinds || y.what == ir.Kinds {
		return thing{}, false
	}
	switch e.Op {
	case "&":
		return meet(x, y)
	case "|":
		or := append(append([]thing{}, parts(x)...), parts(y)...)
		if shared := or[0].with; len(shared) > 0 && sameTails(or) {
			for i := range or {
				or[i].with = nil
			}
			return thing{or: or, with: shared}, true
		}
		return thing{or: or}, true
	case "-":
		return without(x, y)
	}
	return thing{}, false
}

// without says what is in one set and not in another.
func without(x, y thing) (thing, bool) {
	if x.or != nil {
		out := thing{with: x.with}
		for _, o := range x.or {
			rest, ok := without(o, y)
			if !ok {
				return thing{}, false
			}
			rest.when = o.when
			out.or = append(out.or, rest)
		}
		return out, true
	}
	plain := y.owner == "" && y.or == nil && !sites[y.head] && y.the == "" &&
		len(y.with)+len(y.adj) == 0
	switch {
	case x.the != "":
		return thing{}, false
	case plain && (x.owner != "" || !sites[x.head]):
		x.with = append(x.with[:len(x.with):len(x.with)], "other than "+y.many())
	case plain:
		if n := len(x.with); n > 0 && strings.HasPrefix(x.with[n-1], "without ") {
			x.with = append(x.with[:n-1:n-1], x.with[n-1]+" or "+y.one())
		} else {
			x.with = append(x.with[:n:n], "without "+y.one())
		}
	case y.the == "it" && x.owner != "":
		x.adj = append([]string{"other"}, x.adj...)
	case y.the != "":
		x.with = append(x.with[:len(x.with):len(x.with)], "other than "+y.the)
	case y.bare() && len(y.with) == 1:
		not := "not " + y.with[0]
		if with, ok := strings.CutPrefix(y.with[0], "with "); ok {
			not = "without " + with
		}
		x.with = append(x.with[:len(x.with):len(x.with)], not)
	case y.isCell() && len(y.adj) == 1 && len(y.with) == 0:
		x.with = append(x.with[:len(x.with):len(x.with)], "that is not "+y.adj[0])
	case y.or == nil && len(y.with) == 0:
		one := y.one()
		if y.owner == "your" && y.head != "cell" {
			one = "taken by a " + y.head + " of yours"
			one = strings.Replace(one, "a piece of yours", "one of your pieces", 1)
			x.with = append(x.with[:len(x.with):len(x.with)], "not "+one)
			return x, true
		}
		x.with = append(x.with[:len(x.with):len(x.with)], "that is not "+one)
	default:
		x.with = append(x.with[:len(x.with):len(x.with)], "but not "+y.one())
	}
	return x, true
}

// nothing reports whether an expression is `none`, with these options at least.
func (p *phraser) nothing(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Paren:
		return p.nothing(e.X)
	case *syntax.Call:
		return e.Name.Text == "none" && !e.Parens
	case *syntax.If:
		if value, decided := p.truth(e.Cond); decided {
			if value {
				return p.nothing(e.Then)
			}
			return p.nothing(e.Else)
		}
	}
	return false
}

func parts(t thing) []thing {
	if t.or != nil && len(t.with) == 0 {
		return t.or
	}
	return []thing{t}
}

func sameTails(all []thing) bool {
	for _, t := range all {
		if t.the != "" || t.or != nil || strings.Join(t.with, " ") != strings.Join(all[0].with,
			" ") {
			return false
		}
	}
	return true
}

// meet says what two sets have in common.
func meet(x, y thing) (thing, bool) {
	if x.the != "" || y.the != "" {
		return thing{}, false
	}
	if x.or != nil && y.or != nil {
		return thing{}, false
	}
	if y.or != nil {
		x, y = y, x
	}
	for _, o := range x.or {
		if o.the != "" {
			return thing{}, false
		}
	}
	if x.or != nil {
		if y.isCell() && len(y.adj) == 0 {
			x.with = append(x.with[:len(x.with):len(x.with)], y.with...)
			return x, true
		}
		out := thing{with: x.with}
		for _, o := range x.or {
			both, ok := meet(o, y)
			if !ok {
				return thing{}, false
			}
			both.when = o.when
			out.or = append(out.or, both)
		}
		return out, true
	}
	out := thing{
		adj:  append(append([]string{}, x.adj...), y.adj...),
		with: append(append([]string{}, x.with...), y.with...),
	}
	switch {
	case x.owner != "" && y.owner != "" && x.owner != y.owner:
		return thing{}, false
	case x.owner != "":
		out.owner = x.owner
	default:
		out.owner = y.owner
	}
	general := func(t thing) bool { return sites[t.head] || t.head == "piece" }
	switch {
	case x.head == y.head:
		out.head = x.head
	case x.head == "cell":
		out.head = y.head
	case y.head == "cell":
		out.head = x.head
	case general(x):
		out.head = y.head
	case general(y):
		out.head = x.head
	case x.owner != "" && y.owner == "":
		out.head = y.head
	case y.owner != "" && x.owner == "":
		out.head = x.head
	default:
		return thing{}, false
	}
	return out, true
}

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
		if base.owner == "your" {
			from = "one of your " + base.named(diag.Plurals(base.head)) + base.tail()
		}
	}
	overIt := false
	if call, ok := e.Base.(*syntax.Call); ok {
		overIt = p.over != "" && call.Name.Text == p.over
	}
	var where string
	for i, st := range e.Steps {
		if i > 0 {
			return p.longPath(e, from)
		}
		where, ok = p.step(st, from, overIt)
		if !ok {
			return thing{}, false
		}
	}
	t := thing{head: p.placeOf(e), with: []string{where}}
	if only := e.Steps[0].Only; only != nil && e.Steps[0].Rep == nil {
		also, ok := p.set(only)
		if !ok {
			return thing{}, false
		}
		return meet(t, also)
	}
	return t, true
}

// placeOf names what kind of site a path leads to.
func (p *phraser) placeOf(e syntax.Expr) string {
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
func (p *phraser) longPath(e *syntax.Path, from string) (thing, bool) {
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
	switch {
	case first.Rep == nil && first.Only == nil:
		return thing{head: "cell",
			with: []string{fmt.Sprintf("two steps from %s %s", from, along)}}, true
	case first.Rep != nil && first.Rep.Op == "+" && first.Only != nil &&
		first.Only.Span(p.file).Text() == "empty":
		where := fmt.Sprintf("right behind the empty cells next to %s %s", from, along)
		return thing{head: "cell", with: []string{where}}, true
	case first.Rep != nil && first.Rep.Op == "*" && first.Only != nil &&
		first.Only.Span(p.file).Text() == "empty":
		where := fmt.Sprintf("that can be reached from %s %s, up to the first piece", from, along)
		return thing{head: "cell", with: []string{where}}, true
	}
	return thing{}, false
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
	switch text {
	case "orthogonal":
		return "orthogonally next to " + from, true
	case "diagonal":
		return "diagonally next to " + from, true
	case "around", "adjacent":
		return "next to " + from, true
	case "forward":
		return "straight ahead of " + from, true
	case "backward":
		return "straight behind " + from, true
	case "forwardleft | forwardright", "(forwardleft | forwardright)":
		return "diagonally ahead of " + from, true
	case "forward | forwardleft | forwardright", "(forward | forwardleft | forwardright)":
		return "ahead of " + from, true
	case "left", "right":
		return "to the " + text + " of " + from, true
	case "north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest":
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
		case "north", "south", "east", "west":
			along, straight = text, true
		default:
			return "", false
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
		lo, ok := p.number(st.Rep.Count.Lo)
		if !ok {
			return "", false
		}
		if st.Rep.Count.Hi == nil {
			return steps("exactly " + lo + " " + stepsFor(lo)), true
		}
		hi, ok := p.number(st.Rep.Count.Hi)
		if !ok {
			return "", false
		}
		to := " to "
		if lo == "no" {
			lo = "0"
		}
		if from, ok := p.constant(st.Rep.Count.Lo); ok && from == 0 {
			if until, ok := p.constant(st.Rep.Count.Hi); ok {
				lo, hi = "0", fmt.Sprint(until)
			}
		}
		if from, ok := p.constant(st.Rep.Count.Lo); ok {
			if until, ok := p.constant(st.Rep.Count.Hi); ok && until == from+1 {
				to = " or "
			}
		}
		return steps(lo + to + hi + " steps"), true
	}
	return "", false
}

func stepsFor(n string) string {
	if n == "one" {
		return "step"
	}
	return "steps"
}

// slice says which pieces of a tower are meant.
func (p *phraser) slice(e *syntax.Slice) (thing, bool) {
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
	if e.N == nil {
		return thing{the: "the " + word + " piece of " + tower}, true
	}
	n, ok := p.constant(e.N)
	count := p.quote(e.N)
	switch {
	case ok && n == 1:
		return thing{the: "the " + word + " piece of " + tower}, true
	case ok:
		count = number(n)
	}
	return thing{the: "the " + word + " " + count + " pieces of " + tower}, true
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
func (p *phraser) between(lo, hi syntax.Expr) string {
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

// argument names the number that is an argument of a call.
func (p *phraser) argument(e *syntax.Call, i int) (string, bool) {
	if i >= len(e.Args) {
		return "", false
	}
	if k := p.known(e.Args[i]); k != nil && k.Expr.Op == ir.ConstNumber {
		return fmt.Sprint(k.Expr.N), true
	}
	return "", false
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
		return p.either(e)
	case *syntax.Call:
		return p.figure(e)
	case *syntax.Binary:
		return p.calculated(e)
	}
	return "", false
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
		return "the number of " + s.many(), ok && s.the == ""
	case name == "height" && len(e.Args) == 1 && !p.b.declares(name):
		of, ok := p.set(e.Args[0])
		return possessive(of.the) + " height", ok && of.the != ""
	case p.b.counter(name) && !e.Parens && p.b.perPlayer(name):
		return "your " + quoted, true
	case p.b.counter(name) && !e.Parens:
		return quoted, true
	case p.b.counter(name) && len(e.Args) == 1 && e.Args[0].Span(p.file).Text() == "next":
		return "the opponent's " + quoted, true
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
func (p *phraser) calculated(e *syntax.Binary) (string, bool) {
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
		x, ok = p.calculated(sum)
	}
	y, ok2 := operand(e.Y)
	return x + " " + word + " " + y, ok && ok2
}

// either puts a number that depends on a condition into words; just the number if both are the
// same.
func (p *phraser) either(e *syntax.If) (string, bool) {
	then, ok1 := p.number(e.Then)
	other, ok2 := p.number(e.Else)
	if !ok1 || !ok2 {
		return "", false
	}
	if then == other {
		return then, true
	}
	if then == "no" {
		then = "0"
	}
	if other == "no" {
		other = "0"
	}
	if who, ok := strings.CutPrefix(flat(e.Cond.Span(p.file).Text()), "me = "); ok {
		if _, chain := e.Else.(*syntax.If); chain && strings.Contains(other, " for ") {
			return fmt.Sprintf("%s for %s, %s", then, who, other), true
		}
		return fmt.Sprintf("%s for %s, otherwise %s", then, who, other), true
	}
	cond, ok := p.cond(e.Cond)
	if !ok {
		return "", false
	}
	return fmt.Sprintf("%s if %s, otherwise %s", then, cond, other), true
}

var comparisons = map[string]string{
	"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than",
	">=": "is at least",
}

// cond puts a condition into words.
func (p *phraser) cond(e syntax.Expr) (string, bool) { return p.claim(e, false) }

// claim puts a condition, or its opposite, into words.
func (p *phraser) claim(e syntax.Expr, not bool) (string, bool) {
	switch e := e.(type) {
	case *syntax.Paren:
		return p.claim(e.X, not)
	case *syntax.Unary:
		switch e.Op {
		case "not":
			return p.claim(e.X, !not)
		case "some", "no", "one":
			if text, ok := p.standsOn(e, not); ok {
				return text, true
			}
			s, ok := p.set(e.X)
			if !ok || s.what == ir.Kinds {
				return "", false
			}
			return exists(s, e.Op, not)
		}
	case *syntax.Binary:
		return p.compared(e, not)
	case *syntax.If:
		if value, decided := p.truth(e.Cond); decided && value {
			return p.claim(e.Then, not)
		} else if decided {
			return p.claim(e.Else, not)
		}
	case *syntax.Call:
		return p.asked(e, not)
	case *syntax.For:
		return p.forOther(e, not)
	}
	return "", false
}

// forOther says that a named condition holds for the next player.
func (p *phraser) forOther(e *syntax.For, not bool) (string, bool) {
	body := e.Body
	for {
		if inner, ok := body.(*syntax.Unary); ok && inner.Op == "not" {
			body, not = inner.X, !not
		} else if inner, ok := body.(*syntax.Paren); ok {
			body = inner.X
		} else {
			break
		}
	}
	call, ok := body.(*syntax.Call)
	if !ok || len(call.Args) > 0 || p.b.defs[call.Name.Text] == nil ||
		e.Player.Span(p.file).Text() != "next" {
		return "", false
	}
	if text, ok := p.authored(call, not); ok && len(p.b.game.Players) == 2 &&
		strings.Contains(text, "your ") {
		return strings.ReplaceAll(text, "your ", "the opponent's "), true
	}
	p.b.mention(call)
	who := "the opponent"
	if len(p.b.game.Players) > 2 {
		who = "the next player"
	}
	holds := " holds for "
	if not {
		holds = " does not hold for "
	}
	return p.quote(call) + holds + who, true
}

// standsOn says `some q & theirs`, where one of the sets is a thing that was mentioned.
func (p *phraser) standsOn(e *syntax.Unary, not bool) (string, bool) {
	both, ok := e.X.(*syntax.Binary)
	if !ok || both.Op != "&" || e.Op == "one" {
		return "", false
	}
	x, ok := p.set(both.X)
	y, ok2 := p.set(both.Y)
	if call, is := both.Y.(*syntax.Call); is && call.Name.Text == "occupied" && ok {
		if (e.Op == "no") != not {
			return "no piece stands on " + strings.ReplaceAll(x.one(), " and ", " or "), true
		}
		return "a piece stands on " + x.one(), true
	}
	if ok && ok2 && x.the == "" {
		x, y = y, x
	}
	if !ok || !ok2 || x.the == "" || y.the != "" || x.what == ir.Kinds {
		return "", false
	}
	if e.Op == "no" {
		not = !not
	}
	if y.isCell() || x.the == "it" {
		return x.the + " " + y.is(not), true
	}
	if not {
		return y.none() + " is on " + x.the, true
	}
	return y.one() + " is on " + x.the, true
}

// exists says that a set has members, or none.
func exists(s thing, op string, not bool) (string, bool) {
	if op == "no" {
		op, not = "some", !not
	}
	switch {
	case op == "one" && !not:
		if s.the != "" {
			return "", false
		}
		return "there is exactly one " + s.named(s.head) + s.tail(), s.or == nil && s.owner == ""
	case op == "one":
		return "", false
	case strings.HasPrefix(s.the, "`") && not:
		return s.the + " is empty", true
	case strings.HasPrefix(s.the, "`"):
		return s.the + " is not empty", true
	case s.the != "" && not:
		return s.the + " is off the board", true
	case s.the != "":
		return s.the + " is there", true
	case s.owner == "your" && len(s.with) == 0 && not:
		return "you have no " + s.named(s.head), true
	case s.owner == "your" && len(s.with) == 0:
		return "you have " + article(s.named(s.head)), true
	case s.head != "cell" && s.or == nil && len(s.with) > 0:
		where := strings.TrimSpace(s.tail())
		s.with, s.when = nil, ""
		if strings.HasPrefix(where, "of `") {
			where = "on one " + where
		}
		if not {
			return s.none() + " is " + where, true
		}
		return s.one() + " is " + where, true
	case s.isCell() && len(s.adj) == 0 && len(s.with) == 1 && not:
		return "the board ends there: nothing is " + s.with[0], true
	case not:
		return "there is " + s.none(), true
	}
	return "there is " + s.one(), true
}

// answer is one of two sentences: that a condition holds, or that it does not.
func answer(not bool, yes, no string) string {
	if not {
		return no
	}
	return yes
}

// asked puts a condition that is a name into words.
func (p *phraser) asked(e *syntax.Call, not bool) (string, bool) {
	name := e.Name.Text
	if say, ok := p.claims[name]; ok && !e.Parens && !not {
		return say, true
	}
	if t, ok := p.names[name]; ok && !e.Parens {
		return answer(not, t.the, "not "+t.the), true
	}
	if !p.b.declares(name) {
		text, ok := p.askedBuiltIn(e, not)
		if ok || name == "in_a_row" { // there are no words for its definition
			return text, ok
		}
	}
	if d, inner := p.opened(e); d != nil {
		if text, ok := inner.claim(d.node.Body, not); ok && len(text) < 160 {
			return text, true
		}
	}
	if text, ok := p.authored(e, not); ok {
		return text, true
	}
	if p.b.defs[name] != nil && p.inside == 0 {
		p.b.mention(e)
		return p.quote(e) + answer(not, " holds", " does not hold"), true
	}
	if p.b.attribute(name) && len(e.Args) == 1 {
		of, ok := p.set(e.Args[0])
		return of.the + answer(not, " is `", " is not `") + name + "`", ok && of.the != ""
	}
	return "", false
}

// authored puts a named condition, or its opposite, into the words of the comment after its
// definition, if that is a sentence such as "your king is in check".
func (p *phraser) authored(e *syntax.Call, not bool) (string, bool) {
	d := p.b.defs[e.Name.Text]
	if d == nil || len(d.node.Params) > 0 || p.names[e.Name.Text].the != "" {
		return "", false
	}
	note := strings.TrimSuffix(commentBehind(d.node.Span(d.file)), ".")
	subject, rest, is := strings.Cut(note, " is ")
	if !is || strings.ContainsAny(note, "`:;") || strings.HasPrefix(note, "whether ") {
		return "", false
	}
	denied, negative := strings.CutPrefix(rest, "not ")
	switch {
	case !not:
		return uncapital(note), true
	case negative:
		return uncapital(subject) + " is " + denied, true
	}
	return uncapital(subject) + " is not " + rest, true
}

// askedBuiltIn puts a condition with a name of the language into words.
func (p *phraser) askedBuiltIn(e *syntax.Call, not bool) (string, bool) {
	switch name := e.Name.Text; {
	case name == "stuck":
		return "the next player has " + answer(not, "no move", "a move"), true
	case name == "in_a_row" && len(e.Args) == 2:
		s, ok := p.set(e.Args[0])
		n, ok2 := p.number(e.Args[1])
		return fmt.Sprintf("%s of %s stand in a row", answer(not, n+" or more", "no "+n), s.many()),
			ok && ok2 && s.the == ""
	case name == "one_group" && len(e.Args) == 2:
		s, ok := p.set(e.Args[0])
		return answer(not, "all "+s.many()+" are connected", s.many()+" are not all connected"),
			ok && s.the == ""
	case name == "connects" && len(e.Args) == 3:
		s, ok := p.set(e.Args[0])
		a, ok2 := p.set(e.Args[1])
		b, ok3 := p.set(e.Args[2])
		return fmt.Sprintf("%s %s %s with %s", s.many(), answer(not, "connect", "do not connect"),
			place(a), place(b)), ok && ok2 && ok3 && s.the == ""
	}
	return "", false
}

// place names a set of cells as a place: "your `start`", "the far edge".
func place(t thing) string {
	if t.bare() && len(t.with) == 1 {
		for _, word := range []string{"in ", "of ", "on "} {
			if rest, ok := strings.CutPrefix(t.with[0], word); ok {
				return rest
			}
		}
	}
	return t.many()
}

// compared puts a comparison, or joined conditions, into words.
func (p *phraser) compared(e *syntax.Binary, not bool) (string, bool) {
	switch e.Op {
	case "and", "or", "implies":
		return p.joined(e, not)
	case "in":
		return p.member(e, not)
	}
	verb, ok := comparisons[e.Op]
	if !ok {
		return "", false
	}
	if not {
		verb = comparisons[map[string]string{"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=",
			">=": "<"}[e.Op]]
	}
	if text, ok := p.special(e, not); ok {
		return text, true
	}
	x, ok := p.number(e.X)
	y, ok2 := p.number(e.Y)
	if !ok || !ok2 {
		return "", false
	}
	if y == "no" {
		y = "0"
	}
	return x + " " + verb + " " + y, true
}

// special handles comparisons that have words of their own.
func (p *phraser) special(e *syntax.Binary, not bool) (string, bool) {
	call, ok := e.X.(*syntax.Call)
	k := p.known(e.Y)
	if !ok || not || k == nil || k.Expr.Op != ir.ConstNumber {
		return "", false
	}
	n := k.Expr.N
	least := ""
	switch e.Op {
	case ">=":
		least = "at least "
	case "=":
	case ">":
		least, n = "at least ", n+1
	default:
		return "", false
	}
	switch name := call.Name.Text; {
	case p.b.declares(name):
		return "", false
	case name == "passes":
		if n == int64(len(p.b.game.Players)) && n == 2 {
			return "both players have passed in a row", true
		}
		return fmt.Sprintf("the last %s were passes", counted(n, "turn")), true
	case name == "repetitions":
		return recurred("the same position, with the same player to move,", n, least)
	case name == "seen":
		return recurred("the same arrangement of the pieces", n, least)
	case name == "ply" && least == "":
		return fmt.Sprintf("%s taken so far", turnsTaken(n)), true
	case name == "ply":
		return strings.Replace(least+turnsTaken(n), " been", " been taken", 1), true
	case name == "count" && len(call.Args) == 1:
		s, ok := p.set(call.Args[0])
		if !ok || s.the != "" || s.or != nil || s.owner != "your" {
			return "", false
		}
		if least == "" {
			least = "exactly "
		}
		s.owner = ""
		noun := s.many()
		if n == 1 {
			noun = s.named(s.head) + s.tail()
		}
		return fmt.Sprintf("you have %s%s %s", least, number(n), noun), true
	}
	return "", false
}

// recurred says how often something has occurred before.
func recurred(what string, n int64, least string) (string, bool) {
	times := map[int64]string{1: "once", 2: "twice"}[n]
	switch {
	case n == 0:
		return what + " has never occurred before", least == ""
	case n == 1 && least != "":
		return what + " has occurred before", true
	case times == "":
		times = number(n) + " times"
	}
	return fmt.Sprintf("%s has occurred %s%s before", what, least, times), true
}

func turnsTaken(n int64) string {
	if n == 1 {
		return "one turn has been"
	}
	return counted(n, "turn") + " have been"
}

// joined puts conditions joined by and, or, implies into words, without those that the options
// decide.
func (p *phraser) joined(e *syntax.Binary, not bool) (string, bool) {
	if e.Op == "implies" {
		x, ok := p.claim(e.X, false)
		y, ok2 := p.claim(e.Y, false)
		return fmt.Sprintf("if %s, then %s", x, y), ok && ok2 && !not
	}
	if value, decided := p.truth(e.X); decided && value == (e.Op == "and") {
		return p.claim(e.Y, not)
	}
	if value, decided := p.truth(e.Y); decided && value == (e.Op == "and") {
		return p.claim(e.X, not)
	}
	x, ok := p.claim(e.X, not)
	y, ok2 := p.claim(e.Y, not)
	word := e.Op
	if not {
		word = map[string]string{"and": "or", "or": "and"}[word]
	}
	if p.joins(e.X, e.Op) || p.joins(e.Y, e.Op) {
		return x + ", " + word + " " + y, ok && ok2
	}
	return x + " " + word + " " + y, ok && ok2
}

// joins reports whether a condition reads as two, joined by a word other than the given one.
func (p *phraser) joins(e syntax.Expr, but string) bool {
	if in, ok := e.(*syntax.Paren); ok {
		return p.joins(in.X, but)
	}
	b, ok := e.(*syntax.Binary)
	if !ok || b.Op != "and" && b.Op != "or" || b.Op == but {
		return false
	}
	_, known := p.truth(b.X)
	_, known2 := p.truth(b.Y)
	return !known && !known2
}

// member says that something is in a set.
func (p *phraser) member(e *syntax.Binary, not bool) (string, bool) {
	x, ok := p.set(e.X)
	y, ok2 := p.set(e.Y)
	if !ok || !ok2 || y.what == ir.Kinds && x.what != ir.Kinds {
		return "", false
	}
	if x.the != "" {
		return x.the + " " + y.is(not), true
	}
	if y.owner != "" && y.or == nil && len(y.with)+len(y.adj) == 0 && x.or == nil {
		verb := " stand on all "
		if not {
			verb = " do not stand on all "
		}
		return y.many() + verb + x.many(), true
	}
	if not || y.the != "" || y.or != nil {
		return "", false
	}
	say := strings.Replace(y.is(false), "is ", "are ", 1)
	return "all " + x.many() + " " + say, y.bare()
}
