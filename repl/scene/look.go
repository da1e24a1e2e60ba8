package scene

import (
	"cmp"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/ruleset"
)

// facts are what the look of a game follows from: what its moves do, whatever its names are.
type facts struct {
	placed, moved, entered bool  // pieces are placed, move, are pushed in at an edge
	kinds                  int64 // that are placed, or that pieces become; -1: any
	made                   int64 // of these, those that pieces become
	slanted                bool  // moves or definitions tell diagonal from orthogonal
	cellNumber             int   // the first number that is kept per cell, -1 if none
	sharedNumber           int   // the first number per player and cell, -1 if none
	links                  int   // the first memory of sites per cell, -1 if none
}

// onlyJudging returns the definitions that values use and that moves and sentences of `end` do not:
// they say how bots judge, not how the game is played.
func onlyJudging(g *ir.Game) map[*ir.Func]bool {
	judging := map[*ir.Func]bool{}
	var mark func(e *ir.Expr, is bool)
	mark = func(e *ir.Expr, is bool) {
		ir.Walk(e, func(e *ir.Expr) bool {
			if e.Op != ir.Call {
				return true
			}
			if was, seen := judging[e.Func]; !seen || was != is {
				judging[e.Func] = is
				mark(e.Func.Body, is)
			}
			return true
		})
	}
	for _, v := range g.Values {
		mark(v.Body, true)
	}
	played := func(e *ir.Expr) { mark(e, false) }
	for _, m := range g.Moves {
		m.Exprs(played)
	}
	for _, s := range g.End {
		played(s.Of)
		played(s.If)
	}
	return judging
}

// factsOf finds the facts of a game.
func factsOf(g *ir.Game) (f facts) {
	f.cellNumber, f.sharedNumber, f.links = -1, -1, -1
	for i, s := range slices.Backward(g.States) {
		switch {
		case !s.PerCell || s.PerPiece:
		case s.Type == ir.Number && s.PerPlayer:
			f.sharedNumber = i
		case s.Type == ir.Number && !s.ThisTurn:
			f.cellNumber = i
		case s.Type == ir.Sites && !s.PerPlayer:
			f.links = i
		}
	}
	look := func(e *ir.Expr) {
		ir.Walk(e, func(e *ir.Expr) bool {
			diagonal := e.Dirs.And(g.Board.Diagonal)
			switch {
			case e.Op == ir.Facing && (e.N == int64(ir.ForwardLeft) || e.N == int64(ir.ForwardRight)),
				e.Op == ir.ConstSteps && !diagonal.Empty() && diagonal == e.Dirs,
				e.Op == ir.Even, e.Op == ir.Odd:
				f.slanted = true
			}
			return true
		})
	}
	judging := onlyJudging(g)
	for _, fn := range g.Funcs {
		if !judging[fn] {
			look(fn.Body)
		}
	}
	for _, m := range g.Moves {
		places, shifts := false, false
		var effect func(e *ir.Effect)
		effect = func(e *ir.Effect) {
			if e == nil {
				return
			}
			var kinds int64
			if e.Kind != nil && e.Kind.Op == ir.ConstKinds {
				kinds = e.Kind.N
			} else if e.Kind != nil {
				kinds = -1
			}
			f.kinds |= kinds
			switch e.Op {
			case ir.Become:
				f.made |= kinds
			case ir.MovePieces, ir.Swap:
				f.moved = true
			case ir.Place:
				places = true
			case ir.Shift:
				shifts = true
			}
			look(e.A)
			look(e.B)
			effect(e.Body)
			for _, more := range e.More {
				effect(more)
			}
		}
		for _, e := range m.Do {
			effect(e)
		}
		for _, c := range m.Clauses {
			look(c.Value)
		}
		f.placed = f.placed || places
		f.entered = f.entered || places && shifts
		f.moved = f.moved || shifts && !places
	}
	return f
}

// Comes reports whether a step can bring a piece of a kind to the board, and whether one there can
// become that kind. In some rules, kinds are no pieces but count something.
func (s Scene) Comes(kind int) (comes, becomes bool) {
	f := factsOf(s.Game.Rules())
	return f.kinds>>kind&1 != 0, f.made>>kind&1 != 0
}

