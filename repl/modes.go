package repl

import (
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/repl/saves"
)

// boardMode is the mode at the board: a line is a move or a command.
type boardMode struct{}

// guided enters a move by questions: which piece, then where to, then what else. Each question
// lists what is possible; the answer may be the number in the list or any word that tells the steps
// apart. An empty line goes back one question.
type guided struct {
	stack  [][]interp.Move // the steps that are left after each answer, those of the position first
	chosen []topology.Set  // the sites answered so far, beside the stack
	picked []string        // the answers, beside the stack
	always bool            // start again at the next move
}

// menu leads from the game through preset, options and seats to the board. Each page lists the
// choices and offers the last one chosen first. An empty line or `ok` takes it; `back` returns to
// the previous page.
type menu struct {
	page  page
	games []menuGame
	// the names of the games that are not listed
	others []string
	saved  []*saves.Saved
	// the game suggested to new players; nil if this player is not new, or there is none to suggest
	first *ruleset.Ruleset

	ruleset *ruleset.Ruleset
	name    string
	preset  string
	options map[string]string
	domain  []ir.Option // the options available, with their chosen values
	known   []string    // the options that the rules have with some choice
	seats   []string
	players []string
	levels  []bot.Level
}

// page is what the menu asks for.
type page int

const (
	gamePage page = iota
	presetPage
	optionPage
	seatPage
)

type menuGame struct{ name, title string }

// setup is the mode for editing a position.
type setup struct {
	p     *interp.State // being edited
	brush string        // what naming a site alone puts: "Red pawn"
}

// A curtain hides the table until the person to move says that nobody else looks.
type curtain struct{}

// confirm is the mode of a yes-or-no question; an empty line is yes.
type confirm struct {
	ask     string
	means   string // what the answers do
	saved   bool   // it is about an unfinished game
	yes, no func() error
}

// offered is the mode in which a person answers a draw offer.
type offered struct{ to int }

func (s *modes) mode() mode { return s.stack[len(s.stack)-1] }

func (s *modes) enter(m mode) { s.stack = append(s.stack, m) }

// leave returns to the previous mode; the outermost one stays.
func (s *modes) leave() {
	if len(s.stack) > 1 {
		s.stack = s.stack[:len(s.stack)-1]
	}
}

// atTable reports whether a game is in progress, and not the menu.
func (s *modes) atTable() bool {
	_, menu := s.mode().(*menu)
	return s.view.table != nil && !menu
}

// atBoard reports whether the innermost mode is the board, so that bots may move.
func (s *modes) atBoard() bool {
	switch s.mode().(type) {
	case boardMode, *guided:
		return true
	}
	return false
}
