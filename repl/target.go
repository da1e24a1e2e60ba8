package repl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"boardgame/interp/record"
)

// target is a file that the person has named to be written.
type target struct {
	name   string // as it was typed
	anyway bool   // even if it already exists
}

// readTarget reads the name of a file and the `anyway` that may follow it.
func readTarget(args string) target {
	name, anyway := strings.CutSuffix(args, " anyway")
	return target{strings.TrimSpace(name), anyway}
}

// write writes data into a file for a command.
func (d *view) write(command string, to target, data []byte) error {
	return d.put(command, to, func(file string) error { return record.WriteFile(file, data) })
}

// put lets a command write a file, and says so. It creates no folders, because a typo would leave
// one behind. It replaces an existing file only if this game was written to it or read from it, or
// if the person adds `anyway`.
func (d *view) put(command string, to target, write func(file string) error) error {
	file := expand(to.name)
	if folder := filepath.Dir(file); !isFolder(folder) {
		return fmt.Errorf("%s was not written: there is no folder %s", to.name, folder)
	}
	if stat, err := os.Stat(file); err == nil && stat.Mode().IsRegular() && !to.anyway &&
		!d.table.Files[absolute(file)] {
		return fmt.Errorf("%s already exists; nothing was written. `%s %s anyway` replaces it",
			to.name, command, to.name)
	}
	if err := write(file); err != nil {
		return fmt.Errorf("%s was not written: %w", to.name, err)
	}
	d.table.Files[absolute(file)] = true
	d.paper.Say("Wrote %s.", to.name)
	return nil
}

// absolute is the absolute name of a file, as far as it can be known.
func absolute(file string) string {
	if name, err := filepath.Abs(file); err == nil {
		return name
	}
	return file
}

func isFolder(name string) bool {
	stat, err := os.Stat(name)
	return err == nil && stat.IsDir()
}

// expand replaces a leading ~ by the user's folder, as a shell would.
func expand(file string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return file
}
