package table

import (
	"strings"
	"unicode"

	"boardgame/interp"
	"boardgame/repl/speech"
)

// Written is a legal step and a line that ends with it.
type Written struct {
	Move interp.Move
	Text string
}

// Beginning returns the legal steps of a position whose notation begins with a text. It tries the
// notation with its signs, then without, then as players of the game write it.
func (t *scoresheet) Beginning(p *interp.Position, text string) []Written {
	moves, texts := t.Speech.Game.Moves(p), t.Speech.StepTexts(p)
	for _, of := range []func(string) string{speech.Squeeze, signless} {
		var all []Written
		want := of(text)
		for i, text := range texts {
			if strings.HasPrefix(of(text), want) {
				all = append(all, Written{moves[i], text})
			}
		}
		if all != nil {
			return all
		}
	}
	if t.Speech.SAN == nil || t.Speech.Coordinates != nil {
		return nil
	}
	var all []Written
	for _, m := range moves {
		if text, want := t.Speech.StepText(p, m), strings.TrimSpace(text); strings.HasPrefix(text, want) {
			all = append(all, Written{m, text})
		}
	}
	return all
}

// signless returns the letters and digits of a notation, without signs and without an x that marks
// a capture.
func signless(text string) string {
	var out strings.Builder
	before := ' '
	for _, r := range strings.ToLower(text) {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && (r != 'x' || !unicode.IsDigit(before)) {
			out.WriteRune(r)
		}
		before = r
	}
	return out.String()
}

// A RefusedError is the error of a game that cannot be opened as requested, because of a player, a
// level, coordinates or a clock that it cannot have.
type RefusedError struct{ Err error }

// Error says what is not available, and what is.
func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *RefusedError) Unwrap() error { return e.Err }
