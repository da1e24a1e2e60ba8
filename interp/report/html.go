package report

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
)

//go:embed page.css
var style string

// part is a section of the page.
type part struct {
	Title  string
	Before string   // a sentence on what is shown
	Plots  []string // as SVG, in which every text has been escaped
	Rows   [][]string
	After  string
}

// HTML writes the report as a page with plots. It needs no other file and no scripts.
func (r *Report) HTML(to io.Writer) error {
	if r.rules == nil {
		return errEmpty
	}
	var parts []part
	add := func(p part, plots ...string) {
		for _, plot := range plots {
			if plot != "" {
				p.Plots = append(p.Plots, plot)
			}
		}
		parts = append(parts, p)
	}
	fair := 1 / float64(len(r.Players))

	var winners []row
	for _, c := range r.Winners {
		winners = append(winners, row{c.Name, c.Share})
	}
	who := part{Title: "Who wins", Before: r.sightText(), Rows: winnerRows(r)}
	if len(r.Players) > 1 {
		who.After = r.firstText()
		winners = append(winners, row{"who moves first", r.First})
	}
	add(who, sharePlot(winners, "How often each player wins", fair))

	add(part{Title: "How long", Rows: lengthRows(r)},
		shapePlot(r.Turns.Shape, "turns", "games", &r.Turns.Mean, &r.Turns.Median))

	all := &r.Choices[0]
	add(part{Title: "How many choices",
		Before: "Legal steps at each decision. Opening, middle and end are the thirds of every " +
			"game.",
		Rows: choiceRows(r)},
		curvePlot(r.ByTurn, "turn", "legal steps (mean)", 0, highest(r.ByTurn), 0, number, 1),
		shapePlot(r.LegalShape, "legal steps", "decisions", &all.Mean, &all.Median))

	if l := r.Lead; l != nil && l.Games > 0 {
		add(part{Title: "How the lead changes", Before: l.explain(), Rows: leadRows(l)},
			shapePlot(l.Shape, "changes of the lead", "games", &l.Changes, nil))
		if len(l.Foretold) > 0 {
			add(part{Title: "How soon the winner is known",
				Before: "How often who leads at some part of a game wins it in the end, of the " +
					"games that one player wins.", Rows: foretoldRows(l)},
				curvePlot(l.Foretold, "% of the game", "the leader wins", 0, 1, fair, percent, 100))
		}
	}

	var used, decide []row
	for _, u := range r.Moves {
		used = append(used, row{u.Move, u.Share})
	}
	for _, e := range r.Ends {
		decide = append(decide, row{e.Reason, e.Share})
	}
	add(part{Title: "Which moves are used", Rows: moveRows(r),
		After: "Possible: in that share of the decisions the move was legal."},
		sharePlot(used, "Share of the steps by move", 0))
	add(part{Title: "Which ends decide", Rows: endRows(r)},
		sharePlot(decide, "Share of the games by the way they end", 0))

	if len(r.Openings) > 0 {
		add(part{Title: "How games begin", Rows: openingRows(r), After: r.openingText()})
	}
	if len(r.Heat) > 0 {
		add(part{Title: "Where it happens",
			Before: "The darker a site, the more happens there in a game.", Rows: heatRows(r)},
			heatPlot(r.rules.Board, r.Heat))
	}
	add(part{Title: "How large the game is", Rows: sizeRows(r)})
	if s := r.Sample; s != nil {
		add(part{Title: "A game", Before: fmt.Sprintf("Game %d, of medium length. %s.", s.Game,
			s.Result), After: s.Moves}, r.stripPlot())
	}
	if r.Trace != nil {
		add(part{Title: "How the figures change with skill", Rows: traceRows(r),
			After: r.traceText()})
	}
	if len(r.Ladder) > 0 {
		var rungs []row
		for _, g := range r.Ladder {
			rungs = append(rungs, row{g.Upper + " against " + g.Lower, g.Score})
		}
		add(part{Title: "Whether skill tells",
			Before: "Each level plays the one below it. The dashed line is where equals stand.",
			Rows:   ladderRows(r)},
			sharePlot(rungs, "The score of each level against the one below it", r.Ladder[0].Fair))
	}
	var p page
	p.markup(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
`)
	p.element("title", r.Title+": report")
	p.markup("<style>\n" + style + "</style>\n</head>\n<body>\n")
	p.element("h1", r.heading())
	p.markup(`<p class="about">`)
	p.text(r.subheading())
	p.markup("</p>\n")
	if len(r.Notes) > 0 {
		p.markup("<section>\n<h2>What stands out</h2>\n<ul>\n")
		for _, note := range r.Notes {
			p.element("li", note)
		}
		p.markup("</ul>\n</section>\n")
	}
	for _, part := range parts {
		p.part(&part)
	}
	p.markup("<footer>Thin bars, bands and parentheses are 95% intervals. What happens within a " +
		"game is not independent: of what is counted by decisions or steps, the games are the " +
		"sample. Rules ")
	p.text(r.Rules)
	p.markup(".</footer>\n</body>\n</html>\n")
	_, err := io.WriteString(to, p.html.String())
	return err
}

// page is a page under construction. It does not use html/template, which would add 0.3 MB to the
// program and would make the linker keep unused methods in the program for browsers.
type page struct{ html strings.Builder }

// markup writes HTML, and text escapes plain text.
func (p *page) markup(html string) { p.html.WriteString(html) }
func (p *page) text(s string)      { p.html.WriteString(html.EscapeString(s)) }

// element writes an element that has only text in it.
func (p *page) element(name, text string) {
	p.markup("<" + name + ">")
	p.text(text)
	p.markup("</" + name + ">")
	if name != "th" && name != "td" {
		p.markup("\n")
	}
}

// part writes a section.
func (p *page) part(part *part) {
	p.markup("<section>\n")
	p.element("h2", part.Title)
	if part.Before != "" {
		p.element("p", part.Before)
	}
	for _, plot := range part.Plots {
		p.markup(plot)
	}
	if len(part.Rows) > 0 {
		p.markup("<div class=\"scroll\">\n<table>\n")
		cell := "th"
		for _, row := range part.Rows {
			p.markup("<tr>")
			for _, text := range row {
				p.element(cell, text)
			}
			p.markup("</tr>\n")
			cell = "td"
		}
		p.markup("</table>\n</div>\n")
	}
	if part.After != "" {
		p.element("p", part.After)
	}
	p.markup("</section>\n")
}

// highest returns the top of a curve and its band.
func highest(points []Point) float64 {
	top := 1.0
	for _, p := range points {
		top = max(top, p.Value.Value, min(p.Value.High, 2*p.Value.Value))
	}
	return top
}
