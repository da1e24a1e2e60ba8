package repl

import (
	"errors"
	"fmt"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

// moment is a position of a game on a table as the screen shows it.
type moment struct {
	t  *table.Table
	at int
}

// show draws the board with its status.
func (d *view) show() { d.showWith(table.Marks{}, 0) }

// showWith draws the board with places marked, and below it what the board does not show. It leaves
// room for the prompt and the given number of lines below.
func (d *view) showWith(m table.Marks, below int) {
	t := d.table
	if d.paper.Stage.Shown() {
		d.paper.Stage.Set(d.scene(t.View(t.Sheet.Course.At(), m), below > 0))
		return
	}
	if d.paper.Config.Clear && d.paper.Options.Live {
		fmt.Fprint(d.paper.Out, "\x1b[H\x1b[2J")
	}
	picture, status, blank := d.fitted(t.View(t.Sheet.Course.At(), m), below)
	fmt.Fprint(d.paper.Out, blank)
	d.paper.Out.Draw(picture, moment{t, t.Sheet.Course.At()})
	fmt.Fprint(d.paper.Out, blank)
	for _, line := range status {
		fmt.Fprintln(d.paper.Out, line)
	}
}

// fitted makes a picture and the lines below it that fit the terminal, together with the prompt, a
// message and the given number of further lines. On a terminal with few lines, it first shortens
// the status to what the board does not show, then makes the picture lower, and finally drops the
// blank lines.
func (d *view) fitted(v board.View, below int) (picture string, status []string, blank string) {
	fullText, briefText := d.status()
	full, brief := paper.LinesOf(fullText, d.paper.Options.Width()-1), paper.LinesOf(briefText,
		d.paper.Options.Width()-1)
	rows := d.paper.Height()
	picture = board.Text(v, d.paper.Style(0))
	fits := func(status []string) bool {
		const more = 4 // a message, two blank lines, the prompt
		return rows == 0 || strings.Count(picture, "\n")+len(status)+below+more <= rows
	}
	if fits(full) {
		return picture, full, "\n"
	}
	picture = board.Text(v, d.paper.Style(max(rows-len(brief)-below-4, 1)))
	switch {
	case fits(full):
		return picture, full, "\n"
	case fits(brief):
		return picture, brief, "\n"
	}
	return board.Text(v, d.paper.Style(max(rows-len(brief)-below-1, 1))), brief, ""
}

// status is the lines that say what the board does not show: men, counters, the side to move, the
// last move. brief is the same without what can be counted on the board.
func (d *view) status() (full, brief []paper.Passage) {
	t := d.table
	if t.Sheet.Veiled() {
		return d.veiledStatus()
	}
	p := t.Sheet.Now()
	var parts []string
	line := func(text string) { full = append(full, paper.Passage{Text: text, Indent: "    "}) }
	both := func(text string) {
		line(text)
		parts = append(parts, strings.TrimSuffix(text, "."))
	}
	for i := range t.Sheet.Speech.Rules().Players {
		if has := t.Sheet.Holdings(p, i); has != "" {
			line(fmt.Sprintf("%s: %s", t.Who(i), has))
		}
		if has := t.Sheet.Speech.Look().Unseen(t.Sheet.Course.Start(), p, i); has != "" {
			parts = append(parts, fmt.Sprintf("%s: %s", t.Sheet.Speech.PlayerName(i), has))
		}
	}
	if common := t.Sheet.Speech.Look().Counters(t.Sheet.Course.Start(), p, -1); common != "" {
		both(speech.Capital(common))
	}
	if towers := t.Sheet.Speech.Towers(p); towers != "" {
		both(towers)
	}
	if worth := d.evaluation(); worth != "" {
		both(worth)
	}
	if shown := d.clockText(); shown != "" && !d.paper.Stage.Shown() {
		both(shown)
	}
	roll, before := t.Sheet.RollBefore(t.Sheet.Course.At())
	if tn, ok := t.Sheet.TurnBefore(before); ok {
		both(fmt.Sprintf("Last: %s %s", table.Taker(t, tn), t.Sheet.TurnText(tn)))
	}
	if t.Sheet.Course.At() < t.Sheet.Course.Len() {
		both(fmt.Sprintf("(%s taken back; `redo` goes forward)",
			diag.Amount(t.Sheet.Course.Len()-t.Sheet.Course.At(), "step")))
	}
	switch {
	case p.Result() != nil && !t.Told: // it is announced
	case p.Result() != nil:
		both(speech.Capital(t.Sheet.Speech.Game.ResultText(p.Result())))
	case roll != "":
		both(fmt.Sprintf("%s to move, with %s.%s", t.Who(p.ToMove()), roll, t.Sheet.Only()))
	case !t.Sheet.Course.Boundary(t.Sheet.Course.At()):
		both(fmt.Sprintf("%s the turn%s.%s", t.Does(p.ToMove(), "continues"), t.Sheet.Going(),
			t.Sheet.Only()))
	default:
		both(fmt.Sprintf("%s to\u00a0move.%s", t.Who(p.ToMove()), t.Sheet.Only()))
	}
	if parts != nil {
		brief = []paper.Passage{{Text: strings.Join(parts, " | "), Indent: "    "}}
	}
	return full, brief
}

// evaluation returns a bar and a number for the position, from the first value that the rules
// declare. It returns "" if evaluation is off, the rules declare none, or there are not two
// players.
func (d *view) evaluation() string {
	t := d.table
	if !d.paper.Config.Evaluation || len(t.Sheet.Speech.Rules().Values) == 0 || len(t.Seats) != 2 {
		return ""
	}
	v := t.Sheet.Speech.Rules().Values[0]
	first := t.Sheet.Speech.Game.Value(t.Sheet.Now(), v, 0) - t.Sheet.Speech.Game.Value(t.Sheet.Now(),
		v, 1)
	// it already compares both sides
	if t.Sheet.Speech.Game.Value(t.Sheet.Now(), v, 0) == -t.Sheet.Speech.Game.Value(t.Sheet.Now(), v,
		1) {
		first /= 2
	}
	// An advantage of ten fills half of the rest of the bar.
	const half, ten = 10, 10
	full := half + int(first*half/(max(first, -first)+ten))
	on, off := "█", "░"
	if d.paper.ASCII() {
		on, off = "#", "-"
	}
	bar := strings.Repeat(on, full) + strings.Repeat(off, 2*half-full)
	who := "even"
	switch {
	case first > 0:
		who = fmt.Sprintf("%s +%d", t.Sheet.Speech.PlayerName(0), first)
	case first < 0:
		who = fmt.Sprintf("%s +%d", t.Sheet.Speech.PlayerName(1), -first)
	}
	return fmt.Sprintf("Evaluation (%s): %s %s %s  %s", v.Name, t.Sheet.Speech.PlayerName(0), bar,
		t.Sheet.Speech.PlayerName(1), who)
}

// scene makes the scene for a view of the table; marked is as in [scene].
func (d *view) scene(v board.View, marked bool) paper.Scene {
	t := d.table
	sc := paper.Scene{Title: t.Title(), View: v, Style: d.paper.Style(0), Marked: marked,
		Players: len(t.Seats)}
	sc.Full, sc.Brief = d.status()
	sc.Clocks = d.clockText()
	sc.Moves = t.Sheet.Listed()
	return sc
}

// by returns the author and the year of a game, as far as they are known.
func by(info ruleset.Info) string {
	switch {
	case info.Author != "" && info.Year != 0:
		return fmt.Sprintf(" (%s, %d)", info.Author, info.Year)
	case info.Author != "":
		return " (" + info.Author + ")"
	}
	return ""
}

// mayMove is the reason why whoever sits here cannot move now, if there is one.
func (d *view) mayMove() error {
	t := d.table
	switch err := table.Shut(t); {
	case err != nil:
		return err
	case t.Sheet.Over():
		return errors.New("the game is over; `undo` takes back, `again` plays another")
	case t.BotToMove() && !t.Halted, t.Sheet.Hides():
		return fmt.Errorf("%s to move", t.Does(t.Sheet.Mover(), "is"))
	}
	return nil
}

// sayPrimer shows the ruleset's primer: the rules in a few lines.
func (d *view) sayPrimer(info ruleset.Info) {
	for line := range strings.Lines(strings.TrimSpace(info.Primer)) {
		d.paper.Para("", strings.TrimSpace(line))
	}
}

// speak sets the coordinates of the table from the options or the configuration. It ignores a style
// that this game does not have or that does not fit its board.
func (d *view) speak() {
	name := d.paper.Options.Coordinates
	if name == "" {
		name = d.paper.Config.Coordinates
	}
	if d.table.Sheet.SetCoordinates(name) != nil {
		// they belong to another game, or do not fit this board
		_ = d.table.Sheet.SetCoordinates(speech.AutoCoordinates)
	}
}
