package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// openEditor opens the rules in the person's editor beside the table: in a pane of tmux, if the
// program runs in one. Where there is none, it says what to open. The table follows what is saved
// either way.
func (a *app) openEditor(name string) error {
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
	// The editor may have arguments of its own, as in EDITOR="code --wait": the shell of tmux parts
	// them.
	cmd := exec.CommandContext(a.ctx, "tmux", "split-window", "-h", "-d",
		editor+" "+shellQuote(rs.File.Name))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("tmux cannot open %s: %s", editor,
			cmp.Or(strings.TrimSpace(string(out)), err.Error()))
	}
	return nil
}

// shellQuote makes one word of a text for a shell.
func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
