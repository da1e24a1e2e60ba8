package repl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/repl/config"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// command is a word that does something other than play a move.
type command struct {
	name  string
	short []string // other names
	args  string   // how it is called
	help  string   // one sentence
	more  string   // what else `help NAME` says
	table bool     // needs a game on the table
	// of tells the games for which the command is listed; nil: all
	of  func(t *table.Table) bool
	run func(s *Session, ctx context.Context, args string) error
}

func (c *command) named(word string) bool {
	return strings.EqualFold(c.name, word) ||
		slices.ContainsFunc(c.short, func(n string) bool { return strings.EqualFold(n, word) })
}

// listed reports whether help and Tab offer the command at a table, or without one.
func (c *command) listed(t *table.Table) bool {
	return (!c.table || t != nil) && (c.of == nil || t == nil || c.of(t))
}

// overwriting is what commands that write a file say about an existing one.
const overwriting = "An existing file is replaced only if it holds this game, or if you add " +
	"`anyway` after its name."

// commands is filled in by init, because help lists it.
var commands []*command

func init() {
	commands = []*command{
		{name: "board", short: []string{"b", "show"}, help: "draws the board", table: true,
			run: (*Session).cmdBoard},
		{name: "moves", short: []string{"m"}, args: "[FROM]",
			help: "lists the legal moves, or those that begin with FROM", table: true,
			run: (*Session).cmdMoves,
			more: "`moves c3`, or shorter `c3?`, lists the moves from c3; `moves jump` lists those " +
				"called jump. The sites they lead to are marked on the board. While you type " +
				"a move on a terminal, the board marks them too."},
		{name: "guide", short: []string{"g"},
			help: "asks for a move step by step: which piece, where to, and so on", table: true,
			run: (*Session).cmdGuide,
			more: "Each question lists what is possible; answer with a number or a name. Enter " +
				"alone goes back. `set entry guided` asks at every move."},
		{name: "point", short: []string{"p"}, help: "enters a move with the arrow keys, on the board",
			table: true, run: (*Session).cmdPoint,
			more: "Arrows move the marker, and so do the letters and digits of a place. Enter or " +
				"space takes the place, Tab jumps to the next possible one, Backspace goes back, " +
				"Esc leaves. `set entry point` does it at every move."},
		{name: "undo", short: []string{"u"}, args: "[N]",
			help: "takes back a step, a turn or, against a bot, its move and yours", table: true,
			run: (*Session).cmdUndo},
		{name: "redo", short: []string{"r"}, args: "[N]", help: "replays what you took back",
			table: true, run: (*Session).cmdRedo},
		{name: "dice", args: "[NUMBERS|real|auto]",
			help: "enters what real dice showed, or says who rolls", table: true,
			of:  func(t *table.Table) bool { return t.Rules().HasChance() },
			run: (*Session).cmdDice,
			more: "boardgame rolls. `dice 5 3` replaces its last roll with yours. After `dice " +
				"real` it waits for your rolls, until `dice auto`. Enter what is drawn or dealt " +
				"in other games the same way."},
		{name: "resign", args: "[PLAYER]", help: "resigns; `undo` takes that back too", table: true,
			run: (*Session).cmdResign,
			more: "Without a name, the player to move resigns; against a bot, you do. Among three " +
				"or more, the others play on: resign on your turn."},
		{name: "offer", args: "[draw]", help: "offers a draw to the other player", table: true,
			of:  func(t *table.Table) bool { return len(t.Seats) == 2 },
			run: (*Session).cmdOffer,
			more: "A person answers `accept` or `decline`. A bot declines in the first turns, " +
				"when it thinks that it is ahead, when it does not judge positions, and in games " +
				"without a draw, and says why. Only in games for two."},
		{name: "hint", args: "[LEVEL]",
			help: "shows the best moves as a bot sees them, with their values", table: true,
			run: (*Session).cmdHint},
		{name: "analyze", short: []string{"analyse", "a"}, args: "[LEVEL] [TIME]",
			help:  "shows the best line as a bot looks deeper and deeper; Ctrl-C stops it",
			table: true, run: (*Session).cmdAnalyse,
			more: "Without a time it continues until you stop it; in a script, for a second. " +
				"`analyze mcts 10s` asks a different bot."},
		{name: "why", args: "[MOVE] [code]",
			help: "says why a move is not legal, or how the game was decided", table: true,
			run: (*Session).cmdWhy,
			more: "Alone, it explains the line that was refused last. `why e2 e5 code` also shows " +
				"the line of the rules that forbids the move and the values in it, and `why code` " +
				"the line that decided the game. For rules files of your own, `why` always shows them."},
		{name: "eval", short: []string{"="}, args: "EXPR",
			help: "shows the value of an expression of the rules language: a set on the board, a " +
				"number, a condition", table: true, run: (*Session).cmdEval,
			more: "Examples: `eval mine & rim`, `eval count(theirs)`, `eval e4.north[empty]*`. " +
				"`me` is the player to move."},
		{name: "score", help: "shows what each player has, and how the rules judge the position",
			table: true, run: (*Session).cmdScore},
		{name: "history", short: []string{"hist"}, help: "lists the moves so far, with your notes",
			table: true, run: (*Session).cmdHistory},
		{name: "goto", args: "N|start|end",
			help: "goes to the position after turn N; `redo` goes on from there", table: true,
			run: (*Session).cmdGoto,
			more: "Turns are numbered as in the prompt and in `history`: one number for each turn " +
				"of any player. Games written as chess is, with moves such as Nf3, number pairs: " +
				"`goto 3` goes to the third turn of the first player, `goto 3...` to that of the " +
				"second."},
		{name: "annotate", short: []string{"note"}, args: "[TEXT]",
			help: "adds a note to the last move, or shows it", table: true,
			run: (*Session).cmdAnnotate},
		{name: "flip", help: "turns the board around", table: true, run: (*Session).cmdFlip},
		{name: "position", short: []string{"pos"}, args: "[TEXT|NAME]",
			help: "prints the position as a line of text, or sets one up from such a line or by " +
				"its name", table: true, run: (*Session).cmdPosition},
		{name: "setup", args: "", help: "edits the position", table: true,
			run: (*Session).cmdSetup},
		{name: "draw", args: "FILE.svg [anyway]", help: "draws the position into an SVG file",
			table: true, run: (*Session).cmdDraw, more: overwriting},
		{name: "export", args: "FILE [anyway]",
			help: "writes the game: .html to step through in a browser, .svg or .fen for the " +
				"position, .pgn or .sgf if the game has them, anything else for a text record",
			table: true, run: (*Session).cmdExport, more: overwriting},
		{name: "save", args: "FILE [anyway]",
			help: "writes a copy of the game to a file (every move is saved anyway)", table: true,
			run: (*Session).cmdSave, more: overwriting},
		{name: "load", args: "FILE [anyway]", help: "continues a game from a file",
			run: (*Session).cmdLoad},
		{name: "resume", short: []string{"games"}, args: "[N|all]",
			help: "lists unfinished games, or continues one; `all` lists finished ones too",
			run:  (*Session).cmdResume},
		{name: "seat", short: []string{"seats"}, args: "[PLAYER=WHO]",
			help: "shows who plays, or gives a seat to a person or a bot", table: true,
			run: (*Session).cmdSeat,
			more: "`seat Blue=greedy`, `seat Red=human`; a level may be followed by settings: " +
				"`seat Blue=mcts:time=5s`. `bots` lists the levels."},
		{name: "clock", short: []string{"clocks"}, args: "[TIME|PLAYER=TIME|off|pause|go]",
			table: true, run: (*Session).cmdClock,
			help: "shows the clocks, or gives the players clocks: time for the game and for each " +
				"turn, such as 5m+3s",
			more: "`clock 5m+3s` gives every player five minutes, and three more seconds after " +
				"each turn; `clock Blue=1m` changes one player. A player whose time is up loses; " +
				"among three or more, the others share the win. The clocks stop in the menu, " +
				"during setup, while you look at earlier positions, and after `clock pause` until " +
				"the next move or `clock go`. `undo` gives back the time of the turns it takes " +
				"back. Bots keep to their clocks. A saved game keeps its clocks."},
		{name: "bots", short: []string{"levels"}, help: "lists the bots of this game", table: true,
			run: (*Session).cmdBots},
		{name: "go", help: "lets a stopped bot move", table: true, run: (*Session).cmdGo},
		{name: "new", args: "[RULES] [NAME=VALUE]",
			help: "starts a new game: with the same rules, from the menu (`new menu`), or with " +
				"the rules you name", run: (*Session).cmdNew,
			more: "Add a preset, then options: `new RULES PRESET NAME=VALUE`. Options alone keep " +
				"the same rules. Bots keep their seats if the game has bots with that name."},
		{name: "again", help: "plays the same game again", table: true, run: (*Session).cmdAgain},
		{name: "menu", help: "goes to the menu of games",
			run: func(s *Session, _ context.Context, _ string) error { s.toMenu(); return nil }},
		{name: "rules", help: "says what the game is about and prints its rules", table: true,
			run: (*Session).cmdRules},
		{name: "set", short: []string{"settings", "config"}, args: "[NAME VALUE]",
			help: "shows the settings, or changes one and remembers it", run: (*Session).cmdSet},
		{name: "help", short: []string{"?", "h"}, args: "[TOPIC]",
			help: "explains a command or a topic", run: (*Session).cmdHelp},
		{name: "quit", short: []string{"q", "exit", "bye"}, help: "leaves; the game is saved",
			run: (*Session).cmdQuit},
	}
}

