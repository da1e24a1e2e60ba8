package outside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardgame/interp"
)

// This file speaks the Go Text Protocol and that of xboard. Both are told moves, not positions. So
// the whole game is told again at each turn: an engine need not remember any of it.

// greetings introduce the program to engines that do not answer to the name of their protocol.
var greetings = map[string]func(*process) error{
	"gtp": func(p *process) error {
		_, err := p.gtp(context.Background(), handshake, "protocol_version")
		return err
	},
	"xboard": func(p *process) error {
		const patience = 2 * time.Second // many old engines have no features to announce
		if err := p.say(handshake, "xboard", "protover 2"); err != nil {
			return err
		}
		_, err := p.await(context.Background(), patience, func(line string) bool {
			p.usermove = p.usermove || strings.Contains(line, "usermove=1")
			return strings.Contains(line, "done=1")
		})
		if errors.Is(err, errSilent) {
			return nil
		}
		return err
	},
}

// tellers tell an engine a game and ask for its move.
var tellers = map[string]func(p *Player, ctx context.Context, tokens []string, players []int,
	mover int) (move string, err error){
	"gtp": (*Player).gtp, "xboard": (*Player).xboard,
}

// retell lets an engine choose a turn after telling it the game.
func (p *Player) retell(ctx context.Context, pos *interp.Position,
	ask func(*Player, context.Context, []string, []int, int) (string, error)) error {
	if p.course == nil || !p.course.Start.Equal(p.game.Start()) {
		return fmt.Errorf("%s has no words for a position; only for games from the start",
			p.spec.Protocol)
	}
	tokens, players, q, err := p.told()
	if err != nil {
		return err
	}
	if !q.Equal(pos) {
		return errors.New("the game that led here cannot be told")
	}
	move, err := ask(p, ctx, tokens, players, pos.ToMove())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case strings.EqualFold(move, "resign"):
		return errors.New("it resigned")
	}
	return p.read(pos, move)
}

// refusedError is the answer of an engine that does not do what a command says.
type refusedError struct{ command, answer string }

func (e *refusedError) Error() string {
	return fmt.Sprintf("it refuses %s: %s", e.command, e.answer)
}

// gtp sends a command and returns the answer.
func (p *process) gtp(ctx context.Context, within time.Duration, command string) (string, error) {
	if err := p.say(within, command); err != nil {
		return "", err
	}
	answer, err := p.await(ctx, within, func(line string) bool {
		return strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?")
	})
	if err == nil && answer[0] == '?' {
		err = &refusedError{command, clip(answer[1:])}
	}
	return strings.TrimSpace(strings.TrimLeft(answer, "= ")), err
}

// gtp tells a game in the Go Text Protocol, whose columns have no I. A program for Reversi passes
// for whoever must, and refuses to be told.
func (p *Player) gtp(ctx context.Context, tokens []string, players []int, mover int) (string,
	error) {
	const pass = "pass"
	colors := [2]string{"b", "w"}
	var lines []string
	for _, o := range p.spec.Options {
		lines = append(lines, o.Name+" "+o.Value)
	}
	lines = append(lines, "clear_board")
	for i, t := range tokens {
		if t != pass && t[0] >= 'i' {
			t = string(t[0]+1) + t[1:]
		}
		lines = append(lines, "play "+colors[players[i]&1]+" "+t)
	}
	for _, line := range lines {
		_, err := p.process.gtp(ctx, p.limit.patience(), line)
		if refused := (*refusedError)(nil); err != nil &&
			!(strings.HasSuffix(line, pass) && errors.As(err, &refused)) {
			return "", err
		}
	}
	move, err := p.process.gtp(ctx, p.limit.patience(), "genmove "+colors[mover&1])
	if err == nil && move == "" {
		err = errors.New("it named no move")
	}
	move = strings.ToLower(move)
	if move != pass && move != "resign" && move > "j" {
		move = string(move[0]-1) + move[1:]
	}
	return move, err
}

// forget drops what the engine has said since its last answer, such as the result of the last game.
func (p *process) forget() {
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return
			}
		default:
			return
		}
	}
}

// xboard tells a game in the protocol of xboard.
func (p *Player) xboard(ctx context.Context, tokens []string, _ []int, _ int) (string, error) {
	lines := []string{"new", "easy", "force"}
	for _, o := range p.spec.Options {
		lines = append(lines, o.Name+" "+o.Value)
	}
	if p.limit.Depth > 0 {
		lines = append(lines, fmt.Sprintf("sd %d", p.limit.Depth))
	} else if !p.limit.Own {
		limit := max(p.limit.MoveTime, defaultTime).Round(time.Second)
		lines = append(lines, fmt.Sprintf("st %d", limit/time.Second))
	}
	for _, t := range tokens {
		if p.process.usermove {
			t = "usermove " + t
		}
		lines = append(lines, t)
	}
	patience := p.limit.patience()
	p.process.forget()
	if err := p.process.say(patience, append(lines, "go")...); err != nil {
		return "", err
	}
	words := []string{"move ", "My move is : ", "Illegal move", "resign", "1/2-1/2"}
	line, err := p.process.await(ctx, patience, func(line string) bool {
		// Some say who has won after their last move; that is no answer to this one.
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(line, w) }) ||
			(strings.HasPrefix(line, "1-0") || strings.HasPrefix(line, "0-1")) &&
				strings.Contains(line, "resign")
	})
	switch move := strings.Fields(line); {
	case err != nil:
		return "", err
	case strings.HasPrefix(line, "Illegal"):
		return "", errors.New("it refuses the game: " + clip(line))
	case line[0] == '1' && strings.HasPrefix(line, "1/2"):
		return "", errors.New("it claims a draw: " + clip(line))
	case line[0] == 'm' || line[0] == 'M':
		return move[len(move)-1], nil
	}
	return "resign", nil
}
