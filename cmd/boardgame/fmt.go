package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp/record"
)

type fmtCmd struct {
	Write bool     `short:"w" xor:"mode" help:"Write the files instead of printing them."`
	Diff  bool     `short:"d" xor:"mode"`
	Files []string `arg:"" optional:"" name:"file"`
}

func (*fmtCmd) Help() string {
	return `There is one canonical layout. Comments stay where they are, and the meaning of the
rules does not change. In a folder, it formats every .rules and .md file; in a Markdown file, the
blocks fenced as rules.

Examples:

    boardgame fmt mygame.rules
    boardgame fmt -w mygame.rules
    boardgame fmt -d rulesets docs

Flags:

--diff Print what would change; the exit status is 1 if anything would.
FILE Rules files, folders of them, or Markdown files with fenced rules. Without one, or with -, the
    standard input.`
}

func (c *fmtCmd) Run(a *app) error {
	if len(c.Files) == 0 {
		c.Files = []string{"-"}
	}
	failed := false
	files, err := rulesFiles(c.Files)
	if err != nil {
		return err
	}
	for _, path := range files {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if path == "-" && c.Write {
			return usagef("-w needs files: the standard input cannot be written")
		}
		f, err := a.read(path)
		if err != nil {
			a.warn("%s", err)
			failed = true
			continue
		}
		text, list := layout(f)
		if list.HasErrors() {
			a.report(list)
			failed = true
			continue
		}
		switch {
		case c.Write:
			if text == f.Text {
				continue
			}
			if err := record.WriteFile(path, []byte(text)); err != nil {
				a.warn("%s stays as it was: %s", path, err)
				failed = true
				continue
			}
			a.keeps("the files up to " + path + " are formatted, the others are unchanged")
		case c.Diff:
			if text != f.Text {
				a.out.Write(diff.Diff(path, []byte(f.Text), path+" (formatted)", []byte(text)))
				failed = true
			}
		default:
			a.out.WriteString(text)
		}
	}
	return failure(failed)
}

// rulesFiles returns the rules files in a list of files and folders.
func rulesFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if ext := filepath.Ext(p); !d.IsDir() && (ext == ".rules" || ext == ".md") {
				files = append(files, p)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// layout returns the canonical text of a rules file, or of a Markdown file with fenced rules.
func layout(f *source.File) (string, diag.List) {
	if filepath.Ext(f.Name) != ".md" {
		return dsl.Format(f)
	}
	const begin, end = "```rules\n", "```"
	var b strings.Builder
	var all diag.List
	rest := f.Text
	for {
		head, tail, found := strings.Cut(rest, begin)
		b.WriteString(head)
		if !found {
			return b.String(), all
		}
		b.WriteString(begin)
		// The block keeps its place in the file, so that messages name the right line: everything
		// before it is blanked out except line ends.
		body, after, found := strings.Cut(tail, end)
		if !found {
			b.WriteString(tail)
			return b.String(), all
		}
		lines := strings.Count(f.Text[:len(f.Text)-len(tail)], "\n")
		text, list := dsl.Format(source.NewFile(f.Name, strings.Repeat("\n", lines)+body))
		all = append(all, list...)
		b.WriteString(strings.TrimLeft(text, "\n"))
		b.WriteString(end)
		rest = after
	}
}
