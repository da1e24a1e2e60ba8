package repl

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/course"
	"boardgame/interp/level"
	"boardgame/repl/board"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// boardMode is the mode at the board: a line is a move or a command.
type boardMode struct{}

func (boardMode) prompt(s *Session) string {
	t := s.view.table
	if t.Sheet.Over() {
		return "game over> "
	}
	if t.Sheet.Drawn() {
		return t.Sheet.Number() + " dice> "
	}
	return fmt.Sprintf("%s %s> ", t.Sheet.Number(), t.Sheet.Speech.PlayerName(t.Sheet.Mover()))
}

func (boardMode) complete(s *Session, line string) []string {
	words := s.view.moveWords(line)
	words = append(words, s.view.commandWords(line)...)
	return words
}

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

// Preview marks on the board where an unfinished line may lead. A board visible above the line is
// redrawn in place. Otherwise Preview draws a new one of at most the given number of lines, if the
// line leaves a choice.
func (s *Session) Preview(line string, lines int) {
	if s.Highlight(line) {
		return
	}
	v, n := s.modes.led(line)
	if n < 2 {
		return
	}
	if picture := board.Text(v, s.paper.Style(lines)); strings.Count(picture, "\n") <= lines {
		fmt.Fprint(s.paper.Out, "\n\n")
		s.paper.Out.Draw(picture, moment{s.view.table, s.view.table.Sheet.Course.At()})
	}
}

// Highlight marks on the board above the line being typed where that line may lead. If it leads
// nowhere, or is empty, the board looks as before. Highlight reports whether the board is visible
// to be drawn on. It may be called while a line is being read.
func (s *Session) Highlight(line string) bool {
	if s.paper.Stage.Shown() {
		if v, n := s.modes.led(line); n > 0 {
			s.paper.Stage.Overlay(&v)
		} else {
			s.paper.Stage.Overlay(nil)
		}
		return true
	}
	if s.view.table == nil || !s.paper.Out.Sees(moment{s.view.table, s.view.table.Sheet.Course.At()}) {
		return false
	}
	v, n := s.modes.led(line)
	if n == 0 {
		return s.paper.Out.Redraw("")
	}
	return s.paper.Out.Redraw(board.Text(v, s.paper.Style(s.paper.Out.Lines()))) ||
		s.paper.Out.Redraw("")
}

// led shows where an unfinished line may lead, and returns how many legal steps begin with it; 0 if
// the line is not a step at all.
func (s *modes) led(line string) (board.View, int) {
	if _, at := s.mode().(boardMode); !at || strings.TrimSpace(line) == "" {
		return board.View{}, 0
	}
	all, p := s.view.begun(line)
	if len(all) == 0 {
		return board.View{}, 0
	}
	moves := lists.Map(all, func(b table.Written) interp.Move { return b.Move })
	m := s.view.table.Sheet.Choices(p, moves)
	m.HideLast = true
	then := *s.view.table
	then.Sheet.Course = course.New(then.Sheet.Speech.Game, p)
	return then.View(0, m), len(all)
}

func (boardMode) exec(s *Session, line string) (bool, error) {
	t := s.view.table
	if line == "" {
		if t.Sheet.Over() {
			s.toMenu()
		}
		return true, nil
	}
	if t.Sheet.Over() || t.BotToMove() && !t.Halted {
		if c, several := findCommand(speech.FirstWord(line)); c == nil && len(several) == 0 &&
			!strings.HasPrefix(line, "=") {
			return true, s.view.mayMove()
		}
		return false, nil
	}
	if strings.HasPrefix(line, "=") && !t.Sheet.Speech.IsAlias(line) {
		return false, nil // an expression to evaluate
	}
	// A command's name runs the command, unless the line is exactly how a legal move is written or
	// what an alias of the game stands for.
	if c, _ := findCommand(speech.FirstWord(line)); c != nil && c.named(speech.FirstWord(line)) &&
		!s.view.isMove(line) && !t.Sheet.Speech.IsAlias(line) && !s.view.isColumn(line) {
		return false, nil
	}
	e := t.Sheet.Read(line)
	switch {
	case len(e.Steps) > 0:
		return true, s.host.playSteps(e.Steps)
	case len(e.Candidates) > 0:
		first := speech.FirstWord(line)
		if c, _ := findCommand(first); c != nil && len(first) == len(line) &&
			!strings.ContainsAny(line, "0123456789") {
			return false, nil
		}
		s.view.offer(line, e.Candidates)
		return true, s.quietly()
	}
	if c, _ := findCommand(speech.FirstWord(line)); c != nil &&
		!strings.ContainsAny(speech.FirstWord(line), "0123456789-") && !t.Sheet.Speech.IsAlias(line) {
		return false, nil
	}
	return true, s.adviser.refusal(line, e.Err)
}

