package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// unseen takes the signs from kinds that never stand on the board, such as cards, unless their
// author gave them one: they are written by their names, and no other kind has to look different.
func (c *checker) unseen() {
	seen := map[string]bool{}
	known := map[string]bool{"mine": true, "me": true, "next": true}
	for name, sym := range c.names.symbols {
		known[name] = known[name] || sym.sort == kindName || sym.sort == playerName
	}
	open := false // what stands on the board may be of any kind
	spec := func(s *syntax.Spec) {
		for _, call := range []*syntax.Call{s.First, s.Second} {
			if call != nil {
				seen[call.Name.Text] = true
				open = open || call.Parens || !known[call.Name.Text]
			}
		}
	}
	letters := map[rune]bool{}
	picture := func(p *syntax.Picture) {
		if p != nil {
			for _, r := range p.Text {
				letters[unicode.ToLower(r)] = true
			}
		}
	}
	for _, d := range c.live {
		syntax.Inspect(d.node, func(x any) {
			switch x := x.(type) {
			case *syntax.SetupItem:
				if sym := c.names.symbols[x.Spec.First.Name.Text]; sym == nil ||
					sym.sort != stateName {
					spec(&x.Spec)
				}
			case *syntax.Setup:
				picture(x.Picture)
			case *syntax.Board:
				picture(x.Picture)
			case *syntax.Place:
				spec(&x.Spec)
			case *syntax.Change:
				if x.Spec != nil {
					spec(x.Spec)
				}
			}
		})
	}
	drawn := map[int]bool{}
	for r := range letters {
		for _, i := range c.signKinds(r) {
			drawn[i] = true
		}
	}
	if open || len(seen) == 0 && len(drawn) == 0 {
		return // anything may stand there; or nothing does, and that is not meant
	}
	for i := range c.g.Kinds {
		if k := &c.g.Kinds[i]; !seen[k.Name] && !drawn[i] && !c.ownSign[i] {
			k.Sign = ""
		}
	}
}

// declareSetup turns the picture of the board, the picture of the set-up and its lines into
// effects, in this order.
func (c *checker) declareSetup() {
	c.unseen()
	if n, f, ok := find[*syntax.Board](c); ok && n.Picture != nil && c.g.Board.Glyphs != nil &&
		!c.noBoard {
		signs := map[topology.Site]glyph{}
		places := pictureSigns(n.Picture, f)
		for x, row := range c.g.Board.Rows() {
			for y, s := range row {
				if x < len(places) && y < len(places[x]) {
					signs[s] = places[x][y]
				}
			}
		}
		c.placePicture(signs, n.Picture.Span(f), false)
	}
	n, f, ok := find[*syntax.Setup](c)
	if !ok {
		return
	}
	if n.Picture != nil {
		c.setupPicture(n.Picture, f)
	}
	var vain []vainItem
	for _, item := range n.Items {
		if players, empty := c.setupItem(item, f); empty {
			vain = append(vain, vainItem{item, players})
		}
	}
	c.vainSetup(vain, f)
}

// A vainItem is a line of a set-up whose sites are always empty, and the players who were to get
// the pieces, as bits.
type vainItem struct {
	node    *syntax.SetupItem
	players uint64
}

// vainSetup warns of lines that set up nothing, and says who begins without pieces for it while
// somebody else has some.
func (c *checker) vainSetup(vain []vainItem, f *source.File) {
	var having uint64
	for _, e := range c.g.Setup {
		if e.Op == ir.Place && e.Owner != nil && !(e.A.Op == ir.ConstSites && e.A.Sets[0].Empty()) {
			having |= uint64(e.Owner.N)
		}
	}
	for _, item := range vain {
		why := c.beyondBoard(item.node.Value)
		for p, player := range c.g.Players {
			if having != 0 && item.players&^having>>p&1 != 0 {
				why += fmt.Sprintf(" %s begins without pieces.", player.Name)
			}
		}
		c.emptySet(item.node.Value.Span(f), strings.TrimSpace(why))
	}
}

