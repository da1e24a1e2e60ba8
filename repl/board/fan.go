package board

import (
	"math"

	"boardgame/dsl/topology"
)

// fan returns where to draw the sites of a board of hexes in rows if its center is missing, one of
// the six parts around that is missing, too, and lines join the sides of the gap. Each of the other
// five parts takes a fifth of a circle, so that these sides touch, and a corner points up. For any
// other board, fan returns nil.
func fan(b *topology.Board) []topology.Point {
	if len(b.Spec.Lines) == 0 || !pointed(b) {
		return nil
	}
	const sixth = math.Pi / 3
	near := func(p topology.Point, angle, far float64) topology.Point {
		sin, cos := math.Sincos(angle)
		return topology.Point{X: p.X + far*cos, Y: p.Y + far*sin}
	}
	round := func(p topology.Point) [2]int {
		return [2]int{int(math.Round(4 * p.X)), int(math.Round(4 * p.Y))}
	}
	there := map[[2]int]bool{}
	for x := range b.Cells.All() {
		there[round(b.Points[x])] = true
	}
	for x := range b.Cells.All() {
		for d := range 6 {
			center := near(b.Points[x], float64(d)*sixth, 1)
			around, open := 0, 0.0 // its neighbors, and the direction of one that is missing
			for e := range 6 {
				if there[round(near(center, float64(e)*sixth, 1))] {
					around++
				} else {
					open = float64(e) * sixth
				}
			}
			if there[round(center)] || around != 5 {
				continue
			}
			turn := 1.0 // from the open side over the five parts, counterclockwise or not
			if there[round(near(center, open-sixth/2, math.Sqrt(3)))] {
				turn = -1
			}
			const fifth, up = 2 * math.Pi / 5, math.Pi / 2
			begin := up + fifth*math.Round((open-turn*sixth-up)/fifth)
			points := make([]topology.Point, len(b.Points))
			for x, p := range b.Points {
				inside := false
				for part := range 5 { // as far along both sides of it as the point is
					from := open + turn*sixth*float64(part)
					one, other := along(center, p, from+turn*sixth), along(center, p, from)
					if one, other = one*turn, -other*turn; one > -.1 && other > -.1 {
						to := begin + turn*fifth*float64(part)
						points[x] = near(near(topology.Point{}, to, one), to+turn*fifth, other)
						inside = true
					}
				}
				if !inside {
					return nil
				}
			}
			return points
		}
	}
	return nil
}

// along returns how far a point is from a line through another, to its right, in heights of a
// triangle with sides of 1.
func along(through, p topology.Point, angle float64) float64 {
	sin, cos := math.Sincos(angle)
	return ((p.X-through.X)*sin - (p.Y-through.Y)*cos) * 2 / math.Sqrt(3)
}
