package check

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// last returns the greatest member of a set, or None.
func last(s topology.Set) (x topology.Site) {
	x = topology.None
	for y := range s.All() {
		x = y
	}
	return x
}

// find returns the first live declaration of a kind and the file that it stands in.
func find[T syntax.Decl](c *checker) (T, *source.File, bool) {
	for _, d := range c.live {
		if n, ok := d.node.(T); ok {
			return n, d.file, true
		}
	}
	var zero T
	return zero, nil, false
}

// declarePlayers puts those players in the game who are in it with these options.
func (c *checker) declarePlayers() {
	n, f, ok := find[*syntax.Players](c)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.When != nil {
			c.optionsOnly = true
			v := c.want(c.expr(c.outside(f), p.When), ir.Truth)
			c.optionsOnly = false
			if in, known := v.truth(); known && !in {
				continue
			}
		}
		if len(c.g.Players) == ir.MaxPlayers {
			c.fail(TooLarge, p.Span(f), fmt.Sprintf("a game has at most %d players", ir.MaxPlayers), "", "")
			break
		}
		if sym := c.names.symbols[p.Name.Text]; sym != nil && sym.sort == playerName && sym.index < 0 {
			sym.index = len(c.g.Players)
			c.g.Players = append(c.g.Players, ir.Player{Name: p.Name.Text})
		}
	}
	if len(c.g.Players) == 0 {
		c.fail(NoPlayers, n.Span(f), "nobody plays with these options", "Every player has a `when` that does not hold.", "")
	}
}

// declareBoard builds the board and finds out which way the players face on it.
func (c *checker) declareBoard() {
	n, f, ok := find[*syntax.Board](c)
	if !ok {
		return
	}
	spec := topology.Spec{Shape: n.Shape.Text}
	known := true
	for _, a := range n.Args {
		c.optionsOnly, c.ofBoard = true, true // there is no board yet that anything else could speak of
		v := c.want(c.expr(c.outside(f), a), ir.Number)
		c.optionsOnly, c.ofBoard = false, false
		size, ok := v.number()
		known = known && ok
		spec.Args = append(spec.Args, int(min(max(size, -1<<31), 1<<31-1)))
	}
	if n.Picture != nil {
		spec.Picture = n.Picture.Text
	}
	for _, l := range n.Lines {
		line := topology.Line{Loop: l.Loop}
		if l.Name != nil {
			line.Name = l.Name.Text
		}
		for _, p := range l.Points {
			line.Points = append(line.Points, p.Text)
		}
		spec.Lines = append(spec.Lines, line)
	}
	for _, w := range n.With {
		switch w.Text {
		case "edges":
			spec.Edges = true
		case "corners":
			spec.Corners = true
		default:
			c.fail(BadBoard, w.Span(f), fmt.Sprintf("a board has no `%s`", w.Text), "After `with` stand edges, corners or both.", didYouMean(w.Text, []string{"edges", "corners"}))
		}
	}
	if !known {
		return
	}
	board, problems := topology.Build(spec)
	for _, p := range problems {
		span := problemSpan(n, p, f)
		help := p.Help
		if p.Argument < 0 && p.PictureLine < 0 && p.Line < 0 {
			if near := didYouMean(n.Shape.Text, []string{"square", "rhombus", "hexagon", "triangle", "hexrows", "hexcolumns", "graph"}); near != "" {
				help = near
			}
		}
		c.fail(BadBoard, span, p.Message, "", help)
	}
	if board == nil {
		return
	}
	c.g.Board = board
	c.walks = newWalks(board)
	c.lineNames(n, f)
	c.facing()
}

// problemSpan finds the part of a board's declaration that a problem is about.
func problemSpan(n *syntax.Board, p *topology.Problem, f *source.File) source.Span {
	switch {
	case p.Argument >= 0 && p.Argument < len(n.Args):
		return n.Args[p.Argument].Span(f)
	case p.PictureLine >= 0 && n.Picture != nil:
		span := n.Picture.Span(f)
		at := span.Lo + 3
		for i := 0; i < p.PictureLine; i++ {
			next := strings.IndexByte(f.Text[at:span.Hi], '\n')
			if next < 0 {
				return span
			}
			at += next + 1
		}
		text := f.Text[at:span.Hi]
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			text = text[:i]
		}
		text = strings.TrimSuffix(strings.TrimRight(text, " \t\r"), `"""`)
		if p.PictureColumn >= 0 {
			for range p.PictureColumn {
				_, size := utf8.DecodeRuneInString(text)
				text, at = text[size:], at+size
			}
			_, size := utf8.DecodeRuneInString(text)
			return source.Span{File: f, Lo: at, Hi: at + size}
		}
		indent := len(text) - len(strings.TrimLeft(text, " \t"))
		return source.Span{File: f, Lo: at + indent, Hi: at + max(len(text), indent)}
	case p.Line >= 0 && p.Line < len(n.Lines):
		l := n.Lines[p.Line]
		if p.Point >= 0 && p.Point < len(l.Points) {
			return l.Points[p.Point].Span(f)
		}
		return l.Span(f)
	}
	return n.Shape.Span(f)
}

