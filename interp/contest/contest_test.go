package contest_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/contest"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
)

// load returns a game of the library, which the evaluator plays.
func load(t *testing.T, name string) *ruleset.Loaded {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	return &ruleset.Loaded{Game: interp.NewReference(gametest.Rules(t, rs, nil)), Ruleset: rs}
}

func TestPlayers(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"":                             {},
		"Red=human":                    {"Red": "human"},
		"human hard":                   {"1": "human", "2": "hard"},
		"human|hard":                   {"1": "human", "2": "hard"},
		"Red=human hard":               {"Red": "human", "1": "hard"},
		"mcts:time=2s":                 {"1": "mcts:time=2s"},
		"2=mcts:time=2s":               {"2": "mcts:time=2s"},
		"Red=uci:fish --deep x|easy":   {"Red": "uci:fish --deep x", "1": "easy"},
		"ugi[Level=easy]:engine a b":   {"1": "ugi[Level=easy]:engine a b"},
		" 2=ugi[Level=easy]:engine a ": {"2": "ugi[Level=easy]:engine a"},
	} {
		flags := strings.Split(text, "|")
		if text == "" {
			flags = nil
		}
		if got, err := contest.Players(flags); err != nil || !maps.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		" ":            "--seat needs a name",
		"Red=":         "expected PLAYER=WHO or WHO",
		"=easy":        "expected PLAYER=WHO or WHO",
		"Red=a|Red=b":  "named twice",
		"easy|1=hard":  "named twice",
		"easy Red= ok": "expected PLAYER=WHO or WHO",
	} {
		_, err := contest.Players(strings.Split(text, "|"))
		if wrong := (*contest.SeatError)(nil); !errors.As(err, &wrong) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

func TestLevels(t *testing.T) {
	cage, four := load(t, "cage"), load(t, "ludo")
	for _, c := range []struct {
		g           *ruleset.Loaded
		seats, want string // separated by |
	}{
		{cage, "easy|random", "easy|random"},
		{cage, "easy random", "easy|random"},
		{cage, "2=easy|random", "random|easy"},
		{cage, "blue=easy random", "random|easy"},
		{cage, "uci:fish --deep x|easy", "uci:fish --deep x|easy"},
		{cage, "Blue=ugi[Level=easy]:engine a|easy", "easy|ugi[Level=easy]:engine a"},
		{cage, "mcts:playouts=3|2=greedy:ties=first", "mcts:playouts=3|greedy:ties=first"},
		{four, "3=random easy easy easy", "easy|easy|random|easy"},
	} {
		levels, err := contest.Levels(c.g, strings.Split(c.seats, "|"))
		got := lists.Map(levels, func(l bot.Level) string { return l.Name })
		if err != nil || strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, %v", c.seats, got, err)
		}
	}
	for text, want := range map[string]string{
		"easy":                    "nobody sits in the seat of Blue; add --seat Blue=LEVEL",
		"Blue=easy":               "nobody sits in the seat of Red; add --seat Red=LEVEL",
		"easy easy easy":          "the game has only 2 players",
		"Red=easy|1=easy":         "Red has a level already",
		"Green=easy":              `there is no player "Green"; the players are Red, Blue`,
		"3=easy":                  `there is no player "3"`,
		"0=easy":                  `there is no player "0"`,
		"eazy easy":               `there is no bot "eazy"; did you mean easy?`,
		"mcts:playouts=x easy":    "--seat mcts:playouts=x: ",
		"Red=mcts:time=1s":        "nobody sits in the seat of Blue",
		"Red=|easy":               "--seat Red=: expected PLAYER=LEVEL",
		"|easy":                   "--seat : expected PLAYER=LEVEL or LEVEL",
		"Red=uci:fish|Red=easy":   "Red has a level already",
		"easy greedy:value=zork1": `zork1`,
	} {
		levels, err := contest.Levels(cage, strings.Split(text, "|"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, not %q", text, levels, err, want)
		}
	}
}

// A level alone plays in every seat. One that names its player takes only that seat, even if it has
// settings or is a program.
func TestEveryone(t *testing.T) {
	cage := load(t, "cage")
	for text, want := range map[string]string{
		"easy":                       "easy|easy",
		"easy hard":                  "easy|hard",
		"mcts:time=1s":               "mcts:time=1s|mcts:time=1s",
		"uci:fish -x":                "uci:fish -x|uci:fish -x",
		"ugi[Level=easy]:engine a":   "ugi[Level=easy]:engine a|ugi[Level=easy]:engine a",
		"Red=easy":                   "Red=easy",
		"Red=mcts:time=1s":           "Red=mcts:time=1s",
		"Red=uci:fish -x":            "Red=uci:fish -x",
		"Red=ugi[Level=easy]:engine": "Red=ugi[Level=easy]:engine",
	} {
		if got := strings.Join(contest.Everyone(cage, []string{text}), "|"); got != want {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
	}
	if got := contest.Everyone(cage, nil); len(got) > 0 {
		t.Errorf("nobody: %q", got)
	}
	if got := contest.Everyone(load(t, "ludo"), []string{"easy"}); len(got) != 4 {
		t.Errorf("four: %q", got)
	}
}

func TestOpenings(t *testing.T) {
	g := load(t, "tic-tac-toe").Game
	read := func(text string) ([][]interp.Move, string, error) {
		name := filepath.Join(t.TempDir(), "openings.txt")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		all, err := contest.Openings(t.Context(), g, name)
		return all, name, err
	}
	all, _, err := read("# all of them\n\na1 b2 # the center\r\n  \nc3\n")
	if err != nil || len(all) != 2 || len(all[0]) != 2 || len(all[1]) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	for text, want := range map[string]string{
		"":                          " has no opening; write moves",
		"# nothing\n":               " has no opening; write moves",
		"a1\n\na1 a1\n":             ":3: ",
		"a1 zz\n":                   ":1: ",
		"c3\na1 a2 b1 b2 c1 # won":  ":2: the game is over after this opening: X wins",
		"a1 a2 b1 b2 c1 c2\n# lost": ":1: ",
	} {
		if all, name, err := read(text); err == nil || !strings.HasPrefix(err.Error(), name+want) {
			t.Errorf("%q: %v, %v", text, all, err)
		}
	}
	if _, err := contest.Openings(t.Context(), g, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there has openings")
	}
}

func TestProgram(t *testing.T) {
	hex := load(t, "hex")
	for _, c := range []struct{ text, limit, want string }{
		{"uci:fish", "", "does not say how UCI writes its moves; use ugi"},
		{"ugi:engine", "depth=x", "--limit: "},
		{"ugi:", "", "ugi:"},
	} {
		seat, err := contest.Program(hex, c.text, c.limit)
		if err == nil || seat != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v", c.text, c.limit, err)
		}
	}
	if seat, err := contest.Program(hex, "ugi:engine", "depth=3"); err != nil || seat == nil {
		t.Errorf("%v", err)
	}
}

// meetings returns a function that plays a match of these results, and notes who met whom.
func meetings(met *[]string, wins, draws, losses int) func(a, b contest.Entrant) (
	*match.Summary, error) {
	return func(a, b contest.Entrant) (*match.Summary, error) {
		*met = append(*met, a.Name+"–"+b.Name)
		n := wins + draws + losses
		return &match.Summary{Games: n, Standings: []match.Standing{{Name: a.Name, Wins: wins,
			Draws: draws, Losses: losses, Score: match.Wilson(float64(wins)+float64(draws)/2,
				float64(n))}}}, nil
	}
}

func entrants(names ...string) []contest.Entrant {
	return lists.Map(names, func(name string) contest.Entrant {
		return contest.Entrant{Level: bot.Level{Name: name}}
	})
}

// Levels meet their neighbors and all programs, or the first of them everyone, and nobody twice.
func TestWhoMeetsWhom(t *testing.T) {
	for _, c := range []struct {
		levels, programs string
		firstOnly        bool
		want             string
	}{
		{"a b c", "p q", false, "a–b a–p a–q b–c b–p b–q c–p c–q"},
		{"a b c", "p", true, "a–b a–c a–p"},
		{"a", "p", false, "a–p"},
		{"a", "", false, ""},
	} {
		var met []string
		var r contest.Rating
		err := r.Rate(entrants(strings.Fields(c.levels)...), entrants(strings.Fields(c.programs)...),
			c.firstOnly, meetings(&met, 3, 2, 1))
		if err != nil || strings.Join(met, " ") != c.want || len(r.Matches) != len(met) {
			t.Errorf("%+v: %v, %v", c, met, err)
		}
	}
}

// The first level has no points and the others what they win against it, unless the points of a
// program are given. Whoever met nobody is not rated.
func TestRate(t *testing.T) {
	var met []string
	var r contest.Rating
	if err := r.Rate(entrants("weak", "strong"), nil, false, meetings(&met, 1, 0, 9)); err != nil {
		t.Fatal(err)
	}
	if r.Scale != "weak" || len(r.Rated) != 2 || r.Rated[0].Points.Value != 0 || !r.Rated[0].Given ||
		r.Rated[1].Points.Value < 200 || r.Rated[1].Given {
		t.Errorf("%+v", r)
	}
	r = contest.Rating{Game: "chess", Version: "v1", Missing: []string{"gone is not installed."}}
	known, lost := entrants("known"), errors.New("lost")
	known[0].Given = 2000
	err := r.Rate(entrants("a", "b", "c"), known, false,
		func(a, b contest.Entrant) (*match.Summary, error) {
			s, _ := meetings(&met, 5, 0, 5)(a, b)
			if a.Name == "a" && b.Name == "known" {
				return s, lost
			}
			return s, nil
		})
	names := lists.Map(r.Rated, func(x contest.Rated) string { return x.Name })
	if !errors.Is(err, lost) || r.Scale != "" || !slices.Equal(names, []string{"a", "b", "known"}) ||
		!r.Rated[2].Given || r.Rated[2].Points.Value != 2000 || r.Rated[0].Points.Value != 2000 {
		t.Errorf("%v, %+v", err, r)
	}
	text := r.Text()
	for _, want := range []string{"| chess | Elo points |", "| known | 2000, given |",
		"| a – known | 10 | 5–0–5 |", "\ngone is not installed.\n", "\nVersion v1.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	page := source.NewFile("page.md", "# Strength\n\n<!-- rate chess -->\nold\n<!-- end -->\n\n"+
		"<!-- rate go -->\n<!-- end -->\n")
	new, err := r.Into(page)
	if err != nil || strings.Contains(new, "old") || !strings.Contains(new, text) ||
		!strings.HasPrefix(new, "# Strength\n\n<!-- rate chess -->\n") ||
		!strings.HasSuffix(new, "\n<!-- end -->\n\n<!-- rate go -->\n<!-- end -->\n") {
		t.Errorf("%v\n%s", err, new)
	}
	if again, err := r.Into(source.NewFile("page.md", new)); err != nil || again != new {
		t.Errorf("the second time, it is another page: %v\n%s", err, again)
	}
	for _, text := range []string{"", "<!-- rate chess -->\n",
		"<!-- rate chess960 -->\n<!-- end -->\n", "<!-- end -->\n<!-- rate chess -->\n"} {
		if got, err := r.Into(source.NewFile("page.md", text)); err == nil ||
			!strings.Contains(err.Error(), "page.md has no line <!-- rate chess --> with <!-- end -->") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
