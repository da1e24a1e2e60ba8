package check

import (
	"fmt"

	"boardgame/dsl/check/terms"
	"boardgame/dsl/syntax"
)

// checkDomain warns of a role that never has anything to choose from.
func (mr *moveReader) checkDomain(v terms.Value, n *syntax.Bind, s *terms.Scope) {
	if v.Empty() && !v.Option && !v.Bad() && !mr.Facts.NoBoard {
		mr.Values.EmptySet(n.Domain.Span(s.File),
			fmt.Sprintf("So `%s` has nothing to choose from.", n.Role))
	}
}
