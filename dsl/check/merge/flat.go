package merge

import (
	"fmt"
	"strings"
)

// Flat writes the rules as one text that extends nothing.
func (r *Rules) Flat() string {
	var b strings.Builder
	if r.Game != nil {
		fmt.Fprintf(&b, "game \"%s\"\n", r.Title)
	}
	for _, u := range r.Uses {
		fmt.Fprintf(&b, "use \"%s\"\n", u.Name)
	}
	for i, d := range r.Decls {
		if i == 0 || !together(r.Decls[i-1], d) {
			b.WriteByte('\n')
		}
		writeFlat(&b, d)
	}
	return b.String()
}

// together reports whether two declarations have no empty line between them: short ones of one
// kind, and those that say where and with what a game is played.
func together(a, b *Decl) bool {
	if a.Branch != nil || b.Branch != nil || strings.Contains(a.text, "\n") ||
		strings.Contains(b.text, "\n") {
		return false
	}
	head := map[string]int{"players": 1, "teams": 1, "board": 1, "piece": 1}
	x, y := KeyOf(a).Kind, KeyOf(b).Kind
	return x == y || head[x]+head[y] == 2
}

func writeFlat(b *strings.Builder, d *Decl) {
	if d.Branch == nil {
		b.WriteString(d.text)
		b.WriteByte('\n')
		return
	}
	cond := d.Branch.Cond.Span(d.Branch.File).Text()
	if len(d.Branch.Then) == 0 {
		fmt.Fprintf(b, "if not (%s) {\n", cond)
		for _, t := range d.Branch.Other {
			writeFlat(b, t)
		}
		b.WriteString("}\n")
		return
	}
	fmt.Fprintf(b, "if %s {\n", cond)
	for _, t := range d.Branch.Then {
		writeFlat(b, t)
	}
	b.WriteString("}")
	switch other := d.Branch.Other; {
	case len(other) == 1 && other[0].Branch != nil:
		b.WriteString(" else ")
		writeFlat(b, other[0])
		return
	case len(other) > 0:
		b.WriteString(" else {\n")
		for _, t := range other {
			writeFlat(b, t)
		}
		b.WriteString("}")
	}
	b.WriteByte('\n')
}
