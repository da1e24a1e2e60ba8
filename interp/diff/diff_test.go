package diff

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// compared compares two games and returns the report and its text.
func compared(t *testing.T, a, b *interp.Game, effort Effort) (*Report, string) {
	t.Helper()
	r, err := Compare(t.Context(), Side{Name: "one", Game: a}, Side{Name: "other", Game: b}, effort,
		nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.Text(&text, false); err != nil {
		t.Fatal(err)
	}
	return r, text.String()
}

// changed returns a built-in game with its text changed.
func changed(t *testing.T, name string, replace ...string) *interp.Game {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	text := strings.NewReplacer(replace...).Replace(rs.File.Text)
	if text == rs.File.Text {
		t.Fatalf("the rules of %s do not say %q", name, replace)
	}
	return gametest.FromText(t, text, "")
}

// wants checks that a text contains all of these.
func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

var search = Effort{Positions: 3000, Seed: 1}

// rooks is chess with only kings and rooks, where castling comes soon.
var rooks = []string{
	"r n b q k b n r", "r . . . k . . r", "R N B Q K B N R", "R . . . K . . R",
	"p p p p p p p p", ". . . . . . . .", "P P P P P P P P", ". . . . . . . .",
}

func TestOptionThatGivesAnotherTurn(t *testing.T) {
	r, text := compared(t, gametest.Load(t, "cage", "size=4"),
		gametest.Load(t, "cage", "size=4 extra=true"), search)
	f := r.Effect
	if !r.Differ || f == nil || r.Moves != nil || r.Result != nil {
		t.Fatal(text)
	}
	if !f.Shortest || len(f.B.Sentences) != 1 ||
		f.B.Sentences[0].Text != "again when extra and joins" {
		t.Errorf("%+v", f)
	}
	wants(t, text, "The same move does different things after",
		"the shortest line. Blue makes the last one.",
		"only in B: cage/cage.rules:27: again when extra and joins",
		"To move: Red in A, Blue in B.")
	// Both games can read the line.
	for _, options := range []string{"size=4", "size=4 extra=true"} {
		g := gametest.Load(t, "cage", options)
		if _, _, err := g.PlayText(g.Start(), f.Line); err != nil {
			t.Errorf("%s: %v", options, err)
		}
	}
}

// A king may castle through check.
func TestCastlingBug(t *testing.T) {
	bug := []string{`not attacked(p.d)`, `some p.d`}
	r, text := compared(t, changed(t, "chess", rooks...),
		changed(t, "chess", append(bug, rooks...)...), search)
	f := r.Moves
	if f == nil || !f.Shortest || f.Steps != 1 || len(f.OnlyA) != 0 || len(f.OnlyB) != 1 {
		t.Fatal(text)
	}
	one := f.OnlyB[0]
	if one.Why != "your king would pass through check" || one.Place.Line != lineOf(t, bug[0]) {
		t.Errorf("%+v %+v", one, one.Place)
	}
	wants(t, text, "The legal moves differ after 1 move, the shortest line. Black to move.",
		"only B has "+one.Move, "A says: your king would pass through check")
	long.Skip(t, "from the usual position, castling is too deep for a search in breadth: random "+
		"games take seconds")
	effort := search
	effort.Positions = 60_000
	r, text = compared(t, gametest.Load(t, "chess", ""), changed(t, "chess", bug...), effort)
	if f := r.Moves; f == nil || f.Shortest || len(f.OnlyA) != 0 || f.OnlyB[0].Why != one.Why {
		t.Fatal(text)
	}
	wants(t, text, "a line shortened from a random game")
}

// The rook of a castling king goes to the wrong square: the moves are the same, but their effects
// are not.
func TestCastlingWithTheWrongRook(t *testing.T) {
	bug := append([]string{"r -> p.d, fresh", "r -> p.d.d.d, fresh"}, rooks...)
	r, text := compared(t, changed(t, "chess", rooks...), changed(t, "chess", bug...), search)
	if r.Effect == nil || r.Effect.Steps != 1 || r.Effect.A.Board == r.Effect.B.Board {
		t.Fatal(text)
	}
	at := lineOf(t, bug[0])
	wants(t, text, "The pieces differ on", fmt.Sprintf("only in A: test.rules:%d: r -> p.d\n", at),
		fmt.Sprintf("only in B: test.rules:%d: r -> p.d.d.d", at))
}

// lineOf returns the number of the line of the rules of chess that holds a text.
func lineOf(t *testing.T, text string) int {
	t.Helper()
	rs := gametest.Ruleset(t, "chess")
	before, _, ok := strings.Cut(rs.File.Text, text)
	if !ok {
		t.Fatalf("the rules of chess have no %q", text)
	}
	return 1 + strings.Count(before, "\n")
}

func TestAntiForm(t *testing.T) {
	anti := changed(t, "reversi", "highest count(mine) wins", "lowest count(mine) wins")
	effort := search
	effort.Depth, effort.Sequences, effort.Games, effort.Length = 3, 1000, 40, 200
	r, text := compared(t, gametest.Load(t, "reversi", ""), anti, effort)
	if r.Moves != nil || r.Effect != nil || r.Result == nil || r.Perft.Differ != 0 {
		t.Fatal(text)
	}
	wants(t, text, "The results differ after", "Black wins", "White wins",
		"  A: reversi/reversi.rules:16: end { highest", "  B: test.rules:16: end { lowest")
	first := r.Play.Measures[2]
	if !r.Play.Proven || r.Play.Measures[0].Difference.High != 0 ||
		first.A.Value+first.B.Value < 0.999 {
		t.Errorf("%+v", r.Play)
	}
}

// Different names for the same moves and definitions are no difference, nor is a different order of
// the declarations.
func TestBehaviorNotText(t *testing.T) {
	renamed := changed(t, "cage", "jump", "hop", "leap", "vault", "clear(", "apart(", "step {",
		"walk {",
		"turn step", "turn walk", "checker", "stone")
	effort := Effort{Positions: 4000, Depth: 3, Sequences: 1e6, Games: 10, Length: 300, Seed: 1}
	r, text := compared(t, gametest.Load(t, "cage", ""), renamed, effort)
	if r.Differ || r.Play.Identical != 10 {
		t.Fatal(text)
	}
	wants(t, text, "No difference in moves or results: 4000 pairs of positions",
		"No difference was found.")
}

// What is hidden makes no difference to moves, but the report says if rules word it differently
// apart from names.
func TestHiddenIsTold(t *testing.T) {
	other := changed(t, "kuhn-poker", "hidden card(players - me)", "hidden card")
	r, text := compared(t, gametest.Load(t, "kuhn-poker", ""), other, Effort{Games: 4, Seed: 1})
	if r.Differ || len(r.Hidden) != 2 {
		t.Error(r.Hidden)
	}
	wants(t, text, "what players do not see.", "A  card(players - me)", "B  card")
	other = changed(t, "kuhn-poker", "hidden card(players - me)", "hidden dealt( players - me )",
		"card", "dealt")
	r, _ = compared(t, gametest.Load(t, "kuhn-poker", ""), other,
		Effort{Games: 4, Seed: 1, Map: map[string]string{"card": "dealt"}})
	if r.Differ || r.Hidden != nil {
		t.Error(r)
	}
}

func TestSameGame(t *testing.T) {
	effort := Effort{Positions: 20_000, Depth: -1, Sequences: 1e4, Games: 20, Length: 100, Seed: 1}
	r, text := compared(t, gametest.Load(t, "tic-tac-toe", ""), gametest.Load(t, "tic-tac-toe", ""),
		effort)
	// 5478 positions can be reached; 958 of them are over and have no moves to compare.
	if r.Differ || !r.Searched.Complete || r.Searched.Positions != 5478-958 ||
		r.Play.Identical != 20 {
		t.Fatal(text)
	}
	wants(t, text, "every position that can be reached",
		"all pairs were the same game, move for move")
}

const race = `game "Race"
players White, Black
board square(4, 3)
piece man
piece king
setup { White man: a1  Black man: a3  White king: c1  Black king: c3 }
move step { from p in mine & man  to q in p.(north|south|east) & empty  do p -> q }
move hop { from p in mine & king  to q in p.west & empty  do p -> q }
turn step, hop else lose
end { win if some mine & d3 }`

// A game that is mirrored, and one whose moves and kinds have other names, differ only in names;
// with any other change they differ, and the search does not call itself complete.
func TestSameGameWithOtherNames(t *testing.T) {
	effort := Effort{Positions: 4000, Depth: 3, Sequences: 1e4, Games: 5, Length: 100, Seed: 1}
	mirror := strings.NewReplacer("a1", "d1", "a3", "d3", "c1", "b1", "c3", "b3", "d3", "a3", "east",
		"west", "west", "east")
	other := strings.NewReplacer("man", "pawn", "king", "queen", "step", "go", "hop", "fly")
	names := map[string]string{"man": "pawn", "king": "queen", "step": "go", "hop": "fly"}
	for _, row := range []struct {
		name, text string
		names      map[string]string
		same       bool
	}{
		{"itself", race, nil, true},
		{"mirrored", mirror.Replace(race), nil, true},
		{"renamed", other.Replace(race), names, true},
		{"renamed, without a map", other.Replace(race), nil, true},
		{"mirrored, another end", strings.Replace(mirror.Replace(race), "& a3", "& a2", 1), nil, false},
		{"mirrored, another way", strings.Replace(mirror.Replace(race), "p.east &", "p.south &", 1), nil,
			false},
		{"another way", strings.Replace(race, "(north|south|east)", "(north|south|east|west)", 1), nil,
			false},
	} {
		effort.Map = row.names
		r, text := compared(t, gametest.FromText(t, race, ""), gametest.FromText(t, row.text, ""), effort)
		if r.Differ == row.same || row.same != (r.Searched != nil && r.Searched.Complete) ||
			row.same != strings.Contains(text, "every position that can be reached") {
			t.Errorf("%s: %s", row.name, text)
		}
		if mirrored := r.Map["a1"] == "d1" && r.Map["east"] == "west"; mirrored !=
			(row.name == "mirrored" || row.name == "mirrored, another end") {
			t.Errorf("%s: the map is %v", row.name, r.Map)
		}
	}
	for text, names := range map[string]map[string]string{
		`the map has "nothing", which A does not have`:                      {"nothing": "man"},
		`the map has "nothing", which B does not have`:                      {"man": "nothing"},
		`the map gives man the name king, but not what king is called then`: {"man": "king"},
		`the map gives king and man the same name king`:                     {"man": "king", "king": "king"},
	} {
		g := Side{Game: gametest.FromText(t, race, "")}
		_, err := Compare(t.Context(), g, g, Effort{Map: names}, nil)
		if err == nil || err.Error() != text {
			t.Errorf("%v: %v", names, err)
		}
	}
}

// Counters count by what they do, whatever they are called; the map may name them.
func TestOtherCounters(t *testing.T) {
	const rules = `game "Count"
players White, Black
board square(4, 1)
piece stone
counter pace per player = 0
move put {
  at c in empty
  do place stone on c, pace += 1
}
turn put else draw
end { win "two" if pace = 2 }
`
	effort := Effort{Positions: 100, Depth: 3, Sequences: 1e3, Games: 5, Length: 20, Seed: 1,
		Map: map[string]string{"pace": "speed"}}
	a, b := gametest.FromText(t, rules, ""), gametest.FromText(t,
		strings.ReplaceAll(rules, "pace", "speed"), "")
	if r, text := compared(t, a, b, effort); r.Differ {
		t.Error(text)
	}
}

// Different odds for the same rolls are a difference, and are reported.
func TestOtherOdds(t *testing.T) {
	const dice = `game "Dice"
players White, Black
board square(3, 1)
piece stone
counter die = 0
chance roll {
  with   n in 1..3
  weight if n = 1: 2 else 1
  do     die := n
  then   go
}
move go { at c in cells do die := 0 }
turn roll
`
	fair := strings.Replace(dice, "if n = 1: 2 else 1", "if n = 1: 1 else 1", 1)
	twice := strings.Replace(dice, "if n = 1: 2 else 1", "if n = 1: 4 else 2", 1)
	a := gametest.FromText(t, dice, "")
	r, text := compared(t, a, gametest.FromText(t, fair, ""), search)
	if r.Moves == nil || r.Moves.Steps != 0 {
		t.Fatal(text)
	}
	wants(t, text, "The odds differ: 1 has 50.0% in A and 33.3% in B.")
	effort := Effort{Positions: 200, Games: 10, Length: 20, Seed: 1}
	if r, text := compared(t, a, gametest.FromText(t, twice, ""), effort); r.Differ ||
		r.Play.Identical != 10 {
		t.Fatal(text)
	}
}

func TestOtherStart(t *testing.T) {
	r, text := compared(t, gametest.Load(t, "cage", "size=4"), gametest.Load(t, "cage", "size=6"),
		Effort{Positions: 100, Depth: 1, Sequences: 1000})
	if !r.Differ || r.Start == nil || r.Searched != nil || r.Perft.Differ != 1 {
		t.Fatal(text)
	}
	wants(t, text, "The games begin differently.", "A has 16 sites, B has 36.", "depth 1, behind")
	r, text = compared(t, gametest.Load(t, "reversi", ""),
		changed(t, "reversi", "{e4, d5}", "{d4, d5}", "{d4, e5}", "{e4, e5}"), search)
	if !r.Differ || r.Start == nil {
		t.Fatal(text)
	}
	wants(t, text, "The pieces differ on d4 e4.")
}

func TestMoveThatIsNotThere(t *testing.T) {
	without := changed(t, "cage", "turn step, jump, leap else pass", "turn step, jump else pass",
		"then  jump from q, leap from q", "then  jump from q")
	r, text := compared(t, gametest.Load(t, "cage", "size=4"), without, Effort{})
	if r.Start == nil {
		t.Fatal(text)
	}
	a := gametest.Load(t, "cage", "")
	r, text = compared(t, a, without, search)
	if r.Moves == nil || len(r.Moves.OnlyA) == 0 || r.Moves.OnlyA[0].Why == "" {
		t.Fatal(text)
	}
	if r.Moves.Steps > 1 || !r.Moves.Shortest {
		t.Errorf("there is a shorter line than\n%s", text)
	}
}

func TestBots(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	levels := func(names ...string) (all []bot.Level) {
		for _, name := range names {
			l, err := bot.FindLevel(nil, name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, l)
		}
		return all
	}
	effort := Effort{Games: 6, Length: 100, Seed: 3}
	r, err := Compare(t.Context(), Side{"a", g, levels("greedy", "greedy")},
		Side{"b", g, levels("greedy", "greedy")},
		effort, nil)
	if err != nil || r.Play.Identical != 6 || r.Play.Players != "greedy against greedy" {
		t.Fatalf("%+v %v", r.Play, err)
	}
	if _, err := Compare(t.Context(), Side{"a", g, levels("greedy")}, Side{"b", g, nil}, effort,
		nil); err == nil ||
		!strings.Contains(err.Error(), "the game has 2 players, and there are levels for 1") {
		t.Errorf("%v", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	watch := func(stage string, done, total int) {
		if stage == "comparing positions" && done > 500 {
			cancel()
		}
	}
	a := gametest.Load(t, "cage", "")
	r, err := Compare(ctx, Side{Name: "a", Game: a}, Side{Name: "b", Game: a}, Standard, watch)
	if err != nil || !r.Stopped || r.Searched.Positions >= Standard.Positions || r.Play != nil {
		t.Fatalf("%+v %v", r, err)
	}
	var text strings.Builder
	if err := r.Text(&text, false); err != nil {
		t.Fatal(err)
	}
	wants(t, text.String(), "Interrupted. This is what was found until then.")
}

// Every game and its variant can be reported without a panic, and as JSON.
func TestReports(t *testing.T) {
	base, _ := ruleset.Find("cage")
	for _, change := range []string{
		`turn step`, `end { draw "at once" if no empty }`, `turn step, jump`,
		`players Red, Blue, Green`,
		"move step {\n  from p in mine\n  to q in p.around & theirs\n  do remove q, p -> q\n}",
	} {
		rules, list := dsl.Load(source.NewFile("variant.rules",
			"game \"V\" extends \"cage\"\n"+change+"\n"), nil,
			ruleset.Library{})
		if rules == nil || list.HasErrors() {
			continue // such as a third player without pieces of their own
		}
		own, _ := dsl.Load(base.File, nil, ruleset.Library{})
		r, text := compared(t, interp.New(own), interp.New(rules),
			Effort{Positions: 500, Depth: 2, Sequences: 1e5, Games: 3, Length: 50, Seed: 1})
		data, err := json.Marshal(r)
		if err != nil || !json.Valid(data) || !r.Differ || !strings.HasSuffix(text, "differ.\n") {
			t.Errorf("%s: %v\n%s", change, err, text)
		}
	}
}

// After random games find a difference, a search for shorter lines follows: the line is the
// shortest, and the report knows it.
func TestTheShortestLineIsProved(t *testing.T) {
	misere := changed(t, "tic-tac-toe", `win "three in a row"`, `lose "three in a row"`)
	for seed := range uint64(5) {
		effort := search
		effort.Positions, effort.Depth, effort.Games, effort.Seed = 1200, 0, 0, seed
		r, text := compared(t, gametest.Load(t, "tic-tac-toe", ""), misere, effort)
		if r.Searched.Games == 0 || r.Result == nil || r.Result.Steps != 5 || !r.Result.Shortest {
			t.Fatal(text)
		}
	}
}

// The random setup of a game is no turn of it, whoever plays.
func TestSetupIsNoTurn(t *testing.T) {
	g := gametest.Load(t, "liars-dice", "")
	random, err := bot.FindLevel(nil, "random")
	if err != nil {
		t.Fatal(err)
	}
	effort := Effort{Games: 5, Length: 1, Seed: 1}
	for _, levels := range [][]bot.Level{nil, {random, random}} {
		side := Side{Name: "one", Game: g, Levels: levels}
		r, err := Compare(t.Context(), side, side, effort, nil)
		if err != nil {
			t.Fatal(err)
		}
		// Nobody can doubt a bid before there is one, so every game has a turn, and goes on.
		if length := r.Play.Measures[0].A; length.Value != 1 || r.Play.Unfinished[0] != 5 ||
			r.Play.Measures[1].A.Value < 2 {
			t.Errorf("%+v", r.Play)
		}
	}
}

// Sequences are counted from a random setup, the same in both games, as perft counts them.
func TestRandomSetup(t *testing.T) {
	const drawn = `game "Drawn"
players A, B
board square(3, 3)
piece stone
counter x = 0
setup then flip
chance flip {
  with n in 1..50
  do x += n
  then flip when x < 300
}
move put {
  at c in empty if x mod 2 = 0 or c in {a1, b2}
  do place stone on c
}
turn put else draw "full"
end { draw "two" if count(occupied) = 2 }
`
	renamed := strings.NewReplacer("stone", "pebble", "flip", "toss").Replace(drawn)
	a := gametest.FromText(t, drawn, "")
	for seed := range uint64(8) {
		effort := Effort{Depth: 2, Seed: seed}
		r, text := compared(t, a, gametest.FromText(t, renamed, ""), effort)
		want := a.Perft(a.SetUp(seed), 1, interp.Turns)
		if r.Perft.Differ != 0 || len(r.Perft.Depths) == 0 || r.Perft.Depths[0].A != want {
			t.Errorf("seed %d, %d sequences by perft:\n%s", seed, want, text)
		}
	}
	for _, name := range []string{"hearts", "whist"} {
		g := gametest.Load(t, name, "")
		r, text := compared(t, g, g, Effort{Depth: 1, Seed: 3})
		if len(r.Perft.Depths) != 1 || r.Perft.Differ != 0 {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// A turn with too many sequences is not counted, and the report says so.
func TestTurnTooLongToCount(t *testing.T) {
	for _, depth := range []int{1, -1} {
		g := gametest.Load(t, "stratego-small", "")
		r, text := compared(t, g, g, Effort{Depth: depth, Sequences: 1000,
			Longest: 50 * time.Millisecond})
		if !r.Perft.Cut || r.Stopped || r.Differ {
			t.Errorf("depth %d:\n%s", depth, text)
		}
		wants(t, text, "depth 1 takes too long to count; --unit steps")
	}
}