// beyondBoard says how many rows or columns the board has, of an expression that asks for one of
// them, or "".
func (c *checker) beyondBoard(e syntax.Expr) string {
	call, ok := e.(*syntax.Call)
	if !ok || c.names.symbols[call.Name.Text] != nil {
		return ""
	}
	rows, columns := 0, 0 // a board without a grid has none
	for cell := range c.g.Board.Cells.All() {
		rows, columns = max(rows, c.g.Board.Row[cell]), max(columns, c.g.Board.Column[cell])
	}
	switch {
	case call.Name.Text == "rank" && rows > 0:
		return fmt.Sprintf("The board has %s.", rowsText(rows))
	case call.Name.Text == "file" && columns > 0:
		return fmt.Sprintf("The board has %s.", columnsText(columns))
	}
	return ""
}

// closed reports whether a picture ends where its author has ended it. Of one that does not the
// parser has spoken.
func closed(p *syntax.Picture, f *source.File) bool {
	text := p.Span(f).Text()
	return len(text) >= 6 && strings.HasSuffix(text, `"""`)
}

// A glyph is a sign of a picture and where it stands in the text.
type glyph struct {
	sign rune
	span source.Span
}

// pictureSigns returns the signs of a picture, line by line, without blanks and empty lines.
func pictureSigns(p *syntax.Picture, f *source.File) [][]glyph {
	var rows [][]glyph
	at := p.Span(f).Lo + 3
	for line := range strings.SplitSeq(p.Text, "\n") {
		var row []glyph
		for i, r := range line {
			if !unicode.IsSpace(r) {
				row = append(row, glyph{r,
					source.Span{File: f, Lo: at + i, Hi: at + i + len(string(r))}})
			}
		}
		if row != nil {
			rows = append(rows, row)
		}
		at += len(line) + 1
	}
	return rows
}

// setupPicture reads a picture that shows the board as it is at the start.
func (c *checker) setupPicture(p *syntax.Picture, f *source.File) {
	if c.noBoard || !closed(p, f) {
		return
	}
	rows, signs := c.g.Board.Rows(), pictureSigns(p, f)
	if len(signs) != len(rows) {
		c.fail(BadPicture, p.Span(f), fmt.Sprintf("the picture has %s, the board %s",
			rowsText(len(signs)), rowsText(len(rows))),
			"A picture of a set-up shows every site: a dot where it is empty.", "")
		return
	}
	at := map[topology.Site]glyph{}
	for i, row := range signs {
		if len(row) != len(rows[i]) {
			c.fail(BadPicture, row[0].span.To(row[len(row)-1].span),
				fmt.Sprintf("this row of the picture has %s, the board has %s there",
					sitesText(len(row)), sitesText(len(rows[i]))),
				"A picture of a set-up shows every site: a dot where it is empty.", "")
			continue
		}
		for j, s := range rows[i] {
			at[s] = row[j]
		}
	}
	c.placePicture(at, p.Span(f), true)
}

func rowsText(n int) string {
	if n == 1 {
		return "one row"
	}
	return fmt.Sprintf("%d rows", n)
}

func columnsText(n int) string {
	if n == 1 {
		return "one column"
	}
	return fmt.Sprintf("%d columns", n)
}

func sitesText(n int) string {
	if n == 1 {
		return "one site"
	}
	return fmt.Sprintf("%d sites", n)
}

// signKinds returns the kinds that have a letter for a sign: those to which their author has given
// it, else those that begin with it.
func (vs *values) signKinds(r rune) []int {
	if !unicode.IsLetter(r) {
		return nil
	}
	var given, begun []int
	for i, k := range vs.g.Kinds {
		switch {
		case !strings.EqualFold(k.Sign, string(r)):
		case vs.ownSign[i]:
			given = append(given, i)
		default:
			begun = append(begun, i)
		}
	}
	if given != nil {
		return given
	}
	return begun
}

