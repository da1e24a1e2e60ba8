package repl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/repl/speech"
)

// topics are the help pages besides those of the commands.
var topics = []struct{ name, text string }{
	{"moves", `Type a move as the game writes it, such as c3-d4; ` + "`moves`" + ` shows how. Case,
blanks and the signs in between do not matter (c3 d4, C3D4), and you can shorten a move as long as
only one begins that way. You can also type words that only one move has: its name, sites,
directions or kinds of piece (raise d7, east a4), or the letter of the piece and where it goes
(Nf3). While you type, the board marks where the move can lead, and Tab completes it; ` +
		"`e2?`" + ` marks it at any time.

Type a turn of several steps one step at a time or in one line: c3xe5xg7, or d4-d6 raise d7.

Some games understand more than their notation:`},
	{"entry", `There are three ways to enter a move. You can use any of them at any time.

Notation: type it, see ` + "`help moves`" + `.

Guided: ` + "`guide`" + ` asks which piece, then where to, then what else. Answer with a number or a
name; Enter alone goes back.

Pointing: ` + "`point`" + ` moves a marker on the board. The arrows, or the letters and digits of a
place, move it; Enter chooses what it is on, Esc leaves.

` + "`set entry guided`" + ` or ` + "`set entry point`" + ` starts every move that way.`},
	{"keys", `Tab completes moves and commands. The up key brings back earlier lines, even from other
days. Ctrl-C clears the line, or stops a bot that is thinking or an analysis. Ctrl-L draws the
screen again. Ctrl-D leaves; the game is saved, and you can resume it the next time.

While only bots play: space pauses and goes on, n plays one step, + and - change the speed, a digit
gives you that player's seat, q stops, Ctrl-C leaves.

In a long list: space goes on, b goes back, q closes, and j and k go one line down and up. Any other
key closes the list and begins your next line. Close the list before you type something that begins
with j or q, such as quit: the list takes that letter. So it does with b and k, if there is
something to go back to.`},
	{"screen", `On a terminal the board stays in one place, with the moves beside it where there is
room. ` + "`set screen plain`" + `, or ` + "`boardgame play --plain`" + `, lets everything scroll
instead, which is what screen readers need. Pipes and terminals without a movable cursor always
scroll. A board that does not fit is drawn smaller: without lines, then line by line.

Marks on the board: ( ) is what the last move changed. • on an empty place, or < > around a piece,
is where you can go. { } is what you have chosen, [ ] is the marker that the arrow keys move;
between cells and at corners these are ◇ and ◆. In ASCII, • is *, ◇ is & and ◆ is @. + + is what a
step would bring, ~ ~ what it would take away. ! ! is threatened, such as a king in check, and * *
is what won.

A number beside a piece counts what stands there: ○5 is five men. ○●○ is a tower, from the top
down; ○●○+4 has four more pieces below. Where a board
is drawn line by line, a name in parentheses, such as (p24), repeats a place that another line
shows.`},
	{"saving", `Every move is saved at once. ` + "`resume`" + ` lists the games that are not finished.
` + "`save FILE`" + ` writes a copy, ` + "`load FILE`" + ` reads one. The files are short texts:
rules, options, seats and the turns in the notation of the game. ` + "`export game.html`" + ` writes
a page on which you can step through the game, ` + "`export FILE.svg`" + ` a picture of the
position, ` + "`export FILE.pgn`" + ` or ` + "`.sgf`" + ` a file for other programs that play
chess, Hex or Go. A file that already exists is replaced only with ` + "`anyway`" + ` after its name, or if it
is the game's own.`},
	{"bots", `A bot can take any seat: ` + "`bots`" + ` lists them, ` + "`seat Blue=hard`" + ` seats
one. Settings can follow the level, as in mcts:time=5s or alphabeta:depth=4. Bots wait a moment
before they move; ` + "`set pause 0`" + ` ends that. ` + "`help keys`" + ` says how to watch
them.

After a bot's move you see what the bot thinks of it: [+3] counts points, so more than 0 is good for
the bot; [57.1%] is the share of its trial games that it won; [wins in 4] is certain. ` + "`hint`" + `
shows the same for your moves, from your side. Compare only numbers of one bot, because each counts
its own points: those of a value of the rules such as material, or learned ones. In a game for two,
whoever is 1000 learned points ahead wins about 73% of the games.`},
	{"scripts", `Lines can be piped in: boardgame play hex < script. There is no prompt then. Empty
lines and lines that begin with # are skipped, and the first line that fails ends the run with exit
status 1. A line that begins with a colon is always a command, never a move.`},
}

