package notation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardgame/interp/position"
)

// SequenceError says which step of a sequence is wrong.
type SequenceError struct {
	Step int // which step it was, from 1
	Ply  int // which turn it was in, from 1
	Err  error
}

// Error says which step is wrong, and why.
func (e *SequenceError) Error() string {
	return fmt.Sprintf("step %d (turn %d): %v", e.Step, e.Ply, e.Err)
}

// Unwrap returns the underlying error.
func (e *SequenceError) Unwrap() error { return e.Err }

// PlayTextContext plays moves one after the other from p. They are separated by blanks, line ends
// or commas; each is a step in any form that [Notation.Parse] reads, or steps joined the way
// [Notation.TurnText] joins them. It returns the steps and the position after them; an illegal step
// gives a [*SequenceError] and what was played before it. If the context ends between two turns,
// the error is that of the context.
func (nt *Notation) PlayTextContext(ctx context.Context, p *position.Position, text string) (
	steps []position.Move, after *position.Position, err error,
) {
	nt = nt.orEmpty()
	if nt.rules.HasChance() { // a colon follows what is drawn
		text = strings.ReplaceAll(text, ":", " ")
	}
	words := wordsOf(text)
	for len(words) > 0 {
		if err := ctx.Err(); err != nil {
			return steps, p, err
		}
		n := nt.forms.formLength(p, words)
		played, q, err := nt.ParseTurn(p, together(words[:n]))
		if err != nil {
			return steps, p, &SequenceError{len(steps) + 1, p.Ply() + 1, err}
		}
		steps, p, words = append(steps, played...), q, words[n:]
	}
	return steps, p, nil
}

// word is a word of a sequence, with what follows it: "," or " ".
type word struct {
	text, sep string
}

// wordsOf splits a sequence at blanks and commas.
func wordsOf(text string) []word {
	var all []word
	for text != "" {
		i := strings.IndexFunc(text, isSeparator)
		if i < 0 {
			return append(all, word{text: text})
		}
		rest := strings.TrimLeftFunc(text[i:], isSeparator)
		if i > 0 {
			sep := " "
			if gap := text[i : len(text)-len(rest)]; gap == "," {
				sep = ","
			} else if strings.Contains(gap, ",") {
				sep = ", "
			}
			all = append(all, word{text[:i], sep})
		}
		text = rest
	}
	return all
}

func isSeparator(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }

// together writes words as they stood, without what follows the last.
func together(words []word) string {
	var b strings.Builder
	for i, w := range words {
		b.WriteString(w.text)
		if i+1 < len(words) {
			b.WriteString(w.sep)
		}
	}
	return b.String()
}

// longestForm bounds how many words of a sequence are tried as one step, not counting long forms.
const longestForm = 8

// formLength returns how many of the words make up the first step. It is one, unless several words
// are its notation, as in `jump from c3 along north` or `3,7-2,6`, or one word is not a notation.
func (fm *forms) formLength(p *position.Position, words []word) int {
	o := fm.nt.offer(p)
	most := longestForm
	for _, mv := range fm.rules.Moves {
		most = max(most, 1+2*len(mv.Roles))
	}
	most = min(most, len(words))
	if o.isStep(words[0].text) { // only an alias can begin like this
		for n := most; n > 1; n-- {
			if _, ok := fm.meant(together(words[:n])); ok {
				return n
			}
		}
		return 1
	}
	unclear := 1 // the longest form that is one step if its words are read loosely
	for n := most; n > 1; n-- {
		switch found, exact := o.find(together(words[:n])); {
		case exact:
			return n
		case len(found) == 1:
			unclear = max(unclear, n)
		}
	}
	if unclear > 1 && len(o.written(words[0].text)) == 0 {
		return unclear
	}
	if found, _ := o.find(words[0].text); len(found) == 1 {
		return 1
	}
	// Nothing in it is legal: quote as a whole what would be a step if it were.
	for n := most; n > 1; n-- {
		if len(fm.candidates(together(words[:n]))) > 0 {
			return n
		}
	}
	// In `3,7-2,6`, a form that this game does not have, no comma separates steps.
	n := 1
	for n < most && words[n-1].sep == "," && startsWithDigit(words[n].text) &&
		!fm.names.isSite(words[n].text) {
		n++
	}
	return n
}

func startsWithDigit(text string) bool { return text[0] >= '0' && text[0] <= '9' }

// isSite reports whether a word is the name of a site, as numbers may be on a graph.
func (nm *names) isSite(word string) bool {
	_, ok := nm.rules.Board.SiteByName(word)
	return ok
}

// isStep reports whether a word is the notation of a step, and no other notation continues after
// it.
func (o *offer) isStep(text string) bool {
	longer := func(t string) bool { return strings.HasPrefix(t, text+" ") }
	return slices.Contains(o.texts, text) && !slices.ContainsFunc(o.texts, longer)
}
