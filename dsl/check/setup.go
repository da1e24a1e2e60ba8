package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// A setupReader reads what stands on the board at the start.
type setupReader struct {
	terms.Station
	fx    *effects
	setUp topology.Set // where pieces are set up so far
	ours  topology.Set // those of them that the line under here set up
	under source.Span
}

// unseen removes the signs of kinds that never stand on the board, such as cards, unless their
// author gave them one. They are written by name, and other kinds need not look different from
// them.
func (sr *setupReader) unseen() {
	seen := map[string]bool{}
	known := map[string]bool{"mine": true, "me": true, "next": true}
	for name, sym := range sr.Names.OfGame.Entries {
		known[name] = known[name] || sym.Sort == terms.KindName || sym.Sort == terms.PlayerName
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
	for _, d := range sr.fx.Live {
		syntax.Inspect(d.Node, func(x any) {
			switch x := x.(type) {
			case *syntax.SetupItem:
				if sym := sr.Names.OfGame.Entries[x.Spec.First.Name.Text]; sym == nil ||
					sym.Sort != terms.StateName {
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
		for _, i := range sr.Facts.SignKinds(r) {
			drawn[i] = true
		}
	}
	if open || len(seen) == 0 && len(drawn) == 0 {
		return // anything may stand there, or nothing does, which cannot be meant
	}
	for i := range sr.Game.Kinds {
		if k := &sr.Game.Kinds[i]; !seen[k.Name] && !drawn[i] && !sr.Facts.OwnSign[i] {
			k.Sign = ""
		}
	}
}

// declareSetup turns the picture of the board, the picture of the setup and its lines into effects,
// in this order.
func (sr *setupReader) declareSetup() {
	sr.unseen()
	if n, f, ok := terms.Find[*syntax.Board](sr.fx.Live); ok && n.Picture != nil &&
		sr.Game.Board.Glyphs != nil && !sr.Facts.NoBoard {
		signs := map[topology.Site]merge.Glyph{}
		places := merge.PictureSigns(n.Picture, f)
		for x, row := range sr.Game.Board.Rows() {
			for y, s := range row {
				if x < len(places) && y < len(places[x]) {
					signs[s] = places[x][y]
				}
			}
		}
		sr.placePicture(signs, n.Picture.Span(f), false)
	}
	n, f, ok := terms.Find[*syntax.Setup](sr.fx.Live)
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
	for _, e := range sr.Game.Setup {
		if e.Op == ir.Place && e.Owner != nil && !(e.A.Op == ir.ConstSites && e.A.Sets[0].Empty()) {
			having |= uint64(e.Owner.N)
		}
	}
	for _, item := range vain {
		why := sr.beyondBoard(item.node.Value)
		for p, player := range sr.Game.Players {
			if having != 0 && item.players&^having>>p&1 != 0 {
				why += fmt.Sprintf(" %s begins without pieces.", player.Name)
			}
		}
		sr.Values.EmptySet(item.node.Value.Span(f), strings.TrimSpace(why))
	}
}

// beyondBoard says how many rows or columns the board has if an expression asks for one beyond
// them, or returns "".
func (sr *setupReader) beyondBoard(e syntax.Expr) string {
	call, ok := e.(*syntax.Call)
	if !ok || sr.Names.OfGame.Entries[call.Name.Text] != nil {
		return ""
	}
	rows, columns := 0, 0 // a board without a grid has none
	for cell := range sr.Game.Board.Cells.All() {
		rows, columns = max(rows, sr.Game.Board.Row[cell]), max(columns, sr.Game.Board.Column[cell])
	}
	switch {
	case call.Name.Text == "rank" && rows > 0:
		return fmt.Sprintf("The board has %s.", rowsText(rows))
	case call.Name.Text == "file" && columns > 0:
		return fmt.Sprintf("The board has %s.", columnsText(columns))
	}
	return ""
}

// setupPicture reads a picture that shows the board as it is at the start.
func (sr *setupReader) setupPicture(p *syntax.Picture, f *source.File) {
	if sr.Facts.NoBoard || !merge.WholeBoard(p, f) {
		return
	}
	rows, signs := sr.Game.Board.Rows(), merge.PictureSigns(p, f)
	if len(signs) != len(rows) {
		sr.Fail(code.BadPicture, p.Span(f), fmt.Sprintf("the picture has %s, the board %s",
			rowsText(len(signs)), rowsText(len(rows))),
			"A picture of a setup shows every site: a dot where it is empty.", "")
		return
	}
	at := map[topology.Site]merge.Glyph{}
	for i, row := range signs {
		if len(row) != len(rows[i]) {
			sr.Fail(code.BadPicture, row[0].Span.To(row[len(row)-1].Span),
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

// placePicture sets up the pieces of a picture: the first player's in capital letters, the second's
// in small letters. In the picture of a setup every letter must be a piece; in that of a board the
// others are marks.
func (sr *setupReader) placePicture(at map[topology.Site]merge.Glyph, span source.Span, all bool) {
	sets := map[[2]int]topology.Set{} // by player and kind
	for _, s := range slices.Concat(sr.Game.Board.Rows()...) {
		g, ok := at[s]
		if !ok || g.Sign == '.' {
			continue
		}
		kinds := sr.Facts.SignKinds(g.Sign)
		switch {
		case len(kinds) == 0:
			if all {
				if i := slices.IndexFunc(sr.Game.Kinds,
					func(k ir.Kind) bool { return k.Sign == string(g.Sign) }); i >= 0 {
					name := sr.Game.Kinds[i].Name
					sr.Fail(code.BadPicture, g.Span,
						fmt.Sprintf("`%c` is not a letter, so a picture cannot say whose `%s` stands there",
							g.Sign, name),
						"Capitals are the first player's, lowercase letters the second's.",
						"set it up in lines: setup { "+name+": … }")
					continue
				}
				signs := lists.Map(sr.Game.Kinds, func(k ir.Kind) string { return k.Sign })
				sr.Fail(code.BadPicture, g.Span, fmt.Sprintf("no piece has the sign `%c`", g.Sign),
					"The signs of the pieces are "+terms.List(signs)+"; a dot is an empty site.", "")
			}
			continue
		case len(kinds) > 1:
			sr.Fail(code.BadPicture, g.Span, fmt.Sprintf("`%c` may be `%s` or `%s`", g.Sign,
				sr.Game.Kinds[kinds[0]].Name, sr.Game.Kinds[kinds[1]].Name),
				"By default a piece's sign is its first letter.",
				fmt.Sprintf("give one of them a sign of its own: piece %s \"…\"", sr.Game.Kinds[kinds[1]].Name))
			continue
		case len(sr.Game.Players) > 2:
			sr.Fail(code.BadPicture, g.Span, "a picture shows the pieces of two players only",
				"Capitals are the first player's, lowercase letters the second's.",
				"with more players, set up in lines: setup { "+sr.Game.Kinds[kinds[0]].Name+": … }")
			return
		}
		owner := 0
		if unicode.IsLower(g.Sign) {
			owner = 1
		}
		if sr.Game.Kinds[kinds[0]].Neutral {
			owner = -1
		} else if owner >= len(sr.Game.Players) {
			sr.Fail(code.BadPicture, g.Span,
				"a lowercase letter is a piece of the second player, and there is none", "", "")
			continue
		}
		k := [2]int{owner, kinds[0]}
		set := sets[k]
		set.Add(s)
		sets[k] = set
	}
	for owner := -1; owner < len(sr.Game.Players); owner++ {
		for kind := range sr.Game.Kinds {
			set, ok := sets[[2]int{owner, kind}]
			if !ok {
				continue
			}
			sr.place(sr.Consts.ConstSites(set, topology.Cells, span), owner, sr.Consts.ConstKinds(1<<kind,
				span), span)
		}
	}
}

// place adds placed pieces to the setup; owner -1 means neutral.
func (sr *setupReader) place(on terms.Value, owner int, kind terms.Value, span source.Span) {
	if on.Expr.Op == ir.ConstSites && !on.Option && !sr.Facts.NoBoard {
		if sr.under != span {
			sr.under, sr.ours = span, topology.Set{}
		}
		same := on.Expr.Sets[0].And(sr.ours)
		twice := on.Expr.Sets[0].And(sr.setUp)
		if sr.Game.Towers {
			twice = same // other lines build towers
		}
		if !twice.Empty() {
			detail, help := "The later one replaces it.", "give each line sites of its own"
			if sr.Game.Towers {
				detail = "The later one lies on top."
			}
			if !same.Empty() {
				detail += " A line without a player applies to every player."
				help = "say whose pieces they are, or give each player sites of their own"
			}
			sr.Warn(code.NoEffect, span, fmt.Sprintf("a piece is set up on `%s` already",
				sr.Game.Board.Names[twice.First()]), detail, help)
		}
		sr.setUp = sr.setUp.Or(on.Expr.Sets[0])
		sr.ours = sr.ours.Or(on.Expr.Sets[0])
	}
	e := &ir.Effect{Op: ir.Place, A: on.Expr, Kind: kind.Expr, Span: span}
	if owner >= 0 {
		e.Owner = sr.Consts.ConstPlayers(1<<owner, span).Expr
	}
	sr.Game.Setup = append(sr.Game.Setup, e)
}

// setupItem reads a line such as `Red pawn: a2`, `pawn: home` or `seeds(store): 0`. It returns the
// players who were to get the pieces, as bits, and whether the line sets up nothing because its
// sites are always empty.
func (sr *setupReader) setupItem(n *syntax.SetupItem, f *source.File) (players uint64, empty bool) {
	s := sr.Names.Outside(f)
	span := n.Span(f)
	if first := n.Spec.First; n.Spec.Second == nil && first != nil {
		if sym := sr.Names.OfGame.Entries[first.Name.Text]; sym != nil && sym.Sort == terms.StateName {
			sr.Names.NoteSymbol(sym, first.Name.Span(f))
			sr.setupState(sym.State, first, n, f)
			return 0, false
		}
	}
	owner, kind, ok := sr.fx.spec(s, &n.Spec, specPlace)
	if !ok {
		sr.C.Expr(s, n.Value)
		return 0, false
	}
	on := sr.Values.Sites(sr.C.Expr(s, n.Value))
	sr.C.Declared.NoStuck(on)
	if on.Bad() || owner.Expr != nil && owner.Bad() || kind.Bad() {
		return 0, false
	}
	sr.Facts.MayStand(kind, on, n.Value.Span(f))
	empty = on.Empty() && !on.Option && !on.None && !sr.Facts.NoBoard
	for p := range sr.Game.Players {
		if owner.Expr != nil && owner.Expr.Op == ir.ConstPlayers && owner.Expr.N>>p&1 == 0 {
			continue
		}
		if owner.Expr == nil && sr.fx.neutral(kind) {
			sr.place(on, -1, kind, span)
			return 0, empty
		}
		sr.place(sr.asPlayer(p, on), p, kind, span)
		players |= 1 << p
	}
	return players, empty
}

// asPlayer returns a value as a player sees it.
func (sr *setupReader) asPlayer(p int, v terms.Value) terms.Value {
	if !v.Me {
		return v
	}
	e := *v.Expr
	return sr.Consts.Node(&ir.Expr{Op: ir.For, Type: e.Type, Card: e.Card, Planes: e.Planes,
		Span: e.Span}, []terms.Value{sr.Consts.ConstPlayers(1<<p, e.Span), v})
}

// setupState reads a line that gives a counter or a memory its value.
func (sr *setupReader) setupState(st *terms.State, call *syntax.Call, n *syntax.SetupItem,
	f *source.File) {
	s := sr.Names.Outside(f)
	index, ok := sr.C.Declared.StateIndex(s, st, call)
	v := sr.fx.assigned(st, sr.C.Expr(s, n.Value), ":=")
	sr.C.Declared.NoStuck(v)
	if !ok || v.Bad() {
		return
	}
	reads := v.Reads
	named := !st.Per[0]
	for i, x := range index {
		if x.Expr != nil {
			reads.Add(x.Reads)
			if st.Per[0] && i == 0 {
				named = true
			}
		}
	}
	once := named && !reads.Me
	for p := range sr.Game.Players {
		e := &ir.Effect{Op: ir.Assign, State: st.Index, Assign: ir.SetTo, Span: n.Span(f)}
		for i, x := range index {
			switch {
			case x.Expr != nil:
				e.Index = append(e.Index, sr.asPlayer(p, x).Expr)
			case i == 0 && st.Per[0]:
				e.Index = append(e.Index, sr.Consts.ConstPlayers(1<<p, e.Span).Expr)
			default:
				e.Index = append(e.Index, nil)
			}
		}
		e.B = sr.asPlayer(p, v).Expr
		sr.Game.Setup = append(sr.Game.Setup, e)
		if once {
			break
		}
	}
}
