package syntax

// soften makes names of reserved words in the places where the language lets them be names: an
// effect verb as the name of a move, `per piece`, the attribute `on`, and the moves that every game
// has (pass, done, win, lose, draw, illegal) in a choice. The other way round, `line` and `loop`
// are words of the language in a graph and nowhere else, and so is `weight` at the head of a line
// of a chance move. The colon of an `each` with several effects becomes `::`, for a brace behind it
// might begin a set as well, and the comma between lines of a set-up `,,`, for it might be meant
// for a set. The tokens are changed in place.
func soften(tokens []Token) {
	var (
		depth     int  // brackets open
		choice    = -1 // the depth of the choice that is being read, -1: none
		perList   bool // in the list behind `per`
		place     = -1 // the index of the `place` whose `on` has not come yet, -1: none
		afterList bool // in the list behind `after`
		pieces    = -1 // the depth of the piece declaration that is being read, -1: none
		board     = -1 // the depth of the board declaration that is being read, -1: none
		chance    = -1 // the depth of the chance move that is being read, -1: none
		setup     = -1 // the depth of the set-up that is being read, -1: none
		each      = -1 // the depth of the `each` whose colon has not come yet, -1: none
		previous  = &Token{}
	)
	for i := range tokens {
		t := &tokens[i]
		value := t.is("players") && expectsOperand(previous) // not the declaration
		switch {
		case t.Kind == NameToken && board >= 0 && depth == board+1 &&
			(t.Text == "line" || t.Text == "loop"):
			t.Kind = WordToken
		case t.Kind == NameToken && chance >= 0 && depth == chance+1 && t.Text == "weight" &&
			(previous.is("{") || endsOperand(previous)):
			t.Kind = WordToken
		case t.Kind == NameToken && t.Text == "under" && i > 0 && i+1 < len(tokens) &&
			goesUnder(tokens, i, place):
			t.Kind = WordToken
		case t.Kind != WordToken:
		case previous.is("move") || previous.is("chance") || previous.is("after") || afterList &&
			previous.is(","):
			if isEffectVerb(t.Text) {
				t.Kind = NameToken
			}
		case choice == depth &&
			(previous.is("turn") || previous.is("then") || previous.is("else") || previous.is(",")):
			if isEffectVerb(t.Text) || isFixedMove(t.Text) {
				t.Kind = NameToken
			}
		case t.Text == "piece" && (previous.is("per") || perList && previous.is(",")):
			t.Kind = NameToken
		case t.Text == "on" && pieces >= 0 && depth == pieces+1 &&
			(previous.is("{") || previous.is(",")):
			t.Kind = NameToken
		}
		if t.is(",") && setup >= 0 && depth == setup+1 && beginsItem(tokens[i+1:]) {
			t.Text = ",,"
		}
		switch {
		case t.is("place") && t.Kind == WordToken:
			place = i
		case t.is("on"), t.is("under"), t.is(","), t.is("}"):
			place = -1
		}
		switch {
		case t.is("each"):
			each = depth
		case t.is(":") && depth == each:
			if i+1 < len(tokens) && tokens[i+1].is("{") &&
				!goesOnAsSet(tokens, match(tokens, i+1)) {
				t.Text = "::"
			}
			each = -1
		}
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
			if depth < choice {
				choice = -1
			}
		case t.is("then") || t.is("turn") && !previous.is("this"):
			choice = depth
		case t.Kind == WordToken && depth <= choice &&
			(isDeclWord(t.Text) && !value || t.Text == "if" && t.first):
			choice = -1
		}
		if t.Kind == WordToken && isDeclWord(t.Text) && !value {
			pieces, board, chance, setup = -1, -1, -1, -1
			switch t.Text {
			case "piece":
				pieces = depth
			case "board":
				board = depth
			case "chance":
				chance = depth
			case "setup":
				setup = depth
			}
		}
		afterList = t.is("after") || afterList && (t.Kind == NameToken || t.is(","))
		perList = t.is("per") || perList && (t.Kind == NameToken || t.is(","))
		previous = t
	}
}

// goesUnder reports whether the word `under` at i says where a piece goes: behind `->`, or behind
// the kind that is placed, and before a site. Place is the index of the `place` before it, or -1.
func goesUnder(tokens []Token, i, place int) bool {
	before, next := &tokens[i-1], &tokens[i+1]
	site := next.Kind == NameToken || next.is("{") || next.is("(") &&
		next.Pos.Offset > tokens[i].End.Offset
	return site && (before.is("->") || before.is("<->") || place >= 0 && i > place+1 &&
		endsOperand(before))
}

// beginsItem reports whether a line of a set-up begins with the first of the tokens: a new line of
// the text, or words with a colon behind them. What else follows a comma was meant for a set.
func beginsItem(tokens []Token) bool {
	for i := range tokens {
		t := &tokens[i]
		switch {
		case i == 0 && t.Kind != NameToken:
			return false
		case t.first, t.is(":"):
			return i == 0 || t.is(":")
		case t.is(","), t.is("}"):
			return false
		case t.is("("):
			return true
		}
	}
	return false
}

// goesOnAsSet reports whether what is closed by the brace at i is a set to which something is done,
// and no list of effects.
func goesOnAsSet(tokens []Token, i int) bool {
	if i+1 >= len(tokens) {
		return false
	}
	switch t := &tokens[i+1]; t.Text {
	case "->", "<->", ":=", "+=", "-=", "becomes", ".", "&", "|", "-":
		return true
	}
	return false
}

// isEffectVerb reports whether an effect begins with the word, or has it in its middle.
func isEffectVerb(word string) bool {
	switch word {
	case "place", "remove", "shift", "becomes", "again", "each":
		return true
	}
	return false
}

// isFixedMove reports whether the word is a choice that needs no declaration.
func isFixedMove(word string) bool {
	switch word {
	case "pass", "done", "win", "lose", "draw", "illegal":
		return true
	}
	return false
}