// lineNames reports sites of a drawn board that have the names of other things.
func (c *checker) lineNames(n *syntax.Board, f *source.File) {
	for _, l := range n.Lines {
		for _, p := range l.Points {
			if builtInNames()[p.Text] && !slices.Contains(compass, p.Text) {
				c.fail(BuiltIn, p.Span(f), fmt.Sprintf("`%s` is a name of the language", p.Text), "A site cannot have it.", "choose another name")
			}
		}
	}
	for _, sym := range sortedSymbols(c.names) {
		if _, taken := c.g.Board.SiteByName(sym.name); taken && !looksLikeSite(sym.name) && c.hasSiteNamed(sym.name) {
			c.fail(SiteLike, sym.span, fmt.Sprintf("`%s` is the name of a site of the board", sym.name), "", "choose another name",
				diag.Related{Span: n.Shape.Span(f), Message: "the board"})
		}
	}
}

func (c *checker) hasSiteNamed(name string) bool {
	for _, n := range c.g.Board.Names {
		if n == name {
			return true
		}
	}
	return false
}

func sortedSymbols(s *space) []*symbol {
	var all []*symbol
	for _, sym := range s.symbols {
		all = append(all, sym)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].span.Lo < all[j].span.Lo })
	return all
}

// facing finds the directions that players face.
func (c *checker) facing() {
	n, f, ok := find[*syntax.Players](c)
	if !ok {
		return
	}
	for _, p := range n.Players {
		if p.Facing == nil {
			continue
		}
		dir, ok := c.g.Board.DirectionByName(p.Facing.Text)
		if !ok {
			c.noSuchDirection(p.Facing.Text, p.Facing.Span(f))
			continue
		}
		if sym := c.names.symbols[p.Name.Text]; sym != nil && sym.sort == playerName && sym.index >= 0 && c.g.Players[sym.index].Name == p.Name.Text {
			c.g.Players[sym.index].Facing, c.g.Players[sym.index].Faces = dir, true
		}
	}
}

func (c *checker) directionNames() []string {
	var names []string
	for _, d := range c.g.Board.Directions {
		names = append(names, d.Name)
	}
	return names
}

func (c *checker) noSuchDirection(name string, span source.Span) val {
	names := c.directionNames()
	detail := "It has " + list(names) + "."
	if len(names) > 12 {
		detail = "Its directions are its lines."
	}
	return c.fail(NoSuchDirection, span, fmt.Sprintf("this board has no direction `%s`", name), detail, didYouMean(name, names))
}

// everyone is the set of all players.
func (c *checker) everyone() int64 { return 1<<len(c.g.Players) - 1 }

// declarePiece enters a kind of piece.
func (c *checker) declarePiece(n *syntax.Piece, f *source.File) {
	if len(c.g.Kinds) == ir.MaxKinds {
		c.fail(TooLarge, n.Span(f), fmt.Sprintf("a game has at most %d kinds of piece", ir.MaxKinds), "", "")
		return
	}
	if !c.declare(n.Name, f, &symbol{sort: kindName, index: len(c.g.Kinds)}) {
		return
	}
	k := ir.Kind{Name: n.Name.Text}
	if n.Sign != nil {
		k.Sign = n.Sign.Text
		if utf8.RuneCountInString(k.Sign) != 1 || strings.TrimSpace(k.Sign) == "" || k.Sign == "." {
			c.fail(BadPicture, n.Sign.Span(f), fmt.Sprintf("the sign of a piece is one character, not %q", k.Sign), "A dot is an empty site and a blank is no site.", "")
			k.Sign = ""
		}
	}
	if k.Sign == "" {
		r, _ := utf8.DecodeRuneInString(k.Name)
		k.Sign = string(r)
	}
	c.g.Kinds = append(c.g.Kinds, k)
}

// The words that say something of a piece without being attributes of its author's.
const (
	wordNeutral = "neutral"
	wordBlocks  = "blocks"
	wordOn      = "on"
	wordStacks  = "stacks"
)

