package ruletest

// bestPlay refuses: a page solves no games, so it does not have to carry what that takes.
func (r *run) bestPlay(l *Line) {
	r.problem(codeValue, l.Span, "positions are not solved in a page", "")
}

// gameValue refuses, for the same reason.
func (r *run) gameValue(l *Line) {
	r.problem(codeValue, l.Span, "games are not solved in a page", "")
}