// cmdQuit ends the session, and says what becomes of unfinished work.
func (s *Session) cmdQuit(context.Context, string) error {
	s.done = true
	switch m := s.mode().(type) {
	case *setup:
		s.Say("The position you were setting up is not kept.")
	case *confirm:
		if m.saved {
			s.Say("The unfinished game is kept; you can resume it the next time.")
			return nil
		}
	}
	switch t := s.table; {
	case t == nil || t.Slot == nil || t.Over() || s.unsaved:
	case len(t.Record().Turns) == 0: // everything has been taken back
		s.Say("No move is played, so there is nothing to resume.")
	default:
		s.Say("The game is saved; you can resume it the next time.")
	}
	return nil
}

// findCommand finds a command by its name, another name of it, or an unambiguous beginning of at
// least two letters; with several, it returns none and their names.
func findCommand(word string) (*command, []string) {
	var begun []*command
	var names []string
	for _, c := range commands {
		if c.named(word) {
			return c, nil
		}
		if len(word) >= 2 && len(word) <= len(c.name) &&
			strings.EqualFold(c.name[:len(word)], word) {
			begun = append(begun, c)
			names = append(names, c.name)
		}
	}
	if len(begun) == 1 {
		return begun[0], nil
	}
	return nil, names
}

func (d *desk) commandWords(line string) []string {
	var words []string
	for _, c := range commands {
		if line != "" && strings.HasPrefix(c.name, line) && c.listed(d.table) {
			words = append(words, c.name)
		}
	}
	for _, argument := range d.arguments(line) {
		if strings.HasPrefix(argument, line) && !slices.Contains(words, argument) {
			words = append(words, argument)
		}
	}
	return words
}

