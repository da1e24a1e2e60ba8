package outside_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/outside"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/wire"
	"boardgame/testdata/long"
)

// Every program that a ruleset names to be rated by understands us, if it is installed: it plays a
// few turns of a game from each seat, whatever its protocol. `boardgame rate` measures levels.
func TestEngines(t *testing.T) {
	if _, err := exec.LookPath(outside.Find("gnubg")); err == nil { // which a client lets play
		clients, err := filepath.Abs("../../docs/clients")
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", os.Getenv("PATH")+string(os.PathListSeparator)+clients)
	}
	n := 0
	for _, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		for _, r := range rs.Info.Rivals {
			if n++; !long.Case(n, 4) {
				continue
			}
			t.Run(r.Name, func(t *testing.T) {
				spec, err := outside.Parse(r.Program)
				if err != nil {
					t.Fatal(err)
				}
				limit, err := outside.ParseLimit(r.Limit)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := exec.LookPath(outside.Find(spec.Command[0])); err != nil {
					t.Skipf("%s is not installed (Debian: apt-get install %s)", spec.Command[0],
						r.Package)
				}
				rs, g, err := find(rs.Name, nil)
				if err != nil {
					t.Fatal(err)
				}
				var words wire.Dialect = wire.NewPlain(g, &rs.Info)
				if rs.Info.UCI.Move != "" {
					if words, err = wire.NewUCI(g, &rs.Info); err != nil {
						t.Fatal(err)
					}
				}
				random, err := bot.FindLevel(rs.Info.Levels, "random")
				if err != nil {
					t.Fatal(err)
				}
				m := &match.Match{Game: g, Ruleset: rs.Name, Games: 2, Length: 4, Seed: 1, Jobs: 1,
					Levels: []bot.Level{random, {Name: r.Name}},
					Seat: []func() (bot.Bot, error){nil, func() (bot.Bot, error) {
						return outside.Launch(spec, g, words, limit)
					}}}
				games, err := m.Run(t.Context(), nil, nil)
				if err != nil || len(games) != 2 {
					t.Fatalf("%d games: %v", len(games), err)
				}
				for _, played := range games {
					if played.Forfeit != "" && !strings.HasSuffix(played.Result, "resigned") {
						t.Errorf("%s after %s", played.Result, played.Moves)
					}
				}
			})
		}
	}
}
