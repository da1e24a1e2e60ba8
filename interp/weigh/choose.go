package weigh

import (
	"math"
	"slices"
)

// chooser finds out which values of the rules are worth their time. Values often say nearly the
// same, each costs more time, and a learner that has all of them spreads the weight over them. So
// the chooser takes the value that predicts the results of games best, and adds others only as long
// as each of them makes the prediction much better.
type chooser struct {
	columns [][]int // by value: its columns
	rows    [][]float64
	targets []float64
}

// The columns of every prediction: the first player, and the player to move.
const always = 2

// add records a position: what each column says about it, and what the first player got.
func (c *chooser) add(row []float64, target float64) {
	c.rows, c.targets = append(c.rows, row), append(c.targets, target)
}

// muchBetter is the factor by which a further value must raise the explained part of the results.
const muchBetter = 1.15

// choose returns the values that are worth their time, best first.
func (c *chooser) choose() (chosen []int) {
	nothing := c.entropy(c.with(nil))
	explained := 0.0
	for len(chosen) < len(c.columns) {
		best, most := -1, 0.0
		for i := range c.columns {
			if slices.Contains(chosen, i) {
				continue
			}
			if e := nothing - c.entropy(c.with(append(chosen[:len(chosen):len(chosen)], i))); e > most {
				best, most = i, e
			}
		}
		if best < 0 || most < muchBetter*explained {
			break
		}
		chosen, explained = append(chosen, best), most
	}
	return chosen
}

// with returns the columns of values and those of every prediction.
func (c *chooser) with(values []int) []int {
	var columns []int
	for i := range always {
		columns = append(columns, i)
	}
	for _, i := range values {
		columns = append(columns, c.columns[i]...)
	}
	return columns
}

// entropy fits a logistic function of the columns to the targets by Newton's method, and returns
// the remaining cross-entropy.
func (c *chooser) entropy(columns []int) float64 {
	const (
		iterations = 12
		ridge      = 1 // keeps the weights small where one column is the sum of others
	)
	n := len(columns)
	weights := make([]float64, n)
	x := make([]float64, n)
	left := math.Inf(1)
	for range iterations {
		gradient, curve := make([]float64, n), make([][]float64, n)
		entropy := 0.0
		for i := range curve {
			curve[i] = make([]float64, n)
			curve[i][i] = ridge
			gradient[i] = -ridge * weights[i]
			entropy += ridge * weights[i] * weights[i] / 2
		}
		for at, row := range c.rows {
			sum := 0.0
			for i, column := range columns {
				x[i] = row[column]
				sum += weights[i] * x[i]
			}
			p, t := 1/(1+math.Exp(-sum)), c.targets[at]
			// log(1+exp(sum)) − t·sum, without overflow
			entropy += max(sum, 0) + math.Log1p(math.Exp(-math.Abs(sum))) - t*sum
			for i := range x {
				gradient[i] += (t - p) * x[i]
				for j := range x {
					curve[i][j] += p * (1 - p) * x[i] * x[j]
				}
			}
		}
		if entropy >= left { // the step was too long, or no longer changes anything
			break
		}
		left = entropy
		for i, step := range solveLinear(curve, gradient) {
			weights[i] += step
		}
	}
	return left
}

// solveLinear solves a·x = b for a positive definite matrix by elimination. It overwrites both.
func solveLinear(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		sum := b[i]
		for k := i + 1; k < n; k++ {
			sum -= a[i][k] * x[k]
		}
		x[i] = sum / a[i][i]
	}
	return x
}