// quietly is the error of a line that was answered but had no effect: a script should stop at it.
func (s *Session) quietly() error { return wording.ErrQuiet }

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

// advance lets the bots move until a person is to move or the game is over, and shows the board if
// anything changed.
func (s *Session) advance(ctx context.Context) error {
	t := s.view.table
	if _, drawn := s.modes.mode().(curtain); drawn && !t.Sheet.Veiled() { // resigned, or out of time
		s.modes.leave()
		s.host.changed = true
	}
	if t == nil || !s.modes.atBoard() {
		return nil
	}
	if err := s.host.rolls(ctx); err != nil {
		return err
	}
	w := s.watch()
	defer w.leave()
	begun := t.Sheet.Now().Ply()
	for t.BotToMove() && !t.Halted && ctx.Err() == nil {
		if s.view.endless(begun) {
			break
		}
		if s.rules.between() {
			t = s.view.table
			continue
		}
		if s.host.changed && s.paper.Options.Live &&
			(w != nil || t.Sheet.Course.Boundary(t.Sheet.Course.At())) {
			s.view.show()
			s.host.changed = false
		}
		if err := s.modes.botMoves(ctx, w); err != nil {
			return err
		}
		if err := s.host.rolls(ctx); err != nil {
			return err
		}
	}
	w.leave()
	if ctx.Err() != nil && t.BotToMove() {
		t.Halted = true
		if !slices.ContainsFunc(t.Seats, table.Seat.IsHuman) {
			if !s.paper.Options.Live {
				return ctx.Err()
			}
			if t.Slot == nil {
				s.paper.Say("No move has been played, so no game is saved.")
			}
			return s.cmdQuit(ctx, "") // no player is left who could continue
		}
		s.paper.Say("Stopped. `go` lets %s move, `undo` takes back.", t.Who(t.Sheet.Mover()))
	}
	if s.modes.blind() {
		s.host.changed = false
		return nil
	}
	if s.host.changed && !(s.modes.humanToMove() && s.modes.asksItself()) {
		s.view.show()
		s.host.changed = false
	}
	if t.Sheet.Over() && !t.Told {
		t.Told = true
		s.host.announce()
	}
	if s.modes.humanToMove() {
		s.modes.startEntry()
	}
	return nil
}

// endless stops a table of bots that has played its limit of turns since turn begun. Such a game
// may never end, and nobody would notice.
func (d *view) endless(begun int) bool {
	t, most := d.table, d.paper.Options.Turns
	if most == 0 {
		most = level.MostTurns
	}
	if slices.ContainsFunc(t.Seats, table.Seat.IsHuman) || t.Sheet.Now().Ply()-begun < most {
		return false
	}
	t.Halted = true
	d.paper.Say("The bots have played %d turns without an end and stop here. `go` lets them play as "+
		"many again; --turns sets how many.", most)
	return true
}

