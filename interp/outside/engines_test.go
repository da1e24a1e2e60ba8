package outside_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/outside"
	"boardgame/interp/position"
	"boardgame/interp/wire"
)

// The programs that Debian has for games of ours, as opponents. By default each plays one short
// game against a quick level, which shows that we understand each other;
//
//	go test ./interp/outside -run TestEngines/stockfish -v -timeout 0 -games 20 -level hard
//
// measures a level.
var (
	engineGames = flag.Int("games", 0, "how many games each program plays; 0: a few turns of one")
	engineLevel = flag.String("level", "hard", "the level that plays against programs, with -games")
	engineTime  = flag.Duration("movetime", time.Second,
		"how long programs that take a limit think about a turn, with -games")
)

func TestEngines(t *testing.T) {
	for _, c := range []struct {
		name, game string
		quick      string // the level to play without -games
		command    []string
		talk       func(*dialog) talker
	}{
		{"stockfish", "chess", "easy", []string{"stockfish"}, nil},
		{"gnuchess", "chess", "easy", []string{"gnuchess", "--uci"}, nil},
		{"fairymax", "chess", "easy", []string{"fairymax"}, xboard},
		{"grhino", "reversi", "easy", []string{"gtp-rhino", "-l", "3"}, gtp},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, err := exec.LookPath(c.command[0])
			if err != nil {
				// Debian installs games outside the path of some users.
				if path, err = exec.LookPath("/usr/games/" + c.command[0]); err != nil {
					t.Skipf("%s is not installed (Debian: apt-get install %s)", c.command[0], c.name)
				}
			}
			rs, g, err := find(c.game, nil)
			if err != nil {
				t.Fatal(err)
			}
			name, games, length, limit := c.quick, 1, 8, 50*time.Millisecond
			if *engineGames > 0 {
				name, games, length, limit = *engineLevel, *engineGames, 400, *engineTime
			}
			level, err := bot.FindLevel(rs.Info.Levels, name)
			if err != nil {
				t.Fatal(err)
			}
			seat := func() (bot.Bot, error) {
				d, err := wire.NewUCI(g, &rs.Info)
				if c.talk == nil {
					if err != nil {
						return nil, err
					}
					spec := outside.Spec{UCI: true, Text: c.name,
						Command: append([]string{path}, c.command[1:]...)}
					if c.name == "stockfish" {
						spec.Options = []outside.Option{{Name: "UCI_LimitStrength", Value: "true"},
							{Name: "UCI_Elo", Value: "1500"}}
					}
					return outside.Launch(spec, g, d,
						outside.Limit{MoveTime: limit, Margin: time.Minute})
				}
				talk, err := open(append([]string{path}, c.command[1:]...))
				if err != nil {
					return nil, err
				}
				return &foreign{game: g, words: d, dialog: talk, talker: c.talk(talk),
					limit: limit}, nil
			}
			m := &match.Match{Game: g, Ruleset: c.game, Games: games, Length: length, Seed: 1,
				Jobs: 1, Levels: []bot.Level{level, {Name: c.name}},
				Seat: []func() (bot.Bot, error){nil, seat}}
			times := match.NewTimes(m.Terms())
			m.Thought = times.Add
			played, err := m.Run(t.Context(), nil, func(g match.Game) error {
				t.Logf("game %d, %s: %s after %d turns: %s", g.Number, g.Seats[0].Level, g.Result,
					g.Turns, g.Moves)
				if g.Forfeit != "" {
					t.Errorf("game %d: %s", g.Number, g.Result)
				}
				return nil
			})
			if err != nil || len(played) != games {
				t.Fatalf("%d games: %v", len(played), err)
			}
			if *engineGames > 0 {
				s := match.Sum(m.Terms(), played)
				s.Thought = times.Sum()
				var text strings.Builder
				if err := s.Text(&text); err != nil {
					t.Fatal(err)
				}
				t.Log("\n" + text.String())
			}
		})
	}
}

// dialog is a program that we talk to line by line.
type dialog struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed when it says nothing more
}

func open(command []string) (*dialog, error) {
	d := &dialog{cmd: exec.Command(command[0], command[1:]...), lines: make(chan string, 4096)}
	var err error
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(d.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			d.lines <- strings.TrimSpace(s.Text())
		}
	}()
	return d, nil
}

