package match_test

import (
	"math"
	"testing"

	"boardgame/interp/match"
)

// Results that are exactly what points promise give these points back, through a chain of entrants,
// and more games give narrower intervals.
func TestRate(t *testing.T) {
	share := func(d float64) float64 { return 1 / (1 + math.Pow(10, -d/400)) }
	widths := []float64{}
	for _, games := range []int{100, 10_000} {
		all := []match.Pairing{
			{A: 0, B: 1, Games: games, Points: float64(games) * share(-150)},
			{A: 1, B: 2, Games: games, Points: float64(games) * share(200)},
		}
		got := match.Rate(3, all, map[int]float64{2: 1500})
		for i, want := range []float64{1550, 1700, 1500} {
			if math.Abs(got[i].Value-want) > 300/math.Sqrt(float64(games)) {
				t.Errorf("%d games: entrant %d has %.1f points, not %.0f", games, i, got[i].Value, want)
			}
		}
		widths = append(widths, got[0].High-got[0].Low)
		if got[0].High-got[0].Low <= got[1].High-got[1].Low || got[2].High != 1500 {
			t.Errorf("the interval grows with the chain: %v", got)
		}
	}
	if r := widths[0] / widths[1]; math.Abs(r-10) > 0.2 {
		t.Errorf("a hundred times as many games make the interval %.2f times narrower", r)
	}
}

// Whoever won every game, or met nobody, has points without an infinity, and an interval that says
// how little is known.
func TestRateOfLittle(t *testing.T) {
	got := match.Rate(3, []match.Pairing{{A: 0, B: 1, Games: 8, Points: 8}},
		map[int]float64{1: 1000})
	if e := got[0]; e.Value < 1300 || e.Value > 1800 || e.High-e.Low < 600 {
		t.Errorf("eight wins of eight: %v", e)
	}
	if e := got[2]; e.High-e.Low < 1e5 || math.IsNaN(e.Low) {
		t.Errorf("no game: %v", e)
	}
}
