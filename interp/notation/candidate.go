package notation

import (
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// A candidate is a step, legal or not, that a text may denote: a move and the values of the roles
// that the text gives, nil for a role that may have any value; or, without a move, a step that has
// no roles.
type candidate struct {
	move *ir.Move
	said []*int64
	step position.Move
}

// candidates returns the steps that a text may denote.
func (fm *forms) candidates(text string) []candidate {
	if len(text) > maxMoveText {
		return nil
	}
	if meant, ok := fm.meant(text); ok {
		text = meant
	}
	want := normal(text)
	switch want {
	case "":
		return nil
	case passText:
		return []candidate{{step: position.Pass}}
	case doneText:
		return []candidate{{step: position.Done}}
	}
	var all []candidate
	for _, mv := range fm.rules.Moves {
		if len(mv.Roles) == 0 {
			if want == normal(mv.Name) || mv.Label != "" && want == normal(mv.Label) {
				all = append(all, candidate{step: position.Bare(mv.ID)})
			}
			continue
		}
		rest := want
		name, after, _ := strings.Cut(want, " ")
		named := strings.EqualFold(name, mv.Name)
		if named {
			rest = after
		}
		said := fm.boundLong(mv, want)
		if said == nil {
			said = fm.boundShort(mv, rest)
		}
		if said == nil && named {
			said = fm.boundSome(mv, rest)
		}
		if said != nil {
			all = append(all, candidate{move: mv, said: said})
		}
	}
	if len(all) == 0 { // an x, which marks captures, is not a sign and must not be dropped
		return fm.closest(fm.glued(want), want, unsigned)
	}
	// The text as it stands, with its signs, says more than its words.
	return fm.closest(all, want, normal)
}

// Placed selects, from some steps, those that a text may stand for if it is, sign for sign, the
// notation of some step with more than one role, legal or not: c3xd4, if some move is written like
// that. They have the same values in the same roles. Otherwise written is false.
func (nt *Notation) Placed(text string,
	moves []position.Move) (placed []position.Move, written bool) {
	nt = nt.orEmpty()
	if len(text) > maxMoveText || len(tokens(normal(text))) < 2 {
		return nil, false
	}
	all := slices.DeleteFunc(nt.forms.candidates(text),
		func(c candidate) bool { return !nt.forms.reads(c, nt.names.ownNames(normal(text)), unspaced) })
	for _, m := range moves {
		if slices.ContainsFunc(all, func(c candidate) bool { return nt.forms.hasSaid(m, c) }) {
			placed = append(placed, m)
		}
	}
	return placed, len(all) > 0
}

// hasSaid reports whether a step has the values given for a candidate, in roles with the same
// words.
func (fm *forms) hasSaid(m position.Move, c candidate) bool {
	id, values := fm.layout.Unpack(m)
	mv := fm.names.move(id)
	if mv == nil || c.move == nil {
		return m == c.step
	}
	for i, said := range c.said {
		if said == nil {
			continue
		}
		role := c.move.Roles[i]
		at := slices.IndexFunc(mv.Roles,
			func(r ir.Role) bool { return r.Word == role.Word && r.Type == role.Type })
		if at < 0 || values[at] != *said {
			return false
		}
	}
	return true
}

// closest returns the candidates that have a form like the text, or all candidates if there are
// none.
func (fm *forms) closest(all []candidate, want string, read func(string) string) []candidate {
	exact := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return !fm.reads(c, want, read)
	})
	if len(exact) > 0 {
		return exact
	}
	return all
}

// reads reports whether a form of a candidate reads like a text.
func (fm *forms) reads(c candidate, want string, read func(string) string) bool {
	m := fm.example(c)
	return slices.ContainsFunc([]string{fm.names.short(m), fm.names.named(m),
		fm.names.long(m)}, func(form string) bool { return read(normal(form)) == read(want) })
}

