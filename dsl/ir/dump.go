package ir

import (
	"fmt"
	"strings"

	"boardgame/dsl/topology"
)

// Dump writes a game so that a person can read what the checker made of the rules: tables first,
// then functions, setup, moves, turn, end and values. Expressions look like those of the language,
// but with every parenthesis, with variables by name and slot (p@0), and with constants by their
// members. Spans are left out, so that the text changes only when the meaning does.
func Dump(g *Game) string {
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

// String writes an expression as [Dump] does, but refers to tables by number.
func (e *Expr) String() string { return (&dumper{g: &Game{}}).expr(e) }

var typeNames = [...]string{NoType: "unknown", Sites: "sites", Number: "number", Truth: "truth",
	Players: "players", Kinds: "kinds", Steps: "steps"}

// opNames holds the operators that are written as a name with arguments.
var opNames = map[Op]string{
	Invalid: "invalid", PiecesOf: "pieces", PiecesKind: "pieces", Occupied: "occupied",
	EmptyCells: "empty", Me: "me", Next: "next", InGame: "players",
	OwnerOf: "owner", KindOf: "kind", Ply: "ply", Passes: "passes", Repetitions: "repetitions",
	Seen: "seen", Stuck: "stuck",
	Height: "height", Holding: "holding", Pieces: "pieces in",
	Count: "count", Distance: "distance", ColumnOf: "column", RowOf: "row", FileOf: "file",
	RankOf: "rank", EdgeOf: "edge",
	BackOf: "back", LeftOf: "left", RightOf: "right", SideOf: "side", Abs: "abs", Min2: "min",
	Max2: "max", Even: "even", Odd: "odd",
	Some: "some", No: "no", Only1: "one", Neg: "-", Not: "not",
}

// infix holds the operators that are written between their arguments.
var infix = map[Op]string{
	And: "&", Or: "|", Minus: "-", Same: "=", In: "in", Add: "+", Sub: "-", Mul: "*", Div: "/",
	Mod: "mod", Pow: "^",
	Eq: "=", Ne: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=", LAnd: "and", LOr: "or",
	Implies: "implies", Range: "..",
}

var quantifiers = map[Op]string{QSome: "some", QNo: "no", QOne: "one", QAll: "all", QThose: "those",
	QUnion: "union", QSum: "sum", QMin: "min", QMax: "max"}

var facings = [...]string{Forward: "forward", Backward: "backward", Leftward: "left",
	Rightward: "right", ForwardLeft: "forwardleft", ForwardRight: "forwardright"}

// A dumper writes one game.
type dumper struct {
	g     *Game
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
func (d *dumper) typ(e *Expr) string {
	if e == nil {
		return "unknown"
	}
	t := typeNames[e.Type]
	if e.Type == Number || e.Type == Truth || e.Type == NoType {
		return t
	}
	if e.Type == Sites && e.Planes != topology.Cells {
		var planes []string
		for i, name := range []string{"cells", "edges", "corners"} {
			if e.Planes>>i&1 != 0 {
				planes = append(planes, name)
			}
		}
		t = strings.Join(planes, "|")
	}
	return t + [...]string{One: "", AtMostOne: "?", Many: "*"}[e.Card]
}

func (d *dumper) slot(n int64) string {
	if int(n) < len(d.names) {
		return fmt.Sprintf("%s@%d", d.names[n], n)
	}
	return fmt.Sprintf("@%d", n)
}

func (d *dumper) args(es []*Expr) string {
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

func (d *dumper) expr(e *Expr) string {
	if e == nil {
		return "_"
	}
	switch e.Op {
	case ConstSites:
		return d.set(e.Sets[0])
	case PlayerSites:
		var sets []string
		for _, s := range e.Sets {
			sets = append(sets, d.set(s))
		}
		return "<" + strings.Join(sets, " / ") + ">"
	case ConstNumber:
		return fmt.Sprint(e.N)
	case ConstTruth:
		return fmt.Sprint(e.N != 0)
	case ConstPlayers:
		return d.players(e.N)
	case ConstKinds:
		return d.kinds(e.N)
	case ConstSteps:
		var names []string
		for r := range e.Dirs.All() {
			names = append(names, d.relation(r))
		}
		if len(names) == 1 {
			return names[0]
		}
		return "{" + strings.Join(names, " ") + "}"
	case Var:
		return d.slot(e.N)
	case Let:
		return fmt.Sprintf("let %s = %s: %s", d.slot(e.N), d.expr(e.Args[0]), d.expr(e.Args[1]))
	case If:
		return fmt.Sprintf("(if %s: %s else %s)", d.expr(e.Args[0]), d.expr(e.Args[1]),
			d.expr(e.Args[2]))
	case For:
		return fmt.Sprintf("(for %s: %s)", d.expr(e.Args[0]), d.expr(e.Args[1]))
	case Call:
		return fmt.Sprintf("%s#%d(%s)", e.Func.Name, e.Func.Index, d.args(e.Args))
	case AttrOf:
		return fmt.Sprintf("%s(%s)", d.attr(e.N), d.args(e.Args))
	case StateOf:
		return fmt.Sprintf("%s[%s]", d.state(int(e.N)), d.args(e.Args))
	case Facing:
		return facings[e.N]
	case Path:
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

func (d *dumper) step(s *Step) string {
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
	case Star:
		b.WriteByte('*')
	case Plus:
		b.WriteByte('+')
	case Times:
		b.WriteString("{" + d.expr(s.Lo))
		if s.Hi != nil {
			b.WriteString(".." + d.expr(s.Hi))
		}
		b.WriteByte('}')
	}
	return b.String()
}

func (d *dumper) move(m *Move) {
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
		case BindClause:
			r := m.Roles[c.Role]
			d.line("  %s %s: %s in %s", r.Word, d.slot(int64(r.Slot)), d.typ(c.Value),
				d.expr(c.Value))
		case LetClause:
			d.line("  let %s: %s = %s", d.slot(int64(c.Slot)), d.typ(c.Value), d.expr(c.Value))
		case IfClause:
			d.line("  if %s", d.cond(c.Cond))
		case WeightClause:
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

func (d *dumper) cond(c Cond) string {
	if c.Reason == "" {
		return d.expr(c.Expr)
	}
	return fmt.Sprintf("%s %q", d.expr(c.Expr), c.Reason)
}

func (d *dumper) effects(es []*Effect) {
	for _, e := range es {
		d.line("  do %s", d.effect(e))
	}
}

func (d *dumper) effect(e *Effect) string {
	out := ""
	switch e.Op {
	case MovePieces:
		out = d.part(e) + " -> " + under[e.Under] + d.expr(e.B)
	case Swap:
		out = d.expr(e.A) + " <-> " + d.expr(e.B)
	case Place:
		out = "place" + d.piece(e) + map[bool]string{false: " on ", true: " under "}[e.Under] +
			d.expr(e.A)
	case Remove:
		out = "remove " + d.part(e)
	case Become:
		out = d.part(e) + " becomes" + d.piece(e)
	case Shift:
		out = "shift " + d.expr(e.A) + " by " + d.step(e.Step)
	case Assign:
		out = fmt.Sprintf("%s[%s] %s %s", d.state(e.State), d.args(e.Index),
			[...]string{SetTo: ":=", AddTo: "+=", TakeFrom: "-="}[e.Assign], d.expr(e.B))
	case LetEffect:
		out = fmt.Sprintf("let %s = %s", d.slot(int64(e.Slot)), d.expr(e.A))
	case Each:
		out = fmt.Sprintf("each %s in %s: %s", d.slot(int64(e.Slot)), d.expr(e.A), d.effect(e.Body))
		for _, more := range e.More {
			out += " also " + d.effect(more)
		}
	case While:
		out = fmt.Sprintf("while %s: %s", d.expr(e.A), d.effect(e.Body))
		for _, more := range e.More {
			out += " also " + d.effect(more)
		}
	case Again:
		out = "again"
	}
	if e.When != nil {
		out += " when " + d.expr(e.When)
	}
	return out
}

var under = map[bool]string{true: "under "}

// part writes which pieces of a tower an effect applies to.
func (d *dumper) part(e *Effect) string {
	return partNames[e.Part](d.expr(e.Many), d.expr(e.A))
}

var partNames = [...]func(n, of string) string{
	Whole:  func(_, of string) string { return of },
	Top:    func(n, of string) string { return "top " + n + " of " + of },
	Bottom: func(n, of string) string { return "bottom " + n + " of " + of },
}

func (d *dumper) piece(e *Effect) string {
	out := ""
	if e.Owner != nil {
		out += " " + d.expr(e.Owner)
	}
	if e.Kind != nil {
		out += " " + d.expr(e.Kind)
	}
	return out
}

func (d *dumper) choice(c *Choice) string {
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

func (d *dumper) item(it *Item) string {
	out := [...]string{MoveItem: "", PassItem: "pass", DoneItem: "done", WinItem: "win",
		LoseItem: "lose", DrawItem: "draw", IllegalItem: "illegal"}[it.Op]
	if it.Named {
		out = fmt.Sprintf("%s %ss", d.g.Players[it.Player].Name, out)
	}
	if it.Text != "" {
		out += fmt.Sprintf(" %q", it.Text)
	}
	var roles []Role
	if it.Op == MoveItem {
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

func (d *dumper) sentence(s *Sentence) string {
	out := [...]string{Win: "win", Lose: "lose", Draw: "draw", Highest: "highest",
		Lowest: "lowest"}[s.Outcome]
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

func (d *dumper) hidden(h *Hidden) string {
	out := ""
	switch h.Hides {
	case HidePieces:
		out = d.expr(h.Of)
	case HideKind:
		out = "kind " + d.expr(h.Of)
	case HideOwner:
		out = "owner " + d.expr(h.Of)
	case HideState:
		out = fmt.Sprintf("%s[%s]", d.state(h.State), d.args(h.Index))
	}
	if h.When != nil {
		out += " when " + d.expr(h.When)
	}
	return out
}
