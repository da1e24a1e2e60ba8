package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
)

const (
	sayEvery  = 30 * time.Second       // maximum silence of a log while there is news
	drawEvery = 100 * time.Millisecond // minimum interval between two pictures of a bar
)

// progress returns a function that shows on the error stream how much of a long job is done, with a
// note on its state. On a terminal it draws a bar with the time left. Elsewhere it prints a line
// for each tenth, or after half a minute. Call it with -1 at the end.
func (a *app) progress(what string, total int) func(done int, note string) {
	if isTerminal(a.stderr) {
		b := &bar{out: a.stderr, width: widthOf(a.stderr), what: what, total: total, started: time.Now()}
		return b.show
	}
	tenth, last := -1, time.Now()
	return func(done int, note string) {
		t := 10 * done / max(total, 1)
		if tenth < 0 { // what was done before is not news
			tenth = 10 * (done - 1) / max(total, 1)
		}
		if done < 0 || t == tenth && time.Since(last) < sayEvery {
			return
		}
		tenth, last = t, time.Now()
		fmt.Fprintf(a.stderr, "%s: %d of %d  %s\n", what, done, total, note)
	}
}

// phases returns a function that shows the progress of a job in several phases, each with a name
// and a total of its own. Call end after the last.
func (a *app) phases() (show func(phase string, done, total int, note string), end func()) {
	last, one := "", func(int, string) {}
	show = func(phase string, done, total int, note string) {
		if phase != last {
			one(-1, "")
			one, last = a.progress(phase, total), phase
		}
		one(done, note)
	}
	return show, func() { one(-1, "") }
}

// line returns a function that shows the state of a job in a line of the terminal, if the error
// stream is one. Call end when the job is done.
func (a *app) line() (show func(format string, args ...any), end func()) {
	if !isTerminal(a.stderr) {
		return func(string, ...any) {}, func() {}
	}
	show = func(format string, args ...any) {
		fmt.Fprintf(a.stderr, eraseLine+format, args...)
	}
	return show, func() { show("") }
}

// bar is a terminal line that shows how much of a job is done.
type bar struct {
	out     io.Writer
	width   int // columns of the terminal
	what    string
	note    string
	total   int
	first   int // what was done when it began
	started time.Time
	drawn   time.Time
}

// show draws the bar, but not too often; -1 removes it. A failure to draw is no reason to stop.
func (b *bar) show(done int, note string) {
	if done < 0 {
		fmt.Fprint(b.out, eraseLine)
		return
	}
	if note != "" {
		b.note = "  " + note
	}
	if b.drawn.IsZero() {
		b.first = max(done-1, 0)
	}
	now := time.Now()
	if now.Sub(b.drawn) < drawEvery && done < b.total {
		return
	}
	b.drawn = now
	fmt.Fprint(b.out, eraseLine, b.line(done, now))
}

// eraseLine clears the line of the terminal and returns to its beginning.
const eraseLine = "\r\x1b[2K"

// line is the text of the bar, at most as wide as the terminal.
func (b *bar) line(done int, now time.Time) string {
	const cells = 20
	filled := min(cells*done/max(b.total, 1), cells)
	text := fmt.Sprintf("%s%s  %s%s (%d/%d", b.what, b.note,
		strings.Repeat("█", filled), strings.Repeat("░", cells-filled), done, b.total)
	if gone := done - b.first; gone > 0 && done < b.total {
		left := now.Sub(b.started) / time.Duration(gone) * time.Duration(b.total-done)
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return runewidth.Truncate(text+")", max(b.width-1, 1), "…")
}
