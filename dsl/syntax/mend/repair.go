package mend

import (
	"slices"

	"boardgame/dsl/diag"
	"boardgame/dsl/syntax/token"
)

// A mistake is a diagnostic with the change to the tokens that lets the parser continue.
type mistake struct {
	diag *diag.Diagnostic // nil: it has been reported already, or follows from one that has
	how  repair
	kind token.Kind // of the inserted token
	text string     // of the inserted token

	at     int   // index of the token at fault; 0: the one where the grammar stopped
	width  int   // how many tokens are replaced or left out; 0: one
	also   []int // further tokens that are replaced the same way
	before bool  // something is missing before the token; the token itself may be correct
	guess  bool  // the repair is only a guess
}

// repair says how a mistake is repaired.
type repair uint8

const (
	// leave out the line of the block, the member of the list or the declaration
	dropUnit      repair = iota
	dropToken            // leave out the token
	dropBefore           // leave out the token before
	dropLine             // leave out the token and those after it on its line
	dropRest             // leave out everything from the token to the end of the declaration
	replace              // put another token in its place
	replaceBefore        // put another token in the place of the one before
	insert               // put a token before it
)

// mend changes the tokens so that the mistake at i is gone. It tries a specific repair only once at
// each place.
func (p *Mender) mend(tokens []token.Token, i int, m mistake) []token.Token {
	offset := tokens[len(tokens)-1].End.Offset
	if i < len(tokens) {
		offset = tokens[i].Pos.Offset
	}
	how, width := m.how, max(m.width, 1)
	if how != dropUnit {
		if p.mended[offset] {
			how = dropUnit
		}
		p.mended[offset] = true
	}
	switch how {
	case replace:
		if i < len(tokens) {
			for _, j := range append(m.also, i) {
				tokens[j].Kind, tokens[j].Text = m.kind, m.text
			}
			tokens[i].End = tokens[i+width-1].End
			tokens = slices.Delete(tokens, i+1, i+width)
			token.Soften(tokens)
			return tokens
		}
	case replaceBefore:
		if i > 0 {
			tokens[i-1].Kind, tokens[i-1].Text = m.kind, m.text
			return tokens
		}
	case insert:
		t := token.Token{Kind: m.kind, Text: m.text, Virtual: true}
		if i > 0 {
			t.Pos, t.End = tokens[i-1].End, tokens[i-1].End
		} else {
			t.Pos, t.End = tokens[0].Pos, tokens[0].Pos
		}
		tokens = inserted(tokens, i, t)
		token.Soften(tokens)
		return tokens
	case dropToken:
		if i < len(tokens) {
			return slices.Delete(tokens, i, i+width)
		}
	case dropLine:
		end, from := i+1, i+1
		pl := token.Locate(tokens, i)
		if from < len(tokens) && tokens[from].Is("if") { // of an expression
			from++
		}
		for end < token.UnitEnd(tokens, pl, from) && !tokens[end].First {
			end++
		}
		if pl.Block >= 0 && (i > pl.Block+1 || end < token.Match(tokens, pl.Block)) {
			return slices.Delete(tokens, i, end)
		}
	case dropBefore:
		if i > 0 {
			return slices.Delete(tokens, i-1, i)
		}
	case dropRest:
		pl := token.Locate(tokens, i)
		pl.Unit = pl.Decl
		if end := token.UnitEnd(tokens, pl, i+1); i < end {
			if i > 0 {
				tokens[i-1].Mended = true // what is now missing after it is not a mistake
			}
			return slices.Delete(tokens, i, end)
		}
	}
	if m.before && i > 0 && (i >= len(tokens) || token.Locate(tokens, i).Unit == i) {
		i--
	}
	return p.drop(tokens, i)
}

// part returns the smallest part around token i that the rest can do without: [lo, hi) is a line of
// a block, a member of a list in it, or a whole declaration. If list is set, it is one of several
// members, and a comma goes with it.
func part(tokens []token.Token, i int) (pl token.Place, lo, hi int, list bool) {
	pl = token.Locate(tokens, i)
	lo, hi = pl.Unit, token.UnitEnd(tokens, pl, i+1)
	from := -1
	head := &tokens[min(pl.Unit, len(tokens)-1)]
	switch {
	case pl.Block >= 0 && token.IsMove(tokens, pl):
		if head.Is("do", "if", "ensure", "then") {
			from = pl.Unit + 1
		}
	case pl.Block >= 0 && tokens[pl.Decl].Is("region", "piece"):
		from, hi = pl.Block+1, token.Match(tokens, pl.Block)
		lo = from
	case pl.Block < 0 && i < len(tokens) && i > pl.Decl && tokens[i].First &&
		tokens[i].Pos.Column <= head.Pos.Column: // a line of its own, not a member
	case pl.Block < 0 && head.Is("players", "turn", "piece"):
		from = pl.Decl + 1
	}
	if from >= 0 && from < hi {
		if a, b := token.Item(tokens, from, hi, max(i, from)); a > from || b < hi {
			return pl, a, b, true
		}
	}
	return pl, lo, hi, false
}

