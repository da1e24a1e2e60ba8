package report

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"boardgame/dsl/topology"
	"boardgame/interp/match"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// What a search of two steps sees, and what random play does not.
func TestSight(t *testing.T) {
	long.OneThread(t)
	g := gametest.Load(t, "tic-tac-toe", "")
	for level, perfect := range map[string]bool{"alphabeta:depth=2": true, "random": false} {
		r := mustRun(t, options(t, g, level))
		s := r.Sight
		if s.Games != sightGames || s.Wins == 0 || s.Blocks == 0 {
			t.Errorf("%s: %+v", level, s)
		}
		if seen := s.Taken.Value == 1 && s.Made.Value == 1; seen != perfect {
			t.Errorf("%s: takes %v, stops %v", level, s.Taken, s.Made)
		}
		text, _, _ := texts(t, r)
		if weak := strings.Contains(text, "Play is weak"); weak == perfect ||
			!strings.Contains(text, "in one move") {
			t.Errorf("%s:\n%s", level, text)
		}
	}
}

// What happens within a game is not independent: twelve games that are the same say no more of a
// level than twelve observations, however many wins in one they leave.
func TestSightCountsGames(t *testing.T) {
	g := gametest.FromText(t, `
game "Slow"
players A, B
board square(5, 2)
piece man, dame "d"
move wait { to q in empty  do place man on q }
move take { to q in empty  do place dame on q }
turn wait, take
end {
  win if some mine & dame
  draw if ply >= 6
}
`, "")
	var games []match.Game
	for i := range sightGames {
		games = append(games,
			match.Game{Number: i + 1, Moves: "wait a1 wait b1 wait c1 wait d1 wait e1 wait e2"})
	}
	s := sight(context.Background(), g, games, 0)
	if s.Games != sightGames || s.Wins != 6*sightGames {
		t.Fatalf("%+v", s)
	}
	if independent := match.Wilson(0, sightGames); s.Taken != independent {
		t.Errorf("%v, not %v", s.Taken, independent)
	}
	// What an opening drew nobody has overlooked.
	if s := sight(context.Background(), g, games, 4); s.Wins != 2*sightGames {
		t.Errorf("%d wins behind the opening, not %d", s.Wins, 2*sightGames)
	}
	// Without time, nothing is said of a game that was not looked at as a whole.
	late, cancel := context.WithCancel(context.Background())
	cancel()
	if s := sight(late, g, games, 0); s.Games != 0 || s.Wins != 0 || s.Taken != match.Wilson(0, 0) {
		t.Errorf("without time: %+v", s)
	}
}

// Towers of any height are more than any bound of use says.
func TestSizeOfTowers(t *testing.T) {
	r := mustRun(t, options(t, gametest.Load(t, "gobblet-gobblers", ""), "random"))
	if text, _, data := texts(t, r); r.Size.Space != 0 || strings.Contains(text, "at most 10^") ||
		strings.Contains(text, "ways to put") || strings.Contains(data, `"space"`) {
		t.Errorf("%+v\n%s", r.Size, text)
	}
}

// Where it happens, how games begin, how large they are, and one of them.
func TestBoards(t *testing.T) {
	g := gametest.Load(t, "tic-tac-toe", "")
	r := mustRun(t, options(t, g, "random"))
	if len(r.Heat) != 2 || r.Heat[0].What != heatNames[arrivals] ||
		r.Heat[1].What != heatNames[endings] {
		t.Fatalf("%+v", r.Heat)
	}
	arrived, ended := 0.0, 0.0
	for i := range r.Heat[0].Mean {
		arrived, ended = arrived+r.Heat[0].Mean[i].Value, ended+r.Heat[1].Mean[i].Value
	}
	if math.Abs(arrived-r.Turns.Mean.Value) > 1e-9 || math.Abs(ended-1) > 1e-9 {
		t.Errorf("%v pieces arrive in %v turns, and the last one changes %v", arrived,
			r.Turns.Mean.Value, ended)
	}
	games := 0
	for _, o := range r.Openings {
		games += o.Games
	}
	if games != r.Games || r.Openings[0].Games < r.Openings[1].Games {
		t.Errorf("%+v", r.Openings)
	}
	// 3^9 ways to fill the board; at most 9! games.
	if math.Abs(r.Size.Space-9*math.Log10(3)) > 1e-9 || r.Size.Tree.Value < 4 ||
		r.Size.Tree.High > math.Log10(362880)+1e-9 {
		t.Errorf("%+v", r.Size)
	}
	s := r.Sample
	if s == nil || len(s.Boards) == 0 || len(s.Boards) > sampleBoards ||
		s.Boards[len(s.Boards)-1].p.Result() == nil {
		t.Errorf("%+v", s)
	}
	if _, page, _ := texts(t, r); strings.Count(page, "<svg") < 6 {
		t.Errorf("%d pictures", strings.Count(page, "<svg"))
	}
	chess := mustRun(t, func() Options {
		o := options(t, gametest.Load(t, "chess", ""), "greedy")
		o.Games = 2
		return o
	}())
	if len(chess.Heat) != 3 || chess.Heat[1].What != heatNames[captures] {
		t.Errorf("%d maps of chess", len(chess.Heat))
	}
}

