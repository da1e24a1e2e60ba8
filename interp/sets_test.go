package interp_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// language.md#chosen-sets: every set of so many members is a step, within what the role is bound
// to. Its members are typed in any order; a set that is not legal is refused with the reason.
func TestChosenSets(t *testing.T) {
	const rules = `game "Sets"
players A, B
board square(4, 1)
piece man, king
setup { A man: cells }
counter n = 0
option many = 2 in 0..9
move pick {
  at D in many..2 of {a1, c1, d1}
  do remove D, n := count(D)
  then pick at c1 | d1, done
}
move both { as K in 2 of kinds  do n := count(K & cells) }
turn pick, both else draw "none"
`
	for many, want := range map[string][]string{
		"2": {"M+king a1+c1 a1+d1 c1+d1", "d1+a1: c1+d1 done", "both king+man:"},
		"0": {"M+king a1 a1+c1 a1+d1 c1 c1+d1 d1 none", "none: c1 d1 c1+d1 done",
			"pick c1+a1: none c1 d1 c1+d1 done"},
		"3": {"M+king", "king+man:"},
	} {
		r, list := dsl.Load(source.NewFile("sets.rules", rules), map[string]string{"many": many},
			ruleset.Library{})
		if r == nil {
			t.Fatal(list)
		}
		g := interp.New(r)
		p := g.Start()
		if got := strings.Join(slices.Sorted(slices.Values(g.Texts(p))), " "); got != want[0] {
			t.Errorf("from %s: %s", many, got)
		}
		for _, line := range want[1:] {
			step, after, _ := strings.Cut(line, ":")
			m, err := g.Parse(p, step)
			if err != nil {
				t.Fatal(err)
			}
			q, err := g.Play(p, m)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(g.Texts(q), " ")
			if after != "" && got != strings.TrimSpace(after) {
				t.Errorf("from %s, after %s: %s", many, step, got)
			}
			again, err := g.ParsePosition(g.PositionText(q))
			if err != nil || g.PositionText(again) != g.PositionText(q) {
				t.Errorf("%s: %v", g.PositionText(q), err)
			}
		}
	}
}
