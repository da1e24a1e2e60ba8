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
	"boardgame/repl/speech"
)

// Options is what a session is started with. Only Out is needed.
type Options struct {
	Out    io.Writer
	Width  func() int // columns that Out has now; nil: 80
	Height func() int // lines that a terminal has now; nil or 0: any number
	Color  bool       // write colors
	ASCII  bool       // draw boards in ASCII, whatever the configuration says
	// NoUnicode says that the terminal shows ASCII alone: then boards are drawn so, unless the
	// configuration says otherwise.
	NoUnicode bool
	// Coordinates is how cells are called, as the configuration has it; "": as the configuration
	// says.
	Coordinates string
	// Live says that a person is watching and typing: both ends are a terminal. Only then are waits
	// and progress shown.
	Live bool
	// InPlace shows the table in one place of the screen, on a live terminal that can do so, unless
	// the configuration says otherwise. Without it, everything scrolls.
	InPlace bool
	// Echo writes each line that is read, for transcripts.
	Echo bool
	// Pause is how long a bot's move is waited for before it appears; negative: as the
	// configuration says.
	Pause time.Duration
	// Seed is where all chance comes from; 0 picks one by the clock.
	Seed uint64
	// ConfigFile is the user's configuration; "" for none. StateDir holds saved games and the
	// history of lines; "" for none.
	ConfigFile, StateDir string
	// Program starts the programs that take seats, as Start is told; nil: none may.
	Program Program
	// Turns is how many turns bots play among themselves before they stop; 0: [level.MostTurns].
	Turns int
	// Clocks limit the time of the players of a game that [Session.Start] opens: 5m+3s for all, or
	// PLAYER=5m+3s for one.
	Clocks []string
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// Session is a conversation with a person or a script. It knows no terminal: lines come in through
// [Session.Exec], text goes out through the writer. Its methods are for one goroutine, but for
// [Session.Interrupt].
type Session struct {
	modal
	keys  *keyboard // nil: nobody is at a terminal, or its keys cannot be read
	done  bool
	ahead bool      // the next line was begun before the answer to the last one could be read
	rules *follower // of the files of the rules; nil: nobody follows them

	mu     sync.Mutex
	cancel context.CancelFunc // of what runs now; nil: nothing does
}

// modal knows what a line means at the moment, and goes from one meaning to another: from the menu
// to the board, and from there to questions.
type modal struct {
	keeper
	modes    []mode // what a line means, innermost last; never empty
	pointing bool   // the next line is to be pointed at on the board, where the terminal can
}

// A printer says things to a person, as the terminal and the configuration have it.
type printer struct {
	o     Options
	out   *screen
	stage *stage // nil: everything scrolls
	cfg   *Config
	color bool // whether colors were wanted at the start
}

// A desk shows the game on the table and answers questions about it. It changes nothing.
type desk struct {
	printer
	table *table // the game on the table; nil before the first
}

// advice says what to play, and why something cannot be played.
type advice struct {
	desk
	rejected rejected
}

// rejected is the line that was last refused as a move, and the position in which it was.
type rejected struct {
	line string
	in   *interp.Position
}

// A keeper plays what is asked for at the table, keeps the game on the disk and counts who wins.
type keeper struct {
	advice
	changed  bool        // the moment looked at is not the one last shown
	face     face        // what the clocks show
	programs []io.Closer // that sit, or have sat, at a table
	saves    *store
	unsaved  bool // the game could not be put on the disk the last time
	warned   bool // that nothing can be remembered
	// wrong is what is wrong with the configuration, until it has been said; nil: nothing
	wrong error
	// explained says that the numbers behind the moves of bots have been explained
	explained bool
	tables    uint64
	played    int            // games that ended at this table
	tally     map[string]int // won, by player
}

// mode is what a line means at a moment: a move or a command at the board, a choice in the menu, a
// piece in guided entry.
type mode interface {
	prompt(s *Session) string
	// exec runs a line. handled is false if the line means nothing here and should be tried as a
	// command.
	exec(s *Session, line string) (handled bool, err error)
	// complete returns the words that the line could become.
	complete(s *Session, line string) []string
}

// errQuiet ends a command that has already said what is wrong.
var errQuiet = errors.New("failed")

// New starts a session. A configuration that cannot be read is an error that says where and why;
// the session is made all the same, with the defaults.
func New(o Options) (*Session, error) {
	if o.Width == nil {
		o.Width = func() int { return 80 }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Seed == 0 {
		o.Seed = uint64(o.Now().UnixNano())
	}
	cfg, err := LoadConfig(o.ConfigFile)
	out := &screen{out: o.Out}
	if o.Live && o.Height != nil {
		out.size = func() (int, int) { return o.Width(), o.Height() }
	}
	s := &Session{modal: modal{keeper: keeper{
		advice: advice{desk: desk{printer: printer{o: o, out: out, cfg: cfg, color: o.Color}}},
		saves:  &store{dir: o.StateDir, now: o.Now}, tally: map[string]int{}}}}
	s.modes, s.wrong = []mode{&menu{}}, err
	if o.InPlace && out.size != nil {
		s.stage = &stage{out: o.Out, size: out.size}
	}
	return s, err
}

// Done reports whether the session has been left.
func (s *Session) Done() bool { return s.done }

// Prompt is what to show before a line is read. It is short on a narrow terminal.
func (s *Session) Prompt() string {
	p := s.mode().prompt(s)
	if runewidth.StringWidth(p)+12 > s.o.Width() {
		return "> "
	}
	return p
}

// inPlace reports whether tables stay in one place of the screen.
func (pr *printer) inPlace() bool { return pr.stage != nil && pr.cfg.Screen != "plain" }

// atTable reports whether a game is in progress, and not the menu.
func (s *modal) atTable() bool {
	_, menu := s.mode().(*menu)
	return s.table != nil && !menu
}

func (s *modal) mode() mode { return s.modes[len(s.modes)-1] }

func (s *modal) enter(m mode) { s.modes = append(s.modes, m) }

// leave goes back to the mode before; the outermost one stays.
func (s *modal) leave() {
	if len(s.modes) > 1 {
		s.modes = s.modes[:len(s.modes)-1]
	}
}

// Exec runs one line. What it has to say is written to the session's writer; an error is returned
// for a line that could not be done, for the caller to print and, in a script, to stop at.
func (s *Session) Exec(line string) error {
	line = strings.TrimSpace(strings.Map(printable, line))
	if len(line) > maxLine {
		return fmt.Errorf("the line has %d characters; at most %d are read", len(line), maxLine)
	}
	if !s.ahead {
		s.stage.begin()
	}
	return s.run(func(ctx context.Context) error { return s.exec(ctx, line) })
}

// run does something that can be interrupted, and lets the bots answer.
func (s *Session) run(do func(context.Context) error) error {
	ctx, stop := s.begin()
	defer stop()
	defer s.runClock()
	if s.flag() {
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

const maxLine = 4000

// printable turns control characters into blanks and leaves out what is not UTF-8.
func printable(r rune) rune {
	switch {
	case r < ' ' || r == 0x7f:
		return ' '
	case r == '\ufffd':
		return -1
	}
	return r
}

func (s *Session) exec(ctx context.Context, line string) error {
	if forced, ok := strings.CutPrefix(line, ":"); ok {
		return s.command(ctx, strings.TrimSpace(forced))
	}
	if about, asked := strings.CutSuffix(line, "?"); asked && s.table != nil && s.atBoard() &&
		len(speech.Words(about)) > 0 {
		return s.askedAbout(ctx, strings.TrimSpace(about))
	}
	handled, err := s.mode().exec(s, line)
	if handled || err != nil {
		return err
	}
	return s.command(ctx, line)
}

// askedAbout answers e2?: what can be played there; of a command, what it does.
func (d *desk) askedAbout(ctx context.Context, about string) error {
	if c, _ := findCommand(about); c != nil && c.named(about) {
		return d.help(about)
	}
	if d.table.over() {
		return errors.New("the game is over")
	}
	return d.cmdMoves(ctx, about)
}

// begin makes what runs now interruptible.
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

// Interrupt stops what runs now: a bot that thinks, an analysis, a pause. It reports whether
// anything did. It may be called from any goroutine.
func (s *Session) Interrupt() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel == nil {
		return false
	}
	s.cancel()
	return true
}

// Complete returns the lines that a beginning of a line could become, for the Tab key.
func (s *Session) Complete(line string) []string {
	return s.mode().complete(s, line)
}

// settle shows the table, unless the last line did.
func (s *Session) settle() {
	if s.stage.shown() && s.atTable() && !s.stage.isFresh() {
		if e, editing := s.mode().(*setup); editing {
			e.show(s)
		} else {
			s.show()
		}
	}
}

// Close ends the session: the game on the table is saved and free for others, and the terminal is
// as it was before.
func (s *Session) Close() error {
	s.stage.close()
	err := s.closePrograms()
	if s.table == nil {
		return err
	}
	if t := s.table; t.clocks != nil && t.slot != nil && !t.over() {
		err = errors.Join(err, s.keep()) // the time thought since the last move
	}
	return errors.Join(err, s.table.release())
}
