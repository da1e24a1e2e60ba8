package rulebook

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/check/index"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
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
	maps.Copy(inner.ways, p.ways)
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

// quote is the text of a part of the rules, on one line.
func (p *phraser) quote(x interface {
	Span(*source.File) source.Span
}) string {
	return "`" + flat(x.Span(p.file).Text()) + "`"
}

// said puts a condition into words, or quotes it.
func (p *phraser) said(e syntax.Expr) string {
	say, ok := p.cond(e)
	if !ok {
		p.b.mention(e)
		return p.quote(e)
	}
	return say
}

// known returns what the checker knows of an expression.
func (p *phraser) known(e syntax.Expr) *index.Expr { return p.b.index.ExprOf(e.Span(p.file)) }

// truth returns the value of a condition that the options decide. No condition is true.
func (p *phraser) truth(e syntax.Expr) (value, decided bool) {
	if e == nil {
		return true, true
	}
	if k := p.known(e); k != nil && k.Expr.Op == ir.ConstTruth {
		return k.Expr.N != 0, true
	}
	return false, false
}

// always reports whether there is no condition, or the options make it true.
func (p *phraser) always(e syntax.Expr) bool {
	value, decided := p.truth(e)
	return decided && value
}

// never reports whether the options make a condition false.
func (p *phraser) never(e syntax.Expr) bool {
	value, decided := p.truth(e)
	return decided && !value
}