// botMoves lets the bot to move play one step. w is the watcher, nil if there is none.
func (s *modes) botMoves(ctx context.Context, w *watcher) error {
	t := s.view.table
	player := t.Sheet.Mover()
	begun := s.paper.Options.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if w != nil && w.keys != nil {
		w.cancel = cancel
		s.paper.Stage.Note(w.foot())
	}
	s.runClock()
	t.Tell(t.Seats[player].Bot)
	within, enough, limit := s.view.budget(ctx, t.Seats[player].Limit)
	c, err := s.adviser.think(within, w, t.Who(player)+" thinks", limit, t.Seats[player].Bot, nil)
	enough()
	s.host.stopClock()
	if ctx.Err() != nil {
		return nil // stopped: do not play what it has found so far
	}
	if s.host.flag() {
		return nil
	}
	t.Sheet.Course.Spend(player, s.paper.Options.Now().Sub(begun))
	if lost, err := s.host.forfeits(err); lost {
		return err
	}
	if err != nil {
		t.Halted = true
		return fmt.Errorf("%s cannot move: %w", t.Who(player), err)
	}
	s.host.linger(ctx, w, begun)
	if ctx.Err() != nil {
		return nil
	}
	if w != nil && w.keys != nil {
		s.paper.Stage.Begin() // the list beside the board has the earlier moves
	}
	p, at := t.Sheet.Now(), t.Sheet.Course.At()
	text := t.Sheet.Speech.StepText(p, c.Move)
	if err := t.Play(c.Move); err != nil {
		t.Halted = true
		return err
	}
	if err := s.host.keep(); err != nil {
		return err
	}
	s.host.changed = true
	if t.Sheet.Veiled() {
		if text, c.Measure = t.Sheet.ToldOf(at, at+1), bot.NoMeasure; text == "" {
			return nil
		}
	}
	line := fmt.Sprintf("%s %s: %s", t.Sheet.NumberAt(at), t.Who(player), text)
	if c.Measure != bot.NoMeasure {
		if v := c.Text(c.Value, c.Proven); v != "" && len(c.Lines) > 0 && c.Nodes > 0 {
			line += "   [" + v + "]"
		}
	}
	s.paper.Say("%s", line)
	s.host.explainValue(player, c.Measure, strings.HasSuffix(line, "]"))
	s.view.sayAnnounced()
	return nil
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
	} else if l, err := table.FindLevel(k.view.table.Sheet.Speech.Ruleset.Info.Levels,
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
	k.paper.Para("", "`again` plays another game, `menu` offers other games, `undo` takes back, "+
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

// atBoard reports whether the innermost mode is the board, so that bots may move.
func (s *modes) atBoard() bool {
	switch s.mode().(type) {
	case boardMode, *guided:
		return true
	}
	return false
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
			t.Sheet.Speech.PlayerName(i), who, s.view.pieceSigns(i)), " "), Indent: "    ", Minor: seats})
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

// Start opens a game without the menu. It takes a built-in name or a path, a preset ("" for none),
// options, and who sits where, by the names of the players. Players without a seat are people. If
// the game cannot have what is asked for, the error is a [*RefusedError].
func (s *Session) Start(name, preset string, options, seats map[string]string) error {
	t, err := table.New(name, preset, options, nil, s.host.seed())
	if err != nil {
		return err
	}
	if len(seats) > len(t.Seats) {
		return &table.RefusedError{Err: fmt.Errorf("%s has %s, but you named %d",
			t.Sheet.Speech.Rules().Title, diag.Amount(len(t.Seats), "player"), len(seats))}
	}
	for player, who := range seats {
		i, err := t.Player(player)
		if err != nil {
			return &table.RefusedError{Err: err}
		}
		if done, err := s.host.seatProgram(t, i, who); err != nil {
			return err
		} else if done {
			continue
		}
		if err := t.Sit(i, who); err != nil {
			return err
		}
	}
	if err := t.Sheet.SetCoordinates(s.paper.Options.Coordinates); err != nil {
		return &table.RefusedError{Err: err}
	}
	if err := s.host.limit(t, s.paper.Options.Clocks); err != nil {
		return &table.RefusedError{Err: err}
	}
	s.modes.open(t)
	return s.run(func(context.Context) error { return nil })
}

// seed returns a seed for the next table; the first one is the session's own.
func (k *host) seed() uint64 {
	seed := k.paper.Options.Seed + k.tables*0x9E3779B97F4A7C15
	k.tables++
	return seed
}
