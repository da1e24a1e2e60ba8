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

// Looking for constants that an expression divides by takes no longer for divisions inside of
// divisors, or for many of them.
func TestDivisors(t *testing.T) {
	rs, err := ruleset.Find("tic-tac-toe")
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	const deep = 40
	text := strings.Repeat("1/(", deep) + "1/(2 - 2)" + strings.Repeat(")", deep)
	if _, err := query.Compile(rules, rs.File, ruleset.Library{}, text); err != nil {
		t.Error(err)
	}
	text = strings.Repeat("1000/", 900) + "(2 - 2)"
	q, err := query.Compile(rules, rs.File, ruleset.Library{}, text)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.Limits(interp.New(rules).Start(), 0); len(got) != 1 {
		t.Errorf("of 900 divisions, the last is by 0: %q", got)
	}
}
