package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/diag"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

// hintLines is how many moves a hint shows.
const hintLines = 5

// adviser makes the bot for a hint or an analysis: the named level, the one in the settings, or the
// strongest of the game.
func (ad *adviser) adviser(name, standard string, lines int) (bot.Level, bot.Bot, error) {
	t := ad.view.table
	if t.Sheet.Over() {
		return bot.Level{}, nil, errors.New("the game is over")
	}
	levels := t.Sheet.Speech.Ruleset.Info.Levels
	level, err := table.FindLevel(t.Sheet.Speech.Ruleset.Info.Bots(),
		cmp.Or(name, ad.paper.Config.Hint, standard, strongest(levels)))
	if err != nil {
		return level, nil, err
	}
	b, err := bot.New(t.Sheet.Speech.Rules(), level, lines)
	return level, b, t.Sheet.Speech.Ruleset.OfLevel(level.Name, err)
}

// strongest is the last of a game's own levels, apart from those of other programs.
func strongest(levels []bot.Level) string {
	for _, l := range slices.Backward(levels) {
		if l.Origin == "" {
			return l.Name
		}
	}
	return "alphabeta"
}

// easiest is the first of a game's own levels that does not play at random.
func easiest(levels []bot.Level) string {
	for _, l := range levels {
		if l.Origin == "" && l.Bot != "random" {
			return l.Name
		}
	}
	return "greedy"
}

func (ad *adviser) cmdHint(ctx context.Context, args string) error {
	t := ad.view.table
	level, b, err := ad.adviser(args, "", hintLines)
	if err != nil {
		return err
	}
	c, err := ad.aside(ctx, level.Name+" looks", time.Duration(level.Time), b, nil)
	if err != nil {
		return err
	}
	lines := c.Lines
	if len(lines) == 0 {
		lines = []bot.Line{{Move: c.Move, PV: []interp.Move{c.Move}}}
	}
	lines = lines[:min(len(lines), hintLines)]
	marks := table.Marks{Legal: t.Sheet.Speech.SitesOf([]interp.Move{lines[0].Move}),
		Ghosts: table.Would(t, t.Sheet.Now(), lines[0].Move)}
	ad.view.showWith(marks, len(lines)+2)
	ad.paper.Say("%s suggests:", level.Name)
	for i, l := range lines {
		text := fmt.Sprintf("  %d. %-12s %s%s", i+1, t.Sheet.Speech.StepText(t.Sheet.Now(), l.Move),
			c.Text(l.Value, l.Proven), ad.following(l.PV))
		ad.paper.Para("        ", strings.TrimRight(text, " "))
	}
	if reasons := speech.Reasons(t.Sheet.Situation(), lines[0].Move); len(reasons) > 0 {
		ad.paper.Para("  ", "  "+strings.Join(reasons, " "))
	}
	foot := effort(c)
	if unit := t.Unit(level, c.Measure); unit != "" {
		foot += "; in " + unit
	}
	ad.paper.Para("", "("+foot+")")
	return nil
}

// aside lets a bot choose that does not play. Its random draws do not change those of the bots that
// do.
func (ad *adviser) aside(ctx context.Context, what string, limit time.Duration, b bot.Bot,
	news func(bot.Choice)) (bot.Choice, error) {
	t := ad.view.table
	own := t.Rng
	t.Rng = rand.New(rand.NewPCG(ad.paper.Options.Seed, uint64(t.Sheet.Course.At())))
	defer func() { t.Rng = own }()
	return ad.think(ctx, nil, what, limit, b, news)
}

// following writes what a bot expects after its move.
func (ad *adviser) following(pv []interp.Move) string {
	if len(pv) < 2 {
		return ""
	}
	return "   then " + ad.view.table.Sheet.LineText(pv, 1)
}

// effort says how much a bot searched.
func effort(c bot.Choice) string {
	noun := "position"
	if c.Measure == bot.PerMille {
		noun = "playout"
	}
	return fmt.Sprintf("%s, %s deep", diag.Amount(int(c.Nodes), noun), diag.Amount(c.Depth, "step"))
}

