package table

import (
	"boardgame/interp/bot"
	"boardgame/interp/course"
)

// Tell tells the bot, if it wants to know, how the game reached its position.
func (t *Table) Tell(b bot.Bot) {
	f, ok := b.(bot.Follower)
	if !ok {
		return
	}
	f.Follow(course.HistoryOf(0, t.Sheet.Course))
}
