package match

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within {
		t.Errorf("%s: %.6f, want %.6f", what, got, want)
	}
}

// Known intervals: the examples of Newcombe, Statistics in Medicine 17 (1998), table I.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ r, n, low, high float64 }{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		e := Wilson(c.r, c.n)
		near(t, "value", e.Value, c.r/c.n, 1e-12)
		near(t, "low", e.Low, c.low, 5e-5)
		near(t, "high", e.High, c.high, 5e-5)
		mirror := Wilson(c.n-c.r, c.n)
		near(t, "mirrored low", mirror.Low, 1-e.High, 1e-12)
		near(t, "mirrored high", mirror.High, 1-e.Low, 1e-12)
	}
	if e := Wilson(0, 0); e.Low != 0 || e.High != 1 {
		t.Errorf("of nothing: %v", e)
	}
	if e := Wilson(7, 7); e.High != 1 || e.Low >= 1 {
		t.Errorf("of 7 in 7: %v", e)
	}
}

func TestElo(t *testing.T) {
	near(t, "even", Elo(0.5, 2), 0, 1e-9)
	near(t, "75%", Elo(0.75, 2), 190.8485, 1e-3)
	near(t, "10 to 1", Elo(10.0/11, 2), 400, 1e-9)
	near(t, "a quarter among four", Elo(0.25, 4), 0, 1e-9)
	near(t, "twice as much as each of three others", Elo(0.4, 4), 400*math.Log10(2), 1e-9)
	if !math.IsInf(Elo(1, 2), 1) || !math.IsInf(Elo(0, 2), -1) {
		t.Error("the ends are not infinite")
	}
	e := EloOf(Wilson(150, 200), 2)
	near(t, "value", e.Value, 190.85, 0.01)
	if !(e.Low < e.Value && e.Value < e.High) {
		t.Errorf("%v is not inside", e)
	}
}

// Quantiles as every table of Student's t prints them.
func TestStudent(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.706, 2: 4.303, 5: 2.571, 10: 2.228, 11: 2.201,
		12: 2.179, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980, 1 << 30: 1.960} {
		near(t, "t", student(freedom), want, 6e-4)
	}
}

// The sample of Student's own paper (1908): the gain in sleep of ten patients, mean 2.33, standard
// deviation 2.002.
func TestMean(t *testing.T) {
	e := Mean([]float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4})
	near(t, "mean", e.Value, 2.33, 1e-9)
	near(t, "low", e.Low, 0.8977, 1e-3)
	near(t, "high", e.High, 3.7623, 1e-3)
	if e := Mean([]float64{3}); e.Value != 3 || !math.IsInf(e.High, 1) {
		t.Errorf("of one number: %v", e)
	}
	if e := Mean(nil); e.Value != 0 {
		t.Errorf("of none: %v", e)
	}
	// Two games of 1 and 30 turns: the interval would begin at -169.
	if e := Mean([]float64{1, 30}).AtLeast(0); e.Value != 15.5 || e.Low != 0 || e.High < 100 {
		t.Errorf("of two lengths: %v", e)
	}
}

// Clusters with identical members are worth no more than one observation each.
func TestClustersCountOnce(t *testing.T) {
	sums, counts := make([]float64, 50), make([]float64, 50)
	ones := make([]float64, 50)
	for i := range sums {
		counts[i], ones[i] = 100, 1
		if i%2 == 0 {
			sums[i] = 100
		}
	}
	e := Share(sums, counts)
	want := Wilson(25, 50)
	near(t, "low", e.Low, want.Low, 5e-3)
	near(t, "high", e.High, want.High, 5e-3)
	r := Ratio(sums, counts)
	near(t, "half width", r.High-r.Value, student(49)*math.Sqrt(0.25/49), 1e-3)
	// Clusters that are nearly alike are worth as many observations as they have, and so are those
	// that are alike.
	alike, nearly, hundred := make([]float64, 12), make([]float64, 12), make([]float64, 12)
	for i := range alike {
		alike[i], nearly[i], hundred[i] = 50, 50, 100
	}
	nearly[0], nearly[1] = 49, 51
	if got, want := Share(alike, hundred), Wilson(600, 1200); got != want ||
		Share(nearly, hundred) != want {
		t.Errorf("%v and %v, not %v", got, Share(nearly, hundred), want)
	}
	never := Share(make([]float64, 50), counts)
	if never.Value != 0 || never.High < 0.05 || never.High > 0.1 {
		t.Errorf("what never occurred in 50 games: %v", never)
	}
}

// Intervals of 95% hold the truth about 95 times in 100. The seed is fixed, so this cannot fail by
// chance.
func TestCoverage(t *testing.T) {
	const trials, games = 500, 60
	rng := rand.New(rand.NewPCG(1, 2))
	var share, ratio, median int
	for range trials {
		sums, counts, positive := make([]float64, games), make([]float64, games), make([]float64,
			games)
		clusters := make([][]Weighted, games)
		for i := range games {
			mood := rng.Float64() // what the observations of a game have in common
			n := 5 + rng.IntN(20)
			for range n {
				v := mood + rng.Float64() // median and mean 1, symmetric
				counts[i]++
				sums[i] += v
				if v < 1 {
					positive[i]++
				}
				clusters[i] = append(clusters[i], Weighted{v, 1})
			}
		}
		in := func(e Estimate, truth float64, count *int) {
			if e.Low <= truth && truth <= e.High {
				*count++
			}
		}
		in(Share(positive, counts), 0.5, &share)
		in(Ratio(sums, counts), 1, &ratio)
		in(Quantile(0.5, clusters), 1, &median)
	}
	for what, n := range map[string]int{"share": share, "ratio": ratio, "median": median} {
		near(t, what, float64(n)/trials, 0.95, 0.025)
	}
}

func TestQuantile(t *testing.T) {
	var clusters [][]Weighted
	for i := range 101 {
		clusters = append(clusters, []Weighted{{float64(i), 1}})
	}
	e := Quantile(0.5, clusters)
	// The order statistics that bound the median of 101 independent numbers are about 10 to either
	// side.
	if e.Value != 50 || e.Low != 40 || e.High != 60 {
		t.Errorf("the median of 0 … 100 is %v", e)
	}
	if e := Quantile(0.5, nil); e != (Estimate{}) {
		t.Errorf("of nothing: %v", e)
	}
	if e := Quantile(0.5, [][]Weighted{{{7, 3}}, {{7, 1}}}); e.Value != 7 || e.Low != 7 ||
		e.High != 7 {
		t.Errorf("of one value: %v", e)
	}
}

func TestEstimateJSON(t *testing.T) {
	text, err := json.Marshal(Estimate{1.5, math.Inf(-1), 2})
	if err != nil || string(text) != `{"value":1.5,"low":null,"high":2}` {
		t.Errorf("%s, %v", text, err)
	}
}