func topicNames() []string {
	return lists.Map(topics, func(t struct{ name, text string }) string { return t.name })
}

func (s *modes) cmdHelp(_ context.Context, args string) error {
	at := *s.view
	if args == "" && !s.atTable() { // in the menu
		at.table = nil
	}
	return at.help(args)
}

// help explains a command or a topic; without one, it lists the commands.
func (d *view) help(args string) error {
	if args == "" {
		what := "Type a move"
		if d.table == nil {
			what = "Answer the question"
		}
		d.paper.Para("", what+", or one of these commands. Two letters or more of a command are enough "+
			"if no other begins that way.")
		d.paper.Say("")
		for _, c := range commands {
			if !c.listed(d.table) {
				continue
			}
			const indent = 25
			usage := strings.TrimSpace(c.name + " " + c.args)
			if len(usage) > indent-3 { // its text begins on the next line
				d.paper.Say("  %s", usage)
				usage = ""
			}
			d.paper.Para(strings.Repeat(" ", indent), fmt.Sprintf("  %-22s %s", usage, c.help))
		}
		d.paper.Say("")
		d.paper.Para("", "`help COMMAND` says more, and so does `help` with "+speech.Or(topicNames())+".")
		return nil
	}
	word := strings.TrimPrefix(speech.FirstWord(args), ":")
	if strings.EqualFold(word, "notation") {
		word = "moves"
	}
	found := false
	if c, _ := findCommand(word); c != nil {
		d.paper.Para("", fmt.Sprintf("%s: %s.", strings.TrimSpace(c.name+" "+c.args), c.help))
		if c.more != "" {
			d.paper.Para("", c.more)
		}
		if len(c.short) > 0 {
			d.paper.Para("", "Also: "+strings.Join(c.short, ", "))
		}
		found = true
	}
	for _, t := range topics {
		if strings.EqualFold(t.name, word) {
			for par := range strings.SplitSeq(t.text, "\n\n") {
				d.paper.Para("", strings.ReplaceAll(par, "\n", " "))
			}
			if t.name == "moves" {
				d.moveHelp()
			}
			found = true
		}
	}
	if found {
		return nil
	}
	known := append(topicNames(), commandNames()...)
	if near := diag.Nearest(word, known); near != "" {
		return fmt.Errorf("there is no help on %q; did you mean %s?", word, near)
	}
	return fmt.Errorf("there is no help on %q; there is help on commands and on %s", word,
		speech.And(topicNames()))
}

// moveHelp lists the aliases of the game, and examples of what is legal now.
func (d *view) moveHelp() {
	if d.table == nil {
		return
	}
	t := d.table
	known := map[string]bool{}
	for _, a := range t.Sheet.Speech.Ruleset.Info.Aliases {
		if a.Preset != "" && a.Preset != t.Sheet.Speech.Preset || known[a.Typed] {
			continue
		}
		known[a.Typed] = true
		line, example := "  "+a.Typed+"   "+a.Help, ""
		if typed, means, ok := t.Sheet.AliasExample(a); ok {
			switch example = typed + " is " + means; typed {
			case means:
				example = "such as " + typed
			case a.Typed: // nothing had to be put in
				example = means
			}
		}
		switch {
		case a.Help == "":
			line += example
		case example != "":
			line += " (" + example + ")"
		}
		d.paper.Para("      ", strings.TrimRight(line, " "))
	}
	shown := map[string]bool{}
	for _, m := range t.Sheet.Legal() {
		if t.Sheet.Hides() {
			break
		}
		id, _ := t.Sheet.Speech.Game.Roles(m)
		if name := t.Sheet.Speech.MoveName(id); !shown[name] {
			shown[name] = true
			d.paper.Para("      ", fmt.Sprintf("  %s, for example %s, in full: %s", name,
				t.Sheet.Speech.StepText(t.Sheet.Now(), m), t.Sheet.Speech.Said.LongText(t.Sheet.Now(), m)))
		}
	}
}

func (d *view) commandWords(line string) []string {
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
func (d *view) arguments(line string) []string {
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
	levels := d.table.Sheet.Speech.Ruleset.Info.Bots()
	switch word {
	case "hint", "analyze", "analyse":
		for _, l := range levels {
			all = append(all, word+" "+l.Name)
		}
	case "seat":
		for i := range d.table.Seats {
			all = append(all, fmt.Sprintf("seat %s=human", d.table.Sheet.Speech.PlayerName(i)))
			for _, l := range levels {
				all = append(all, fmt.Sprintf("seat %s=%s", d.table.Sheet.Speech.PlayerName(i), l.Name))
			}
		}
	}
	return all
}
