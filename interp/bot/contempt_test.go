package bot

import (
	"math/rand/v2"
	"testing"

	"boardgame/interp"
	"boardgame/interp/level"
)

// Black is behind and can draw by repetition. With enough contempt, Black plays on; what bots tell
// of that leaves contempt out.
func TestContempt(t *testing.T) {
	g := interp.New(loadText(t, walkers))
	p := g.Start()
	for _, text := range []string{"c1-b1", "a2-b2", "b1-a1", "b2-c2", "a1-b1", "c2-b2", "b1-a1",
		"b2-c2", "a1-b1"} {
		m, err := g.Parse(p, text)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = g.Play(p, m); err != nil {
			t.Fatal(err)
		}
	}
	for _, bot := range []string{"alphabeta", "greedy"} {
		for contempt, want := range map[int64]int64{0: 0, 5: -1} {
			s := level.Settings{Bot: bot, Value: "ahead"}
			if bot == "alphabeta" {
				s.Depth = 1
			} else {
				want = -1 // it looks at the value alone
			}
			b, err := New(g.Rules(), level.Level{Name: "ahead", Settings: s,
				Values: map[string]level.Value{"ahead": {Contempt: contempt}}}, 1)
			if err != nil {
				t.Fatal(err)
			}
			c, err := b.Choose(t.Context(), g, p, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if c.Value != want || len(c.Lines) == 0 || c.Lines[0].Value != want {
				t.Errorf("%s with a contempt of %d: %d, %v; want %d", bot, contempt, c.Value, c.Lines,
					want)
			}
		}
	}
}
