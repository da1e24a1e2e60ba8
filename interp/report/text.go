package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp/match"
)

// errEmpty is the error of an empty report.
var errEmpty = errors.New("the report is empty; make one with report.Run")

// Text writes the report for people, in plain text.
func (r *Report) Text(to io.Writer) error {
	if r.rules == nil {
		return errEmpty
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", r.heading(), r.subheading())
	if len(r.Notes) > 0 {
		b.WriteString("\nWhat stands out\n")
		for _, n := range r.Notes {
			fmt.Fprintf(&b, "  %s\n", n)
		}
	}
	for _, part := range r.parts() {
		fmt.Fprintf(&b, "\n%s\n", part.Title)
		for text := range strings.Lines(part.Before + "\n" + match.Table(part.Rows)) {
			if text != "\n" {
				b.WriteString("  " + text)
			}
		}
		if part.Bars != nil {
			b.WriteString(bars(part.Bars, "turns"))
		}
		if part.After != "" {
			fmt.Fprintf(&b, "  %s\n", part.After)
		}
	}
	b.WriteString("\n(in parentheses: 95% intervals)\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// part is a section of the report.
type part struct {
	Title  string
	Before string // a sentence on what is shown
	Rows   [][]string
	Bars   []Bin    // the turns of games, which plain text draws as bars
	Plots  []string // for pages, as SVG, in which every text has been escaped
	After  string
}

// parts returns the sections; plain text and the page show the same ones.
func (r *Report) parts() (parts []part) {
	add := func(p part, plots ...string) {
		for _, plot := range plots {
			if plot != "" {
				p.Plots = append(p.Plots, plot)
			}
		}
		parts = append(parts, p)
	}
	fair := 1 / float64(len(r.Players))

	winners := lists.Map(r.Winners, func(c match.Count) row { return row{c.Name, c.Share} })
	who := part{Title: "Who wins", Before: r.sightText(), Rows: winnerRows(r)}
	if len(r.Players) > 1 {
		who.After = r.firstText()
		winners = append(winners, row{"who moves first", r.First})
	}
	add(who, sharePlot(winners, "How often each player wins", fair))

	add(part{Title: "How long", Rows: lengthRows(r), Bars: r.Turns.Shape},
		shapePlot(r.Turns.Shape, "turns", "games", &r.Turns.Mean, &r.Turns.Median))

	all := &r.Choices[0]
	add(part{Title: "How many choices", Rows: choiceRows(r),
		Before: "Legal steps at each decision. Opening, middle and end are the thirds of every game."},
		curvePlot(r.ByTurn, "turn", "legal steps (mean)", 0, highest(r.ByTurn), 0, number, 1),
		shapePlot(r.LegalShape, "legal steps", "decisions", &all.Mean, &all.Median))

	if l := r.Lead; l != nil && l.Games > 0 {
		add(part{Title: "How the lead changes", Before: l.explain(), Rows: leadRows(l)},
			shapePlot(l.Shape, "changes of the lead", "games", &l.Changes, nil))
		add(part{Title: "How soon the winner is known", Rows: foretoldRows(l),
			Before: "How often who leads at some part of a game wins it in the end, of the games that " +
				"one player wins."},
			curvePlot(l.Foretold, "% of the game", "the leader wins", 0, 1, fair, percent, 100))
	}

	used := lists.Map(r.Moves, func(u Usage) row { return row{u.Move, u.Share} })
	add(part{Title: "Which moves are used", Rows: moveRows(r),
		After: "Possible: in that share of the decisions the move was legal."},
		sharePlot(used, "Share of the steps by move", 0))
	decide := lists.Map(r.Ends, func(e End) row { return row{e.Reason, e.Share} })
	add(part{Title: "Which ends decide", Rows: endRows(r)},
		sharePlot(decide, "Share of the games by the way they end", 0))

	if len(r.Openings) > 0 {
		add(part{Title: "How games begin", Rows: openingRows(r), After: r.openingText()})
	}
	if len(r.Heat) > 0 {
		add(part{Title: "Where it happens", Rows: heatRows(r),
			Before: "The sites on which the most happens in a game, on average. The page has maps: the " +
				"darker a site, the more."},
			heatPlot(r.rules.Board, r.Heat))
	}
	add(part{Title: "How large the game is", Rows: sizeRows(r)})
	if s := r.Sample; s != nil {
		add(part{Title: "A game", After: s.Moves,
			Before: fmt.Sprintf("Game %d, of medium length. %s.", s.Game, s.Result)}, r.stripPlot())
	}
	if r.Trace != nil {
		add(part{Title: "How the figures change with skill", Rows: traceRows(r), After: r.traceText()})
	}
	if len(r.Ladder) > 0 {
		rungs := lists.Map(r.Ladder,
			func(g Rung) row { return row{g.Upper + " against " + g.Lower, g.Score} })
		add(part{Title: "Whether skill tells", Rows: ladderRows(r),
			Before: fmt.Sprintf("Each level plays the one below it; equals score %s.",
				match.Percent(r.Ladder[0].Fair))},
			sharePlot(rungs, "The score of each level against the one below it", r.Ladder[0].Fair))
	}
	return parts
}

// heading names the game with the options that were set: "Hex (size=7)".
func (r *Report) heading() string {
	var options []string
	for _, o := range r.rules.Options {
		if o.Value != o.Default {
			options = append(options, o.Name+"="+o.Value)
		}
	}
	if len(options) == 0 {
		return r.Title
	}
	return fmt.Sprintf("%s (%s)", r.Title, strings.Join(options, " "))
}

func (r *Report) subheading() string {
	text := fmt.Sprintf("%d games of %s against itself, seed %d", r.Games, r.Level, r.Seed)
	if r.Opening > 0 {
		text += fmt.Sprintf(", the first %d turns drawn at random", r.Opening)
	}
	return text + ", rules " + r.Rules + ", boardgame " + r.Program
}

// sightText says how well the level sees wins in one.
func (r *Report) sightText() string {
	s := r.Sight
	if s == nil || s.Games == 0 {
		return ""
	}
	text := fmt.Sprintf("How well %s plays, in %d of the games: ", r.Level, s.Games)
	if s.Wins == 0 {
		text += "it never had a win in one move."
	} else {
		text += fmt.Sprintf("it had a win in one move %d times and took %s of them.", s.Wins,
			match.PercentText(s.Taken))
	}
	if s.Blocks > 0 {
		text += fmt.Sprintf(" It had to stop such a win %d times and stopped %s of them.", s.Blocks,
			match.PercentText(s.Made))
	}
	return text
}

func (r *Report) openingText() string {
	if r.firstTurns > len(r.Openings) {
		return fmt.Sprintf("The most frequent of %d first turns.", r.firstTurns)
	}
	return "All first turns that were played."
}

func (r *Report) traceText() string {
	t := r.Trace
	return fmt.Sprintf("%s scores %s against %s in %d games.", t.Level, match.PercentText(t.Score),
		r.Level, t.Against)
}

func traceRows(r *Report) [][]string {
	t := r.Trace
	rows := [][]string{
		{"", r.Level, t.Level},
		{"games", fmt.Sprint(r.Games), fmt.Sprint(t.Games)},
		{"whoever moves first scores", match.PercentText(r.First), match.PercentText(t.First)},
		{"games that one player wins", match.PercentText(r.Decisive),
			match.PercentText(t.Decisive)},
		{"turns", match.NumberText(r.Turns.Mean, ""), match.NumberText(t.Turns, "")},
		{"legal steps", match.NumberText(r.Choices[0].Mean, ""), match.NumberText(t.Choices, "")},
	}
	if r.Lead != nil && r.Lead.Moments == 0 {
		rows = append(rows, []string{"changes of the lead", match.NumberText(r.Lead.Changes, ""),
			match.NumberText(t.Changes, "")})
	}
	return rows
}

func (r *Report) firstText() string {
	who := "The player who moves first"
	if r.Opener != "" {
		who = r.Opener + " moves first and"
	}
	draw := "A draw counts half."
	if n := len(r.Players); n > 2 {
		draw = fmt.Sprintf("A draw of all %d counts 1/%d.", n, n)
	}
	return fmt.Sprintf("%s scores %s. %s", who, match.PercentText(r.First), draw)
}

func (l *Lead) explain() string {
	if l.Moments > 0 {
		return fmt.Sprintf("A player leads if they win significantly more than anyone else in %d "+
			"random games from the position. This was judged at %[3]d moments of each of %[2]d games.",
			judgements, l.Games, l.Moments)
	}
	return fmt.Sprintf("A player leads while their value %q is the greatest for a whole round.", l.By)
}

// The tables of the report, with a head; the text and the page show the same ones.

func winnerRows(r *Report) [][]string {
	rows := [][]string{{"", "games", "share", ""}}
	for _, c := range r.Winners {
		rows = append(rows, append([]string{c.Name, fmt.Sprint(c.Games)}, shareCells(c.Share)...))
	}
	return rows
}

func lengthRows(r *Report) [][]string {
	row := func(name string, l Length) []string {
		return []string{name, match.NumberText(l.Mean, ""), match.NumberText(l.Median, ""),
			fmt.Sprintf("%d to %d", l.Shortest, l.Longest)}
	}
	rows := [][]string{{"", "mean", "median", "range"}, row("turns", r.Turns)}
	if r.Actions.Mean != r.Turns.Mean {
		rows = append(rows, row("steps", r.Actions))
	}
	return rows
}

func choiceRows(r *Report) [][]string {
	rows := [][]string{{"legal steps", "decisions", "mean", "median", "most", "only one"}}
	for _, c := range r.Choices {
		rows = append(rows, []string{c.Phase, fmt.Sprint(c.Decisions), match.NumberText(c.Mean, ""),
			match.NumberText(c.Median, ""), fmt.Sprint(c.Most), match.PercentText(c.Forced)})
	}
	return rows
}

func leadRows(l *Lead) [][]string {
	ofWon := func(text string) string {
		if l.Behind.Low <= 0 && l.Behind.High >= 1 { // no number of games gives this interval
			return "no game was won"
		}
		return text
	}
	return [][]string{
		{"", fmt.Sprintf("%d games", l.Games)},
		{"changes in a game", match.NumberText(l.Changes.AtLeast(0), "")},
		{"games in which it changes hands", match.PercentText(l.Changed)},
		{"won games whose winner has been behind", ofWon(match.PercentText(l.Behind))},
		{"part of the game after which the winner leads to the end", ofWon(partText(l.Settled))},
		{"drama: how far behind winners were, from 0 to 1",
			ofWon(match.NumberText(l.Drama.AtLeast(0), ""))},
		{"decisiveness: part of the game left when it is decided", ofWon(partText(l.Decided))},
	}
}

// partText writes a mean of parts as percentages.
func partText(e match.Estimate) string {
	return match.NumberText(match.Estimate{Value: 100 * e.Value, Low: 100 * max(e.Low, 0),
		High: 100 * min(e.High, 1)}, " %")
}

func foretoldRows(l *Lead) [][]string {
	rows := [][]string{{"of the game", "games with a leader", "leader wins", ""}}
	for part := 1; part < parts; part++ {
		at := float64(part) / parts
		row := []string{fmt.Sprintf("after %.0f%%", 100*at),
			fmt.Sprintf("fewer than %d", fewestGames), "not known"}
		if i := slices.IndexFunc(l.Foretold, func(p Point) bool { return p.At == at }); i >= 0 {
			row = append(row[:1], fmt.Sprint(l.Foretold[i].Games))
			row = append(row, shareCells(l.Foretold[i].Value)...)
		}
		rows = append(rows, row)
	}
	return rows
}

func moveRows(r *Report) [][]string {
	rows := [][]string{{"move", "steps", "share", "", "possible", "", "in games", ""}}
	for _, u := range r.Moves {
		row := append([]string{u.Move, fmt.Sprint(u.Actions)}, shareCells(u.Share)...)
		rows = append(rows, append(append(row, shareCells(u.Possible)...), shareCells(u.Games)...))
	}
	return rows
}

func endRows(r *Report) [][]string {
	rows := [][]string{{"reason", "outcome", "games", "share", ""}}
	for _, e := range r.Ends {
		rows = append(rows, append([]string{e.Reason, e.Outcome, fmt.Sprint(e.Games)},
			shareCells(e.Share)...))
	}
	return rows
}

func ladderRows(r *Report) [][]string {
	rows := [][]string{{"level", "against", "games", "score", "", "Elo", ""}}
	for _, g := range r.Ladder {
		value, ends := match.EloText(g.Elo)
		rows = append(rows, append(append([]string{g.Upper, g.Lower, fmt.Sprint(g.Games)},
			shareCells(g.Score)...), value, ends))
	}
	return rows
}

func shareCells(e match.Estimate) []string {
	return []string{match.Percent(e.Value), "(" + match.PercentRange(e) + ")"}
}

// bars draws a histogram as lines of signs.
func bars(bins []Bin, unit string) string {
	const width = 50
	most := 1
	for _, bin := range bins {
		most = max(most, bin.Count)
	}
	rows := lists.Map(bins,
		func(bin Bin) []string { return []string{bin.label() + " " + unit, fmt.Sprint(bin.Count)} })
	var b strings.Builder
	i := 0
	for line := range strings.Lines(match.Table(rows)) {
		line = "  " + strings.TrimSuffix(line, "\n") + "  " + strings.Repeat("#",
			(bins[i].Count*width+most-1)/most)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		i++
	}
	return b.String()
}

func (b Bin) label() string {
	if b.From == b.To {
		return fmt.Sprint(b.From)
	}
	return fmt.Sprintf("%d–%d", b.From, b.To)
}
