package dsl_test

import (
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// dump writes a game so that a person can read what the checker made of the rules: tables first,
// then functions, setup, moves, turn, end and values. Expressions look like those of the language,
// but with every parenthesis, with variables by name and slot (p@0), and with constants by their
// members. Spans are left out, so that the text changes only when the meaning does.
func dump(g *ir.Game) string {
	d := &dumper{g: g}
	d.line("game %q", g.Title)
	for _, o := range g.Options {
		d.line("option %s = %s of %s", o.Name, o.Value, strings.Join(o.Domain, " "))
	}
	for i, p := range g.Players {
		facing := ""
		if p.Faces {
			facing = " facing " + d.relation(p.Facing)
		}
		d.line("player %d %s%s", i, p.Name, facing)
	}
	if b := g.Board; b != nil {
		d.line("board %s %v: %d sites (%d cells, %d edges, %d corners), directions %s",
			b.Spec.Shape, b.Spec.Args, b.Sites, b.Cells.Len(), b.Edges.Len(), b.Corners.Len(),
			d.directions())
	}
	for i, k := range g.Kinds {
		var words []string
		if k.Neutral {
			words = append(words, "neutral")
		}
		if k.Blocks {
			words = append(words, "blocks")
		}
		d.line("kind %d %s %q on %s %s", i, k.Name, k.Sign, d.set(k.On), strings.Join(words, " "))
	}
	for _, a := range g.Attrs {
		var values []string
		for i, v := range a.Values {
			if v != nil {
				values = append(values, d.kinds(1<<i)+" "+d.expr(v))
			}
		}
		d.line("attribute %s: %s: %s", a.Name, typeNames[a.Type], strings.Join(values, ", "))
	}
	for _, s := range g.States {
		word := "counter"
		if s.Memory {
			word = "memory"
		}
		per := ""
		for _, p := range []struct {
			on   bool
			name string
		}{{s.PerPlayer, " per player"}, {s.PerPiece, " per piece"}, {s.PerCell, " per cell"}} {
			if p.on {
				per += p.name
			}
		}
		if s.ThisTurn {
			per += " this turn"
		}
		d.line("%s %s: %s%s = %s", word, s.Name, typeNames[s.Type], per, d.expr(s.Init))
	}
	for _, r := range g.Regions {
		var sets []string
		for _, s := range r.Sets {
			sets = append(sets, d.set(s))
		}
		d.line("region %s = %s", r.Name, strings.Join(sets, " / "))
	}
	for _, f := range g.Funcs {
		d.names = f.Vars
		d.line("func %d %s(%s): %s = %s", f.Index, f.Name, strings.Join(f.Params, ", "),
			d.typ(f.Body), d.expr(f.Body))
	}
	d.names = nil
	if len(g.Setup) > 0 {
		d.line("setup")
		d.effects(g.Setup)
	}
	if g.SetupThen != nil {
		d.line("setup then %s", d.choice(g.SetupThen))
	}
	for _, m := range g.Moves {
		d.move(m)
	}
	if g.Turn != nil {
		d.line("turn %s", d.choice(g.Turn))
	}
	for i, s := range g.End {
		d.line("end %d: %s", i, d.sentence(s))
	}
	for _, s := range g.Says {
		d.line("say %q if %s", s.Text, d.expr(s.If))
	}
	for _, h := range g.Hidden {
		d.line("hidden %s", d.hidden(h))
	}
	for _, v := range g.Values {
		d.line("value %s = %s", v.Name, d.expr(v.Body))
	}
	return d.out.String()
}

var typeNames = [...]string{ir.NoType: "unknown", ir.Sites: "sites", ir.Number: "number",
	ir.Truth:   "truth",
	ir.Players: "players", ir.Kinds: "kinds", ir.Steps: "steps"}

// opNames holds the operators that are written as a name with arguments.
var opNames = map[ir.Op]string{
	ir.Invalid: "invalid", ir.PiecesOf: "pieces", ir.PiecesKind: "pieces", ir.Occupied: "occupied",
	ir.EmptyCells: "empty", ir.Me: "me", ir.Team: "team", ir.Next: "next", ir.InGame: "players",
	ir.OwnerOf: "owner", ir.KindOf: "kind", ir.Ply: "ply", ir.Passes: "passes",
	ir.Repetitions: "repetitions",
	ir.Seen:        "seen", ir.Stuck: "stuck",
	ir.Height: "height", ir.Holding: "holding", ir.Pieces: "pieces in",
	ir.Count: "count", ir.Distance: "distance", ir.ColumnOf: "column", ir.RowOf: "row",
	ir.FileOf: "file",
	ir.RankOf: "rank", ir.EdgeOf: "edge",
	ir.BackOf: "back", ir.LeftOf: "left", ir.RightOf: "right", ir.SideOf: "side", ir.Abs: "abs",
	ir.Min2: "min",
	ir.Max2: "max", ir.Even: "even", ir.Odd: "odd",
	ir.Some: "some", ir.No: "no", ir.ExactlyOne: "one", ir.Neg: "-", ir.Not: "not",
}

// infix holds the operators that are written between their arguments.
var infix = map[ir.Op]string{
	ir.And: "&", ir.Or: "|", ir.Minus: "-", ir.Same: "=", ir.In: "in", ir.Add: "+", ir.Sub: "-",
	ir.Mul: "*", ir.Div: "/",
	ir.Mod: "mod", ir.Pow: "^",
	ir.Eq: "=", ir.Ne: "!=", ir.Lt: "<", ir.Le: "<=", ir.Gt: ">", ir.Ge: ">=", ir.LAnd: "and",
	ir.LOr:     "or",
	ir.Implies: "implies", ir.Range: "..",
}

var quantifiers = map[ir.Op]string{ir.QSome: "some", ir.QNo: "no", ir.QOne: "one", ir.QAll: "all",
	ir.QThose: "those",
	ir.QUnion: "union", ir.QSum: "sum", ir.QMin: "min", ir.QMax: "max"}

var facings = [...]string{ir.Forward: "forward", ir.Backward: "backward", ir.Leftward: "left",
	ir.Rightward: "right", ir.ForwardLeft: "forwardleft", ir.ForwardRight: "forwardright"}

// A dumper writes one game.
type dumper struct {
	g     *ir.Game
	out   strings.Builder
	names []string // of the slots in a function or a move
}

func (d *dumper) line(format string, args ...any) {
	d.out.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	d.out.WriteByte('\n')
}

func (d *dumper) directions() string {
	var names []string
	for _, x := range d.g.Board.Directions {
		names = append(names, x.Name)
	}
	return strings.Join(names, " ")
}

func (d *dumper) relation(r topology.Relation) string {
	b := d.g.Board
	if b == nil {
		return fmt.Sprintf("relation(%d)", r)
	}
	n := len(b.Directions)
	switch i := int(r); {
	case i < n:
		return b.Directions[i].Name
	case i < 2*n:
		return "side(" + b.Directions[i-n].Name + ")"
	case i < 2*n+3:
		return [...]string{"cells", "edges", "corners"}[i-2*n]
	}
	return fmt.Sprintf("relation(%d)", r)
}

// set writes a set of sites: all members if there are few, otherwise their number and the first and
// last of them.
func (d *dumper) set(s topology.Set) string {
	var names []string
	for x := range s.All() {
		if d.g.Board != nil && int(x) < len(d.g.Board.Names) {
			names = append(names, d.g.Board.Names[x])
		} else {
			names = append(names, fmt.Sprint(x))
		}
	}
	const few = 8
	if len(names) > few {
		return fmt.Sprintf("{%s … %s: %d}", strings.Join(names[:few-2], " "), names[len(names)-1],
			len(names))
	}
	return "{" + strings.Join(names, " ") + "}"
}

func (d *dumper) kinds(bits int64) string {
	return d.bits(bits, func(i int) (string, bool) {
		if i < len(d.g.Kinds) {
			return d.g.Kinds[i].Name, true
		}
		return "", false
	}, "kind")
}

func (d *dumper) players(bits int64) string {
	return d.bits(bits, func(i int) (string, bool) {
		if i < len(d.g.Players) {
			return d.g.Players[i].Name, true
		}
		return "", false
	}, "player")
}

func (d *dumper) bits(bits int64, name func(int) (string, bool), word string) string {
	var names []string
	for i := range 64 {
		if bits>>i&1 == 0 {
			continue
		}
		n, ok := name(i)
		if !ok {
			n = fmt.Sprintf("%s(%d)", word, i)
		}
		names = append(names, n)
	}
	if len(names) == 1 {
		return names[0]
	}
	return "{" + strings.Join(names, " ") + "}"
}

// typ writes a type with how many members a value may have, and on which planes if not on cells:
// sites?, edges|corners*.
func (d *dumper) typ(e *ir.Expr) string {
	if e == nil {
		return "unknown"
	}
	t := typeNames[e.Type]
	if e.Type == ir.Number || e.Type == ir.Truth || e.Type == ir.NoType {
		return t
	}
	if e.Type == ir.Sites && e.Planes != topology.Cells {
		var planes []string
		for i, name := range []string{"cells", "edges", "corners"} {
			if e.Planes>>i&1 != 0 {
				planes = append(planes, name)
			}
		}
		t = strings.Join(planes, "|")
	}
	return t + [...]string{ir.One: "", ir.AtMostOne: "?", ir.Many: "*"}[e.Card]
}

func (d *dumper) slot(n int64) string {
	if int(n) < len(d.names) {
		return fmt.Sprintf("%s@%d", d.names[n], n)
	}
	return fmt.Sprintf("@%d", n)
}

func (d *dumper) args(es []*ir.Expr) string {
	var parts []string
	for _, e := range es {
		if e == nil {
			parts = append(parts, "_")
			continue
		}
		parts = append(parts, d.expr(e))
	}
	return strings.Join(parts, ", ")
}

func (d *dumper) expr(e *ir.Expr) string {
	if e == nil {
		return "_"
	}
	switch e.Op {
	case ir.ConstSites:
		return d.set(e.Sets[0])
	case ir.PlayerSites:
		var sets []string
		for _, s := range e.Sets {
			sets = append(sets, d.set(s))
		}
		return "<" + strings.Join(sets, " / ") + ">"
	case ir.ConstNumber:
		return fmt.Sprint(e.N)
	case ir.ConstTruth:
		return fmt.Sprint(e.N != 0)
	case ir.ConstPlayers:
		return d.players(e.N)
	case ir.ConstKinds:
		return d.kinds(e.N)
	case ir.ConstSteps:
		var names []string
		for r := range e.Dirs.All() {
			names = append(names, d.relation(r))
		}
		if len(names) == 1 {
			return names[0]
		}
		return "{" + strings.Join(names, " ") + "}"
	case ir.Var:
		return d.slot(e.N)
	case ir.Let:
		return fmt.Sprintf("let %s = %s: %s", d.slot(e.N), d.expr(e.Args[0]), d.expr(e.Args[1]))
	case ir.If:
		return fmt.Sprintf("(if %s: %s else %s)", d.expr(e.Args[0]), d.expr(e.Args[1]),
			d.expr(e.Args[2]))
	case ir.For:
		return fmt.Sprintf("(for %s: %s)", d.expr(e.Args[0]), d.expr(e.Args[1]))
	case ir.Call:
		return fmt.Sprintf("%s#%d(%s)", e.Func.Name, e.Func.Index, d.args(e.Args))
	case ir.AttrOf:
		return fmt.Sprintf("%s(%s)", d.attr(e.N), d.args(e.Args))
	case ir.StateOf:
		return fmt.Sprintf("%s[%s]", d.state(int(e.N)), d.args(e.Args))
	case ir.Facing:
		return facings[e.N]
	case ir.Path:
		return d.expr(e.Args[0]) + d.step(e.Step)
	}
	if q, ok := quantifiers[e.Op]; ok {
		return fmt.Sprintf("(%s %s in %s: %s)", q, d.slot(e.N), d.expr(e.Args[0]),
			d.expr(e.Args[1]))
	}
	if sign, ok := infix[e.Op]; ok {
		return fmt.Sprintf("(%s %s %s)", d.expr(e.Args[0]), sign, d.expr(e.Args[1]))
	}
	if len(e.Args) == 0 {
		return opNames[e.Op]
	}
	return fmt.Sprintf("%s(%s)", opNames[e.Op], d.args(e.Args))
}

func (d *dumper) attr(n int64) string {
	if int(n) < len(d.g.Attrs) {
		return d.g.Attrs[n].Name
	}
	return fmt.Sprintf("attribute(%d)", n)
}

func (d *dumper) state(n int) string {
	if n < len(d.g.States) {
		return d.g.States[n].Name
	}
	return fmt.Sprintf("state(%d)", n)
}

func (d *dumper) step(s *ir.Step) string {
	var b strings.Builder
	b.WriteByte('.')
	if s.Func != nil {
		fmt.Fprintf(&b, "%s#%d(%s)", s.Func.Name, s.Func.Index, d.args(s.FuncArgs))
	} else {
		b.WriteString(d.expr(s.By))
	}
	if s.Only != nil {
		fmt.Fprintf(&b, "[%s]", d.expr(s.Only))
	}
	switch s.Rep {
	case ir.Star:
		b.WriteByte('*')
	case ir.Plus:
		b.WriteByte('+')
	case ir.Times:
		b.WriteString("{" + d.expr(s.Lo))
		if s.Hi != nil {
			b.WriteString(".." + d.expr(s.Hi))
		}
		b.WriteByte('}')
	}
	return b.String()
}

func (d *dumper) move(m *ir.Move) {
	d.names = m.Vars
	label := ""
	if m.Label != "" {
		label = fmt.Sprintf(" %q", m.Label)
	}
	word := "move"
	if m.Chance {
		word = "chance"
	}
	d.line("%s %d %s%s", word, m.ID, m.Name, label)
	for _, c := range m.Clauses {
		switch c.Op {
		case ir.BindClause:
			r := m.Roles[c.Role]
			d.line("  %s %s: %s in %s", r.Word, d.slot(int64(r.Slot)), d.typ(c.Value),
				d.expr(c.Value))
		case ir.LetClause:
			d.line("  let %s: %s = %s", d.slot(int64(c.Slot)), d.typ(c.Value), d.expr(c.Value))
		case ir.IfClause:
			d.line("  if %s", d.cond(c.Cond))
		case ir.WeightClause:
			d.line("  weight %s", d.expr(c.Value))
		}
	}
	d.effects(m.Do)
	for _, c := range m.Ensure {
		d.line("  ensure %s", d.cond(c))
	}
	if m.Then != nil {
		d.line("  then %s", d.choice(m.Then))
	}
	d.names = nil
}

func (d *dumper) cond(c ir.Cond) string {
	if c.Reason == "" {
		return d.expr(c.Expr)
	}
	return fmt.Sprintf("%s %q", d.expr(c.Expr), c.Reason)
}

func (d *dumper) effects(es []*ir.Effect) {
	for _, e := range es {
		d.line("  do %s", d.effect(e))
	}
}

func (d *dumper) effect(e *ir.Effect) string {
	out := ""
	switch e.Op {
	case ir.MovePieces:
		out = d.part(e) + " -> " + under[e.Under] + d.expr(e.B)
	case ir.Swap:
		out = d.expr(e.A) + " <-> " + d.expr(e.B)
	case ir.Place:
		out = "place" + d.piece(e) + map[bool]string{false: " on ", true: " under "}[e.Under] +
			d.expr(e.A)
	case ir.Remove:
		out = "remove " + d.part(e)
	case ir.Become:
		out = d.part(e) + " becomes" + d.piece(e)
	case ir.Shift:
		out = "shift " + d.expr(e.A) + " by " + d.step(e.Step)
	case ir.Assign:
		out = fmt.Sprintf("%s[%s] %s %s", d.state(e.State), d.args(e.Index),
			[...]string{ir.SetTo: ":=", ir.AddTo: "+=", ir.TakeFrom: "-="}[e.Assign], d.expr(e.B))
	case ir.LetEffect:
		out = fmt.Sprintf("let %s = %s", d.slot(int64(e.Slot)), d.expr(e.A))
	case ir.Each:
		out = fmt.Sprintf("each %s in %s: %s", d.slot(int64(e.Slot)), d.expr(e.A), d.effect(e.Body))
		for _, more := range e.More {
			out += " also " + d.effect(more)
		}
	case ir.While:
		out = fmt.Sprintf("while %s: %s", d.expr(e.A), d.effect(e.Body))
		for _, more := range e.More {
			out += " also " + d.effect(more)
		}
	case ir.Again:
		out = "again"
	}
	if e.When != nil {
		out += " when " + d.expr(e.When)
	}
	return out
}

var under = map[bool]string{true: "under "}

// part writes which pieces of a tower an effect applies to.
func (d *dumper) part(e *ir.Effect) string {
	return partNames[e.Part](d.expr(e.Many), d.expr(e.A))
}

var partNames = [...]func(n, of string) string{
	ir.Whole:  func(_, of string) string { return of },
	ir.Top:    func(n, of string) string { return "top " + n + " of " + of },
	ir.Bottom: func(n, of string) string { return "bottom " + n + " of " + of },
}

func (d *dumper) piece(e *ir.Effect) string {
	out := ""
	if e.Owner != nil {
		out += " " + d.expr(e.Owner)
	}
	if e.Kind != nil {
		out += " " + d.expr(e.Kind)
	}
	return out
}

func (d *dumper) choice(c *ir.Choice) string {
	var groups []string
	for _, g := range c.Groups {
		var items []string
		for _, it := range g.Items {
			items = append(items, d.item(it))
		}
		text := strings.Join(items, ", ")
		if len(g.Best) > 0 {
			word := "least"
			if g.Most {
				word = "most"
			}
			text += " with " + word + " " + d.args(g.Best)
		}
		groups = append(groups, text)
	}
	return strings.Join(groups, " else ")
}

func (d *dumper) item(it *ir.Item) string {
	out := [...]string{ir.MoveItem: "", ir.PassItem: "pass", ir.DoneItem: "done", ir.WinItem: "win",
		ir.LoseItem: "lose", ir.DrawItem: "draw", ir.IllegalItem: "illegal"}[it.Op]
	if it.Named {
		out = fmt.Sprintf("%s %ss", d.g.Players[it.Player].Name, out)
	}
	if it.Text != "" {
		out += fmt.Sprintf(" %q", it.Text)
	}
	var roles []ir.Role
	if it.Op == ir.MoveItem {
		out = fmt.Sprintf("move(%d)", it.Move)
		if int(it.Move) < len(d.g.Moves) {
			out, roles = d.g.Moves[it.Move].Name, d.g.Moves[it.Move].Roles
		}
	}
	for _, r := range it.Roles {
		word := fmt.Sprintf("role(%d)", r.Role)
		if r.Role < len(roles) {
			word = roles[r.Role].Word
		}
		out += fmt.Sprintf(" %s %s", word, d.expr(r.Value))
	}
	if it.When != nil {
		out += " when " + d.expr(it.When)
	}
	return out
}

func (d *dumper) sentence(s *ir.Sentence) string {
	out := [...]string{ir.Win: "win", ir.Lose: "lose", ir.Draw: "draw", ir.Highest: "highest",
		ir.Lowest: "lowest"}[s.Outcome]
	if s.Player >= 0 {
		out = d.players(1<<s.Player) + " " + out
	}
	if s.Of != nil {
		out += " " + d.expr(s.Of) + " wins"
	}
	if s.Text != "" {
		out += fmt.Sprintf(" %q", s.Text)
	}
	if s.AtOnce {
		out += " at once"
	}
	return out + " if " + d.expr(s.If)
}

func (d *dumper) hidden(h *ir.Hidden) string {
	out := ""
	switch h.Hides {
	case ir.HidePieces:
		out = d.expr(h.Of)
	case ir.HideKind:
		out = "kind " + d.expr(h.Of)
	case ir.HideOwner:
		out = "owner " + d.expr(h.Of)
	case ir.HideState:
		out = fmt.Sprintf("%s[%s]", d.state(h.State), d.args(h.Index))
	}
	if h.When != nil {
		out += " when " + d.expr(h.When)
	}
	return out
}
