package repl

import (
	"context"
	"fmt"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

// overwriting is what commands that write a file say about an existing one.
const overwriting = "An existing file is replaced only if it holds this game, or if you add " +
	"`anyway` after its name."

// The part of a session that a command is for.

func init() {
	commands = []*command{
		{name: "board", short: []string{"b", "show"}, help: "draws the board", table: true,
			run: onView((*view).cmdBoard)},
		{name: "moves", short: []string{"m"}, args: "[FROM]",
			help: "lists the legal moves, or those that begin with FROM", table: true,
			run: onView((*view).cmdMoves),
			more: "`moves c3`, or shorter `c3?`, lists the moves from c3; `moves jump` lists those " +
				"called jump. The sites they lead to are marked on the board. While you type " +
				"a move on a terminal, the board marks them too."},
		{name: "guide", short: []string{"g"},
			help: "asks for a move step by step: which piece, where to, and so on", table: true,
			run: onModes((*modes).cmdGuide),
			more: "Each question lists what is possible; answer with a number or a name. Enter " +
				"alone goes back. `set entry guided` asks at every move."},
		{name: "point", short: []string{"p"}, help: "enters a move with the arrow keys, on the board",
			table: true, run: onModes((*modes).cmdPoint),
			more: "Arrows move the marker, and so do the letters and digits of a place. Enter or " +
				"space takes the place, Tab jumps to the next possible one, Backspace goes back, " +
				"Esc leaves. `set entry point` does it at every move."},
		{name: "undo", short: []string{"u"}, args: "[N]",
			help: "takes back a step, a turn or, against a bot, its move and yours", table: true,
			run: onHost((*host).cmdUndo)},
		{name: "redo", short: []string{"r"}, args: "[N]", help: "replays what you took back",
			table: true, run: onHost((*host).cmdRedo)},
		{name: "dice", args: "[NUMBERS|real|auto]",
			help: "enters what real dice showed, or says who rolls", table: true,
			of:  func(t *table.Table) bool { return t.Sheet.Speech.Rules().HasChance() },
			run: onHost((*host).cmdDice),
			more: "boardgame rolls. `dice 5 3` replaces its last roll with yours. After `dice " +
				"real` it waits for your rolls, until `dice auto`. Enter what is drawn or dealt " +
				"in other games the same way."},
		{name: "resign", args: "[PLAYER]", help: "resigns; `undo` takes that back too", table: true,
			run: onHost((*host).cmdResign),
			more: "Without a name, the player to move resigns; against a bot, you do. Among three " +
				"or more, the others play on: resign on your turn."},
		{name: "offer", args: "[draw]", help: "offers a draw to the other player", table: true,
			of:  func(t *table.Table) bool { return len(t.Seats) == 2 },
			run: onModes((*modes).cmdOffer),
			more: "A person answers `accept` or `decline`. A bot declines in the first turns, " +
				"when it thinks that it is ahead, when it does not judge positions, and in games " +
				"without a draw, and says why. Only in games for two."},
		{name: "hint", args: "[LEVEL]",
			help: "shows the best moves as a bot sees them, with their values", table: true,
			run: onAdviser((*adviser).cmdHint)},
		{name: "analyze", short: []string{"analyse", "a"}, args: "[LEVEL] [TIME]",
			help:  "shows the best line as a bot looks deeper and deeper; Ctrl-C stops it",
			table: true, run: onAdviser((*adviser).cmdAnalyse),
			more: "Without a time it continues until you stop it; in a script, for a second. " +
				"`analyze mcts 10s` asks a different bot."},
		{name: "why", args: "[MOVE] [code]",
			help: "says why a move is not legal, or how the game was decided", table: true,
			run: onAdviser((*adviser).cmdWhy),
			more: "Alone, it explains the line that was refused last. `why e2 e5 code` also shows " +
				"the line of the rules that forbids the move and the values in it, and `why code` " +
				"the line that decided the game. For rules files of your own, `why` always shows them."},
		{name: "eval", short: []string{"="}, args: "EXPR",
			help: "shows the value of an expression of the rules language: a set on the board, a " +
				"number, a condition", table: true, run: onAdviser((*adviser).cmdEval),
			more: "Examples: `eval mine & rim`, `eval count(theirs)`, `eval e4.north[empty]*`. " +
				"`me` is the player to move."},
		{name: "score", help: "shows what each player has, and how the rules judge the position",
			table: true, run: onHost((*host).cmdScore)},
		{name: "history", short: []string{"hist"}, help: "lists the moves so far, with your notes",
			table: true, run: onView((*view).cmdHistory)},
		{name: "goto", args: "N|start|end",
			help: "goes to the position after turn N; `redo` goes on from there", table: true,
			run: onHost((*host).cmdGoto),
			more: "Turns are numbered as in the prompt and in `history`: one number for each turn " +
				"of any player. Games written as chess is, with moves such as Nf3, number pairs: " +
				"`goto 3` goes to the third turn of the first player, `goto 3...` to that of the " +
				"second."},
		{name: "annotate", short: []string{"note"}, args: "[TEXT]",
			help: "adds a note to the last move, or shows it", table: true,
			run: onHost((*host).cmdAnnotate)},
		{name: "flip", help: "turns the board around", table: true, run: onView((*view).cmdFlip)},
		{name: "position", short: []string{"pos"}, args: "[TEXT|NAME]",
			help: "prints the position as a line of text, or sets one up from such a line or by " +
				"its name", table: true, run: onHost((*host).cmdPosition)},
		{name: "setup", args: "", help: "edits the position", table: true, run: (*Session).cmdSetup},
		{name: "draw", args: "FILE.svg [anyway]", help: "draws the position into an SVG file",
			table: true, run: onModes((*modes).cmdDraw), more: overwriting},
		{name: "export", args: "FILE [anyway]",
			help: "writes the game: .html to step through in a browser, .svg or .fen for the " +
				"position, .pgn or .sgf if the game has them, anything else for a text record",
			table: true, run: onModes((*modes).cmdExport), more: overwriting},
		{name: "save", args: "FILE [anyway]",
			help: "writes a copy of the game to a file (every move is saved anyway)", table: true,
			run: onHost((*host).cmdSave), more: overwriting},
		{name: "load", args: "FILE [anyway]", help: "continues a game from a file",
			run: onModes((*modes).cmdLoad)},
		{name: "resume", short: []string{"games"}, args: "[N|all]",
			help: "lists unfinished games, or continues one; `all` lists finished ones too",
			run:  onModes((*modes).cmdResume)},
		{name: "seat", short: []string{"seats"}, args: "[PLAYER=WHO]",
			help: "shows who plays, or gives a seat to a person or a bot", table: true,
			run: onHost((*host).cmdSeat),
			more: "`seat Blue=greedy`, `seat Red=human`; a level may be followed by settings: " +
				"`seat Blue=mcts:time=5s`. `bots` lists the levels."},
		{name: "clock", short: []string{"clocks"}, args: "[TIME|PLAYER=TIME|off|pause|go]",
			table: true, run: onModes((*modes).cmdClock),
			help: "shows the clocks, or gives the players clocks: time for the game and for each " +
				"turn, such as 5m+3s",
			more: "`clock 5m+3s` gives every player five minutes, and three more seconds after " +
				"each turn; `clock Blue=1m` changes one player. A player whose time is up loses; " +
				"among three or more, the others share the win. The clocks stop in the menu, " +
				"during setup, while you look at earlier positions, and after `clock pause` until " +
				"the next move or `clock go`. `undo` gives back the time of the turns it takes " +
				"back. Bots keep to their clocks. A saved game keeps its clocks."},
		{name: "bots", short: []string{"levels"}, help: "lists the bots of this game", table: true,
			run: onAdviser((*adviser).cmdBots)},
		{name: "go", help: "lets a stopped bot move", table: true, run: onView((*view).cmdGo)},
		{name: "new", args: "[RULES] [NAME=VALUE]",
			help: "starts a new game: with the same rules, from the menu (`new menu`), or with " +
				"the rules you name", run: (*Session).cmdNew,
			more: "Add a preset, then options: `new RULES PRESET NAME=VALUE`. Options alone keep " +
				"the same rules. Bots keep their seats if the game has bots with that name."},
		{name: "again", help: "plays the same game again", table: true, run: onModes((*modes).cmdAgain)},
		{name: "menu", help: "goes to the menu of games",
			run: func(s *Session, _ context.Context, _ string) error { s.toMenu(); return nil }},
		{name: "rules", help: "says what the game is about and prints its rules", table: true,
			run: onView((*view).cmdRules)},
		{name: "set", short: []string{"settings", "config"}, args: "[NAME VALUE]",
			help: "shows the settings, or changes one and remembers it", run: (*Session).cmdSet},
		{name: "help", short: []string{"?", "h"}, args: "[TOPIC]",
			help: "explains a command or a topic", run: onModes((*modes).cmdHelp)},
		{name: "quit", short: []string{"q", "exit", "bye"}, help: "leaves; the game is saved",
			run: (*Session).cmdQuit},
	}
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
		if near := diag.Nearest(word, commandNames()); near != "" {
			return fmt.Errorf("there is no command %q; did you mean %s? `help` lists them", word,
				near)
		}
		return fmt.Errorf("there is no command %q; `help` lists them", word)
	case c.table && s.view.table == nil:
		return fmt.Errorf("%s needs a game; choose one first", c.name)
	}
	if _, editing := s.modes.mode().(*setup); editing && c.name == "help" && args == "" {
		s.paper.Para("", "Setting up a position: "+s.view.table.Sheet.Palette().SetupExamples()+
			", `board` draws it, `done` plays from here, `cancel` leaves everything as it was.")
		return nil
	}
	if _, editing := s.modes.mode().(*setup); c.table && editing && c.name != "board" {
		return fmt.Errorf("finish the setup first, with `done` or `cancel`")
	}
	args = strings.TrimSpace(args)
	if c.args == "" && args != "" {
		return fmt.Errorf("`%s` takes no argument; leave out %q", c.name, args)
	}
	if err := s.view.veils(c, args); err != nil {
		return err
	}
	return c.run(s, ctx, args)
}
