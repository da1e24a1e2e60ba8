package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/wire"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// The commands for the game on the table: its moves, its turns, its position.

func (d *view) cmdBoard(context.Context, string) error {
	d.show()
	return nil
}

// listLines is how many lines of a list below a board are visible with it.
const listLines = 3

func (d *view) cmdMoves(_ context.Context, args string) error {
	t := d.table
	moves := t.Sheet.Legal()
	if len(moves) == 0 {
		return fmt.Errorf("there is no legal move: %s",
			t.Sheet.Speech.Game.ResultText(t.Sheet.Now().Result()))
	}
	if args != "" {
		if moves = t.Sheet.Speech.Having(moves, speech.Words(t.Sheet.Speech.OwnOr(args))); len(
			moves) == 0 {
			for _, b := range t.Sheet.Beginning(t.Sheet.Now(), args) { // such as all that begin with N
				moves = append(moves, b.Move)
			}
		}
		if len(moves) == 0 {
			return errors.New(without(len(t.Sheet.Legal()), args))
		}
		m := t.Sheet.Choices(t.Sheet.Now(), moves)
		m.HideLast = true
		d.showWith(m, listLines)
	}
	// By kind of move where there are several.
	groups := map[string][]string{}
	var order []string
	for _, m := range moves {
		id, _ := t.Sheet.Speech.Game.Roles(m)
		name := t.Sheet.Speech.MoveName(id)
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], t.Sheet.Speech.StepText(t.Sheet.Now(), m))
	}
	for _, name := range order {
		texts := groups[name]
		slices.SortFunc(texts, wording.Natural)
		if len(order) > 1 {
			d.paper.Say("%s (%d)", name, len(texts))
		}
		d.paper.Columns("  ", texts)
	}
	if len(moves) > 1 {
		d.paper.Say("%s", diag.Amount(len(moves), "move"))
	}
	return nil
}

// without says that none of the legal moves uses what the player asked about.
func without(n int, what string) string {
	if n == 1 {
		return fmt.Sprintf("The only legal move does not use %s.", what)
	}
	return fmt.Sprintf("None of the %d legal moves uses %s.", n, what)
}

func (s *modes) cmdGuide(context.Context, string) error {
	if err := s.view.mayMove(); err != nil {
		return err
	}
	s.guide(false)
	return nil
}

func (s *modes) cmdPoint(context.Context, string) error {
	if err := s.view.mayMove(); err != nil {
		return err
	}
	if !s.paper.Options.Live {
		return errors.New("pointing needs a terminal; `guide` asks step by step instead")
	}
	s.pointing = true
	return nil
}

// times reads how often to undo or redo.
func times(args string) (int, error) {
	if args == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(args)
	if err != nil || n < 1 || n > 10_000 {
		return 0, fmt.Errorf("expected a number of times, such as 2, not %q", args)
	}
	return n, nil
}

func (k *host) cmdUndo(_ context.Context, args string) error {
	return k.back(args, k.view.table.Undo)
}

func (k *host) cmdRedo(_ context.Context, args string) error {
	return k.back(args, k.view.table.Redo)
}

func (k *host) back(args string, step func() error) error {
	n, err := times(args)
	if err != nil {
		return err
	}
	for i := range n {
		if err := step(); err != nil {
			if i == 0 {
				return err
			}
			break
		}
	}
	k.changed = true
	return k.keep()
}

func (k *host) cmdResign(_ context.Context, args string) error {
	t := k.view.table
	who := t.Sheet.Mover()
	if args != "" {
		i, err := t.Player(args)
		if err != nil {
			return err
		}
		who = i
	} else if person := slices.IndexFunc(t.Seats, table.Seat.IsHuman); person >= 0 &&
		!t.Seats[who].IsHuman() {
		who = person
	}
	if len(t.Seats) > 2 && who == t.Sheet.Mover() && !t.Sheet.Over() {
		return k.playSteps([]interp.Move{interp.Leave}) // the others play on
	}
	if err := t.Resign(who); err != nil {
		if len(t.Seats) > 2 && !t.Sheet.Over() {
			return fmt.Errorf("%w; `seat %s=LEVEL` hands the seat to a bot", err,
				t.Sheet.Speech.PlayerName(who))
		}
		return err
	}
	return k.keep()
}

func (k *host) cmdGoto(_ context.Context, args string) error {
	t := k.view.table
	to := 0
	turn, found := t.Sheet.Numbered(args)
	switch {
	case args == "start", args == "0":
	case args == "end":
		to = t.Sheet.Course.Len()
	case found:
		to = t.Sheet.Course.Turns()[turn].To
	case k.beyond(args):
		return nil
	default:
		last := "0"
		if n := len(t.Sheet.Course.Turns()); n > 0 {
			last = t.Sheet.NumberTyped(n - 1)
		}
		return fmt.Errorf("expected a turn from 0 to %s, `start` or `end`, not %q", last, args)
	}
	t.Sheet.Course.Goto(to)
	t.Halted = t.BotToMove()
	t.Told = true
	k.changed = true
	return k.keep()
}

