package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"boardgame/repl/config"
	"boardgame/repl/paper"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

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

// Prompt is what to show before a line is read; on a narrow terminal, what follows a colon of it.
func (s *Session) Prompt() string {
	p := s.modes.mode().prompt(s)
	for p != "" && runewidth.StringWidth(p)+12 > s.paper.Options.Width() {
		_, p, _ = strings.Cut(p, ": ")
	}
	return cmp.Or(p, "> ")
}

// Exec runs one line. It writes its messages to the session's writer. It returns an error for a
// line that failed, which the caller should print; a script should stop there.
func (s *Session) Exec(line string) error {
	line = strings.TrimSpace(strings.Map(wording.Printable, line))
	if len(line) > wording.MaxLine {
		return fmt.Errorf("the line has more than %d bytes; longer lines are not read", wording.MaxLine)
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

// begin makes the current action interruptible.
func (s *Session) begin() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	s.cancel = cancel
	ending := s.ending
	s.mu.Unlock()
	if ending || s.keys.Interrupted() {
		cancel()
	}
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

// end stops the current action, and every later one as soon as it begins.
func (s *Session) end() {
	s.mu.Lock()
	s.ending = true
	s.mu.Unlock()
	s.Interrupt()
}

// Complete returns the completions of an unfinished line, for the Tab key.
func (s *Session) Complete(line string) []string { return s.modes.mode().complete(s, line) }

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

// Leave restores the screen when a session that does not end is abandoned. It may wait for ever.
func (s *Session) Leave() { s.paper.Stage.Leave() }

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