// boardOf returns how the board of a game is drawn: as its ruleset says, or the first that fits.
func (s Scene) boardOf(f facts) string {
	g := s.Game.Rules()
	b := g.Board
	if s.Info.Look.Board != "" {
		return s.Info.Look.Board
	}
	switch shape := b.Spec.Shape; {
	case b.IsGraph() && f.sharedNumber >= 0:
		if len(s.Info.Layout) == 2 {
			return "points"
		}
		return "track"
	case b.IsGraph():
		return "lines"
	case slices.ContainsFunc(b.Spec.Lines, func(l topology.Line) bool { return l.Name == "" }):
		return "lines"
	case shape != "square":
		if most := s.most(); most > 0 && most*4 < b.Cells.Len() {
			return "bare"
		}
		return "hexes"
	case !b.Edges.Empty() || !b.Corners.Empty():
		return "gaps"
	case s.Info.Look.Pieces == "wedge":
		return "grid"
	case len(g.Kinds) == 0 && f.cellNumber >= 0 && b.Cells.Len() > 1:
		return "pits"
	case f.links >= 0 && f.placed && !f.moved:
		return "pegs"
	case f.entered:
		return "tray"
	case f.placed && !f.moved && min(b.Width, b.Height) >= 9:
		return "vertices"
	case f.placed && !f.moved && max(b.Width, b.Height) <= 4 && !g.Towers && len(g.Kinds) <= 2:
		return "open"
	case f.moved && f.slanted:
		return "checkered"
	}
	return "plain"
}

// most is how many pieces all players may have at most, if every kind says so; otherwise 0.
func (s Scene) most() (n int) {
	g := s.Game.Rules()
	attr := slices.IndexFunc(g.Attrs, func(a ir.Attr) bool { return a.Name == "most" })
	if attr < 0 {
		return 0
	}
	for k := range g.Kinds {
		e := g.Attrs[attr].Values[k]
		if e == nil || e.Op != ir.ConstNumber {
			return 0
		}
		n += int(e.N) * len(g.Players)
	}
	return n
}

// signShapes are the shapes of signs that say one, by the sign.
var signShapes = map[string]string{"▲": "triangle", "△": "triangle", "■": "square", "□": "square",
	"◆": "diamond", "◇": "diamond", "⬟": "pentagon", "⬠": "pentagon", "⬢": "hexagon",
	"⬡": "hexagon", "★": "star", "☆": "star", "♔": "chess-king", "♕": "chess-queen",
	"♖": "chess-rook", "♗": "chess-bishop", "♘": "chess-knight", "♙": "chess-pawn",
	"♚": "chess-king", "♛": "chess-queen", "♜": "chess-rook", "♝": "chess-bishop",
	"♞": "chess-knight", "♟": "chess-pawn"}

// shapeOf returns the shape of a kind that names none: that of its sign, the one that it is called
// by, as a stone and a marble are, or the one that suits the board.
func (s Scene) shapeOf(kind int, sign, board string, f facts) string {
	g := s.Game.Rules()
	if shape, ok := signShapes[sign]; ok {
		return shape
	}
	name := g.Kinds[kind].Name
	has := func(name string) bool {
		return slices.ContainsFunc(g.Kinds, func(k ir.Kind) bool { return k.Name == name })
	}
	if s.Info.Look.Pieces == "" && has("rook") && has("king") &&
		slices.Contains(ruleset.Shapes, "chess-"+name) {
		return "chess-" + name
	}
	if name == "capstone" {
		return "cap"
	}
	if slices.Contains(ruleset.Shapes, name) && (name != "king" || has("man") || len(g.Kinds) == 2) &&
		(name != "pawn" || len(g.Kinds) < 3) {
		return name
	}
	if s.Info.Look.Pieces != "" {
		return s.Info.Look.Pieces
	}
	on := g.Kinds[kind].On.And(g.Board.Cells)
	if g.Board.Edges.Len() > 0 && on.Len() > 0 && f.placed && !f.moved {
		return "square" // a cell that somebody owns
	}
	switch board {
	case "vertices":
		return "stone"
	case "hexes":
		if g.Towers {
			return "tile"
		}
		return "stone"
	case "bare":
		return "tile"
	case "gaps":
		return "pawn"
	case "tray":
		return "marble"
	case "pegs":
		return "peg"
	case "points", "track":
		return "man"
	case "open":
		if len(g.Kinds) == 1 && len(g.Players) == 2 {
			return "stroke"
		}
	case "checkered":
		if len(g.Kinds) == 1 {
			return "man"
		}
	case "rack":
		return "marble"
	}
	return "disc"
}

