package engine_test

import (
	"fmt"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// A game that begins with one king for each player goes on with none, one or several. Both engines
// agree on what attacks them, although the lines of a king are only looked up while there is one,
// and on whose steps can open these lines.
func TestAgreeOnLoneKings(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Kings"
players White facing north, Black facing south
board %s
piece man, rook, bishop, king
memory rested = {d1, d5}
setup {
  White king: d1  White rook: a1  White bishop: f2  White man: b2 | e3
  Black king: d5  Black rook: a5  Black bishop: f5  Black man: b4
}
def ray(p, D)   = union d in D: p.d[empty]*.d
def attacked(s) = some ray(s, orthogonal) & theirs & rook or some ray(s, diagonal) & theirs & bishop
               or some s.around & theirs & king or some s.forward.forward & theirs & man
def safe        = not attacked(mine & king)
move step { from p in mine - king to q in p.around - mine do p -> q ensure safe }
move slide { from p in mine & (rook | bishop) along d in around to q in p.d[empty]+
             do p -> q, rested -= p ensure safe }
move flee { from p in mine & king to q in p.around - mine do p -> q, rested -= p ensure safe }
move sidle { from p in mine & man to q in p.forward & empty let v = q.left(forward) & theirs
            do remove v, p -> q ensure safe }
move crown { at c in mine & man do c becomes king ensure safe }
move depose { at c in mine & king if some mine - king do c becomes man, rested := none ensure safe }
move hide { from p in mine & king along d in {east, west}
            to q in p.d[empty]+.d & mine & rook if p in rested, not attacked(p)
            do remove q, rested -= p ensure safe }
turn step, slide, flee, sidle, crown, depose, hide else lose
end { draw "long" if ply >= 60 }
`
	for i, board := range []string{"square(8, 8)", "square(6, 6)", "square(9, 9)", "square(12, 12)"} {
		if !long.Case(i, 4) {
			continue
		}
		g := read(t, source.NewFile("kings.rules", fmt.Sprintf(rules, board)), nil)
		agree(t, g, 1500, uint64(i))
		agreeOnPerft(t, g)
		agreesWithout(t, g, "lines")
		agreesWithout(t, g, "pins")
	}
}

// Both engines agree if walks begin at several places that are one each as the game begins, beyond
// the first 64 places, and if a step adds a place where walks begin.
func TestAgreeOnSeveralWalks(t *testing.T) {
	g := read(t, source.NewFile("walks.rules", `game "Walks"
players White facing north, Black facing south
board square(9, 9)
piece man, rook, king
memory spot = {e9}
setup {
  White king: d9  White rook: a1 | i2  White man: b2 | g2
  Black king: f9  Black rook: a5 | i7  Black man: h7 | c8
}
def ray(p, D) = union d in D: p.d[empty]*.d
def rooks     = theirs & rook
def met       = some (ray(mine & king, orthogonal) | ray(spot, diagonal)) & rooks
def seen      = some ray(theirs & king, around) & mine & rook
             or some ray(theirs & king, diagonal) & mine & man
def safe      = no ray(king, orthogonal) & rooks
move step { from p in mine - king to q in p.around - mine do p -> q, spot := p ensure safe }
move slide { from p in mine & rook along d in around to q in p.d[empty]+ do p -> q ensure safe }
move flee { from p in mine & king to q in p.around - mine if seen do p -> q }
move drop { at c in empty if count(mine) < 7 do place king on c ensure safe }
move wait { at c in mine & king if not met do spot := c }
turn step, slide, flee, drop, wait else lose
end { draw "long" if ply >= 30 }
`), nil)
	agree(t, g, 1500, 1)
	agreeOnPerft(t, g)
	agreesWithout(t, g, "lines")
}