// arguments are commands with what may follow them, for the Tab key: topics of help, who may sit
// where, which bot to ask.
func (d *desk) arguments(line string) []string {
	word, _, begun := strings.Cut(line, " ")
	if !begun {
		return nil
	}
	var all []string
	if word == "help" {
		for _, topic := range append(topicNames(), commandNames()...) {
			all = append(all, "help "+topic)
		}
	}
	if d.table == nil {
		return all
	}
	levels := bot.WithStandard(d.table.Ruleset.Info.Levels)
	switch word {
	case "hint", "analyze", "analyse":
		for _, l := range levels {
			all = append(all, word+" "+l.Name)
		}
	case "seat":
		for i := range d.table.Seats {
			all = append(all, fmt.Sprintf("seat %s=human", d.table.PlayerName(i)))
			for _, l := range levels {
				all = append(all, fmt.Sprintf("seat %s=%s", d.table.PlayerName(i), l.Name))
			}
		}
	}
	return all
}

func commandNames() []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// command runs a line as a command.
func (s *Session) command(ctx context.Context, line string) error {
	if line == "" {
		return nil
	}
	if strings.HasPrefix(line, "=") && len(line) > 1 {
		line = "eval " + line[1:]
	}
	word, args, _ := strings.Cut(line, " ")
	c, several := findCommand(word)
	switch {
	case c == nil && len(several) > 0:
		return fmt.Errorf("%q could be %s", word, speech.Or(several))
	case c == nil:
		near := diag.Nearest(word, commandNames())
		if near != "" {
			return fmt.Errorf("there is no command %q; did you mean %s? `help` lists them", word,
				near)
		}
		return fmt.Errorf("there is no command %q; `help` lists them", word)
	case c.table && s.table == nil:
		return fmt.Errorf("%s needs a game; choose one first", c.name)
	}
	if _, editing := s.mode().(*setup); editing && c.name == "help" && args == "" {
		s.Para("", "Setting up a position: "+s.table.Palette().SetupExamples()+
			", `board` draws it, `done` plays from here, `cancel` leaves everything as it was.")
		return nil
	}
	if _, editing := s.mode().(*setup); c.table && editing && c.name != "board" {
		return fmt.Errorf("finish the setup first, with `done` or `cancel`")
	}
	args = strings.TrimSpace(args)
	if c.args == "" && args != "" {
		return fmt.Errorf("`%s` takes no argument; leave out %q", c.name, args)
	}
	return c.run(s, ctx, args)
}

