package board

import (
	"math"

	"boardgame/dsl/topology"
)

// fan returns where the sites of a board of hexes in rows are drawn if one of the six parts around
// a missing cell is missing, too, and lines join its sides: the other five take a fifth of a circle
// each, so that the sides touch, and a corner points up. It returns nil for any other board.
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
				p = topology.Point{X: p.X - center.X, Y: p.Y - center.Y}
				angle := math.Mod(turn*(math.Atan2(p.Y, p.X)-open)+4*math.Pi, 2*math.Pi)
				part := min(math.Floor(angle/sixth+1e-9), 4)
				// The point in the directions of the two sides of its part.
				far, sides := math.Hypot(p.X, p.Y), angle-part*sixth
				one := far * math.Sin(sixth-sides) / math.Sin(sixth)
				other := far * math.Sin(sides) / math.Sin(sixth)
				points[x] = near(near(topology.Point{}, begin+turn*fifth*part, one),
					begin+turn*fifth*(part+1), other)
			}
			return points
		}
	}
	return nil
}