func (d *view) cmdGo(context.Context, string) error {
	t := d.table
	if t.Sheet.Over() {
		return errors.New("the game is over")
	}
	if !t.BotToMove() {
		return fmt.Errorf("%s played by a person; `seat %s=LEVEL` gives the seat to a bot",
			t.Sheet.Speech.Does(t.Sheet.Mover(), "is"), t.Sheet.Speech.PlayerName(t.Sheet.Mover()))
	}
	t.Halted = false
	return nil
}

func (d *view) cmdHistory(context.Context, string) error {
	t := d.table
	turns := t.Sheet.Course.Turns()
	if len(turns) == 0 {
		d.paper.Say("Nothing has been played yet.")
	}
	if n := t.Sheet.Course.Note(0); n != "" {
		d.paper.Para("      ", "      "+n)
	}
	numbers := t.Sheet.Numbers(t.Sheet.Mover())
	for i, tn := range turns {
		here := " "
		if tn.To == t.Sheet.Course.At() {
			here = "*"
		}
		line := fmt.Sprintf("%s%s %s: %s", here, wording.AlignNumber(numbers[i], 4),
			table.Taker(t, tn), t.Sheet.TurnText(tn))
		// the notation of chess has signs for it
		if told := t.Sheet.Course.Announced(tn.To); told != nil && t.Sheet.Speech.SAN == nil {
			line += "   (" + strings.Join(told, ", ") + ")"
		}
		d.paper.Para("         ", line)
		if n := t.Sheet.Course.Note(tn.To); n != "" {
			d.paper.Para("        ", "        "+d.paper.Paint("dim", n))
		}
	}
	if r := t.Sheet.Course.Position(t.Sheet.Course.Len()).Result(); r != nil {
		d.paper.Say("     %s", t.Sheet.Speech.Game.ResultText(r))
	}
	return nil
}

func (k *host) cmdAnnotate(_ context.Context, args string) error {
	t := k.view.table
	if note := t.Sheet.Course.Note(t.Sheet.Course.At()); args == "" {
		if note == "" {
			return errors.New("there is no note here; `annotate TEXT` adds one")
		}
		k.paper.Para("", note)
		return nil
	}
	if !t.Sheet.Course.Boundary(t.Sheet.Course.At()) {
		return errors.New("a note belongs to a whole turn; finish this one first")
	}
	t.Sheet.Course.SetNote(t.Sheet.Course.At(), args)
	k.paper.Say("Noted.")
	return k.keep()
}

func (d *view) cmdFlip(context.Context, string) error {
	d.table.Flip = !d.table.Flip
	d.show()
	return nil
}

func (k *host) cmdPosition(_ context.Context, args string) error {
	t := k.view.table
	if args == "" {
		if t.Sheet.Veiled() {
			k.paper.Raw(t.Sheet.Speech.Game.ViewText(t.Sheet.Seen(t.Sheet.Course.At())))
			return nil
		}
		k.paper.Raw(t.Sheet.Speech.Game.PositionText(t.Sheet.Now()))
		for _, p := range t.Sheet.Speech.Ruleset.Info.Positions {
			k.paper.Para("    ", fmt.Sprintf("  `position %s`: %s", p.Name, p.Description))
		}
		return nil
	}
	text := args
	for _, p := range t.Sheet.Speech.Ruleset.Info.Positions {
		if strings.EqualFold(p.Name, args) {
			text = p.Position
		}
	}
	p, err := wire.ParsePosition(t.Sheet.Speech.Game, &t.Sheet.Speech.Ruleset.Info, text)
	if err != nil {
		return fmt.Errorf("this is not a position of the game: %w", err)
	}
	k.place(p)
	return nil
}

// place begins a game from a position that was set up.
func (k *host) place(p *interp.Position) {
	_ = k.view.table.Release()
	k.view.table.Begin(course.New(k.view.table.Sheet.Speech.Game, p))
	k.view.table.Halted = k.view.table.BotToMove()
	k.view.table.Told = true
	k.changed = true
	if k.view.table.Halted {
		k.paper.Say("`go` lets %s move.", k.view.table.Who(k.view.table.Sheet.Mover()))
	}
}

// beyond goes, under the previous rules, to a turn that the new rules did not allow, given by its
// number. It returns false if there is no such turn.
func (k *host) beyond(number string) bool {
	t := k.view.table
	if t.Former == nil {
		return false
	}
	turn, found := t.Former.Sheet.Numbered(number)
	if !found {
		return false
	}
	former := t.Former
	if err := t.Free(); err != nil {
		k.paper.Say("%s", err)
	}
	former.Sources = t.Sources // the current files; only another save is news
	k.view.table = former
	former.Sheet.Course.Goto(former.Sheet.Course.Turns()[turn].To)
	former.Halted = former.BotToMove()
	former.Told = true
	k.changed = true
	k.paper.Say("These are the previous rules; `reload` loads the new ones.")
	return true
}

// askedAbout answers e2? with the moves there, and a command with what it does.
func (d *view) askedAbout(ctx context.Context, about string) error {
	if c, _ := findCommand(about); c != nil && c.named(about) {
		return d.help(about)
	}
	if d.table.Sheet.Over() {
		return errors.New("the game is over")
	}
	if c, _ := findCommand("moves"); d.veils(c, about) != nil {
		return d.veils(c, about)
	}
	return d.cmdMoves(ctx, about)
}
