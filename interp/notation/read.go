package notation

import (
	"strings"

	"boardgame/interp/position"
)

// maxMoveText bounds the text of a move or a turn, in bytes.
const maxMoveText = 1 << 12

// Parse reads a legal step. It understands any form of the notation:
//
//   - the short form, the one with the name before it, and the long one;
//   - the long form without some of its roles, or without their words: fence d4ne east;
//   - any of these in any case, or shortened if no other legal step begins like that;
//   - without the signs between words: c3d4;
//   - the piece, as far as needed where it comes from, and its goal: Nf3, R1xe2, exd5;
//   - what an alias of the game stands for.
//
// A sign that contradicts the step is not ignored: see [offer.mismatch]. A text that is not a legal
// step gives an [*IllegalMoveError].
func (nt *Notation) Parse(p *position.Position, text string) (position.Move, error) {
	nt = nt.orEmpty()
	o := nt.offer(p)
	found, exact := o.find(text)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return 0, o.ambiguous(text, found, exact)
	}
	return 0, o.illegal(text)
}

// ambiguous makes the error for a text that fits several legal steps.
func (o *offer) ambiguous(text string, found []position.Move, exact bool) *IllegalMoveError {
	e := &IllegalMoveError{Text: text, Kind: Ambiguous, At: o.p, nt: o.nt}
	for _, m := range found {
		if exact { // the short notations are the same; only the long ones differ
			e.Nearest = append(e.Nearest, o.nt.names.long(m))
		} else {
			e.Nearest = append(e.Nearest, o.text(m))
		}
	}
	return e
}

// meant returns what a text stands for by the first alias that fits; ok is false if there is none.
// If a number in the text is off the board, it returns "": then the text must not be read as
// anything else.
func (fm *forms) meant(text string) (meant string, ok bool) {
	text = strings.TrimSpace(text)
	for _, a := range fm.nt.aliases {
		if meant, ok = a.Rewrite(fm.rules.Board, text); ok {
			return meant, true
		}
	}
	return "", fm.offBoard(text) != nil
}

// offBoard returns what an alias names that is off the board; nil if none does.
func (fm *forms) offBoard(text string) *Missing {
	for _, a := range fm.nt.aliases {
		if off := a.OffBoard(fm.rules.Board, strings.TrimSpace(text)); off != nil {
			return off
		}
	}
	return nil
}
