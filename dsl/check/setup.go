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

// A setupReader reads what stands on the board at the start.
type setupReader struct {
	*effects
	setUp topology.Set // where pieces are set up so far
}

// unseen removes the signs of kinds that never stand on the board, such as cards, unless their
// author gave them one. They are written by name, and other kinds need not look different from
// them.
func (sr *setupReader) unseen() {
	seen := map[string]bool{}
	known := map[string]bool{"mine": true, "me": true, "next": true}
	for name, sym := range sr.names.symbols {
		known[name] = known[name] || sym.sort == kindName || sym.sort == playerName
	}
	open := false // some kind on the board is unknown, so it may be any
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
	for _, d := range sr.live {
		syntax.Inspect(d.node, func(x any) {
			switch x := x.(type) {
			case *syntax.SetupItem:
				if sym := sr.names.symbols[x.Spec.First.Name.Text]; sym == nil ||
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
		for _, i := range sr.signKinds(r) {
			drawn[i] = true
		}
	}
	if open || len(seen) == 0 && len(drawn) == 0 {
		return // anything may stand there, or nothing does, which cannot be meant
	}
	for i := range sr.g.Kinds {
		if k := &sr.g.Kinds[i]; !seen[k.Name] && !drawn[i] && !sr.ownSign[i] {
			k.Sign = ""
		}
	}
}

// declareSetup turns the picture of the board, the picture of the setup and its lines into effects,
// in this order.
func (sr *setupReader) declareSetup() {
	sr.unseen()
	if n, f, ok := find[*syntax.Board](sr.live); ok && n.Picture != nil && sr.g.Board.Glyphs != nil &&
		!sr.noBoard {
		signs := map[topology.Site]glyph{}
		places := pictureSigns(n.Picture, f)
		for x, row := range sr.g.Board.Rows() {
			for y, s := range row {
				if x < len(places) && y < len(places[x]) {
					signs[s] = places[x][y]
				}
			}
		}
		sr.placePicture(signs, n.Picture.Span(f), false)
	}
	n, f, ok := find[*syntax.Setup](sr.live)
	if !ok {
		return
	}
	if n.Picture != nil {
		sr.setupPicture(n.Picture, f)
	}
	var vain []vainItem
	for _, item := range n.Items {
		if players, empty := sr.setupItem(item, f); empty {
			vain = append(vain, vainItem{item, players})
		}
	}
	sr.vainSetup(vain, f)
}

// A vainItem is a line of a setup whose sites are always empty, with the players who were to get
// the pieces, as bits.
type vainItem struct {
	node    *syntax.SetupItem
	players uint64
}

// vainSetup warns of lines that set up nothing, and says who therefore begins without pieces while
// someone else has some.
func (sr *setupReader) vainSetup(vain []vainItem, f *source.File) {
	var having uint64
	for _, e := range sr.g.Setup {
		if e.Op == ir.Place && e.Owner != nil && !(e.A.Op == ir.ConstSites && e.A.Sets[0].Empty()) {
			having |= uint64(e.Owner.N)
		}
	}
	for _, item := range vain {
		why := sr.beyondBoard(item.node.Value)
		for p, player := range sr.g.Players {
			if having != 0 && item.players&^having>>p&1 != 0 {
				why += fmt.Sprintf(" %s begins without pieces.", player.Name)
			}
		}
		sr.emptySet(item.node.Value.Span(f), strings.TrimSpace(why))
	}
}

// beyondBoard says how many rows or columns the board has if an expression asks for one beyond
// them, or returns "".
func (sr *setupReader) beyondBoard(e syntax.Expr) string {
	call, ok := e.(*syntax.Call)
	if !ok || sr.names.symbols[call.Name.Text] != nil {
		return ""
	}
	rows, columns := 0, 0 // a board without a grid has none
	for cell := range sr.g.Board.Cells.All() {
		rows, columns = max(rows, sr.g.Board.Row[cell]), max(columns, sr.g.Board.Column[cell])
	}
	switch {
	case call.Name.Text == "rank" && rows > 0:
		return fmt.Sprintf("The board has %s.", rowsText(rows))
	case call.Name.Text == "file" && columns > 0:
		return fmt.Sprintf("The board has %s.", columnsText(columns))
	}
	return ""
}

// closed reports whether a picture ends where its author ended it. The parser has reported any that
// does not.
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
func (sr *setupReader) setupPicture(p *syntax.Picture, f *source.File) {
	if sr.noBoard || !closed(p, f) {
		return
	}
	rows, signs := sr.g.Board.Rows(), pictureSigns(p, f)
	if len(signs) != len(rows) {
		sr.fail(BadPicture, p.Span(f), fmt.Sprintf("the picture has %s, the board %s",
			rowsText(len(signs)), rowsText(len(rows))),
			"A picture of a setup shows every site: a dot where it is empty.", "")
		return
	}
	at := map[topology.Site]glyph{}
	for i, row := range signs {
		if len(row) != len(rows[i]) {
			sr.fail(BadPicture, row[0].span.To(row[len(row)-1].span),
				fmt.Sprintf("this row of the picture has %s, the board has %s there",
					sitesText(len(row)), sitesText(len(rows[i]))),
				"A picture of a setup shows every site: a dot where it is empty.", "")
			continue
		}
		for j, s := range rows[i] {
			at[s] = row[j]
		}
	}
	sr.placePicture(at, p.Span(f), true)
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

// signKinds returns the kinds that a sign stands for: those to which their author gave it,
// otherwise those that begin with it.
func (vs *gameFacts) signKinds(r rune) []int {
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

// placePicture sets up the pieces of a picture: the first player's in capital letters, the second's
// in small letters. In the picture of a setup every letter must be a piece; in that of a board the
// others are marks.
func (sr *setupReader) placePicture(at map[topology.Site]glyph, span source.Span, all bool) {
	sets := map[[2]int]topology.Set{} // by player and kind
	for _, s := range slices.Concat(sr.g.Board.Rows()...) {
		g, ok := at[s]
		if !ok || g.sign == '.' {
			continue
		}
		kinds := sr.signKinds(g.sign)
		switch {
		case len(kinds) == 0:
			if all {
				if i := slices.IndexFunc(sr.g.Kinds,
					func(k ir.Kind) bool { return k.Sign == string(g.sign) }); i >= 0 {
					name := sr.g.Kinds[i].Name
					sr.fail(BadPicture, g.span,
						fmt.Sprintf("`%c` is not a letter, so a picture cannot say whose `%s` stands there",
							g.sign, name),
						"Capitals are the first player's, lowercase letters the second's.",
						"set it up in lines: setup { "+name+": … }")
					continue
				}
				var signs []string
				for _, k := range sr.g.Kinds {
					signs = append(signs, k.Sign)
				}
				sr.fail(BadPicture, g.span, fmt.Sprintf("no piece has the sign `%c`", g.sign),
					"The signs of the pieces are "+list(signs)+"; a dot is an empty site.", "")
			}
			continue
		case len(kinds) > 1:
			sr.fail(BadPicture, g.span, fmt.Sprintf("`%c` may be `%s` or `%s`", g.sign,
				sr.g.Kinds[kinds[0]].Name, sr.g.Kinds[kinds[1]].Name),
				"By default a piece's sign is its first letter.",
				fmt.Sprintf("give one of them a sign of its own: piece %s \"…\"",
					sr.g.Kinds[kinds[1]].Name))
			continue
		case len(sr.g.Players) > 2:
			sr.fail(BadPicture, g.span, "a picture shows the pieces of two players only",
				"Capitals are the first player's, lowercase letters the second's.",
				"with more players, set up in lines: setup { "+sr.g.Kinds[kinds[0]].Name+": … }")
			return
		}
		owner := 0
		if unicode.IsLower(g.sign) {
			owner = 1
		}
		if sr.g.Kinds[kinds[0]].Neutral {
			owner = -1
		} else if owner >= len(sr.g.Players) {
			sr.fail(BadPicture, g.span,
				"a lowercase letter is a piece of the second player, and there is none", "", "")
			continue
		}
		k := [2]int{owner, kinds[0]}
		set := sets[k]
		set.Add(s)
		sets[k] = set
	}
	for owner := -1; owner < len(sr.g.Players); owner++ {
		for kind := range sr.g.Kinds {
			set, ok := sets[[2]int{owner, kind}]
			if !ok {
				continue
			}
			sr.place(sr.constSites(set, topology.Cells, span), owner, sr.constKinds(1<<kind, span),
				span)
		}
	}
}

// place adds placed pieces to the setup; owner -1 means neutral.
func (sr *setupReader) place(on val, owner int, kind val, span source.Span) {
	if on.e.Op == ir.ConstSites && !on.option && !sr.noBoard && !sr.g.Towers {
		if twice := on.e.Sets[0].And(sr.setUp); !twice.Empty() {
			sr.warn(NoEffect, span,
				fmt.Sprintf("a piece is set up on `%s` already", sr.g.Board.Names[twice.First()]),
				"The later one replaces it. A line without a player applies to every player.",
				"say whose pieces they are, or give each player sites of their own")
		}
		sr.setUp = sr.setUp.Or(on.e.Sets[0])
	}
	e := &ir.Effect{Op: ir.Place, A: on.e, Kind: kind.e, Span: span}
	if owner >= 0 {
		e.Owner = sr.constPlayers(1<<owner, span).e
	}
	sr.g.Setup = append(sr.g.Setup, e)
}

// setupItem reads a line such as `Red pawn: a2`, `pawn: home` or `seeds(store): 0`. It returns the
// players who were to get the pieces, as bits, and whether the line sets up nothing because its
// sites are always empty.
func (sr *setupReader) setupItem(n *syntax.SetupItem, f *source.File) (players uint64, empty bool) {
	s := sr.outside(f)
	span := n.Span(f)
	first := n.Spec.First
	if n.Spec.Second == nil && first != nil {
		if sym := sr.names.symbols[first.Name.Text]; sym != nil && sym.sort == stateName {
			sr.noteSymbol(sym, first.Name.Span(f))
			sr.setupState(sym.state, first, n, f)
			return 0, false
		}
	}
	owner, kind, ok := sr.spec(s, &n.Spec, specPlace)
	if !ok {
		sr.expr(s, n.Value)
		return 0, false
	}
	on := sr.sites(sr.expr(s, n.Value))
	sr.noStuck(on)
	if on.bad() || owner.e != nil && owner.bad() || kind.bad() {
		return 0, false
	}
	sr.mayStand(kind, on, n.Value.Span(f))
	empty = on.empty() && !on.option && !on.none && !sr.noBoard
	for p := range sr.g.Players {
		if owner.e != nil && owner.e.Op == ir.ConstPlayers && owner.e.N>>p&1 == 0 {
			continue
		}
		if owner.e == nil && sr.neutral(kind) {
			sr.place(on, -1, kind, span)
			return 0, empty
		}
		sr.place(sr.asPlayer(p, on), p, kind, span)
		players |= 1 << p
	}
	return players, empty
}

// neutral reports whether pieces of these kinds belong to nobody.
func (sr *setupReader) neutral(kind val) bool {
	for i, k := range sr.g.Kinds {
		if kind.kinds>>i&1 != 0 && !k.Neutral {
			return false
		}
	}
	return kind.kinds != 0
}

// asPlayer returns a value as a player sees it.
func (sr *setupReader) asPlayer(p int, v val) val {
	if !v.me {
		return v
	}
	e := *v.e
	return sr.node(&ir.Expr{Op: ir.For, Type: e.Type, Card: e.Card, Planes: e.Planes, Span: e.Span},
		[]val{sr.constPlayers(1<<p, e.Span), v})
}

// setupState reads a line that gives a counter or a memory its value.
func (sr *setupReader) setupState(st *state, call *syntax.Call, n *syntax.SetupItem,
	f *source.File) {
	s := sr.outside(f)
	index, ok := sr.stateIndex(s, st, call)
	v := sr.assigned(st, sr.expr(s, n.Value), ":=")
	sr.noStuck(v)
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
	for p := range sr.g.Players {
		e := &ir.Effect{Op: ir.Assign, State: st.index, Assign: ir.SetTo, Span: n.Span(f)}
		for i, x := range index {
			switch {
			case x.e != nil:
				e.Index = append(e.Index, sr.asPlayer(p, x).e)
			case i == 0 && st.per[0]:
				e.Index = append(e.Index, sr.constPlayers(1<<p, e.Span).e)
			default:
				e.Index = append(e.Index, nil)
			}
		}
		e.B = sr.asPlayer(p, v).e
		sr.g.Setup = append(sr.g.Setup, e)
		if once {
			break
		}
	}
}

// checkSigns warns of kinds that look alike when the board is shown as text.
func (l *linter) checkSigns() {
	seen := map[string]*symbol{}
	for _, sym := range sortedSymbols(l.names) {
		if sym.sort != kindName {
			continue
		}
		sign := strings.ToLower(l.g.Kinds[sym.index].Sign)
		if sign == "" {
			continue
		}
		if first := seen[sign]; first != nil {
			l.warn(SharedSign, sym.span, fmt.Sprintf("`%s` and `%s` have the same sign, `%s`",
				first.name, sym.name, sign),
				"A board as text and a position cannot tell them apart.",
				fmt.Sprintf("give one of them another: piece %s \"…\"", sym.name),
				diag.Related{Span: first.span})
			continue
		}
		seen[sign] = sym
	}
}
