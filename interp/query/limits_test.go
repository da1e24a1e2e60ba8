package query_test

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
)

// An answer that differs from the mathematical one says why.
func TestLimits(t *testing.T) {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	p := interp.New(rules).Start()
	const most = "9223372036854775807"
	for text, want := range map[string]string{
		"1/0": "dividing by zero gives 0", "5 mod 0": "dividing by zero gives 0",
		"9/count(mine)": "dividing by zero gives 0", "3 + 1/(2 - 2)": "dividing by zero",
		"1/count(none)": "dividing by zero", "1/count(cells)": "", "7 mod (1 - 1) + 1": "dividing",
		most + " + 1": "greatest number", "0 - " + most + " - 5": "least number",
		"6/3": "", "0/6": "", "count(cells)/count(empty)": "", "mine": "", "1 = 0": "",
		"sum x in 0..3: 6/x": "",
	} {
		q, err := query.Compile(rules, rs.File, ruleset.Library{}, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(q.Limits(p, 0), "; "); !strings.Contains(got, want) ||
			want == "" && got != "" {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}
