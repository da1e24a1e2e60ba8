package match

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"boardgame/dsl/digest"
	"boardgame/dsl/ir"
	"boardgame/dsl/version"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/clock"
)

// Unfinished is the Result of a game that was stopped because it was too long.
const Unfinished = "unfinished"

// Terms is what all games of a match share. Two games with the same terms and the same number are
// the same game, unless a level is limited by time.
type Terms struct {
	Program  string            `json:"program,omitempty"` // version.String; "" in older files
	Ruleset  string            `json:"ruleset"`
	Rules    string            `json:"rules"`   // the hash of the rules with these options
	Options  map[string]string `json:"options"` // all that the rules have
	Entrants []Entrant         `json:"entrants"`
	Seed     uint64            `json:"seed"`
	Length   int               `json:"length"`
	Opening  int               `json:"opening"`
	Fixed    bool              `json:"fixed"`
	// a hash of the list of openings; "" without one
	Openings string `json:"openings,omitempty"`
	Clock    string `json:"clock,omitempty"` // the time control; "" without one
}

// Entrant is a level that takes part.
type Entrant struct {
	Level    string `json:"level"`
	Settings string `json:"settings"` // a hash of what defines the level
	Timed    bool   `json:"timed"`    // it is limited by time, so its games cannot be repeated
}

// Game is one game of a match, with everything needed to play it again.
type Game struct {
	Number int `json:"game"` // from 1
	Terms
	Seats   []Seat `json:"seats"` // by player
	First   string `json:"first"` // the player who made the first move
	Moves   string `json:"moves"` // as interp.Game.PlayText reads them
	Turns   int    `json:"turns"`
	Actions int    `json:"actions"` // the single steps of the turns
	// in words, as interp.Game.ResultText has them, or Unfinished
	Result string `json:"result"`
	// players: one, or all of a team, who have won; several who share the win; none in a draw of all
	Winners []string `json:"winners"`
	Over    bool     `json:"over"` // it was not stopped
	// the player who lost by what its program did, whatever the position
	Forfeit string `json:"forfeit,omitempty"`
}

// Seat tells who sat in a seat.
type Seat struct {
	Player  string `json:"player"`
	Entrant int    `json:"entrant"` // from 1
	Level   string `json:"level"`
}

// Terms returns what the games of the match will have in common.
func (m *Match) Terms() Terms {
	rules := m.Game.Rules()
	t := Terms{
		Program: version.String(),
		Ruleset: m.Ruleset, Rules: rules.Hash, Options: map[string]string{},
		Seed: m.Seed, Length: m.length(), Opening: m.Opening, Fixed: m.Fixed,
	}
	for _, o := range rules.Options {
		t.Options[o.Name] = o.Value
	}
	for i, l := range m.Levels {
		here := l.For(rules)
		timed := here.Timed() || m.seat(i) != nil || m.Clock != (clock.Control{})
		t.Entrants = append(t.Entrants, Entrant{l.Name, settingsHash(l, rules), timed})
	}
	t.Openings, t.Clock = openingsHash(m.Openings), m.Clock.String()
	return t
}

// openingsHash distinguishes lists of openings.
func openingsHash(openings [][]interp.Move) string {
	if len(openings) == 0 {
		return ""
	}
	sum := digest.Sum(fmt.Append(nil, openings))
	return hex.EncodeToString(sum[:4])
}

// settingsHash distinguishes levels that have the same name but play differently by these rules.
func settingsHash(l bot.Level, rules *ir.Game) string {
	here := l.For(rules)
	weights, _ := bot.FindWeights(l.Weights, rules, here.Value)
	text, err := json.Marshal(struct {
		Settings bot.Settings
		When     []bot.Phase
		Weights  *bot.Weights         `json:",omitempty"`
		Values   map[string]bot.Value `json:",omitempty"`
	}{here.Settings, here.When, weights, l.Values})
	if err != nil {
		panic(err) // settings are numbers and words
	}
	sum := digest.Sum(text)
	return hex.EncodeToString(sum[:4])
}

