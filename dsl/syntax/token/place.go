package token

import "slices"

// A Place says where in a declaration a token is. All fields are indices into the tokens of a
// piece.
type Place struct {
	// the first word of the declaration around it; the beginning of the tokens if there is none
	Decl  int
	Level int // the brace of the `if` whose declarations these are; -1: the whole text
	Block int // the brace of the block around it; -1: it is in no block
	Open  int // the innermost bracket around it; -1: none inside the block
	Unit  int // where its line of the block begins; without a block the same as Decl
}

// Locate finds where token i is; i may be one past the last token.
func Locate(tokens []Token, i int) Place {
	type frame struct {
		kind  Opened
		place Place
		eq    bool
	}
	here := frame{kind: InText, place: Place{Level: -1, Block: -1, Open: -1}}
	var stack []frame
	for j := 0; j <= i && j < len(tokens); j++ {
		t := &tokens[j]
		if closing := t.Is(")", "]", "}"); closing && len(stack) > 0 && j < i {
			here = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			continue
		}
		switch here.kind {
		case InText, InDecls:
			if beginsDecl(tokens, j) {
				here.place.Decl, here.place.Unit, here.eq = j, j, false
			}
			if t.Is("=") {
				here.eq = true
			}
		case InBlock:
			if BeginsUnit(tokens, j, here.place) {
				here.place.Unit = j
			}
		}
		if j == i {
			break
		}
		if t.Is("(", "[", "{") {
			stack = append(stack, here)
			what := InExpr
			if t.Is("{") && (here.kind == InText || here.kind == InDecls) {
				what = Opens(&tokens[here.place.Decl], &tokens[max(j-1, 0)], here.eq, tokens[j+1:])
			}
			switch what {
			case InDecls:
				here = frame{kind: InDecls,
					place: Place{Decl: j + 1, Level: j, Block: -1, Open: -1, Unit: j + 1}}
			case InBlock:
				here.kind = InBlock
				here.place.Block, here.place.Unit = j, j+1
			default:
				here.kind = InExpr
				here.place.Open = j
			}
		}
	}
	return here.place
}

// beginsDecl reports whether token j begins a declaration where declarations are allowed.
func beginsDecl(tokens []Token, j int) bool {
	t := &tokens[j]
	if j == 0 || tokens[j-1].Is("{") {
		return true
	}
	before := &tokens[j-1]
	switch {
	case t.Kind == NameToken && j+1 < len(tokens) && HeadsDecl(before, t, &tokens[j+1]):
		return true // in a text that is being written; otherwise it is a word by now
	case t.Kind != WordToken:
		return false
	case t.Text == "if":
		return BeginsIf(tokens[:j], t, tokens[j+1:])
	case t.Text == "players":
		return MayEnd(before, t)
	case t.Text == "turn" && before.Is("this"):
		return false
	}
	return IsDeclWord(t.Text) &&
		(t.First || MayEnd(before, t) && !(before.Kind == WordToken && IsDeclWord(before.Text)))
}

// MayEnd reports whether something may be complete with the token before, if t follows.
func MayEnd(before, t *Token) bool {
	if t.First && (before.Is("*", "+") || before.Kind == WordToken &&
		slices.Contains(OutcomeWords, before.Text)) {
		return true
	}
	return EndsOperand(before) || before.Is("{", "turn")
}