// await returns the result of the first line that take accepts.
func (d *dialog) await(ctx context.Context, take func(line string) (string, bool)) (string, error) {
	patience := time.NewTimer(2 * time.Minute)
	defer patience.Stop()
	for {
		select {
		case line, ok := <-d.lines:
			if !ok {
				return "", errors.New("it says no more")
			}
			if text, ok := take(line); ok {
				return text, nil
			}
		case <-patience.C:
			return "", errors.New("no answer in two minutes")
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func (d *dialog) say(lines ...string) error {
	_, err := io.WriteString(d.in, strings.Join(lines, "\n")+"\n")
	return err
}

// talker speaks a protocol. Players are numbered from 0.
type talker interface {
	begin(ctx context.Context, limit time.Duration) error // a new game
	tell(ctx context.Context, player int, move string) error
	ask(ctx context.Context, player int) (move string, err error)
	pass() string // how a pass is written
}

// foreign is a program in a seat of a match.
type foreign struct {
	game   *interp.Game
	words  wire.Dialect // nil: moves are written as we do
	dialog *dialog
	talker talker
	limit  time.Duration
	number int // of the game
	told   int // steps
	course bot.History
}

func (f *foreign) Close() error {
	err := f.dialog.say("quit")
	f.dialog.in.Close()
	for range f.dialog.lines {
	}
	return errors.Join(err, f.dialog.cmd.Wait())
}

func (f *foreign) Follow(c bot.History) { f.course = c }

func (f *foreign) token(p *interp.Position, m interp.Move) string {
	switch {
	case m == position.Pass:
		return f.talker.pass()
	case f.words != (*wire.UCI)(nil) && f.words != nil:
		return f.words.Token(p, []interp.Move{m})
	}
	return f.game.Text(p, m)
}

func (f *foreign) Choose(ctx context.Context, _ bot.Game, p *position.Position,
	_ *rand.Rand) (bot.Choice, error) {
	if f.number != f.course.Game {
		f.number, f.told = f.course.Game, 0
		if err := f.talker.begin(ctx, f.limit); err != nil {
			return bot.Choice{}, err
		}
	}
	e, q := f.game.NewEngine(), f.course.Start
	for i, m := range f.course.Steps {
		if i >= f.told {
			if err := f.talker.tell(ctx, q.ToMove(), f.token(q, m)); err != nil {
				return bot.Choice{}, &bot.ForfeitError{Reason: err.Error()}
			}
		}
		q = e.Play(q, m)
	}
	word, err := f.talker.ask(ctx, p.ToMove())
	if err != nil {
		return bot.Choice{}, &bot.ForfeitError{Reason: err.Error()}
	}
	f.told = len(f.course.Steps) + 1
	for _, m := range e.Moves(p) {
		if strings.EqualFold(f.token(p, m), word) {
			return bot.Choice{Move: m}, nil
		}
	}
	return bot.Choice{}, &bot.ForfeitError{
		Reason: fmt.Sprintf("it played %q, which is not legal", word)}
}

// xboard returns a talker of the Chess Engine Communication Protocol.
func xboard(d *dialog) talker { return &xboardTalker{dialog: d} }

type xboardTalker struct {
	*dialog
	greeted bool
	prefix  string // before moves sent to it
}

func (x *xboardTalker) begin(ctx context.Context, limit time.Duration) error {
	if !x.greeted {
		if err := x.say("xboard", "protover 2"); err != nil {
			return err
		}
		if _, err := x.await(ctx, func(line string) (string, bool) {
			if strings.Contains(line, "usermove=1") {
				x.prefix = "usermove "
			}
			return "", strings.Contains(line, "done=1")
		}); err != nil {
			return err
		}
		x.greeted = true
	}
	seconds := max(int(limit.Round(time.Second)/time.Second), 1)
	return x.say("new", "easy", "force", fmt.Sprintf("st %d", seconds))
}

func (x *xboardTalker) tell(_ context.Context, _ int, move string) error {
	return x.say(x.prefix + move)
}

func (x *xboardTalker) ask(ctx context.Context, _ int) (string, error) {
	if err := x.say("go"); err != nil {
		return "", err
	}
	move, err := x.await(ctx, func(line string) (string, bool) {
		if strings.Contains(line, "llegal move") { // about a move it was sent
			return line, true
		}
		return strings.CutPrefix(line, "move ")
	})
	return move, errors.Join(err, x.say("force"))
}

func (*xboardTalker) pass() string { return "@@@@" }

// gtp returns a talker of the Go Text Protocol, as grhino speaks it. Its a1 is at the top left, so
// its board is the mirror image of ours, with the same opening.
func gtp(d *dialog) talker { return &gtpTalker{d} }

type gtpTalker struct{ *dialog }

// do sends a command and returns the answer.
func (g *gtpTalker) do(ctx context.Context, command string) (string, error) {
	if err := g.say(command); err != nil {
		return "", err
	}
	return g.await(ctx, func(line string) (string, bool) {
		return line, strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?")
	})
}

func (g *gtpTalker) begin(ctx context.Context, _ time.Duration) error {
	for _, command := range []string{"set_game Othello", "clear_board"} {
		if answer, err := g.do(ctx, command); err != nil || answer[0] == '?' {
			return fmt.Errorf("%s: %s %w", command, answer, err)
		}
	}
	return nil
}

var gtpColors = [2]string{"b", "w"}

func (g *gtpTalker) tell(ctx context.Context, player int, move string) error {
	if move == g.pass() { // it passes for whoever must pass, and accepts no command for it
		return nil
	}
	answer, err := g.do(ctx, "play "+gtpColors[player]+" "+move)
	if err == nil && answer[0] == '?' {
		err = fmt.Errorf("it refuses %s: %s", move, answer)
	}
	return err
}

func (g *gtpTalker) ask(ctx context.Context, player int) (string, error) {
	answer, err := g.do(ctx, "genmove "+gtpColors[player])
	return strings.ToLower(strings.TrimSpace(strings.TrimLeft(answer, "= "))), err
}

func (*gtpTalker) pass() string { return "pass" }
