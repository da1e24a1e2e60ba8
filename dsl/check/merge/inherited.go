package merge

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
)

// A replacement is a declaration of a file that another file extends, and the one there that takes
// its place.
type replacement struct{ old, by *Decl }

// Inherited says of mistakes in what a file inherits that they come from what the file replaces,
// such as a `setup` that names a player who is no longer there. It leaves one mistake for each such
// declaration.
func (r *Rules) Inherited(list diag.List) diag.List {
	if len(r.replaced) == 0 || !list.HasErrors() {
		return list
	}
	said := map[*Decl]bool{}
	return slices.DeleteFunc(list, func(d *diag.Diagnostic) bool {
		if d.Severity != diag.Error || d.Span.File == r.File {
			return false
		}
		for _, x := range r.replaced {
			named := slices.Contains(words(x.old.Span().Text()), d.Span.Text()) ||
				d.Code == code.NoSuchSite && KeyOf(x.old).Kind == "board"
			in := r.around(d)
			if !named || in == nil || in.File != x.old.File {
				continue
			}
			if said[in] {
				return true
			}
			said[in] = true
			d.Detail = fmt.Sprintf("Here %s names it, but %s replaces %s.", KeyOf(in), x.by.File.Name,
				KeyOf(x.old))
			d.Suggestion = fmt.Sprintf("declare %s in %s, too", KeyOf(in), x.by.File.Name)
			d.Related = append(d.Related, diag.Related{Span: NameOf(x.by), Message: "replaced here"})
			return false
		}
		return false
	})
}

// around returns the declaration that a mistake is in; nil if it is in none of the game.
func (r *Rules) around(d *diag.Diagnostic) (in *Decl) {
	Each(r.Decls, func(x *Decl) {
		at := x.Span()
		if x.File == d.Span.File && at.Lo <= d.Span.Lo && d.Span.Hi <= at.Hi {
			in = x
		}
	})
	return in
}

// words returns the names in a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && !('a' <= c && c <= 'z') && !('A' <= c && c <= 'Z') && !('0' <= c && c <= '9')
	})
}
