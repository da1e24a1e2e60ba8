package report

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"

	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/match"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Who takes the last counter has won; `never` is never possible, and the second sentence never
// decides.
const heap = `
game "Heap <1>"
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
move never {
  with n in 5..6
  if rest < 0
  do rest -= n
}
turn take, never else lose
end {
  win "the last one" if rest = 0
  draw if rest > 100
}
value parity = if rest mod 4 = 0: 10 else 0
`

func levelOf(t testing.TB, text string) bot.Level {
	t.Helper()
	l, err := bot.FindLevel(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func options(t testing.TB, game *interp.Game, self string, ladder ...string) Options {
	t.Helper()
	o := Options{Game: game, Ruleset: "heap", Level: levelOf(t, self), Games: 40, Seed: 3, Rung: 20,
		Jobs: 1}
	for _, l := range ladder {
		o.Ladder = append(o.Ladder, levelOf(t, l))
	}
	return o
}

func mustRun(t testing.TB, o Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func texts(t testing.TB, r *Report) (text, page, data string) {
	t.Helper()
	var a, b bytes.Buffer
	if err := r.Text(&a); err != nil {
		t.Fatal(err)
	}
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	c, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return a.String(), b.String(), string(c)
}

// The whole of it, on a game of which everything is known.
func TestHeap(t *testing.T) {
	g := gametest.FromText(t, heap, "")
	o := options(t, g, "random", "random", "greedy:value=parity")
	o.Value = g.Rules().Values[0]
	calls := 0
	o.Progress = func(done, total int, what string) {
		if calls++; done != calls || total != 60 || what == "" {
			t.Errorf("progress %d of %d, %q", done, total, what)
		}
	}
	r := mustRun(t, o)
	if calls != 60 {
		t.Errorf("%d calls", calls)
	}
	if r.Games != 40 || r.Winners[0].Games+r.Winners[1].Games != 40 || r.Decisive.Value != 1 ||
		r.Opener != "A" {
		t.Errorf("%+v", r.Winners)
	}
	if r.Turns.Shortest < 4 || r.Turns.Longest > 11 || r.Turns.Mean != r.Actions.Mean {
		t.Errorf("%+v", r.Turns)
	}
	// Three choices until the last two counters.
	if all := r.Choices[0]; all.Most != 3 || all.Mean.Value < 2 || all.Mean.Value > 3 ||
		all.Median.Value != 3 || r.Choices[1].Mean.Value != 3 || r.Choices[3].Mean.Value >= 3 {
		t.Errorf("%+v", r.Choices)
	}
	sum := 0
	for _, c := range r.Choices[1:] {
		sum += c.Decisions
	}
	if sum != r.Choices[0].Decisions {
		t.Errorf("the phases have %d decisions of %d", sum, r.Choices[0].Decisions)
	}
	if len(r.Moves) != 2 || r.Moves[0].Move != "take" || r.Moves[0].Share.Value != 1 ||
		r.Moves[0].Possible.Value != 1 || r.Moves[1].Actions != 0 || r.Moves[1].Share.High > 0.1 {
		t.Errorf("%+v", r.Moves)
	}
	if len(r.Ends) != 2 || r.Ends[0].Games != 40 || r.Ends[0].Outcome != "win" ||
		r.Ends[1].Games != 0 || r.Ends[1].Reason != "rest > 100" {
		t.Errorf("%+v", r.Ends)
	}
	if len(r.Ladder) != 1 || r.Ladder[0].Upper != "greedy:value=parity" ||
		r.Ladder[0].Score.Low < 0.6 || r.Ladder[0].Fair != 0.5 || r.Ladder[0].Games != 20 {
		t.Errorf("%+v", r.Ladder)
	}
	notes := strings.Join(r.Notes, "\n")
	for _, want := range []string{"The move never was never possible.",
		`No game ended by draw "rest > 100".`} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q lacks %q", notes, want)
		}
	}
	text, page, data := texts(t, r)
	for _, s := range []string{text, page, data} {
		if strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("not a number:\n%s", s)
		}
	}
	for _, title := range []string{"What stands out", "Who wins", "How long", "How many choices",
		"How the lead changes", "Which moves are used", "Which ends decide",
		"Whether skill tells"} {
		if !strings.Contains(text, "\n"+title+"\n") ||
			!strings.Contains(page, "<h2>"+title+"</h2>") {
			t.Errorf("there is nothing on %q", title)
		}
	}
	if !strings.Contains(page, "<h1>Heap &lt;1&gt;</h1>") || strings.Contains(page, "<1>") ||
		strings.Contains(page, "src=") || strings.Contains(page, "<script") {
		t.Error("the page is not safe, or not whole")
	}
}

