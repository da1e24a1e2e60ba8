// Package course is a game under way: its positions, the steps between them, and the moment that is
// shown. Terminal, protocol, page, match runners and matches all keep their games here, so undo,
// redo and what becomes of a step taken back are the same everywhere.
//
//	New → Play, Goto, Undo, Redo, Follow → Now, Turns, Record
//
// Moments are numbered by the steps before them: moment 0 is the start, and [Course.At] is the one
// that is shown. Steps after it have been taken back and can be played again. Nothing that was
// played is lost: a different step begins a new line, and the old one stays beside it, as a
// variation does in a study ([Course.Lines]). Playing a step that was played there before returns
// to its line, with all that followed.
//
// A Course is for one goroutine at a time.
package course

import (
	"fmt"
	"slices"
	"time"

	"boardgame/dsl/lists"
	"boardgame/interp"
)

// A Course is the history of a game.
type Course struct {
	game *interp.Game
	line []*moment // from the start to the end of the line that is followed
	at   int

	clocks *Clocks         // nil: nobody's time is limited
	spent  []time.Duration // by player; nil: nobody has told
}

// moment is a position that the game has gone through.
type moment struct {
	step     interp.Move // that led here; not set at the start
	position *interp.Position
	text     string    // of the turn that ends here, as it is recorded; "": not written yet
	ending   ending    // by which the players ended the game here
	next     []*moment // by the steps that were played here, in that order
	last     *moment   // of next: the one played or chosen last; nil: none
	note     string
	times    []time.Duration // what the clocks showed, by player; nil: there were none
}

// New returns a game that begins at a position.
func New(g *interp.Game, start *interp.Position) *Course {
	return &Course{game: g, line: []*moment{{position: start}}}
}

// Game returns the rules.
func (c *Course) Game() *interp.Game { return c.game }

// Now returns the position that is shown.
func (c *Course) Now() *interp.Position { return c.line[c.at].position }

// Start returns the position at which the game began, even if the players ended it there.
func (c *Course) Start() *interp.Position {
	if e := c.line[0].ending; e.how != NotEnded {
		return e.before
	}
	return c.line[0].position
}

// At returns the moment that is shown.
func (c *Course) At() int { return c.at }

// Len returns the number of steps of this line, including those that have been taken back.
func (c *Course) Len() int { return len(c.line) - 1 }

// Position returns the position of a moment, from 0 to [Course.Len].
func (c *Course) Position(at int) *interp.Position { return c.line[at].position }

// Step returns the step that leads from a moment, below [Course.Len], to the next one.
func (c *Course) Step(from int) interp.Move { return c.line[from+1].step }

// Steps returns the steps that lead from one moment to another.
func (c *Course) Steps(from, to int) []interp.Move {
	steps := make([]interp.Move, 0, to-from)
	for _, m := range c.line[from+1 : to+1] {
		steps = append(steps, m.step)
	}
	return steps
}

// Play plays a step from the position that is shown. The error says that it is not legal there.
func (c *Course) Play(m interp.Move) error {
	if again(c, m) {
		return nil
	}
	q, err := c.game.Play(c.Now(), m)
	if err == nil {
		begin(c, m, q)
	}
	return err
}

// Add adds a step whose outcome the caller knows; [Course.Play] finds it.
func (c *Course) Add(m interp.Move, q *interp.Position) {
	if !again(c, m) {
		begin(c, m, q)
	}
}

// again plays a step that was played here before, and reports whether it was.
func again(c *Course, m interp.Move) bool {
	here := c.line[c.at]
	i := slices.IndexFunc(here.next, func(n *moment) bool { return n.step == m })
	if i < 0 || here.ending.how != NotEnded {
		return false
	}
	c.at++
	if c.at == len(c.line) || c.line[c.at] != here.next[i] {
		here.last = here.next[i]
		extend(c, c.at)
	}
	showClocks(c)
	return true
}

// begin plays a step that is new here.
func begin(c *Course, m interp.Move, q *interp.Position) {
	here := c.line[c.at]
	here.last = &moment{step: m, position: q}
	here.next = append(here.next, here.last)
	c.at++
	c.line = append(c.line[:c.at], here.last)
	complete(c)
}

// extend lets the line after its first moments go on as it was played last.
func extend(c *Course, keep int) {
	c.line = c.line[:keep]
	for n := c.line[keep-1].last; n != nil; n = n.last {
		c.line = append(c.line, n)
	}
}

// Goto shows a moment, from 0 to [Course.Len].
func (c *Course) Goto(at int) {
	c.at = at
	showClocks(c)
}

// Note returns what was written about a moment; "" for nothing.
func (c *Course) Note(at int) string { return c.line[at].note }

// SetNote writes something about a moment.
func (c *Course) SetNote(at int, text string) { c.line[at].note = text }

// Follow makes this the game in which these steps were played from the start, and shows its end.
// What it has in common with the line before is kept. If a step is not legal, the error says which
// one, and the moment that is shown is the one before it.
func (c *Course) Follow(steps []interp.Move) error {
	c.Goto(0)
	for i, m := range steps {
		if err := c.Play(m); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	c.line = c.line[:c.at+1]
	return nil
}

// Lines returns the first steps of the lines that go on from a moment, in the order in which they
// were first played. One of them is the line that is followed, unless it ends there.
func (c *Course) Lines(at int) []interp.Move {
	return lists.Map(c.line[at].next, func(n *moment) interp.Move { return n.step })
}

// Drop forgets what was taken back: all that was ever played from the moment that is shown.
func (c *Course) Drop() {
	here := c.line[c.at]
	here.next, here.last = nil, nil
	c.line = c.line[:c.at+1]
}

// Boundary reports whether a turn ends, or the game begins, at a moment.
func (c *Course) Boundary(at int) bool {
	return at == 0 || interp.TurnOver(c.Position(at-1), c.Position(at))
}

// TurnStart returns the moment at which the turn began that led to a moment.
func (c *Course) TurnStart(at int) int {
	for at--; at > 0 && !c.Boundary(at); at-- {
	}
	return max(at, 0)
}

// TurnEnd returns the moment at which the turn ends that goes on after a moment, as far as it was
// played.
func (c *Course) TurnEnd(at int) int {
	for at++; at < c.Len() && !c.Boundary(at); at++ {
	}
	return min(at, c.Len())
}

// A Turn is the steps of one turn that has been played.
type Turn struct {
	From, To int // moments
	Player   int
}

// Turns lists the turns of the line to its end, including those that have been taken back. The last
// one may be unfinished.
func (c *Course) Turns() []Turn {
	var all []Turn
	for at := 0; at < c.Len(); {
		t := turnAt(c, at)
		all = append(all, t)
		at = t.To
	}
	return all
}

// turnAt returns the turn that begins at a moment.
func turnAt(c *Course, from int) Turn {
	return Turn{from, c.TurnEnd(from), c.Position(from).ToMove()}
}

// Announced returns what the rules announce about the turn that led to a moment, such as "Check";
// nothing within a turn.
func (c *Course) Announced(at int) []string {
	if at == 0 || len(c.game.Rules().Says) == 0 || !c.Boundary(at) {
		return nil
	}
	return c.game.Says(c.Position(c.TurnStart(at)), c.Position(at))
}

// Rolled reports whether chance, and no player, decided the step that led to a moment.
func (c *Course) Rolled(at int) bool {
	return at > 0 && c.game.Weights(c.Position(at-1)) != nil
}
