package board

import (
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl/topology"
)

// A man of each of two sides, and the other contents of the pictures.
var (
	dark  = Piece{Owner: 0, Name: "Red man", Unicode: "●", ASCII: "x", Color: "red"}
	pale  = Piece{Owner: 1, Name: "Blue man", Unicode: "○", ASCII: "o", Color: "blue"}
	wall  = Piece{Owner: -1, Name: "wall", Unicode: "█", ASCII: "#", Color: "green"}
	king  = Piece{Owner: 0, Name: "Red king", Unicode: "◉", ASCII: "X", Color: "red"}
	wide  = Piece{Owner: 0, Name: "dragon", Unicode: "龍", ASCII: "D", Color: "magenta"}
	bands = Piece{Owner: 1, Name: "Blue link", Unicode: "═", ASCII: "=", Color: "blue"}
)

func build(t *testing.T, spec topology.Spec) *topology.Board {
	t.Helper()
	b, problems := topology.Build(spec)
	for _, p := range problems {
		t.Fatal(p)
	}
	return b
}

// with puts pieces and marks on a board: "a1 b2" are names of sites.
func with(t *testing.T, b *topology.Board, pieces map[string]Piece, marks map[string]string) View {
	t.Helper()
	v := View{Board: b, Title: "A position", Pieces: map[topology.Site]Piece{}, Labels: true}
	set := func(text string) topology.Set {
		var s topology.Set
		for _, name := range strings.Fields(text) {
			x, ok := b.SiteByName(name)
			if !ok {
				t.Fatalf("no site %s", name)
			}
			s.Add(x)
		}
		return s
	}
	for text, p := range pieces {
		for s := range set(text).All() {
			v.Pieces[s] = p
		}
	}
	v.Last, v.Legal, v.Chosen, v.Cursor = set(marks["last"]), set(marks["legal"]),
		set(marks["chosen"]), set(marks["cursor"])
	if gold := marks["gold"]; gold != "" {
		v.Tints = append(v.Tints,
			Tint{Sites: set(gold), Unicode: "◇", ASCII: "*", Color: "yellow"})
	}
	return v
}

// counted puts numbers on sites of a view: "a1 4 b1 12".
func counted(v View, what, text string) View {
	v.Counted, v.Numbers = what, map[topology.Site]int64{}
	words := strings.Fields(text)
	for i := 0; i < len(words); i += 2 {
		s, _ := v.Board.SiteByName(words[i])
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			panic(err)
		}
		v.Numbers[s] = n
	}
	return v
}

// piled puts men below the pieces of a view: "xo" is a dark one under a light one.
func piled(v View, towers map[string]string) View {
	v.Below = map[topology.Site][]Piece{}
	for name, men := range towers {
		s, _ := v.Board.SiteByName(name)
		for _, man := range men {
			v.Below[s] = append(v.Below[s], map[rune]Piece{'x': dark, 'o': pale}[man])
		}
	}
	return v
}

const tactigon = `
   c
  . .
 c t c
  s s
 . p .
  t t
 c s c
  . .
 . c .
. . . .
 * . *
. . . .
 . C .
  . .
 C S C
  T T
 . P .
  S S
 C T C
  . .
   C
`

func triangleOf(n int) string {
	var lines []string
	for i := range n {
		lines = append(lines, strings.Repeat(" ", n-1-i)+strings.Repeat(". ", i+1))
	}
	return strings.Join(lines, "\n")
}

func line(text string) topology.Line {
	word, rest, ok := strings.Cut(text, ": ")
	if !ok {
		word, rest = "", text
	}
	l := topology.Line{Points: strings.Split(rest, "-")}
	if name, ok := strings.CutPrefix(word, "loop "); ok {
		l.Loop = true
		word = name
	}
	l.Name = word
	return l
}

func linesOf(texts ...string) []topology.Line {
	var all []topology.Line
	for _, text := range texts {
		all = append(all, line(text))
	}
	return all
}

