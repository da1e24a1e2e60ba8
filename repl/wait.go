package repl

import (
	"context"
	"time"

	"boardgame/interp/bot"
	"boardgame/interp/infoset"
)

// think lets a bot choose in the current position. On a live terminal it shows that the bot is at
// work and, if its time is limited, how much of it is left. News, if not nil, receives what the bot
// finds while it searches.
//
// w is the watcher, nil if there is none.
func (ad *adviser) think(ctx context.Context, w *watcher, what string, limit time.Duration,
	b bot.Bot, news func(bot.Choice)) (bot.Choice, error) {
	type answer struct {
		c   bot.Choice
		err error
	}
	t := ad.view.table
	p := t.Sheet.Now()
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
		g := t.Sheet.Speech.Game.Prepared(ctx)
		var c bot.Choice
		game, err := infoset.Give(g, t.Sheet.Course, g)
		if err == nil {
			c, err = b.Choose(ctx, game, p, t.Rng)
		}
		done <- answer{c, err}
	}()
	begun := time.Now()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	shown := false
	for {
		select {
		case a := <-done:
			ad.paper.Wipe(shown)
			for len(found) > 0 {
				news(<-found)
			}
			return a.c, a.err
		case keys := <-w.pressed():
			w.press(keys)
		case c := <-found:
			ad.paper.Wipe(shown)
			shown = false
			news(c)
			ad.paper.Stage.Paint()
		case <-tick.C:
			ad.paper.Stage.Resized()
			if ad.paper.Options.Live && w.pressed() == nil {
				ad.paper.Wipe(shown)
				ad.paper.Waiting(ad.paper.Progress(what, time.Since(begun), limit))
				shown = true
			}
		}
	}
}