// chosen returns the branch of a conditional that the options choose, nil if they do not.
func (p *phraser) chosen(e *syntax.If) syntax.Expr {
	switch value, decided := p.truth(e.Cond); {
	case !decided:
		return nil
	case value:
		return e.Then
	}
	return e.Else
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
		return slice(p, e)
	case *syntax.Binary:
		return p.combined(e)
	case *syntax.If:
		if branch := p.chosen(e); branch != nil {
			return p.set(branch)
		}
		if nothing(p, e.Else) {
			then, ok := p.set(e.Then)
			say, ok2 := p.cond(e.Cond)
			then.when = "if " + say
			return then, ok && ok2 && then.the == "" && then.or == nil
		}
		then, ok := p.set(e.Then)
		other, ok2 := p.set(e.Else)
		say, ok3 := p.cond(e.Cond)
		if !ok || !ok2 || !ok3 || then.the+then.when+other.the+other.when != "" || then.or != nil ||
			other.or != nil {
			return thing{}, false
		}
		then.when, other.when = "if "+say, "otherwise"
		return thing{or: []thing{then, other}}, true
	case *syntax.Quant:
		switch of, ok := p.set(e.Domain.Lo); {
		case e.Domain.Hi != nil:
		case e.Op == "those" && p.inside == 0: // elsewhere, its name is quoted
			inner := *p
			inner.names = maps.Clone(p.names)
			if inner.names == nil {
				inner.names = map[string]thing{}
			}
			name := "`" + e.Name.Text + "`"
			inner.names[e.Name.Text] = thing{the: name}
			say, ok2 := inner.cond(e.Body)
			return of.but(name + " for which " + say), ok && ok2 && of.the == "" && of.or == nil &&
				len(of.with) == 0
		case e.Op == "union":
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
		return slide(p, e)
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
		if inTeams(p.b.game) {
			return thing{head: p.b.piece, owner: "another player's"}, true
		}
		return thing{head: p.b.piece, owner: "enemy"}, true
	case "team":
		return thing{head: p.b.piece, owner: "your team's"}, true
	case "edge":
		side, ok := sideText(p, e.Args)
		return cell("on the " + side + " edge"), ok
	case "rank":
		n, ok := p.constant(e.Args[0])
		return cell(fmt.Sprint("in row ", n)), ok
	case "file":
		n, ok := p.constant(e.Args[0])
		return cell(fmt.Sprint("in column ", n)), ok
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
	region := p.b.region(e.Name.Text)
	quoted := "`" + e.Name.Text + "`"
	switch {
	case region == nil:
	case !e.Parens && region.PerPlayer:
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
	case !e.Parens && k.Expr.Op == ir.ConstSites && siteName(p.b, name):
		return thing{the: name}, true
	}
	return cell("in " + p.quote(e)), true
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
func slide(p *phraser, e *syntax.Call) (thing, bool) {
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

// sideText names an edge of the board.
func sideText(p *phraser, args []syntax.Expr) (string, bool) {
	if len(args) != 1 {
		return "", false
	}
	text := args[0].Span(p.file).Text()
	side := map[string]string{"forward": "far", "backward": "near"}[text]
	if compass[text] {
		side = text
	}
	return side, side != ""
}

// compass are the directions that are words of English themselves.
var compass = map[string]bool{"north": true, "south": true, "east": true, "west": true,
	"northeast": true, "northwest": true, "southeast": true, "southwest": true}

// directions names a member of a set of directions: "orthogonal direction".
func (p *phraser) directions(e syntax.Expr) (string, bool) {
	switch e.Span(p.file).Text() {
	case "orthogonal":
		return "orthogonal direction", true
	case "diagonal":
		return "diagonal direction", true
	case "around", "adjacent", "axes":
		return "direction", true
	}
	switch e := e.(type) {
	case *syntax.Paren:
		return p.directions(e.X)
	case *syntax.SetLit:
		names := lists.Map(e.Items, func(item *syntax.Domain) string { return item.Span(p.file).Text() })
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
	if e.Op == "|" && nothing(p, e.Y) {
		return p.set(e.X)
	}
	x, ok := p.set(e.X)
	y, ok2 := p.set(e.Y)
	// a set without words may still be described by what it shares with another
	switch {
	case !ok && ok2 && e.Op == "&" && y.the == "":
		return y.but("among " + p.quote(e.X)), true
	case ok && !ok2 && e.Op == "&" && x.the == "":
		return x.but("among " + p.quote(e.Y)), true
	case !ok || !ok2:
		return thing{}, false
	}
	if y.what == ir.Kinds && x.the == "" && x.or == nil && e.Op != "|" {
		of := strings.Replace("of "+y.the, "of `", "of the kind `", 1)
		if e.Op == "-" {
			of = "other than those " + of
		}
		return x.but(of), true
	}
	if x.what == ir.Kinds || y.what == ir.Kinds || e.Op != "|" && y.when != "" ||
		e.Op == "&" && x.when != "" {
		return thing{}, false
	}
	switch e.Op {
	case "&":
		return meet(x, y)
	case "|":
		or := slices.Concat(parts(x), parts(y))
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

// exception finds what a thing is not: the next exception needs an "and".
var exception = regexp.MustCompile(`^(not|without) | not `)

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
		x = x.but("other than " + y.many())
	case plain:
		if n := len(x.with); n > 0 && strings.HasPrefix(x.with[n-1], "without ") {
			x.with = append(x.with[:n-1:n-1], x.with[n-1]+" or "+y.one())
		} else {
			x.with = append(x.with[:n:n], "without "+y.one())
		}
	case y.the == "it" && x.owner != "":
		x.adj = append([]string{"other"}, x.adj...)
	case y.the != "":
		x = x.but("other than " + y.the)
	case y.bare() && len(y.with) == 1:
		not := "not " + y.with[0]
		if with, ok := strings.CutPrefix(y.with[0], "with "); ok {
			not = "without " + with
		}
		if n := len(x.with); n > 0 && exception.MatchString(x.with[n-1]) {
			x.with = append(x.with[:n-1:n-1], x.with[n-1]+", and")
		}
		x = x.but(not)
	case x.isCell() && y.owner == "enemy" && y.or == nil && len(y.with) == 0:
		x = x.but("without " + y.one())
	case y.isCell() && len(y.adj) == 1 && len(y.with) == 0:
		x = x.but("that is not " + y.adj[0])
	case y.or == nil && len(y.with) == 0:
		one := y.one()
		if y.owner == "your" && y.head != "cell" {
			return x.but("without " + one), true
		}
		x = x.but("that is not " + one)
	default:
		x = x.but("but not " + strings.Replace(y.one(), " not in ", " except in ", 1))
	}
	return x, true
}

// nothing reports whether an expression is `none`, with these options at least.
func nothing(p *phraser, e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Paren:
		return nothing(p, e.X)
	case *syntax.Call:
		return e.Name.Text == "none" && !e.Parens
	case *syntax.If:
		branch := p.chosen(e)
		return branch != nil && nothing(p, branch)
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
		if t.the != "" || t.or != nil || strings.Join(t.with, " ") != strings.Join(all[0].with, " ") {
			return false
		}
	}
	return true
}

// meet says what two sets have in common.
func meet(x, y thing) (thing, bool) {
	if x.the != "" || y.the != "" || x.or != nil && y.or != nil {
		return thing{}, false
	}
	if y.or != nil {
		x, y = y, x
	}
	if slices.ContainsFunc(x.or, func(o thing) bool { return o.the != "" }) {
		return thing{}, false
	}
	if x.or != nil {
		if y.isCell() && len(y.adj) == 0 {
			x = x.but(y.with...)
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
	if x.owner != "" && y.owner != "" && x.owner != y.owner {
		return thing{}, false
	}
	out := thing{owner: cmp.Or(x.owner, y.owner), head: x.head,
		adj: slices.Concat(x.adj, y.adj), with: slices.Concat(x.with, y.with)}
	general := func(t thing) bool { return sites[t.head] || t.head == "piece" }
	switch {
	case x.head == y.head || y.head == "cell":
	case x.head == "cell" || general(x):
		out.head = y.head
	case general(y):
	case x.owner != "" && y.owner == "":
		out.head = y.head
	case y.owner == "" || x.owner != "":
		return thing{}, false
	}
	return out, true
}
