// Package match plays matches between bots and says what they show.
//
// A [Match] is data: a game with its options, the levels that play, how many games, a seed. These
// alone decide, for every game number, who sits where and which random numbers are drawn. So games
// may be played in any order, by any number of workers, on any number of machines, and stay the
// same. (Levels that are limited by time are the exception: what they play depends on the machine,
// see bot.Level.Timed.)
//
//	Match.Run → Game, Game, Game … → Sum → Summary
//	               ↓       ↑
//	             File    Merge
//
// A [Game] is one played game with everything needed to play it again; a [File] holds one game per
// line, as JSON. A match that was stopped is continued from its file, and [Merge] joins the files
// of parts of a match (see [Shard]).
//
// Statistics can be used on their own: [Wilson], [Elo], [Mean], [Ratio], [Share], [Quantile].
package match
