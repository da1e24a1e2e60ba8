package outside

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/lists"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/clock"
	"boardgame/interp/position"
	"boardgame/interp/wire"
)

// Player is an engine in a seat. It plays one game at a time.
type Player struct {
	spec    Spec
	game    *interp.Game
	dialect wire.Dialect
	limit   Limit

	mu      sync.Mutex
	process *process // nil: not started
	course  *bot.History
	fresh   bool // the engine has not been told of a new game
	tokens  []string
	written int // how many steps of the course are in the tokens
	next    []interp.Move
	at      *interp.Position // where the first step of next is to be played
}

var _ bot.Follower = (*Player)(nil)

// defaultTime is the time for a turn if no limit is set: many engines take a bare `go` to mean no
// limit at all.
const defaultTime = time.Second

// handshake is how long an engine may take to introduce itself.
const handshake = 20 * time.Second

// ErrSecrets means that an engine would be told what the game hides from players.
var ErrSecrets = errors.New("engines are told whole positions, and this game hides part of them " +
	"from players")

// Launch starts an engine for a game. The error says why it failed.
func Launch(spec Spec, g *interp.Game, d wire.Dialect, limit Limit) (*Player, error) {
	if g.Secret() {
		return nil, fmt.Errorf("%s: %w", spec.Text, ErrSecrets)
	}
	spec.Protocol = cmp.Or(spec.Protocol, "ugi")
	p := &Player{spec: spec, game: g, dialect: d, limit: limit, fresh: true}
	if err := p.start(); err != nil {
		return nil, fmt.Errorf("%s: %w", spec.Text, err)
	}
	return p, nil
}

// start starts the program and does the handshake.
func (p *Player) start() error {
	process, err := begin(p.spec.Command)
	if err != nil {
		return err
	}
	ctx := context.Background()
	greet := func() error {
		hello := p.spec.Protocol
		if greet := greetings[hello]; greet != nil {
			return greet(process)
		}
		if err := process.say(handshake, hello); err != nil {
			return err
		}
		ok := func(line string) bool { return strings.TrimSpace(line) == hello+"ok" }
		if _, err := process.await(ctx, handshake, ok); err != nil {
			return fmt.Errorf("no answer to %s: %w", hello, err)
		}
		set := lists.Map(p.spec.Options,
			func(o Option) string { return fmt.Sprintf("setoption name %s value %s", o.Name, o.Value) })
		if err := process.say(handshake, append(set, "isready")...); err != nil {
			return err
		}
		if _, err := process.await(ctx, handshake, isReady); err != nil {
			return fmt.Errorf("no answer to isready: %w", err)
		}
		return nil
	}
	if err := greet(); err != nil {
		process.kill()
		return err
	}
	p.process, p.fresh = process, true
	return nil
}

func isReady(line string) bool { return strings.TrimSpace(line) == "readyok" }

// Close ends the engine. You may call it at any time.
func (p *Player) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process != nil {
		const patience = 2 * time.Second
		p.process.close(patience)
		p.process = nil
	}
	return nil
}

// Follow tells the player how the game got to this point.
func (p *Player) Follow(c bot.History) {
	p.mu.Lock()
	defer p.mu.Unlock()
	same := p.course != nil && p.course.Game == c.Game && len(c.Steps) >= p.written &&
		slices.Equal(c.Steps[:p.written], p.course.Steps[:p.written])
	if !same {
		p.fresh, p.tokens, p.written = true, nil, 0
	}
	c.Steps = slices.Clone(c.Steps)
	p.course = &c
}

