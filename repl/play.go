package repl

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// moveWords are the notations of the legal moves that begin as the line does.
func (d *view) moveWords(line string) []string {
	all, _ := d.begun(line)
	words := lists.Map(all, func(b table.Written) string { return b.Text })
	slices.Sort(words)
	return words
}

// begun returns the legal steps whose notation begins with a line, and the position in which they
// are legal. If there are none, it tries without the signs, as in e2e. If that fails too, it
// returns the steps with which a turn can continue after a comma, as in d11-d9, lay d.
func (d *view) begun(line string) ([]table.Written, *interp.Position) {
	t := d.table
	if t == nil || t.Sheet.Over() || t.Sheet.Hides() {
		return nil, nil
	}
	if all := t.Sheet.Beginning(t.Sheet.Now(), line); all != nil {
		return all, t.Sheet.Now()
	}
	comma := strings.LastIndexByte(line, ',')
	if comma < 0 || t.Sheet.Veiled() {
		return nil, nil
	}
	before := strings.TrimRight(line[:comma], " ")
	_, next, err := t.Sheet.Speech.Game.ParseTurn(t.Sheet.Now(), t.Sheet.Speech.Meant(before))
	if err != nil || next.Result() != nil || interp.TurnOver(t.Sheet.Now(), next) {
		return nil, nil
	}
	all := t.Sheet.Beginning(next, line[comma+1:])
	for i := range all {
		all[i].Text = before + ", " + all[i].Text
	}
	return all, next
}

func (d *view) isMove(line string) bool {
	want := speech.Squeeze(d.table.Sheet.Speech.OwnOr(line))
	return slices.ContainsFunc(d.table.Sheet.Speech.Game.Texts(d.table.Sheet.Now()),
		func(text string) bool { return speech.Squeeze(text) == want })
}

// isColumn reports whether a line is a letter that names a legal move in a game where the column
// alone identifies a move, as where pieces drop: then `b` drops a piece instead of drawing the
// board.
func (d *view) isColumn(line string) bool {
	if len(line) != 1 {
		return false
	}
	columns := map[string]bool{}
	for _, text := range d.table.Sheet.Speech.Game.Texts(d.table.Sheet.Now()) {
		column, row := text[:min(1, len(text))], text[min(1, len(text)):]
		if _, err := strconv.Atoi(row); err != nil || columns[column] {
			return false
		}
		columns[column] = true
	}
	return columns[line]
}

// offer lists what an ambiguous line could mean.
func (d *view) offer(line string, candidates []interp.Move) {
	t := d.table
	texts := lists.Map(candidates,
		func(m interp.Move) string { return t.Sheet.Speech.StepText(t.Sheet.Now(), m) })
	slices.Sort(texts)
	d.paper.Say("%q could be:", line)
	d.paper.Columns("  ", texts)
	m := t.Sheet.Choices(t.Sheet.Now(), candidates)
	m.HideLast = true
	d.showWith(m, 0)
}

// playSteps plays parsed steps in order, and says how they are written.
func (k *host) playSteps(steps []interp.Move) error {
	t := k.view.table
	from, before := t.Sheet.Course.At(), t.Sheet.Now()
	for _, m := range steps {
		if err := t.Play(m); err != nil {
			return k.adviser.refusal(t.Sheet.Speech.StepText(t.Sheet.Now(), m), err)
		}
		t.Halted = false
		if err := k.keep(); err != nil {
			return err
		}
	}
	k.paper.Say("%s %s: %s", t.Sheet.NumberAt(from), t.Who(before.ToMove()),
		t.Sheet.Speech.TurnWords(before, steps))
	k.view.sayAnnounced()
	k.changed = true
	return nil
}

// sayAnnounced says what the rules announce about the turn that was just completed, such as a
// check.
func (d *view) sayAnnounced() {
	for _, text := range d.table.Sheet.Course.Announced(d.table.Sheet.Course.At()) {
		d.paper.Say("%s", d.paper.Paint("bold", wording.Sentence(text)))
	}
}

// explainValue says once what the number after a bot's move means.
func (k *host) explainValue(player int, measure bot.Measure, shown bool) {
	if !shown || !k.paper.Options.Live || k.explained {
		return
	}
	k.explained = true
	of := "what the bot thinks of its position"
	if measure == bot.PerMille {
		of = "how many of its trial games the bot won"
	} else if l, err := table.FindLevel(k.view.table.Sheet.Speech.Ruleset.Info.Bots(),
		k.view.table.Seats[player].Level); err == nil {
		of += ", in " + k.view.table.Unit(l, measure)
	}
	k.paper.Tell(paper.Passage{Text: "(In brackets: " + of + "; `help bots` says more.)", Indent: "  ",
		Minor: 1})
}

