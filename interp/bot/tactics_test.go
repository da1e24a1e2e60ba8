package bot_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

var updateTactics = flag.Bool("update", false,
	"look for positions of testdata/tactics again, in random games")

var elsewhere = flag.Duration("elsewhere", 0,
	"how long TestTacticsElsewhere looks for positions of each game")

// The kinds of tactics, by how many turns lie between the decision and the win.
const (
	winInOne = "win in one"
	block    = "block"      // the next player would win at once, and some steps prevent it
	winInTwo = "win in two" // whatever the other one does, a step wins then
)

// mostTactics is how many positions of each kind there are of a game.
var mostTactics = map[string]int{winInOne: 4, block: 4, winInTwo: 3}

// A tactician looks at positions by trying every step.
type tactician struct {
	e interp.Engine
}

func (t tactician) won(p *interp.Position, player int) bool {
	r := p.Result()
	return r != nil && len(r.Winners) == 1 && r.Winners[0] == player
}

// wins reports whether the player to move can win in this turn.
func (t tactician) wins(p *interp.Position) bool {
	if p.Result() != nil || t.e.Weights(p) != nil {
		return false
	}
	return slices.ContainsFunc(slices.Clone(t.e.Moves(p)), func(m interp.Move) bool {
		q := t.e.Play(p, m)
		return t.won(q, p.ToMove()) || !interp.TurnOver(p, q) && t.wins(q)
	})
}

// solves reports whether a step is a solution of a kind of tactics.
func (t tactician) solves(kind string, p *interp.Position, m interp.Move) bool {
	me := p.ToMove()
	q := t.e.Play(p, m)
	if t.won(q, me) {
		return true
	}
	if q.Result() == nil && !interp.TurnOver(p, q) { // the turn goes on
		return slices.ContainsFunc(slices.Clone(t.e.Moves(q)),
			func(m interp.Move) bool { return t.solves(kind, q, m) })
	}
	switch kind {
	case block:
		if r := q.Result(); r != nil {
			return len(r.Winners) != 1 // a draw stops it, too
		}
		return q.ToMove() != me && !t.wins(q)
	case winInTwo:
		if q.Result() != nil || q.ToMove() == me {
			return false
		}
		for _, reply := range slices.Clone(t.e.Moves(q)) {
			if r := t.e.Play(q, reply); r.ToMove() != me || !t.wins(r) {
				return false
			}
		}
		return true
	}
	return false
}

// is reports whether a position is one of a kind: some steps solve it, but not most.
func (t tactician) is(kind string, p *interp.Position) bool {
	moves := slices.Clone(t.e.Moves(p))
	const most = 400 // steps, for in two they are tried three deep
	if len(moves) < 3 || kind == winInTwo && len(moves) > most {
		return false
	}
	if kind != winInOne && t.wins(p) {
		return false
	}
	solutions, enemies := 0, 0
	for _, m := range moves {
		switch {
		case t.solves(kind, p, m):
			solutions++
		default:
			enemies++
		}
		if 2*solutions > len(moves) {
			return false
		}
	}
	return solutions > 0 && enemies > 0
}

// look finds tactics near the end of random games.
func look(g *interp.Game, seed uint64, within time.Duration) map[string][]string {
	t := tactician{g.NewEngine()}
	rng := rand.New(rand.NewPCG(seed, seed))
	found := map[string][]string{}
	end := time.Now().Add(within)
	for time.Now().Before(end) {
		p := g.Start()
		line := []*interp.Position{p}
		for p.Result() == nil && len(line) < 2000 && time.Now().Before(end) {
			q := t.e.Play(p, interp.Any(t.e, p, rng))
			if interp.TurnOver(p, q) {
				line = append(line, q)
			}
			p = q
		}
		full := true
		for kind, back := range map[string]int{winInOne: 1, block: 2, winInTwo: 3} {
			full = full && len(found[kind]) == mostTactics[kind]
			if at := len(line) - 1 - back; p.Result() != nil && at >= 0 &&
				len(found[kind]) < mostTactics[kind] {
				// A position must say all that matters: what was before it is not in the text.
				text := g.PositionText(line[at])
				if again, err := g.ParsePosition(text); err == nil && !again.InTurn() &&
					t.is(kind, again) {
					found[kind] = append(found[kind], text)
				}
			}
		}
		if full {
			break
		}
	}
	return found
}