// example is the step that a candidate stands for, with the first value for each open role.
func (fm *forms) example(c candidate) position.Move {
	if c.move == nil {
		return c.step
	}
	values := make([]int64, len(c.said))
	for i, v := range c.said {
		if v != nil {
			values[i] = *v
		}
	}
	m, _ := fm.layout.Pack(c.move.ID, values)
	return m
}

// maxGlued bounds the text of a step without blanks and signs, in bytes.
const maxGlued = 64

// glued returns what a text without blanks and signs, such as c3d4, may be the short form of, with
// or without the name of the move.
func (fm *forms) glued(want string) []candidate {
	var all []candidate
	for _, mv := range fm.rules.Moves {
		rest := want
		if name, after, ok := strings.Cut(want, " "); ok && strings.EqualFold(name, mv.Name) {
			rest = after
		}
		if rest = squeezed(rest); rest == "" || len(rest) > maxGlued || len(mv.Roles) == 0 {
			continue
		}
		if said := make([]*int64, len(mv.Roles)); fm.boundGlued(mv, said, 0, rest) {
			all = append(all, candidate{move: mv, said: said})
		}
	}
	return all
}

// boundGlued reads the values that a short form shows, from role i on, one directly after the
// other, into said; the longest that is a value comes first, and digits stay together. It reports
// whether that makes up the whole text.
func (fm *forms) boundGlued(mv *ir.Move, said []*int64, i int, text string) bool {
	for w := words(mv); i < len(mv.Roles) && !w.written(mv.Roles[i].Word); {
		i++
	}
	text = strings.TrimPrefix(text, " ") // which keeps two numbers apart
	if i == len(mv.Roles) {
		return text == ""
	}
	for n := len(text); n > 0; n-- {
		if n < len(text) && isDigit(text[n-1]) && isDigit(text[n]) {
			continue
		}
		if v, ok := fm.names.valueOf(&mv.Roles[i], text[:n]); ok && fm.boundGlued(mv, said, i+1,
			text[n:]) {
			said[i] = &v
			return true
		}
	}
	return false
}

// boundLong reads a long form: the values by role, nil for a role that is not given. The result is
// nil if the text is not one.
func (fm *forms) boundLong(mv *ir.Move, want string) []*int64 {
	fields := strings.Fields(want)
	if len(fields)%2 != 1 || !strings.EqualFold(fields[0], mv.Name) {
		return nil
	}
	bound := make([]*int64, len(mv.Roles))
	for i := 1; i < len(fields); i += 2 {
		r := 0 // the next role with the word: a move may have several with `with`
		for r < len(mv.Roles) && (mv.Roles[r].Word != fields[i] || bound[r] != nil) {
			r++
		}
		if r == len(mv.Roles) {
			return nil
		}
		v, ok := fm.names.valueOf(&mv.Roles[r], fields[i+1])
		if !ok {
			return nil
		}
		bound[r] = &v
	}
	return bound
}

// boundShort reads a short form: one word for each role that it shows.
func (fm *forms) boundShort(mv *ir.Move, want string) []*int64 {
	tokens := tokens(want)
	bound := make([]*int64, len(mv.Roles))
	w := words(mv)
	next := 0
	for i := range mv.Roles {
		if !w.written(mv.Roles[i].Word) {
			continue
		}
		if next == len(tokens) {
			return nil
		}
		v, ok := fm.names.valueOf(&mv.Roles[i], tokens[next])
		if !ok {
			return nil
		}
		next++
		bound[i] = &v
	}
	if next < len(tokens) {
		return nil
	}
	return bound
}

// boundSome reads the values of some roles, in their order.
func (fm *forms) boundSome(mv *ir.Move, want string) []*int64 {
	values := tokens(want)
	bound := make([]*int64, len(mv.Roles))
	next := 0
	for i := range mv.Roles {
		if next < len(values) {
			if v, ok := fm.names.valueOf(&mv.Roles[i], values[next]); ok {
				bound[i] = &v
				next++
			}
		}
	}
	if next == 0 || next < len(values) {
		return nil
	}
	return bound
}
