package repl

import (
	"errors"
	"os"
	"os/signal"
	"syscall"

	"boardgame/repl/keyboard"
)

// errEnded ends the reading of a line because of a signal.
var errEnded = errors.New("the program is to end")

// listen handles signals until the returned function is called.
func (l *loop) listen() (stop func()) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	resized := make(chan os.Signal, 1)
	keyboard.NotifyResized(resized)
	over := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-signals:
				told := l.ended
				if sig != os.Interrupt || !l.s.paper.Options.Live {
					l.s.end()
				} else if told = l.broken; l.s.Interrupt() || l.keys != nil {
					continue
				}
				select {
				case told <- sig:
				default:
				}
			case sig := <-resized:
				if keyboard.Suspend(sig, l.in) {
					l.s.paper.Stage.Repaint()
				}
				l.s.paper.Stage.Resized()
				if l.keys != nil {
					l.keys.Nudge() // whoever waits for a key checks the size again
				}
			case <-over:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		signal.Stop(resized)
		close(over)
	}
}