// placePicture sets up the pieces of a picture: the first player's in capitals, the second's in
// small letters. In the picture of a set-up every letter must be a piece, in that of a board the
// others are marks.
func (c *checker) placePicture(at map[topology.Site]glyph, span source.Span, all bool) {
	sets := map[[2]int]topology.Set{} // by player and kind
	for _, s := range slices.Concat(c.g.Board.Rows()...) {
		g, ok := at[s]
		if !ok || g.sign == '.' {
			continue
		}
		kinds := c.signKinds(g.sign)
		switch {
		case len(kinds) == 0:
			if all {
				if i := slices.IndexFunc(c.g.Kinds,
					func(k ir.Kind) bool { return k.Sign == string(g.sign) }); i >= 0 {
					name := c.g.Kinds[i].Name
					c.fail(BadPicture, g.span,
						fmt.Sprintf("`%c` is not a letter, so a picture cannot say whose `%s` stands there", g.sign, name),
						"Capitals are the first player's, small letters the second's.",
						"set it up in lines: setup { "+name+": … }")
					continue
				}
				var signs []string
				for _, k := range c.g.Kinds {
					signs = append(signs, k.Sign)
				}
				c.fail(BadPicture, g.span, fmt.Sprintf("no piece has the sign `%c`", g.sign),
					"The signs of the pieces are "+list(signs)+"; a dot is an empty site.", "")
			}
			continue
		case len(kinds) > 1:
			c.fail(BadPicture, g.span, fmt.Sprintf("`%c` may be `%s` or `%s`", g.sign,
				c.g.Kinds[kinds[0]].Name, c.g.Kinds[kinds[1]].Name),
				"A piece has its first letter for a sign.",
				fmt.Sprintf("give one of them a sign of its own: piece %s \"…\"",
					c.g.Kinds[kinds[1]].Name))
			continue
		case len(c.g.Players) > 2:
			c.fail(BadPicture, g.span, "a picture shows the pieces of two players only",
				"Capitals are the first player's, small letters the second's.",
				"with more players, set up in lines: setup { "+c.g.Kinds[kinds[0]].Name+": … }")
			return
		}
		owner := 0
		if unicode.IsLower(g.sign) {
			owner = 1
		}
		if c.g.Kinds[kinds[0]].Neutral {
			owner = -1
		} else if owner >= len(c.g.Players) {
			c.fail(BadPicture, g.span,
				"a small letter is a piece of the second player, and there is none", "", "")
			continue
		}
		k := [2]int{owner, kinds[0]}
		set := sets[k]
		set.Add(s)
		sets[k] = set
	}
	for owner := -1; owner < len(c.g.Players); owner++ {
		for kind := range c.g.Kinds {
			set, ok := sets[[2]int{owner, kind}]
			if !ok {
				continue
			}
			c.place(c.constSites(set, topology.Cells, span), owner, c.constKinds(1<<kind, span),
				span)
		}
	}
}

// place adds the placing of pieces to the set-up; owner -1 is nobody.
func (c *checker) place(on val, owner int, kind val, span source.Span) {
	if on.e.Op == ir.ConstSites && !on.option && !c.noBoard && !c.g.Towers {
		if twice := on.e.Sets[0].And(c.setUp); !twice.Empty() {
			c.warn(NoEffect, span,
				fmt.Sprintf("a piece is set up on `%s` already", c.g.Board.Names[twice.First()]),
				"The later one replaces it. A line without a player is done for every player.",
				"say whose pieces they are, or give each player sites of his own")
		}
		c.setUp = c.setUp.Or(on.e.Sets[0])
	}
	e := &ir.Effect{Op: ir.Place, A: on.e, Kind: kind.e, Span: span}
	if owner >= 0 {
		e.Owner = c.constPlayers(1<<owner, span).e
	}
	c.g.Setup = append(c.g.Setup, e)
}

