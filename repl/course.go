package repl

import (
	"boardgame/interp"
	"boardgame/repl/speech"
)

// scoresheet is what was played and how that is written, whoever plays it.
type scoresheet struct {
	speech.Reader
	course
	texts  map[[2]int]string // turns as they are recorded, by their moments
	spoken map[[2]int]string // and as they are shown, in the chosen coordinates
}

// course is the history of a game, and the moment of it that is shown.
type course struct {
	positions []*interp.Position // the start, then after each step
	steps     []interp.Move
	// how many of the steps lead to the current position; the others can be redone
	at       int
	timedOut string // the player whose time was up; "": nobody's was
	// the last position before the players themselves ended the game, by resigning, by agreement or
	// by running out of time; nil: they have not
	unended *interp.Position
}

func (c *course) now() *interp.Position { return c.positions[c.at] }
func (c *course) over() bool            { return c.now().Result() != nil }
func (c *course) mover() int            { return c.now().ToMove() }

// endedByPlayers reports whether the current position is the end of the game, and the players
// themselves ended it.
func (c *course) endedByPlayers() bool { return c.unended != nil && c.at == len(c.steps) }

// boundary reports whether a turn ends, or the game begins, at a moment.
func (c *course) boundary(at int) bool {
	return at == 0 || interp.TurnOver(c.positions[at-1], c.positions[at])
}

// turnStart returns the moment at which the turn began that led to a moment.
func (c *course) turnStart(at int) int {
	for at--; at > 0 && !c.boundary(at); at-- {
	}
	return max(at, 0)
}

// turn is the steps of one turn that has been played.
type turn struct {
	from, to int // moments
	player   int
}

// turns lists the turns played up to the end, also those that have been taken back. The last one
// may be unfinished.
func (c *course) turns() []turn {
	var all []turn
	for at := 0; at < len(c.steps); {
		to := at + 1
		for to < len(c.steps) && !c.boundary(to) {
			to++
		}
		all = append(all, turn{at, to, c.positions[at].ToMove()})
		at = to
	}
	return all
}
