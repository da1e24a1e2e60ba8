package eval_test

import (
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/dsl/value"
)

// towers writes what stands on the board, lowest piece first.
func (b *table) towers() string {
	var words []string
	for x := range b.p.Occupied().All() {
		word := b.g.Board.Names[x] + " "
		for _, piece := range b.p.Tower(x) {
			sign := b.g.Kinds[piece.Kind].Sign
			if piece.Owner == 0 {
				sign = strings.ToUpper(sign)
			}
			word += sign
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// What each effect does with towers.
func TestTowers(t *testing.T) {
	const setup = "A man: a1  B man: a1  A king: a1  B king: b1  A man: b1  B man: c1"
	for _, c := range []struct{ do, want string }{
		{"a1 -> b1", "b1 kMMmK, c1 m"},
		{"a1 -> under b1", "b1 MmKkM, c1 m"},
		{"a1 -> d1", "b1 kM, c1 m, d1 MmK"},
		{"top of a1 -> b1", "a1 Mm, b1 kMK, c1 m"},
		{"top 2 of a1 -> b1", "a1 M, b1 kMmK, c1 m"},
		{"top 2 of a1 -> under b1", "a1 M, b1 mKkM, c1 m"},
		{"bottom 2 of a1 -> b1", "a1 K, b1 kMMm, c1 m"},
		{"top 9 of a1 -> b1", "b1 kMMmK, c1 m"},
		{"top 1 - 3 of a1 -> b1", "a1 MmK, b1 kM, c1 m"},
		{"top of a1 -> a1", "a1 MmK, b1 kM, c1 m"},
		{"top of a1 -> under a1", "a1 KMm, b1 kM, c1 m"},
		{"top 2 of d1 -> a1", "a1 MmK, b1 kM, c1 m"},
		{"a1 <-> c1", "a1 m, b1 kM, c1 MmK"},
		{"shift a1 | b1 by east", "b1 MmK, c1 mkM"},
		{"shift mine by west", "a1 kM, c1 m"},
		{"place B king on a1 | d1", "a1 MmKk, b1 kM, c1 m, d1 k"},
		{"place B king under a1 | d1", "a1 kMmK, b1 kM, c1 m, d1 k"},
		{"remove a1 | c1", "b1 kM"},
		{"remove top of a1 | b1", "a1 Mm, b1 k, c1 m"},
		{"remove bottom 2 of a1 | b1", "a1 K, c1 m"},
		{"a1 | d1 becomes B", "a1 Mmk, b1 kM, c1 m"},
		{"top 2 of a1 | b1 becomes man", "a1 MmM, b1 mM, c1 m"},
		{"bottom of a1 becomes B king", "a1 kmK, b1 kM, c1 m"},
		{"each i in 1..2: top of a1 -> b1", "a1 M, b1 kMKm, c1 m"},
	} {
		b := start(t, "game \"Towers\"\nplayers A, B\nboard square(4, 1) with towers\npiece man, "+
			"king\nsetup { "+setup+" }\n"+
			"move go \"go\" { do "+c.do+" }\nturn go, pass\n")
		b.play("go")
		if got := b.towers(); got != c.want {
			t.Errorf("after %s there is %s, want %s", c.do, got, c.want)
		}
	}
}

// What expressions see of towers: sets know the tops, descriptions every piece.
func TestDescriptions(t *testing.T) {
	b := start(t, `game "Descriptions"
players A, B
board square(4, 1) with edges, towers
piece man, king, stone { neutral }
setup { A man: a1  B man: a1  A king: a1  B king: b1  A man: b1  stone: c1 }
turn pass
value mine_on_top    = count(mine)
value men_on_top     = count(man)
value occupied_cells = count(occupied)
value empty_cells    = count(empty)
value height_all     = height(cells)
value height_top     = height(a1) * 10 + height(d1)
value holding_b      = sum x in holding(B): column(x)
value holding_man    = sum x in holding(mine & man): column(x)
value holding_stone  = sum x in holding(stone): column(x)
value holding_none   = count(holding(theirs & stone))
value pieces_mine    = pieces(mine)
value pieces_here    = pieces(mine | stone, a1 | c1)
value pieces_top     = pieces(mine, top of cells)
value pieces_bottom  = pieces(mine, bottom 2 of cells)
value pieces_but     = pieces(occupied - mine - king)
value by_def         = pieces(my_men)
value seen_by_b      = for B: pieces(mine)
value of_a_kind      = sum k in kinds: pieces(k) * row(a1)
def my_men = mine & man
`)
	want := map[string]int64{
		"mine_on_top": 2, "men_on_top": 1, "occupied_cells": 3, "empty_cells": 1, "height_all": 6,
		"height_top": 30,
		"holding_b":  3, "holding_man": 3, "holding_stone": 3, "holding_none": 0,
		"pieces_mine": 3, "pieces_here": 3, "pieces_top": 2, "pieces_bottom": 2, "pieces_but": 2,
		"by_def": 2, "seen_by_b": 2, "of_a_kind": 6,
	}
	for _, v := range b.g.Values {
		if got := b.m.Value(b.p, v, 0); got != want[v.Name] {
			t.Errorf("%s is %d, want %d", v.Name, got, want[v.Name])
		}
	}
}

// Positions that differ only below the tops are different, and changing a copy does not change the
// original.
func TestPositionsKnowWhatLiesBelow(t *testing.T) {
	const rules = "game \"Below\"\nplayers A, B\nboard square(2, 1) with towers\npiece man\nsetup " +
		"{ A man: a1  %s man: a1  A man: a1 }\n" +
		"move go { at c in mine  do top of c -> under c }\nturn go\nend { draw if repetitions >= 2 }\n"
	one := start(t, strings.Replace(rules, "%s", "A", 1))
	two := start(t, strings.Replace(rules, "%s", "B", 1))
	if one.p.Equal(two.p) || one.p.Key() == two.p.Key() || one.p.PiecesKey() == two.p.PiecesKey() {
		t.Error("what lies below makes no difference")
	}
	before := two.p
	two.play("go a1")
	if got := two.towers(); got != "a1 AAm" && got != "a1 MMm" {
		t.Errorf("there is %s", got)
	}
	if tower := before.Tower(0); tower[1].Owner != 1 {
		t.Errorf("the position before has changed: %v", tower)
	}
	if got := before.Changed(two.p); got != topology.SetOf(0) {
		t.Errorf("changed are %v", got)
	}
}

// A tower has room for a limited number of pieces.
func TestTowersAreBounded(t *testing.T) {
	b := start(t, `game "Bounded"
players A, B
board square(2, 1) with towers
piece man
move go "go" { do each n in 1..300: place man on a1 }
turn go, pass
`)
	b.play("go", "go")
	if got := len(b.p.Tower(0)); got != value.MaxTower {
		t.Errorf("the tower has %d pieces", got)
	}
	if top := b.p.Tower(0)[254]; top.Owner != 1 {
		t.Errorf("the top is %v", top)
	}
}

// The rules may limit the height of a tower: pieces beyond it are removed from the bottom.
func TestTowersOfALimit(t *testing.T) {
	b := start(t, `game "Low"
players A, B
board square(2, 1) with towers(3)
piece man "m", king "k", dame "d"
move go "go" { do place dame on a1, place man on a1, place king on a1, place man on a1 }
move slide "slide" { do place next king on b1, a1 -> b1 }
move below "below" { do place next king under b1 }
turn go, slide, below
`)
	b.play("go")
	if got := b.towers(); got != "a1 MKM" {
		t.Errorf("there is %s", got)
	}
	b.play("slide")
	if got := b.towers(); got != "b1 MKM" {
		t.Errorf("there is %s", got)
	}
	b.play("below")
	if got := b.towers(); got != "b1 MKM" {
		t.Errorf("there is %s", got)
	}
}