// setupItem reads a line such as `Red pawn: a2`, `pawn: home` or `seeds(store): 0`. It returns
// whether it sets up nothing because its sites are always empty, and the players who were to get
// the pieces, as bits.
func (c *checker) setupItem(n *syntax.SetupItem, f *source.File) (players uint64, empty bool) {
	s := c.outside(f)
	span := n.Span(f)
	first := n.Spec.First
	if n.Spec.Second == nil && first != nil {
		if sym := c.names.symbols[first.Name.Text]; sym != nil && sym.sort == stateName {
			c.noteSymbol(sym, first.Name.Span(f))
			c.setupState(sym.state, first, n, f)
			return 0, false
		}
	}
	owner, kind, ok := c.spec(s, &n.Spec, specPlace)
	if !ok {
		c.expr(s, n.Value)
		return 0, false
	}
	on := c.sites(c.expr(s, n.Value))
	c.noStuck(on)
	if on.bad() || owner.e != nil && owner.bad() || kind.bad() {
		return 0, false
	}
	c.mayStand(kind, on, n.Value.Span(f))
	empty = on.empty() && !on.option && !on.none && !c.noBoard
	for p := range c.g.Players {
		if owner.e != nil && owner.e.Op == ir.ConstPlayers && owner.e.N>>p&1 == 0 {
			continue
		}
		if owner.e == nil && c.neutral(kind) {
			c.place(on, -1, kind, span)
			return 0, empty
		}
		c.place(c.asPlayer(p, on), p, kind, span)
		players |= 1 << p
	}
	return players, empty
}

// neutral reports whether pieces of the kinds are nobody's.
func (c *checker) neutral(kind val) bool {
	for i, k := range c.g.Kinds {
		if kind.kinds>>i&1 != 0 && !k.Neutral {
			return false
		}
	}
	return kind.kinds != 0
}

// asPlayer is a value as a player sees it.
func (c *checker) asPlayer(p int, v val) val {
	if !v.me {
		return v
	}
	e := *v.e
	return c.node(&ir.Expr{Op: ir.For, Type: e.Type, Card: e.Card, Planes: e.Planes, Span: e.Span},
		[]val{c.constPlayers(1<<p, e.Span), v})
}

// setupState reads a line that gives a counter or a memory its value.
func (c *checker) setupState(st *state, call *syntax.Call, n *syntax.SetupItem, f *source.File) {
	s := c.outside(f)
	index, ok := c.stateIndex(s, st, call)
	v := c.assigned(st, c.expr(s, n.Value), ":=")
	c.noStuck(v)
	if !ok || v.bad() {
		return
	}
	reads := v.reads
	named := !st.per[0]
	for i, x := range index {
		if x.e != nil {
			reads.add(x.reads)
			if st.per[0] && i == 0 {
				named = true
			}
		}
	}
	once := named && !reads.me
	for p := range c.g.Players {
		e := &ir.Effect{Op: ir.Assign, State: st.index, Assign: ir.SetTo, Span: n.Span(f)}
		for i, x := range index {
			switch {
			case x.e != nil:
				e.Index = append(e.Index, c.asPlayer(p, x).e)
			case i == 0 && st.per[0]:
				e.Index = append(e.Index, c.constPlayers(1<<p, e.Span).e)
			default:
				e.Index = append(e.Index, nil)
			}
		}
		e.B = c.asPlayer(p, v).e
		c.g.Setup = append(c.g.Setup, e)
		if once {
			break
		}
	}
}

// checkSigns warns of kinds that a board as text cannot tell apart.
func (c *checker) checkSigns() {
	seen := map[string]*symbol{}
	for _, sym := range sortedSymbols(c.names) {
		if sym.sort != kindName {
			continue
		}
		sign := strings.ToLower(c.g.Kinds[sym.index].Sign)
		if sign == "" {
			continue
		}
		if first := seen[sign]; first != nil {
			c.warn(SharedSign, sym.span, fmt.Sprintf("`%s` and `%s` have the same sign, `%s`",
				first.name, sym.name, sign),
				"A board as text and a position cannot tell them apart.",
				fmt.Sprintf("give one of them another: piece %s \"…\"", sym.name),
				diag.Related{Span: first.span})
			continue
		}
		seen[sign] = sym
	}
}