// differ says how the terms u differ from t, as "seed 2, not 1"; "" if they are the same. The name
// of the rules does not matter.
func (t *Terms) differ(u *Terms) string {
	if t.Rules != u.Rules {
		for _, name := range slices.Sorted(maps.Keys(t.Options)) {
			if v, ok := u.Options[name]; ok && v != t.Options[name] {
				return fmt.Sprintf("%s=%s, not %s=%s", name, v, name, t.Options[name])
			}
		}
		if t.Ruleset != u.Ruleset {
			return fmt.Sprintf("the rules of %s, not of %s", u.Ruleset, t.Ruleset)
		}
		return fmt.Sprintf("other rules of %s (hash %s, not %s)", u.Ruleset, u.Rules, t.Rules)
	}
	if len(t.Entrants) != len(u.Entrants) {
		return fmt.Sprintf("%d players, not %d", len(u.Entrants), len(t.Entrants))
	}
	for i, e := range t.Entrants {
		switch f := u.Entrants[i]; {
		case e.Level != f.Level:
			return fmt.Sprintf("%s as level %d, not %s", f.Level, i+1, e.Level)
		case e.Settings != f.Settings:
			return fmt.Sprintf("a level %s with other settings", e.Level)
		}
	}
	switch {
	case t.Program != u.Program && t.Program != "" && u.Program != "":
		return fmt.Sprintf("boardgame %s, not %s", u.Program, t.Program)
	case t.Seed != u.Seed:
		return fmt.Sprintf("seed %d, not %d", u.Seed, t.Seed)
	case t.Length != u.Length:
		return fmt.Sprintf("length %d, not %d", u.Length, t.Length)
	case t.Opening != u.Opening:
		return fmt.Sprintf("an opening of %d turns, not %d", u.Opening, t.Opening)
	case t.Openings != u.Openings:
		return "other openings"
	case t.Clock != u.Clock:
		return fmt.Sprintf("the clock %q, not %q", u.Clock, t.Clock)
	case t.Fixed != u.Fixed && t.Fixed:
		return "seats that are swapped, not kept"
	case t.Fixed != u.Fixed:
		return "seats that are kept, not swapped"
	}
	return ""
}

// check reports what makes no sense in a game that was read from a file.
func (g *Game) check() error {
	switch {
	case g.Number < 1:
		return fmt.Errorf("the number of the game is %d", g.Number)
	case g.Rules == "" || len(g.Seats) == 0 || g.Result == "":
		return fmt.Errorf("the rules, the seats or the result are missing")
	case len(g.Seats) < len(g.Entrants):
		return fmt.Errorf("there are %d seats for %d entrants", len(g.Seats), len(g.Entrants))
	case g.Turns < 0 || g.Actions < 0:
		return fmt.Errorf("the length is negative")
	}
	for _, s := range g.Seats {
		if s.Entrant < 1 || s.Entrant > len(g.Entrants) {
			return fmt.Errorf("the seats do not say who sat where")
		}
	}
	if len(g.sides()) != len(g.Entrants) {
		return fmt.Errorf("the seats do not say who sat where")
	}
	for _, w := range append([]string{g.First}, g.Winners...) {
		if g.seat(w) < 0 {
			return fmt.Errorf("there is no player %q", w)
		}
	}
	return nil
}

// seat returns the index of the seat of a player, or -1.
func (g *Game) seat(player string) int {
	return slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == player })
}

// sides returns the seats of each team, in the order of their first seats. A player without
// partners is a team.
func (g *Game) sides() (sides [][]int) {
	at := map[int]int{} // by entrant
	for i, s := range g.Seats {
		if _, known := at[s.Entrant]; !known {
			at[s.Entrant], sides = len(sides), append(sides, nil)
		}
		sides[at[s.Entrant]] = append(sides[at[s.Entrant]], i)
	}
	return sides
}

// won returns the entrants who have won or drawn.
func (g *Game) won() (entrants []int) {
	for _, s := range g.Seats {
		if slices.Contains(g.Winners, s.Player) && !slices.Contains(entrants, s.Entrant) {
			entrants = append(entrants, s.Entrant)
		}
	}
	return entrants
}

// Alone returns the seat of a player who has won, alone or with a team, or -1.
func (g *Game) Alone() int {
	if len(g.won()) != 1 {
		return -1
	}
	return g.seat(g.Winners[0])
}

// Points returns the score of each seat: 1 for a win, 1/n in a draw among n teams, 0 for a loss. In
// a draw of all and in an unfinished game everyone gets the same.
func (g *Game) Points() []float64 {
	points, won := make([]float64, len(g.Seats)), g.won()
	for i, s := range g.Seats {
		switch {
		case len(won) == 0:
			points[i] = 1 / float64(len(g.Entrants))
		case slices.Contains(won, s.Entrant):
			points[i] = 1 / float64(len(won))
		}
	}
	return points
}
