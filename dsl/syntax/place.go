package syntax

import "slices"

// A place says where in a declaration a token stands. All fields are indices into the tokens of a
// piece.
type place struct {
	// the first word of the declaration around it; the beginning of the tokens if there is none
	decl  int
	level int // the brace of the `if` whose declarations these are, -1: the whole text
	block int // the brace of the block around it, -1: it stands in no block
	open  int // the innermost bracket around it, -1: none inside of the block
	unit  int // where its line of the block begins; without a block the same as decl
}

// locate finds out where token i stands, which may be one past the last.
func locate(tokens []Token, i int) place {
	type frame struct {
		kind  opened
		place place
		eq    bool
	}
	here := frame{kind: file, place: place{level: -1, block: -1, open: -1}}
	var stack []frame
	for j := 0; j <= i && j < len(tokens); j++ {
		t := &tokens[j]
		if closing := t.is(")") || t.is("]") || t.is("}"); closing && len(stack) > 0 && j < i {
			here = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			continue
		}
		switch here.kind {
		case file, decls:
			if beginsDecl(tokens, j) {
				here.place.decl, here.place.unit, here.eq = j, j, false
			}
			if t.is("=") {
				here.eq = true
			}
		case block:
			if beginsUnit(tokens, j, here.place) {
				here.place.unit = j
			}
		}
		if j == i {
			break
		}
		if t.is("(") || t.is("[") || t.is("{") {
			stack = append(stack, here)
			what := inner
			if t.is("{") && (here.kind == file || here.kind == decls) {
				what = opens(&tokens[here.place.decl], &tokens[max(j-1, 0)], here.eq, tokens[j+1:])
			}
			switch what {
			case decls:
				here = frame{kind: decls,
					place: place{decl: j + 1, level: j, block: -1, open: -1, unit: j + 1}}
			case block:
				here.kind = block
				here.place.block, here.place.unit = j, j+1
			default:
				here.kind = inner
				here.place.open = j
			}
		}
	}
	return here.place
}

// beginsDecl reports whether token j begins a declaration, given that declarations may stand there.
func beginsDecl(tokens []Token, j int) bool {
	t := &tokens[j]
	if j == 0 || tokens[j-1].is("{") {
		return true
	}
	before := &tokens[j-1]
	switch {
	case t.Kind == NameToken && j+1 < len(tokens) && headsDecl(before, t, &tokens[j+1]):
		return true // in a text that is being written; elsewhere it is a word by now
	case t.Kind != WordToken:
		return false
	case t.Text == "if":
		return beginsIf(before, t)
	case t.Text == "players":
		return mayEnd(before, t)
	case t.Text == "turn" && before.is("this"):
		return false
	}
	return isDeclWord(t.Text) &&
		(t.first || mayEnd(before, t) && !(before.Kind == WordToken && isDeclWord(before.Text)))
}

// mayEnd reports whether something can be complete with token before when t follows.
func mayEnd(before, t *Token) bool {
	if t.first && (before.is("*") || before.is("+") || before.Kind == WordToken &&
		slices.Contains(outcomeWords, before.Text)) {
		return true
	}
	return endsOperand(before) || before.is("{") || before.is("turn")
}

// beginsUnit reports whether token j begins a line of the block at p.
func beginsUnit(tokens []Token, j int, p place) bool {
	if j == p.block+1 {
		return true
	}
	t, before := &tokens[j], &tokens[j-1]
	inThen := tokens[p.unit].is("then")
	if t.first && t.Kind == WordToken && isMove(tokens, p) {
		switch t.Text {
		case "from", "to", "over", "at", "along", "as":
			return !inThen
		case "do", "ensure", "then":
			return true
		}
	}
	if t.Kind == WordToken && t.Text == "weight" {
		return true
	}
	if before.is(",,") {
		return true
	}
	if !mayEnd(before, t) || t.is("}") {
		return false
	}
	if t.Kind == WordToken {
		switch t.Text {
		case "from", "to", "over", "at", "along", "as", "with":
			return !inThen && isMove(tokens, p)
		case "let", "if", "do", "ensure", "then":
			return isMove(tokens, p)
		case "win", "lose", "draw", "wins", "loses":
			return tokens[p.decl].is("end") && (t.first || before.Kind != NameToken) &&
				!startsWithRank(tokens, j, p)
		case "line", "loop":
			return tokens[p.decl].is("board")
		case "highest", "lowest":
			return tokens[p.decl].is("end")
		case "becomes", "else", "and", "or", "implies", "mod", "in", "when", "on", "by":
			return false
		}
		return t.first
	}
	return t.first && (t.Kind == NameToken || t.Kind == IntToken)
}

// startsWithRank reports whether the sentence that token j stands in begins with highest or lowest,
// whose verb it is.
func startsWithRank(tokens []Token, j int, p place) bool {
	head := &tokens[p.unit]
	return (head.is("highest") || head.is("lowest")) && tokens[j].is("wins")
}

func isMove(tokens []Token, p place) bool {
	return tokens[p.decl].is("move") || tokens[p.decl].is("chance")
}

// match returns the index of the bracket that closes the one at i, or the last index.
func match(tokens []Token, i int) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		switch t := &tokens[j]; {
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(tokens) - 1
}

// unitEnd returns where the line of a block, or the declaration, that begins at p.unit ends: the
// index behind it.
func unitEnd(tokens []Token, p place, from int) int {
	end := len(tokens)
	if p.block >= 0 {
		end = match(tokens, p.block)
	} else if p.level >= 0 {
		end = match(tokens, p.level)
	}
	for j := p.unit; j < end; j++ {
		if j > p.unit && j >= from {
			if p.block >= 0 && beginsUnit(tokens, j, p) || p.block < 0 &&
				(beginsDecl(tokens, j) || beginsJunk(tokens, j, p)) {
				return j
			}
		}
		if t := &tokens[j]; t.is("(") || t.is("[") || t.is("{") {
			j = match(tokens, j)
		}
	}
	return end
}

// beginsJunk reports whether token j, among declarations, is the first of its line and so far to
// the left that its author meant to begin something new.
func beginsJunk(tokens []Token, j int, p place) bool {
	t := &tokens[j]
	if !t.first || t.Pos.Column > tokens[p.decl].Pos.Column || t.Kind == SignToken ||
		!mayEnd(&tokens[j-1], t) {
		return false
	}
	return t.Kind != WordToken || !slices.Contains(logicWords, t.Text)
}

// item returns the member of a comma-separated list inside [from, to) that token i stands in;
// commas inside of brackets do not count.
func item(tokens []Token, from, to, i int) (lo, hi int) {
	lo = from
	for j := from; j < to; j++ {
		t := &tokens[j]
		if t.is(",") {
			if j >= i {
				return lo, j
			}
			lo = j + 1
		} else if t.is("(") || t.is("[") || t.is("{") {
			j = min(match(tokens, j), to)
		}
	}
	return lo, to
}
