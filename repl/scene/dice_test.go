package scene_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/board"
	"boardgame/repl/scene"
	"boardgame/testdata/long"
)

// Dice lie on the boards of the games that have some: as many as were thrown, within a turn only,
// the used ones marked, and the picture is as large without them. No other game has any.
func TestDice(t *testing.T) {
	want := map[string]int{"backgammon": 2, "cant-stop": 4, "einstein": 1, "ludo": 1,
		"royal-game-of-ur": 1}
	got, used := map[string]int{}, map[string]bool{}
	for i, name := range ruleset.List() {
		if want[name] == 0 && !long.Case(i, 10) {
			continue
		}
		rs := gametest.Ruleset(t, name)
		if !strings.Contains(rs.File.Text, "chance ") {
			continue
		}
		rules := gametest.Rules(t, rs, nil)
		g := interp.NewReference(rules) // compiling takes longer than sixty plies
		look := scene.Scene{Game: g, Info: &rs.Info}
		rng, sizes := rand.New(rand.NewPCG(1, 2)), map[string]bool{}
		p := g.Start()
		for range 60 {
			v := look.View(p)
			if got[name] = max(got[name], len(v.Dice)); len(v.Dice) > v.Throw {
				t.Errorf("%s: %d dice of %d", name, len(v.Dice), v.Throw)
			}
			for _, die := range v.Dice {
				if die.Used {
					used[name] = true
				}
			}
			if len(v.Dice) > 0 && !p.InTurn() {
				t.Errorf("%s: dice lie on the board between turns", name)
			}
			if v.Labels = true; v.Throw > 0 {
				head, _, _ := strings.Cut(board.SVG(v), ">")
				sizes[head] = true
			}
			moves := g.Moves(p)
			if len(moves) == 0 {
				break
			}
			next, err := g.Play(p, moves[rng.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
		if len(sizes) > 1 {
			t.Errorf("%s: the picture has %d sizes", name, len(sizes))
		}
	}
	if !used["backgammon"] || len(used) > 1 {
		t.Errorf("dice that are used: %v", used)
	}
	maps.DeleteFunc(got, func(_ string, n int) bool { return n == 0 })
	if !maps.Equal(got, want) {
		t.Errorf("dice: %v, want %v", got, want)
	}
}

// Before a man is chosen, a picture marks where each die leads, and hides no man by that.
func TestDiceLead(t *testing.T) {
	s := load(t, "backgammon")
	m, err := s.Game.Parse(s.Game.Start(), "5-3")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Game.Play(s.Game.Start(), m)
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(p)
	got := map[string]string{}
	for x, dice := range v.Leads {
		got[v.Board.Names[x]] = fmt.Sprint(dice)
	}
	want := map[string]string{"p21": "[3]", "p10": "[3]", "p8": "[5]", "p5": "[3]", "p3": "[5 3]"}
	if !maps.Equal(got, want) {
		t.Errorf("the dice lead to %v, want %v", got, want)
	}
	svg := board.SVG(v)
	leads, men := strings.Index(svg, `"b-leads"`), strings.Index(svg, `"b-men"`)
	if leads < 0 || leads > men || !strings.Contains(svg[leads:men], ">5 3<") {
		t.Errorf("the picture has the marks at %d, the men at %d", leads, men)
	}
}

// What is still open on a score sheet stands beside a row of dice, on pages as well.
func TestScoreSheet(t *testing.T) {
	s := load(t, "yacht")
	v := s.View(s.Game.Start())
	s.Hands(&v, s.Game.Start(), s.Game.Start())
	scene.Beside(&v)
	for _, side := range v.Sides {
		if !v.Strips || !strings.HasPrefix(side.Text, "points 0, open: ones + twos + ") {
			t.Errorf("beside %s stands %q", side.Name, side.Text)
		}
	}
}
