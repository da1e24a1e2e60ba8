package syntax

import "fmt"

// Walk calls visit for the parts of a tree in the order of the text, parents first, and enters a
// part only if visit returns true. A part is a pointer to a node of the tree (*Move, *Effect,
// *Call, *Name, …); x is any of them, a *File, or a Decl, Clause, Action or Expr. Absent parts are
// skipped.
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
	if p, ok := x.(parent); ok {
		p.parts(w)
	}
}

// A parent is a node with parts; parts walks them in the order of the text.
type parent interface{ parts(w walker) }

func (x *File) parts(w walker) { each(w, x.Decls) }
func (x *Game) parts(w walker) {
	w.walk(&x.Title)
	w.str(x.Extends)
}
func (x *Use) parts(w walker) { w.walk(&x.Library) }
func (x *Option) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Default)
	w.walk(&x.Domain)
	w.str(x.Help)
}
func (x *Players) parts(w walker) { each(w, x.Players) }
func (x *Player) parts(w walker) {
	w.walk(&x.Name)
	w.name(x.Facing)
	w.expr(x.When)
}
func (x *Board) parts(w walker) {
	w.walk(&x.Shape)
	each(w, x.Args)
	if x.Picture != nil {
		w.walk(x.Picture)
	}
	each(w, x.Lines)
	each(w, x.With)
}
func (x *With) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Most)
}
func (x *Line) parts(w walker) {
	w.name(x.Name)
	each(w, x.Points)
}
func (x *Region) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Value)
	each(w, x.PerPlayer)
}
func (x *PerPlayer) parts(w walker) {
	w.walk(&x.Player)
	w.expr(x.Value)
}
func (x *Pieces) parts(w walker) { each(w, x.Pieces) }
func (x *Piece) parts(w walker) {
	w.walk(&x.Name)
	w.str(x.Sign)
	each(w, x.Attrs)
}
func (x *Attr) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Value)
}
func (x *State) parts(w walker) {
	w.walk(&x.Name)
	w.names(x.Per)
	w.expr(x.Value)
}
func (x *Def) parts(w walker) {
	w.walk(&x.Name)
	w.names(x.Params)
	w.expr(x.Body)
}
func (x *Setup) parts(w walker) {
	if x.Picture != nil {
		w.walk(x.Picture)
	}
	each(w, x.Items)
	if x.Then != nil {
		w.walk(x.Then)
	}
}
func (x *SetupItem) parts(w walker) {
	w.walk(&x.Spec)
	w.expr(x.Value)
}
func (x *Spec) parts(w walker) {
	if x.First != nil {
		w.walk(x.First)
	}
	if x.Second != nil {
		w.walk(x.Second)
	}
}
func (x *Move) parts(w walker) {
	w.walk(&x.Name)
	w.str(x.Label)
	each(w, x.Clauses)
	each(w, x.Do)
	each(w, x.Ensure)
	if x.Then != nil {
		w.walk(x.Then)
	}
}
func (x *Turn) parts(w walker) {
	if x.Choice != nil {
		w.walk(x.Choice)
	}
}
func (x *End) parts(w walker) { each(w, x.Sentences) }
func (x *Value) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Body)
}
func (x *Say) parts(w walker) {
	w.str(&x.Text)
	w.expr(x.If)
}
func (x *Hidden) parts(w walker) { each(w, x.Items) }
func (x *HiddenItem) parts(w walker) {
	w.expr(x.What)
	w.expr(x.When)
}
func (x *After) parts(w walker) {
	w.names(x.Moves)
	each(w, x.Effects)
}
func (x *CondDecl) parts(w walker) {
	w.expr(x.Cond)
	each(w, x.Then)
	if x.ElseIf != nil {
		w.walk(x.ElseIf)
	}
	each(w, x.Else)
}
func (x *Domain) parts(w walker) {
	w.expr(x.Lo)
	w.expr(x.Hi)
}
func (x *Cond) parts(w walker) {
	w.expr(x.Expr)
	w.str(x.Reason)
}
func (x *Sentence) parts(w walker) {
	w.name(x.Player)
	w.expr(x.Of)
	w.str(x.Text)
	w.expr(x.If)
}
func (x *Bind) parts(w walker) {
	w.walk(&x.Name)
	w.walk(&x.Domain)
}
func (x *LetClause) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Value)
}
func (x *IfClause) parts(w walker)     { each(w, x.Conds) }
func (x *WeightClause) parts(w walker) { w.expr(x.Value) }
func (x *Effect) parts(w walker) {
	if x.Action != nil {
		w.walk(x.Action)
	}
	w.expr(x.When)
}
func (x *Place) parts(w walker) {
	w.walk(&x.Spec)
	w.expr(x.On)
}
func (x *Remove) parts(w walker) { w.expr(x.Sites) }
func (x *Shift) parts(w walker) {
	w.expr(x.Sites)
	w.expr(x.By)
}
func (x *Each) parts(w walker) {
	w.walk(&x.Name)
	w.walk(&x.Domain)
	each(w, x.Effects)
}
func (x *While) parts(w walker) {
	w.expr(x.Cond)
	each(w, x.Effects)
}
func (x *LetAction) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Value)
}
func (x *Change) parts(w walker) {
	w.expr(x.Target)
	w.expr(x.Value)
	if x.Spec != nil {
		w.walk(x.Spec)
	}
}
func (x *Choice) parts(w walker) { each(w, x.Groups) }
func (x *Group) parts(w walker) {
	each(w, x.Items)
	if x.Best != nil {
		w.walk(x.Best)
	}
}
func (x *Item) parts(w walker) {
	w.walk(&x.Name)
	w.str(x.Text)
	each(w, x.Roles)
	w.expr(x.When)
}
func (x *RoleValue) parts(w walker) { w.expr(x.Value) }
func (x *Best) parts(w walker)      { each(w, x.By) }
func (x *Call) parts(w walker) {
	w.walk(&x.Name)
	each(w, x.Args)
}
func (x *Paren) parts(w walker)  { w.expr(x.X) }
func (x *SetLit) parts(w walker) { each(w, x.Items) }
func (x *Path) parts(w walker) {
	w.expr(x.Base)
	each(w, x.Steps)
}
func (x *Step) parts(w walker) {
	w.expr(x.By)
	w.expr(x.Only)
	if x.Rep != nil {
		w.walk(x.Rep)
	}
}
func (x *Rep) parts(w walker) {
	if x.Count != nil {
		w.walk(x.Count)
	}
}
func (x *Unary) parts(w walker) { w.expr(x.X) }
func (x *Slice) parts(w walker) {
	w.expr(x.N)
	w.expr(x.Of)
}
func (x *Binary) parts(w walker) {
	w.expr(x.X)
	w.expr(x.Y)
}
func (x *If) parts(w walker) {
	w.expr(x.Cond)
	w.expr(x.Then)
	w.expr(x.Else)
}
func (x *Let) parts(w walker) {
	w.walk(&x.Name)
	w.expr(x.Value)
	w.expr(x.Body)
}
func (x *For) parts(w walker) {
	w.expr(x.Player)
	w.expr(x.Body)
}
func (x *Quant) parts(w walker) {
	w.walk(&x.Name)
	w.walk(&x.Domain)
	w.expr(x.Body)
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

// Named names a declaration as an author would, and returns where it stands.
func Named(d Decl) (string, Node) {
	switch d := d.(type) {
	case *Game:
		return "the title", d.Node
	case *Use:
		return "use " + d.Library.Text, d.Node
	case *Option:
		return "option " + d.Name.Text, d.Node
	case *Players:
		return "players", d.Node
	case *Board:
		return "board", d.Node
	case *Region:
		return "region " + d.Name.Text, d.Node
	case *Pieces:
		return "pieces", d.Node
	case *State:
		if d.Memory {
			return "memory " + d.Name.Text, d.Node
		}
		return "counter " + d.Name.Text, d.Node
	case *Def:
		return "def " + d.Name.Text, d.Node
	case *Setup:
		return "setup", d.Node
	case *Move:
		return "move " + d.Name.Text, d.Node
	case *Turn:
		return "turn", d.Node
	case *End:
		return "end", d.Node
	case *Value:
		return "value " + d.Name.Text, d.Node
	case *After:
		return "after " + d.Moves[0].Text, d.Node
	case *Hidden:
		return "hidden", d.Node
	case *Say:
		return fmt.Sprintf("say %q", d.Text.Text), d.Node
	case *CondDecl:
		return "a part that depends on options", d.Node
	}
	return "something else", Node{}
}
