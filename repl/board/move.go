package board

import (
	"math"

	"boardgame/dsl/topology"
)

// Way is an arrow key.
type Way uint8

// The arrow keys.
const (
	Up Way = iota
	Right
	Down
	Left
)

// Move returns the site to which an arrow key leads from s on the screen. It is the nearest site of
// the same plane that lies more in that direction than sideways, on a graph preferably one that a
// line joins to s. Move returns s if there is none. It alternates between two equally near sites,
// as on hexes, from column to column. This keeps the cursor in a row, and the opposite key leads
// back. For None it returns the first cell.
func Move(v View, s topology.Site, way Way) topology.Site {
	b := v.Board
	if b.PlaneOf(s) == 0 {
		return b.Cells.First()
	}
	plane := b.Planes(b.PlaneOf(s))
	if b.IsGraph() && b.Cells.Has(s) {
		if to := nearest(&v, s, b.Images(b.Adjacent, topology.SetOf(s)), way, 1); to != topology.None {
			return to
		}
	}
	for _, aside := range []float64{1, 4} {
		if to := nearest(&v, s, plane, way, aside); to != topology.None {
			return to
		}
	}
	return s
}

// nearest returns the nearest of the sites that lie ahead of s, at most `wide` times as far to the
// side as ahead.
func nearest(v *View, s topology.Site, among topology.Set, way Way, wide float64) topology.Site {
	const small = 1e-6
	from := v.point(s)
	best := topology.None
	var bestFar, bestAside float64
	for t := range among.All() {
		p := v.point(t)
		dx, dy := p.X-from.X, p.Y-from.Y
		// aside: to the right when moving up or down, up when moving left or right
		var ahead, aside float64
		switch way {
		case Up:
			ahead, aside = dy, dx
		case Down:
			ahead, aside = -dy, dx
		case Right:
			ahead, aside = dx, dy
		case Left:
			ahead, aside = -dx, dy
		}
		if ahead < small || math.Abs(aside) > wide*ahead+small {
			continue
		}
		far := math.Hypot(dx, dy)
		if wide > 1 || v.Board.IsGraph() {
			// without a lattice to follow, straight ahead is better than near
			far += 2 * math.Abs(aside)
		}
		switch {
		case best == topology.None || far < bestFar-small:
		case far > bestFar+small || bestAside*aside >= 0:
			continue
		default: // equally near on either side
			at := from.X
			if way == Up || way == Down {
				at = from.Y
			}
			if odd := int(math.Round(at/ahead))%2 != 0; (aside > 0) != odd {
				continue
			}
		}
		best, bestFar, bestAside = t, far, aside
	}
	return best
}
