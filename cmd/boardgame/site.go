package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"boardgame/interp/record"
	"boardgame/repl/web"
)

type siteCmd struct {
	Out    string `required:"" placeholder:"DIR"`
	Force  bool   `help:"Also write into a folder that has other files."`
	Source string `default:"." placeholder:"DIR"`
}

func (*siteCmd) Help() string {
	return `Writes the page of boardgame serve as static files that need no special server: the
program runs in the visitor's browser. All games that come with it can be played, against bots or on
one screen, their rules can be changed, and a game or a variant is shared as a link.

Any web server can serve the folder. Browsers do not run programs from file:// addresses, so to try
it at home, serve it too.

The program has to be compiled for browsers, so this needs Go and the source of boardgame.

Examples:

    boardgame serve --out public
    python3 -m http.server --directory public

Flags:

--out The folder to write to. It is created if missing; only an earlier site is replaced.
--source The source of boardgame, or a folder in it (default: the working directory).`
}

// free returns an error if the folder has files that may be the user's own: a site has a page and a
// program for it.
func (c *siteCmd) free() error {
	there, err := os.ReadDir(c.Out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(there) == 0 || c.Force {
		return nil
	}
	if err != nil {
		return err
	}
	for _, name := range []string{"index.html", "bridge.js"} {
		if _, err := os.Stat(filepath.Join(c.Out, name)); err != nil {
			return fmt.Errorf("%s has files that are not part of a site; "+
				"name a new folder, or use --force", c.Out)
		}
	}
	return nil
}

func (c *siteCmd) Run(a *app) error {
	if err := c.free(); err != nil {
		return err
	}
	fmt.Fprintln(a.stderr, "Compiling boardgame for browsers. The first time, this takes a minute "+
		"or two …")
	program, support, err := web.Compile(a.ctx, c.Source)
	if err != nil {
		return err
	}
	files, err := web.Site(program, support)
	if err != nil {
		return err
	}
	total := 0
	for name, content := range files {
		path := filepath.Join(c.Out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := record.WriteFile(path, content); err != nil {
			return err
		}
		total += len(content)
	}
	fmt.Fprintf(a.out, "%s: %d files, %.1f MB. Serve them by any web server.\n", c.Out, len(files),
		float64(total)/1e6)
	return nil
}