// BeginsUnit reports whether token j begins a line of the block at p.
func BeginsUnit(tokens []Token, j int, p Place) bool {
	if j == p.Block+1 {
		return true
	}
	t, before := &tokens[j], &tokens[j-1]
	inThen := tokens[p.Unit].Is("then")
	if t.First && t.Kind == WordToken && IsMove(tokens, p) {
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
	if before.Is(",,") {
		return true
	}
	if !MayEnd(before, t) || t.Is("}") {
		return false
	}
	if t.Kind == WordToken {
		switch t.Text {
		case "from", "to", "over", "at", "along", "as", "with":
			return !inThen && IsMove(tokens, p)
		case "let", "if", "do", "ensure", "then":
			return IsMove(tokens, p)
		case "win", "lose", "draw", "wins", "loses":
			return tokens[p.Decl].Is("end") && (t.First || before.Kind != NameToken) &&
				!startsWithRank(tokens, j, p)
		case "line", "loop":
			return tokens[p.Decl].Is("board")
		case "highest", "lowest":
			return tokens[p.Decl].Is("end")
		case "becomes", "else", "and", "or", "implies", "mod", "in", "when", "on", "by":
			return false
		}
		return t.First
	}
	return t.First && (t.Kind == NameToken || t.Kind == IntToken)
}

// startsWithRank reports whether the sentence that contains token j begins with highest or lowest,
// so that token j is its verb.
func startsWithRank(tokens []Token, j int, p Place) bool {
	head := &tokens[p.Unit]
	return head.Is("highest", "lowest") && tokens[j].Is("wins")
}

func IsMove(tokens []Token, p Place) bool {
	return tokens[p.Decl].Is("move", "chance")
}

// Match returns the index of the bracket that closes the one at i, or the last index.
func Match(tokens []Token, i int) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		switch t := &tokens[j]; {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(tokens) - 1
}

// UnitEnd returns the index after the end of the line of a block, or of the declaration, that
// begins at p.Unit.
func UnitEnd(tokens []Token, p Place, from int) int {
	end := len(tokens)
	if p.Block >= 0 {
		end = Match(tokens, p.Block)
	} else if p.Level >= 0 {
		end = Match(tokens, p.Level)
	}
	for j := p.Unit; j < end; j++ {
		if j > p.Unit && j >= from {
			if p.Block >= 0 && BeginsUnit(tokens, j, p) || p.Block < 0 &&
				(beginsDecl(tokens, j) || beginsJunk(tokens, j, p)) {
				return j
			}
		}
		if t := &tokens[j]; t.Is("(", "[", "{") {
			j = Match(tokens, j)
		}
	}
	return end
}

// beginsJunk reports whether token j, among declarations, is the first on its line and so far to
// the left that its author meant to begin something new.
func beginsJunk(tokens []Token, j int, p Place) bool {
	t := &tokens[j]
	if !t.First || t.Pos.Column > tokens[p.Decl].Pos.Column || t.Kind == SignToken ||
		!MayEnd(&tokens[j-1], t) {
		return false
	}
	return t.Kind != WordToken || !slices.Contains(LogicWords, t.Text)
}

// Item returns the member of a comma-separated list inside [from, to) that contains token i; commas
// inside brackets do not count.
func Item(tokens []Token, from, to, i int) (lo, hi int) {
	lo = from
	for j := from; j < to; j++ {
		if t := &tokens[j]; t.Is(",") {
			if j >= i {
				return lo, j
			}
			lo = j + 1
		} else if t.Is("(", "[", "{") {
			j = min(Match(tokens, j), to)
		}
	}
	return lo, to
}

// Opened says what a bracket opens.
type Opened uint8

const (
	InText  Opened = iota // nothing: the whole text
	InDecls               // the declarations of an `if`
	InBlock               // the body of a declaration
	InExpr                // part of an expression
)

// Opens returns what a brace opens that is in a declaration outside any other bracket. Head is the
// first word of the declaration, before the token before the brace, and after those that follow it;
// assigned says whether a = came before.
func Opens(head, before *Token, assigned bool, after []Token) Opened {
	switch {
	case before.Is("else"), head.Is("if") && (EndsOperand(before) || before.Is("if")):
		return InDecls
	case isBody(head.Text) && !assigned &&
		(before == head || canBeName(before) || EndsOperand(before)):
		return InBlock
	case (!IsBlockWord(head.Text) || head.Is("if")) && LooksLikeDecl(after) && after[0].First:
		// whatever the head should have been, the declarations of an `if` are meant
		return InDecls
	case EndsOperand(before) && len(after) > 0 && after[0].First:
		return InBlock // this is not the brace of an expression either
	}
	return InExpr
}

// isBody reports whether a declaration with this word and a name can have a block of lines.
func isBody(word string) bool {
	switch word {
	case "move", "chance", "end", "setup", "board", "piece", "region":
		return true
	}
	return false
}

// canBeName reports whether a reserved word may have been meant as a name.
func canBeName(t *Token) bool {
	return t.Kind == WordToken && !Connects(t.Text) && !ExpectsOperand(t) &&
		!slices.Contains(RoleWords, t.Text)
}

// IsBlockWord reports whether a declaration with this word has a body in braces.
func IsBlockWord(word string) bool {
	return word == "move" || word == "chance" || word == "end" || word == "setup" || word == "if"
}

// LooksLikeDecl reports whether the tokens look like a declaration.
func LooksLikeDecl(tokens []Token) bool {
	if len(tokens) == 0 || tokens[0].Kind != WordToken {
		return false
	}
	t, next := &tokens[0], &Token{}
	if len(tokens) > 1 {
		next = &tokens[1]
	}
	if t.Text == "if" {
		return true
	}
	if !IsDeclWord(t.Text) {
		return false
	}
	switch next.Kind {
	case NameToken, StringToken, PictureToken:
		return true
	case WordToken:
		return !next.Is("in") && !next.Is("and") && !next.Is("or") && !next.Is("mod")
	default:
		return next.Is("{") && IsBlockWord(t.Text)
	}
}
