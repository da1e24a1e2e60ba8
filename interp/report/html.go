//go:build !js

// The program for browsers has no use for this page, and html/template would make it larger: it
// keeps the linker from leaving out methods that nobody calls.

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("report").Parse(pageText))

// part is a section of the page.
type part struct {
	Title  string
	Before string // a sentence on what is shown
	Plots  []template.HTML
	Rows   [][]string
	After  string
}

// HTML writes the report as a page with plots. It needs no other file and no program in the
// browser.
func (r *Report) HTML(to io.Writer) error {
	if r.rules == nil {
		return errEmpty
	}
	var parts []part
	add := func(p part, plots ...string) {
		for _, plot := range plots {
			if plot != "" {
				// drawn here; every text in it has been escaped
				p.Plots = append(p.Plots, template.HTML(plot))
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
		Before: "Legal actions at each decision. Opening, middle and end are the thirds of every " +
			"game.",
		Rows: choiceRows(r)},
		curvePlot(r.ByTurn, "turn", "legal actions (mean)", 0, highest(r.ByTurn), 0, number, 1),
		shapePlot(r.LegalShape, "legal actions", "decisions", &all.Mean, &all.Median))

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
		sharePlot(used, "Share of the actions by move", 0))
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
		add(part{Title: "A game", Before: fmt.Sprintf("Game %d, of middling length. %s.", s.Game,
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
	return page.Execute(to, struct {
		*Report
		Heading, Subheading string
		Parts               []part
	}{r, r.heading(), r.subheading(), parts})
}

// highest returns the top of a curve and its band.
func highest(points []Point) float64 {
	top := 1.0
	for _, p := range points {
		top = max(top, p.Value.Value, min(p.Value.High, 2*p.Value.Value))
	}
	return top
}
