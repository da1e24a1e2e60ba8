package terms

import (
	"sync"

	"boardgame/dsl/check/index"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

var sorts = [...]index.Sort{
	OptionName: index.OptionSort, PlayerName: index.PlayerSort, KindName: index.PieceSort,
	AttrName:  index.AttributeSort,
	StateName: index.CounterSort, RegionName: index.RegionSort, DefName: index.DefSort,
	MoveName:  index.MoveSort,
	ValueName: index.ValueSort, LineName: index.LineSort,
}

// NoteUse records that a name stands for a declaration.
func (t *nameTable) NoteUse(sp *Space, sym *Entry, at source.Span) {
	if t.Index != nil && at.Valid() && !t.Index.Knows(at) {
		t.Index.Note(t.recorded(sp, sym), at, at == sym.Span)
	}
}

// NoteSymbol is noteUse for a symbol of any visible space.
func (t *nameTable) NoteSymbol(sym *Entry, at source.Span) {
	if t.Index == nil || t.Index.Knows(at) {
		return
	}
	t.NoteUse(t.spaceOf(sym), sym, at)
}

// spaceOf returns the table of names that contains a symbol.
func (t *nameTable) spaceOf(sym *Entry) *Space {
	if t.OfGame.Entries[sym.Name] == sym {
		return t.OfGame
	}
	if t.prelude.Entries[sym.Name] == sym {
		return t.prelude
	}
	var find func(list []*Space) *Space
	find = func(list []*Space) *Space {
		for _, sp := range list {
			if sp.Entries[sym.Name] == sym {
				return sp
			}
			if above := find(sp.Above); above != nil {
				return above
			}
		}
		return nil
	}
	if sp := find(t.Uses); sp != nil {
		return sp
	}
	return t.OfGame
}

// recorded returns the entry of the index for a symbol.
func (t *nameTable) recorded(sp *Space, sym *Entry) *index.Symbol {
	x := t.Index
	key := [2]string{sp.library, sym.Name}
	s := x.Global[key]
	if s == nil {
		s = &index.Symbol{Name: sym.Name, Sort: sorts[sym.Sort]}
		if sym.Sort == StateName && sym.State.Node.Memory {
			s.Sort = index.MemorySort
		}
		x.Global[key] = s
		x.Symbols = append(x.Symbols, s)
		x.Note(s, sym.Span, true)
	}
	return s
}

// noteVariable records where a variable is bound or used.
func (t *nameTable) noteVariable(v *Variable, at source.Span) {
	x := t.Index
	if x == nil || x.Knows(at) {
		return
	}
	s := x.Variable[v.Span]
	if s == nil {
		s = &index.Symbol{Name: v.Name, Sort: index.VariableSort}
		x.Variable[v.Span] = s
		x.Symbols = append(x.Symbols, s)
	}
	if s.Is == "" && !v.val.Bad() {
		s.Is = Describe(v.val)
	}
	x.Note(s, at, at == v.Span)
}

// NoteWord records the use of a built-in name.
func (t *nameTable) NoteWord(name string, at source.Span) {
	x := t.Index
	if x == nil || x.Knows(at) {
		return
	}
	key := [2]string{"\x00language", name}
	s := x.Global[key]
	if s == nil {
		s = &index.Symbol{Name: name, Sort: index.WordSort}
		x.Global[key] = s
		x.Symbols = append(x.Symbols, s)
	}
	x.Note(s, at, false)
}

// noteExpr records the type and value of an expression.
func (t *nameTable) noteExpr(s *Scope, v Value, at source.Span) {
	if t.Index == nil || !at.Valid() || v.Expr == nil || t.Index.TypedBefore(at) {
		return
	}
	t.Index.Expr(&index.Expr{Span: at, Is: Describe(v), Expr: v.Expr, Closed: v.free == 0,
		Slots: s.Frame.Size + 1})
}

// BuiltIns returns the built-in names, each with the form in which it is written with arguments, or
// "" if it takes none. Directions are among them. Do not change the map.
var BuiltIns = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for n := range BuiltInNames() {
		names[n] = ""
		if b := builtIns[n]; b != nil {
			names[n] = b.form
		}
	}
	return names
})

// NoteDirection records the direction that a player faces.
func (t *nameTable) NoteDirection(n syntax.Name, f *source.File) {
	at := n.Span(f)
	if sym := t.OfGame.Entries[n.Text]; sym != nil && sym.Sort == LineName {
		t.NoteSymbol(sym, at)
		return
	}
	t.NoteWord(n.Text, at)
}
