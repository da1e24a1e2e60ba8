package diff

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/interp/match"
)

// mostShown bounds the moves and branches that [Report.Text] lists. The report itself has them all.
const mostShown = 12

// Text writes a report for people. With divide it lists every branch whose counts differ, not only
// the first ones.
func (r *Report) Text(w io.Writer, divide bool) error {
	t := &text{divide: divide}
	t.line("A  %s", r.A)
	t.line("B  %s", r.B)
	if len(r.Map) > 0 {
		names := lists.Map(slices.Sorted(maps.Keys(r.Map)),
			func(name string) string { return name + "=" + r.Map[name] })
		t.wrapped("", "Moves are written as in A. B has other names: "+some(names)+".")
	}
	if r.Start != nil {
		t.start(r.Start)
	}
	if r.Moves != nil {
		t.finding("The legal moves differ", r.Moves)
		for _, what := range r.Moves.What {
			t.line("  %s", what)
		}
		t.only("A", "B", r.Moves.OnlyA)
		t.only("B", "A", r.Moves.OnlyB)
	}
	if r.Effect != nil {
		t.finding("The same move does different things", r.Effect)
		t.what(r.Effect, "only in ")
	}
	if r.Result != nil {
		t.finding("The results differ", r.Result)
		t.what(r.Result, "")
	}
	if r.Hidden != nil {
		t.line("\nThe rules say differently what players do not see.\n  A  %s\n  B  %s", r.Hidden[0],
			r.Hidden[1])
	}
	if s := r.Searched; s != nil {
		t.searched(s, r.Moves == nil && r.Effect == nil && r.Result == nil)
	}
	if r.Perft != nil && (len(r.Perft.Depths) > 0 || r.Perft.Cut) {
		t.counts(r.Perft)
	}
	if r.Play != nil {
		t.play(r.Play)
	}
	t.line("")
	switch {
	case r.Stopped:
		t.line("Interrupted. This is what was found until then.")
	case r.Differ:
		t.line("The games differ.")
	default:
		t.line("No difference was found.")
	}
	_, err := io.WriteString(w, t.String())
	return err
}

type text struct {
	strings.Builder
	divide bool
}

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

func (t *text) start(f *Finding) {
	t.line("")
	t.line("The games begin differently.")
	t.what(f, "")
	t.boards(f)
}

// finding writes where a difference shows, with the line that leads there and the boards.
func (t *text) finding(title string, f *Finding) {
	t.line("")
	whose := f.ToMove + " to move."
	if f.Move != "" { // the boards show where it led
		whose = f.ToMove + " makes the last one."
	}
	switch {
	case f.Steps == 0:
		t.line("%s at the start. %s", title, whose)
	case f.Shortest:
		t.line("%s after %s, the shortest line. %s", title, diag.Amount(f.Steps, "move"), whose)
	default:
		t.line("%s after %s, a line shortened from a random game. %s", title,
			diag.Amount(f.Steps, "move"), whose)
	}
	if f.Steps > 0 {
		t.wrapped("  ", f.Line)
	}
	t.boards(f)
}

// boards draws the boards of both side by side, or one if they are the same.
func (t *text) boards(f *Finding) {
	if f.A.diagram == f.B.diagram {
		for _, row := range strings.Split(f.A.diagram, "\n") {
			t.line("    %s", row)
		}
		return
	}
	a, b := strings.Split("A\n"+f.A.diagram, "\n"), strings.Split("B\n"+f.B.diagram, "\n")
	width := 0
	for _, row := range a {
		width = max(width, utf8.RuneCountInString(row))
	}
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		t.line("    %s%s   %s", x, strings.Repeat(" ", width-utf8.RuneCountInString(x)), y)
	}
}

// what writes how the positions differ, and the sentences that make the difference.
func (t *text) what(f *Finding, label string) {
	for _, what := range f.What {
		t.line("  %s", what)
	}
	for _, side := range []struct {
		name string
		m    Moment
	}{{"A", f.A}, {"B", f.B}} {
		for _, p := range side.m.Sentences {
			t.line("  %s%s: %s", label, side.name, &p)
		}
	}
}

// only lists the moves that only one game has, with the reason the other gives; moves with the same
// reason are grouped.
func (t *text) only(has, refuses string, moves []OnlyOne) {
	for i := 0; i < len(moves); {
		one := moves[i]
		var names []string
		rest := moves[:0:0]
		for _, m := range moves[i:] {
			if m.Why == one.Why && m.Place.String() == one.Place.String() {
				names = append(names, m.Move)
			} else {
				rest = append(rest, m)
			}
		}
		t.wrapped(fmt.Sprintf("  only %s has ", has), some(names))
		if one.Why != "" {
			t.wrapped("    ", refuses+" says: "+one.Why)
		}
		if one.Place != nil {
			t.line("    %s", one.Place)
		}
		moves, i = rest, 0
	}
}

