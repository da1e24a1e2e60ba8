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

	if text := r.sightText(); text != "" {
		fmt.Fprintf(&b, "\n%s\n", text)
	}

	section(&b, "Who wins", winnerRows(r))
	if len(r.Players) > 1 {
		fmt.Fprintf(&b, "  %s\n", r.firstText())
	}

	section(&b, "How long", lengthRows(r))
	b.WriteString(bars(r.Turns.Shape, "turns"))

	section(&b, "How many choices", choiceRows(r))

	if l := r.Lead; l != nil {
		section(&b, "How the lead changes", leadRows(l))
		fmt.Fprintf(&b, "  %s\n", l.explain())
		if l.Games > 0 {
			section(&b, "How soon the winner is known", foretoldRows(l))
		}
	}

	section(&b, "Which moves are used", moveRows(r))
	section(&b, "Which ends decide", endRows(r))
	if len(r.Openings) > 0 {
		section(&b, "How games begin", openingRows(r))
		fmt.Fprintf(&b, "  %s\n", r.openingText())
	}
	if len(r.Heat) > 0 {
		section(&b, "Where it happens", heatRows(r))
	}
	section(&b, "How large the game is", sizeRows(r))
	if r.Sample != nil {
		fmt.Fprintf(&b, "\nA game of medium length, number %d\n  %s\n  %s\n", r.Sample.Game,
			r.Sample.Moves, r.Sample.Result)
	}
	if r.Trace != nil {
		section(&b, "How the figures change with skill", traceRows(r))
		fmt.Fprintf(&b, "  %s\n", r.traceText())
	}
	if len(r.Ladder) > 0 {
		section(&b, "Whether skill tells", ladderRows(r))
	}
	b.WriteString("\n(in parentheses: 95% intervals)\n")
	_, err := io.WriteString(to, b.String())
	return err
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

// section writes a title and a table below it.
func section(b *strings.Builder, title string, rows [][]string) {
	fmt.Fprintf(b, "\n%s\n", title)
	for line := range strings.Lines(match.Table(rows)) {
		b.WriteString("  " + line)
	}
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