// The same seed gives the same report, whatever the number of jobs.
func TestSameSeedSameReport(t *testing.T) {
	for _, byValue := range []bool{true, false} {
		var want string
		for _, jobs := range []int{1, 3, 8} {
			g := gametest.FromText(t, heap, "seats=3 size=14")
			o := options(t, g, "greedy:slip=50", "random", "greedy")
			o.Jobs = jobs
			if byValue {
				o.Value = g.Rules().Values[0]
			}
			text, page, data := texts(t, mustRun(t, o))
			if got := text + page + data; want == "" {
				want = got
			} else if got != want {
				t.Errorf("by value %v: %d jobs give another report", byValue, jobs)
			}
		}
	}
}

// Plots are drawings that any browser reads: well-formed, with finite numbers inside the picture.
func TestPlots(t *testing.T) {
	long.OneThread(t)
	g := gametest.FromText(t, heap, "size=40")
	_, page, _ := texts(t, mustRun(t, options(t, g, "random", "random", "greedy:value=parity")))
	plots := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1)
	if len(plots) < 6 {
		t.Fatalf("only %d plots", len(plots))
	}
	for _, p := range plots {
		d := xml.NewDecoder(strings.NewReader(p))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v\n%s", err, p)
			}
		}
		for _, m := range regexp.MustCompile(` (?:x|x1|x2|cx)="([^"]*)"`).FindAllStringSubmatch(p,
			-1) {
			var v float64
			if err := json.Unmarshal([]byte(m[1]), &v); err != nil || v < 0 || v > plotWidth {
				t.Errorf("%s is outside", m[0])
			}
		}
		if strings.Contains(p, "-0<") || strings.Contains(p, "-0%") {
			t.Errorf("minus nothing\n%s", p)
		}
	}
}

func TestOneThreeAndFourPlayers(t *testing.T) {
	long.OneThread(t)
	for _, seats := range []string{"1", "3", "4"} {
		r := mustRun(t, options(t, gametest.FromText(t, heap, "size=20 seats="+seats), "random",
			"random", "greedy:value=parity"))
		if one := seats == "1"; (r.Lead == nil) != one || (len(r.Ladder) == 0) != one {
			t.Errorf("%s players: lead %v, ladder %v", seats, r.Lead, r.Ladder)
		}
		text, _, _ := texts(t, r)
		if strings.Contains(text, "NaN") {
			t.Errorf("%s players:\n%s", seats, text)
		}
		draw := fmt.Sprintf("A draw of all %[1]s counts 1/%[1]s.", seats)
		if strings.Contains(text, draw) != (seats != "1") {
			t.Errorf("%s players: it should say %q\n%s", seats, draw, text)
		}
	}
}

// Cancelled, there is a report of what has been played, or none.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t, gametest.FromText(t, heap, ""), "random", "random", "greedy")
	o.Progress = func(done, _ int, _ string) {
		if done == 7 {
			cancel()
		}
	}
	r, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || r == nil || r.Games != 7 || len(r.Ladder) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	texts(t, r)
	if r, err := Run(ctx, o); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", r, err)
	}
}