func (ad *adviser) cmdAnalyse(ctx context.Context, args string) error {
	t := ad.view.table
	name, limit := "", time.Duration(0)
	for word := range strings.FieldsSeq(args) {
		if d, err := parseTime(word); err == nil {
			limit = d
		} else {
			name = word
		}
	}
	if limit == 0 && !ad.paper.Options.Live {
		limit = time.Second // nobody is there to stop it
	}
	standard := "mcts"
	if len(t.Sheet.Speech.Rules().Teams()) == 2 {
		standard = "alphabeta"
	}
	level, _, err := ad.adviser(name, standard, 1)
	if err != nil {
		return err
	}
	level = level.For(t.Sheet.Speech.Rules())
	level.Slip, level.When, level.By = 0, nil, nil
	level.Depth, level.Nodes, level.Playouts, level.Time = 0, 0, 0, bot.Duration(24*time.Hour)
	if limit > 0 {
		level.Time = bot.Duration(limit)
	}
	b, err := bot.New(t.Sheet.Speech.Rules(), level, 1)
	if err != nil {
		return t.Sheet.Speech.Ruleset.OfLevel(level.Name, err)
	}
	if ad.paper.Options.Live && limit == 0 {
		ad.paper.Say("%s looks deeper and deeper; Ctrl-C stops it.", level.Name)
	}
	last, deep := "", -1
	line := func(c bot.Choice) {
		if len(c.Lines) == 0 {
			return
		}
		deep = c.Depth
		text := fmt.Sprintf("%2d  %s  %s", c.Depth, c.Text(c.Value, c.Proven),
			t.Sheet.LineText(c.Lines[0].PV, 0))
		if text != last {
			ad.paper.Para("          ", text)
		}
		last = text
	}
	c, err := ad.aside(ctx, level.Name+" looks", limit, b, line)
	if err != nil {
		return err
	}
	if c.Depth != deep { // otherwise the last line says it
		line(c)
	}
	ad.paper.Para("", fmt.Sprintf("Best: %s (%s)", t.Sheet.Speech.StepText(t.Sheet.Now(), c.Move),
		effort(c)))
	return nil
}

func parseTime(word string) (time.Duration, error) {
	d, err := time.ParseDuration(word)
	if err == nil && d <= 0 {
		err = fmt.Errorf("%s is not a time", word)
	}
	return d, err
}

func (ad *adviser) cmdBots(context.Context, string) error {
	t := ad.view.table
	for i, l := range t.Sheet.Speech.Ruleset.Info.Bots() {
		if i > 0 && i == len(t.Sheet.Speech.Ruleset.Info.Levels) {
			ad.paper.Say("and for every game:")
		}
		ad.paper.Para("                 ",
			fmt.Sprintf("  %-14s %s", l.Name, levelText(l.For(t.Sheet.Speech.Rules()))))
	}
	ad.paper.Para("",
		"`seat PLAYER=NAME` gives a seat to one; settings may follow, as in `mcts:time=5s`.")
	return nil
}

// levelText says in a few words what a level does. Pass the level as it plays by these
// rules, from [bot.Level.For].
func levelText(l bot.Level) string {
	if l.Title != "" {
		return l.Title
	}
	parts := []string{l.Bot}
	if l.Bot == "random" {
		parts = []string{"any legal move"}
	}
	if l.Value != "" {
		parts = append(parts, "by "+l.Value)
	}
	if l.Depth > 0 {
		parts = append(parts, diag.Amount(l.Depth, "step")+" ahead")
	}
	if l.Playouts > 0 {
		parts = append(parts, diag.Amount(int(l.Playouts), "playout"))
	}
	if l.Nodes > 0 {
		parts = append(parts, diag.Amount(int(l.Nodes), "position"))
	}
	if l.Time > 0 {
		parts = append(parts, time.Duration(l.Time).String()+" a move")
	}
	if l.Slip > 0 {
		parts = append(parts, fmt.Sprintf("overlooks %d%% of the moves", l.Slip))
	}
	return strings.Join(parts, ", ")
}

func (k *host) cmdScore(context.Context, string) error {
	t := k.view.table
	p := t.Sheet.Now()
	for i := range t.Sheet.Speech.Rules().Players {
		has := cmp.Or(t.Sheet.Holdings(p, i), t.Sheet.Speech.Look().OnCells(p, i),
			"nothing that the rules count")
		k.paper.Para("    ", fmt.Sprintf("%s: %s", t.Who(i), has))
		var values []string
		for _, v := range t.Sheet.Speech.Rules().Values {
			values = append(values, fmt.Sprintf("%s %+d", v.Name, t.Sheet.Speech.Game.Value(p, v, i)))
		}
		if len(values) > 0 {
			k.paper.Para("      ", "    "+strings.Join(values, ", "))
		}
	}
	if r := p.Result(); r != nil {
		k.paper.Say("%s", speech.Capital(t.Sheet.Speech.Game.ResultText(r)))
	}
	k.sayTally(1)
	return nil
}
