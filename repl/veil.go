package repl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardgame/interp"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

// veiledStatus is status for a game with secrets: what the eyes see beside the board.
func (d *view) veiledStatus() (full, brief []paper.Passage) {
	t := d.table
	say := func(text string) { full = append(full, paper.Passage{Text: text, Indent: "    "}) }
	if t.Sheet.Eyes == interp.Public {
		say("What everyone sees.")
	} else {
		say(fmt.Sprintf("What %s.", t.Sheet.Speech.Does(t.Sheet.Eyes, "sees")))
	}
	seen := t.Sheet.Seen(t.Sheet.Course.At())
	if beside := speech.Beside(&t.Sheet.Speech, seen); len(beside) > 0 {
		say(strings.Join(beside, "; "))
	}
	if shown := d.clockText(); shown != "" && !d.paper.Stage.Shown() {
		say(shown)
	}
	if tn, ok := t.Sheet.TurnBefore(t.Sheet.Course.At()); ok {
		if text := t.Sheet.TurnText(tn); text != "" {
			say(fmt.Sprintf("Last: %s %s", table.Taker(t, tn), text))
		}
	}
	say(fmt.Sprintf("%s to move.", t.Who(t.Sheet.Mover())))
	return full, full
}

// veiledCommands are the commands for a table that show nothing hidden.
var veiledCommands = []string{"board", "hint", "moves", "why", "eval", "guide", "point", "undo",
	"dice", "resign", "history", "flip", "position", "save", "clock", "bots", "go", "again", "rules"}

// veils returns why a command is refused in a game with secrets; nil if it is allowed.
func (d *view) veils(c *command, args string) error {
	t := d.table
	if t == nil || !t.Sheet.Veiled() || !c.table {
		return nil
	}
	switch n, _ := t.People(); {
	case !slices.Contains(veiledCommands, c.name),
		(c.name == "position" || c.name == "dice") && args != "":
		return fmt.Errorf("`%s` could show what is hidden from players; it works when the game is "+
			"over", c.name)
	case slices.Contains([]string{"moves", "hint", "why"}, c.name) && t.Sheet.Hides():
		return fmt.Errorf("%s to move", t.Does(t.Sheet.Mover(), "is"))
	case c.name == "undo" && n > 1:
		return errors.New("a move cannot be taken back when others may have seen it")
	}
	return nil
}
