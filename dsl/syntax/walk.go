package syntax

// Walk calls visit for the parts of a tree in the order of the text, parents before their parts,
// and goes into a part only if visit says true. A part is a pointer to a node of the tree (*Move,
// *Effect, *Call, *Name, …); x is any of them, a *File, or a Decl, Clause, Action or Expr. Parts
// that are not there are left out.
func Walk(x any, visit func(x any) bool) {
	w := walker(visit)
	w.walk(x)
}

// Inspect calls see for x and every part of it in the order of the text.
func Inspect(x any, see func(x any)) {
	Walk(x, func(x any) bool { see(x); return true })
}

type walker func(x any) bool

func (w walker) walk(x any) {
	if x == nil || !w(x) {
		return
	}
	switch x := x.(type) {
	case *File:
		each(w, x.Decls)
	case *Game:
		w.walk(&x.Title)
		w.str(x.Extends)
	case *Use:
		w.walk(&x.Library)
	case *Option:
		w.walk(&x.Name)
		w.expr(x.Default)
		w.walk(&x.Domain)
		w.str(x.Help)
	case *Players:
		each(w, x.Players)
	case *Player:
		w.walk(&x.Name)
		w.name(x.Facing)
		w.expr(x.When)
	case *Board:
		w.walk(&x.Shape)
		each(w, x.Args)
		if x.Picture != nil {
			w.walk(x.Picture)
		}
		each(w, x.Lines)
		w.names(x.With)
	case *Line:
		w.name(x.Name)
		each(w, x.Points)
	case *Region:
		w.walk(&x.Name)
		w.expr(x.Value)
		each(w, x.PerPlayer)
	case *PerPlayer:
		w.walk(&x.Player)
		w.expr(x.Value)
	case *Pieces:
		each(w, x.Pieces)
	case *Piece:
		w.walk(&x.Name)
		w.str(x.Sign)
		each(w, x.Attrs)
	case *Attr:
		w.walk(&x.Name)
		w.expr(x.Value)
	case *State:
		w.walk(&x.Name)
		w.names(x.Per)
		w.expr(x.Value)
	case *Def:
		w.walk(&x.Name)
		w.names(x.Params)
		w.expr(x.Body)
	case *Setup:
		if x.Picture != nil {
			w.walk(x.Picture)
		}
		each(w, x.Items)
		if x.Then != nil {
			w.walk(x.Then)
		}
	case *SetupItem:
		w.walk(&x.Spec)
		w.expr(x.Value)
	case *Spec:
		if x.First != nil {
			w.walk(x.First)
		}
		if x.Second != nil {
			w.walk(x.Second)
		}
	case *Move:
		w.walk(&x.Name)
		w.str(x.Label)
		each(w, x.Clauses)
		each(w, x.Do)
		each(w, x.Ensure)
		if x.Then != nil {
			w.walk(x.Then)
		}
	case *Turn:
		if x.Choice != nil {
			w.walk(x.Choice)
		}
	case *End:
		each(w, x.Sentences)
	case *Value:
		w.walk(&x.Name)
		w.expr(x.Body)
	case *Say:
		w.str(&x.Text)
		w.expr(x.If)
	case *After:
		w.names(x.Moves)
		each(w, x.Effects)
	case *CondDecl:
		w.expr(x.Cond)
		each(w, x.Then)
		if x.ElseIf != nil {
			w.walk(x.ElseIf)
		}
		each(w, x.Else)
	case *Domain:
		w.expr(x.Lo)
		w.expr(x.Hi)
	case *Cond:
		w.expr(x.Expr)
		w.str(x.Reason)
	case *Sentence:
		w.name(x.Player)
		w.expr(x.Of)
		w.str(x.Text)
		w.expr(x.If)
	case *Bind:
		w.walk(&x.Name)
		w.walk(&x.Domain)
	case *LetClause:
		w.walk(&x.Name)
		w.expr(x.Value)
	case *IfClause:
		each(w, x.Conds)
	case *WeightClause:
		w.expr(x.Value)
	case *Effect:
		if x.Action != nil {
			w.walk(x.Action)
		}
		w.expr(x.When)
	case *Place:
		w.walk(&x.Spec)
		w.expr(x.On)
	case *Remove:
		w.expr(x.Sites)
	case *Shift:
		w.expr(x.Sites)
		w.expr(x.By)
	case *Each:
		w.walk(&x.Name)
		w.walk(&x.Domain)
		each(w, x.Effects)
	case *LetAction:
		w.walk(&x.Name)
		w.expr(x.Value)
	case *Change:
		w.expr(x.Target)
		w.expr(x.Value)
		if x.Spec != nil {
			w.walk(x.Spec)
		}
	case *Choice:
		each(w, x.Groups)
	case *Group:
		each(w, x.Items)
		if x.Best != nil {
			w.walk(x.Best)
		}
	case *Item:
		w.walk(&x.Name)
		w.str(x.Text)
		each(w, x.Roles)
		w.expr(x.When)
	case *RoleValue:
		w.expr(x.Value)
	case *Best:
		each(w, x.By)
	case *Call:
		w.walk(&x.Name)
		each(w, x.Args)
	case *Paren:
		w.expr(x.X)
	case *SetLit:
		each(w, x.Items)
	case *Path:
		w.expr(x.Base)
		each(w, x.Steps)
	case *Step:
		w.expr(x.By)
		w.expr(x.Only)
		if x.Rep != nil {
			w.walk(x.Rep)
		}
	case *Rep:
		if x.Count != nil {
			w.walk(x.Count)
		}
	case *Unary:
		w.expr(x.X)
	case *Slice:
		w.expr(x.N)
		w.expr(x.Of)
	case *Binary:
		w.expr(x.X)
		w.expr(x.Y)
	case *If:
		w.expr(x.Cond)
		w.expr(x.Then)
		w.expr(x.Else)
	case *Let:
		w.walk(&x.Name)
		w.expr(x.Value)
		w.expr(x.Body)
	case *For:
		w.expr(x.Player)
		w.expr(x.Body)
	case *Quant:
		w.walk(&x.Name)
		w.walk(&x.Domain)
		w.expr(x.Body)
	}
}

func each[T any](w walker, parts []T) {
	for _, p := range parts {
		w.walk(p)
	}
}

func (w walker) names(names []Name) {
	for i := range names {
		w.walk(&names[i])
	}
}

func (w walker) expr(x Expr) {
	if x != nil {
		w.walk(x)
	}
}

func (w walker) name(n *Name) {
	if n != nil {
		w.walk(n)
	}
}

func (w walker) str(s *Str) {
	if s != nil {
		w.walk(s)
	}
}
