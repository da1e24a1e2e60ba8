package course

import (
	"errors"
	"fmt"

	"boardgame/interp"
	"boardgame/interp/record"
)

// End is how the players themselves ended a game.
type End uint8

// The ends that no rule of the game brings about.
const (
	NotEnded End = iota
	Resigned
	Agreed // on a draw
	TimedOut
)

// ending is a decision of the players, and the position that they ended.
type ending struct {
	how    End
	player int // who resigned, or ran out of time
	before *interp.Position
}

// Over reports whether the game has ended by the moment that is shown.
func (c *Course) Over() bool { return c.Now().Result() != nil }

// Ended returns how the players ended the game in the position that is shown, and who resigned or
// ran out of time; NotEnded if they did not.
func (c *Course) Ended() (how End, player int) {
	e := c.line[c.at].ending
	return e.how, e.player
}

// Resign ends the game: a player gives up. With three or more players, resigning is a step of the
// side to move, and the others play on. [Course.Undo] takes back each of these ends.
func (c *Course) Resign(player int) error {
	if players := c.game.Rules().Players; len(players) > 2 && !c.Over() {
		if mover := c.Now().ToMove(); player != mover {
			return fmt.Errorf("with three or more players, you resign on your turn; it is %s's turn",
				players[mover].Name)
		}
		return c.Play(interp.Leave)
	}
	result, err := record.Resignation(c.game, player)
	return endWith(c, Resigned, player, result, err)
}

// Agree ends the game: its two players agree on a draw.
func (c *Course) Agree() error {
	result, err := record.Agreement(c.game)
	return endWith(c, Agreed, 0, result, err)
}

// TimeOut ends the game: a player has run out of time.
func (c *Course) TimeOut(player int) error {
	result, err := record.Timeout(c.game, c.Now(), player)
	return endWith(c, TimedOut, player, result, err)
}

// endWith ends the game in the position that is shown. What was taken back is not part of this
// line.
func endWith(c *Course, how End, player int, result *interp.Result, err error) error {
	if c.Over() {
		return errors.New("the game is over")
	}
	if err != nil {
		return err
	}
	here := c.line[c.at]
	here.ending = ending{how, player, here.position}
	here.position = here.position.Ended(result)
	c.line = c.line[:c.at+1]
	return nil
}

// Reopen takes back that the players ended the game here, and reports whether they had.
func (c *Course) Reopen() bool {
	here := c.line[c.at]
	if here.ending.how == NotEnded {
		return false
	}
	here.position, here.ending = here.ending.before, ending{}
	extend(c, c.at+1)
	if c.clocks != nil { // the thinking time of the turn is taken back too
		c.clocks.Set(here.times)
	}
	return true
}

// Undo goes back: over the end if the players ended the game, inside a turn by a step, between
// turns by a turn and on to where a person was to move, if person says of any player that it is
// one. What chance decided is no choice: Undo goes back to before the choice that led there.
func (c *Course) Undo(person func(player int) bool) error {
	if c.Reopen() {
		return nil
	}
	to := c.at
	for c.Rolled(to) {
		to--
	}
	switch {
	case to == 0:
		return errors.New("there is nothing to take back")
	case !c.Boundary(to):
		c.Goto(to - 1)
		return nil
	}
	to = c.TurnStart(to)
	for people := anyHuman(c, person); people && to > 0 && !person(c.Position(to).ToMove()); {
		to = c.TurnStart(to)
	}
	for to < c.at && c.Rolled(to+1) {
		to++ // a roll stays
	}
	c.Goto(to)
	return nil
}

// Redo goes forward again, as far as [Course.Undo] went back.
func (c *Course) Redo(person func(player int) bool) error {
	if c.at == c.Len() {
		return errors.New("there is nothing to replay")
	}
	to := c.TurnEnd(c.at)
	for people := anyHuman(c, person); people && to < c.Len() && !person(c.Position(to).ToMove()); {
		to = c.TurnEnd(to)
	}
	c.Goto(to)
	return nil
}

// anyHuman reports whether a person plays.
func anyHuman(c *Course, person func(player int) bool) bool {
	for i := range c.game.Rules().Players {
		if person != nil && person(i) {
			return true
		}
	}
	return false
}
