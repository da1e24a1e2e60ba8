package match

import "math"

// Pairing is what two entrants of a rating got in games against each other.
type Pairing struct {
	A, B   int
	Games  int
	Points float64 // of A
}

// Rate estimates the Elo points of n entrants at once: the numbers that make all results likeliest,
// given those of some entrants. Each pairing counts as if it had a drawn game more, so that one
// without a loss has an estimate, too. The intervals leave that game out.
func Rate(n int, all []Pairing, given map[int]float64) []Estimate {
	const unit = 400 / math.Ln10
	points, free := make([]float64, n), []int{}
	for i := range points {
		if v, ok := given[i]; ok {
			points[i] = v
		} else {
			free = append(free, i)
		}
	}
	// slopes returns the gradient of the likelihood and minus its second derivatives.
	slopes := func(drawn float64) (slope []float64, curve [][]float64) {
		slope, curve = make([]float64, n), make([][]float64, n)
		for i := range curve {
			curve[i] = make([]float64, n)
		}
		for _, p := range all {
			games := float64(p.Games) + drawn
			share := 1 / (1 + math.Exp((points[p.B]-points[p.A])/unit))
			s, c := (p.Points+drawn/2-games*share)/unit, games*share*(1-share)/unit/unit
			slope[p.A], slope[p.B] = slope[p.A]+s, slope[p.B]-s
			curve[p.A][p.A], curve[p.B][p.B] = curve[p.A][p.A]+c, curve[p.B][p.B]+c
			curve[p.A][p.B], curve[p.B][p.A] = curve[p.A][p.B]-c, curve[p.B][p.A]-c
		}
		return slope, curve
	}
	for range 100 { // Newton's method, in steps that cannot go astray
		slope, curve := slopes(1)
		inverse := invert(curve, free)
		for _, i := range free {
			step := 0.0
			for _, j := range free {
				step += inverse[i][j] * slope[j]
			}
			points[i] += min(max(step, -200), 200)
		}
	}
	_, curve := slopes(0)
	inverse := invert(curve, free)
	rated := make([]Estimate, n)
	for i, v := range points {
		half := Z * math.Sqrt(max(inverse[i][i], 0))
		rated[i] = Estimate{v, v - half, v + half}
	}
	return rated
}

// invert inverts the rows and columns of a symmetric matrix that count; the others are 0. Where a
// row says nothing, its inverse is nearly infinite.
func invert(m [][]float64, count []int) [][]float64 {
	const nothing = 1e-12
	inverse := make([][]float64, len(m))
	for i := range m {
		inverse[i] = make([]float64, len(m))
	}
	for _, i := range count {
		inverse[i][i] = 1
	}
	for _, i := range count {
		pivot := max(m[i][i], nothing)
		for _, j := range count {
			m[i][j], inverse[i][j] = m[i][j]/pivot, inverse[i][j]/pivot
		}
		for _, k := range count {
			if f := m[k][i]; k != i {
				for _, j := range count {
					m[k][j], inverse[k][j] = m[k][j]-f*m[i][j], inverse[k][j]-f*inverse[i][j]
				}
			}
		}
	}
	return inverse
}