// The strongest level of every game finds every win in one and in two, and every step that stops a
// win in one, in positions of random games. The levels below it miss no win in one and no such
// step, but for random and easy ones, those that overlook steps, and those that play as another
// program did.
func TestTactics(t *testing.T) {
	for i, name := range long.Studied {
		if !long.Case(i+1, 5) && !*updateTactics {
			continue
		}
		t.Run(name, func(t *testing.T) {
			g, rs := game(t, name)
			file := filepath.Join("testdata", "tactics", name+".txt")
			if *updateTactics {
				writeTactics(t, g, name, file)
			}
			for _, l := range rs.Info.Levels {
				switch {
				case l.Name == rs.Strongest():
					if !long.Tests {
						l = quickened(l)
					}
					solveTactics(t, g, l, file, winInOne, block, winInTwo)
				case l.Bot != "random" && l.Name != "easy" && l.Slip == 0 && l.Origin == "":
					solveTactics(t, g, l, file, winInOne, block)
				}
			}
		})
	}
}

// quickened gives a level a part of what it may think, unless that is little.
func quickened(l bot.Level) bot.Level {
	const little, nodes, playouts = 50_000, 4000, 3000
	if l.Bot == "mcts" {
		l.Playouts = min(l.Playouts, playouts)
	} else if l.Nodes > little {
		l.Nodes = nodes
	}
	return l
}

// solveTactics lets a level solve all positions of some kinds in a file.
func solveTactics(t *testing.T, g *interp.Game, l bot.Level, file string, kinds ...string) {
	t.Helper()
	solveAll(t, g, l, slices.DeleteFunc(readTactics(t, file),
		func(c tactic) bool { return !slices.Contains(kinds, c.kind) }))
}

// solveAll makes a level solve positions.
func solveAll(t *testing.T, g *interp.Game, l bot.Level, all []tactic) {
	t.Helper()
	b, err := bot.New(g.Rules(), l, 1)
	if err != nil {
		t.Fatal(err)
	}
	judge := tactician{g.NewEngine()}
	for _, c := range all {
		p, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := b.Choose(context.Background(), g, p, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if !judge.solves(c.kind, p, choice.Move) {
			t.Errorf("%s: %s plays %s (%s) in %s", c.kind, l.Name, g.Text(p, choice.Move),
				choice.Text(choice.Value, choice.Proven), c.position)
		}
	}
}

// In games whose positions TestTactics does not have, plain alpha-beta with few nodes also takes
// every win in one and stops every one that can be stopped, if each step is a turn.
//
//	go test ./interp/bot -run TestTacticsElsewhere -elsewhere 1s -v
func TestTacticsElsewhere(t *testing.T) {
	if *elsewhere == 0 {
		t.Skip("it looks for positions in all games for minutes; use -elsewhere 1s")
	}
	l, err := bot.FindLevel(nil, "alphabeta:nodes=10000")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ruleset.List() {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join("testdata", "tactics", name+".txt")); err == nil {
				t.Skip("TestTactics has its positions")
			}
			g := gametest.Load(t, name, "")
			if len(g.Rules().Players) != 2 || g.Rules().HasChance() {
				t.Skip("not for two players without chance")
			}
			if e, rng := g.NewEngine(), rand.New(rand.NewPCG(1, 1)); stepsOfTurn(g, e, rng) > 2 {
				t.Skip("trying all turns of three and more steps takes too long")
			}
			found := look(g, 1, *elsewhere)
			var all []tactic
			for _, kind := range []string{winInOne, block} {
				for _, position := range found[kind] {
					if p, err := g.ParsePosition(position); err == nil && stepsAreTurns(g, p) {
						all = append(all, tactic{kind, position})
					}
				}
			}
			t.Logf("%d positions", len(all))
			solveAll(t, g, l, all)
		})
	}
}