// String writes the place the way messages do: file, line and the text there; "" for no place.
func (p *Place) String() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// searched describes the search.
func (t *text) searched(s *Searched, none bool) {
	t.line("")
	found := "Compared"
	if none {
		found = "No difference in moves or results:"
	}
	looked := fmt.Sprintf("every line of up to %s", diag.Amount(s.Depth, "move"))
	switch {
	case s.Complete:
		looked = "every position that can be reached"
	case s.Cut && s.Games == 0:
		looked = "every line as far as the games agree"
	case s.Cut:
		looked += " as far as the games agree"
	}
	if s.Games > 0 {
		looked += fmt.Sprintf(", then %s of up to %s", diag.Amount(s.Games, "random game"),
			diag.Amount(s.Longest, "move"))
	}
	t.wrapped("", fmt.Sprintf("%s %s: %s.", found, diag.Amount(s.Positions, "pair")+" of positions",
		looked))
}

func (t *text) counts(c *Counts) {
	t.line("")
	t.line("Sequences of %s", c.Unit)
	rows := [][]string{{"  depth", "A", "B"}}
	for _, d := range c.Depths {
		row := []string{fmt.Sprintf("  %d", d.Depth), fmt.Sprint(d.A), fmt.Sprint(d.B)}
		if d.A != d.B {
			row = append(row, "differ")
		}
		rows = append(rows, row)
	}
	if len(c.Depths) > 0 {
		t.WriteString(match.Table(rows))
	}
	if c.Cut {
		advice := fmt.Sprintf("--depth %d counts it all the same", len(c.Depths)+1)
		if len(c.Depths) == 0 {
			advice = "--unit steps counts shorter sequences"
		}
		t.line("  depth %d takes too long to count; %s", len(c.Depths)+1, advice)
	}
	if len(c.Divide) == 0 {
		return
	}
	t.line("")
	rows = [][]string{{fmt.Sprintf("  depth %d, behind", c.Differ), "A", "B"}}
	shown := min(len(c.Divide), mostShown)
	if t.divide {
		shown = len(c.Divide)
	}
	for _, b := range c.Divide[:shown] {
		rows = append(rows, []string{"  " + b.Move, number(b.A), number(b.B)})
	}
	t.WriteString(match.Table(rows))
	if more := len(c.Divide) - shown; more > 0 {
		t.line("  … and %d more; --divide lists them", more)
	}
	if c.Same > 0 {
		t.line("  %s the same", diag.Amount(c.Same, "branch"))
	}
}

// number writes a count; "-" if the game does not have the move.
func number(n *uint64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

func (t *text) play(p *Play) {
	t.line("")
	t.line("%s of games with the same seeds, %s, with 95%% intervals",
		diag.Amount(p.Games, "pair"), p.Players)
	rows := [][]string{{"", "A", "B", "B minus A", ""}}
	for _, m := range p.Measures {
		verdict := "no difference seen"
		if m.Differ {
			verdict = "differ"
		} else if m.Difference.Low == 0 && m.Difference.High == 0 {
			verdict = "the same"
		}
		name := "  " + m.Name
		if m.Unit != "" {
			name += ", " + m.Unit
		}
		rows = append(rows, []string{name, estimate(m.A, m.Unit), estimate(m.B, m.Unit),
			difference(m.Difference, m.Unit), verdict})
	}
	t.WriteString(match.Table(rows))
	switch {
	case p.Identical == p.Games:
		t.line("  all pairs were the same game, move for move")
	case p.Identical > 0:
		t.line("  %s the same game, move for move", were(p.Identical, "pair"))
	}
	if p.Unfinished != [2]int{} {
		t.line("  stopped: %d of A, %d of B; they count as a draw of all in the first player's share",
			p.Unfinished[0], p.Unfinished[1])
	}
}

func estimate(e match.Estimate, unit string) string {
	if unit == "" {
		return match.PercentText(e)
	}
	return fmt.Sprintf("%.1f (%.1f to %.1f)", e.Value, e.Low, e.High)
}

// difference writes a difference with its sign and its interval.
func difference(e match.Estimate, unit string) string {
	if unit == "" {
		return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", 100*e.Value, 100*e.Low, 100*e.High)
	}
	return fmt.Sprintf("%+.2f (%+.2f to %+.2f)", e.Value, e.Low, e.High)
}

// wrapped writes text wrapped at blanks; later lines are aligned with the first.
func (t *text) wrapped(before, text string) {
	const width = 100
	indent := strings.Repeat(" ", len(before)-len(strings.TrimLeft(before, " ")))
	line := before
	for i, word := range strings.Fields(text) {
		if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			t.line("%s", line)
			line = indent
		} else if i > 0 {
			line += " "
		}
		line += word
	}
	t.line("%s", line)
}

func were(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " was"
	}
	return diag.Amount(n, noun) + " were"
}

// some lists names, up to a limit.
func some(names []string) string {
	if len(names) <= mostShown {
		return strings.Join(names, " ")
	}
	return strings.Join(names[:mostShown], " ") + fmt.Sprintf(" … (%d in all)", len(names))
}
