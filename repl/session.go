package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"

	"boardgame/interp"
	"boardgame/repl/config"
	"boardgame/repl/keyboard"
	"boardgame/repl/paper"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/repl/wording"
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

// New starts a session. If it cannot read the configuration, the error says where and why, and New
// still returns a session with the defaults.
func New(o paper.Options) (*Session, error) {
	if o.Width == nil {
		o.Width = func() int { return 80 }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Seed == 0 {
		o.Seed = uint64(o.Now().UnixNano())
	}
	cfg, err := config.Load(o.ConfigFile)
	out := &paper.Screen{Out: o.Out}
	if o.Live && o.Height != nil {
		out.Size = func() (int, int) { return o.Width(), o.Height() }
	}
	pr := &paper.Printer{Options: o, Out: out, Config: cfg, Color: o.Color}
	v := &view{paper: pr}
	ad := &adviser{paper: pr, view: v}
	h := &host{paper: pr, view: v, adviser: ad, wrong: err, tally: map[string]int{},
		saves: &saves.Store{Dir: o.StateDir, Now: o.Now}}
	s := &Session{paper: pr, view: v, adviser: ad, host: h, modes: &modes{paper: pr, view: v,
		adviser: ad, host: h, stack: []mode{&menu{}}}}
	if o.InPlace && out.Size != nil {
		s.paper.Stage = &paper.Stage{Out: o.Out, Size: out.Size}
	}
	return s, err
}

// Done reports whether the session has ended.
func (s *Session) Done() bool { return s.done }

// Prompt is what to show before a line is read. It is short on a narrow terminal.
func (s *Session) Prompt() string {
	p := s.modes.mode().prompt(s)
	if runewidth.StringWidth(p)+12 > s.paper.Options.Width() {
		return "> "
	}
	return p
}

// atTable reports whether a game is in progress, and not the menu.
func (s *modes) atTable() bool {
	_, menu := s.mode().(*menu)
	return s.view.table != nil && !menu
}

func (s *modes) mode() mode { return s.stack[len(s.stack)-1] }

func (s *modes) enter(m mode) { s.stack = append(s.stack, m) }

// leave returns to the previous mode; the outermost one stays.
func (s *modes) leave() {
	if len(s.stack) > 1 {
		s.stack = s.stack[:len(s.stack)-1]
	}
}

// Exec runs one line. It writes its messages to the session's writer. It returns an error for a
// line that failed, which the caller should print; a script should stop there.
func (s *Session) Exec(line string) error {
	line = strings.TrimSpace(strings.Map(wording.Printable, line))
	if len(line) > wording.MaxLine {
		return fmt.Errorf("the line has %d characters; at most %d are read", len(line), wording.MaxLine)
	}
	if !s.ahead {
		s.paper.Stage.Begin()
	}
	return s.run(func(ctx context.Context) error { return s.exec(ctx, line) })
}

// run runs an interruptible action, and lets the bots answer.
func (s *Session) run(do func(context.Context) error) error {
	ctx, stop := s.begin()
	defer stop()
	defer s.modes.runClock()
	if s.host.flag() {
		if err := s.advance(ctx); err != nil {
			return err
		}
	}
	err := do(ctx)
	if err == nil && !s.done {
		err = s.advance(ctx)
	}
	return err
}

func (s *Session) exec(ctx context.Context, line string) error {
	if forced, ok := strings.CutPrefix(line, ":"); ok {
		return s.command(ctx, strings.TrimSpace(forced))
	}
	if about, asked := strings.CutSuffix(line, "?"); asked && s.view.table != nil &&
		s.modes.atBoard() && len(speech.Words(about)) > 0 {
		return s.view.askedAbout(ctx, strings.TrimSpace(about))
	}
	if handled, err := s.modes.mode().exec(s, line); handled || err != nil {
		return err
	}
	return s.command(ctx, line)
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

// begin makes the current action interruptible.
func (s *Session) begin() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	s.cancel = cancel
	s.mu.Unlock()
	return ctx, func() {
		s.mu.Lock()
		s.cancel = nil
		s.mu.Unlock()
		cancel()
	}
}

// Interrupt stops the current action: a bot that is thinking, an analysis, a pause. It reports
// whether there was one. It may be called from any goroutine.
func (s *Session) Interrupt() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel == nil {
		return false
	}
	s.cancel()
	return true
}

// Complete returns the completions of an unfinished line, for the Tab key.
func (s *Session) Complete(line string) []string {
	return s.modes.mode().complete(s, line)
}

// settle shows the table, unless the last line did.
func (s *Session) settle() {
	if s.paper.Stage.Shown() && s.modes.atTable() && !s.paper.Stage.IsFresh() {
		if e, editing := s.modes.mode().(*setup); editing {
			e.show(s)
		} else {
			s.view.show()
		}
	}
}

// Close ends the session. The game on the table is saved and free for others, and the terminal is
// restored.
func (s *Session) Close() error {
	s.paper.Stage.Close()
	err := s.host.closePrograms()
	if s.view.table == nil {
		return err
	}
	if t := s.view.table; t.Sheet.Course.Clocks() != nil && t.Slot != nil && !t.Sheet.Over() {
		err = errors.Join(err, s.host.keep()) // the time spent thinking since the last move
	}
	return errors.Join(err, s.view.table.Release())
}
