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
	return strings.Join(nt.orEmpty().positions.viewFields(v, false), " ")
}

// ViewFields returns the fields of [Notation.ViewText] and those that are as at the beginning of
// the game: first the rows of the board, then the player to move, then the others.
func (nt *Notation) ViewFields(v *position.View) []string {
	if v == nil || v.State == nil {
		return nil
	}
	return nt.orEmpty().positions.viewFields(v, true)
}

// Fields is [Notation.ViewFields] of one who sees everything.
func (nt *Notation) Fields(p *position.Position) []string {
	return nt.orEmpty().positions.viewFields(whole(p), true)
}

func (pos *positions) viewFields(v *position.View, all bool) []string {
	fields := []string{pos.rowsText(v), pos.names.playerName(v.State.ToMove)}
	for i := range pos.rules.Options {
		if o := &pos.rules.Options[i]; o.Value != o.Default {
			fields = append(fields, o.Name+"="+o.Value)
		}
	}
	fields = append(fields, pos.looseText(v)...)
	for state := range pos.rules.States {
		fields = append(fields, pos.statesText(v, state, all)...)
	}
	return append(fields, pos.courseText(v.State)...)
}

func (pos *positions) rowsText(v *position.View) string {
	var rows []string
	for _, row := range pos.signs.rows {
		var b strings.Builder
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
		}
		for _, s := range row {
			text := pos.siteText(v, s)
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
func (pos *positions) siteText(v *position.View, s topology.Site) string {
	if v.Unseen.Has(s) {
		return unknown
	}
	tower := v.Tower(s)
	var b strings.Builder
	for _, piece := range tower {
		b.WriteString(pos.seenSign(int(piece.Owner), int(piece.Kind)))
	}
	if len(tower) > 1 {
		return "[" + b.String() + "]"
	}
	return b.String()
}

// seenSign is pieceSign for a piece whose owner or kind may be unknown.
func (pos *positions) seenSign(owner, kind int) string {
	switch {
	case kind == position.UnknownKind && owner == position.Unknown:
		return "(?.?)"
	case owner == position.Unknown:
		return "(?." + pos.rules.Kinds[kind].Name + ")"
	case kind == position.UnknownKind && owner == position.Nobody:
		return "(?)"
	case kind == position.UnknownKind:
		return "(" + pos.names.playerName(owner) + ".?)"
	}
	return pos.names.pieceSign(owner, kind)
}

// looseText writes the pieces on edges and corners.
func (pos *positions) looseText(v *position.View) (fields []string) {
	plane := pos.rules.Board.Edges.Or(pos.rules.Board.Corners)
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
			kind += "(" + pos.names.playerName(owner) + ")"
		}
		fields = append(fields, kind+"="+pos.names.sitesText(sites))
	}
	for kind := range len(pos.rules.Kinds) + 1 {
		name, here := unknown, v.NoKind
		if kind < len(pos.rules.Kinds) {
			name, here = pos.rules.Kinds[kind].Name, v.State.OfKind[kind]
		}
		rest := here
		for owner := range pos.rules.Players {
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
func (pos *positions) statesText(v *position.View, state int, all bool) (fields []string) {
	s := &pos.rules.States[state]
	start, hidden, inSets := pos.nt.player.Start().State(), v.Numbers, s.InSets()
	if inSets {
		hidden = v.Memories
	}
	slots := pos.names.slots(state)
	players, _, _ := pos.rules.Extent(s)
	for of := range slices.Chunk(slots, len(slots)/players) {
		if !slices.ContainsFunc(of, func(s stateSlot) bool { return !hidden[s.index] }) {
			of[0].kind, of[0].cell = -1, -1
			fields = append(fields, pos.names.slotName(s, of[0])+"="+unknown)
			continue
		}
		for _, slot := range of {
			var value string
			switch i := slot.index; {
			case hidden[i]:
				value = unknown
			case inSets && (all || v.State.Memories[i] != start.Memories[i]):
				value = pos.names.setText(s, v.State.Memories[i])
			case !inSets && (all || v.State.Numbers[i] != start.Numbers[i]):
				value = pos.names.numberText(s, v.State.Numbers[i])
			default:
				continue
			}
			fields = append(fields, pos.names.slotName(s, slot)+"="+value)
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
		return nt.names.short(m)
	case eval.Shortly:
		return nt.shortly(m, sites)
	}
	return ""
}

// shortly is the short notation with only some sites.
func (nt *Notation) shortly(m position.Move, sites topology.Set) string {
	id, values := nt.layout.Unpack(m)
	mv := nt.names.move(id)
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
			b.WriteString(nt.names.siteName(topology.Site(values[i])))
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