// Two sentences may give one reason: that none ended by the other is said only where no game ended
// by the reason.
func TestReasonOfTwoSentences(t *testing.T) {
	text := strings.Replace(heap, "draw if rest > 100",
		`lose "the last one" if rest > 100  lose "too many" if rest > 200  `+
			`win "too many" if rest > 300`, 1)
	r := mustRun(t, options(t, gametest.FromText(t, text, ""), "random"))
	var got []string
	for _, note := range r.Notes {
		if strings.HasPrefix(note, "No game ended by") {
			got = append(got, note)
		}
	}
	if want := []string{`No game ended by lose "too many".`,
		`No game ended by win "too many".`}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// Random games know who is going to win: with one counter left for the player to move, everyone
// does.
func TestRandomGamesJudge(t *testing.T) {
	r := mustRun(t, options(t, gametest.FromText(t, heap, ""), "random"))
	if r.Lead.By != "random games" || r.Lead.Games != 40 || r.Lead.Settled.Value <= 0 ||
		r.Lead.Settled.Value > 1 {
		t.Errorf("%+v", r.Lead)
	}
	last := r.Lead.Foretold[len(r.Lead.Foretold)-1]
	if last.At != 0.9 || last.Value.Value < 0.6 {
		t.Errorf("at the end it is foretold %v", last)
	}
}

func TestLeader(t *testing.T) {
	for _, c := range []struct {
		values []float64
		out    uint16
		want   int
	}{
		{[]float64{1, 0}, 0, 0}, {[]float64{-3, -2}, 0, 1}, {[]float64{2, 2}, 0,
			-1}, {[]float64{0, 0, 0}, 0, -1}, {[]float64{-1, -1, -2}, 0, -1},
		{[]float64{1, 3, 3}, 0, -1}, {[]float64{3, 3, 4}, 0, 2}, {[]float64{5, 3, 4}, 1, 2},
		{[]float64{0, 0, 5}, 4, -1},
	} {
		s := position.NewState(len(c.values), 1, 0, 0)
		s.Out = c.out
		p := position.Of(s)
		g := &ir.Game{Players: make([]ir.Player, len(c.values))}
		if got, _ := leader(g, func(player int) float64 { return c.values[player] }, p); got != c.want {
			t.Errorf("%v without %b: %d leads, not %d", c.values, c.out, got, c.want)
		}
	}
	g := &ir.Game{Players: []ir.Player{{Team: 5}, {Team: 10}, {Team: 5}, {Team: 10}}}
	number := func(player int) float64 { return float64(player * player) }
	if got, by := leader(g, number, position.Of(position.NewState(4, 1, 0, 0))); got != 1 || by != 3 {
		t.Errorf("team %d leads by %v", got, by)
	}
	if clearly([]float64{22, 18}, 0) || !clearly([]float64{30, 10}, 0) ||
		clearly([]float64{20, 2, 18}, 0) {
		t.Error("chance makes a lead, or none is one")
	}
}

func moments(leaders ...int) []moment {
	var all []moment
	for i, l := range leaders {
		all = append(all, moment{i, l, 1})
	}
	return all
}

func TestStoryOfALead(t *testing.T) {
	// A capture that is answered at once is not a lead; at the end it stands.
	if got := held(moments(-1, 0, -1, 1, 1, 0, 1, 1, 0), 2); !reflect.DeepEqual(got,
		moments(-1, -1, -1, 1, 1, -1, 1, 1, 0)) {
		t.Errorf("%v", got)
	}
	if got := held(moments(0, 1, 0, 1), 1); !reflect.DeepEqual(got, moments(0, 1, 0, 1)) {
		t.Errorf("%v", got)
	}
	for want, m := range map[int][]moment{0: moments(-1, 0, -1, 0), 1: moments(0, 0, 1, 1),
		2: moments(0, -1, 1, -1, 0), 3: moments(0, 1, 2, 0)} {
		if got := countChanges(m); got != want {
			t.Errorf("%v: %d changes, not %d", m, got, want)
		}
	}
	if since, another := story(moments(-1, 1, -1, 0, 0), 0, 10); since != 0.3 || !another {
		t.Errorf("since %v, another %v", since, another)
	}
	if since, another := story(moments(-1, -1, 1), 0, 3); since != 1 || !another {
		t.Errorf("since %v, another %v", since, another)
	}
	if since, another := story(moments(0, 0), 0, 2); since != 0 || another {
		t.Errorf("since %v, another %v", since, another)
	}
	if got := leaderAt([]moment{{0, -1, 0}, {4, 1, 1}, {8, 0, 1}}, 7); got != 1 {
		t.Errorf("%d leads at turn 7", got)
	}
}

func TestHistogram(t *testing.T) {
	if got := histogram([]int{3, 3, 5}); !slices.Equal(got, []Bin{{3, 3, 2}, {4, 4, 0}, {5, 5, 1}}) {
		t.Errorf("%v", got)
	}
	for _, spread := range []int{24, 25, 49, 50, 100, 999, 12345} {
		sample := []int{7, 7 + spread}
		for i := range spread {
			sample = append(sample, 7+i)
		}
		bins := histogram(sample)
		sum := 0
		for i, b := range bins {
			sum += b.Count
			if w := b.To - b.From + 1; i > 0 && (b.From != bins[i-1].To+1 || b.From%w != 0) {
				t.Errorf("spread %d: %v after %v", spread, b, bins[i-1])
			}
		}
		if len(bins) > maxBins+1 || len(bins) < 8 || sum != len(sample) {
			t.Errorf("spread %d: %d bins with %d of %d", spread, len(bins), sum, len(sample))
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		about     int
		want      []float64
	}{
		{0, 10, 5, []float64{0, 2, 4, 6, 8, 10}}, {0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{15.5, 43.5, 6, []float64{20, 25, 30, 35, 40}}, {2, 2, 5, []float64{2}},
	} {
		got := ticks(c.low, c.high, c.about)
		if len(got) != len(c.want) {
			t.Errorf("%v to %v: %v", c.low, c.high, got)
			continue
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-9 {
				t.Errorf("%v to %v: %v", c.low, c.high, got)
			}
		}
	}
}

// Every ruleset can be reported on.
func TestRulesets(t *testing.T) {
	long.Skip(t, "plays every ruleset")
	for _, name := range ruleset.List() {
		t.Run(name, func(t *testing.T) {
			g := gametest.Load(t, name, "")
			o := options(t, g, "random")
			o.Games, o.Length = 2, 6
			if len(g.Rules().Values) > 0 {
				o.Value = g.Rules().Values[0]
			} else {
				o.Length = 4 // random games from so many positions take their time
			}
			text, page, _ := texts(t, mustRun(t, o))
			if strings.Contains(text+page, "NaN") {
				t.Errorf("%s", text)
			}
		})
	}
}

// A move that was drawn for the opening is not a choice of the level.
func TestOpeningIsNotChosen(t *testing.T) {
	long.OneThread(t)
	o := options(t, gametest.FromText(t, heap, "size=30"), "random")
	plain := mustRun(t, o)
	o.Opening = 4
	r := mustRun(t, o)
	if all := r.Choices[0].Decisions; r.Moves[0].Actions != all-4*40 ||
		plain.Moves[0].Actions != plain.Choices[0].Decisions {
		t.Errorf("%d actions of %d decisions", r.Moves[0].Actions, all)
	}
	if r.Opening != 4 || match.DefaultLength != r.Limit {
		t.Errorf("%+v", r)
	}
}

// What chance decides is nobody's choice: its moves are missing from the list, and the others are
// possible whenever someone chooses.
func TestChanceIsNotChosen(t *testing.T) {
	const dice = `
game "Dice"
players White, Black
board square(3, 3)
piece man
counter die = 0
chance roll {
  with n in 1..2
  do   die := n
  then put
}
chance never { with n in 1..2  if die = 9 }
move put {
  at c in empty
  do place man on c
}
turn roll, never else draw
end { win "two in a row" if in_a_row(mine, 2) }
`
	r := mustRun(t, options(t, gametest.FromText(t, dice, ""), "random"))
	if len(r.Moves) != 2 || r.Moves[0].Move != "put" || r.Moves[0].Possible.Value != 1 ||
		r.Moves[0].Share.Value != 1 || r.Moves[1].Move != "never" ||
		r.Moves[1].Possible.Value != 0 {
		t.Errorf("%+v", r.Moves)
	}
	text, page, _ := texts(t, r)
	if all := text + page; strings.Contains(all, "never chosen") ||
		!strings.Contains(all, "The move never was never possible.") {
		t.Errorf("%s", text)
	}
	// Nor are they decisions with a number of choices.
	if c := r.Choices[0]; c.Decisions != r.Moves[0].Actions || c.Most != 9 ||
		r.LegalShape[0].From < 4 || c.Forced.Value != 0 || r.ByTurn[0].Value.Value != 9 {
		t.Errorf("%+v %+v %+v", c, r.LegalShape, r.ByTurn)
	}
}

// Chance throws a coin before the first turn, as often as it takes. A player can win at any time.
const coin = `
game "Coin"
players A, B
board square(3, 3)
piece stone
counter thrown = 0
counter won = 0
setup then flip
chance flip {
  with n in 1..50
  do   thrown += n
  then flip when thrown < 200
}
move put { at c in empty  do place stone on c }
move claim { do won := 1 }
turn put, claim
end { win "claimed" if won = 1  draw "full" if no empty }
`

// What chance sets up is no turn, no decision and no beginning of a game: without it, the report is
// about the same game, and its figures differ only as games of other random numbers do.
func TestSetupIsNoTurn(t *testing.T) {
	long.OneThread(t)
	with := gametest.FromText(t, coin, "")
	without := gametest.FromText(t, strings.Replace(coin, "setup then flip\n", "", 1), "")
	for _, opening := range []int{0, 1, 2} {
		for _, g := range []*interp.Game{with, without} {
			o := options(t, g, "random")
			o.Opening = opening
			r := mustRun(t, o)
			turns := 0.0
			for _, b := range r.Turns.Shape {
				turns += float64(b.From * b.Count)
			}
			c := r.Choices[0]
			if float64(c.Decisions) != turns || c.Most != 10 || c.Forced.Value != 0 ||
				r.LegalShape[len(r.LegalShape)-1].To > 10 || r.Turns.Shortest <= opening ||
				r.Turns.Longest > 9 || r.ByTurn[0].Value.Value != 10 || r.Choices[1].Most != 10 ||
				opening == 0 && r.Turns.Shortest != 1 {
				t.Errorf("an opening of %d: %v turns\n%+v\n%+v\n%+v\n%+v", opening, turns, r.Turns,
					r.Choices, r.LegalShape, r.ByTurn)
			}
			if len(r.Openings) < 4 || len(r.Openings) > 10 || slices.ContainsFunc(r.Openings,
				func(o Opening) bool { return o.Moves != "claim" && len(o.Moves) != 2 }) {
				t.Errorf("openings: %+v", r.Openings)
			}
			// After the random turns there is a win in one step at every decision.
			sample := r.Sample.Boards
			if last := sample[len(sample)-1]; last.Turns < 1 || last.Turns > 9 {
				t.Errorf("boards: %+v", sample)
			}
			if s := r.Sight; s.Games != sightGames || s.Blocks != 0 || s.Wins !=
				chosenIn(r, opening) {
				t.Errorf("an opening of %d: %+v", opening, s)
			}
		}
	}
}

// chosenIn counts the decisions after the opening in the games that [Sight] looks at.
func chosenIn(r *Report, opening int) (n int) {
	for _, t := range r.traces[:sightGames] {
		for _, d := range t.decisions {
			n += int(truth(d.turn >= opening))
		}
	}
	return n
}

// Ends that no sentence of the rules gives have an outcome too, and no row of a table has a gap.
func TestOtherEnds(t *testing.T) {
	long.OneThread(t)
	const clash = `
game "Clash"
players White, Black
board square(4, 4)
piece man
setup {
  White man: light
  Black man: dark
}
move clash {
  from p in mine
  to   q in p.orthogonal & theirs
  do   p -> q
}
turn clash else `
	for last, want := range map[string]string{"lose": "win", "draw": "draw"} {
		r := mustRun(t, options(t, gametest.FromText(t, clash+last+"\n", ""), "random"))
		if len(r.Ends) != 1 || r.Ends[0].Outcome != want || r.Ends[0].Reason != "no move is left" {
			t.Errorf("%s: %+v", last, r.Ends)
		}
		tables := [][][]string{endRows(r)}
		if l := r.Lead; l.Games > 0 {
			tables = append(tables, foretoldRows(l))
			if n := len(foretoldRows(l)); n != parts {
				t.Errorf("%s: there are %d parts of the game", last, n)
			}
		}
		for _, rows := range tables {
			for _, row := range rows[1:] {
				if slices.Contains(row, "") {
					t.Errorf("%s: a gap in %q", last, row)
				}
			}
		}
	}
}