// stepsAreTurns reports whether each step of a position ends the turn and the other player is next.
// Otherwise a win in one is as deep as its turn is long, and whoever moves again can still block.
func stepsAreTurns(g *interp.Game, p *interp.Position) bool {
	e := g.NewEngine()
	return !slices.ContainsFunc(slices.Clone(e.Moves(p)), func(m interp.Move) bool {
		q := e.Play(p, m)
		return q.Result() == nil && (!interp.TurnOver(p, q) || q.ToMove() == p.ToMove())
	})
}

// stepsOfTurn returns the greatest number of steps in a turn at the beginning of a random game.
func stepsOfTurn(g *interp.Game, e interp.Engine, rng *rand.Rand) (most int) {
	p, steps := g.Start(), 0
	for range 100 {
		if p.Result() != nil {
			break
		}
		q := e.Play(p, interp.Any(e, p, rng))
		steps++
		most = max(most, steps)
		if interp.TurnOver(p, q) {
			steps = 0
		}
		p = q
	}
	return most
}

// Among three and four, the strongest level takes every win in one and stops every win in one of
// the next player, in positions near the end of random games.
func TestTacticsOfMany(t *testing.T) {
	for _, c := range []struct{ game, seats string }{
		{"shiftago", "3"}, {"shiftago", "4"}, {"quoridor", "4"},
	} {
		t.Run(c.game+c.seats, func(t *testing.T) {
			g, rs := gameWith(t, c.game, map[string]string{"seats": c.seats})
			l, err := bot.FindLevel(rs.Info.Levels, rs.Strongest()+":playouts=1000")
			if err != nil {
				t.Fatal(err)
			}
			b, err := bot.New(g.Rules(), l, 1)
			if err != nil {
				t.Fatal(err)
			}
			judge, rng := tactician{g.NewEngine()}, rand.New(rand.NewPCG(1, 1))
			each := long.Times(4, 4)
			found := map[string]int{}
			for found[winInOne] < each || found[block] < each {
				var line []*interp.Position
				for p := g.Start(); p.Result() == nil; {
					line = append(line, p)
					p = judge.e.Play(p, interp.Any(judge.e, p, rng))
				}
				for kind, back := range map[string]int{winInOne: 1, block: 2} {
					p := line[len(line)-back]
					if found[kind] == each || !judge.is(kind, p) {
						continue
					}
					found[kind]++
					choice, err := b.Choose(context.Background(), g, p, rand.New(rand.NewPCG(1, 1)))
					if err != nil {
						t.Fatal(err)
					}
					if !judge.solves(kind, p, choice.Move) {
						t.Errorf("%s: it plays %s (%s) in %s", kind, g.Text(p, choice.Move),
							choice.Text(choice.Value, choice.Proven),
							g.PositionText(p))
					}
				}
			}
		})
	}
}

type tactic struct{ kind, position string }

func readTactics(t *testing.T, file string) (all []tactic) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		kind, position, ok := strings.Cut(s.Text(), ": ")
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		if !ok || mostTactics[kind] == 0 {
			t.Fatalf("%s: %q", file, s.Text())
		}
		all = append(all, tactic{kind, position})
	}
	return all
}

func writeTactics(t *testing.T, g *interp.Game, name, file string) {
	t.Helper()
	found := look(g, 1, 30*time.Second)
	var b strings.Builder
	fmt.Fprintf(&b, "# Found in random games of %s by TestTactics -update.\n", name)
	for _, kind := range []string{winInOne, block, winInTwo} {
		for _, position := range found[kind] {
			fmt.Fprintf(&b, "%s: %s\n", kind, position)
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
