package repl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"boardgame/interp/bot"
)

// think lets a bot choose at the moment looked at, and shows on a live terminal that it is at work. News, if not nil, gets
// what the bot finds while it searches.
func (s *Session) think(ctx context.Context, what string, b bot.Bot, news func(bot.Choice)) (bot.Choice, error) {
	type answer struct {
		c   bot.Choice
		err error
	}
	t := s.table
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
		c, err := b.Choose(ctx, t.game, p, t.rng)
		done <- answer{c, err}
	}()
	begun := time.Now()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	shown := false
	for {
		select {
		case a := <-done:
			s.wipe(shown)
			for len(found) > 0 {
				news(<-found)
			}
			return a.c, a.err
		case c := <-found:
			s.wipe(shown)
			shown = false
			news(c)
		case <-tick.C:
			if s.o.Live {
				s.wipe(shown)
				fmt.Fprint(s.out, runewidth.Truncate(fmt.Sprintf("%s … %d s", what, int(time.Since(begun).Seconds())), max(s.o.Width()-1, 1), ""))
				shown = true
			}
		}
	}
}

// wipe takes a line of progress off the screen.
func (s *Session) wipe(shown bool) {
	if shown {
		fmt.Fprintf(s.out, "\r%s\r", strings.Repeat(" ", max(s.o.Width()-1, 1)))
	}
}