// pause is how long to wait before showing a bot's move: 0 if nobody is watching.
func (k *host) pause() time.Duration {
	switch {
	case k.paper.Options.Pause >= 0:
		return k.paper.Options.Pause
	case k.paper.Options.Live:
		return k.paper.Config.Pause
	}
	return 0
}

// announce says how the game ended, and what you can do now.
func (k *host) announce() {
	t := k.view.table
	r, rules := t.Sheet.Now().Result(), t.Sheet.Speech.Rules()
	k.paper.Say("%s", k.paper.Paint("bold",
		"Game over. "+speech.Capital(t.Sheet.Speech.Game.ResultText(r))+"."))
	if len(r.Scores) > 0 {
		for _, team := range rules.Teams() {
			k.paper.Say("  %s %d", rules.SideName(team, " and "), r.Scores[bits.TrailingZeros16(team)])
		}
	}
	if t.Scored { // it was over before, and its end was taken back
		k.tally[t.Winner]--
		k.played--
	}
	t.Scored, t.Winner = true, ""
	if !r.Draw && len(t.Seats) > 1 {
		t.Winner = rules.SideName(rules.Team(r.Winners[0]), " and ")
	}
	k.tally[t.Winner]++
	k.played++
	k.sayTally(2)
	undo := "`undo` takes back, "
	if table.Shut(t) != nil {
		undo = ""
	}
	k.paper.Para("", "`again` plays another game, `menu` offers other games, "+undo+
		"`history` lists the moves, `export game.html` saves them.")
}

// sayTally says how many games everyone has won at this table, if at least so many were played.
func (k *host) sayTally(least int) {
	if k.played < least {
		return
	}
	rules := k.view.table.Sheet.Speech.Rules()
	parts := lists.Map(rules.Teams(), func(team uint16) string {
		name := rules.SideName(team, " and ")
		return fmt.Sprintf("%s %d", name, k.tally[name])
	})
	k.paper.Say("Games won at this table: %s, of %d.", strings.Join(parts, ", "), k.played)
}

// open puts a game on the table and goes to the board.
func (s *modes) open(t *table.Table) {
	if s.view.table != nil {
		_ = s.view.table.Release()
	}
	if s.view.table == nil || s.view.table.Name != t.Name {
		s.host.tally, s.host.played = map[string]int{}, 0
	}
	s.view.table = t
	t.Blinds() // the eyes of the only person
	s.view.speak()
	s.stack = []mode{boardMode{}}
	s.host.changed = true
	if s.paper.InPlace() {
		s.paper.Stage.Open()
	}
	s.host.remember(t)
	if s.host.wrong != nil && s.paper.Stage.Shown() { // it was written where the board is now
		s.paper.Say("%s", wording.Spoken(s.host.wrong))
		s.host.wrong = nil
	}
	if err := t.Sheet.Speech.Look().Misfit(); err != nil && !t.Sheet.Speech.Ruleset.InheritsLayout() {
		s.paper.Para("", "Note: "+err.Error()+".")
	}
	const seats, name, about = 1, 2, 3 // what a small screen can omit, the last first
	s.paper.Tell(paper.Passage{Text: s.paper.Paint("bold", t.Title()), Minor: name})
	if d := t.Sheet.Speech.Ruleset.Info.Description; d != "" && s.paper.Options.Live &&
		t.Sheet.Course.Len() == 0 {
		s.paper.Tell(paper.Passage{Text: d, Minor: about})
	}
	for i := range t.Seats {
		who := "a person"
		if !t.Seats[i].IsHuman() {
			who = t.Seats[i].Level
		}
		rules := t.Sheet.Speech.Rules()
		if partners := rules.Team(i) &^ (1 << i); partners != 0 {
			who += ", with " + rules.SideName(partners, " and ")
		}
		s.paper.Tell(paper.Passage{Text: strings.TrimRight(fmt.Sprintf("  %s: %s %s",
			t.Sheet.Speech.PlayerName(i), who, t.Sheet.Legend(i, s.paper.Sign)), " "), Indent: "    ",
			Minor: seats})
	}
	if signs := t.Sheet.Legend(-1, s.paper.Sign); signs != "" {
		s.paper.Tell(paper.Passage{Text: "  neutral: " + signs, Indent: "    ", Minor: seats})
	}
	if s.paper.Options.Live && t.Sheet.Course.Len() == 0 {
		move := "Type a move"
		if example := speech.Example(t.Sheet.Situation()); example != "" {
			move += ", such as `" + example + "`"
		}
		s.paper.Para("", move+"; `moves` to see them all, `guide` to be asked step by step, "+
			"`help` for everything else.")
	}
}
