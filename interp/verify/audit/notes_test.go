package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/compile"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// A game most of whose sentences are left to the evaluator: walks of too many steps.
const heat = `game "Heat"
players First facing north, Second facing south
board square(13, 13)
piece stone
memory heat per cell = 0
memory tries = 0 this turn
def far(c) = count(c.orthogonal[empty]{0..30})
def way = count(mine.orthogonal[empty]{0..40})
move place { at c in empty  if far(c) < 3 "it is too hot"  do place stone on c, heat(c.around) += 1 }
move cool  { at c in mine   if far(c) > 2 "it is cool"     do heat(c) := 0 }
move leave { at c in mine   if far(c) > 3 "it is cool"     do remove c }
move bake  { do while tries < ply and tries < 9: { tries += 1 } }
turn place, cool, leave, bake
end {
  win  "a hot stone"  if some c in mine: far(c) + heat(c) > 5
  draw "nobody moves" if ply = 80
}
value nearer = (for next: way) - way
value race   = 2 * way
value hurry  = way + count(mine)
value slow   = way - ply
value near   = way * way
value less   = 9 - way
value half   = way / 2
value odd    = way mod 2
value room   = (for next: way) + way
`

// What check notes of the parts that are left to the evaluator is what the plan says, part by part,
// with a place in the rules: for shipped games, and for all that were written afresh.
func TestNotesAgreeWithThePlan(t *testing.T) {
	long.OneThread(t)
	files := long.Sample(afresh(t), 0)
	for _, name := range long.Sample(ruleset.List(), 3) {
		rs := gametest.Ruleset(t, name)
		files = append(files, rs.File)
	}
	files = append(files, source.NewFile("heat.rules", heat))
	left := 0
	for _, f := range files {
		rules, list := dsl.Load(f, nil, ruleset.Library{})
		if list.HasErrors() {
			t.Fatal(list)
		}
		var want []string
		m, err := compile.Wasm(t.Context(), rules)
		if err != nil {
			want = []string{"the game is not compiled: " + err.Error()}
		} else {
			for line := range strings.Lines(m.Plan()) {
				name, why, is := strings.Cut(line, " · by the evaluator (")
				why, _, _ = strings.Cut(why, ")\n")
				why = strings.TrimSuffix(strings.Split(why+" (", ") (")[0], " (")
				name, _, _ = strings.Cut(name, ":")
				if note := name + " is not compiled: " + why; is && !slices.Contains(want, note) {
					want = append(want, note)
				}
			}
		}
		notes := compile.Notes(rules, m, err)
		if f.Text == heat { // check passes them on
			report, err := audit.Run(t.Context(), interp.New(rules),
				audit.Options{Games: 1, Time: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			notes = slices.DeleteFunc(report.List(false),
				func(d *diag.Diagnostic) bool { return d.Code != compile.CodeLeft })
		}
		var got []string
		for _, d := range notes {
			got = append(got, d.Summary)
			if !d.Span.Valid() || d.Suggestion == "" {
				t.Errorf("%s: %s: no place, or nothing that would help", f.Name, d.Summary)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: check notes\n%q\nthe plan says\n%q", f.Name, got, want)
		}
		left += len(got)
	}
	if left < long.Times(13, 2) {
		t.Errorf("only %d notes of %d games", left, len(files))
	}
}
