package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"boardgame/repl/board"
	"boardgame/repl/table"
)

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