var morris = linesOf("a7-d7-g7", "b6-d6-f6", "c5-d5-e5", "a4-b4-c4", "e4-f4-g4", "c3-d3-e3",
	"b2-d2-f2", "a1-d1-g1",
	"a7-a4-a1", "b6-b4-b2", "c5-c4-c3", "d7-d6-d5", "d3-d2-d1", "e5-e4-e3", "f6-f4-f2", "g7-g4-g1")

// views returns one view of every kind of board.
func views(t *testing.T) []struct {
	name string
	view View
} {
	square := func(w, h int) *topology.Board {
		return build(t,
			topology.Spec{Shape: "square", Args: []int{w, h}})
	}
	walls := func(w, h int) *topology.Board {
		return build(t, topology.Spec{Shape: "square", Args: []int{w, h}, Edges: true,
			Corners: true})
	}
	ten := square(10, 10)
	men := map[string]Piece{"e5": king, "f6": pale}
	for s := range ten.Cells.All() {
		if row := ten.Row[s]; row < 4 || row > 7 {
			p := dark
			if row > 7 {
				p = pale
			}
			if (ten.Row[s]+ten.Column[s])%2 == 0 {
				men[ten.Names[s]] = p
			}
		}
	}
	armies := build(t, topology.Spec{Shape: "hexcolumns", Picture: tactigon})
	soldiers := map[string]Piece{}
	for s, glyph := range armies.Glyphs {
		if glyph == 0 || glyph == '*' {
			continue
		}
		letter := string(glyph)
		signs := map[string]string{"C": "◉", "T": "▲", "S": "■", "P": "⬟", "c": "◎", "t": "△",
			"s": "□", "p": "⬠"}
		p := Piece{Owner: 0, Name: "Red " + letter, Unicode: signs[letter], ASCII: letter,
			Color: "red"}
		if letter == strings.ToLower(letter) {
			p.Owner, p.Name, p.Color = 1, "Cyan "+letter, "cyan"
		}
		soldiers[armies.Names[s]] = p
	}
	fenced := map[string]Piece{"d4 h7": dark, "d11 g8": pale, "c7n c7ne d7n": wall,
		"e5e e5ne e6e": wall, "f6n f6ne g6n": wall, "h2e h2ne h3e": wall}
	hexed := build(t, topology.Spec{Shape: "hexagon", Args: []int{3}, Edges: true, Corners: true})
	return []struct {
		name string
		view View
	}{
		{"square-10", with(t, ten, men, map[string]string{"last": "e5 c3", "legal": "f6 d6 e6 g7",
			"cursor": "e6"})},
		{"square-3", with(t, square(3, 3), map[string]Piece{"b2": dark, "a1 c1": pale},
			map[string]string{"last": "c1"})},
		{"square-8-wide", with(t, square(8, 8), map[string]Piece{"b2 c3": wide, "a8 h8": pale},
			map[string]string{"last": "c3", "cursor": "b2", "gold": "d4 c3"})},
		{"square-4-kinds", with(t, square(4, 4), map[string]Piece{
			"a1": {Owner: 0, Name: "White king", Unicode: "♔", ASCII: "K", Color: "white"},
			"b1": {Owner: 0, Name: "White man", Unicode: "♙", ASCII: "P", Color: "white"},
			"a4": {Owner: 1, Name: "Black king", Unicode: "♚", ASCII: "k", Color: "black"},
			"b4": {Owner: 1, Name: "Black man", Unicode: "♟", ASCII: "p", Color: "black"},
			"d1": {Owner: 2, Name: "Green man", Unicode: "●", ASCII: "g", Color: "green"},
			"d4": {Owner: 3, Name: "Orange man", Unicode: "●", ASCII: "o", Color: "orange"},
			"c2": {Owner: -1, Name: "rock", Unicode: "█", ASCII: "#", Color: "gray"},
			"c3": {Owner: -1, Name: "spot", Unicode: "✕", ASCII: "+", Color: "yellow"}}, nil)},
		{"square-19", with(t, square(19, 19),
			map[string]Piece{"d4 q16 k10 l10": dark, "d16 q4 k11": pale},
			map[string]string{"last": "k11", "cursor": "l11", "legal": "k9 l9"})},
		{"square-30", with(t, square(30, 5), map[string]Piece{"a1 z2 aa3": dark, "ad5": pale},
			map[string]string{"last": "z2"})},
		{"walls-11x14", with(t, walls(11, 14), fenced, map[string]string{"last": "g8 f6n f6ne g6n",
			"gold": "d4 h4 d11 h11", "legal": "a1ne b1ne c5ne", "cursor": "c5ne"})},
		{"walls-9", with(t, walls(9, 9), map[string]Piece{"e1": dark, "e9": pale,
			"d1n d1ne e1n": wall}, map[string]string{"legal": "d1 f1", "cursor": "f1"})},
		{"links-4", with(t, build(t,
			topology.Spec{Shape: "square", Args: []int{4, 4}, Edges: true}),
			map[string]Piece{"a1n a1e a1w": bands, "b2n": dark, "b1e": wall, "b1": dark},
			map[string]string{"legal": "c3n c3e"})},
		{"rhombus-11", with(t, build(t, topology.Spec{Shape: "rhombus", Args: []int{11, 11}}),
			map[string]Piece{"f6 e7 d4": dark, "f5 g6 e5": pale}, map[string]string{"last": "g6",
				"cursor": "h6", "legal": "h6 g7"})},
		{"hexagon-5", with(t, build(t, topology.Spec{Shape: "hexagon", Args: []int{5}}),
			map[string]Piece{"a1 b1 b2": dark, "h9 i9 h8": pale}, map[string]string{"last": "b2",
				"legal": "c3 h8"})},
		{"hexagon-walls", with(t, hexed, map[string]Piece{"c3": dark, "c3ne c3e": wall,
			"b3nw": dark, "c4n": pale}, map[string]string{"last": "b3nw", "legal": "c3se d4n"})},
		{"triangle-6", with(t, build(t, topology.Spec{Shape: "triangle", Args: []int{6}}),
			map[string]Piece{"a1 b2": dark, "a6": pale}, map[string]string{"last": "b2"})},
		{"hexrows-y", with(t, build(t, topology.Spec{Shape: "hexrows", Picture: triangleOf(11)}),
			map[string]Piece{"c4 d4 d5": dark, "e4 f3": pale}, map[string]string{"last": "f3",
				"cursor": "g3"})},
		{"hexcolumns", with(t, armies, soldiers, map[string]string{"gold": "b5 f5 d3",
			"last": "d6 d7", "legal": "c6 e6 d7", "cursor": "c6"})},
		{"hexcolumns-walls",
			with(t, build(t, topology.Spec{Shape: "hexcolumns", Picture: " .\n. .\n .\n. .\n .",
				Edges: true}), map[string]Piece{"b2": dark, "b2n b2ne": wall},
				map[string]string{"last": "b2ne"})},
		{"morris", with(t, build(t, topology.Spec{Shape: "graph", Lines: morris}),
			map[string]Piece{"a7 d6 e3": dark, "d7 g4 b2": pale}, map[string]string{"last": "d6",
				"legal": "a4 b6", "cursor": "a4", "gold": "d2"})},
		{"alquerque", with(t,
			build(t, topology.Spec{Shape: "square", Args: []int{5, 5},
				Lines: linesOf("a1-b2-c3-d4-e5", "a5-b4-c3-d2-e1",
					"loop diamond: a3-b4-c5-d4-e3-d2-c1-b2")}),
			map[string]Piece{"a1 b1 c1 d1 e1": dark,
				"a5 b5 c5 d5 e5": pale}, map[string]string{"last": "b1"})},
		{"arcs", with(t, build(t,
			topology.Spec{Shape: "square", Args: []int{6, 6},
				Lines: linesOf("arc: a2-b1", "arc: e1-f2", "arc: f5-e6", "arc: b6-a5",
					"outer: a3-c1",
					"outer: d1-f3", "outer: f4-d6", "outer: c6-a4")}),
			map[string]Piece{"a1 b1": dark, "f6": pale}, nil)},
		{"seeds", counted(with(t, square(6, 2), nil, map[string]string{"legal": "a1 c1 f1",
			"last": "b2 c2"}), "seeds", "a1 4 b1 12 c1 1 f1 3 a2 10 c2 5")},
		{"heights", counted(with(t, build(t, topology.Spec{Shape: "hexagon", Args: []int{3}}),
			map[string]Piece{"c3 d4": dark, "b1": pale, "e5": king}, map[string]string{"last": "d4",
				"legal": "b1"}), "height", "c3 2 d4 1 b1 13 e5 3 a1 6")},
		{"towers", piled(counted(with(t, square(4, 3),
			map[string]Piece{"a1 c3": dark, "b2": pale, "d1": wall, "c1": king},
			map[string]string{"last": "b2", "legal": "c1"}), "height", "a1 2 b2 5 d1 3 c1 31"),
			map[string]string{"a1": "o", "b2": "xxox", "d1": "ox",
				"c1": strings.Repeat("oxx", 10)})},
		{"ring", with(t, build(t,
			topology.Spec{Shape: "graph",
				Lines: linesOf("loop ring: north-ne-east-se-south-sw-west-nw", "north-hub-south",
					"west-hub-east")}), map[string]Piece{"hub": dark, "ne sw": pale},
			map[string]string{"last": "hub", "legal": "se"})},
		{"roads", with(t, build(t,
			topology.Spec{Shape: "graph", Edges: true,
				Lines: linesOf("Rome-Milan-Turin", "Rome-Naples-Bari", "Milan-Venice-Rome",
					"Bari-Venice")}), map[string]Piece{"Rome": dark, "Milan_Turin": pale},
			map[string]string{"legal": "Rome_Naples"})},
		{"shares", shared(counted(with(t, square(5, 2), nil, map[string]string{"last": "b1",
			"legal": "c2"}), "climb", "b1 2 d1 11"), 3, "b1 0 4", "b1 1 3", "c2 1 12", "a1 0 1")},
		{"points", shared(with(t, build(t, topology.Spec{Shape: "graph",
			Lines: linesOf("bar-p1-p2-p3-p4-p5-p6-p7-p8-off")}), map[string]Piece{"p6": dark},
			map[string]string{"last": "p3", "legal": "p5", "chosen": "p4"}), 2, "p1 0 2", "p3 1 15",
			"bar 0 1", "bar 1 2")},
		{"tracks", shared(with(t, build(t, topology.Spec{Shape: "graph",
			Lines: linesOf("loop ring: "+numbered("r", 30), "r30-red_1-red_2-red_3",
				"r15-blue_1-blue_2-blue_3", "red_3-r15")}), map[string]Piece{"r4 r9": dark,
			"red_2": pale}, map[string]string{"last": "r9", "legal": "r15", "cursor": "blue_2"}), 1)},
		{"map", with(t, build(t, topology.Spec{Shape: "graph",
			Lines: linesOf("b1-b2-b3-m3-m4-m5-w5-w6-w7", "w1-w2-w3-m3")}), map[string]Piece{"m4": dark},
			map[string]string{"legal": "w5"})},
	}
}

// numbered is a chain of the given number of points: r1-r2-r3.
func numbered(name string, n int) string {
	var all []string
	for i := range n {
		all = append(all, name+strconv.Itoa(i+1))
	}
	return strings.Join(all, "-")
}

// shared puts counts of players on sites of a view: "a1 0 4" is four for the first player.
func shared(v View, deep int, counts ...string) View {
	v.Counts, v.Deep = map[topology.Site][]Count{}, deep
	for _, text := range counts {
		words := strings.Fields(text)
		s, _ := v.Board.SiteByName(words[0])
		owner, err1 := strconv.Atoi(words[1])
		n, err2 := strconv.ParseInt(words[2], 10, 64)
		if err1 != nil || err2 != nil {
			panic(text)
		}
		v.Counts[s] = append(v.Counts[s], []Count{
			{Owner: 0, Name: "Red men", Unicode: "●", ASCII: "R", Color: "red", N: n},
			{Owner: 1, Name: "Blue men", Unicode: "○", ASCII: "B", Color: "blue", N: n}}[owner])
	}
	return v
}
