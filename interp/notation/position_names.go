package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/topology"
)

// quote returns part of the text, shortened.
func quote(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return strconv.Quote(s)
}

// named finds a name among the names of one kind of thing: in any case and, if that is unambiguous,
// shortened.
func (r *positionReader) named(f field, what string, names []string) (int, error) {
	if i := slices.Index(names, f.text); i >= 0 {
		return i, nil
	}
	found := -1
	for i, name := range names {
		if strings.EqualFold(name, f.text) {
			return i, nil
		}
		if f.text != "" && len(name) >= len(f.text) && strings.EqualFold(name[:len(f.text)], f.text) {
			if found >= 0 {
				return 0, r.wrong(f, "%s may be %s or %s", quote(f.text), names[found], name)
			}
			found = i
		}
	}
	if found >= 0 {
		return found, nil
	}
	message := fmt.Sprintf("there is no %s %s", what, quote(f.text))
	if f.text == "" {
		message = "expected a " + what
	}
	if near := diag.Nearest(f.text, names); near != "" {
		return 0, r.wrong(f, "%s; did you mean %s?", message, near)
	}
	return 0, r.wrong(f, "%s; expected %s", message, choice(names))
}

// choice lists names: "a", "a or b", "a, b or c".
func choice(names []string) string {
	if len(names) > 12 {
		names = append(slices.Clone(names[:11]), "another")
	}
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func (r *positionReader) player(f field) (int, error) {
	var names []string
	for i := range r.nt.rules.Players {
		names = append(names, r.nt.rules.Players[i].Name)
	}
	return r.named(f, "player", names)
}

func (r *positionReader) kind(f field) (int, error) {
	var names []string
	for i := range r.nt.rules.Kinds {
		names = append(names, r.nt.rules.Kinds[i].Name)
	}
	return r.named(f, "kind of piece", names)
}

func (r *positionReader) site(f field) (topology.Site, error) {
	s, ok := r.nt.rules.Board.SiteByName(f.text)
	if !ok {
		return 0, r.wrong(f, "the board has no site %s", quote(f.text))
	}
	return s, nil
}

func (r *positionReader) relation(f field) (topology.Relation, error) {
	var names []string
	for i := range r.nt.rules.Board.Relations() {
		names = append(names, r.nt.names.relationName(topology.Relation(i)))
	}
	i, err := r.named(f, "direction", names)
	return topology.Relation(i), err
}

func (r *positionReader) count(f field, most int) (int, error) {
	n, err := strconv.Atoi(f.text)
	if err != nil || n < 0 || n > most {
		return 0, r.wrong(f, "expected a number from 0 to %d, not %s", most, quote(f.text))
	}
	return n, nil
}

// list reads names separated by commas; `none` is not a name.
func list[T any](f field, read func(field) (T, error)) ([]T, error) {
	if strings.EqualFold(f.text, "none") {
		return nil, nil
	}
	var all []T
	for _, part := range f.split(',') {
		v, err := read(part)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}
