package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"boardgame/interp/record"
	"boardgame/repl/board"
	"boardgame/repl/table"
)

func (s *modes) cmdDraw(ctx context.Context, args string) error {
	if args == "" {
		return errors.New("name the file, as in `draw position.svg`; `offer` offers a draw")
	}
	if strings.EqualFold(args, "offer") {
		return s.cmdOffer(ctx, "")
	}
	to := readTarget(args)
	if ext := filepath.Ext(to.name); ext != ".svg" {
		return fmt.Errorf("a drawing is an SVG file; write `draw %s.svg`",
			strings.TrimSuffix(to.name, ext))
	}
	t := s.view.table
	return s.view.write("draw", to, []byte(board.SVG(t.View(t.Sheet.Course.At(), table.Marks{}))))
}

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

func (s *modes) cmdExport(ctx context.Context, args string) error {
	if args == "" {
		return errors.New("name the file, as in `export game.html`, `export game.svg` or `export " +
			"game.txt`")
	}
	to := readTarget(args)
	switch strings.ToLower(filepath.Ext(to.name)) {
	case ".svg":
		return s.cmdDraw(ctx, args)
	case ".html", ".htm":
		return s.view.write("export", to, []byte(s.view.table.Page()))
	case ".pgn":
		return s.view.exportAs(to, "PGN", s.view.table.PGN)
	case ".sgf":
		return s.view.exportAs(to, "SGF", s.view.table.SGF)
	case ".fen":
		return s.view.exportAs(to, "FEN", s.view.table.FEN)
	}
	if err := s.view.put("export", to, s.view.table.Save); err != nil {
		return err
	}
	if filepath.Ext(to.name) == "" {
		s.paper.Say("This is a text record; a name that ends in .html or .svg makes a page or a picture.")
	}
	return nil
}

// exportAs writes the game in a form that other programs read, as far as its ruleset describes it.
func (d *view) exportAs(to target, form string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		name := strings.TrimSuffix(to.name, filepath.Ext(to.name))
		return fmt.Errorf("this game cannot be written as %s: %w. `export %s.txt` writes a text "+
			"record, `export %s.html` a page", form, err, name, name)
	}
	return d.write("export", to, text.Bytes())
}
