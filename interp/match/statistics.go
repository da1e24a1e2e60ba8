package match

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"boardgame/dsl/order"
)

// Z is the number of standard errors to either side that make an interval of 95%.
const Z = 1.959963984540054

// Estimate is a number estimated from a sample, with the ends of its 95% confidence interval. The
// ends may be infinite, and so may the value of an Elo difference.
type Estimate struct {
	Value, Low, High float64
}

// MarshalJSON writes an object with value, low and high. Infinite numbers become null, because JSON
// has no word for them.
func (e Estimate) MarshalJSON() ([]byte, error) {
	finite := func(v float64) *float64 {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
		return &v
	}
	return json.Marshal(struct {
		Value *float64 `json:"value"`
		Low   *float64 `json:"low"`
		High  *float64 `json:"high"`
	}{finite(e.Value), finite(e.Low), finite(e.High)})
}

// Wilson returns the mean of n shares, each from 0 to 1, that add up to sum, with its Wilson score
// interval. The shares may be successes and failures, or scores of games in which a draw is part of
// a win. Such scores vary less, so their interval is wider than it need be, never too narrow. For
// no shares the value is 0 and the interval everything.
func Wilson(sum, n float64) Estimate {
	if n <= 0 {
		return Estimate{0, 0, 1}
	}
	p := min(max(sum/n, 0), 1)
	center := p + Z*Z/(2*n)
	half := Z * math.Sqrt(p*(1-p)/n+Z*Z/(4*n*n))
	scale := 1 + Z*Z/n
	e := Estimate{p, (center - half) / scale, (center + half) / scale}
	// At the ends the interval reaches exactly 0 or 1; rounding must not change that.
	if p == 0 {
		e.Low = 0
	}
	if p == 1 {
		e.High = 1
	}
	return e
}

// Elo returns how many Elo points a player is ahead of the mean of their opponents if they get this
// share of the wins in games of this many players: the difference d for which they get 10^(d/400)
// times as much as the others on average. With two players this is the usual formula. It is -Inf
// for 0, +Inf for 1.
func Elo(share float64, players int) float64 {
	others := (1 - share) / float64(max(players-1, 1))
	return 400 * math.Log10(share/others)
}

// EloOf converts an estimate of a share to the Elo scale. Its ends and its value may be infinite.
func EloOf(share Estimate, players int) Estimate {
	return Estimate{Elo(share.Value, players), Elo(share.Low, players), Elo(share.High, players)}
}

// Mean returns the mean of a sample with the interval of Student's t. The interval of fewer than
// two numbers is unbounded.
func Mean(sample []float64) Estimate {
	ones := make([]float64, len(sample))
	for i := range ones {
		ones[i] = 1
	}
	return Ratio(sample, ones)
}

// Ratio estimates the mean over many observations that come in clusters, such as the positions of
// games: sums[i] is the sum over the observations of cluster i, counts[i] their number.
// Observations of one cluster may be alike; clusters are independent of each other. The interval is
// that of Student's t with the linearized standard error of a ratio. Clusters without observations
// do not count.
func Ratio(sums, counts []float64) Estimate {
	value, se, clusters := ratio(sums, counts)
	if clusters < 2 {
		return Estimate{value, math.Inf(-1), math.Inf(1)}
	}
	half := student(clusters-1) * se
	return Estimate{value, value - half, value + half}
}

// ratio returns a ratio, its standard error and the number of clusters.
func ratio(sums, counts []float64) (value, se float64, clusters int) {
	var sum, count float64
	for i := range sums {
		sum += sums[i]
		count += counts[i]
		if counts[i] > 0 {
			clusters++
		}
	}
	if count == 0 {
		return 0, 0, 0
	}
	value = sum / count
	if clusters < 2 {
		return value, 0, clusters
	}
	var squares float64
	for i := range sums {
		r := sums[i] - value*counts[i]
		squares += r * r
	}
	k := float64(clusters)
	return value, math.Sqrt(k/(k-1)*squares) / count, clusters
}

// Share estimates a proportion among observations that come in clusters, as [Ratio] does a mean,
// with a Wilson interval for as many independent observations as the clusters are worth. The
// interval stays within 0 and 1, and is useful even for what never occurred.
func Share(sums, counts []float64) Estimate {
	value, se, clusters := ratio(sums, counts)
	var count float64
	for _, c := range counts {
		count += c
	}
	worth := float64(clusters)
	switch {
	case se > 0:
		worth = min(value*(1-value)/(se*se), count)
	case clusters > 1 && value > 0 && value < 1:
		worth = count // the clusters are as alike as can be
	}
	return Wilson(value*worth, worth)
}

// AtLeast cuts off an interval at a number that the quantity never falls below, such as a length.
func (e Estimate) AtLeast(least float64) Estimate {
	e.Low = max(e.Low, least)
	return e
}

// Weighted is a value and the number of observations that have it in one cluster.
type Weighted struct {
	Value  float64
	Weight float64
}

// Quantile estimates a quantile (0.5: the median) of observations that come in clusters, by
// Woodruff's method: the interval holds the values whose shares of the observations are not
// significantly different from q. Each cluster lists values in any order; a value may come several
// times. Without observations all is 0.
func Quantile(q float64, clusters [][]Weighted) Estimate {
	var all []Weighted
	for _, c := range clusters {
		all = append(all, c...)
	}
	all = slices.DeleteFunc(all, func(w Weighted) bool { return w.Weight <= 0 })
	order.SortFunc(all, func(a, b Weighted) int { return cmp.Compare(a.Value, b.Value) })
	if len(all) == 0 {
		return Estimate{}
	}
	var total float64
	for _, w := range all {
		total += w.Weight
	}
	at := func(share float64) float64 {
		var sum float64
		for _, w := range all {
			if sum += w.Weight; sum >= share*total-1e-9 {
				return w.Value
			}
		}
		return all[len(all)-1].Value
	}
	value := at(q)
	sums, counts := make([]float64, len(clusters)), make([]float64, len(clusters))
	for i, c := range clusters {
		for _, w := range c {
			counts[i] += w.Weight
			if w.Value <= value {
				sums[i] += w.Weight
			}
		}
	}
	// Where ties put much more than q at or below the value, the spread is that of the share q
	// itself.
	share, se, n := ratio(sums, counts)
	if spread := share * (1 - share); se > 0 && spread > 0 {
		se *= math.Sqrt(q * (1 - q) / spread)
	} else {
		se = math.Sqrt(q * (1 - q) / float64(max(n, 1)))
	}
	return Estimate{value, at(max(q-Z*se, 0)), at(min(q+Z*se, 1))}
}

// student returns the 97.5% quantile of Student's t distribution.
func student(freedom int) float64 {
	small := [...]float64{12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622,
		2.2281}
	if freedom < 1 {
		return math.Inf(1)
	}
	if freedom <= len(small) {
		return small[freedom-1]
	}
	// The Cornish-Fisher expansion: from 11 degrees of freedom on it is right to four digits.
	n := float64(freedom)
	z3, z5, z7 := math.Pow(Z, 3), math.Pow(Z, 5), math.Pow(Z, 7)
	return Z + (z3+Z)/(4*n) + (5*z5+16*z3+3*Z)/(96*n*n) + (3*z7+19*z5+17*z3-15*Z)/(384*n*n*n)
}
