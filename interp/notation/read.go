package notation

import (
	"boardgame/dsl/ir"
	"boardgame/interp/position"
	"slices"
	"strings"
)

// maxMoveText bounds the text of a move or a turn, in bytes.
const maxMoveText = 1 << 12

// Parse reads a legal step. Any form of its notation will do: the short one, the one with the name before, the long one, of which
// roles may be left out, their words too (fence d4ne east); in any case; shortened, if no other legal step begins so; without its
// signs (c3d4); and what an alias of the game stands for. What is no legal step gives an [*IllegalMoveError].
func (nt *Notation) Parse(p *position.Position, text string) (position.Move, error) {
	found, exact := nt.find(nt.player.Moves(p), text)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		e := &IllegalMoveError{Text: text, Ambiguous: true}
		for _, m := range found {
			e.Nearest = append(e.Nearest, nt.Text(p, m))
		}
		if exact { // the short notations are the same; only the long ones tell
			e.Nearest = e.Nearest[:0]
			for _, m := range found {
				e.Nearest = append(e.Nearest, nt.long(m))
			}
		}
		return 0, e
	}
	return 0, nt.illegal(p, text)
}

// find returns the steps that a text may mean, by the strictest reading that gives any; exact reports that it is the whole
// notation of each.
func (nt *Notation) find(moves []position.Move, text string) (found []position.Move, exact bool) {
	return nt.findPlain(moves, text, nt.meant)
}

// never is what no text stands for by aliases.
func never(string) (string, bool) { return "", false }

// findPlain does what find does, with meant for what a text stands for by an alias.
func (nt *Notation) findPlain(moves []position.Move, text string, meant func(string) (string, bool)) (found []position.Move, exact bool) {
	if len(text) > maxMoveText {
		return nil, false
	}
	texts := nt.texts(moves)
	if i := slices.Index(texts, strings.TrimSpace(text)); i >= 0 {
		return moves[i : i+1 : i+1], true
	}
	want := nt.ownNames(normal(text))
	if want == "" {
		return nil, false
	}
	forms := make([][]string, len(moves))
	for i, m := range moves {
		forms[i] = []string{normal(texts[i]), normal(nt.short(m)), normal(nt.named(m)), normal(nt.long(m))}
	}
	pick := func(fits func(forms []string) bool) []position.Move {
		var picked []position.Move
		for i, m := range moves {
			if fits(forms[i]) {
				picked = append(picked, m)
			}
		}
		return picked
	}
	readings := []func(forms []string) bool{
		func(forms []string) bool { return forms[0] == want },
		func(forms []string) bool { return slices.Contains(forms, want) },
	}
	for _, fits := range readings {
		if found = pick(fits); len(found) > 0 {
			return found, true
		}
	}
	if found = nt.byRoles(moves, want); len(found) > 0 {
		return found, false
	}
	if meant, ok := meant(text); ok { // and nothing else: what its words happen to fit may be far from it
		found, _ = nt.findPlain(moves, meant, never)
		return found, true
	}
	if found = nt.byValues(moves, want); len(found) > 0 {
		return found, false
	}
	bare := squeezed(want)
	for _, fits := range []func(forms []string) bool{
		func(forms []string) bool { return bare != "" && squeezed(forms[0]) == bare },
		func(forms []string) bool { return strings.HasPrefix(forms[0], want) },
		func(forms []string) bool {
			return slices.ContainsFunc(forms, func(form string) bool { return strings.HasPrefix(form, want) })
		},
	} {
		if found = pick(fits); len(found) > 0 {
			return found, false
		}
	}
	return nil, false
}

// meant returns what a text stands for by the first alias that fits; ok is false if there is none. It is nothing, "", if a number of
// the text is off the board: then it must not be read as anything else.
func (nt *Notation) meant(text string) (meant string, ok bool) {
	text = strings.TrimSpace(text)
	for _, a := range nt.aliases {
		if meant, ok = a.Rewrite(nt.rules.Board, text); ok {
			return meant, true
		}
	}
	return "", nt.offBoard(text) != ""
}

// offBoard says which number of an alias is off the board; "" if none is.
func (nt *Notation) offBoard(text string) string {
	for _, a := range nt.aliases {
		if off := a.OffBoard(nt.rules.Board, strings.TrimSpace(text)); off != "" {
			return off
		}
	}
	return ""
}

// byRoles reads a long form of which roles may be missing, or in another order: the name of a move, then pairs of a
// role's word and its value.
func (nt *Notation) byRoles(moves []position.Move, want string) []position.Move {
	fields := strings.Fields(want)
	if len(fields)%2 != 1 {
		return nil
	}
	var found []position.Move
	for _, m := range moves {
		id, values := nt.layout.Unpack(m)
		mv := nt.move(id)
		if mv == nil || !strings.EqualFold(mv.Name, fields[0]) {
			continue
		}
		fits := true
		for i := 1; i < len(fields) && fits; i += 2 {
			r := slices.IndexFunc(mv.Roles, func(role ir.Role) bool { return role.Word == fields[i] })
			fits = r >= 0 && strings.EqualFold(nt.valueText(&mv.Roles[r], values[r], false), fields[i+1])
		}
		if fits {
			found = append(found, m)
		}
	}
	return found
}

// byValues reads the name of a move and then the values of some of its roles, in their order.
func (nt *Notation) byValues(moves []position.Move, want string) []position.Move {
	name, rest, _ := strings.Cut(want, " ")
	values := tokens(rest)
	var found []position.Move
	for _, m := range moves {
		id, chosen := nt.layout.Unpack(m)
		mv := nt.move(id)
		if mv == nil || !strings.EqualFold(mv.Name, name) || len(values) == 0 {
			continue
		}
		next := 0
		for i := range mv.Roles {
			if next < len(values) && strings.EqualFold(nt.valueText(&mv.Roles[i], chosen[i], false), values[next]) {
				next++
			}
		}
		if next == len(values) {
			found = append(found, m)
		}
	}
	return found
}
