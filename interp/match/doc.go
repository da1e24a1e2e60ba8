// Package match plays matches between bots and says what they show.
//
// A [Match] is data: a game with its options, the levels that play, how many games, a seed. From
// these alone follows, for every number of a game, who sits where and which random numbers are
// drawn, so games may be played in any order, by any number of workers, on any number of machines,
// and are the same games. (Levels that are limited by time are the exception: what they play
// depends on the machine, see bot.Level.Timed.)
//
//	Match.Run → Game, Game, Game … → Sum → Summary
//	               ↓       ↑
//	             File    Merge
//
// A [Game] is one played game with everything needed to play it again; a [File] holds one in each
// line, as JSON. A match that was stopped is continued from its file, and the files of parts of a
// match (see [Shard]) are put together by [Merge].
//
// Statistics stand by themselves: [Wilson], [Elo], [Mean], [Ratio], [Share], [Quantile].
package match
