package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// amount writes a number of things: "no argument", "one argument", "3 arguments".
func amount(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "one " + noun
	case 2:
		return "two " + noun + "s"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// are ends a sentence that began with how many there should be.
func are(n int) string {
	switch n {
	case 0:
		return "there is none"
	case 1:
		return "there is one"
	}
	return fmt.Sprintf("there are %d", n)
}

// call checks a name, with arguments or without.
func (c *checker) call(s *scope, e *syntax.Call, as use) val {
	name, span := e.Name.Text, e.Span(s.file)
	if name == syntax.Unread {
		return invalid(ir.NoType, span)
	}
	if v := s.local(name); v != nil {
		if e.Parens {
			c.arguments(s, e)
			return c.fail(Arguments, span, fmt.Sprintf("`%s` is a variable and takes no arguments", name), "", "write `"+name+"`", diag.Related{Span: v.span, Message: "bound here"})
		}
		return c.read(v, span)
	}
	if sym := c.lookup(s, name); sym != nil && (!c.optionsOnly || sym.sort == optionName) {
		return c.symbol(s, sym, e, span)
	}
	if name == "true" || name == "false" {
		if !e.Parens {
			return c.constTruth(name == "true", span)
		}
	}
	if c.optionsOnly {
		if b, ok := builtIns[name]; ok && b.pure {
			return c.builtIn(s, b, e, span)
		}
		return c.unknownName(s, name, e.Name.Span(s.file), as, len(e.Args))
	}
	if turned, ok := facings[name]; ok && !e.Parens {
		return c.facingStep(name, turned, span)
	}
	if b, ok := builtIns[name]; ok {
		return c.builtIn(s, b, e, span)
	}
	if c.g.Board != nil {
		if dir, ok := c.g.Board.DirectionByName(name); ok {
			if e.Parens {
				c.arguments(s, e)
				return c.fail(Arguments, span, fmt.Sprintf("`%s` is a direction and takes no arguments", name), "", "the site to the "+name+" of p is p."+name)
			}
			return c.constSteps(topology.StepsOf(dir), span)
		}
		for _, n := range compass {
			if n == name && !c.hasSiteNamed(name) {
				return c.noSuchDirection(name, span)
			}
		}
		if _, ok := facings[name]; ok {
			c.arguments(s, e)
			return c.fail(Arguments, span, fmt.Sprintf("`%s` is a direction and takes no arguments", name), "", "")
		}
		if x, ok := c.g.Board.SiteByName(name); ok && !e.Parens && c.isSiteName(name) {
			v := c.constSites(topology.SetOf(x), 0, span)
			return v
		}
	}
	c.arguments(s, e)
	return c.unknownName(s, name, e.Name.Span(s.file), as, len(e.Args))
}

// isSiteName keeps words with capitals, which are players or pieces spelled wrongly, from being taken for sites.
func (c *checker) isSiteName(name string) bool {
	return looksLikeSite(name) || name == strings.ToLower(name) || c.hasSiteNamed(name)
}

// arguments checks the arguments of something that does not want them, for the mistakes in them. A text is none: whatever was
// meant may well have wanted it.
func (c *checker) arguments(s *scope, e *syntax.Call) {
	for _, a := range e.Args {
		if _, text := a.(*syntax.StrExpr); !text {
			c.expr(s, a)
		}
	}
}

// symbol checks the use of a declared name.
func (c *checker) symbol(s *scope, sym *symbol, e *syntax.Call, span source.Span) val {
	declared := diag.Related{Span: sym.span, Message: "declared here"}
	plainName := func() bool {
		if !e.Parens {
			return true
		}
		c.arguments(s, e)
		c.fail(Arguments, span, fmt.Sprintf("`%s` is %s and takes no arguments", sym.name, sym.sort), "", "write `"+sym.name+"`", declared)
		return false
	}
	switch sym.sort {
	case optionName:
		if !plainName() {
			return invalid(sym.opt.typ, span)
		}
		return c.readOption(sym.opt, span)
	case playerName:
		if !plainName() {
			return invalid(ir.Players, span)
		}
		var v val
		if sym.index < 0 {
			v = c.constPlayers(0, span)
			v.option = true
			return v
		}
		return c.constPlayers(1<<sym.index, span)
	case kindName:
		if !plainName() {
			return invalid(ir.Kinds, span)
		}
		return c.constKinds(1<<sym.index, span)
	case lineName:
		if !plainName() {
			return invalid(ir.Steps, span)
		}
		if dir, ok := c.g.Board.DirectionByName(sym.name); ok {
			return c.constSteps(topology.StepsOf(dir), span)
		}
		return invalid(ir.Steps, span)
	case attrName:
		return c.attrOf(s, sym.attr, e, span)
	case stateName:
		return c.stateOf(s, sym.state, e, span)
	case regionName:
		return c.regionOf(s, sym, e, span)
	case defName:
		return c.callDef(s, sym.def, e, span)
	case moveName:
		c.arguments(s, e)
		return c.fail(Misplaced, span, fmt.Sprintf("`%s` is a move; moves stand in `turn` and after `then`", sym.name), "", "", declared)
	}
	c.arguments(s, e)
	return c.fail(Misplaced, span, fmt.Sprintf("`%s` is a value for bots, which rules cannot read", sym.name), "", "make a `def` of it, and let the value say that", declared)
}

// attrOf checks an attribute of the kinds, or of the pieces on the sites, that are its argument.
func (c *checker) attrOf(s *scope, a *attr, e *syntax.Call, span source.Span) val {
	c.checkAttr(a)
	if len(e.Args) != 1 {
		c.arguments(s, e)
		return c.badArity(a.name, "p", 1, len(e.Args), a.typ, span)
	}
	of := c.expr(s, e.Args[0])
	if a.typ == ir.NoType || of.bad() {
		return invalid(a.typ, span)
	}
	switch of.e.Type {
	case ir.Kinds:
	case ir.Number, ir.Truth, ir.Steps:
		c.wrongType(of, ir.Sites, "an attribute is that of a kind, or of the piece on a site")
		return invalid(a.typ, span)
	default:
		of = c.kindOf(c.sites(of), of.e.Span)
	}
	if a.typ == ir.Number && !of.single() {
		c.report(&diag.Diagnostic{Code: SeveralKinds, Span: span,
			Summary:    fmt.Sprintf("%s may be several kinds, and `%s` is a number", mention(e.Args[0].Span(s.file)), a.name),
			Detail:     "A number is that of one kind.",
			Suggestion: fmt.Sprintf("say which: sum x in S: %s(x), or max x in S: %s(x)", a.name, a.name)})
		return invalid(a.typ, span)
	}
	out := &ir.Expr{Op: ir.AttrOf, Type: a.typ, Card: ir.Many, Planes: a.planes, Span: span, N: int64(a.index)}
	if of.single() && a.single {
		out.Card = ir.AtMostOne
	}
	inner := a.reads
	inner.free = 0
	v := c.node(out, []val{of}, val{e: &ir.Expr{Op: ir.AttrOf}, reads: inner})
	if !v.constant() {
		v.dirs, v.kinds = a.dirs, a.kinds
	}
	return v
}

// kindOf is the kinds of the pieces on sites.
func (c *checker) kindOf(sites val, span source.Span) val {
	card := ir.Many
	if sites.single() {
		card = ir.AtMostOne
	}
	v := c.node(&ir.Expr{Op: ir.KindOf, Type: ir.Kinds, Card: card, Span: span}, []val{sites})
	v.kinds = c.allKinds()
	return v
}

// badArity reports too few or too many arguments.
func (c *checker) badArity(name, form string, want, got int, t ir.Type, span source.Span) val {
	help := "write `" + name + "`"
	if form != "" {
		help = "write " + name + "(" + form + ")"
	}
	c.fail(Arguments, span, fmt.Sprintf("`%s` takes %s, here %s", name, amount(want, "argument"), are(got)), "", help)
	return invalid(t, span)
}

// stateIndex checks the arguments that say which value of a counter or memory is meant. Which argument is the player,
// which the kind and which the cell is told by their types.
func (c *checker) stateIndex(s *scope, st *state, e *syntax.Call) (index []val, ok bool) {
	ok = true
	words := [3]string{"player", "kind", "cell"}
	types := [3]ir.Type{ir.Players, ir.Kinds, ir.Sites}
	var got [3]val
	for _, a := range e.Args {
		v := c.expr(s, a)
		if v.bad() {
			ok = false
			continue
		}
		at := -1
		for i, t := range types {
			if v.e.Type == t {
				at = i
			}
		}
		if at >= 0 && !st.per[at] && st.per[2] { // a player's or a kind's pieces stand on cells
			at = 2
		}
		name := st.node.Name.Text
		switch {
		case at >= 0 && st.per[at]:
			if got[at].e != nil {
				c.fail(StateIndex, v.e.Span, fmt.Sprintf("`%s` has two arguments that say which %s", name, words[at]), "", "", diag.Related{Span: got[at].e.Span, Message: "the other one"})
				ok = false
				continue
			}
			if at == 2 {
				v = c.sites(v)
				if v.e.Planes&^topology.Cells != 0 && v.e.Planes&topology.Cells == 0 {
					c.fail(WrongPlane, v.e.Span, fmt.Sprintf("%s is not a cell", mention(v.e.Span)), "What is kept per cell is not kept for edges and corners.", "")
					ok = false
					continue
				}
			}
			got[at] = v
		case st.badPer:
			ok = false
		default:
			var per []string
			for i, p := range st.per {
				if p {
					per = append(per, [3]string{"player", "piece", "cell"}[i])
				}
			}
			detail := "It is one for the whole game."
			if len(per) > 0 {
				detail = "It is kept per " + strings.Join(per, ", ") + "."
			}
			help := ""
			if at == 2 && st.per[0] {
				help = "the owner of a piece is owner(" + plain(v.e.Span, "p") + ")"
			} else if at == 2 && st.per[1] {
				help = "the kind of a piece is kind(" + plain(v.e.Span, "p") + ")"
			}
			c.fail(StateIndex, v.e.Span, fmt.Sprintf("%s is %s; `%s` has no value for it", mention(v.e.Span), describe(v), name), detail, help,
				diag.Related{Span: st.node.Name.Span(st.file), Message: "declared here"})
			ok = false
		}
	}
	for i, p := range st.per {
		if p {
			index = append(index, got[i])
		}
	}
	return index, ok
}

// stateOf checks the reading of a counter or memory.
func (c *checker) stateOf(s *scope, st *state, e *syntax.Call, span source.Span) val {
	c.readState(st)
	index, ok := c.stateIndex(s, st, e)
	if !ok || st.typ == ir.NoType {
		return invalid(st.typ, span)
	}
	out := &ir.Expr{Op: ir.StateOf, Type: st.typ, Card: ir.Many, Planes: st.planes, Span: span, N: int64(st.index)}
	v := val{e: out}
	v.position = true
	for i, x := range index {
		if x.e == nil {
			out.Args = append(out.Args, nil)
			if i == 0 && st.per[0] {
				v.me = true
			}
			continue
		}
		out.Args = append(out.Args, x.e)
		v.reads.add(x.reads)
	}
	switch st.typ {
	case ir.Steps:
		v.dirs = c.walks.all
	case ir.Kinds:
		v.kinds = c.allKinds()
	}
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
				return c.fail(Arguments, span, fmt.Sprintf("`%s` is one region for all players and takes no arguments", sym.name), "", "write `"+sym.name+"`",
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

// A def is a definition and the ways in which it is used.
type def struct {
	node      *syntax.Def
	file      *source.File
	names     *space
	instances map[string]*instance
	busy      bool
	inside    []source.Span // where it is being used from
}

// An instance is a definition for arguments of certain types.
type instance struct {
	fn   *ir.Func // nil if the body could not be understood
	body val
}

func newDef(n *syntax.Def, f *source.File, names *space) *def {
	return &def{node: n, file: f, names: names, instances: map[string]*instance{}}
}

// declared points to a definition, unless that is the prelude's.
func (c *checker) declared(d *def) []diag.Related {
	if d.names == c.prelude {
		return nil
	}
	return []diag.Related{{Span: d.node.Name.Span(d.file), Message: "declared here"}}
}

func (c *checker) callDef(s *scope, d *def, e *syntax.Call, span source.Span) val {
	n := len(d.node.Params)
	if len(e.Args) != n {
		c.arguments(s, e)
		var params []string
		for _, p := range d.node.Params {
			params = append(params, p.Text)
		}
		help := "write `" + d.node.Name.Text + "`"
		if n > 0 {
			help = fmt.Sprintf("write %s(%s)", d.node.Name.Text, strings.Join(params, ", "))
		}
		return c.fail(Arguments, span, fmt.Sprintf("`%s` takes %s, here %s", d.node.Name.Text, amount(n, "argument"), are(len(e.Args))), "", help, c.declared(d)...)
	}
	args := make([]val, n)
	for i, a := range e.Args {
		args[i] = c.expr(s, a)
	}
	in := c.instantiate(d, args, span)
	body := in.body
	if body.bad() || in.fn == nil {
		return invalid(body.e.Type, span)
	}
	if body.constant() { // nothing is left to call
		copied := *body.e
		copied.Span = span
		v := body
		v.e = &copied
		return v
	}
	outer := body.reads
	outer.free = 0
	if outer.stuck.Valid() {
		outer.stuck = span
	}
	v := c.node(&ir.Expr{Op: ir.Call, Type: body.e.Type, Card: body.e.Card, Planes: body.e.Planes, Span: span, Func: in.fn}, args,
		val{e: &ir.Expr{Op: ir.Call}, reads: outer})
	return c.bounds(v, body)
}

// instantiate checks the body of a definition for arguments like these, once for each way to use it.
func (c *checker) instantiate(d *def, args []val, span source.Span) *instance {
	var key strings.Builder
	args = slices.Clone(args)
	for i, a := range args {
		if a.e.Card == ir.One { // one or at most one: what is made of it is the same
			copied := *a.e
			copied.Card = ir.AtMostOne
			a.e = &copied
			args[i] = a
		}
		_, single := c.walks.from(a.dirs, topology.Cells|topology.Edges|topology.Corners)
		fmt.Fprintf(&key, "%d %d %d %t %t;", a.e.Type, a.e.Card, a.e.Planes, a.none, a.e.Type == ir.Steps && !single)
	}
	k := key.String()
	if in := d.instances[k]; in != nil {
		return in
	}
	name := d.node.Name.Text
	if d.busy {
		related := c.declared(d)
		for _, at := range d.inside {
			if at.File == d.file && at != span {
				related = append(related, diag.Related{Span: at, Message: "by way of this"})
			}
		}
		c.fail(Recursion, span, fmt.Sprintf("`%s` is defined by itself", name), "A definition cannot use itself, not even by way of others: so every rules file comes to an end.",
			"to repeat a step, write `*` or `+` after it", related...)
		return &instance{body: invalid(ir.NoType, span)}
	}
	d.busy = true
	outerCalls := c.calls
	if span.Valid() && (len(d.node.Params) > 0 || d.names != c.names) {
		c.calls = append(c.calls[:len(c.calls):len(c.calls)], span)
	}
	s := &scope{file: d.file, names: d.names, frame: &frame{}, stuck: true}
	fn := &ir.Func{Name: name}
	for i, p := range d.node.Params {
		like := invalid(ir.NoType, p.Span(d.file))
		if i < len(args) {
			like = args[i]
		}
		if like.e.Type == ir.Steps && !like.bad() {
			like.dirs = c.alikeDirs(like.dirs)
		}
		if like.e.Type == ir.Kinds {
			like.kinds = c.allKinds()
		}
		fn.Params = append(fn.Params, p.Text)
		c.bind(s, p, like)
	}
	d.inside = append(d.inside, span)
	body := c.expr(s, d.node.Body)
	d.inside = d.inside[:len(d.inside)-1]
	d.busy = false
	c.calls = outerCalls
	in := &instance{body: body}
	d.instances[k] = in
	if !body.bad() {
		fn.Body, fn.Slots, fn.Vars, fn.Index = body.e, s.frame.size, s.frame.names, len(c.g.Funcs)
		in.fn = fn
		c.g.Funcs = append(c.g.Funcs, fn)
	}
	return in
}

// alikeDirs widens a set of directions to all that lead to as many sites, so that a definition need not be checked for
// every direction by itself.
func (c *checker) alikeDirs(dirs topology.Steps) topology.Steps {
	all := topology.Cells | topology.Edges | topology.Corners
	if dirs.Minus(c.walks.all) != (topology.Steps{}) {
		return dirs
	}
	_, single := c.walks.from(dirs, all)
	if !single {
		return c.walks.all
	}
	var wide topology.Steps
	for r := range c.walks.all.All() {
		one := topology.StepsOf(r)
		if _, s := c.walks.from(one, all); s {
			wide = wide.Or(one)
		}
	}
	return wide
}

// checkUnusedDefs checks definitions that nothing uses, as far as that goes without knowing their arguments.
func (c *checker) checkUnusedDefs() {
	for _, sym := range sortedSymbols(c.names) {
		if sym.sort != defName || len(sym.def.instances) > 0 {
			continue
		}
		var unknown []val
		for _, p := range sym.def.node.Params {
			unknown = append(unknown, invalid(ir.NoType, p.Span(sym.def.file)))
		}
		c.instantiate(sym.def, unknown, source.Span{})
	}
}

// facings holds the directions of a player who faces.
var facings = map[string]ir.Turned{
	"forward": ir.Forward, "backward": ir.Backward, "left": ir.Leftward, "right": ir.Rightward,
	"forwardleft": ir.ForwardLeft, "forwardright": ir.ForwardRight,
}

// facingStep is a direction as the player `me` sees it.
func (c *checker) facingStep(name string, turned ir.Turned, span source.Span) val {
	var dirs topology.Steps
	all, any := true, false
	for _, p := range c.g.Players {
		all, any = all && p.Faces, any || p.Faces
		if !p.Faces {
			continue
		}
		d := &c.g.Board.Directions[p.Facing]
		dirs = dirs.Or(topology.StepsOf([...]topology.Relation{
			ir.Forward: p.Facing, ir.Backward: d.Back, ir.Leftward: d.Left, ir.Rightward: d.Right,
			ir.ForwardLeft: d.HalfLeft, ir.ForwardRight: d.HalfRight}[turned]))
	}
	if !any {
		if c.noBoard {
			return invalid(ir.Steps, span)
		}
		return c.fail(NobodyFaces, span, fmt.Sprintf("`%s` needs players who face a direction", name), "No player of this game does.", "say which way: players White facing north, Black facing south")
	}
	card := ir.One
	if !all {
		card = ir.AtMostOne
	}
	v := c.node(&ir.Expr{Op: ir.Facing, Type: ir.Steps, Card: card, Span: span, N: int64(turned)}, nil)
	v.dirs = dirs
	return v
}

// A builtIn is a name of the language.
type builtIn struct {
	bare  bool   // it stands without arguments; else form shows them
	form  string // as it is written with arguments
	least int    // arguments
	most  int
	step  bool // it is a step, or makes one
	pure  bool // it may stand where only options are known
	check func(c *checker, args []val, span source.Span) val
}

// builtIn checks the use of a name of the language.
func (c *checker) builtIn(s *scope, b *builtIn, e *syntax.Call, span source.Span) val {
	name := e.Name.Text
	if name == "marked" {
		return c.marked(s, e, span)
	}
	if e.Parens && b.bare && b.most == 0 {
		c.arguments(s, e)
		return c.fail(Arguments, span, fmt.Sprintf("`%s` takes no arguments", name), "", "write `"+name+"`")
	}
	if n := len(e.Args); n < b.least || n > b.most {
		c.arguments(s, e)
		want := amount(b.least, "argument")
		if b.most > b.least {
			want = "at least " + want
		}
		return c.fail(Arguments, span, fmt.Sprintf("`%s` takes %s, here %s", name, want, are(n)), "", "write "+b.form)
	}
	var args []val
	for i, a := range e.Args {
		if b.step || i == 2 && name == "distance" || name == "edge" {
			args = append(args, c.steps(s, a))
			continue
		}
		args = append(args, c.expr(s, a))
	}
	if name == "stuck" && !s.stuck {
		return c.fail(NoStuck, span, "`stuck` can only be asked in `end` and after `ensure`", "While moves are looked for it is not known yet whether there are any.", "")
	}
	v := b.check(c, args, span)
	if name == "stuck" {
		v.stuck = span
	}
	return v
}

// noStuck reports `stuck` where it cannot be asked, also by way of a definition.
func (c *checker) noStuck(v val) {
	if v.stuck.Valid() {
		c.fail(NoStuck, v.stuck, "`stuck` can only be asked in `end` and after `ensure`", "While moves are looked for it is not known yet whether there are any.", "")
	}
}

// marked checks `marked("*")`.
func (c *checker) marked(s *scope, e *syntax.Call, span source.Span) val {
	if len(e.Args) != 1 {
		return c.badArity("marked", `"*"`, 1, len(e.Args), ir.Sites, span)
	}
	text, ok := e.Args[0].(*syntax.StrExpr)
	if !ok {
		return c.fail(WrongType, e.Args[0].Span(s.file), "the argument of `marked` is a sign between quotes", "", `write marked("*")`)
	}
	at := text.Span(s.file)
	sign, _ := utf8.DecodeRuneInString(text.Text)
	if utf8.RuneCountInString(text.Text) != 1 {
		return c.fail(NoSuchMark, at, fmt.Sprintf("a mark is one sign, not %q", text.Text), "", "")
	}
	if c.noBoard {
		return invalid(ir.Sites, span)
	}
	if len(c.signKinds(sign)) > 0 {
		return c.fail(NoSuchMark, at, fmt.Sprintf("`%c` is the sign of a piece, not a mark", sign), "", "use another sign for the mark")
	}
	set, ok := c.g.Board.Marks[sign]
	if !ok {
		var signs []string
		for r := range c.g.Board.Marks {
			if len(c.signKinds(r)) == 0 {
				signs = append(signs, string(r))
			}
		}
		detail := "The board is not a picture with marks: hexrows and hexcolumns are."
		if len(signs) > 0 {
			detail = "The marks of the picture are " + list(slices.Sorted(slices.Values(signs))) + "."
		}
		return c.fail(NoSuchMark, at, fmt.Sprintf("the board has no mark `%c`", sign), detail, "")
	}
	return c.constSites(set, topology.Cells, span)
}

// builtIns holds the names of the language, but for directions, which are the board's.
var builtIns map[string]*builtIn

func init() {
	plane := func(name string, p topology.Plane) *builtIn {
		return &builtIn{bare: true, check: func(c *checker, _ []val, span source.Span) val {
			if !c.hasPlane(p) {
				return c.noSuchPlane(name, span)
			}
			return c.constSites(c.g.Board.Planes(p), p, span)
		}}
	}
	number := func(op ir.Op) *builtIn {
		return &builtIn{bare: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.node(&ir.Expr{Op: op, Type: ir.Number, Span: span}, nil)
		}}
	}
	group := func(of func(b *topology.Board) topology.Steps) *builtIn {
		return &builtIn{bare: true, step: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.constSteps(of(c.g.Board), span)
		}}
	}
	turned := func(form string, op ir.Op, turn func(*topology.Board, topology.Steps) topology.Steps) *builtIn {
		return &builtIn{form: form, least: 1, most: 1, step: true, check: func(c *checker, args []val, span source.Span) val {
			d := args[0]
			v := c.node(&ir.Expr{Op: op, Type: ir.Steps, Card: d.e.Card, Span: span}, args)
			if !v.bad() && !v.constant() {
				v.dirs = turn(c.g.Board, d.dirs)
			}
			return v
		}}
	}
	// of makes a number, or sites, of sites or of a number
	of := func(form string, op ir.Op, arg, result ir.Type) *builtIn {
		return &builtIn{form: form, least: 1, most: 1, check: func(c *checker, args []val, span source.Span) val {
			e := &ir.Expr{Op: op, Type: result, Card: ir.Many, Span: span}
			if result == ir.Sites {
				e.Planes = topology.Cells
			} else {
				e.Card = ir.One
			}
			return c.node(e, []val{c.want(args[0], arg)})
		}, pure: arg != ir.Sites && result != ir.Sites}
	}
	extreme := func(form string, op ir.Op) *builtIn {
		return &builtIn{form: form, least: 2, most: 100, pure: true, check: func(c *checker, args []val, span source.Span) val {
			v := c.want(args[0], ir.Number)
			for _, a := range args[1:] {
				v = c.node(&ir.Expr{Op: op, Type: ir.Number, Span: span}, []val{v, c.want(a, ir.Number)})
			}
			return v
		}}
	}
	builtIns = map[string]*builtIn{
		"cells":       plane("cells", topology.Cells),
		"edges":       plane("edges", topology.Edges),
		"corners":     plane("corners", topology.Corners),
		"ply":         number(ir.Ply),
		"passes":      number(ir.Passes),
		"repetitions": number(ir.Repetitions),
		"seen":        number(ir.Seen),
		"orthogonal":  group(func(b *topology.Board) topology.Steps { return b.Orthogonal }),
		"diagonal":    group(func(b *topology.Board) topology.Steps { return b.Diagonal }),
		"around":      group(func(b *topology.Board) topology.Steps { return b.Around }),
		"adjacent":    group(func(b *topology.Board) topology.Steps { return b.Adjacent }),
		"axes":        group(func(b *topology.Board) topology.Steps { return b.Axes }),
		"back":        turned("back(d)", ir.BackOf, (*topology.Board).BackOf),
		"left":        turned("left(d)", ir.LeftOf, (*topology.Board).LeftOf),
		"right":       turned("right(d)", ir.RightOf, (*topology.Board).RightOf),
		"side":        turned("side(d)", ir.SideOf, (*topology.Board).SideOf),
		"column":      of("column(s)", ir.ColumnOf, ir.Sites, ir.Number),
		"row":         of("row(s)", ir.RowOf, ir.Sites, ir.Number),
		"file":        of("file(n)", ir.FileOf, ir.Number, ir.Sites),
		"rank":        of("rank(n)", ir.RankOf, ir.Number, ir.Sites),
		"abs":         of("abs(n)", ir.Abs, ir.Number, ir.Number),
		"odd":         of("odd(n)", ir.Odd, ir.Number, ir.Truth),
		"even":        of("even(n)", ir.Even, ir.Number, ir.Truth),
		"min":         extreme("min(a, b)", ir.Min2),
		"max":         extreme("max(a, b)", ir.Max2),
		"marked":      {form: `marked("*")`, least: 1, most: 1},
		"stuck": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.node(&ir.Expr{Op: ir.Stuck, Type: ir.Truth, Span: span}, nil)
		}},
		"rim": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			b := c.g.Board
			return c.constSites(b.Rim, topology.Cells, span)
		}},
		"empty": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.node(&ir.Expr{Op: ir.EmptyCells, Type: ir.Sites, Card: ir.Many, Planes: topology.Cells, Span: span}, nil)
		}},
		"occupied": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.node(&ir.Expr{Op: ir.Occupied, Type: ir.Sites, Card: ir.Many, Planes: c.kindPlanes(c.allKinds()), Span: span}, nil)
		}},
		"mine": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.sites(c.me(span))
		}},
		"theirs": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			others := c.node(&ir.Expr{Op: ir.Minus, Type: ir.Players, Card: ir.Many, Span: span}, []val{c.constPlayers(c.everyone(), span), c.me(span)})
			return c.sites(others)
		}},
		"none": {bare: true, step: true, check: func(c *checker, _ []val, span source.Span) val { return c.noneOf(ir.Sites, span) }},
		"me":   {bare: true, check: func(c *checker, _ []val, span source.Span) val { return c.me(span) }},
		"next": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			return c.node(&ir.Expr{Op: ir.Next, Type: ir.Players, Card: ir.One, Span: span}, nil)
		}},
		"players": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			v := c.node(&ir.Expr{Op: ir.InGame, Type: ir.Players, Card: ir.Many, Span: span}, nil)
			v.spread = true
			return v
		}},
		"kinds": {bare: true, check: func(c *checker, _ []val, span source.Span) val {
			v := c.constKinds(c.allKinds(), span)
			v.spread = true
			return v
		}},
		"owner": {form: "owner(s)", least: 1, most: 1, check: func(c *checker, args []val, span source.Span) val {
			s := c.sites(args[0])
			card := ir.Many
			if s.single() {
				card = ir.AtMostOne
			}
			return c.node(&ir.Expr{Op: ir.OwnerOf, Type: ir.Players, Card: card, Span: span}, []val{s})
		}},
		"kind": {form: "kind(s)", least: 1, most: 1, check: func(c *checker, args []val, span source.Span) val {
			return c.kindOf(c.sites(args[0]), span)
		}},
		"edge": {form: "edge(d)", least: 1, most: 1, check: func(c *checker, args []val, span source.Span) val {
			return c.node(&ir.Expr{Op: ir.EdgeOf, Type: ir.Sites, Card: ir.Many, Planes: topology.Cells, Span: span}, args)
		}},
		"count": {form: "count(S)", least: 1, most: 1, check: func(c *checker, args []val, span source.Span) val {
			return c.node(&ir.Expr{Op: ir.Count, Type: ir.Number, Span: span}, []val{c.members(args[0], "count")})
		}},
		"distance": {form: "distance(A, B, D)", least: 3, most: 3, check: func(c *checker, args []val, span source.Span) val {
			a, b, d := c.sites(args[0]), c.sites(args[1]), args[2]
			var more []val
			if !d.bad() && c.blocked(d.dirs) {
				more = append(more, val{e: &ir.Expr{Op: ir.Occupied}, reads: reads{position: true}})
			}
			return c.node(&ir.Expr{Op: ir.Distance, Type: ir.Number, Span: span}, []val{a, b, d}, more...)
		}},
	}
}

// me is the player whose view it is.
func (c *checker) me(span source.Span) val {
	return c.node(&ir.Expr{Op: ir.Me, Type: ir.Players, Card: ir.One, Span: span}, nil)
}
