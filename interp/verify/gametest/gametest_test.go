package gametest_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// games are small games with features that the built-in ones do not have.
var games = map[string]string{
	"memories of every type": `
game "T"
players A, B
board square(3, 3) with edges
piece man, dame "d"
piece post { on edges, neutral }
memory where = none
memory visited per player = none
memory last_kind = none
memory who = none
memory way = none
memory flag = false
counter times per player, piece = 0
counter seeds per cell = 2
counter fresh = 0 this turn
setup { A man: a1  B dame: c3 }
move go {
  from p in mine
  along d in orthogonal
  to q in p.d & empty
  do p -> q, where := p | q, visited += q, last_kind := kind(q), who := me, way := d, flag := not flag,
     times += 1, seeds(q) -= 1, fresh += 1, place post on p.side(d)
}
turn go else draw
end { draw "long" if ply >= 30 }
`,
	"the longest capture": `
game "T"
players A, B
board square(6, 6)
piece man
counter taken = 0 this turn
setup """
  m . m . m .
  . . . m . .
  . m . . . m
  . . . m . .
  . m . . . .
  M . M . M .
"""
move jump {
  from p in mine
  along d in diagonal
  over v in p.d & theirs
  to q in v.d & empty
  do remove v, p -> q, taken += 1
  then jump from q
}
move step {
  from p in mine
  to q in p.around & empty
  do p -> q
}
turn jump with most taken else step else lose
end { draw "long" if ply >= 60 }
`,
	"three players, one after the other out": `
game "T"
players Amber, Blue, Crimson
board hexagon(3)
piece man
region home { Amber: a1, Blue: c5, Crimson: e3 }
setup { man: home }
move go {
  from p in mine
  to q in p.around & (empty | theirs)
  do p -> q
}
move grow {
  from p in mine
  at q in p.around & empty
  do place man on q
}
turn go, grow else lose
end { lose "all are gone" if no mine  draw "long" if ply >= 60 }
`,
	"players with one initial": `
game "T"
players Red, Rose, Ruby
board triangle(4)
piece man
setup { Red man: a1 }
move put { at c in empty  do place man on c }
turn put else draw
`,
	"a heap": `
game "T"
players A, B
board square(1, 1)
piece man
counter heap = 12
move take "take" { with n in 1..3  if heap >= n  do heap -= n }
turn take else lose
`,
	"a game for one": `
game "T"
players Me
board graph { line a-b-c  line d-e-f  loop a-d-f  line b-e }
piece man
setup { man: {a, b, c} }
move jump { from p in mine  over v in p.adjacent & mine  to q in v.adjacent & empty  do remove v, p -> q }
turn jump else lose
end { win "one is left" if count(mine) = 1 }
`,
	"twice in a turn, or not": `
game "T"
players A, B
board square(4, 4)
piece man
counter stock per player = 5
setup { A man: a1  B man: d4 }
move go { from p in mine  to q in p.orthogonal & empty  do p -> q  then go from q, put, done }
move put { at c in empty  if stock > 0  do place man on c, stock -= 1, again when odd(stock) }
turn go, put, pass
end { draw "nobody moves" if passes >= 2  draw "long" if ply >= 50 }
`,
	"pieces dropped and crowned": `
game "T"
players A, B
board square(3, 3)
piece man, king, knave
counter hand per player, piece = 2
setup { A man: a1  B man: c3 }
move drop { as k in man | king | knave  at c in empty  if hand(me, k) > 0  do place k on c, hand(me, k) -= 1 }
move go { from p in mine  to q in p.orthogonal & empty  as k in man | king  do p -> q, q becomes k }
turn drop, go else draw
end { draw "long" if ply >= 40 }
`,
}

func TestConform(t *testing.T) {
	long.OneThread(t)
	for name, rules := range games {
		t.Run(name, func(t *testing.T) {
			gametest.ConformWith(t, gametest.FromText(t, rules, ""),
				gametest.Effort{Games: long.Times(5, 2), Steps: 60, Seed: 7})
		})
	}
}

// The table of results notices a change of the rules that the counts of moves do not.
func TestResultsSeeRules(t *testing.T) {
	rules := games["a heap"]
	before := gametest.Results(gametest.FromText(t, rules, ""), 20, 100, 1)
	if !strings.Contains(before, "games 20, steps ") || !strings.Contains(before, " wins: ") {
		t.Errorf("got\n%s", before)
	}
	if again := gametest.Results(gametest.FromText(t, rules, ""), 20, 100, 1); again != before {
		t.Errorf("twice the same gives\n%s\nand\n%s", before, again)
	}
	after := gametest.Results(gametest.FromText(t,
		strings.Replace(rules, "else lose", "else win", 1), ""), 20, 100, 1)
	if after == before {
		t.Errorf("with the opposite end of the game:\n%s", after)
	}
}

// The rules of all games of the library are in canonical form.
func TestLayouts(t *testing.T) {
	for _, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		if laidOut, _ := dsl.Format(rs.File); laidOut != rs.File.Text {
			t.Errorf("%s: the layout is not that of `boardgame fmt`", name)
		}
	}
}

// The games of the library meet the requirements for every game.
func TestOtherGames(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 17) {
		t.Run(name, func(t *testing.T) {
			if slices.Contains(long.Studied, name) {
				return // package interp plays these
			}
			gametest.ConformWith(t, gametest.Load(t, name, ""), gametest.Effort{
				Games: 1, Steps: long.Times(40, 4), Moves: long.Times(4, 2)})
		})
	}
}
