package report

import (
	_ "embed"
	"html"
	"io"
	"strings"
)

//go:embed page.css
var style string

// HTML writes the report as a page with plots. It needs no other file and no scripts.
func (r *Report) HTML(to io.Writer) error {
	if r.rules == nil {
		return errEmpty
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
	for _, part := range r.parts() {
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
