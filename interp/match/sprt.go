package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test (Wald, 1945): is the first entrant better by High Elo
// points, or only by Low? Both errors have a probability of 5 %.
//
// It looks at pairs of games with the same opening and swapped seats, whose scores are nearly
// normal, so that openings which favor one side cost nothing (the generalized test that chess
// engines are tested with).
type SPRT struct{ Low, High float64 }

// ParseSPRT reads "0,10".
func ParseSPRT(text string) (SPRT, error) {
	low, high, ok := strings.Cut(text, ",")
	a, err1 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	b, err2 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	const most = 1000
	if !ok || err1 != nil || err2 != nil || !(a < b) || math.Abs(a) > most || math.Abs(b) > most {
		return SPRT{}, fmt.Errorf(
			"%q is no pair of Elo differences; expected LOW,HIGH, the smaller first, such as 0,10",
			text)
	}
	return SPRT{a, b}, nil
}

// Verdict is what a test has found.
type Verdict struct {
	LLR      float64 `json:"llr"` // the logarithm of the likelihood ratio
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Pairs    int     `json:"pairs"`
	Decision string  `json:"decision"` // low, high, or none
}

// The bounds of the test, and the fewest pairs after which it decides: before, the normal
// distribution is no good approximation.
var sprtBound = math.Log(0.95 / 0.05)

const fewestPairs = 8

// Test looks at the games of a match of two that have no gap, from number 1 on.
func (t SPRT) Test(games []Game) Verdict {
	v := Verdict{Lower: -sprtBound, Upper: sprtBound, Pairs: len(games) / 2, Decision: "none"}
	// One pair lost and one won are added, so that the spread is not 0 while all pairs are alike.
	scores := []float64{0, 1}
	for i := 0; i+1 < len(games); i += 2 {
		scores = append(scores, (first(&games[i])+first(&games[i+1]))/2)
	}
	var sum, squares float64
	for _, s := range scores {
		sum += s
	}
	n := float64(len(scores))
	mean := sum / n
	for _, s := range scores {
		squares += (s - mean) * (s - mean)
	}
	low, high := share(t.Low), share(t.High)
	v.LLR = n * (high - low) * (2*mean - low - high) / (2 * squares / n)
	switch {
	case v.Pairs < fewestPairs:
	case v.LLR >= v.Upper:
		v.Decision = "high"
	case v.LLR <= v.Lower:
		v.Decision = "low"
	}
	return v
}

// first returns the points of the first entrant.
func first(g *Game) float64 {
	for i, p := range g.Points() {
		if g.Seats[i].Entrant == 1 {
			return p
		}
	}
	return 0
}

// share is the score that a difference in Elo points promises.
func share(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Text says what was found in a sentence.
func (v Verdict) Text(t SPRT, name string) string {
	bounds := fmt.Sprintf("log-likelihood ratio %.2f, bounds %.2f and %.2f, %d pairs", v.LLR,
		v.Lower, v.Upper, v.Pairs)
	switch v.Decision {
	case "high":
		return fmt.Sprintf("SPRT: %s is better by %g Elo rather than %g (%s)", name, t.High, t.Low,
			bounds)
	case "low":
		return fmt.Sprintf("SPRT: %s is better by %g Elo rather than %g (%s)", name, t.Low, t.High,
			bounds)
	}
	return fmt.Sprintf("SPRT: not decided between %g and %g Elo for %s (%s)", t.Low, t.High, name,
		bounds)
}