// drop leaves out the smallest part around token i that the rest can do without.
func (p *Mender) drop(tokens []token.Token, i int) []token.Token {
	i = min(i, len(tokens)-1)
	pl, lo, hi, list := part(tokens, i)
	switch {
	case list && hi < len(tokens) && tokens[hi].Is(","):
		return slices.Delete(tokens, lo, hi+1)
	case list:
		return slices.Delete(tokens, lo-1, hi)
	case pl.Block < 0:
		return p.dropHead(tokens, i, pl)
	case lo >= hi: // the block is empty, or the mistake is at its end
		pl.Unit, pl.Block = pl.Decl, -1
		return slices.Delete(tokens, pl.Decl, token.UnitEnd(tokens, pl, pl.Decl+1))
	}
	if out, kept := keepName(tokens, lo, hi, i); kept {
		return out
	}
	out := slices.Delete(tokens, lo, hi)
	// A block that must not be empty is removed as a whole.
	if pl.Block+1 < len(out) && out[pl.Block+1].Is("}") && !token.IsMove(out, pl) {
		pl.Unit, pl.Block = pl.Decl, -1
		return slices.Delete(out, pl.Decl, token.UnitEnd(out, pl, pl.Decl+1))
	}
	return out
}

// dropHead leaves out a declaration with a mistake outside its block. It keeps the block of a move
// and the declarations of an `if`, so that they are read too.
func (p *Mender) dropHead(tokens []token.Token, i int, pl token.Place) []token.Token {
	end := token.UnitEnd(tokens, pl, i+1)
	brace := -1
	for j := pl.Decl; j < end; j++ {
		if tokens[j].Is("{") && token.Locate(tokens, min(j+1, len(tokens)-1)).Open != j {
			brace = j
			break
		}
		if opens(&tokens[j]) {
			j = token.Match(tokens, j)
		}
	}
	head := &tokens[pl.Decl]
	if brace > i && head.Is("move", "chance", "if") &&
		!(brace == pl.Decl+2 && tokens[brace-1].Text == token.Unread) {
		t := token.Token{Kind: token.NameToken, Text: token.Unread, Pos: head.End, End: head.End,
			Virtual: true}
		return inserted(slices.Delete(tokens, pl.Decl+1, brace), pl.Decl+1, t)
	}
	if brace > i && head.Is("end", "setup") && brace > pl.Decl+1 {
		return slices.Delete(tokens, pl.Decl+1, brace)
	}
	if i > pl.Decl && startsJunk(tokens, i, pl) {
		return slices.Delete(tokens, i, end)
	}
	if out, kept := keepName(tokens, pl.Decl, end, i); kept {
		return out
	}
	return slices.Delete(tokens, pl.Decl, max(end, pl.Decl+1))
}

// keepName replaces the value of what is named in [lo, hi), a line of a move or a declaration, if
// the mistake at token i lies in it; kept is false if there is no such value. This way the name is
// known where it is used.
func keepName(tokens []token.Token, lo, hi, i int) (out []token.Token, kept bool) {
	if lo+1 >= hi || tokens[lo+1].Kind != token.NameToken {
		return tokens, false
	}
	value, sign := -1, "="
	switch head := &tokens[lo]; {
	case head.Kind == token.WordToken && slices.Contains(token.RoleWords, head.Text):
		value, sign = lo+2, "in"
	case head.Is("let"):
		value = lo + 2
	case head.Is("def"), head.Is("region"), head.Is("value"), head.Is("counter"), head.Is("memory"):
		value = slices.IndexFunc(tokens[lo:hi], func(t token.Token) bool { return t.Is("=") })
		if value > 0 {
			value += lo
		}
	}
	if value < 0 || i < value || value+1 < hi && tokens[value+1].Text == token.Unread {
		return tokens, false
	}
	end := tokens[value-1].End
	word := token.Token{Kind: token.SignToken, Text: sign, Pos: end, End: end, Virtual: true}
	if sign == "in" {
		word.Kind = token.WordToken
	}
	none := word
	none.Kind, none.Text = token.NameToken, token.Unread
	return inserted(slices.Delete(tokens, value, hi), value, word, none), true
}

// startsJunk reports whether the tokens before token i are a complete declaration, so that only the
// rest is left out.
func startsJunk(tokens []token.Token, i int, pl token.Place) bool {
	before := &tokens[i-1]
	if tokens[i].Is("}") || i == pl.Decl+1 {
		return false
	}
	return tokens[i].First && token.MayEnd(before, &tokens[i]) || before.Is("}")
}

// alreadySaid reports whether something earlier in the same part has been reported, so that the
// mistake at token i most likely follows from it.
func alreadySaid(tokens []token.Token, i int) bool {
	i = min(i, len(tokens)-1)
	_, lo, _, _ := part(tokens, i)
	for j := min(lo, i); j <= i; j++ {
		if tokens[j].Mended {
			return true
		}
	}
	return false
}

// markRest marks the rest of a part from token i on, up to the end of the line: a guess was made
// there, and if it was wrong, messages about what follows help no one.
func markRest(tokens []token.Token, i int) {
	_, _, hi, _ := part(tokens, i)
	for j := i; j < max(hi, i+1) && tokens[j].Pos.Line == tokens[i].Pos.Line; j++ {
		if j > i && tokens[j].Is(",") && token.Locate(tokens, j).Open == token.Locate(tokens, i).Open {
			return
		}
		tokens[j].Mended = true
	}
}

// inserted is slices.Insert, of which a browser would load a copy for tokens.
func inserted(tokens []token.Token, i int, all ...token.Token) []token.Token {
	return append(tokens[:i], append(all, tokens[i:]...)...)
}
