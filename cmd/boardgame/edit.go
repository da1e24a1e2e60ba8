package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"boardgame/interp/ruleset"
)

// openEditor opens the rules in the person's editor beside the table: in a tmux pane, if the
// program runs in tmux. Otherwise it says which file to open. Either way the table follows what is
// saved.
func (a *app) openEditor(name string) error {
	name, _ = ruleset.SplitPreset(name)
	rs, err := named(name)
	if err != nil {
		return err
	}
	if rs.Builtin {
		return usagef("--edit needs a rules file of your own; `boardgame rules %s --out "+
			"mine.rules` makes a copy of %s",
			name, name)
	}
	editor := cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"))
	if os.Getenv("TMUX") == "" || editor == "" {
		what := "in your editor"
		if editor != "" {
			what = "with `" + editor + " " + rs.File.Name + "` in another terminal"
		}
		fmt.Fprintf(a.stdout, "Open %s %s: the table follows what you save.\n", rs.File.Name, what)
		return nil
	}
	// The editor may have arguments of its own, as in EDITOR="code --wait": the shell of tmux
	// splits them.
	cmd := exec.CommandContext(a.ctx, "tmux", "split-window", "-h", "-d",
		editor+" "+shellWord(rs.File.Name))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("tmux cannot open %s: %s", editor,
			cmp.Or(strings.TrimSpace(string(out)), err.Error()))
	}
	return nil
}
