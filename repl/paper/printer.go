// Package paper is what a session writes on: a printer of messages, the screen that a board can be
// drawn on again, and a stage that keeps the table at one place of a terminal.
package paper

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/config"
	"boardgame/repl/wording"
)

// Quote shows a place of the rules.
func (pr *Printer) Quote(span source.Span) {
	if !span.Valid() {
		return
	}
	line, _ := span.File.Position(span.Lo)
	pr.Say("  %s, line %d:", span.File.Name, line)
	pr.Para("  |   ", "  | "+strings.TrimSpace(span.File.Line(line)))
}

// Report reports an error that no typed line caused.
func (pr *Printer) Report(err error) {
	if err != nil && !errors.Is(err, wording.ErrQuiet) {
		pr.Say("%s", wording.Spoken(err))
	}
}

// Program starts a program that takes a seat, named as package outside reads it. Only the person
// who starts the session can name one: saved games never start programs.
type Program func(g *interp.Game, rs *ruleset.Ruleset, name string) (bot.Bot, error)

// OrElse reports an error and then calls instead; without an error it does nothing.
func (pr *Printer) OrElse(err error, instead func() error) error {
	if err == nil {
		return nil
	}
	pr.Para("  ", err.Error())
	return instead()
}

// Options are the settings of a new session. Only Out is required.
type Options struct {
	Out    io.Writer
	Width  func() int // current columns of Out; nil: 80
	Height func() int // current lines of a terminal; nil or 0: unlimited
	Color  bool       // write colors
	ASCII  bool       // draw boards in ASCII, whatever the configuration says
	// NoUnicode says that the terminal shows only ASCII. Boards are then drawn in ASCII unless the
	// configuration says otherwise.
	NoUnicode bool
	// Coordinates is how to name cells, written as in the configuration; "": as the configuration
	// says.
	Coordinates string
	// Live says that a person is watching and typing: both ends are terminals. Only then does the
	// session show waits and progress.
	Live bool
	// InPlace shows the table at a fixed place of the screen, on a live terminal that can do so,
	// unless the configuration says otherwise. Without InPlace, everything scrolls.
	InPlace bool
	// Echo writes each line that is read, for transcripts.
	Echo bool
	// Pause is how long to wait before showing a bot's move; negative: as the configuration says.
	Pause time.Duration
	// Seed determines all random choices; 0 picks a seed from the clock.
	Seed uint64
	// ConfigFile is the user's configuration; "" for none. StateDir holds saved games and the
	// history of lines; "" for none.
	ConfigFile, StateDir string
	// Program starts the programs that take seats, as named to Start; nil: none may.
	Program Program
	// Turns is how many turns bots play against each other before they stop; 0: [level.MostTurns].
	Turns int
	// Clocks limit the thinking time of the players of a game that [Session.Start] opens: 5m+3s for
	// all, or PLAYER=5m+3s for one.
	Clocks []string
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// A Printer prints messages for a person, as the terminal and the configuration allow.
type Printer struct {
	Options Options
	Out     *Screen
	Stage   *Stage // nil: everything scrolls
	Config  *config.Config
	Color   bool // whether colors were wanted at the start
}

// InPlace reports whether tables stay at a fixed place of the screen.
func (pr *Printer) InPlace() bool { return pr.Stage != nil && pr.Config.Screen != "plain" }

// Sign is how a piece looks in a text.
func (pr *Printer) Sign(p board.Piece) string {
	if pr.ASCII() {
		return p.ASCII
	}
	return pr.Paint(string(p.Color), p.Unicode)
}

// ASCII reports whether to draw in ASCII only.
func (pr *Printer) ASCII() bool {
	return pr.Options.ASCII || pr.Config.Board == "ascii" || pr.Config.Board == "auto" &&
		pr.Options.NoUnicode
}

// Style says what the terminal can show, on at most the given number of lines; 0: unlimited.
func (pr *Printer) Style(lines int) board.Style {
	return board.Style{Unicode: !pr.ASCII(), Color: pr.Options.Color, Width: pr.Options.Width() - 1,
		Height: lines}
}

// Height is how many lines the terminal has; 0 if there is none.
func (pr *Printer) Height() int {
	if !pr.Options.Live || pr.Options.Height == nil {
		return 0
	}
	return pr.Options.Height()
}

// Paint colors text if the terminal wants colors.
func (pr *Printer) Paint(style, text string) string {
	codes := map[string]string{"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33",
		"blue": "34", "magenta": "35", "cyan": "36", "orange": "38;5;208", "gray": "90",
		"white": "97", "black": "30"}
	code := codes[style]
	if !pr.Options.Color || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Progress is a line for a wait: a bar and the time left if the limit is known, otherwise the time
// elapsed.
func (pr *Printer) Progress(what string, gone, limit time.Duration) string {
	width := max(pr.Options.Width()-1, 1)
	if limit <= 0 || limit > time.Hour {
		return runewidth.Truncate(fmt.Sprintf("%s … %d s", what, int(gone.Seconds())), width, "")
	}
	left := max(limit-gone, 0)
	end := fmt.Sprintf(" %d s left", int((left+time.Second-1)/time.Second))
	room := min(width-runewidth.StringWidth(what)-len(end)-3, 30)
	if room < 5 {
		return runewidth.Truncate(what+end, width, "")
	}
	done := int(int64(room) * int64(min(gone, limit)) / int64(limit))
	full, rest := "█", "░"
	if pr.ASCII() {
		full, rest = "#", "-"
	}
	return fmt.Sprintf("%s [%s%s]%s", what, strings.Repeat(full, done),
		strings.Repeat(rest, room-done), end)
}

// Waiting shows a line of progress.
func (pr *Printer) Waiting(line string) {
	if pr.Stage.Shown() {
		pr.Stage.Note(line)
		return
	}
	fmt.Fprint(pr.Out, line)
}

// Wipe removes a line of progress from the screen.
func (pr *Printer) Wipe(shown bool) {
	switch {
	case !shown:
	case pr.Stage.Shown():
		pr.Stage.Note("")
	default:
		fmt.Fprintf(pr.Out, "\r%s\r", strings.Repeat(" ", max(pr.Options.Width()-1, 1)))
	}
}
