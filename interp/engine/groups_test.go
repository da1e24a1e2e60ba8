package engine_test

import (
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// TestAgreeOnGroups compares the engines on loops over pieces that ask the same of all pieces of a
// group, and on loops that nearly do: by steps that do not lead back, through more or fewer places
// than those of the loop, or with something else that differs from piece to piece.
func TestAgreeOnGroups(t *testing.T) {
	long.OneThread(t)
	for i, b := range []struct{ board, oneWay, bothWays string }{
		{"square(4, 4)", "(east | north)", "(east | west)"},
		{"hexagon(3)", "(east | northwest)", "(east | west)"},
		{"square(5, 3) with round(east)", "east", "(east | west)"},
		{"graph { line a-b-c-d  line a-e-f-d  loop way: a-b-c-d-f-e }", "way", "(way | back(way))"},
		{"square(11, 6)", "(south | west | north)", "(south | north)"},
	} {
		for k, cond := range []string{
			"one_group(mine, adjacent)",
			"one_group(occupied - p, adjacent)",
			"one_group(if q in rim: occupied else occupied - p | q, orthogonal)",
			"(some x in mine: mine in x.adjacent[occupied]*)",
			"(some x in mine & rim: mine & rim in x.adjacent[mine]*)",
			"(all x in mine: mine in x.adjacent[mine]*)",
			"(some x in mine: mine in x.adjacent[mine - p]*)",
			"(some x in mine: mine & rim in x.adjacent[mine]*)",
			"(some x in occupied: mine in x.adjacent[occupied - q]*)",
			"(some x in mine: mine in x.both[mine]*)",
			"(some x in mine: mine in x.one[mine]*)",
			"count(those x in mine: count(group(x)) = 2) > 2",
			"count(those x in mine & rim: count(group(x)) > 2) < 3",
			"count(those x in mine | q: count(group(x)) = 2) > 2",
			"count(those x in mine: count(x.one[mine]*) = 2) > 1",
			"count(those x in mine: count(group(x)) < 2 * count(x.both[mine]*)) > 1",
			"count(those x in mine: count(x.adjacent[mine | x.one]*) = 2) > 1",
			"count(those x in mine: count(group(x) - x.adjacent) = 2) > 1",
			"count(those x in mine: some group(x) & q.adjacent and column(x) > 1) > 1",
			"count(those x in mine: some y in q.adjacent & group(x): some group(x) - y) > 1",
			"count(union x in theirs: x.adjacent[theirs - p]* & q.adjacent) > 1",
			"(max x in mine: count(group(x)) * (if some group(x) & rim: 1 else 2)) > 4",
			"(min x in mine | theirs: count(x.adjacent[mine | theirs]*)) > 4",
			"(sum x in mine: count(group(x))^2) > 20",
			"(some x in mine: some y in theirs: count(group(x)) = count(y.adjacent[theirs]*))",
			"(max x in mine: count(those y in mine: count(group(y)) = count(group(x)))) > 3",
		} {
			if !long.Case(i+k, 4) || i == 4 && strings.Contains(cond, "y in ") {
				continue // on the large board, the evaluator would have to count the work
			}
			cond = strings.NewReplacer(".one", "."+b.oneWay, ".both", "."+b.bothWays).Replace(cond)
			g := read(t, source.NewFile("groups.rules", `game "Groups"
players White, Black
board `+b.board+`
piece man
setup { White man: first  Black man: last }
region first = those c in cells: even(column(c) + 2 * row(c)) or c in middle
region last = those c in cells - first: row(c) > 1
def group(x) = x.adjacent[mine]*
move go {
  from p in mine
  to   q in p.adjacent - mine
  if   `+cond+`
  do   p -> q
}
move leap {
  from p in mine
  to   q in p.adjacent - mine
  if   not `+cond+`
  do   p -> q, remove p.adjacent & theirs
}
turn go, leap else pass
end {
  draw if ply > 40
}`), nil)
			if p, err := compiled(g); err != nil || p.Evaluator {
				t.Error(b.board, cond, "left to the evaluator:", err)
			}
			agree(t, g, 60, 1)
		}
	}
}
