package repl

import (
	"context"
	"io"
	"sync"

	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/repl/keyboard"
	"boardgame/repl/paper"
	"boardgame/repl/saves"
	"boardgame/repl/table"
)

// Options are the settings of a new session.
type Options = paper.Options

// Session is a conversation with a person or a script. It knows no terminal: lines come in through
// [Session.Exec], and text goes out through the writer. Only [Session.Interrupt] is safe for
// concurrent use.
type Session struct {
	paper   *paper.Printer
	view    *view
	adviser *adviser
	host    *host
	modes   *modes

	keys  *keyboard.Keyboard // nil: nobody is at a terminal, or its keys cannot be read
	done  bool
	ahead bool      // the next line was started before the last answer could be read
	rules *follower // of the rules files; nil: nobody follows them

	mu     sync.Mutex
	cancel context.CancelFunc // of what runs now; nil: nothing does
	ending bool               // a signal has ended the session
}

// modes is what a line currently means, which changes: from the menu to the board, and from there
// to questions.
type modes struct {
	paper    *paper.Printer
	view     *view
	adviser  *adviser
	host     *host
	stack    []mode // innermost last; never empty
	pointing bool   // point out the next move on the board, if the terminal can
}

// A view shows the game on the table and answers questions about it. It changes nothing.
type view struct {
	paper *paper.Printer
	table *table.Table // the game on the table; nil before the first
}

// An adviser says what to play, and why a move is refused.
type adviser struct {
	paper    *paper.Printer
	view     *view
	rejected rejected
	reader   *query.Reader // of expressions, for the rules last asked about
}

// rejected is the line that was last refused as a move, and the position in which it was.
type rejected struct {
	line string
	in   *interp.Position
}

// A host plays the requested moves at the table, saves the game and counts wins.
type host struct {
	paper    *paper.Printer
	view     *view
	adviser  *adviser
	changed  bool        // the moment on view is not the last one shown
	face     table.Face  // what the clocks show
	programs []io.Closer // that have, or had, a seat at a table
	saves    *saves.Store
	unsaved  bool // the last attempt to save the game failed
	warned   bool // the player knows that nothing can be remembered
	// wrong is what is wrong with the configuration, until that has been said; nil: nothing
	wrong error
	// explained says that the numbers after the moves of bots have been explained
	explained bool
	tables    uint64
	played    int            // games that ended at this table
	tally     map[string]int // won, by player
}

// mode is what a line currently means: a move or a command at the board, a choice in the menu, a
// piece in guided entry.
type mode interface {
	prompt(s *Session) string
	// exec runs a line. handled is false if the line means nothing here and should be tried as a
	// command.
	exec(s *Session, line string) (handled bool, err error)
	// complete returns the words that the line could become.
	complete(s *Session, line string) []string
}

// follower lets a session that a person watches follow the files of its rules, also while a line is
// being typed.
type follower struct {
	s      *Session
	keys   *keyboard.Keyboard
	watch  *lookout     // nil: nobody is watching
	of     *table.Table // whose files are followed
	due    bool         // the rules were saved and are to be read again before the next line
	broken bool         // the line that is being read was interrupted for that
}