// An attr is an attribute: the values that kinds give it.
type attr struct {
	name    string
	index   int
	values  []*attrValue // by kind; nil where lacking
	checked bool
	busy    bool
	typ     ir.Type
	planes  topology.Plane
	single  bool // every value has at most one member
	dirs    topology.Steps
	kinds   uint64
	reads   reads
}

type attrValue struct {
	node *syntax.Attr
	file *source.File
	val  val
}

// declareAttrs enters the attributes that a kind has.
func (c *checker) declareAttrs(n *syntax.Piece, f *source.File) {
	sym := c.names.symbols[n.Name.Text]
	if sym == nil || sym.sort != kindName {
		return
	}
	seen := map[string]*syntax.Attr{}
	for _, a := range n.Attrs {
		name := a.Name.Text
		if first := seen[name]; first != nil {
			c.fail(Duplicate, a.Name.Span(f), fmt.Sprintf("`%s` has `%s` twice", n.Name.Text, name), "", "",
				diag.Related{Span: first.Name.Span(f), Message: "here first"})
			continue
		}
		seen[name] = a
		kind := &c.g.Kinds[sym.index]
		switch name {
		case wordNeutral, wordBlocks:
			if a.Value != nil {
				c.fail(WrongType, a.Value.Span(f), fmt.Sprintf("`%s` has no value", name), "", "write `"+name+"` alone")
			}
			kind.Neutral = kind.Neutral || name == wordNeutral
			kind.Blocks = kind.Blocks || name == wordBlocks
			continue
		case wordOn:
			continue // read when the board is known
		case wordStacks:
			continue // kept for later: the parser has said so
		}
		old := c.names.symbols[name]
		if old == nil {
			at := &attr{name: name, index: len(c.g.Attrs)}
			if !c.declare(a.Name, f, &symbol{sort: attrName, attr: at, index: at.index}) {
				continue
			}
			c.g.Attrs = append(c.g.Attrs, ir.Attr{Name: name})
			old = c.names.symbols[name]
		} else if old.sort != attrName {
			c.fail(Duplicate, a.Name.Span(f), fmt.Sprintf("`%s` is declared twice", name), fmt.Sprintf("It is %s already.", old.sort), "give one of them another name",
				diag.Related{Span: old.span, Message: "declared here first"})
			continue
		}
		for len(old.attr.values) <= sym.index {
			old.attr.values = append(old.attr.values, nil)
		}
		old.attr.values[sym.index] = &attrValue{node: a, file: f}
	}
}

// declareKinds finds out where pieces may stand and what their attributes are.
func (c *checker) declareKinds() {
	if c.g.Board == nil {
		c.g.Board = c.nowhere()
	}
	b := c.g.Board
	for i := range c.g.Kinds {
		c.g.Kinds[i].On = b.Cells
	}
	c.forget()
	c.ownedPlanes = topology.Cells
	for _, d := range c.live {
		n, ok := d.node.(*syntax.Pieces)
		if !ok {
			continue
		}
		p := n.Pieces[0]
		sym := c.names.symbols[p.Name.Text]
		if sym == nil || sym.sort != kindName {
			continue
		}
		for _, a := range p.Attrs {
			if a.Name.Text != wordOn {
				continue
			}
			if a.Value == nil {
				c.fail(WrongType, a.Span(d.file), "`on` says nothing", "", "say on which sites: on edges | corners")
				continue
			}
			v := c.sites(c.expr(c.outside(d.file), a.Value))
			if set, ok := c.constantSites(v, a.Value.Span(d.file)); ok {
				if set.Empty() {
					c.warn(AlwaysEmpty, a.Value.Span(d.file), "there is no such site", fmt.Sprintf("`%s` can stand nowhere.", p.Name.Text), "")
				}
				c.g.Kinds[sym.index].On = set
			} else {
				c.g.Kinds[sym.index].On = b.All() // wherever it was to be
			}
		}
	}
	c.ownedPlanes = 0
	for _, k := range c.g.Kinds {
		if !k.Neutral {
			c.ownedPlanes |= c.planesOf(k.On)
		}
	}
	if c.ownedPlanes == 0 {
		c.ownedPlanes = topology.Cells
	}
	for _, sym := range sortedSymbols(c.names) {
		if sym.sort == attrName {
			c.checkAttr(sym.attr)
		}
	}
}

// nowhere is the board of a game whose own could not be built, so that the rest can be checked: a small one, of which
// nothing is reported.
func (c *checker) nowhere() *topology.Board {
	b, _ := topology.Build(topology.Spec{Shape: "square", Args: []int{8, 8}, Edges: true, Corners: true})
	c.walks = newWalks(b)
	c.noBoard = true
	return b
}

