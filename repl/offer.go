package repl

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp/bot"
	"boardgame/interp/record"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

// offered is the mode in which a person answers a draw offer.
type offered struct{ to int }

func (o *offered) prompt(s *Session) string {
	return s.table.PlayerName(o.to) + ", a draw? "
}

var offerAnswers = []string{"accept", "decline"}

func (o *offered) complete(_ *Session, line string) []string {
	var words []string
	for _, w := range offerAnswers {
		if strings.HasPrefix(w, strings.ToLower(line)) {
			words = append(words, w)
		}
	}
	return words
}

func (o *offered) exec(s *Session, line string) (bool, error) {
	if i, ok := wording.UniquePrefix(line, append(offerAnswers, "yes", "no")); ok {
		s.leave()
		return true, s.answered(o.to, i%2 == 0)
	}
	if c, _ := findCommand(speech.FirstWord(line)); c != nil && !c.table {
		return false, nil
	}
	return true, fmt.Errorf("%s is offered a draw; answer `accept` or `decline`",
		s.table.PlayerName(o.to))
}

// answered ends the game by agreement, or lets it continue.
func (k *keeper) answered(player int, yes bool) error {
	t := k.table
	if !yes {
		k.Say("%s declines; %s is still to move.", t.who(player), t.PlayerName(t.mover()))
		return nil
	}
	k.Say("%s accepts.", t.who(player))
	if err := t.decide(t.course.Agree()); err != nil {
		return err
	}
	return k.keep()
}

// cmdOffer offers a draw to the player who is not to move. It asks a person; a bot judges for
// itself.
func (s *modal) cmdOffer(ctx context.Context, args string) error {
	t := s.table
	if args != "" && !strings.EqualFold(args, "draw") {
		return fmt.Errorf("write `offer` alone; it offers a draw")
	}
	if err := s.mayMove(); err != nil {
		return err
	}
	if _, err := record.Agreement(t.Game); err != nil {
		return err
	}
	to := 1 - t.mover()
	if t.seats[to].human() {
		s.enter(&offered{to})
		s.Say("%s offers a draw.", t.PlayerName(t.mover()))
		return nil
	}
	why, err := s.declines(ctx, to)
	if err != nil {
		return err
	}
	if why != "" {
		s.Say("%s declines: %s.", t.who(to), why)
		return nil
	}
	return s.answered(to, true)
}

// earliestDraw is how many turns a bot plays before it considers a draw.
const earliestDraw = 10

// declines says why a bot declines a draw; "" if it accepts.
func (ad *advice) declines(ctx context.Context, player int) (string, error) {
	t := ad.table
	switch {
	case !t.drawable():
		return "this game is always won", nil
	case len(t.course.Turns()) < earliestDraw && t.fromStart():
		return fmt.Sprintf("it is too early; ask again after turn %d", earliestDraw), nil
	}
	c, err := ad.judges(ctx, player)
	switch {
	case err != nil:
		return "", err
	case c.Measure == bot.NoMeasure || c.Nodes == 0:
		return "it does not judge positions", nil
	}
	even := t.even(player)
	if c.Measure == bot.PerMille {
		even = 500
	}
	// The value is from the side to move, which makes the offer.
	if c.Value < even {
		return "it thinks that it is ahead", nil
	}
	return "", nil
}

// fromStart reports whether the game began at the start position of its rules, not at a position
// that was set up.
func (t *scoresheet) fromStart() bool {
	return t.course.FromStart()
}

// drawable reports whether the rules have draws.
func (t *scoresheet) drawable() bool {
	never := func(e *ir.Expr) bool { return e != nil && e.Op == ir.ConstTruth && e.N == 0 }
	for _, e := range t.Rules().End {
		if never(e.If) { // with these options
			continue
		}
		if e.Outcome == ir.Draw || e.Outcome == ir.Highest || e.Outcome == ir.Lowest {
			return true
		}
	}
	if t.Rules().Turn == nil {
		return true
	}
	for _, g := range t.Rules().Turn.Groups {
		for _, item := range g.Items {
			if item.Op == ir.DrawItem && !never(item.When) {
				return true
			}
		}
	}
	return false
}

// judges asks a bot to evaluate the position with the other player to move.
func (ad *advice) judges(ctx context.Context, player int) (bot.Choice, error) {
	t := ad.table
	own := t.rng // random draws here must not change its moves
	t.rng = rand.New(rand.NewPCG(ad.Options.Seed, uint64(t.course.At())))
	c, err := ad.think(ctx, nil, t.who(player)+" considers", t.seats[player].limit,
		t.seats[player].bot, nil)
	t.rng = own
	if ctx.Err() != nil {
		return c, errors.New("stopped; the offer is withdrawn")
	}
	return c, err
}

// even is the bot's static evaluation of a position in which neither of two players is better. It
// is 0 for a value that compares both sides. For a value of one side, it is the average of both
// players' values.
func (t *table) even(player int) int64 {
	level, err := findLevel(t.Ruleset.Info.Levels, t.seats[player].level)
	name := level.Value
	if values := t.Rules().Values; name == "" && len(values) > 0 {
		name = values[0].Name
	}
	for _, v := range t.Rules().Values {
		if err == nil && v.Name == name && !level.Against {
			return (t.Game.Value(t.now(), v, 0) + t.Game.Value(t.now(), v, 1)) / 2
		}
	}
	return 0
}
