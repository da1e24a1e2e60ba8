// Package contest reads what people ask of matches: who sits where, which programs play, and
// openings. It also rates levels against each other and against programs, in Elo points.
package contest

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/outside"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
)

// SeatError says that seats cannot be taken as asked: what is named does not exist, or a seat is
// asked for twice or left free.
type SeatError struct{ message string }

// Error returns the message.
func (e *SeatError) Error() string { return e.message }

func wrong(format string, args ...any) error {
	return &SeatError{fmt.Sprintf(format, args...)}
}

// words splits "easy medium" into two levels. A program's command keeps its blanks.
func words(seats []string) []string {
	var all []string
	for _, text := range seats {
		_, who, _ := strings.Cut(text, "=")
		if fields := strings.Fields(text); len(fields) > 1 && !outside.Is(text) && !outside.Is(who) {
			all = append(all, fields...)
			continue
		}
		all = append(all, text)
	}
	return all
}

// split splits PLAYER=WHO. In mcts:time=2s and in ugi[Level=easy]:engine the equals sign belongs to
// a setting, so no player is named.
func split(word string) (player, who string, named bool) {
	player, who, named = strings.Cut(word, "=")
	if !named || strings.ContainsAny(player, ":[") {
		return "", word, false
	}
	return player, who, true
}

// Players reads who plays, by player. A pair PLAYER=WHO names the player or their number. Names
// alone, one per flag or several between blanks, take the seats in order.
func Players(flags []string) (map[string]string, error) {
	seats := map[string]string{}
	next := 1
	for _, flag := range flags {
		if strings.TrimSpace(flag) == "" {
			return nil, wrong("--seat needs a name, as in --seat Red=human")
		}
		for _, word := range words([]string{flag}) {
			player, who, named := split(strings.TrimSpace(word))
			if !named {
				player = fmt.Sprint(next)
				next++
			}
			if player == "" || who == "" {
				return nil, wrong("--seat %s: expected PLAYER=WHO or WHO, as in --seat Red=human", flag)
			}
			if _, twice := seats[player]; twice {
				return nil, wrong("--seat %s: the player of %s is named twice", flag, player)
			}
			seats[player] = who
		}
	}
	return seats, nil
}

// Levels reads which levels play: PLAYER=LEVEL with the name or the number of a player, or LEVEL
// alone for the next free seat. Partners have one level. Another program is a level that has only
// its name.
func Levels(g *ruleset.Loaded, seats []string) ([]bot.Level, error) {
	rules := g.Game.Rules()
	teams := rules.Teams()
	levels := make([]bot.Level, len(teams))
	bots := g.Ruleset.Info.Bots()
	players := lists.Map(rules.Players, func(p ir.Player) string { return p.Name })
	names := lists.Map(teams, func(t uint16) string { return rules.SideName(t, " + ") })
	known := lists.Map(bots, func(l bot.Level) string { return l.Name })
	taken := func(i int) bool { return levels[i].Name != "" }
	sides := "players"
	if len(teams) < len(players) {
		sides = "teams"
	}
	for _, text := range words(seats) {
		player, level, named := split(text)
		if strings.TrimSpace(level) == "" {
			return nil, wrong("--seat %s: expected PLAYER=LEVEL or LEVEL, as in --seat %s=easy", text,
				players[0])
		}
		at := slices.IndexFunc(levels, func(l bot.Level) bool { return l.Name == "" })
		if named {
			at = slices.IndexFunc(players, func(n string) bool { return strings.EqualFold(n, player) })
			if n, err := strconv.Atoi(player); err == nil && at < 0 && n >= 1 && n <= len(players) {
				at = n - 1
			}
			if at < 0 {
				return nil, wrong("--seat %s: there is no player %q; the players are %s", text,
					player, strings.Join(players, ", "))
			}
			at = slices.Index(teams, rules.Team(at))
			if taken(at) {
				return nil, wrong("--seat %s: %s has a level already", text, names[at])
			}
		}
		if at < 0 {
			return nil, wrong("--seat %s: the game has only %d %s", text, len(names), sides)
		}
		if outside.Is(level) {
			levels[at] = bot.Level{Name: level}
			continue
		}
		l, err := bot.FindLevel(bots, level)
		if near := diag.Nearest(level, known); err != nil && near != "" && !strings.Contains(level, ":") {
			return nil, wrong("--seat %s: there is no bot %q; did you mean %s?", text, level, near)
		}
		if err != nil {
			return nil, wrong("--seat %s: %s", text, err)
		}
		if err := l.Check(g.Game.Rules()); err != nil {
			return nil, fmt.Errorf("--seat %s: %w", text, g.Ruleset.OfLevel(l.Name, err))
		}
		levels[at] = l
	}
	for i, name := range names {
		if !taken(i) {
			return nil, wrong("nobody sits in the seat of %s; add --seat %s=LEVEL with one of "+
				"the levels %s", name, players[bits.TrailingZeros16(teams[i])], strings.Join(known, ", "))
		}
	}
	return levels, nil
}

// Everyone gives a single level without a player to every seat, and splits several levels in one
// word.
func Everyone(g *ruleset.Loaded, seats []string) []string {
	all := words(seats)
	if len(all) != 1 {
		return all
	}
	if _, _, named := split(all[0]); !named {
		for len(all) < len(g.Game.Rules().Teams()) {
			all = append(all, all[0])
		}
	}
	return all
}

// Openings reads a file of openings: moves from the start, one opening per line. Comments follow #.
func Openings(ctx context.Context, g *interp.Game, name string) ([][]interp.Move, error) {
	file, err := ruleset.ReadTest(name)
	if err != nil {
		return nil, err
	}
	var all [][]interp.Move
	line := 0
	for text := range strings.Lines(file.Text) {
		line++
		text, _, _ = strings.Cut(text, "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		steps, p, err := g.PlayTextContext(ctx, g.Start(), text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		case p.Result() != nil:
			return nil, fmt.Errorf("%s:%d: the game is over after this opening: %s", name,
				line, g.ResultText(p.Result()))
		}
		all = append(all, steps)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no opening; write moves, one opening per line", name)
	}
	return all, nil
}

// Program returns a function that starts a program, named as in uci:COMMAND, for a seat. The limit
// says how long it may think; see [outside.ParseLimit].
func Program(g *ruleset.Loaded, text, limit string) (func() (bot.Bot, error), error) {
	spec, err := outside.Parse(text)
	if err != nil {
		return nil, err
	}
	most, err := outside.ParseLimit(limit)
	if err != nil {
		return nil, wrong("--limit: %s", err)
	}
	var dialect wire.Dialect = wire.NewPlain(g.Game, &g.Ruleset.Info)
	if spec.Protocol == "uci" || spec.Protocol == "xboard" {
		if dialect, err = wire.NewUCI(g.Game, &g.Ruleset.Info); err != nil {
			return nil, err
		}
	}
	return func() (bot.Bot, error) { return outside.Launch(spec, g.Game, dialect, most) }, nil
}
