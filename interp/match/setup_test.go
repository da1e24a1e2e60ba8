package match

import (
	"testing"

	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/verify/gametest"
)

// A random setup is no turn: games have as many turns as the players take, they are stopped after
// so many, and so many are drawn at random.
func TestSetupIsNoTurn(t *testing.T) {
	games := map[string]*interp.Game{"heap": gametest.FromText(t, heap, "size=40"),
		"dice": gametest.FromText(t, dice, "")}
	for _, name := range []string{"chess960", "liars-dice", "hearts"} {
		games[name] = gametest.Load(t, name, "")
	}
	for name, g := range games {
		for _, test := range []struct{ length, opening int }{{0, 0}, {1, 0}, {3, 1}, {9, 3}} {
			// Liar's Dice may be over sooner; in Hearts, players are passed over silently.
			if test.opening > 0 && (name == "liars-dice" || name == "hearts") {
				continue
			}
			m := &Match{Game: g, Ruleset: name, Games: 4, Seed: 7, Jobs: 1, Length: test.length,
				Opening: test.opening}
			for range g.Rules().Teams() {
				m.Levels = append(m.Levels, level(t, g, "random"))
			}
			chosen := map[int]bool{}
			m.Watch = func(s Step) {
				if !s.Random && !chosen[s.Game] {
					chosen[s.Game] = true
					if s.Before.Ply() != test.opening {
						t.Errorf("%s, an opening of %d: a player chooses after %d turns", name,
							test.opening, s.Before.Ply())
					}
				}
			}
			for _, played := range run(t, m) {
				steps, _, err := g.PlayText(g.Start(), played.Moves)
				if err != nil {
					t.Fatal(err)
				}
				c := course.New(g, g.Start())
				if err := c.Follow(steps); err != nil {
					t.Fatal(err)
				}
				turns := 0
				for _, turn := range c.Turns() {
					if !c.Position(turn.From).SettingUp() {
						turns++
					}
				}
				if played.Turns != turns || turns == 0 || !played.Over && turns != m.length() {
					t.Errorf("%s, at most %d turns: %d turns are counted, %d were played", name,
						test.length, played.Turns, turns)
				}
			}
		}
	}
}
