package repl

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

func init() {
	commands = append(commands, &command{
		name: "record", args: `"NAME" [FILE]`,
		help:  "makes a test of this position: a case of that name in the test file of the game",
		table: true, run: onView((*view).cmdRecord),
		more: "The case begins as the game did, plays its moves, and expects what you see now: the " +
			"legal moves, the board, the player to move or the result. `boardgame test` runs it. " +
			"The tests of a game are beside its rules; FILE names another file, which ends in " +
			ruleset.TestExt + ".",
	})
}

// cmdRecord makes a test case of the current position.
func (d *view) cmdRecord(_ context.Context, args string) error {
	t := d.table
	name, file := strings.TrimSpace(args), ""
	if quoted, rest, ok := strings.Cut(strings.TrimPrefix(name, `"`), `"`); ok &&
		strings.HasPrefix(name, `"`) {
		name, file = quoted, expand(strings.TrimSpace(rest))
	}
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("name the case, as in `record \"a jump over the edge\"`")
	case file != "" && !strings.HasSuffix(file, ruleset.TestExt):
		return errors.New("a test file ends in " + ruleset.TestExt + ", as in `record \"" + name +
			"\" " +
			strings.TrimSuffix(file, filepath.Ext(file)) + ruleset.TestExt + "`")
	case t.Sheet.EndedByPlayers():
		return errors.New("the players ended this game, not its rules: there is nothing to test;" +
			" `undo` goes back before that")
	}
	file, err := ruletest.Append(t.Sheet.Speech.Ruleset, file,
		&ruletest.Scene{Name: name, Game: t.Sheet.Speech.Game, From: t.Sheet.Course.Start(),
			Steps: t.Sheet.Course.Steps(0, t.Sheet.Course.At())})
	if err != nil {
		return err
	}
	d.paper.Say("Case %q is in %s; `boardgame test %s` runs it.", name, file, file)
	return nil
}
