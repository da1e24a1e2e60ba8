package repl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp"
	"boardgame/repl/speech"
)

// refusal answers a line that is not a legal move.
func (ad *adviser) refusal(line string, err error) error {
	var illegal *interp.IllegalMoveError
	if !errors.As(err, &illegal) {
		return err
	}
	t := ad.view.table.Sheet.Situation()
	ad.rejected = rejected{line, t.Now()}
	if text := t.Refusal(line, illegal); text != "" {
		return errors.New(text)
	}
	if near := meantCommand(line); near != "" && !strings.ContainsAny(line, "0123456789") {
		return fmt.Errorf("%q is not a move; did you mean the command %s?", line, near)
	}
	return &UnknownMoveError{line, speech.Containing(t, line)}
}

// UnknownMoveError is the answer to a line that is nothing like a move or a command.
type UnknownMoveError struct {
	Line       string
	Containing string // legal moves with the line in them
}

// Error says so, and which commands help.
func (e *UnknownMoveError) Error() string {
	text := fmt.Sprintf("I don't recognize %q as a move. ", e.Line)
	if e.Containing != "" {
		text += "With it, you can play: " + e.Containing + "\n"
	}
	return text + "`help` says what you can type, `moves` lists the legal moves"
}

// meantCommand returns the command whose name the line contains, or whose name is close to its
// first word; "" if there is none.
func meantCommand(line string) string {
	for word := range strings.FieldsSeq(line) {
		if slices.Contains(commandNames(), strings.ToLower(word)) {
			return strings.ToLower(word)
		}
	}
	return diag.Nearest(speech.FirstWord(line), commandNames())
}
