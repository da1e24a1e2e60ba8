package course

import (
	"context"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/record"
)

// Record returns the line up to the moment that is shown, as it is saved under the name of a
// ruleset. Callers add seats and tags.
func (c *Course) Record(ruleset string) *record.Game {
	r := &record.Game{Ruleset: ruleset, Hash: c.game.Rules().Hash, Comment: c.Note(0)}
	for _, o := range c.game.Rules().Options {
		if o.Value != o.Default {
			r.Options = append(r.Options, record.Pair{Name: o.Name, Value: o.Value})
		}
	}
	if !c.FromStart() {
		r.Start = c.game.PositionText(c.Start())
	}
	for _, t := range played(c) {
		r.Turns = append(r.Turns, record.Turn{Text: turnText(c, t), Comment: c.Note(t.To)})
	}
	switch how, player := c.Ended(); how {
	case Resigned:
		r.Resigned = c.game.Rules().Players[player].Name
	case Agreed:
		r.Agreed = "draw"
	case TimedOut:
		r.Timeout = c.game.Rules().Players[player].Name
	}
	if result := c.Now().Result(); result != nil {
		r.Result = c.game.ResultText(result)
		r.Won = strings.Join(interp.WonNames(c.game, c.Now()), " ")
	}
	recordClocks(c, r)
	return r
}

// RecordOf returns the record of steps played from a position of a game; see [Course.Record]. The
// error says which step is not legal.
func RecordOf(g *interp.Game, ruleset string, start *interp.Position,
	steps []interp.Move) (*record.Game, error) {
	c := New(g, start)
	if err := c.Follow(steps); err != nil {
		return nil, err
	}
	return c.Record(ruleset), nil
}

// played lists the turns up to the moment that is shown; the last one may be unfinished.
func played(c *Course) []Turn {
	turns := c.Turns()
	for i := range turns {
		if turns[i].From >= c.at {
			return turns[:i]
		}
		turns[i].To = min(turns[i].To, c.at)
	}
	return turns
}

// FromStart reports whether the game began as the rules say.
func (c *Course) FromStart() bool {
	p, start := c.Start(), c.game.Start()
	return p == start || c.game.PositionText(p) == c.game.PositionText(start)
}

// turnText writes a turn for a record. It keeps the text, because a long game is saved after each
// of its moves.
func turnText(c *Course, t Turn) string {
	last := c.line[t.To]
	if last.text == "" {
		last.text = record.TurnText(c.game, c.Position(t.From), c.Steps(t.From, t.To))
	}
	return last.text
}

// Open replays a record; its clocks, if it has any, take the time of day from now; nil leaves them
// out. If the record does not fit the rules, the error is that of [record.Game.ReplayContext], and
// the game, if there is one, is as far as it could be replayed.
func Open(ctx context.Context, g *interp.Game, r *record.Game, now func() time.Time) (*Course,
	error) {
	played, err := r.ReplayContext(ctx, g)
	if played == nil {
		return nil, err
	}
	c := New(g, played.Start)
	for i, m := range played.Steps {
		c.Add(m, played.Positions[i])
	}
	if err != nil {
		return c, err
	}
	c.SetNote(0, r.Comment)
	for i, t := range c.Turns() {
		if i < len(r.Turns) {
			c.SetNote(t.To, r.Turns[i].Comment)
		}
	}
	if err := restoreClocks(c, r, now); err != nil {
		return c, err
	}
	switch {
	case r.Resigned != "":
		err = c.Resign(player(g, r.Resigned))
	case r.Agreed != "":
		err = c.Agree()
	case r.Timeout != "":
		err = c.TimeOut(player(g, r.Timeout))
	}
	return c, err
}

// player finds a player of a record that fits the rules.
func player(g *interp.Game, name string) int {
	return slices.IndexFunc(g.Rules().Players, func(p ir.Player) bool { return p.Name == name })
}
