package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// Whatever is ensured, the steps that a witness exempts from being tried are legal; and the rules
// of the first kind have a witness.
func TestWitness(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Ways"
players White, Black
board square(%s) with edges, corners
piece man
piece stone { neutral }
piece wall { neutral, on edges | corners, blocks }
counter open = 1
setup {
  White man: a1
  Black man: %s
}
def way = orthogonal
move step {
  from p in mine
  to   q in p.orthogonal & empty
  do   p -> q
}
move put {
  to q in empty
  do place stone on q
  ensure %s
}
move fence {
  at  c in corners - rim
  along d in {north, east}
  let w = c.d | c.back(d)
  if  no (c | w) & occupied
  do  place wall on c | w %s
  ensure %s
}
turn step, put, fence else pass
end { draw if ply >= 60 }`
	for k, c := range []struct {
		ensure  string
		more    string // effects of a fence
		witness bool
	}{
		{ensure: "some edge(north) & mine.orthogonal*", witness: true},
		{ensure: "some edge(north) & mine.orthogonal[empty]*", witness: true},
		{ensure: "some edge(north) & mine.around[empty | mine]* and some edge(south) & " +
			"theirs.around[empty]*", witness: true},
		{ensure: "some edge(north) & mine.orthogonal[empty]* or some edge(south) & " +
			"theirs.orthogonal[empty]*", witness: true},
		{ensure: "some edge(east) & mine.orthogonal* implies some edge(west) & theirs.orthogonal*"},
		{ensure: "all P in players: for P: some edge(east) & mine.diagonal[empty]*", witness: true},
		{ensure: "not (no edge(north) & mine.north[empty]*)", witness: true},
		{ensure: "(b1 | a2) in mine.orthogonal*", witness: true},
		{ensure: "all P in players: for P: all x in mine: (edge(north) & edge(east)) in " +
			"x.orthogonal*", witness: true},
		{ensure: "some x in mine: some edge(north) & x.orthogonal[empty]*", witness: true},
		{ensure: "no x in mine: no edge(north) & x.orthogonal[empty]*", witness: true},
		{ensure: "all x in mine: some edge(north) & x.orthogonal[empty - b2]*", witness: true},
		{ensure: "no (a1 | b2 | b3) & stone", witness: true},
		{ensure: "some edge(north) & (mine | b2).orthogonal[empty | stone & edge(east)]*",
			witness: true},
		{ensure: "(some c3 & stone) or some edge(north) & mine.orthogonal*", witness: true},
		{ensure: "some edge(north) & mine.orthogonal*", more: ", place wall on b2ne when open = 1",
			witness: true},
		// of putting alone: the stone may take a man away
		{ensure: "some edge(north) & mine.orthogonal*", more: ", place stone on a3", witness: true},
		{ensure: "some edge(north) & mine.orthogonal*", more: ", open := 1 - open", witness: true},
		// of putting alone
		{ensure: "open = 0 or some edge(north) & mine.orthogonal*", more: ", open := 1 - open",
			witness: true},
		{ensure: "count(mine.orthogonal*) > 3"},
		{ensure: "some edge(north) & mine.orthogonal[empty]{1..4}", witness: true},
		{ensure: "some edge(north) & mine.orthogonal[stone]* or ply < 20", witness: true},
	} {
		for i, size := range []string{"5, 5", "4, 9", "11, 11"} {
			if !long.Case(k+2*i, []int{4, 12, 12}[i]) {
				continue // fewer of the larger boards
			}
			t.Run(c.ensure+c.more+" "+size, func(t *testing.T) {
				corner := []string{"e5", "d9", "k11"}[i]
				g := read(t, source.NewFile("ways.rules",
					fmt.Sprintf(rules, size, corner, c.ensure, c.more, c.ensure)), nil)
				e, err := compiled(g)
				if err != nil {
					t.Fatal(err)
				}
				if has := strings.Contains(e.Plan(), "leave its witness alone"); has != c.witness {
					t.Errorf("has a witness: %v, not %v\n%s", has, c.witness, e.Plan())
				}
				games, plies := uint64(2), 90
				if !long.Tests && i > 0 {
					games, plies = 1, 15 // the evaluator walks far on the larger boards
				}
				for seed := range games {
					agree(t, g, plies, seed)
				}
			})
		}
	}
}
