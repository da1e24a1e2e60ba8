package match

import (
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test (Wald, 1945): is the first entrant better by High Elo
// points, or only by Low? Both errors have a probability of 5%.
//
// It looks at pairs of games with the same opening and swapped seats, whose scores are nearly
// normal, so openings that favor one side do no harm (this is the generalized test used for chess
// engines).
type SPRT struct {
	Low, High float64
	// Drawn says that the rules or random opening turns draw something by lot for each pair. Then
	// pairs are independent of one another, and one that repeats an earlier pair counts like any
	// other: leaving it out would favor whatever happens seldom.
	Drawn bool
}

// ParseSPRT reads "0,10".
func ParseSPRT(text string) (SPRT, error) {
	low, high, ok := strings.Cut(text, ",")
	a, err1 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	b, err2 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	const most = 1000
	if !ok || err1 != nil || err2 != nil || !(a < b) || math.Abs(a) > most || math.Abs(b) > most {
		return SPRT{}, fmt.Errorf(
			"%q is not a pair of Elo differences; expected LOW,HIGH, the smaller first, such as "+
				"0,10",
			text)
	}
	return SPRT{Low: a, High: b}, nil
}

// Verdict is what a test has found.
type Verdict struct {
	LLR      float64 `json:"llr"` // the logarithm of the likelihood ratio
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Pairs    int     `json:"pairs"`    // that count
	Repeated int     `json:"repeated"` // pairs that repeat an earlier one and do not count
	Decision string  `json:"decision"` // low, high, none, or repeated: no new games come
}

// The bounds of the test, and the fewest pairs after which it decides: with fewer, the normal
// distribution is not a good approximation.
var sprtBound = math.Log(0.95 / 0.05)

const fewestPairs = 8

// A match whose games repeat is abandoned when there are this many repeated pairs, and this many
// times more repeated pairs than distinct ones.
const (
	mostRepeated  = 100
	timesRepeated = 4
)

// Test looks at the games of a match of two that have no gap, from number 1 on.
func (t SPRT) Test(games []Game) Verdict { return t.Begin().Read(games) }

// Begin begins a test. The test remembers what it reads, so that a long match is read only once.
func (t SPRT) Begin() *Sequential { return &Sequential{test: t, seen: map[uint64]struct{}{}} }

// Sequential is a test in progress.
//
// If nothing is drawn by lot for a pair, one that is the same as an earlier one, move by move, does
// not count: deterministic players would otherwise decide a match by one game.
type Sequential struct {
	test         SPRT
	seen         map[uint64]struct{} // the pairs, by their moves
	read         int                 // games
	pairs        int                 // that count
	repeated     int
	sum, squares float64 // of the scores of the pairs
}

// Read looks at the games of a match of two that have no gap, from number 1 on. Those that it was
// shown before come first.
func (s *Sequential) Read(games []Game) Verdict {
	for ; s.read+1 < len(games); s.read += 2 {
		a, b := &games[s.read], &games[s.read+1]
		if !s.test.Drawn && s.again(a, b) {
			s.repeated++
			continue
		}
		s.pairs++
		score := (first(a) + first(b)) / 2
		s.sum += score
		s.squares += score * score
	}
	v := Verdict{Lower: -sprtBound, Upper: sprtBound, Pairs: s.pairs, Repeated: s.repeated,
		Decision: "none"}
	// One lost and one won pair are added, so that the spread is not 0 while all pairs are alike.
	n := float64(v.Pairs + 2)
	mean := (s.sum + 1) / n
	variance := (s.squares+1)/n - mean*mean
	low, high := share(s.test.Low), share(s.test.High)
	v.LLR = n * (high - low) * (2*mean - low - high) / (2 * variance)
	switch {
	case v.Pairs >= fewestPairs && v.LLR >= v.Upper:
		v.Decision = "high"
	case v.Pairs >= fewestPairs && v.LLR <= v.Lower:
		v.Decision = "low"
	case v.Repeated >= max(mostRepeated, timesRepeated*v.Pairs):
		v.Decision = "repeated"
	}
	return v
}

// again reports whether a pair has been seen before, and remembers it.
func (s *Sequential) again(a, b *Game) bool {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s\n%s", a.Seats[0].Entrant, a.Moves, b.Moves)
	_, again := s.seen[h.Sum64()]
	s.seen[h.Sum64()] = struct{}{}
	return again
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

// share is the score that a difference in Elo points predicts.
func share(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Text states the verdict in a sentence.
func (v Verdict) Text(t SPRT, name string) string {
	bounds := fmt.Sprintf("log-likelihood ratio %.2f, bounds %.2f and %.2f, %d pairs", v.LLR,
		v.Lower, v.Upper, v.Pairs)
	if v.Repeated > 0 {
		bounds += fmt.Sprintf("; %d more repeat these and do not count", v.Repeated)
	}
	switch v.Decision {
	case "high":
		return fmt.Sprintf("SPRT: %s is better by %g Elo rather than %g (%s)", name, t.High, t.Low,
			bounds)
	case "low":
		return fmt.Sprintf("SPRT: %s is better by %g Elo rather than %g (%s)", name, t.Low, t.High,
			bounds)
	case "repeated":
		return fmt.Sprintf("SPRT: not decided between %g and %g Elo for %s, because the games repeat; "+
			"draw more opening turns (%s)", t.Low, t.High, name, bounds)
	}
	return fmt.Sprintf("SPRT: not decided between %g and %g Elo for %s (%s)", t.Low, t.High, name,
		bounds)
}