// frame returns the regions that color the frame: those that the ruleset names or, where pieces are
// placed and stay, as in games of connection, those of the players that lie along whole sides.
func (s Scene) frame(f facts) (sets []topology.Set, region string) {
	g := s.Game.Rules()
	name := s.Info.Look.Frame
	if name == ruleset.NoFrame || name == "" && (f.moved || !f.placed) {
		return nil, ""
	}
	b := g.Board
	most := 0
	for _, r := range g.Regions {
		if r.Name == name {
			return r.Sets, r.Name
		}
		if !r.PerPlayer || len(r.Sets) < 2 || b.Width < 2 || b.Height < 2 {
			continue
		}
		sides, all := true, topology.Set{}
		for _, set := range r.Sets {
			set = set.And(b.Cells)
			var rest = set
			for _, line := range []topology.Set{b.FileOf(1), b.FileOf(b.Width), b.RankOf(1),
				b.RankOf(b.Height)} {
				if line.In(&set) {
					rest = rest.Minus(line)
				}
			}
			sides = sides && !set.Empty() && rest.Empty()
			all = all.Or(set)
		}
		if !sides || name != "" {
			continue
		}
		if n := all.Len(); n > most {
			region, most = r.Name, n
		}
		for i, set := range r.Sets { // a player may have a region for each side
			if i == len(sets) {
				sets = append(sets, topology.Set{})
			}
			sets[i] = sets[i].Or(set)
		}
	}
	return sets, region
}

// starsOf returns the points with a dot: those that the ruleset names, or those of boards of stones
// of these sizes.
func starsOf(s Scene, board string) (set topology.Set) {
	b := s.Game.Rules().Board
	for _, name := range s.Info.Look.Stars {
		if x, ok := b.SiteByName(name); ok {
			set.Add(x)
		}
	}
	if board != "vertices" || b.Spec.Shape != "square" || b.Width != b.Height || !set.Empty() ||
		b.Width < 9 || b.Width%2 == 0 {
		return set
	}
	near := 4
	if b.Width < 13 {
		near = 3
	}
	middle, far := (b.Width+1)/2, b.Width+1-near
	lines := b.FileOf(near).Or(b.FileOf(far))
	rows := b.RankOf(near).Or(b.RankOf(far))
	if b.Width >= 17 {
		lines, rows = lines.Or(b.FileOf(middle)), rows.Or(b.RankOf(middle))
	}
	return set.Or(lines.And(rows)).Or(b.FileOf(middle).And(b.RankOf(middle)))
}

// letter reports whether a kind shows a letter: another one has the same shape and color, or is a
// figure of chess.
func (s Scene) letter(owner, kind int, shape string) bool {
	g := s.Game.Rules()
	if strings.HasPrefix(shape, "chess-") {
		return false
	}
	// looks is how a kind looks, for whoever has it
	looks := func(kind int) ruleset.Piece {
		for _, p := range s.Info.Pieces {
			if p.Kind == g.Kinds[kind].Name && (owner < 0 || p.Player == g.Players[owner].Name ||
				p.Path+p.Shape != "") {
				return p
			}
		}
		return ruleset.Piece{Color: string(called(g.Kinds[kind].Name))}
	}
	own := looks(kind)
	for k := range g.Kinds {
		other := looks(k)
		if k == kind || g.Kinds[k].Neutral != g.Kinds[kind].Neutral || other.Path != own.Path ||
			owner < 0 && other.Color != own.Color {
			continue // it is told by its figure or its color
		}
		if at := cmp.Or(other.Shape, s.shaped(owner, k)); at == shape ||
			strings.HasPrefix(at, "chess-") {
			return true
		}
	}
	return false
}
