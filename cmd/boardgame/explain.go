package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fatih/color"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
)

type explainCmd struct {
	Code string `arg:"" optional:"" help:"A code such as E101. Without one, all codes are listed."`
}

func (*explainCmd) Help() string {
	return `Every message about a rules file carries a code. Its page explains the mistake and shows
rules that make it, and the same rules corrected.

Examples:

    boardgame explain E101
    boardgame explain`
}

func (c *explainCmd) Run(a *app) error {
	if c.Code == "" {
		for _, code := range diag.Codes() {
			page, _ := diag.Explain(code)
			fmt.Fprintf(a.out, "%s  %s\n", code, page.Title)
		}
		return nil
	}
	page, ok := diag.Explain(diag.Code(c.Code))
	if !ok {
		near := diag.Nearest(c.Code, codeNames())
		if near != "" {
			near = "; did you mean " + near + "?"
		}
		return usagef("there is no code %q%s `boardgame explain` lists them all", c.Code,
			cmp.Or(near, "."))
	}
	writePage(a, page)
	return nil
}

func codeNames() []string {
	return lists.Map(diag.Codes(), func(code diag.Code) string { return string(code) })
}

// writePage writes a page for a terminal: the fences of its Markdown become titles and indentation.
func writePage(a *app, page diag.Page) {
	strong := color.New(color.Bold)
	if a.colorFor(a.stdout) {
		strong.EnableColor()
	} else {
		strong.DisableColor()
	}
	width := min(widthOf(a.stdout), 100)
	var words []string // of the paragraph
	paragraph := func() {
		if words == nil {
			return
		}
		for _, line := range diag.Wrap(strings.Join(words, " "), width) {
			fmt.Fprintln(a.out, line)
		}
		words = nil
	}
	fenced := false
	for _, line := range strings.Split(strings.TrimSpace(page.Text), "\n") {
		info, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && !fenced:
			fenced = true
			kind, with, _ := strings.Cut(info, " ")
			title := map[string]string{"wrong": "Wrong", "right": "Right"}[kind]
			if with != "" {
				title += " (with " + with + ")"
			}
			fmt.Fprintln(a.out, strong.Sprint(title+":")+"\n")
		case isFence:
			fenced = false
		case fenced && line != "":
			fmt.Fprintln(a.out, "    "+line)
		case fenced:
			fmt.Fprintln(a.out)
		case strings.HasPrefix(line, "# "):
			fmt.Fprintln(a.out, strong.Sprint(strings.TrimPrefix(line, "# ")))
		case line == "":
			paragraph()
			fmt.Fprintln(a.out)
		default:
			words = append(words, line)
		}
	}
	paragraph()
}