// constantSites returns the set that a constant expression denotes.
func (c *checker) constantSites(v val, span source.Span) (topology.Set, bool) {
	switch {
	case v.bad():
		return topology.Set{}, false
	case v.e.Op == ir.ConstSites:
		return v.e.Sets[0], true
	}
	c.fail(NotConstant, span, fmt.Sprintf("%s depends on the position", mention(span)), "Only what is the same in every position can stand here.", "")
	return topology.Set{}, false
}

// kindPlanes returns where pieces of some kinds may stand.
func (c *checker) kindPlanes(kinds uint64) topology.Plane {
	var p topology.Plane
	for i, k := range c.g.Kinds {
		if kinds>>i&1 != 0 {
			p |= c.planesOf(k.On)
		}
	}
	return p
}

func (c *checker) allKinds() uint64 {
	if len(c.g.Kinds) == 64 {
		return ^uint64(0)
	}
	return 1<<len(c.g.Kinds) - 1
}

// checkAttr reads the values of an attribute, once, when somebody needs its type.
func (c *checker) checkAttr(a *attr) {
	if a.checked {
		return
	}
	if a.busy {
		for _, v := range a.values {
			if v != nil {
				c.fail(Recursion, v.node.Name.Span(v.file), fmt.Sprintf("the attribute `%s` needs itself", a.name), "", "")
				break
			}
		}
		return
	}
	a.busy = true
	var first *attrValue
	a.single = true
	for _, v := range a.values {
		if v == nil {
			continue
		}
		span := v.node.Span(v.file)
		if v.node.Value == nil {
			v.val = c.constTruth(true, span)
		} else {
			v.val = c.expr(c.outside(v.file), v.node.Value)
		}
		c.noStuck(v.val)
		switch {
		case v.val.bad():
			if a.typ == ir.NoType {
				a.typ = v.val.e.Type
			}
			continue
		case v.val.none:
		case first == nil:
			first, a.typ = v, v.val.e.Type
		case v.val.e.Type != a.typ:
			c.fail(AttrType, span, fmt.Sprintf("`%s` is %s here and %s elsewhere", a.name, describe(v.val), describe(first.val)),
				"An attribute is of the same type for every kind that has it.", "", diag.Related{Span: first.node.Span(first.file), Message: "elsewhere"})
			v.val = invalid(a.typ, span)
			continue
		}
		a.single = a.single && v.val.single()
		a.planes |= v.val.e.Planes
		a.dirs = a.dirs.Or(v.val.dirs)
		a.kinds |= v.val.kinds
		a.reads.add(v.val.reads)
	}
	if a.typ == ir.NoType && first == nil {
		a.typ = ir.Sites // nothing but `none`
	}
	out := &c.g.Attrs[a.index]
	out.Type = a.typ
	out.Values = make([]*ir.Expr, len(c.g.Kinds))
	for i, v := range a.values {
		if v != nil {
			out.Values[i] = c.want(v.val, a.typ).e
		}
	}
	a.busy, a.checked = false, true
}

// A region is a constant set of sites, or one for each player.
type region struct {
	file    *source.File
	node    *syntax.Region
	checked bool
	busy    bool
	value   val // as the bare name is read
	sets    []topology.Set
	own     bool // of each player
}

func (c *checker) declareRegions() {
	for _, d := range c.live {
		if n, ok := d.node.(*syntax.Region); ok {
			if sym := c.names.symbols[n.Name.Text]; sym != nil && sym.sort == regionName && sym.reg.node == n {
				c.checkRegion(sym.reg)
				if len(sym.reg.sets) > 0 {
					c.g.Regions = append(c.g.Regions, ir.Region{Name: n.Name.Text, Sets: sym.reg.sets, PerPlayer: sym.reg.own})
				}
			}
		}
	}
}

// checkRegion reads a region, once, when somebody needs it.
func (c *checker) checkRegion(r *region) {
	span := r.node.Name.Span(r.file)
	if r.checked {
		return
	}
	if r.busy {
		c.fail(Recursion, span, fmt.Sprintf("the region `%s` needs itself", r.node.Name.Text), "", "")
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
		case v.e.Op == ir.PlayerSites: // it speaks of `me`, so each player has his own
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

// perPlayer reads the lines of a region that each player has his own of.
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
			c.fail(Duplicate, at, fmt.Sprintf("`%s` has two lines in `%s`", line.Player.Text, r.node.Name.Text), "", "", diag.Related{Span: first, Message: "the first one"})
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
			c.warn(AlwaysEmpty, span, fmt.Sprintf("`%s` has no line for %s", r.node.Name.Text, c.g.Players[i].Name), "For that player it is empty.", "")
		}
	}
	if !good || len(sets) == 0 {
		return
	}
	r.sets = sets
	r.value = c.playerSites(sets, planes, span)
	r.value.option = why.option
}

