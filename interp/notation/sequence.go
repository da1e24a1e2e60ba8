package notation

import (
	"boardgame/interp/position"
	"fmt"
	"slices"
	"strings"
)

// SequenceError says which step of a sequence is wrong.
type SequenceError struct {
	Step int // which step it was, from 1
	Ply  int // which turn it was in, from 1
	Err  error
}

// Error says so.
func (e *SequenceError) Error() string {
	return fmt.Sprintf("step %d (turn %d): %v", e.Step, e.Ply, e.Err)
}

// Unwrap returns what is wrong.
func (e *SequenceError) Unwrap() error { return e.Err }

// PlayText plays moves one after the other from p. They are parted by blanks, line ends or commas; each is a step in any form that
// [Notation.Parse] reads, or steps joined as [Notation.TurnText] joins them. It returns the steps and the position after them; an illegal one
// gives a [*SequenceError] and what was played before it.
func (nt *Notation) PlayText(p *position.Position, text string) (steps []position.Move, after *position.Position, err error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) })
	for len(fields) > 0 {
		n := nt.formLength(p, fields)
		played, q, err := nt.ParseTurn(p, strings.Join(fields[:n], " "))
		if err != nil {
			return steps, p, &SequenceError{len(steps) + 1, p.Ply + 1, err}
		}
		steps, p, fields = append(steps, played...), q, fields[n:]
	}
	return steps, p, nil
}

// formLength tells how many of the words make the first step: one, unless they are the name of a move and what belongs to it, as in
// `jump from c3 along north`.
func (nt *Notation) formLength(p *position.Position, words []string) int {
	most := 1
	for _, mv := range nt.rules.Moves {
		if strings.EqualFold(mv.Name, words[0]) {
			most = max(most, 1+2*len(mv.Roles))
		}
	}
	moves := nt.player.Moves(p)
	if most > 1 {
		for n := min(most, len(words)); n > 1; n-- {
			if found, _ := nt.find(moves, strings.Join(words[:n], " ")); len(found) == 1 {
				return n
			}
		}
	}
	// A label may have blanks too, and so may an alias.
	texts := nt.texts(moves)
	for n := min(8, len(words)); n > 1; n-- {
		if _, ok := nt.meant(strings.Join(words[:n], " ")); ok {
			return n
		}
		if slices.ContainsFunc(texts, func(t string) bool { return strings.EqualFold(t, strings.Join(words[:n], " ")) }) {
			return n
		}
	}
	return 1
}
