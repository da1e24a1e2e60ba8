package scene_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/repl/board"
)

var texts = flag.Bool("texts", false, "rewrite testdata/text")

// forms are what terminals show.
var forms = []board.Style{{Unicode: true, Width: 80}, {Width: 80},
	{Unicode: true, Color: true, Width: 80}, {Color: true, Width: 80}}

// One game of every style looks as it was looked at, in Unicode and in ASCII, with color and
// without.
func TestTexts(t *testing.T) {
	for _, name := range []string{"go", "gomoku", "backgammon", "kalah", "tak", "quoridor",
		"blockade", "connect-four", "hex", "chess", "nine-mens-morris", "tic-tac-toe", "shiftago",
		"twixt", "hive", "royal-game-of-ur", "dvonn", "tactigon"} {
		v, ok := midgame(t, filepath.Join("..", "..", "rulesets", name, name+".rules"), 40)
		if !ok {
			continue
		}
		var out strings.Builder
		for _, style := range forms {
			fmt.Fprintf(&out, "unicode %v, color %v\n%s\n", style.Unicode, style.Color,
				strings.ReplaceAll(board.Text(v, style), "\x1b", "␛"))
		}
		path := filepath.Join("testdata", "text", name+".txt")
		if out.String() != golden(t, path, out.String(), *texts) {
			t.Errorf("%s has changed (-texts rewrites it):\n%s", path,
				board.Text(v, forms[0]))
		}
	}
}

// Every piece, number and mark of a scene is visible in the text of every game: without it, the
// text is different.
func TestEverythingIsVisible(t *testing.T) {
	names, paths := games(14)
	for i, path := range paths {
		v, ok := midgame(t, path, 24)
		if !ok {
			continue
		}
		v.Last, v.Threat, v.Won, v.Ghosts = topology.Set{}, topology.Set{}, nil, nil
		for _, style := range forms[:2] {
			plain := board.Text(v, style)
			seen := func(what string, change func(v *board.View)) {
				w := v
				change(&w)
				if text := board.Text(w, style); text == plain {
					t.Errorf("%s, Unicode %v: %s is not visible:\n%s", names[i], style.Unicode, what,
						text)
				}
			}
			visible(v, rand.New(rand.NewPCG(uint64(i), 30)), seen)
		}
	}
}

// without returns a map without some of its keys.
func without[V any](all map[topology.Site]V, x topology.Site) map[topology.Site]V {
	less := map[topology.Site]V{}
	for y, v := range all {
		if y != x {
			less[y] = v
		}
	}
	return less
}

// visible changes one thing at a time.
func visible(v board.View, rng *rand.Rand, seen func(what string, change func(*board.View))) {
	b := v.Board
	some := func(has func(topology.Site) bool) []topology.Site {
		for x := range b.All().All() {
			if has(x) {
				return []topology.Site{x}
			}
		}
		return nil
	}
	for _, x := range some(func(x topology.Site) bool {
		return v.Pieces[x].Name != "" && v.Pieces[x].ASCII != "." // as an empty cell
	}) {
		seen("the piece on "+b.Names[x], func(w *board.View) {
			w.Pieces, w.Below = without(v.Pieces, x), without(v.Below, x)
			w.Numbers = without(v.Numbers, x)
		})
	}
	for _, x := range some(func(x topology.Site) bool { return v.Below[x] != nil }) {
		seen("the tower on "+b.Names[x], func(w *board.View) {
			w.Below, w.Numbers = without(v.Below, x), without(v.Numbers, x)
		})
	}
	for _, x := range some(func(x topology.Site) bool { return v.Counts[x] != nil }) {
		seen("the count on "+b.Names[x], func(w *board.View) { w.Counts = without(v.Counts, x) })
	}
	if len(v.Dice) > 0 {
		seen("a die", func(w *board.View) { w.Dice = v.Dice[1:] })
	}
	if len(v.Links) > 0 {
		seen("a link", func(w *board.View) { w.Links = nil })
	}
	for i := range v.Stores {
		seen("a store", func(w *board.View) {
			w.Stores = append([]int64{}, v.Stores...)
			w.Stores[i]++
		})
	}
	if v.Look.Frame != nil {
		seen("the frame", func(w *board.View) { w.Look.Frame = nil })
	}
	men := map[string]board.Piece{}
	for _, p := range v.Pieces {
		men[p.Name] = p
	}
	for _, plane := range []topology.Set{b.Cells, b.Edges, b.Corners} {
		var sites []topology.Site
		for x := range plane.All() {
			sites = append(sites, x)
		}
		for range min(len(sites), 3) {
			x := sites[rng.IntN(len(sites))]
			set, name := topology.SetOf(x), b.Names[x]
			_, occupied := v.Pieces[x]
			if !occupied {
				seen("possible "+name, func(w *board.View) { w.Legal = set })
			}
			seen("last "+name, func(w *board.View) { w.Last = set })
			seen("chosen "+name, func(w *board.View) { w.Chosen = set })
			seen("the cursor on "+name, func(w *board.View) { w.Cursor = set })
			seen("threatened "+name, func(w *board.View) { w.Threat = set })
			seen("won "+name, func(w *board.View) { w.Won = [][]topology.Site{{x}} })
			seen("what would go from "+name, func(w *board.View) { w.Ghosts = &board.Ghosts{Go: set} })
			seen("the change on "+name, func(w *board.View) {
				w.Ghosts = &board.Ghosts{Numbers: map[topology.Site]int64{x: 1}}
			})
			for _, p := range men {
				seen("what would come to "+name, func(w *board.View) {
					w.Ghosts = &board.Ghosts{Come: map[topology.Site]board.Piece{x: p}}
				})
				break
			}
		}
	}
}
