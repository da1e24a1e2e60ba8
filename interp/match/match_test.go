package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
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

// Whoever takes the last counter wins. The value says how.
const heap = `
game "Heap"
option size = 11 in 1..99
option seats = 2 in 1..4
players A, B when seats > 1, C when seats > 2, D when seats > 3
board square(2, 2)
piece stone
counter rest = size
move take {
  with n in 1..3
  if n <= rest
  do rest -= n
}
turn take else lose
end { win "the last one" if rest = 0 }
value parity = if rest mod 4 = 0: 10 else 0
`

// A game without an end.
const endless = `
game "Endless"
players A, B
board square(3, 3)
piece stone
setup { A stone: a1  B stone: c3 }
move go { from p in mine to q in p.orthogonal & empty do p -> q }
turn go else pass
end { draw if repetitions > 1000 }
`

func level(t testing.TB, g *interp.Game, text string) bot.Level {
	t.Helper()
	l, err := bot.FindLevel(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func newMatch(t testing.TB, rules, options string, games int, levels ...string) *Match {
	t.Helper()
	m := &Match{Game: gametest.FromText(t, rules, options), Ruleset: "heap", Games: games, Seed: 7,
		Jobs: 1}
	for _, l := range levels {
		m.Levels = append(m.Levels, level(t, m.Game, l))
	}
	return m
}

func run(t testing.TB, m *Match, played ...Game) []Game {
	t.Helper()
	games, err := m.Run(context.Background(), played, nil)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// The same seed plays the same games, whatever the number of jobs; another seed plays others.
func TestJobsDoNotMatter(t *testing.T) {
	want := run(t, newMatch(t, heap, "", 40, "random", "greedy:value=parity,slip=30"))
	if len(want) != 40 {
		t.Fatalf("%d games", len(want))
	}
	for i := range want {
		if want[i].Number != i+1 {
			t.Fatalf("game %d has number %d", i+1, want[i].Number)
		}
	}
	for _, jobs := range []int{2, 3, 64} {
		m := newMatch(t, heap, "", 40, "random", "greedy:value=parity,slip=30")
		m.Jobs = jobs
		if got := run(t, m); !reflect.DeepEqual(got, want) {
			t.Errorf("%d jobs play other games than one", jobs)
		}
	}
	other := newMatch(t, heap, "", 40, "random", "greedy:value=parity,slip=30")
	other.Seed = 8
	different := 0
	for i, g := range run(t, other) {
		if g.Moves != want[i].Moves {
			different++
		}
	}
	if different < 20 {
		t.Errorf("another seed plays other moves in %d games of 40 only", different)
	}
}

// Levels that use many random numbers keep to themselves, too.
func TestSearchersDoNotMatter(t *testing.T) {
	one := newMatch(t, heap, "", 6, "mcts:playouts=30", "alphabeta:nodes=50")
	many := newMatch(t, heap, "", 6, "mcts:playouts=30", "alphabeta:nodes=50")
	many.Jobs = 4
	if !reflect.DeepEqual(run(t, one), run(t, many)) {
		t.Error("other games with four jobs")
	}
}

// The better one wins, and both sit in every seat equally often.
func TestResult(t *testing.T) {
	m := newMatch(t, heap, "", 60, "random", "greedy:value=parity")
	games := run(t, m)
	s := Sum(m.Terms(), games)
	if s.Games != 60 || s.Standings[1].Wins < 50 || s.Standings[0].Losses != s.Standings[1].Wins ||
		s.Standings[0].Wins+s.Standings[1].Wins != 60 {
		t.Errorf("%+v", s)
	}
	seated := map[string]int{}
	for _, g := range games {
		seated[g.Seats[0].Level]++
		if g.First != "A" || !g.Over || len(g.Winners) != 1 || !strings.HasSuffix(g.Result,
			" wins: the last one") || len(strings.Fields(g.Moves)) != g.Turns {
			t.Errorf("%+v", g)
		}
	}
	if seated["random"] != 30 {
		t.Errorf("seated %v", seated)
	}
	if e := s.Standings[1].Score; !(e.Low > 0.7 && e.High > e.Value &&
		e.Value == float64(s.Standings[1].Wins)/60) {
		t.Errorf("score %v", e)
	}
	if s.Seats[0].Wins+s.Seats[1].Wins != 60 || s.First.Value != float64(s.Seats[0].Wins)/60 ||
		s.FirstSeat != "A" {
		t.Errorf("seats %v, first %v", s.Seats, s.First)
	}
}

func TestFixedSeats(t *testing.T) {
	m := newMatch(t, heap, "", 10, "random", "greedy:value=parity")
	m.Fixed = true
	for _, g := range run(t, m) {
		if g.Seats[0].Level != "random" {
			t.Fatalf("game %d: %v", g.Number, g.Seats)
		}
	}
}

// In every round everyone has every seat once; in (n-1)! rounds every order occurs once.
func TestSeating(t *testing.T) {
	for players, orders := range map[int]int{1: 1, 2: 2, 3: 6, 4: 24, 5: 120} {
		m := &Match{Levels: make([]bot.Level, players)}
		seen := map[string]bool{}
		for round := range orders / players {
			var had [5][5]bool
			for i := range players {
				seats := m.Seating(round*players + i + 1)
				seen[fmt.Sprint(seats)] = true
				for seat, entrant := range seats {
					if had[seat][entrant] {
						t.Fatalf("%d players, round %d: %d sits twice in seat %d", players, round,
							entrant, seat)
					}
					had[seat][entrant] = true
				}
			}
		}
		if len(seen) != orders {
			t.Errorf("%d players: %d orders of %d", players, len(seen), orders)
		}
	}
	m := &Match{Levels: make([]bot.Level, 16)} // must not overflow
	for n := 1; n < 1<<40; n *= 3 {
		if s := slices.Sorted(slices.Values(m.Seating(n))); s[0] != 0 || s[15] != 15 ||
			len(slices.Compact(s)) != 16 {
			t.Fatalf("game %d: %v", n, m.Seating(n))
		}
	}
	if got := m.Seating(1); !slices.IsSorted(got) {
		t.Errorf("the first game does not begin with the seats as given: %v", got)
	}
}

func TestThreeAndFourPlayers(t *testing.T) {
	for _, seats := range []string{"1", "3", "4"} {
		levels := []string{"greedy:value=parity", "random", "random", "random"}[:seats[0]-'0']
		m := newMatch(t, heap, "seats="+seats+" size=20", 24, levels...)
		s := Sum(m.Terms(), run(t, m))
		var points float64
		for _, st := range s.Standings {
			points += st.Score.Value
			if st.Wins+st.Losses+st.Draws+st.Unfinished != 24 {
				t.Errorf("%s players: %+v", seats, st)
			}
		}
		if points < 1-1e-9 || points > 1+1e-9 {
			t.Errorf("%s players: the scores add up to %v", seats, points)
		}
		var text strings.Builder
		if err := s.Text(&text); err != nil || strings.Contains(text.String(), "NaN") {
			t.Errorf("%v\n%s", err, text.String())
		}
	}
}

// Partners are one entrant, who sits in all seats of the team; a team wins alone.
func TestTeams(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "bot", "testdata", "partners.rules"))
	if err != nil {
		t.Fatal(err)
	}
	rules := string(text)
	for _, options := range []string{"", "count=true"} {
		m := newMatch(t, rules, options, 20, "alphabeta:depth=6", "random")
		games := run(t, m)
		for i := range games {
			var seats []int
			for _, s := range games[i].Seats {
				seats = append(seats, s.Entrant)
			}
			if want := []int{1 + i%2, 2 - i%2, 1 + i%2, 2 - i%2}; !slices.Equal(seats, want) {
				t.Errorf("game %d: the entrants %v sit there, not %v", i+1, seats, want)
			}
		}
		s := Sum(m.Terms(), games)
		if a, b := s.Standings[0], s.Standings[1]; a.Wins != b.Losses || a.Draws != b.Draws ||
			a.Wins+a.Draws+a.Losses != 20 || a.Score.Value <= 0.5 ||
			s.Seats[0].Name != "North + South" || s.FirstSeat != s.Seats[0].Name || s.Draws != a.Draws {
			t.Errorf("%+v", s)
		}
	}
	m := newMatch(t, rules, "", 2, "random", "random", "random", "random")
	if err = m.Check(); err == nil || !strings.Contains(err.Error(), "2 teams") {
		t.Errorf("four levels for two teams: %v", err)
	}
}

func TestUnfinished(t *testing.T) {
	m := newMatch(t, endless, "", 4, "random", "random")
	m.Length = 10
	s := Sum(m.Terms(), run(t, m))
	if s.Unfinished != 4 || s.Standings[0].Unfinished != 4 || s.Standings[0].Score.Value != 0.5 ||
		s.Turns.Value != 10 || s.Draws != 0 {
		t.Errorf("%+v", s)
	}
	if s.Results[0].Name != Unfinished || s.Results[0].Games != 4 {
		t.Errorf("%+v", s.Results)
	}
	if s.Standings[0].Name != "random (1)" {
		t.Errorf("two entrants have one name: %+v", s.Standings)
	}
}

// Games of one round have the same opening, and levels without chance then play different games.
func TestOpening(t *testing.T) {
	m := newMatch(t, heap, "size=40", 20, "greedy:value=parity,ties=first",
		"greedy:value=parity,ties=first")
	if s := Sum(m.Terms(), run(t, m)); s.Distinct != 1 || s.Repeated() == "" {
		t.Errorf("%d distinct games, %q", s.Distinct, s.Repeated())
	}
	m.Opening = 3
	games := run(t, m)
	openings := map[string]bool{}
	for i := 0; i < len(games); i += 2 {
		a, b := strings.Fields(games[i].Moves)[:3], strings.Fields(games[i+1].Moves)[:3]
		if !slices.Equal(a, b) {
			t.Errorf("one round opens with %v and %v", a, b)
		}
		openings[strings.Join(a, " ")] = true
	}
	if len(openings) < 5 {
		t.Errorf("only %d openings", len(openings))
	}
}

func TestMistakes(t *testing.T) {
	for want, change := range map[string]func(*Match){
		"2 players, and there are levels for 1": func(m *Match) { m.Levels = m.Levels[:1] },
		"at least 1 game":                       func(m *Match) { m.Games = 0 },
		"not negative":                          func(m *Match) { m.Jobs = -1 },
		"stopped after 5":                       func(m *Match) { m.Length, m.Opening = 5, 5 },
		"no part 3 of 2":                        func(m *Match) { m.Shard = Shard{3, 2} },
		"no value \"beauty\"": func(m *Match) {
			m.Levels[0] = bot.Level{Name: "x",
				Settings: bot.Settings{Bot: "greedy", Value: "beauty"}}
		},
	} {
		m := newMatch(t, heap, "", 4, "random", "random")
		change(m)
		if _, err := m.Run(context.Background(), nil, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	for _, text := range []string{"", "3", "0/4", "5/4", "a/b", "1/"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q is no shard", text)
		}
	}
	if s, err := ParseShard("3/20"); err != nil || s != (Shard{3, 20}) {
		t.Errorf("%v, %v", s, err)
	}
}

// After a cancellation in the middle, all complete games are there, and no others.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := newMatch(t, heap, "", 100, "random", "random")
	m.Jobs = 3
	seen := 0
	games, err := m.Run(ctx, nil, func(Game) error {
		if seen++; seen == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || len(games) != seen || seen < 10 || seen > 13 {
		t.Errorf("%d games, %d seen, %v", len(games), seen, err)
	}
	for _, g := range games {
		if !g.Over {
			t.Errorf("game %d is not whole", g.Number)
		}
	}
	if rest := run(t, m, games...); !reflect.DeepEqual(rest,
		run(t, newMatch(t, heap, "", 100, "random", "random"))) {
		t.Error("continued, the match is another one")
	}
}

// An error from each ends the match.
func TestEachFails(t *testing.T) {
	full := errors.New("no room")
	games, err := newMatch(t, heap, "", 9, "random", "random").Run(context.Background(), nil,
		func(g Game) error {
			if g.Number == 3 {
				return full
			}
			return nil
		})
	if err != full || len(games) != 3 {
		t.Errorf("%d games, %v", len(games), err)
	}
}

func file(t testing.TB, name string) string { return filepath.Join(t.TempDir(), name) }

// keep plays a match into a file.
func keep(t testing.TB, m *Match, name string) []Game {
	t.Helper()
	f, played, _, err := m.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	games, err := m.Run(context.Background(), played, f.Append)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return games
}

func lines(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n"))
}

// Cut off after any byte, a file is continued to the same games.
func TestHalfLine(t *testing.T) {
	m := newMatch(t, heap, "", 6, "random", "greedy:value=parity")
	name := file(t, "games.jsonl")
	want := keep(t, m, name)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(whole); cut += 97 {
		if err := os.WriteFile(name, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		_, played, notes, err := openAndClose(m, name)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		complete := bytes.Count(whole[:cut], []byte("\n"))
		half := cut > 0 && whole[cut-1] != '\n'
		if len(played) != complete || strings.Contains(strings.Join(notes, " "),
			"half written") != half {
			t.Fatalf("cut at %d: %d games, %q", cut, len(played), notes)
		}
		if got := keep(t, m, name); !reflect.DeepEqual(got, want) {
			t.Fatalf("cut at %d: other games", cut)
		}
		if got := lines(t, name); !slices.Equal(got,
			slices.Sorted(strings.SplitSeq(strings.TrimSuffix(string(whole), "\n"), "\n"))) {
			t.Fatalf("cut at %d: another file", cut)
		}
	}
}

func openAndClose(m *Match, name string) (f *File, games []Game, notes []string, err error) {
	if f, games, notes, err = m.Open(name); err == nil {
		err = f.Close()
	}
	return f, games, notes, err
}

// Files that must not be touched are refused, and stay unchanged.
func TestOtherFiles(t *testing.T) {
	m := newMatch(t, heap, "", 4, "random", "greedy:value=parity")
	name := file(t, "games.jsonl")
	keep(t, m, name)
	original, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for want, other := range map[string]*Match{
		"size=11, not size=12": newMatch(t, heap, "size=12", 4, "random",
			"greedy:value=parity"),
		"the rules of heap, not of endless": renamed(newMatch(t, endless, "", 4, "random",
			"random"), "endless"),
		"other rules of heap": newMatch(t, strings.Replace(heap, "1..3", "1..4", 1),
			"", 4, "random", "greedy:value=parity"),
		"greedy:value=parity as level 2": newMatch(t, heap, "", 4, "random", "random"),
		"a level random with other settings": relevelled(newMatch(t, heap, "", 4, "random",
			"greedy:value=parity")),
		"seed 7, not 9": changed(newMatch(t, heap, "", 4, "random",
			"greedy:value=parity"), func(m *Match) { m.Seed = 9 }),
		"length 1000, not 50": changed(newMatch(t, heap, "", 4, "random",
			"greedy:value=parity"), func(m *Match) { m.Length = 50 }),
		"an opening of 0 turns, not 2": changed(newMatch(t, heap, "", 4, "random",
			"greedy:value=parity"), func(m *Match) { m.Opening = 2 }),
		"seats that are swapped, not kept": changed(newMatch(t, heap, "", 4, "random",
			"greedy:value=parity"), func(m *Match) { m.Fixed = true }),
		"2 players, not 3": sameRules(m,
			newMatch(t, heap, "seats=3", 4, "random", "random", "random")),
	} {
		_, _, _, err := openAndClose(other, name)
		if err == nil || !strings.Contains(err.Error(),
			name+":1: this game is of another match: it has "+want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	for text, want := range map[string]string{
		"shopping list\n":                   ":1: this is not a game of a match: it is not JSON",
		"milk":                              ":1: this is not a game of a match: it is not JSON",
		"{}\n":                              ":1: this is not a game of a match",
		"[1, 2]\n":                          ":1: this is not a game of a match",
		string(original) + "{\"game\":\n":   ":5: this is not a game of a match",
		string(original) + "{\"gone\":1}\n": ":5: this is not a game of a match: json: unknown field",
		strings.Replace(string(original), `"over":true`, `"over":1`,
			1): ":1: this is not a game of a match: its over is a number",
		strings.Replace(string(original), `"winners":["A"]`, `"winners":["Z"]`,
			1): `there is no player "Z"`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := openAndClose(m, name); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if after, _ := os.ReadFile(name); string(after) != text {
			t.Errorf("%q: the file was changed", want)
		}
	}
	if _, _, _, err := openAndClose(m, t.TempDir()); err == nil {
		t.Error("a folder was opened")
	}
	if _, _, _, err := openAndClose(m, filepath.Join(t.TempDir(), "missing", "x")); err == nil ||
		!strings.Contains(err.Error(), "cannot be opened: no such file") {
		t.Errorf("%v", err)
	}
}

func changed(m *Match, change func(*Match)) *Match { change(m); return m }
func renamed(m *Match, name string) *Match         { m.Ruleset = name; return m }
func relevelled(m *Match) *Match                   { m.Levels[0].Bot = "greedy"; return m }

// sameRules makes the hashes of the rules equal, so that only the number of players differs.
func sameRules(m, other *Match) *Match {
	rules := *other.Game.Rules()
	rules.Hash = m.Game.Rules().Hash
	other.Game = interp.New(&rules)
	return other
}

// Two programs cannot write one file. When the first has ended, for whatever reason, the second
// can.
func TestTwoWriters(t *testing.T) {
	m := newMatch(t, heap, "", 4, "random", "random")
	name := file(t, "games.jsonl")
	f, _, _, err := m.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := m.Open(name); err == nil ||
		!strings.Contains(err.Error(), "another program") {
		t.Errorf("%v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := openAndClose(m, name); err != nil {
		t.Error(err)
	}
}

func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	m := newMatch(t, heap, "", 4, "random", "random")
	_, err = m.Run(context.Background(), nil, (&File{full, "full.jsonl"}).Append)
	if err == nil || !strings.Contains(err.Error(), "full.jsonl cannot be written: no space left") {
		t.Errorf("%v", err)
	}
}

// The parts of a match make up the whole, in any number and order.
func TestShards(t *testing.T) {
	const n = 31
	plain := newMatch(t, heap, "seats=3", n, "random", "greedy:value=parity", "random")
	whole := file(t, "whole.jsonl")
	want := keep(t, plain, whole)
	for _, of := range []int{1, 2, 5, 40} {
		var names []string
		for i := of; i >= 1; i-- {
			m := newMatch(t, heap, "seats=3", n, "random", "greedy:value=parity", "random")
			m.Shard = Shard{i, of}
			names = append(names, file(t, "part.jsonl"))
			part := keep(t, m, names[len(names)-1])
			if of == 2 {
				for _, st := range Sum(m.Terms(), part[:len(part)/3*3]).Seats {
					if st.Wins+st.Losses != len(part)/3*3 {
						t.Errorf("part %d of %d: %+v", i, of, st)
					}
				}
			}
		}
		got, notes, err := Merge(names...)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d parts: %d games, %v", of, len(got), err)
		}
		if of < 40 && len(notes) > 0 {
			t.Errorf("%d parts: %q", of, notes)
		}
		var merged bytes.Buffer
		if err := Write(&merged, got); err != nil {
			t.Fatal(err)
		}
		if one, _ := os.ReadFile(whole); !bytes.Equal(one, merged.Bytes()) {
			t.Errorf("%d parts: the merged file is not the one of the whole match", of)
		}
	}
}

func TestMergeNotesAndMistakes(t *testing.T) {
	m := newMatch(t, heap, "", 8, "random", "random")
	whole := file(t, "whole.jsonl")
	keep(t, m, whole)
	all := lines(t, whole)
	part := func(lines ...string) string {
		name := file(t, "part.jsonl")
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	games, notes, err := Merge(part(all[0], all[1], all[5]), part(all[1], all[5]), part(all[7]))
	said := strings.Join(notes, "\n")
	if err != nil || len(games) != 4 || !strings.Contains(said, "2 games of") ||
		!strings.Contains(said, "holds no game that") ||
		!strings.Contains(said,
			"4 games of those up to number 8 are missing, the first is number 3") {
		t.Errorf("%d games, %v\n%s", len(games), err, said)
	}
	if _, _, err := Merge(part(all[0]),
		part(strings.Replace(all[0], `"moves":"`, `"moves":"1 `, 1))); err == nil ||
		!strings.Contains(err.Error(),
			":1: game 1 is here, played differently, and in line 1 of ") {
		t.Errorf("%v", err)
	}
	other := newMatch(t, heap, "size=12", 2, "random", "random")
	name := file(t, "other.jsonl")
	keep(t, other, name)
	if _, _, err := Merge(whole, name); err == nil ||
		!strings.Contains(err.Error(), "size=12, not size=11") {
		t.Errorf("%v", err)
	}
	if _, _, err := Merge(whole, "missing.jsonl"); err == nil ||
		!strings.Contains(err.Error(), "missing.jsonl cannot be opened: no such file") {
		t.Errorf("%v", err)
	}
	if games, _, err := Merge(part()); err != nil || len(games) != 0 {
		t.Errorf("an empty file: %v, %v", games, err)
	}
}

// Every game of every ruleset can be played again from its line: the same result after the same
// number of actions.
func TestReplay(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 2) {
		t.Run(name, func(t *testing.T) {
			g := gametest.Load(t, name, "")
			m := &Match{Game: g, Ruleset: name, Games: 1, Seed: 3, Length: 40,
				Levels: make([]bot.Level, len(g.Rules().Teams()))}
			for i := range m.Levels {
				m.Levels[i] = level(t, g, "random")
			}
			for _, game := range run(t, m) {
				steps, p, err := g.PlayText(g.Start(), game.Moves)
				if err != nil {
					t.Fatalf("%v\n%s", err, game.Moves)
				}
				if len(steps) != game.Actions || game.Over != (p.Result() != nil) || game.Over &&
					g.ResultText(p.Result()) != game.Result {
					t.Errorf("replayed: %d actions, %s; in the line: %d actions, %s", len(steps),
						g.ResultText(p.Result()), game.Actions, game.Result)
				}
			}
		})
	}
}

// Labels that could be read as two moves are written in a different way.
func TestCommaInLabel(t *testing.T) {
	rules := strings.Replace(heap, "turn take else lose",
		"move skip \"wait, please\" { do rest -= 1 }\nturn take, skip when rest > 0 else lose", 1)
	m := newMatch(t, rules, "", 4, "random", "random")
	for _, game := range run(t, m) {
		if _, p, err := m.Game.PlayText(m.Game.Start(), game.Moves); err != nil ||
			p.Result() == nil {
			t.Errorf("%s: %v", game.Moves, err)
		}
	}
}

// A program that is killed in the middle of a match loses no complete game, and the match goes on
// as if nothing had happened.
func TestKilled(t *testing.T) {
	const n = 1_000_000 // so many that it is not over before it is killed
	newOne := func() *Match { return newMatch(t, heap, "size=60", n, "random", "random") }
	if name := os.Getenv("MATCH_TEST_FILE"); name != "" {
		keep(t, newOne(), name)
		return
	}
	name := file(t, "games.jsonl")
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	cmd.Env = append(os.Environ(), "MATCH_TEST_FILE="+name)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait(); close(ended) }()
	for {
		if text, err := os.ReadFile(name); err == nil && bytes.Count(text, []byte("\n")) > 5 {
			break // it is in the middle
		}
		select {
		case err := <-ended:
			t.Fatalf("the other program ended: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	_, played, _, err := openAndClose(newOne(), name)
	if err != nil || len(played) < 5 {
		t.Fatalf("%d games are left, %v", len(played), err)
	}
	small := newOne()
	small.Games = played[len(played)-1].Number + 20
	if got := keep(t, small, name); !reflect.DeepEqual(got, run(t, small)) {
		t.Error("continued, the match is another one")
	}
}

func TestTermsSayWhoIsTimed(t *testing.T) {
	for text, want := range map[string]bool{
		"random": false, "greedy": false, "alphabeta": true, "alphabeta:depth=3": false,
		"alphabeta:nodes=9":         false,
		"alphabeta:depth=3,time=1s": true, "mcts": true, "mcts:playouts=10": false,
		"mcts:playouts=10,time=1s": true,
	} {
		l := level(t, nil, text)
		if l.Timed() != want {
			t.Errorf("%s: %v", text, l.Timed())
		}
	}
	l := bot.Level{Name: "x", Settings: bot.Settings{Bot: "random"},
		When: []bot.Phase{{Moves: []string{"take"}, Settings: bot.Settings{Bot: "mcts"}}}}
	if !l.Timed() {
		t.Error("a phase limited by time goes unnoticed")
	}
}

// A match is not continued with a level of the same name that plays differently: with another
// tempo, or by other patterns where it judges by some only with these options.
func TestSettingsHash(t *testing.T) {
	chess := gametest.Load(t, "chess", "").Rules()
	hard, err := bot.FindLevel(gametest.Ruleset(t, "chess").Info.Levels, "hard")
	if err != nil {
		t.Fatal(err)
	}
	before := settingsHash(hard, chess)
	hard.Values = maps.Clone(hard.Values)
	v := hard.Values["activity"]
	v.Tempo++
	if hard.Values["activity"] = v; settingsHash(hard, chess) == before {
		t.Error("a tempo makes no difference")
	}
	hash := func(options string, seed uint64) string {
		w := &bot.Weights{Name: "learned", Options: map[string]string{"size": "7", "swap": "true"},
			Seed: seed}
		return settingsHash(bot.Level{Name: "x", Settings: bot.Settings{Bot: "mcts"},
			Weights: []*bot.Weights{w},
			When: []bot.Phase{{Options: map[string]string{"size": "7"},
				Settings: bot.Settings{Bot: "alphabeta", Value: "learned"}}}},
			gametest.Load(t, "hex", options).Rules())
	}
	if hash("size=7", 1) == hash("size=7", 2) {
		t.Error("weights of a phase make no difference")
	}
	if hash("", 1) != hash("", 2) {
		t.Error("weights for other options make a difference")
	}
}

// The text agrees with the numbers.
func TestSummaryText(t *testing.T) {
	terms := Terms{Entrants: []Entrant{{Level: "easy"}, {Level: "hard", Timed: true}}, Length: 100}
	var games []Game
	for n := 1; n <= 8; n++ {
		g := Game{Number: n, Terms: terms, First: "A", Turns: 10 + n, Actions: 20, Over: true,
			Result: "B wins: x", Winners: []string{"B"}, Moves: "same"}
		g.Seats = []Seat{{"A", 1, "easy"}, {"B", 2, "hard"}}
		switch n {
		case 7:
			g.Winners, g.Result = []string{}, "draw"
		case 8:
			g.Winners, g.Result, g.Over = []string{}, Unfinished, false
		}
		games = append(games, g)
	}
	s := Sum(terms, games)
	var b strings.Builder
	if err := s.Text(&b); err != nil {
		t.Fatal(err)
	}
	want := `level  wins  draws  losses  unfinished  score                    Elo
easy      0      1       6           1  12.5%   (2.2 to 47.1%)  -338  (-656 to -20)
hard      6      1       0           1  87.5%  (52.9 to 97.8%)  +338  (+20 to +656)

8 games, 1 drawn, 1 unfinished after 100 turns
won by the first player (A): 12.5% (2.2 to 47.1%)
mean length: 14.5 turns (12.5 to 16.5), from 11 to 18; 20.0 steps (20.0 to 20.0)
(in parentheses: 95% intervals)
note: only 1 of 8 games differ, so the intervals are narrower than they should be; a random opening helps
note: a level is limited by time, so the match cannot be repeated exactly
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	r := NewRunning(terms)
	for _, g := range games {
		r.Add(g)
	}
	if r.String() != "easy 1 : 7 hard" {
		t.Errorf("%s", r)
	}
	// If all games were finished, there is no column for unfinished ones, and 80 columns are
	// enough.
	b.Reset()
	if err := Sum(terms, games[:6]).Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(b.String(), "\n")[:3] {
		if strings.Contains(row, "unfinished") || len(row) > 80 {
			t.Errorf("%q", row)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ got, want string }{
		{NumberText(Estimate{61.26, 58.9, 63.66}, " turns"), "61.3 turns (58.9 to 63.7)"},
		{NumberText(Estimate{1.234, 1.1, 1.4}, ""), "1.23 (1.10 to 1.40)"},
		{NumberText(Estimate{3, -inf, inf}, " turns"),
			"3.00 turns (too few games for an interval)"},
		{PercentText(Wilson(1, 2)), "50.0% (9.5 to 90.5%)"},
		{fmt.Sprint(EloText(Estimate{inf, 320.4, inf})), "more than +320"},
		{fmt.Sprint(EloText(Estimate{-inf, -inf, -320.4})), "less than -320"},
		{fmt.Sprint(EloText(Estimate{-0.2, -10, 10})), "+0(-10 to +10)"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
