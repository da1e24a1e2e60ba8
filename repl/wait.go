package repl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"boardgame/interp/bot"
)

// think lets a bot choose in the current position. On a live terminal it shows that the bot is at
// work and, if its time is limited, how much of it is left. News, if not nil, receives what the bot
// finds while it searches.
//
// w is the watcher, nil if there is none.
func (ad *advice) think(ctx context.Context, w *watcher, what string, limit time.Duration,
	b bot.Bot, news func(bot.Choice)) (bot.Choice, error) {
	type answer struct {
		c   bot.Choice
		err error
	}
	t := ad.table
	p := t.now()
	found := make(chan bot.Choice, 64)
	if w, ok := b.(bot.Watchable); ok && news != nil {
		w.Watch(func(c bot.Choice) {
			select {
			case found <- c:
			case <-ctx.Done():
			}
		})
		defer w.Watch(nil)
	}
	done := make(chan answer, 1)
	go func() {
		c, err := b.Choose(ctx, t.Game.Prepared(ctx), p, t.rng)
		done <- answer{c, err}
	}()
	begun := time.Now()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	shown := false
	for {
		select {
		case a := <-done:
			ad.wipe(shown)
			for len(found) > 0 {
				news(<-found)
			}
			return a.c, a.err
		case keys := <-w.pressed():
			w.press(keys)
		case c := <-found:
			ad.wipe(shown)
			shown = false
			news(c)
			ad.stage.paint()
		case <-tick.C:
			ad.stage.resized()
			if ad.o.Live && w.pressed() == nil {
				ad.wipe(shown)
				ad.waiting(ad.progress(what, time.Since(begun), limit))
				shown = true
			}
		}
	}
}

// progress is a line for a wait: a bar and the time left if the limit is known, otherwise the time
// elapsed.
func (pr *printer) progress(what string, gone, limit time.Duration) string {
	width := max(pr.o.Width()-1, 1)
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
	if pr.ascii() {
		full, rest = "#", "-"
	}
	return fmt.Sprintf("%s [%s%s]%s", what, strings.Repeat(full, done),
		strings.Repeat(rest, room-done), end)
}

// waiting shows a line of progress.
func (pr *printer) waiting(line string) {
	if pr.stage.shown() {
		pr.stage.note(line)
		return
	}
	fmt.Fprint(pr.out, line)
}

// wipe removes a line of progress from the screen.
func (pr *printer) wipe(shown bool) {
	switch {
	case !shown:
	case pr.stage.shown():
		pr.stage.note("")
	default:
		fmt.Fprintf(pr.out, "\r%s\r", strings.Repeat(" ", max(pr.o.Width()-1, 1)))
	}
}
