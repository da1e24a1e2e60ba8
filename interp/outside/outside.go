// Package outside seats external programs at a table: engines that speak UGI, UCI, GTP or the
// protocol of xboard.
//
//	"ugi:./engine args" → Parse → Spec → Launch → Player, a bot.Bot
//
// A player never makes a game fail. An engine that crashes, does not answer, plays an illegal move
// or talks nonsense loses the game, with the reason, as a [bot.ForfeitError]. It is restarted for
// the next game. No engine outlives [Player.Close], nor does any process that an engine has
// started.
package outside

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardgame/interp/clock"
)

// Spec says which program plays and which protocol it speaks.
type Spec struct {
	Protocol string   // one of [Protocols]; empty: ugi
	Command  []string // the program and its arguments
	Options  []Option
	Text     string // as it was written
}

// Protocols are the words before the colon: the protocol of this program, that of chess engines,
// that of Go programs, and the older one of chess programs.
var Protocols = []string{"ugi", "uci", "gtp", "xboard"}

// Option is an option of an engine to set before it plays. With GTP and xboard it is a command
// before each game, with its argument.
type Option struct{ Name, Value string }

// Is reports whether a text means a program rather than a level of the game.
func Is(text string) bool {
	return slices.ContainsFunc(Protocols, func(protocol string) bool {
		return strings.HasPrefix(text, protocol+":") || strings.HasPrefix(text, protocol+"[")
	})
}

// Parse reads PROTOCOL:COMMAND, such as uci:stockfish. The command is split at blanks outside
// quotes; no shell is involved. Options of the engine may stand in brackets, as in
// uci[Skill Level=3;Hash=16]:stockfish.
func Parse(text string) (Spec, error) {
	s := Spec{Text: text}
	s.Protocol, _, _ = strings.Cut(text, ":")
	s.Protocol, _, _ = strings.Cut(s.Protocol, "[")
	rest := text[len(s.Protocol):]
	if inner, ok := strings.CutPrefix(rest, "["); ok {
		list, behind, ok := strings.Cut(inner, "]")
		if !ok {
			return s, fmt.Errorf("%s: the bracket is not closed", text)
		}
		for _, o := range strings.Split(list, ";") {
			name, value, ok := strings.Cut(o, "=")
			if !ok || strings.TrimSpace(name) == "" {
				return s, fmt.Errorf("%s: expected NAME=VALUE in the brackets, not %q", text, o)
			}
			s.Options = append(s.Options, Option{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
		rest = behind
	}
	command, ok := strings.CutPrefix(rest, ":")
	if !ok || !slices.Contains(Protocols, s.Protocol) {
		return s, fmt.Errorf("%s: expected PROTOCOL:COMMAND, such as uci:stockfish; the protocols "+
			"are %s", text, strings.Join(Protocols, ", "))
	}
	var err error
	if s.Command, err = words(command); err != nil {
		return s, fmt.Errorf("%s: %w", text, err)
	}
	if len(s.Command) == 0 {
		return s, fmt.Errorf("%s names no program", text)
	}
	return s, nil
}

// words splits a command at blanks outside quotes.
func words(text string) ([]string, error) {
	var all []string
	var word strings.Builder
	begun := false
	var quote rune
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == ' ' || r == '\t':
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if begun {
		all = append(all, word.String())
	}
	return all, nil
}

// Limit says how long an engine may think. The zero Limit is a second for each turn.
type Limit struct {
	Own bool // the engine decides for itself: it gets `go` and nothing else

	MoveTime         time.Duration // for each turn
	Clock, Increment time.Duration // for the whole game, and more for each turn
	Depth            int
	Nodes            int64
	// Margin is how far an engine may exceed MoveTime, or its clock, before it loses: 1 s.
	Margin time.Duration
	// Patience is how long an engine without a time limit may take for a move, and any engine for
	// an answer: 1 min.
	Patience time.Duration
}

// ParseLimit reads limits separated by commas: movetime=500ms, clock=60s+1s, depth=4, nodes=10000,
// own, margin=2s, patience=5m.
func ParseLimit(text string) (Limit, error) {
	var l Limit
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		var err error
		span := func(text string) (d time.Duration) {
			if d, err = time.ParseDuration(text); err == nil && d <= 0 {
				err = fmt.Errorf("it is not more than 0")
			}
			return d
		}
		switch name {
		case "movetime":
			l.MoveTime = span(value)
		case "margin":
			l.Margin = span(value)
		case "patience":
			l.Patience = span(value)
		case "own":
			l.Own = true
		case "clock":
			var c clock.Control
			c, err = clock.Parse(value)
			l.Clock, l.Increment = c.Main, c.Increment
		case "depth":
			if l.Depth, err = strconv.Atoi(value); err == nil && l.Depth < 1 {
				err = fmt.Errorf("it is not at least 1")
			}
		case "nodes":
			if l.Nodes, err = strconv.ParseInt(value, 10, 64); err == nil && l.Nodes < 1 {
				err = fmt.Errorf("it is not at least 1")
			}
		default:
			return l, fmt.Errorf(
				"there is no limit %q; the limits are movetime, clock, depth, nodes, own, margin "+
					"and patience", name)
		}
		if err != nil {
			return l, fmt.Errorf(
				"the limit %q makes no sense; expected one such as movetime=500ms, clock=60s+1s, "+
					"depth=4", part)
		}
	}
	if l.Own && (l.MoveTime > 0 || l.Clock > 0 || l.Depth > 0 || l.Nodes > 0) {
		return l, fmt.Errorf("own leaves the limits to the engine; leave it out, or the others")
	}
	return l, nil
}

func (l Limit) margin() time.Duration {
	if l.Margin == 0 {
		return time.Second
	}
	return l.Margin
}

func (l Limit) patience() time.Duration {
	if l.Patience == 0 {
		return time.Minute
	}
	return l.Patience
}