// The stronger level is seen to be stronger, and the figures of both stand side by side.
func TestTrace(t *testing.T) {
	g := gametest.FromText(t, heap, "")
	o := options(t, g, "random")
	o.Value = g.Rules().Values[0]
	stronger := levelOf(t, "greedy:value=parity")
	o.Stronger, o.Trace = &stronger, 20
	r := mustRun(t, o)
	if r.Trace == nil || r.Trace.Games != 20 || r.Trace.Against != 20 || r.Trace.Score.Low < 0.6 {
		t.Fatalf("%+v", r.Trace)
	}
	text, page, _ := texts(t, r)
	for _, want := range []string{"How the figures change with skill", "Play can be better"} {
		if !strings.Contains(text, want) || !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// A report that has little time says so, and has whole games.
func TestWithin(t *testing.T) {
	g := gametest.FromText(t, heap, "")
	o := options(t, g, "random", "random", "alphabeta:time=200ms")
	o.Games, o.Within = 1_000_000, 300*time.Millisecond
	begun := time.Now()
	r, err := Run(context.Background(), o)
	if err != nil || r.Games == 0 || r.Games == o.Games || r.Games%2 != 0 {
		t.Fatalf("%v, %+v", err, r.Games)
	}
	if took := time.Since(begun); took > long.Patience {
		t.Errorf("it took %v", took)
	}
	if text, _, _ := texts(t, r); !strings.Contains(text, "There was time for") {
		t.Errorf("%s", text)
	}
}

// Winners who were never behind make no drama; one who came from far behind makes much.
func TestDrama(t *testing.T) {
	calm := [][]moment{{{0, -1, 0}, {2, 0, 3}, {4, 0, 9}}, {{0, 1, 1}, {5, 1, 9}}}
	var l Lead
	l.browne(calm, []int{0, 1}, []int{10, 10})
	if l.Drama.Value != 0 || math.Abs(l.Decided.Value-0.9) > 1e-9 {
		t.Errorf("calm: drama %v, decided %v", l.Drama, l.Decided)
	}
	wild := [][]moment{{{0, 1, 9}, {4, 1, 9}, {9, 0, 10}}, {{0, 0, 9}, {5, 1, 3}}}
	l.browne(wild, []int{0, 1}, []int{10, 10})
	if l.Drama.Value < 0.9 || math.Abs(l.Decided.Value-0.05) > 1e-9 {
		t.Errorf("wild: drama %v, decided %v", l.Drama, l.Decided)
	}
	l = Lead{}
	if l.browne(nil, nil, nil); l.Drama != (match.Estimate{}) {
		t.Errorf("no game: %v", l.Drama)
	}
}

// The label of a mark near the left edge stands above the other one, on its right.
func TestMarksNearTheEdge(t *testing.T) {
	var bins []Bin
	for from := 0; from < 1000; from += 50 {
		bins = append(bins, Bin{From: from, To: from + 49, Count: 1})
	}
	mean, median := match.Estimate{Value: 290}, match.Estimate{Value: 39}
	svg := shapePlot(bins, "turns", "games", &mean, &median)
	if strings.Contains(svg, `text-anchor="end" x="5`) ||
		!strings.Contains(svg, `y="26.0">median (dashed) 39</text>`) {
		t.Error(svg)
	}
	mean.Value, median.Value = 290, 288
	if svg = shapePlot(bins, "turns", "games", &mean, &median); !strings.Contains(svg,
		`y="42.0">median (dashed) 288</text>`) {
		t.Error(svg)
	}
}

// A heat map shows all cells, and the edges and corners on which something happens, above them.
func TestDrawnSites(t *testing.T) {
	b := gametest.Load(t, "blockade", "").Rules().Board
	h := Heat{Mean: make([]match.Estimate, b.Sites)}
	wall := 0
	for b.Cells.Has(topology.Site(wall)) {
		wall++
	}
	h.Mean[wall].Value = 0.5
	if got := drawn(b, h); len(got) != b.Cells.Len()+1 || got[len(got)-1] != wall {
		t.Errorf("%d sites, the last %d", len(got), got[len(got)-1])
	}
}