// Choose asks the engine for a turn and returns its steps one by one. The error of an engine that
// failed is a [*bot.ForfeitError].
func (p *Player) Choose(ctx context.Context, _ bot.Game, pos *position.Position,
	_ *rand.Rand) (bot.Choice, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pos.Result() != nil {
		return bot.Choice{}, bot.ErrNoMove
	}
	if len(p.next) > 0 && p.at.Equal(pos) {
		return p.take(pos), nil
	}
	p.next = nil
	err := p.ask(ctx, pos)
	if err == nil {
		return p.take(pos), nil
	}
	if ctx.Err() != nil {
		p.drop()
		return bot.Choice{}, ctx.Err()
	}
	p.drop()
	return bot.Choice{}, &bot.ForfeitError{Reason: err.Error()}
}

// take returns the next step of the turn that the engine has chosen.
func (p *Player) take(pos *interp.Position) bot.Choice {
	m := p.next[0]
	p.next = p.next[1:]
	p.at = nil
	if q, err := p.game.Play(pos, m); err == nil {
		p.at = q
	}
	if p.at == nil {
		p.next = nil
	}
	return bot.Choice{Move: m}
}

// drop ends an engine that has failed; it is restarted the next time it is asked.
func (p *Player) drop() {
	if p.process != nil {
		p.process.kill()
		p.process = nil
	}
}

// ask lets the engine choose a turn.
func (p *Player) ask(ctx context.Context, pos *interp.Position) error {
	if p.process == nil {
		if err := p.start(); err != nil {
			return fmt.Errorf("it could not be started again: %w", err)
		}
	}
	if tell := tellers[p.spec.Protocol]; tell != nil {
		return p.retell(ctx, pos, tell)
	}
	patience := p.limit.patience()
	lines := []string{}
	if p.fresh {
		lines = append(lines, p.spec.Protocol+"newgame")
	}
	if err := p.process.say(patience, append(lines, "isready")...); err != nil {
		return err
	}
	if _, err := p.process.await(ctx, patience, isReady); err != nil {
		return fmt.Errorf("no answer to isready: %w", err)
	}
	p.fresh = false
	where, err := p.position(pos)
	if err != nil {
		return err
	}
	words, within, over, fault := p.goWords(pos.ToMove())
	if fault != nil {
		return fault
	}
	begun := time.Now()
	if err := p.process.say(patience, where, words); err != nil {
		return err
	}
	best, err := p.process.await(ctx, within, func(line string) bool {
		return line == "bestmove" || strings.HasPrefix(line, "bestmove ")
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errSilent) && over:
		return fmt.Errorf("it ran out of time: no move after %s", within)
	case errors.Is(err, errSilent):
		return fmt.Errorf("it said nothing: no move after %s", within)
	case err != nil:
		return err
	}
	if spent := time.Since(begun); p.timed(pos.ToMove()).Clock > 0 && spent > p.left(pos.ToMove()) {
		return fmt.Errorf("it ran out of time: %s used, %s left", spent.Round(time.Millisecond),
			p.left(pos.ToMove()).Round(time.Millisecond))
	}
	move := strings.Fields(best)
	if len(move) < 2 {
		return errors.New("it named no move after bestmove")
	}
	return p.read(pos, move[1])
}

// read takes the turn that an engine has chosen.
func (p *Player) read(pos *interp.Position, move string) error {
	steps, err := p.dialect.Steps(pos, move)
	if err != nil || len(steps) == 0 {
		return fmt.Errorf("it played %s, which is not a legal move", clip(move))
	}
	p.next, p.at = steps, pos
	return nil
}

// position writes the command that sets up the position. It sends the whole game if it is known, so
// that the engine sees repetitions too.
func (p *Player) position(pos *interp.Position) (string, error) {
	c := p.course
	if c == nil {
		return "position fen " + p.dialect.Position(pos), nil
	}
	tokens, _, q, err := p.told()
	switch {
	case err != nil:
		return "", err
	case !q.Equal(pos):
		return "position fen " + p.dialect.Position(pos), nil
	}
	text := "position startpos"
	if c.Start != p.game.Start() && !c.Start.Equal(p.game.Start()) {
		text = "position fen " + p.dialect.Position(c.Start)
	}
	if len(tokens) > 0 {
		text += " moves " + strings.Join(tokens, " ")
	}
	return text, nil
}

