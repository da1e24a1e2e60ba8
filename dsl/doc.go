// Package dsl reads the rules of board games.
//
// A rules file says what a rulebook says, in a language made for it: who plays, on what board, with
// which pieces, what a move is, when the game is over. This package turns such a text into an
// [ir.Game], a game with every name resolved, which package interp plays:
//
//	file := source.NewFile("my.rules", text)
//	rules, list := dsl.Load(file, map[string]string{"size": "8"}, library)
//	if err := list.Err(); err != nil {
//		log.Fatal(err)
//	}
//	game := interp.New(rules)
//
// To play a game, use ruleset.Load instead, which also finds the file.
//
// # A tour of the language
//
// A file is a list of declarations in any order, except that options are read from the top:
//
//	game "Race of pawns"
//	option size = 8 in 5..10
//	players White facing north, Black facing south
//	board square(size, size)
//	piece pawn
//	setup {
//	  White pawn: rank(1) | rank(2)
//	  Black pawn: rank(size - 1) | rank(size)
//	}
//
// Every expression is a set, a number or a condition. One site is a set with one member, and off
// the board is the empty set, so nothing fails while a game is played. `mine` is where the player
// to move has pieces, `theirs` where the other players have them, and `empty` the cells without a
// piece; `&`, `|` and `-` combine sets.
//
// Movement is a path: p.forward is the site in front of p, p.orthogonal all its orthogonal
// neighbors, p.d[empty]+ everything that can be reached from p in direction d over empty sites. A
// step may be a definition: p.hop, p.hop*.
//
//	def ahead(p) = p.forward & empty | p.(forwardleft | forwardright) & (empty | theirs)
//
// A move chooses sites, directions, kinds or numbers, introduced by the words of its notation. It
// tests conditions, each with a reason for the player if it fails. It lists effects:
//
//	move advance {
//	  from p in mine
//	  to   q in ahead(p)
//	  if   row(q) <= size    "not beyond the last row"
//	  do   p -> q
//	}
//
// A turn is a choice of moves. What follows `else` is offered if nothing before it is possible. In
// a move, `then` continues the same turn with further moves:
//
//	turn advance else lose
//
// The sentences of `end` are read in order after each turn, and the first true one decides:
//
//	end {
//	  win if some mine & edge(forward)
//	  win if no theirs
//	}
//
// A file that begins with `game "…" extends "other"` holds only what is different. What many games
// need is in the prelude, see [Prelude]. The whole language is described in docs/language.md.
//
// # What an author is told
//
// Nothing here returns an error for bad rules: every function returns what it understood, and a
// [diag.List] with all mistakes at once, their places in the text, and suggestions for misspelled
// names. [Load] reads one choice of the options, [Check] all choices that matter.
package dsl
