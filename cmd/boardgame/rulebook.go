package main

import (
	"boardgame/interp/ruleset"
	"boardgame/repl/rulebook"
)

type rulebookCmd struct {
	rulesArg
	HTML  bool   `name:"html" xor:"form"`
	MD    bool   `name:"md" xor:"form" help:"Write Markdown, with links to the lines of the rules."`
	Base  string `placeholder:"URL" help:"With --md: the prefix of links to rules files."`
	ASCII bool   `name:"ascii" help:"Draw boards in ASCII."`
}

func (*rulebookCmd) Help() string {
	return `Writes the rules in plain English, from the rules file: setting up, a turn, each move
with an example from play, the end, and the options. Labels, reasons and comments of the file are
used; what it has no words for is quoted, and a warning names the line of your file where a comment
would help. Every sentence names the lines that it is about.

Examples:

    boardgame rulebook cage
    boardgame rulebook shiftago:expert-3 --md
    boardgame rulebook chess --html

Flags:

--html Write one HTML page, with pictures and links to the rules in it.`
}

func (c *rulebookCmd) Run(a *app) error {
	g, err := c.load(a)
	if err != nil {
		return err
	}
	book, err := rulebook.Write(a.ctx, g.Ruleset, g.Options, ruleset.Library{})
	if err != nil {
		return err
	}
	if !g.Ruleset.Builtin {
		for _, item := range book.Wordless() {
			if at := item.Places[0]; at.File == g.Ruleset.File {
				line, _ := at.File.Position(at.Hi)
				a.warn("%s:%d: no words for this line; a comment behind it would be in the book: %s",
					at.File.Name, line, item.Text)
			}
		}
	}
	switch {
	case c.HTML:
		return book.HTML(a.out)
	case c.MD:
		return book.Markdown(a.out, c.Base)
	}
	return book.Text(a.out, min(widthOf(a.stdout), 100), c.ASCII)
}