func (d *desk) cmdBoard(context.Context, string) error {
	d.show()
	return nil
}

// listLines is how many lines of a list below a board are visible with it.
const listLines = 3

func (d *desk) cmdMoves(_ context.Context, args string) error {
	t := d.table
	moves := t.Legal()
	if len(moves) == 0 {
		return fmt.Errorf("there is no legal move: %s", t.Game.ResultText(t.Now().Result()))
	}
	if args != "" {
		if moves = t.Having(moves, speech.Words(t.OwnOr(args))); len(moves) == 0 {
			for _, b := range t.Beginning(t.Now(), args) { // such as all that begin with N
				moves = append(moves, b.Move)
			}
		}
		if len(moves) == 0 {
			return errors.New(without(len(t.Legal()), args))
		}
		m := t.Choices(moves)
		m.HideLast = true
		d.showWith(m, listLines)
	}
	// By kind of move where there are several.
	groups := map[string][]string{}
	var order []string
	for _, m := range moves {
		id, _ := t.Game.Roles(m)
		name := t.MoveName(id)
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], t.StepText(t.Now(), m))
	}
	for _, name := range order {
		texts := groups[name]
		slices.SortFunc(texts, wording.Natural)
		if len(order) > 1 {
			d.Say("%s (%d)", name, len(texts))
		}
		d.Columns("  ", texts)
	}
	if len(moves) > 1 {
		d.Say("%s", diag.Amount(len(moves), "move"))
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

func (s *modal) cmdGuide(context.Context, string) error {
	if err := s.mayMove(); err != nil {
		return err
	}
	s.guide(false)
	return nil
}

func (d *desk) mayMove() error {
	t := d.table
	switch {
	case t.Over():
		return errors.New("the game is over; `undo` takes back, `again` plays another")
	case t.BotToMove() && !t.Halted:
		return fmt.Errorf("%s is to move", t.Who(t.Mover()))
	}
	return nil
}

func (s *modal) cmdPoint(context.Context, string) error {
	if err := s.mayMove(); err != nil {
		return err
	}
	if !s.Options.Live {
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

func (k *keeper) cmdUndo(_ context.Context, args string) error {
	return k.back(args, k.table.Undo)
}

func (k *keeper) cmdRedo(_ context.Context, args string) error {
	return k.back(args, k.table.Redo)
}

func (k *keeper) back(args string, step func() error) error {
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

func (k *keeper) cmdResign(_ context.Context, args string) error {
	t := k.table
	who := t.Mover()
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
	if len(t.Seats) > 2 && who == t.Mover() && !t.Over() {
		return k.playSteps([]interp.Move{interp.Leave}) // the others play on
	}
	if err := t.Decide(t.Course.Resign(who)); err != nil {
		if len(t.Seats) > 2 && !t.Over() {
			return fmt.Errorf("%w; `seat %s=LEVEL` hands the seat to a bot", err, t.PlayerName(who))
		}
		return err
	}
	return k.keep()
}

func (k *keeper) cmdGoto(_ context.Context, args string) error {
	t := k.table
	to := 0
	turn, found := t.Numbered(args)
	switch {
	case args == "start", args == "0":
	case args == "end":
		to = t.Course.Len()
	case found:
		to = t.Course.Turns()[turn].To
	case k.beyond(args):
		return nil
	default:
		last := "0"
		if n := len(t.Course.Turns()); n > 0 {
			last = t.NumberTyped(n - 1)
		}
		return fmt.Errorf("expected a turn from 0 to %s, `start` or `end`, not %q", last, args)
	}
	t.Course.Goto(to)
	t.Halted = t.BotToMove()
	t.Told = true
	k.changed = true
	return k.keep()
}

func (d *desk) cmdGo(context.Context, string) error {
	t := d.table
	if t.Over() {
		return errors.New("the game is over")
	}
	if !t.BotToMove() {
		return fmt.Errorf("%s is played by a person; `seat %s=LEVEL` gives the seat to a bot",
			t.PlayerName(t.Mover()), t.PlayerName(t.Mover()))
	}
	t.Halted = false
	return nil
}

func (d *desk) cmdHistory(context.Context, string) error {
	t := d.table
	turns := t.Course.Turns()
	if len(turns) == 0 {
		d.Say("Nothing has been played yet.")
	}
	if n := t.Course.Note(0); n != "" {
		d.Para("      ", "      "+n)
	}
	numbers := t.Numbers(t.Mover())
	for i, tn := range turns {
		here := " "
		if tn.To == t.Course.At() {
			here = "*"
		}
		line := fmt.Sprintf("%s%s %s: %s", here, wording.AlignNumber(numbers[i], 4),
			t.PlayerName(tn.Player), t.TurnText(tn))
		// the notation of chess has signs for it
		if told := t.Course.Announced(tn.To); told != nil && t.SAN == nil {
			line += "   (" + strings.Join(told, ", ") + ")"
		}
		d.Para("         ", line)
		if n := t.Course.Note(tn.To); n != "" {
			d.Para("        ", "        "+d.Paint("dim", n))
		}
	}
	if r := t.Course.Position(t.Course.Len()).Result(); r != nil {
		d.Say("     %s", t.Game.ResultText(r))
	}
	return nil
}

func (k *keeper) cmdAnnotate(_ context.Context, args string) error {
	t := k.table
	if args == "" {
		if t.Course.Note(t.Course.At()) == "" {
			return errors.New("there is no note here; `annotate TEXT` adds one")
		}
		k.Para("", t.Course.Note(t.Course.At()))
		return nil
	}
	if !t.Course.Boundary(t.Course.At()) {
		return errors.New("a note belongs to a whole turn; finish this one first")
	}
	t.Course.SetNote(t.Course.At(), args)
	k.Say("Noted.")
	return k.keep()
}

func (d *desk) cmdFlip(context.Context, string) error {
	d.table.Flip = !d.table.Flip
	d.show()
	return nil
}

func (k *keeper) cmdPosition(_ context.Context, args string) error {
	t := k.table
	if args == "" {
		k.Raw(t.Game.PositionText(t.Now()))
		for _, p := range t.Ruleset.Info.Positions {
			k.Para("    ", fmt.Sprintf("  `position %s`: %s", p.Name, p.Description))
		}
		return nil
	}
	text := args
	for _, p := range t.Ruleset.Info.Positions {
		if strings.EqualFold(p.Name, args) {
			text = p.Position
		}
	}
	p, err := wire.ParsePosition(t.Game, &t.Ruleset.Info, text)
	if err != nil {
		return fmt.Errorf("this is not a position of the game: %w", err)
	}
	k.place(p)
	return nil
}

// place begins a game from a position that was set up.
func (k *keeper) place(p *interp.Position) {
	_ = k.table.Release()
	k.table.Begin(course.New(k.table.Game, p))
	k.table.Halted = k.table.BotToMove()
	k.table.Told = true
	k.changed = true
	if k.table.Halted {
		k.Say("`go` lets %s move.", k.table.Who(k.table.Mover()))
	}
}

func (k *keeper) cmdSave(_ context.Context, args string) error {
	if args == "" {
		if k.table.Slot != nil && !k.unsaved {
			k.Say("The game is saved as %s; `save FILE` writes a copy.", k.table.Slot.File)
			return nil
		}
		return errors.New("name the file, as in `save mygame.txt`")
	}
	return k.put("save", readTarget(args), k.table.Save)
}

// expand replaces a leading ~ by the user's folder, as a shell would.
func expand(file string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return file
}

func (s *modal) cmdLoad(_ context.Context, args string) error {
	file, anyway := strings.CutSuffix(args, " anyway")
	if file == "" {
		return errors.New("name the file, as in `load mygame.txt`; `resume` lists saved games")
	}
	file = expand(file)
	r, err := record.Load(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s; `resume` lists saved games", file)
	}
	if err != nil {
		return err
	}
	t, err := s.restore(r, anyway)
	if err != nil {
		return err
	}
	t.Files[absolute(file)] = true
	s.open(t)
	return nil
}

func (s *modal) cmdResume(_ context.Context, args string) error {
	games := s.saves.Open()
	if args == "all" || strings.HasPrefix(args, "all ") {
		games = s.saves.List()
		args = strings.TrimSpace(strings.TrimPrefix(args, "all"))
	}
	if len(games) == 0 {
		if s.saves.Dir == "" {
			return errors.New("no games are saved here")
		}
		which := "unfinished game"
		if s.atTable() && !s.table.Over() {
			which = "other " + which
		}
		return fmt.Errorf("there is no %s; `resume all` lists finished ones too", which)
	}
	if args == "" {
		for i, sv := range games {
			s.Para("      ", fmt.Sprintf("%4d %s", i+1, sv.Title(s.Options.Now())))
		}
		s.Say("`resume N` continues one.")
		return nil
	}
	number, anyway := strings.CutSuffix(args, " anyway")
	n, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || n < 1 || n > len(games) {
		return fmt.Errorf("expected the number of a game, 1 to %d, not %q", len(games), args)
	}
	return s.resume(games[n-1], anyway)
}

func (k *keeper) cmdSeat(_ context.Context, args string) error {
	t := k.table
	if args == "" {
		for i := range t.Seats {
			k.Say("  %s = %s  %s", t.PlayerName(i), t.Seats[i], k.pieceSigns(i))
		}
		return nil
	}
	player, who, ok := strings.Cut(args, "=")
	if !ok {
		player, who, ok = strings.Cut(args, " ")
	}
	if !ok {
		return errors.New("write PLAYER=WHO, as in `seat Blue=greedy`; `bots` lists who there is")
	}
	i, err := t.Player(strings.TrimSpace(player))
	if err != nil {
		return err
	}
	if err := t.Sit(i, strings.TrimSpace(who)); err != nil {
		return err
	}
	k.Say("%s is played by %s now.", t.PlayerName(i),
		map[bool]string{true: "a person", false: t.Seats[i].Level}[t.Seats[i].IsHuman()])
	k.remember(t)
	return k.keep()
}

func (s *Session) cmdNew(ctx context.Context, args string) error {
	switch {
	case args == "menu", args == "" && s.table == nil:
		s.toMenu()
		return nil
	case args == "":
		return s.cmdAgain(ctx, "")
	}
	name, preset, options, err := s.readGame(args)
	if err != nil {
		return err
	}
	t, err := table.New(name, preset, options, nil, s.seed())
	if err != nil {
		return err
	}
	lost := t.SeatAs(s.table)
	s.open(t)
	for _, line := range lost {
		s.Say("%s", line)
	}
	return nil
}

// readGame reads which game to play, as after `boardgame play`: the rules, a preset after a colon
// or a blank, and options as NAME=VALUE, `-o` before them or not. Options alone are for the rules
// of the game on the table.
func (d *desk) readGame(args string) (name, preset string, options map[string]string,
	err error) {
	words := strings.Fields(strings.ReplaceAll(args, " = ", "="))
	n := len(words)
	for n > 0 && (strings.Contains(words[n-1], "=") || words[n-1] == "-o") {
		n--
	}
	options = map[string]string{}
	for _, word := range words[n:] {
		if word = strings.TrimPrefix(word, "-o"); word == "" {
			continue
		}
		option, value, ok := strings.Cut(word, "=")
		if !ok || option == "" || value == "" {
			return "", "", nil, fmt.Errorf("write options as NAME=VALUE, not %q", word)
		}
		options[option] = value
	}
	if n == 0 {
		if d.table == nil {
			return "", "", nil, errors.New("name the game, as in `new GAME NAME=VALUE`")
		}
		return d.table.Name, d.table.Preset, options, nil
	}
	name, preset, _ = strings.Cut(strings.Join(words[:n], " "), ":")
	if _, err := ruleset.Find(name); err != nil && n > 1 && preset == "" {
		name, preset = strings.Join(words[:n-1], " "), words[n-1]
	}
	return name, preset, options, nil
}

func (s *modal) cmdAgain(context.Context, string) error {
	old := s.table
	var seats []string
	for _, seat := range old.Seats {
		if seat.Program {
			seats = append(seats, table.Human) // until it sits down below
			continue
		}
		seats = append(seats, seat.String())
	}
	t, err := table.New(old.Name, old.Preset, old.Options, seats, s.seed())
	if err != nil {
		return err
	}
	for i, seat := range old.Seats {
		if seat.Program {
			t.Seats[i] = seat
		}
	}
	if err := s.limit(t, old.ClocksFor()); err != nil {
		return err
	}
	t.Flip = old.Flip
	s.open(t)
	return nil
}

func (d *desk) cmdRules(context.Context, string) error {
	info := d.table.Ruleset.Info
	d.Say("%s", d.Paint("bold", d.table.Rules().Title)+by(info))
	if info.Description != "" {
		d.Para("", info.Description)
	}
	if info.Link != "" {
		d.Say("%s", info.Link)
	}
	if info.Primer != "" {
		d.Say("")
		d.sayPrimer(info)
	}
	d.Say("")
	d.Raw(strings.TrimRight(d.table.Ruleset.File.Text, "\n"))
	return nil
}

// sayPrimer shows the ruleset's primer: the rules in a few lines.
func (d *desk) sayPrimer(info ruleset.Info) {
	for line := range strings.Lines(strings.TrimSpace(info.Primer)) {
		d.Para("", strings.TrimSpace(line))
	}
}

func (s *Session) cmdSet(_ context.Context, args string) error {
	if args == "" {
		for _, st := range config.Settings {
			s.Para("                     ",
				fmt.Sprintf("  %-11s = %-9s %s (%s)", st.Name, st.Get(s.Config), st.Help, st.Values))
		}
		return nil
	}
	name, value, _ := strings.Cut(strings.Replace(args, "=", " ", 1), " ")
	value = strings.TrimSpace(value)
	if value == "" {
		v, err := s.Config.Get(name)
		if err != nil {
			return err
		}
		s.Say("%s = %s", name, v)
		if strings.EqualFold(name, "coordinates") && s.table != nil {
			for _, c := range s.table.Ruleset.Info.Coordinates {
				s.Para("    ", fmt.Sprintf("  %s: %s", c.Name, c.Description))
			}
		}
		return nil
	}
	if strings.EqualFold(name, "coordinates") && s.table != nil {
		if err := s.table.SetCoordinates(value); err != nil {
			return err
		}
	}
	if err := s.Config.Set(name, value); err != nil {
		return err
	}
	switch strings.ToLower(name) { // the last one counts
	case "pause":
		s.Options.Pause = -1
	case "board":
		s.Options.ASCII = false
	case "evaluation":
		s.changed = s.table != nil && s.atTable()
	case "screen":
		if !s.InPlace() {
			s.Stage.Close()
		} else if s.table != nil && s.atTable() {
			s.Stage.Open()
		}
	case "coordinates":
		s.Options.Coordinates = ""
		if s.table != nil {
			s.speak()
			s.changed = true
		}
	case "colour", "color":
		s.Options.Color = s.Config.Color == "always" || s.Config.Color == "auto" && s.Color
	}
	if err := s.Config.Save(); err != nil {
		return err
	}
	v, _ := s.Config.Get(name)
	s.Say("%s = %s", name, v)
	return nil
}
