package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// declareBoard builds the board and finds which way the players face on it.
func (eq *equipment) declareBoard() {
	n, f, ok := terms.Find[*syntax.Board](eq.Live)
	if !ok {
		return
	}
	spec := topology.Spec{Shape: n.Shape.Text}
	known := true
	for _, a := range n.Args {
		// no board exists yet for anything else to refer to
		eq.Names.OptionsOnly, eq.Names.OfBoard = true, true
		v := eq.Values.Want(eq.C.Expr(eq.Names.Outside(f), a), ir.Number)
		eq.Names.OptionsOnly, eq.Names.OfBoard = false, false
		size, ok := v.Number()
		known = known && ok
		spec.Args = append(spec.Args, int(min(max(size, -1<<31), 1<<31-1)))
	}
	if n.Picture != nil {
		spec.Picture = n.Picture.Text
		known = known && merge.WholeBoard(n.Picture, f)
	}
	for _, l := range n.Lines {
		line := topology.Line{Loop: l.Loop}
		if l.Name != nil {
			line.Name = l.Name.Text
		}
		for _, p := range l.Points {
			names, ok := p.Names()
			if !ok {
				eq.Fail(code.BadBoard, p.Span(f), fmt.Sprintf("`%s..%s` is not a range of points",
					p.Name.Text, p.To.Text),
					"The names of a range differ only in the number at their end, which is at most 9999 "+
						"and does not begin with a zero.",
					"p1..p24, or p24..p1")
				known = false
			}
			for _, name := range names {
				line.Points = append(line.Points, name.Text)
			}
		}
		spec.Lines = append(spec.Lines, line)
	}
	unknown := false
	for _, w := range n.With {
		switch w.Name.Text {
		case "edges":
			spec.Edges = true
		case "corners":
			spec.Corners = true
		case "towers":
			eq.Game.Towers, eq.Game.Tallest = true, value.MaxTower
		case "round":
			if way, ok := w.Most.(*syntax.Call); ok && len(way.Args) == 0 {
				spec.Around = append(spec.Around, way.Name.Text)
			} else {
				eq.Fail(code.BadBoard, w.Name.Span(f), "a round board needs a direction",
					"It closes on itself that way.", "round(east)")
			}
			continue
		default:
			eq.Fail(code.BadBoard, w.Name.Span(f), fmt.Sprintf("a board has no `%s`", w.Name.Text),
				"`with` may name edges, corners, towers and round.", terms.DidYouMean(w.Name.Text,
					[]string{"edges", "corners", "towers", "round"}))
			unknown = true // it may be what the rest of the rules needs
			continue
		}
		if w.Most != nil {
			eq.tallest(w, f)
		}
	}
	if !known {
		return
	}
	built := eq.build(spec)
	board, problems := built.board, built.problems
	for _, p := range problems {
		if p.Line >= 0 && eq.BrokenFiles() {
			continue // two lines were read as one where a word is missing between them
		}
		span := problemSpan(n, p, f)
		help := p.Help
		if p.Argument < 0 && p.PictureLine < 0 && p.Line < 0 {
			if near := terms.DidYouMean(n.Shape.Text, []string{"square", "rhombus", "hexagon", "triangle",
				"hexrows", "hexcolumns", "graph"}); near != "" {
				help = near
			}
		}
		eq.Fail(code.BadBoard, span, p.Message, "", help)
	}
	if board == nil {
		return
	}
	eq.Game.Board = board
	eq.Facts.Walks = built.walks
	eq.Facts.NoBoard = unknown || eq.Unread("board")
	eq.lineNames(n, f)
	eq.facing()
}

// built is a board with its steps, or the reason why it could not be built.
type built struct {
	board    *topology.Board
	problems []*topology.Problem
	walks    *terms.Walks
}

// build builds a board. While many choices of options are checked it caches boards: most options do
// not change the board, and building it takes longer than everything else.
func (r *Rules) build(spec topology.Spec) *built {
	key := fmt.Sprintf("%#v", spec)
	if r.boards != nil {
		if b, known := r.boards.Load(key); known {
			return b.(*built)
		}
	}
	b := &built{}
	if b.board, b.problems = topology.Build(spec); b.board != nil {
		b.walks = terms.NewWalks(b.board)
	}
	if r.boards != nil {
		r.boards.Store(key, b)
	}
	return b
}

// problemSpan finds the part of a board's declaration that a problem refers to.
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
		if names := l.Names(); p.Point >= 0 && p.Point < len(names) {
			return names[p.Point].Span(f)
		}
		return l.Span(f)
	}
	return n.Shape.Span(f)
}

// lineNames reports sites of a drawn board that share their names with other things.
func (eq *equipment) lineNames(n *syntax.Board, f *source.File) {
	for _, l := range n.Lines {
		for _, p := range l.Names() {
			if terms.BuiltInNames()[p.Text] && !slices.Contains(terms.Compass, p.Text) {
				eq.Fail(code.BuiltIn, p.Span(f), fmt.Sprintf("`%s` is a name of the language", p.Text),
					"A site cannot have this name.", "choose another name")
			}
		}
	}
	for _, sym := range terms.SortedSymbols(eq.Names.OfGame) {
		if _, taken := eq.Game.Board.SiteByName(sym.Name); taken && !terms.LooksLikeSite(sym.Name) &&
			eq.Facts.HasSiteNamed(sym.Name) {
			eq.Fail(code.SiteLike, sym.Span, fmt.Sprintf("`%s` is the name of a site of the board",
				sym.Name), "", "choose another name",
				diag.Related{Span: n.Shape.Span(f), Message: "the board"})
		}
	}
}

// nowhere is a small stand-in for a board that could not be built, so that the rest of the game can
// be checked. Nothing is reported about it.
func (eq *equipment) nowhere() *topology.Board {
	b, _ := topology.Build(topology.Spec{Shape: "square", Args: []int{8, 8}, Edges: true,
		Corners: true})
	eq.Facts.Walks = terms.NewWalks(b)
	eq.Facts.NoBoard = true
	return b
}
