package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"
)

// grace is how long a verb may take to end on its own, and to say what it has saved, after the
// program is told to stop. Then it is abandoned: whatever it was doing, the first signal ends the
// program within a second.
const grace = 500 * time.Millisecond

// How long the terminal and the last words of an abandoned verb may take: both may wait for a
// terminal that takes nothing any more. With the grace before them, this is less than a second.
const (
	givingBack = 100 * time.Millisecond
	lastWords  = 200 * time.Millisecond
)

// A stopper ends the verb of a run at the first Ctrl-C or SIGTERM. A second one ends the program
// immediately, whatever else listens to signals.
type stopper struct {
	ctx      context.Context // of the verb; canceled by the signal
	cancel   context.CancelFunc
	signals  chan os.Signal
	atTable  atomic.Bool            // a person is at a table: Ctrl-C belongs to the table
	what     atomic.Pointer[string] // what will remain of the verb's work
	terminal func()                 // restores the modes of the terminal
	leave    atomic.Pointer[func()] // takes an abandoned table off the screen
	exit     func()                 // ends the program
}

// newStopper listens from now on, even while rules are read and checked.
func newStopper(stdin io.Reader) *stopper {
	s := &stopper{signals: make(chan os.Signal, 1), terminal: func() {},
		exit: func() { os.Exit(statusWrong) }}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if f, ok := stdin.(*os.File); ok {
		if state, err := term.GetState(int(f.Fd())); err == nil {
			s.terminal = func() { _ = term.Restore(int(f.Fd()), state) }
		}
	}
	signal.Notify(s.signals, os.Interrupt, syscall.SIGTERM)
	go s.listen()
	return s
}

func (s *stopper) listen() {
	for sig := range s.signals {
		if sig == os.Interrupt && s.atTable.Load() {
			continue
		}
		s.cancel()
		break
	}
	<-s.signals
	s.giveBack()
	s.exit()
}

// giveBack restores the terminal, unless that takes too long.
func (s *stopper) giveBack() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.terminal()
		if leave := s.leave.Load(); leave != nil {
			(*leave)()
		}
	}()
	select {
	case <-done:
	case <-time.After(givingBack):
	}
}

func (s *stopper) close() {
	signal.Stop(s.signals)
	s.cancel()
}

// run runs a verb. A verb that does not end soon after the signal is abandoned, and the error is
// context.Canceled.
func (s *stopper) run(verb func() error) error {
	done := make(chan error, 1)
	go func() { done <- verb() }()
	select {
	case err := <-done:
		return err
	case <-s.ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		s.giveBack()
		time.AfterFunc(lastWords, s.exit)
		return s.ctx.Err()
	}
}

// keeps records what will remain of the verb's work if it is interrupted from now on.
func (a *app) keeps(what string) { a.stop.what.Store(&what) }

// kept says what remains of the verb's work.
func (s *stopper) kept() string {
	if what := s.what.Load(); what != nil {
		return *what
	}
	return "no file was changed"
}

// output is a buffered stream for concurrent writers: an abandoned verb may still be writing.
type output struct {
	mu sync.Mutex
	w  *bufio.Writer
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriter(w)} }

// Write buffers text.
func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(text)
}

// WriteString is Write for a string.
func (o *output) WriteString(text string) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.WriteString(text)
}

// Flush writes what is buffered.
func (o *output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Flush()
}