// told writes the turns of the game so far. It returns who took them, and the position they lead
// to.
func (p *Player) told() (tokens []string, players []int, q *interp.Position, err error) {
	c := p.course
	q = c.Start
	first, turn := q, []interp.Move(nil)
	e := p.game.NewEngine()
	for _, m := range c.Steps {
		if !slices.Contains(e.Moves(q), m) {
			return nil, nil, nil, errors.New("the game that led here cannot be told")
		}
		if turn == nil {
			players = append(players, q.ToMove())
		}
		next := e.Play(q, m)
		turn = append(turn, m)
		if interp.TurnOver(q, next) {
			if n := len(tokens); n < len(p.tokens) {
				tokens = append(tokens, p.tokens[n]) // already written
			} else {
				tokens = append(tokens, p.dialect.Token(first, turn))
			}
			first, turn = next, nil
		}
		q = next
	}
	p.tokens, p.written = slices.Clone(tokens), len(c.Steps)-len(turn)
	if turn != nil {
		tokens = append(tokens, p.dialect.Token(first, turn))
	}
	return tokens, players, q, nil
}

// timed returns the limit of a player's next turn. The clock of the game, if there is one, replaces
// the time limit that the program was started with.
func (p *Player) timed(player int) Limit {
	l := p.limit
	if c := p.course; c != nil && player < len(c.Left) {
		if l.Clock, l.Increment = c.Left[player], c.Increment[player]; l.Clock > 0 {
			l.MoveTime, l.Own = 0, false
		}
	}
	return l
}

// left returns what the clock of a player shows.
func (p *Player) left(player int) time.Duration {
	if c := p.course; c != nil && c.Left != nil {
		return c.Left[player]
	}
	left := p.limit.Clock
	if c := p.course; c != nil && player < len(c.Spent) && player < len(c.Turns) {
		left += time.Duration(c.Turns[player])*p.limit.Increment - c.Spent[player]
	}
	return left
}

// goWords writes the command that begins a search, and returns how long to wait for the move. over
// reports that by then the time is up.
func (p *Player) goWords(player int) (words string, within time.Duration, over bool, fault error) {
	l := p.timed(player)
	words, within = "go", l.patience()
	if l.Clock > 0 {
		names := [2][2]string{{"p1time", "p1inc"}, {"p2time", "p2inc"}}
		if p.spec.Protocol == "uci" {
			names = [2][2]string{{"wtime", "winc"}, {"btime", "binc"}}
		}
		for i, n := range names {
			its := p.timed(i)
			if its.Clock == 0 {
				continue // that player has no limit
			}
			words += fmt.Sprintf(" %s %d", n[0], max(p.left(i).Milliseconds(), 1))
			if its.Increment > 0 {
				words += fmt.Sprintf(" %s %d", n[1], its.Increment.Milliseconds())
			}
		}
		if player > 1 { // the protocol has clocks for two players
			words = fmt.Sprintf("go movetime %d",
				clock.Budget(p.left(player), l.Increment, 0).Milliseconds())
		}
		within, over = p.left(player)+l.margin(), true
		if p.left(player) <= 0 {
			return "", 0, true, errors.New("it ran out of time")
		}
	}
	if l.MoveTime > 0 {
		words += fmt.Sprintf(" movetime %d", l.MoveTime.Milliseconds())
		if t := l.MoveTime + l.margin(); !over || t < within {
			within, over = t, true
		}
	}
	if l.Depth > 0 {
		words += fmt.Sprintf(" depth %d", l.Depth)
	}
	if l.Nodes > 0 {
		words += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	if words == "go" && !l.Own {
		words = fmt.Sprintf("go movetime %d", defaultTime.Milliseconds())
	}
	return words, within, over, nil
}
