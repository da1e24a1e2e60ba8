package notation

import (
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// unknown stands for what a view does not show.
const unknown = "?"

// ViewText writes a view in one line, like [Notation.PositionText]. A `?` is what is hidden: an
// unseen cell, the owner or kind in (Blue.?), (?.king) and (?.?), a value as in card(Second)=?. All
// values of a player that are hidden together are one field.
func (nt *Notation) ViewText(v *position.View) string {
	if v == nil || v.State == nil {
		return ""
	}
	return strings.Join(nt.orEmpty().viewFields(v, false), " ")
}

// ViewFields returns the fields of [Notation.ViewText] and those that are as at the beginning of
// the game: first the rows of the board, then the player to move, then the others.
func (nt *Notation) ViewFields(v *position.View) []string {
	if v == nil || v.State == nil {
		return nil
	}
	return nt.orEmpty().viewFields(v, true)
}

// Fields is [Notation.ViewFields] of one who sees everything.
func (nt *Notation) Fields(p *position.Position) []string {
	return nt.orEmpty().viewFields(whole(p), true)
}

func (nt *Notation) viewFields(v *position.View, all bool) []string {
	fields := []string{nt.rowsText(v), nt.playerName(v.State.ToMove)}
	for i := range nt.rules.Options {
		if o := &nt.rules.Options[i]; o.Value != o.Default {
			fields = append(fields, o.Name+"="+o.Value)
		}
	}
	fields = append(fields, nt.looseText(v)...)
	for state := range nt.rules.States {
		fields = append(fields, nt.statesText(v, state, all)...)
	}
	return append(fields, nt.courseText(v.State)...)
}

func (nt *Notation) rowsText(v *position.View) string {
	var rows []string
	for _, row := range nt.signs.rows {
		var b strings.Builder
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
		}
		for _, s := range row {
			text := nt.siteText(v, s)
			if text == "" {
				empty++
				continue
			}
			flush()
			b.WriteString(text)
		}
		flush()
		rows = append(rows, b.String())
	}
	return strings.Join(rows, "/")
}

// siteText writes what is seen on a cell: a piece, or a tower in brackets, lowest piece first; ""
// if it is empty.
func (nt *Notation) siteText(v *position.View, s topology.Site) string {
	if v.Unseen.Has(s) {
		return unknown
	}
	tower := v.Tower(s)
	var b strings.Builder
	for _, piece := range tower {
		b.WriteString(nt.seenSign(int(piece.Owner), int(piece.Kind)))
	}
	if len(tower) > 1 {
		return "[" + b.String() + "]"
	}
	return b.String()
}

// seenSign is pieceSign for a piece whose owner or kind may be unknown.
func (nt *Notation) seenSign(owner, kind int) string {
	switch {
	case kind == position.UnknownKind && owner == position.Unknown:
		return "(?.?)"
	case owner == position.Unknown:
		return "(?." + nt.rules.Kinds[kind].Name + ")"
	case kind == position.UnknownKind && owner == position.Nobody:
		return "(?)"
	case kind == position.UnknownKind:
		return "(" + nt.playerName(owner) + ".?)"
	}
	return nt.pieceSign(owner, kind)
}

// looseText writes the pieces on edges and corners.
func (nt *Notation) looseText(v *position.View) (fields []string) {
	plane := nt.rules.Board.Edges.Or(nt.rules.Board.Corners)
	if plane.Empty() {
		return nil
	}
	add := func(kind string, owner int, sites topology.Set) {
		if sites = sites.And(plane); sites.Empty() {
			return
		}
		switch {
		case owner == position.Unknown:
			kind += "(?)"
		case owner >= 0:
			kind += "(" + nt.playerName(owner) + ")"
		}
		fields = append(fields, kind+"="+nt.sitesText(sites))
	}
	for kind := range len(nt.rules.Kinds) + 1 {
		name, here := unknown, v.NoKind
		if kind < len(nt.rules.Kinds) {
			name, here = nt.rules.Kinds[kind].Name, v.State.OfKind[kind]
		}
		rest := here
		for owner := range nt.rules.Players {
			add(name, owner, here.And(v.State.Owned[owner]))
			rest = rest.Minus(v.State.Owned[owner])
		}
		add(name, position.Nobody, rest.Minus(v.NoOwner))
		add(name, position.Unknown, rest.And(v.NoOwner))
	}
	add("unseen", position.Nobody, v.Unseen)
	return fields
}

// statesText writes the values of a counter or memory that differ from the beginning, or all.
func (nt *Notation) statesText(v *position.View, state int, all bool) (fields []string) {
	s := &nt.rules.States[state]
	start, hidden, inSets := nt.player.Start().State(), v.Numbers, s.InSets()
	if inSets {
		hidden = v.Memories
	}
	slots := nt.slots(state)
	players, _, _ := nt.rules.Extent(s)
	for of := range slices.Chunk(slots, len(slots)/players) {
		if !slices.ContainsFunc(of, func(s stateSlot) bool { return !hidden[s.index] }) {
			of[0].kind, of[0].cell = -1, -1
			fields = append(fields, nt.slotName(s, of[0])+"="+unknown)
			continue
		}
		for _, slot := range of {
			var value string
			switch i := slot.index; {
			case hidden[i]:
				value = unknown
			case inSets && (all || v.State.Memories[i] != start.Memories[i]):
				value = nt.setText(s, v.State.Memories[i])
			case !inSets && (all || v.State.Numbers[i] != start.Numbers[i]):
				value = nt.numberText(s, v.State.Numbers[i])
			default:
				continue
			}
			fields = append(fields, nt.slotName(s, slot)+"="+value)
		}
	}
	return fields
}

// Told writes what a seat is told of a step from one position to the next; "" if that is nothing.
// Of another player's step, or of chance, see [eval.Machine.Told]: a site that the seat does not
// see change, and whatever else is chosen, is a `?`.
func (nt *Notation) Told(p *position.Position, m position.Move, q *position.Position,
	seat int, own bool) string {
	nt = nt.orEmpty()
	if own {
		return nt.Text(p, m)
	}
	machine, done := nt.explainer()
	defer done()
	telling, sites := machine.Told(p.State(), m, q.State(), seat)
	return nt.ToldText(m, telling, sites)
}

// ToldText writes what is told of a step of someone else.
func (nt *Notation) ToldText(m position.Move, telling eval.Telling, sites topology.Set) string {
	switch telling {
	case eval.Fully:
		return nt.short(m)
	case eval.Shortly:
		return nt.shortly(m, sites)
	}
	return ""
}

// shortly is the short notation with only some sites.
func (nt *Notation) shortly(m position.Move, sites topology.Set) string {
	id, values := nt.layout.Unpack(m)
	mv := nt.move(id)
	if mv == nil {
		return unknown
	}
	w := words(mv)
	var b strings.Builder
	last, some := "", false
	for i := range mv.Roles {
		role := &mv.Roles[i]
		if !w.written(role.Word) {
			continue
		}
		b.WriteString(w.joint(role.Word, last))
		last = role.Word
		if role.Type == ir.Sites && sites.Has(topology.Site(values[i])) {
			b.WriteString(nt.siteName(topology.Site(values[i])))
			some = true
		} else {
			b.WriteString(unknown)
		}
	}
	if !some {
		return unknown
	}
	return b.String()
}
