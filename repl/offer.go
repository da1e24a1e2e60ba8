package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp/bot"
	"boardgame/interp/record"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

func (o *offered) prompt(s *Session) string {
	return s.view.table.Sheet.Speech.PlayerName(o.to) + ", a draw? "
}

var offerAnswers = []string{"accept", "decline"}

func (o *offered) complete(_ *Session, line string) []string {
	return lists.Filter(offerAnswers,
		func(w string) bool { return strings.HasPrefix(w, strings.ToLower(line)) })
}

func (o *offered) exec(s *Session, line string) (bool, error) {
	if i, ok := wording.UniquePrefix(line, append(offerAnswers, "yes", "no")); ok {
		s.modes.leave()
		return true, s.host.answered(o.to, i%2 == 0)
	}
	if c, _ := findCommand(speech.FirstWord(line)); c != nil && !c.table {
		return false, nil
	}
	return true, fmt.Errorf("%s offered a draw; answer `accept` or `decline`",
		s.view.table.Sheet.Speech.Does(o.to, "is"))
}

// answered ends the game by agreement, or lets it continue.
func (k *host) answered(player int, yes bool) error {
	t := k.view.table
	if !yes {
		k.paper.Say("%s; %s still to move.", t.Does(player, "declines"),
			t.Sheet.Speech.Does(t.Sheet.Mover(), "is"))
		return nil
	}
	k.paper.Say("%s.", t.Does(player, "accepts"))
	if err := t.Agree(); err != nil {
		return err
	}
	return k.keep()
}

// cmdOffer offers a draw to the player who is not to move. It asks a person; a bot judges for
// itself.
func (s *modes) cmdOffer(ctx context.Context, args string) error {
	t := s.view.table
	if args != "" && !strings.EqualFold(args, "draw") {
		return fmt.Errorf("write `offer` alone; it offers a draw")
	}
	if err := s.view.mayMove(); err != nil {
		return err
	}
	if _, err := record.Agreement(t.Sheet.Speech.Game); err != nil {
		return err
	}
	to := 1 - t.Sheet.Mover()
	if t.Seats[to].IsHuman() {
		s.enter(&offered{to})
		s.paper.Say("%s a draw.", t.Sheet.Speech.Does(t.Sheet.Mover(), "offers"))
		return nil
	}
	why, err := s.adviser.declines(ctx, to)
	if err != nil {
		return err
	}
	if why != "" {
		s.paper.Say("%s: %s.", t.Does(to, "declines"), why)
		return nil
	}
	return s.host.answered(to, true)
}

// earliestDraw is how many turns a bot plays before it considers a draw.
const earliestDraw = 10

// declines says why a bot declines a draw; "" if it accepts.
func (ad *adviser) declines(ctx context.Context, player int) (string, error) {
	t := ad.view.table
	switch {
	case !t.Sheet.Drawable():
		return "this game is always won", nil
	case len(t.Sheet.Course.Turns()) < earliestDraw && t.Sheet.FromStart():
		return fmt.Sprintf("it is too early; ask again after turn %d", earliestDraw), nil
	}
	c, err := ad.judges(ctx, player)
	switch {
	case err != nil:
		return "", err
	case c.Measure == bot.NoMeasure || c.Nodes == 0:
		return "it does not judge positions", nil
	}
	even := t.Even(player)
	if c.Measure == bot.PerMille {
		even = 500
	}
	// The value is from the side to move, which makes the offer.
	if c.Value < even {
		return "it thinks that it is ahead", nil
	}
	return "", nil
}

// judges asks a bot to evaluate the position with the other player to move.
func (ad *adviser) judges(ctx context.Context, player int) (bot.Choice, error) {
	t := ad.view.table
	c, err := ad.aside(ctx, t.Does(player, "considers"), t.Seats[player].Limit, t.Seats[player].Bot,
		nil)
	if ctx.Err() != nil {
		return c, errors.New("stopped; the offer is withdrawn")
	}
	return c, err
}
