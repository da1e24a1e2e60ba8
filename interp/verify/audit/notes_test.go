package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/compile"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/audit"
	"boardgame/testdata/long"
)

// What check notes of the parts that are left to the evaluator is what the plan says, part by part,
// with a place in the rules: for shipped games, and for all that were written afresh.
func TestNotesAgreeWithThePlan(t *testing.T) {
	long.OneThread(t)
	files := afresh(t)
	for _, name := range append(long.Sample(ruleset.List(), 3, 9), "blockade", "cant-stop",
		"catchup", "congkak", "tumbleweed", "twixt") {
		rs, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, rs.File)
	}
	left := 0
	for _, f := range files {
		rules, list := dsl.Load(f, nil, ruleset.Library{})
		if list.HasErrors() {
			t.Fatal(list)
		}
		var want []string
		if m, err := compile.Wasm(t.Context(), rules); err != nil {
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
		report, err := audit.Run(t.Context(), interp.New(rules),
			audit.Options{Games: 1, Time: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range report.List(false) {
			if d.Code != compile.CodeLeft {
				continue
			}
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
	if left < 4 {
		t.Errorf("only %d notes of %d games", left, len(files))
	}
}