// playerSites is a set for each player.
func (c *checker) playerSites(sets []topology.Set, planes topology.Plane, span source.Span) val {
	e := &ir.Expr{Op: ir.PlayerSites, Type: ir.Sites, Span: span, Sets: sets}
	for i := range sets {
		e.Planes |= c.planesOf(sets[i])
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

// player finds a player by name, or reports that there is none.
func (c *checker) player(name string, span source.Span) *symbol {
	sym := c.names.symbols[name]
	if sym != nil && sym.sort == playerName {
		return sym
	}
	var names []string
	for _, s := range c.names.symbols {
		if s.sort == playerName {
			names = append(names, s.name)
		}
	}
	sort.Strings(names)
	detail := ""
	if len(names) > 0 {
		detail = "The players are " + list(names) + "."
	}
	c.fail(Unknown, span, fmt.Sprintf("there is no player `%s`", name), detail, didYouMean(name, names))
	return nil
}

// memory is what is remembered of a counter or memory from one run of the checker to the next: what moves put into it.
type memory struct {
	typ    ir.Type
	planes topology.Plane
}

// A state is a counter or a memory.
type state struct {
	file   *source.File
	node   *syntax.State
	index  int
	typ    ir.Type
	planes topology.Plane
	per    [3]bool // player, piece, cell
	ready  bool
	busy   bool
	// fromNone: it begins with `none`, so what it holds is known from what is put into it
	fromNone bool
	badPer   bool // what it is kept per could not be understood
}

func (s *state) word() string {
	if s.node.Memory {
		return "memory"
	}
	return "counter"
}

func (c *checker) declareStates() {
	var states []*state
	for _, d := range c.live {
		n, ok := d.node.(*syntax.State)
		if !ok {
			continue
		}
		if sym := c.names.symbols[n.Name.Text]; sym != nil && sym.sort == stateName && sym.state.node == n {
			st := sym.state
			st.index = len(states)
			sym.index = st.index
			states = append(states, st)
			c.g.States = append(c.g.States, ir.State{Name: n.Name.Text, Memory: n.Memory, Type: ir.Number, ThisTurn: n.ThisTurn, Span: n.Span(d.file)})
			c.readPer(st)
		}
	}
	for _, st := range states {
		c.readState(st)
	}
}

func (c *checker) readPer(st *state) {
	words := []string{"player", "piece", "cell"}
next:
	for _, p := range st.node.Per {
		for i, w := range words {
			if p.Text == w {
				if st.per[i] {
					c.fail(BadPer, p.Span(st.file), fmt.Sprintf("`%s` stands twice after `per`", w), "", "")
				}
				st.per[i] = true
				continue next
			}
		}
		st.badPer = true
		c.fail(BadPer, p.Span(st.file), fmt.Sprintf("a %s cannot be kept per `%s`", st.word(), p.Text), "It is kept per player, piece (that is: per kind of piece) or cell.", didYouMean(p.Text, words))
	}
	out := &c.g.States[st.index]
	out.PerPlayer, out.PerPiece, out.PerCell = st.per[0], st.per[1], st.per[2]
}

// readState reads the value at the start, once, when somebody needs the type.
func (c *checker) readState(st *state) {
	if st.ready {
		return
	}
	if st.busy {
		c.fail(Recursion, st.node.Name.Span(st.file), fmt.Sprintf("the value of `%s` at the start needs itself", st.node.Name.Text), "", "")
		st.ready = true
		return
	}
	st.busy = true
	out := &c.g.States[st.index]
	v := c.expr(c.outside(st.file), st.node.Value)
	c.noStuck(v)
	if !st.node.Memory {
		v = c.want(v, ir.Number)
		st.typ = ir.Number
	} else {
		learned := c.memories[st.node.Name.Text]
		st.fromNone = v.none
		switch {
		case v.none && learned.typ != ir.NoType:
			st.typ = learned.typ
			v = c.want(v, st.typ)
		default:
			st.typ = v.e.Type
		}
		st.planes = v.e.Planes | learned.planes
	}
	out.Type, out.Init = st.typ, v.e
	st.ready = true
}
